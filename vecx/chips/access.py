"""How the MC6809 gets at bytes: reads and writes, each in its own cycle; fetch, addresses, stacks.

A function that takes the cycle of its first access as `clock` returns that of the next one too;
those without it work on the record's.  RAM and ROM are served here, all else in bus.py.

Sources: [MC6809E] bus cycles, post-bytes; [CPU] for the undocumented post-bytes xA and xE.
"""

from ..compiling.jit import inner, no_inline
from .bus import HOLE, READABLE, VIA, WATCHED, WRITABLE, bus_read, bus_write
from .decode import (
    CC,
    DIRECT,
    DP,
    IMMEDIATE8,
    INDEXED,
    INHERENT,
    LEAD,
    LENGTH,
    LENGTH_MAX,
    MODE,
    NO_REGISTER,
    OFFSET5,
    OFFSET8,
    OFFSET16,
    OFFSET_A,
    OFFSET_B,
    OFFSET_D,
    OFFSET_XA,
    OFFSET_XE,
    PB_BASE,
    PB_DEAD,
    PB_INDIRECT,
    PB_KIND,
    PB_STEP,
    PC,
    POST,
    POSTBYTE,
    POSTBYTES,
    PRE,
    RELATIVE8,
    RELATIVE16,
    WORD,
    A,
    B,
    S,
    U,
    X,
    Y,
)
from .registers import get, put


@inner
def read8(m, board, addr, clock):
    """Read a byte in the cycle `clock`; return it, and the cycle of the next access."""
    if board.page[addr >> 10 & 63] <= READABLE:
        return board.mem[addr & 0xFFFF] & 0xFF, clock + 1
    m.clock = clock
    value = bus_read(m, board, addr)
    return value, m.clock + 1


@inner
def write8(m, board, addr, value, clock):
    """Write a byte in the cycle `clock`; return the cycle of the next access."""
    if board.page[addr >> 10 & 63] == WRITABLE:
        board.mem[addr & 0xFFFF] = value
    else:
        m.clock = clock
        bus_write(m, board, addr, value)
    return clock + 1


@inner
def read16(m, board, addr, clock):
    """Read a word, high byte first; return it, and the cycle of the next access."""
    high, clock = read8(m, board, addr, clock)
    low, clock = read8(m, board, addr + 1 & 0xFFFF, clock)
    return high << 8 | low, clock


@inner
def fetch8(m, board):
    """Read the next byte of the program."""
    pc = m.pc
    m.pc = pc + 1 & 0xFFFF
    value, m.clock = read8(m, board, pc, m.clock)
    return value


@inner
def left_memory(board, pc):
    """Return whether no memory is at an address, as far as a program knows: behind the cartridge's
    image, in the hole before RAM, where the VIA answers."""
    kind = board.page[pc >> 10] & ~WATCHED
    return kind >= VIA or (kind == READABLE and board.cart_end <= pc < HOLE)


@no_inline
def fetch(m, board, rom):
    """Read an instruction byte by byte; return its word.  One whose bytes cannot change is kept."""
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
    word = WORD[index]
    mode = word >> MODE & 15
    operand = 0
    if mode == IMMEDIATE8 or mode == DIRECT:
        operand = fetch8(m, board)
    elif mode == INDEXED:
        byte = fetch8(m, board)
        kind = POSTBYTES[byte] >> PB_KIND & 15
        word |= byte << POSTBYTE
        if kind == OFFSET5:
            operand = (byte & 0x1F ^ 0x10) - 0x10
        elif kind == OFFSET8:
            operand = (fetch8(m, board) ^ 0x80) - 0x80
        elif kind == OFFSET16:
            operand = fetch8(m, board) << 8
            operand |= fetch8(m, board)
        if kind != OFFSET_XA:
            word += POSTBYTES[byte] >> PB_DEAD << LEAD
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
        if board.page[pc >> 10] == READABLE and pc >> 10 == m.pc - 1 >> 10 and not left:
            rom.words[pc] = word
    return word


@inner
def effective_address(m, board, word, clock):
    """Return the address of an indexed operand, and the cycle that follows.

    The registers step, an indirect address is read.
    """
    how = POSTBYTES[word >> POSTBYTE & 0xFF]
    kind = how >> PB_KIND & 15
    register = how >> PB_BASE & 15
    base = get(m, register) if register != NO_REGISTER and kind != OFFSET_XA else 0
    offset = word & 0xFFFF
    if kind == POST:
        put(m, register, base + (how >> PB_STEP & 3) & 0xFFFF)
    elif kind == PRE:
        offset = -(how >> PB_STEP & 3)
        put(m, register, base + offset & 0xFFFF)
    elif kind == OFFSET_A:
        offset = (m.a ^ 0x80) - 0x80
    elif kind == OFFSET_B:
        offset = (m.b ^ 0x80) - 0x80
    elif kind == OFFSET_D:
        offset = m.a << 8 | m.b
    elif kind == OFFSET_XA:
        mask, clock = read8(m, board, m.pc, clock)
        m.a &= mask
        clock += (how >> PB_DEAD) - 1
        offset = m.pc + 1 | 0xFF
    elif kind == OFFSET_XE:
        offset = 0xFFFF
    address = base + offset & 0xFFFF
    if how >> PB_INDIRECT & 1:
        address, clock = read16(m, board, address, clock)
        clock += 1
    return address, clock


@inner
def accumulator(m, register):
    """Return A or B."""
    return m.a if register == A else m.b


@inner
def push8(m, board, pointer, value):
    """Push a byte; return where it lies."""
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
    at = m.s if stack == S else m.u
    if mask & 0x80:
        at = push16(m, board, at, m.pc)
    if mask & 0x40:
        at = push16(m, board, at, m.u if stack == S else m.s)
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
    """Pull a register of a byte; return where the next lies."""
    value, m.clock = read8(m, board, pointer, m.clock)
    put(m, register, value)
    return pointer + 1 & 0xFFFF


@inner
def pull16(m, board, register, pointer):
    """Pull a register of a word, high byte before low."""
    value, m.clock = read16(m, board, pointer, m.clock)
    put(m, register, value)
    return pointer + 2 & 0xFFFF


@inner
def pull(m, board, stack, mask):
    """Pull the registers of a PUL post-byte, from bit 0 up."""
    at = m.s if stack == S else m.u
    if mask & 0x01:
        at = pull8(m, board, CC, at)
    if mask & 0x02:
        at = pull8(m, board, A, at)
    if mask & 0x04:
        at = pull8(m, board, B, at)
    if mask & 0x08:
        at = pull8(m, board, DP, at)
    if mask & 0x10:
        at = pull16(m, board, X, at)
    if mask & 0x20:
        at = pull16(m, board, Y, at)
    if mask & 0x40:
        at = pull16(m, board, U if stack == S else S, at)
    if mask & 0x80:
        at = pull16(m, board, PC, at)
    put_pointer(m, stack, at)


@inner
def put_pointer(m, stack, pointer):
    """Set the stack pointer that a push or pull has moved."""
    if stack == S:
        m.s = pointer
    else:
        m.u = pointer
