; service.asm: the screen at power-on, and the program that runs without a cartridge
;
; what:     a star and the name for two seconds; then, without a cartridge, a menu of test
;           screens: card, drift, text, lines, sticks, sound
; address:  $E000-$E7B4
; RAM:      none at power-on; the service program $C880-$C89F
; DP:       $D0, but $C8 where a routine says so
;
; Menu: stick or buttons 2 and 3 choose, button 4 begins. Button 1 leaves a screen, but the
; screen STICKS is left with buttons 1 and 4 together.

; ---- RAM of the service program --------------------------------------------------------
sv_screen       equ     Vec_Game_RAM    ; 0 menu, 1 to SCREENS the screen that runs
sv_choice       equ     sv_screen+1     ; line of the menu, from 0
sv_stick        equ     sv_screen+2     ; stick of the frame before, for its edges
sv_tune         equ     sv_screen+3     ; tune of the sound screen, from 0
sv_tune_ptr     equ     sv_screen+4     ; 2: what Init_Music_chk plays
sv_count        equ     sv_screen+6     ; 2: lines of the frame before, decimal
sv_lines        equ     sv_screen+8     ; 2: lines of this frame, decimal
sv_row          equ     sv_screen+10    ; y of the row
sv_text         equ     sv_screen+16    ; 13: text put together

SCREENS         equ     6
TUNES           equ     13
MENU_TOP        equ     40              ; y of the first line
MENU_STEP       equ     18
MENU_X          equ     -56
ROW_LINES       equ     12              ; lines of a row of the stress test
ROW_RESERVE     equ     8               ; time a row needs, in 256 cycles
LINE_RESERVE    equ     3               ; and a line
BAR_Y           equ     -46             ; foot of the sound screen's bars
BAR_SCALE       equ     $40
BAR_WIDTH       equ     32
BAR_STEP        equ     32              ; from bar to bar
BARS_LEFT       equ     -40
BARS            equ     3

Own_Header      fdb     Music_7
                fcb     $F0,$60,44,-32
                fcc     "VECX"
                fcb     $80
                fcb     $F8,$48,-10,-84
                fcc     "SERVICE PROGRAM"
                fcb     $80
                fcb     0
                jmp     service

; ---- Power on --------------------------------------------------------------------------

POWER_FRAMES    equ     118             ; 2.4 seconds
STAR_EDGE       equ     104             ; length of the star's edges
STAR_RADIUS     equ     56              ; of its points: STAR_EDGE / (2 sin 67.5 degrees)
STAR_TURN       equ     24              ; from edge to edge: 3/8 of a turn
STAR_SCALE      equ     $60             ; when it has grown
STAR_LEAST      equ     6               ; much shorter ramps differ from machine to machine
STAR_Y          equ     34              ; of its centre

; power_on: a star turns and grows over the name; a button ends it
;   in       Init_OS done
;   out      system RAM in use: Init_OS again
;   changes  A B X Y U DP CC        keeps  S
;   cycles   <= 118 frames          stack  16
power_on        jsr     DP_to_C8
                setdp   $C8
                inc     <Vec_Music_Flag
.frame          jsr     DP_to_C8
                ldu     #Music_1
                jsr     Init_Music_chk
                jsr     Wait_Recal
                setdp   $D0
                jsr     Do_Sound
                jsr     Read_Btns
                tsta
                bne     .done
                lda     >Vec_Loop_Count+1
                cmpa    #POWER_FRAMES
                bhs     .done
                bsr     power_light
                bsr     draw_name
                bsr     draw_star
                bra     .frame

.done           rts

; power_light: intensity of the frame, rising to full within 24 frames
;   in       A = frame, DP = $D0
;   out      none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 65                  stack  0
power_light     cmpa    #24
                blo     .rising
                lda     #24
.rising         ldb     #5
                mul
                tfr     b,a
                jmp     Intensity_a

; draw_name: VECX in large letters
;   in       DP = $D0
;   out      beam at zero
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 4000                stack  4
draw_name       ldd     #-36*256+(-66&$FF)
                jsr     Moveto_d_7F
                ldx     #vl_name
                jsr     Draw_VLp_7F
                jmp     Reset0Ref

; draw_star: the star of eight points, growing; each edge from zero, so that it closes
;   in       Vec_Loop_Count, DP = $D0
;   out      beam at zero
;   changes  A B X CC               keeps  Y U S DP
;   cycles   <= 12000               stack  14
draw_star       ldb     >Vec_Loop_Count+1       ; the angle of the first point
                lda     #8
