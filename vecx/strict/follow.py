"""The pass over the log of an observed machine: what each instruction and access means.

`follow` reads rows of log.py in their order; wires.py has what concerns the beam.
"""

from ..chips.beam import MUX_Z
from ..chips.bus import HOLE, RAM, RAM_END, ROM, VIA_BASE
from ..chips.decode import (
    ABX,
    ACTION,
    BRANCH,
    ENTRY_FIRQ,
    INDEXED,
    JMP,
    JSR,
    LEA,
    LEAZ,
    MODE,
    PB_BASE,
    POSTBYTE,
    POSTBYTES,
    REG,
)
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
    W_DAC_SHIFT,
    W_LIT,
    W_MUX_SHIFT,
    W_RAMP,
    WIRES,
    WRITE,
)
from ..chips.via import (
    ACR,
    DDRA,
    DDRB,
    IER,
    ORA,
    ORA_NO_HANDSHAKE,
    ORB,
    SR,
    T1CH,
    T1CL,
    T1LL,
    T2CH,
    T2CL,
)
from ..compiling.jit import inner, jit, table
from .facts import (
    F_BRANCH,
    F_CALL,
    F_KNOWN,
    F_LIST_PUSH,
    F_LOADS,
    F_MISFIT,
    F_MODIFY,
    F_NAMED,
    F_POINTS,
    F_PULL,
    F_PUSH,
    F_READS,
    F_READS_CODE,
    F_RETURN,
    F_S_RELATIVE,
    F_SETS_S,
    F_SIZE,
    F_SOFTWARE,
    F_UNDOCUMENTED,
    F_WRITES,
)
from .shadow import (
    AY_ABOVE,
    AY_BOTH,
    AY_CHANGES,
    AY_INPUT,
    AY_JUMPS,
    AY_LATCH,
    AY_OTHERS,
    AY_READ,
    AY_UNLATCHED,
    AY_UNREAD,
    AY_WRITE,
    CALLS_MAX,
    CHANCE,
    ENTRIES,
    FOUND_MAX,
    NO,
    POINTER_ROW,
    PUSHED_OVER,
    READS_MAX,
    RULE_AY,
    RULE_CONTRACT,
    RULE_DATA,
    RULE_DP,
    RULE_DRIFT,
    RULE_FALLS,
    RULE_HANDLER,
    RULE_LOST,
    RULE_NOWHERE,
    RULE_OPCODE,
    RULE_OVERRUN,
    RULE_PAST_END,
    RULE_READS_CODE,
    RULE_RETURN,
    RULE_ROM_WRITE,
    RULE_RTS,
    RULE_SATURATION,
    RULE_SETDP,
    RULE_SR,
    RULE_SR_CUT,
    RULE_STICK,
    RULE_T1,
    RULE_T2,
    RULE_WRITE_NOWHERE,
    SR_EARLY,
    T1_LAG,
    T2_LAG,
    T_BROKEN,
    T_CALL,
    T_NONE,
    T_OUTSIDE,
    T_PUSH,
    T_STORE,
    YES,
    add,
    add_at,
    blame,
    note,
    placed,
)
from .values import (
    ALL,
    BYTE,
    ORIGIN_LEFT,
    ORIGIN_NOWHERE,
    ORIGIN_PUSHED,
    ORIGIN_UNDRIVEN,
    ORIGIN_UNSET,
    PC_AND_CC,
    REGISTERS,
    TWO_BYTES,
    indexed_place,
    is_own,
    origin_of,
    save_state,
    set_bits,
    settle,
    size_of,
    word_at,
)
from .wires import frame_end, pictures, wiring, zero_short

# The index in INTERRUPT_NAMES of checker.py, by the entry as decode.py numbers it.
NAME_OF = table([1, 2, 3, 4, 5, 0, 0, 0])


