"""Notes the mistakes of a program in the state of the strict machine (state.py).

A mistake becomes a row of `found`, once for each place; `counts` counts the repetitions.

The place is where the program can be fixed: for a mistake inside the executive ROM, the instruction
that called it.  Rows of the beam come later than those of the CPU, so the last calls and returns,
and the last calls into the ROM, are kept with their cycles.
"""

from ..chips.bus import HALF
from ..compiling.jit import inner, integers, no_inline
from .state import CALLERS, ENTRIES, FIGURES, FOUND_MAX, TURNS

(POINTER_ROW,) = integers(-1)       # a row of `found` that asks to check a list, no mistake
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
    list_callers(sh, row, cycle)


@no_inline
def list_callers(sh, row, cycle):
    """List in a row of `found` the innermost calls of the program that were open at a cycle."""
    turn = sh.turns - 1
    oldest = max(0, sh.turns - TURNS)
    while turn >= oldest and sh.turn_at[turn % TURNS] > cycle:
        turn -= 1
    depth = sh.turn_depth[turn % TURNS] if turn >= oldest else 0
    back = 0
    while depth > 0 and back < CALLERS:
        while turn >= oldest and not (
                sh.turn_depth[turn % TURNS] == depth and sh.turn_from[turn % TURNS] >= 0):
            turn -= 1
        depth -= 1
        caller = sh.turn_from[turn % TURNS] if turn >= oldest else sh.call_from[depth]
        if turn < oldest and sh.call_at[depth] > cycle:
            depth = 0       # the call is too old to be known
        elif caller < sh.rom:
            sh.found[row, 4 + FIGURES + back] = placed(sh, caller)
            back += 1
    for left in range(back, CALLERS):
        sh.found[row, 4 + FIGURES + left] = -1


@inner
def turned(sh, cycle, from_pc):
    """Remember that the number of open calls has changed, by a call at a PC or by a return (-1)."""
    at = sh.turns % TURNS
    sh.turn_at[at], sh.turn_depth[at], sh.turn_from[at] = cycle, sh.depth, from_pc
    sh.turns += 1


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
