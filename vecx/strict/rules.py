"""The rules of the strict machine, one definition each.

A definition is a function that returns the message of a finding.  Its name is the rule's name; its
docstring says what the program does; its decorator gives the level, the detector, the effect on
real hardware and the fix; its second parameter is the record of the detector.
The detector is the function of this package that raises the rule, as FILE.FUNCTION.

`rule` replaces the function by the rule's number, so that the compiled detectors can write
`add(sh, rules.rom_write, ...)`.  RULES, the rows of docs/strict.md, the names that `--strict`
accepts and the names of the cases in tests/cases/strict follow from the definitions.

To add a rule, add a definition here, raise it in a detector (follow.py, accesses.py, wires.py,
uses.py or values.py), add its two cases, and run `python docs/build_strict.py`.

Sources: [ANALOG] and the settings of the PiTrex driver for the beam; [MC6809E], [R6522],
[AY] for the chips; the contract blocks of the executive ROM for what its routines need.
"""

import typing
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ..chips.beam import SCREEN_UNIT
from ..chips.state import CYCLES_PER_SECOND
from ..compiling.jit import integers
from ..console.registers import VIA_NAMES
from ..errors import UsageError
from . import records
from .program import Site

ERROR, WARNING, ADVICE = "error", "warning", "advice"
# The levels, most serious first, with their plurals.
LEVELS = {ERROR: "errors", WARNING: "warnings", ADVICE: "pieces of advice"}
R = TypeVar("R", bound=records.Record)

PORTS = {"ORB": "port B", "ORA": "port A", "ORA*": "port A", "DDRB": "DDR B", "DDRA": "DDR A",
         "SR": "shift register"}
INTERRUPTS = "IRQ", "SWI", "SWI2", "SWI3", "NMI", "FIRQ"
RTI = 0x3B
RATE_MOST = 200         # frames per second: no program draws more on purpose


class Rule(NamedTuple):
    """One kind of mistake.

    detector  the function that raises it, FILE.FUNCTION of this package
    what      what the program does
    hardware  the effect on a real machine
    fix       what to do instead
    record    the class of what the detector records
    message   returns the message of a finding

    >>> rule = RULES[NUMBER["ram-unset"]]
    >>> rule.level, rule.hardware
    ('error', 'RAM is undefined at power-on')
    """

    name: str
    level: str
    detector: str
    what: str
    hardware: str
    fix: str
    record: type[records.Record]
    message: Callable[[Site, Any], str]


_defined: list[Rule] = []


def rule(level: str, detector: str, *, hardware: str,
         fix: str) -> Callable[[Callable[[Site, R], str]], int]:
    """Define a rule by the function that returns its message.  The rule's number replaces the
    function."""

    def define(message: Callable[[Site, R], str]) -> int:
        record = list(typing.get_type_hints(message).values())[1]
        _defined.append(Rule(message.__name__.replace("_", "-"), level, detector,
                             (message.__doc__ or "").rstrip("."), hardware, fix, record, message))
        return integers(len(_defined) - 1)[0]

    return define


@rule(ERROR, "follow.follow", hardware="nothing is stored there",
      fix="put the variable into RAM, between $C880 and the stack; check the index register or DP")
def rom_write(site: Site, at: records.Write) -> str:
    """Writes to ROM."""
    return f"writes ${at.value:02X} to ROM at {site.cell(at.address)}"


@rule(ERROR, "accesses.writing",
      hardware="the byte is lost", fix="put the variable into RAM, between $C880 and the stack")
def write_nowhere(site: Site, at: records.Write) -> str:
    """Writes to an address where nothing answers."""
    return f"writes ${at.value:02X} to {site.cell(at.address)}, where nothing answers"


@rule(ERROR, "values.matters",
      hardware="the program reads what the bus carried last: a different value on each machine",
      fix="check the pointer, and where the cartridge ends")
