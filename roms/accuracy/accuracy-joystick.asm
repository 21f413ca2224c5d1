; accuracy-joystick.asm: the comparator of the sticks; both controllers are plugged in and let go
;
; what:     a cartridge with the topic joystick
; play:     vecx run accuracy-joystick

                include "framework.asm"
accuracy_topics fdb     topic_joystick,0
accuracy_end
                include "joystick.asm"
                include "tables/joystick.asm"
