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

from .alu import (
    BRANCH_TAKEN,
    ZERO,
    C,
    E,
    N,
    V,
    Z,
    add8,
    add16,
    decimal_adjust,
    nz8,
    nz16,
    shift_left,
    shift_right,
    sub8,
    sub16,
)
from .attend import (
    GO_ON,
    HALTED,
    LOOK_AGAIN,
    RETURN,
    RUNNING,
    WAIT_CWAI,
    WAIT_SYNC,
    attend,
    slice_begin,
)
from .beam import beam_draw
from .bus import READABLE, WRITABLE, bus_read, bus_write
from .decode import (
    ABX,
    ACCESS,
    ACTION,
    ADC,
    ADD8,
    ADD16,
    AND,
    ANDCC,
    ASL,
    ASR,
    BRANCH,
    CC,
    CLR,
    CMP8,
    CMP16,
    COM,
    CONDITION,
    CWAI,
    DAA,
    DEAD,
    DEC,
    DIRECT,
    DP,
    ENTER,
    ENTRY_FIRQ,
    EOR,
    EXG,
    HALT,
    IMMEDIATE8,
    INC,
    INDEXED,
    INHERENT,
    JMP,
    JSR,
    LBRANCH,
    LD8,
    LD16,
    LEA,
    LEAD,
    LEAZ,
    LENGTH,
    LENGTH_MAX,
    LSR,
    MASKS,
    MODE,
    MUL,
    NEG,
    NO_REGISTER,
    OFFSET5,
    OFFSET8,
    OFFSET16,
    OFFSET_A,
    OFFSET_B,
    OFFSET_D,
    OFFSET_XA,
    OFFSET_XE,
    OR,
    ORCC,
    PB_BASE,
    PB_DEAD,
    PB_INDIRECT,
    PB_KIND,
    PB_STEP,
    PC,
    POSTBYTE,
    PRE,
    PSH,
    PUL,
    READ8,
    READ16,
    READ_REGISTER,
    REG,
    RELATIVE8,
    RELATIVE16,
    RESULT,
    ROL,
    ROR,
    RTI,
    RTS,
    SBC,
    SETS_E,
    SEX,
    ST8,
    ST16,
    SUB8,
    SUB16,
    SYNC,
    TFR,
    TO_MEMORY8,
    TO_MEMORY16,
    TO_NOTHING,
    TST,
    VECTOR,
    WAKE,
    WORD,
    X18,
    XADD,
    XCLR,
    XDEC,
    XDROP,
    XNC,
    XSTORE,
    A,
    B,
    S,
    U,
    X,
    Y,
)
from .jit import inner, integers, jit
from .log import FULL
from .psg import psg_reset
from .registers import exchange, get, put, transfer_source
from .state import AT_ONCE
from .via import via_reset

# Bit 0 to bit 7 of a stack post-byte; PSH begins with bit 7.  Bit 6 is the other stack pointer.
STACK_REGISTERS = (CC, A, B, DP, X, Y, U, PC)
ALL, ALL_BUT_CC, PC_AND_CC, PC_ALONE, CC_ALONE, NONE = integers(0xFF, 0xFE, 0x81, 0x80, 1, 0)


@inner
def read8(m, board, addr):
    """Read a byte in this cycle; the clock moves on by one."""
    if board.page[addr >> 10] <= READABLE:
        value = board.mem[addr] & 0xFF
    else:
        value = bus_read(m, board, addr)
    m.clock += 1
    return value


@inner
def write8(m, board, addr, value):
    """Write a byte in this cycle; the clock moves on by one."""
    if board.page[addr >> 10] == WRITABLE:
        board.mem[addr] = value
    else:
        bus_write(m, board, addr, value)
    m.clock += 1


@inner
def fetch8(m, board):
    """Read the next byte of the program."""
    pc = m.pc
    m.pc = pc + 1 & 0xFFFF
    return read8(m, board, pc)


@inner
def accumulator(m, register):
    """Return A or B."""
    return m.a if register == A else m.b


@inner
def read16(m, board, addr):
    """Read a word, high byte first."""
    high = read8(m, board, addr)
    return high << 8 | read8(m, board, addr + 1 & 0xFFFF)


