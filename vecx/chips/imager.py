"""The 3D imager: a wheel before the eyes, its motor on IO6, the hole of its rim on IO7 and CA1.

    IO6 output, low   the motor is driven: the wheel comes to 28.6 revolutions a second, with a
                      time constant of 2.9 s
    IO6 else          the wheel runs on, and stops with a time constant of 25 s

A program drives the motor in pulses, and measures the time between two holes.  Once a revolution
the hole passes its sensor, which pulls controller 2's button 4 low for a degree.  The wheel's place
is in revolutions since the hole came; between two changes of the drive it has a closed form, and
the cycle of the next edge is solved.

Modelled: the above.  The figures are our choice: no measurement of the motor is known to us, and
programs hold the speed that they want by measuring.
Not modelled: friction at a standstill, the wheel's colours; where it stands at power-on (the hole
has just passed).
Sources: [AY] for the lines.
"""

from ..compiling.jit import inner
from .line import line_pull
from .maths import exp
from .minmax import maximum, minimum
from .psg import PORT_A
from .state import CYCLES_PER_SECOND, NEVER
from .via import via_schedule

MIXER = 7
IO6 = 0x40              # of R14, and in the mixer's register the bit that makes port A an output
DRIVEN_SPEED = 28.6 / CYCLES_PER_SECOND     # revolutions a cycle
DRIVEN_TAU, FREE_TAU = 2.9 * CYCLES_PER_SECOND, 25.0 * CYCLES_PER_SECOND    # cycles
HOLE = 1 / 360          # revolutions
STEPS_MAX = 40          # of the search for a moment: it doubles its digits with each
NEAR = 1e-12            # revolutions: rounding


@inner
def imager_drive(m):
    """Return 1 while the sound chip drives the motor."""
    return 1 if m.psg[MIXER] & IO6 and not m.psg[PORT_A] & IO6 else 0


@inner
def imager_look(m, cycle):
    """Bring the wheel up to `cycle`, let the hole come or go, and find when it next does."""
    dt = float(cycle - m.wheel_t)
    speed, tau = motor(m)
    m.wheel_at += wheel_way(m.wheel_speed, speed, tau, dt)
    m.wheel_speed = speed + (m.wheel_speed - speed) * exp(-dt / tau)
    m.wheel_t = cycle
    if m.io7 and m.wheel_at >= 1 - NEAR:
        m.wheel_at -= maximum(1, int(m.wheel_at))
        line_pull(m, 0, cycle)
    elif not m.io7 and m.wheel_at >= HOLE - NEAR:
        line_pull(m, 1, cycle)
    m.wheel_drive = imager_drive(m)
    m.ca1_due = hole_due(m, cycle)
    via_schedule(m)


@inner
def motor(m):
    """Return the speed that the wheel tends to, revolutions a cycle, and its time constant."""
    if m.wheel_drive:
        return DRIVEN_SPEED, DRIVEN_TAU
    return 0.0, FREE_TAU


@inner
def wheel_way(begin, end, tau, dt):
    """Return the way of a wheel in dt cycles whose speed tends from one to another."""
    return end * dt + (begin - end) * tau * (1 - exp(-dt / tau))


@inner
def hole_due(m, cycle):
    """Return the first cycle in which the hole has come, or has gone; NEVER where it does not.

    Newton's steps: from behind where the wheel gains speed, for then it comes ever nearer from
    there, and from before where it loses speed.
    """
    speed, tau = motor(m)
    left = (1.0 if m.io7 else HOLE) - m.wheel_at
    if left <= 0:
        return cycle + 1
    if m.wheel_speed * tau <= left and speed == 0:
        return NEVER
    dt = left / m.wheel_speed if m.wheel_speed > 0 else left / speed + tau
    if m.wheel_speed < speed:
        dt = minimum(dt, left / speed + tau)
    for _ in range(STEPS_MAX):
        now = speed + (m.wheel_speed - speed) * exp(-dt / tau)
        step = (left - wheel_way(m.wheel_speed, speed, tau, dt)) / now
        dt += step
        if abs(step) < NEAR * dt:
            break
    return cycle + 1 + maximum(0, int(dt)) if dt < NEVER else NEVER
