; accuracy-cpu-cycles.asm: the length of every instruction and addressing form in cycles
;
; what:     a cartridge with the topic cpu-cycles
; play:     vecx run accuracy-cpu-cycles

                include "framework.asm"
                include "cpu.asm"
accuracy_topics fdb     topic_cpu_cycles,0
accuracy_end
                include "tables/cpu-cycles.asm"
