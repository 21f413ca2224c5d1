; font.asm: the letters of sweep.asm, five lines high
;
; what:     a table for each line: the byte of every letter
; DP:       any

; In texts a character is its place in this list: a blank, the figures, the letters, `.-:`, discs,
; arrows.
GLYPH_SPACE     equ     0
GLYPH_0         equ     1
GLYPH_BLACK     equ     40
GLYPH_WHITE     equ     41
GLYPH_LEFT      equ     42              ; arrows: the count next to it is the player's
GLYPH_RIGHT     equ     43
GLYPH_COUNT     equ     44
GLYPH_MOVER     equ     44              ; in a message: the disc of the side to move

; glyphs: let strings be written in these codes until `cmap` alone
glyphs          macro
                cmap    " ",GLYPH_SPACE
                cmap    "0123456789",GLYPH_0
                cmap    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",11
                cmap    ".",37
                cmap    "-",38
                cmap    ":",39
                cmap    "@",GLYPH_BLACK
                cmap    "$",GLYPH_WHITE
                cmap    "<",GLYPH_LEFT
                cmap    ">",GLYPH_RIGHT
                cmap    "#",GLYPH_MOVER
                endm

tbl_font
; line 1 from above
                fcb     $00,$70,$20,$F0,$F0,$90,$F8,$70,$F8,$70,$70,$70,$F0,$78
                fcb     $F0,$F8,$F8,$78,$88,$70,$08,$88,$80,$88,$88,$70,$F0,$70
                fcb     $F0,$78,$F8,$88,$88,$88,$88,$88,$F8,$00,$00,$00,$00,$10,$18,$C0
; line 2 from above
                fcb     $00,$98,$60,$08,$08,$90,$80,$80,$08,$88,$88,$88,$88,$80
                fcb     $88,$80,$80,$80,$88,$20,$08,$90,$80,$D8,$C8,$88,$88,$88
                fcb     $88,$80,$20,$88,$88,$88,$50,$50,$10,$00,$00,$20,$30,$6C,$30,$60
; line 3 from above
                fcb     $00,$A8,$20,$70,$70,$F8,$F0,$F0,$10,$70,$78,$F8,$F0,$80
                fcb     $88,$F0,$F0,$98,$F8,$20,$08,$E0,$80,$A8,$A8,$88,$F0,$A8
                fcb     $F0,$70,$20,$88,$88,$A8,$20,$20,$20,$00,$70,$00,$48,$82,$60,$30
; line 4 from above
                fcb     $00,$C8,$20,$80,$08,$10,$08,$88,$20,$88,$08,$88,$88,$80
                fcb     $88,$80,$80,$88,$88,$20,$88,$90,$80,$88,$98,$88,$80,$90
                fcb     $90,$08,$20,$88,$50,$D8,$50,$20,$40,$00,$00,$20,$30,$6C,$30,$60
; line 5 from above
                fcb     $00,$70,$70,$F8,$F0,$10,$F0,$70,$20,$70,$70,$88,$F0,$78
                fcb     $F0,$F8,$80,$78,$88,$70,$70,$88,$F8,$88,$88,$70,$80,$68
                fcb     $88,$F0,$20,$70,$20,$88,$88,$20,$F8,$20,$00,$00,$00,$10,$18,$C0
                assert  *-tbl_font = 5*GLYPH_COUNT, "as many as there are letters"
