"""The arithmetic of expressions, compared with Python's."""

import itertools
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asm.syntax.diagnostics import Fault
from asm.syntax.expr import UndefinedError, divide, local_name, shift_left
from asm.syntax.lexer import Scanner
from asm.syntax.parser import parse_expression

ENV = SimpleNamespace(symbols={}, scope="main", here=0x100, numeric={})


def evaluate(text: str) -> int:
    """Parse and compute an expression."""
    return parse_expression(Scanner(text, 0)).value(ENV)


OPERANDS = st.integers(0, 300)
OPERATORS = ["+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!="]
TREES = st.recursive(
    OPERANDS.map(str),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(OPERATORS), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})"),
        inner.map(lambda text: f"-{text}"),
        inner.map(lambda text: f"~{text}")),
    max_leaves=8)


@given(TREES)
def test_bracketed_expressions_equal_python(text: str) -> None:
    """Fully parenthesised expressions have the same value as in Python."""
    assert evaluate(text) == int(eval(text.replace("~", "~+")))     # + makes an int of a bool


@given(st.lists(st.tuples(st.sampled_from(["+", "-", "*", "&", "|", "^"]), OPERANDS), min_size=1,
                max_size=6), OPERANDS)
def test_precedence_equals_c(pairs: list[tuple[str, int]], first: int) -> None:
    """Without parentheses, operators bind as in C."""
    text = str(first) + "".join(f" {operator} {number}" for operator, number in pairs)
    assert evaluate(text) == eval(text)


@given(st.integers(-10000, 10000), st.integers(-300, 300).filter(bool))
def test_division_cuts_towards_zero(left: int, right: int) -> None:
    """Quotient and remainder are those of C."""
    assert divide(left, right) == int(left / right)
    assert evaluate(f"({left})%({right})") == left - right * int(left / right)


def test_shifts() -> None:
    """A negative count shifts the other way; huge counts neither fail nor use much memory."""
    assert shift_left(1, 8) == 256 and shift_left(256, -8) == 1
    assert shift_left(0, 10**9) == 0 and shift_left(-1, -(10**9)) == -1


@pytest.mark.parametrize(("text", "value"), [
    ("1||1/0", 1), ("0&&1/0", 0), ("1?2:1/0", 2), ("0?1/0:3", 3), ("0?1:0?2:3", 3),
    ("hi 4660", 0x12), ("lo($1234)", 0x34), ("*+1", 0x101), ("$", 0x100), ("!0+1", 2), ("-2*-3", 6),
    ("1!2", 3), ("5!=5", 0), ("--5", 5),
])
def test_fixed_values(text: str, value: int) -> None:
    """Examples of short circuits, choices, halves and the location counter."""
    assert evaluate(text) == value


MOST = "$FFFFFFFFFFFFFFFF"


@pytest.mark.parametrize("text", [
    f"{MOST}+1", f"-{MOST}-1", f"~{MOST}", "1<<64", "1<<1000000000", "-1<<1000000000",
    f"{MOST}*{MOST}", "2*$8000000000000000", "1>>-1000000000"])
def test_values_of_more_than_64_bits_are_refused(text: str) -> None:
    """Every operator refuses a result of more than 64 bits, quickly."""
    with pytest.raises(Fault) as caught:
        evaluate(text)
    assert caught.value.code == "E024" and caught.value.text == "the value has more than 64 bits"


def test_the_largest_values() -> None:
    """Values of 64 bits and a sign can be computed."""
    assert evaluate(MOST) == -evaluate(f"-{MOST}") == evaluate("(1<<63)-1+(1<<63)") == 2**64 - 1
    assert evaluate("0<<1000000000") == 0 and evaluate("1>>1000000000") == 0


def test_undefined_symbol() -> None:
    """The error names the undefined symbol; a local one by its full name."""
    with pytest.raises(UndefinedError) as caught:
        evaluate("1+.x")
    assert caught.value.name == "main.x" == local_name("main", ".x")
    assert (caught.value.start, caught.value.end) == (2, 4)


# The binary operators as in C, lowest precedence first; those of a row have the same precedence.
LEVELS = [["||"], ["&&"], ["|", "!"], ["^"], ["&"], ["==", "=", "!=", "<>"],
          ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
LEVEL = {operator: level for level, row in enumerate(LEVELS) for operator in row}


@pytest.mark.parametrize("first", LEVEL)
def test_how_operators_bind(first: str) -> None:
    """Of two operators, the one with the higher precedence or the left one is applied first."""
    seconds = 0
    for second in LEVEL:
        left = LEVEL[first] >= LEVEL[second]
        told_apart = 0
        for a, b, c in itertools.product((0, 1, 2, 3, 7, 9), repeat=3):
            plain = f"{a} {first} {b} {second} {c}"
            ways = (f"({a} {first} {b}) {second} {c}", f"{a} {first} ({b} {second} {c})")
            try:
                values = [evaluate(text) for text in ways]
            except Fault:       # a division by zero
                continue
            if values[0] == values[1]:
                continue
            assert evaluate(plain) == values[0 if left else 1], plain
            told_apart += 1
            if told_apart == 3:
                break
        seconds += told_apart > 0
    assert seconds >= 14, "for too many operators both ways are worth the same"


def test_choice_binds_loosest() -> None:
    """`?` comes after every other operator, and choices nest to the right."""
    texts = {"1+0 ? 5 : 6": 5, "0||1 ? 5 : 6": 5, "0 ? 5 : 6+1": 7, "1 ? 0 ? 2 : 3 : 4": 3,
             "0 ? 1 : 0 ? 2 : 3": 3, "2*(0 ? 1 : 4)": 8}
    assert {text: evaluate(text) for text in texts} == texts
