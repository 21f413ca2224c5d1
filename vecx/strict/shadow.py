"""The pass over the log of an observed machine: what each instruction and access means.

`follow` reads rows of log.py in their order and keeps beside the machine what hardware has no
memory of: which bytes of RAM have been written and by what, the calls that have not returned, what
registers mean, the wires to the beam.  A mistake becomes a row of `found`, once for each place that
makes it; `counts` has how often.

The place is where the program can mend it: for a mistake inside the executive ROM, the instruction
of the program that called it.  Rows that the beam writes come later than the CPU's, so the last
calls into the ROM are kept with their cycles.
"""

import numpy as np

from ..chips.jit import inner, integers, jit
from ..chips.log import (
    DRIFT,
    EDGE,
    EXEC,
    FRAME_END,
    INTERRUPT,
    OVERRUN,
    READ,
    ROM_WRITE,
    SHORT_ZERO,
    SR_STALL,
    W_DAC,
    W_LIT,
    W_MUX,
    W_RAMP,
    W_ZERO,
    WIRES,
    WRITE,
)
from .facts import (
    F_BRANCH,
    F_CALL,
    F_CLEAR,
    F_KNOWN,
    F_LIST_PUSH,
    F_MISFIT,
    F_MODIFY,
    F_PULL,
    F_PUSH,
    F_READS,
    F_RETURN,
    F_S_RELATIVE,
    F_SETS_S,
    F_SWI,
    F_UNDOCUMENTED,
    F_WRITES,
)
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
    ("number", "i8"),               # of the instruction that runs
    ("pc", "i8"), ("s", "i8"), ("facts", "i8"),     # of the instruction that runs
    ("interrupt", "i8"),            # an interrupt is being entered
    ("pulled", "i8", (2,)), ("pulled_id", "i8", (2,)),      # tags of the last two bytes pulled
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
    ("vectors", "i8", (4,)),        # where IRQ, SWI, SWI2, SWI3 lead
    ("rom_end", "i8"),              # first address behind the cartridge's image
    ("rom", "i8"),                  # from here on lies what a program calls, and cannot mend
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
T_NONE, T_CALL, T_PUSH, T_STORE, T_TOLD, T_OUTSIDE = integers(*range(6))
CHANCE = -1     # no such cycle yet

ORB, ORA, DDRB, DDRA, T1CL, T1CH, T1LL, T2CL, T2CH, SR, ACR, IER, ORA_PLAIN = \
    integers(0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 14, 15)
AY_READ, AY_WRITE, AY_LATCH = integers(1, 2, 3)
(AY_CHANGES, AY_JUMPS, AY_UNLATCHED, AY_ABOVE, AY_INPUT, AY_BOTH) = integers(*range(6))
MUX_Y, MUX_Z = integers(0, 2)
T2_LAG, T1_LAG = 2, 1

RAMP_LEAST = 8          # cycles of a lit ramp: [PiTrex] corrects by 2 for any machine
BURN_CYCLES = 3000      # a dot of the ROM's longest dwell is lit for 1,550 (our choice)
FADE_CYCLES = 100_000   # from here on a brightness fades [VIDE]
DAC_LATE = 4            # cycles into the ramp: the deflection lags by ten, nothing is drawn yet
STUCK_CYCLES = 60_000   # a call into the ROM that lasts longer is why no frame begins
CYCLES_LEAST, CYCLES_MOST = 28_571, 31_579      # of a frame within 5 % of 50 Hz
RAM, RAM_END, NOTHING, VIA, ROM = 0xC800, 0xCC00, 0xC000, 0xD000, 0xE000
NO, YES = integers(0, 1)
(RULE_ROM_WRITE, RULE_WRITE_NOWHERE, RULE_READ_NOWHERE, RULE_RAM_UNSET, RULE_VIA, RULE_NOWHERE,
 RULE_DATA, RULE_OPCODE, RULE_STACK, RULE_RETURN, RULE_RTS, RULE_DP, RULE_KEPT, RULE_HANDLER,
 RULE_SR, RULE_T1, RULE_T2, RULE_Y_HOLD, RULE_Y_OPEN, RULE_DAC, RULE_ZERO, RULE_HELD, RULE_DRIFT,
 RULE_DRAWS, RULE_SATURATION, RULE_RAMP, RULE_BURN, RULE_BRIGHTNESS, RULE_STICK, RULE_OVERRUN,
 RULE_NO_REFRESH, RULE_RATE, RULE_AY) = integers(*(NUMBER[name] for name in NAMES[:33]))


