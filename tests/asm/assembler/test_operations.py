"""The table of operations."""

import pytest

from asm import assemble
from asm.assembler.operations import OPERATIONS
from asm.cpu import isa


def test_every_mnemonic_and_alias_is_an_operation() -> None:
    """The table contains every mnemonic of the card and every alias, in lower case."""
    assert set(OPERATIONS) == {name.lower() for name in isa.BY_MNEMONIC}
    assert len(OPERATIONS) == len({op.mnemonic for op in isa.OPS}) + len(isa.ALIASES)


@pytest.mark.parametrize("text", [" rts and go", " clra;x", " nop", " rts - done", " abx (x)"])
def test_inherent_with_comment(text: str) -> None:
    """After an instruction without operand, text is a comment."""
    program = assemble(text)
    assert program.image is not None and len(program.image) == 1


@pytest.mark.parametrize("text", [" rts #1", " clra ,x", " abx 1", " asla 5"])
def test_inherent_with_operand(text: str) -> None:
    """After an instruction without operand, `#`, a comma or a digit is an error."""
    assert assemble(text).errors[0].code == "E014"


def test_counts_of_as09() -> None:
    """NOP n repeats; SWI 2 and SWI 3 are SWI2 and SWI3; SWI 4 is an error."""
    image = assemble(" nop 4\n swi 1\n swi 2\n swi 3").image
    assert image == bytes.fromhex("12121212 3f 103f 113f")
    assert assemble(" swi 4").errors[0].code == "E014"