@inner
def push(m, board, stack, mask):
    """Push the registers of a PSH post-byte: PC first, low byte before high."""
    pointer = get(m, stack)
    for bit in range(7, -1, -1):
        if mask >> bit & 1:
            register = STACK_REGISTERS[bit]
            if register == U and stack == U:
                register = S
            value = get(m, register)
            pointer = pointer - 1 & 0xFFFF
            write8(m, board, pointer, value & 0xFF)
            if register < 8:
                pointer = pointer - 1 & 0xFFFF
                write8(m, board, pointer, value >> 8)
    put_pointer(m, stack, pointer)


@inner
def pull(m, board, stack, mask):
    """Pull the registers of a PUL post-byte: CC first, high byte before low."""
    pointer = get(m, stack)
    for bit in range(8):
        if mask >> bit & 1:
            register = STACK_REGISTERS[bit]
            if register == U and stack == U:
                register = S
            value = read8(m, board, pointer)
            pointer = pointer + 1 & 0xFFFF
            if register < 8:
                value = value << 8 | read8(m, board, pointer)
                pointer = pointer + 1 & 0xFFFF
            put(m, register, value)
    put_pointer(m, stack, pointer)


@inner
def put_pointer(m, stack, pointer):
    """Set the stack pointer that a push or pull has moved."""
    if stack == S:
        m.s = pointer
    else:
        m.u = pointer


@inner
def next_word(m, board, rom):
    """Fetch an instruction, one of a ROM as it was kept; its LEAD is still to be spent."""
    word = rom.words[m.pc]
    if word and board.page[m.pc >> 10] == READABLE:
        m.pc = m.pc + (word >> LENGTH & LENGTH_MAX) & 0xFFFF
    else:
        word = fetch(m, board, rom)
    return word


@inner
def fetch(m, board, rom):
    """Read an instruction byte by byte; return its word.  One whose bytes cannot change is kept."""
    pc = m.pc
    begin = m.clock
    index = fetch8(m, board)
    if index == 0x10 or index == 0x11:
        page = 256 if index == 0x10 else 512
        index = fetch8(m, board)
        while index == 0x10 or index == 0x11:
            index = fetch8(m, board)
        index += page
    word = WORD[index]
    mode = word >> MODE & 15
    operand = 0
    if mode == IMMEDIATE8 or mode == DIRECT:
        operand = fetch8(m, board)
    elif mode == INDEXED:
        byte = fetch8(m, board)
        kind = PB_KIND[byte]
        word |= byte << POSTBYTE
        if kind == OFFSET5:
            operand = (byte & 0x1F ^ 0x10) - 0x10
        elif kind == OFFSET8:
            operand = (fetch8(m, board) ^ 0x80) - 0x80
        elif kind == OFFSET16:
            operand = fetch8(m, board) << 8
            operand |= fetch8(m, board)
        if kind != OFFSET_XA:
            word += PB_DEAD[byte] << LEAD
    elif mode == RELATIVE8:
        operand = (fetch8(m, board) ^ 0x80) - 0x80
        operand += m.pc
    elif mode != INHERENT:
        operand = fetch8(m, board) << 8
        operand |= fetch8(m, board)
        if mode == RELATIVE16:
            operand += m.pc
    word |= operand & 0xFFFF
    length = m.clock - begin
    if length <= LENGTH_MAX:        # no endless row of prefixes
        m.clock = begin
        word += length << LEAD | length << LENGTH
        if board.page[pc >> 10] == READABLE and pc >> 10 == m.pc - 1 >> 10:
            rom.words[pc] = word
    return word


@inner
def effective_address(m, board, word):
    """Return the address of an indexed operand; the registers step, an indirect one is read."""
    byte = word >> POSTBYTE & 0xFF
    kind = PB_KIND[byte]
    register = PB_BASE[byte]
    step = PB_STEP[byte]
    base = get(m, register) if register != NO_REGISTER and kind != OFFSET_XA else 0
    offset = word & 0xFFFF
    if step != 0:
        put(m, register, base + step & 0xFFFF)
        if kind == PRE:
            offset = step
    elif kind == OFFSET_A:
        offset = (m.a ^ 0x80) - 0x80
    elif kind == OFFSET_B:
        offset = (m.b ^ 0x80) - 0x80
    elif kind == OFFSET_D:
        offset = m.a << 8 | m.b
    elif kind == OFFSET_XA:
        m.a &= read8(m, board, m.pc)
        m.clock += PB_DEAD[byte] - 1
        offset = m.pc + 1 | 0xFF
    elif kind == OFFSET_XE:
        offset = 0xFFFF
    address = base + offset & 0xFFFF
    if PB_INDIRECT[byte]:
        address = read16(m, board, address)
        m.clock += 1
    return address


