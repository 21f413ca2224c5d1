; lines.asm: Releasing zero before lines
;
; Reset0Ref, Wait_Recal and all text routines leave the integrators held at zero (PCR = $CC).
; Moveto_* releases them. Draw_* and Mov_Draw_* do not, so a list drawn directly after Reset0Ref is
; a single spot. Call Moveto_* first, even if the beam should only move by 0, 0.

                include "vectrex.inc"
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FEE6           ; no tune
                fcb     $F8,$50,0,-40
                fcc     "RECIPE"
                fcb     $80,0

loop            jsr     Wait_Recal
                jsr     Intensity_7F
                clr     >Vec_Misc_Count
                ldd     #0
                jsr     Moveto_d_7F     ; releases the integrators, sets the scale
                ldx     #square
                jsr     Draw_VLc
                jsr     Reset0Ref
                bra     loop

square          fcb     3               ; lines - 1
                fcb     0,60,60,0,0,-60,-60,0
