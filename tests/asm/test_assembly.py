"""Properties of the whole assembly."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm import Memory, assemble, assemble_file
from asm.output.debugging import debug_info
from asm.output.debuginfo import from_text, to_text
from tests.asm_edits import OPERATION_LINES

LINES = ("l{n} lda l{m}", "l{n} bra l{n}", "l{n} leax l{m},pcr", "l{n} lbra l{m}", "l{n} rmb {m}",
         "l{n} lda l{m}-l{k},x", "l{n} fdb l{m},{k}", "l{n} ldd #l{k}")


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_random_programs_settle_and_labels_are_where_the_bytes_are(seed: int) -> None:
    """Any mix of references converges, and each label is the sum of the sizes before it."""
    rng = random.Random(seed)
    count = rng.randrange(5, 120)
    source = "\n".join([" org 0", " setdp 0", *(
        rng.choice(LINES).format(n=n, m=rng.randrange(count), k=rng.randrange(count))
        for n in range(count))])
    program = assemble(source)
    assert program.image is not None, program.messages()
    sizes: dict[int, int] = {}
    for item in program.items:
        sizes[item.place.line] = sizes.get(item.place.line, 0) + item.size
    address = 0
    for n in range(count):
        assert program.symbols[f"l{n}"].value == address
        address += sizes[n + 3]


def test_long_chain_of_forward_equates() -> None:
    """A long chain of EQUs that depend on later ones is resolved."""
    source = "\n".join([" ldx #e0", *(f"e{n} equ e{n + 1}+1" for n in range(150)), "e150 equ 0"])
    assert assemble(source).image == b"\x8e\x00\x96"


def test_every_fault_class_in_one_run() -> None:
    """Errors of five classes are found in one run."""
    source = ("start lda #1\n ldz #2\n ldx #nosuch\n bra far\nstart nop\n lda 5,q\n rmb 200\n"
              "far rts\n")
    program = assemble(source)
    assert [(error.line, error.code) for error in program.errors] == [
        (2, "E010"), (3, "E020"), (4, "E021"), (5, "E022"), (6, "E012")]


def test_value_that_depends_on_an_undefined_symbol_is_not_reported_again() -> None:
    """An undefined symbol is reported once, and not the values that depend on it."""
    program = assemble("a equ nosuch\nb equ a\n ldx #b\n rmb b\n")
    assert [(error.line, error.code) for error in program.errors] == [(1, "E020")]


WORDS = ("lda", "ldx", "bra", "lbne", "pshs", "tfr", "rts", "fcb", "fdb", "fcc", "rmb", "equ",
         "set", "=", "org", "align", "setdp", "if", "else", "endif", "ifdef", "macro", "endm",
         "rept", "endr", "local", "exitm", "struct", "ends", "end", "include", "incbin",
         "assert", "cmap",
         "code", "bss", "opt", "foo")
MARKS = ("#", "<", ">", "[", "]", "(", ")", ",", "+", "-", "*", "/", "%", "&", "|", "!", "=", "?",
         ":", "x", "y", "pcr", "a", "foo", ".l", "1B", "1F", "1$", "$", "$12", "%101", "'A", "'",
         '"', '"ab"', "\\1", "\\?", ";", " ", "5", "-1", "99999", "hi")


@settings(max_examples=200)
@given(st.lists(st.tuples(
    st.sampled_from(("", "foo", ".l", "1", "bar:", "\t")), st.sampled_from(WORDS),
    st.lists(st.sampled_from(MARKS), max_size=5)), max_size=15),
    st.sampled_from(("vecx", "as09", "vide")))
def test_no_source_raises(lines: list[tuple[str, str, list[str]]], dialect: str) -> None:
    """Any source results in an image or errors, and both can be printed."""
    source = "\n".join(f"{label} {word} {''.join(marks)}" for label, word, marks in lines)
    program = assemble(source, dialect=dialect, warnings=["all"])
    assert (program.image is None) == bool(program.errors)
    assert program.listing and isinstance(program.messages(), str)


def test_a_label_before_a_star_comment_counts() -> None:
    """A comment that begins with a star may follow a label."""
    assert assemble("loop * waits\n bra loop\n").image == b"\x20\xFE"


def test_include_looks_beside_the_main_file(tmp_path: Path) -> None:
    """INCLUDE searches the including file's folder first, then that of the main file."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "main.asm").write_text(' include "sub/one.i"\n')
    (tmp_path / "sub" / "one.i").write_text(" include two.i\n include three.i\n")
    (tmp_path / "two.i").write_text(" fcb 2\n")
    (tmp_path / "three.i").write_text(" fcb 0\n")
    (tmp_path / "sub" / "three.i").write_text(" fcb 3\n")
    assert assemble_file(tmp_path / "main.asm").image == b"\x02\x03"


