; via-shift.asm: the tests of the topic via-shift
;
; written by python -m roms.accuracy_tables

topic_via_shift
                fdb     .name,test_call,.table,29
.name           fcc     "VIA-SHIFT"
                fcb     $80
.table          fdb     via_shift_1,$00A5,.s1
                fdb     via_shift_2,$00A5,.s2
                fdb     via_shift_3,$00A5,.s3
                fdb     via_shift_4,$0096,.s4
                fdb     via_shift_5,$002D,.s5
                fdb     via_shift_6,$00D2,.s6
                fdb     via_shift_7,$00A5,.s7
                fdb     via_shift_8,$00A5,.s8
                fdb     via_shift_9,$0004,.s9
                fdb     via_shift_10,$0000,.s10
                fdb     via_shift_11,$0000,.s11
                fdb     via_shift_12,$0000,.s12
                fdb     via_shift_13,$0000,.s13
                fdb     via_shift_14,$00A5,.s14
                fdb     via_shift_15,$00A5,.s15
                fdb     via_shift_16,$0004,.s16
                fdb     via_shift_17,$0000,.s17
                fdb     via_shift_18,$0000,.s18
                fdb     via_shift_19,$0004,.s19
                fdb     via_shift_20,$0000,.s20
                fdb     via_shift_21,$0000,.s21
                fdb     via_shift_22,$0004,.s22
                fdb     via_shift_23,$0004,.s23
                fdb     via_shift_24,$0004,.s24
                fdb     via_shift_25,$0000,.s25
                fdb     via_shift_26,$0004,.s26
                fdb     via_shift_27,$0000,.s27
                fdb     via_shift_28,$0000,.s28
                fdb     via_shift_29,$0000,.s29
.s1             fcc     "MODE 0: SR KEEPS WHAT WAS WRITTEN"
                fcb     $80
.s2             fcc     "MODE 3: SR KEEPS WHAT WAS WRITTEN"
                fcb     $80
.s3             fcc     "MODE 7: SR KEEPS WHAT WAS WRITTEN"
                fcb     $80
.s4             fcc     "MODE 6: SR IS SHIFTED TWICE AT T+4"
                fcb     $80
.s5             fcc     "MODE 6: SR IS SHIFTED THREE TIMES AT T+6"
                fcb     $80
.s6             fcc     "MODE 6: SR IS SHIFTED SEVEN TIMES AT T+14"
                fcb     $80
.s7             fcc     "MODE 6: EIGHT SHIFTS RESTORE SR"
                fcb     $80
.s8             fcc     "MODE 6: A READ WHILE BUSY DOES NOT RESTART"
                fcb     $80
.s9             fcc     "MODE 6: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS"
                fcb     $80
.s10            fcc     "MODE 6: THE FLAG OF SR IS NOT SET WHILE IT SHIFTS"
                fcb     $80
.s11            fcc     "READING SR CLEARS ITS FLAG"
                fcb     $80
.s12            fcc     "WRITING SR CLEARS ITS FLAG"
                fcb     $80
.s13            fcc     "WRITING A 1 TO BIT 2 OF IFR CLEARS THE FLAG OF SR"
                fcb     $80
.s14            fcc     "A CHANGE FROM MODE 0 TO MODE 6 DOES NOT START A SHIFT"
                fcb     $80
.s15            fcc     "MODE 5: SR SHIFTS EIGHT TIMES AND STOPS"
                fcb     $80
.s16            fcc     "MODE 5: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS"
                fcb     $80
.s17            fcc     "MODE 5: THE FLAG OF SR IS NOT SET AFTER FOUR BITS"
                fcb     $80
.s18            fcc     "MODE 4: THE FLAG OF SR IS NEVER SET"
                fcb     $80
.s19            fcc     "MODE 2: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS"
                fcb     $80
.s20            fcc     "MODE 2: THE FLAG OF SR IS NOT SET WHILE IT SHIFTS"
                fcb     $80
.s21            fcc     "MODE 2: READING SR CLEARS ITS FLAG"
                fcb     $80
.s22            fcc     "MODE 2: READING SR STARTS EIGHT MORE SHIFTS"
                fcb     $80
.s23            fcc     "MODE 6: READING SR STARTS EIGHT MORE SHIFTS"
                fcb     $80
.s24            fcc     "MODE 1: THE FLAG OF SR IS SET AFTER EIGHT SHIFTS"
                fcb     $80
.s25            fcc     "MODE 1: THE FLAG OF SR IS NOT SET AFTER FOUR BITS"
                fcb     $80
.s26            fcc     "MODE 1: READING SR STARTS EIGHT MORE SHIFTS"
                fcb     $80
.s27            fcc     "MODE 3: THE FLAG OF SR IS NOT SET: NOTHING PULSES CB1"
                fcb     $80
.s28            fcc     "MODE 7: THE FLAG OF SR IS NOT SET: NOTHING PULSES CB1"
                fcb     $80
.s29            fcc     "MODE 0: THE FLAG OF SR IS NEVER SET"
                fcb     $80
