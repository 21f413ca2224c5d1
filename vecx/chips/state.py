"""The state of the machine: every field, its width, its value at power-on, what it holds.

One record holds all of it, the 64 KiB that the CPU addresses included; the chips are plain
functions over the record.  Beside it there are only buffers that the machine drains (`Buffers`).
An equal record means an equal future.  Compiled functions hand each other records, because a
record is one pointer where an array would be seven arguments; from Python they take arrays of one
record, which costs a fortieth of the time.

Integers are 64 bits wide in the record and masked by hand to the width the table states: compiled
code does not wrap at eight bits, and un-jitted code must give the same numbers.  Times are E cycles
(1/1,500,000 s) since power-on; beam positions are p, DAC units x cycles.
"""

from typing import Any, NamedTuple

import numpy as np

from .jit import JIT, integers

NEVER = 1 << 60         # a cycle that does not come
AT_ONCE = 0             # m.stop: look outside before the next instruction

# Fields: name, type (i integer, f float, u byte; iN an array of N, A = len(ACCOUNT)), bits in
# use, power-on, meaning.
TABLE = """\
# MC6809
clock       i     60  0     cycle of the next bus access
stop        i     60  0     the CPU looks outside at the first instruction head at or after this
slice_end   i     60  0     run() returns at the first instruction head at or after this
pc          i     16  0     program counter
a           i     8   0     accumulator
b           i     8   0     accumulator
x           i     16  0     index register
y           i     16  0     index register
u           i     16  0     user stack pointer
s           i     16  0     hardware stack pointer
dp          i     8   0     direct page
cc          i     8   0x50  condition codes EFHINZVC
op_pc       i     16  0     address of the instruction that is running
wait        i     2   0     0 running, 1 SYNC, 2 CWAI, 3 halted by an undocumented opcode
irq         i     1   0     IRQ asserted from outside the VIA
firq        i     1   0     FIRQ asserted
nmi         i     1   0     NMI asserted
nmi_last    i     1   0     NMI as last looked at: the input is an edge
nmi_armed   i     1   0     NMI is ignored until S is first loaded
nmi_edge    i     1   0     an NMI waits to be taken
page        i64   4   0     kind of each 1 KiB page, see bus.py
mem         u65536 8  0     what the CPU addresses: cartridge, RAM at C800, executive ROM
buttons     i     8   0xFF  the eight buttons as PSG port A reads them, active low
stick       i4    8   128   joystick pots 0..255: player 1 x y, player 2 x y
open_bus    i     8   0xFF  what unmapped addresses read
writes      i     60  0     rows of Buffers.writes ever written
writes_base i     60  0     rows the machine has drained

# 6522 VIA
ora         i     8   0     output register A
orb         i     8   0     output register B
ddra        i     8   0     data direction A, 1 = output
ddrb        i     8   0     data direction B
ira         i     8   0     port A as latched by CA1
irb         i     8   0     port B as latched by CB1
pa_in       i     8   0xFF  levels on PA from outside
pb_in       i     8   0xFF  levels on PB from outside
ca1         i     1   1     level of the pin
ca2         i     1   1     level from outside
cb1         i     1   1     level of the pin
cb2         i     1   1     level from outside
ca2_out     i     1   1     level that PCR's output modes drive
cb2_out     i     1   1     level that PCR's output modes drive
ca2_due     i     60  NEVER end of a pulse on CA2
cb2_due     i     60  NEVER end of a pulse on CB2
acr         i     8   0     auxiliary control register
pcr         i     8   0     peripheral control register
ifr         i     7   0     interrupt flags, bits 0-6
ier         i     7   0     interrupt enables
t1l         i     16  0     T1 latch
t1_n        i     16  0     value T1 counts down from
t1_at       i     60  0     cycle of T1's last load or time-out; T1 reads t1_n one later
t1_armed    i     1   0     the next time-out sets the flag
t1_flag_at  i     60  -1    cycle in which the flag was last set
pb7         i     1   1     T1's output flip-flop
t2l         i     8   0     T2 low latch
t2_n        i     16  0     value T2 counts down from (its low byte while it clocks shifts)
t2_high     i     8   0     T2's high byte while it clocks shifts
t2_at       i     60  0     as t1_at
t2_armed    i     1   0     the next time-out sets the flag
t2_flag_at  i     60  -1    cycle in which the flag was last set
t2_mode     i     2   0     timed, pulses on PB6, or clock of the shift register
sr          i     8   0     shift register
sr_left     i     4   0     shifts still to come
sr_due      i     60  NEVER cycle of the next event of the shift register
sr_next     i     60  0     cycle of the next shift under phi2
sr_done_at  i     60  -1    cycle of the last shift of eight: no restart up to it
sr_clock    i     1   1     CB1 as the shift register drives it
cb2_sr      i     1   0     CB2 as the shift register drives it
via_due     i     60  NEVER cycle of the chip's next event
via_edge_time f   64  0     moment of the last event's edge on the wire

# what the wires between the VIA and the beam last carried, as the bus has logged it
w_ramp      i     1   0     1 = /RAMP asserted (PB7 low)
w_lit       i     2   0     1 = /BLANK released (CB2 high), 2 = by the shift register
w_zero      i     1   0     1 = /ZERO asserted (CA2 low)
w_dac       i     8   0     port A as the DAC sees it, signed
w_mux       i     3   4     sample/hold channel that follows the DAC, 4 = none
w_psg       i     2   0     BDIR, BC1
dac_at      i     60  0     cycle of the last change of the DAC, for the comparator
dac_old     i     8   0     the DAC's value before that, signed
cause_pc    i     16  0     instruction that last wrote the VIA
cause_at    i     60  0     cycle of that write
wires       i     60  0     rows of Buffers.wires that wait to be drawn

# beam
was_ramp    i     1   0     the wires above as the beam has drawn them so far
was_lit     i     2   0     .
was_zero    i     1   0     .
was_dac     i     8   0     .
was_mux     i     3   4     .
bx          f     64  0     position at beam_t, p
by          f     64  0     position at beam_t, p
beam_t      f     64  0     moment up to which the beam is drawn
ramp        i     1   0     integrators ramping, after the delay
lit         i     2   0     beam on, after the delay; 2 = by the shift register
zero        i     1   0     integrators being zeroed, after the delay
vx          f     64  0     DAC on the X integrator
vy          f     64  0     Y sample/hold: its target
vy_lag      f     64  0     how far Y's sample/hold still is from its target
zref        f     64  0     zero reference, already times its gain
z           f     64  0     brightness sample/hold, DAC units
z_t         f     64  0     moment of its last refresh
residue_x   f     64  0     where zeroing leaves the beam
residue_y   f     64  0     where zeroing leaves the beam
piece_x     f     64  0     start of the lit piece that is being drawn
piece_y     f     64  0     .
piece_t     f     64  0     .
piece_pc    i     16  0     instruction whose write began it
piece_at    i     60  0     cycle of that write
noise       i     31  1     state of the noise generator
edge_count  i     8   0     delayed edges waiting
edge_t      f64   64  0     their moments, ascending
edge_kind   i64   4   0     what changes
edge_value  f64   64  0     to what
edge_pc     i64   16  0     instruction whose write caused it
edge_at     i64   60  0     cycle of that write
segments    i     60  0     rows of Buffers.segments ever written
segments_base i   60  0     rows the machine has drained

# AY-3-8912
psg         i16   8   0     registers
psg_latch   i     5   16    selected register, 16 = none
psg_rows    i     60  0     rows of Buffers.psg ever written
psg_base    i     60  0     rows the machine has drained

# frame account (frame.py has the names that users see)
frame_at    i     60  0     cycle of the T2-high write that began the frame
frame_cut   i     60  120000 cycle at which an endless frame is cut
frames      i     60  0     rows of Buffers.frames ever written
frames_base i     60  0     rows the machine has drained
poll_at     i     60  -1    first IFR read of the polling run
poll_last   i     60  -1    last IFR read of it
poll_late   i     1   0     T2's flag was already set at the first
pulse_lit   i     1   0     the running RAMP pulse was lit
ramp_end    i     60  -99   cycle in which the last RAMP pulse ended
lone_lit    i     1   0     the beam is lit, and no RAMP pulse was near when it was lit
dots_due    i     60  NEVER the waiting dots count unless RAMP starts by then
dots_wait   i     60  0     lit intervals that wait for that
zero_free   i     60  0     cycle in which ZERO was last released
zero_draws  i     60  0     draws since then
zero_ramp   f     64  0     sum of 2 |DAC| over them
zero_dx     f     64  0     drift since then, p
zero_dy     f     64  0     drift since then, p
y_held_at   i     60  -99   cycle in which the mux was last put on Y
sr_wrote_at i     60  -99   cycle of the last write of SR
account     fA    64  0     counts of the running frame, columns ACCOUNT

# analog parameters (analog.py fills them)
p_ramp_on   f     64  0     delays of the edges, cycles
p_ramp_off  f     64  0     .
p_x         f     64  0     .
p_y         f     64  0     .
p_zref      f     64  0     .
p_z         f     64  0     .
p_zero      f     64  0     .
p_blank_on  f     64  0     .
p_blank_off f     64  0     .
p_tau_zero  f     64  0     time constant of zeroing, cycles
p_residue   f     64  0     fraction of a deflection that zeroing leaves
p_tau_y     f     64  0     time constant of Y's sample/hold, cycles
p_zref_gain f     64  1     gain of the zero reference
p_zref_ramp i     1   1     zero reference acts only while ramping
p_drift_x   f     64  0     p per cycle
p_drift_y   f     64  0     p per cycle
p_drift_f   f     64  0     share of the drift that is left while ramping
p_noise     f     64  0     p per square root of a cycle
p_droop     f     64  0     cycles for brightness to fade, 0 = never
p_cmp       f     64  0     cycles per bit for the comparator to settle
dac         f256  64  0     output of the DAC for each code, index code & 255
"""

