"""The rules of the strict machine, one definition each.

A definition is a function that returns the message of a finding.  Its name is the rule's name; its
docstring says what the program does; its decorator gives the level, the detector, the effect on
real hardware and the fix; its second parameter is the record of the detector.
The detector is the function of this package that raises the rule, as FILE.FUNCTION.

`rule` replaces the function by the Rule.  RULES, the rows of docs/strict.md, the names that
`--strict` accepts and the names of the cases in tests/cases/strict follow from the definitions.

To add a rule, add its number to numbers.py and its definition here, raise it in a detector
(follow.py, accesses.py, entries.py, wires.py, uses.py or values.py), add its two cases, and run
`python docs/build_strict.py`.

Sources: [ANALOG] and the settings of the PiTrex driver for the beam; [MC6809E], [R6522],
[AY] for the chips; the contract blocks of the executive ROM for what its routines need, and [BIOS]
for what they do with other values.
"""

import typing
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

from ..chips.beam import SCREEN_UNIT
from ..chips.state import CYCLES_PER_SECOND, FRAME_CYCLES
from ..console.registers import VIA_NAMES
from ..errors import UsageError
from . import numbers, records
from .program import Site

ERROR, WARNING, ADVICE = "error", "warning", "advice"
# The levels, most serious first, with their plurals.
LEVELS = {ERROR: "errors", WARNING: "warnings", ADVICE: "pieces of advice"}
R = TypeVar("R", bound=records.Record)

PORTS = {"ORB": "port B", "ORA": "port A", "ORA*": "port A", "DDRB": "DDR B", "DDRA": "DDR A",
         "SR": "shift register"}
INTERRUPTS = "IRQ", "SWI", "SWI2", "SWI3", "NMI", "FIRQ"
RTI = 0x3B
MUSIC_FLAG = 0xC856     # Vec_Music_Flag
JOY_CELLS = 0xC81B      # Vec_Joy_1_X, behind the cells of the buttons
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


_defined: dict[int, Rule] = {}        # by number


def units(distance: int) -> int:
    """Return a distance of the beam in whole screen units."""
    return round(distance / SCREEN_UNIT)


def rule(level: str, detector: str, *, hardware: str,
         fix: str) -> Callable[[Callable[[Site, R], str]], Rule]:
    """Define a rule by the function that returns its message.  The Rule replaces the function."""

    def define(message: Callable[[Site, R], str]) -> Rule:
        record = list(typing.get_type_hints(message).values())[1]
        defined = Rule(message.__name__.replace("_", "-"), level, detector,
                       (message.__doc__ or "").rstrip("."), hardware, fix, record, message)
        _defined[getattr(numbers, message.__name__.upper())] = defined
        return defined

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
def runs_nowhere(site: Site, at: records.Return) -> str:
    """Continues at an address where there is no program."""
    target = f"{site.cell(at.target)}, where there is no program"
    if site.opcode == RTI:
        return f"returns with RTI to {target}: a routine that was called must end with RTS"
    return f"goes to {target}"


@rule(ERROR, "follow.instruction",
      hardware="the bytes are executed as instructions, and the program crashes",
      fix="end the previous routine with RTS or a jump; check the jump that led here")
def runs_data(site: Site, at: records.Return) -> str:
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
def rts(site: Site, at: records.Return) -> str:
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


@rule(ERROR, "values.matters", hardware="the register differs from start to start",
      fix="load the register before using it")
def kept(_site: Site, at: records.LeftRegister) -> str:
    """Reads a register that is undefined when the cartridge starts."""
    return f"reads {at.name}, which is undefined when the cartridge starts"


@rule(WARNING, "values.matters",
      hardware="the value is the same on every console, but the ROM does not promise it, and it is "
               "seldom the one that was meant",
      fix="save the register around the call, or load it again; set the flags before a branch "
          "that uses them, for example with TST or CMP")
def unpromised(site: Site, at: records.LeftRegister) -> str:
    """Uses a register or flags as a routine of the ROM happens to leave them."""
    if not at.callee:
        return f"uses {at.name} as the ROM leaves it when the cartridge starts"
    routine = site.callee(at.callee)
    if at.name == "CC":
        return f"uses flags that {routine} leaves, but does not promise"
    if site.calls_rom:
        return f"calls {site.calls_rom} with {at.name} as {routine} has left it, not loaded"
    return f"reads {at.name} as if {routine} had kept it"


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


@rule(WARNING, "follow.instruction",
      hardware="the branch goes the wrong way for values above 127 (of two bytes: 32,767)",
      fix="use BHI, BHS, BLO or BLS after a comparison of unsigned values")