def read_nowhere(site: Site, at: records.Read) -> str:
    """Reads an address where nothing answers."""
    return f"reads {site.cell(at.address)}, where nothing answers"


@rule(ERROR, "values.matters",
      hardware="RAM is undefined at power-on", fix="write the variable before reading it")
def ram_unset(site: Site, at: records.Read) -> str:
    """Reads RAM that nothing has written."""
    return f"reads {site.cell(at.address)}, which nothing has written"


@rule(WARNING, "values.matters", hardware="the value differs from machine to machine",
      fix="set the register, or the direction of its port, before reading it")
def via_undriven(_site: Site, at: records.Read) -> str:
    """Reads a register of the VIA that nothing drives or has set."""
    name = VIA_NAMES[at.address]
    return f"reads the VIA's {PORTS.get(name, name)}, which nothing drives or has set"


@rule(ERROR, "follow.instruction",
      hardware="the CPU executes what the bus happens to carry, and crashes",
      fix="check the address of the jump or return; end a routine with RTS, and only an "
          "interrupt handler with RTI")
def runs_nowhere(site: Site, at: records.Jump) -> str:
    """Continues at an address where there is no program."""
    target = f"{site.cell(at.target)}, where there is no program"
    if site.opcode == RTI:
        return f"returns with RTI to {target}: a routine that was called must end with RTS"
    return f"goes to {target}"


@rule(ERROR, "follow.instruction",
      hardware="the bytes are executed as instructions, and the program crashes",
      fix="end the previous routine with RTS or a jump; check the jump that led here")
def runs_data(site: Site, at: records.Jump) -> str:
    """Runs into data or into the middle of an instruction."""
    return f"goes on to {site.address(at.target)}, which is data or the middle of an instruction"


@rule(ERROR, "follow.instruction",
      hardware="the opcode has an effect that no manual describes, or halts the CPU until reset",
      fix="check whether data is being executed; use a documented instruction")
def opcode(_site: Site, at: records.Opcode) -> str:
    """Runs an undocumented opcode."""
    return f"runs the undocumented opcode ${at.code:02X}"


@rule(ERROR, "values.matters", hardware="the variable changes unexpectedly",
      fix="keep variables below the deepest stack, or call less deeply")
def stack_data(site: Site, at: records.Overlaid) -> str:
    """Pushes onto a variable."""
    return f"pushes onto {site.cell(at.address)}, which holds a variable"


@rule(ERROR, "wires.stack_grows",
      hardware="the stack grows into the variables, and the program crashes after some seconds",
      fix="pull what was pushed; end a routine with RTS, and reach the main loop by a jump, not a "
          "call")
def stack_grows(_site: Site, at: records.Count) -> str:
    """Leaves more on the stack after each frame."""
    return f"leaves {at.count} more byte{'s' if at.count > 1 else ''} on the stack after each frame"


@rule(ERROR, "follow.returned",
      hardware="the routine returns to a wrong address, and the program crashes",
      fix="check the end of the loop or table: it has run into the stack")
def return_lost(site: Site, at: records.Write) -> str:
    """Overwrites a return address."""
    return f"writes ${at.value:02X} over the return address at {site.cell(at.address)}"


@rule(ERROR, "follow.returned", hardware="the program continues at a random address and crashes",
      fix="pull everything that was pushed before RTS")
def rts(site: Site, at: records.Jump) -> str:
    """Returns to an address that no call pushed."""
    target = site.cell(at.target)
    if site.opcode == RTI:
        return f"returns with RTI to {target}, but no interrupt was entered: a routine that was " \
               "called must end with RTS"
    return f"returns to {target}, which no call pushed"


@rule(WARNING, "accesses.reading", hardware="the two bytes of the word are exchanged",
      fix="push the low byte first (PSHS B, then PSHS A), or both with PSHS D")