# Columns of the account of a frame, see frame.py.
ACCOUNT = (
    "draws", "moves", "dots", "strokes", "raster_cells", "beam_on_cycles", "travel_lit",
    "travel_dark", "zero_pulses", "zref_refreshes", "max_cycles_since_zero",
    "max_draws_since_zero", "max_drift_err", "max_ramp_err", "short_zero", "y_wait_violations",
    "sr_stall_risk", "psg_writes", "dac_samples", "rom_writes",
)
(A_DRAWS, A_MOVES, A_DOTS, A_STROKES, A_RASTER_CELLS, A_BEAM_ON, A_TRAVEL_LIT, A_TRAVEL_DARK,
 A_ZERO_PULSES, A_ZREF, A_CYCLES_SINCE_ZERO, A_DRAWS_SINCE_ZERO, A_DRIFT_ERR, A_RAMP_ERR,
 A_SHORT_ZERO, A_Y_WAIT, A_SR_STALL, A_PSG_WRITES, A_DAC_SAMPLES, A_ROM_WRITES) = \
    integers(*range(20))

A_BUS = A_SR_STALL      # columns from here on the bus counts, those before it the beam

SEGMENT_COLUMNS = 9     # x0 y0 x1 y1 z t0 t1 pc cycle
(F_START, F_END, F_WORK, F_OVERRUN, F_CUT, F_SEGMENTS) = range(6)
FRAME_COLUMNS = 6       # then ACCOUNT
SEGMENT_ROWS = 65536
WIRE_ROWS = 65536       # SLICE_MAX times what one cycle can change
PSG_ROWS = 65536
WRITE_ROWS = 65536
FRAME_ROWS = 16384
SLICE_MAX = 16384       # cycles run() may go on before the machine drains the buffers


