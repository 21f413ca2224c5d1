"""Finds the shortest play that still shows a fault, by delta debugging.

`ddmin` of [Zeller & Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002]
over the steps; then shorter steps, and fewer buttons.  A limit on the number of plays ends it.
"""

from collections.abc import Callable

from .plays import AT_REST, AXES, AXIS_BITS, FIRST_AXIS, Play, Step, joined


class _Spent(Exception):
    """Raised when the maximum number of plays has been reached."""


def minimised(play: Play, fails: Callable[[Play], bool], plays_max: int) -> Play:
    """Return a play, as short as possible, for which `fails` is true.

    Args: play       fails
          plays_max  how many times `fails` is called at most

    >>> minimised(((5, 1), (9, 8), (7, 2)), lambda play: any(pads & 8 for _, pads in play), 100)
    ((1, 8),)
    """
    best, left = play, plays_max

    def tried(steps: list[Step]) -> bool:
        nonlocal best, left
        candidate = joined(steps)
        if candidate == best:
            return False
        if left <= 0:
            raise _Spent
        left -= 1
        if not fails(candidate):
            return False
        best = candidate
        return True

    try:
        while True:
            before = best
            _drop_end(best, tried)
            _ddmin(lambda: best, tried)
            _shorten(lambda: best, tried)
            _release(lambda: best, tried)
            if best == before:
                return best
    except _Spent:
        return best


def _drop_end(play: Play, tried: Callable[[list[Step]], bool]) -> None:
    """Drop the last half of the play if the rest still fails, then a quarter, and so on."""
    steps, part = list(play), len(play) // 2
    while part:
        if tried(steps[:-part]):
            del steps[-part:]
        part = min(part, len(steps)) // 2


def _ddmin(best: Callable[[], Play], tried: Callable[[list[Step]], bool]) -> None:
    parts = 2
    while len(best()) >= 2:
        steps = list(best())
        size = -(-len(steps) // parts)
        for at in range(0, len(steps), size):
            # Without the part, or with a rest in its place, so that what follows stays in time.
            rest = sum(frames for frames, _ in steps[at:at + size])
            if tried(steps[:at] + steps[at + size:]) \
                    or tried([*steps[:at], (rest, AT_REST), *steps[at + size:]]):
                parts = max(parts - 1, 2)
                break
        else:
            if size == 1:
                return
            parts = min(len(steps), parts * 2)


def _shorten(best: Callable[[], Play], tried: Callable[[list[Step]], bool]) -> None:
    at = 0
    while at < len(best()):
        steps = list(best())
        frames, pads = steps[at]
        if not any(less and tried([*steps[:at], (less, pads), *steps[at + 1:]])
                   for less in (frames // 2, frames * 3 // 4, frames - 1)):
            at += 1


def _release(best: Callable[[], Play], tried: Callable[[list[Step]], bool]) -> None:
    """In each step, release each button and centre each axis, unless the play then no longer
    fails."""
    masks = [*(1 << bit for bit in range(FIRST_AXIS)),
             *(3 << FIRST_AXIS + AXIS_BITS * axis for axis in range(AXES))]
    at = 0
    while at < len(best()):
        for mask in masks:
            steps = list(best())
            if at < len(steps) and steps[at][1] & mask:
                tried([*steps[:at], (steps[at][0], steps[at][1] & ~mask), *steps[at + 1:]])
        at += 1