.edge           pshs    d
                addb    #28             ; from the point's angle to its edge's
                lda     #STAR_EDGE
                bsr     rise_run
                pshs    d
                ldb     3,s
                lda     #STAR_RADIUS
                bsr     rise_run
                pshs    d
                ldd     #STAR_Y*256
                jsr     Moveto_d_7F
                lda     >Vec_Loop_Count+1
                asla
                adda    #STAR_LEAST
                cmpa    #STAR_SCALE
                bls     .growing
                lda     #STAR_SCALE
.growing        sta     <VIA_t1_cnt_lo
                puls    d
                jsr     Moveto_d
                puls    d
                jsr     Draw_Line_d
                jsr     Reset0Ref
                puls    d
                addb    #STAR_TURN
                deca
                bne     .edge
                rts

; rise_run: as Rise_Run_Y, but return with DP = $D0
;   in       A = length, B = angle
;   out      A = rise, B = run, DP = $D0
;   changes  A B DP CC              keeps  X Y U S
;   cycles   <= 340                 stack  8
rise_run        pshs    d
                jsr     DP_to_C8
                puls    d
                jsr     Rise_Run_Y
                pshs    a
                jsr     DP_to_D0
                puls    a,pc

vl_name         fcb     $FF,-40,12,$FF,40,12            ; V
                fcb     0,0,36
                fcb     $FF,0,-24,$FF,-20,0,$FF,0,18    ; E
                fcb     0,0,-18
                fcb     $FF,-20,0,$FF,0,24
                fcb     0,0,36
                fcb     $FF,0,-24,$FF,40,0,$FF,0,24     ; C
                fcb     0,0,12
                fcb     $FF,-40,24,0,0,-24,$FF,40,24    ; X
                fcb     1

; ---- Service program -------------------------------------------------------------------

; service: run the menu and the screens in an endless loop
;   in       DP = $D0
;   out      does not return
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 30000 a frame       stack  20
service         ldx     #sv_screen
                ldb     #31
                jsr     Clear_x_b
.frame          bsr     sv_begin
                lda     >sv_screen
                asla
                ldx     #tbl_screens
                jsr     [a,x]
                lda     >sv_screen
                beq     .frame
                lda     >Vec_Btn_State  ; button 1 leaves; STICKS needs 1 and 4
                ldb     >sv_screen
                cmpb    #5
                beq     .sticks
                bita    #1
                beq     .frame
                bra     .menu

.sticks         coma
                bita    #%1001
                bne     .frame
.menu           clr     >sv_screen
                jsr     Music_Stop_test
                clr     >Vec_Expl_Timer
                bra     .frame

tbl_screens     fdb     sv_menu,sv_card,sv_drift,sv_slant,sv_stress,sv_sticks,sv_sound

; sv_begin: begin a frame
;   in       sv_tune_ptr
;   out      buttons and sticks read, intensity $5F, DP = $D0
;   changes  A B X Y U DP CC        keeps  S
;   cycles   <= frame               stack  12
sv_begin        jsr     DP_to_C8
                ldu     >sv_tune_ptr
                jsr     Init_Music_chk
                ldu     #tbl_explosion
                jsr     Explosion_Snd
                jsr     Wait_Recal
                jsr     Do_Sound
                jsr     Read_Btns
                jsr     Joy_Digital
                jsr     Intensity_5F
                ldd     #$F848
                std     >Vec_Text_HW
                rts

tbl_explosion   fcb     %00111111,0,0,2

; sv_step: the step that stick or buttons request
;   in       A = stick, negative is a step on; Vec_Buttons
;   out      A = 1 on (button 3), -1 back (button 2), 0 none
;   changes  A B CC                 keeps  X Y U S DP
;   cycles   <= 60                  stack  0
sv_step         ldb     >sv_stick
                sta     >sv_stick
                tstb
                bne     .buttons        ; held from before
                tsta
                bmi     .on
                bne     .back
.buttons        lda     >Vec_Buttons
                bita    #%0100
                bne     .on
                bita    #%0010
                bne     .back
                clra
                rts

.on             lda     #1
                rts

.back           lda     #-1
                rts

; sv_menu: the menu
;   in       DP = $D0
;   out      sv_choice, sv_screen
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 28000               stack  7
sv_menu         lda     >Vec_Joy_1_Y
                bsr     sv_step
                adda    >sv_choice
                bpl     .upper
                lda     #SCREENS-1
.upper          cmpa    #SCREENS
                blo     .store
                clra
.store          sta     >sv_choice
                lda     >Vec_Buttons
                bita    #%1000
                beq     .show
                lda     >sv_choice
                inca
                sta     >sv_screen
.show           ldu     #str_service
                jsr     Print_Str_hwyx
                ldu     #str_menu
                ldd     #$F848
                std     >Vec_Text_HW
                clra
