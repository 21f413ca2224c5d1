"""Finds the shortest inputs that make an expression true, by breadth-first or beam search.

A node is a state of the machine at the end of a frame, and a move is one of a set of gestures: a
tap of a button, a push of a stick, or a wait.  Two nodes are the same if the relevant bytes of RAM
are equal.  A best-first queue orders nodes by their presses, then by their frames, so that the
first node at which the expression is true has the fewest presses [Dijkstra 1959].  A beam keeps
only the best nodes of each depth [Reddy 1977], judged by another expression.
"""

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import numpy as np

from ..chips.bus import RAM, RAM_BYTES
from ..console.expression import Expression
from ..console.snapshot import Kept
from ..errors import UsageError, VecxError
from ..machine import Machine
from .plays import (
    AT_REST,
    FIRST_AXIS,
    STEP_FRAMES_MAX,
    UNKNOWN,
    Play,
    Step,
    enter,
    joined,
    presses_of,
)
from .target import VARIABLES, Recipe, Target

NODES_MAX = 200_000         # states that are kept, about 8 KB each
HELD, PAUSE = 3, 5          # frames of a gesture: down, then at rest
TEST_FRAMES = 4             # between two tests of the expression
NAMES = {"left": 1 << FIRST_AXIS, "right": 2 << FIRST_AXIS, "down": 1 << FIRST_AXIS + 2,
         "up": 2 << FIRST_AXIS + 2}


class Move(NamedTuple):
    """A gesture of a player: its name, and its steps."""

    name: str
    steps: Play


class Node(NamedTuple):
    """A state, the play that reached the state, and the play's cost in presses and frames."""

    kept: Kept
    play: Play
    presses: int
    frames: int


@dataclass
class Solution:
    """The result of a search.

    play     the inputs, after the start; None if there are none
    nodes    number of states that were reached; seconds: time taken
    closed   True if all states within the limits were tried
    """

    play: Play | None
    presses: int
    frames: int
    nodes: int
    seconds: float
    closed: bool = False

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / max(self.seconds, 1e-9)


def moves_of(text: str, held: int = HELD, pause: int = PAUSE) -> list[Move]:
    """Read a comma-separated list of gestures: 1 to 4, left, right, up, down, wait.  `2:left` is a
    gesture of player 2, `4+right` presses both at once, and 60 frames of rest follow `4@60`.

    Errors: UsageError names the text that is not a gesture
    """
    moves = []
    for name in filter(None, (word.strip() for word in text.split(","))):
        gesture, at, rest = name.partition("@")
        if at and not (rest.isdecimal() and 0 < int(rest) <= STEP_FRAMES_MAX):
            raise UsageError(f"--moves: {name!r} has no number of frames after @")
        after = int(rest) if at else pause
        player, _, keys = gesture.rpartition(":")
        pads = 0
        if player not in ("", "1", "2"):
            raise UsageError(f"--moves: {name!r}: there is no player {player}; use 1 or 2")
        if keys == "wait":
            moves.append(Move(name, ((held + after, AT_REST),)))
            continue
        for key in keys.split("+"):
            if key in NAMES:
                pads |= NAMES[key] << (4 if player == "2" else 0)
            elif key in ("1", "2", "3", "4"):
                pads |= 1 << int(key) - 1 + (4 if player == "2" else 0)
            else:
                raise UsageError(f"--moves: {key!r} is not a gesture; use 1 to 4, left, right, "
                                 "up, down or wait, such as left,right,4,2:4,wait")
        moves.append(Move(name, ((held, pads), (after, AT_REST))))
    if not moves:
        raise UsageError("--moves contains no gesture; use for example left,right,4,wait")
    return moves


class Relevant:
    """The bytes of RAM that are compared to decide whether two states are equal.

    Args: names    variables; empty: all variables of the program's RAM, except those that change
                   by themselves while nothing is pressed
    """

    def __init__(self, machine: Machine, names: Sequence[str] = (), *, idle_frames: int = 64):
        chosen = np.zeros(RAM_BYTES, bool)
        for name in names:
            first = machine.address(name) - int(RAM)
            if not 0 <= first < RAM_BYTES:
                raise UsageError(f"{name} is not in RAM")
            chosen[first:first + max(1, machine.names.size(name))] = True
        if not names:
            chosen[VARIABLES] = True
            kept = machine.keep()
            before = np.frombuffer(machine.ram, np.uint8)
            for _ in range(idle_frames):
                machine.run_frames(1)
                now = np.frombuffer(machine.ram, np.uint8)
                chosen &= now == before
            machine.restore(kept)
        self._places = np.flatnonzero(chosen)
        self._machine = machine

    def key(self) -> bytes:
        """Return the relevant bytes in the current state."""
        return np.frombuffer(self._machine.ram, np.uint8)[self._places].tobytes()


