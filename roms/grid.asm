; grid.asm: lines on a grid of sixteen by sixteen
;
; address:  $FF9F-$FFEF
; DP:       $D0
; RAM:      $C880, in the cartridge's part

                setdp   $D0

GRID_FLAGS      equ     Vec_Game_RAM    ; what is left of the flag byte of this sublist
GRID_LAST       equ     $20             ; bit 7: begin with a move; bit 5: no sublist follows
GRID_COUNT      equ     $0F             ; points still to come

; Draw_Grid_VL: sublists of points, a nibble for each coordinate, in steps of 8
;   in       Y -> flags, points, ...; X -> pairs skipped, one for each point; DP = $D0
;   out      X and Y past what was used, GRID_FLAGS
;   changes  A B X Y CC             keeps  U S DP
;   cycles   <= 60 + 450 each       stack  2
;   leaves   ORA free, ORB = $C1 or $E1 or $01, PCR = kept or $CC, SR = $00
;   ram      $C880, Vec_Misc_Count
;   quirks   a sublist that contains only a move does not end: give it at least one line
                org     $FF9F
Draw_Grid_VL    lda     ,y+
                sta     >GRID_FLAGS
                bra     .point

.move           jsr     Mov_Draw_VL_d
                lda     >GRID_FLAGS
                anda    #$7F
                sta     >GRID_FLAGS
.point          lda     ,y+
                tfr     a,b
                anda    #$F0
                asra                    ; high nibble x 8
                aslb
                aslb
                aslb
                aslb
                asrb                    ; low nibble x 8
                dec     >GRID_FLAGS
                brn     *               ; as long as in the original; keeps the flags
                nop     2
                bmi     .move
                jsr     Draw_Line_d
                lda     >GRID_FLAGS
                bita    #GRID_COUNT
                bne     .point
                bita    #GRID_LAST
                beq     Draw_Grid_VL
                rts