@inner
def enter(m, board, entry, mask):
    """Enter an interrupt or a software interrupt: stack `mask`, set the masks, fetch the vector.

    A whole state goes with E set; XRES leaves E as it was; FIRQ stacks PC and CC with E clear.
    """
    if mask == PC_AND_CC:
        m.cc &= ~E
    elif mask == ALL:
        m.cc |= SETS_E[entry]
    push(m, board, S, mask)
    m.cc |= MASKS[entry]
    m.clock += 1
    m.pc = read16(m, board, VECTOR[entry])
    m.clock += 1
    m.stop = AT_ONCE


def reset(m, board):
    """Assert /RESET, which CPU, VIA and sound chip share; plain Python, called between runs only.

    DP clear, I and F set, NMI disarmed, PC from FFFE; other registers keep their values.
    """
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


@jit
def advance(states, boards, roms, until):
    """Run to the first instruction that begins in cycle `until` or later, or until asked to end.

    Args:    states   an array of one record
             boards   an array of the board beside it: what it asks, and the logs that grow
             roms     an array of what is kept of the instructions in these ROMs, see DECODED
             until    cycle
    Returns: why it ended, bits CYCLE .. FULL of log.py
    Timing:  with `until` in the past it serves the inputs that are due and ends; how a run is cut
             into calls and slices never changes what happens
    """
    m = states[0]
    board = boards[0]
    rom = roms[0]
    board.reason = 0
    slice_begin(m, board, until)
    if board.reason & FULL:
        return board.reason
    while True:
        pseudo = GO_ON
        if m.clock >= m.stop:
            pseudo = attend(m, board)
            if pseudo == RETURN:
                beam_draw(m, board)
                slice_begin(m, board, until)
                if board.reason:
                    return board.reason
                continue
            if pseudo == LOOK_AGAIN:
                continue

        # Fetch.
        m.op_pc = m.pc
        word = WORD[pseudo] if pseudo else next_word(m, board, rom)
        m.clock += word >> LEAD & 31

        # Effective address, or the immediate operand.
        mode = word >> MODE & 15
        address = v = word & 0xFFFF
        if mode == DIRECT:
            address = m.dp << 8 | v
        elif mode == INDEXED:
            address = effective_address(m, board, word)

        # Operand.
        register = word >> REG & 15
        access = word >> ACCESS & 3
        if access == READ8:
            v = read8(m, board, address)
        elif access == READ16:
            v = read16(m, board, address)
        elif access == READ_REGISTER:
            v = accumulator(m, register)
        dead = word >> DEAD & 15
        if dead:
            m.clock += dead

        # Operation: from the register and v to r and the condition codes.
        action = word >> ACTION & 63
        result = word >> RESULT & 31
        cc = m.cc
        r = v
        if action == LD8:
            cc = nz8(cc & ~V, r)
        elif action == ST8:
            r = accumulator(m, register)
            cc = nz8(cc & ~V, r)
        elif action == BRANCH:
            if BRANCH_TAKEN[word >> CONDITION - 4 & 0xF0 | cc & 15]:
                m.pc = address
        elif action == LD16:
            cc = nz16(cc & ~V, r)
        elif action == ST16:
            r = get(m, register)
            cc = nz16(cc & ~V, r)
        elif action == JSR:
            push(m, board, S, PC_ALONE)
            m.pc = address
        elif action == RTS:
            pull(m, board, S, PC_ALONE)
            m.clock += 1
        elif action == JMP:
            m.pc = address
        elif action == LEAZ:
            r = address
            cc = cc & ~Z | (r == 0) << 2
        elif action == LEA:
            r = address
        elif action == DEC:
            r = v - 1 & 0xFF
            cc = nz8(cc & ~V, r) | (v == 0x80) << 1
        elif action == INC:
            r = v + 1 & 0xFF
            cc = nz8(cc & ~V, r) | (v == 0x7F) << 1
        elif action == ADD8:
            r, cc = add8(cc, accumulator(m, register), v, ZERO)
        elif action == ADC:
            r, cc = add8(cc, accumulator(m, register), v, cc & C)
        elif action == SUB8 or action == CMP8:
            r, cc = sub8(cc, accumulator(m, register), v, ZERO)
        elif action == SBC:
            r, cc = sub8(cc, accumulator(m, register), v, cc & C)
        elif action == AND:
            r = accumulator(m, register) & v
            cc = nz8(cc & ~V, r)
        elif action == OR:
            r = accumulator(m, register) | v
            cc = nz8(cc & ~V, r)
        elif action == EOR:
            r = accumulator(m, register) ^ v
            cc = nz8(cc & ~V, r)
        elif action == ADD16:
            r, cc = add16(cc, get(m, register), v)
        elif action == SUB16 or action == CMP16:
            r, cc = sub16(cc, get(m, register), v)
        elif action == TST:
            cc = nz8(cc & ~V, v)
        elif action == CLR:
            r = 0
            cc = cc & ~(N | V | C) | Z
        elif action == PSH:
            push(m, board, register, v)
        elif action == PUL:
            pull(m, board, register, v)
            m.clock += 1
            cc = m.cc
        elif action == TFR:
            put(m, v & 15, transfer_source(m, v >> 4, v & 15))
            cc = m.cc
        elif action == EXG:
            exchange(m, v >> 4, v & 15)
            cc = m.cc
        elif action == ASL:
            r, cc = shift_left(cc, v, ZERO)
        elif action == ROL:
            r, cc = shift_left(cc, v, cc & C)
        elif action == LSR:
            r, cc = shift_right(cc, v, ZERO)
        elif action == ASR:
            r, cc = shift_right(cc, v, v & 0x80)
        elif action == ROR:
            r, cc = shift_right(cc, v, (cc & C) << 7)
        elif action == NEG or (action == XNC and not cc & C):
            r, cc = sub8(cc, ZERO, v, ZERO)
        elif action == COM or action == XNC:
            r = v ^ 0xFF
            cc = nz8(cc & ~V, r) | C
        elif action == LBRANCH:
            if BRANCH_TAKEN[word >> CONDITION - 4 & 0xF0 | cc & 15]:
                m.pc = address
                m.clock += 1
        elif action == ABX:
            r = m.x + m.b & 0xFFFF
        elif action == MUL:
            r = m.a * m.b
            cc = cc & ~(Z | C) | (r == 0) << 2 | r >> 7 & C
        elif action == SEX:
            r = m.b | 0xFF00 * (m.b >> 7)
            cc = nz16(cc, r)
        elif action == DAA:
            r, cc = decimal_adjust(cc, m.a)
        elif action == ANDCC:
            r = cc & v
        elif action == ORCC:
            r = cc | v
        elif action == RTI:
            pull(m, board, S, CC_ALONE)
            pull(m, board, S, ALL_BUT_CC if m.cc & E else PC_ALONE)
            m.clock += 1
            cc = m.cc
        elif action == ENTER or action == WAKE:
            mask = PC_AND_CC if register == ENTRY_FIRQ else ALL
            enter(m, board, register, NONE if action == WAKE else mask)
            cc = m.cc
        elif action == CWAI:
            m.cc = cc & v | E
            push(m, board, S, ALL)
            cc = m.cc
            m.wait = WAIT_CWAI
            m.stop = AT_ONCE
        elif action == SYNC:
            m.wait = WAIT_SYNC
            m.stop = AT_ONCE
        elif action == XDEC:
            r = v - 1 & 0xFF
            cc = nz8(cc & ~(V | C), r) | (v == 0x80) << 1 | (v != 0)
        elif action == XCLR:
            r = 0
            cc = cc & ~(N | V) | Z
        elif action == X18:
            v = cc & read8(m, board, m.pc)
            m.clock += 1
            r = v << 1 & 0xFF | (v & Z) >> 1
        elif action == XDROP:
            cc = cc & ~(Z | V) | N
        elif action == XSTORE:
            m.clock -= 1
            write8(m, board, m.pc - 1 & 0xFFFF, get(m, register) & 0xFF)
            cc = cc & ~(Z | V) | N
        elif action == XADD:
            r, cc = add16(cc, get(m, register) | (0xFF00 if register == U else 0), v)
        elif action == HALT:
            m.wait = HALTED
            m.stop = AT_ONCE
        m.cc = cc

        # Result.
        if result == A:
            m.a = r
        elif result == B:
            m.b = r
        elif result == TO_MEMORY8:
            write8(m, board, address, r)
        elif result == TO_MEMORY16:
            write8(m, board, address, r >> 8)
            write8(m, board, address + 1 & 0xFFFF, r & 0xFF)
        elif result != TO_NOTHING:
            put(m, result, r)
