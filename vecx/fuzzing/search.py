"""One round of a search: choose a play, change it, play it, and keep it if it shows anything new.

A round is a function of its job: equal jobs give equal results, in any process.  The energy of an
entry follows the schedule `fast` of AFL++ [Böhme, Pham, Roychoudhury, "Coverage-based Greybox
Fuzzing as Markov Chain", CCS 2016]: it doubles with each time the entry is chosen, and is divided
by the number of plays that took the same path.
"""

import hashlib
import pickle
import threading
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from .faults import CRASH, HANG, STRICT_KINDS, Fault
from .minimise import minimised
from .mutators import Swarm, mutated
from .plays import AT_REST, Play, cut, frames_of, random_steps
from .target import STATES, Target, Trace, faults_of

ENERGY, ENERGY_MAX = 8, 64      # plays made of an entry at once
DOUBLINGS_MAX = 10
STRICT_COST = 5                 # a frame of the strict machine, in frames of the other
STRICT_SHARE = 0.35             # of a round's frames
MINIMISE_PLAYS, MINIMISE_STRICT_PLAYS = 300, 25
FRESH = 0.04                    # share of plays that do not come from an entry


class _Targets(threading.local):
    """The target that a thread used last, by the digest of its recipe: a machine plays for one
    thread."""

    def __init__(self) -> None:
        self.kept: dict[str, Target] = {}


_TARGETS = _Targets()


@dataclass
class Entry:
    """A play that was added to the corpus because it reached new code or states.

    path     the path that it takes; frames: its length
    chosen   how many times it was chosen;  checked  on the strict machine
    gain     new instructions and states that it brought
    """

    play: Play
    path: int
    gain: int
    new_code: bool = False
    chosen: int = 0
    checked: bool = False


@dataclass(frozen=True)
class Job:
    """The arguments of a round.

    recipe   a pickled Recipe
    known    faults that are known, by kind and key
    budget   frames;  guided: False plays at random, without feedback
    """

    recipe: bytes
    seed: str
    entries: list[Entry]
    code: np.ndarray
    states: np.ndarray
    paths: dict[int, int]
    swarm: dict[str, Any]
    known: frozenset[tuple[str, str]]
    budget: int
    players: int
    length: int
    guided: bool = True


@dataclass
class Result:
    """The results of a round: the new entries, and which of the old entries were chosen or
    checked."""

    entries: list[Entry] = field(default_factory=list)
    chosen: dict[int, int] = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)
    finds: list[tuple[Fault, Play]] = field(default_factory=list)
    code: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    states: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    paths: dict[int, int] = field(default_factory=dict)
    swarm: dict[str, Any] = field(default_factory=dict)
    plays: int = 0
    frames: int = 0
    strict_frames: int = 0


def target_of(recipe: bytes) -> Target:
    """Return the target of a pickled recipe; the thread keeps the target for its next round."""
    key, kept = hashlib.sha256(recipe).hexdigest(), _TARGETS.kept
    if key not in kept:
        kept.clear()
        kept[key] = Target(pickle.loads(recipe))
    return kept[key]


def play_round(job: Job) -> Result:
    """Run one round, which takes about `job.budget` frames."""
    return _Round(job, target_of(job.recipe)).run()


