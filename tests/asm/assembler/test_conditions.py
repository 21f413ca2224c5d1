"""Conditional assembly, beyond the cases in tests/cases/asm."""

import pytest

from asm import assemble


def test_condition_on_moving_addresses_is_decided_anew() -> None:
    """A condition whose outcome depends on the final addresses is assembled with them."""
    source = (" org 0\n setdp 0\na lda b\n rmb 253\nc equ *\n if c > 255\n fcb 1\n else\n fcb 2\n"
              " endif\nb equ $100\n")
    program = assemble(source)
    assert program.image is not None and program.image[-1] == 1
    assert program.symbols["c"].value == 256


def test_condition_that_contradicts_itself_is_an_error() -> None:
    """A condition that changes the address it tests is reported, and does not loop forever."""
    source = " org 0\n if b < 5\n rmb 10\n endif\nb nop\n"
    program = assemble(source)
    assert program.warnings[0].code == "if-undefined"
    source = "b equ c\n org 0\n setdp 0\n lda far\n if d = 2\n rmb 300\n endif\nd equ *\nc equ 1\n"
    program = assemble(source + "far equ *\n")
    assert program.ok or program.errors[0].code in ("E026", "E020")


def test_undefined_symbol_counts_as_zero_for_itself_only() -> None:
    """In a condition with an undefined symbol, the other symbols keep their values."""
    program = assemble("one equ 1\n if one || nosuch\n fcb 1\n endif\n if nosuch+one = 1\n fcb 2\n"
                       " endif\n", warnings=["none"])
    assert program.image == b"\x01\x02"


def test_skipped_lines_are_not_read() -> None:
    """A branch that is not taken may contain any text, except conditions."""
    source = ' if 0\n include "none"\n lda #\n!!!\n if\n endif\n else\n nop\n endif'
    assert assemble(source).image == b"\x12"


def test_if_in_macro_must_close_there() -> None:
    """An IF that is opened but not closed in a macro is reported at the IF."""
    program = assemble("m macro\n if 1\n endm\n m\n nop\n")
    assert [(error.line, error.code) for error in program.errors] == [(2, "E031")]


def test_endif_cannot_close_an_if_outside_the_macro() -> None:
    """A macro cannot end a condition of its caller."""
    program = assemble("m macro\n endif\n endm\n if 1\n m\n endif\n")
    assert [(error.line, error.code) for error in program.errors] == [(2, "E031")]


@pytest.mark.parametrize(("word", "expected"), [
    ("if", "-+"), ("ifne", "-+"), ("ifneq", "-+"), ("ifeq", "0"), ("ifgt", "+"), ("ifge", "0+"),
    ("iflt", "-"), ("ifle", "-0")])
def test_comparisons(word: str, expected: str) -> None:
    """Each word of the IF family compares as its name says, for one value and for two."""
    for value, sign in ((-1, "-"), (0, "0"), (1, "+")):
        for operand in (f"{value}", f"{value + 7},7") if word != "if" else (f"{value}",):
            image = assemble(f" {word} {operand}\n nop\n endif\n").image
            assert image == (b"\x12" if sign in expected else b""), operand


@pytest.mark.parametrize("source", [" org $1000\n if * = $1000\n nop\n endif\n",
                                    " if *\n rts\n else\n nop\n endif\n",
                                    " org $1000\n rept *-$0FFF\n nop\n endr\n"])
@pytest.mark.parametrize("dialect", ["vecx", "as09", "vide"])
def test_the_location_counter_in_a_condition_is_its_own_line(source: str, dialect: str) -> None:
    """`*` in IF and REPT is the address of that line, not of the line before it."""
    program = assemble(source, dialect=dialect)
    assert program.image == b"\x12", program.messages()


def test_a_name_that_is_defined_below_is_not_defined_yet() -> None:
    """IFDEF on a name that is defined below warns, unless the name guards an include file."""
    guard = " ifndef once\nonce equ 1\n endif\n"
    assert assemble(guard + " ifdef nosuch\n endif\n").diagnostics == []
    for word in ("ifdef", "ifndef"):
        found, = assemble(guard + f" {word} late\n nop\n endif\nlate equ 1\n").diagnostics
        assert (found.code, found.line, found.column) == ("ifdef-below", 4, 3 + len(word))
        assert found.text.startswith("`late` is not defined yet: its definition is below")
