"""A mutant as bytes: every machine with its image gets them at power-on.

The image's file stays as it is, so movies, snapshots and whatever else knows a cartridge by its
bytes go on; the source map fits, as no address moves.
"""

import hashlib
import re
from collections.abc import Sequence

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


def let_all_machines_have(spec: str) -> None:
    """Change every machine that is made from now on, where it has the image.

    Errors: UsageError for a text that is no change
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

    Machine.made.append(change)
