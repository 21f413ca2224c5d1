; frame.asm: the tests of the topic frame
;
; written by python -m roms.accuracy_tables

topic_frame
                fdb     .name,test_call,.table,11
.name           fcc     "FRAME"
                fcb     $80
.table          fdb     frame_1,$00D0,.s1
                fdb     frame_2,$0001,.s2
                fdb     frame_3,$0001,.s3
                fdb     frame_4,$0001,.s4
                fdb     frame_5,$0000,.s5
                fdb     frame_6,$0000,.s6
                fdb     frame_7,$0000,.s7
                fdb     frame_8,$0001,.s8
                fdb     frame_9,$00FF,.s9
                fdb     frame_10,$009F,.s10
                fdb     frame_11,$0098,.s11
.s1             fcc     "WAIT_RECAL RETURNS WITH DP = $D0"
                fcb     $80
.s2             fcc     "WAIT_RECAL ADDS 1 TO THE FRAME COUNTER AT $C825"
                fcb     $80
.s3             fcc     "WAIT_RECAL STARTS T2 WITH 30,000 CYCLES"
                fcb     $80
.s4             fcc     "WAIT_RECAL STARTS T2 WITH THE TIME AT $C83D"
                fcb     $80
.s5             fcc     "WAIT_RECAL CLEARS THE FLAG OF T2"
                fcb     $80
.s6             fcc     "TWO RECALIBRATIONS TAKE THE SAME TIME"
                fcb     $80
.s7             fcc     "THE FLAG OF T2 COMES WHEN T2 HAS COUNTED THE FRAME"
                fcb     $80
.s8             fcc     "AFTER A FRAME THAT TOOK TOO LONG, T2 STARTS WITH 30,000"
                fcb     $80
.s9             fcc     "INIT_VIA MAKES PORT A AN OUTPUT"
                fcb     $80
.s10            fcc     "INIT_VIA MAKES PB5 AND PB6 INPUTS"
                fcb     $80
.s11            fcc     "INIT_VIA SETS ACR TO $98"
                fcb     $80
