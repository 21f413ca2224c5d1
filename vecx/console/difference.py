"""The differences between the drawings of two frames.

Two segments count as equal if both ends are within a tolerance of each other, in either direction,
and their light is nearly the same.  Each has at most one partner, and as many as possible have one,
so the order in which a frame was drawn does not matter.
"""

from dataclasses import dataclass

import numpy as np

from ..chips.beam import SCREEN_UNIT
from ..errors import VecxError

LIGHT = 0.02            # difference of equal intensities
COMPARED_MAX = 1 << 20  # pairs of segments compared at a time
PAIRS_MAX = 1 << 20     # of segments near each other in a frame
HALF_W, HALF_H = 18_900, 23_625     # least size of the drawing, p
WIDTH, HEIGHT = 600, 750
STROKE = 2.2
SAME, GONE, COME = "#8c8c94", "#ff3b30", "#34e05a"


@dataclass(frozen=True)
class Difference:
    """The segments of two frames: those that stay, those only in the old frame, and those only in
    the new one; float64[n, 5] each: x0 y0 x1 y1 z, p.

    number, cycle   of the frame

    >>> m = Machine("connect4", preset="ideal")
    >>> one, two = m.run_frames(260)[-1], m.run_frames(40)[-1]
    >>> found = one.difference(two)
    >>> found.differs, found.words().endswith(" unchanged"), found.svg()[:4]
    (True, True, '<svg')
    """

    number: int
    cycle: int
    stay: np.ndarray
    gone: np.ndarray
    come: np.ndarray

    @property
    def differs(self) -> bool:
        """True if one frame has a segment that the other one lacks."""
        return bool(len(self.gone) or len(self.come))

    def words(self) -> str:
        """Return the numbers of removed, new and unchanged segments as text."""
        return (f"{counts(len(self.gone), 'segment', 'segments')} removed, {len(self.come):,} new, "
                f"{len(self.stay):,} unchanged")

    def svg(self) -> str:
        """Return a drawing: unchanged segments in grey, removed ones in red, new ones in green."""
        parts = (self.stay, self.gone, self.come)
        ends = np.abs(np.concatenate([part[:, :4] for part in parts]))
        x = max(HALF_W, float(ends[:, [0, 2]].max(initial=0)))
        y = max(HALF_H, float(ends[:, [1, 3]].max(initial=0)))
        scale = min(WIDTH / 2 / x, HEIGHT / 2 / y)
        rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
                f"<title>frame {self.number}: {self.words()}</title>",
                f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#000"/>']
        names = ("same", "old", "new")
        for name, colour, part in zip(names, (SAME, GONE, COME), parts, strict=True):
            rows.append(f'<g class="{name}" stroke="{colour}" stroke-width="{STROKE}" '
                        'stroke-linecap="round" fill="none">')
            for x0, y0, x1, y1 in part[:, :4].tolist():
                a, c = (WIDTH / 2 + scale * value for value in (x0, x1))
                b, d = (HEIGHT / 2 - scale * value for value in (y0, y1))
                rows.append(f'<path d="M{a:.2f} {b:.2f}L{c:.2f} {d:.2f}"/>')
            rows.append("</g>")
        return "\n".join([*rows, "</svg>", ""])

    def _repr_svg_(self) -> str:
        return self.svg()


def counts(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def compared(old: np.ndarray, new: np.ndarray, tolerance: float, number: int = 0,
             cycle: int = 0) -> Difference:
    """Compare the segments of two frames.

    Args:   old, new   float[n, 5]: x0 y0 x1 y1 z
            tolerance  screen units
            number, cycle  of the frame, for `words`
    Errors: VecxError as `partners`
    """
    same = partners(old, new, tolerance * SCREEN_UNIT)
    stays, stayed = np.zeros(len(old), bool), np.zeros(len(new), bool)
    stays[same[:, 0]], stayed[same[:, 1]] = True, True
    return Difference(number, cycle, new[stayed], old[~stays], new[~stayed])


def partners(old: np.ndarray, new: np.ndarray, tolerance: float) -> np.ndarray:
    """Return the pairs of equal segments: int64[n, 2], the row in `old` and the row in `new`.

    Args:   tolerance  p
    Errors: VecxError if too many segments are near each other
    """
    if old.shape == new.shape and (np.abs(old - new)[:, :4] <= tolerance).all() \
            and (np.abs(old - new)[:, 4] <= LIGHT).all():
        return np.repeat(np.arange(len(old))[:, None], 2, axis=1)
    near: dict[int, list[int]] = {}
    for row, column in near_pairs(old, new, tolerance).tolist():
        near.setdefault(row, []).append(column)
    pairs: dict[int, int] = {}          # of the new, by the old
    taken: dict[int, int] = {}          # the other way round
    for row in near:
        find_partner(row, near, pairs, taken)
    return np.array(sorted(pairs.items()), np.int64).reshape(-1, 2)


def near_pairs(old: np.ndarray, new: np.ndarray, tolerance: float) -> np.ndarray:
    """Return all pairs of segments that may be equal, nearest pairs first: int64[n, 2].

    Compares only segments whose first ends are near each other along x, some at a time.
    """
    if not len(old) or not len(new):
        return np.zeros((0, 2), np.int64)
    ends = np.concatenate([new[:, :4], new[:, [2, 3, 0, 1]]])      # drawn either way
    along, order = np.argsort(ends[:, 0]), np.argsort(old[:, 0])
    x = ends[along, 0]
    found: list[list[np.ndarray]] = []
    total = at = 0
    while at < len(order):
        begin = np.searchsorted(x, old[order[at], 0] - tolerance)
        some = order[at:at + max(1, COMPARED_MAX // max(1, len(x) - int(begin)))]
        end = np.searchsorted(x, old[some[-1], 0] + tolerance, "right")
        candidates = along[begin:end]
        apart = np.abs(old[some, None, :4] - ends[None, candidates]).max(axis=2, initial=0)
        light = np.abs(old[some, None, 4] - new[None, candidates % len(new), 4])
        rows, columns = np.nonzero((apart <= tolerance) & (light <= LIGHT))
        apart, rows, columns = apart[rows, columns], some[rows], candidates[columns] % len(new)
        nearest = np.lexsort((apart, columns, rows))        # of a pair that fits either way
        _, first = np.unique(rows[nearest] * len(new) + columns[nearest], return_index=True)
        found.append([part[nearest[first]] for part in (apart, rows, columns)])
        total += len(first)
        if total > PAIRS_MAX:
            raise VecxError(f"more than {PAIRS_MAX:,} pairs of segments of one frame are within "
                            "the tolerance of each other; use a smaller --tolerance")
        at += len(some)
    apart, rows, columns = (np.concatenate(part) for part in zip(*found, strict=True))
    return np.stack([rows, columns], axis=1)[np.lexsort((rows, apart))]


def find_partner(row: int, near: dict[int, list[int]], pairs: dict[int, int],
                 taken: dict[int, int]) -> None:
    """Find a partner for an old segment; this may change earlier pairs.

    Args: near  possible partners of each, the nearest first; pairs, taken  changed in place
    """
    reached: dict[int, int] = {}        # a new one, by which old one
    waiting = [row]
    for one in waiting:
        for other in near[one]:
            if other in reached:
                continue
            reached[other] = one
            if other in taken:
                waiting.append(taken[other])
                continue
            while True:                 # each takes the one it reached, and leaves its own
                one = reached[other]
                left = pairs.get(one)
                pairs[one], taken[other] = other, one
                if left is None:
                    return
                other = left