def signed(site: Site, _at: records.Record) -> str:
    """Compares with an unsigned number and branches as if it were signed."""
    return f"compares with {site.compared}, and then branches with a signed condition"


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


@rule(WARNING, "wires.light", hardware="nothing is visible: $80 to $FF are negative",
      fix="use a brightness of $00 to $7F")
def dark(site: Site, at: records.Dark) -> str:
    """Draws with a brightness of $80 or more, which is dark."""
    return f"sets the brightness to ${at.brightness:02X}, and everything drawn with it is dark"


@rule(ERROR, "wires.zero_short", hardware="everything drawn next is off by that distance",
      fix="if the beam was moved off the screen, check the coordinates (Joy_Analog returns -128 to "
          "127); else leave ZERO on for at least 40 cycles after a far deflection")
def zero_short(_site: Site, at: records.Offset) -> str:
    """Ends zeroing before the beam is at the centre."""
    return f"ends zeroing {units(at.distance)} units short of the centre, and draws from there"


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
    return f"draws to y {units(at.y)}, x {units(at.x)}, beyond what the deflection can follow"


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


TO_FRAME = "call Wait_Recal ($F192) at the start of the main loop; if it is there, spread the " \
           "work of the routine that takes longest over several frames"


def longest(site: Site, at: records.NoFrame) -> str:
    """Return the routine that kept the program from starting a frame; "" if there is none."""
    return f"; it has not returned from {site.routine_at(at.routine)}" if at.routine else ""


@rule(ERROR, "wires.frame_end",
      hardware="the beam is never recalibrated, its brightness is not refreshed, and the sound "
               "does not continue", fix=TO_FRAME)
def no_refresh(site: Site, at: records.NoFrame) -> str:
    """Draws for so long without starting a frame that the picture or the sound suffers."""
    return f"draws without starting a frame for {at.cycles:,} cycles: " \
           f"{REFRESH_FAULTS[at.suffers]}{longest(site, at)}"


@rule(WARNING, "wires.frame_end", hardware="the speed of the game depends on how much it draws",
      fix=TO_FRAME)
def untimed(site: Site, at: records.NoFrame) -> str:
    """Draws without waiting for a frame."""
    return f"draws without waiting for a frame for {at.cycles:,} cycles{longest(site, at)}"


@rule(WARNING, "wires.frame_end",
      hardware="the picture beats against the mains, and a 50 Hz game runs at a different speed",
      fix="leave Vec_Rfrsh at $7530 cycles (stored low byte first)")
def rate(_site: Site, at: records.Wait) -> str:
    """Makes frames at a rate other than 50 Hz."""
    return f"makes {CYCLES_PER_SECOND / at.cycles:.1f} frames per second"


HANGS = {records.HANGS_IN_LOOP: "repeats a loop that changes nothing",
         records.HANGS_ON_FLAG: "waits for a VIA flag that nothing will set",
         records.HANGS_IN_SYNC: "waits in SYNC for an interrupt that nothing will cause",
         records.HANGS_IN_CWAI: "waits in CWAI for an interrupt that nothing will cause"}


@rule(ERROR, "wires.hangs", hardware="the screen stays dark, and nothing happens until reset",
      fix="check the condition of the loop; reading the low byte or writing the high byte of a "
          "timer's counter clears the timer's flag; to wait for the next frame, call Wait_Recal")
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


@rule(ERROR, "entries.chip_read",
      hardware="the sound chip drives the lines of the buttons: presses are lost",
      fix="keep bit 6 of sound register 7 at 0 ($3F is silence), or clear it before reading the "
          "buttons")
def port_output(_site: Site, _at: records.Inherited) -> str:
    """Reads the buttons while port A of the sound chip is an output."""
    return "reads the buttons while port A of the sound chip is an output (bit 6 of register 7)"


@rule(ERROR, "checker._check_header", hardware="the console shows its own program instead",
      fix="begin with `g GCE 2026`, $80, the address of a tune (FDB), then height, width, y, x and "
          "text for each line of the title, $80 after each text, and a 0 before the program")
def not_started(_site: Site, at: records.Header) -> str:
    """Has a header with which the ROM does not start the cartridge."""
    return at.fault


@rule(ERROR, "entries.text",
      hardware="the way back between two rows takes up to 2,340 cycles: the frame is longer, and "
               "rows lie off the screen",
      fix="print at least two characters: add a space")
