"""The state of the strict machine: every field, its width, its values at power-on and after /RESET.

SHADOW holds what hardware does not remember: which bytes of RAM were written and by which
instruction, calls that have not returned, undefined registers, the last state of the wires.
"""

from typing import Any, NamedTuple

import numpy as np

from . import numbers
from .facts import PLACES, ROUTINES_MAX

READS_MAX = 16          # bytes that an instruction reads, at most
FIGURES = 3             # of a row of `found`: records.py names them by family of rules
CALLERS = 3             # the innermost calls that a row of `found` lists
CALLS_MAX = 256         # nested calls that are followed
TURNS = 8192            # remembered calls and returns
ENTRIES = 8192          # remembered calls into the ROM; a slice of the beam has far fewer
COSTS_MAX = 32          # routines of a frame whose cycles are counted
ENDS = 64               # remembered ends of frames: more than one second of them
FOUND_MAX = 16384       # rows of one pass; the rest is found the next time

# Names, type, power-on, reset, meaning.  Types: i an integer, b a byte, f a float; *N an array.
# After /RESET a field is a number again, `clock` (no earlier event counts: the clock may have been
# set back), or as before (`keep`).
TABLE = """
# --- memory
# memory as the program sees it, both banks; RAM as the rows of the log have it so far
mem                                   i*2x65536       0 keep
bank,banked                           i               0 keep
# of code in RAM: code_of (facts.py) of what `of` is about
coded                                 i*65536         0 keep
pc_bank                               i               0 keep   the bank of the instruction that runs
# instructions as words of chips/decode.py, 0 = not decoded
words                                 i*2x65536       0 keep
# --- undefined bits
# undefined bits of registers, by their number in the post-byte of TFR, and of memory; where they
# come from, ORIGIN_... of values.py; which bytes of RAM have been reported
reg_u                                 i*16            0 0
reg_by                                i*16            0 keep
any_u                                 i               0 0
mem_u,mem_by                          i*65536         0 keep
reported                              b*65536         0 keep
# --- what the ROM has left
# flags that a routine of the ROM has left undefined, until they are written; their origin
left_flags                            i               0 0
left_by                               i               0 keep
# the cartridge has begun, at this PC; registers that still have their values from then
entered                               i               0 0
begins                                i               0 keep
left_registers                        i               0 0
handlers                              i               0 0      interrupts that have not returned
# 1 + the PC that has moved S far away, 0 = it is where the ROM has set it: at `s_home`
s_own                                 i               0 0
s_home                                i               0 keep
# --- programs that stand still
# last write to the VIA, last read of a register of it that is no flag, last write to RAM, last
# read of the flags and its PC; a state that must not come again while nothing is written
via_at,via_read_at,ram_at,flag_at     i               0 clock
flag_pc                               i               0 keep
stuck_pc                              i              -1 -1
stuck_a,stuck_b                       i               0 keep
# since when; when it has come again
stuck_at                              i               0 keep
hung                                  i               0 0
# something is due at one of the next instructions
watched                               i               1 1
# --- frames that take too long
# routines that the main loop has called in this frame, and their cycles
costs                                 i               0 0
cost_to,cost                          i*COSTS         0 keep
# by place: the worst frame that took too long, their sum; the routine that took most of the
# worst, and its cycles
over_most,over_sum                    i*PLACES        0 keep
over_routine,over_share               i*PLACES        0 keep
# --- the instruction that runs
# where both ways of an undefined branch meet (-1: nowhere), and what one of them has changed
join_pc                               i              -1 keep
join_by,joins                         i               0 keep
# the instruction that runs: its row, whether its bits are settled, what it has read
row_a,row_b                           i               0 keep
began                                 i               0 clock
settled                               i               0 keep
reads,read_u_any                      i               0 0
read_at                               i*READS         0 keep
read_value,read_u                     i*READS         0 keep
read_by                               i*READS         0 keep
# --- each byte of RAM
set                                   i*1024          0 keep   RAM: 1 = written since power-on
stored_pc,pushed_pc                   i*1024          0 keep   PCs of the last store, push
# 1 = written as a variable, 2 = and read as one, 3 and 4 = then pushed over
wrote                                 i*1024          0 keep
# T_...: the kind of instruction that wrote it
tag                                   i*1024          0 keep
# post-byte of the PSHS that pushed A or B alone there, or 0
alone                                 b*1024          0 keep
tag_id                                i*1024          0 keep   number of that instruction
# for an overwritten byte of a return address: its value, and the PC that overwrote it
lost_value,lost_pc                    i*1024          0 keep
# --- stack and calls
number                                i               0 keep   of the instruction that runs
# of the instruction that runs
pc                                    i              -1 -1
s                                     i               0 keep
facts                                 i               0 0
# being entered: 1 + its entry of decode.py, 0 = none
interrupt                             i               0 0
# the last two bytes pulled: their tags, and where they were
pulled,pulled_id,pulled_at            i*2             0 keep
# bytes of return addresses that it has pulled
pulled_calls                          i               0 keep
# the lowest S in RAM since the program began, and where
s_low,s_low_pc                        i               0 keep
# calls that have not returned
depth                                 i               0 0
call_s,call_to                        i*CALLS         0 keep
call_from                             i*CALLS         0 keep
call_at                               i*CALLS         0 keep   cycles
call_a,call_b                         i*CALLS         0 keep   registers at the call
# the last changes of `depth`: cycle, `depth` from then on, PC of the call (-1: a return)
turns                                 i               0 0
turn_at,turn_depth,turn_from          i*TURNS         0 keep
# --- loads without use
# registers A B X Y U: PC of a load that is not used yet (-1: none), its depth of calls and its
# value; PC of the instruction that destroyed it since (-1: none)
load_pc                               i*5            -1 -1
load_depth,load_value                 i*5             0 keep
load_lost                             i*5            -1 -1
# X Y U: the block of data whose first address they were set to, and its end; 0 = none
block                                 i*3             0 0
block_end                             i*3             0 keep
# they were set to an instruction, and may read code
to_code                               i*3             0 keep
entry                                 i               0 0
entry_pc,entry_at                     i*ENTRIES       0 keep
# the program has crashed: nothing is reported any more
lost                                  i               0 0
# --- loops
# outermost loop of the frame: S, and its last branch
s_top,loop                            i              -1 keep
# S there in the previous frame, how far it had fallen, and for how many frames it has so fallen
s_before,s_fell,s_falls               i               0 keep
# --- VIA
ier,acr,ora,orb,ddra,ddrb             i               0 0
# registers of the VIA written so far, a bit each
via_set                               i               0 0
t1_latch                              i               0 keep
t1_end                                i              -1 -1
# the call of a recalibration, if that set T1's latch
scale_pc                              i              -1 keep
t2_latch                              i               0 keep
t2_end                                i              -1 -1
t2_early                              i               0 keep
# BDIR and BC1; a register is latched, 2 = by the ROM
bus,latched                           i               0 0
wires                                 i               0 keep
# --- beam
ramp_at,ramp_end                      i               0 clock
ramp_lit                              i               0 keep
lit_at                                i               0 clock
lit_pc                                i               0 keep
lit_cycle                             i               0 clock
burnt                                 i               0 keep
dac_at                                i               0 clock
dac_old                               i               0 keep
y_at                                  i               0 clock
# PC that set the DAC, whether the beam has used that value; when port A was last written, and
# when the sound chip or the comparator last used it
dac_pc,dac_taken                      i               0 keep
ora_at,port_a_at                      i               0 clock
# since a ramp ended; the first one: a solid line
sr_writes,sr_solid                    i               0 keep
draws                                 i               0 keep
# the brightness: value, cycle and PC of its last change, whether that was reading a stick; depth
# of calls at that PC, whether lines were drawn with it, and whether that routine has returned
z                                     i               0 keep
z_at                                  i              -1 clock
z_pc,z_stick                          i               0 keep
z_depth,z_drew,z_left                 i               0 keep
# the first line or dot since ZERO: PC, depth of calls there (-1: none), the routine, and whether
# that has returned
first_pc                              i               0 keep
first_depth                           i              -1 keep
first_of,first_left                   i               0 keep
# --- frames
ends                                  i*ENDS          0 clock  of the last frames
# the last releases of ZERO: when, and whether the beam was lit before the next
zeros                                 i               0 keep
zero_at                               i*ENTRIES       0 clock
zero_lit                              i*ENTRIES       0 keep
# of one that was too short
short_pc                              i               0 keep
short_at                              i              -1 -1
short_by                              i               0 keep
frame_at                              i               0 clock
frames                                i               0 0
overrun_at                            i              -1 clock
# the last frame begun by T2; the last light
refresh_at,drawn_at                   i               0 clock
# the last drifted line; the last dim one
drifted_at,faded_at                   i               0 clock
# --- sound
# the program's last write of its own to the sound chip
spoke_at                              i               0 0
# frames in a row in which the ROM stepped a tune or an effect; cycle of the last step
steps,stepped_at                      i               0 0
# values of the DAC in the sound's hold since T2 began a frame; cycle of the last one
samples,sampled_at                    i               0 keep
# --- calls of the ROM and its cells
# entries.py: what is checked at an address of the ROM, from $E000 on; of the cells of the sticks,
# the buttons: frames that have read them since a routine filled them, the last of these
checked                               i*8192          0 keep
stale,stale_frame                     i*2             0 0
# cells of the ROM's RAM: whose value they have, PC of the program's last store that was not zero,
# and the call that overwrote it
owner,owner_pc                        i*128           0 0
taker_pc                              i*128           0 keep
# frames without and pictures with frames before them: where they began
empties,empties_last                  i               0 0
empty_site,empty_at                   i               0 keep
doubles                               i               0 0
frame_site                            i               0 keep
# calls that read the buttons in this frame, the first and another; frames in a row
buttons_pc,again_pc                   i              -1 -1
again_at                              i               0 keep
again_frames                          i               0 0
tune_starts                           i               0 0      in a row
# a store into the sound registers in RAM, or a tune, that has not reached the chip: PC, cell,
# cycle, frame
unsent_pc                             i              -1 -1
unsent_cell,unsent_at,unsent_frame    i               0 keep
# the latched register of the sound chip; where its port A became an output, 0 = it is an input
chip_register                         i               0 keep
port_pc                               i               0 0
# --- the machine and the program
vectors                               i*4             0 keep   where IRQ, SWI, SWI2, SWI3 lead
# first address after the cartridge's image
rom_end                               i               0 keep
ram_first                             i               0 keep   first address where RAM may be
# RAM in the cartridge: first address, end
cart_ram,cart_ram_end                 i               0 keep
# first address of code that a program only calls
rom                                   i               0 keep
# cycles a bit that the comparator needs; its noise
settle,noise                          f               0 keep
# cycles that the Y hold needs
y_least                               f               0 keep
draws_most                            i               0 keep
# pointer last passed to a list routine, by caller
pointer                               i*PLACES       -1 keep
# by place: the address, with the bank in the bits above
of                                    i*PLACES        0 keep
# 1 + the page that a direct address means, 0 = unknown
expects                               i*PLACES        0 keep
# the end of the block of data that an address begins, or 0
end_of                                i*PLACES        0 keep
# 1 = the source has an instruction there
code                                  b*PLACES        0 keep
routine                               i*PLACES        0 keep
lists                                 i*65536         0 keep
page,trash                            i*ROUTINES      0 keep
keeps,loose                           i*ROUTINES      0 keep
# --- mistakes
# rows: rule, place, PC, cycle, a, b, origin, callers; how many times each place broke each rule
found_rows                            i               0 keep
found                                 i*FOUNDxROW     0 keep
counts                                i*RULESxPLACES  0 keep
"""
LENGTHS = {"PLACES": PLACES, "ROUTINES": ROUTINES_MAX, "READS": READS_MAX, "CALLS": CALLS_MAX,
           "ENTRIES": ENTRIES, "TURNS": TURNS, "COSTS": COSTS_MAX, "ENDS": ENDS, "FOUND": FOUND_MAX,
           "ROW": 4 + FIGURES + CALLERS, "RULES": numbers.RULE_COUNT}
