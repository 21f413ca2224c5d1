* A program in the style of the Motorola family: upper case, comments after a blank,
* local labels in every style, RMB and FCC.
*
         NAM   CHASE
         TTL   THE HUNTER AND THE HUNTED
         OPT   L,M
         PRAGMA NOFORWARDREFMAX
SCREEN   EQU   $0400            start of the screen
WIDTH    EQU   32
SIZE     EQU   WIDTH*16
CR       EQU   13
STEPS    SET   2
STEPS    SET   STEPS+1
         ORG   $C880
FIRST    RMB   1                first of all
COUNT    RMB   2
HUNTER   RMD   2                two words
LAST     EQU   *-1
*
         SETDP $C8
         ORG   $0E00
START    LDS   #$CBEA           stack                   ; = 10 CE CB EA
         CLRA                   zero                    ; = 4F
         CLRB                                           ; = 5F
         STD   COUNT            in the direct page      ; = DD 81
         STD   >COUNT                                   ; = FD C8 81
         STA   <FIRST                                   ; = 97 80
         LDX   #SCREEN                                  ; = 8E 04 00
         LDU   #SCREEN+SIZE/2                           ; = CE 05 00
1        STD   ,X++             a numbered label        ; = ED 81
         CMPX  #SCREEN+SIZE                             ; = 8C 06 00
         BLO   1B                                       ; = 25 F9
         BRA   2F                                       ; = 20 01
         NOP                                            ; = 12
2        LDB   #STEPS                                   ; = C6 03
STEP     BSR   WAIT                                     ; = 8D 1D
         DECB                                           ; = 5A
         BNE   STEP             no comment, is it       ; = 26 FB
         LEAX  TEXT,PCR                                 ; = 30 8C 32
         LDA   [TEXT,PCR]                               ; = A6 9C 2F
         LDA   >TEXT,PCR                                ; = A6 8D 00 2B
A@       LDA   ,X+                                      ; = A6 80
         BEQ   B@                                       ; = 27 06
         JSR   [VECTOR]                                 ; = AD 9F 0E 6A
         BRA   A@                                       ; = 20 F6
B@       LDY   VECTOR                                   ; = 10 BE 0E 6A
         JMP   ,Y                                       ; = 6E A4
WAIT     PSHS  X,Y,CC                                   ; = 34 31
         LDX   #500                                     ; = 8E 01 F4
1$       LEAX  -1,X                                     ; = 30 1F
         BNE   1$                                       ; = 26 FC
         PULS  CC,X,Y,PC                                ; = 35 B1
OTHER    LEAY  <<5,Y                                    ; = 31 25
1$       LEAY  <5,Y                                     ; = 31 A8 05
         LEAY  >5,Y                                     ; = 31 A9 00 05
         BRN   1$                                       ; = 21 F7
.LOOP    DEC   COUNT                                    ; = 0A 81
         BNE   .LOOP                                    ; = 26 FC
         RTS                                            ; = 39
*
TEXT     FCC   "HI, YOU"                                ; = 48 49 2C 20 59 4F 55
         FCB   CR,0                                     ; = 0D 00
         FCN   /A/                                      ; = 41 00
         FCS   'END'                                    ; = 45 4E C4
         FCB   'A,'B',0         codes                   ; = 41 42 00
VECTOR   FDB   START,*                                  ; = 0E 00 0E 6A
         FQB   $12345678                                ; = 12 34 56 78
         FCB   -1,%101,@17,0FH,1010B,$_F                ; = FF 05 0F 0F 0A 0F
         ZMB   2                                        ; = 00 00
         FILL  $55,3                                    ; = 55 55 55
         ALIGN 4,$AA                                    ; = AA AA AA
MOVE     MACRO
         LDA   {1}
         STA   \2
         ENDM
         MOVE  #5,COUNT                                 ; = 86 05 97 81
         IFEQ  STEPS-3
         FCB   1                                        ; = 01
         ELSE
         FCB   2
         ENDC
         IFGT  STEPS-3
         FCB   3
         ENDC
         SWI                                            ; = 3F
         SWI2                                           ; = 10 3F
         END   START