def pull_order(_site: Site, _at: records.Record) -> str:
    """Pulls a word whose bytes were pushed in the wrong order."""
    return "pulls a word whose high byte, A, was pushed before its low byte, B"


@rule(WARNING, "follow.returned", hardware="the rest of the calling routine is skipped",
      fix="pull only what was pushed; to skip the caller on purpose, use LEAS 2,S")
def return_skipped(site: Site, at: records.Jump) -> str:
    """Pulls a return address into a register and returns to the caller's caller."""
    return f"pulls a return address into a register and returns past it, to {site.cell(at.target)}"


@rule(ERROR, "follow.routine",
      hardware="the routine reads and writes the wrong addresses",
      fix="call DP_to_D0 ($F1AA) or DP_to_C8 ($F1AF) first, or set DP and declare it with SETDP")
def dp(site: Site, at: records.Call) -> str:
    """Calls a routine with the wrong DP."""
    return f"calls {site.callee(at.callee)} with DP ${at.page:02X}; " \
           f"it needs ${site.page_of(at.callee):02X}"


@rule(ERROR, "values.matters",
      hardware="the register holds what the routine left there, which another ROM may change",
      fix="save the register around the call, or load it again; set the flags before a branch "
          "that uses them, for example with TST or CMP")
def kept(site: Site, at: records.LeftRegister) -> str:
    """Reads a register, or uses flags, that a routine of the ROM does not preserve."""
    if not at.callee:
        return f"reads {at.name}, which is undefined when the cartridge starts"
    if at.name == "CC":
        return f"uses flags that {site.callee(at.callee)} leaves undefined"
    return f"reads {at.name} as if {site.callee(at.callee)} had kept it"


@rule(WARNING, "uses.carry", hardware="the code after the call uses a different value",
      fix="load the register after the call, or save it in the routine (PSHS, PULS)")
def lost(site: Site, at: records.LostRegister) -> str:
    """Loads a register that a call destroys before it is used."""
    return f"loads {at.name}, which {site.routine_at(at.destroyed_at)} destroys before it is used"


@rule(ADVICE, "follow.instruction",
      hardware="the instruction that should use this value uses a different value",
      fix="check which register is meant; delete the load if nothing needs it")
def unread(site: Site, _at: records.Record) -> str:
    """Loads a register that is written again before it is read."""
    return f"loads {site.unread}, which nothing reads before it is written again"


@rule(WARNING, "uses.kept", hardware="the caller continues with a different value",
      fix="save the register in the routine (PSHS, PULS), or list it under `changes`")
def contract(_site: Site, at: records.ChangedRegister) -> str:
    """Changes a register that its contract block lists as kept."""
    return f"changes {at.name}, which its contract block lists as kept"


@rule(ADVICE, "uses.check_fallthrough",
      hardware="the program runs the next routine as well, and returns from there",
      fix="end the routine with RTS or a jump; if this is intended, write `; falls into ROUTINE`")
def falls(site: Site, at: records.Jump) -> str:
    """Runs into the next routine."""
    return f"runs on into {site.line(at.target).routine}, which is a separate routine"


@rule(ERROR, "follow.instruction",
      hardware="the program accesses a byte in page DP, not this address",
      fix="set DP first, as SETDP declares, or use the extended address (>)")
def setdp(site: Site, at: records.DirectPage) -> str:
    """Uses a direct address while DP differs from SETDP."""
    return f"addresses {site.cell(at.address)} through the direct page while DP is ${at.page:02X}"


@rule(WARNING, "follow.instruction", hardware="the value is part of an instruction or of the title",
      fix="write # before a number that is meant as an immediate value")
def reads_code(site: Site, at: records.Data) -> str:
    """Reads an instruction or the title as data."""
    what = "in the title" if site.in_title(at.address) else "an instruction"
    return f"reads {site.cell(at.address)}, which is {what}, as data"


@rule(WARNING, "uses.inside",
      hardware="the program reads or changes whatever follows the block",
      fix="check the index, and where the loop ends")