TYPES = {"i": "i8", "b": "u1", "f": "f8"}


class Field(NamedTuple):
    """One field; `reset` is a number, clock or keep."""

    name: str
    kind: str
    shape: tuple[int, ...]
    power_on: int
    reset: str


def _parse_table() -> tuple[Field, ...]:
    fields = []
    for line in TABLE.splitlines():
        if not line or line.startswith("#"):
            continue
        names, width, power_on, reset = line.split()[:4]
        kind, _, shape = width.partition("*")
        lengths = tuple(LENGTHS[part] if part in LENGTHS else int(part)
                        for part in shape.split("x") if part)
        fields += [Field(name, TYPES[kind], lengths, int(power_on), reset)
                   for name in names.split(",")]
    return tuple(fields)


FIELDS = _parse_table()
SHADOW = np.dtype([(field.name, field.kind, field.shape) for field in FIELDS])


def power_on(shadow: Any) -> None:
    """Give the fields of a SHADOW of zeros their values at power-on."""
    for field in FIELDS:
        if field.power_on:
            _fill(shadow, field, field.power_on)


def reset(shadow: Any, clock: int) -> None:
    """Give the fields their values after /RESET, in cycle `clock`."""
    for field in FIELDS:
        if field.reset != "keep":
            _fill(shadow, field, clock if field.reset == "clock" else int(field.reset))


def _fill(shadow: Any, field: Field, value: int) -> None:
    if field.shape:
        getattr(shadow, field.name)[:] = value
    else:
        setattr(shadow, field.name, value)
