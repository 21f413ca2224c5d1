; accuracy-beam.asm: cards for the eye: what the beam draws
;
; what:     a cartridge with the cards beam
; play:     vecx run accuracy-beam

                include "framework.asm"
accuracy_topics fdb     topic_beam,0
accuracy_end
                include "beam.asm"
                include "cards.asm"
