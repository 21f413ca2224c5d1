"""A light pen on the glass: it pulls controller 2's button 4 low while it sees light.

    IO7, CA1   ------+            +-----------+               +------
                     |____________|           |_______________|
                  light meets   PEN_HOLD   light again       PEN_HOLD
                  the circle    after it                     after it

The pen checks the lit beam cycle by cycle: it sees light in a cycle in which the beam's path meets
the pen's circle.  It is brought up to date at each access of the VIA, at its events, and between
instructions while the VIA may interrupt.  The circle, and the duration of the pen's output, are our
choice; no measurement is known to us.

Modelled: position of the pen and of the beam, with delays and drift; light of any brightness.
Not modelled: response time and threshold of the pen, light of the phosphor after the beam has gone,
the beam's noise.
"""

from ..compiling.jit import inner, no_inline
from .beam import SCREEN_UNIT, beam_at, beam_run, length
from .line import line_pull
from .maths import maximum, minimum
from .state import LIGHT_PEN, NEVER, NO_DEVICE, SLICE_MAX
from .via import via_schedule

PEN_RADIUS = 3 * SCREEN_UNIT        # p: some 2.5 mm of the glass
PEN_HOLD = 15                       # cycles, 10 microseconds
UNSEEN_MAX = 2.0 * SLICE_MAX        # cycles; it is updated at least at the end of each slice
PEN_AWAY = 0                        # the x of a pen that is not on the glass
PEN_MIDDLE, PEN_STEPS = 0x8000, 128     # its x and y in the middle of the screen; steps per unit


@no_inline
def pen_put(m, axis, value):
    """Move the pen along an axis (0 x, 1 y) to an input's value, or take it off the glass."""
    place = (value - PEN_MIDDLE) * SCREEN_UNIT / PEN_STEPS
    if axis:
        m.pen_y = place
        return
    m.pen_x = place
    if value == PEN_AWAY:
        m.device = NO_DEVICE
        m.ca1_due = NEVER
        line_pull(m, 1, m.clock)
    elif m.device != LIGHT_PEN:
        m.device = LIGHT_PEN
        m.ca1_due = m.clock
        m.pen_t = m.clock
    via_schedule(m)


@inner
def pen_look(m, board, until):
    """Bring the pen up to date as of the beginning of cycle `until`; all edges before that must
    already be queued."""
    end = float(until)
    while board.edge_first < m.edge_count and m.edge_t[board.edge_first] < end:
        time = m.edge_t[board.edge_first]
        pen_watch(m, board, time)
        beam_run(m, board, time)
    pen_watch(m, board, end)
    if not m.io7 and m.pen_dark_at <= until:
        line_pull(m, 1, m.pen_dark_at)


@inner
def pen_watch(m, board, end):
    """Check the light up to the moment `end`, before which the beam's motion does not change."""
    time = maximum(maximum(m.pen_t, m.beam_t), end - UNSEEN_MAX)
    m.pen_t = end
    if not m.lit or m.z <= 0 or time >= end:
        return
    x, y = beam_at(m, board, time)
    while time < end:
        then = minimum(float(int(time)) + 1.0, end)
        to_x, to_y = beam_at(m, board, then)
        if distance(m.pen_x - x, m.pen_y - y, to_x - x, to_y - y) <= PEN_RADIUS:
            pen_sees(m, int(time))
        time, x, y = then, to_x, to_y


@inner
def pen_sees(m, cycle):
    """Pull the wire low, because the pen saw light in a cycle."""
    if not m.io7 and m.pen_dark_at <= cycle:
        line_pull(m, 1, m.pen_dark_at)
    if m.io7:
        line_pull(m, 0, cycle)
    m.pen_dark_at = cycle + 1 + PEN_HOLD


@inner
def distance(x, y, way_x, way_y):
    """Return the distance of a point from a line that starts at 0, 0."""
    square = way_x * way_x + way_y * way_y
    along = x * way_x + y * way_y
    share = 0.0 if along <= 0 else 1.0 if along >= square else along / square
    return length(x - share * way_x, y - share * way_y)