.line           pshs    a
                jsr     Intensity_3F
                lda     ,s
                cmpa    >sv_choice
                bne     .dim
                jsr     Intensity_7F
.dim            lda     ,s
                ldb     #MENU_STEP
                mul
                negb
                addb    #MENU_TOP
                tfr     b,a
                ldb     #MENU_X
                jsr     Print_Str_d
                puls    a
                inca
                cmpa    #SCREENS
                bne     .line
                jsr     Intensity_3F
                ldu     #str_keys
                jmp     Print_Str_hwyx

str_service     fcb     $F4,$60,78,-58
                fcc     "SERVICE"
                fcb     $80
str_keys        fcb     $F8,$38,-82,-79
                fcc     "4 BEGINS  1 LEAVES"
                fcb     $80
str_menu        fcc     "CARD"
                fcb     $80
                fcc     "DRIFT"
                fcb     $80
                fcc     "TEXT"
                fcb     $80
                fcc     "LINES"
                fcb     $80
                fcc     "STICKS"
                fcb     $80
                fcc     "SOUND"
                fcb     $80

                include "cards.asm"

; ---- Lines -----------------------------------------------------------------------------

; sv_stress: draw lines until the frame is full, and show their number
;   in       DP = $D0
;   out      sv_count
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= frame               stack  6
sv_stress       ldx     #sv_text
                jsr     Clear_Score
                ldd     >sv_count
                jsr     Add_Score_d
                ldx     #str_lines
                ldu     #sv_text+6
.word           lda     ,x+
                sta     ,u+
                bpl     .word
                ldu     #sv_text+3      ; three digits and the word
                ldd     #88*256+(-54&$FF)
                jsr     Print_Str_d
                clr     >sv_lines
                clr     >sv_lines+1
                lda     #60
.row            sta     >sv_row
                ldb     #-96
                jsr     Moveto_d_7F
                lda     <VIA_t2_hi      ; what is left of the frame
                cmpa    #ROW_RESERVE
                blo     .fill
                ldx     #vl_zigzag
                lda     #ROW_LINES-1
                ldb     #$20
                jsr     Draw_VL_ab
                jsr     Reset0Ref
                lda     #$12            ; ROW_LINES, decimal
                bsr     sv_more
                lda     >sv_row
                suba    #8
                cmpa    #-100
                bgt     .row
                bra     .full

.fill           lda     #$20            ; the last row line by line
                sta     <VIA_t1_cnt_lo
                ldx     #vl_zigzag      ; longer than what fits into ROW_RESERVE
.line           lda     <VIA_t2_hi
                cmpa    #LINE_RESERVE
                blo     .full
                ldd     ,x
                jsr     Draw_Line_d
                lda     #1
                bsr     sv_more
                bra     .line
.full           jsr     Reset0Ref
                ldd     >sv_lines
                std     >sv_count
                rts

; sv_more: count lines
;   in       A = lines, decimal
;   out      sv_lines
;   changes  A CC                   keeps  B X Y U S DP
;   cycles   <= 40                  stack  0
sv_more         adda    >sv_lines+1
                daa
                sta     >sv_lines+1
                lda     >sv_lines
                adca    #0
                daa
                sta     >sv_lines
                rts

vl_zigzag       fcb     30,63,-30,63,30,63,-30,63,30,63,-30,63
                fcb     30,63,-30,63,30,63,-30,63,30,63,-30,63

str_lines       fcc     " LINES"
                fcb     $80

; ---- Sticks ----------------------------------------------------------------------------

; sv_sticks: both sticks as crosses in boxes, the eight buttons as their numbers
;   in       DP = $D0
;   out      none
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 20000               stack  12
sv_sticks       jsr     Joy_Analog
                jsr     Reset0Ref       ; the pots share the DAC's holds with reference
                jsr     Intensity_5F    ; and intensity
                ldb     #-60
                ldx     #Vec_Joy_1_X
                lda     >Vec_Btn_State
                bsr     sv_stick_show
                ldb     #60
                ldx     #Vec_Joy_2_X
                lda     >Vec_Btn_State
                lsra
                lsra
                lsra
                lsra
                bsr     sv_stick_show
                ldu     #str_sticks
                jmp     Print_Str_yx

; sv_stick_show: a box, the stick in it, the buttons below
;   in       A = buttons in bits 0-3, B = x of the centre, X -> stick x, y; DP = $D0
;   out      none
;   changes  A B X U CC             keeps  Y S DP
;   cycles   <= 6500                stack  10
sv_stick_show   pshs    a,b,x
                clra
                jsr     Moveto_d_7F
                lda     #$28
                sta     <VIA_t1_cnt_lo
                ldx     #vl_box
                jsr     Draw_VLp
                ldx     2,s
                lda     1,x
                ldb     ,x
                jsr     Moveto_d        ; at the scale of the box
                ldx     #vl_cross
                jsr     Draw_VLp
                jsr     Reset0Ref
                ldx     #sv_text
                lda     ,s
                ldb     #'1'
