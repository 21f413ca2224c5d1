"""Gives access to every machine that tests make, with or without the fixture `machine`.

Coverage and mutants also concern machines that a test's helpers make with `Machine(...)`, so the
plug-in wraps the constructor during the session.  A mutant is a few bytes that each machine with
its image gets at power-on.  The image itself does not change: movies, snapshots and other files
that identify a cartridge by its bytes still fit, and so does the source map.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any
from unittest.mock import patch

from ..errors import UsageError
from ..machine import Machine

DIGITS = 16             # of the image's SHA-256
SPEC = re.compile(r"([0-9a-f]{16})((?::[0-9a-f]{4,5}=(?:[0-9a-f]{2})+)+)")
Patches = Sequence[tuple[int, bytes]]


@contextmanager
def each_machine(call: Callable[[Machine], object]) -> Iterator[None]:
    """Call `call(machine)` at power-on of every machine that is made inside this context.

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


def spec_of(image: bytes, patches: Patches) -> str:
    """Return patches as text for --asm-mutant.  In a cartridge of two banks, addresses in bank 1
    are $10000 higher.

    >>> spec_of(b"g GCE", [(0x12, b"\\x26")]).partition(":")[2]
    '0012=26'
    """
    rows = "".join(f":{address:04x}={data.hex()}" for address, data in patches)
    return hashlib.sha256(image).hexdigest()[:DIGITS] + rows


def change_of(spec: str) -> Callable[[Machine], None]:
    """Return a function that patches a machine if the machine has the image named in `spec`.

    Errors: UsageError unless `spec_of` made the text
    """
    match = SPEC.fullmatch(spec)
    if match is None:
        raise UsageError(f"{spec!r} is not a change made by `vecx mutate`")
    patches = [(int(place, 16), bytes.fromhex(data)) for place, _, data in
               (row.partition("=") for row in match[2][1:].split(":"))]

    def change(machine: Machine) -> None:
        if machine.cartridge is None or \
                hashlib.sha256(machine.cartridge.image).hexdigest()[:DIGITS] != match[1]:
            return
        for place, data in patches:
            if machine.memory.banks > 1:
                machine.memory.write(place & 0xFFFF, data, place >> 16)
            else:
                machine.write(place, data)

    return change
