"""Searches on one core and more, which continue."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from vecx import Machine, VecxError
from vecx.fuzzing import session
from vecx.fuzzing.corpus import FILE
from vecx.fuzzing.session import Limits, fuzz, lasting
from vecx.fuzzing.target import recipe_of


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch):
    monkeypatch.setattr(session, "ROUND_FRAMES", 1500)


def limited(**limits):
    return Limits(players=1, length=400, **limits)


@pytest.mark.slow
def test_a_search_finds_minimises_and_continues(faulty, tmp_path):
    """Faults are found and minimised; a second search continues with them."""
    recipe = recipe_of(Machine(faulty), conditions=["[sum] == 4"], strict=False)
    rounds, found = [], []
    corpus = fuzz(recipe, tmp_path, limits=limited(finds=2, frames=60_000),
                  on_round=lambda corpus: rounds.append(corpus.rounds),
                  on_find=lambda find, paths: found.append((find, paths)))
    assert len(corpus.finds) >= 2 and rounds == list(range(1, len(rounds) + 1))
    by_kind = {find.fault.kind: find.play for find, _ in found}
    assert by_kind.get("overrun", ((1, 4),)) == ((1, 4),)
    assert all(path.is_file() for _, paths in found for path in paths)
    again = fuzz(recipe, tmp_path, limits=limited(frames=corpus.frames + 1))
    assert again.known >= corpus.known and again.rounds == corpus.rounds + 1
    assert (tmp_path / FILE).is_file()


@pytest.mark.slow
def test_equal_seeds_give_equal_searches(recipe):
    """With one worker, equal seeds give equal entries."""
    from vecx.fuzzing import search

    made = []
    for _ in range(2):
        search._TARGETS.kept.clear()
        made.append(fuzz(recipe, seed=5, limits=limited(frames=2000)))
    assert made[0].entries == made[1].entries and made[0].known == made[1].known


@pytest.mark.slow
def test_threads_and_processes_give_the_same_search(recipe):
    """One thread, two threads and two processes give the same search."""
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        alone, threads, both = (fuzz(recipe, seed=2, jobs=2, limits=limited(frames=4000),
                                     executor=executor) for executor in (one, two, None))
    assert both.entries == threads.entries == alone.entries
    assert both.known == threads.known == alone.known


def test_reading_lasting_expressions():
    """FRAMES:EXPR is accepted, and anything else is refused."""
    assert lasting("600: [lives] == 0") == (600, "[lives] == 0")
    for text in ("[lives]", "x:1", "0:1"):
        with pytest.raises(VecxError, match="is not FRAMES:EXPR"):
            lasting(text)


@pytest.mark.nightly
@pytest.mark.filterwarnings("default")      # of distributed and its event loop
def test_a_dask_cluster_gives_the_same_search(recipe, dask_client):
    """Two worker processes of a Dask cluster give the search of one process."""
    with ThreadPoolExecutor(1) as pool:
        alone = fuzz(recipe, seed=2, jobs=2, limits=limited(frames=4000), executor=pool)
    both = fuzz(recipe, seed=2, jobs=2, limits=limited(frames=4000),
                executor=dask_client(2, processes=True).get_executor())
    assert both.entries == alone.entries and both.known == alone.known
