"""Compiles Python to machine code: the decorators, and changes to how numba compiles."""

import functools
import sys


class Unusable(Exception):
    """An implementation cannot be used here; the message says why, and what to do."""


@functools.cache
def say_once(line: str) -> None:
    """Print a line to standard error, the first time only; an empty line is not printed."""
    if line:
        print(f"vecx: {line}", file=sys.stderr)
