; BSS lays out RAM, CODE is written; END ends.
        bss
        org     $C880
score   rmb     2
lives   ds      1
        code
        org     0
        ldx     #score          ; = 8E C8 80
        lda     lives           ; = B6 C8 82
        bss
more    rmb     1
        code
        ldb     more            ; = F6 C8 83
	* an indented star comment
        title   "ignored"
        end
        garbage
