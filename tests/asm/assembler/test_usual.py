"""The fast path for usual lines: which lines it reads, and that both paths agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asm import Memory, assemble
from asm.assembler import parse, usual
from asm.assembler.encode import Bytes
from asm.assembler.items import Data
from asm.syntax.dialects import DIALECTS


@pytest.mark.parametrize("line", [
    " rts", "start lda #5", "x: ldb $1234 ; why", " stx table+2", "\tldd 5,y", " lda ,x",
    " beq done", " fcb 1,2,$FF", " FDB 1, 2", ".loop cmpa #limit", "label", "label: ; of what"])
def test_usual_lines_are_read(line: str) -> None:
    """Instructions and data with plain operands use the fast path."""
    assert usual.read_usual(DIALECTS["vecx"], line) is not None


@pytest.mark.parametrize("line", [
    "rts", "rts:", "x equ 5", " lda", " rts 5", " nop 3,4", " lda [5,x]", " lda a,x", " lda 5,pcr",
    " beq *", " lda 5 then more", " fcb 'A',1", " fcb 256,(1)", " lda hi", " beq 1f",
    " put 5,6", " orcc #1"])
def test_other_lines_are_left(line: str) -> None:
    """Lines that are not plain use the slow path."""
    assert usual.read_usual(DIALECTS["vecx"], line) is None


def test_lists_of_numbers_are_bytes() -> None:
    """Numbers that fit become bytes immediately; names and larger numbers are computed later."""
    plain = usual.read_usual(DIALECTS["vecx"], " fdb -1,$1234, 10")
    assert plain is not None and isinstance(plain.statement, Bytes)
    assert plain.statement.data == b"\xff\xff\x12\x34\0\x0a"
    for line in (" fcb 300,1", " fcb 1,name"):
        other = usual.read_usual(DIALECTS["vecx"], line)
        assert other is not None and isinstance(other.statement, Data)


def test_a_blank_ends_a_list_where_it_ends_operands() -> None:
    """`fcb 1, 2` is not a usual line in a dialect in which a blank ends the operand."""
    assert usual.read_usual(DIALECTS["vecx"], " fcb 1, 2") is not None
    assert usual.read_usual(DIALECTS["lwasm"], " fcb 1, 2") is None


def test_a_macro_takes_the_place_of_an_instruction() -> None:
    """A macro named like an instruction or directive replaces it on usual lines, too."""
    source = "lda macro\n nop\n endm\nfcb macro\n rts\n endm\n lda #5\n fcb 1,2\n"
    assert assemble(source).image == b"\x12\x39"


OPERATIONS = st.sampled_from(("lda", "LDX", "beq", "lbne", "jsr", "rts", "nop", "leax", "sta",
                              "fcb", "fdb", "db", "orcc", "pshs", "tfr", "neg", ""))
VALUES = st.sampled_from(("5", "$1F", "-3", "+7", "300", "70000", "name", "ab", "x", "%101", "'A",
                          ""))
OPERANDS = st.one_of(
    VALUES, st.builds("{}{}{}".format, st.sampled_from(("#", "<", ">", "")), VALUES,
                      st.sampled_from(("", ",x", ",S", "+2", "-$1", ",pcr", ",x+"))),
    st.builds(",".join, st.lists(VALUES, min_size=2, max_size=4)), st.just(",y"), st.just("a,b"))
LINES = st.builds("{}{}{} {}{}".format, st.sampled_from(("", "lbl", "lbl:", ".loc", "1", "rts")),
                  st.sampled_from((" ", "\t", "   ")), OPERATIONS, OPERANDS,
                  st.sampled_from(("", " ; a, b", ";", " b")))


@given(lines=st.lists(LINES, min_size=1, max_size=4), dialect=st.sampled_from(tuple(DIALECTS)))
def test_both_ways_make_the_same(lines: list[str], dialect: str) -> None:
    """Bytes, messages, columns and symbols are the same on the fast and the slow path."""
    source = "name equ 5\n" + "\n".join(lines)
    made = []
    for way in (usual.read_usual, lambda dialect, text: None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(parse, "read_usual", way)
            program = assemble(source, dialect=dialect, memory=Memory())
        made.append((program.image, program.messages(each=True),
                     {name: symbol.value for name, symbol in program.symbols.items()}))
    assert made[0] == made[1]
