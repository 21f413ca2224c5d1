"""Mutators, which change plays, and how they are chosen.

The changes are those of AFL++'s havoc stage [Fioraldi et al., "AFL++: Combining Incremental Steps
of Fuzzing Research", WOOT 2020], for timed inputs in place of bytes: change, insert, delete, repeat
and splice.  Which of them pay depends on the program; their probabilities follow a particle swarm
[Lyu et al., "MOpt: Optimized Mutation Scheduling for Fuzzers", USENIX Security 2019]: each of
several particles is a set of probabilities; they are tried by turns (pilot), move towards the best
that they and all have seen, and the best one is used for a while (core).
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from .plays import AT_REST, STEP_FRAMES_MAX, Play, Step, cut, joined, random_pads, random_steps

SWARMS = 4
PILOT, CORE = 40, 240           # plays tried with one particle, and with the best one
INERTIA, PULL = 0.7, 0.4        # of a particle's speed; towards both bests
LEAST, MOST = 0.02, 1.0         # probability of a mutator, before they are normalised
STACK_MAX = 1                   # changes to one play: 2 to this power at most
GESTURES: tuple[Play, ...] = (
    ((4, 8), (6, 0)), ((4, 1), (6, 0)), ((4, 2), (6, 0)), ((4, 4), (6, 0)),
    ((4, 1 << 8), (8, 0)), ((4, 2 << 8), (8, 0)), ((4, 1 << 10), (8, 0)), ((4, 2 << 10), (8, 0)),
    ((100, 0),), ((30, 8),), ((12, 9), (12, 0)))

Mutator = Callable[[Random, list[Step], Sequence[Play], int], list[Step]]


def extend(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    """Add random steps at the end."""
    return [*steps, *random_steps(draw, players, draw.choice((1, 1, 2, 4, 8)))]


def retry_end(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    """Replace the last steps with random ones."""
    at = max(0, len(steps) - draw.choice((1, 2, 4, 8)))
    return [*steps[:at], *random_steps(draw, players, draw.choice((1, 2, 4, 8)))]


def insert(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    at = draw.randint(0, len(steps))
    return [*steps[:at], *random_steps(draw, players, 1), *steps[at:]]


def gesture(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    """Insert a common gesture (a tap, a push of the stick or a wait), most often at the end."""
    at = len(steps) if draw.random() < 0.7 else draw.randint(0, len(steps))
    return [*steps[:at], *draw.choice(GESTURES) * draw.choice((1, 1, 1, 2, 4)), *steps[at:]]


def change_pads(draw: Random, steps: list[Step], others: Sequence[Play],
                players: int) -> list[Step]:
    if steps:
        at = draw.randrange(len(steps))
        steps[at] = steps[at][0], random_pads(draw, players)
    return steps


def toggle_pad(draw: Random, steps: list[Step], others: Sequence[Play],
               players: int) -> list[Step]:
    """Press or release one button in one step."""
    if steps:
        at = draw.randrange(len(steps))
        steps[at] = steps[at][0], steps[at][1] ^ 1 << draw.randrange(4 * players)
    return steps


def change_length(draw: Random, steps: list[Step], others: Sequence[Play],
                  players: int) -> list[Step]:
    if steps:
        at = draw.randrange(len(steps))
        frames = steps[at][0]
        longer = draw.choice((1, frames - 1, frames + 1, frames // 2, frames * 2))
        steps[at] = max(1, min(STEP_FRAMES_MAX, longer)), steps[at][1]
    return steps


def delete(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    at, count = draw.randint(0, len(steps)), draw.choice((1, 1, 2, 4, 8))
    return [*steps[:at], *steps[at + count:]]


def repeat(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    at, count = draw.randint(0, len(steps)), draw.choice((1, 2, 4, 8))
    return [*steps[:at], *steps[at:at + count] * draw.choice((2, 2, 3)), *steps[at + count:]]


def splice(draw: Random, steps: list[Step], others: Sequence[Play], players: int) -> list[Step]:
    """Keep a random part of the play, and continue with the end of another play."""
    other = draw.choice(others) if others else ()
    return [*steps[:draw.randint(0, len(steps))], *other[draw.randint(0, len(other)):]]


MUTATORS: tuple[Mutator, ...] = (extend, retry_end, insert, gesture, change_pads, toggle_pad,
                                 change_length, delete, repeat, splice)


def mutated(draw: Random, play: Play, others: Sequence[Play], players: int, frames_max: int,
            weights: Sequence[float]) -> tuple[Play, list[int]]:
    """Return a changed play, and the numbers of the mutators that changed it."""
    steps, used = list(play), []
    for _ in range(1 << draw.randint(0, STACK_MAX)):
        number = draw.choices(range(len(MUTATORS)), weights)[0]
        steps = MUTATORS[number](draw, steps, others, players)
        used.append(number)
    return cut(joined(steps), frames_max) or ((1, AT_REST),), used


class Swarm:
    """The probabilities of the mutators, which a particle swarm adapts to their success."""

    def __init__(self, draw: Random) -> None:
        count = len(MUTATORS)
        self.at = [[draw.uniform(0.2, 1.0) for _ in range(count)] for _ in range(SWARMS)]
        self.speed = [[0.0] * count for _ in range(SWARMS)]
        self.best = [[[0.0, 0.5] for _ in range(count)] for _ in range(SWARMS)]
        self.total = [[0, 0.0] for _ in range(count)]   # finds and cost of each mutator
        self.gain = [0.0] * SWARMS                      # finds a play of each particle, last time
        self.turn, self.left, self.finds = 0, PILOT, 0
        self.recent = [[0, 0.0] for _ in range(count)]

    @property
    def weights(self) -> list[float]:
        return self.at[self.particle]

    @property
    def particle(self) -> int:
        """The particle that is used now.  Each particle has a pilot phase; after all pilot phases,
        the best one is used."""
        return self.turn if self.turn < SWARMS else self.gain.index(max(self.gain))

    def note(self, used: Sequence[int], found: bool, frames: int, draw: Random) -> None:
        """Count a play made by these mutators: whether it found anything new, and how many frames
        it has."""
        for number in used:
            for counts in (self.total[number], self.recent[number]):
                counts[0] += found
                counts[1] += frames / 100
        self.finds += found
        self.left -= 1
        if self.left <= 0:
            self._next(draw)

    def _next(self, draw: Random) -> None:
        """End the turn of a particle, and choose the next one."""
        if self.turn < SWARMS:
            mine = self.best[self.turn]
            for number, (found, uses) in enumerate(self.recent):
                if uses and found / uses >= mine[number][0]:
                    mine[number] = [found / uses, self.at[self.turn][number]]
            self.gain[self.turn] = self.finds / max(1.0, sum(cost for _, cost in self.recent))
            self._move(self.turn, draw)
        self.turn = (self.turn + 1) % (SWARMS + 1)
        self.left = CORE if self.turn == SWARMS else PILOT
        self.finds, self.recent = 0, [[0, 0.0] for _ in MUTATORS]

    def _move(self, turn: int, draw: Random) -> None:
        shares = [found / uses if uses else 0.0 for found, uses in self.total]
        top = max(shares) or 1.0
        for number, share in enumerate(shares):
            at = self.at[turn][number]
            speed = INERTIA * self.speed[turn][number] \
                + PULL * draw.random() * (self.best[turn][number][1] - at) \
                + PULL * draw.random() * (share / top - at)
            self.speed[turn][number] = speed
            self.at[turn][number] = min(MOST, max(LEAST, at + speed))

    def state(self) -> dict[str, Any]:
        return dict(vars(self))

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a saved state.  Errors: ValueError if it does not have the form of one"""
        own = self.state()
        if set(state) != set(own) or not all(_alike(state[name], own[name]) for name in own) \
                or not 0 <= state["turn"] <= SWARMS:
            raise ValueError("the probabilities of the mutators do not have their form")
        vars(self).update(deepcopy(state))


def _alike(one: Any, other: Any) -> bool:
    """Return whether two values are numbers, or lists of the same length with values that are
    alike."""
    if isinstance(other, list):
        return isinstance(one, list) and len(one) == len(other) and all(map(_alike, one, other))
    return type(one) in (type(other), int)
