"""Replay of reference data: comparison with silicon and other models.

Every module here has `replay(folder, ...)`, which returns the fields of `Result`.
"""

from typing import NamedTuple


class Result(NamedTuple):
    """The result of a replay.

    passed    number of rows that agree
    failures  a line for each other row
    aside     lines about rows that are counted separately
    """

    passed: int
    failures: list[str]
    aside: tuple[str, ...] = ()