def past_end(site: Site, at: records.Pointer) -> str:
    """Reads or writes bytes after the end of a block of data."""
    return f"accesses {site.cell(at.address)}, after the end of {site.cell(at.block)}"


@rule(ERROR, "follow.head",
      hardware="the interrupt runs whatever is at this address, and the program crashes",
      fix="put a JMP to the handler at this address before enabling the interrupt")
def handler(site: Site, at: records.Interrupt) -> str:
    """Enters an interrupt that has no handler."""
    return f"{INTERRUPTS[at.source]} enters {site.cell(at.handler)}, where there is no handler"


@rule(WARNING, "follow.follow",
      hardware="some VIAs stall between 14 and 17 cycles, as VIDE's author measured: "
               "the rest of the pattern is lost",
      fix="leave at least 18 cycles between writes")
def sr_early(_site: Site, at: records.Wait) -> str:
    """Writes the shift register too soon after the previous write."""
    return f"writes the shift register {at.cycles} cycles after the previous write"


@rule(ERROR, "accesses.via_write", hardware="the ramp continues: two lines become one",
      fix="wait for T1's flag (bit 6 of VIA_int_flags) before the next line")
def t1_early(_site: Site, at: records.Wait) -> str:
    """Starts T1 before it has run out."""
    return f"starts T1 {at.cycles} cycles before it has run out"


@rule(ERROR, "accesses.via_read",
      hardware="Wait_Recal waits for a flag that has been cleared: the frame takes 43 ms more",
      fix="read VIA_int_flags instead, or only T2's high byte")
def t2_flag(_site: Site, _at: records.Record) -> str:
    """Clears T2's flag by reading its low byte."""
    return "reads T2's low byte after T2 has run out, which clears T2's flag"


@rule(WARNING, "accesses.via_write",
      hardware="the beam goes dark, and the rest of the line is missing",
      fix="wait for T1's flag (bit 6 of VIA_int_flags) before VIA_shift_reg = 0")
def sr_cut(_site: Site, at: records.Wait) -> str:
    """Clears the shift register during a line."""
    return f"clears the shift register {at.cycles} cycles before the ramp ends"


@rule(WARNING, "wires.on_wires_changed",
      hardware="corners become bright spots, and moves become lines",
      fix="clear VIA_shift_reg at the end of each line")
def lit_between(_site: Site, at: records.Wait) -> str:
    """Leaves the beam lit between two lines."""
    return f"leaves the beam lit for {at.cycles} cycles from one line to the next"


@rule(WARNING, "wires.on_wires_changed",
      hardware="Y keeps part of its old value: the line ends in a wrong place",
      fix="leave the multiplexer on for at least 6 cycles; to switch it off, use INC VIA_port_b, "
          "which takes long enough")
def y_hold(_site: Site, at: records.Wait) -> str:
    """Closes the Y hold before it has settled."""
    return f"closes the Y hold {at.cycles} cycles after opening it or changing the DAC"


@rule(WARNING, "wires.on_wires_changed",
      hardware="Y follows X as soon as the DAC changes: the line bends",
      fix="switch the multiplexer off (INC VIA_port_b) before the ramp")
def y_open(_site: Site, _at: records.Record) -> str:
    """Starts a ramp while the Y hold is open."""
    return "starts a ramp while the Y hold is still open"


@rule(ADVICE, "wires.on_wires_changed",
      hardware="Y, Z or the sound keeps its old value",
      fix="switch the multiplexer on (VIA_port_b) while the DAC has this value")
def dac_unused(_site: Site, at: records.Dac) -> str:
    """Sets the DAC to a value that nothing uses."""
    return f"sets the DAC to {at.value}, which nothing uses before it is set again"


@rule(WARNING, "wires.on_wires_changed",
      hardware="X turns in the middle of the line, at a different point on each machine",
      fix="wait for T1's flag before setting the next value")
