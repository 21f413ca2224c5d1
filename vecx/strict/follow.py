"""The pass over an observed machine's log: checks each instruction, and follows its effects.

`follow` reads rows of log.py in their order.  accesses.py handles memory and the VIA, wires.py the
beam, settle.py undefined values, uses.py loaded registers.
"""

from ..chips import log
from ..chips.bus import RAM, RAM_END, ROM, VIA_BASE
from ..chips.decode import ENTRY_FIRQ
from ..chips.state import EVENT
from ..chips.via import DDRB, ORB
from ..compiling.jit import Array, inner, integers, jit, no_inline, table
from . import entries, facts, numbers, records, shadow, state
from .accesses import port_b, reading, writing
from .instructions import byte_at, word_at
from .settle import join, settle
from .shadow import COMMON, UNUSED, add, add_at, blame, note, placed, turned
from .stacking import ALL, PC_AND_CC, save_state, size_of
from .uses import carry, check_fallthrough, kept
from .values import BYTE, LEFT_FLAGS, ORIGIN_LEFT, REGISTERS, TWO_BYTES, origin_of, set_bits
from .wires import frame_end, on_wires_changed, pictures, zero_short

(ADDRESS_BYTES,) = integers(2)
# The index in INTERRUPTS of rules.py, by the entry as decode.py numbers it.
(IRQ,) = integers(0)
NAME_OF = table([1, 2, 3, 4, 5, 0, 0, 0])


@jit(Array(EVENT), Array(state.SHADOW))
def unknown(rows, shadows):
    """List in `found` the instructions that have no facts yet.

    Args: as for `follow`
    """
    sh = shadows[0]
    sh.found_rows = 0
    bank, orb, ddrb = sh.bank, sh.orb, sh.ddrb
    for i in range(len(rows)):
        row = rows[i]
        if row.kind == log.EXEC:
            pc = int(row.pc)
            sh.pc_bank = sh.bank
            place = placed(sh, pc)
            if sh.of[place] == 0 and sh.found_rows < state.FOUND_MAX:
                sh.of[place] = facts.F_KNOWN
                note(sh, UNUSED, place, pc, row.cycle, UNUSED, UNUSED, UNUSED)
        elif row.kind == log.WRITE and (row.a == VIA_BASE + ORB or row.a == VIA_BASE + DDRB):
            port_b(sh, row.a - VIA_BASE, row.b)
    sh.bank, sh.orb, sh.ddrb = bank, orb, ddrb


@jit(Array(EVENT), Array(state.SHADOW), int, returns=int)
def follow(rows, shadows, begin):
    """Process rows of the log.

    Args:    rows     EVENT[n], all kinds, for the whole of memory except data in the ROM
             shadows  SHADOW[1], changed in place: `found` gets `found_rows` rows
             begin    index of the first row
    Returns: the number of rows, or the index of the first instruction in RAM whose bytes are not
             those that its facts are about
    """
    sh = shadows[0]
    for i in range(begin, len(rows)):
        row = rows[i]
        kind, pc = row.kind, int(row.pc)
        if kind == log.EXEC:
            if sh.ram_first <= pc < ROM and is_new(sh, pc):
                return i
            head(sh, row.cycle, pc, row.a, row.b)
        elif kind == log.READ:
            reading(sh, row.cycle, pc, row.a, row.b)
        elif kind == log.WRITE:
            writing(sh, row.cycle, pc, row.a, row.b)
        elif kind == log.WIRES:
            on_wires_changed(sh, row.cycle, row.pc, row.a)
        elif kind == log.FRAME_END:
            frame_end(sh, row.cycle, row.pc, row.b)
        elif kind == log.INTERRUPT:
            settle(sh)
            sh.interrupt = 1 + row.a
        elif kind == log.OVERRUN:
            sh.overrun_at = row.cycle
            if row.a > sh.frame_at:         # of this frame, not of an earlier one that was cut
                place = blame(sh, pc, row.cycle)
                add_at(sh, numbers.OVERRUN, place, pc, row.cycle,
                       row.cycle - sh.frame_at, row.a - sh.frame_at, pictures(sh, row.cycle))
                overrun(sh, placed(sh, place), row.cycle - sh.frame_at)
        elif kind == log.ROM_WRITE:
            add(sh, numbers.ROM_WRITE, row.pc, row.cycle, row.a, row.b)
        elif kind == log.SR_STALL:
            add(sh, numbers.SR_EARLY, row.pc, row.cycle, row.a, UNUSED)
        elif kind == log.SHORT_ZERO:
            zero_short(sh, row.cycle, row.pc, row.a)
        elif kind == log.DRIFT:
            sh.drifted_at = row.cycle
            add(sh, numbers.DRIFT, row.pc, row.cycle, row.a, UNUSED)
        elif kind == log.EDGE:
            add(sh, numbers.SATURATION, row.pc, row.cycle, row.a, row.b)
    return len(rows)


