"""One round of a search."""

import pickle
from dataclasses import replace

import pytest

from vecx.fuzzing import search
from vecx.fuzzing.search import Job, empty_maps, play_round


def job_of(recipe, target, **changes):
    code, states = empty_maps(target)
    return replace(Job(pickle.dumps(recipe), "1 0", [], code, states, {}, {}, frozenset(), 600,
                       1, 400), **changes)


def test_equal_jobs_give_equal_results(recipe, target):
    """A round depends only on its job; each new entry found something new."""
    search._TARGETS.kept.clear()
    one = play_round(job_of(recipe, target))
    search._TARGETS.kept.clear()
    other = play_round(job_of(recipe, target))
    assert one.entries == other.entries and one.finds == other.finds and one.frames == other.frames
    assert one.entries and all(entry.gain > 0 for entry in one.entries)
    assert play_round(job_of(recipe, target, seed="2 0")).entries != one.entries


@pytest.mark.slow
def test_known_faults_are_not_found_again(recipe, target):
    """A known fault is neither minimised nor reported."""
    found = play_round(job_of(recipe, target, budget=2000))
    known = frozenset(fault[:2] for fault, _ in found.finds)
    assert known
    again = play_round(job_of(recipe, target, budget=2000, known=known))
    assert not {fault[:2] for fault, _ in again.finds} & known


def test_random_play_keeps_no_entries(recipe, target):
    """Random play keeps no entries."""
    result = play_round(job_of(recipe, target, guided=False))
    assert result.entries == [] and result.plays > 1