@jit
def unknown(rows, shadows):
    """List in `found` where instructions begin that have no facts yet, and all that ran in RAM.

    Args: as for `follow`
    """
    sh = shadows[0]
    sh.found_rows = 0
    for i in range(len(rows)):
        row = rows[i]
        if row.kind == EXEC:
            pc = row.pc
            if RAM <= pc < RAM_END:
                sh.of[pc] = 0
            if sh.of[pc] == 0 and sh.found_rows < FOUND_MAX:
                sh.of[pc] = F_KNOWN
                note(sh, NO, pc, pc, row.cycle, NO, NO)


@jit
def follow(rows, shadows):
    """Go on with rows of the log.

    Args:    rows     EVENT[n], all kinds asked for over the whole of memory but the ROM's data
             shadows  SHADOW[1], changed in place: `found` has `found_rows` more
    """
    sh = shadows[0]
    for i in range(len(rows)):
        row = rows[i]
        kind = row.kind
        if kind == EXEC:
            head(sh, row.cycle, row.pc, row.a, row.b)
        elif kind == READ:
            reading(sh, row.cycle, row.pc, row.a)
        elif kind == WRITE:
            writing(sh, row.cycle, row.pc, row.a, row.b)
        elif kind == WIRES:
            wiring(sh, row.cycle, row.pc, row.a)
        elif kind == FRAME_END:
            frame_end(sh, row.cycle, row.pc, row.b)
        elif kind == INTERRUPT:
            sh.interrupt = YES
        elif kind == OVERRUN:
            sh.overrun_at = row.cycle
            add(sh, RULE_OVERRUN, row.pc, row.cycle,
                    row.cycle - sh.frame_at, row.a - sh.frame_at)
        elif kind == ROM_WRITE:
            add(sh, RULE_ROM_WRITE, row.pc, row.cycle, row.a, row.b)
        elif kind == SR_STALL:
            add(sh, RULE_SR, row.pc, row.cycle, row.a, NO)
        elif kind == SHORT_ZERO:
            zero_short(sh, row.cycle, row.pc, row.a)
        elif kind == DRIFT:
            add(sh, RULE_DRIFT, row.pc, row.cycle, row.a, NO)
        elif kind == EDGE:
            add(sh, RULE_SATURATION, row.pc, row.cycle, row.a, row.b)


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


# --- instructions ---------------------------------------------------------------------------------


@inner
def head(sh, cycle, pc, a, b):
    """An instruction is about to run: the one before is done."""
    s = b >> 16 & 0xFFFF
    before = sh.facts
    from_pc = sh.pc
    sh.taint &= ~(before >> F_WRITES & 31)
    interrupted = sh.interrupt
    sh.interrupt = NO
    if interrupted == NO and 0 <= from_pc < sh.rom and pc >= sh.rom:
        at = sh.entry % ENTRIES
        sh.entry_pc[at] = from_pc
        sh.entry_at[at] = cycle
        sh.entry += 1
    if before & F_SETS_S and (s > sh.s + 128 or s < sh.s - 128):
        sh.depth = 0
    entered = interrupted == NO and (before & (F_CALL | F_BRANCH)) != 0
    if interrupted == NO and before & F_CALL and sh.depth < CALLS_MAX:
        sh.call_s[sh.depth] = sh.s
        sh.call_to[sh.depth] = pc
        sh.call_from[sh.depth] = from_pc
        sh.depth += 1
    else:
        returned(sh, cycle, pc, s)
    if entered and sh.routine[pc] and not (from_pc >= sh.rom and pc >= sh.rom):
        routine(sh, cycle, from_pc, pc, a, b)
    if from_pc < sh.rom:
        if s > sh.s_top:
            sh.s_top = s
            sh.loop = from_pc
        elif s == sh.s_top and pc <= from_pc and before & F_BRANCH:
            sh.loop = from_pc
    if not b >> 4 & 1 and sh.ier and not handled(sh, sh.vectors[0]):
        add(sh, RULE_HANDLER, from_pc, cycle, sh.vectors[0], NO)
    sh.pc, sh.s, sh.facts = pc, s, sh.of[pc]
    sh.number += 1
    instruction(sh, cycle, from_pc, pc)