@no_inline
def is_new(sh, pc):
    """Return whether an instruction in RAM differs from the one that ran there before."""
    if RAM <= pc < RAM_END or sh.cart_ram <= pc < sh.cart_ram_end:
        code = facts.code_of(byte_at(sh, pc), byte_at(sh, pc + 1), byte_at(sh, pc + 2))
        if sh.coded[pc] != code:
            sh.coded[pc] = code
            return True
    return False


@inner
def head(sh, cycle, pc, a, b):
    """Process the head of an instruction; the previous instruction has finished."""
    s = b >> 16 & 0xFFFF
    before = sh.facts
    from_pc = sh.pc
    settle(sh)
    if sh.watched:
        watched(sh, cycle, pc, a, b)
    interrupted = sh.interrupt
    sh.interrupt = 0
    if interrupted or before & (facts.F_RTI | facts.F_CWAI | 3 << facts.F_SOFTWARE):
        handler(sh, cycle, from_pc, pc, before)
    if interrupted:
        mask = PC_AND_CC if interrupted == 1 + ENTRY_FIRQ else ALL
        save_state(sh, s + size_of(mask), mask)
        if RAM <= pc < RAM_END and sh.mem[COMMON, pc] == 0:
            add(sh, numbers.HANDLER, from_pc, cycle, pc, NAME_OF[interrupted - 1])
    if interrupted == 0 and 0 <= from_pc < sh.rom and pc >= sh.rom:
        at = sh.entry % state.ENTRIES
        sh.entry_pc[at] = from_pc
        sh.entry_at[at] = cycle
        sh.entry += 1
    if before & facts.F_SETS_S and (s > sh.s + 128 or s < sh.s - 128):
        sh.depth = 0
        turned(sh, cycle, -1)
        if sh.s_own and sh.s_home - 128 <= s <= sh.s_home + 128:
            sh.s_own = 0
        elif from_pc < sh.rom:
            sh.s_home = sh.s_home if sh.s_own else sh.s
            sh.s_own = 1 + from_pc
    entered = interrupted == 0 and (before & (facts.F_CALL | facts.F_BRANCH)) != 0
    if interrupted == 0 and from_pc >= 0:
        carry(sh, cycle, from_pc, before, a, b)
        if not before & (facts.F_CALL | facts.F_RETURN | facts.F_PULL) and pc < sh.rom:
            check_fallthrough(sh, cycle, from_pc, pc, word_at(sh, from_pc))
    if interrupted == 0 and before & facts.F_CALL and sh.depth < state.CALLS_MAX:
        sh.call_s[sh.depth] = sh.s
        sh.call_to[sh.depth] = pc
        sh.call_from[sh.depth] = from_pc
        sh.call_at[sh.depth] = cycle
        sh.call_a[sh.depth], sh.call_b[sh.depth] = a, b
        sh.depth += 1
        turned(sh, cycle, from_pc)
    else:
        before_depth = sh.depth
        returned(sh, cycle, pc, s, a, b)
        if sh.depth != before_depth:
            turned(sh, cycle, -1)
    if entered and sh.routine[placed(sh, pc)] and not (from_pc >= sh.rom and pc >= sh.rom):
        routine(sh, cycle, from_pc, pc, a, b)
    if from_pc < sh.rom:
        if s > sh.s_top:
            sh.s_top = s
            sh.loop = from_pc
        elif s == sh.s_top and pc <= from_pc and before & facts.F_BRANCH:
            sh.loop = from_pc
    if not b >> 4 & 1 and sh.ier and not handled(sh, sh.vectors[0]):
        add(sh, numbers.HANDLER, from_pc, cycle, sh.vectors[0], IRQ)
    if RAM <= s < sh.s_low and sh.frames > 0:
        sh.s_low, sh.s_low_pc = s, from_pc
    sh.pc_bank = sh.bank
    sh.pc, sh.s, sh.facts = pc, s, sh.of[placed(sh, pc)]
    sh.row_a, sh.row_b, sh.began, sh.settled = a, b, cycle, 0
    sh.number += 1
    sh.pulled_calls = 0
    if sh.facts & facts.F_RETURN:       # an address that is read from ROM was never pushed
        sh.pulled[0] = sh.pulled[1] = shadow.T_OUTSIDE
    instruction(sh, cycle, from_pc, pc)


