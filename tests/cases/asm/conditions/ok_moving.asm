; A condition on a distance that later passes change is evaluated with the final values.
        org     $1000
        setdp   $10
start   lda     ahead           ; = B6 12 04
        rmb     200
middle
        if      middle-start > 202
        fcb     1               ; = 01
        else
        fcb     2
        endif
        rmb     $1204-middle-1
ahead   rts                     ; = 39
