"""Timing: pictures may be skipped, but the speed is kept."""

import pytest

from vecx.display.timing import DARK_SECONDS_MAX, Pace

FRAME = 30_000
SECOND = 1_500_000


class Clock:
    """A clock that advances only with work and sleep."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now

    def go(self, seconds: float) -> None:
        """Advance the clock."""
        self.now += seconds


def play(speed: float, run: float, show: float, frames: int) -> tuple[float, int, float]:
    """Play frames with given times for running and showing each.

    Returns: seconds that passed, pictures shown, the longest time without a picture
    """
    clock = Clock()
    pace = Pace(speed, clock, clock.go)
    begin = last = clock.now
    shown, dark = 0, 0.0
    for _ in range(frames):
        clock.go(run)
        if pace.ran(FRAME):
            clock.go(show)
            shown += 1
            dark, last = max(dark, clock.now - last), clock.now
        pace.wait()
    return clock.now - begin, shown, dark


@pytest.mark.parametrize("speed", [0.5, 1, 2])
def test_with_time_enough_every_frame_is_shown(speed):
    """With enough time, every frame is shown when it is due."""
    seconds, shown, _ = play(speed, 0.001, 0.002, 500)
    assert seconds == pytest.approx(10 / speed, abs=0.03)
    assert shown == 500


def test_slow_pictures_are_left_out_and_time_is_kept():
    """With 50 ms per picture, pictures are skipped, and the speed is kept."""
    seconds, shown, dark = play(1, 0.002, 0.050, 500)
    assert seconds == pytest.approx(10, abs=0.1)
    assert 140 < shown < 250
    assert dark < 0.1


def test_four_times_the_speed_is_four_times_the_speed():
    """Pictures do not slow down fast-forward."""
    seconds, shown, _ = play(4, 0.002, 0.015, 2000)
    assert seconds == pytest.approx(10, abs=0.1)
    assert shown > 300


def test_a_machine_that_is_too_slow_still_shows_pictures():
    """With 30 ms per frame, a picture is shown about ten times per second."""
    seconds, shown, dark = play(1, 0.030, 0.010, 300)
    assert seconds < 300 * 0.030 + shown * 0.010 + 0.001
    assert dark < DARK_SECONDS_MAX + 2 * 0.040
    assert shown > 50


def test_time_lost_at_once_is_not_caught_up():
    """After a pause of a second, the game continues at its speed."""
    clock = Clock()
    pace = Pace(1, clock, clock.go)
    clock.go(1.0)
    pace.ran(FRAME)
    pace.wait()
    begin = clock.now
    for _ in range(50):
        pace.ran(FRAME)
        pace.wait()
    assert clock.now - begin == pytest.approx(1.0, abs=0.03)
