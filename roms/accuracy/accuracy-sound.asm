; accuracy-sound.asm: cards for the ear: what the sound chip plays
;
; what:     a cartridge with the cards sound
; play:     vecx run accuracy-sound

                include "framework.asm"
accuracy_topics fdb     topic_sound,0
accuracy_end
                include "sound.asm"
                include "cards.asm"
