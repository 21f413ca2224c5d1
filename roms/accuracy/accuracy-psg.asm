; accuracy-psg.asm: the sound chip AY-3-8912
;
; what:     a cartridge with the topic psg
; play:     vecx run accuracy-psg

                include "framework.asm"
accuracy_topics fdb     topic_psg,0
accuracy_end
                include "psg.asm"
                include "tables/psg.asm"
