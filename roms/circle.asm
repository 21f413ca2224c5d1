; circle.asm: a circle of 32 edges about radius 80, for the test card
;
; address:  after the service program
; build:    python -m roms.tables

; y, x of each edge, from the rightmost point on
vl_circle       fcb     $10,$FE,$0F,$FC,$0D,$F9,$0D,$F6,$0A,$F3,$07,$F3,$04,$F1,$02,$F0
                fcb     $FE,$F0,$FC,$F1,$F9,$F3,$F6,$F3,$F3,$F6,$F3,$F9,$F1,$FC,$F0,$FE
                fcb     $F0,$02,$F1,$04,$F3,$07,$F3,$0A,$F6,$0D,$F9,$0D,$FC,$0F,$FE,$10
                fcb     $02,$10,$04,$0F,$07,$0D,$0A,$0D,$0D,$0A,$0D,$07,$0F,$04,$10,$02