@inner
def instruction(sh, cycle, from_pc, pc):
    """Look at the instruction that is about to run by itself."""
    now = sh.facts
    code_ram = RAM <= pc < RAM_END and sh.set[pc - RAM]
    if (sh.rom_end <= pc < ROM) and not code_ram:
        add(sh, RULE_NOWHERE, from_pc if from_pc >= 0 else pc, cycle, pc, NO)
        sh.lost = YES
    elif now & F_UNDOCUMENTED:
        add(sh, RULE_OPCODE, pc, cycle, NO, NO)
        sh.lost = YES
    elif now & F_MISFIT:
        add(sh, RULE_DATA, pc, cycle, pc, NO)
    if now & F_SWI and not (handled(sh, sh.vectors[1]) and handled(sh, sh.vectors[2])
                            and handled(sh, sh.vectors[3])):
        add(sh, RULE_HANDLER, pc, cycle, sh.vectors[1], YES)
    used = sh.taint & now >> F_READS & 31
    if used and pc < sh.rom:
        for bit in range(5):
            if used >> bit & 1:
                add(sh, RULE_KEPT, pc, cycle, YES << bit, sh.taint_by[bit])
        sh.taint &= ~used


@inner
def handled(sh, vector):
    """Say whether there is a handler where an interrupt leads: RAM that is not zero, or ROM."""
    if RAM <= vector < RAM_END:
        return sh.value[vector - RAM] != 0
    return True


@inner
def returned(sh, cycle, pc, s):
    """No call was made: routines may have returned; those leave registers without a meaning."""
    trash = 0
    callee = 0
    while sh.depth > 0 and s >= sh.call_s[sh.depth - 1]:
        sh.depth -= 1
        if sh.call_from[sh.depth] < sh.rom:
            callee = sh.call_to[sh.depth]
            number = sh.routine[callee]
            trash = sh.trash[number] if number else 0
    if trash and pc < sh.rom:
        for bit in range(5):
            if trash >> bit & 1:
                sh.taint_by[bit] = callee
        sh.taint |= trash
    if sh.facts & F_RETURN:
        whole = sh.pulled_id[0] == sh.pulled_id[1] and sh.pulled[0] == sh.pulled[1]
        good = whole and (sh.pulled[0] == T_CALL or sh.pulled[0] == T_STORE)
        if not good and sh.pulled[0] != T_OUTSIDE:
            if sh.pulled[0] != T_TOLD:
                add(sh, RULE_RTS, sh.pc, cycle, pc, NO)
            sh.lost = YES


@inner
def routine(sh, cycle, from_pc, pc, a, b):
    """A routine with a contract is entered: its direct page, its inputs, the end of its list."""
    number = sh.routine[pc]
    page = b >> 8 & 0xFF
    if sh.page[number] >= 0 and page != sh.page[number]:
        add(sh, RULE_DP, from_pc, cycle, pc, page)
    wanted = sh.taint & sh.takes[number]
    for bit in range(5):
        if wanted >> bit & 1:
            add(sh, RULE_KEPT, from_pc, cycle, YES << bit, sh.taint_by[bit])
    if pc >= sh.rom:
        sh.taint = 0
    lists = sh.lists[pc]
    if lists:
        pointer = a & 0xFFFF if lists & 1 else a >> 32 & 0xFFFF
        if sh.pointer[from_pc] != pointer and sh.found_rows < FOUND_MAX:
            sh.pointer[from_pc] = pointer
            note(sh, POINTER_ROW, from_pc, pc, cycle, pointer, NO)


