"""A small cartridge in a folder, for the tests of the plug-in."""

from pathlib import Path

SOURCE = """\
            include "vectrex.inc"

ship        struct
y           rmb     1
speed       rmb     2
            ends

            bss
            org     $C880
ships       rmb     3*ship
kind        rmb     1
            code

            org     0
            setdp   $D0
            fcc     "g GCE 2026"
            fcb     $80
            fdb     Music_1
            fcb     $F8,$50,$20,-$38
            fcc     "SMALL"
            fcb     $80,0
main        jsr     Wait_Recal
            jsr     Random
            ldd     #0
            jsr     Moveto_d
            bsr     square_draw
            lda     #3
            bsr     sign
            bra     main

; square_draw: draw the square
;   in       DP = $D0
;   out      none
;   changes  A B X CC           keeps  Y U S DP
;   cycles   <= 700             vectors <= 4
;   stack    2
square_draw jsr     Intensity_5F
            lda     #$20
            sta     <VIA_t1_cnt_lo
            ldx     #vl_square
            jmp     Draw_VLc

            include "sign.asm"

vl_square   fcb     3
            fcb     0,100
            fcb     -100,0
            fcb     0,-100
            fcb     100,0
"""
SIGN = """\
store_kind  macro
            lda     #\\1
            sta     kind
            endm

; sign: note whether a number is negative
;   in       A = the number
;   out      kind = 2 if it is, else 1
;   changes  A CC               keeps  B X Y U S DP
;   cycles   <= 30              vectors <= 0
;   stack    0
sign        tsta
            bmi     .below
            store_kind 1
            rts
.below      store_kind 2
            rts
"""
# pytest-lsp fails on tests that are not functions; it comes with pytest-asyncio.
INI = ("[pytest]\nvecx_cart = small.asm\n"
       "addopts = -p vecx.testing.plugin -p no:cacheprovider -p no:pytest-lsp -p no:asyncio\n")


def lay_out(folder: Path, tests: str, ini: str = INI) -> None:
    """Write the cartridge, settings and tests."""
    (folder / "small.asm").write_text(SOURCE)
    (folder / "sign.asm").write_text(SIGN)
    (folder / "pytest.ini").write_text(ini)
    (folder / "test_small.py").write_text(tests)
