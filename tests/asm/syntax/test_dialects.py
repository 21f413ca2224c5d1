"""The table of dialects."""

import json
from pathlib import Path

import pytest

from asm import assemble
from asm.syntax.dialects import DIALECTS

REFERENCE = Path(__file__).parents[2] / "reference" / "asm"


def test_the_dialects() -> None:
    """Every dialect is in the table under its own name."""
    assert list(DIALECTS) == ["vecx", "as09", "vide", "lwasm", "asm6809", "as9", "asxxxx"]
    assert all(dialect.name == name for name, dialect in DIALECTS.items())


def test_gap_bytes() -> None:
    """Gaps between ORGs contain 0, $FF or $12 by dialect, unless a fill is given."""
    source = " org 0\n fcb 1\n org 3\n fcb 2\n"
    for name, filler in (("vecx", 0), ("as09", 0xFF), ("vide", 0x12)):
        assert assemble(source, dialect=name).image == bytes((1, filler, filler, 2))
        assert assemble(source, dialect=name, fill=9).image == bytes((1, 9, 9, 2))


def test_first_line_names_the_dialect() -> None:
    """`;! dialect=` in the first line overrides the argument; later lines do not count."""
    assert assemble(";! dialect=vide\n fdb *\n").image == b"\0\2"
    assert assemble(" nop\n;! dialect=vide\n fdb *\n").image == b"\x12\0\1"


def test_duplicate_label_only_warns_in_vide() -> None:
    """VIDE uses the last definition above, or else the first, and warns."""
    program = assemble("a nop\na nop\n fdb a\n", dialect="vide")
    assert program.image == b"\x12\x12\0\1" and program.warnings[0].code == "duplicate-label"
    assert assemble("a nop\na nop\n", dialect="as09").image is None


def test_other_duplicates_only_warn_in_vide() -> None:
    """Repeated constants, structures and fields only cause warnings."""
    source = ("one equ 1\none equ 2\n struct s\n ds f,1\n ds g,1\n end struct\n"
              " struct s\n ds g,4\n end struct\n fcb one,s,f,g\n")
    program = assemble(source, dialect="vide")
    assert program.image == bytes((2, 2, 0, 1))
    assert [(found.line, found.code) for found in program.diagnostics] == [
        (2, "duplicate-label"), (7, "duplicate-label"), (8, "duplicate-label")]
    assert [error.line for error in assemble(source, dialect="as09").errors] == [2, 7, 8]


def test_one_mistake_in_a_source_of_ours_names_no_dialect() -> None:
    """The segments of `vecx new` do not suggest another dialect."""
    program = assemble(" bss\n org $C880\nx rmb 1\n code\n org 0\n clr #x\n")
    assert not [hint for found in program.errors for hint in found.hints if "dialect" in hint]


def test_hint_names_the_dialect_that_takes_the_source() -> None:
    """The first error has one hint with the dialect that accepts the source."""
    program = assemble("a db 1\na ds 1\n direct 0\n lda x\n")
    hints = [hint for found in program.errors for hint in found.hints if "dialect" in hint]
    assert hints == ["--dialect vide accepts this source as it is"]
    assert hints[0] in program.errors[0].hints
    for source in (" lda x,q\n", ";! dialect=as09\n lda x\n",
                   "Intensity_a equ $F2AB\n jsr #Intensity_a\n",          # one slip
                   "a nop\n rmb 200\n bne a\n lbra a\n bra a\n beq a\n"):
        assert "--dialect" not in assemble(source).messages()
    program = assemble("a nop\n jsr #a\n jmp #a\n ldx #1\n lda #1\n jsr #a\n")
    assert program.errors[0].hints[-1] == (
        "--dialect vide and --dialect asm6809 accept this source as it is")


LWASM = [
    (" lda 0,x\n lda [0,x]\n lda ,x", "A6 00 A6 98 00 A6 84"),
    (" lda $12\n sta $1234\n setdp 1\n lda $12", "96 12 B7 12 34 B6 00 12"),
    (" lda z\n jsr z\n lda z,x\n leax on,pcr\non rts\nz equ 5",
     "B6 00 05 BD 00 05 A6 89 00 05 30 8D 00 00 39"),
    (" lda 5,pc\n lda on,pcr\non rts", "A6 8C 05 A6 8D 00 00 39"),
    (" fdb 1|2&4\n fdb 1||0&&0\n fdb 2+3*4", "00 00 00 00 00 0E"),
    (" lda #1 + 2\n fcb 1,2 , 3\n ldb #'A text\n fcb '  more\n rts a, b",
     "86 01 01 02 C6 41 20 39"),
    (' fcc "a b" and more\n fcc /x y/ z\n fcb "A"+1 c', "61 20 62 78 20 79 23"),
    ("one nop\n@l bra @l\ntwo bra @l\n\n@l bra @l", "12 20 FE 20 FC 20 FE"),
    ("1$ nop\nl bra 1$\n\n1$ nop\n bra 1$", "12 20 FD 12 20 FD"),
    (" fcb 1\n rmb 3\n fcb 2", "01 00 00 00 02"),
]


@pytest.mark.parametrize(("source", "data"), LWASM)
def test_lwasm(source: str, data: str) -> None:
    """The dialect lwasm differs in sizes, expressions, blanks and local labels."""
    program = assemble(source + "\n", dialect="lwasm", warnings=["none"])
    assert program.image == bytes.fromhex(data), program.messages()