def dac_ramp(_site: Site, at: records.Wait) -> str:
    """Changes the DAC during a ramp."""
    return f"changes the DAC {at.cycles} cycles into a ramp"


@rule(ERROR, "wires.zero_short", hardware="everything drawn next is off by that distance",
      fix="leave ZERO on for at least 40 cycles after a far deflection")
def zero_short(_site: Site, at: records.Offset) -> str:
    """Ends zeroing before the beam is at the centre."""
    return f"ends zeroing {at.distance / SCREEN_UNIT:.0f} units short of the centre, " \
           "and draws from there"


@rule(ERROR, "wires.ramp_ends", hardware="nothing moves: a bright dot stands at the centre",
      fix="release the integrators first, with Moveto_d or VIA_cntl = $CE")
def zero_held(_site: Site, _at: records.Record) -> str:
    """Draws a line while ZERO is on."""
    return "draws a line while ZERO holds the beam"


@rule(WARNING, "follow.follow", hardware="lines do not meet, and text leans",
      fix="zero the beam with Reset0Ref more often")
def drift(_site: Site, at: records.Offset) -> str:
    """Draws after the beam has drifted."""
    return f"draws after the beam has drifted by {at.distance / SCREEN_UNIT:.1f} units"


@rule(WARNING, "wires.ramp_ends",
      hardware="each line adds its error to the next: figures do not close",
      fix="zero the beam with Reset0Ref after about 15 lines")
def draws(_site: Site, at: records.Count) -> str:
    """Draws many lines without zeroing the beam."""
    return f"draws {at.count} lines without zeroing the beam"


@rule(WARNING, "follow.follow",
      hardware="the picture is bent and squeezed at the edge, differently on each machine",
      fix="keep the picture nearer to the centre, or use a smaller scale")
def saturation(_site: Site, at: records.Position) -> str:
    """Draws beyond what the deflection can follow."""
    return f"draws to {at.x / SCREEN_UNIT:.0f}, {at.y / SCREEN_UNIT:.0f}, " \
           "beyond what the deflection can follow"


@rule(WARNING, "wires.ramp_ends",
      hardware="the ramp is about two cycles longer (PiTrex also corrects for this): the line "
               "is too long by a quarter or more",
      fix="use smaller strengths, and a scale of at least 8")
def ramp_short(_site: Site, at: records.Wait) -> str:
    """Draws with a very short ramp."""
    return f"draws with a ramp of {at.cycles} cycles"


@rule(ADVICE, "wires.begins",
      hardware="the position of the lines depends on what was drawn before them, and drift adds "
               "up",
      fix="call Reset0Ref before moving to the place, unless this dependence is intended")
def unzeroed(site: Site, at: records.Inherited) -> str:
    """Draws from the place where the lines of another routine ended."""
    return f"draws from the place where the lines of {site.routine_at(at.set_at)} ended"


@rule(ADVICE, "wires.ramp_ends",
      hardware="scale $FF is the largest: vectors are twice as long as at the usual scale $7F",
      fix="set VIA_t1_cnt_lo before the drawing, or call a routine that sets the scale")
def scale(_site: Site, _at: records.Inherited) -> str:
    """Draws at the scale that Wait_Recal has set."""
    return "draws at scale $FF, which Wait_Recal has set"


@rule(ERROR, "wires.standing", hardware="the spot burns into the phosphor",
      fix="blank the beam (VIA_shift_reg = 0), or light the point for a shorter time")
def burn(_site: Site, at: records.Wait) -> str:
    """Leaves the beam lit at one point."""
    return f"leaves the beam lit at one point for {at.cycles:,} cycles"


BRIGHTNESS_FAULTS = {records.NEVER_SET: "that was never set",
                     records.SET_LONG_AGO: "that was set more than 100,000 cycles ago",
                     records.SET_BY_STICKS: "that was left in the hold when the sticks were read"}


