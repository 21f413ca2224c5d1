"""The places that a user names: symbols, addresses, registers of the VIA."""

from typing import Protocol

from ..chips.bus import VIA_BASE
from ..console.registers import VIA_NAMES
from ..errors import UsageError, shown


class Places(Protocol):
    """What a place is looked up in."""

    def address(self, where: int | str) -> int: ...


def place_of(text: str, machine: Places) -> int:
    """Return the address that a text names: $C880, a symbol, symbol+3, a register of the VIA.

    Errors: UsageError, VecxError
    """
    name, sign, offset = text.strip().partition("+")
    try:
        if name.upper() in VIA_NAMES:
            base = int(VIA_BASE) + VIA_NAMES.index(name.upper())
        elif name.startswith(("$", "0x")):
            base = int(name.removeprefix("$").removeprefix("0x"), 16)
        else:
            base = machine.address(int(name) if name.isdigit() else name)
        return machine.address(base + (int(offset.removeprefix("$"), 16 if "$" in offset else 10)
                                       if sign else 0))
    except ValueError:
        raise UsageError(f"{shown(text)} is no place: give a symbol, symbol+3, $C880, FILE:LINE or "
                         "a register of the VIA, as ORB") from None
