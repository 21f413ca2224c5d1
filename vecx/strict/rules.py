"""The mistakes that the strict machine finds: a name, how grave, what hardware does, how to fix it.

`RULES` is the one list; follow.py and wires.py find them by their number in it; docs/strict.md
shows it.

Sources: [ANALOG] and the PiTrex driver's settings for the figures of the beam; [MC6809E], [R6522],
[AY] for what chips do; the executive ROM's contract blocks for what its routines need.
"""

from typing import NamedTuple

from ..errors import UsageError

ERROR, WARNING, ADVICE = "error", "warning", "advice"
# From grave to light, and what several are called.
LEVELS = {ERROR: "errors", WARNING: "warnings", ADVICE: "pieces of advice"}


class Rule(NamedTuple):
    """One kind of mistake.

    what      what the program does, with {a} and {b} in it
    hardware  what a real machine makes of it
    fix       what to do instead

    >>> rule = RULES[NUMBER["ram-unset"]]
    >>> rule.level, rule.hardware
    ('error', 'RAM is undefined at power-on')
    """

    name: str
    level: str
    what: str
    hardware: str
    fix: str


RULES = (
    Rule("rom-write", ERROR, "writes ${b:02X} to ROM at {at}",
         "nothing is stored there",
         "put the variable into RAM, $C880 to the stack; check the index register or DP"),
    Rule("write-nowhere", ERROR, "writes ${b:02X} to {at}, where nothing answers",
         "the byte is lost", "put the variable into RAM, $C880 to the stack"),
    Rule("read-nowhere", ERROR, "reads {at}, where nothing answers",
         "it reads what the bus last carried, another value on each machine",
         "check the pointer, and where the cartridge ends"),
    Rule("ram-unset", ERROR, "reads {at}, which nothing has written",
         "RAM is undefined at power-on", "write the variable before reading it"),
    Rule("via-undriven", WARNING, "reads the VIA's {name}, which nothing drives or has set",
         "the value differs from machine to machine",
         "set the register, or the direction of its port, before reading it"),
    Rule("runs-nowhere", ERROR, "goes to {at}, where there is no program",
         "the CPU executes what the bus happens to carry, and crashes",
         "look at the address that it jumps or returns to"),
    Rule("runs-data", ERROR, "runs into data, or into the middle of an instruction",
         "the bytes are executed as instructions, and the program crashes",
         "end the routine before with RTS or a jump; check the jump that led here"),
    Rule("opcode", ERROR, "runs the undocumented opcode ${a:02X}",
         "it does what no manual says, or halts the CPU until reset",
         "check whether data is being executed; use a documented instruction"),
    Rule("stack-data", ERROR, "pushes onto {at}, which holds a variable",
         "the variable changes under the program",
         "keep variables below the deepest stack, or call less deeply"),
    Rule("stack-grows", ERROR, "leaves the stack deeper by {a} in each frame",
         "the stack grows into the variables, and the program crashes after some seconds",
         "pull what was pushed; end a routine with RTS, and reach the main loop by a jump, not a "
         "call"),
    Rule("return-lost", ERROR, "writes ${b:02X} over the return address at {at}",
         "the routine returns to a wrong place and the program crashes",
         "check the end of the loop or table: it has run into the stack"),
    Rule("rts", ERROR, "returns to {at}, which no call pushed",
         "the program goes on at a chance address and crashes",
         "pull everything that was pushed before RTS"),
    Rule("return-skipped", WARNING, "pulls a return address into a register and returns past it, "
         "to {at}",
         "the rest of the routine that called is left out",
         "push what is pulled; where the caller is to be left out, say so with LEAS 2,S"),
    Rule("dp", ERROR, "calls {callee} with DP ${a:02X}; it needs ${b:02X}",
         "the routine reads and writes other addresses than it means to",
         "call DP_to_D0 ($F1AA) or DP_to_C8 ($F1AF) before, or set DP and say so with SETDP"),
    Rule("kept", ERROR, "reads {name} as if {callee} had kept it",
         "the register holds what the routine left there, which another ROM may change",
         "save the register around the call, or load it again"),
    Rule("lost", WARNING, "loads {name}, which {callee} destroys before anybody has used it",
         "what uses it behind the call gets another value",
         "load it behind the call, or save it in the routine (PSHS, PULS)"),
    Rule("unread", ADVICE, "loads {name}, which nothing reads before it is written again",
         "what was to get the value works with another one",
         "check which register is meant; leave the load out if it is none"),
    Rule("contract", WARNING, "changes {name}, which its contract block keeps",
         "the caller goes on with another value than it had", "save the register in the routine "
         "(PSHS, PULS), or write it under `changes`"),
    Rule("falls", ADVICE, "runs on into {callee}, which is a routine of its own",
         "it runs the next routine as well, and returns from there",
         "end the routine with RTS or a jump; say `; falls into {callee}` where it is meant"),
    Rule("setdp", ERROR, "addresses {at} through the direct page while DP is ${b:02X}",
         "it reads or writes that byte of page DP instead",
         "set DP before, as SETDP says, or use the extended address (>)"),
    Rule("reads-code", WARNING, "reads {at}, which is {name}, as data",
         "the value is part of an instruction or of the title",
         "write # before a number that is meant as a number"),
    Rule("past-end", WARNING, "{name}, behind the end of {callee}",
         "it works on what happens to follow", "check the index, and where the loop ends"),
    Rule("handler", ERROR, "{name} enters {at}, where there is no handler",
         "the interrupt runs whatever lies there and the program crashes",
         "put a JMP to the handler there before enabling the interrupt"),
    Rule("sr-early", WARNING, "writes the shift register {a} cycles after the last time",
         "some VIAs, not all, stall between 14 and 17 cycles, as VIDE's author measured: the rest "
         "of the pattern is lost",
         "leave 18 cycles or more from one write to the next"),
    Rule("t1-early", ERROR, "starts T1 {a} cycles before it has run out",
         "the ramp goes on: two lines become one",
         "wait for T1's flag (bit 6 of VIA_int_flags) before the next line"),
    Rule("t2-flag", ERROR, "reads T2's low byte when it has run out, which clears its flag",
         "Wait_Recal waits for a flag that has gone: the frame takes 43 ms more",
         "read VIA_int_flags instead, or T2's high byte alone"),
    Rule("sr-cut", WARNING, "clears the shift register {a} cycles before the ramp ends",
         "the beam goes dark, and the rest of the line is missing",
         "wait for T1's flag (bit 6 of VIA_int_flags) before VIA_shift_reg = 0"),
    Rule("lit-between", WARNING, "leaves the beam lit for {a} cycles from one line to the next",
         "corners are bright spots, and a move is a line",
         "clear VIA_shift_reg at the end of each line"),
    Rule("y-hold", WARNING, "closes the Y hold {a} cycles after opening it or changing the DAC",
         "Y keeps part of its old value: the line ends in a wrong place",
         "leave the multiplexer on for 6 cycles or more: INC VIA_port_b does"),
    Rule("y-open", WARNING, "starts a ramp with the Y hold still open",
         "Y follows X as soon as the DAC changes: the line bends",
         "switch the multiplexer off (INC VIA_port_b) before the ramp"),
    Rule("dac-unused", ADVICE, "sets the DAC to {a}, which nothing takes before it is set again",
         "Y, Z or the sound that was to get the value keeps its old one",
         "switch the multiplexer on (VIA_port_b) while the value is there"),
    Rule("dac-ramp", WARNING, "changes the DAC {a} cycles into a ramp",
         "X turns in the middle of the line, elsewhere on each machine",
         "wait for T1's flag before setting the next value"),
    Rule("zero-short", ERROR,
         "ends zeroing {a:.0f} units short of the centre, and draws from there",
         "everything drawn next is off by as much",
         "leave ZERO on for 40 cycles or more after a far deflection"),
    Rule("zero-held", ERROR, "draws a line while ZERO holds the beam",
         "nothing moves: a bright dot stands at the centre",
         "release the integrators first: Moveto_d does, or VIA_cntl = $CE"),
    Rule("drift", WARNING, "draws when drift has moved the beam by {a:.1f} units",
         "lines do not meet, and text leans",
         "bring the beam back with Reset0Ref more often"),
    Rule("draws", WARNING, "draws {a} lines since the beam was last at zero",
         "each line adds its error to the next: figures do not close",
         "bring the beam back with Reset0Ref after 15 lines or so"),
    Rule("saturation", WARNING, "draws to {name}, beyond what the deflection follows",
         "the picture is bent and squeezed at the edge, differently on each machine",
         "keep the picture nearer to the centre, or use a smaller scale"),
    Rule("ramp-short", WARNING, "draws with a ramp of {a} cycles",
         "the ramp is some two cycles longer, for which PiTrex corrects as well: the line is too "
         "long by a quarter or more", "use a scale of 8 or more and smaller strengths"),
    Rule("burn", ERROR, "leaves the beam lit and standing for {a:,} cycles",
         "the spot burns into the phosphor",
         "blank the beam (VIA_shift_reg = 0), or dwell less"),
    Rule("brightness", WARNING, "draws with a brightness {name}",
         "the hold leaks, visibly from 100,000 cycles on (VIDE): the picture is dim, or dark",
         "call Intensity_a once a frame, after Wait_Recal"),
    Rule("intensity", ADVICE, "draws with the brightness that {callee} set for what it drew itself",
         "the lines are as bright as whatever was drawn before them",
         "call Intensity_a before drawing; set what several routines share where they are called"),
    Rule("stick-early", WARNING, "looks at the comparator {a} cycles after the DAC changed",
         "the comparator has not settled: the stick jitters",
         "wait some 18 cycles between DAC and comparator"),
    Rule("overrun", WARNING,
         "needs {a:,} cycles for a frame of {b:,}: {name}",
         "the picture flickers, and the game slows down",
         "draw or compute less in this frame; `vecx budget --by-routine` names the most expensive"),
    Rule("no-refresh", ERROR, "draws without starting a frame for {a:,} cycles: {name}",
         "the beam is never recalibrated, its brightness not refreshed, the sound not carried on",
         "call Wait_Recal ($F192) at the head of the main loop"),
    Rule("untimed", WARNING, "draws without waiting for a frame for {a:,} cycles",
         "the game runs as fast as its code does, faster where there is less to draw",
         "call Wait_Recal ($F192) at the head of the main loop"),
    Rule("rate", WARNING, "makes frames of {a:.1f} Hz",
         "the picture beats with the mains, and a 50 Hz game runs at another speed",
         "leave Vec_Rfrsh at $7530 cycles (stored low byte first)"),
    Rule("ay-bus", ERROR, "{name}",
         "the sound chip takes another byte than was meant, or none",
         "latch the register, go inactive (BDIR = BC1 = 0), put the value on port A, write, go "
         "inactive: as Sound_Byte ($F256) does"),
    Rule("text-end", ERROR, "prints a text at {name} that has no end within {b} characters",
         "it prints whatever follows, and the frame overruns",
         "end the text with a byte from $80 to $FF"),
    Rule("list-end", ERROR, "draws a list at {name}",
         "it draws whatever follows: a wild picture that overruns",
         "end the list as the routine wants it: see its contract in docs/exec-rom.md"),
)
NAMES = tuple(rule.name for rule in RULES)
NUMBER = {name: number for number, name in enumerate(NAMES)}

