"""Parsing of operands."""

import pytest

from asm import assemble
from asm.syntax import lexer, parser
from asm.syntax.diagnostics import Fault
from asm.syntax.expr import Expr
from asm.syntax.lexer import Scanner


def operand(text: str) -> parser.Operand:
    """Parse an operand."""
    return parser.parse_operand(Scanner(text, 0))


@pytest.mark.parametrize(("text", "form", "prefix", "register", "syntax", "indirect"), [
    ("#5", parser.IMMEDIATE, "", "", "", False),
    ("5", parser.ADDRESS, "", "", "", False),
    ("<5", parser.ADDRESS, "<", "", "", False),
    (">5 comment", parser.ADDRESS, ">", "", "", False),
    ("[5]", parser.EXTENDED_INDIRECT, "", "", "", True),
    ("5,x", parser.OFFSET, "", "X", "", False),
    ("5 , X ; c", parser.OFFSET, "", "X", "", False),
    ("<<5,y", parser.OFFSET, "<<", "Y", "", False),
    ("[>5,s]", parser.OFFSET, ">", "S", "", True),
    (",u", parser.NO_OFFSET, "", "U", ",R", False),
    (",u++", parser.NO_OFFSET, "", "U", ",R++", False),
    (",--u", parser.NO_OFFSET, "", "U", ",--R", False),
    ("[,--u]", parser.NO_OFFSET, "", "U", ",--R", True),
    ("a,x", parser.NO_OFFSET, "", "X", "A,R", False),
    ("D , S", parser.NO_OFFSET, "", "S", "D,R", False),
    ("x", parser.BARE_REGISTER, "", "X", ",R", False),
    ("y++", parser.BARE_REGISTER, "", "Y", ",R++", False),
    ("table,pcr", parser.PC_OFFSET, "", "PCR", "", False),
    ("[table,pc]", parser.PC_OFFSET, "", "PC", "", True),
])
def test_forms(text: str, form: str, prefix: str, register: str, syntax: str,
               indirect: bool) -> None:
    """Every form of an operand is recognised."""
    found = operand(text)
    assert (found.form, found.prefix, found.register, found.syntax, found.indirect) == (
        form, prefix, register, syntax, indirect)
    assert (found.expr is None) == (form == parser.NO_OFFSET)


def test_columns_of_an_operand() -> None:
    """The columns of an operand and of the number in it are those of the line."""
    scan = Scanner("  lda   [<table+1,x] ; c", 6)
    found = parser.parse_operand(scan)
    assert scan.text[found.start:found.end] == "[<table+1,x]"
    assert found.expr is not None
    assert scan.text[found.expr.start:found.expr.end] == "table+1"


def test_stack_and_transfer_bytes() -> None:
    """Register lists and pairs become their post-bytes."""
    assert parser.parse_stack_list(Scanner("a, b ,x comment", 0), "PSHS") == 0x16
    assert parser.parse_stack_list(Scanner("pc,u,d", 0), "PSHS") == 0xC6
    assert parser.parse_transfer(Scanner("A,DP", 0))[:3] == (0x8B, "A", "DP")


def test_data_lists() -> None:
    """Strings, characters and numbers are distinguished."""
    items = parser.parse_data(Scanner("\"a,b\",'x','yz',5,'A+1 ; c", 0))
    assert items[0] == b"a,b" and items[1] == b"x" and items[2] == b"yz"
    assert isinstance(items[3], Expr) and isinstance(items[4], Expr) and len(items) == 5
    assert parser.parse_data(Scanner("/a\"b/,1", 0), literal=True)[0] == b'a"b'
    for text in ("/abc", '"abc', "'abc"):
        with pytest.raises(Fault) as caught:
            parser.parse_data(Scanner(text, 0), literal=True)
        assert caught.value.code == "E004"


def test_plain_bytes_are_those_of_the_long_way() -> None:
    """A list of plain numbers gives the same bytes and warnings as one with an expression."""
    for number in range(-300, 600):
        for text in (str(number), f"-${-number:02X}" if number < 0 else f"${number:02x}"):
            short, long = assemble(f" fcb {text}"), assemble(f" fcb {text}, v\nv equ 1")
            assert long.image is not None and short.image == long.image[:1], text
            assert len(short.warnings) == len(long.warnings), text


FULL = lexer.OPERATOR_COUNT_MAX
LONG = {
    "parentheses": lambda n: "(" * n + "1" + ")" * n,
    "minus": lambda n: "-" * n + "1",
    "a sum": lambda n: "1" + "+1" * n,
    "choices": lambda n: "1?1:" * n + "1",
    "half words": lambda n: "hi " * n + "1",
    "half signs": lambda n: "<" * n + "1",
}


@pytest.mark.parametrize("shape", LONG)
@pytest.mark.parametrize("dialect", ["vecx", "as09"])
def test_an_expression_may_not_be_endless(shape: str, dialect: str) -> None:
    """An expression at the limit is computed; a longer one is an error with a column."""
    assert assemble(f" fqb {LONG[shape](FULL)}\n", dialect=dialect).ok
    for count in (FULL + 1, 50_000):
        error, = assemble(f" fqb {LONG[shape](count)}\n", dialect=dialect).errors
        assert error.code == "E027" and error.start > FULL, error.text


def test_the_limit_is_that_of_one_expression() -> None:
    """The limit applies to each expression of a list separately."""
    assert assemble(f" fqb {','.join([LONG['a sum'](FULL)] * 3)}\n").ok


def test_passed_over_marks_are_counted() -> None:
    """Thousands of `#` are an error even where the dialect ignores `#`."""
    error, = assemble(f" sta {'#' * 5000}1\n", dialect="vide").errors
    assert error.code == "E027"
