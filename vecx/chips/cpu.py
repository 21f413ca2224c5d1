"""MC6809 central processing unit.

             +--\\/--+
      VSS   -|      |- /HALT     registers
      /NMI  -|      |- XTAL      A B      accumulators, together D
      /IRQ  -|      |- EXTAL     X Y      index registers
      /FIRQ -|      |- /RESET    U S      user and hardware stack pointers
      BS BA -|      |- MRDY      PC DP    program counter, direct page
      VCC   -|      |- Q E       CC       E F H I N Z V C
      A0-A15-|      |- R/W
             +------+- D0-D7

One loop, `advance`, decodes by the tables of decode.py in stages: fetch, effective address,
operand, operation, result.  The most frequent instructions have a shorter way, usual.py.  Every
real bus access is made at its own cycle, in the order of the data sheet's bus patterns; dead cycles
only move the clock.  Cycle counts emerge from that; the programming card's are not used.

The loop runs to a given cycle, or until something happens that the board requests: a frame has
ended, a marked instruction is about to run, a watched byte was accessed, a row of a kind in
`ask_kinds` was logged, the CPU has halted.

It calls other modules in two places only.  At the head of an instruction attend.py, when the clock
has reached `m.stop`: the earliest of the slice's end, an input, an event that may interrupt, and
the cut of an endless frame; always if instructions are observed.  At a data access whose page is
not plain memory bus.py.

Modelled: all documented opcodes, the undocumented ones as silicon does them (decode.py), NMI, FIRQ,
IRQ, RESET, SYNC, CWAI.  Post-bytes xA and xE follow [hoglet67]; opcodes 14, 15, CD halt.
Not modelled: /HALT, DMA, MRDY (the Vectrex uses none); values on the bus in dead cycles.
Sources: [MC6809E]; [CPU] tests/reference/cpu; docs/cpu.md lists where silicon and manual differ.
"""

from ..compiling.jit import jit
from . import alu, decode
from .access import accumulator, effective_address, fetch, read8, read16, set_accumulator, write8
from .attend import GO_ON, LOOK_AGAIN, RETURN, RUNNING, attend, slice_begin
from .beam import beam_catch_up
from .bus import bus_settle
from .log import FULL
from .psg import psg_reset
from .rare_ops import rare_op
from .registers import get, put
from .state import BOARDS, ROMS, STATES
from .usual import load8, load16, store8, store16, usual_op
from .via import via_reset


def reset(m, board):
    """Assert /RESET, which CPU, VIA and sound chip share; plain Python, called between runs only.

    DP clear, I and F set, NMI disarmed, PC from FFFE; other registers keep their values.
    """
    if m.device:
        m.ca1_due = m.clock
    via_reset(m)
    psg_reset(m, board)
    m.reset_due = 0
    m.wires_due = 1
    m.dp = 0
    m.cc |= 0x50
    m.nmi_armed = m.nmi_edge = 0
    m.wait = RUNNING
    m.pc = int(board.mem[0xFFFE]) << 8 | int(board.mem[0xFFFF])
    m.clock += 2


