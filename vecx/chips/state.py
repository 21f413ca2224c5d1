"""The state of the machine: every field, its width, its value at power-on, its meaning.

One record contains everything except the kilobyte of RAM: equal records and RAM have equal futures.
The chips are plain functions over the record and the board (BOARD): memory, marks of observers, and
the logs that the chips write and the machine drains.  state_record.py makes both, for compiled code
and for plain Python.

Integers are 64 bits wide in the record and masked by hand to the width the table states: compiled
code does not wrap at eight bits, and un-jitted code must give the same numbers.  Times are E cycles
(1/1,500,000 s) since power-on; beam positions are p, DAC units x cycles.
"""

from typing import NamedTuple

import numpy as np

from ..compiling.jit import Array, integers
from .account import ACCOUNT, COLUMNS

CYCLES_PER_SECOND = 1_500_000       # of E
FRAME_CYCLES = CYCLES_PER_SECOND // 50  # between two frames of a program that keeps time
NEVER = 1 << 60         # a cycle that does not come
AT_ONCE = 0             # m.stop: look outside before the next instruction
OBSERVING = -1          # m.stop: look at its mark only, until the clock comes to the board's stop

# Fields: name, type, range, power-on, meaning.  Types: i an integer, s one with a sign,
# t a cycle, f a float, m a moment, which is a cycle with a fraction; iN an array of N, fA one of
# len(ACCOUNT).  A time that is unknown or does not come is negative, or NEVER.
# The range, while no chip is running (state_range.py): a number of bits, or limits; for a float the
# power of two that its magnitude stays below.  For a time: `past`, not later than the clock; `due`,
# not earlier; `due+9`, and at most 9 cycles later; `now/8`, the clock in units of 8 cycles; `any`.
# `due[inputs]`: the first `inputs` elements are used, in ascending order, the others are 0.
TABLE = """\
# MC6809
clock          t   48            0      cycle of the next bus access
stop           t   any           0      the CPU looks outside at the first head at or after this
slice_end      t   any           0      run() returns at the first instruction head at or after this
pc             i   16            0      program counter
a              i   8             0      accumulator
b              i   8             0      accumulator
x              i   16            0      index register
y              i   16            0      index register
u              i   16            0      user stack pointer
s              i   16            0      hardware stack pointer
dp             i   8             0      direct page
cc             i   8             0x50   condition codes EFHINZVC
op_pc          i   16            0      address of the instruction that is running
wait           i   2             0      0 running, 1 SYNC, 2 CWAI, 3 halted by an opcode
reset_due      i   1             0      the console's RESET line is asserted
irq            i   1             0      IRQ asserted from outside the VIA
firq           i   1             0      FIRQ asserted
nmi            i   1             0      NMI asserted
nmi_last       i   1             0      NMI as last looked at: the input is an edge
nmi_armed      i   1             0      NMI is ignored until S is first loaded
nmi_edge       i   1             0      an NMI waits to be taken
buttons        i   8             0xFF   the eight buttons as PSG port A reads them, active low
stick          i4  8             128    joystick pots 0..255: player 1 x y, player 2 x y
open_bus       i   8             0xFF   what unmapped addresses read
bank           i   1             0      half of a cartridge of 64 KiB that is in sight
device         i   0..2          0      beside controller 2: 0 nothing, 1 light pen, 2 3D imager
io7            i   1             1      level that the device lets button 4's line have
pen_x          f   16            0      where the pen stands on the glass, p
pen_y          f   16            0      where the pen stands on the glass, p
pen_t          m   past          0      moment up to which the pen has looked
pen_dark_at    t   any           0      cycle from which on the pen's output is high again
wheel_t        t   past          0      cycle up to which the wheel is known
wheel_at       f   1             0      its place then, revolutions since the hole came
wheel_speed    f   -15           0      its speed then, revolutions a cycle
wheel_drive    i   1             0      its motor is driven
inputs         i   0..32         0      inputs that wait, earliest first
input_due      t   due           NEVER  cycle of the first
input_at       t32 due[inputs]   0      their cycles
input_what     i32 3             0      0 RESET, 1 buttons, 2-5 a stick's pot, 6 7 the pen's x y
input_value    i32 16            0      to what; buttons: mask, then levels; x 0: the pen is away

# 6522 VIA
ora            i   8             0      output register A
orb            i   8             0      output register B
ddra           i   8             0      data direction A, 1 = output
ddrb           i   8             0      data direction B
latched        i2  8             0      ports A and B as CA1 and CB1 latched them
pa_in          i   8             0xFF   levels on PA from outside
pb_in          i   8             0xFF   levels on PB from outside
c1             i2  1             1      levels of the pins CA1 and CB1
ca1_due        t   due           NEVER  cycle up to which a device that moves it has set it
c2             i2  1             1      levels on CA2 and CB2 from outside
c2_out         i2  1             1      levels that PCR's output modes drive on CA2 and CB2
c2_due         t2  due           NEVER  ends of pulses on CA2 and CB2
acr            i   8             0      auxiliary control register
pcr            i   8             0      peripheral control register
ifr            i   7             0      interrupt flags, bits 0-6
ier            i   7             0      interrupt enables
t1l            i   16            0      T1 latch
t1_n           i   16            0      value T1 counts down from
t1_at          t   past          0      cycle of T1's last load or time-out; T1 reads t1_n one later
t1_armed       i   1             0      the next time-out sets the flag
t1_flag_at     t   past          -1     cycle in which the flag was last set
pb7            i   1             1      T1's output flip-flop
t2l            i   8             0      T2 low latch
t2_n           i   16            0      value T2 counts down from (the low byte as shift clock)
t2_high        i   8             0      T2's high byte while it clocks shifts
t2_at          t   past          0      as t1_at
t2_armed       i   1             0      the next time-out sets the flag
t2_flag_at     t   past          -1     cycle in which the flag was last set
t2_mode        i   0..2          0      timed, pulses on PB6, or clock of the shift register
sr             i   8             0      shift register
sr_left        i   0..8          0      shifts still to come
sr_due         t   due           NEVER  cycle of the next event of the shift register
sr_next        t   any           0      cycle of the next shift under phi2
sr_done_at     t   past          -1     cycle of the last shift of eight: no restart up to it
sr_clock       i   1             1      CB1 as the shift register drives it
cb2_sr         i   1             0      CB2 as the shift register drives it
via_due        t   due           NEVER  cycle of the chip's next event
via_edge_time  m   past          0      moment of the last event's edge on the wire

# what the wires between the VIA and the beam carry
wires_due      i   1             0      /RESET may have changed wires: the VIA's next write tells
w_ramp         i   1             0      1 = /RAMP asserted (PB7 low)
w_lit          i   2             0      1 = CB2 high, /BLANK released; 2 = by SR; 3 = its last bit
w_zero         i   1             0      1 = /ZERO asserted (CA2 low)
w_dac          s   8             0      port A as the DAC sees it, signed
w_mux          i   0..4          4      sample/hold channel that follows the DAC, 4 = none
w_psg          i   2             0      BDIR, BC1
dac_at         t   past          0      cycle of the last change of the DAC, for the comparator
dac_old        s   8             0      the DAC's value before that, signed
cmp_noise      i   1..2147483646 1      state of the comparator's noise
cause_pc       i   16            0      instruction that last wrote the VIA
cause_at       t   past          0      cycle of that write

# beam
bx             f   56            0      position at beam_t, p
by             f   56            0      position at beam_t, p
beam_t         m   past          0      moment up to which the beam is drawn
ramp           i   1             0      integrators ramping, after the delay
lit            i   2             0      beam on, after the delay; 2 = by the shift register
zero           i   1             0      integrators being zeroed, after the delay
vx             f   11            0      DAC on the X integrator
vy             f   11            0      Y sample/hold: its target
vy_lag         f   11            0      how far Y's sample/hold still is from its target
zref           f   11            0      zero reference, already times its gain
z              f   11            0      brightness sample/hold, DAC units
z_t            m   past          0      moment of its last refresh
residue_x      f   56            0      where zeroing leaves the beam
residue_y      f   56            0      where zeroing leaves the beam
piece_x        f   56            0      start of the lit piece that is being drawn
piece_y        f   56            0      .
piece_t        m   past          0      .
piece_pc       i   16            0      instruction whose write began it
piece_at       t   past          0      cycle of that write
noise          i   1..2147483646 1      state of the noise generator
edge_count     i   0..36         0      delayed edges waiting
edge_t         m36 due[edge_count] 0      their moments, ascending
edge_kind      i36 3             0      what changes
edge_value     f36 11            0      to what
edge_pc        i36 16            0      instruction whose write caused it
edge_at        t36 past[edge_count] 0      cycle of that write
segments       i   48            0      lit pieces ever drawn
drawn_from     m   past          0      moment at which the frame began that is being drawn

# AY-3-8912
psg            i16 8             0      registers
psg_latch      i   0..16         16     selected register, 16 = none
# its sound side, which plays the log of writes: up to which tick, in which state, at which levels
ay_tick        i   now/8         0      tick of 8 cycles up to which it has been played
ay_reg         i16 8             0      registers as far as the writes have been played
ay_tone_count  i3  12            0      ticks that each tone has counted
ay_tone_out    i3  1             0      level of each tone's square
ay_noise_count i   5             0      ticks that the noise has counted
ay_noise_half  i   1             0      flip-flop that halves the noise's rate
ay_noise       i   17            1      noise register
ay_env_count   i   17            0      ticks that the envelope has counted
ay_env_step    i   4             0      step of the envelope, 15 down to 0
ay_env_hold    i   1             0      the envelope stands
ay_env_xor     i   4             0      15 where the envelope rises
ay_level       i3  4             0      levels of the channels as last heard
ay_dac         s   8             0      DAC's sound
ay_dac_heard   s   8             0      that as last heard

# frame account (frame.py has the names that users see)
frame_at       t   past          0      cycle of the T2-high write that began the frame
frame_cut      t   due+120000    120000 cycle at which an endless frame is cut
frames         i   48            0      frames ever ended
poll_at        t   past          -1     first IFR read of the polling run
poll_last      t   past          -1     last IFR read of it
poll_late      i   1             0      T2's flag was already set at the first
pulse_lit      i   1             0      the running RAMP pulse was lit
ramp_end       t   past          -99    cycle in which the last RAMP pulse ended
lone_lit       i   1             0      the beam is lit, and no RAMP pulse was near when it was lit
dots_due       t   any           NEVER  the waiting dots count unless RAMP starts by then
dots_wait      i   48            0      lit intervals that wait for that
zero_free      t   past          0      cycle in which ZERO was last released
zero_draws     i   48            0      draws since then
zero_ramp      f   56            0      sum of 2 |DAC| over them
zero_dx        f   56            0      drift since then, p
zero_dy        f   56            0      drift since then, p
y_held_at      t   past          -99    cycle in which the mux was last put on Y
sr_wrote_at    t   past          -99    cycle of the last write of SR
account        fA  56            0      counts of the running frame, columns ACCOUNT

# analog parameters (analog.py fills them)
p_ramp_on      f   41            0      delays of the edges, cycles
p_ramp_off     f   41            0      .
p_x            f   41            0      .
p_y            f   41            0      .
p_zref         f   41            0      .
p_z            f   41            0      .
p_zero         f   41            0      .
p_blank_on     f   41            0      .
p_blank_off    f   41            0      .
p_tau_zero     f   41            0      time constant of zeroing, cycles
p_residue      f   41            0      fraction of a deflection that zeroing leaves
p_tau_y        f   41            0      time constant of Y's sample/hold, cycles
p_zref_gain    f   41            1      gain of the zero reference
p_zref_ramp    i   1             1      zero reference acts only while ramping
p_drift_x      f   41            0      p per cycle
p_drift_y      f   41            0      p per cycle
p_drift_f      f   41            0      share of the drift that is left while ramping
p_noise        f   41            0      p per square root of a cycle
p_droop        f   41            0      cycles for brightness to fade, 0 = never
p_ninth        i   1             1      CB2 repeats the last bit of a pattern
p_cmp          f   41            0      cycles per bit for the comparator to settle
p_cmp_noise    f   41            0      width of the noise on a pot, DAC units
p_dac_inl      f   41            0      largest error of a code of the DAC, share of full scale
p_seed         i   60            0      seed of those errors
"""

