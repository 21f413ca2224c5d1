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

One loop, `advance`, decodes through the tables of decode.py in stages: fetch, effective address,
operand, operation, result.  Every real bus access is made at its own cycle, in the order of the
bus patterns in the data sheet; dead cycles only move the clock.  Cycle counts emerge from that;
nothing here reads the programming card's.

The loop goes on until the cycle it was given, or until something happened that the board asks for:
a frame has ended, a marked instruction is about to run, a watched byte was accessed, a row of a
kind in `ask_kinds` was logged, the CPU has halted.

It looks outside in two places only.  At the head of an instruction, when the clock has come
to `m.stop`: the earliest of the slice's end, an input, an event that may interrupt, and the cut of
an endless frame; at once where instructions are observed.  attend.py serves these.
And at a data access whose page is not plain memory: bus.py.

Modelled: all documented opcodes, the undocumented ones as silicon does them (decode.py), NMI, FIRQ,
IRQ, RESET, SYNC, CWAI.  Post-bytes xA and xE follow [hoglet67]; opcodes 14, 15, CD halt.
Not modelled: /HALT, DMA, MRDY (the Vectrex uses none); values on the bus in dead cycles.
Sources: [MC6809E]; [CPU] tests/reference/cpu; docs/cpu.md lists where silicon and manual differ.
"""

from ..compiling.jit import jit
from .access import accumulator, effective_address, fetch, read8, read16, write8
from .alu import (
    ZERO,
    C,
    N,
    V,
    Z,
    add8,
    add16,
    is_taken,
    nz8,
    nz16,
    shift_left,
    shift_right,
    sub8,
    sub16,
)
from .attend import GO_ON, LOOK_AGAIN, RETURN, RUNNING, attend, slice_begin
from .beam import beam_catch_up
from .decode import (
    ACCESS,
    ACTION,
    ADD8,
    ADD16,
    AND,
    ASL,
    BIT8,
    BRANCH,
    CLR,
    CMP8,
    CMP16,
    DEAD,
    DEC,
    DIRECT,
    EOR,
    INC,
    INDEXED,
    JMP,
    JSR,
    LD8,
    LD16,
    LEA,
    LEAD,
    LEAZ,
    LENGTH,
    LENGTH_MAX,
    LSR,
    MODE,
    NOP,
    OR,
    READ8,
    READ16,
    READ_REGISTER,
    REG,
    RESULT,
    RTS,
    ST8,
    ST16,
    SUB8,
    SUB16,
    TO_MEMORY8,
    TO_NOTHING,
    TST,
    WORD,
    A,
    B,
)
from .log import FULL
from .psg import psg_reset
from .rare_ops import rare_op
from .registers import get, put
from .state import BOARDS, ROMS, STATES
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
    """Run to the first instruction that begins in cycle `until` or later, or until asked to end.

    Args:    states   an array of one record
             boards   an array of the board beside it: what it asks, and the logs that grow
             roms     an array of what is kept of the instructions in these ROMs, see DECODED,
                      a record a bank
             until    cycle
    Returns: why it ended, bits CYCLE .. NO_ROOM of log.py
    Timing:  with `until` in the past it serves the inputs that are due and ends; how a run is cut
             into calls and slices never changes what happens

    pc, clock and cc are the record's own, held where the processor has them at hand: the record is
    told before anyone else looks, and asked after anyone else may have changed them.
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
                slice_begin(m, board, until)
                if board.reason:
                    return board.reason
                continue
            if pseudo == LOOK_AGAIN:
                continue

        # Fetch.  What is kept of a ROM is looked up, the rest read byte by byte.
        word = WORD[pseudo] if pseudo else rom.words[pc & 0xFFFF]
        if word == 0:
            m.pc, m.clock = pc, clock
            word = fetch(m, board, rom)
            pc, clock = m.pc, m.clock
        else:
            m.op_pc = pc
            pc = pc + (word >> LENGTH & LENGTH_MAX) & 0xFFFF
            m.pc = pc
        clock += word >> LEAD & 31

        # Effective address, or the immediate operand.
        mode = word >> MODE & 15
        address = v = word & 0xFFFF
        if mode == DIRECT:
            address = m.dp << 8 | v
        elif mode == INDEXED:
            address, clock = effective_address(m, board, word, clock)

        # Operand.
        register = word >> REG & 15
        access = word >> ACCESS & 3
        if access == READ8:
            v, clock = read8(m, board, address, clock)
        elif access == READ16:
            v, clock = read16(m, board, address, clock)
        elif access == READ_REGISTER:
            v = accumulator(m, register)
        clock += word >> DEAD

        # Operation.  What programs do most has a place for its result.
        action = word >> ACTION & 63
        if action == BRANCH:
            if is_taken(register, cc):
                pc = address
        elif action == ST8:
            v = accumulator(m, register)
            cc = nz8(cc & ~V, v)
            clock = write8(m, board, address, v, clock)
        elif action == LD8:
            cc = nz8(cc & ~V, v)
            if register == A:
                m.a = v
            else:
                m.b = v
        elif action == LD16:
            cc = nz16(cc & ~V, v)
            put(m, register, v)
        elif action == ST16:
            v = get(m, register)
            cc = nz16(cc & ~V, v)
            clock = write8(m, board, address, v >> 8, clock)
            clock = write8(m, board, address + 1 & 0xFFFF, v & 0xFF, clock)
        elif action == BIT8:
            cc = nz8(cc & ~V, accumulator(m, register) & v)
        elif action == TST:
            cc = nz8(cc & ~V, v)
        elif action == JMP:
            pc = address
        elif action == JSR:
            m.s = m.s - 2 & 0xFFFF
            clock = write8(m, board, m.s + 1 & 0xFFFF, pc & 0xFF, clock)
            clock = write8(m, board, m.s, pc >> 8, clock)
            pc = address
        elif action == RTS:
            pc, clock = read16(m, board, m.s, clock)
            m.s = m.s + 2 & 0xFFFF
            clock += 1
        elif action == CMP8:
            _, cc = sub8(cc, accumulator(m, register), v, ZERO)
        elif action == CMP16:
            _, cc = sub16(cc, get(m, register), v)
        elif action != NOP:
            # The others: from the register and v to r and the condition codes.
            r = v
            if action == LEAZ:
                r = address
                cc = cc & ~Z | (r == 0) << 2
            elif action == LEA:
                r = address
            elif action == AND:
                r = accumulator(m, register) & v
                cc = nz8(cc & ~V, r)
            elif action == OR:
                r = accumulator(m, register) | v
                cc = nz8(cc & ~V, r)
            elif action == EOR:
                r = accumulator(m, register) ^ v
                cc = nz8(cc & ~V, r)
            elif action == DEC:
                r = v - 1 & 0xFF
                cc = nz8(cc & ~V, r) | (v == 0x80) << 1
            elif action == INC:
                r = v + 1 & 0xFF
                cc = nz8(cc & ~V, r) | (v == 0x7F) << 1
            elif action == CLR:
                r = 0
                cc = cc & ~(N | V | C) | Z
            elif action == ADD8:
                r, cc = add8(cc, accumulator(m, register), v, ZERO)
            elif action == SUB8:
                r, cc = sub8(cc, accumulator(m, register), v, ZERO)
            elif action == ADD16:
                r, cc = add16(cc, get(m, register), v)
            elif action == SUB16:
                r, cc = sub16(cc, get(m, register), v)
            elif action == ASL:
                r, cc = shift_left(cc, v, ZERO)
            elif action == LSR:
                r, cc = shift_right(cc, v, ZERO)
            else:
                m.clock, m.cc = clock, cc
                r = rare_op(m, board, word, address, v)
                pc, clock, cc = m.pc, m.clock, m.cc

            result = word >> RESULT & 31
            if result == A:
                m.a = r
            elif result == B:
                m.b = r
            elif result == TO_MEMORY8:
                clock = write8(m, board, address, r, clock)
            elif result != TO_NOTHING:
                put(m, result, r)