@jit
def unknown(rows, shadows):
    """List in `found` where instructions begin that have no facts yet, and all that ran in RAM.

    Args: as for `follow`
    """
    sh = shadows[0]
    sh.found_rows = 0
    sh.chunk += 1
    bank, orb, ddrb = sh.bank, sh.orb, sh.ddrb
    for i in range(len(rows)):
        row = rows[i]
        if row.kind == EXEC:
            pc = int(row.pc)
            sh.pc_bank = sh.bank
            place = placed(sh, pc)
            if (RAM <= pc < RAM_END or sh.cart_ram <= pc < sh.cart_ram_end) \
                    and sh.looked[pc] != sh.chunk:
                sh.looked[pc] = sh.chunk        # once in these rows: it may be another one now
                sh.of[place] = 0
            if sh.of[place] == 0 and sh.found_rows < FOUND_MAX:
                sh.of[place] = F_KNOWN
                note(sh, NO, place, pc, row.cycle, NO, NO, NO)
        elif row.kind == WRITE and (row.a == VIA_BASE + ORB or row.a == VIA_BASE + DDRB):
            port_b(sh, row.a - VIA_BASE, row.b)
    sh.bank, sh.orb, sh.ddrb = bank, orb, ddrb


@inner
def port_b(sh, register, value):
    """ORB or DDRB is written: PB6 chooses the bank, 1 while it floats."""
    if register == ORB:
        sh.orb = value
    else:
        sh.ddrb = value
    if sh.banked:
        sh.bank = (sh.orb | ~sh.ddrb) >> 6 & 1


@jit
def follow(rows, shadows):
    """Go on with rows of the log.

    Args:    rows     EVENT[n], all kinds asked for over the whole of memory but the ROM's data
             shadows  SHADOW[1], changed in place: `found` has `found_rows` more
    """
    sh = shadows[0]
    for i in range(len(rows)):
        row = rows[i]
        kind, pc = row.kind, int(row.pc)
        if kind == EXEC:
            head(sh, row.cycle, pc, row.a, row.b)
        elif kind == READ:
            reading(sh, row.cycle, pc, row.a, row.b)
        elif kind == WRITE:
            writing(sh, row.cycle, pc, row.a, row.b)
        elif kind == WIRES:
            wiring(sh, row.cycle, row.pc, row.a)
        elif kind == FRAME_END:
            frame_end(sh, row.cycle, row.pc, row.b)
        elif kind == INTERRUPT:
            settle(sh)
            sh.interrupt = YES + row.a
        elif kind == OVERRUN:
            sh.overrun_at = row.cycle
            if row.a > sh.frame_at:         # of this frame, not of one that was cut before it
                add_at(sh, RULE_OVERRUN, blame(sh, pc, row.cycle), pc, row.cycle,
                       row.cycle - sh.frame_at, row.a - sh.frame_at, pictures(sh, row.cycle))
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


# --- instructions ---------------------------------------------------------------------------------


@inner
def head(sh, cycle, pc, a, b):
    """An instruction is about to run: the one before is done."""
    s = b >> 16 & 0xFFFF
    before = sh.facts
    from_pc = sh.pc
    settle(sh)
    interrupted = sh.interrupt
    sh.interrupt = NO
    if interrupted:
        mask = PC_AND_CC if interrupted == YES + ENTRY_FIRQ else ALL
        save_state(sh, s + size_of(mask), mask)
        if RAM <= pc < RAM_END and sh.mem[NO, pc] == 0:
            add(sh, RULE_HANDLER, from_pc, cycle, pc, NAME_OF[interrupted - 1])
    if interrupted == NO and 0 <= from_pc < sh.rom and pc >= sh.rom:
        at = sh.entry % ENTRIES
        sh.entry_pc[at] = from_pc
        sh.entry_at[at] = cycle
        sh.entry += 1
    if before & F_SETS_S and (s > sh.s + 128 or s < sh.s - 128):
        sh.depth = 0
    entered = interrupted == NO and (before & (F_CALL | F_BRANCH)) != 0
    if interrupted == NO and from_pc >= 0:
        carry(sh, cycle, from_pc, before, a, b)
        if not before & (F_CALL | F_RETURN | F_PULL) and pc < sh.rom:
            falling(sh, cycle, from_pc, pc, word_at(sh, from_pc))
    if interrupted == NO and before & F_CALL and sh.depth < CALLS_MAX:
        sh.call_s[sh.depth] = sh.s
        sh.call_to[sh.depth] = pc
        sh.call_from[sh.depth] = from_pc
        sh.call_a[sh.depth], sh.call_b[sh.depth] = a, b
        sh.depth += 1
        sh.called[pc] = 1
    else:
        returned(sh, cycle, pc, s, a, b)
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
    if RAM <= s < sh.s_low and sh.frames > 0:
        sh.s_low, sh.s_low_pc = s, from_pc
    sh.pc_bank = sh.bank
    sh.pc, sh.s, sh.facts = pc, s, sh.of[placed(sh, pc)]
    sh.row_a, sh.row_b, sh.began, sh.settled = a, b, cycle, NO
    sh.number += 1
    instruction(sh, cycle, from_pc, pc)


