"""Numbers and letters as a source has them, which its image does not show."""

from pathlib import Path

import pytest

from tests.vecx.strict.headed import HEADER, cartridge
from vecx.machine import Machine
from vecx.strict.sources import decimal_byte, decimal_operand, has_small_letters

BEGINS = HEADER.count("\n")
BODY = """\
wide            equ     200
hexadecimal     equ     $C8
main            cmpa    #200
                cmpa    #wide
                cmpa    #$C8
                cmpa    #hexadecimal
                cmpa    #-56
                cmpa    #wide/1
                bra     main
data            fcb     150,wide , -1,$96,hexadecimal   ; a comment
text            fcc     "Abc"
                fcc     "ABC"
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a machine with the program of this file."""
    return Machine(cartridge(tmp_path, BODY))


def test_only_decimal_numbers_are_unsigned(machine: Machine) -> None:
    """A number counts as unsigned if the source has it in decimal, or a name for such a number."""
    first = machine.address("main")
    found = [decimal_operand(machine.debug, first + 2 * index) for index in range(6)]
    assert found == [200, 200, -1, -1, -1, -1]


def test_bytes_of_data_have_their_own_numbers(machine: Machine) -> None:
    """Each byte of FCB belongs to one item of the operand."""
    first = machine.address("data")
    found = [decimal_byte(machine.debug, first + index) for index in range(5)]
    assert found == [150, 200, -1, -1, -1]
    assert decimal_byte(machine.debug, machine.address("text")) == -1


def test_small_letters_are_those_in_quotes(machine: Machine) -> None:
    """A text has small letters if its line has two of them in quotes."""
    first = machine.address("text")
    assert has_small_letters(machine.debug, first)
    assert not has_small_letters(machine.debug, first + 3)
    assert not has_small_letters(machine.debug, machine.address("main"))


def test_nothing_is_known_without_the_source(tmp_path: Path) -> None:
    """If the source has been deleted, no number is known."""
    path = cartridge(tmp_path, BODY)
    machine = Machine(path)
    path.unlink()
    assert decimal_operand(machine.debug, machine.address("main")) == -1
    assert not has_small_letters(machine.debug, machine.address("text"))
