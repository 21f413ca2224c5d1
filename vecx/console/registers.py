"""The registers of CPU and VIA by name."""

from typing import Any, NamedTuple

from ..errors import UsageError, check_int

BYTES = ("a", "b", "dp", "cc")
# The VIA's registers by number, as its data sheet names them; ORA* is ORA without handshake.
VIA_NAMES = ("ORB", "ORA", "DDRB", "DDRA", "T1C-L", "T1C-H", "T1L-L", "T1L-H", "T2C-L", "T2C-H",
             "SR", "ACR", "PCR", "IFR", "IER", "ORA*")


class Registers(NamedTuple):
    """The CPU's registers between two instructions.

    >>> registers = Machine().registers
    >>> registers.d == registers.a << 8 | registers.b, f"{registers.cc:02X}"
    (True, '50')
    """

    a: int
    b: int
    x: int
    y: int
    u: int
    s: int
    pc: int
    dp: int
    cc: int

    def __repr__(self) -> str:
        return "Registers(" + ", ".join(
            f"{name}=${value:0{2 if name in BYTES else 4}X}"
            for name, value in zip(self._fields, self, strict=True)) + ")"

    @property
    def d(self) -> int:
        """A and B as one 16-bit number."""
        return self.a << 8 | self.b


def set_registers(m: Any, registers: dict[str, int]) -> None:
    """Set registers of the record by name; d is A and B together.  After an error, none is changed.

    Errors: UsageError for another name, or a value that does not fit
    """
    values = {}
    for name, value in registers.items():
        if name not in (*Registers._fields, "d"):
            raise UsageError(f"unknown register '{name}'; use {', '.join(Registers._fields)} or d")
        values[name] = check_int(name.upper(), value, 0, 0xFF if name in BYTES else 0xFFFF)
    for name, value in values.items():
        if name == "d":
            m.a, m.b = value >> 8, value & 0xFF
        else:
            setattr(m, name, value)