@inner
def instruction(sh, cycle, from_pc, pc):
    """Look at the instruction that is about to run by itself."""
    now = sh.facts
    code_ram = RAM <= pc < RAM_END and sh.set[pc - RAM]
    if (sh.rom_end <= pc < ROM) and not code_ram and not sh.cart_ram <= pc < sh.cart_ram_end:
        add(sh, RULE_NOWHERE, from_pc if from_pc >= 0 else pc, cycle, pc, NO)
        sh.lost = YES
    elif now & F_UNDOCUMENTED:
        add(sh, RULE_OPCODE, pc, cycle, NO, NO)
    elif now & F_MISFIT:
        add(sh, RULE_DATA, pc, cycle, pc, NO)
    if now & F_READS_CODE:
        add(sh, RULE_READS_CODE, pc, cycle, word_at(sh, pc) & 0xFFFF, NO)
    if pc < sh.rom and sh.expects[pc] and sh.expects[pc] != 1 + (sh.row_b >> 8 & 0xFF):
        add(sh, RULE_SETDP, pc, cycle, sh.expects[pc] - 1 << 8 | word_at(sh, pc) & 0xFF,
            sh.row_b >> 8 & 0xFF)
    software = now >> F_SOFTWARE & 3
    if software and not handled(sh, sh.vectors[software]):
        add(sh, RULE_HANDLER, pc, cycle, sh.vectors[software], software)


@inner
def handled(sh, vector):
    """Say whether there is a handler where an interrupt leads: RAM that is not zero, or ROM."""
    if RAM <= vector < RAM_END:
        return sh.mem[NO, vector] != 0
    return True


@inner
def returned(sh, cycle, pc, s, a, b):
    """No call was made: routines may have returned; those leave registers without a meaning."""
    trash = 0
    callee = 0
    while sh.depth > 0 and s >= sh.call_s[sh.depth - 1]:
        sh.depth -= 1
        if sh.call_from[sh.depth] < sh.rom:
            callee = sh.call_to[sh.depth]
            number = sh.routine[callee]
            trash = sh.trash[number] if number else 0
            if number and callee < sh.rom and s == sh.call_s[sh.depth]:
                kept(sh, cycle, callee, a, b)
            caller = sh.call_from[sh.depth]
            if pc == caller + (sh.of[placed(sh, caller)] >> F_SIZE & 7):
                falling(sh, cycle, caller, pc, NO)
        for bit in range(5):
            if sh.load_lost[bit] >= 0 and sh.depth <= sh.load_depth[bit]:
                sh.load_depth[bit] = CALLS_MAX      # the routine is done: who uses it now?
    if trash and pc < sh.rom:
        for bit in range(5):
            if trash >> bit & 1:
                by = origin_of(ORIGIN_LEFT + bit, NO, callee, pc)
                set_bits(sh, REGISTERS[bit], BYTE if bit < 2 else TWO_BYTES, by)
    if sh.facts & F_RETURN:
        for i in range(2):
            if sh.pulled[i] == T_BROKEN:
                at = sh.pulled_at[i]
                add(sh, RULE_RETURN, sh.lost_pc[at], cycle, RAM + at, sh.mem[NO, RAM + at])
                return
        whole = sh.pulled_id[0] == sh.pulled_id[1] and sh.pulled[0] == sh.pulled[1]
        good = whole and (sh.pulled[0] == T_CALL or sh.pulled[0] == T_STORE)
        code = (pc < sh.rom_end or pc >= ROM) and not sh.of[placed(sh, pc)] & F_MISFIT
        jumps = whole and code and sh.pulled[0] == T_PUSH
        if not good and not jumps and sh.pulled[0] != T_OUTSIDE:
            add(sh, RULE_RTS, sh.pc, cycle, pc, NO)