# --- accesses -------------------------------------------------------------------------------------


@inner
def reading(sh, cycle, pc, place):
    """The instruction that runs reads a byte."""
    if RAM <= place < RAM_END:
        at = place - RAM
        if not sh.set[at] and not sh.facts & F_CLEAR:
            add(sh, RULE_RAM_UNSET, pc, cycle, place, NO)
            sh.set[at] = 1
        if sh.facts & (F_RETURN | F_PULL):
            sh.pulled[0], sh.pulled_id[0] = sh.pulled[1], sh.pulled_id[1]
            sh.pulled[1], sh.pulled_id[1] = sh.tag[at], sh.tag_id[at]
        elif sh.wrote[at] and place < sh.s:
            sh.wrote[at] = 2
    elif VIA <= place < VIA + 16:
        via_read(sh, cycle, pc, place - VIA)
    else:
        add(sh, RULE_READ_NOWHERE, pc, cycle, place, NO)


@inner
def via_read(sh, cycle, pc, register):
    """The instruction that runs reads the VIA."""
    if register == ORB:
        if not sh.facts & F_MODIFY and unsettled(sh, cycle - sh.dac_at) > sh.noise:
            add(sh, RULE_STICK, pc, cycle, cycle - sh.dac_at, NO)
    elif register == ORA or register == ORA_PLAIN:
        if sh.ddra != 0xFF and sh.bus != AY_READ and not sh.facts & F_MODIFY:
            add(sh, RULE_VIA, pc, cycle, register, NO)
    elif register == T2CL and 0 < sh.t2_end < cycle:
        add(sh, RULE_T2, pc, cycle, NO, NO)
        sh.t2_end = CHANCE
    if T1CL <= register <= SR and not sh.via_set >> register & 1 and not sh.facts & F_MODIFY:
        add(sh, RULE_VIA, pc, cycle, register, NO)


@inner
def unsettled(sh, age):
    """Return by how much the comparator still errs, in DAC units, so long after a change."""
    if age >= 8 * sh.settle:
        return 0
    bits = 0xFF >> int(age / sh.settle)
    now = sh.wires >> W_DAC & 0xFF
    return abs((now & bits) - (sh.dac_old & bits))


@inner
def writing(sh, cycle, pc, place, value):
    """The instruction that runs writes a byte."""
    if RAM <= place < RAM_END:
        ram_write(sh, cycle, pc, place, value)
    elif VIA <= place < VIA + 16:
        via_write(sh, cycle, pc, place - VIA, value)
    elif place >= NOTHING and place < VIA:
        add(sh, RULE_WRITE_NOWHERE, pc, cycle, place, value)


@inner
def ram_write(sh, cycle, pc, place, value):
    """A byte of RAM is written: by a push, near the stack's top, or as a variable."""
    at = place - RAM
    pushes = sh.facts & (F_CALL | F_PUSH | F_SWI) or sh.interrupt
    if pushes and place < sh.s:
        if sh.wrote[at] == 2:
            add(sh, RULE_STACK, pc, cycle, place, NO)
        sh.wrote[at] = 0
        sh.tag[at] = T_PUSH if sh.facts & F_LIST_PUSH and not sh.interrupt else T_CALL
    elif sh.facts & F_S_RELATIVE:
        sh.tag[at] = T_STORE
    else:
        if sh.tag[at] == T_CALL and place >= sh.s and sh.depth > 0:
            add(sh, RULE_RETURN, pc, cycle, place, value)
            sh.tag[at] = T_TOLD
        elif sh.tag[at] != T_TOLD:
            sh.tag[at] = T_NONE
        if place < sh.s and sh.wrote[at] == 0:
            sh.wrote[at] = 1
    sh.tag_id[at] = sh.number
    sh.set[at] = 1
    sh.value[at] = value


