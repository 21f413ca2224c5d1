"""Cycle limits in comments, and the checks for Vectrex cartridges."""

import csv
from pathlib import Path

import pytest

from asm import assemble
from asm.output.contracts import Limit
from asm.vectrex import NEED_C8, NEED_D0

HEADER = ' fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\n'


@pytest.mark.parametrize(("limit", "fine"), [
    ("<= 10", True), ("<= 9", False), ("= 10", True), ("= 11", False), ("<=10", True),
])
def test_cycle_limits(limit: str, fine: bool) -> None:
    """The cycles since the last global label are compared with the limit."""
    program = assemble(f"first mul\nstart lda #1\n.loop deca\n lda ,x\n nop\n ;@cycles {limit}\n")
    assert program.ok == fine
    if not fine:
        assert program.errors[0].code == "E040" and "10 cycles" in program.errors[0].text


def test_limit_counts_from_the_limit_before() -> None:
    """Each limit counts from the previous one."""
    assert assemble("a nop\n ;@cycles = 2\n nop\n nop\n ;@cycles = 4\n").ok
    assert not assemble("a nop\n nop\n ;@cycles = 2\n").ok


def test_a_limit_that_is_misspelt_is_warned_about() -> None:
    """A misspelt limit gets a warning; other comments do not."""
    for text in (";@cycles < 5", ";@cycle <= 5", ";@cycles <= x", ";@ cycels = 5", ";@Cycles <= 5",
                 ";@cyles", ";@vectors <= 5", ";@cycles <= 5 or so"):
        program = assemble(f" nop\n {text}\n")
        assert program.ok and [(found.line, found.code) for found in program.warnings] == [
            (2, "limit-misspelt")], text
        assert assemble(f" nop\n {text}\n", warnings=["no-limit-misspelt"]).diagnostics == []
    for text in (";@ text", ";@@@@", ";@", ";@code", ";@ the end = near", ";@@@ cycles @@@",
                 ";@author me", ";@ see 5 < 6"):
        assert assemble(f" nop\n {text}\n").diagnostics == [], text


def test_header() -> None:
    """A header with a mistake, or no header before calls of the ROM, gets a warning."""
    assert assemble(HEADER + " nop").diagnostics == []
    assert [d.code for d in assemble(' fcc "g GCE"\n fcc "2026"\n fcb $80').warnings] == [
        "cartridge-header"]
    assert [d.code for d in assemble(" jsr $F192\n").warnings] == ["cartridge-header"]
    assert assemble(" org $E000\n jsr $F192\n").diagnostics == []
    assert assemble(" nop\n").diagnostics == []


def test_ram_and_size() -> None:
    """Variables outside the game's RAM and code beyond the cartridge get a warning."""
    def codes(text: str) -> list[str]:
        return [found.code for found in assemble(HEADER + text).warnings]
    assert codes(" org $C880\nv rmb 874\n") == []
    assert codes(" org $C87F\nv rmb 1\n") == ["ram-outside"]
    assert codes(" org $CBE9\nv rmb 2\n") == ["ram-outside"]
    assert codes(" bss\n org $C900\nv rmb $300\n") == ["ram-outside"]
    assert codes(" org $8000\n nop\n") == ["cartridge-size"]


def test_page_of_rom_calls() -> None:
    """A call of a ROM routine with the wrong page in DP gets a warning."""
    def codes(text: str) -> list[str]:
        return [found.code for found in assemble(HEADER + text).warnings]
    assert codes(" setdp $D0\n jsr $F354\n") == []
    assert codes(" setdp $C8\n jsr $F354\n") == ["bios-page"]
    assert codes(" setdp $D0\n jsr $F687\n") == ["bios-page"]
    assert codes(" jsr $F354\n") == []
    assert codes(" setdp $C8\n jsr $F192\n") == []


def test_stores_to_rom() -> None:
    """Writes to the cartridge or the ROM get a warning; reads, RAM and the VIA do not."""
    lines = [" sta table", " clr >table+1", " std $E000", " lsl $FFFF", " stx $C880", " sta $D000",
             " lda table", " tst table", " sta $8000", " sta [table]", " sta table,x", " clra"]
    program = assemble(HEADER + "".join(f"{line}\n" for line in lines) + "table fcb 1,2\n")
    first = HEADER.count("\n") + 1
    assert [(found.code, found.line - first) for found in program.warnings] == [
        ("rom-store", index) for index in range(4)]
    assert "which is ROM" in program.warnings[0].text
    assert assemble(" org $100\n sta *\n").warnings == []


