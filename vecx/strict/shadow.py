"""What the strict machine keeps beside the one it follows, and how a mistake is noted.

SHADOW is what hardware has no memory of: which bytes of RAM have been written and by what, the
calls that have not returned, what registers mean, the wires to the beam.  A mistake becomes a row
of `found`, once for each place that makes it; `counts` has how often.

The place is where the program can fix it: for a mistake inside the executive ROM, the instruction
of the program that called it.  Rows that the beam writes come later than the CPU's, so the last
calls into the ROM are kept with their cycles.
"""

import numpy as np

from ..compiling.jit import inner, integers
from .rules import NAMES, NUMBER

CALLS_MAX = 256         # nested calls that are followed
ENTRIES = 8192          # calls into the ROM that are remembered; a slice of the beam has far fewer
ROUTINES_MAX = 4096
FOUND_MAX = 16384       # rows of one pass; what does not fit is found the next time
(POINTER_ROW,) = integers(-1)       # a row of `found` that is no mistake: look at a list's end

# What the shadow keeps.
SHADOW = np.dtype([
    ("set", "i8", (1024,)),         # RAM: 1 = written since power-on
    ("value", "i8", (1024,)),       # what was last written
    ("wrote", "i8", (1024,)),       # 1 = written as a variable, 2 = and read as one
    ("tag", "i8", (1024,)),         # T_...: what put it there
    ("tag_id", "i8", (1024,)),      # number of that instruction
    # of a byte of a return address that was overwritten: what it was, and who overwrote it
    ("lost_value", "i8", (1024,)), ("lost_pc", "i8", (1024,)),
    ("number", "i8"),               # of the instruction that runs
    ("pc", "i8"), ("s", "i8"), ("facts", "i8"),     # of the instruction that runs
    ("interrupt", "i8"),            # an interrupt is being entered
    # the last two bytes pulled: their tags, and where they were
    ("pulled", "i8", (2,)), ("pulled_id", "i8", (2,)), ("pulled_at", "i8", (2,)),
    ("depth", "i8"),                # calls that have not returned
    ("call_s", "i8", (CALLS_MAX,)), ("call_to", "i8", (CALLS_MAX,)),
    ("call_from", "i8", (CALLS_MAX,)),
    ("taint", "i8"), ("taint_by", "i8", (5,)),      # registers without a meaning, and who left them
    ("entry", "i8"), ("entry_pc", "i8", (ENTRIES,)), ("entry_at", "i8", (ENTRIES,)),
    ("lost", "i8"),                 # the program has crashed: what it does now says nothing
    ("s_top", "i8"), ("loop", "i8"),        # the frame's outermost loop: S there, where it closes
    ("ier", "i8"), ("acr", "i8"), ("ora", "i8"), ("orb", "i8"), ("ddra", "i8"), ("ddrb", "i8"),
    ("via_set", "i8"),              # registers of the VIA written so far, a bit each
    ("t1_latch", "i8"), ("t1_end", "i8"),
    ("t2_latch", "i8"), ("t2_end", "i8"), ("t2_early", "i8"),
    ("bus", "i8"), ("latched", "i8"),       # BDIR and BC1; a sound register is latched
    ("wires", "i8"), ("ramp_at", "i8"), ("ramp_end", "i8"), ("ramp_lit", "i8"),
    ("lit_at", "i8"), ("lit_pc", "i8"), ("lit_cycle", "i8"), ("burnt", "i8"),
    ("dac_at", "i8"), ("dac_old", "i8"), ("y_at", "i8"),
    ("z_at", "i8"), ("z", "i8"), ("draws", "i8"),
    # the last releases of ZERO: when, and whether the beam was lit before the next
    ("zeros", "i8"), ("zero_at", "i8", (ENTRIES,)), ("zero_lit", "i8", (ENTRIES,)),
    ("short_pc", "i8"), ("short_at", "i8"), ("short_by", "i8"),     # the last was too short
    ("frame_at", "i8"), ("frames", "i8"), ("overrun_at", "i8"),
    ("refresh_at", "i8"), ("drawn_at", "i8"),       # the last frame begun by T2; light after it
    ("vectors", "i8", (4,)),        # where IRQ, SWI, SWI2, SWI3 lead
    ("rom_end", "i8"),              # first address behind the cartridge's image
    ("cart_ram", "i8"), ("cart_ram_end", "i8"),    # RAM in the cartridge: first, behind the last
    ("rom", "i8"),                  # from here on lies what a program calls, and cannot fix
    ("settle", "f8"), ("noise", "f8"),      # cycles a bit that the comparator needs; its noise
    ("y_least", "f8"),              # cycles that the Y hold needs
    ("draws_most", "i8"),
    ("pointer", "i8", (65536,)),    # pointer last handed to a list routine, by caller
    # what is known of the program, facts.py: of each instruction; the routine at an address and
    # what each needs and leaves; whether it reads a list
    ("of", "i8", (65536,)),
    ("routine", "i8", (65536,)), ("lists", "i8", (65536,)),
    ("page", "i8", (ROUTINES_MAX,)), ("trash", "i8", (ROUTINES_MAX,)),
    ("takes", "i8", (ROUTINES_MAX,)),
    # what was found: rule, place, PC, cycle, a, b; how often each rule was broken at each place
    ("found_rows", "i8"), ("found", "i8", (FOUND_MAX, 6)),
    ("counts", "i8", (len(NAMES), 65536)),
])
T_NONE, T_CALL, T_PUSH, T_STORE, T_BROKEN, T_OUTSIDE = integers(*range(6))
CHANCE = -1     # no such cycle yet

