; return_skipped_ok: only pushed bytes are pulled; a caller is skipped on purpose; text after a call

                include "case.inc"
loop            jsr     Wait_Recal
                jsr     Intensity_5F
                bsr     dot
                jsr     Reset0Ref
                bsr     leaves
                jsr     Reset0Ref
                bsr     says
                fcb     -$20,$10
                bra     loop

dot             pshs    d
                ldd     #$2020
                jsr     Dot_d
                puls    d,pc

leaves          bsr     out
                jsr     Dot_here
                rts

out             leas    2,s
                rts

says            puls    u
                pulu    d
                pshs    u
                jmp     Dot_d