# Columns of a row of the board's frames, before those of `account`.
(F_START, F_END, F_WORK, F_OVERRUN, F_CUT, F_SEGMENTS) = \
    (next(number for number, column in enumerate(COLUMNS) if column.name == name)
     for name in ("start", "end", "work", "overrun", "cut", "segments"))

SLICE_MAX = 16384       # cycles after which the beam is brought up to the clock
ROWS = 65536            # of a log; a slice cannot fill half of one
LOG_ROWS = 131072       # of the log of what happened
FRAME_ROWS = 16384
PSG_ROWS = 32768
(PORT_A, PORT_B) = integers(0, 1)       # of the VIA: index of each port's fields
(NO_DEVICE, LIGHT_PEN, IMAGER) = integers(0, 1, 2)      # the record's `device`
PAGES = 64              # of 1 KiB
DECAYS = 64             # whole cycles with tabulated exponentials


class Field(NamedTuple):
    """One row of TABLE; a length of 0 is a single number."""

    name: str
    kind: str
    length: int
    holds: str
    power_on: float
    meaning: str

    @property
    def is_float(self) -> bool:
        return self.kind in "fm"


def columns(*names: str) -> tuple[int, ...]:
    """Return the indexes of figures in the record's `account`, for compiled functions."""
    return integers(*(ACCOUNT.index(name) for name in names))


