"""The form of messages, and the switches of warnings."""

import re
from difflib import get_close_matches
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm import assemble
from asm.syntax.diagnostics import (
    ALIKE_MIN,
    CODES,
    WARNINGS,
    Fault,
    Place,
    Report,
    _closest,
    _with_letters_of,
    did_you_mean,
    render,
)

PACKAGE = Path(__file__).parents[3] / "asm"


def test_shape_of_an_error() -> None:
    """A message has file, line, column, code, text, source line, caret, notes and hints."""
    program = assemble("\n".join([" org $100", "top nop", " rmb 200", "\tbne\ttop+1"]),
                       name="games/a.asm")
    assert str(program.errors[0]).split("\n") == [
        "games/a.asm:4:6: error[E021]: branch out of range: the target is -202 bytes away, BNE "
        "reaches -128..127 (74 too far)",
        "    4 |         bne     top+1",
        "                        ^~~~~",
        "hint: use LBNE, which reaches everywhere, or assemble with --relax",
    ]


def test_note_shows_the_second_place() -> None:
    """A note has its own place, line and marker."""
    text = str(assemble("one nop\none nop\n", name="b.asm").errors[0])
    assert "b.asm:1:1: note: `one` is first defined here\n    1 | one nop\n        ^~~" in text


def test_macro_chain() -> None:
    """An error inside a macro shows the line with its arguments and all calls."""
    program = assemble("in macro\n lda #\\1\n endm\nout macro\n in nowhere\n endm\n out\n",
                       name="c.asm")
    lines = str(program.errors[0]).split("\n")
    assert lines[0] == "c.asm:2:7: error[E020]: `nowhere` is not defined"
    assert lines[1] == "    2 |  lda #nowhere"
    assert lines[3:5] == ["c.asm:5: note: in the macro `in` called here",
                          "c.asm:7: note: in the macro `out` called here"]


def test_codes_used_are_declared_and_used() -> None:
    """Every code in the sources is in CODES, and every code in CODES is used."""
    used: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if path.name != "diagnostics.py":
            used |= set(re.findall(r'"(E\d{3})"', path.read_text("utf-8")))
    assert used <= set(CODES)
    assert set(CODES) - used == set()


def test_warnings_used_are_declared_and_used() -> None:
    """Every warning in the sources is in WARNINGS, and every one in WARNINGS is used."""
    text = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py")
                   if path.name != "diagnostics.py")
    for name in WARNINGS:
        assert f'"{name}"' in text, name


def test_one_fault_is_recorded_once() -> None:
    """The same fault at the same column is not repeated."""
    report = Report()
    place = Place("a", 1, " x")
    for _ in range(3):
        report.error(place, Fault("E010", "text", 1, 2))
    assert report.error_count == 1 and len(report.diagnostics) == 1


@pytest.mark.parametrize(("switches", "count"), [
    ([], 1), (["none"], 0), (["no-user"], 0), (["none", "user"], 1), (["all"], 1),
])
def test_warning_switches(switches: list[str], count: int) -> None:
    """Warning switches are applied in order."""
    report = Report(switches)
    report.warn(Place("a", 1, ""), "user", "text")
    assert len(report.diagnostics) == count


def test_did_you_mean() -> None:
    """Similar names are suggested, ignoring case; others are not."""
    assert did_you_mean("Wait_Recall", ["Wait_Recal", "Print_Str"]) == ["did you mean Wait_Recal?"]
    assert did_you_mean("zzz", ["Wait_Recal"]) == []


@settings(max_examples=200)
@given(st.text("abc_", min_size=1, max_size=9), st.lists(st.text("abcd_", min_size=1, max_size=9)))
def test_the_search_for_similar_names_finds_those_of_difflib(word: str, names: list[str]) -> None:
    """The search leaves out most names, and finds the two that are most similar."""
    assert _closest(word, dict(_with_letters_of(word, names))) \
        == get_close_matches(word, set(names), 2, ALIKE_MIN)


def test_render_marks_at_least_one_column() -> None:
    """An error without width gets a caret, inside or directly after the line."""
    fault = Report()
    diagnostic = fault.error(Place("f", 7, "ab"), Fault("E001", "t", 2))
    assert diagnostic is not None
    assert render(diagnostic).split("\n")[2] == "          ^"


def test_a_long_line_is_shown_around_the_fault() -> None:
    """Of a very long line, only the columns around the caret are printed."""
    program = assemble(" fcb " + "1," * 3000 + "zork" + ",2" * 3000)
    head, excerpt, caret = str(program.errors[0]).split("\n")
    assert head.startswith("<source>:1:6006: error[E020]")
    assert len(excerpt) <= 8 + 100 + 6
    start = caret.index("^")
    assert excerpt[start:start + 4] == "zork" and caret[start:] == "^~~~"
    assert excerpt.startswith("    1 | ...1,") and excerpt.endswith(",2...")


def test_a_quoted_text_without_end_is_cut() -> None:
    """A name of thousands of characters is shortened in a message."""
    assert len(str(assemble("1" + "a" * 5000 + " nop").errors[0])) < 600