.button         lsra
                bcs     .down
                pshs    b
                ldb     #'-'
                stb     ,x+
                puls    b
                bra     .next

.down           stb     ,x+
.next           incb
                cmpb    #'5'
                bne     .button
                ldb     #$80
                stb     ,x
                lda     #-60
                ldb     1,s
                subb    #28
                ldu     #sv_text
                jsr     Print_Str_d
                puls    a,b,x,pc

vl_box          fcb     0,127,127,$FF,0,-127,$FF,0,-127,$FF,-127,0,$FF,-127,0
                fcb     $FF,0,127,$FF,0,127,$FF,127,0,$FF,127,0,0,-127,-127,1
vl_cross        fcb     0,0,-16,$FF,0,32,0,-16,-16,$FF,32,0,1
str_sticks      fcb     90,-62
                fcc     "1+4 LEAVES"
                fcb     $80

; ---- Sound -----------------------------------------------------------------------------

; sv_sound: the thirteen tunes and an explosion; a bar for the loudness of each voice
;   in       DP = $D0
;   out      sv_tune
;   changes  A B X Y U CC           keeps  S DP
;   cycles   <= 12000               stack  10
sv_sound        lda     >Vec_Joy_1_Y
                jsr     sv_step
                adda    >sv_tune
                bpl     .upper
                lda     #TUNES
.upper          cmpa    #TUNES+1
                blo     .store
                clra
.store          sta     >sv_tune
                lda     >Vec_Buttons
                bita    #%1000
                beq     .show
                lda     >sv_tune
                cmpa    #TUNES
                beq     .explosion
                asla
                ldx     #tbl_tunes
                ldx     a,x
                stx     >sv_tune_ptr
                lda     #1
                sta     >Vec_Music_Flag
                bra     .show

.explosion      clr     >Vec_Music_Flag
                lda     #$80
                sta     >Vec_Expl_Flag
.show           ldu     #str_boom
                lda     >sv_tune
                cmpa    #TUNES
                beq     .name
                ldx     #sv_text
                jsr     Clear_Score
                lda     >sv_tune
                inca
                jsr     Add_Score_a
                ldu     #sv_text
.name           ldd     #32*256+(-58&$FF)
                jsr     Print_Str_d
                ldu     #str_sound
                jsr     Print_List
                ldx     #Vec_Snd_Shadow+8
                ldb     #BARS_LEFT
.bar            lda     ,x+
                bsr     sv_bar
                addb    #BAR_STEP
                cmpb    #BARS_LEFT+BARS*BAR_STEP
                bne     .bar
                rts

; sv_bar: a bar as high as a voice is loud
;   in       A = loudness in bits 0-3, B = x of its left edge, DP = $D0
;   out      beam at zero
;   changes  A CC                   keeps  B X Y U S DP
;   cycles   <= 1400                stack  8
sv_bar          anda    #15
                asla
                asla
                asla
                pshs    a,b,x
                lda     #BAR_Y
                jsr     Moveto_d_7F
                lda     #BAR_SCALE
                sta     <VIA_t1_cnt_lo
                ldd     #BAR_WIDTH
                jsr     Draw_Line_d
                lda     ,s
                beq     .low            ; a line of no length would be a bright dot
                clrb
                jsr     Draw_Line_d
                ldd     #-BAR_WIDTH&$FF
                jsr     Draw_Line_d
                lda     ,s
                nega
                clrb
                jsr     Draw_Line_d
.low            jsr     Reset0Ref
                puls    a,b,x,pc        ; X: Draw_Line_d moves it

tbl_tunes       fdb     Music_1,Music_2,Music_3,Music_4,Music_5,Music_6,Music_7
                fdb     Music_8,Music_9,Music_a,Music_b,Music_c,Music_d
str_boom        fcc     "  BOOM"
                fcb     $80
str_sound       fcb     74,-32
                fcc     "SOUND"
                fcb     $80
                fcb     -74,-42
                fcc     "4 PLAYS"
                fcb     $80,0

; ---- Texts of the title and of Select_Game ---------------------------------------------

str_owner       fcc     "g VECX 2026"
                fcb     $80
opt_players     fcb     32,-16,32,-64
                fcc     "PLAYERS"
                fcb     $80
opt_games       fcb     -8,-16,-8,-64
                fcc     "GAME"
                fcb     $80
