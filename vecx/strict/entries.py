"""Checks of how the program uses the executive ROM: the arguments of its routines, the cells of its
RAM, and routines that a frame calls twice or that nothing calls.

`enters` runs at the first instruction of the routines in CHECKED (facts.py), no matter whether the
program or another routine of the ROM calls them.  `frame_ends` judges what a frame did.  A habit of
the program (two calls in each frame, a tune that starts again) counts only after HABIT_FRAMES in a
row, because a program may have a reason to do it once.

Not checked: routines of the ROM that the program enters behind their first instruction.

Source: [BIOS], sections 2 (RAM), 12 (routines) and 15 (what the original does in corners).
"""

from ..chips.bus import RAM, ROM
from ..chips.decode import CC, A, D
from ..compiling.jit import inner, integers, no_inline, table
from . import numbers, records
from .facts import (
    BUILT_IN,
    BUTTONS,
    BUTTONS_MASKED,
    CLEAR,
    F_NAMED,
    PATTERN,
    SCORE,
    SEND,
    SHIPS,
    STICKS,
    TEXT,
    TEXT_LEAST,
    TEXT_LONGEST,
    TEXT_SEARCHED,
    TUNE,
    TUNE_STARTS,
)
from .instructions import byte_at, value_of
from .shadow import (
    COMMON,
    NEVER,
    UNUSED,
    add,
    add_at,
    blame,
    caller_depth,
    cartridge_runs,
)

SYSTEM_CELLS = 0x80         # RAM from $C800 on that belongs to the ROM
HABIT_FRAMES = 16           # frames in a row (our choice: a third of a second)
STALE_FRAMES = 8            # that read a cell before it counts as forgotten (our choice)
PATIENCE_FRAMES = 60        # until a sound counts as forgotten (our choice: more than a second)
SCORE_DIGITS = 4
MUX_HIGHEST = 7
PATTERN_SCALE = 3           # the longest ramp that Draw_Pat_* does not see

# Cells of the ROM's RAM, from $C800 on.
CELLS = (BTN_STATE, JOY_RESOLUTION, JOY_X, JOY_MUX, MISC_COUNT, ZERO_ENABLED, STRING_POINTER,
         WORK, WORK_END, MUSIC_FLAG) = integers(
    0x0F, 0x1A, 0x1B, 0x1F, 0x23, 0x24, 0x2C, 0x3F, 0x4D, 0x56)
SHADOW_END = 15             # of the shadow of the sound chip's registers
PORT_OUTPUT, MIXER, PORT_A = 0x40, 7, 14    # bit 6 of register 7: port A is an output

# What a program may do with a cell of the ROM's RAM: 1 = only the ROM fills it, so that a value of
# the program does not last [BIOS] section 2.
OF_ROM = ((0x0F, 0x19), (0x1B, 0x1E), (0x25, 0x27), (0x2C, 0x2D), (0x34, 0x35), (0x3B, 0x3C),
          (0x57, 0x66))
ONLY_ROM_FILLS = table([int(any(first <= at <= last for first, last in OF_ROM))
                        for at in range(SYSTEM_CELLS)])
(STICK_CELLS, BUTTON_CELLS) = integers(0, 1)        # groups of cells that a routine fills
# States of such a cell: untouched, the program's value, overwritten by the ROM, read as the ROM's.
(FREE, OWN, TAKEN, SHARED) = integers(0, 1, 2, 3)


@no_inline
def enters(sh, cycle, from_pc, pc):
    """Check the entry into a routine of CHECKED.

    Args: from_pc  of the instruction before: of the program, or of the ROM
    """
    if not cartridge_runs(sh):
        return          # its title
    what = sh.checked[pc - ROM]
    called = from_pc < sh.rom
    if what == TEXT:
        text(sh, cycle, pc)
    elif what == STICKS:
        sticks(sh, cycle, pc)
    elif what == BUTTONS or what == BUTTONS_MASKED:
        buttons(sh, cycle, what, called)
    elif what == SEND:
        sh.unsent_pc, sh.stepped_at = NEVER, cycle
    elif what == TUNE or what == TUNE_STARTS:
        tune(sh, cycle, what, called)
    elif what == SCORE:
        digits = value_of(sh, D)
        for place in range(SCORE_DIGITS):
            if digits >> 4 * place & 15 > 9:
                add(sh, numbers.ARGUMENT, pc, cycle, records.NOT_DECIMAL, digits)
                return
    elif what == SHIPS:
        if sh.ier and not value_of(sh, CC) & 0x10:
            add(sh, numbers.ARGUMENT, pc, cycle, records.SHIPS_INTERRUPTED, UNUSED)
    elif what == PATTERN:
        if sh.t1_latch <= PATTERN_SCALE and sh.mem[COMMON, 0xC800 + ZERO_ENABLED]:
            add(sh, numbers.ARGUMENT, pc, cycle, records.PATTERN_NOT_ZEROED, sh.t1_latch)
    elif what == CLEAR:
        if value_of(sh, D) >= 0x8000:
            add(sh, numbers.ARGUMENT, pc, cycle, records.CLEARS_OTHERWISE, value_of(sh, D))
    elif what == BUILT_IN and called:
        add(sh, numbers.BUILT_IN, pc, cycle, pc, UNUSED)