def test_stores_to_ram_in_the_cartridge() -> None:
    """Space reserved after the image can be written; addresses in the image cannot."""
    def codes(text: str) -> list[str]:
        return [found.code for found in assemble(HEADER + text).warnings]
    assert codes(" sta cell\n bss\n org $6000\ncell rmb 2\n") == []
    assert codes(" sta cell+1\n org $6000\ncell rmb 2\n") == []
    assert codes(" sta cell+2\n bss\n org $6000\ncell rmb 2\n") == ["rom-store"]
    assert codes("cell rmb 2\n sta cell\n") == ["rom-store"]


def test_pages_are_those_of_the_reference() -> None:
    """The table of pages equals the column dp_in of the reference."""
    path = Path(__file__).parents[2] / "reference" / "bios" / "entries.csv"
    expected: dict[str, set[int]] = {"D0": set(), "C8": set()}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] == "routine" and row["dp_in"] in expected:
                expected[row["dp_in"]].add(int(row["address"], 16))
    assert (set(NEED_D0), set(NEED_C8)) == (expected["D0"], expected["C8"])


def test_shorter_instructions_are_named_when_asked() -> None:
    """-Wbranch-fits and -Wjsr-fits report where a shorter instruction would do."""
    source = "a nop\n lbra a\n jsr a\n lbsr a\n rmb 300\n lbra a\n jsr a\n"
    assert assemble(source).diagnostics == []
    found = assemble(source, warnings=["all"]).warnings
    assert [(warning.line, warning.code) for warning in found] == [
        (2, "branch-fits"), (3, "jsr-fits"), (4, "branch-fits")]


def test_limit_before_a_routine() -> None:
    """A limit before a global label applies to the worst case of the routine."""
    routine = "\n; more about it\n\nr ldb #4\n.l decb\n bne .l\n rts\n"
    assert assemble(" nop\n;@cycles <= 27" + routine).diagnostics == []
    program = assemble(" nop\n;@cycles <= 26" + routine)
    assert [(found.line, found.code, found.text) for found in program.diagnostics] == [
        (2, "E040", "`r` takes up to 27 cycles, not <= 26")]


def test_limit_that_cannot_be_computed() -> None:
    """A routine without a bound gets a warning, unless its limit says `at run time`."""
    routine = "\nr jsr $F000\n rts\n"
    program = assemble(";@cycles <= 100" + routine)
    assert program.ok and [found.code for found in program.warnings] == ["cycles-unknown"]
    assert "not an instruction of this program" in program.warnings[0].text
    assert assemble(";@cycles <= 100 at run time" + routine).diagnostics == []


def test_limits_are_listed() -> None:
    """`limits` lists every limit before a routine, and whether the assembler checked it."""
    program = assemble(";@cycles = 7\na nop\n rts\n;@cycles <= 9\nb jmp $F000\n"
                       ";@cycles <= 50 at run time\nc jmp a\n nop\n ;@cycles <= 6\n", name="t")
    assert program.limits == [
        Limit("a", 7, True, True, "t", 1), Limit("b", 9, False, False, "t", 4),
        Limit("c", 50, False, False, "t", 6)]
    exact, most = program.limits[:2]
    assert exact.holds(7) and not exact.holds(6) and not exact.holds(8)
    assert most.holds(0) and most.holds(9) and not most.holds(10)


def test_a_stretch_may_begin_the_program() -> None:
    """Instructions before any label count from 0; the message points at the limit."""
    assert assemble(" nop\n ;@cycles = 2\n").diagnostics == []
    error, = assemble(" nop\n\t;@cycles <= 1\n").errors
    assert (error.start, error.end) == (10, 14)
    wrong, = assemble(" nop\n\t;@cycles < 1\n").warnings
    assert (wrong.start, wrong.end) == (0, 13)


def test_distances_count_not_addresses() -> None:
    """Whether a shorter instruction reaches depends on the distance, not on the address."""
    for origin in (0, 0x4000, 0xC000):
        source = f" org {origin}\na nop\n lbra a\n jsr a\n rmb 200\n jsr a\n"
        assert [(found.line, found.code) for found in assemble(source, warnings=["all"]).warnings
                if found.code.endswith("-fits")] == [(3, "branch-fits"), (4, "jsr-fits")]


@pytest.mark.parametrize("entry", [0xF1A2, 0xF593, 0xF192, 0xF1AA])
def test_who_calls_the_rom_is_a_cartridge(entry: int) -> None:
    """An image at 0 that calls a ROM routine should have a header."""
    assert [found.code for found in assemble(f" jsr {entry}\n rts\n").warnings] == [
        "cartridge-header"]
    assert assemble(f" jsr {entry - 1}\n rts\n").warnings == []


@pytest.mark.parametrize("dialect", ["vecx", "as09", "vide"])
def test_checks_change_no_bytes(dialect: str) -> None:
    """The checks do not change the bytes of a program."""
    body = " ds 4\n fcb 1\n align 8\n fcb 2\n"
    plain = assemble(" fcb 0,0,0,0,0,0,0,0,0,0,0,0,0,0\n" + body, dialect=dialect)
    checked = assemble(HEADER + body, dialect=dialect)
    assert plain.image is not None and checked.image is not None
    assert plain.image[14:] == checked.image[14:]


