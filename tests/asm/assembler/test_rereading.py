"""Assembling with a memory gives the same result as assembling from scratch, after any edit."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asm import Memory, Program, assemble
from asm.assembler.rereading import BLOCK_LINES_MAX
from asm.syntax.diagnostics import render

ROOT = Path(__file__).parents[3]
FOLDERS = (ROOT / "roms" / "include", ROOT / "games")
EDIT_COUNT = 60
LINES = """\
 if foo
 if *>$20
 endif
 else
 ifndef start
x set 1
x set 2
foo equ 5
foo equ bar
bar equ *
start
 setdp $d0
 org $100
 rept 3
 endr
m macro
 endm
lab m 4
 bss
 code
 bank 1
 opt branch
 cmap "A",1
 fcc "ABC",$80
 fdb start,*
1 nop
 bra 1b
 struct s
 end struct
 rmb foo
 align 16
 lda foo
 lda <foo
 lda start,pcr
 bra start
.loop nop
 bne .loop
 ld
 lda
 ;@cycles <= 5
 lda #300
 end
 include "part.asm"
lda macro""".split("\n")
# With three numbers for {}: programs of many symbols and macros that depend on one another.
SYMBOLS = [line.replace("|", "\n") for line in """\
size{} equ {}
size{} equ *-start
size{} equ size{}+1
size{} = lab{}-*
lab{} lda #size{}
lab{} ldb lab{}
.loc{} equ {}
 lda .loc{}
v{} set {}
 fcb v{}
 fcb size{},lab{}
 org size{}
 setdp size{}
mac{} macro|size{} equ \\1|.loc{} lda #\\1| endm
mac{} macro a,b| ldb a| ldx #b+{}| mac{} a| endm
mac{} macro| local x|x fcb \\1| endm
mac{} macro|u\\? fcb \\1| endm
mac{} macro| ldb #\\1| endm
 mac{} size{},lab{}
 mac{} {},{}
 mac{} {},{} ; text
lab{} MAC{} {}
 mac{} v\\?
""".split("\n")]
PARTS = ("part nop\n lda foo\n.loop bne .loop\n",
         "foo equ 9\n fcb 1,2\n", " if foo\n nop\n endif\n")


def view(program: Program) -> tuple[Any, ...]:
    """Return everything that an editor, the listing or the debugger can see of a program."""
    return (
        program.image, program.origin, [render(found) for found in program.found],
        [(name, symbol.value, symbol.kind, symbol.line, symbol.definitions)
         for name, symbol in program.symbols.items()],
        [(place.file, place.line, place.text, first) for place, first in program.rows],
        [(type(item), item.address, item.size, item.place.line, getattr(item, "value", None))
         for item in program.items],
        [(address, data, item.place.line) for address, data, item in program.chunks],
        program.limits, dict(program.inputs), [other.image for other in program.others])


def check_same(memory: Memory, text: str, **options: Any) -> Program:
    """Assemble a text with a memory, and check that the result is the same as without."""
    made = assemble(text, include_dirs=FOLDERS, memory=memory, **options)
    seen = view(made)
    assert seen == view(assemble(text, include_dirs=FOLDERS, **options))
    return made


def edited(chance: random.Random, lines: list[str], others: list[str]) -> list[str]:
    """Return the lines after a random edit."""
    lines = lines or [""]
    at, count = chance.randrange(len(lines)), chance.choice((0, 1, 1, 1, 20))
    new = chance.choice((
        [], [chance.choice(LINES)], [chance.choice(others)], lines[at + 1:at + 15],
        [lines[at][:5] + chance.choice(" ;.:,*5al") + lines[at][5:]]))
    return [*lines[:at], *new, *lines[at + count:]]


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


@pytest.mark.sample(3)
@pytest.mark.parametrize("dialect", ["vecx", "as09", "vide", "asm6809", "as9"])
def test_random_edits_of_symbols(dialect: str) -> None:
    """Random edits give the same result if symbols and macros depend on one another."""
    chance = random.Random(dialect)

    def line() -> str:
        return chance.choice(SYMBOLS).format(*[chance.randrange(12) for _ in range(3)])

    for size in (40, 120, 300):
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


LONG = "\n".join(["main nop", *(f" ldx #cell{n}\n jsr last" for n in range(200)), "last rts",
                  *(f"cell{n} fcb {n}" for n in range(200)), ""])


def keeps(before: Program, after: Program) -> float:
    """Return the fraction of statements that a program shares with the previous one."""
    old = {id(item) for item in before.items}
    return sum(id(item) in old for item in after.items) / len(after.items)


@pytest.mark.parametrize("change", [
    lambda text: " nop\n" + text, lambda text: text + " nop\n",
    lambda text: text.replace("cell7 fcb", "cell7 fcb 1,"),
    lambda text: text.replace("last rts", "last inca\n rts"),
    lambda text: text.replace("last rts", "last rst")])
def test_unchanged_lines_are_not_read_again(change: Callable[[str], str]) -> None:
    """Nearly all statements are the same objects, even if all addresses have changed."""
    memory = Memory()
    first = check_same(memory, LONG)
    assert keeps(first, assemble(change(LONG), include_dirs=FOLDERS, memory=memory)) > 0.5
    check_same(memory, change(LONG))
    assert check_same(memory, LONG).ok


FILLER = "".join(f" ldb #{number % 99}\n" for number in range(2 * BLOCK_LINES_MAX))


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
        made = check_same(memory, " fcb x\nx set 1\n" + " nop\n" * BLOCK_LINES_MAX
                          + f"x set {last}\n", dialect="as09")
        assert made.image is not None and made.image[0] == last


def test_a_warning_about_unchanged_lines_is_repeated() -> None:
    """A warning that the bytes of a statement cause is reported in each assembly."""
    memory, text = Memory(), "big equ 300\n lda #big\n" + " nop\n" * BLOCK_LINES_MAX
    for number in range(3):
        made = check_same(memory, f"{text}; {number}\n")
        assert [found.code for found in made.found] == ["value-truncated"]


def test_an_error_in_two_calls_is_reported_when_one_of_them_is_gone() -> None:
    """A call is read again if its lines had an error, also if an earlier call reported the same."""
    memory = Memory()
    text = "mac macro\n.x nop\n endm\nmain nop\n" + " nop\n" * BLOCK_LINES_MAX
    for calls in (" mac\n mac\n mac\n", " mac\n mac\n"):
        made = check_same(memory, text + calls + " nop\n" * BLOCK_LINES_MAX)
        assert [found.code for found in made.errors] == ["E022"]


def test_calls_of_unchanged_macros_are_not_read_again() -> None:
    """A changed line leaves the statements of macro calls; a changed macro does not."""
    memory = Memory()
    macro, calls = "mac macro\n lda #\\1\n sta \\2\n endm\n", " mac 1,2\n ldx #3\n" * 400
    first = check_same(memory, macro + calls)
    second = check_same(memory, macro + calls + " nop\n")
    assert keeps(first, second) > 0.9
    third = check_same(memory, macro.replace("sta", "stb") + calls + " nop\n")
    assert keeps(second, third) < 0.1


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
