"""Every machine that tests make, those made without the fixture too.

Coverage and mutants concern machines that a test's own helpers make with `Machine(...)`, too.
These cannot be handed over, so the plug-in wraps the constructor while the session lasts.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from unittest.mock import patch

from ..machine import Machine


@contextmanager
def each_machine(call: Callable[[Machine], object]) -> Iterator[None]:
    """Call `call(machine)` with every machine at power-on that is made while the block runs.

    >>> made = []
    >>> with each_machine(made.append):
    ...     machine = Machine("connect4")
    >>> made == [machine], Machine("connect4") in made
    (True, False)
    """
    construct = Machine.__init__

    @wraps(construct)
    def construct_and_call(machine: Machine, *args: Any, **options: Any) -> None:
        construct(machine, *args, **options)
        call(machine)

    with patch.object(Machine, "__init__", construct_and_call):
        yield