def _parse_table() -> tuple[Field, ...]:
    fields = []
    for line in TABLE.splitlines():
        if not line or line.startswith("#"):
            continue
        name, kind, holds, power_on, meaning = line.split(maxsplit=4)
        value = float(NEVER) if power_on == "NEVER" else float(int(power_on, 0))
        length = len(ACCOUNT) if kind[1:] == "A" else int(kind[1:] or 0)
        fields.append(Field(name, kind[0], length, holds, value, meaning))
    return tuple(fields)


FIELDS = _parse_table()
_TYPE = {"i": "i8", "s": "i8", "t": "i8", "f": "f8", "m": "f8"}
LENGTH = {f.name: f.length for f in FIELDS}
INPUTS_MAX = LENGTH["input_at"]     # inputs that the record has room for
RECORD = np.dtype([(f.name, _TYPE[f.kind], (f.length,)) if f.length else (f.name, _TYPE[f.kind])
                   for f in FIELDS])

# A row of the log of what happened, log.py.
EVENT = np.dtype([("cycle", "i8"), ("pc", "i4"), ("kind", "i4"), ("a", "i8"), ("b", "i8")])

# Cached instructions of a ROM: the word of decode.py at the address of each that has run, else 0;
# for each bank.  Machines with equal ROMs share it.
DECODED = np.dtype([("words", "i8", (0x10000,))])