@no_inline
def watched(sh, cycle, pc, a, b):
    """Make the checks that only some instructions need: the first one, those after a branch, and
    those of a possible endless loop."""
    if pc < sh.rom and not sh.entered:
        begin(sh, pc)
    join(sh, pc)
    if pc == sh.stuck_pc and a == sh.stuck_a and b == sh.stuck_b:
        sh.stuck_pc = shadow.NEVER
        if sh.ram_at < sh.stuck_at and sh.via_at < sh.stuck_at:
            sh.hung = cycle
            add(sh, numbers.HANGS, pc, cycle, records.HANGS_IN_LOOP, UNUSED)
    sh.watched = not sh.entered or sh.join_pc >= 0 or sh.stuck_pc >= 0


@no_inline
def handler(sh, cycle, from_pc, pc, before):
    """Count interrupts that have not returned, and check that each RTI has an interrupt to return
    from."""
    if not before & facts.F_RTI:
        sh.handlers += 1
        return
    if sh.handlers == 0 and sh.tag[(sh.s - RAM) & 0x3FF] == shadow.T_CALL:
        add(sh, numbers.RTS, from_pc, cycle, pc, UNUSED)
    sh.handlers = max(0, sh.handlers - 1)
    if sh.interrupt:
        sh.handlers += 1


@inner
def begin(sh, pc):
    """Mark the registers as undefined, because the ROM enters the cartridge."""
    sh.entered = 1
    if sh.rom_end > 0:
        sh.left_registers, sh.begins = 31, pc


@inner
def instruction(sh, cycle, from_pc, pc):
    """Check the instruction that is about to run: its address, its opcode and its direct page."""
    now = sh.facts
    code_ram = RAM <= pc < RAM_END and sh.set[pc - RAM]
    if (sh.rom_end <= pc < ROM) and not code_ram and not sh.cart_ram <= pc < sh.cart_ram_end:
        add(sh, numbers.RUNS_NOWHERE, from_pc if from_pc >= 0 else pc, cycle, pc,
            pusher(sh, from_pc))
        sh.lost = 1
    elif now & facts.F_UNDOCUMENTED:
        add(sh, numbers.OPCODE, pc, cycle, byte_at(sh, pc) << 8 | byte_at(sh, pc + 1), UNUSED)
    elif now & facts.F_MISFIT and not (
            from_pc >= 0 and sh.of[placed(sh, from_pc)] & (facts.F_MISFIT | facts.F_UNDOCUMENTED)):
        # The fault is at the program's last instruction: after a call, that is the call.
        place = from_pc if 0 <= from_pc < sh.rom else sh.call_from[sh.depth]
        add(sh, numbers.RUNS_DATA, place if 0 <= place < sh.rom else pc, cycle, pc,
            pusher(sh, from_pc))
    if now & facts.F_READS_CODE:
        add(sh, numbers.READS_CODE, pc, cycle, word_at(sh, pc) & 0xFFFF, UNUSED)
    if now & facts.F_SIGNED:
        add(sh, numbers.SIGNED, pc, cycle, UNUSED, UNUSED)
    if now & facts.F_CHECKED:
        entries.enters(sh, cycle, from_pc, pc)
    if now & facts.F_UNREAD:
        add(sh, numbers.UNREAD, pc, cycle, UNUSED, UNUSED)
    expects = sh.expects[placed(sh, pc)]
    if pc < sh.rom and expects and expects != 1 + (sh.row_b >> 8 & 0xFF):
        add(sh, numbers.SETDP, pc, cycle, expects - 1 << 8 | word_at(sh, pc) & 0xFF,
            sh.row_b >> 8 & 0xFF)
    software = now >> facts.F_SOFTWARE & 3
    if software and not handled(sh, sh.vectors[software]):
        add(sh, numbers.HANDLER, pc, cycle, sh.vectors[software], software)


@no_inline
def pusher(sh, from_pc):
    """Return the PC that pushed what the return at `from_pc` pulled, or 0."""
    if from_pc < 0 or not sh.of[placed(sh, from_pc)] & facts.F_RETURN:
        return 0
    for i in range(ADDRESS_BYTES):
        if sh.pulled[i] == shadow.T_PUSH:
            return sh.pushed_pc[sh.pulled_at[i]]
    return 0


@no_inline
def spent(sh, callee, cycles):
    """Add cycles to the sum of a routine that the main loop has called in this frame."""
    at = 0
    while at < sh.costs and sh.cost_to[at] != callee:
        at += 1
    if at == sh.costs and at < state.COSTS_MAX:
        sh.cost_to[at], sh.cost[at] = callee, 0
        sh.costs += 1
    if at < state.COSTS_MAX:
        sh.cost[at] += cycles