# Mistakes that are none where chance shows on no console: witness.py.
CHANCE = frozenset(("ram-unset", "kept", "read-nowhere"))

# What `{name}` of ay-bus stands for, by the number in a.
AY_FAULTS = (
    "changes port A while the sound chip takes a byte from it",
    "goes from one bus function of the sound chip to another without going inactive",
    "writes to the sound chip with no register latched",
    "latches a sound register above 15",
    "gives the sound chip a byte while port A is an input",
    "reads the sound chip while port A is an output: both drive the bus",
    "reads the sound chip with no register latched",
    "writes to the register of the sound chip that the executive ROM has latched last",
)
# Of no-refresh: what suffers.
REFRESH_FAULTS = "the picture drifts", "the brightness fades", "the sound stands still"
# And `{name}` of brightness.
BRIGHTNESS_FAULTS = ("that was never set", "that was set more than 100,000 cycles ago",
                     "that reading the sticks has left behind")


def select(text: str) -> frozenset[str]:
    """Return the names of the rules that a selection keeps.

    Args:    text  `NAME,no-NAME,...`; with names alone only those, with `no-` all but those; empty
                   or `all`: all
    Errors:  UsageError for a name that is no rule's

    >>> sorted(select("drift,draws"))
    ['draws', 'drift']
    >>> "drift" in select("no-drift"), "draws" in select("no-drift")
    (False, True)
    """
    words = [word.strip() for word in text.split(",") if word.strip() not in ("", "all")]
    unknown = [word for word in words if word not in NUMBER
               and word.removeprefix("no-") not in NUMBER]
    if unknown:
        from difflib import get_close_matches

        near = get_close_matches(unknown[0].removeprefix("no-"), NAMES, 1)
        raise UsageError(f"--strict knows no '{unknown[0]}'"
                         + (f"; did you mean {near[0]}?" if near else ".")
                         + f" It can be, also with no- before: {', '.join(NAMES)}")
    named = {word for word in words if word in NUMBER}
    return frozenset((named or set(NAMES)) - {word.removeprefix("no-") for word in words
                                              if word not in NUMBER})
