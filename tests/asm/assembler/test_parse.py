"""Assembling with a memory gives the same result as assembling from scratch, after any edit."""

import random
from pathlib import Path
from typing import Any

import pytest

from asm import Memory, Program, assemble
from tests.asm_edits import GENERATORS, LINES, PARTS, SYMBOLS, compare, edited, view

ROOT = Path(__file__).parents[3]
FILLER_COUNT = 128
FOLDERS = (ROOT / "roms" / "include", ROOT / "games")
EDIT_COUNT = 60


def check_same(memory: Memory, text: str, **options: Any) -> Program:
    """Assemble a text with a memory, and check that the result is the same as without."""
    made = assemble(text, include_dirs=FOLDERS, memory=memory, **options)
    seen = view(made)
    assert seen == view(assemble(text, include_dirs=FOLDERS, memory=Memory(), **options))
    return made


@pytest.mark.sample(3)
@pytest.mark.parametrize("dialect", ["vecx", "as09", "vide", "lwasm", "asxxxx"])
def test_random_edits(dialect: str) -> None:
    """Random edits of small programs, in several dialects, give the same result."""
    chance = random.Random(dialect)
    for _ in range(3):
        memory = Memory()
        lines = [chance.choice(LINES) for _ in range(60)]
        for _ in range(EDIT_COUNT):
            lines = edited(chance, lines, LINES)
            check_same(memory, "\n".join(lines), name="/nowhere/a.asm", dialect=dialect,
                 texts={"/nowhere/part.asm": chance.choice(PARTS)}, advise=False)


@pytest.mark.sample(1, slow=1)
@pytest.mark.parametrize("dialect", ["vecx", "as09", "vide", "asm6809", "as9"])
def test_random_edits_of_symbols(dialect: str) -> None:
    """Random edits give the same result if symbols and macros depend on one another."""
    chance = random.Random(dialect)

    def line() -> str:
        return chance.choice(SYMBOLS).format(*[chance.randrange(12) for _ in range(3)])

    for size in (40, 120):
        memory, lines = Memory(), [line() for _ in range(size)]
        for _ in range(EDIT_COUNT):
            lines = edited(chance, lines, [line() for _ in range(5)])
            check_same(memory, "\n".join(lines), dialect=dialect, advise=False)


@pytest.mark.slow
def test_random_edits_of_the_executive_rom() -> None:
    """Random edits of a program with many files give the same result."""
    chance, memory = random.Random(1), Memory()
    path = ROOT / "roms" / "exec.asm"
    lines = path.read_text().split("\n")
    for _ in range(12):
        check_same(memory, "\n".join(lines), name=str(path), advise=False)
        lines = edited(chance, lines, path.read_text().split("\n"))


FILLER = "".join(f" ldb #{number % 99}\n" for number in range(2 * FILLER_COUNT))


@pytest.mark.parametrize("before, after, below", [
    ("a nop\n", "b nop\n", ".x nop\n bra .x\n"),                       # local labels
    ("", "ldb macro\n fcb 7\n endm\n", " inca\n"),                    # a macro hides an operation
    (" if 1\n", " if 0\n", " lda #1\n endif\n"),                      # a condition
    ("", " setdp $D0\n", " lda $D000\n sta <$D001\n"),                # the direct page
    (" setdp $D0\n", " setdp $C8\n", " sta <$D001\n"),
    (";! dialect=asm6809\n", ";! dialect=asm6809\n pragma noindex0tonone\n", " lda 0,x\n"),
    ("", ' cmap "A",1\n', ' fcc "A"\n'),                              # the character map
    ("", " opt branch\n", " bne far\n rmb 200\nfar rts\n"),
    ("a equ 1\n", "a equ 1\na equ 2\n", " lda #a\n"),                  # a second definition
    ("a equ 5\n", "a equ b\n", " lda #a\n"),                          # an undefined value
    ("s nop\n.x nop\na equ 5\n", "s nop\n.x nop\na equ b\n", " lbra .x\nt nop\n lda #a\n"),
    ("a equ 5\n", "a equ 500\n", " lda #a\n fcb a\n leax a,x\n"),     # a value that does not fit
    ("", " rmb 200\n", " lbra z\n fdb z,*\nz rts\n"),                 # addresses
    ("a nop\n", "a rmb 9\n", " lbra a\n lda a,pcr\n"),
    ("", " org $FF00\n", " fcb 2\n"),                                 # beyond the address space
    ("", " bss\n", " fcb 1\n lda #2\n"),                              # bytes that are not written
    ("", " bank 1\n", " lda #2\n"),                                   # two banks
    ("", ";! dialect=as09\n", " lda #1\n"),
    (' include "part.asm"\n', "", ' include "part.asm"\n')])          # a file that is read twice
