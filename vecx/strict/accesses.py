"""Checks of accesses: to RAM, to the VIA, and to addresses where nothing answers."""

from ..chips import via
from ..chips.beam import MUX_Z
from ..chips.bus import HOLE, RAM, RAM_END, VIA_BASE
from ..chips.log import W_DAC_SHIFT, W_LIT, W_MUX_SHIFT, W_RAMP
from ..compiling.jit import inner, integers, no_inline
from . import entries, numbers, records, shadow, state, values
from .facts import (
    ALONE_A,
    ALONE_B,
    F_ALONE,
    F_CALL,
    F_LIST_PUSH,
    F_MODIFY,
    F_NAMED,
    F_PULL,
    F_PUSH,
    F_RETURN,
    F_S_RELATIVE,
)
from .shadow import COMMON, NEVER, UNUSED, add, blame, caller_depth
from .undefined import NOTHING

WAIT_RECAL, RECALIBRATE = integers(0xF192, 0xF2E6)      # routines of the executive ROM


@inner
def port_b(sh, register, value):
    """Follow a write to ORB or DDRB: PB6 selects the bank, and is 1 while it is an input."""
    if register == via.ORB:
        sh.orb = value
    else:
        sh.ddrb = value
    if sh.banked:
        sh.bank = (sh.orb | ~sh.ddrb) >> 6 & 1


@inner
def reading(sh, cycle, pc, place, value):
    if RAM <= place < RAM_END:
        at = place - RAM
        if at < entries.SYSTEM_CELLS and pc < sh.rom and shadow.cartridge_runs(sh):
            entries.cell_read(sh, cycle, pc, at)
        if sh.facts & (F_RETURN | F_PULL):
            sh.pulled[0], sh.pulled_id[0] = sh.pulled[1], sh.pulled_id[1]
            sh.pulled_at[0], sh.pulled_at[1] = sh.pulled_at[1], at
            sh.pulled[1], sh.pulled_id[1] = sh.tag[at], sh.tag_id[at]
            if sh.tag[at] == shadow.T_CALL:
                sh.pulled_calls += 1
            if sh.tag[at] == shadow.T_PUSH and sh.alone[at] == ALONE_A and sh.reads \
                    and sh.read_at[sh.reads - 1] == place - 1 and sh.alone[at - 1] == ALONE_B:
                add(sh, numbers.PULL_ORDER, pc, cycle, UNUSED, UNUSED)
        elif sh.wrote[at] >= shadow.PUSHED_OVER:
            if (sh.wrote[at] > shadow.PUSHED_OVER or sh.facts & F_NAMED) \
                    and not sh.facts & F_S_RELATIVE:
                sh.mem_u[place] = values.BYTE
                sh.mem_by[place] = values.origin_of(values.ORIGIN_PUSHED, place, sh.pushed_pc[at],
                                             sh.stored_pc[at])
        elif sh.wrote[at] and place < sh.s:
            sh.wrote[at] = 2
    elif VIA_BASE <= place < VIA_BASE + 16:
        sh.mem_u[place] = via_read(sh, cycle, pc, place - VIA_BASE)
        sh.mem_by[place] = values.origin_of(values.ORIGIN_UNDRIVEN, place - VIA_BASE,
                                            blame(sh, pc, cycle), pc)
    elif not sh.cart_ram <= place < sh.cart_ram_end:
        sh.mem_u[place] = values.BYTE
        sh.mem_by[place] = values.origin_of(values.ORIGIN_NOWHERE, place, blame(sh, pc, cycle), pc)
    u = sh.mem_u[place]
    if u:
        sh.read_u_any = 1
        if values.is_own(sh.mem_by[place], place):
            by = values.origin_of(values.ORIGIN_UNSET, place, blame(sh, pc, cycle), pc)
            sh.mem_by[place] = by
    i = sh.reads
    if i < state.READS_MAX:
        sh.read_at[i], sh.read_value[i], sh.read_u[i] = place, value, u
        sh.read_by[i] = sh.mem_by[place]
        sh.reads = i + 1