@rule(WARNING, "wires.light",
      hardware="the hold leaks, visibly after 100,000 cycles (VIDE): the picture is dim or dark",
      fix="call Intensity_a once a frame, after Wait_Recal")
def brightness(_site: Site, at: records.Brightness) -> str:
    """Draws with a brightness that was not set in time."""
    return f"draws with a brightness {BRIGHTNESS_FAULTS[at.fault]}"


@rule(ADVICE, "wires.light", hardware="the lines are as bright as whatever was drawn before them",
      fix="call Intensity_a before drawing; if several routines share a brightness, set it in "
          "their caller")
def intensity(site: Site, at: records.Inherited) -> str:
    """Draws with the brightness that another routine set for its own lines."""
    return f"draws with the brightness that {site.routine_at(at.set_at)} set for its own lines"


@rule(WARNING, "accesses.via_read", hardware="the comparator has not settled: the stick jitters",
      fix="wait about 18 cycles between setting the DAC and reading the comparator")
def stick_early(_site: Site, at: records.Wait) -> str:
    """Reads the comparator before it has settled."""
    return f"reads the comparator {at.cycles} cycles after the DAC changed"


@rule(WARNING, "follow.follow", hardware="the picture flickers, and the game slows down",
      fix="draw or compute less in this frame (`vecx budget --by-routine` names the most "
          "expensive routines); set Vec_Rfrsh to $7530 cycles, stored low byte first")
def overrun(site: Site, at: records.Frame) -> str:
    """Needs more cycles than a frame has."""
    asked = CYCLES_PER_SECOND / at.asked
    if asked > RATE_MOST:
        return f"sets T2 for a frame of only {at.asked:,} cycles ({asked:,.0f} per second): " \
               "check the value of Vec_Rfrsh and the order of its two bytes"
    if at.count == 1:
        return f"needs {at.cycles:,} cycles for a frame of {at.asked:,}"
    most = f"; in the longest, {site.routine_at(at.routine)} takes {at.share:,}" \
        if at.routine >= 0 else ""
    return f"exceeds the {at.asked:,} cycles of a frame in {at.count:,} frames: " \
           f"{at.mean:,} cycles on average, {at.cycles:,} at most{most}"


REFRESH_FAULTS = {records.DRIFTS: "the picture drifts", records.FADES: "the brightness fades",
                  records.FALLS_SILENT: "the sound stops"}


@rule(ERROR, "wires.frame_end",
      hardware="the beam is never recalibrated, its brightness is not refreshed, and the sound "
               "does not continue",
      fix="call Wait_Recal ($F192) at the start of the main loop")
def no_refresh(_site: Site, at: records.NoFrame) -> str:
    """Draws for so long without starting a frame that the picture or the sound suffers."""
    return f"draws without starting a frame for {at.cycles:,} cycles: {REFRESH_FAULTS[at.suffers]}"


@rule(WARNING, "wires.frame_end", hardware="the speed of the game depends on how much it draws",
      fix="call Wait_Recal ($F192) at the start of the main loop")
def untimed(_site: Site, at: records.Wait) -> str:
    """Draws without waiting for a frame."""
    return f"draws without waiting for a frame for {at.cycles:,} cycles"


@rule(WARNING, "wires.frame_end",
      hardware="the picture beats against the mains, and a 50 Hz game runs at a different speed",
      fix="leave Vec_Rfrsh at $7530 cycles (stored low byte first)")
def rate(_site: Site, at: records.Wait) -> str:
    """Makes frames at a rate other than 50 Hz."""
    return f"makes {CYCLES_PER_SECOND / at.cycles:.1f} frames per second"


HANGS = {records.HANGS_IN_LOOP: "repeats a loop that changes nothing",
         records.HANGS_ON_FLAG: "waits for a VIA flag that nothing will set"}


