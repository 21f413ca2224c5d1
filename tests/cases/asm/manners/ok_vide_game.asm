;! dialect=vide
;***************************************************************************
; DEFINE SECTION
;***************************************************************************
; load vectrex bios routine definitions
                    INCLUDE  "VECTREX.I"                  ; vectrex function includes
;***************************************************************************
; Variable / RAM SECTION
;***************************************************************************
                    BSS      
                    ORG      $c880                        ; start of our ram space 
; an object of the game
                    STRUCT   ObjectStruct 
                    DS       Y_POS,1                      ; D 
                    DS       X_POS,1 
                    DS       BEHAVIOUR,2                  ; where to jump
                    DS       NEXT_OBJECT,2 
                    DS       FILLER, 2
                    END STRUCT 
OBJECT_COUNT        EQU      5 
u_offset            =        -(X_POS+1)
frame_counter       ds       1 
objects             ds       ObjectStruct*OBJECT_COUNT 
objects_end: 
user_data_end       =        *
;***************************************************************************
; MACROS
;***************************************************************************
_SCALE              MACRO    value 
                    LDA      #\1                          ; scale for move
                    STA      <VIA_t1_cnt_lo 
                    ENDM 
_MOVE               MACRO    y_pos, x_pos
                    ldd      #lo(y_pos)*256+lo(x_pos)
                    IF       y_pos = 0
                    clr      <VIA_port_a
                    ELSE
                    sta      <VIA_port_a
                    ENDIF
                    ENDM
WAIT                MACRO    
wait\?              DECB     
                    BNE      wait\? 
                    ENDM     
STORE_ALL           macro    from, to
                    local    next
                    ldx      #from
next:               clr      ,x+
                    cmpx     #to
                    bne      next
                    endm
;***************************************************************************
; HEADER SECTION
;***************************************************************************
                    CODE     
                    ORG      0 
                    DB       "g GCE 2015", $80            ; = 67 20 47 43 45 20 32 30 31 35 80
                    DW       music1                       ; = FD 0D
                    DB       $F8, $50, $20, -$80          ; = F8 50 20 80
                    DB       "OBJECTS",$80                ; = 4F 42 4A 45 43 54 53 80
                    DB       0                            ; = 00
;***************************************************************************
; CODE SECTION
;***************************************************************************
main: 
                    STORE_ALL objects, objects_end        ; = 8E C8 81 6F 80 8C C8 A9 26 F9
main_loop 
                    JSR      Wait_Recal                   ; = BD F1 92
                    direct   $d0
                    _SCALE   ($80)                        ; = 86 80 97 04
                    _SCALE   $40+$3f                      ; = 86 7F 97 04
                    _MOVE    0, -1                        ; = CC 00 FF 0F 01
                    _MOVE    -$10, $10                    ; = CC F0 10 97 01
                    LDB      #6                           ; = C6 06
                    WAIT                                  ; = 5A 26 FD
                    WAIT                                  ; = 5A 26 FD
                    LDU      #objects                     ; = CE C8 81
                    LDA      Y_POS,u                      ; = A6 C4
                    LDB      X_POS + u_offset,u           ; = E6 5F
                    LDX      NEXT_OBJECT, u               ; = AE 44
                    LDA      x                            ; = A6 84
                    LDA      [x]                          ; = A6 94
                    LDA      x+                           ; = A6 80
                    leay     -1,y                         ; = 31 3F
                    jmp      [BEHAVIOUR,u]                ; = 6E D8 02
after:              
                    bra      *                            ; = 20 00
                    bne      *-2                          ; = 26 FE
                    leax     <table,x                     ; = 30 88 75
                    ldd      #(256*$10)+$20               ; = CC 10 20
                    lda      #>$1234                      ; = 86 12
                    ldb      #<$1234                      ; = C6 34
                    lda      VIA_port_a                   ; = 96 01
                    lda      >VIA_port_a                  ; = B6 D0 01
                    clr      frame_counter                ; = 7F C8 80
                    direct   -1
                    lbra     main_loop                    ; = 20 B7
                    lbra     table                        ; = 20 06 12
                    jmp      main_loop                    ; = 20 B2
                    jsr      main                         ; = BD 00 1A
table: 
                    db       lo(table), hi(table)         ; = 75 00
                    db       %10101010, $FF, 0x10, 10     ; = AA FF 10 0A
                    db       "A;B", ';', 34               ; = 41 3B 42 3B 22
                    db       "say \"hi\"\n"               ; = 73 61 79 20 22 68 69 22 0A
                    dw       table, main                  ; = 00 75 00 1A
                    fcc      "END",$80                    ; = 45 4E 44 80
                    ds       2,$ff                        ; = FF FF
                    fcb      +10, -10,~5 & $ff            ; = 0A F6 FA
                    ifndef   DEBUG
DEBUG               equ      0
                    endif
                    ifdef    DEBUG
                    if       DEBUG = 1
                    db       1
                    elseif   DEBUG = 0
                    db       2                            ; = 02
                    else
                    db       3
                    endif
                    endif
                    if       (OBJECT_COUNT > 4) & (OBJECT_COUNT != 6)
                    db       4                            ; = 04
                    endif
main_loop           nop                                   ; = 12 ; warning duplicate-label: `main_loop` is defined twice
                    END      main
