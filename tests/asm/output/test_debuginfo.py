"""DebugInfo: its contents, its file format, and the refusal of other files."""

import json
from pathlib import Path

import pytest

from asm import assemble, assemble_file
from asm.output.debugging import debug_info
from asm.output.debuginfo import DebugInfo, DebugInfoError, Limit, from_text, to_text

ROOT = Path(__file__).parents[3]
SOURCE = """\
        org     $C880
lives   rmb     1
table   rmb     4
more    rmb     2
        org     0
        setdp   $D0
twice   macro   what
        what
        what
        endm
main    lda     <$D000
.loop   bsr     draw
        bra     .loop
;@cycles <= 20
; draw: draw it
;   in       none
;   changes  A                   keeps  B X Y U S DP CC
;   cycles   <= 20               stack  2
draw    twice   nop
inner   deca
        bne     inner
        rept    2
        clrb
        endr
        rts
data    fcb     1,2,3
size    equ     *-data
alone   setdp   -1
        lda     $C880
        rts
"""


def info() -> DebugInfo:
    """Return the debug information of SOURCE."""
    program = assemble(SOURCE, name="dir/s.asm", warnings=["none"])
    assert program.ok, program.messages()
    return debug_info(program)


def test_symbols_have_kinds_and_sizes() -> None:
    """A label extends to the next label or gap, and includes its local labels."""
    found = info()
    assert {name: (symbol.value, symbol.kind, symbol.size)
            for name, symbol in found.symbols.items()} == {
        "lives": (0xC880, "label", 1), "table": (0xC881, "label", 4), "more": (0xC885, "label", 2),
        "main": (0, "label", 6), "main.loop": (2, "label", 4), "draw": (6, "label", 2),
        "inner": (8, "label", 6), "data": (14, "label", 3), "size": (3, "equ", 0),
        "alone": (17, "label", 4)}
    assert found.values["size"] == 3 and found.address_of("nosuch") is None
    assert found.names[0xC881] == "table" and found.names[2] == "main.loop"


def test_where() -> None:
    """An address leads to file, line, routine and offset, through macros to their calls."""
    found = info()
    assert str(found.where(0)) == "$0000 main dir/s.asm:11"
    assert str(found.where(5)) == "$0005 main+5 dir/s.asm:13"
    nop = found.where(7)
    assert (nop.line, nop.routine, nop.offset, nop.calls) == (9, "draw", 1, (("dir/s.asm", 19),))
    assert found.where(12).calls == (("dir/s.asm", 22),) and found.where(12).line == 23
    inner = found.where(9)
    assert (inner.routine, inner.offset, inner.line) == ("draw", 3, 21)
    assert (found.where(14).routine, found.where(14).line) == ("data", 26)
    variable = found.where(0xC883)
    assert (variable.routine, variable.offset, variable.file) == ("table", 2, "")
    assert str(found.where(0x4000)) == "$4000" and found.where(0xC887).routine == ""
    assert found.row_at(21) is None and found.routine_at(0x4000) is None
    assert DebugInfo().where(5).routine == "" and not DebugInfo()


def test_routines() -> None:
    """A routine is called, has a contract, or is reached only by jumps; a loop's label is not
    one."""
    found = info()
    assert [tuple(routine) for routine in found.routines] == [
        ("main", 0, 6), ("draw", 6, 8), ("alone", 17, 4)]
    contract = found.contract_at(8)
    assert contract is not None and contract.changes == {"A"} and contract.stack == 2
    assert found.limits == (Limit("draw", 20, False, False, "dir/s.asm", 14),)
    assert found.contract_at(0) is None


def test_code_that_nothing_calls() -> None:
    """A comment `;@code` before a label makes it a routine, even if code above continues into
    it."""
    source = ("one nop\n;@code  for the interrupt\n; more\ntwo nop\nthree nop\n ;@CODE\n rts\n"
              "four rts\n")
    program = assemble(source)
    assert program.diagnostics == []
    assert [routine.name for routine in debug_info(program).routines] == ["one", "two", "four"]