@rule(ERROR, "wires.hangs", hardware="the screen stays dark, and nothing happens until reset",
      fix="check the condition of the loop; reading the low byte or writing the high byte of a "
          "timer's counter clears the timer's flag")
def hangs(_site: Site, at: records.Stuck) -> str:
    """Waits for something that cannot happen."""
    return HANGS[at.fault]


AY_FAULTS = {
    records.AY_CHANGES: "changes port A while the sound chip takes a byte from it",
    records.AY_JUMPS: "goes from one bus function of the sound chip to another without going "
                      "inactive",
    records.AY_UNLATCHED: "writes to the sound chip with no register latched",
    records.AY_ABOVE: "latches a sound register above 15",
    records.AY_INPUT: "writes to the sound chip while some pins of port A are inputs (DDR A is "
                      "${ddr_a:02X}): set DDR A to $FF",
    records.AY_BOTH: "reads the sound chip while DDR A is ${ddr_a:02X}, so that both drive the "
                     "bus: set DDR A to $00",
    records.AY_UNREAD: "reads the sound chip with no register latched",
    records.AY_OTHERS: "writes to the sound register that the executive ROM latched last"}


@rule(ERROR, "accesses.sound_bus", hardware="the sound chip receives the wrong byte, or none",
      fix="set DDR A to $FF, latch the register, go inactive (BDIR = BC1 = 0), put the value on "
          "port A, write, go inactive: as Sound_Byte ($F256) does")
def ay_bus(_site: Site, at: records.SoundBus) -> str:
    """Breaks the bus protocol of the sound chip."""
    return AY_FAULTS[at.fault].format(ddr_a=at.ddr_a)


@rule(ERROR, "checker._note", hardware="the ROM prints whatever follows, and the frame overruns",
      fix="end the text with a byte from $80 to $FF")
def text_end(site: Site, at: records.List) -> str:
    """Prints a text without an end."""
    return f"prints a text at {site.address(at.address)} that has no end within {at.size} " \
           "characters"


@rule(ERROR, "checker._note",
      hardware="the ROM draws whatever follows: a wild picture that takes too long",
      fix="end the list as its routine requires: `vecx info --rom NAME` shows the contract")
def list_end(site: Site, at: records.List) -> str:
    """Draws a list without an end, or one whose count is too high."""
    begin = f"draws a list at {site.address(at.address)}"
    if at.beyond:
        return f"{begin} whose count is {at.size} pairs of bytes, {at.beyond} more than " \
               "the list has"
    return f"{begin} that has no end within {at.size} bytes"


@rule(ERROR, "checker._note", hardware="the ROM draws a wild picture, or nothing",
      fix="call the routine for this kind of list, or write the list as its routine requires: "
          "`vecx info --rom NAME` shows the contract")
def list_kind(site: Site, at: records.OtherList) -> str:
    """Draws a list that has the form for another routine."""
    return f"draws a list at {site.address(at.address)} that has the form for {at.routine}"


RULES = tuple(_defined)
NAMES = tuple(one.name for one in RULES)
NUMBER = {name: number for number, name in enumerate(NAMES)}

# Rules about random values, reported only if a console is found that behaves differently.
NEED_WITNESS = frozenset(("ram-unset", "kept", "read-nowhere"))


def select(text: str) -> frozenset[str]:
    """Return the names of the rules that a selection enables.

    Args:    text  `NAME,no-NAME,...`: only the named rules, or all but those with `no-`; empty or
                   `all`: all rules
    Errors:  UsageError if a name is unknown

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
        raise UsageError(f"--strict: unknown rule '{unknown[0]}'"
                         + (f"; did you mean {near[0]}?" if near else ".")
                         + " Use one of these; no- before a name turns the rule off: "
                         + ", ".join(NAMES))
    named = {word for word in words if word in NUMBER}
    return frozenset((named or set(NAMES)) - {word.removeprefix("no-") for word in words
                                              if word not in NUMBER})
