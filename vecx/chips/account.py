"""The account of a frame: the table of figures that are counted in each frame.

A new figure is a row here, the lines of the chip that counts it, and its text in docs/budget.md;
`Budget`, limits and snapshots take it from here.  Only types are imported, so that the command line
can name the figures without loading the chips.
"""

from typing import NamedTuple

# The columns of a row of the board's `frames`: name, type (i whole, f fraction), owner, meaning.
# From the first of the beam's on they are counted in the record's field `account`.
TABLE = """\
start                   i frame cycle of the write of T2's high byte that began it
end                     i frame cycle of the write that ended it
work                    i frame cycles up to the first IFR read of the polling run that ended it
overrun                 i frame T2 had run out when the polling began
cut                     i frame it had no end, and was cut
segments                i frame lit pieces ever drawn, at its end
draws                   i beam  RAMP pulses that were lit
moves                   i beam  RAMP pulses that were dark
dots                    i beam  lit intervals with no RAMP pulse near
strokes                 i beam  lit pieces of constant velocity and brightness
raster_cells            i beam  those made by the shift register
beam_on_cycles          f beam  cycles of light
travel_lit              f beam  way of the lit beam, p
travel_dark             f beam  way of the dark beam, p
zero_pulses             i beam  times that ZERO was asserted
zref_refreshes          i beam  times that the multiplexer was put on the zero reference
max_cycles_since_zero   i beam  most cycles since zero at the end of a draw
max_draws_since_zero    i beam  most draws since zero at the end of a draw
max_drift_err           f beam  farthest that drift alone had taken the lit beam, screen units
max_ramp_err            f beam  largest sum of 2 x |DAC| over the draws since zero, p
short_zero              i beam  times that ZERO was released too soon
y_wait_violations       i beam  times that the Y hold had the multiplexer too short
sr_stall_risk           i bus   writes of SR 14 to 17 cycles after the last
psg_writes              i bus   writes of the sound chip's registers
dac_samples             i bus   samples played through the DAC
rom_writes              i bus   writes to ROM
"""


class Column(NamedTuple):
    """One row of TABLE."""

    name: str
    kind: str
    owner: str
    meaning: str


COLUMNS = tuple(Column(*line.split(maxsplit=3)) for line in TABLE.splitlines())
FRAME_COLUMNS = sum(column.owner == "frame" for column in COLUMNS)      # before those of `account`
COUNTED = COLUMNS[FRAME_COLUMNS:]
ACCOUNT = tuple(column.name for column in COUNTED)
BEAM_COLUMNS = sum(column.owner == "beam" for column in COUNTED)        # the beam's come first

# The figures of a frame as users see them (`Budget` of console/frame.py): these, then ACCOUNT.
DERIVED = ("work_cycles", "wait_cycles", "cycles", "overrun", "hz", "vectors")
FIGURES = DERIVED + ACCOUNT
