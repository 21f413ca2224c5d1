; accuracy-via-shift.asm: the shift register of the 6522
;
; what:     a cartridge with the topic via-shift
; play:     vecx run accuracy-via-shift

                include "framework.asm"
accuracy_topics fdb     topic_via_shift,0
accuracy_end
                include "via-shift.asm"
                include "tables/via-shift.asm"