@inner
def cell(sh, at):
    return sh.mem[COMMON, RAM + at]


@no_inline
def text(sh, cycle, pc):
    """Count the characters of a text that is about to be printed."""
    first = cell(sh, STRING_POINTER) << 8 | cell(sh, STRING_POINTER + 1)
    count = 0
    while count < TEXT_SEARCHED and byte_at(sh, first + count) < 0x80:
        count += 1
    if count < TEXT_LEAST or TEXT_LONGEST < count < TEXT_SEARCHED:
        add(sh, numbers.TEXT_SIZE, pc, cycle, count, first)


@no_inline
def sticks(sh, cycle, pc):
    """Check the multiplexer's cells, and with Joy_Analog the resolution."""
    sh.stale[STICK_CELLS] = 0
    enabled = 0
    for stick in range(4):
        mux = cell(sh, JOY_MUX + stick)
        enabled |= mux
        if mux and (mux > MUX_HIGHEST or not mux & 1):
            at_store(sh, numbers.JOY_MUX, JOY_MUX + stick, pc, cycle, mux)
    resolution = cell(sh, JOY_RESOLUTION)
    if enabled and cell(sh, MISC_COUNT) >= 0x80 and (
            resolution >= 0x80 or resolution & resolution - 1):
        at_store(sh, numbers.JOY_RESOLUTION, JOY_RESOLUTION, pc, cycle, resolution)


@inner
def at_store(sh, rule, at, pc, cycle, value):
    """Note a mistake at the instruction that stored the value of a cell, if the program did; else
    at the call."""
    call = blame(sh, pc, cycle)
    add_at(sh, rule, storer(sh, at, call), pc, cycle, value, call, RAM + at)


@inner
def storer(sh, at, call):
    """Return the instruction that stored the value of a cell, if the program did; else the call."""
    stored = sh.stored_pc[at]
    return stored if sh.owner_pc[at] and 0 <= stored < sh.rom else call


@inner
def owes(sh, pc, cycle, at):
    """Remember a sound that has to be sent to the chip: the cell, and who stored it."""
    sh.unsent_pc, sh.unsent_cell = pc, at
    sh.unsent_at, sh.unsent_frame = cycle, sh.frames


@no_inline
def buttons(sh, cycle, what, called):
    """Check whether a frame reads the buttons twice, so that the second call finds no press."""
    sh.stale[BUTTON_CELLS] = 0
    if not called:
        return
    place = blame(sh, int(ROM), cycle)
    if sh.buttons_pc < 0:
        sh.buttons_pc = place
    elif place != sh.buttons_pc and (what == BUTTONS or value_of(sh, A) == 0xFF):
        sh.again_pc, sh.again_at = place, cycle


@no_inline
def tune(sh, cycle, what, called):
    """Check whether a tune starts again in each frame."""
    if not called:
        return
    flag = cell(sh, MUSIC_FLAG)
    if (flag or what == TUNE_STARTS) and sh.unsent_pc < 0:
        owes(sh, blame(sh, int(ROM), cycle), cycle, int(MUSIC_FLAG))
    if what == TUNE_STARTS or 0 < flag < 0x80:
        sh.tune_starts += 1
        if sh.tune_starts == HABIT_FRAMES:
            call = blame(sh, int(ROM), cycle)
            place = storer(sh, MUSIC_FLAG, call) if what == TUNE else call
            add_at(sh, numbers.TUNE_RESTARTS, place, call, cycle, call, UNUSED, UNUSED)
    else:
        sh.tune_starts = 0


