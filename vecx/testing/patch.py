"""A mutant as bytes, which machines with its image get at power-on.

The image's file stays as it is, so that movies, snapshots and other files that name a cartridge by
its bytes still fit; the source map fits, as no address moves.
"""

import hashlib
import re
from collections.abc import Callable, Sequence

from ..errors import UsageError
from ..machine import Machine

DIGITS = 16             # of the image's SHA-256
SPEC = re.compile(r"([0-9a-f]{16})((?::[0-9a-f]{4}=(?:[0-9a-f]{2})+)+)")
Patches = Sequence[tuple[int, bytes]]


def spec_of(image: bytes, patches: Patches) -> str:
    """Return a change as text.

    >>> spec_of(b"g GCE", [(0x12, b"\\x26")]).partition(":")[2]
    '0012=26'
    """
    rows = "".join(f":{address:04x}={data.hex()}" for address, data in patches)
    return hashlib.sha256(image).hexdigest()[:DIGITS] + rows


def change_of(spec: str) -> Callable[[Machine], None]:
    """Return what changes a machine at power-on, if it has the image.

    Errors: UsageError for a text that `spec_of` did not make
    """
    match = SPEC.fullmatch(spec)
    if match is None:
        raise UsageError(f"{spec!r} is no change that `vecx mutate` made")
    patches = [(int(row[:4], 16), bytes.fromhex(row[5:])) for row in match[2][1:].split(":")]

    def change(machine: Machine) -> None:
        if machine.cartridge is None or \
                hashlib.sha256(machine.cartridge.image).hexdigest()[:DIGITS] != match[1]:
            return
        for address, data in patches:
            machine.write(address, data)

    return change
