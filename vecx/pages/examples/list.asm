; list.asm: a house, drawn from a list of lines

                include "vectrex.inc"

                org     0
                setdp   $D0             ; the page of the hardware, in which ROM routines work
                fcc     "g GCE 2026"    ; the executive ROM refuses anything else
                fcb     $80
                fdb     Music_1
                fcb     $F8,$50,$20,-28 ; height, width, y, x of the title
                fcc     "LIST"
                fcb     $80,0

PLACE_SCALE     equ     $7F             ; how far a move goes, in cycles
HOUSE_SCALE     equ     $40             ; how large the house is

main            jsr     Wait_Recal
                jsr     Intensity_5F
                lda     #PLACE_SCALE
                sta     <VIA_t1_cnt_lo
                ldd     #-40*256-30     ; up, right: the lower left corner
                jsr     Moveto_d
                lda     #HOUSE_SCALE
                sta     <VIA_t1_cnt_lo
                ldx     #vl_house
                jsr     Draw_VLc
                bra     main

vl_house        fcb     5               ; number of lines, less one
                fcb     100,0           ; up, right
                fcb     50,60
                fcb     -50,60
                fcb     -100,0
                fcb     0,-120
                fcb     0,0
