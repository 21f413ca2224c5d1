"""Instructions as the strict machine sees them: decoded words, operands, registers and memory.

Registers and memory are those at the start of the instruction.  Memory is the shadow's own: RAM as
of the current row of the log, and both banks of a cartridge.  Words are those of chips/decode.py.
"""

from ..chips import decode
from ..chips.bus import HALF, RAM, RAM_END, ROM, VIA_BASE
from ..chips.decode import CC, DP, PC, A, B, D, S, U, X, Y
from ..compiling.jit import inner
from .shadow import COMMON


@inner
def byte_at(sh, address):
    return sh.mem[sh.bank if address < HALF else COMMON, address & 0xFFFF]


@inner
def home_of(address):
    """Return the address that a mirror of RAM or of the VIA stands for."""
    address &= 0xFFFF
    if RAM_END <= address < VIA_BASE:
        return RAM | address & 0x3FF
    if VIA_BASE <= address < ROM:
        return VIA_BASE | address & 15
    return address


@inner
def value_of(sh, register):
    """Return the value that a register had before the instruction that has just run."""
    if register == A:
        return sh.row_b >> 40 & 0xFF
    if register == B:
        return sh.row_b >> 32 & 0xFF
    if register == D:
        return (sh.row_b >> 40 & 0xFF) << 8 | sh.row_b >> 32 & 0xFF
    if register == X:
        return sh.row_a >> 32 & 0xFFFF
    if register == Y:
        return sh.row_a >> 16 & 0xFFFF
    if register == U:
        return sh.row_a & 0xFFFF
    if register == S:
        return sh.row_b >> 16 & 0xFFFF
    if register == DP:
        return sh.row_b >> 8 & 0xFF
    if register == CC:
        return sh.row_b & 0xFF
    return sh.pc if register == PC else 0xFFFF


@inner
def value_in(a, b, bit):
    """Return A, B, X, Y or U from the two figures of an EXEC row."""
    if bit < 2:
        return b >> 40 - 8 * bit & 0xFF
    return a >> 64 - 16 * bit & 0xFFFF


@inner
def read_of(sh, address):
    """Return the index of this instruction's read of an address, or -1."""
    home = home_of(address)
    for i in range(sh.reads):
        if sh.read_at[i] == home:
            return i
    return -1


@inner
def value_at(sh, address):
    i = read_of(sh, address)
    return sh.read_value[i] if i >= 0 else byte_at(sh, address & 0xFFFF)


@inner
def word_at(sh, pc):
    """Return the instruction at an address as a word of chips/decode.py, with its operand.

    Instructions in RAM are decoded again each time.
    """
    bank = sh.pc_bank if pc < HALF else COMMON
    word = sh.words[bank, pc]
    if word == 0:
        seen = sh.bank
        sh.bank = sh.pc_bank
        word = decoded(sh, pc)
        sh.bank = seen
        if not RAM <= pc < RAM_END and not sh.cart_ram <= pc < sh.cart_ram_end:
            sh.words[bank, pc] = word
    return word


@inner
def decoded(sh, begin):
    pc = begin
    index = byte_at(sh, pc)
    pc += 1
    if index == 0x10 or index == 0x11:
        page = 256 if index == 0x10 else 512
        while index == 0x10 or index == 0x11:
            if pc - begin > decode.LENGTH_MAX:
                return 0
            index = byte_at(sh, pc & 0xFFFF)
            pc += 1
        index += page
    word = decode.WORD[index]
    mode = word >> decode.MODE & 15
    operand = 0
    if mode == decode.IMMEDIATE8 or mode == decode.DIRECT:
        operand = byte_at(sh, pc & 0xFFFF)
        pc += 1
    elif mode == decode.INDEXED:
        post = byte_at(sh, pc & 0xFFFF)
        pc += 1
        kind = decode.POSTBYTES[post] >> decode.PB_KIND & 15
        word |= post << decode.POSTBYTE
        if kind == decode.OFFSET5:
            operand = (post & 0x1F ^ 0x10) - 0x10
        elif kind == decode.OFFSET8:
            operand = (byte_at(sh, pc & 0xFFFF) ^ 0x80) - 0x80
            pc += 1
        elif kind == decode.OFFSET16:
            operand = byte_at(sh, pc & 0xFFFF) << 8 | byte_at(sh, pc + 1 & 0xFFFF)
            pc += 2
    elif mode == decode.RELATIVE8:
        operand = (byte_at(sh, pc & 0xFFFF) ^ 0x80) - 0x80
        pc += 1
        operand += pc
    elif mode != decode.INHERENT:
        operand = byte_at(sh, pc & 0xFFFF) << 8 | byte_at(sh, pc + 1 & 0xFFFF)
        pc += 2
        if mode == decode.RELATIVE16:
            operand += pc
    word |= operand & 0xFFFF
    length = pc - begin
    return word | length << decode.LENGTH if length <= decode.LENGTH_MAX else 0


@inner
def indexed_place(sh, word):
    """Return the address of an indexed operand, computed from the registers before the
    instruction."""
    how = decode.POSTBYTES[word >> decode.POSTBYTE & 0xFF]
    kind = how >> decode.PB_KIND & 15
    offset = word & 0xFFFF
    if kind == decode.POST:
        offset = 0
    elif kind == decode.PRE:
        offset = -(how >> decode.PB_STEP & 3)
    elif kind == decode.OFFSET_A or kind == decode.OFFSET_B:
        offset = (value_of(sh, A if kind == decode.OFFSET_A else B) ^ 0x80) - 0x80
    elif kind == decode.OFFSET_D:
        offset = value_of(sh, D)
    return value_of(sh, how >> decode.PB_BASE & 15) + offset & 0xFFFF