class Field(NamedTuple):
    """One row of TABLE."""

    name: str
    kind: str
    length: int
    bits: int
    power_on: float
    meaning: str


def _parse_table() -> tuple[Field, ...]:
    fields = []
    for line in TABLE.splitlines():
        if not line or line.startswith("#"):
            continue
        name, kind, bits, power_on, meaning = line.split(maxsplit=4)
        value = float(NEVER) if power_on == "NEVER" else float(int(power_on, 0))
        length = len(ACCOUNT) if kind[1:] == "A" else int(kind[1:] or 0)
        fields.append(Field(name, kind[0], length, int(bits), value, meaning))
    return tuple(fields)


FIELDS = _parse_table()
_TYPE = {"i": "i8", "f": "f8", "u": "u1"}
RECORD = np.dtype([(f.name, _TYPE[f.kind], (f.length,)) if f.length else (f.name, _TYPE[f.kind])
                   for f in FIELDS])
WIRE_FIELDS = ("time", "cycle", "pc", "at", "ramp", "lit", "zero", "dac", "mux", "frame")
WIRE = np.dtype([(name, "f8" if name == "time" else "i8") for name in WIRE_FIELDS])
BUFFERS = np.dtype([("wires", WIRE, (WIRE_ROWS,)),
                    ("segments", "f8", (SEGMENT_ROWS, SEGMENT_COLUMNS)),
                    ("psg", "i8", (PSG_ROWS, 3)),
                    ("frames", "f8", (FRAME_ROWS, FRAME_COLUMNS + len(ACCOUNT))),
                    ("writes", "i8", (WRITE_ROWS, 4))])


