; accuracy-cpu-bus.asm: which accesses instructions make
;
; what:     a cartridge with the topic cpu-bus
; play:     vecx run accuracy-cpu-bus

                include "framework.asm"
accuracy_topics fdb     topic_cpu_bus,0
accuracy_end
                include "cpu-bus.asm"
                include "tables/cpu-bus.asm"
