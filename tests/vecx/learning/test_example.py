"""The example learner."""

import numpy as np
import pytest

from vecx.learning import example


def test_features():
    """The features recognise winning columns and those that let the opponent win."""
    planes = np.zeros((6, 7, 2), np.int8)
    planes[5, :3, 0] = 1
    planes[4, :3, 1] = 1
    assert example.features(planes, 3)[0] == 1 and example.features(planes, 6)[0] == 0
    assert example.features(planes, 3)[4] == 1
    mask = np.ones(7, np.int8)
    assert example.linear(np.array([1.0, 0, 0, 0, 0]))(planes, mask) == 3
    assert example.chance(1)(planes, mask) in range(7)


@pytest.mark.nightly
def test_it_beats_random_play(capsys):
    """After half a minute, the learner is clearly better than random play."""
    words = "--generations 3 --population 8 --games 4 --test-games 16"
    assert example.main(words.split()) > 0.4
    assert "mean reward in 16 other games" in capsys.readouterr().out