class Buffers(NamedTuple):
    """What the chips write and the machine drains.

    wires     WIRE[WIRE_ROWS]           what the wires to the beam carry from a moment on: time in
                                        cycles, cycle as counted, pc and cycle (at) of the write
                                        of the VIA; or frame >= 0: that row of frames ends
    segments  float64[SEGMENT_ROWS, 9]  lit pieces: p p p p 0..1 cycles cycles, PC, cycle
    psg       int64[PSG_ROWS, 3]        cycle, register 0..15 or 16 for the DAC's sound, value
    frames    float64[FRAME_ROWS, ...]  one row a frame: FRAME_COLUMNS, then ACCOUNT
    writes    int64[WRITE_ROWS, 4]      writes to watched pages: cycle, address, value, PC
    array     all of them, as functions compiled by `jit` take them
    """

    wires: Any
    segments: np.ndarray
    psg: np.ndarray
    frames: np.ndarray
    writes: np.ndarray
    array: Any


class PlainState:
    """The record for un-jitted code: the same fields as attributes, arrays as lists."""

    __slots__ = (*(f.name for f in FIELDS), "array")


class PlainWire:
    """A row of the wires' log for un-jitted code."""

    __slots__ = WIRE_FIELDS


class CompiledState:
    """The record for compiled code, with its fields as attributes for the Python around it.

    `array` is the record as functions compiled by `jit` take it.
    """

    def __init__(self) -> None:
        self.array = np.zeros(1, RECORD)
        self.views = {f.name: self.array[f.name] for f in FIELDS}


def _attribute(name: str, length: int) -> property:
    """Return the property that reads and writes one field of a CompiledState."""
    if length:
        return property(lambda self: self.views[name][0])

    def write(self: CompiledState, value: float) -> None:
        self.views[name][0] = value

    return property(lambda self: self.views[name].item(), write)


for _field in FIELDS:
    setattr(CompiledState, _field.name, _attribute(_field.name, _field.length))


def new_state() -> Any:
    """Return a record at power-on: for compiled code or, the same fields, for plain Python."""
    state: Any = CompiledState() if JIT else PlainState()
    if not JIT:
        state.array = [state]
    for f in FIELDS:
        value = f.power_on if f.kind == "f" else int(f.power_on)
        if not f.length:
            setattr(state, f.name, value)
        elif JIT:
            getattr(state, f.name)[:] = value
        else:
            setattr(state, f.name, bytearray(f.length) if f.kind == "u" else [value] * f.length)
    return state


def new_buffers() -> Buffers:
    """Return empty buffers."""
    room = np.zeros(1, BUFFERS)
    views = Buffers(room["wires"][0], room["segments"][0], room["psg"][0], room["frames"][0],
                    room["writes"][0], room)
    if JIT:
        return views
    plain = views._replace(wires=[PlainWire() for _ in range(WIRE_ROWS)])
    return plain._replace(array=[plain])


def pack(state: Any) -> bytes:
    """Return the record's bytes, the same for both kinds of state."""
    if JIT:
        return bytes(state.array.tobytes())
    row = np.zeros(1, RECORD)
    for f in FIELDS:
        row[f.name][0] = getattr(state, f.name)
    return row.tobytes()


def unpack(state: Any, data: bytes) -> None:
    """Set every field from bytes that `pack` made."""
    row = np.frombuffer(data, RECORD)[0]
    for f in FIELDS:
        if not f.length:
            setattr(state, f.name, row[f.name].item())
        elif JIT:
            getattr(state, f.name)[:] = row[f.name]
        else:
            setattr(state, f.name, bytearray(row[f.name]) if f.kind == "u"
                    else row[f.name].tolist())
