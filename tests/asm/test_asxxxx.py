"""The dialect asxxxx: small programs that as6809 has assembled, and each of its rules."""

from collections import Counter
from pathlib import Path

import pytest

from asm import assemble
from tests.asm.dialect_rows import FOLLOWED, SILENT, judged, rows

DOCS = Path(__file__).parents[2] / "docs"
ABSOLUTE = " .area CODE (ABS)\n .org 0x100\n"


def test_rows() -> None:
    """At least 99 % of the programs have the same bytes, none differs without a message, and the
    manual gives these numbers."""
    counts = Counter(judged(row, "asxxxx")[0] for row in rows("asxxxx"))
    assert counts[SILENT] == 0
    assert counts[FOLLOWED] >= 0.99 * counts.total()
    assert (f"{counts.total()} small programs that they assemble, of which {counts[FOLLOWED]} have"
            in (DOCS / "asm-language.md").read_text("utf-8"))
    assert (f"{counts[FOLLOWED]} of {counts.total()} small programs have the same bytes"
            in (DOCS / "migrating.md").read_text("utf-8"))


NUMBERS = [
    (" .word 0x1F,0h1F,$$1f,0b11,$%11,0o17,0q17,$&17,0d31,$#31,017",
     "001f001f001f00030003000f000f000f001f001f0011"),
    (" .radix x\n .word 0F,10,0d10,0b11\n .radix\n .word 10", "000f0010000a0003000a"),
    (" .radix B ; note\n .word 11", "0003"),
    (" .word 'A,'\\n,'\\101,' ,';,\"AB,\"\\n\\t", "0041000a00410020003b41420a09"),
    (" .word -7/2,-1>>1,-7%2,5^3&2,6|1^1,100>>7-3", "7ffc7fff0001000200060006"),
    (" .word 9-4*2,-1,~0,10->3,<0x1234,>0x1234,<(1+2)", "0001ffffffff000a003400120003"),
    (" .word .,.\n .byte 1,.-0x100,2", "01000102010502"),
    (" . = . + 2\nl: .byte 1\n .=.+1\n .word l", "01000102"),
    ("lab: ldb #<lab\n ldb #>lab\n .byte <lab,>lab,>lab+1,<lab+1", "c600c60100010101"),
    (" ldb #>0x1234\n ldx #<0x1234\n lda <0x1234\n lda >0x1234", "c6128e0034b60034b60012"),
]
SIZES = [
    (" lda *5\n lda 5\n lda *5,x\n lda [*5,x]", "9605b60005a605a69805"),
    (" lda 0,x\n lda [0,x]\n lda ,x\n lda 65535,x\n lda -17,x", "a600a69800a684a61fa688ef"),
    (" lda off,x\n lda >off,x\n lda <off,x\noff = 0x105", "a6890105a601a605"),
    ("a1: nop\nb1: lda b1-a1,x\n lda c1-a1,x\nc1: lda a1,x\n lda [c1,x]",
     "12a601a605a6890100a6990105"),
    ("a1: nop\nlen = c1-a1\n lda a1+0,x\n lda len,x\nc1:", "12a6890100a607"),
    ("1$: lda 1$,x\n lda 2$-1$,x\n2$:", "a6890100a606"),
    (" leax 5,pc\n leax a1-b1,pc\n leax >a1,pcr\na1: nop\nb1:", "308c05308cff308c0012"),
    (" leax a1,pcr\n .blkb 126\na1: rts", "308c7e" + "00" * 126 + "39"),
    (" leax a1,pcr\n .blkb 127\na1: rts", "308d007f" + "00" * 127 + "39"),
    (" bra <a1\n lbra >a1\na1:", "2003160000"),
]
LINES = [
    ("lda#5\nnop;note\nlab:nop\n std, x", "86051212ed84"),
    ("a1: b1:: c1: .word a1,b1,c1\n d1: e1 = 5\n .byte e1", "01000100010005"),
    (" a1 = 5\na2 .equ 6\na2 .equ 6\n .gblequ a3,7\na4=:8\n .byte a1,a2,a3,a4", "05060708"),
    ("$lab: bra $lab\n.a.b: bra .a.b\nx = 5\n ldb #x\norg = 6\n .byte org", "20fe20fec60506"),
    (" .define a1 \"5\"\n .define b1, /a1+1/\n .byte a1,b1\n .undefine a1\na1 = 7\n .byte a1",
     "050607"),
    (" .ascii \"a\\tb\\0\\101\\x\"\n .asciz ^/a b/\n .ascis aBBa\n .str ,A,",
     "6109620041" + "5c78" + "61206200" + "42c2" + "41"),
    (" .fcb 1,2\n .fdb 3\n .rs 1\n .odd\n .byte 4\n .byte 5\n .bndry 4\n .byte 6",
     "01020003" + "0004" + "0500" + "06"),
    (" .module m1\n .bank B\n .setdp\n .setdp 0,CODE\n .assume 0\n .msg ^/hi, there/\n nop", "12"),
    (" .byte 1\n .end\n .byte 2", "0102"),
    (" ldaa #5\n inx\n aba\n tab\n cpx #5\n tba\n psha\n cli",
     "86053001" + "3404abe0" + "1f894d" + "8c0005" + "1f985d" + "3402" + "1cef"),
]
CONDITIONS = [
    (" .if 1\n .byte 1\n .iff\n .byte 2\n .ift\n .byte 3\n .iftf\n .byte 4\n .endif", "010304"),
    (" .if 0\n .byte 1\n .iff\n .byte 2\n .ift\n .byte 3\n .iftf\n .byte 4\n .endif", "0204"),
    (" .if 0\n .iift .byte 1\n .iiff .byte 2\n .iiftf .byte 3\n .byte 4\n .endif", "0203"),
    (" .if 0\n .if 1\n .ift\n .byte 2\n .endif\n .iff\n .byte 3\n .endif", "03"),
    (" .if ne,1\n .byte 1\n .endif\n .ifgt -1\n .byte 2\n .endif\n .if b,\n .byte 3\n .endif",
     "0103"),
    (" .ifb <>\n .byte 1\n .endif\n .ifnb x\n .byte 2\n .endif\n .ifidn ^/a b/,^/a b/\n"
     " .byte 3\n .endif\n .ifdif a,a\n .byte 4\n .endif", "0203"),
    (" .macro m\n .endm\n$a = 1\n .ifdef m\n .byte 1\n .endif\n .ifdef $a\n .byte 2\n .endif",
     "02"),
    ("five = 5\n .iif 1 .byte 1\n .iif eq,five, .byte 2\n .iifdef five lab: .word lab\n"
     " .iif 0 nop", "010101"),
]
MACROS = [
    (" .macro m a1 b1\nlab'a1'x: .ascii \"b1'a1\" ; a1\n .endm\n m 1,q\n m 2 r\n .word lab2x",
     "7131" + "7232" + "0102"),
    (" .macro m a,?l\n tst a\n bne l\n nop\nl: rts\n .endm\n m 5\n m 6",
     "7d0005260112397d000626011239"),
    ("v = 5\n .macro m a\n .narg n\nlab'a: .byte a,n\n .endm\n m \\v\n .word lab5", "05010100"),
    (" .macro m a\n ldb a\n .mexit\n nop\n .endm\n m ^/5,x/", "e605"),
    (" .macro m a\n .irp b,1,2\n .byte a+b\n .endm\n .endm\n m 5", "0607"),
    (" .irpc c,AB\n .ascii \"c\"\n .endm\n .rept 2\n .irp x1 1 2\n .byte x1\n .endm\n .endm",
     "4142" + "01020102"),
    (" .macro m a\n .nchr n,a\n .nval q,2+3\n .byte n,q\n .endm\n m hello\n .mdelete m", "0505"),
]


