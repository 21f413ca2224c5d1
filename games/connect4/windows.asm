; windows.asm: the windows of the board, and what tokens in them are worth
;
; what:     a token counted in its windows, and taken out; tables
; DP:       the page of v_think_value
; RAM:      v_think_*

                setdp   v_think_value/256

; worth_limit: keep a worth below that of a win
;   in       D = worth
;   out      A = it, -SCORE_MOST to SCORE_MOST
;   changes  A B CC             keeps  X Y U DP S
;   cycles   <= 40
;   stack    2
worth_limit     cmpd    #SCORE_MOST
                ble     .low
                lda     #SCORE_MOST
                rts
.low            cmpd    #-SCORE_MOST
                bge     .end
                ldb     #-SCORE_MOST
.end            tfr     b,a
                rts

; cell_gain_o, cell_gain_x: what the position would be worth with a token more
;   in       B = cell; DP = page of v_think_value
;   out      Z clear: D = worth for O; Z set: the token would make a threat
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 480
;   stack    2
cell_gain       macro   count,gain
                clra
                aslb
                ldx     #tbl_cells
                ldy     b,x
                ldu     #gain
                clrb
.window\?       ldx     ,y++
                beq     .end\?
                lda     ,x
                addb    a,u
                cmpa    #2*count
                bne     .window\?
                rts
.end\?          sex
                addd    <v_think_value
                andcc   #$FB            ; Z clear
                rts
                endm

cell_gain_o     cell_gain WINDOW_O,tbl_gain_o
cell_gain_x     cell_gain WINDOW_X,tbl_gain_x

; From a window's count, or from a cell, to the tables' entries for it.
WINDOW_FIRST    equ     (tbl_window_first-v_think_windows)&$FFFF
WINDOW_STEP     equ     (tbl_window_step-v_think_windows)&$FFFF
THREAT_WORTH    equ     (tbl_threat_worth-v_think_cells)&$FFFF

; three: the window at X holds three of a kind: the empty cell is a threat, or no longer
three           macro   change,threats
                pshs    b
                lda     WINDOW_STEP,x
                ldb     WINDOW_FIRST,x
                ldx     #v_think_cells
                abx
                tst     ,x
                beq     .empty\?
                leax    a,x
                tst     ,x
                beq     .empty\?
                leax    a,x
                tst     ,x
                beq     .empty\?
                leax    a,x
.empty\?        change  threats-v_think_cells,x
                puls    b
                endm

; cell_play_o, cell_play_x: count a token in all windows of its cell
;   in       B = cell; DP = page of v_think_value
;   out      v_think_cells, v_think_windows, v_think_value, threats
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1250
;   stack    3
cell_play       macro   player,count,gain,threats,first,change
                ldx     #v_think_cells
                lda     #player
                sta     b,x
                clra
                aslb
                ldx     #tbl_cells
                ldy     b,x
                ldu     #gain
                clrb
;@cycles <= 65
.window\?       ldx     ,y++
                beq     .end\?
                lda     ,x
                addb    a,u
                adda    #count
                sta     ,x
                cmpa    #3*count
                bne     .window\?
;@cycles <= 31
                three   inc,threats
                tst     <v_think_parity
                bne     .second\?
                change  (THREAT_WORTH+first)&$FFFF,x
                bra     .look\?
.second\?
                change  (THREAT_WORTH+COLUMN_COUNT-first)&$FFFF,x
.look\?
                clock_look
                bra     .window\?
;@cycles <= 170
.end\?          sex
                addd    <v_think_value
                std     <v_think_value
;@cycles <= 13
                rts
                endm

; cell_undo_o, cell_undo_x: take a token out again; the last one played first
;   in       B = cell; DP = page of v_think_value
;   out      v_think_cells, v_think_windows, threats
;   changes  A B X Y U CC       keeps  DP S
;   cycles   <= 1250
;   stack    4
cell_undo       macro   count,threats
                pshs    b
                aslb
                ldx     #tbl_cells
                ldy     b,x
;@cycles <= 65
.window\?       ldx     ,y++
                beq     .end\?
                lda     ,x
                cmpa    #3*count
                bne     .less\?
;@cycles <= 20
                pshs    x
                three   dec,threats
                clock_look
                puls    x
                lda     ,x
;@cycles <= 140
.less\?         suba    #count
                sta     ,x
                bra     .window\?
;@cycles <= 9
.end\?          puls    b
                ldx     #v_think_cells
                clr     b,x
;@cycles <= 16
                rts
                endm

cell_play_o     cell_play PLAYER_O,WINDOW_O,tbl_gain_o,v_think_threat_o,0,addb
cell_play_x     cell_play PLAYER_X,WINDOW_X,tbl_gain_x,v_think_threat_x,COLUMN_COUNT,subb
cell_undo_o     cell_undo WINDOW_O,v_think_threat_o
cell_undo_x     cell_undo WINDOW_X,v_think_threat_x
                setdp   $D0

