; END IF, ELSE IF, END MACRO; IFD and IFND; a label may be called `if...`.
        if      1
        fcb     1               ; = 01
        end if
        if      0
        if      1
        fcb     2
        end if
        fcb     3
        else if 0
        fcb     4
        ELSE IF 1
        fcb     5               ; = 05
        else
        fcb     6
        End  If
pair    macro
        fcb     7,8
        end macro
        pair                    ; = 07 08
other   macro
        fcb     9
        endmacro
        other                   ; = 09
        ifd     nosuch
        fcb     10
        endif
        ifnd    nosuch
        fcb     11              ; = 0B
        endif
iffy    fcb     12              ; = 0C
        end     iffy
        this is not read
