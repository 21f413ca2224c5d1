; page.asm: The assembler and the direct page
;
; DP_to_C8 and DP_to_D0 change DP while the program runs. setdp tells the assembler the value of DP,
; so that it uses the short form for that page. A missing setdp costs a byte and a cycle for each
; access; after an outdated setdp, instructions access the wrong page. A cartridge begins with
; DP = $D0. Most entries expect $D0; those for tunes, explosions and angles expect $C8 (see "in").

                include "vectrex.inc"
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FEE6           ; no tune
                fcb     $F8,$50,0,-40
                fcc     "RECIPE"
                fcb     $80,0

frames          equ     Vec_Game_RAM
                setdp   $D0
loop            jsr     Wait_Recal      ; leaves DP = $D0
                jsr     DP_to_C8
                setdp   $C8
                inc     frames
                lda     Vec_Loop_Count+1
                sta     frames+1
                jsr     DP_to_D0
                setdp   $D0
                jsr     Intensity_7F
                bra     loop
