"""Structs in sources in C."""

from types import MappingProxyType

import pytest

from asm.output.debuginfo import DebugInfo, DebugSymbol
from vecx.console.c_structs import structs_of

NOTHING = DebugInfo()


def layout(text: str, debug: DebugInfo = NOTHING) -> dict[str, list[tuple[str, int, int, str]]]:
    """Return name, offset, size and type of the members by struct."""
    return {one.name: [member[:4] for member in one.members] for one in structs_of([text], debug)}


def test_members_follow_each_other():
    """Members have no gaps; comments, macros, typedefs, arrays and pointers are understood."""
    text = """
        #define COUNT 3   /* not a comment: */
        typedef uint8_t Lives;
        typedef struct Node Node;
        struct Point { int8_t y, x; };      // }
        struct Node {
            struct Point at; const char *name, letter;
            Lives lives; unsigned n[COUNT]; Node *next; long big; char grid[2][0x3];
        };"""
    with_macro = text.replace("/* not a comment: */", "")
    assert layout(text.replace("0x3", "COUNT")) == layout(with_macro.replace("0x3", "COUNT"))
    assert layout(text.replace("0x3", "3")) == {
        "struct Point": [("y", 0, 1, "char"), ("x", 1, 1, "char")],
        "struct Node": [("at", 0, 2, "struct Point"), ("name", 2, 2, "char *"),
                        ("letter", 4, 1, "char"), ("lives", 5, 1, "unsigned char"),
                        ("n", 6, 6, "unsigned[]"), ("next", 12, 2, "struct Node *"),
                        ("big", 14, 4, "long"), ("grid", 18, 6, "char[][]")]}


def test_definitions_within_definitions():
    """Structs can be defined in structs, with and without a tag; members can point to functions."""
    assert layout("""struct Ship {
            struct Place { int8_t y, x; } at[2];
            union { uint8_t bytes[2]; uint16_t word; } both;
            void (*draw)(struct Place *, uint8_t);
            uint8_t last; };""") == {
        "struct Place": [("y", 0, 1, "char"), ("x", 1, 1, "char")],
        "union Ship.1": [("bytes", 0, 2, "unsigned char[]"), ("word", 0, 2, "unsigned int")],
        "struct Ship": [("at", 0, 4, "struct Place[]"), ("both", 4, 2, "union Ship.1"),
                        ("draw", 6, 2, "function *"), ("last", 8, 1, "unsigned char")]}


def test_names_of_types_and_sizes():
    """One typedef can declare several names; sizes can be computed; long int is long."""
    assert layout("""
        #define ROWS 4
        #define CELLS (ROWS * 2 + 0x01)
        typedef struct Cell { unsigned long int n; short int m; char c[CELLS - 1u]; } Cell, *CellP;
        typedef int8_t Pair[2];
        struct Board { Cell cells[ROWS / 2]; CellP first, *list; };
        """) == {
        "struct Cell": [("n", 0, 4, "unsigned long"), ("m", 4, 2, "short"),
                        ("c", 6, 8, "char[]")],
        "struct Board": [("cells", 0, 28, "struct Cell[]"), ("first", 28, 2, "struct Cell *"),
                         ("list", 30, 2, "struct Cell **")]}
    assert layout("typedef int8_t Pair[2]; struct A { Pair p; };") == {}


def test_sources_can_be_read_in_any_order():
    """A struct may contain one of a source that is read later."""
    found = structs_of(["struct B { struct A a; char last; };", "struct A { char y, x; };"],
                       NOTHING)
    assert {one.name: one.size for one in found} == {"struct B": 3, "struct A": 2}


def test_members_of_a_union_share_their_place():
    """The size of a union is that of its largest member."""
    union, = structs_of(["union Both { int16_t word; char bytes[2]; char first; };"], NOTHING)
    assert union.size == 2 and [one.offset for one in union.members] == [0, 0, 0]


@pytest.mark.parametrize("body", [
    "unknown_t x;", "char x : 3;", "char x[N];", "char x[1/0];", "char x[-1];",
    "char x[N()];", "char x[1.5];", "struct Later y;", "char x", "char 1x;", "char;",
    "float f;", ""])
def test_what_is_not_understood_is_left_out(body):
    """A struct with a member of unknown size, and an incomplete definition, are unknown."""
    assert layout("struct Rock { " + body + " };") in ({}, {"struct Rock": []})
    assert layout("struct Rock { char x; " + body) == {}


@pytest.mark.parametrize(("kind", "size", "fits"), [
    ("struct Rock", 2, True), ("struct Rock", 3, False), ("struct Rock[]", 6, True),
    ("struct Rock[]", 5, False), ("struct Rock *", 2, True)])
def test_sizes_must_fit(kind, size, fits):
    """A struct that does not have the size of the program's variables is another one."""
    debug = DebugInfo(MappingProxyType({"r": DebugSymbol(0xC880, "label", size, "", 0, 0)}),
                      types=MappingProxyType({"r": kind}))
    assert bool(layout("struct Rock { char y, x; };", debug)) == fits
