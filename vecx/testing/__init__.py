"""A plug-in of pytest for programs of the 6809: fixtures, marks, golden frames, coverage.

    plugin.py      what pytest is told: options, marks, fixtures; light, as it is always imported
    cartridges.py  the cartridge under test, read once; its symbols held against it
    machine.py     Machine with what tests need: replace, structures, pictures waited for, history
    judging.py     marks: what a test's frames may cost, what hardware must forgive
    golden.py      frames kept as files, and compared
    contracts.py   contract blocks, held against states of real runs
    examples.py    hypothesis: each example on the machine as the test got it
    movies.py      movies as tests
    failures.py    what a failing test says: registers, the last instructions, the picture
    everywhere.py  what is done with machines that tests make without the fixture
    covering.py    coverage over tests and workers
    patch.py       a change to the program that `vecx mutate` tries, in every machine

Nothing here imports NumPy or numba until a fixture is used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .examples import given
    from .machine import MachineUnderTest

__all__ = ["MachineUnderTest", "given"]
_HOMES = {"MachineUnderTest": "machine", "given": "examples"}


def __getattr__(name: str) -> object:
    """Import what is asked for, and no sooner."""
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module 'vecx.testing' has no attribute '{name}'")
