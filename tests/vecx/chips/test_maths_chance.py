"""The random number generator."""

from vecx.chips.maths import CHANCES


def test_the_ten_thousandth_state_is_the_published_one(plain):
    """From 1, 10,000 steps lead to 399268537 [Park & Miller 1993, multiplier 48271]."""
    state = 1
    for _ in range(10_000):
        state = plain("chips.maths").next_chance(state)
        assert 0 < state < CHANCES
    assert state == 399_268_537