def test_blocks_whose_surroundings_change(before: str, after: str, below: str) -> None:
    """A block is valid only in the same setting, also after the setting was changed back."""
    memory = Memory()
    for _ in range(2):
        for text in (before, after):
            check_same(memory, text + FILLER + below, name="/nowhere/a.asm",
                       texts={"/nowhere/part.asm": " fcb 300\n lda #300\n"})


@pytest.mark.parametrize("before, after", [
    (" fcb 1\n org 4\n fcb 2\n", " fcb 1\n org 0\n fcb 2\n"),           # an overlap
    (" bra a\n nop\na rts\n", " bra a\n rmb 200\na rts\n")])            # out of range
def test_changed_lines(before: str, after: str) -> None:
    """Changed lines are read again, and lines above and below them are not."""
    for text in (before + FILLER, FILLER + before):
        memory = Memory()
        for _ in range(2):
            check_same(memory, text)
            check_same(memory, text.replace(before, after))


def test_a_program_that_is_too_long_is_refused_as_usual() -> None:
    """Lines from the memory count towards the limit of lines."""
    memory = Memory()
    texts = {"/nowhere/part.asm": " nop ; " + "x" * 1_600_000 + "\n"}
    text = ' include "part.asm"\n lda #1\n'
    assert check_same(memory, text, name="/nowhere/a.asm", texts=texts, advise=False).ok
    texts["/nowhere/more.asm"] = texts["/nowhere/part.asm"]
    found = check_same(memory, text + ' include "more.asm"\n', name="/nowhere/a.asm", texts=texts,
                 advise=False)
    assert found.errors[0].code == "E035"


def test_local_equates_follow_the_label_above() -> None:
    """A local EQU gets its name from the label above it, also when only that label is edited."""
    memory = Memory()
    for label in ("first", "other"):
        made = check_same(memory, f"{label} nop\n\n.size equ 7\n lda #.size\n" + " nop\n" * 40)
        assert f"{label}.size" in made.symbols


def test_the_first_of_two_definitions_moves_what_follows() -> None:
    """Unchanged statements follow an ORG whose symbol is defined twice."""
    memory, text = Memory(), " org a\na equ b+1\na = 1\nb equ 8\n org a\n fcb a\n"
    for _ in range(3):
        check_same(memory, text, dialect="vide")


def test_the_last_set_counts_above_unchanged_lines() -> None:
    """In as09, a symbol has the value of its last SET above the first one, also when no line near
    them changes."""
    memory = Memory()
    for last in (2, 2, 1, 1, 3):
        made = check_same(memory, " fcb x\nx set 1\n" + " nop\n" * FILLER_COUNT
                          + f"x set {last}\n", dialect="as09")
        assert made.image is not None and made.image[0] == last


def test_a_warning_about_unchanged_lines_is_repeated() -> None:
    """A warning that the bytes of a statement cause is reported in each assembly."""
    memory, text = Memory(), "big equ 300\n lda #big\n" + " nop\n" * FILLER_COUNT
    for number in range(3):
        made = check_same(memory, f"{text}; {number}\n")
        assert [found.code for found in made.found] == ["value-truncated"]