@inner
def via_read(sh, cycle, pc, register):
    """Check a read of the VIA; return the bits that are neither driven nor set."""
    if register == via.IFR:
        sh.flag_at, sh.flag_pc = cycle, pc
    else:
        sh.via_read_at = cycle
    if register == via.ORB:
        if sh.wires >> W_MUX_SHIFT & 7 == MUX_Z:
            sh.z_stick = 1
            sh.z_pc = blame(sh, pc, cycle)
        if not sh.facts & F_MODIFY:
            sh.port_a_at = cycle        # the comparator works with the DAC
        if not sh.facts & F_MODIFY and unsettled(sh, cycle - sh.dac_at) > sh.noise:
            add(sh, numbers.STICK_EARLY, pc, cycle, cycle - sh.dac_at, UNUSED)
    elif register == via.ORA or register == via.ORA_NO_HANDSHAKE:
        if sh.ddra != 0xFF and sh.bus != shadow.AY_READ and not sh.facts & F_MODIFY:
            return ~sh.ddra & 0xFF
    elif register == via.T2CL and 0 < sh.t2_end < cycle:
        add(sh, numbers.T2_FLAG, pc, cycle, UNUSED, UNUSED)
        sh.t2_end = NEVER
    if via.T1CL <= register <= via.SR and not sh.via_set >> register & 1 \
            and not sh.facts & F_MODIFY:
        return values.BYTE
    return NOTHING


@inner
def unsettled(sh, age):
    """Return the error of the comparator, in DAC units, `age` cycles after a change."""
    if age >= 8 * sh.settle:
        return 0
    bits = 0xFF >> int(age / sh.settle)
    now = sh.wires >> W_DAC_SHIFT & 0xFF
    return abs((now & bits) - (sh.dac_old & bits))


@inner
def writing(sh, cycle, pc, place, value):
    if RAM <= place < RAM_END:
        ram_write(sh, cycle, pc, place, value)
        hold(sh, place, value)
    elif sh.cart_ram <= place < sh.cart_ram_end:
        hold(sh, place, value)
    elif VIA_BASE <= place < VIA_BASE + 16:
        via_write(sh, cycle, pc, place - VIA_BASE, value)
    elif place >= HOLE and place < VIA_BASE:
        add(sh, numbers.WRITE_NOWHERE, pc, cycle, place, value)


@inner
def hold(sh, place, value):
    """Store a byte of memory and mark it as defined; `settle` marks its undefined bits
    afterwards."""
    sh.mem[COMMON, place] = value
    sh.mem_u[place] = 0


@inner
def ram_write(sh, cycle, pc, place, value):
    """Follow a write to RAM: a push, an access near the top of the stack, or a variable.

    Overwriting a return address is not a fault yet: the routine may never return, and writing the
    same value changes nothing.
    """
    at = place - RAM
    sh.ram_at = cycle
    if at < entries.SYSTEM_CELLS and shadow.cartridge_runs(sh):
        entries.cell_written(sh, cycle, pc, at, value)
    pushes = sh.facts & (F_CALL | F_PUSH)
    if sh.interrupt or (pushes and place < sh.s):
        if 0 < sh.wrote[at] < shadow.PUSHED_OVER:
            sh.wrote[at] += 2
            if sh.s_own and sh.mem[COMMON, place]:      # data, and not just cleared memory
                sh.wrote[at] = shadow.PUSHED_OVER + 1
        sh.pushed_pc[at] = sh.s_own - 1 if sh.s_own else blame(sh, pc, cycle)
        sh.tag[at], sh.alone[at] = shadow.T_CALL, 0
        if sh.facts & F_LIST_PUSH and not sh.interrupt:
            sh.tag[at] = shadow.T_PUSH
            sh.alone[at] = sh.facts >> F_ALONE & (ALONE_A | ALONE_B)
    elif sh.facts & F_S_RELATIVE:
        sh.tag[at] = shadow.T_STORE
    else:
        if (sh.tag[at] == shadow.T_CALL and place >= sh.s and sh.depth > 0) \
                or sh.tag[at] == shadow.T_BROKEN:
            overwrite(sh, pc, at, value)
            return
        sh.tag[at] = shadow.T_NONE
        if place < sh.s:
            sh.wrote[at] = 2 if sh.wrote[at] == 2 or sh.wrote[at] > shadow.PUSHED_OVER else 1
        sh.stored_pc[at] = pc
    sh.tag_id[at] = sh.number
    sh.set[at] = 1