def test_pages() -> None:
    """The direct page at each address is that of SETDP."""
    found = info()
    assert [found.page_at(address) for address in (0, 5, 9, 17, 20, 0xC880)] == [
        0xD0, 0xD0, 0xD0, None, None, None]


def test_lines_lead_to_addresses() -> None:
    """A line of source has its addresses; a macro call has those of its expansion."""
    found = info()
    assert found.addresses_of("dir/s.asm", 21) == [9]
    assert found.addresses_of("s.asm", 19) == [6, 7] and found.addresses_of("s.asm", 9) == [7]
    assert found.addresses_of("other.asm", 21) == []


@pytest.mark.parametrize("name", ["roms/exec.asm", "games/connect4.asm"])
def test_every_byte_of_the_projects_sources(name: str) -> None:
    """In our sources each byte has a line, each contract a routine, and the file reads back."""
    program = assemble_file(ROOT / name, include_dirs=[ROOT / "roms" / "include"])
    found = debug_info(program)
    for address, data, item in program.chunks:
        for offset in range(len(data)):
            where = found.where(address + offset)
            assert (where.file, where.line) == (item.place.file, item.place.line)
    assert len(found.contracts) > 40
    for routine in found.contracts:
        at = found.routine_at(found.values[routine])
        assert at is not None and at.address == found.values[routine], routine
    assert from_text(to_text(found)) == found


def test_the_file_reads_back() -> None:
    """Writing and reading gives an equal value, and writing it again the same text."""
    found = info()
    text = to_text(found)
    assert from_text(text) == found and to_text(from_text(text)) == text
    assert from_text(to_text(DebugInfo())) == DebugInfo()


@pytest.mark.parametrize(("text", "words"), [
    ("", "not a symbol file"), ("[]", "not a symbol file"), ("{}", "not a symbol file"),
    ("[" * 100_000, "not a symbol file"), ('{"format": 2}', "not a symbol file"),
    ('{"format": "vecx-symbols/1", "symbols": {}}', "write it again with `vecx asm SOURCE"),
    ('{"format": "vecx-symbols/3"}', "made by a newer vecx"),
    ('{"format": "vecx-budget/1"}', "that is not a symbol file"),
    ('{"format": "vecx-symbols/2"}', "damaged")])
def test_other_files_are_refused(text: str, words: str) -> None:
    """A file of another kind or version is refused with a hint."""
    with pytest.raises(DebugInfoError, match=words):
        from_text(text)


def test_damage_is_refused() -> None:
    """A symbol file with any part replaced is refused with one error."""
    content = json.loads(to_text(info()))
    for key in content:
        for junk in (None, 5, -1, "x", [1], [[1]], [[-1, 2, 3, 4]], {"a": 1}, {"a": {}}, [None],
                     [["a", "b", "c", "d", "e", "f"]], [[0, 9, 0, 1], [1, 1, 0, 1]], 1.5, True):
            with pytest.raises(DebugInfoError):
                from_text(json.dumps(content | {key: junk}))


def test_a_program_with_errors_has_none() -> None:
    """A program with errors has no debug information."""
    with pytest.raises(ValueError, match="no image"):
        debug_info(assemble(" lda"))


def test_a_file_that_only_an_excuse_names() -> None:
    """A file that only contributes a `;@strict` comment is in the list of files."""
    info = debug_info(assemble("; nothing ;@strict no-dac why\n", name="game.asm"))
    assert info.excuses[0].file == "game.asm" and from_text(to_text(info)) == info


def test_a_loop_that_nothing_else_reaches_is_a_routine() -> None:
    """A loop reached only by its own branch is a routine; a label that earlier code branches to is
    not."""
    program = assemble("wait nop\n rts\nrun bsr wait\n bra run\n"
                       "draw beq skip\n rts\nskip nop\n rts\nmain jmp run\n bsr draw\n")
    assert not program.errors
    assert [routine.name for routine in debug_info(program).routines] == \
        ["wait", "run", "draw", "main"]
