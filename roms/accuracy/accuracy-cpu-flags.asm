; accuracy-cpu-flags.asm: results and flags of every documented instruction
;
; what:     a cartridge with the topic cpu-flags
; play:     vecx run accuracy-cpu-flags

                include "framework.asm"
                include "cpu.asm"
accuracy_topics fdb     topic_cpu_flags,0
accuracy_end
                include "tables/cpu-flags.asm"
