; accuracy-cpu-undocumented.asm: undocumented opcodes and transfers
;
; what:     a cartridge with the topic cpu-undocumented
; play:     vecx run accuracy-cpu-undocumented

                include "framework.asm"
                include "cpu.asm"
accuracy_topics fdb     topic_cpu_undocumented,0
accuracy_end
                include "tables/cpu-undocumented.asm"
