"""A search in rounds, on one or more cores, until a limit is reached or it is stopped."""

import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from ..errors import VecxError
from ..many import run_shares
from . import corpus as stored
from . import finds
from .corpus import Corpus, Find
from .plays import Play
from .search import Entry, Job, play_round, target_of
from .target import Recipe

ROUND_FRAMES = 20_000       # of one worker, between two exchanges
FIRST_FRAMES = 1000         # of the first round; each following one has twice as many


@dataclass(frozen=True)
class Limits:
    """The limits of a search, and settings for its plays.

    seconds, frames, finds  None: no limit
    players  1 or 2;  length  of a play in frames;  guided  False: random plays without feedback
    """

    seconds: float | None = None
    frames: int | None = None
    finds: int | None = None
    players: int = 2
    length: int = 3000
    guided: bool = True


def fuzz(recipe: Recipe, folder: Path | None = None, *, seed: int = 1, jobs: int = 1,
         limits: Limits | None = None, executor: Executor | None = None,
         on_round: Callable[[Corpus], object] | None = None,
         on_find: Callable[[Find, list[Path]], object] | None = None,
         carried: list[Play] | None = None) -> Corpus:
    """Search for faults; if the folder already contains a search, continue it.

    Equal recipes, seeds and numbers of jobs give equal searches, up to limits of time.

    Args:   folder    for the corpus, movies and tests; None: keep nothing
            jobs      number of rounds at the same time: processes, if there is no executor
            executor  for the rounds: any of `concurrent.futures`
            on_round  called after each round;  on_find  called with each find and its files
            carried   plays of another search, to begin with
    Errors: VecxError for a corpus of something else, or a file that cannot be written

    >>> from vecx.fuzzing.session import Limits, fuzz
    >>> from vecx.fuzzing.target import recipe_of
    >>> recipe = recipe_of(Machine("connect4"), conditions=["[move_count] == 1"], strict=False)
    >>> corpus = fuzz(recipe, limits=Limits(frames=60_000, finds=1))
    >>> [find.fault.text for find in corpus.finds]
    ['`[move_count] == 1` is true']
    """
    limits = limits or Limits()
    packed = pickle.dumps(recipe)
    target = target_of(packed)
    found = stored.load(folder, recipe, target) if folder else \
        Corpus(code=stored.np.zeros(target.code_bytes, bool))
    found.entries += [Entry(play, 0, 0) for play in carried or ()]
    begun, before = time.monotonic(), found.seconds
    with ExitStack() as stack:
        if executor is None and jobs > 1:
            executor = stack.enter_context(ProcessPoolExecutor(
                jobs, get_context("spawn"), initializer=_ignore_interrupt))
        while not _over(found, limits, time.monotonic() - begun):
            budget = min(ROUND_FRAMES, FIRST_FRAMES << min(found.rounds // jobs, 16))
            jobs_now = [Job(packed, f"{seed} {found.rounds + number}", found.entries, found.code,
                            found.states, found.paths, found.swarm, found.known, budget,
                            limits.players, limits.length, limits.guided)
                        for number in range(jobs)]
            results = run_shares(play_round, jobs_now, executor) if executor else \
                [play_round(job) for job in jobs_now]
            entries = list(found.entries)
            new = [find for result in results
                   for find in found.add(entries, result, before + time.monotonic() - begun)]
            if folder:
                stored.save(found, folder, recipe)
            for find in new:
                paths = finds.write(find, folder, recipe, target.title_frames) if folder else []
                if on_find:
                    on_find(find, paths)
            if on_round:
                on_round(found)
    return found


def _over(found: Corpus, limits: Limits, seconds: float) -> bool:
    return (limits.seconds is not None and seconds >= limits.seconds) \
        or (limits.frames is not None and found.frames >= limits.frames) \
        or (limits.finds is not None and len(found.finds) >= limits.finds)


def _ignore_interrupt() -> None:
    """Ignore Ctrl-C in a worker, because the process that collects the results handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def lasting(text: str) -> tuple[int, str]:
    """Split FRAMES:EXPR into the number of frames and the expression.  Errors: VecxError"""
    frames, colon, expression = text.partition(":")
    if not colon or not frames.strip().isdecimal() or not 0 < int(frames) < 1_000_000:
        raise VecxError(f"{text!r} is not FRAMES:EXPR, such as '600:[lives] == 0'")
    return int(frames), expression.strip()
