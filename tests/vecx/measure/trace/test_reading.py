"""How a run uses the bytes of a cartridge, and the disassembly that follows from it."""

from pathlib import Path

import pytest

from asm import Program, assemble, assemble_file
from asm.assembler.items import Data
from vecx import Machine
from vecx.cli import run_command
from vecx.console.roms import include_dirs
from vecx.measure.trace.reading import uses

GAMES = Path(__file__).parents[4] / "games"
FRAMES = 1500
HEADER = """
            include "vectrex.inc"
            org     0
            fcc     "g GCE 2026"
            fcb     $80
            fdb     Music_1
            fcb     $F8,$50,$20,-28
            fcc     "T"
            fcb     $80,0
"""
# A table of pointers, one of them unused; words that are numbers; a list that is reached only by a
# computed pointer; a word that is loaded like a pointer but only used for counting.
PROGRAM = HEADER + """
main        jsr     Wait_Recal
            inc     $C880
            ldb     $C880
            andb    #6
            cmpb    #2
            bne     .used
            clrb
.used       ldx     #table
            ldx     b,x
            ldb     1,x
            ldx     numbers
            leax    1,x
            ldy     #shape_of
            ldx     ,y
            jsr     Draw_VLc
            bra     main
table       fdb     first,second,third,fourth
numbers     fdb     $0011,first-table
shape_of    fdb     shape
first       fcb     1,2
second      fcb     3,4
third       fcb     5,6
fourth      fcb     7,8
shape       fcb     1,10,10,-10,-10
"""


def starts_of(program: Program) -> tuple[set[int], set[int]]:
    """Return the addresses of the words of FDB, and of the statements' first bytes."""
    words, starts = set(), set()
    for address, data, item in program.chunks:
        starts.add(address)
        if isinstance(item.statement, Data) and item.statement.width == 2:
            words |= set(range(address, address + len(data), 2))
    return words, starts


@pytest.mark.slow
@pytest.mark.parametrize("name, least", [("connect4", 60), ("reversi", 70)])
def test_pointers_of_the_games(name: str, least: int) -> None:
    """At most 3 % of the pointers found in the games are wrong."""
    program = assemble_file(GAMES / f"{name}.asm", include_dirs=include_dirs())
    found = uses(Machine(program.image), FRAMES)
    words, starts = starts_of(program)
    wrong = [place for place, word in found.words.items()
             if place not in words or word not in starts]
    assert len(found.words) >= least and len(wrong) <= 0.03 * len(found.words), wrong


def test_what_a_small_program_uses() -> None:
    """An unused pointer between two used ones counts; numbers do not."""
    program = assemble(PROGRAM, include_dirs=include_dirs())
    value = {name: symbol.value for name, symbol in program.symbols.items()}
    found = uses(Machine(program.image), 400)
    table, shape_of = value["table"], value["shape_of"]
    assert found.words == {table: value["first"], table + 2: value["second"],
                           table + 4: value["third"], table + 6: value["fourth"],
                           shape_of: value["shape"]}
    assert found.lists == {value["shape"]: ("counted", "Draw_VLc")}
    assert value["main"] in found.ran and table not in found.ran


def test_the_disassembly_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    """`vecx dis --frames` writes tables and lists, and assembles to the same bytes."""
    monkeypatch.chdir(tmp_path)
    Path("a.asm").write_text(PROGRAM)
    assert run_command(["asm", "a.asm", "-o", "a.bin"]) == 0
    assert run_command(["dis", "a.bin", "--frames", "400", "-o", "b.asm"]) == 0
    assert run_command(["asm", "b.asm", "-o", "b.bin"]) == 0
    assert Path("a.bin").read_bytes() == Path("b.bin").read_bytes()
    text = Path("b.asm").read_text()
    assert text.count("fdb     D0") == 5 and "Draw_VLc: 2 pairs of y, x" in text
    assert run_command(["dis", "a.bin"]) == 0
    assert "fdb     D0" not in capsys.readouterr().out


def test_only_cartridges_at_address_0_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]
                                          ) -> None:
    """Two banks and other origins are refused."""
    (tmp_path / "two.bin").write_bytes(bytes(0x10000))
    assert run_command(["dis", str(tmp_path / "two.bin"), "--frames", "9"]) == 1
    assert "needs a cartridge of one bank" in capsys.readouterr().err
