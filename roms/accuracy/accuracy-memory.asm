; accuracy-memory.asm: the memory map
;
; what:     a cartridge with the topic memory
; play:     vecx run accuracy-memory

                include "framework.asm"
accuracy_topics fdb     topic_memory,0
accuracy_end
                include "memory.asm"
                include "tables/memory.asm"
