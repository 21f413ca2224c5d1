"""Memory access of the MC6809: reads and writes, each in its own cycle; fetch, addresses, stacks.

A function that takes the cycle of its first access as `clock` also returns that of the next one;
the others use the record's.  RAM and ROM are served here, everything else in bus.py.

Sources: [MC6809E] bus cycles, post-bytes; [CPU] for the undocumented post-bytes xA and xE.
"""

from ..compiling.jit import inner, no_inline
from . import decode
from .bus import HOLE, READABLE, VIA, WATCHED, WRITABLE, bus_read, bus_write
from .registers import get, put


@inner
def read8(m, board, addr, clock):
    """Read a byte in cycle `clock`; return the byte, and the cycle of the next access."""
    if board.page[addr >> 10 & 63] <= READABLE:
        return board.mem[addr & 0xFFFF] & 0xFF, clock + 1
    m.clock = clock
    value = bus_read(m, board, addr)
    return value, m.clock + 1


@inner
def write8(m, board, addr, value, clock):
    """Write a byte in cycle `clock`; return the cycle of the next access."""
    if board.page[addr >> 10 & 63] == WRITABLE:
        board.mem[addr & 0xFFFF] = value
    else:
        m.clock = clock
        bus_write(m, board, addr, value)
    return clock + 1


@inner
def read16(m, board, addr, clock):
    """Read a word, high byte first; return the word, and the cycle of the next access."""
    high, clock = read8(m, board, addr, clock)
    low, clock = read8(m, board, addr + 1 & 0xFFFF, clock)
    return high << 8 | low, clock


@inner
def fetch8(m, board):
    pc = m.pc
    m.pc = pc + 1 & 0xFFFF
    value, m.clock = read8(m, board, pc, m.clock)
    return value


@inner
def left_memory(board, pc):
    """Return whether a program counter has left memory.

    Outside memory are the addresses after the cartridge's image, the hole before RAM, and the VIA.
    """
    kind = board.page[pc >> 10] & ~WATCHED
    return kind >= VIA or (kind == READABLE and board.cart_end <= pc < HOLE)


@no_inline
def fetch(m, board, rom):
    """Read an instruction byte by byte; return its word, which is cached if the bytes are
    constant."""
    pc = m.pc
    begin = m.clock
    left = left_memory(board, pc)
    if left and board.left_memory_at < 0:
        board.left_memory_at = pc
        board.left_memory_from = m.op_pc
        board.left_memory_cycle = begin
    m.op_pc = pc
    index = fetch8(m, board)
    if index == 0x10 or index == 0x11:
        page = 256 if index == 0x10 else 512
        index = fetch8(m, board)
        while index == 0x10 or index == 0x11:
            index = fetch8(m, board)
        index += page
    word = decode.WORD[index]
    mode = word >> decode.MODE & 15
    operand = 0
    if mode == decode.IMMEDIATE8 or mode == decode.DIRECT:
        operand = fetch8(m, board)
    elif mode == decode.INDEXED:
        byte = fetch8(m, board)
        kind = decode.POSTBYTES[byte] >> decode.PB_KIND & 15
        word |= byte << decode.POSTBYTE
        if kind == decode.OFFSET5:
            operand = (byte & 0x1F ^ 0x10) - 0x10
        elif kind == decode.OFFSET8:
            operand = (fetch8(m, board) ^ 0x80) - 0x80
        elif kind == decode.OFFSET16:
            operand = fetch8(m, board) << 8
            operand |= fetch8(m, board)
        if kind != decode.OFFSET_XA:
            word += decode.POSTBYTES[byte] >> decode.PB_DEAD << decode.LEAD
    elif mode == decode.RELATIVE8:
        operand = (fetch8(m, board) ^ 0x80) - 0x80
        operand += m.pc
    elif mode != decode.INHERENT:
        operand = fetch8(m, board) << 8
        operand |= fetch8(m, board)
        if mode == decode.RELATIVE16:
            operand += m.pc
    word |= operand & 0xFFFF
    length = m.clock - begin
    if length <= decode.LENGTH_MAX:        # not an endless row of prefixes
        m.clock = begin
        word += length << decode.LEAD | length << decode.LENGTH
        if board.page[pc >> 10] == READABLE and pc >> 10 == m.pc - 1 >> 10 and not left:
            rom.words[pc] = word
    return word