def solve(recipe: Recipe, until: str, moves: Sequence[Move], *, relevant: Sequence[str] = (),
          beam: int = 0, score: str = "", nodes_max: int = NODES_MAX, frames_max: int = 3000,
          seconds_max: float | None = None,
          progress: Callable[[int, int], object] | None = None) -> Solution:
    """Search for the inputs that make an expression true with the fewest presses.

    Args:   until       the expression, tested every few frames
            relevant    variables that tell states apart; default: see Relevant
            beam        nodes kept of each depth; 0: all (the result is the best one then)
            score       an expression: the beam prefers larger values
            progress    called with the number of nodes, and the presses of the best one
    Errors: UsageError, VecxError for an invalid expression

    >>> from vecx.fuzzing.solve import moves_of, solve
    >>> from vecx.fuzzing.target import recipe_of
    >>> recipe = recipe_of(Machine("connect4"))
    >>> found = solve(recipe, "[move_count] == 1", moves_of("4,wait"), relevant=["game_state"],
    ...               frames_max=400)
    >>> found.presses, found.closed
    (2, False)
    """
    begin = Target(recipe).machine.keep()
    machine = recipe.machine(picture=False, sound=False)      # observes nothing: it is faster
    machine.restore(begin)
    search = _Search(machine, Expression(until, machine, condition=True), moves,
                     Relevant(machine, relevant),
                     Expression(score, machine) if score else None, nodes_max, frames_max,
                     seconds_max, progress)
    return search.by_beam(beam) if beam else search.by_cost()


class _Search:
    def __init__(self, machine: Machine, until: Expression, moves: Sequence[Move],
                 relevant: Relevant, score: Expression | None, nodes_max: int, frames_max: int,
                 seconds_max: float | None,
                 progress: Callable[[int, int], object] | None) -> None:
        self._machine, self._until, self._moves = machine, until, moves
        self._relevant, self._score = relevant, score
        self._nodes_max, self._frames_max = nodes_max, frames_max
        self._progress, self._begun, self._seconds_max = progress, time.monotonic(), seconds_max
        self._seen = {relevant.key()}
        self.nodes, self.dropped = 1, False

    def _over(self) -> bool:
        return self.nodes >= self._nodes_max or (
            self._seconds_max is not None and time.monotonic() - self._begun > self._seconds_max)

    def _start(self) -> Node:
        return Node(self._machine.keep(), (), 0, 0)

    def _made(self, node: Node, move: Move) -> tuple[Node | None, bool]:
        """Make a move.  Return the new state (None if it is already known), and whether it is the
        goal."""
        machine = self._machine
        machine.restore(node.kept)
        made: list[Step] = []
        before = node.play[-1][1] if node.play else UNKNOWN
        reached = False
        for frames, pads in move.steps:
            enter(machine, pads, before)
            before = pads
            ran = 0
            while ran < frames and not reached:
                ran += len(machine.run_frames(min(TEST_FRAMES, frames - ran)))
                reached = bool(self._until())
            if reached:
                made.append((ran, pads))
            if reached:
                break
            made.append((frames, pads))
        total = sum(frames for frames, _ in made)
        if node.frames + total > self._frames_max:
            self.dropped = True
            return None, False
        key = self._relevant.key()
        if not reached and key in self._seen:
            return None, False
        self._seen.add(key)
        self.nodes += 1
        if self._progress and self.nodes % 16 == 0:
            self._progress(self.nodes, node.presses)
        play = joined((*node.play, *made))
        presses = node.presses + presses_of(made)
        return Node(machine.keep(), play, presses, node.frames + total), reached

    def by_cost(self) -> Solution:
        """Try the states with the fewest presses first, then those with the fewest frames."""
        if self._until():
            return self._found(self._start())
        numbers = count()
        queue: list[tuple[int, int, int, Node]] = [(0, 0, next(numbers), self._start())]
        best: Node | None = None
        while queue and not self._over():
            presses, _, _, node = heapq.heappop(queue)
            if best and presses >= best.presses:
                break
            for move in self._moves:
                made, reached = self._made(node, move)
                if made is None:
                    continue
                if reached and (best is None or (made.presses, made.frames)
                                < (best.presses, best.frames)):
                    best = made
                elif not reached:
                    heapq.heappush(queue, (made.presses, made.frames, next(numbers), made))
        return self._found(best, closed=not queue and not self._over())

    def by_beam(self, width: int) -> Solution:
        """At each depth, keep only the best `width` states."""
        layer = [self._start()]
        if self._until():
            return self._found(layer[0])
        while layer and not self._over():
            made: list[tuple[int, int, int, Node]] = []
            for node in layer:
                for move in self._moves:
                    state, reached = self._made(node, move)
                    if state is None:
                        continue
                    if reached:
                        return self._found(state)
                    value = -self._score() if self._score else 0
                    made.append((value, state.presses, len(made), state))
            layer = [state for _, _, _, state in sorted(made, key=lambda row: row[:3])[:width]]
        return self._found(None)

    def _found(self, node: Node | None, *, closed: bool = False) -> Solution:
        seconds = time.monotonic() - self._begun
        if node is None:
            return Solution(None, 0, 0, self.nodes, seconds, closed and not self.dropped)
        return Solution(node.play, node.presses, node.frames, self.nodes, seconds)


def check_score(beam: int, score: str) -> None:
    """Check that --score is only used with --beam.  Errors: VecxError"""
    if score and not beam:
        raise VecxError("--score needs --beam: add --beam, or remove --score")
