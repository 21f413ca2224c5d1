"""Checks of the wires to the beam, and of frames."""

from ..chips import decode
from ..chips.alu import I
from ..chips.beam import MUX_OFF, MUX_SOUND, MUX_Y, MUX_Z
from ..chips.bus import RAM, RAM_END
from ..chips.log import W_DAC_SHIFT, W_LIT, W_MUX_SHIFT, W_RAMP, W_ZERO
from ..compiling.jit import inner, integers, no_inline
from . import entries, numbers, records, shadow, state
from .instructions import value_of, word_at
from .shadow import COMMON, NEVER, UNUSED, add, add_at, blame, caller_depth

(CYCLES_A_SECOND,) = integers(1_500_000)
(EXTERNAL_FLAGS,) = integers(0x1B)      # CA2, CA1, CB2, CB1: set by other devices


@inner
def on_wires_changed(sh, cycle, pc, now):
    """Check a change of the wires to the beam; `now` has bits W_... of log.py."""
    last = sh.wires
    sh.wires = now
    mux, dac = now >> W_MUX_SHIFT & 7, now >> W_DAC_SHIFT & 0xFF
    ramp_begins = now & W_RAMP and not last & W_RAMP
    if last & W_RAMP and (sh.dac_at <= sh.ramp_at or cycle - sh.dac_at >= shadow.DAC_TAKEN):
        sh.dac_taken = 1
    if dac != last >> W_DAC_SHIFT & 0xFF:
        if not sh.dac_taken and sh.port_a_at < sh.dac_at and sh.dac_pc < sh.rom and sh.frames > 0:
            old = last >> W_DAC_SHIFT & 0xFF
            add(sh, numbers.DAC_UNUSED, sh.dac_pc, sh.dac_at, old - ((old & 0x80) << 1), UNUSED)
        sh.dac_pc = pc
        sh.dac_taken = 0 if sh.ora_at >= cycle - 1 else 1      # else DDRA has changed the DAC
        if now & W_RAMP and last & W_RAMP and cycle - sh.ramp_at > shadow.DAC_LATE:
            add(sh, numbers.DAC_RAMP, pc, cycle, cycle - sh.ramp_at, UNUSED)
        sh.dac_at = cycle
        sh.dac_old = last >> W_DAC_SHIFT & 0xFF
    if mux != MUX_OFF:
        sh.dac_taken = 1
    if mux == MUX_SOUND and pc < sh.rom:
        sh.samples += 1
        sh.sampled_at = cycle
    if mux == MUX_Y:
        if last >> W_MUX_SHIFT & 7 != MUX_Y or dac != last >> W_DAC_SHIFT & 0xFF:
            sh.y_at = cycle
    elif last >> W_MUX_SHIFT & 7 == MUX_Y and cycle - sh.y_at < sh.y_least:
        add(sh, numbers.Y_HOLD, pc, cycle, cycle - sh.y_at, UNUSED)
    if mux == MUX_Z:
        if last >> W_MUX_SHIFT & 7 != MUX_Z:
            sh.z_stick = 0
        sh.z_at, sh.z_pc = cycle, blame(sh, pc, cycle)
        sh.z_depth, sh.z_drew, sh.z_left = caller_depth(sh, pc), 0, 0
        sh.z = dac - ((dac & 0x80) << 1)
    if now & W_ZERO and not last & W_ZERO:
        sh.draws = 0
        sh.first_depth, sh.first_left = NEVER, 0
        sh.short_at = NEVER
    elif last & W_ZERO and not now & W_ZERO:
        sh.zeros += 1
        sh.zero_at[sh.zeros % state.ENTRIES] = cycle
        sh.zero_lit[sh.zeros % state.ENTRIES] = 0
    if (now | last) & W_LIT:
        sh.drawn_at = cycle
    if now & W_LIT:
        sh.zero_lit[sh.zeros % state.ENTRIES] = 1
        if sh.short_at >= 0 and not now & W_ZERO:
            add(sh, numbers.ZERO_SHORT, sh.short_pc, sh.short_at, sh.short_by, UNUSED)
            sh.short_at = NEVER
    light(sh, cycle, pc, now, last)
    if ramp_begins:
        stood = cycle - (sh.ramp_end if sh.ramp_end > sh.lit_at else sh.lit_at)
        if now & last & W_LIT and sh.lit_at < sh.ramp_end and stood > shadow.LIT_BETWEEN \
                and sh.z > 0 and sh.frames > 0:
            add(sh, numbers.LIT_BETWEEN, sh.lit_pc, sh.lit_cycle, stood, UNUSED)
        sh.ramp_at = cycle
        sh.ramp_lit = now & W_LIT
        if mux == MUX_Y and sh.frames > 0:
            add(sh, numbers.Y_OPEN, pc, cycle, UNUSED, UNUSED)
    elif now & W_RAMP:
        sh.ramp_lit |= now & W_LIT
    elif last & W_RAMP:
        ramp_ends(sh, cycle, pc)


