"""The state of the strict machine, SHADOW, and the functions that note a mistake.

SHADOW holds what hardware does not remember: which bytes of RAM were written and by which
instruction, calls that have not returned, undefined registers, the last state of the wires.  A
mistake becomes a row of `found`, once for each place; `counts` counts the repetitions.

The place is where the program can be fixed: for a mistake inside the executive ROM, the instruction
that called it.  Rows of the beam come later than those of the CPU, so the last calls into the ROM
are kept with their cycles.
"""

import numpy as np

from ..chips.bus import HALF
from ..compiling.jit import inner, integers
from . import numbers
from .facts import PLACES, ROUTINES_MAX

READS_MAX = 16          # bytes that an instruction reads, at most
FIGURES = 3             # of a row of `found`: records.py names them by family of rules
CALLERS = 3             # the innermost calls that a row of `found` lists
CALLS_MAX = 256         # nested calls that are followed
ENTRIES = 8192          # remembered calls into the ROM; a slice of the beam has far fewer
COSTS_MAX = 32          # routines of a frame whose cycles are counted
ENDS = 64               # remembered ends of frames: more than one second of them
FOUND_MAX = 16384       # rows of one pass; the rest is found the next time
(POINTER_ROW,) = integers(-1)       # a row of `found` that asks to check a list, no mistake

