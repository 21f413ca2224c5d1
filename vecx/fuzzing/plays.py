"""Plays: timed inputs of both controllers, as a sequence of steps.

A step is a number of frames and the pads during them: bits 0 to 7 are the buttons that are down, as
in port A of the sound chip; above them are two bits for each axis of the sticks, player 1 x y,
player 2 x y: 0 centred, 1 left or down, 2 right or up.
"""

from collections.abc import Sequence
from random import Random

from ..chips.bus import IN_BUTTONS, IN_POT
from ..machine import Machine

Step = tuple[int, int]          # frames, pads
Play = tuple[Step, ...]
POTS = 128, 1, 255, 128         # by the two bits of an axis
AXIS_BITS = 2
FIRST_AXIS = 8
AXES = 4
PADS_MAX = 1 << FIRST_AXIS + AXES * AXIS_BITS
STEP_FRAMES_MAX = 512
AT_REST = 0
UNKNOWN = -1                    # the pads before the first step


def frames_of(play: Sequence[Step]) -> int:
    return sum(frames for frames, _ in play)


def presses_of(play: Sequence[Step], before: int = AT_REST) -> int:
    """Return how many times a button goes down or a stick moves to another direction on an axis."""
    count = 0
    for _, pads in play:
        count += ((pads & ~before) & 0xFF).bit_count()
        for axis in range(AXES):
            at = FIRST_AXIS + AXIS_BITS * axis
            now = pads >> at & 3
            count += now != 0 and now != before >> at & 3
        before = pads
    return count


def joined(steps: Sequence[Step]) -> Play:
    """Return a play in which successive steps with the same pads are merged."""
    out: list[Step] = []
    for frames, pads in steps:
        if frames <= 0:
            continue
        if out and out[-1][1] == pads and out[-1][0] + frames <= STEP_FRAMES_MAX:
            out[-1] = out[-1][0] + frames, pads
        else:
            out.append((min(frames, STEP_FRAMES_MAX), pads))
    return tuple(out)


def cut(play: Play, frames_max: int) -> Play:
    """Return a play that ends after `frames_max` frames."""
    out, left = [], frames_max
    for frames, pads in play:
        if left <= 0:
            break
        out.append((min(frames, left), pads))
        left -= frames
    return tuple(out)


def enter(machine: Machine, pads: int, before: int = UNKNOWN) -> None:
    """Apply to the machine the pads that differ from `before`."""
    inputs = []
    if before == UNKNOWN or (pads ^ before) & 0xFF:
        inputs.append((int(IN_BUTTONS), 0xFF00 | ~pads & 0xFF))
    for axis in range(AXES):
        at = FIRST_AXIS + AXIS_BITS * axis
        if before == UNKNOWN or (pads ^ before) >> at & 3:
            inputs.append((int(IN_POT) + axis, POTS[pads >> at & 3]))
    if inputs:
        machine.console.enter(inputs)


def random_pads(draw: Random, players: int) -> int:
    """Return random pads as a person would hold them: usually one button or one direction."""
    player = draw.randrange(players)
    kind = draw.random()
    if kind < 0.2:
        return AT_REST
    pads = 0
    if kind < 0.7 or kind > 0.9:
        pads |= 1 << draw.choice((0, 1, 2, 3, 3, 3)) + 4 * player
    if kind > 0.6:
        axis = draw.choice((0, 0, 1)) + 2 * player
        pads |= draw.choice((1, 2)) << FIRST_AXIS + AXIS_BITS * axis
    return pads


def random_steps(draw: Random, players: int, count: int) -> Play:
    """Return steps with random pads; many steps are short and are followed by a pause."""
    steps: list[Step] = []
    for _ in range(count):
        steps.append((draw.choice((1, 2, 3, 4, 4, 6, 8, 12, 20, 40)), random_pads(draw, players)))
        if draw.random() < 0.7:
            steps.append((draw.choice((1, 2, 4, 8, 16, 30, 60)), AT_REST))
    return joined(steps)


def shown(play: Sequence[Step]) -> str:
    """Return a play as text: the frame of each change, counted from the play's start, and the pads.

    >>> shown(((3, 8), (5, 0), (3, 1 << 8)))
    '0: 4; 3: -; 8: left'
    """
    at, parts = 0, []
    for frames, pads in play:
        parts.append(f"{at}: {pads_shown(pads)}")
        at += frames
    return "; ".join(parts)


def pads_shown(pads: int) -> str:
    names = [f"2:{bit - 3}" if bit > 3 else str(bit + 1) for bit in range(8) if pads >> bit & 1]
    for axis, pair in enumerate((("left", "right"), ("down", "up")) * 2):
        way = pads >> FIRST_AXIS + AXIS_BITS * axis & 3
        if way:
            names.append(("2:" if axis > 1 else "") + pair[way - 1])
    return " ".join(names) or "-"