@inner
def overwrite(sh, pc, at, value):
    """Follow a write to a return address; the address counts as broken until the old value is
    written back."""
    if sh.tag[at] == shadow.T_CALL:
        sh.lost_value[at] = sh.mem[COMMON, RAM + at]
        sh.lost_pc[at] = pc
    sh.tag[at] = shadow.T_CALL if value == sh.lost_value[at] else shadow.T_BROKEN


@inner
def via_write(sh, cycle, pc, register, value):
    sh.via_set |= 1 << register
    sh.via_at = cycle
    if register == via.SR:
        if value == 0 and sh.acr & 0x80 and sh.wires & W_RAMP and sh.wires & W_LIT \
                and sh.sr_solid and cycle + shadow.SR_EARLY < sh.t1_end:
            add(sh, numbers.SR_CUT, pc, cycle, sh.t1_end - cycle, UNUSED)
        sh.sr_solid = 1 if value == 0xFF and not sh.sr_writes else 0
        sh.sr_writes += 1
    if register == via.T1CL or register == via.T1LL:
        sh.t1_latch = value
        sh.via_set |= 0xF0
        sh.scale_pc = recalibration(sh, cycle, pc) if pc >= sh.rom else NEVER
    elif register == via.T1CH:
        sh.via_set |= 0xF0
        if sh.acr & 0x80 and cycle < sh.t1_end:
            add(sh, numbers.T1_EARLY, pc, cycle, sh.t1_end - cycle, UNUSED)
        sh.t1_end = cycle + (value << 8 | sh.t1_latch) + shadow.T1_LAG
    elif register == via.T2CL:
        sh.t2_latch = value
    elif register == via.T2CH:
        sh.via_set |= 0x300
        sh.t2_early = cycle < sh.t2_end
        counts_pulses = sh.acr & 0x20
        end = cycle + (value << 8 | sh.t2_latch) + shadow.T2_LAG
        sh.t2_end = NEVER if counts_pulses else end
    elif register == via.ACR:
        sh.acr = value
    elif register == via.IER:
        sh.ier = sh.ier | value & 0x7F if value & 0x80 else sh.ier & ~value & 0x7F
    elif register == via.DDRA:
        sh.ddra = value
    elif register == via.ORA or register == via.ORA_NO_HANDSHAKE:
        if sh.bus >= shadow.AY_WRITE and value != sh.ora:
            add(sh, numbers.AY_BUS, pc, cycle, records.AY_CHANGES, sh.ddra)
        sh.ora, sh.ora_at = value, cycle
    elif register == via.ORB or register == via.DDRB:
        port_b(sh, register, value)
        sound_bus(sh, cycle, pc)


@no_inline
def recalibration(sh, cycle, pc):
    """Return the PC of the call if Wait_Recal or Recalibrate runs, else NEVER."""
    depth = caller_depth(sh, pc)
    if depth >= 0 and (sh.call_to[depth] == WAIT_RECAL or sh.call_to[depth] == RECALIBRATE):
        return blame(sh, pc, cycle)
    return NEVER


@inner
def sound_bus(sh, cycle, pc):
    """Check BDIR and BC1, which select the function of the sound chip."""
    bus = (sh.orb & sh.ddrb) >> 3 & 3
    last = sh.bus
    sh.bus = bus
    if bus:
        sh.port_a_at = cycle
    if bus == last or bus == 0:
        return
    fault = records.NO_FAULT
    if last != 0:
        fault = records.AY_JUMPS
    if bus == shadow.AY_READ:
        if sh.ddra != 0:
            fault = records.AY_BOTH
        elif not sh.latched:
            fault = records.AY_UNREAD
        else:
            entries.chip_read(sh, cycle, pc)
    elif sh.ddra != 0xFF:
        fault = records.AY_INPUT
    elif bus == shadow.AY_LATCH:
        sh.latched = 2 if pc >= sh.rom else 1
        sh.chip_register = sh.ora
        if sh.ora > 15:
            fault = records.AY_ABOVE
    elif not sh.latched:
        fault = records.AY_UNLATCHED
    elif sh.latched == 2 and pc < sh.rom:
        fault = records.AY_OTHERS
    else:
        entries.chip_written(sh, cycle, pc, sh.chip_register, sh.ora)
        if pc < sh.rom:
            sh.spoke_at = cycle
    if fault != records.NO_FAULT:
        add(sh, numbers.AY_BUS, pc, cycle, fault, sh.ddra)