@inner
def via_write(sh, cycle, pc, register, value):
    """A register of the VIA is written."""
    sh.via_set |= YES << register
    if register == T1CL or register == T1LL:
        sh.t1_latch = value
        sh.via_set |= 0xF0
    elif register == T1CH:
        sh.via_set |= 0xF0
        if sh.acr & 0x80 and cycle < sh.t1_end:
            add(sh, RULE_T1, pc, cycle, sh.t1_end - cycle, NO)
        sh.t1_end = cycle + (value << 8 | sh.t1_latch) + T1_LAG
    elif register == T2CL:
        sh.t2_latch = value
    elif register == T2CH:
        sh.via_set |= 0x300
        sh.t2_early = cycle < sh.t2_end
        counts_pulses = sh.acr & 0x20
        sh.t2_end = CHANCE if counts_pulses else cycle + (value << 8 | sh.t2_latch) + T2_LAG
    elif register == ACR:
        sh.acr = value
    elif register == IER:
        sh.ier = sh.ier | value & 0x7F if value & 0x80 else sh.ier & ~value & 0x7F
    elif register == DDRA:
        sh.ddra = value
    elif register == ORA or register == ORA_PLAIN:
        if sh.bus >= AY_WRITE and value != sh.ora:
            add(sh, RULE_AY, pc, cycle, AY_CHANGES, NO)
        sh.ora = value
    elif register == ORB or register == DDRB:
        if register == ORB:
            sh.orb = value
        else:
            sh.ddrb = value
        sound_bus(sh, cycle, pc)


@inner
def sound_bus(sh, cycle, pc):
    """BDIR and BC1 may have changed: what the sound chip is asked to do."""
    bus = (sh.orb & sh.ddrb) >> 3 & 3
    last = sh.bus
    sh.bus = bus
    if bus == last or bus == 0:
        return
    fault = NO
    wrong = NO
    if last != 0:
        wrong, fault = YES, AY_JUMPS
    if bus == AY_READ:
        if sh.ddra != 0:
            wrong, fault = YES, AY_BOTH
    elif sh.ddra != 0xFF:
        wrong, fault = YES, AY_INPUT
    elif bus == AY_LATCH:
        sh.latched = YES
        if sh.ora > 15:
            wrong, fault = YES, AY_ABOVE
    elif not sh.latched:
        wrong, fault = YES, AY_UNLATCHED
    if wrong:
        add(sh, RULE_AY, pc, cycle, fault, NO)


# --- wires and frames -----------------------------------------------------------------------------


@inner
def wiring(sh, cycle, pc, now):
    """The wires to the beam change: now as bits W_... of log.py."""
    last = sh.wires
    sh.wires = now
    mux, dac = now >> W_MUX & 7, now >> W_DAC & 0xFF
    ramp_begins = now & W_RAMP and not last & W_RAMP
    if dac != last >> W_DAC & 0xFF:
        if now & W_RAMP and last & W_RAMP and cycle - sh.ramp_at > DAC_LATE:
            add(sh, RULE_DAC, pc, cycle, cycle - sh.ramp_at, NO)
        sh.dac_at = cycle
        sh.dac_old = last >> W_DAC & 0xFF
    if mux == MUX_Y:
        if last >> W_MUX & 7 != MUX_Y or dac != last >> W_DAC & 0xFF:
            sh.y_at = cycle
    elif last >> W_MUX & 7 == MUX_Y and cycle - sh.y_at < sh.y_least:
        add(sh, RULE_Y_HOLD, pc, cycle, cycle - sh.y_at, NO)
    if mux == MUX_Z:
        sh.z_at = cycle
        sh.z = dac - ((dac & 0x80) << 1)
    if now & W_ZERO and not last & W_ZERO:
        sh.draws = 0
        sh.short_at = CHANCE
    elif last & W_ZERO and not now & W_ZERO:
        sh.zeros += 1
        sh.zero_at[sh.zeros % ENTRIES] = cycle
        sh.zero_lit[sh.zeros % ENTRIES] = NO
    if now & W_LIT:
        sh.zero_lit[sh.zeros % ENTRIES] = YES
        if sh.short_at >= 0 and not now & W_ZERO:
            add(sh, RULE_ZERO, sh.short_pc, sh.short_at, sh.short_by, NO)
            sh.short_at = CHANCE
    light(sh, cycle, pc, now, last)
    if ramp_begins:
        sh.ramp_at = cycle
        sh.ramp_lit = now & W_LIT
        if mux == MUX_Y and sh.frames > 0:
            add(sh, RULE_Y_OPEN, pc, cycle, NO, NO)
    elif now & W_RAMP:
        sh.ramp_lit |= now & W_LIT
    elif last & W_RAMP:
        ramp_ends(sh, cycle, pc)


