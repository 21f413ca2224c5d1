"""The output formats."""

import hashlib
import json

import pytest

from asm import assemble
from asm.output import formats

SOURCE = " org $C000\nstart lda #1\n.loop bra .loop\nsize equ *-start\n rmb 40\nend rts\n"


def test_intel_hex_reads_back() -> None:
    """The records contain the image, with correct checksums and an end record."""
    program = assemble(SOURCE)
    assert program.image is not None
    memory: dict[int, int] = {}
    lines = formats.intel_hex(program.image, program.origin).splitlines()
    assert lines[-1] == ":00000001FF"
    for line in lines[:-1]:
        record = bytes.fromhex(line[1:])
        assert sum(record) & 0xFF == 0 and record[0] == len(record) - 5 and record[3] == 0
        for offset, byte in enumerate(record[4:-1]):
            memory[int.from_bytes(record[1:3], "big") + offset] = byte
    assert bytes(memory[0xC000 + n] for n in range(len(memory))) == program.image


def test_s_record_reads_back() -> None:
    """The records contain the image, with correct checksums and an S9 with the origin."""
    program = assemble(SOURCE)
    assert program.image is not None
    memory: dict[int, int] = {}
    lines = formats.s_record(program.image, program.origin).splitlines()
    assert lines[-1].startswith("S903C000")
    for line in lines[:-1]:
        record = bytes.fromhex(line[2:])
        assert line[:2] == "S1" and sum(record) & 0xFF == 0xFF and record[0] == len(record) - 1
        for offset, byte in enumerate(record[3:-1]):
            memory[int.from_bytes(record[1:3], "big") + offset] = byte
    assert bytes(memory[0xC000 + n] for n in range(len(memory))) == program.image


def test_symbol_file() -> None:
    """The symbol file has the documented form, and its map covers the bytes written."""
    program = assemble(SOURCE, name="s.asm")
    content = json.loads(formats.symbols_text(program))
    assert list(content) == ["format", "image", "inputs", "files", "symbols", "source_map", "calls",
                             "routines", "contracts", "limits", "pages", "excuses"]
    assert content["format"] == "vecx-symbols/2" and content["files"] == ["s.asm"]
    assert content["symbols"]["start"] == {"value": 0xC000, "kind": "label", "size": 44, "file": 0,
                                           "line": 2, "column": 1}
    assert content["symbols"]["start.loop"]["value"] == 0xC002
    assert content["symbols"]["size"]["kind"] == "equ"
    assert content["source_map"] == [[0xC000, 2, 0, 2], [0xC002, 2, 0, 3], [0xC02C, 1, 0, 6]]
    assert program.image is not None
    assert content["image"] == {"origin": 0xC000, "size": 45, "bank": 0,
                                "sha256": hashlib.sha256(program.image).hexdigest()}


def test_map() -> None:
    """The map lists the blocks and the symbols by value and by name."""
    text = formats.map_text(assemble(SOURCE, name="s.asm"))
    assert "$C000-$C003       4 bytes" in text and "$C02C-$C02C       1 bytes" in text
    assert text.index("$C000  label   start ") < text.index("$C02C  label   end ")


def test_pad() -> None:
    """Padding lengthens an image and refuses to cut it."""
    assert formats.pad(b"\1", 3, 0xFF) == b"\1\xff\xff"
    with pytest.raises(ValueError, match="more than 1"):
        formats.pad(b"\1\2", 1, 0)


def test_vide_labels() -> None:
    """The file for VIDE's debugger names the labels and the blocks of code."""
    text = formats.vide_cnt(assemble(SOURCE))
    assert "LABEL $C000 start\n" in text and "RANGE $C000-$C003 CODE\n" in text


def test_a_bad_program_has_nothing_to_write() -> None:
    """A program with errors has no symbol file."""
    with pytest.raises(ValueError, match="no image"):
        formats.symbols_text(assemble(" lda"))