@pytest.mark.parametrize("source", [
    "m macro\n m \\1\\1\n endm\n m ab\n", "m macro a\n m a+a\n endm\n m 1\n",
    "m macro\n fcb \\1\n m \\1,\\1,\\2\n endm\n m 1\n"])
def test_arguments_do_not_grow_without_end(source: str) -> None:
    """A recursive macro that doubles its arguments is stopped before memory is exhausted."""
    assert {error.code for error in assemble(source).errors} == {"E035"}


EMITTING = ("lda #{n}", "ldx {s}", "bra {s}", "fcb {n},{s}-{s}", "fdb {s}", "rts", "leax {s},pcr",
            "pshs a,b", "nop {n}", 'fcc "A"', "zmb {n}+1", "lda {s}-{s},x", "fill 1,2", "jmp {s}",
            "lbne {s}", "lda <{n}", "tfr a,b", "two {n}", "lda #lo {s}", "fdb '{n}'")


@settings(max_examples=150)
@given(st.integers(0, 10**6), st.sampled_from(("vecx", "as09", "vide")))
def test_no_line_is_lost_in_silence(seed: int, dialect: str) -> None:
    """Each line that should generate bytes does so, or the program has an error.

    Symbols are labels, EQU or SET, defined above or below their uses, once, repeatedly or never.
    """
    rng = random.Random(seed)
    names = [f"s{n}" for n in range(rng.randrange(1, 6))]
    lines = ["two macro arg", " lda #arg", " endm", " direct 0"]
    for _ in range(rng.randrange(1, 25)):
        name = rng.choice(names)
        kind = rng.random()
        if kind < 0.4:
            value = rng.choice(("1", "7", "*", f"{rng.choice(names)}+1", f"{name}+1"))
            lines.append(f"{name} {rng.choice(('equ', 'set', '=', 'set'))} {value}")
        else:
            label = name if kind < 0.5 else ""
            text = rng.choice(EMITTING).format(n=rng.randrange(1, 9), s=rng.choice(names))
            lines.append(f"{label} {text}")
    program = assemble("\n".join(lines), dialect=dialect, warnings=["none"])
    if program.errors:
        assert program.image is None
        return
    made: dict[int, int] = {}
    for _, data, item in program.chunks:
        place = item.place
        while place.via is not None:
            place = place.via
        made[place.line] = made.get(place.line, 0) + len(data)
    expected = [number for number, line in enumerate(lines, 1) if number > 4 and not any(
        f" {word} " in f"{line} " for word in ("equ", "set", "="))]
    assert sorted(made) == expected