SHADOW = np.dtype([
    # memory as the program sees it, both banks; RAM as the rows of the log have it so far
    ("mem", "i8", (2, 65536)), ("bank", "i8"), ("banked", "i8"),
    ("coded", "i8", (65536,)),      # of code in RAM: code_of (facts.py) of what `of` is about
    ("pc_bank", "i8"),              # the bank of the instruction that runs
    ("words", "i8", (2, 65536)),    # instructions as words of chips/decode.py, 0 = not decoded
    # undefined bits of registers, by their number in the post-byte of TFR, and of memory; where
    # they come from, ORIGIN_... of values.py; which bytes of RAM have been reported
    ("reg_u", "i8", (16,)), ("reg_by", "i8", (16,)), ("any_u", "i8"),
    ("mem_u", "i8", (65536,)), ("mem_by", "i8", (65536,)), ("reported", "u1", (65536,)),
    # flags that a routine of the ROM has left undefined, until they are written; their origin
    ("left_flags", "i8"), ("left_by", "i8"),
    # the cartridge has begun, at this PC; registers that still have their values from then
    ("entered", "i8"), ("begins", "i8"), ("left_registers", "i8"),
    ("handlers", "i8"),     # interrupts that have not returned
    # 1 + the PC that has moved S far away, 0 = it is where the ROM has set it: at `s_home`
    ("s_own", "i8"), ("s_home", "i8"),
    # last write to the VIA, last read of a register of it that is no flag, last write to RAM, last
    # read of the flags and its PC; a state that must not come again while nothing is written
    ("via_at", "i8"), ("via_read_at", "i8"), ("ram_at", "i8"), ("flag_at", "i8"),
    ("flag_pc", "i8"), ("stuck_pc", "i8"), ("stuck_a", "i8"), ("stuck_b", "i8"),
    ("stuck_at", "i8"), ("hung", "i8"),     # since when; when it has come again
    ("watched", "i8"),      # something is due at one of the next instructions
    # routines that the main loop has called in this frame, and their cycles
    ("costs", "i8"), ("cost_to", "i8", (COSTS_MAX,)), ("cost", "i8", (COSTS_MAX,)),
    # by place: the worst frame that took too long, their sum; the routine that took most of the
    # worst, and its cycles
    ("over_most", "i8", (PLACES,)), ("over_sum", "i8", (PLACES,)),
    ("over_routine", "i8", (PLACES,)), ("over_share", "i8", (PLACES,)),
    # where both ways of an undefined branch meet (-1: nowhere), and what one of them has changed
    ("join_pc", "i8"), ("join_by", "i8"), ("joins", "i8"),
    # the instruction that runs: its row, whether its bits are settled, what it has read
    ("row_a", "i8"), ("row_b", "i8"), ("began", "i8"), ("settled", "i8"),
    ("reads", "i8"), ("read_u_any", "i8"), ("read_at", "i8", (READS_MAX,)),
    ("read_value", "i8", (READS_MAX,)), ("read_u", "i8", (READS_MAX,)),
    ("read_by", "i8", (READS_MAX,)),
    ("set", "i8", (1024,)),         # RAM: 1 = written since power-on
    ("stored_pc", "i8", (1024,)), ("pushed_pc", "i8", (1024,)),     # PCs of the last store, push
    # 1 = written as a variable, 2 = and read as one, 3 and 4 = then pushed over
    ("wrote", "i8", (1024,)),
    ("tag", "i8", (1024,)),         # T_...: the kind of instruction that wrote it
    ("alone", "u1", (1024,)),       # post-byte of the PSHS that pushed A or B alone there, or 0
    ("tag_id", "i8", (1024,)),      # number of that instruction
    # for an overwritten byte of a return address: its value, and the PC that overwrote it
    ("lost_value", "i8", (1024,)), ("lost_pc", "i8", (1024,)),
    ("number", "i8"),               # of the instruction that runs
    ("pc", "i8"), ("s", "i8"), ("facts", "i8"),     # of the instruction that runs
    ("interrupt", "i8"),            # being entered: 1 + its entry of decode.py, 0 = none
    # the last two bytes pulled: their tags, and where they were
    ("pulled", "i8", (2,)), ("pulled_id", "i8", (2,)), ("pulled_at", "i8", (2,)),
    ("pulled_calls", "i8"),         # bytes of return addresses that it has pulled
    ("s_low", "i8"), ("s_low_pc", "i8"),    # the lowest S in RAM since the program began, and where
    ("depth", "i8"),                # calls that have not returned
    ("call_s", "i8", (CALLS_MAX,)), ("call_to", "i8", (CALLS_MAX,)),
    ("call_from", "i8", (CALLS_MAX,)),
    ("call_at", "i8", (CALLS_MAX,)),        # cycles
    ("call_a", "i8", (CALLS_MAX,)), ("call_b", "i8", (CALLS_MAX,)),     # registers at the call
    # registers A B X Y U: PC of a load that is not used yet (-1: none), its depth of calls and its
    # value; PC of the instruction that destroyed it since (-1: none)
    ("load_pc", "i8", (5,)), ("load_depth", "i8", (5,)), ("load_value", "i8", (5,)),
    ("load_lost", "i8", (5,)),
    # X Y U: the block of data whose first address they were set to, and its end; 0 = none
    ("block", "i8", (3,)), ("block_end", "i8", (3,)),
    ("to_code", "i8", (3,)),        # they were set to an instruction, and may read code
    ("entry", "i8"), ("entry_pc", "i8", (ENTRIES,)), ("entry_at", "i8", (ENTRIES,)),
    ("lost", "i8"),                 # the program has crashed: nothing is reported any more
    ("s_top", "i8"), ("loop", "i8"),        # outermost loop of the frame: S, and its last branch
    # S there in the previous frame, how far it had fallen, and for how many frames it has so fallen
    ("s_before", "i8"), ("s_fell", "i8"), ("s_falls", "i8"),
    ("ier", "i8"), ("acr", "i8"), ("ora", "i8"), ("orb", "i8"), ("ddra", "i8"), ("ddrb", "i8"),
    ("via_set", "i8"),              # registers of the VIA written so far, a bit each
    ("t1_latch", "i8"), ("t1_end", "i8"),
    ("scale_pc", "i8"),             # the call of a recalibration, if that set T1's latch
    ("t2_latch", "i8"), ("t2_end", "i8"), ("t2_early", "i8"),
    ("bus", "i8"), ("latched", "i8"),       # BDIR and BC1; a register is latched, 2 = by the ROM
    ("wires", "i8"), ("ramp_at", "i8"), ("ramp_end", "i8"), ("ramp_lit", "i8"),
    ("lit_at", "i8"), ("lit_pc", "i8"), ("lit_cycle", "i8"), ("burnt", "i8"),
    ("dac_at", "i8"), ("dac_old", "i8"), ("y_at", "i8"),
    # PC that set the DAC, whether the beam has used that value; when port A was last written, and
    # when the sound chip or the comparator last used it
    ("dac_pc", "i8"), ("dac_taken", "i8"), ("ora_at", "i8"), ("port_a_at", "i8"),
    ("sr_writes", "i8"), ("sr_solid", "i8"),    # since a ramp ended; the first one: a solid line
    ("draws", "i8"),
    # the brightness: value, cycle and PC of its last change, whether that was reading a stick;
    # depth of calls at that PC, whether lines were drawn with it, and whether that routine has
    # returned
    ("z", "i8"), ("z_at", "i8"), ("z_pc", "i8"), ("z_stick", "i8"),
    ("z_depth", "i8"), ("z_drew", "i8"), ("z_left", "i8"),
    # the first line or dot since ZERO: PC, depth of calls there (-1: none), the routine, and
    # whether that has returned
    ("first_pc", "i8"), ("first_depth", "i8"), ("first_of", "i8"), ("first_left", "i8"),
    ("ends", "i8", (ENDS,)),        # of the last frames
    # the last releases of ZERO: when, and whether the beam was lit before the next
    ("zeros", "i8"), ("zero_at", "i8", (ENTRIES,)), ("zero_lit", "i8", (ENTRIES,)),
    ("short_pc", "i8"), ("short_at", "i8"), ("short_by", "i8"),     # of one that was too short
    ("frame_at", "i8"), ("frames", "i8"), ("overrun_at", "i8"),
    ("refresh_at", "i8"), ("drawn_at", "i8"),       # the last frame begun by T2; the last light
    ("drifted_at", "i8"), ("faded_at", "i8"),       # the last drifted line; the last dim one
    ("spoke_at", "i8"),             # the program's last write of its own to the sound chip
    # frames in a row in which the ROM stepped a tune or an effect; cycle of the last step
    ("steps", "i8"), ("stepped_at", "i8"),
    # values of the DAC in the sound's hold since T2 began a frame; cycle of the last one
    ("samples", "i8"), ("sampled_at", "i8"),
    # entries.py: what is checked at an address of the ROM, from $E000 on; of the cells of the
    # sticks, the buttons: frames that have read them since a routine filled them, the last of these
    ("checked", "i8", (0x2000,)), ("stale", "i8", (2,)), ("stale_frame", "i8", (2,)),
    # cells of the ROM's RAM: whose value they have, PC of the program's last store that was not
    # zero, and the call that overwrote it
    ("owner", "i8", (128,)), ("owner_pc", "i8", (128,)), ("taker_pc", "i8", (128,)),
    # frames without and pictures with frames before them: where they began
    ("empties", "i8"), ("empties_last", "i8"), ("empty_site", "i8"), ("empty_at", "i8"),
    ("doubles", "i8"), ("frame_site", "i8"),
    # calls that read the buttons in this frame, the first and another; frames in a row
    ("buttons_pc", "i8"), ("again_pc", "i8"), ("again_at", "i8"), ("again_frames", "i8"),
    ("tune_starts", "i8"),          # in a row
    # a store into the sound registers in RAM, or a tune, that has not reached the chip: PC, cell,
    # cycle, frame
    ("unsent_pc", "i8"), ("unsent_cell", "i8"), ("unsent_at", "i8"), ("unsent_frame", "i8"),
    # the latched register of the sound chip; where its port A became an output, 0 = it is an input
    ("chip_register", "i8"), ("port_pc", "i8"),
    ("vectors", "i8", (4,)),        # where IRQ, SWI, SWI2, SWI3 lead
    ("rom_end", "i8"),              # first address after the cartridge's image
    ("ram_first", "i8"),            # first address where RAM may be
    ("cart_ram", "i8"), ("cart_ram_end", "i8"),    # RAM in the cartridge: first address, end
    ("rom", "i8"),                  # first address of code that a program only calls
    ("settle", "f8"), ("noise", "f8"),      # cycles a bit that the comparator needs; its noise
    ("y_least", "f8"),              # cycles that the Y hold needs
    ("draws_most", "i8"),
    ("pointer", "i8", (PLACES,)),   # pointer last passed to a list routine, by caller
    # facts about the program (facts.py): about each instruction, about the routine at an address,
    # and whether that reads a list
    ("of", "i8", (PLACES,)),        # by place: the address, with the bank in the bits above
    ("expects", "i8", (PLACES,)),   # 1 + the page that a direct address means, 0 = unknown
    ("end_of", "i8", (PLACES,)),    # the end of the block of data that an address begins, or 0
    ("code", "u1", (PLACES,)),      # 1 = the source has an instruction there
    ("routine", "i8", (PLACES,)), ("lists", "i8", (65536,)),
    ("page", "i8", (ROUTINES_MAX,)), ("trash", "i8", (ROUTINES_MAX,)),
    ("keeps", "i8", (ROUTINES_MAX,)), ("loose", "i8", (ROUTINES_MAX,)),
    # rows: rule, place, PC, cycle, a, b, origin, callers; how many times each place broke each rule
    ("found_rows", "i8"), ("found", "i8", (FOUND_MAX, 4 + FIGURES + CALLERS)),
    ("counts", "i8", (numbers.RULE_COUNT, PLACES)),
])
(PUSHED_OVER,) = integers(3)     # values of `wrote` from here on: pushed over
T_NONE, T_CALL, T_PUSH, T_STORE, T_BROKEN, T_OUTSIDE = integers(*range(6))
NEVER = -1      # no such cycle yet; the register has no unused load