AY_READ, AY_WRITE, AY_LATCH = integers(1, 2, 3)
(AY_CHANGES, AY_JUMPS, AY_UNLATCHED, AY_ABOVE, AY_INPUT, AY_BOTH, AY_UNREAD) = \
    integers(*range(7))
T2_LAG, T1_LAG = 2, 1

RAMP_LEAST = 8          # cycles of a lit ramp: [PiTrex] corrects by 2 for any machine
ZERO_LEAST = 254        # p, two screen units: as wide as the beam's spot (our choice)
BURN_CYCLES = 3000      # a dot of the ROM's longest dwell is lit for 1,550 (our choice)
FADE_CYCLES = 100_000   # from here on a brightness fades [VIDE]
DAC_LATE = 4            # cycles into the ramp: the deflection lags by ten, nothing is drawn yet
STUCK_CYCLES = 60_000   # a call into the ROM that lasts longer is why no frame begins
CYCLES_LEAST, CYCLES_MOST = 28_571, 31_579      # of a frame within 5 % of 50 Hz
NO, YES = integers(0, 1)


def number_of(rule: str) -> int:
    """Return a rule's number, for compiled functions."""
    return integers(NUMBER[rule])[0]


RULE_ROM_WRITE = number_of("rom-write")
RULE_WRITE_NOWHERE = number_of("write-nowhere")
RULE_READ_NOWHERE = number_of("read-nowhere")
RULE_RAM_UNSET = number_of("ram-unset")
RULE_VIA = number_of("via-undriven")
RULE_NOWHERE = number_of("runs-nowhere")
RULE_DATA = number_of("runs-data")
RULE_OPCODE = number_of("opcode")
RULE_STACK = number_of("stack-data")
RULE_RETURN = number_of("return-lost")
RULE_RTS = number_of("rts")
RULE_DP = number_of("dp")
RULE_KEPT = number_of("kept")
RULE_HANDLER = number_of("handler")
RULE_SR = number_of("sr-early")
RULE_T1 = number_of("t1-early")
RULE_T2 = number_of("t2-flag")
RULE_Y_HOLD = number_of("y-hold")
RULE_Y_OPEN = number_of("y-open")
RULE_DAC = number_of("dac-ramp")
RULE_ZERO = number_of("zero-short")
RULE_HELD = number_of("zero-held")
RULE_DRIFT = number_of("drift")
RULE_DRAWS = number_of("draws")
RULE_SATURATION = number_of("saturation")
RULE_RAMP = number_of("ramp-short")
RULE_BURN = number_of("burn")
RULE_BRIGHTNESS = number_of("brightness")
RULE_STICK = number_of("stick-early")
RULE_OVERRUN = number_of("overrun")
RULE_NO_REFRESH = number_of("no-refresh")
RULE_RATE = number_of("rate")
RULE_AY = number_of("ay-bus")


@inner
def add(sh, rule, pc, cycle, a, b):
    """Note a broken rule at the place of the program that is behind it."""
    if sh.lost:
        return
    place = blame(sh, pc, cycle)
    if sh.counts[rule, place] > 0:
        sh.counts[rule, place] += 1
    elif sh.found_rows < FOUND_MAX:
        sh.counts[rule, place] = 1
        note(sh, rule, place, pc, cycle, a, b)


@inner
def note(sh, rule, place, pc, cycle, a, b):
    """Append a row of what was found."""
    row = sh.found_rows
    sh.found_rows += 1
    sh.found[row, 0] = rule
    sh.found[row, 1] = place
    sh.found[row, 2] = pc
    sh.found[row, 3] = cycle
    sh.found[row, 4] = a
    sh.found[row, 5] = b


@inner
def blame(sh, pc, cycle):
    """Return the program's instruction that led to `pc` in `cycle`: for the ROM, its caller."""
    if pc < sh.rom:
        return pc
    for back in range(1, ENTRIES + 1):
        if back > sh.entry:
            return pc
        at = (sh.entry - back) % ENTRIES
        if sh.entry_at[at] <= cycle:
            return sh.entry_pc[at]
    return pc
