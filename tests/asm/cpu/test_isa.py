"""The programming card against an independent table, and against its own regularities."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from asm.cpu import isa

REFERENCE = Path(__file__).parents[2] / "reference" / "cpu"


def reference_rows(name: str) -> list[dict[str, str]]:
    """Read one of the reference tables."""
    with open(REFERENCE / name, newline="") as file:
        return list(csv.DictReader(file))


def test_count_of_documented_opcodes() -> None:
    """The card contains each of the 268 documented codes once."""
    assert len(isa.OPS) == 268
    assert len({(op.page, op.code) for op in isa.OPS}) == 268
    assert [sum(op.page == page for op in isa.OPS) for page in (0, 0x10, 0x11)] == [221, 38, 9]


def test_card_equals_reference_table() -> None:
    """Code, name, mode, size and cycles equal those measured on ten other cores."""
    expected = {}
    for row in reference_rows("opcodes.csv"):
        code = int(row["opcode"], 16)
        expected[code >> 8, code & 0xFF] = (row["mnemonic"], row["mode"], int(row["bytes"]),
                                          int(row["cycles"]))
    assert {(op.page, op.code): (op.mnemonic, op.mode, op.size, op.cycles)
            for op in isa.OPS} == expected


def test_plus_stands_where_the_reference_adds_cycles() -> None:
    """The card's plus marks exactly the indexed and the stack instructions."""
    for op in isa.OPS:
        assert op.cycles_plus == (op.mode in (isa.INDEXED, isa.STACK)), op
    for row in reference_rows("opcodes.csv"):
        code = int(row["opcode"], 16)
        assert isa.BY_CODE[code >> 8, code & 0xFF].cycles_plus == row["cycles_note"].startswith("+")


def test_two_figure_cycles() -> None:
    """A taken conditional long branch costs one cycle more; RTI costs 15 with all registers."""
    two_figures = {op.mnemonic: (op.cycles, op.cycles_most)
                   for op in isa.OPS if op.cycles != op.cycles_most}
    assert two_figures.pop("RTI") == (6, 15)
    assert set(two_figures.values()) == {(5, 6)}
    assert len(two_figures) == 14
    assert "LBRN" not in two_figures


@pytest.mark.parametrize("op", [op for op in isa.OPS if op.page == 0 and op.code >= 0x80],
                         ids=lambda op: f"{op.code:02X}")
def test_opcode_map_column_decides_the_mode(op: isa.Op) -> None:
    """From $80 up, bits 5 and 4 of the code select immediate, direct, indexed or extended."""
    groups = ({isa.IMMEDIATE8, isa.IMMEDIATE16, isa.RELATIVE8},
              {isa.DIRECT}, {isa.INDEXED}, {isa.EXTENDED})
    assert op.mode in groups[op.code >> 4 & 3]


def test_memory_modes_follow_each_other() -> None:
    """Extended takes one cycle and one byte more than direct; indexed as much as direct."""
    checked = 0
    for mnemonic, modes in isa.BY_MNEMONIC.items():
        if isa.DIRECT not in modes or mnemonic in isa.ALIASES:
            continue
        direct, indexed, extended = (modes[m] for m in (isa.DIRECT, isa.INDEXED, isa.EXTENDED))
        assert extended.cycles == direct.cycles + 1 and extended.size == direct.size + 1
        assert indexed.cycles == direct.cycles and indexed.size == direct.size
        assert indexed.flags == direct.flags == extended.flags
        checked += 1
    assert checked == 52


def test_flags_are_five_known_marks() -> None:
    """Each flag column contains one of the marks that the module explains."""
    for op in isa.OPS:
        assert len(op.flags) == 5 and set(op.flags) <= set(".*01?mcr"), op


def test_flags_spot_checks_against_the_data_sheet() -> None:
    """Rows that are easily confused have the flags of the data sheet."""
    flags = {op.mnemonic: op.flags for op in isa.OPS}
    assert flags["ADDA"] == "*****" and flags["ADDD"] == ".****"
    assert flags["INC"] == ".***." and flags["LSR"] == ".0*.*" and flags["COM"] == ".**01"
    assert flags["LEAX"] == "..*.." and flags["LEAS"] == "....."
    assert flags["CLR"] == ".0100" and flags["ROR"] == ".**.*" and flags["ROL"] == ".****"


def test_aliases_name_existing_instructions() -> None:
    """Every alias refers to a row of the card, and is not a row itself."""
    own = {op.mnemonic for op in isa.OPS}
    for alias, name in isa.ALIASES.items():
        assert name in own and alias not in own
        assert isa.BY_MNEMONIC[alias] is isa.BY_MNEMONIC[name]


