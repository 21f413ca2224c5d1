"""Dialects against programs that the original tools have assembled, and the rules behind them."""

import os
from pathlib import Path

import pytest

from asm import assemble
from tests.asm.dialect_rows import FOLLOWED, SILENT, judged, rows

MIGRATING = (Path(__file__).parents[2] / "docs" / "migrating.md").read_text("utf-8")
LEAST = 0.97    # share of the rows of which the dialect makes the same bytes


@pytest.mark.parametrize("dialect", ["lwasm", "asm6809"])
def test_rows(dialect: str) -> None:
    """Nearly all rows have the bytes of the tool, as the manual says; the others have a message."""
    judgements = [(row["name"], judged(row, dialect)[0]) for row in rows(dialect)]
    assert [name for name, result in judgements if result == SILENT] == []
    followed = [name for name, result in judgements if result == FOLLOWED]
    assert len(followed) >= LEAST * len(judgements) > 0
    assert f"{len(followed)} of {len(judgements)} small programs" in MIGRATING


def bytes_of(source: str, dialect: str) -> str:
    """Return the bytes of a source in hexadecimal digits, or the errors."""
    program = assemble(source, dialect=dialect, warnings=["none"])
    return program.messages() if program.image is None else program.image.hex()


LWASM = [
    # Sizes are final where the line is read.
    ("aa equ bb\n org $10\n lda aa\nbb equ 5\n", "b60005"),
    ("aa equ bb\nbb equ cc+1\ncc equ 4\n org $10\n lda aa\n ldb aa,x\n", "9605e605"),
    (" org $10\nlab lda lab\n leax lab,pcr\n", "b60010308cfa"),
    (" org $10\nlab leax lab,pcr\n jmp lab\n", "308dfffc0e10"),
    ("aa equ bb\nbb equ 2\n rmb aa\nlab nop\n if aa\n lda lab\n endc\n", "129602"),
    (" lda off-off,u\n lda off-1,u\noff equ 2\n", "a6c4a6c90001"),
    (" pragma noforwardrefmax\n lda off,u\n leax lab,pcr\nlab lda off\noff equ 0\n",
     "a6c4308c009600"),
    (" pragma autobranchlength\nlab bra lab\n bra lab\n bra far\nfar lbra far\n",
     "16fffd20fb16000016fffd"),
    (" pragma autobranchlength,noforwardrefmax\n bra far\nfar nop\n", "200012"),
    # Only the literal 0 keeps its offset; 65535 is not -1.
    ("zero equ 0\n lda 0,x\n lda $0,x\n lda zero,x\n lda [0,x]\n lda [1-1,x]\n",
     "a600a684a684a69800a694"),
    (" pragma noindex0tonone\n lda 1-1,x\n pragma index0tonone\n lda 1-1,x\n", "a600a684"),
    (" lda 65535,x\n lda -1,x\n", "a689ffffa61f"),
    # Any expression before `,pc` is an offset.
    (" org $10\nlab leax lab,pc\n leax *+4,pc\n leax [lab,pc]\n", "308d0010308c18309c10"),
    (" pragma pcaspcr\nlab nop\n leax lab,pc\n", "12308cfc"),
    # Operands
    (" fdb \"AB\",\"CD\n ldd #\"EF\n", "41424344cc4546"),
    (" fcb '\\,'''\n ldb #''\n", "5c27c627"),
    (" fcb &10,^1&255,.\n lda *$20\n lda *+3\n", "0afe0096209608"),
    ("la@b bra la@b\n\nla@b bra la@b\na$ bra a$\n\na$ bra a$\na?b equ 5\n fcb a?b\n",
     "20fe20fe20fe20fe05"),
    ("a$b equ 1\n pragma dollarnotlocal\nc$d equ 2\n\n fcb c$d\n", "02"),
    # Data
    (" fdbs $1234,1\n fzb 1\n .4byte 2\n.rs rmb 1\n .rs 1\n fcb 3\n",
     "341201000000000002000003"),
    (" fcc #AB#\n fcn $AB$\n fcc 1AB1\n", "41424142004142"),
    (" pragma cescapes\n fcc \"a\\n\\x41\\q\\\"b\"\n", "610a415c5c62"),
    # Directives
    ("lab org $200\n fdb lab\n", "0200"),
    (" setdp $C800\n lda $20\n", "9620"),
    (" org $100\n fcb 1\n org $102\n fcb 2\n reorg\n fcb 3\n", "030002"),
    ("one equ 1\n ifdef one|two\n fcb 1\n endc\n ifndef two|one\n fcb 2\n endc\n", "01"),
    ("m macro\na@ bra a@\n fcb \\*\n endm\na@ nop\n m 1,2\n m 3\n bra a@\n",
     "1220fe010220fe0320f6"),
    ("pt struct\nyy rmb 1\nxx rmw 1\n ends\nline struct\nfrom pt\nto pt\n ends\n org $100\n"
     "it line\n fcb sizeof{line},line.to.xx,pt.xx\n fdb it.to.xx\n", "0604010104"),
    (" pragma 6809conv,6800compat\n", ""),
    (" pragma 6809conv\n negd\n pragma 6800compat\n aba\n", "435383ffff3404abe0"),
]