@inner
def zero_short(sh, cycle, pc, left):
    """Check a release of ZERO that came too soon.  It is a fault only if something is drawn
    afterwards."""
    if left < shadow.ZERO_LEAST:
        return
    for back in range(state.ENTRIES):
        at = (sh.zeros - back) % state.ENTRIES
        if sh.zero_at[at] <= cycle:
            if sh.zero_lit[at]:
                add(sh, numbers.ZERO_SHORT, pc, cycle, left, UNUSED)
            elif back == 0 and not sh.wires & W_ZERO:
                sh.short_pc, sh.short_at, sh.short_by = pc, cycle, left
            return


@inner
def ramp_ends(sh, cycle, pc):
    """Check the end of a line: /RAMP is released."""
    sh.ramp_end = cycle
    sh.sr_writes = 0
    if sh.ramp_lit:
        sh.draws += 1
        if sh.wires & W_ZERO:
            add(sh, numbers.ZERO_HELD, pc, cycle, UNUSED, UNUSED)
        if sh.draws_most and sh.draws == sh.draws_most + 1:
            add(sh, numbers.DRAWS, pc, cycle, sh.draws, UNUSED)
        if sh.scale_pc >= 0 and sh.acr & 0x80:
            add(sh, numbers.SCALE, pc, cycle, sh.scale_pc, UNUSED)
        if cycle - sh.ramp_at < shadow.RAMP_LEAST:
            add(sh, numbers.RAMP_SHORT, pc, cycle, cycle - sh.ramp_at, UNUSED)


@inner
def light(sh, cycle, pc, now, last):
    """Check a change of /BLANK: how long the beam stands still, and how old its brightness is."""
    if now & W_LIT and not last & W_LIT:
        sh.lit_at = cycle
        sh.lit_pc, sh.lit_cycle = pc, cycle
        sh.burnt = 0
        age = cycle - sh.z_at
        if sh.frames == 0:
            return
        if sh.z_at < 0:
            add(sh, numbers.BRIGHTNESS, pc, cycle, records.NEVER_SET, UNUSED)
        elif age > shadow.FADE_CYCLES:
            sh.faded_at = cycle
            add(sh, numbers.BRIGHTNESS, pc, cycle, records.SET_LONG_AGO, sh.z_pc)
        elif sh.z_stick:
            add(sh, numbers.BRIGHTNESS, pc, cycle, records.SET_BY_STICKS, sh.z_pc)
        elif sh.z < 0:
            add_at(sh, numbers.DARK, sh.z_pc, pc, cycle, sh.z & 0xFF, blame(sh, pc, cycle), UNUSED)
        elif sh.z_left:
            add(sh, numbers.INTENSITY, pc, cycle, sh.z_pc, UNUSED)
        sh.z_drew = 1
        if sh.first_left or (sh.first_depth < 0 and not now & W_ZERO):
            begins(sh, cycle, pc)
    elif last & W_LIT:
        standing(sh, cycle, last)