AY_READ, AY_WRITE, AY_LATCH = integers(1, 2, 3)
LIT_BETWEEN = 12        # cycles that the beam may stand lit between two lines (our choice)
SR_EARLY = 4            # cycles before a ramp's end: the lag of the beam
T2_LAG, T1_LAG = 2, 1

RAMP_LEAST = 8          # cycles of a lit ramp: [PiTrex] corrects by 2 for any machine
ZERO_LEAST = 254        # p, two screen units: as wide as the beam's spot (our choice)
BURN_CYCLES = 3000      # a dot of the ROM's longest dwell is lit for 1,550 (our choice)
FADE_CYCLES = 100_000   # the age at which a brightness fades [VIDE]
DAC_TAKEN = 12          # cycles in a ramp until X follows a value set late: it lags by ten
DAC_LATE = 4            # cycles into the ramp: the deflection lags by ten, nothing is drawn yet
STEPS_LEAST = 4         # frames in a row with a step: a tune or an effect (our choice)
GROWS_FRAMES = 16       # frames in a row, each one level deeper: not a recursion (our choice)
SAMPLES_LEAST = 16      # in a frame: the program plays samples (our choice)
HANGS_CYCLES = 70_000   # longer than any timer runs
STUCK_CYCLES = 60_000   # a longer call into the ROM is the reason why no frame begins
CYCLES_LEAST, CYCLES_MOST = 28_571, 31_579      # of a frame within 5 % of 50 Hz
(UNUSED,) = integers(0)         # a figure that the rule's record does not have
(COMMON,) = integers(0)         # index in `mem` and `words` of RAM and ROM, which are not banked


