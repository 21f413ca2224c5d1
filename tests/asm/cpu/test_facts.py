"""The bytes that AS09 and VIDE's assembler generate for doubtful lines, as measured.

Source: [dialects] (docs/sources.md), found by running both on lines written for it.  `None` is an
error; a dialect that a row does not name is not tested.
"""

import pytest

from asm import assemble

FAR = "12 " + "00 " * 200
BOTH = ("as09", "vide")
ALL = ("vecx", "as09", "vide")


def same(source: str, data: str | None, *dialects: str) -> list[tuple[str, str, str | None]]:
    """Return a row on which the dialects agree."""
    return [(dialect, source, data) for dialect in dialects]


def differ(source: str, as09: str | None, vide: str | None,
           vecx: str | None = "") -> list[tuple[str, str, str | None]]:
    """Return a row on which the dialects differ; an empty text means not measured."""
    rows = [("as09", source, as09), ("vide", source, vide), ("vecx", source, vecx)]
    return [row for row in rows if row[2] != ""]


STORAGE = [
    *same(" org 0\n db 1\n ds 4\n db 2\n ds 3", "01 00 00 00 00 02 00 00 00", *BOTH),
    *same(" org 0\n db 1\n ds 4\n db 2\n ds 3", "01 00 00 00 00 02", "vecx"),
    *same(" org $c800\n ds 3\n org $c803\n code\n db 1", "00 00 00 01", *BOTH),
    *same(" org 0\n rmb 2\n db 1\n rmb 1", "00 00 01 00", *BOTH),
    *same(" bss\n rmb 3\n code\n db 1\n bss\n rmb 3", "01", *ALL),
    *differ(" db 1\n align 4\n db 2", "01 00 00 00 02", "01 12 12 12 02", "01 00 00 00 02"),
    *differ(" db 1\n align 4", "01 00 00 00", "01", "01"),
    *differ(" db 1\n even\n db 2", "01 00 02", "01 12 02"),
    *same(" org 4\n db 1,2\n data\n org 6\n db 3,4", "01 02 03 04", *BOTH),
    *same(' fcc "g GCE 1982"\n fcb $80,$fd,$0d,0\n ds 4\n db 1',
          "67 20 47 43 45 20 31 39 38 32 80 FD 0D 00 00 00 00 00 01", *ALL),
]
BRANCHES = [
    *differ("back nop\n ds 200\n bra back", FAR + "7E 00 00", "", None),
    *differ("back nop\n ds 200\n bne back", FAR + "10 26 FF 33", "", None),
    *differ("back nop\n ds 200\n brn back", FAR + "10 21 FF 33", "", None),
    *differ("back nop\n ds 200\n bsr back", FAR + "BD 00 00", "", None),
    *differ("rom equ $f517\n bsr rom", "BD F5 17", "", None),
    *differ("rom equ $f517\n bra rom\n bhs rom", "7E F5 17 10 24 F5 10", "", None),
    *differ("back nop\n lbne back\n lbrn back\n lblo back", "12 26 FD 21 FB 25 F9", "",
            "12 10 26 FF FB 10 21 FF F7 10 25 FF F3"),
    *differ("back nop\n ds 200\n lbne back", FAR + "10 26 FF 33", ""),
    *differ(" lbne on\n bne on\non nop", "10 26 00 02 26 00 12", ""),
    *differ(" bra on\n ds 200\non nop", None, ""),
    *(("as09", f" noopt\nback nop\n ds 200\n {word} back", None) for word in ("bra", "bsr", "bne")),
    *(("as09", f" noopt\nback nop\n {word}", data) for word, data in (
        ("lbne back", "12 10 26 FF FB"), ("lbra back", "12 16 FF FC"))),
    *same("back nop\n jmp >back", "12 20 FD", *BOTH),
    *same("back nop\n jmp >back", "12 7E 00 00", "vecx"),
    *((dialect, f" {word} on\n zmb {room}\non rts", expected + " 00" * room + " 39")
      for dialect, most in (("as09", 126), ("vide", 125)) for word in ("jmp", "lbra")
      for room, expected in ((most, f"20 {most + 1:02X} 12"), (most + 1, f"7E 00 {most + 4:02X}"))),
]
DIRECT_PAGE = [
    *same(" direct $c8\n sta vv\nvv equ $c885", "B7 C8 85", *BOTH),
    *same(" direct $c8\n sta vv\nvv equ $c885", "97 85", "vecx"),
    *differ(" direct 0\n sta vv\nvv equ $85", "B7 00 85", "97 85", "97 85"),
    *same(" direct $c8\nvv equ $c885\n sta vv\n sta >vv", "97 85 B7 C8 85", *ALL),
]
SYMBOLS = [
    *differ(" lda #foo\nfoo set 1\nfoo set 2", "86 02", "86 01", None),
    *differ(" lda #foo\nfoo = 1\nfoo = 2\n lda #foo", "86 02 86 02", "86 01 86 02", None),
    *differ(" lda #foo\nfoo set foo+1\nfoo set 2", None, None, None),
    *differ(" ldb #n\nn set 3\nn set n+n\nn set n+1\n ldb #n", "C6 07 C6 07", "C6 03 C6 07", None),
    *same(" lda #foo\nfoo set 1", "86 01", *ALL),
    *differ("aa equ 5\n lda #aa\naa equ 6\n lda #aa", None, "86 05 86 06", None),
    *differ("aa nop\n bra aa\naa nop\n bra aa", None, "12 20 FD 12 20 FD", None),
    *differ(" ldx #aa\naa nop\naa nop", None, "8E 00 03 12 12", None),
    *differ("m macro\n nop\n endm\n m\nm macro\n rts\n endm\n m", "39 39", "12 39", "12 39"),
    *differ(" fcb TRUE,FALSE,true,false", None, "01 00 01 00", None),
    *differ("TRUE equ 7\n fcb TRUE", "07", "07", "07"),
    *differ("lab\\? nop\n fdb lab", None, "12 00 00", None),
    *same("mm macro\nl\\? bra l\\?\n endm\n mm", "20 FE", *ALL),
    *differ("st db 1,2\n ds 8-(*-st)\n db 9", "01 02 00 00 00 00 00 00 09",
            "01 02 00 00 00 00 00 00 09"),
    *differ(" db 1\n org *+4\n db 2", "01 FF FF FF FF 02", "01 12 12 12 12 02",
            "01 00 00 00 00 02"),
    *same(" org $10\n fdb $", "00 10", "as09", "vecx"),
    *differ(" org 4\n db 1\n org 2\n db 2", None, "02 12 01", "02 00 01"),
    *differ(" org 4\n db 1\n org 4\n db 2", None, "02", None),
    *differ(" lda #256", None, "86 00", "86 00"),
    *same(" lda #255\n lda #-128", "86 FF 86 80", *ALL),
]
REGISTERS = [
    *same(" stb -1,sp\n leax 2,SP\n lda ,sp+", "E7 7F 30 62 A6 E0", *ALL),
    *same(" tfr d,sp\n tfr a,ccr\n tfr b,dpr\n pshs ccr,dpr", "1F 04 1F 8A 1F 9B 34 09", "as09",
          "vecx"),
    *differ(" orcc c\n andcc z,v\n cwai e , f ; c", "1A 01 1C 06 3C C0", "", None),
    *same(" orcc #1\n andcc #$EF", "1A 01 1C EF", *ALL),
    *same(" lda >>5,x\n lda >>5", "A6 89 00 05 B6 00 05", *ALL),
    *same(" lda <5,x\n lda >5,x\n lda <<5,x\n lda <5", "A6 88 05 A6 89 00 05 A6 05 96 05", *ALL),
    *same(" lda <<<5,x", None, *ALL),
    *same(" fcb <$1234,>$1234", "34 12", *ALL),
    *differ(" lda 0,u+\n ldd 0,--x", None, "A6 C0 EC 83", None),
    *differ(" lda 1,u+", None, None, None),
    *differ(" leax #8,x", None, "30 08", None),
    *differ("lab equ $1234\n dw #lab\n db #5", None, "12 34 05", None),
    *differ("lab equ #$fe\naa equ lab+#1\n db lab,aa", None, "FE FF", None),
    *differ(" sta #-30", None, "B7 FF E2", None),
    *differ("loop bra #loop", None, "20 FE", None),
    *differ(" rts 5\n clra #1\n mul ,x\n nop x y", None, "39 4F 3D 12", None),
    *differ(" nop 3\n swi 2", "12 12 12 10 3F", "12 12 12 3F", "12 12 12 10 3F"),
    *differ(" nop\n end\n rts", "12 39", "12", "12"),
    *same(" fcb 16#ff,2#101,8#17,36#z", "FF 05 0F 23", *ALL),
]
EXPRESSIONS = [
    *same(" ldd #'TI'\n ldx #'A'", "CC 54 49 8E 00 41", *ALL),
    *differ(" dw 'TI'", "54 49", "00 54 00 49", "00 54 00 49"),
    *same(" dw 'A'\n db 'TI'\n fcb 'A,'B", "00 41 54 49 41 42", *ALL),
    *differ(" ldd #hi $1234+1", "CC 00 12", "CC 00 13", "CC 00 13"),
    *differ(" ldd #(lo -3*5)", "CC 00 F1", "CC 04 F1", "CC 04 F1"),
    *same(" ldb #lo -30\n ldb #hi($1234)", "C6 E2 C6 12", *ALL),
    *same("lo equ 40\n ldb #lo-30\n ldb #lo - 30", "C6 0A C6 0A", *ALL),
    *same("mm macro aa\n db \\0\n endm\n mm 1\n mm 1,2\n mm", "01 02 00", *ALL),
    *same(' cmap "A",1\n db "AB"\n cmap -1\n db "AB"', "01 42 41 42", *ALL),
    *same(' cmap "0",0,1,2,3\n db "0123"', "00 01 02 03", *ALL),
    *same(' cmap "09",5,4\n db "0189"', "05 04 38 39", *ALL),
]