class _Round:
    def __init__(self, job: Job, target: Target) -> None:
        self._job, self._target, self._draw = job, target, Random(job.seed)
        self._swarm = Swarm(self._draw)
        if job.swarm:
            self._swarm.restore(job.swarm)
        self._entries = [replace(entry) for entry in job.entries]
        self._known = set(job.known)
        self._out = Result(code=job.code.copy(), states=job.states.copy(), paths=dict(job.paths))

    def run(self) -> Result:
        out, job = self._out, self._job
        if self._target.recipe.strict:
            self._check()
        if not self._entries:
            self._try(((30, AT_REST),), [])
        while self._spent < job.budget:
            if not job.guided or not self._entries or self._draw.random() < FRESH:
                steps = random_steps(self._draw, job.players, self._draw.choice((8, 32, 128)))
                self._try(cut(steps, job.length), [])
                continue
            number = self._choose()
            entry = self._entries[number]
            for _ in range(self._energy(entry)):
                others = [self._draw.choice(self._entries).play]
                play, used = mutated(self._draw, entry.play, others, job.players, job.length,
                                     self._swarm.weights)
                self._try(play, used, entry.play)
                if self._spent >= job.budget:
                    break
            entry.chosen += 1
            if number < len(job.entries):
                out.chosen[number] = out.chosen.get(number, 0) + 1
        out.entries = self._entries[len(job.entries):]
        out.swarm = self._swarm.state()
        return out

    @property
    def _spent(self) -> int:
        return self._out.frames + STRICT_COST * self._out.strict_frames

    def _choose(self) -> int:
        """Choose an entry, either a recent one or one with a rare path, and return its number."""
        count = len(self._entries)
        if self._draw.random() < 0.4:
            return max(0, count - 1 - int(self._draw.expovariate(1 / (2 + count / 10))))
        some = [self._draw.randrange(count) for _ in range(4)]
        return min(some, key=lambda number: (self._out.paths.get(self._entries[number].path, 1)
                                             * (1 + self._entries[number].chosen), number))

    def _energy(self, entry: Entry) -> int:
        paths = self._out.paths.get(entry.path, 1)
        energy = ENERGY * (1 << min(entry.chosen, DOUBLINGS_MAX)) // max(1, paths)
        return max(1, min(ENERGY_MAX, energy))

    def _try(self, play: Play, used: list[int], parent: Play = ()) -> None:
        """Run a play, and record new code, states and faults.

        What counts are the frames after those in common with the parent, whether there is a
        snapshot there or not: so the result depends on the job alone.
        """
        out = self._out
        trace = self._target.run(play, keep=self._job.guided)
        same = next((at for at, (one, other) in enumerate(zip(play, parent, strict=False))
                     if one != other), min(len(play), len(parent)))
        cost = frames_of(play[same:])
        out.plays += 1
        out.frames += cost
        gain, new_code = self._gain(trace)
        out.paths[trace.path] = out.paths.get(trace.path, 0) + 1
        if used:
            self._swarm.note(used, gain > 0, cost, self._draw)
        dead = any(fault.kind in (CRASH, HANG) for fault in trace.faults)
        if gain and self._job.guided and not dead:      # nothing follows a crash
            self._entries.append(Entry(play, trace.path, gain, new_code))
        for fault in trace.faults:
            self._found(fault, play)

    def _gain(self, trace: Trace) -> tuple[int, bool]:
        out = self._out
        code = trace.code & ~out.code
        states = trace.states & ~out.states
        out.code |= code
        out.states |= states
        return int(code.sum() + states.sum()), bool(code.any())

    def _found(self, fault: Fault, play: Play) -> None:
        """Record a fault that is not known yet, with a minimised play that shows the fault."""
        if fault[:2] in self._known:
            return
        self._known.add(fault[:2])
        strict = fault.kind in STRICT_KINDS

        def fails(shorter: Play) -> bool:
            if strict:
                self._out.strict_frames += frames_of(shorter)
            else:
                self._out.frames += frames_of(shorter)
            return any(found[:2] == fault[:2]
                       for found in faults_of(self._target, shorter, fault.kind))

        least = minimised(play, fails, MINIMISE_STRICT_PLAYS if strict else MINIMISE_PLAYS)
        self._out.finds.append((fault, least))

    def _check(self) -> None:
        """Check entries on the strict machine, those with new code first."""
        order = sorted((number for number, entry in enumerate(self._entries) if not entry.checked),
                       key=lambda number: (not self._entries[number].new_code,
                                           frames_of(self._entries[number].play), number))
        for number in order:
            if STRICT_COST * self._out.strict_frames > STRICT_SHARE * self._job.budget:
                return
            entry = self._entries[number]
            faults, frames = self._target.check(entry.play)
            self._out.strict_frames += frames
            self._out.checked.add(number)
            for fault in faults:
                self._found(fault, entry.play)


def empty_maps(target: Target) -> tuple[np.ndarray, np.ndarray]:
    """Return the maps of code and states before any play: all elements are False."""
    return np.zeros(target.code_bytes, bool), np.zeros(STATES, bool)