def test_a_program_cannot_be_changed() -> None:
    """The result of an assembly is immutable; the lists that it returns are copies."""
    program = assemble("a nop\n")
    with pytest.raises(AttributeError):
        program.image = b""  # type: ignore[misc]
    with pytest.raises(TypeError):
        program.symbols["b"] = program.symbols["a"]  # type: ignore[index]
    program.diagnostics.append("x")  # type: ignore[arg-type]
    assert program.diagnostics == [] and program.items == (program.items[0], program.items[1])


def test_local_labels_are_checked_too() -> None:
    """A long branch to a local label within short reach is reported."""
    program = assemble("a nop\n.b nop\n lbra .b\n", warnings=["branch-fits"])
    assert [found.code for found in program.warnings] == ["branch-fits"]


def test_a_variable_behind_the_code_lies_in_rom() -> None:
    """RMB after the code without an ORG gets a warning; with an ORG it counts as RAM."""
    head = ' fcc "g GCE 1982"\n fcb $80\n fdb 0\n fcb 0\nmain inc score\n bra main\n'
    found = assemble(head + "score rmb 1\nlives rmb 1\n").warnings
    assert [(one.code, one.line) for one in found] == [("ram-outside", 7)]
    assert "$0013, after the code, in ROM" in found[0].text
    assert assemble(head + " org $6000\nscore rmb 1\nlives rmb 1\n").warnings == []
    assert assemble(head + " org $C880\nscore rmb 1\n").warnings == []
    assert assemble(head + " bss\n org $C880\nscore rmb 1\n").warnings == []
    assert assemble(head + "score rmb 1\n fcb 0\n").warnings[0].code == "rom-store"


GAME = ' org 0\n fcb "g GCE 1982",$80\n fdb $FD0D\n fcb $F8,$50,$20,-$56,"T",$80,0\n'


@pytest.mark.parametrize(("lines", "texts"), [
    (' fcb "Score",$80\n', ["core"]), (' fcc "Score"\n fcb $80\n', ["core"]),
    (" fcc /Game over/\n fcb $80\n", ["ame"]),
    (' fcc "Press"\n fcc " ANY"\n fcb $80\n', ["ress"]),
    (' fcb "SCORE",$80\n', []),
    (' fcb "Score",0\n', []),                  # not for the ROM
    (' fcb "Score"\n', []),
    (' fcb "Ga",$80\n', []),                   # one letter may be meant as a symbol
    (' cmap "abcdefghijklmnopqrstuvwxyz",$41\n fcb "score",$80\n', []),
    (" fcb $61,$62,$80\n", [])])
def test_lower_case_text(lines: str, texts: list[str]) -> None:
    """Lower-case letters in text get a warning, except the `g` of the header."""
    found = assemble(GAME + lines).warnings
    assert [(warning.code, warning.text) for warning in found] == [
        ("lower-case", f"the ROM prints symbols for the letters `{text}`") for text in texts]
    assert assemble(lines).warnings == []       # not a program for the Vectrex


def test_variables_of_a_segment_that_no_org_has_placed() -> None:
    """One warning names the first variable; stores to the variables get no other warning."""
    source = GAME + "main bra main\n bss\nv_tune rmb 2\nv_more rmb 1\n code\n stx v_tune\n"
    warning, = assemble(source).warnings
    assert (warning.code, warning.line) == ("ram-outside", 7)
    assert warning.text == "`v_tune` is reserved at $0000: no ORG has placed the segment bss"
    assert "org $C880" in warning.hints[0]
    assert assemble(source.replace(" bss\n", " bss\n org $C880\n")).warnings == []


def test_header_that_is_not_at_0_is_an_error() -> None:
    """A header after variables or another ORG is an error; without a header any address will do."""
    header = ' fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\n'
    for above, address in ((" org $C880\nscore rmb 2\n", "$C882"), (" org $100\n", "$0100")):
        program = assemble(above + header)
        assert [(found.code, found.line, found.text) for found in program.errors] == [
            ("E041", above.count("\n") + 1,
             f"the cartridge header is at {address}: add `org 0` before it")]
    assert assemble(" org $C900\n nop\n").ok
    assert assemble(" org $C880\nscore rmb 2\n org 0\n" + header).ok


def test_an_assumed_direct_page_is_not_held_against_a_call() -> None:
    """A dialect that assumes page 0 causes no warning at calls of the ROM."""
    source = HEADER + "main jsr $F312\n"
    assert [w.code for w in assemble(source, dialect="lwasm").warnings] == []
    printed = assemble(source.replace("main", " setdp 0\nmain"), dialect="lwasm").warnings
    assert [warning.code for warning in printed] == ["bios-page"]