@no_inline
def overrun(sh, place, cycles):
    """Add the cycles of a frame that takes too long.  If the frame is the longest so far, store the
    routine that took the most cycles."""
    sh.over_sum[place] += cycles
    if cycles > sh.over_most[place]:
        sh.over_most[place] = cycles
        sh.over_routine[place], sh.over_share[place] = shadow.NEVER, 0
        for at in range(sh.costs):
            if sh.cost[at] > sh.over_share[place]:
                sh.over_routine[place], sh.over_share[place] = sh.cost_to[at], sh.cost[at]


@inner
def handled(sh, vector):
    """Return whether an interrupt leads to a handler: to ROM, or to RAM that is not zero."""
    if RAM <= vector < RAM_END:
        return sh.mem[COMMON, vector] != 0
    return True


@inner
def returned(sh, cycle, pc, s, a, b):
    """Check whether routines have returned; mark the registers that routines of the ROM leave
    undefined."""
    trash = 0
    callee = 0
    while sh.depth > 0 and s >= sh.call_s[sh.depth - 1]:
        sh.depth -= 1
        if sh.call_from[sh.depth] < sh.rom:
            callee = sh.call_to[sh.depth]
            if sh.depth == 0 and callee < sh.rom:
                spent(sh, callee, cycle - sh.call_at[0])
            number = sh.routine[placed(sh, callee)]
            trash = sh.trash[number] if number else 0
            if number and callee >= sh.rom and pc < sh.rom and sh.rom_end > 0:
                sh.left_flags = sh.loose[number]
                sh.left_by = origin_of(ORIGIN_LEFT + LEFT_FLAGS, 0, callee, pc)
            if number and callee < sh.rom and s == sh.call_s[sh.depth]:
                kept(sh, cycle, callee, a, b)
            caller = sh.call_from[sh.depth]
            if pc == caller + (sh.of[placed(sh, caller)] >> facts.F_SIZE & 7):
                check_fallthrough(sh, cycle, caller, pc, 0)
        for bit in range(5):
            if sh.load_lost[bit] >= 0 and sh.depth <= sh.load_depth[bit]:
                sh.load_depth[bit] = state.CALLS_MAX      # returned: a use now is a fault
    if sh.depth < sh.first_depth:
        sh.first_depth, sh.first_left = sh.depth, 1
    if sh.depth < sh.z_depth:
        # Its own lines are done.  If it drew none, it set the brightness for its caller.
        sh.z_depth, sh.z_left = sh.depth, sh.z_drew
    if trash and pc < sh.rom:
        for bit in range(5):
            if trash >> bit & 1 and not sh.reg_u[REGISTERS[bit]]:
                by = origin_of(ORIGIN_LEFT + bit, 0, callee, pc)
                set_bits(sh, REGISTERS[bit], BYTE if bit < 2 else TWO_BYTES, by)
    if sh.facts & facts.F_RETURN:
        for i in range(2):
            if sh.pulled[i] == shadow.T_BROKEN:
                at = sh.pulled_at[i]
                value = sh.mem[COMMON, RAM + at]
                add(sh, numbers.RETURN_LOST, sh.lost_pc[at], cycle, RAM + at, value)
                return
        whole = sh.pulled_id[0] == sh.pulled_id[1] and sh.pulled[0] == sh.pulled[1]
        good = whole and (sh.pulled[0] == shadow.T_CALL or sh.pulled[0] == shadow.T_STORE)
        code = (pc < sh.rom_end or pc >= ROM) and not sh.of[placed(sh, pc)] & facts.F_MISFIT
        listed = sh.pulled[0] == shadow.T_NONE and sh.pulled[1] == shadow.T_NONE
        jumps = code and (listed or (whole and sh.pulled[0] == shadow.T_PUSH))
        if not good and not jumps and sh.pulled[0] != shadow.T_OUTSIDE:
            add(sh, numbers.RTS, sh.pc, cycle, pc, pusher(sh, sh.pc))
        elif good and sh.pulled_calls > ADDRESS_BYTES:
            add(sh, numbers.RETURN_SKIPPED, sh.pc, cycle, pc, UNUSED)


@inner
def routine(sh, cycle, from_pc, pc, a, b):
    """Check the entry into a routine with a contract: DP, and the list that it will read."""
    number = sh.routine[placed(sh, pc)]
    page = b >> 8 & 0xFF
    if sh.page[number] >= 0 and page != sh.page[number]:
        add(sh, numbers.DP, from_pc, cycle, pc, page)
    lists = sh.lists[pc]
    if lists:
        pointer = a & 0xFFFF if lists & 1 else a >> 32 & 0xFFFF
        count = b >> 40 & 0xFF
        caller = placed(sh, from_pc)
        if sh.pointer[caller] != pointer | count << 16 and sh.found_rows < state.FOUND_MAX:
            sh.pointer[caller] = pointer | count << 16
            note(sh, shadow.POINTER_ROW, caller, pc, cycle, pointer, count, UNUSED)
