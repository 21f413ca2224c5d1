; Short branches reach -128..127 from the next instruction.
        org     $1000
back    bra     back            ; = 20 FE
        bra     ahead           ; = 20 7F
        rmb     127
ahead   rts                     ; = 39
far     rmb     126
        bra     far             ; = 20 80
        lbra    far             ; = 16 FF 7D
        lbne    ahead           ; = 10 26 FF 78
        lbsr    $0000           ; = 17 EE F2
        bcs     *               ; = 25 FE