def test_nothing_is_lost_without_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without a value is an error even if its own report is missing."""
    from asm.assembler.undefined import Missing

    monkeypatch.setattr(Missing, "symbol", lambda *args: None)
    assert [error.code for error in assemble(" lda #nosuch\n").errors] == ["E020"]


def test_equates_below_their_uses_however_many() -> None:
    """Thousands of dependent EQUs are computed; a circular one is reported once."""
    chain = "".join(f"e{n} equ e{n + 1}+1\n" for n in range(4000))
    program = assemble(f" ldx #e0\n{chain}e4000 equ *-start\nstart nop\n")
    assert program.image == b"\x8e" + (4000 - 0).to_bytes(2, "big") + b"\x12"
    far = assemble(" setdp 0\n lda e0\n" + chain + "e4000 equ last\n rmb 300\nlast rts\n")
    assert far.image is not None and far.image[:3] == b"\xb6" + (4303).to_bytes(2, "big")
    circle = "".join(f"e{n} equ e{(n + 1) % 3000}\n" for n in range(3000))
    error, = assemble(circle + " lda #e7\n ldx #e9+nosuch\n nop\n").errors[:1]
    assert error.code == "E023"
    assert error.text.startswith("`e0` is defined in terms of itself: e0 -> e1")


@pytest.mark.parametrize("turn", [1, -1])
def test_equates_that_pass_64_bits(turn: int) -> None:
    """Among thousands of doubling EQUs, the first one above 64 bits is the error."""
    lines = ["a0 equ 1\n", *(f"a{n} equ a{n - 1}+a{n - 1}\n" for n in range(1, 3000))]
    program = assemble("".join(lines[::turn]) + " ldx #a2999\n ldx #a9\n")
    error, = program.errors
    assert error.code == "E024" and error.place.text == "a64 equ a63+a63\n".strip()


def test_a_set_that_grows_too_large_is_named() -> None:
    """A SET above 64 bits is reported for its size, not as circular."""
    source = "x set 1\n rept 99\nx set x*3\n endr\n ldx #x\n"
    assert [(error.line, error.code) for error in assemble(source).errors] == [(3, "E024")]
    later = assemble("x set nosuch\nx set x+1\nx set 2\n ldx #x\n")
    assert [(error.line, error.code) for error in later.errors] == [(1, "E020")]


def test_a_define_has_64_bits() -> None:
    """A symbol of the command line has at most 64 bits."""
    assert assemble(" fcb big>>63\n", defines={"big": 2**64 - 1}).image == b"\x01"
    with pytest.raises(ValueError, match="the value of big has more than 64 bits"):
        assemble(" fcb 1\n", defines={"big": 2**64})


def test_equates_know_their_place() -> None:
    """Local labels, `*` and numeric labels in an EQU refer to its own line."""
    source = ("one equ two+1\n nop\nglob nop\n.loc nop\ntwo equ three+*-glob\n"
              "three equ .loc\n1 nop\nfour equ five+1B\nfive equ 1\n fcb one,two,three,four\n")
    assert assemble(source).image == b"\x12" * 4 + bytes((5, 4, 2, 4))


def test_what_is_written_over_and_over_is_stopped() -> None:
    """A few lines cannot exhaust the memory of the computer."""
    for line in (" zmb 60000", " nop 60000", " rept 9\n zmb 7000\n endr"):
        program = assemble(f" org 0\n{line}\n" * 40, dialect="vide", warnings=["none"])
        assert [error.code for error in program.errors] == ["E037"]
        assert "bytes are written, many to the same addresses" in program.errors[0].text


def everything(source: str, dialect: str, memory: Memory) -> tuple[object, ...]:
    """Return all results and messages of an assembly."""
    from asm.output.debugging import debug_info

    program = assemble(source, name="game.asm", dialect=dialect, warnings=["all"],
                       memory=memory)
    return (program.image, program.origin, program.listing, program.messages(),
            program.source_map, program.image is not None and debug_info(program))


@pytest.mark.sample(15)
@pytest.mark.parametrize("seed", range(30))
def test_assembling_again_is_the_same_as_assembling_afresh(seed: int) -> None:
    """After any edits, lines read before do not change the result of an assembly."""
    rng = random.Random(seed)

    def line() -> str:
        return rng.choice(OPERATION_LINES).format(
            n=rng.randrange(12), m=rng.randrange(12), k=rng.randrange(9)).replace("\\n", "\n")

    lines, memory = [line() for _ in range(rng.randrange(5, 60))], Memory()
    for _ in range(8):
        lines[rng.randrange(len(lines))] = line()
        lines.insert(rng.randrange(len(lines)), line())
        source = "\n".join(lines)
        dialect = rng.choice(("vecx", "as09", "vide", "lwasm"))
        again = everything(source, dialect, memory)
        assert again == everything(source, dialect, Memory())
        assert again == everything(source, dialect, memory)


def test_a_line_read_before_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second assembly of a source reads no line again."""
    from asm.assembler import parse

    source = "main lda #5\n ldx [table]\n bne main\nx set 5\n if x\n endif\ntable fcb 1,2\n"
    memory = Memory()
    first = assemble(source, memory=memory)
    monkeypatch.setattr(parse, "parse", None)
    assert assemble(source, memory=memory).image == first.image