@pytest.mark.parametrize(("source", "data"), LWASM)
def test_lwasm_rule(source: str, data: str) -> None:
    """A rule of lwasm that differs from the default dialect."""
    assert bytes_of(source, "lwasm") == data


ASM6809 = [
    (" org $10\nlab leax lab,pc\n leax [5,pc]\n leax <$110,pc\n", "308c10309c05308c10"),
    (" lda 65535,x\n lda 0,x+\n leax #5,x\n", "a689ffffa6803005"),
    (" lda <200,x\n", "a688c8"),
    (" fdb 7/2*2,100-7/3,1.5*2,7%2.5,-7/2\n ldb #!0.5\n", "0007006100030001fffdc601"),
    (" fdb <$1234,>$1234\n", "12341234"),
    (" fdb 100<7!=3,100==7<3\n fcb 017,08,0x17\n lda 017\n", "000000010f0817b6000f"),
    (" fcc \"a\\tb\\n\",/c\\rd/\n fcb '\\,'\\n,'\\'\n",
     "6174620a630d645c5c5c"),
    ("! nop\n lda <\n jmp >\n! rts\n", "12b600007e000739"),
    (" fcs /AB/,5,\"CD\"\n fcv \"aB1\\n\"\n fci /AB1/\n", "41c28543c40142710a010231"),
    (" fzb 2\n rzb 2,5\n", "00000505"),
    (" setdp $C800\n lda $20\n setdp -1\n lda $20\n setdp page\n lda $2010\npage equ $20\n",
     "9620b600209610"),
    ("lab org $200\n fdb lab\n", "0200"),
    # Sections follow each other; each has its own DP and numeric labels.
    (" code\n fcb 1\n data\nd1 fcb 2\n code\n fcb 3\n fdb d1\n", "0103000402"),
    (" bss\nv1 rmb 1\n code\n ldx #v1\n", "8e0000"),
    (" section \"a\"\n setdp 0\n lda $10\n section \"b\"\n lda $10\n section \"a\"\n lda $10\n",
     "96109610b60010"),
    (" auto\n1 nop\n ram\n1 nop\n nop\n auto\n bra 1B\n ram\n bra 1B\n", "1220fd121220fc"),
    (" org $E000\n put $10\ns1 jmp e1\ne1 rts\n", "7ee00339"),
    # Arguments of a macro are values.
    ("m macro\ndir_\\1 fcc \"dir &1\",/\\{1}/\n fcb \\2*2\n endm\n m \"up\",1+2 note\n"
     " fdb dir_up\n",
     "6469722075707570060000"),
    ("m macro\n fcb 10-\\1\n endm\n m -3\n", "0d"),
    ("m macro\nlab&{1} fcb \\1\n endm\n m 5\n fcb lab5+1\n", "0501"),
]


@pytest.mark.parametrize(("source", "data"), ASM6809)
def test_asm6809_rule(source: str, data: str) -> None:
    """A rule of asm6809 that differs from the default dialect."""
    assert bytes_of(source, "asm6809") == data


@pytest.mark.parametrize(("source", "dialect", "word"), [
    (" pragma nosymbolcase\n", "lwasm", "nosymbolcase"),
    (" pragma qrts\n", "lwasm", "qrts"),
    ("@1 nop\n", "lwasm", "@1"),
    (" pragma cescapes\n fcc \"\\101\"\n", "lwasm", "\\1"),
    (" fci \"a\"\n", "asm6809", "FCI"),
    (" fcb 1=1\n", "asm6809", "`=`"),
    (" fcb 7--2\n", "asm6809", "`--`"),
])
def test_what_is_not_followed_is_an_error(source: str, dialect: str, word: str) -> None:
    """The message names the construct."""
    (error,) = assemble(source, dialect=dialect).errors
    assert word in error.text


def test_org_with_a_label_warns_in_the_default_dialect() -> None:
    """Both readings exist; the label has the address before the ORG."""
    program = assemble(" nop\nlab org $200\n fdb lab\n")
    assert [(found.code, found.line) for found in program.warnings] == [("org-label", 2)]
    assert program.symbols["lab"].value == 1
    for dialect in ("as09", "lwasm"):
        assert not assemble(" nop\nlab org $200\n fdb lab\n", dialect=dialect).warnings


def test_put_sets_the_place_in_every_format() -> None:
    """The labels have the addresses of the location counter, and the bytes those after PUT."""
    program = assemble(" org $E000\n put $2000\ns1 nop\ns2 rts\n", dialect="asm6809")
    assert (program.origin, program.image) == (0x2000, b"\x12\x39")
    assert program.symbols["s2"].value == 0xE001
    assert [row[:2] for row in program.source_map] == [(0x2000, 1), (0x2001, 1)]


def test_end_in_an_included_file_ends_everything_in_lwasm() -> None:
    """In the other dialects it ends its file."""
    texts = {os.path.abspath("inner.i"): " fcb 1\n end\n"}
    for dialect, data in (("lwasm", b"\1"), ("asm6809", b"\1\2")):
        program = assemble(' include "inner.i"\n fcb 2\n', dialect=dialect, texts=texts)
        assert program.image == data
