"""Changes to plays, and the swarm that chooses among them."""

from random import Random

import pytest

from vecx.fuzzing.mutators import CORE, MUTATORS, PILOT, SWARMS, Swarm, mutated
from vecx.fuzzing.plays import PADS_MAX, STEP_FRAMES_MAX, frames_of


def test_every_mutator_makes_valid_plays():
    """Mutated plays are valid; equal seeds give equal plays."""
    for number in range(len(MUTATORS)):
        weights = [float(other == number) for other in range(len(MUTATORS))]
        made = set()
        for seed in range(40):
            play, used = mutated(Random(seed), ((5, 8), (9, 0), (200, 1)), [((7, 2),)], 2, 300,
                                 weights)
            assert mutated(Random(seed), ((5, 8), (9, 0), (200, 1)), [((7, 2),)], 2, 300,
                           weights)[0] == play
            assert set(used) == {number} and 0 < frames_of(play) <= 300
            assert all(0 < frames <= STEP_FRAMES_MAX and 0 <= pads < PADS_MAX
                       for frames, pads in play)
            made.add(play)
        assert len(made) > 3, MUTATORS[number]


def test_the_swarm_prefers_what_pays():
    """A mutator that always finds something gets a larger probability."""
    draw = Random(3)
    swarm = Swarm(draw)
    for _ in range(20 * (SWARMS * PILOT + CORE)):
        number = draw.choices(range(len(MUTATORS)), swarm.weights)[0]
        swarm.note([number], number == 2, 100, draw)
    weights = swarm.at[max(range(SWARMS), key=lambda at: swarm.gain[at])]
    assert weights[2] == max(weights)


def test_the_swarm_continues_from_its_state():
    """The swarm can be restored from its state; an invalid state is refused."""
    swarm, other = Swarm(Random(1)), Swarm(Random(2))
    other.restore(swarm.state())
    assert other.weights == swarm.weights
    with pytest.raises(ValueError, match="mutators"):
        other.restore({"at": []})