@pytest.mark.parametrize("dialect", ["as09", "vide"])
def test_a_source_may_begin_without_rewriting(dialect: str) -> None:
    """`optimise=False` and `opt=off` act like NOOPT in the first line, until OPT."""
    source = "back nop\n lbra back\n jmp back\n"
    literal = assemble(" noopt\n" + source, dialect=dialect).image
    assert literal != assemble(source, dialect=dialect).image
    assert assemble(source, dialect=dialect, optimise=False).image == literal
    assert assemble(f";! dialect={dialect} opt=off\n" + source).image == literal
    expected = assemble(f";! dialect={dialect} opt=on\n" + source, optimise=False)
    assert expected.image == assemble(source, dialect=dialect).image
    assert assemble(" opt\n" + source, dialect=dialect, optimise=False).image == expected.image


def test_a_first_line_that_asks_for_what_there_is_not() -> None:
    """An invalid `opt` in the first line is reported with the valid values."""
    error = assemble(";! opt=maybe\n nop\n").errors[0]
    assert (error.code, error.column) == ("E001", 4) and error.hints == ["write opt=on or opt=off"]


BANKED = " bank 0\n fcb 1\na equ *\n bank 1\n fcb 2\n fdb a,b\n bank 0\nb fcb 3\n"


def test_a_source_of_two_banks_makes_either_or_both() -> None:
    """Each bank continues where it stopped; banks share symbols; joined they have 64 KiB."""
    assert assemble(BANKED, bank=0).image == b"\1\3"
    assert assemble(BANKED, bank=1).image == b"\2\0\1\0\1"
    joined = assemble(BANKED, fill=0xFF)
    assert joined.banks == (0, 1) and joined.image is not None
    assert joined.image[:3] == b"\1\3\xff" and joined.image[0x8000:0x8006] == b"\2\0\1\0\1\xff"
    assert len(joined.image) == 0x10000
    assert [found.text for found in assemble(" bank 0\n nop\n bank 1\n org $7fff\n fdb 1\n").errors
            ] == ["bank 1 goes up to $8000, but a bank ends at $7FFF"]


def test_both_banks_are_known() -> None:
    """Each bank has its own rows and routines; the other bank's labels are plain numbers there.
    A source that names only bank 1 also has a bank 0; a symbol file contains both."""
    source = " nop\nhere rts\n bss\n org $C880\nvariable rmb 1\n" \
             " bank 1\nthere bsr on\n bra *\non rts\n"
    program = assemble(source, name="two.asm")
    assert program.banks == (0, 1) and program.image is not None and len(program.image) == 0x10000
    first = debug_info(program)
    second = first.of_bank(1)
    assert str(first.where(1)) == "$0001 here two.asm:2"
    assert str(second.where(4)) == "$0004 on two.asm:9"
    assert first.values == second.values == {"here": 1, "variable": 0xC880, "there": 0, "on": 4}
    assert [known.symbols["variable"].kind for known in (first, second)] == ["label", "label"]
    assert [known.symbols["on"].kind for known in (first, second)] == ["equ", "label"]
    assert [routine.name for routine in second.routines] == ["there", "on"]
    assert from_text(to_text(first)) == first and not first.of_bank(2)


def test_errors_of_both_banks_are_told_once() -> None:
    """Errors in both banks are reported in one run, each once."""
    program = assemble(" bank 0\n lda #n\n bank 1\n lda #m\n")
    assert [found.text for found in program.errors] == ["`n` is not defined", "`m` is not defined"]


def test_the_header_of_two_banks_is_in_the_second() -> None:
    """The header is checked in bank 1, which the ROM sees first, and not in bank 0."""
    from asm.output.debugging import debug_info

    header = ' fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\n'
    source = " bank 0\n fcb 1\n jsr $F192\n bank 1\n{}main jsr $F192\n bra main\n"
    assert assemble(source.format(header)).diagnostics == []
    assert [found.code for found in assemble(source.format("")).diagnostics] == [
        "cartridge-header"]
    assert debug_info(assemble(source.format(header), bank=1)).bank == 1


@pytest.mark.parametrize("dialect", ["vecx", "vide", "lwasm"])
def test_a_name_has_a_longest(dialect: str) -> None:
    """Longer names, including their scope, are an error; shorter ones can be read back."""
    longest = "n" * 200
    program = assemble(f"{longest} nop\n", name="game.asm", dialect=dialect)
    names = from_text(to_text(debug_info(program))).values
    assert [name.lower() for name in names] == [longest]
    for source in (f"{longest}n nop\n", f"{longest}n equ 1\n"):
        assert [fault.code for fault in assemble(source, dialect=dialect).errors] == ["E005"]