# The board.  The first `..._rows` rows of each log are used.
BOARD = np.dtype([
    # Tables from the record's parameters: output of the DAC by code & 255; the share left after a
    # number of cycles of a lag of Y's hold, and of a deflection being zeroed.
    ("dac", "f8", (256,)), ("y_left", "f8", (DECAYS,)), ("zero_left", "f8", (DECAYS,)),
    ("mem", "u1", (0x10000,)),          # what the CPU addresses: cartridge, RAM, executive ROM
    ("page", "i8", (PAGES,)),           # kind of each 1 KiB, bus.py
    ("banked", "i8"), ("banks", "u1", (0x10000,)),      # PB6 selects the half at 0000-7FFF
    ("marks", "u1", (0x10000,)),        # of each address, log.py
    ("observed", "i8"),                 # bits OBSERVE_... of log.py
    ("ask", "i8"),                      # reasons that end `advance` only on request
    ("until_frame", "i8"),              # number of frames at which FRAME ends it
    ("ask_kinds", "i8"),                # bits 1 << kind: log rows that end it
    ("reason", "i8"),                   # why it ended
    ("stop", "i8"),                     # the value of m.stop without observers
    ("pass_at", "i8"),                  # cycle of an instruction head whose mark has been served
    ("edge_first", "i8"),               # first pending edge while the beam is drawn, else 0
    ("s_low", "i8"),                    # lowest S at the head of an observed instruction
    ("cart_end", "i8"),                 # first address after the cartridge's image
    # The first instruction fetched outside memory, -1 = none: its address, that of the previous
    # instruction, and its cycle.
    ("left_memory_at", "i8"), ("left_memory_from", "i8"), ("left_memory_cycle", "i8"),
    ("no_picture", "i8"),               # the beam is not followed: no segments, figures or rows
    ("no_sound", "i8"),                 # writes to the sound chip are not logged
    ("drift_square", "f8"),             # p^2, larger drift is logged; 0 = never
    ("drift_told", "i8"),               # drift was logged since the beam was last zeroed
    ("edge_x", "f8"), ("edge_y", "f8"),     # p, lit ends beyond are logged; 0 = never
    ("segment_rows", "i8"),             # x0 y0 x1 y1 p, z 0..1, t0 t1 cycles from the frame's start
    ("segments", "f4", (ROWS, 7)),
    ("causes", "i8", (ROWS, 2)),        # of each segment: PC and cycle of the write that began it
    ("frame_rows", "i8"), ("frames", "f8", (FRAME_ROWS, len(COLUMNS))),
    ("psg_rows", "i8"), ("psg", "i8", (PSG_ROWS, 3)),       # cycle, register or DAC_SOUND, value
    ("log_rows", "i8"), ("log", EVENT, (LOG_ROWS,)),
])
# Types of arguments: arrays of one record, of one board, of the decoded words of each bank.
STATES, BOARDS, ROMS = Array(RECORD), Array(BOARD), Array(DECODED)