@inner
def kept(sh, cycle, callee, a, b):
    """A routine of the program has returned: whether it has kept what its block says."""
    keeps = sh.keeps[sh.routine[callee]]
    before_a, before_b = sh.call_a[sh.depth], sh.call_b[sh.depth]
    for bit in range(5):
        if keeps >> bit & 1 and value_in(before_a, before_b, bit) != value_in(a, b, bit):
            add(sh, RULE_CONTRACT, callee, cycle, bit, NO)


@inner
def value_in(a, b, bit):
    """Return A, B, X, Y or U of a row of an instruction."""
    if bit < 2:
        return b >> 40 - 8 * bit & 0xFF
    return a >> 64 - 16 * bit & 0xFFFF


@inner
def falling(sh, cycle, from_pc, pc, word):
    """The program goes on behind an instruction: into a routine that has a block?"""
    behind = from_pc + (sh.of[placed(sh, from_pc)] >> F_SIZE & 7)
    if sh.called[pc] and sh.routine[pc] and pc == behind:
        always = word >> ACTION & 63 == JMP \
            or (word >> ACTION & 63 == BRANCH and word >> REG & 15 == NO)
        if not always:
            add(sh, RULE_FALLS, from_pc, cycle, pc, NO)


@inner
def carry(sh, cycle, pc, did, a, b):
    """An instruction has run: which loaded registers it has used, and which destroyed in a call;
    where pointers to data point, and whether they have left it."""
    reads, writes = did >> F_READS & 31, did >> F_WRITES & 31
    if sh.block[0] | sh.block[1] | sh.block[2]:
        inside(sh, cycle, pc, writes, a, b)
    for bit in range(5):
        if not (reads | writes) >> bit & 1:
            continue
        if reads >> bit & 1 and sh.load_pc[bit] >= 0:
            if sh.load_lost[bit] >= 0 and sh.depth <= sh.load_depth[bit] \
                    and value_in(sh.row_a, sh.row_b, bit) != sh.load_value[bit]:
                add_at(sh, RULE_LOST, sh.load_pc[bit], sh.load_pc[bit], cycle, bit,
                       sh.load_lost[bit], blame(sh, pc, cycle))
            if sh.load_lost[bit] < 0 or sh.depth <= sh.load_depth[bit]:
                sh.load_pc[bit] = CHANCE
        if writes >> bit & 1:
            if sh.load_pc[bit] >= 0 and sh.depth > sh.load_depth[bit] and pc < sh.rom:
                if sh.routine[sh.call_to[sh.load_depth[bit]]]:
                    sh.load_pc[bit] = CHANCE        # its block says what it takes and gives
                elif sh.load_lost[bit] < 0:
                    sh.load_lost[bit] = pc
            elif sh.depth <= sh.load_depth[bit] or sh.load_pc[bit] < 0:
                sh.load_pc[bit] = CHANCE
                if did & F_LOADS and pc < sh.rom:
                    sh.load_pc[bit], sh.load_depth[bit] = pc, sh.depth
                    sh.load_lost[bit] = CHANCE
                    sh.load_value[bit] = value_in(a, b, bit)
    if did & F_POINTS and pc < sh.rom:
        address = word_at(sh, pc) & 0xFFFF
        at = 0 if writes & 4 else 1 if writes & 8 else 2
        sh.block[at], sh.block_end[at] = (address, sh.end_of[address]) if sh.end_of[address] \
            else (NO, NO)


@inner
def inside(sh, cycle, pc, writes, a, b):
    """An instruction has run while a register pointed into a block of data."""
    word = word_at(sh, pc)
    action = word >> ACTION & 63
    for at in range(3):
        if sh.block[at] == 0:
            continue
        if word >> MODE & 15 == INDEXED and POSTBYTES[word >> POSTBYTE & 0xFF] >> PB_BASE & 15 \
                == at + 1 and action != LEA and action != LEAZ and pc < sh.rom:
            place = indexed_place(sh, word)
            if place >= sh.block_end[at] and past(sh, place, action):
                add(sh, RULE_PAST_END, pc, cycle, place, sh.block[at])
        if writes >> at + 2 & 1 and pc < sh.rom and action != LEAZ and action != LEA \
                and action != ABX and word >> MODE & 15 != INDEXED \
                and not sh.block[at] <= value_in(a, b, at + 2) <= sh.block_end[at]:
            sh.block[at] = NO


