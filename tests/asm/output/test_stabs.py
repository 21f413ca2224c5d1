"""Debug records of gcc6809: functions, variables and types."""

from pathlib import Path

import pytest

from asm.output.debuginfo import DebugInfo, Local, Struct
from asm.output.foreign import from_foreign

C = Path(__file__).parents[2] / "reference" / "c"


def read(*records: str) -> DebugInfo:
    """Read a listing of a function `main`, a variable and records."""
    lines = ["   0000                       1 _main:", "     2 ;\t.stabd\t68,0,3",
             "   0000 34 20         [ 7]    3 \tpshs\ty",
             "   0002 32 7B         [ 5]    4 \tleas\t-5,s",
             "   0004 39            [ 5]    5 \trts",
             "   C880                       6 _it:\t.blkb\t9"]
    lines += [f"     {7 + at} ;\t.stabs\t{record}" for at, record in enumerate(records)]
    return from_foreign("\n".join(lines) + "\n", "main.s")


def variable(kind: str, *types: str) -> DebugInfo:
    return read(*(f'"{text}",128,0,0,0' for text in types), f'"it:G{kind}",32,0,0,0')


@pytest.mark.parametrize(("definition", "expected"), [
    ("1=r1;-128;127;", "signed char"), ("1=r1;0;255;", "unsigned char"),
    ("1=r1;-32768;32767;", "int"), ("1=r1;0;65535;", "unsigned int"),
    ("1=r1;-2147483648;2147483647;", "long"), ("1=r1;0;4294967295;", "unsigned long"),
    ("1=*2=r2;0;255;", "unsigned char *"), ("1=*2=*3=r3;0;255;", "unsigned char **"),
    ("1=ar2=r2;0;-1;;0;5;3=r3;0;255;", "unsigned char[]"),
    ("1=ar2=r2;0;-1;;0;5;3=ar2;0;1;4=r4;0;255;", "unsigned char[][]"),
    ("1=k2=B3=r3;0;255;", "unsigned char"), ("1=*2=xsrock:", "struct rock *"),
    ("1=*2=f3=r3;0;255;", "function *"), ("9", "?"), ("1=", "?"), ("1=r", "?"),
])
def test_types(definition, expected):
    """Types are texts like those of CMOC; damaged ones are `?`."""
    assert variable(definition).types["it"] == expected


def test_a_struct_has_its_members():
    """Members have offsets in bytes; fields of bits are left out; a member may point to its own
    struct."""
    info = variable("2", "u8:t1=r1;0;255;", "node:T2=s9y:1,0,8;bit:1,8,1;next:3=*2,16,16;"
                    "list:4=ar5=r5;0;-1;;0;2;1,32,24;;")
    assert info.structs == (Struct("struct node", 9, (
        Local("y", 0, 1, "unsigned char", 0), Local("next", 2, 2, "struct node *", 0),
        Local("list", 4, 3, "unsigned char[]", 0))),)
    assert info.types["it"] == "struct node"


def test_structs_can_be_used_before_they_are_defined():
    """Sizes of members and arrays do not depend on the order of the records; a struct without a tag
    has the name of its typedef."""
    info = read('"int:t1=r1;-32768;32767;",128,0,0,0', '"i8:t2=r2;-128;127;",128,0,0,0',
                '"Thing:t3=s9box:4=xsbox:,0,40;next:5=*3,40,16;mode:6=xemode:,56,16;;",128,0,0,0',
                '"box:T4=s5a:7=xspoint:,0,16;flags:2,16,3;kind:2,19,5;'
                'list:8=ar1;0;0;7,24,16;;",128,0,0,0',
                '"point:T7=s2y:2,0,8;x:2,8,8;;",128,0,0,0', '"mode:T6=eIDLE:0,RUN:1,;",128,0,0,0',
                '"it:G3",32,0,0,0', '"main:F1",36,0,0,_main', '"two:9=ar1;0;1;4",128,0,0,2')
    assert info.types["it"] == "struct Thing"
    assert {one.name: (one.size, [member[:4] for member in one.members])
            for one in info.structs} == {
        "struct Thing": (9, [("box", 0, 5, "struct box"), ("next", 5, 2, "struct Thing *"),
                             ("mode", 7, 2, "enum mode")]),
        "struct box": (5, [("a", 0, 2, "struct point"), ("list", 3, 2, "struct point[]")]),
        "struct point": (2, [("y", 0, 1, "signed char"), ("x", 1, 1, "signed char")])}
    assert info.functions[0].locals == (Local("two", 2, 10, "struct box[]", 0),)


@pytest.mark.parametrize(("definition", "expected"), [
    ("long long int:t1=r1;-9223372036854775808;9223372036854775807;", "?"),
    ("long long int:t1=r1;01000000000000000000000;0777777777777777777777;", "?"),
    ("long unsigned int:t1=r1;0;037777777777;", "unsigned long"), ("void:t1=1", "void"),
    ("_Bool:t1=eFalse:0,True:1,;", "_Bool"), ("mode:t1=eIDLE:0,RUN:5,;", "int")])
def test_types_with_names(definition, expected):
    """Large bounds are octal or decimal; enumerations are integers."""
    assert variable("1", definition).types["it"] == expected


def test_a_static_variable_of_a_function():
    """It has the label of the record."""
    assert read('"u8:t1=r1;0;255;",128,0,0,0', '"it:V1",40,0,0,_it').types["_it"] \
        == "unsigned char"


def test_a_function_has_its_locals_and_the_size_of_its_frame():
    """Parameters and locals on the stack have offsets; variables in registers are left out."""
    info = read('"u8:t1=r1;0;255;",128,0,0,0', '"main:F1",36,0,0,_main', '"n:p1",160,0,0,9',
                '"fast:r1",64,0,0,1', '"i:1",128,0,0,4', '"odd:1",128,0,0,label')
    assert info.functions == (("main", 0, 5, (Local("n", 9, 1, "unsigned char", 0),
                                              Local("i", 4, 1, "unsigned char", 0)), 7),)


def test_a_continued_record_is_joined():
    """A long type is split over records that end with a backslash."""
    info = read('"it:G1=ar2=r2;0;-1;\\\\",32,0,0,0', '";0;5;3=r3;0;255;",32,0,0,0')
    assert info.types["it"] == "unsigned char[]"


def test_deep_types_end():
    """A type that is nested too deeply is unknown."""
    assert variable("".join(f"{at}=*" for at in range(1, 900)) + "1").types["it"].startswith("?")


def test_the_names_of_the_compilers_labels_do_not_hide_functions():
    """An address has the name of its function, not LFBB2 or L17."""
    info = from_foreign((C / "gcc" / "drift.rst").read_text(), "drift.s")
    assert [info.where(at).routine for at in (0x0099, 0x00AF)] == ["update", "update"]
    assert info.where(0x00AF).line == 39 and not {"LFBB2", "L17"} & info.symbols.keys()
