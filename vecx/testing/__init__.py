"""A pytest plug-in for 6809 programs: fixtures, marks, golden frames and coverage.

    plugin.py      options, marks, fixtures; pytest always imports it, so it imports little
    cartridges.py  the cartridge under test, read once; checks of its symbol file
    machine.py     Machine for tests: replaced routines, structures, waiting for pictures, history
    judging.py     the marks `budget` and `strict`
    golden.py      expected frames in files, and their comparison
    contracts.py   checks of contract blocks by calls from states of real runs
    examples.py    hypothesis: each example starts with the machine as the test got it
    movies.py      movies as tests
    failures.py    the report of a failing test: registers, the last instructions, the picture
    everywhere.py  hooks for all machines that tests make; the patches of `vecx mutate`
    covering.py    coverage over tests and workers

Nothing here imports NumPy or numba until a fixture is used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .examples import given
    from .machine import MachineUnderTest

__all__ = ["MachineUnderTest", "given"]
_HOMES = {"MachineUnderTest": "machine", "given": "examples"}


def __getattr__(name: str) -> object:
    """Import a name on first use."""
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module 'vecx.testing' has no attribute '{name}'")
