"""Variables of C and their parts."""

from types import MappingProxyType

import pytest

from asm.output.debuginfo import DebugInfo, DebugSymbol, Local, Struct
from vecx.console.variables import Variable, global_variable, part_of, text_of
from vecx.errors import VecxError

POINT = Struct("struct P", 3, (Local("y", 0, 1, "char", 0), Local("n", 1, 2, "unsigned int", 0)))
DEBUG = DebugInfo(MappingProxyType({"at": DebugSymbol(0xC880, "label", 3, "", 0, 0)}),
                  types=MappingProxyType({"at": "struct P", "gone": "char"}), structs=(POINT,))
MEMORY = bytes([0xFF, 1, 2]) + bytes(200)


def read(address: int, count: int) -> bytes:
    return MEMORY[address - 0xC880:][:count]


@pytest.mark.parametrize(("kind", "size", "value"), [
    ("char", 1, -1), ("unsigned char", 1, 255), ("int", 2, -255), ("unsigned int", 2, 0xFF01),
    ("long", 4, -16711168), ("char *", 2, 0xFF01), ("char[]", 2, 0xC880), ("struct P", 3, 0xC880),
    ("float", 4, 0xC880), ("_Bool", 1, 255)])
def test_values(kind, size, value):
    """Numbers have their sign; an array and a struct have an address."""
    assert Variable("v", kind, 0xC880, size).decoded(read(0xC880, size)) == value


def test_parts():
    """A member, an element, and what a pointer points to."""
    at = global_variable("at", DEBUG)
    assert at == ("at", "struct P", 0xC880, 3) and global_variable("gone", DEBUG) is None
    assert part_of(at, ".n", 0, DEBUG) == ("at.n", "unsigned int", 0xC881, 2)
    pointer = Variable("p", "const struct P *", 0xC890, 2)
    assert part_of(pointer, "->y", 0xC8A0, DEBUG) == ("p->y", "char", 0xC8A0, 1)
    assert part_of(pointer, 2, 0xC8A0, DEBUG) == ("p[2]", "struct P", 0xC8A6, 3)
    assert part_of(pointer, "*", 0xC8A0, DEBUG).type == "struct P"
    assert part_of(Variable("p", "char **", 0xC890, 2), "*", 5, DEBUG) == ("*p", "char *", 5, 2)
    array = Variable("a", "unsigned int[]", 0xC880, 6)
    assert part_of(array, 2, 0, DEBUG) == ("a[2]", "unsigned int", 0xC884, 2)


@pytest.mark.parametrize(("kind", "step", "message"), [
    ("char[]", 3, "v has no element 3: use 0 to 2"), ("char[]", -1, "v has no element -1"),
    ("char", "*", "neither a pointer nor an array"), ("char[][]", 0, "dimensions .* unknown"),
    ("struct Q *", "*", "the size of struct Q is unknown"), ("void *", "*", "size of void is"),
    ("struct Q *", "->y", "whose members are unknown"), ("char", ".y", "members are unknown"),
    ("struct P", ".z", "no member z; its members are y, n")])
def test_parts_that_do_not_exist(kind, step, message):
    """The message names the variable and its type."""
    with pytest.raises(VecxError, match=message):
        part_of(Variable("v", kind, 0xC880, 3), step, 0, DEBUG)


def test_text():
    """A struct is shown by its members, an array by its bytes."""
    assert text_of(Variable("v", "struct P", 0xC880, 3), DEBUG, read) == "{y = -1, n = 258}"
    assert text_of(Variable("v", "char[]", 0xC880, 3), DEBUG, read) == "FF 01 02"
    assert text_of(Variable("v", "char[]", 0xC880, 90), DEBUG, read).endswith("00 ...")
    assert text_of(Variable("v", "char *", 0xC880, 2), DEBUG, read) == "$FF01"
