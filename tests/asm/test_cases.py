"""The cases in tests/cases/asm: small sources with the answer in comments on their lines.

    ; = 8E C8 00            the bytes of this line
    ; error E021: text      the diagnostic reported on this line; also `warning NAME: text`
    ; note: text            a note of the previous diagnostic, on this line or above
    ; hint: text            a hint of that diagnostic

A line can have several, each after its own `;`.  A comment that begins like an expectation but
cannot be parsed fails the test, so a typing mistake is noticed.  Every diagnostic must be expected.
"""

import gc
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from asm import Memory, assemble, assemble_file
from asm.assembler.encode import Fixed, Instruction
from asm.assembly import Request, build
from asm.cpu.decoding import decode
from asm.output.program import Program
from asm.syntax.diagnostics import CODES, WARNINGS, Diagnostic
from asm.syntax.source import Files

CASES = Path(__file__).parents[1] / "cases" / "asm"
FILES = sorted(CASES.glob("*/*.asm"))

EXPECTATION = re.compile(r";[ \t]*(=[ \t][0-9A-F]|error\b|warning\b|note\b|hint\b)")
ITEM = re.compile(
    r";[ \t]*(?:=[ \t]+(?P<bytes>[0-9A-F]{2}(?: [0-9A-F]{2})*)(?=[ \t]*(?:;|$))"
    r"|(?P<kind>error|warning) (?P<code>[\w-]+): (?P<text>.*?)(?=[ \t]*$|[ \t]+; )"
    r"|(?P<extra>note|hint): (?P<extra_text>.*?)[ \t]*$)")


@dataclass
class Wanted:
    """The expectations in the comments of a file."""

    bytes_of: dict[int, bytes] = field(default_factory=dict)
    diagnostics: dict[tuple[int, str], str] = field(default_factory=dict)
    extras: list[tuple[tuple[int, str], str, str]] = field(default_factory=list)


def read_expectations(path: Path) -> Wanted:
    """Parse the comments of a case; an invalid expectation is an error."""
    expected = Wanted()
    last = (0, "")
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        items = list(ITEM.finditer(line))
        starts = len(EXPECTATION.findall(line))
        assert len(items) == starts, f"{path}:{number}: not an expectation: {line}"
        for item in items:
            if item["bytes"]:
                expected.bytes_of[number] = bytes.fromhex(item["bytes"])
            elif item["kind"]:
                assert item["code"] in CODES or item["code"] in WARNINGS, f"{path}:{number}"
                last = (number, item["code"])
                expected.diagnostics[last] = item["text"]
            else:
                assert last[0], f"{path}:{number}: a note without a diagnostic above it"
                expected.extras.append((last, item["extra"], item["extra_text"]))
    assert expected.bytes_of or expected.diagnostics, f"{path} expects nothing"
    return expected


def bytes_by_line(program: Program, path: Path) -> dict[int, bytes]:
    """Return the bytes of each line of the file; lines of macros count for the call."""
    made: dict[int, bytes] = defaultdict(bytes)
    for _, data, item in sorted(program.chunks, key=lambda chunk: program.items.index(chunk[2])):
        place = item.place
        while place.via is not None:
            place = place.via
        assert place.file == str(path)
        made[place.line] += data
    return made


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path) -> None:
    """Bytes and diagnostics are exactly those in the comments."""
    expected = read_expectations(path)
    program = assemble_file(path)
    made = bytes_by_line(program, path)
    for number, data in expected.bytes_of.items():
        assert made.get(number, b"").hex(" ") == data.hex(" "), f"line {number}"
    found: dict[tuple[int, str], Diagnostic] = {}
    for diagnostic in program.diagnostics:
        found[diagnostic.line, diagnostic.code] = diagnostic
    shown = {key: diagnostic.text for key, diagnostic in found.items()}
    assert shown == expected.diagnostics
    for key, kind, text in expected.extras:
        texts = [note.text for note in found[key].notes] if kind == "note" else found[key].hints
        assert text in texts, key
    assert path.name.startswith("ok_" if program.ok else "err_")


def test_assemblies_leave_no_reference_cycles() -> None:
    """The memory of a program is free at once, without the garbage collector, also after errors.

    `build` relies on this when it switches the collector off, and so does the language server.
    """
    gc.collect()
    gc.freeze()         # only the objects of the programs are searched
    try:
        for path in FILES:
            memory = Memory()
            for _ in range(2):
                assemble(path.read_text("utf-8"), name=str(path), memory=memory)
                assert gc.collect() == 0, path
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("path", [path for path in FILES if path.name.startswith("ok_")],
                         ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case_with_all_symbols_known(path: Path) -> None:
    """Reading the source with every final value known from the start gives the same image."""
    program = assemble_file(path)
    text = path.read_text("utf-8")
    again = build(Request(text, str(path), Files([]), {}, warnings=("none",)),
                  {name: symbol.value for name, symbol in program.symbols.items()
                   if symbol.value is not None})
    assert again.errors == []
    assert sorted((address, data) for address, data, _ in again.chunks) == [
        (address, data) for address, data, _ in program.chunks]


@pytest.mark.parametrize("path", [path for path in FILES if path.name.startswith("ok_")],
                         ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case_disassembled_and_back(path: Path) -> None:
    """Every instruction of the case survives disassembly and assembly."""
    for address, data, item in assemble_file(path).chunks:
        if isinstance(item.statement, (Fixed, Instruction)):
            decoded = decode(data, 0, address)
            if decoded is None or decoded.size != len(data):
                continue
            text = f" org ${address:04X}\n {decoded.text()}\n"
            assert assemble(text, warnings=["none"]).image == data, text


def test_there_are_cases_of_both_kinds() -> None:
    """The folder contains good and bad sources."""
    assert sum(path.name.startswith("ok_") for path in FILES) >= 12
    assert sum(path.name.startswith("err_") for path in FILES) >= 8


def test_a_slip_in_an_expectation_is_noticed(tmp_path: Path) -> None:
    """An expectation that cannot be parsed fails the test."""
    for slip in ("; = 8E C", "; error E021 text", "; warning: text", "; = 8E 1"):
        path = tmp_path / "ok_slip.asm"
        path.write_text(f" nop {slip}\n nop ; = 12\n")
        with pytest.raises(AssertionError):
            read_expectations(path)
