"""The words of source lines."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from asm.assembler.words import Kind, operation_of, word_at, words_of
from asm.formatter import _comment_column

ROOT = Path(__file__).parents[3]


def test_comments_begin_where_the_formatter_sees_them() -> None:
    """In every line of our sources, comments begin where the formatter finds them."""
    lines = [line for folder in ("roms", "games") for path in (ROOT / folder).rglob("*.asm")
             for line in path.read_text("utf-8").split("\n")
             if line.strip() and line.lstrip()[0] not in ";*" and "\t" not in line]
    wrong = [line for line in lines if next(
        (word.start for word in words_of(line) if word.kind is Kind.COMMENT), -1)
        != _comment_column(line)]
    assert len(lines) > 5000 and wrong == []


@given(st.text(st.characters(blacklist_characters="\n\r"), max_size=40)
       | st.lists(st.sampled_from(["lda", " ", "fcc", '"', "'", "#", "$", "1F", ";", "x", ",", "(",
                                   ".a", "@", "%1", "*", "é", "\\1", ":", "=", "\t"]),
                  max_size=12).map("".join))
def test_words_of_any_line(line: str) -> None:
    """Words are in order, do not overlap, and cover everything but blanks."""
    end, rest = 0, ""
    for word in words_of(line):
        assert end <= word.start < word.end <= len(line)
        assert line[word.start:word.end] == word.text
        rest += line[end:word.start]
        end = word.end
        assert word_at(line, word.start) is not None or word.kind is Kind.OTHER
    assert not (rest + line[end:]).replace(":", "").strip()


def test_kinds_of_words() -> None:
    """Labels, registers and strings are recognised."""
    assert [word.kind for word in words_of(" fcc /a b;/,x remark")] == [
        Kind.OPERATION, Kind.STRING, Kind.OTHER, Kind.NAME, Kind.COMMENT]
    assert [word.text for word in words_of(" lda x,y") if word.kind is Kind.REGISTER] == ["x", "y"]
    assert words_of("  loop: nop")[0][0] is Kind.LABEL
    assert operation_of("* lda") == operation_of("") == "" and operation_of(" LDA #1") == "lda"