def test_an_error_in_two_calls_is_reported_when_one_of_them_is_gone() -> None:
    """A call is read again if its lines had an error, also if an earlier call reported the same."""
    memory = Memory()
    text = "mac macro\n.x nop\n endm\nmain nop\n" + " nop\n" * FILLER_COUNT
    for calls in (" mac\n mac\n mac\n", " mac\n mac\n"):
        made = check_same(memory, text + calls + " nop\n" * FILLER_COUNT)
        assert [found.code for found in made.errors] == ["E022"]


def test_a_symbol_that_was_defined_twice() -> None:
    """When the second definition of a symbol is gone, its first one is laid out again.

    The addresses of this program are never final, so the result shows what the first pass did.
    Lines with errors (`endm`) separate the blocks.
    """
    memory, second = Memory(), "size equ other+1\n endm\n endm\n"
    for gaps, below, last in (((1, 2, 1, 1), second, "size equ another+1\n"),
                              ((1, 2, 1, 1), second, "size equ another+1\n"),
                              ((1, 2, 1, 1), "", "size equ another+1\n"),
                              ((2, 2, 2, 1), "", "size equ another+1\n"),
                              ((2, 2, 2, 2), "", "size equ another+1\n"),
                              ((2, 1, 2, 2), "", "size equ another+1\n"),
                              ((2, 1, 2, 2), "", "")):
        lines = zip((" org size\n", " bank 1\n", "a lda #x\n", "size = end-*\n"), gaps, strict=True)
        text = "".join(line + " endm\n" * gap for line, gap in lines) + below
        check_same(memory, f"{text} org size\n endm\n endm\nend lda #y\n org size\n org size\n"
                           f" endm\n{last}", dialect="vide")


def test_symbols_keep_their_values_if_a_block_must_be_encoded_again() -> None:
    """An EQU whose value is unknown only at its own place does not change the lines above it."""
    memory = Memory()
    text = " org 0\nstart lda #b\nb equ a+1\n" + "; text\n" * 40 + " org 99\na = 5\n"
    for first in ("a = 4\n", "a = 4\n", "a = missing\n"):
        check_same(memory, first + text, dialect="vide")


@pytest.mark.parametrize("name", GENERATORS)
def test_the_comparison_of_random_edits(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m tests.asm_edits` finds no difference with any of its generators."""
    assert compare(name, 25, 0) == 0
    assert capsys.readouterr().out == f"{name}: 25 comparisons, 0 differences\n"


def slots(thing: object) -> list[tuple[str, object]]:
    """Return the names and values of the slots of an object."""
    return [(name, getattr(thing, name, None)) for kind in type(thing).__mro__
            for name in getattr(kind, "__slots__", ())]


def test_lines_and_statements_are_frozen() -> None:
    """Assembling changes neither the lines that it has read nor their statements."""
    memory = Memory()
    texts = [" org $100\nstart lda near\n bne far\n jmp start\n rmb size\nfar ldb #300\n"
             "near equ 5\nsize set near*40\n align 16\n fcb far,near\n assert far<0\n",
             "near equ $D012\nsize equ 3\n setdp $D0\nfar equ 9\nstart lda near\n jmp start\n"
             " rmb size\n align 16\n fcb far,near\n"]
    assemble(texts[0], memory=memory)
    lines = dict(memory.lines("vecx"))
    before = {text: (slots(line), slots(line.statement)) for text, line in lines.items()}
    for text in (*texts, texts[0]):
        assemble(text, memory=memory)
    after = memory.lines("vecx")
    assert all(after[text] is line for text, line in lines.items())
    assert before == {text: (slots(line), slots(line.statement)) for text, line in lines.items()}


def test_a_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long lines are not kept, and a memory that is full begins again."""
    monkeypatch.setattr("asm.assembler.parse.KEPT_COUNT_MAX", 10)
    memory = Memory()
    source = "".join(f" lda #{number}\n" for number in range(25)) + " nop ;" + "x" * 300
    assert check_same(memory, source).ok
    assert len(memory.lines("vecx")) == 5 and max(map(len, memory.lines("vecx"))) < 20