@inner
def zero_short(sh, cycle, pc, left):
    """ZERO was released too soon in `cycle`: a mistake where something is drawn from there."""
    for back in range(ENTRIES):
        at = (sh.zeros - back) % ENTRIES
        if sh.zero_at[at] <= cycle:
            if sh.zero_lit[at]:
                add(sh, RULE_ZERO, pc, cycle, left, NO)
            elif back == 0 and not sh.wires & W_ZERO:
                sh.short_pc, sh.short_at, sh.short_by = pc, cycle, left
            return


@inner
def ramp_ends(sh, cycle, pc):
    """/RAMP is released: the line is done."""
    sh.ramp_end = cycle
    if sh.ramp_lit:
        sh.draws += 1
        if sh.wires & W_ZERO:
            add(sh, RULE_HELD, pc, cycle, NO, NO)
        if sh.draws_most and sh.draws == sh.draws_most + 1:
            add(sh, RULE_DRAWS, pc, cycle, sh.draws, NO)
        if cycle - sh.ramp_at < RAMP_LEAST:
            add(sh, RULE_RAMP, pc, cycle, cycle - sh.ramp_at, NO)


@inner
def light(sh, cycle, pc, now, last):
    """/BLANK may have changed: how long the beam has been standing, how old its brightness is."""
    if now & W_LIT and not last & W_LIT:
        sh.lit_at = cycle
        sh.lit_pc, sh.lit_cycle = pc, cycle
        sh.burnt = NO
        age = cycle - sh.z_at
        if sh.frames == 0:
            return
        if sh.z_at < 0:
            add(sh, RULE_BRIGHTNESS, pc, cycle, NO, NO)
        elif age > FADE_CYCLES:
            add(sh, RULE_BRIGHTNESS, pc, cycle, YES, NO)
    elif last & W_LIT:
        standing(sh, cycle, last)


@inner
def standing(sh, cycle, wires):
    """The beam has been lit until now: note it where it stood too long."""
    if wires & W_RAMP or sh.burnt or not wires & W_LIT or sh.z <= 0:
        return
    since = cycle - (sh.lit_at if sh.lit_at > sh.ramp_end else sh.ramp_end)
    if since > BURN_CYCLES:
        sh.burnt = YES
        add(sh, RULE_BURN, sh.lit_pc, sh.lit_cycle, since, NO)


@inner
def frame_end(sh, cycle, pc, cut):
    """A frame ends: its rate, and whether it was one at all."""
    length = cycle - sh.frame_at
    standing(sh, cycle, sh.wires)
    if cut:
        if sh.rom_end > 0:
            place = sh.loop if sh.loop >= 0 else sh.pc
            if sh.pc >= sh.rom and cycle - sh.entry_at[(sh.entry - 1) % ENTRIES] > STUCK_CYCLES:
                place = sh.pc
            add(sh, RULE_NO_REFRESH, place, cycle, length, NO)
    elif sh.frames > 1 and sh.overrun_at != cycle and not sh.t2_early \
            and (length < CYCLES_LEAST or length > CYCLES_MOST):
        add(sh, RULE_RATE, pc, cycle, length, NO)
    sh.frame_at = cycle
    sh.frames += 1
    sh.s_top = -1
