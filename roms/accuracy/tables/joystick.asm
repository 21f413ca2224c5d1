; joystick.asm: the tests of the topic joystick
;
; written by python -m roms.accuracy_tables

topic_joystick
                fdb     .name,test_call,.table,16
.name           fcc     "JOYSTICK"
                fcb     $80
.table          fdb     joystick_1,$0000,.s1
                fdb     joystick_2,$0020,.s2
                fdb     joystick_3,$0000,.s3
                fdb     joystick_4,$0020,.s4
                fdb     joystick_5,$0000,.s5
                fdb     joystick_6,$0020,.s6
                fdb     joystick_7,$0000,.s7
                fdb     joystick_8,$0020,.s8
                fdb     joystick_9,$0000,.s9
                fdb     joystick_10,$0020,.s10
                fdb     joystick_11,$0000,.s11
                fdb     joystick_12,$0020,.s12
                fdb     joystick_13,$0000,.s13
                fdb     joystick_14,$0020,.s14
                fdb     joystick_15,$0000,.s15
                fdb     joystick_16,$0020,.s16
.s1             fcc     "X OF CONTROLLER 1 IS BELOW $7F"
                fcb     $80
.s2             fcc     "X OF CONTROLLER 1 IS ABOVE $80"
                fcb     $80
.s3             fcc     "X OF CONTROLLER 1 IS BELOW $40, LET GO"
                fcb     $80
.s4             fcc     "X OF CONTROLLER 1 IS ABOVE $C0, LET GO"
                fcb     $80
.s5             fcc     "Y OF CONTROLLER 1 IS BELOW $7F"
                fcb     $80
.s6             fcc     "Y OF CONTROLLER 1 IS ABOVE $80"
                fcb     $80
.s7             fcc     "Y OF CONTROLLER 1 IS BELOW $40, LET GO"
                fcb     $80
.s8             fcc     "Y OF CONTROLLER 1 IS ABOVE $C0, LET GO"
                fcb     $80
.s9             fcc     "X OF CONTROLLER 2 IS BELOW $7F"
                fcb     $80
.s10            fcc     "X OF CONTROLLER 2 IS ABOVE $80"
                fcb     $80
.s11            fcc     "X OF CONTROLLER 2 IS BELOW $40, LET GO"
                fcb     $80
.s12            fcc     "X OF CONTROLLER 2 IS ABOVE $C0, LET GO"
                fcb     $80
.s13            fcc     "Y OF CONTROLLER 2 IS BELOW $7F"
                fcb     $80
.s14            fcc     "Y OF CONTROLLER 2 IS ABOVE $80"
                fcb     $80
.s15            fcc     "Y OF CONTROLLER 2 IS BELOW $40, LET GO"
                fcb     $80
.s16            fcc     "Y OF CONTROLLER 2 IS ABOVE $C0, LET GO"
                fcb     $80
