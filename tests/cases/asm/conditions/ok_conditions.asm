; Conditional assembly.
yes     equ     1
no      equ     0
        if      yes
        fcb     1               ; = 01
        else
        fcb     2
        endif
        if      no
        this is not even read
        if      yes
        nor this
        endif
        elseif  yes
        fcb     3               ; = 03
        elseif  yes
        fcb     4
        else
        fcb     5
        endif
        ifdef   yes
        fcb     6               ; = 06
        endc
        ifndef  yes
        fcb     7
        else
        fcb     8               ; = 08
        endif
        ifdef   later           ; warning ifdef-below: `later` is not defined yet: its definition is below, in line 63
        fcb     9
        endif
        ifeq    no
        fcb     10              ; = 0A
        endif
        ifeq    yes,1
        fcb     11              ; = 0B
        endif
        ifne    no
        fcb     12
        endif
        ifgt    2-1
        fcb     13              ; = 0D
        endif
        iflt    2-1
        fcb     14
        endif
        ifge    0
        fcb     15              ; = 0F
        endif
        ifle    1
        fcb     16
        endif
        if      yes=1 && no=0
        fcb     17              ; = 11
        endif
        if      *>5
        fcb     18              ; = 12
        endif
        if      no
never   macro
        endm
        endif
later   equ     1