@pytest.mark.parametrize(("source", "data"), [*NUMBERS, *SIZES, *LINES, *CONDITIONS, *MACROS])
def test_rule(source: str, data: str) -> None:
    """Each rule of the manual makes these bytes."""
    program = assemble(f"{ABSOLUTE}{source}\n", dialect="asxxxx", warnings=["none"])
    assert program.image is not None, program.messages()
    assert program.image.hex() == data


@pytest.mark.parametrize(("source", "data"), [
    (" .area A\n .byte 1\n .area B\n .byte 2\nlb: .word lb\n .area A\n .byte 3\n", "0103020003"),
    (" .byte 9\n .area A (REL,CON)\n .byte 1\nl: .word l", "09010002"),
    (" .area A\n leax lb,pcr\n leax .,pcr\n .area B\nlb: leax lc,pcr\nlc = lb\n",
     "308d0003308cfd308cfd"),
    (" .area A\n .byte 1\n .area R (ABS)\n .org 0x200\nv: .blkb 1\n .area A\n .word v", "010200"),
])
def test_areas(source: str, data: str) -> None:
    """Areas of one name are joined; relocatable ones follow each other."""
    program = assemble(source, dialect="asxxxx")
    assert program.image is not None, program.messages()
    assert program.image.hex() == data


@pytest.mark.parametrize(("source", "said"), [
    (" ldx two,y\ntwo = one+2\none = 300", "late-symbol"),
    ("a1 = b1+1\nb1 = c1+1\nc1 = 3\n .byte a1", "late-symbol"),
    ("lab: .word <lab", "E024"),
    ("lab: ldx #>lab", "E024"),
    (" .area A (PAG)", "E030"),
    (" .bank B (BASE=0x100)", "E030"),
    (' .ascii "a\\\\"', "last-backslash"),
    (" .macro m a1,b1\n .byte a1,b1\n .endm\n m 1,,2", "macro-arguments"),
    (' .macro m a1,b1\n .ascii a1 b1\n .endm\n m "a b"', "macro-arguments"),
    (" .radix 16", "E030"),
    (" .ifdef 0\n .endif", "E002"),
    (" .nval ,,.", "E005"),
    (" .equ 5,5", "E005"),
    ("a: " * 100 + "nop", "E022"),
    (" .iif 1" * 100 + " nop", "E035"),
    (" .assume 1", "E034"),
    (" .iif 1", "E002"),
    (" .iift nop", "E031"),
    (" .mexit", "E032"),
])
def test_said(source: str, said: str) -> None:
    """What is not followed has a message."""
    program = assemble(f"{ABSOLUTE}{source}\n", dialect="asxxxx")
    assert said in [found.code for found in program.diagnostics], program.messages()


def test_other_dialects_do_not_know_these_words() -> None:
    """Directives and mnemonics of as6809 are unknown elsewhere, and labels need no colon."""
    for line in (" .irp a,1", " .iif 1 nop", " .narg n", " ldaa #5", " .define a \"5\""):
        assert "E010" in [error.code for error in assemble(f"{line}\n").errors]
    assert assemble("lab nop\n").ok
    assert not assemble("lab nop\n", dialect="asxxxx").ok
