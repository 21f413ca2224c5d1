"""The pass over the log of an observed machine: what each instruction means.

`follow` reads rows of log.py in their order; accesses.py has what concerns memory and the VIA,
wires.py the beam, settle.py undefined values, uses.py loaded registers.
"""

from ..chips.bus import RAM, RAM_END, ROM, VIA_BASE
from ..chips.decode import ENTRY_FIRQ
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
    WIRES,
    WRITE,
)
from ..chips.via import DDRB, ORB
from ..compiling.jit import inner, integers, jit, table
from .accesses import port_b, reading, writing
from .facts import (
    F_BRANCH,
    F_CALL,
    F_KNOWN,
    F_MISFIT,
    F_PULL,
    F_READS_CODE,
    F_RETURN,
    F_SETS_S,
    F_SIZE,
    F_SOFTWARE,
    F_UNDOCUMENTED,
    F_UNREAD,
)
from .instructions import word_at
from .settle import settle
from .shadow import (
    CALLS_MAX,
    ENTRIES,
    FOUND_MAX,
    NO,
    POINTER_ROW,
    RULE_DATA,
    RULE_DP,
    RULE_DRIFT,
    RULE_HANDLER,
    RULE_NOWHERE,
    RULE_OPCODE,
    RULE_OVERRUN,
    RULE_READS_CODE,
    RULE_RETURN,
    RULE_ROM_WRITE,
    RULE_RTS,
    RULE_SATURATION,
    RULE_SETDP,
    RULE_SKIPPED,
    RULE_SR,
    RULE_UNREAD,
    T_BROKEN,
    T_CALL,
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
from .stacking import ALL, PC_AND_CC, save_state, size_of
from .uses import carry, falling, kept
from .values import BYTE, ORIGIN_LEFT, REGISTERS, TWO_BYTES, origin_of, set_bits
from .wires import frame_end, pictures, wiring, zero_short

(ADDRESS_BYTES,) = integers(2)
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
            sh.drifted_at = row.cycle
            add(sh, RULE_DRIFT, row.pc, row.cycle, row.a, NO)
        elif kind == EDGE:
            add(sh, RULE_SATURATION, row.pc, row.cycle, row.a, row.b)


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
        sh.called[placed(sh, pc)] = 1
    else:
        returned(sh, cycle, pc, s, a, b)
    if entered and sh.routine[placed(sh, pc)] and not (from_pc >= sh.rom and pc >= sh.rom):
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
    sh.pulled_calls = NO
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
    if now & F_UNREAD:
        add(sh, RULE_UNREAD, pc, cycle, NO, NO)
    expects = sh.expects[placed(sh, pc)]
    if pc < sh.rom and expects and expects != 1 + (sh.row_b >> 8 & 0xFF):
        add(sh, RULE_SETDP, pc, cycle, expects - 1 << 8 | word_at(sh, pc) & 0xFF,
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
            number = sh.routine[placed(sh, callee)]
            trash = sh.trash[number] if number else 0
            if number and callee < sh.rom and s == sh.call_s[sh.depth]:
                kept(sh, cycle, callee, a, b)
            caller = sh.call_from[sh.depth]
            if pc == caller + (sh.of[placed(sh, caller)] >> F_SIZE & 7):
                falling(sh, cycle, caller, pc, NO)
        for bit in range(5):
            if sh.load_lost[bit] >= 0 and sh.depth <= sh.load_depth[bit]:
                sh.load_depth[bit] = CALLS_MAX      # the routine is done: who uses it now?
    if sh.depth < sh.z_depth:
        # Lines with its own brightness are done; where it drew none, it set that for its caller.
        sh.z_depth, sh.z_left = sh.depth, sh.z_drew
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
        elif good and sh.pulled_calls > ADDRESS_BYTES:
            add(sh, RULE_SKIPPED, sh.pc, cycle, pc, NO)


@inner
def routine(sh, cycle, from_pc, pc, a, b):
    """A routine with a contract is entered: its direct page, its inputs, the end of its list."""
    number = sh.routine[placed(sh, pc)]
    page = b >> 8 & 0xFF
    if sh.page[number] >= 0 and page != sh.page[number]:
        add(sh, RULE_DP, from_pc, cycle, pc, page)
    lists = sh.lists[pc]
    if lists:
        pointer = a & 0xFFFF if lists & 1 else a >> 32 & 0xFFFF
        count = b >> 40 & 0xFF
        caller = placed(sh, from_pc)
        if sh.pointer[caller] != pointer | count << 16 and sh.found_rows < FOUND_MAX:
            sh.pointer[caller] = pointer | count << 16
            note(sh, POINTER_ROW, caller, pc, cycle, pointer, count, NO)
