; accuracy-frame.asm: the frame that the executive ROM makes
;
; what:     a cartridge with the topic frame
; play:     vecx run accuracy-frame

                include "framework.asm"
accuracy_topics fdb     topic_frame,0
accuracy_end
                include "frame.asm"
                include "tables/frame.asm"
