"""The examples of the language pages assemble as shown, and the tables are complete."""

import re
from pathlib import Path

import pytest

from asm import assemble
from asm.assembler import conditions
from asm.assembler.directives import DIRECTIVES
from asm.syntax.diagnostics import CODES, WARNINGS

DOCS = Path(__file__).parents[2] / "docs"
DOC = (DOCS / "asm-language.md").read_text("utf-8")
EXAMPLES = re.findall(r"```asm\n(.*?)```", DOC + (DOCS / "expressions.md").read_text("utf-8"),
                      re.DOTALL)
EXPECTED = re.compile(r"; = ([0-9A-F]{2}(?: [0-9A-F]{2})*)$")


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_example(example: str) -> None:
    """The example has no diagnostics, and each line has the bytes in its comment."""
    program = assemble(example)
    assert program.diagnostics == [], program.messages()
    made: dict[int, bytes] = {}
    for _, data, item in sorted(program.chunks, key=lambda chunk: program.items.index(chunk[2])):
        place = item.place
        while place.via is not None:
            place = place.via
        made[place.line] = made.get(place.line, b"") + data
    checked = 0
    for number, line in enumerate(example.splitlines(), 1):
        expected = EXPECTED.search(line)
        if expected:
            assert made[number].hex(" ").upper() == expected.group(1), line
            checked += 1
    assert checked or "@cycles" in example


def test_there_are_examples() -> None:
    """Examples are found in the pages."""
    assert len(EXAMPLES) >= 8


def test_tables_name_every_error_warning_and_directive() -> None:
    """The page lists every code and warning, and its examples every directive."""
    for code, text in CODES.items():
        assert re.search(rf"^\| {code} \| .+ \|$", DOC, re.MULTILINE), (code, text)
    for name in WARNINGS:
        assert re.search(rf"^\| `{name}` \|", DOC, re.MULTILINE), name
    words = set(re.findall(r"[\w=]+", "".join(EXAMPLES)))
    structure = {"macro", "endm", "local", "exitm", "rept", "endr", "repeat", "struct", "ends"}
    plain = {name for name in (*DIRECTIVES, *conditions.ALL) if name.isalpha()
             and DIRECTIVES.get(name) is not DIRECTIVES["endm"]}
    assert (plain | structure) - words == set()
