; A short branch out of range: the distance, the excess, and the place of the target.
        org     $1000
start   nop
        rmb     126
        bne     start           ; error E021: branch out of range: start is -129 bytes away, BNE reaches -128..127 (1 too far)
                                ; note: `start` is defined here, at $1000
                                ; hint: use LBNE, which reaches everywhere, or assemble with --relax
        bsr     there           ; error E021: branch out of range: there is 128 bytes away, BSR reaches -128..127 (1 too far)
                                ; hint: use LBSR, which reaches everywhere, or assemble with --relax
        rmb     128
there   rts