@inner
def effective_address(m, board, word, clock):
    """Return the address of an indexed operand, and the next cycle.

    Auto-increment steps the register, and an indirect address is read.
    """
    how = decode.POSTBYTES[word >> decode.POSTBYTE & 0xFF]
    kind = how >> decode.PB_KIND & 15
    register = how >> decode.PB_BASE & 15
    base = get(m, register) if register != decode.NO_REGISTER and kind != decode.OFFSET_XA else 0
    offset = word & 0xFFFF
    if kind == decode.POST:
        put(m, register, base + (how >> decode.PB_STEP & 3) & 0xFFFF)
    elif kind == decode.PRE:
        offset = -(how >> decode.PB_STEP & 3)
        put(m, register, base + offset & 0xFFFF)
    elif kind == decode.OFFSET_A:
        offset = (m.a ^ 0x80) - 0x80
    elif kind == decode.OFFSET_B:
        offset = (m.b ^ 0x80) - 0x80
    elif kind == decode.OFFSET_D:
        offset = m.a << 8 | m.b
    elif kind == decode.OFFSET_XA:
        mask, clock = read8(m, board, m.pc, clock)
        m.a &= mask
        clock += (how >> decode.PB_DEAD) - 1
        offset = m.pc + 1 | 0xFF
    elif kind == decode.OFFSET_XE:
        offset = 0xFFFF
    address = base + offset & 0xFFFF
    if how >> decode.PB_INDIRECT & 1:
        address, clock = read16(m, board, address, clock)
        clock += 1
    return address, clock


@inner
def accumulator(m, register):
    return m.a if register == decode.A else m.b


@inner
def set_accumulator(m, register, value):
    if register == decode.A:
        m.a = value
    else:
        m.b = value


@inner
def push8(m, board, pointer, value):
    """Push a byte; return the new pointer."""
    pointer = pointer - 1 & 0xFFFF
    m.clock = write8(m, board, pointer, value, m.clock)
    return pointer


@inner
def push16(m, board, pointer, value):
    """Push a word, low byte before high."""
    return push8(m, board, push8(m, board, pointer, value & 0xFF), value >> 8)


@inner
def push(m, board, stack, mask):
    """Push the registers of a PSH post-byte, from bit 7 down; bit 6 is the other stack pointer."""
    at = m.s if stack == decode.S else m.u
    if mask & 0x80:
        at = push16(m, board, at, m.pc)
    if mask & 0x40:
        at = push16(m, board, at, m.u if stack == decode.S else m.s)
    if mask & 0x20:
        at = push16(m, board, at, m.y)
    if mask & 0x10:
        at = push16(m, board, at, m.x)
    if mask & 0x08:
        at = push8(m, board, at, m.dp)
    if mask & 0x04:
        at = push8(m, board, at, m.b)
    if mask & 0x02:
        at = push8(m, board, at, m.a)
    if mask & 0x01:
        at = push8(m, board, at, m.cc)
    put_pointer(m, stack, at)


@inner
def pull8(m, board, register, pointer):
    """Pull an 8-bit register; return the new pointer."""
    value, m.clock = read8(m, board, pointer, m.clock)
    put(m, register, value)
    return pointer + 1 & 0xFFFF


@inner
def pull16(m, board, register, pointer):
    """Pull a 16-bit register, high byte before low; return the new pointer."""
    value, m.clock = read16(m, board, pointer, m.clock)
    put(m, register, value)
    return pointer + 2 & 0xFFFF


@inner
def pull(m, board, stack, mask):
    """Pull the registers of a PUL post-byte, from bit 0 up."""
    at = m.s if stack == decode.S else m.u
    if mask & 0x01:
        at = pull8(m, board, decode.CC, at)
    if mask & 0x02:
        at = pull8(m, board, decode.A, at)
    if mask & 0x04:
        at = pull8(m, board, decode.B, at)
    if mask & 0x08:
        at = pull8(m, board, decode.DP, at)
    if mask & 0x10:
        at = pull16(m, board, decode.X, at)
    if mask & 0x20:
        at = pull16(m, board, decode.Y, at)
    if mask & 0x40:
        at = pull16(m, board, decode.U if stack == decode.S else decode.S, at)
    if mask & 0x80:
        at = pull16(m, board, decode.PC, at)
    put_pointer(m, stack, at)


@inner
def put_pointer(m, stack, pointer):
    if stack == decode.S:
        m.s = pointer
    else:
        m.u = pointer