tbl_order       fcb     3,2,4,1,5,0,6   ; the middle first

; What a token adds to the worth of the position for O, by the count of a window before it.
WORTH_1         equ     1
WORTH_2         equ     4
WORTH_3         equ     8
tbl_gain_o      fcb     WORTH_1,WORTH_2-WORTH_1,WORTH_3-WORTH_2,0,0,0,0,0
                fcb     WORTH_1,0,0,0,0,0,0,0
                fcb     WORTH_2,0,0,0,0,0,0,0
                fcb     WORTH_3,0,0,0,0,0,0,0
                fcb     0,0,0,0,0,0,0,0
tbl_gain_x      fcb     -WORTH_1,-WORTH_1,-WORTH_2,-WORTH_3,0,0,0,0
                fcb     -(WORTH_2-WORTH_1),0,0,0,0,0,0,0
                fcb     -(WORTH_3-WORTH_2),0,0,0,0,0,0,0
                fcb     0,0,0,0,0,0,0,0
                fcb     0,0,0,0,0,0,0,0

; What a threat is worth more, by rows.  If every move is below a threat, the first player fills
; the odd rows, the other the even ones; the table begins with the worth for him who did not.
THREAT_GOOD     equ     16
THREAT_POOR     equ     0
tbl_threat_worth
                rept    (ROW_COUNT+2)/2
                fill    THREAT_POOR,COLUMN_COUNT
                fill    THREAT_GOOD,COLUMN_COUNT
                endr

; windows: the windows through a cell that lie in one direction: the address of their count
windows         macro   up,right,base,wide,left
back            set     0
                rept    LINE_LENGTH
from_row        set     row-back*up
from_column     set     column-back*(right)
                if      from_row >= 0 && from_row+(LINE_LENGTH-1)*up < ROW_COUNT
                if      from_column >= (left) && from_column < (left)+wide
                fdb     v_think_windows+base+from_row*wide+from_column-(left)
                endif
                endif
back            set     back+1
                endr
                endm

WINDOWS_WIDE    equ     COLUMN_COUNT-LINE_LENGTH+1      ; where a line can begin in a row
WINDOWS_HIGH    equ     ROW_COUNT-LINE_LENGTH+1 ; and in a column
WINDOWS_ACROSS  equ     0               ; numbers of the first window of each direction
WINDOWS_UPRIGHT equ     WINDOWS_ACROSS+ROW_COUNT*WINDOWS_WIDE
WINDOWS_RISING  equ     WINDOWS_UPRIGHT+WINDOWS_HIGH*COLUMN_COUNT
WINDOWS_FALLING equ     WINDOWS_RISING+WINDOWS_HIGH*WINDOWS_WIDE
                assert  WINDOW_COUNT = WINDOWS_FALLING+WINDOWS_HIGH*WINDOWS_WIDE

; tbl_cells: for each cell where its list of windows lies
tbl_cells       equ     *
                org     tbl_cells+2*CELL_COUNT
row             set     0
                rept    ROW_COUNT
column          set     0
                rept    COLUMN_COUNT
list            set     *
                windows 0,1,WINDOWS_ACROSS,WINDOWS_WIDE,0
                windows 1,0,WINDOWS_UPRIGHT,COLUMN_COUNT,0
                windows 1,1,WINDOWS_RISING,WINDOWS_WIDE,0
                windows 1,-1,WINDOWS_FALLING,WINDOWS_WIDE,LINE_LENGTH-1
                fdb     0
next            set     *
                org     tbl_cells+2*(row*COLUMN_COUNT+column)
                fdb     list
                org     next
column          set     column+1
                endr
row             set     row+1
                endr

; first_cells: the first cell of each window of a direction
first_cells     macro   high,wide,left
row             set     0
                rept    high
column          set     left
                rept    wide
                fcb     row*COLUMN_COUNT+column
column          set     column+1
                endr
row             set     row+1
                endr
                endm

tbl_window_first
                first_cells ROW_COUNT,WINDOWS_WIDE,0
                first_cells WINDOWS_HIGH,COLUMN_COUNT,0
                first_cells WINDOWS_HIGH,WINDOWS_WIDE,0
                first_cells WINDOWS_HIGH,WINDOWS_WIDE,LINE_LENGTH-1
tbl_window_step fill    1,WINDOWS_UPRIGHT-WINDOWS_ACROSS
                fill    COLUMN_COUNT,WINDOWS_RISING-WINDOWS_UPRIGHT
                fill    COLUMN_COUNT+1,WINDOWS_FALLING-WINDOWS_RISING
                fill    COLUMN_COUNT-1,WINDOW_COUNT-WINDOWS_FALLING
                assert  *-tbl_window_first = 2*WINDOW_COUNT
