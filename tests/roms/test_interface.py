"""The ROM's entries and tables are at the addresses that cartridges expect."""

import csv
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from asm import assemble
from asm.assembler.encode import Fixed, Instruction
from roms import build

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "tests" / "reference" / "bios" / "entries.csv"
IMAGE = (build.DATA / "exec.bin").read_bytes()
SYMBOLS = {name: entry["value"] for name, entry in
           json.loads((build.DATA / "exec.symbols.json").read_text())["symbols"].items()}
ROWS = [row for row in csv.DictReader(REFERENCE.read_text().splitlines())
        if row["kind"] in ("routine", "data")]
BUILT_IN_HEADER = {"Mine_Storm_header": "Own_Header"}     # the name in our ROM


def at(addr: int, count: int) -> bytes:
    """Return bytes of the image."""
    return IMAGE[addr - 0xE000:addr - 0xE000 + count]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_entry_is_in_its_place(row: dict[str, str]) -> None:
    """Each entry has its published address."""
    name = BUILT_IN_HEADER.get(row["name"], row["name"])
    assert SYMBOLS[name] == int(row["address"], 16)


def test_include_agrees_with_the_rom() -> None:
    """The addresses in vectrex.inc are those of the ROM's labels."""
    text = (ROOT / "roms/include/vectrex.inc").read_text()
    entries = text[text.index("ifndef"):]
    found = re.findall(r"^(\w+)\s+equ\s+\$([0-9A-F]{4})", entries, re.M)
    assert len(found) > 150
    assert {name: int(value, 16) for name, value in found} == \
        {name: SYMBOLS[name] for name, _ in found}


def test_public_sources_find_their_names() -> None:
    """VECTREX.I adds the other names of entries, tunes and cells, in any case."""
    folder = ROOT / "roms" / "include"
    program = assemble(' include "vectrex.i"\n', include_dirs=[folder])
    assert [found.code for found in program.diagnostics] == ["include-name"]
    assert assemble(' include "..\\\\lib\\\\Vectrex.I"\n', include_dirs=[folder]).ok
    values = {name: symbol.value for name, symbol in program.symbols.items()}
    for digit in "123456789abcd":
        assert values[f"music{digit}"] == values[f"Music_{digit}"]
    same = {"Get_Rise_Run": "Rise_Run_Idx", "Moveto_ix_a": "Moveto_ix_b",
            "Vec_Joy_Mux": "Vec_Joy_Mux_1_X", "Vec_Counters": "Vec_Counter_1",
            "Vec_Expl_ChanA": "Vec_Expl_Noise", "Vec_NMI_Vector": "Vec_SWI_Vector",
            "Vec_SWI2_Vector": "Vec_SWI3_Vector", "Vec_Rfrsh_lo": "Vec_Rfrsh",
            "Vec_Text_Height": "Vec_Text_HW"}
    for name, other in same.items():
        assert values[name] == values[other], name
    work = values["Vec_Music_Work"]
    for register, digit in enumerate("0123456789ABCD"):
        if digit in "1567A":        # the registers are stored from 13 down to 0
            assert values[f"Vec_Music_Wk_{digit}"] == work + 13 - register
    assert (values["Vec_Rfrsh_hi"], values["Vec_Expl_ChanB"]) == (0xC83E, 0xC85D)


def test_include_has_one_name_for_each_entry() -> None:
    """No address of the ROM has two names in vectrex.inc."""
    text = (ROOT / "roms/include/vectrex.inc").read_text()
    values = re.findall(r"equ\s+\$([E-F][0-9A-F]{3})", text)
    assert len(values) == len(set(values))


def test_include_assembles_in_a_cartridge() -> None:
    """A cartridge includes the names and calls the ROM by them."""
    program = assemble(' include "vectrex.inc"\n org $0100\n jsr Wait_Recal\n lda >Vec_Btn_State\n',
                       include_dirs=[ROOT / "roms" / "include"])
    assert program.messages() == ""
    assert program.image == bytes.fromhex("bdf192b6c80f")


def test_image_has_its_size() -> None:
    """The ROM is 8 KiB."""
    assert len(IMAGE) == 8192


def test_vectors() -> None:
    """Interrupt vectors lead to RAM, and the reset vector to Cold_Start."""
    assert at(0xFFF0, 16) == bytes.fromhex("0000cbf2cbf2cbf5cbf8cbfbcbfbf000")


def test_flat_twang_is_flat() -> None:
    """The vibrato that most cartridges use is sixteen zeros."""
    assert at(0xFEB6, 16) == bytes(16)


def test_no_music_pointer_ends_at_once() -> None:
    """A tune at $FEE6, which cartridges use for silence, ends immediately."""
    data = at(0xFEEA, 64)
    notes = next(i for i, byte in enumerate(data) if byte < 0x80)
    assert data[notes + 1] >= 0x80


def test_bit_masks() -> None:
    """Bit_Masks contains the eight bits, lowest first."""
    assert at(SYMBOLS["Bit_Masks"], 8) == bytes(1 << i for i in range(8))


def test_copyright_string_is_what_cartridges_hold() -> None:
    """Copyright_Str is the text that headers are compared with."""
    assert at(SYMBOLS["Copyright_Str"], 11) == b"g GCE 1982\x80"


@pytest.mark.parametrize("addr", [0xE8D0, 0xEC17, 0xEFFF, 0xFF01])
def test_what_is_not_there_returns(addr: int) -> None:
    """Addresses of missing routines contain a return."""
    assert at(addr, 1) == b"\x39"


def leaves(code: bytes) -> bool:
    """Return whether an instruction never continues: a return, a jump, a branch always."""
    return code[0] in (0x39, 0x20, 0x16, 0x0E, 0x6E, 0x7E) or (code[0] == 0x35 and code[1] >= 0x80)


def test_no_code_runs_into_data() -> None:
    """Code before data or a gap ends in a jump or a return."""
    program, _, _ = build.build(build.sources()["exec"])
    chunks = sorted((address, data, isinstance(item.statement, Instruction | Fixed))
                    for address, data, item in program.chunks if data)
    ends = [(address, data) for (address, data, code), (after, _, more) in pairwise(chunks)
            if code and not (more and after == address + len(data))]
    assert len(ends) > 40
    assert [f"${address:04X}" for address, data in ends if not leaves(data)] == []