def test_control_characters_do_not_reach_the_terminal() -> None:
    """Control characters are replaced by a mark, and columns stay correct."""
    for character in ("\x1b", "\x07", "\x85", "\x9b", "\xa0", "\u202e", "\ufeff"):
        text = str(assemble(f" lda #nosuch ; {character}[2J").errors[0])
        assert character not in text and "; \ufffd[2J" in text
        assert text.split("\n")[2] == " " * 14 + "^~~~~~"


def test_self_reference_is_named_once() -> None:
    """A macro that calls itself, directly or not, is one error, without the repeated levels."""
    lines = str(assemble("a macro\n b\n endm\nb macro\n a\n endm\n a\n").errors[0]).split("\n")
    assert lines[0].endswith("recursive macro `a`")
    assert len([line for line in lines if "called here" in line]) == 1
    assert [line for line in lines if "leads back" in line] == [
        "<source>:5:2: note: this line leads back to it"]


def test_a_deep_chain_is_cut() -> None:
    """Of many macro levels, only the innermost are shown; the others are counted."""
    source = "".join(f"m{n} macro\n m{n + 1}\n endm\n" for n in range(30)) + " m0\n"
    lines = str(assemble(source).errors[0]).split("\n")
    assert len([line for line in lines if "called here" in line]) == 8
    assert "note: and 22 more levels above" in lines


@pytest.mark.parametrize(("line", "text", "hint"), [
    (" fcb 1,2,", "a value is expected after this comma", ""),
    (" org 5,", "only one value is expected", ""),
    (" nop 3,4", "only one value is expected", ""),
    (' fcc "a""b"', 'unexpected `"` after the operand', 'write a quote inside a string as \\"'),
    (" lda #'abc'", "more than one character between quotes", "strings belong in FCC and FCB"),
    (" bra 5,x", "a branch needs an address, not an indexed operand", "use JMP or JSR"),
])
def test_texts(line: str, text: str, hint: str) -> None:
    """Common mistakes have their own messages, which say what to write."""
    error, = assemble(line).errors
    assert error.text == text
    hints = [found for found in error.hints if "--dialect" not in found]
    assert (hint in hints[0]) if hint else hints == []


def test_registers_without_commas_are_pointed_out() -> None:
    """`PSHS A B` pushes only A, so the apparent rest of the list gets a warning."""
    assert [found.code for found in assemble(" pshs a b\n puls a , x y,u ; both\n").warnings] == [
        "comment-operand", "comment-operand"]
    assert assemble(" pshs a  b is kept\n pshs a ; b\n pshs x,y\n pshs a always\n").warnings == []


def test_too_many_levels_are_not_called_a_circle() -> None:
    """A chain of 120 macros is too deep, but is not reported as a recursion."""
    chain = "".join(f"m{n} macro\n m{n + 1}\n endm\n" for n in range(120)) + "m120 macro\n endm\n"
    error, = assemble(chain + " m0\n").errors
    assert (error.code, error.text) == (
        "E035", "files and macros are nested more than 100 deep")
    assert error.hints == []


@pytest.mark.parametrize(("source", "lines"), [
    ("speed equ 5\n lda speed\n", [2]), (" cmpa 10\n", [1]), (" ldx 200\n ldd -1\n", [1, 2]),
    ("speed equ 5\n lda #speed\n ldb >speed\n ldb <speed\n lda speed,x\n lda [speed]\n", []),
    ("port equ 5\n lda port\n sta port\n", []), ("port equ 5\n inc port\n anda port\n", []),
    ("port equ $C8\n lda port\n jsr port\n", []), ("cell equ $C880\n lda cell\n lda $100\n", []),
    (" setdp 0\nspeed equ 5\n lda speed\n", []), ("label lda label\n fcb 1\n", []),
    (" setdp $D0\nspeed equ 5\n adda speed\n", [3]), ("s set 5\n lda s\n lda 2*3\n", []),
    ("speed equ 5\n tst speed\n sta 6\n jmp 7\n", [])])
def test_missing_hash(source: str, lines: list[int]) -> None:
    """A small constant used as an address gets a warning if no other instruction uses it as one."""
    found = assemble(source, warnings=["no-direct-page"]).warnings
    assert [(warning.line, warning.code) for warning in found] == [
        (line, "missing-hash") for line in lines]
    assert all("for the number itself" in warning.hints[0] for warning in found)
    assert assemble(source, warnings=["no-missing-hash", "no-direct-page"]).diagnostics == []


@pytest.mark.parametrize(("line", "hint"), [
    ("inx", "LEAX 1,X"), ("SEC", "ORCC #$01"), ("clc", "ANDCC #$FE"), ("tax", "TFR D,X"),
    ("mov a,b", "LDA and STA"), ("ld a,5", "LDA #5"), ("push x", "PSHS"), ("ret", "RTS"),
    ("ldaa #5", "LDA"), ("call sub", "JSR"), ("dex", "LEAX -1,X"), ("psha", "PSHS A"),
    ("inc a", "INCA"), ("ASL b", "ASLB"), ("neg  A", "NEGA"), ("lda a", "as in ASLA"),
    ("fcc \u201chello\u201d", 'write `"`'), ("fcb \u2018A\u2019", "write `'`"),
    ("lda $#10", "write `#` first: `#$`"), ("lda #$#10", "write `#` first: `#$`")])
