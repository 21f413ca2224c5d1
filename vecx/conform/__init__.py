"""Replay of reference data: what the parts do against what silicon and other models do.

Every module here has `replay(folder, ...)`, which returns what `Result` is made of.
"""

from typing import NamedTuple


class Result(NamedTuple):
    """What a replay found.

    passed    rows that agree
    failures  a line for each that does not
    aside     lines about rows that are counted apart
    """

    passed: int
    failures: list[str]
    aside: tuple[str, ...] = ()