@inner
def add(sh, rule, pc, cycle, a, b):
    """Note a broken rule, at the place of the program that is responsible."""
    if not sh.lost:
        add_at(sh, rule, blame(sh, pc, cycle), pc, cycle, a, b, UNUSED)


@inner
def add_at(sh, rule, place, pc, cycle, a, b, origin):
    """Note a broken rule at a known place, with the origin of an undefined value."""
    if sh.lost:
        return
    place = placed(sh, place)
    if sh.counts[rule, place] > 0:
        sh.counts[rule, place] += 1
    elif sh.found_rows < FOUND_MAX:
        sh.counts[rule, place] = 1
        note(sh, rule, place, pc, cycle, a, b, origin)


@inner
def placed(sh, address):
    """Return the place of an address: it includes the current bank if the program has two banks."""
    return address | sh.pc_bank << 16 if sh.banked and 0 <= address < HALF else address


@inner
def note(sh, rule, place, pc, cycle, a, b, origin):
    row = sh.found_rows
    sh.found_rows += 1
    sh.found[row, 0] = rule
    sh.found[row, 1] = place
    sh.found[row, 2] = pc
    sh.found[row, 3] = cycle
    sh.found[row, 4] = a
    sh.found[row, 5] = b
    sh.found[row, 6] = origin
    at = sh.depth if cycle >= sh.began else 0       # rows of the beam come too late for callers
    for back in range(CALLERS):
        at -= 1
        while at >= 0 and sh.call_from[at] >= sh.rom:
            at -= 1
        sh.found[row, 4 + FIGURES + back] = placed(sh, sh.call_from[at]) if at >= 0 else -1


@inner
def caller_depth(sh, pc):
    """Return how many calls are open around the running code, or around its call to the ROM."""
    depth = sh.depth
    if pc >= sh.rom:
        while depth > 0 and sh.call_from[depth - 1] >= sh.rom:
            depth -= 1
        depth -= 1
    return depth


@inner
def cartridge_runs(sh):
    """Return whether the program of a cartridge has begun; before it, the ROM prints the title."""
    return sh.entered and sh.rom_end > 0


@inner
def blame(sh, pc, cycle):
    """Return the program's instruction that is responsible for `pc`: if `pc` is in the ROM, the
    call."""
    if pc < sh.rom:
        return pc
    for back in range(1, ENTRIES + 1):
        if back > sh.entry:
            return pc
        at = (sh.entry - back) % ENTRIES
        if sh.entry_at[at] <= cycle:
            return sh.entry_pc[at]
    return pc
