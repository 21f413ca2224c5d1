"""Bytes written twice to one address: reports, the resulting bytes, and the source map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asm import Program, assemble
from asm.output.formats import blocks

TWICE = " org $10\n fcb 1,2,3,4\n org $12\n fcb 5\n fcb 6\n fcb 7\n org $30\n fcb 8\n"


def test_one_message_for_a_stretch() -> None:
    """Consecutive statements that overlap others are one error that covers all their bytes."""
    program = assemble(" org 0\n rmb 2\n fcb 1,2,3\n nop\n nop\n org 3\n nop\n nop\n nop\n nop\n")
    assert [(error.line, error.text) for error in program.errors] == [
        (7, "$0003-$0006 already hold bytes of other statements")]
    note = program.errors[0].notes[0]
    assert note.place is not None and (note.place.line, note.start, note.end) == (3, 0, 10)


def test_stretches_apart_are_reported_apart() -> None:
    """Two separate overlaps are two errors."""
    source = " fcb 1,2,3,4\n org 0\n nop\n org 3\n nop\n"
    assert [(error.line, error.text) for error in assemble(source).errors] == [
        (3, "$0000 already holds bytes of another statement"),
        (5, "$0003 already holds bytes of another statement")]


@pytest.mark.parametrize("dialect", ["vide"])
def test_the_later_bytes_count(dialect: str) -> None:
    """In a dialect that allows it, later bytes replace earlier ones, with a warning."""
    program = assemble(TWICE, name="t", dialect=dialect, fill=0)
    assert program.image == bytes((1, 2, 5, 6, 7)) + bytes(27) + b"\x08"
    assert program.source_map == [(0x10, 2, "t", 2), (0x12, 1, "t", 4), (0x13, 1, "t", 5),
                                  (0x14, 1, "t", 6), (0x30, 1, "t", 8)]
    assert [(found.code, found.line) for found in program.diagnostics] == [("overlap", 4)]
    assert blocks(program) == [(0x10, 0x15), (0x30, 0x31)]
    assert not assemble(TWICE, dialect=dialect, warnings=["error"]).ok


def test_an_earlier_statement_may_be_cut_in_two() -> None:
    """The bytes before and after a patch still belong to the patched statement."""
    program = assemble(" fcb 1,2,3,4\n org 1\n fcb 9\n", name="t", dialect="vide")
    assert program.image == b"\x01\x09\x03\x04"
    assert program.source_map == [(0, 1, "t", 1), (1, 1, "t", 3), (2, 2, "t", 1)]


STATEMENTS = st.lists(st.tuples(st.sampled_from((
    " org $10", " org $18", " org $1B", " org $200", " lda #{}", " fcb {},{}", " rmb {}", "m{} nop",
    " lbra *", " fill 7,{}", " two {}", " rept 3\n fcb {}\n endr", " align 4",
    " bss\n rmb {}\n code", "x set {}")), st.integers(0, 12)), max_size=30)


def _program(rows: list[tuple[str, int]], dialect: str) -> Program:
    lines = ["two macro", " fcb 1", " ldx #\\1", " endm"]
    lines += [text.format(number if text[0] != "m" else index, number)
              for index, (text, number) in enumerate(rows)]
    return assemble("\n".join(lines), name="p.asm", dialect=dialect, fill=0xA5,
                    warnings=["none"])


@given(STATEMENTS, st.sampled_from(("vecx", "as09", "vide")))
def test_the_source_map_covers_every_byte_written_once(rows: list[tuple[str, int]],
                                                      dialect: str) -> None:
    """Every address written is in one row, whose line wrote the byte in the image."""
    program = _program(rows, dialect)
    writer: dict[int, tuple[int, int]] = {}
    for address, data, item in program.chunks:
        writer.update((address + offset, (item.place.line, byte))
                      for offset, byte in enumerate(data))
    covered: dict[int, int] = {}
    end = 0
    for address, length, file, line in program.source_map:
        assert length > 0 and address >= end and file == "p.asm"
        end = address + length
        covered.update((place, line) for place in range(address, end))
    assert covered == {address: line for address, (line, _) in writer.items()}
    if program.image is not None:
        for offset, byte in enumerate(program.image):
            where = program.origin + offset
            assert where not in writer or writer[where][1] == byte
            assert where in writer or byte in (0xA5, 0)
