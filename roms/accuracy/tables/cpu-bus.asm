; cpu-bus.asm: the tests of the topic cpu-bus
;
; written by python -m roms.accuracy_tables

topic_cpu_bus
                fdb     .name,test_call,.table,28
.name           fcc     "CPU-BUS"
                fcb     $80
.table          fdb     cpu_bus_1,$0000,.s1
                fdb     cpu_bus_2,$0000,.s2
                fdb     cpu_bus_3,$0000,.s3
                fdb     cpu_bus_4,$0000,.s4
                fdb     cpu_bus_5,$0000,.s5
                fdb     cpu_bus_6,$0000,.s6
                fdb     cpu_bus_7,$0000,.s7
                fdb     cpu_bus_8,$0000,.s8
                fdb     cpu_bus_9,$0000,.s9
                fdb     cpu_bus_10,$0000,.s10
                fdb     cpu_bus_11,$0000,.s11
                fdb     cpu_bus_12,$0000,.s12
                fdb     cpu_bus_13,$0000,.s13
                fdb     cpu_bus_14,$0000,.s14
                fdb     cpu_bus_15,$0000,.s15
                fdb     cpu_bus_16,$0000,.s16
                fdb     cpu_bus_17,$0000,.s17
                fdb     cpu_bus_18,$0000,.s18
                fdb     cpu_bus_19,$0000,.s19
                fdb     cpu_bus_20,$0000,.s20
                fdb     cpu_bus_21,$0000,.s21
                fdb     cpu_bus_22,$0000,.s22
                fdb     cpu_bus_23,$0040,.s23
                fdb     cpu_bus_24,$0040,.s24
                fdb     cpu_bus_25,$0040,.s25
                fdb     cpu_bus_26,$0000,.s26
                fdb     cpu_bus_27,$0050,.s27
                fdb     cpu_bus_28,$0090,.s28
.s1             fcc     "NEG READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s2             fcc     "COM READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s3             fcc     "LSR READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s4             fcc     "ROR READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s5             fcc     "ASR READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s6             fcc     "ASL READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s7             fcc     "ROL READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s8             fcc     "DEC READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s9             fcc     "INC READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s10            fcc     "CLR READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s11            fcc     "TST READS BEFORE IT WRITES: THE FLAG IS CLEARED"
                fcb     $80
.s12            fcc     "NEG WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s13            fcc     "COM WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s14            fcc     "LSR WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s15            fcc     "ROR WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s16            fcc     "ASR WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s17            fcc     "ASL WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s18            fcc     "ROL WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s19            fcc     "DEC WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s20            fcc     "INC WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s21            fcc     "CLR WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s22            fcc     "TST WITH AN INDEX READS BEFORE IT WRITES"
                fcb     $80
.s23            fcc     "STA DOES NOT READ: THE FLAG STAYS"
                fcb     $80
.s24            fcc     "STD DOES NOT READ: THE FLAG STAYS"
                fcb     $80
.s25            fcc     "LEAX DOES NOT READ: THE FLAG STAYS"
                fcb     $80
.s26            fcc     "LDD READS BOTH BYTES"
                fcb     $80
.s27            fcc     "STD WRITES THE HIGH BYTE FIRST: T2 TAKES THE NEW LATCH"
                fcb     $80
.s28            fcc     "PSHU WRITES THE LOW BYTE FIRST: T2 TAKES THE OLD LATCH"
                fcb     $80