@inner
def past(sh, place, action):
    """Say whether what lies behind a block is nothing to work on: code, or what is no memory."""
    return sh.code[place] == 1 and action != JMP and action != JSR


@inner
def routine(sh, cycle, from_pc, pc, a, b):
    """A routine with a contract is entered: its direct page, its inputs, the end of its list."""
    number = sh.routine[pc]
    page = b >> 8 & 0xFF
    if sh.page[number] >= 0 and page != sh.page[number]:
        add(sh, RULE_DP, from_pc, cycle, pc, page)
    lists = sh.lists[pc]
    if lists:
        pointer = a & 0xFFFF if lists & 1 else a >> 32 & 0xFFFF
        count = b >> 40 & 0xFF
        if sh.pointer[from_pc] != pointer | count << 16 and sh.found_rows < FOUND_MAX:
            sh.pointer[from_pc] = pointer | count << 16
            note(sh, POINTER_ROW, from_pc, pc, cycle, pointer, count, NO)


# --- accesses -------------------------------------------------------------------------------------


@inner
def reading(sh, cycle, pc, place, value):
    """The instruction that runs reads a byte."""
    if RAM <= place < RAM_END:
        at = place - RAM
        if sh.facts & (F_RETURN | F_PULL):
            sh.pulled[0], sh.pulled_id[0] = sh.pulled[1], sh.pulled_id[1]
            sh.pulled_at[0], sh.pulled_at[1] = sh.pulled_at[1], at
            sh.pulled[1], sh.pulled_id[1] = sh.tag[at], sh.tag_id[at]
        elif sh.wrote[at] >= PUSHED_OVER:
            if (sh.wrote[at] > PUSHED_OVER or sh.facts & F_NAMED) and not sh.facts & F_S_RELATIVE:
                sh.mem_u[place] = BYTE
                sh.mem_by[place] = origin_of(ORIGIN_PUSHED, place, sh.pushed_pc[at],
                                             sh.stored_pc[at])
        elif sh.wrote[at] and place < sh.s:
            sh.wrote[at] = 2
    elif VIA_BASE <= place < VIA_BASE + 16:
        sh.mem_u[place] = via_read(sh, cycle, pc, place - VIA_BASE)
        sh.mem_by[place] = origin_of(ORIGIN_UNDRIVEN, place - VIA_BASE, blame(sh, pc, cycle), pc)
    elif not sh.cart_ram <= place < sh.cart_ram_end:
        sh.mem_u[place] = BYTE
        sh.mem_by[place] = origin_of(ORIGIN_NOWHERE, place, blame(sh, pc, cycle), pc)
    u = sh.mem_u[place]
    if u:
        sh.read_u_any = YES
        if is_own(sh.mem_by[place], place):
            sh.mem_by[place] = origin_of(ORIGIN_UNSET, place, blame(sh, pc, cycle), pc)
    i = sh.reads
    if i < READS_MAX:
        sh.read_at[i], sh.read_value[i], sh.read_u[i] = place, value, u
        sh.read_by[i] = sh.mem_by[place]
        sh.reads = i + 1


@inner
def via_read(sh, cycle, pc, register):
    """The instruction that runs reads the VIA; return the bits that nothing drives or has set."""
    if register == ORB:
        if sh.wires >> W_MUX_SHIFT & 7 == MUX_Z:
            sh.z_stick = YES
        if not sh.facts & F_MODIFY and unsettled(sh, cycle - sh.dac_at) > sh.noise:
            add(sh, RULE_STICK, pc, cycle, cycle - sh.dac_at, NO)
    elif register == ORA or register == ORA_NO_HANDSHAKE:
        if sh.ddra != 0xFF and sh.bus != AY_READ and not sh.facts & F_MODIFY:
            return ~sh.ddra & 0xFF
    elif register == T2CL and 0 < sh.t2_end < cycle:
        add(sh, RULE_T2, pc, cycle, NO, NO)
        sh.t2_end = CHANCE
    if T1CL <= register <= SR and not sh.via_set >> register & 1 and not sh.facts & F_MODIFY:
        return BYTE
    return NO