def test_postbytes_equal_reference_table() -> None:
    """Form, extra bytes and extra cycles of all 256 post-bytes equal the reference."""
    rows = reference_rows("indexed_postbytes.csv")
    assert len(rows) == 256
    documented = 0
    for row in rows:
        byte = int(row["postbyte"], 16)
        found = isa.postbyte(byte)
        if row["documented"] == "no":
            assert found is None, row
            continue
        documented += 1
        assert found is not None, row
        form, register = found
        assert (form.size, form.cycles) == (int(row["extra_bytes"]), int(row["extra_cycles"]))
        assert form.indirect == row["syntax"].startswith("[")
        if form.form != "extended indirect":
            named = row["syntax"].strip("[]+").rpartition(",")[2].lstrip("-").rstrip("+")
            assert named == register, row
    assert documented == 217


def test_register_codes_are_distinct() -> None:
    """TFR and EXG have different codes for ten registers; the 16-bit ones are below 8."""
    assert len(set(isa.TRANSFER_CODES.values())) == 10
    for name, code in isa.TRANSFER_CODES.items():
        assert isa.REGISTER_BYTES[name] == (2 if code < 8 else 1)


def test_errata_name_instructions_and_a_witness() -> None:
    """Each erratum names instructions of the card and a source."""
    for erratum in isa.ERRATA:
        assert erratum.witness
        for name in erratum.mnemonic.split():
            assert name in isa.BY_MNEMONIC or name + "A" in isa.BY_MNEMONIC


def test_module_imports_nothing_large() -> None:
    """Importing the card loads no other module of the assembler."""
    code = """if True:
        import dataclasses, sys
        before = set(sys.modules)
        import asm.cpu.isa
        print(*sorted(set(sys.modules) - before))
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                         cwd=Path(__file__).parents[3])
    loaded = run.stdout.split()
    assert [name for name in loaded if name.startswith("asm.")] \
        == ["asm.cpu", "asm.cpu.isa"]
    assert {name.split(".")[0] for name in loaded} <= {"asm", "__future__", "_typing", "typing"}


def test_effects_are_stated_once_for_every_instruction() -> None:
    """Each row and each alias has exactly one effect."""
    assert set(isa.EFFECTS) == set(isa.BY_MNEMONIC)
    for name, modes in isa.BY_MNEMONIC.items():
        branches = isa.RELATIVE8 in modes or isa.RELATIVE16 in modes
        assert not branches or isa.EFFECTS[name].then or name.endswith("BRN"), name
        stores = name[:2] == "ST"
        assert ("M" in isa.EFFECTS[name].writes) >= stores and (
            not stores or "M" not in isa.EFFECTS[name].reads)


@pytest.mark.parametrize(("mnemonic", "mode", "post", "reads", "writes"), [
    ("LDD", isa.INDEXED, 0xA3, "M Y", "A B Y CC"), ("LDA", isa.INDEXED, 0xED, "M PC", "A CC"),
    ("LEAX", isa.INDEXED, 0x8B, "A B X", "X CC"), ("STA", isa.INDEXED, 0x9F, "A", "M CC"),
    ("TFR", isa.REGISTER, 0x8B, "A", "DP"), ("EXG", isa.REGISTER, 0x01, "A B X", "A B X"),
    ("PSHS", isa.STACK, 0x06, "A B S", "S M"), ("PULU", isa.STACK, 0xC0, "U M", "S PC U"),
    ("ADDD", isa.DIRECT, 0, "A B M", "A B CC"), ("LBEQ", isa.RELATIVE16, 0, "CC", "PC")])
def test_effects_count_the_post_byte(mnemonic: str, mode: str, post: int, reads: str,
                                     writes: str) -> None:
    """The effect of an instruction includes the registers in its post-byte."""
    found = isa.effect(isa.BY_MNEMONIC[mnemonic][mode], post)
    assert (found.reads, found.writes) == (set(reads.split()), set(writes.split()))


def test_effects_agree_with_a_machine() -> None:
    """On a running CPU, an instruction changes only the registers that its effect names."""
    from vecx.machine import Machine

    machine = Machine(None, preset="ideal")
    m = machine.chips.state
    names = ("a", "b", "x", "y", "u", "s", "dp")
    for op in isa.OPS:
        effect = isa.effect(op, 0x84 if op.mode == isa.INDEXED else 0x12)
        if effect.then == isa.WAIT:
            continue
        before = {"a": 0x5A, "b": 0x3C, "x": 0xC900, "y": 0xCA00, "u": 0xC980, "s": 0xCA80,
                  "dp": 0xC8, "cc": 0x01}
        for name, value in before.items():
            setattr(m, name, value)
        machine.write(0xC890, op.opcode_bytes + (b"\x84" if op.mode == isa.INDEXED else b"\x12")
                      + b"\x34")
        m.pc = 0xC890
        machine.step()
        changed = {name.upper() for name in names if int(getattr(m, name)) != before[name]}
        assert changed <= effect.writes, op
