"""The programs in tests/cases/via, each with a question about the VIA and its answer.

    ; question: text            the question
    ; real: 0 64 255            the answer: the bytes that the program stores from $C880 on
    ; source: [VIA 4] text      its source: a fact of [VIA], or a section of a document
    ; button: down at 200, up at 500    button 4 of controller 2 (the CA1 line), in these cycles

Method: each program begins with case.inc, and runs from power-on in place of the executive ROM.
The answers are those of real chips or of the data sheet, never those of an emulator.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from asm import assemble_file
from vecx import Machine

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "tests/cases/via").glob("*.asm"))
ANSWER = 0xC880
ANSWER_BYTES = 16
SLICE = 2_000
CYCLES_MAX = 100_000
ENDLESS = b"\x20\xFE"       # bra *
BUTTON_OF_CA1 = {"button": 4, "player": 2}

WORD = re.compile(r";\s*([a-z]\w*):\s*(.*)")
SOURCE = re.compile(r"\[(VIA \d+(, \d+)*|R6522 \w[\w ]*|service manual)\] ?")
BUTTON = re.compile(r"(down|up) at (\d+)")


@dataclass
class Case:
    """The comments of a program."""

    question: str = ""
    real: list[int] = field(default_factory=list)
    source: str = ""
    button: list[tuple[str, int]] = field(default_factory=list)


def read_case(text: str) -> Case:
    """Read the comments at the beginning of a program.

    Errors: ValueError for an unknown, a repeated or a missing word
    """
    case, seen = Case(), set()
    for line in text.splitlines():
        match = WORD.match(line)
        if not match:
            continue
        word, value = match.groups()
        if word in seen:
            raise ValueError(f"{word} is said twice")
        seen.add(word)
        if word == "question" and value.endswith("?"):
            case.question = value
        elif word == "real" and re.fullmatch(r"\d+( \d+)*", value):
            case.real = [int(number) for number in value.split()]
        elif word == "source" and SOURCE.match(value):
            case.source = value
        elif word == "button":
            case.button = [(what, int(when)) for what, when in BUTTON.findall(value)]
        else:
            raise ValueError(f"not understood: {line}")
    missing = {"question", "real", "source"} - seen
    if missing:
        raise ValueError(f"{', '.join(sorted(missing))} is missing")
    return case


def run(path: Path, case: Case) -> list[int]:
    """Assemble and run a program; return the bytes that it stored."""
    program = assemble_file(path, include_dirs=[ROOT / "roms/include"])
    assert program.image is not None, program.messages()
    m = Machine(bios=program.image.ljust(8192, b"\0"), preset="ideal", ram="ff")
    for what, when in case.button:
        m.run_cycles(when - m.cycles)
        (m.press if what == "down" else m.release)(**BUTTON_OF_CA1)
    while m.read(m.registers.pc, 2) != ENDLESS:
        assert m.cycles < CYCLES_MAX, "the program does not end"
        m.run_cycles(SLICE)
    count = m.registers.y - ANSWER
    assert 0 < count <= ANSWER_BYTES, "Y does not follow the answer"
    return list(m.read(ANSWER, count))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_via_answers_as_the_real_one(path: Path) -> None:
    """The machine gives the answer in the program's comments."""
    case = read_case(path.read_text())
    assert run(path, case) == case.real, f"{case.question} {case.source}"


@pytest.mark.parametrize("text, complaint", [
    ("; question: Why?\n; real: 1\n", "source is missing"),
    ("; question: Why?\n; source: [VIA 1]\n", "real is missing"),
    ("; real: 1\n; source: [VIA 1]\n", "question is missing"),
    ("; question: Why?\n; reel: 1\n", "not understood: ; reel: 1"),
    ("; real: one\n", "not understood: ; real: one"),
    ("; real: 1\n; real: 2\n", "said twice"),
    ("; source: hearsay\n", "not understood: ; source: hearsay"),
])
def test_a_case_must_say_what_it_is(text: str, complaint: str) -> None:
    """An unknown, duplicate, malformed or missing word is an error."""
    with pytest.raises(ValueError, match=re.escape(complaint)):
        read_case(text)
