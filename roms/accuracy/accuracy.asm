; accuracy.asm: all topics in one cartridge
;
; what:     a cartridge with a menu, which runs every test and shows how many passed
; play:     vecx run accuracy

                include "framework.asm"
                include "cpu.asm"
accuracy_topics fdb     topic_cpu_cycles,topic_cpu_flags,topic_cpu_undocumented,topic_cpu_bus
                fdb     topic_via_timers,topic_via_ports,topic_via_shift,topic_memory
                fdb     topic_psg,topic_joystick,topic_frame,topic_beam,topic_sound,0
accuracy_end
                include "cpu-bus.asm"
                include "via-timers.asm"
                include "via-ports.asm"
                include "via-shift.asm"
                include "memory.asm"
                include "psg.asm"
                include "joystick.asm"
                include "frame.asm"
                include "beam.asm"
                include "sound.asm"
                include "cards.asm"
                include "tables/cpu-cycles.asm"
                include "tables/cpu-flags.asm"
                include "tables/cpu-undocumented.asm"
                include "tables/cpu-bus.asm"
                include "tables/via-timers.asm"
                include "tables/via-ports.asm"
                include "tables/via-shift.asm"
                include "tables/memory.asm"
                include "tables/psg.asm"
                include "tables/joystick.asm"
                include "tables/frame.asm"