@no_inline
def begins(sh, cycle, pc):
    """Note which routine first lights the beam after ZERO; report other routines that light it
    later."""
    depth = caller_depth(sh, pc)
    routine = sh.call_to[depth - 1] if depth > 0 else NEVER
    if not sh.first_left:
        sh.first_pc, sh.first_depth, sh.first_of = blame(sh, pc, cycle), depth, routine
    elif routine != sh.first_of:
        add(sh, numbers.UNZEROED, pc, cycle, sh.first_pc, UNUSED)


@inner
def standing(sh, cycle, wires):
    """Report the beam if it was lit at one point for too long."""
    if wires & W_RAMP or sh.burnt or not wires & W_LIT or sh.z <= 0:
        return
    since = cycle - (sh.lit_at if sh.lit_at > sh.ramp_end else sh.ramp_end)
    if since > shadow.BURN_CYCLES:
        sh.burnt = 1
        add(sh, numbers.BURN, sh.lit_pc, sh.lit_cycle, since, UNUSED)


@inner
def pictures(sh, cycle):
    """Return the frame rate of the last second, in tenths of a frame per second.

    Soon after power-on: the rate since then.
    """
    count = 0
    since = cycle
    for back in range(1, state.ENDS):
        if back > sh.frames or cycle - sh.ends[(sh.frames - back) % state.ENDS] > CYCLES_A_SECOND:
            break
        since = sh.ends[(sh.frames - back) % state.ENDS]
        count += 1
    return 10 * count * CYCLES_A_SECOND // (cycle - since) if cycle > since else 0


@inner
def suffers(sh, cycle):
    """Return the effect of a missing frame so far, as DRIFTS or SUFFERS_NOTHING."""
    if sh.drifted_at > sh.refresh_at:
        return records.DRIFTS
    if sh.faded_at > sh.refresh_at:
        return records.FADES
    # A tune or an effect was being played, a step a frame, and can still be heard.
    last = sh.stepped_at if sh.stepped_at > sh.spoke_at else sh.spoke_at
    if sh.steps >= shadow.STEPS_LEAST and cycle - last > 2 * shadow.CYCLES_MOST \
            and (amplitude(sh, 8) | amplitude(sh, 9) | amplitude(sh, 10)):
        return records.FALLS_SILENT
    return records.SUFFERS_NOTHING


@inner
def amplitude(sh, register):
    """Return the amplitude in a register of the sound chip, as the ROM's shadow has it."""
    return sh.mem[COMMON, RAM + register] & 0x1F


@inner
def lasting(sh, cycle):
    """Return the routine that has run for most of the time since the last frame; 0 if none has."""
    for depth in range(sh.depth):
        if sh.call_at[depth] >= sh.refresh_at:
            long = 2 * (cycle - sh.call_at[depth]) > cycle - sh.refresh_at
            return sh.call_to[depth] if long and sh.call_to[depth] < sh.rom else 0
    return 0


@inner
def frame_end(sh, cycle, pc, cut):
    """Check the frame that ends: its rate, and whether the program began it in time."""
    length = cycle - sh.frame_at
    standing(sh, cycle, sh.wires)
    sh.costs = 0
    if cut:
        waits(sh, cycle)
        hangs(sh, cycle)
        if sh.rom_end > 0 and sh.drawn_at > sh.refresh_at + shadow.CYCLES_MOST:
            place = sh.loop if sh.loop >= 0 else sh.pc
            entered = sh.entry_at[(sh.entry - 1) % state.ENTRIES]
            if sh.pc >= sh.rom and cycle - entered > shadow.STUCK_CYCLES:
                place = sh.pc
            fault = suffers(sh, cycle)
            plays = sh.samples > shadow.SAMPLES_LEAST and cycle - sh.sampled_at < CYCLES_A_SECOND
            if plays and (fault == records.SUFFERS_NOTHING or fault == records.FALLS_SILENT):
                pass            # it plays samples, and they set the pace, also in pauses
            else:
                rule = numbers.UNTIMED if fault == records.SUFFERS_NOTHING else numbers.NO_REFRESH
                add_at(sh, rule, blame(sh, place, cycle), place, cycle, length, fault,
                       lasting(sh, cycle))
    elif sh.frames > 1 and sh.overrun_at != cycle and not sh.t2_early \
            and (length < shadow.CYCLES_LEAST or length > shadow.CYCLES_MOST):
        add(sh, numbers.RATE, pc, cycle, length, UNUSED)
    if not cut:
        if sh.entered:
            entries.frame_ends(sh, cycle, pc)
        sh.refresh_at = cycle
        sh.samples = 0
        stack_grows(sh, cycle, pc)
    sh.frame_at = cycle
    sh.ends[sh.frames % state.ENDS] = cycle
    sh.frames += 1
    sh.s_top = -1