def text_size(site: Site, at: records.Text) -> str:
    """Prints a text of no, of one or of more than 129 characters."""
    cycles = 1109 + 234 * at.characters - 13_824 * ((at.characters - 2) // 128)
    text = f"at {site.address(at.address)}: it takes {cycles:,} cycles"
    if at.characters == 0:
        return f"prints an empty text {text} and shows nothing"
    if at.characters == 1:
        return f"prints a text of one character {text}, and only the top row of the character is " \
               "on the screen"
    return f"prints a text of {at.characters} characters {text}, and each row begins far to the " \
           "side of the row above"


@rule(ERROR, "entries.sticks",
      hardware="Joy_Analog never returns, and the screen goes dark",
      fix="store $00, $01, $02, $04, $08, $10, $20 or $40 in Vec_Joy_Resltn ($C81A)")
def joy_resolution(_site: Site, at: records.StoredCell) -> str:
    """Calls Joy_Analog with a resolution for which it does not return."""
    return f"reads the sticks with resolution ${at.value:02X} (Vec_Joy_Resltn), for which " \
           "Joy_Analog does not return"


@rule(ERROR, "entries.sticks",
      hardware="another signal than this stick is measured, or the sound chip is disturbed",
      fix="store 1, 3, 5 or 7 in Vec_Joy_Mux_1_X to Vec_Joy_Mux_2_Y, or 0 for no measurement")
def joy_mux(site: Site, at: records.StoredCell) -> str:
    """Reads the sticks with a multiplexer value that selects no pot."""
    return f"reads the sticks with {at.value} in {site.cell(at.address)}, which selects no pot"


ARGUMENTS = {
    records.NOT_DECIMAL: "adds ${value:04X} to a score, but its digits are not decimal",
    records.SHIPS_INTERRUPTED: "calls Print_Ships, which builds its text below the stack, while "
                               "an interrupt can overwrite it",
    records.PATTERN_NOT_ZEROED: "draws a pattern with a scale of {value}, at which the ROM does "
                                "not zero the beam although Vec_0Ref_Enable asks for it",
    records.CLEARS_OTHERWISE: "clears ${value:04X} + 1 bytes, but from $8000 on Clear_x_d counts "
                              "the number as negative"}


@rule(ERROR, "entries.enters", hardware="the routine does something else",
      fix="check the value: decimal digits for Add_Score_d ($1234 is 1,234), a scale of at least "
          "4, at most $7FFF for Clear_x_d; disable interrupts (ORCC #$10) before Print_Ships")
def argument(_site: Site, at: records.Argument) -> str:
    """Calls a routine of the ROM with a value that it cannot handle."""
    return ARGUMENTS[at.fault].format(value=at.value)


@rule(ADVICE, "entries.enters", hardware="the routine works, but no description promises it",
      fix="write the routine yourself: it is a part of the built-in game")
def built_in(site: Site, at: records.Jump) -> str:
    """Calls a routine of the game that is built into the console."""
    return f"calls {site.callee(at.target)}, a routine of the built-in game"


@rule(WARNING, "entries.cell_read",
      hardware="the cells keep their values: the game does not react to the controller",
      fix="call Joy_Digital (or Joy_Analog) for the sticks, Read_Btns for the buttons, in each "
          "frame")
def unpolled(site: Site, at: records.ForgottenCell) -> str:
    """Reads the state of a controller that no routine fills."""
    routine = "Joy_Digital or Joy_Analog" if at.address >= JOY_CELLS else "Read_Btns"
    return f"reads {site.cell(at.address)} in one frame after another, but does not call {routine}"


@rule(WARNING, "entries.cell_read", hardware="the variable loses its value",
      fix="put the variable into RAM from $C880 on: the cells below belong to the ROM")
def rom_variable(site: Site, at: records.TakenCell) -> str:
    """Keeps a variable in a cell that the ROM overwrites."""
    return f"reads {site.cell(at.address)}, into which it has stored a value, but the ROM has " \
           "overwritten it"


@rule(WARNING, "entries.double_frames",
      hardware="the picture flickers, and the game runs at a fraction of its speed",
      fix="call Wait_Recal once in the main loop")
def frame_twice(_site: Site, at: records.Frames) -> str:
    """Waits for more than one frame before it draws."""
    rate = CYCLES_PER_SECOND / FRAME_CYCLES / at.count
    return f"waits for {at.count} frames for each picture: {rate:.0f} pictures per second"


@rule(WARNING, "entries.frame_ends",
      hardware="the second call finds no new presses, because the first one has found them",
      fix="call Read_Btns once in each frame, and test Vec_Buttons ($C811) as often as needed")
def buttons_twice(_site: Site, _at: records.Earlier) -> str:
    """Reads the buttons twice in each frame."""
    return "reads the buttons a second time in each frame"


@rule(WARNING, "entries.tune", hardware="only the first note is heard, as a steady tone",
      fix="store 1 in Vec_Music_Flag once, when the tune begins")
def tune_restarts(_site: Site, _at: records.Earlier) -> str:
    """Starts a tune again in each frame."""
    return "starts the tune again in each frame"


@rule(WARNING, "entries.frame_ends", hardware="nothing is heard",
      fix="call Do_Sound ($F289) in each frame, or write to the chip with Sound_Byte ($F256)")
def unsent(site: Site, at: records.ForgottenCell) -> str:
    """Plays a tune or stores sound registers into RAM, but sends nothing to the chip."""
    if at.address == MUSIC_FLAG:
        return "plays a tune, but nothing sends its notes to the sound chip"
    return f"stores a sound register in {site.cell(at.address)}, but nothing sends it to the chip"


@rule(WARNING, "checker._list_fault", hardware="the text has other characters, or rubbish",
      fix="write texts in capital letters; the ROM has the characters $20 to $6F")
def text_font(site: Site, at: records.OfText) -> str:
    """Prints a character that the ROM does not have, or a symbol in place of a small letter."""
    what = f"'{chr(at.character)}'" if 0x20 < at.character < 0x7F else f"${at.character:02X}"
    return f"prints a text at {site.address(at.address)} with {what}, which is not in the ROM's " \
           "font"


@rule(ERROR, "checker._list_fault",
      hardware="the ROM prints whatever follows, and the frame overruns",
      fix="end the text with a byte from $80 to $FF")
def text_end(site: Site, at: records.List) -> str:
    """Prints a text without an end."""
    return f"prints a text at {site.address(at.address)} that has no end within {at.size} " \
           "characters"


@rule(ERROR, "checker._list_fault",
      hardware="the ROM draws whatever follows: a wild picture that takes too long",
      fix="end the list as its routine requires: `vecx info --rom NAME` shows the contract")
def list_end(site: Site, at: records.List) -> str:
    """Draws a list without an end, or one whose count is too high."""
    begin = f"draws a list at {site.address(at.address)}"
    if at.beyond:
        return f"{begin} whose count is {at.size} pairs of bytes, {at.beyond} more than " \
               "the list has"
    return f"{begin} that has no end within {at.size} bytes"


@rule(WARNING, "checker._list_fault", hardware="the last line of the list is missing",
      fix="make the count one more: check whether the routine expects the number of lines or one "
          "less")
def list_rest(site: Site, at: records.List) -> str:
    """Draws a list whose count leaves out its last pair of bytes."""
    return f"draws a list at {site.address(at.address)} whose count is {at.size} pairs of bytes, " \
           f"{at.beyond} fewer than the list has"


@rule(WARNING, "checker._list_fault",
      hardware="the line goes the other way: the byte counts as negative",
      fix="use coordinates from -128 to 127; divide them, and use a larger scale")
def list_value(site: Site, at: records.ListValue) -> str:
    """Draws a list with a coordinate above 127."""
    return f"draws a list with the coordinate {at.value} at {site.address(at.address)}, which is " \
           f"{at.value - 256}"


@rule(ERROR, "checker._list_fault", hardware="the ROM draws a wild picture, or nothing",
      fix="call the routine for this kind of list, or write the list as its routine requires: "
          "`vecx info --rom NAME` shows the contract")
def list_kind(site: Site, at: records.OtherList) -> str:
    """Draws a list that has the form for another routine."""
    return f"draws a list at {site.address(at.address)} that has the form for {at.routine}"


RULES = tuple(_defined[number] for number in range(numbers.RULE_COUNT))
NAMES = tuple(one.name for one in RULES)
NUMBER = {name: number for number, name in enumerate(NAMES)}

# Rules about random values, reported only if a console is found that behaves differently.
NEED_WITNESS = frozenset(("ram-unset", "kept", "unpromised", "read-nowhere"))


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
        near = get_close_matches(unknown[0].removeprefix("no-"), NAMES, 1)
        raise UsageError(f"--strict: unknown rule '{unknown[0]}'"
                         + (f"; did you mean {near[0]}?" if near else ".")
                         + " Use one of these; no- before a name turns the rule off: "
                         + ", ".join(NAMES))
    named = {word for word in words if word in NUMBER}
    return frozenset((named or set(NAMES)) - {word.removeprefix("no-") for word in words
                                              if word not in NUMBER})