@inner
def unsettled(sh, age):
    """Return by how much the comparator still errs, in DAC units, so long after a change."""
    if age >= 8 * sh.settle:
        return 0
    bits = 0xFF >> int(age / sh.settle)
    now = sh.wires >> W_DAC_SHIFT & 0xFF
    return abs((now & bits) - (sh.dac_old & bits))


@inner
def writing(sh, cycle, pc, place, value):
    """The instruction that runs writes a byte."""
    if RAM <= place < RAM_END:
        ram_write(sh, cycle, pc, place, value)
        hold(sh, place, value)
    elif sh.cart_ram <= place < sh.cart_ram_end:
        hold(sh, place, value)
    elif VIA_BASE <= place < VIA_BASE + 16:
        via_write(sh, cycle, pc, place - VIA_BASE, value)
    elif place >= HOLE and place < VIA_BASE:
        add(sh, RULE_WRITE_NOWHERE, pc, cycle, place, value)


@inner
def hold(sh, place, value):
    """A byte of memory has a value, which is defined until `settle` says more."""
    sh.mem[NO, place] = value
    sh.mem_u[place] = 0


@inner
def ram_write(sh, cycle, pc, place, value):
    """A byte of RAM is written: by a push, near the stack's top, or as a variable.

    Overwriting a return address is no fault yet: who clears the stack may never return, and who
    writes what was there changes nothing.
    """
    at = place - RAM
    pushes = sh.facts & (F_CALL | F_PUSH)
    if sh.interrupt or (pushes and place < sh.s):
        if 0 < sh.wrote[at] < PUSHED_OVER:
            sh.wrote[at] += 2
        sh.pushed_pc[at] = blame(sh, pc, cycle)
        sh.tag[at] = T_PUSH if sh.facts & F_LIST_PUSH and not sh.interrupt else T_CALL
    elif sh.facts & F_S_RELATIVE:
        sh.tag[at] = T_STORE
    else:
        if (sh.tag[at] == T_CALL and place >= sh.s and sh.depth > 0) or sh.tag[at] == T_BROKEN:
            overwrite(sh, pc, at, value)
            return
        sh.tag[at] = T_NONE
        if place < sh.s:
            sh.wrote[at] = 2 if sh.wrote[at] == 2 or sh.wrote[at] > PUSHED_OVER else 1
        sh.stored_pc[at] = pc
    sh.tag_id[at] = sh.number
    sh.set[at] = 1


@inner
def overwrite(sh, pc, at, value):
    """A byte of a return address is overwritten, or gets its value back."""
    if sh.tag[at] == T_CALL:
        sh.lost_value[at] = sh.mem[NO, RAM + at]
        sh.lost_pc[at] = pc
    sh.tag[at] = T_CALL if value == sh.lost_value[at] else T_BROKEN


@inner
def via_write(sh, cycle, pc, register, value):
    """A register of the VIA is written."""
    sh.via_set |= YES << register
    if register == SR:
        if value == 0 and sh.acr & 0x80 and sh.wires & W_RAMP and sh.wires & W_LIT \
                and sh.sr_solid and cycle + SR_EARLY < sh.t1_end:
            add(sh, RULE_SR_CUT, pc, cycle, sh.t1_end - cycle, NO)
        sh.sr_solid = YES if value == 0xFF and not sh.sr_writes else NO
        sh.sr_writes += 1
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
    elif register == ORA or register == ORA_NO_HANDSHAKE:
        if sh.bus >= AY_WRITE and value != sh.ora:
            add(sh, RULE_AY, pc, cycle, AY_CHANGES, NO)
        sh.ora = value
    elif register == ORB or register == DDRB:
        port_b(sh, register, value)
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
        elif not sh.latched:
            wrong, fault = YES, AY_UNREAD
    elif sh.ddra != 0xFF:
        wrong, fault = YES, AY_INPUT
    elif bus == AY_LATCH:
        sh.latched = 2 if pc >= sh.rom else YES
        if sh.ora > 15:
            wrong, fault = YES, AY_ABOVE
    elif not sh.latched:
        wrong, fault = YES, AY_UNLATCHED
    elif sh.latched == 2 and pc < sh.rom:
        wrong, fault = YES, AY_OTHERS
    if wrong:
        add(sh, RULE_AY, pc, cycle, fault, NO)