@pytest.mark.parametrize(("dialect", "source", "data"), [
    *STORAGE, *BRANCHES, *DIRECT_PAGE, *SYMBOLS, *REGISTERS, *EXPRESSIONS])
def test_fact(dialect: str, source: str, data: str | None) -> None:
    """The dialect generates these bytes, also with DOS line ends and in capitals."""
    for text in (source, source.replace("\n", "\r\n") + "\r\n"):
        program = assemble(text, dialect=dialect, warnings=["none"])
        if data is None:
            assert program.errors, program.image
        else:
            assert program.image == bytes.fromhex(data), program.messages()


@pytest.mark.parametrize(("dialect", "source", "name"), [
    ("vide", " leax #8,x", "hash-ignored"), ("vide", " sta #5", "hash-ignored"),
    ("vide", " db #5", "hash-ignored"), ("vide", " lda 0,x+", "offset-ignored"),
    ("vide", "a equ 1\na equ 2", "duplicate-label"), ("vide", " rts 5", "comment-operand"),
    *((dialect, "m macro\n endm\nm macro\n endm", "macro-redefined") for dialect in ALL)])
def test_what_is_passed_over_is_warned_about(dialect: str, source: str, name: str) -> None:
    """Text that a dialect ignores gets one warning."""
    assert [found.code for found in assemble(source + "\n", dialect=dialect).diagnostics] == [name]


def test_set_above_its_first_use_is_named() -> None:
    """If a SET symbol has no value above its first SET, one error lists each use."""
    program = assemble(" lda #foo\n ldb #foo\nfoo set 1\nfoo set 2\n")
    error, = program.errors
    assert (error.code, error.line, error.text) == (
        "E020", 1, "`foo` is used above its first SET")
    assert [note.text for note in error.notes] == ["the first SET", "also used in line 2"]
