; accuracy-via-ports.asm: ports, direction registers, flags and interrupts of the 6522
;
; what:     a cartridge with the topic via-ports
; play:     vecx run accuracy-via-ports

                include "framework.asm"
accuracy_topics fdb     topic_via_ports,0
accuracy_end
                include "via-ports.asm"
                include "tables/via-ports.asm"
