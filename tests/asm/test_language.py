"""What an editor asks."""

import pytest

from asm import assemble, language

SOURCE = """; sizes
size    equ     5
start   ldx     #size           ; size in a comment
.loop   lda     ,x+
        bne     .loop
        jsr     other
        fcc     "size"
other   ldb     #size+$5
.loop   lbne    .loop
        bra     start.loop
        rts
"""
TEXTS = {"main.asm": SOURCE}
LINES = SOURCE.splitlines()


@pytest.fixture(scope="module")
def program():
    """The program of the source."""
    found = assemble(SOURCE, name="main.asm")
    assert found.ok
    return found


def test_words() -> None:
    """Names are found; numbers, comments and strings hold none."""
    assert [word for word, _, _ in language.words(' lda #$1F+a.b ; c')] == ["lda", "a.b"]
    assert [word for word, _, _ in language.words("l fcc \"x\",'y',z")] == ["l", "fcc", "z"]
    assert list(language.words("* lda")) == []
    assert language.word_at(" bne .loop", 8) == (".loop", 5, 10)
    assert language.word_at(" rts ; size", 9) is None


def test_definition(program) -> None:
    """A symbol leads to its definition; a local one to that of its own label."""
    def at(line: int, word: str) -> tuple[int, int, int] | None:
        span = language.definition(program, "main.asm", line, LINES[line], LINES[line].index(word))
        return (span.line, span.start, span.end) if span else None
    assert at(2, "size") == (1, 0, 4)
    assert at(4, ".loop") == (3, 1, 5)
    assert at(8, "lbne") is None
    assert at(9, "start.loop")[0] == 3
    line = LINES[8]
    assert language.definition(program, "main.asm", 8, line, line.rindex(".loop")).line == 8


def test_references(program) -> None:
    """Every use is found, those in comments and strings are not."""
    found = language.references(program, TEXTS, program.symbols["size"])
    assert [(span.line, LINES[span.line][span.start:span.end]) for span in found] == [
        (1, "size"), (2, "size"), (7, "size")]
    found = language.references(program, TEXTS, program.symbols["start.loop"])
    assert [(span.line, LINES[span.line][span.start:span.end]) for span in found] == [
        (3, "loop"), (4, "loop"), (9, "loop")]


def test_rename_keeps_the_bytes(program) -> None:
    """A source with a symbol renamed assembles to the same bytes."""
    for old, new in (("size", "count"), ("start", "main"), ("start.loop", "again")):
        lines = list(LINES)
        for span in sorted(language.rename(program, TEXTS, program.symbols[old], new),
                           key=lambda span: -span.start):
            text = lines[span.line]
            lines[span.line] = text[:span.start] + new + text[span.end:]
        source = "\n".join(lines)
        if old == "start":
            source = source.replace("start.loop", "main.loop")
        assert assemble(source).image == program.image, source


def test_rename_refuses_names_that_cannot_be(program) -> None:
    """A name that is no symbol, or is taken, is refused."""
    for name in ("1a", "a-b", "", "other"):
        with pytest.raises(ValueError, match=r"cannot be|taken"):
            language.rename(program, TEXTS, program.symbols["size"], name)


def test_hover(program) -> None:
    """A symbol shows its value, an instruction its bytes, cycles and flags."""
    def at(line: int, word: str) -> str:
        return language.hover(program, "main.asm", line, LINES[line], LINES[line].index(word))
    assert at(2, "size") == "size = $0005 (5), equ, main.asm:2"
    assert at(2, "ldx") == "LDX: $0000: 8E 00 05, 3 cycles; flags N* Z* V0"
    assert at(8, "lbne").endswith("5 or 6 cycles; no flags")
    assert at(6, "fcc").startswith("FCC")
    assert at(0, "sizes") == ""


def test_completions(program) -> None:
    """Symbols, instructions and directives are offered."""
    found = dict(language.completions(program))
    assert found["size"] == "equ $0005" and found["lda"] == "instruction"
    assert found["fcb"] == "directive" and found["loop"].startswith("label")
