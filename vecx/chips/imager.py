"""The 3D imager: a wheel in front of the eyes, its motor on IO6, the hole in its rim on IO7 and
CA1.

    IO6 output, low   the motor is driven: the wheel approaches 28.6 revolutions per second, with
                      a time constant of 2.9 s
    IO6 else          the wheel coasts to a stop with a time constant of 25 s

A program drives the motor in pulses, and measures the time between two holes.  Once per revolution
the hole passes its sensor, which pulls controller 2's button 4 low for one degree.  The wheel's
position is in revolutions since the hole came.  Between changes of the drive it has a closed form;
the cycle of the next edge is found numerically.

Modelled: the above.  The figures are our choice: no measurement of the motor is known to us, and
programs regulate the speed themselves.
Not modelled: friction at a standstill, the wheel's colours; where it stands at power-on (the hole
has just passed).
Sources: [AY] for the lines.
"""

from ..compiling.jit import inner
from .line import line_pull
from .maths import exp, maximum, minimum
from .psg import port_a_driven
from .state import CYCLES_PER_SECOND, NEVER
from .via import via_schedule

IO6 = 0x40              # of R14
DRIVEN_SPEED = 28.6 / CYCLES_PER_SECOND     # revolutions a cycle
DRIVEN_TAU, FREE_TAU = 2.9 * CYCLES_PER_SECOND, 25.0 * CYCLES_PER_SECOND    # cycles
HOLE = 1 / 360          # revolutions
STEPS_MAX = 40          # of Newton's method, which doubles the digits in each
NEAR = 1e-12            # revolutions: rounding


@inner
def imager_drive(m):
    return 0 if port_a_driven(m) & IO6 else 1


@inner
def imager_look(m, cycle):
    """Update the wheel and its hole up to `cycle`, and find the next edge."""
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
    """Return the wheel's final speed, revolutions per cycle, and its time constant."""
    if m.wheel_drive:
        return DRIVEN_SPEED, DRIVEN_TAU
    return 0.0, FREE_TAU


@inner
def wheel_way(begin, end, tau, dt):
    """Return how far the wheel turns in dt cycles while its speed goes from begin to end."""
    return end * dt + (begin - end) * tau * (1 - exp(-dt / tau))


@inner
def hole_due(m, cycle):
    """Return the first cycle after the next edge of the hole, or NEVER if there is none.

    Newton's method: started after the moment if the wheel gains speed, and before it if the wheel
    loses speed, so that it converges from one side.
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
