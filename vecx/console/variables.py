"""Variables of programs in C: their values, and the parts that `r->y`, `rocks[1].y` and `*p` name.

Types are texts, as a compiler's listing has them: `char`, `unsigned int`, `struct Rock *`,
`char[]`.
"""

from collections.abc import Callable
from typing import NamedTuple

from asm.output.debuginfo import DebugInfo, Struct

from ..errors import VecxError

QUALIFIERS = ("const ", "volatile ")
UNSIGNED = ("unsigned", "_Bool")
NUMBERS = (1, 2, 4)         # sizes in bytes of variables that are shown as a number
POINTER_BYTES = 2
SIZES = {"char": 1, "_Bool": 1, "short": 2, "int": 2, "unsigned": 2, "signed": 2, "long": 4}
SHOWN_MAX = 64              # bytes of an array or struct
STRUCTS = ("struct ", "union ")


class Variable(NamedTuple):
    """A variable in memory."""

    name: str
    type: str
    address: int
    size: int

    @property
    def is_number(self) -> bool:
        """Whether the variable is a number or a pointer, not an array, a struct or a fraction."""
        return self.size in NUMBERS and not self.type.endswith("]") \
            and (self.type.endswith("*") or not self.type.startswith((*STRUCTS, "float", "double")))

    @property
    def is_signed(self) -> bool:
        return not self.type.endswith("*") and not any(
            word in UNSIGNED for word in self.type.split())

    def decoded(self, data: bytes) -> int:
        """Return the number in the variable's bytes; the address of an array or a struct."""
        return int.from_bytes(data, "big", signed=self.is_signed) if self.is_number \
            else self.address

    def encoded(self, value: int) -> bytes:
        """Return the bytes of a number.  Errors: VecxError if it is out of range"""
        bits = 8 * self.size
        if not -1 << bits - 1 <= value < 1 << bits:
            raise VecxError(f"{self.name} must be {-1 << bits - 1} to {(1 << bits) - 1}")
        return (value & (1 << bits) - 1).to_bytes(self.size, "big")


def global_variable(name: str, debug: DebugInfo) -> Variable | None:
    """Return a global variable of the program whose type is known."""
    kind, symbol = debug.types.get(name), debug.symbols.get(name)
    if kind is None or symbol is None:
        return None
    return Variable(name, kind, symbol.value, symbol.size)


def part_of(variable: Variable, step: str | int, pointer: int, debug: DebugInfo) -> Variable:
    """Return a part of a variable.

    Args:   step     `*`, `->member`, `.member`, or an index
            pointer  the value of the variable, if it is a pointer
    Errors: VecxError if it has no such part
    """
    if isinstance(step, int) or step == "*":
        index = step if isinstance(step, int) else 0
        kind = _element(variable)
        size = _size(kind, debug)
        if not size:
            raise VecxError(f"{variable.name}: the size of {kind} is unknown")
        if variable.type.endswith("]") and not 0 <= index < variable.size // size:
            raise VecxError(f"{variable.name} has no element {index}: use 0 to "
                            f"{variable.size // size - 1}")
        begin = pointer if variable.type.endswith("*") else variable.address
        name = f"*{variable.name}" if step == "*" else f"{variable.name}[{index}]"
        return Variable(name, kind, begin + index * size & 0xFFFF, size)
    is_arrow = step.startswith("->")
    name = step.lstrip("->.")
    kind = _element(variable) if is_arrow else _plain(variable.type)
    begin = pointer if is_arrow and variable.type.endswith("*") else variable.address
    struct = _struct(kind, debug)
    if struct is None:
        raise VecxError(f"{variable.name} has the type {variable.type}, whose members are unknown")
    for member in struct.members:
        if member.name == name:
            return Variable(f"{variable.name}{step}", member.type, begin + member.offset & 0xFFFF,
                            member.size)
    raise VecxError(f"{kind} has no member {name}; its members are "
                    f"{', '.join(member.name for member in struct.members)}")


def parts_of(variable: Variable, pointer: int, debug: DebugInfo) -> list[tuple[str, Variable]]:
    """Return the parts of a variable with short names: the members of a struct, or of the struct
    that a pointer points to; the elements of an array; `*` for what another pointer points to.

    Args:    pointer  the value of the variable, if it is a pointer
    Returns: an empty list for numbers, null pointers and types whose parts are unknown
    """
    is_pointer, is_array = variable.type.endswith("*"), variable.type.endswith("]")
    if (is_pointer and not pointer) or variable.type.endswith("[][]"):
        return []
    kind = _element(variable) if is_pointer or is_array else _plain(variable.type)
    if not is_array and (struct := _struct(kind, debug)):
        arrow = "->" if is_pointer else "."
        return [(member.name, part_of(variable, f"{arrow}{member.name}", pointer, debug))
                for member in struct.members]
    size = _size(kind, debug) if is_pointer or is_array else 0
    if not size:
        return []
    return [(f"[{index}]" if is_array else "*", part_of(variable, index, pointer, debug))
            for index in range(variable.size // size if is_array else 1)]


def text_of(variable: Variable, debug: DebugInfo, read: Callable[[int, int], bytes]) -> str:
    """Return the value as text: a number, the members of a struct, or the bytes of an array."""
    data = read(variable.address, min(variable.size, SHOWN_MAX))
    if variable.is_number:
        value = variable.decoded(data)
        return f"${value:04X}" if variable.type.endswith("*") else str(value)
    struct = _struct(_plain(variable.type), debug)
    if struct is None or variable.size > SHOWN_MAX:
        return data.hex(" ").upper() + (" ..." if variable.size > SHOWN_MAX else "")
    parts = (Variable(one.name, one.type, variable.address + one.offset, one.size)
             for one in struct.members)
    return "{" + ", ".join(f"{one.name} = {text_of(one, debug, read)}" for one in parts) + "}"


def _struct(kind: str, debug: DebugInfo) -> Struct | None:
    """Return the struct or union of this name, if its members are known."""
    return next((one for one in debug.structs if one.name == kind), None)


def _plain(kind: str) -> str:
    """Return a type without `const` and `volatile`."""
    for word in QUALIFIERS:
        kind = kind.replace(word, "")
    return kind.strip()


def _element(variable: Variable) -> str:
    """Return the type of the elements of an array, or of what a pointer points to.

    Errors: VecxError for other variables
    """
    kind = variable.type
    if kind.endswith("[][]"):
        raise VecxError(f"{variable.name}: the dimensions of {kind} are unknown; use `memory` or "
                        "`as bytes`")
    if not kind.endswith(("[]", "*")):
        raise VecxError(f"{variable.name} has the type {kind}, which is neither a pointer nor an "
                        "array")
    return _plain(kind.removesuffix("[]") if kind.endswith("]") else kind.removesuffix("*"))


def _size(kind: str, debug: DebugInfo) -> int:
    """Return the size of a type in bytes, 0 if it is unknown."""
    if kind.endswith("*"):
        return POINTER_BYTES
    if kind.startswith(STRUCTS):
        struct = _struct(kind, debug)
        return struct.size if struct else 0
    return SIZES.get(kind.split()[-1], 0) if kind else 0
