"""Lines, numbers, strings, and the ends of operands."""

import re

import pytest

from asm import assemble
from asm.syntax import lexer
from asm.syntax.diagnostics import Fault
from asm.syntax.lexer import LINE, Scanner, pattern


@pytest.mark.parametrize(("text", "label", "operation"), [
    ("foo lda #1", "foo", "lda"), ("foo: lda", "foo", "lda"), ("foo:: lda", "foo", "lda"),
    (" lda #1", None, "lda"), ("\tlda", None, "lda"), ("foo", "foo", None), ("", None, None),
    ("f=5", "f", "="), ("f = 5", "f", "="), ("  ; lda", None, None), ("foo ;lda", "foo", None),
    (".l bra .l", ".l", "bra"), ("1$ nop", "1$", "nop"),
])
def test_line(text: str, label: str | None, operation: str | None) -> None:
    """Label and operation are found in a line, but not in a comment."""
    match = LINE.match(text)
    assert match is not None and match.groups() == (label, operation)


@pytest.mark.parametrize(("text", "value"), [
    ("$1F", 31), ("0x1f", 31), ("1Fh", 31), ("0FFh", 255), ("%101", 5), ("0b101", 5), ("101b", 5),
    ("@17", 15), ("17o", 15), ("17q", 15), ("017", 17), ("0", 0), ("65_536", 65536), ("$f_f", 255),
])
def test_numbers(text: str, value: int) -> None:
    """Every spelling of a number is read."""
    assert lexer.number(text, 0) == value


@pytest.mark.parametrize("text", ["$G", "%2", "@8", "12G", "0xZ", "$", "%_", "1_a"])
def test_bad_numbers(text: str) -> None:
    """A digit that is not valid in the base is an error that quotes the number."""
    with pytest.raises(Fault) as caught:
        lexer.number(text, 4)
    assert caught.value.code == "E001" and text in caught.value.text and caught.value.start == 4


@pytest.mark.parametrize("text", ["$10000000000000000", "18446744073709551616", "%1" + 64 * "0",
                                  "36#" + 60 * "Z"])
def test_numbers_of_more_than_64_bits(text: str) -> None:
    """A number of more than 64 bits is an error that quotes it."""
    with pytest.raises(Fault) as caught:
        lexer.number(text, 4)
    assert caught.value.code == "E024" and text in caught.value.text


def test_escapes() -> None:
    """Backslash escapes become bytes; characters beyond Latin-1 become a question mark."""
    assert lexer.escaped(r"a\n\t\\\"\x41\0") == b'a\n\t\\"A\0'
    assert lexer.escaped("é☃") == b"\xe9?"


@pytest.mark.parametrize("text", ["", ";x", " ;x", " words", "\tword - word", " (words)"])
def test_operand_ends(text: str) -> None:
    """Nothing, a semicolon, or a blank and text end an operand."""
    scanner = Scanner("1" + text, 1)
    scanner.finish()
    assert scanner.pos == 1


@pytest.mark.parametrize("text", ["x", " - x", " ,x", "]", " = x", ")", "\t* x"])
def test_operand_does_not_end(text: str) -> None:
    """Further text without a blank, or that begins with an operator or comma, is an error."""
    with pytest.raises(Fault, match="unexpected"):
        Scanner("1" + text, 1).finish()


def test_labels() -> None:
    """Labels consist of letters, digits, _ . $; local and numeric labels have their own forms."""
    for name in ("a", "_a1", "a.b", "a$b", ".x", "@x", "x@", "1", "1$", "1@", "@1",
                 "a?", "?a", "a$"):
        assert lexer.LABEL.match(name), name
    for name in ("a-b", "1abc", "#a", "a?b", ".1", "", "a b"):
        assert not lexer.LABEL.match(name), name


@pytest.mark.parametrize("line", [
    " fcb 1²6", " fcb ²", " fcb ٣", " lda #1²f", " bra ١B", " fcb $²g", " fcb %²", "1²: nop",
    " pshs ²", " include \x85²", " rmb 1\u2003"])
def test_digits_and_blanks_are_those_of_ascii(line: str) -> None:
    """Digits and blanks of Unicode are unexpected characters, not exceptions."""
    assert len(assemble(line).errors) == 1


def test_a_pattern_does_what_the_compiled_one_does() -> None:
    """A lazy pattern has the methods, attributes and flags of a compiled one."""
    made = pattern(r"(a+)b", re.IGNORECASE)
    found = made.match("xAAb", 1)
    assert found is not None and found.group(1) == "AA"
    assert made.sub("-", "ab aab") == "- -" and made.pattern == "(a+)b"


def test_it_is_compiled_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lazy pattern is compiled once, when it is first used."""
    compiled = []
    original = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given) or original(*given))
    made = pattern("x")
    assert not compiled
    assert made.match("x") and made.match("x")
    assert len(compiled) == 1