def test_habits_of_other_processors(line: str, hint: str) -> None:
    """For a mnemonic of another processor, the message names the 6809's instruction."""
    error = assemble(f" {line}\n").errors[0]
    assert any(hint in found for found in error.hints), (error.text, error.hints)


def test_every_habit_names_an_instruction_that_is_there() -> None:
    """No foreign mnemonic is an operation of ours, and each suggestion assembles."""
    from asm.assembler.mnemonics import is_word
    from asm.cpu.isa import BY_MNEMONIC
    from asm.syntax.foreign_mnemonics import HABITS

    for word, better in HABITS.items():
        assert not is_word(word), word
        first = better.replace(",", " ").split()[0]
        assert first in BY_MNEMONIC or is_word(first.lower()) or first == "nothing:", better


def test_a_register_without_its_comma() -> None:
    """In `lda 5 x`, the x is reported as a comment that looks like an index register."""
    warning, = assemble(" lda >5 x\n").warnings
    assert (warning.code, warning.start, warning.hints) == (
        "comment-operand", 8, ["write a comma before an index register: `,x`"])
    assert [found.code for found in assemble(" lda >5 X+ ; c\n leax 5,x y\n").warnings] == [
        "comment-operand", "comment-operand"]
    assert assemble(" lda >5 xs\n lda >5 x is\n lda >5 ;x\n").warnings == []


@pytest.mark.parametrize(("definition", "call", "takes"), [
    ("m macro a,b", " m 1", "2 arguments, not 1"), ("m macro a", " m 1,2", "1 argument, not 2"),
    ("m macro\n fcb \\2,\\1", " m 1,2,3", "2 arguments, not 3"),
    ("m macro\n fcb {3}", " m 1,2", "3 arguments, not 2"),
    ("m macro a\n fcb \\2", " m 1,2", ""), ("m macro a\n fcb \\0", " m 1,2", ""),
    ("m macro\n fcb \\#", " m 1,2", ""), ("m macro ; \\1", " m", ""),
    ("m macro a", " m 1 ; x", "")])
def test_macros_say_how_many_arguments_they_take(definition: str, call: str, takes: str) -> None:
    """A macro call with more or fewer arguments than the body uses gets a warning."""
    found = assemble(f"{definition}\n endm\n{call}\n").warnings
    assert [warning.text for warning in found] == (
        [f"the macro `m` takes {takes}"] if takes else [])


@pytest.mark.parametrize(("line", "limit"), [
    (" lda #256", "-128 to 255"), (" fdb 65536", "-32768 to 65535"), (" rmb 65537", "65536"),
    (" org $10000", "$FFFF"), (" nop 65536", "65535"), (" swi 4", "SWI3"),
    (" lda <200,x", "-128..127"), (" fqb $1FFFFFFFF", "4294967295"), (" fcb -129", "-128 to 255")])
def test_a_number_that_is_too_large_brings_its_limit(line: str, limit: str) -> None:
    """The message or its hint states the limit."""
    assert limit in assemble(line + "\n").messages()


def test_else_after_else_shows_the_first() -> None:
    """A second ELSE shows the first one and the IF; an open IF is shown where it began."""
    error, = assemble(" if 1\n nop\n else\n nop\n else\n nop\n endif\n").errors
    assert [(note.text, note.place.line if note.place else 0) for note in error.notes] == [
        ("the first ELSE", 3), ("the IF it belongs to", 1)]
    for source, line in ((" nop\n if 1\n nop\n", 2), ("m macro\n nop\n", 1), (" rept 2\n", 1),
                         (" if 1\n else\n", 1), (" struct s\n ds a\n", 1)):
        assert [found.line for found in assemble(source).errors] == [line]


def test_warnings_of_one_kind_are_grouped_after_the_third() -> None:
    """Three warnings of a kind are shown, then their number; `each` shows all."""
    program = assemble(" lda #300\n" * 5 + " ldx #none\n")
    text = program.messages()
    assert text.count("warning[-Wvalue-truncated]") == 3
    assert text.splitlines()[-2:] == ["-Wvalue-truncated: 5 warnings; -W all shows all of them",
                                      "1 error, 5 warnings"]
    assert program.messages(each=True).count("warning[-Wvalue-truncated]") == 5
    assert "times" not in assemble(" lda #300\n" * 3).messages()


@pytest.mark.parametrize("operand", ["$C880 // position", "//", "5 //x"])
def test_a_comment_of_c_is_explained(operand: str) -> None:
    """`//` does not begin a comment; other slashes get no hint."""
    assert assemble(f" ldd {operand}\n").errors[0].hints == ["a comment begins with `;`"]
    assert assemble(" fcb 1,/2\n").errors[0].hints == []