@jit(STATES, BOARDS, ROMS, int, returns=int)
def advance(states, boards, roms, until):
    """Run to the first instruction that begins in cycle `until` or later, or to a requested end.

    Args:    states   an array of one record
             boards   an array of its board: requests, and the logs
             roms     an array of the cached instructions of these ROMs, see DECODED, a record per
                      bank
             until    cycle
    Returns: why it ended, bits CYCLE .. NO_ROOM of log.py
    Timing:  with `until` in the past it serves the inputs that are due and ends; cutting a run
             into calls and slices never changes its result

    pc, clock and cc are local copies of the record's fields, to keep them in registers: they are
    stored before a call that reads them, and loaded after one that may change them.
    """
    m = states[0]
    board = boards[0]
    rom = roms[m.bank & board.banked]
    board.reason = 0
    slice_begin(m, board, until)
    if board.reason & FULL:
        return board.reason
    pc, clock, cc = m.pc, m.clock, m.cc
    while True:
        pseudo = GO_ON
        if clock >= m.stop:
            m.pc, m.clock, m.cc = pc, clock, cc
            pseudo = attend(m, board)
            clock, rom = m.clock, roms[m.bank & board.banked]
            if pseudo == RETURN:
                beam_catch_up(m, board)
                bus_settle(m, board)
                slice_begin(m, board, until)
                if board.reason:
                    return board.reason
                continue
            if pseudo == LOOK_AGAIN:
                continue

        # Fetch.  Cached instructions of a ROM are looked up, others read byte by byte.
        word = decode.WORD[pseudo] if pseudo else rom.words[pc & 0xFFFF]
        if word == 0:
            m.pc, m.clock = pc, clock
            word = fetch(m, board, rom)
            pc, clock = m.pc, m.clock
        else:
            m.op_pc = pc
            pc = pc + (word >> decode.LENGTH & decode.LENGTH_MAX) & 0xFFFF
            m.pc = pc
        clock += word >> decode.LEAD & 31

        # The most frequent instructions.
        form = word >> decode.FORM
        if form:
            pc, clock, cc = usual_op(m, board, word, form, pc, clock, cc)
            continue

        # Effective address, or the immediate operand.
        mode = word >> decode.MODE & 15
        address = v = word & 0xFFFF
        if mode == decode.DIRECT:
            address = m.dp << 8 | v
        elif mode == decode.INDEXED:
            address, clock = effective_address(m, board, word, clock)

        # Operand.
        register = word >> decode.REG & 15
        access = word >> decode.ACCESS & 3
        if access == decode.READ8:
            v, clock = read8(m, board, address, clock)
        elif access == decode.READ16:
            v, clock = read16(m, board, address, clock)
        elif access == decode.READ_REGISTER:
            v = accumulator(m, register)
        clock += word >> decode.DEAD & 31

        # Operation.  The most frequent ones store their results themselves.
        action = word >> decode.ACTION & 63
        if action == decode.ST8:
            cc, clock = store8(m, board, register, address, cc, clock)
        elif action == decode.LD8:
            cc = load8(m, register, v, cc)
        elif action == decode.LD16:
            cc = load16(m, register, v, cc)
        elif action == decode.ST16:
            cc, clock = store16(m, board, register, address, cc, clock)
        elif action == decode.BIT8:
            cc = alu.nz8(cc & ~alu.V, accumulator(m, register) & v)
        elif action == decode.TST:
            cc = alu.nz8(cc & ~alu.V, v)
        elif action == decode.JMP:
            pc = address
        elif action == decode.JSR:
            m.s = m.s - 2 & 0xFFFF
            clock = write8(m, board, m.s + 1 & 0xFFFF, pc & 0xFF, clock)
            clock = write8(m, board, m.s, pc >> 8, clock)
            pc = address
        elif action == decode.RTS:
            pc, clock = read16(m, board, m.s, clock)
            m.s = m.s + 2 & 0xFFFF
            clock += 1
        elif action == decode.CMP8:
            _, cc = alu.sub8(cc, accumulator(m, register), v, alu.ZERO)
        elif action == decode.CMP16:
            _, cc = alu.sub16(cc, get(m, register), v)
        elif action != decode.NOP:
            # The others compute r and the condition codes from the register and v.
            r = v
            if action == decode.LEAZ:
                r = address
                cc = cc & ~alu.Z | (r == 0) << 2
            elif action == decode.LEA:
                r = address
            elif action == decode.AND:
                r = accumulator(m, register) & v
                cc = alu.nz8(cc & ~alu.V, r)
            elif action == decode.OR:
                r = accumulator(m, register) | v
                cc = alu.nz8(cc & ~alu.V, r)
            elif action == decode.EOR:
                r = accumulator(m, register) ^ v
                cc = alu.nz8(cc & ~alu.V, r)
            elif action == decode.DEC:
                r, cc = alu.decrement(cc, v)
            elif action == decode.INC:
                r = v + 1 & 0xFF
                cc = alu.nz8(cc & ~alu.V, r) | (v == 0x7F) << 1
            elif action == decode.CLR:
                r = 0
                cc = alu.clear(cc)
            elif action == decode.ADD8:
                r, cc = alu.add8(cc, accumulator(m, register), v, alu.ZERO)
            elif action == decode.SUB8:
                r, cc = alu.sub8(cc, accumulator(m, register), v, alu.ZERO)
            elif action == decode.ADD16:
                r, cc = alu.add16(cc, get(m, register), v)
            elif action == decode.SUB16:
                r, cc = alu.sub16(cc, get(m, register), v)
            elif action == decode.ASL:
                r, cc = alu.shift_left(cc, v, alu.ZERO)
            elif action == decode.LSR:
                r, cc = alu.shift_right(cc, v, alu.ZERO)
            else:
                m.clock, m.cc = clock, cc
                r = rare_op(m, board, word, address, v)
                pc, clock, cc = m.pc, m.clock, m.cc

            result = word >> decode.RESULT & 31
            if result == decode.A or result == decode.B:
                set_accumulator(m, result, r)
            elif result == decode.TO_MEMORY8:
                clock = write8(m, board, address, r, clock)
            elif result != decode.TO_NOTHING:
                put(m, result, r)