@no_inline
def cell_read(sh, cycle, pc, at):
    """Follow a read of a cell of the ROM's RAM by the program."""
    group = STICK_CELLS if JOY_X <= at < JOY_MUX else \
        BUTTON_CELLS if BTN_STATE <= at < JOY_RESOLUTION else NEVER
    if group >= 0 and sh.stale_frame[group] != sh.frames:
        sh.stale[group] += 1
        sh.stale_frame[group] = sh.frames
        if sh.stale[group] > STALE_FRAMES and not sh.owner_pc[at]:
            add(sh, numbers.UNPOLLED, pc, cycle, at, sh.frame_site & 0xFFFF)
    if ONLY_ROM_FILLS[at] and sh.facts & F_NAMED:
        if sh.owner[at] == TAKEN:
            add_at(sh, numbers.ROM_VARIABLE, pc, pc, cycle, at, sh.owner_pc[at], sh.taker_pc[at])
        elif sh.owner[at] == FREE and sh.stored_pc[at] >= sh.rom:
            sh.owner[at] = SHARED


@no_inline
def cell_written(sh, cycle, pc, at, value):
    """Follow a write to a cell of the ROM's RAM."""
    if pc >= sh.rom:
        if sh.owner[at] == OWN and sh.mem[COMMON, RAM + at] != value:
            sh.owner[at], sh.taker_pc[at] = TAKEN, blame(sh, pc, cycle)
        return
    if value and sh.facts & F_NAMED:
        sh.owner_pc[at] = pc
        if sh.owner[at] != SHARED:
            sh.owner[at] = OWN
    elif sh.owner[at] != SHARED:
        sh.owner[at] = FREE
    if value and (at < SHADOW_END or WORK <= at < WORK_END) and sh.unsent_pc < 0 \
            and sh.facts & F_NAMED:
        owes(sh, pc, cycle, at)


@inner
def chip_written(sh, cycle, pc, register, value):
    """Follow a write to a register of the sound chip."""
    if sh.unsent_pc >= 0 and sh.unsent_cell < SHADOW_END and sh.unsent_cell == register:
        sh.unsent_pc = NEVER
    if register == MIXER:
        sh.port_pc = blame(sh, pc, cycle) if value & PORT_OUTPUT else 0


@inner
def chip_read(sh, cycle, pc):
    """Check a read of the buttons: port A of the sound chip must be an input."""
    if sh.chip_register == PORT_A and sh.port_pc:
        add(sh, numbers.PORT_OUTPUT, pc, cycle, sh.port_pc, UNUSED)


@no_inline
def frame_ends(sh, cycle, pc):
    """Judge the habits of the frame that ends with a write of T2 at `pc`."""
    sh.steps = sh.steps + 1 if sh.stepped_at > sh.frame_at else 0
    double_frames(sh, cycle, pc)
    if sh.again_pc >= 0:
        sh.again_frames += 1
        if sh.again_frames == HABIT_FRAMES:
            add_at(sh, numbers.BUTTONS_TWICE, sh.again_pc, sh.again_pc, sh.again_at, sh.buttons_pc,
                   UNUSED, UNUSED)
    else:
        sh.again_frames = 0
    sh.buttons_pc = sh.again_pc = NEVER
    if sh.unsent_pc >= 0 and sh.frames - sh.unsent_frame == PATIENCE_FRAMES:
        add_at(sh, numbers.UNSENT, sh.unsent_pc, sh.unsent_pc, sh.unsent_at, sh.unsent_cell,
               sh.frame_site & 0xFFFF, UNUSED)


@inner
def double_frames(sh, cycle, pc):
    """Check whether each picture waits for more than one frame, begun by different calls."""
    place = blame(sh, pc, cycle)
    depth = caller_depth(sh, pc)
    caller = sh.call_from[depth - 1] if depth > 0 else 0
    site = place | caller << 16
    if sh.drawn_at <= sh.frame_at:              # nothing was drawn
        if sh.empties == 0:
            sh.empty_site = sh.frame_site
            sh.empty_at = sh.frame_at
        sh.empties += 1
    else:
        if sh.empties and sh.empties == sh.empties_last and sh.empty_site != sh.frame_site:
            sh.doubles += 1
            if sh.doubles == HABIT_FRAMES:
                at = sh.empty_site & 0xFFFF
                caller = sh.empty_site >> 16
                if at == sh.frame_site & 0xFFFF and caller:
                    at = caller
                add_at(sh, numbers.FRAME_TWICE, at, at, sh.empty_at, 1 + sh.empties, UNUSED, UNUSED)
        else:
            sh.doubles = 0
        sh.empties_last, sh.empties = sh.empties, 0
    sh.frame_site = site


