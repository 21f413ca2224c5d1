; accuracy-via-timers.asm: the two timers of the 6522
;
; what:     a cartridge with the topic via-timers
; play:     vecx run accuracy-via-timers

                include "framework.asm"
accuracy_topics fdb     topic_via_timers,0
accuracy_end
                include "via-timers.asm"
                include "tables/via-timers.asm"
