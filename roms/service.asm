Own_Header      fdb     Music_7
                fcb     0
power_on        rts
                bra     *
