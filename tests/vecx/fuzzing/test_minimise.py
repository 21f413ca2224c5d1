"""Delta debugging on plays."""

from hypothesis import given, settings
from hypothesis import strategies as st

from vecx.fuzzing.minimise import minimised
from vecx.fuzzing.plays import joined, presses_of

STEPS = st.lists(st.tuples(st.integers(1, 60), st.integers(0, 0xFF)), min_size=1, max_size=12)


@settings(max_examples=40)
@given(STEPS, st.integers(0, 7))
def test_one_press_is_left(steps, bit):
    """If one frame of one button suffices, nothing else is left."""
    play = joined(steps)

    def fails(play):
        return any(pads >> bit & 1 for _, pads in play)

    if fails(play):
        assert minimised(play, fails, 2000) == ((1, 1 << bit),)


def test_two_presses_with_a_distance():
    """A necessary distance between two presses is kept."""
    def fails(play):
        at, downs = 0, []
        for frames, pads in play:
            downs += range(at, at + frames) if pads else []
            at += frames
        return any(second - first >= 30 for first in downs for second in downs)

    play = ((9, 1), (20, 0), (5, 2), (40, 0), (5, 8), (3, 0), (8, 1))
    least = minimised(play, fails, 2000)
    assert fails(least) and presses_of(least) == 2 and sum(f for f, _ in least) == 31


def test_the_limit_ends_it():
    """No more plays are tried than allowed, and the best one so far is returned."""
    tried = []

    def fails(play):
        tried.append(play)
        return len(play) > 3

    play = tuple((1, number) for number in range(30))
    assert 3 < len(minimised(play, fails, 10)) < 30 and len(tried) == 10
