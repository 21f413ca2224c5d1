; score.asm: scores of six digits as text
;
; address:  $F84F-$F8E4 (the rest of Add_Score_d is in rest.asm)
; DP:       any, kept

; Clear_Score: set a score to 0: five spaces, a 0 and the end mark
;   in       X -> 7 bytes
;   out      A = $30, B = $80
;   changes  A B CC                 keeps  X Y U S DP
;   flags    N Z of A
;   cycles   <= 33                  stack  0
;   ram      at X
                org     $F84F
Clear_Score     ldd     #$2020          ; two spaces
                std     ,x
                std     2,x
                sta     4,x
                ldd     #'0'*256+$80
                std     5,x
; falls into score_end
score_end       rts

; Add_Score_a: add a byte to a score
;   in       A = 0-255, X -> score, Vec_Misc_Count = 0 (1 adds 1)
;   out      the score; U = A as four decimal digits; Vec_Misc_Count = 0
;   changes  A B U CC               keeps  X Y S DP
;   cycles   <= 650                 stack  2
;   ram      at X
Add_Score_a     ldu     #0
.hundreds       cmpa    #99
                bls     .tens
                suba    #100
                leau    $100,u
                bra     .hundreds
.tens           cmpa    #9
                bls     .ones
                suba    #10
                leau    $10,u
                bra     .tens
.ones           leau    a,u
                tfr     u,d
; falls into Add_Score_d

; Add_Score_d: add four decimal digits to a score
;   in       D = four decimal digits, X -> score, Vec_Misc_Count = 0 (1 adds 1)
;   out      the score, spaces for leading zeros; Vec_Misc_Count = 0
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 540                 stack  2
;   ram      at X
;   quirks   a score of a million becomes 0
                org     $F87C
Add_Score_d     jmp     score_add

; Strip_Zeros: replace leading zeros with spaces
;   in       X -> score, B = first digit, 0-5
;   out      the score
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 125                 stack  0
;   ram      at X
                org     $F8B7
Strip_Zeros     lda     b,x
                cmpa    #'0'
                bne     .done
                lda     #' '
                sta     b,x
                incb
                cmpb    #5              ; the last digit always shows
                blo     Strip_Zeros
.done           rts

; Compare_Score: compare two scores
;   in       X and U -> scores
;   out      A = 0 equal, 1 X higher, 2 U higher
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 140                 stack  4
                org     $F8C7
Compare_Score   pshs    x,u
                clra
.digit          ldb     ,x+
                bmi     .done
                cmpb    ,u+
                beq     .digit
                inca
                bcc     .done
                inca
.done           puls    x,u,pc

; New_High_Score: copy a score if it is higher
;   in       X -> score, U -> high score
;   out      the high score
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 270                 stack  6
;   ram      at U
New_High_Score  bsr     Compare_Score
                cmpa    #1
                bne     copied
; falls into New_High_copy

; New_High_copy: copy a score
;   in       X -> score, U -> its new place
;   out      X and U past the end marks
;   changes  A X U CC               keeps  B Y S DP
;   cycles   <= 140                 stack  0
;   ram      at U
New_High_copy   lda     ,x+
                sta     ,u+
                bpl     New_High_copy
; falls into copied
copied          rts
