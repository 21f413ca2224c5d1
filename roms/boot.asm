; boot.asm: power on, title screen, into the cartridge
;
; address:  $F000-$F10B
; DP:       any

COLD_MARK       equ     $7321           ; in Vec_Cold_Flag: RAM has been set up before
TITLE_FRAMES    equ     125             ; the title is shown for more than these
HEADER_TEST     equ     6               ; bytes of the header that must match, ...
HEADER_END      equ     10              ; ... and the end mark after the year

; Cold_Start: power on or reset
;   in       none
;   out      does not return
;   changes  A B X Y U S DP CC      keeps  none
;   cycles   <= boot                stack  16
                org     $F000
Cold_Start      lds     #Vec_Default_Stk
                jsr     Init_OS
                ldx     #COLD_MARK
                cmpx    >Vec_Cold_Flag  ; a cold start leaves chance values there
                beq     Warm_Start
                jsr     power_on
                jsr     Init_OS         ; power_on has used the RAM
                ldx     #Vec_High_Score
                jsr     Clear_Score
                ldx     #COLD_MARK
                stx     >Vec_Cold_Flag
                inc     >Vec_Boot_NoHigh
                bra     Warm_Start

; Warm_Start: show the title of the cartridge, then start it
;   in       system RAM set up
;   out      does not return; the cartridge starts with DP = $D0
;   changes  A B X Y U S DP CC      keeps  none
;   cycles   <= boot                stack  16
                org     $F06C
Warm_Start      jsr     DP_to_C8
                setdp   $C8
                lda     #$CC
                sta     <Vec_Pattern
                ldd     #0
                std     <Vec_Loop_Count
                std     <Vec_Boot_Owner ; the line at address 0 is the cartridge's own
                tfr     d,x
                ldu     #Copyright_Str
                ldb     #HEADER_TEST
.compare        lda     ,x+             ; there may be no cartridge
                cmpa    ,u+
                bne     .refuse
                decb
                bne     .compare
                lda     >HEADER_END
                cmpa    #$80
                bne     .refuse
                ldx     #HEADER_END+1
                bra     .title

.refuse         ldx     #str_owner
                stx     <Vec_Boot_Owner
                ldx     #Own_Header
.title          stx     <Vec_Boot_Header
                inc     <Vec_Music_Flag

.frame          jsr     DP_to_C8
                ldd     #$F848
                std     <Vec_Text_HW
                ldu     [Vec_Boot_Header]
                jsr     Init_Music_chk
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                jsr     Intensity_7F
                ldu     >Vec_Boot_Owner
                ldd     #$C0C0
                jsr     Print_Str_d
                lda     >Vec_Boot_NoHigh
                bne     .list
                ldu     #Vec_High_Score
                lda     #$FF            ; an end mark, whatever was there
                sta     6,u
                ldd     #$68D0
                jsr     Print_Str_d
.list           ldu     >Vec_Boot_Header
                leau    2,u
                jsr     Print_List_hw
                lda     >Vec_Music_Flag
                bne     .frame
                ldx     >Vec_Loop_Count
                cmpx    #TITLE_FRAMES
                bls     .frame
                jmp     1,u

                org     $F0FD
Line_Patterns   fcb     %11100000,%00111000,%00001110,%00000011
Copyright_Str   fcc     "g GCE 1982"
                fcb     $80
