"""A comment marks where code continues into the next routine.

Goal: the comment warns authors who move a routine or insert one.  Method: find the instructions in
the assembled program that end at a global label and continue there; the line after such an
instruction must be `; falls into NAME`, and no other line may contain that comment.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from asm import Program, assemble, assemble_file
from asm.assembler.encode import Fixed, Instruction
from asm.assembler.image import on_top
from asm.assembler.items import Label
from asm.cpu import isa
from asm.cpu.decoding import decode
from asm.syntax.diagnostics import INCLUDED, Place
from roms import build

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*build.sources().values(),
                  *(path.relative_to(ROOT) for folder in ("devices", "examples")
                    for path in ROOT.glob(f"games/{folder}/*.asm"))])
SAYS = re.compile(r"; falls into (\w+)")


def goes_on(address: int, data: bytes) -> bool:
    """Return whether execution continues after the last of some instructions."""
    last, offset = None, 0
    while offset < len(data):
        last = decode(data, offset, address + offset)
        assert last is not None
        offset += last.size
    return last is not None and last.effect.then not in (isa.JUMP, isa.RETURN)


def in_file(place: Place) -> tuple[str, int]:
    """Return file and line of a statement; in a macro, those of the call."""
    while place.via is not None and place.why != INCLUDED:
        place = place.via
    return place.file, place.line


def falls(program: Program) -> Iterator[tuple[str, int, str]]:
    """Yield file, line and label of each instruction that continues into a global label."""
    ends = {address + len(data): in_file(item.place)
            for address, data, item in on_top(program.chunks)
            if isinstance(item.statement, (Fixed, Instruction)) and goes_on(address, data)}
    for item in program.items:
        label = item.statement
        if isinstance(label, Label) and label.scope and item.address in ends:
            yield *ends.pop(item.address), label.name


def said(name: str, text: str) -> Iterator[tuple[str, int, str]]:
    """Yield file, preceding line and label of each comment."""
    for number, line in enumerate(text.splitlines()):
        if found := SAYS.fullmatch(line.strip()):
            yield name, number, found[1]


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_fall_is_said(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`; falls into NAME` follows each instruction that continues into NAME, and no other."""
    monkeypatch.chdir(ROOT)
    program = assemble_file(source, include_dirs=["roms/include", "games"])
    expected = set(falls(program))
    assert expected or source.parent.name == "examples", "each of the larger sources has some"
    comments = {row for name in program.inputs if name.endswith(".asm")
                for row in said(name, Path(name).read_text())}
    assert expected == comments, {"not said": expected - comments, "not so": comments - expected}


TWO = """
first   deca
{}
; second: a routine
second  {}
third   rts
"""


@pytest.mark.parametrize("comment, code, right", [
    ("; falls into second", "rts", True), ("", "rts", False), ("; falls into third", "rts", False),
    ("\n; falls into second", "rts", False), ("; falls into second", "deca", False)])
def test_comments_are_looked_for(comment: str, code: str, right: bool) -> None:
    """A missing, wrong or misplaced comment is noticed."""
    text = TWO.format(comment, code)
    found = {row[1:] for row in falls(assemble(text))}
    assert (found == {row[1:] for row in said("", text)}) == right


@pytest.mark.parametrize("code, on", [
    ("rts", False), ("bra *", False), ("lbra *", False), ("jmp 0", False), ("jmp [2]", False),
    ("rti", False), ("puls a,pc", False), ("tfr x,pc", False), ("fcb 1", False), ("puls a", True),
    ("beq *", True), ("lbne *", True), ("jsr 0", True), ("brn *", True), ("nop 3", True)])
def test_what_goes_on(code: str, on: bool) -> None:
    """Execution continues after all statements except jumps, returns and data."""
    assert bool(list(falls(assemble(f"first {code}\nsecond rts\n")))) == on