@inner
def stack_grows(sh, cycle, pc):
    """Report a stack that becomes deeper by the same amount in each of several frames in a row."""
    fell = sh.s_before - sh.s_top
    falls = fell > 0 and fell == sh.s_fell and RAM <= sh.s_top < RAM_END
    sh.s_falls = sh.s_falls + 1 if falls else 0
    sh.s_before, sh.s_fell = sh.s_top, fell
    if sh.s_falls >= shadow.GROWS_FRAMES:
        pushed = sh.pushed_pc[sh.s_top - RAM]
        place = pushed if 0 <= pushed < sh.rom else sh.loop
        add_at(sh, numbers.STACK_GROWS, place, pc, cycle, fell, UNUSED, UNUSED)


@no_inline
def waits(sh, cycle):
    """Report SYNC or CWAI if no interrupt can end it: the VIA has none enabled, or CWAI leaves IRQ
    masked.  Interrupts from the cartridge's slot are not expected."""
    if sh.rom_end == 0 or cycle - sh.began < shadow.HANGS_CYCLES:
        return
    word = word_at(sh, sh.pc)
    action = word >> decode.ACTION & 63
    if action == decode.SYNC and not sh.ier:
        add(sh, numbers.HANGS, sh.pc, cycle, records.HANGS_IN_SYNC, UNUSED)
    elif action == decode.CWAI and (not sh.ier or value_of(sh, decode.CC) & word & I):
        add(sh, numbers.HANGS, sh.pc, cycle, records.HANGS_IN_CWAI, UNUSED)


@no_inline
def hangs(sh, cycle):
    """Report a program that waits forever on a dark screen while all interrupts are disabled."""
    since = cycle - shadow.HANGS_CYCLES
    if sh.rom_end == 0 or sh.ier or sh.via_at > since or sh.ram_at > since \
            or sh.via_read_at > since or sh.drawn_at > since or sh.frames < 2:
        return
    if sh.flag_at > since:
        if not flags_waited(sh) & EXTERNAL_FLAGS:
            add(sh, numbers.HANGS, sh.flag_pc, cycle, records.HANGS_ON_FLAG, UNUSED)
    elif sh.hung <= max(sh.ram_at, sh.via_at):      # this state may come again, and then for ever
        sh.stuck_pc, sh.stuck_a, sh.stuck_b = sh.pc, sh.row_a, sh.row_b
        sh.stuck_at, sh.watched = cycle, 1


@no_inline
def flags_waited(sh):
    """Return the flags of the VIA that the program tests, or all flags if this is not known."""
    word = word_at(sh, sh.flag_pc)
    action = word >> decode.ACTION & 63
    if action == decode.BIT8 or action == decode.AND:
        return value_of(sh, word >> decode.REG & 15)
    word = word_at(sh, sh.flag_pc + (word >> decode.LENGTH & decode.LENGTH_MAX))
    action = word >> decode.ACTION & 63
    if word >> decode.MODE & 15 == decode.IMMEDIATE8 and (
            action == decode.BIT8 or action == decode.AND):
        return word & 0xFF
    return 0xFF