@pytest.mark.parametrize("name", ["encodings", "encodings_diff", "encodings_n_pc_dialect"])
def test_lwasm_reference(name: str) -> None:
    """Every row of the reference data that lwasm accepts has the same bytes."""
    checked = 0
    for text in (REFERENCE / f"{name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(text)
        expected = row.get("lwasm", row.get("bytes", ""))
        if expected.startswith("ERR"):
            continue
        source = f" org {row['org']}\n setdp {row['dp']}\n{row['src']}\n"
        program = assemble(source, dialect="lwasm", warnings=["none"])
        assert program.image is not None and program.image.hex() == expected, row
        checked += 1
    assert checked >= 100


def test_asm6809_passes_over_a_hash_in_equ() -> None:
    """`#` in EQU is a warning in asm6809, and an error in the default dialect."""
    source = "n equ #5\n fcb n\n"
    assert assemble(source, dialect="asm6809").image == b"\5"
    assert assemble(source).errors[0].code == "E001"


@pytest.mark.parametrize(("listed", "data"), [
    ("'P,'-,4", b"P-\4"), ("'H,1,'H,0,',,0", b"H\1H\0,\0"), ("'P,'", b"P,"), ("'A,'B", b"AB"),
    ("'A','B'", b"AB")])
def test_a_quote_before_one_character(listed: str, data: bytes) -> None:
    """If a list is not valid with strings, each quote begins one character."""
    assert assemble(f" fcb {listed}\n").image == data


def test_as9_sums_from_left_to_right() -> None:
    """All operators have one precedence, DP is 0, and text after a blank is a comment."""
    program = assemble(" org 6\nn equ *-tab/2+$7f\ntab equ 2\n fdb n,1+2*3\n lda 5 + a comment\n",
                       dialect="as9")
    assert program.image == bytes.fromhex("0081000996 05".replace(" ", ""))
    assert assemble(" lda late,x\nlate equ 5\n", dialect="as9").image == b"\xa6\x89\0\5"


def test_lwasm_takes_a_dot_as_a_letter() -> None:
    """`.x` is an ordinary symbol: an empty line does not end its scope."""
    source = ".x equ 5\n\nb1 rts\n lda #.x\n"
    assert assemble(source, dialect="lwasm").image == b"\x39\x86\5"
    assert assemble(source).errors[0].code == "E020"


def test_lwasm_sections_and_pragmas() -> None:
    """Any section but BSS is code; pragmas change `0,x` and the branches below them."""
    program = assemble(" section main\n lda 1-1,x\n pragma noindex0tonone\n lda 1-1,x\n"
                       " pragma autobranchlength,noforwardrefmax\n bra far\n endsection\n"
                       " section bss\nv rmb 1\n"
                       " section main\n rmb 200\nfar rts\n", dialect="lwasm")
    assert program.image is not None
    assert program.image[:7] == bytes.fromhex("a684a6001600c8") and len(program.image) == 208
    assert [error.code for error in assemble(" pragma nosymbolcase,qrts\n",
                                             dialect="lwasm").errors] == ["E030"]


def test_lwasm_branches_of_any_length() -> None:
    """AUTOBRANCHLENGTH ignores B and LB, but not the size prefix of a target."""
    source = " pragma autobranchlength\nx\n lbeq x\n beq >x\n lbsr x\n lbra <x\n" \
        " pragma noautobranchlength\n lbra x\n"
    assert assemble(source, dialect="lwasm").image == bytes.fromhex("27fe1027fffa8df820f616fff3")


@pytest.mark.parametrize("dialect", ["lwasm", "as9"])
def test_text_without_escapes(dialect: str) -> None:
    """A backslash in FCC is an ordinary character."""
    source = ' fcc "a\\n"\n fcc "b\\"\n'
    assert assemble(source, dialect=dialect).image == b"a\\nb\\"
    assert assemble(' fcc "a\\n"\n').image == b"a\n"


def test_as09_longs() -> None:
    """DD generates four bytes, and four characters form a number of four bytes."""
    source = 'q equ "quad"\n dd 5,q\n'
    assert assemble(source, dialect="as09").image == b"\0\0\0\5quad"


def test_as09_includes_images_and_records(tmp_path: Path) -> None:
    """INCLUDE accepts images, and hex or S-records at their addresses."""
    (tmp_path / "a.bin").write_bytes(bytes(range(1, 17)))
    (tmp_path / "a.hex").write_text(":020100008601 76\n:00000001FF\n".replace(" ", ""))
    (tmp_path / "a.s19").write_text("S1050100860172\nS9030100FB\n")
    for name, origin, data in (("a.bin", 0, bytes(range(1, 17))), ("a.hex", 0x100, b"\x86\1"),
                               ("a.s19", 0x100, b"\x86\1")):
        program = assemble(f' include "{name}"\n', name=str(tmp_path / "m.asm"), dialect="as09")
        assert (program.image, program.origin) == (data, origin), program.messages()
    (tmp_path / "a.hex").write_text(":0201000086017\n")
    assert not assemble(' include "a.hex"\n', name=str(tmp_path / "m.asm"), dialect="as09").ok


def test_asm6809_names_sections() -> None:
    """A section's name may be quoted, and any section but BSS is code."""
    source = ' section "code"\n nop\n section "tables"\n fcb 1\n section "bss"\nv rmb 1\n'
    assert assemble(source, dialect="asm6809").image == b"\x12\1"
