"""What an instruction does with undefined bits: from what it worked on to where its results are.

`settle` follows an instruction that has run, as chips/cpu.py does it, in masks (undefined.py).
Loading, copying, saving and comparing are silent.

Not followed: what undocumented opcodes leave (their results are all undefined where an operand is).
Source: [MC6809E]; the ways of the memcheck tool, see undefined.py.
"""

from ..chips.alu import C, H, N, V, Z
from ..chips.decode import (
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
    BIT8,
    BRANCH,
    CC,
    CLR,
    CMP8,
    CMP16,
    COM,
    CWAI,
    DAA,
    DEC,
    DIRECT,
    DP,
    ENTER,
    EOR,
    EXG,
    EXTENDED,
    IMMEDIATE8,
    IMMEDIATE16,
    INC,
    INDEXED,
    JMP,
    JSR,
    LBRANCH,
    LD8,
    LD16,
    LEA,
    LEAZ,
    LENGTH,
    LENGTH_MAX,
    LSR,
    MODE,
    MUL,
    NEG,
    NO_REGISTER,
    NOP,
    OFFSET_A,
    OFFSET_B,
    OFFSET_D,
    OFFSET_XA,
    OFFSET_XE,
    OR,
    ORCC,
    PB_BASE,
    PB_INDIRECT,
    PB_KIND,
    PB_STEP,
    PC,
    POST,
    POSTBYTE,
    POSTBYTES,
    PRE,
    PSH,
    PUL,
    READ8,
    READ16,
    READ_REGISTER,
    REG,
    RESULT,
    ROL,
    ROR,
    RTI,
    RTS,
    SBC,
    SEX,
    ST8,
    ST16,
    SUB8,
    SUB16,
    SYNC,
    TFR,
    TO_MEMORY8,
    TST,
    A,
    B,
    D,
    S,
    U,
    X,
    Y,
)
from ..compiling.jit import inner, integers, table
from .instructions import home_of, value_at, value_of, word_at
from .shadow import NO, YES
from .undefined import (
    NOTHING,
    and_bits,
    difference_bits,
    half_carry,
    is_open,
    nz_bits,
    or_bits,
    overflow_of_difference,
    overflow_of_sum,
    product_bits,
    sum_bits,
)
from .values import (
    BYTE,
    KEEPS_BITS,
    TWO_BYTES,
    bits_at,
    bits_of,
    matters,
    register_matters,
    set_bits,
    set_memory,
    set_word,
    source_at,
    source_of,
    used,
)

STACKED = table([CC, A, B, DP, X, Y, U, PC])      # of a post-byte of PSH, from bit 0 up
ALL, PC_AND_CC = integers(0xFF, 0x81)


@inner
def settle(sh):
    """The instruction at sh.pc has run: carry its undefined bits to where its results are.

    Where nothing that it can have used is undefined, nothing is to be done: what it has written is
    defined by the row of the write.
    """
    if sh.pc < 0 or sh.settled:
        return
    sh.settled = YES
    if sh.any_u or sh.read_u_any:
        if not sh.lost:
            work(sh)
        sh.any_u = NO
        for register in range(12):
            if sh.reg_u[register]:
                sh.any_u = YES
    sh.reads = 0
    sh.read_u_any = NO


@inner
def work(sh):
    """Do what `settle` says for an instruction that may have used an undefined value."""
    word = word_at(sh, sh.pc)
    mode = word >> MODE & 15
    address = NO
    if mode == DIRECT:
        register_matters(sh, DP)
        address = value_of(sh, DP) << 8 | word & 0xFF
    elif mode == EXTENDED:
        address = word & 0xFFFF
    elif mode == INDEXED:
        address = indexed(sh, word)
        if address < 0:
            return
    operate(sh, word, address)


@inner
def indexed(sh, word):
    """Return the address of an indexed operand; -1 where LEA has taken it as a value."""
    how = POSTBYTES[word >> POSTBYTE & 0xFF]
    kind = how >> PB_KIND & 15
    register = how >> PB_BASE & 15
    action = word >> ACTION & 63
    base, ubase, by = 0, 0, NOTHING
    if register == PC:
        base = sh.pc + (word >> LENGTH & LENGTH_MAX)
    elif register != NO_REGISTER and kind != OFFSET_XA:
        base, ubase, by = value_of(sh, register), bits_of(sh, register), source_of(sh, register)
    offset, uoffset, oby = word & 0xFFFF, 0, NOTHING
    step = 0
    if kind == POST:
        offset = 0
        step = how >> PB_STEP & 3
    elif kind == PRE:
        step = -(how >> PB_STEP & 3)
        offset = step
    elif kind == OFFSET_A or kind == OFFSET_B:
        source = A if kind == OFFSET_A else B
        offset = (value_of(sh, source) ^ 0x80) - 0x80
        uoffset, oby = bits_of(sh, source), source_of(sh, source)
        if uoffset & 0x80:
            uoffset |= 0xFF00
    elif kind == OFFSET_D:
        offset, uoffset, oby = value_of(sh, D), bits_of(sh, D), source_of(sh, D)
    elif kind == OFFSET_XA or kind == OFFSET_XE:
        return 0
    offset &= 0xFFFF
    u = sum_bits(base, ubase, offset, uoffset, NO, NO, TWO_BYTES) & 0xFFFF \
        if ubase | uoffset else NOTHING
    by = used(sh, by if ubase else oby)
    address = base + offset & 0xFFFF
    indirect = how >> PB_INDIRECT & 1
    lea = action == LEA or action == LEAZ
    if u and (indirect or not lea):
        matters(sh, by)
        if ubase:
            set_bits(sh, register, NOTHING, NOTHING)
        elif kind == OFFSET_D:
            set_bits(sh, D, NOTHING, NOTHING)
        else:
            set_bits(sh, A if kind == OFFSET_A else B, NOTHING, NOTHING)
        u = 0
    elif step and ubase:
        set_bits(sh, register, sum_bits(base, ubase, step & 0xFFFF, NO, NO, NO, TWO_BYTES) & 0xFFFF,
                 by)
    if indirect:
        u = bits_at(sh, address) << 8 | bits_at(sh, address + 1)
        by = source_at(sh, address) if u >> 8 else source_at(sh, address + 1)
        address = value_at(sh, address) << 8 | value_at(sh, address + 1)
        if u and not lea:
            matters(sh, by)
            u = 0
    if lea:
        result = word >> RESULT & 31
        set_bits(sh, result, u, by)
        if action == LEAZ:
            flags(sh, Z, nz_bits(address, u, TWO_BYTES) & Z, by)
        return -1
    return address


@inner
def flags(sh, changed, u, by):
    """Set the undefined bits of those flags that an instruction changes."""
    now = sh.reg_u[CC] & ~changed | u & changed
    if u & changed:
        sh.reg_by[CC] = by
    sh.reg_u[CC] = now


@inner
def operate(sh, word, address):
    """Carry undefined bits through the operation."""
    action = word >> ACTION & 63
    register = word >> REG & 15
    access = word >> ACCESS & 3
    mode = word >> MODE & 15
    v, u, by = word & 0xFFFF, NOTHING, NOTHING
    if access == READ8:
        v, u, by = value_at(sh, address), bits_at(sh, address), source_at(sh, address)
    elif access == READ16:
        v = value_at(sh, address) << 8 | value_at(sh, address + 1)
        u = bits_at(sh, address) << 8 | bits_at(sh, address + 1)
        by = source_at(sh, address) if u >> 8 else source_at(sh, address + 1)
    elif access == READ_REGISTER:
        v, u, by = value_of(sh, register), bits_of(sh, register), used(sh, source_of(sh, register))
    elif mode != IMMEDIATE8 and mode != IMMEDIATE16:
        v = address

    if action == BRANCH or action == LBRANCH:
        if is_open(register, value_of(sh, CC), sh.reg_u[CC]):
            matters(sh, sh.reg_by[CC])
            sh.reg_u[CC] = NOTHING
    elif action == LD8:
        set_bits(sh, register, u, by)
        flags(sh, N | Z | V, nz_bits(v, u, BYTE), by)
    elif action == LD16:
        set_bits(sh, register, u, by)
        flags(sh, N | Z | V, nz_bits(v, u, TWO_BYTES), by)
    elif action == ST8:
        u, by = bits_of(sh, register), source_of(sh, register)
        set_memory(sh, address, u, by)
        flags(sh, N | Z | V, nz_bits(value_of(sh, register), u, BYTE), by)
    elif action == ST16:
        u, by = bits_of(sh, register), source_of(sh, register)
        set_word(sh, address, u, by)
        flags(sh, N | Z | V, nz_bits(value_of(sh, register), u, TWO_BYTES), by)
    elif action == TST:
        flags(sh, N | Z | V, nz_bits(v, u, BYTE), by)
    elif action == PSH or action == PUL:
        stack(sh, action == PSH, register, v & 0xFF)
    elif action == TFR or action == EXG:
        transfer(sh, action == EXG, v >> 4 & 15, v & 15)
    elif action == RTI:
        register_matters(sh, S)
        come_back(sh)
    elif action == ENTER or action == CWAI:
        register_matters(sh, S)
        if action == CWAI:
            flags(sh, ~v & 0xFF, NOTHING, NOTHING)
        save_state(sh, value_of(sh, S), ALL)
    elif action == ANDCC:
        flags(sh, ~v & 0xFF, NOTHING, NOTHING)
    elif action == ORCC:
        flags(sh, v & 0xFF, NOTHING, NOTHING)
    elif action == JSR or action == RTS:
        register_matters(sh, S)
    elif action != JMP and action != NOP and action != SYNC:
        compute(sh, word, address, v, u, by)


@inner
def compute(sh, word, address, v, u, by):
    """Carry undefined bits through arithmetic and logic: from a register and v to the result."""
    action = word >> ACTION & 63
    register = word >> REG & 15
    wide = action == ADD16 or action == SUB16 or action == CMP16
    ones = TWO_BYTES if wide else BYTE
    a, ua = NO, NOTHING
    if ADD8 <= action <= CMP16:
        a, ua = value_of(sh, register), bits_of(sh, register)
        if ua:
            by = used(sh, source_of(sh, register))
    if not ua | u:
        by = sh.reg_by[CC]          # a carry, where one is used
    if action == MUL or action == SEX or action == ABX or action == DAA:
        implied(sh, action)
        return
    if action == ADD8 or action == ADC or action == ADD16:
        r, ur, changed, uflags = added(sh, action, a, ua, v, u, ones)
    elif action == SUB8 or action == SBC or action == CMP8 or action == SUB16 or action == CMP16 \
            or action == NEG or action == INC or action == DEC:
        r, ur, changed, uflags = subtracted(sh, action, a, ua, v, u, ones)
    elif action == ASL or action == ROL or action == LSR or action == ASR or action == ROR:
        r, ur, changed, uflags = shifted(sh, action, v, u)
    else:
        r, ur, changed, uflags = combined(sh, action, a, ua, v, u)
    flags(sh, changed, uflags | nz_bits(r, ur, ones), by)
    result = word >> RESULT & 31
    if result == TO_MEMORY8:
        set_memory(sh, address, ur, by)
    else:
        set_bits(sh, result, ur, by)


@inner
def added(sh, action, a, ua, v, u, ones):
    """Return a sum, its undefined bits, the flags that it changes, and which of V, C and H are
    undefined."""
    carry, ucarry = NO, NO
    if action == ADC:
        carry, ucarry = value_of(sh, CC) & C, sh.reg_u[CC] & C
    ur = sum_bits(a, ua, v, u, carry, ucarry, ones)
    uflags = overflow_of_sum(a, ua, v, u, ur, ones) | (C if ur > ones else NO)
    changed = N | Z | V | C
    if action != ADD16:
        changed |= H
        uflags |= half_carry(a, ua, v, u, carry, ucarry)
    return a + v + carry & ones, ur & ones, changed, uflags


@inner
def subtracted(sh, action, a, ua, v, u, ones):
    """Return a difference, INC and DEC among them, as `added` does a sum."""
    if action == INC or action == DEC:
        edge = 0x7F if action == INC else 0x80
        uflags = V if u and not (v ^ edge) & ~u & 0xFF else NO
        if action == INC:
            return v + 1 & 0xFF, sum_bits(v, u, YES, NO, NO, NO, BYTE) & BYTE, N | Z | V, uflags
        return v - 1 & 0xFF, difference_bits(v, u, YES, NO, NO, NO, BYTE) & BYTE, N | Z | V, uflags
    borrow, uborrow = NO, NO
    if action == SBC:
        borrow, uborrow = value_of(sh, CC) & C, sh.reg_u[CC] & C
    ur = difference_bits(a, ua, v, u, borrow, uborrow, ones)
    uflags = overflow_of_difference(a, ua, v, u, ur, ones) | (C if ur > ones else NO)
    return a - v - borrow & ones, ur & ones, N | Z | V | C, uflags


@inner
def shifted(sh, action, v, u):
    """Return what a shift or rotation makes of a byte, as `added`."""
    carry, ucarry = value_of(sh, CC) & C, sh.reg_u[CC] & C
    if action == ASL or action == ROL:
        into, uinto = (carry, ucarry) if action == ROL else (NO, NO)
        uflags = (C if u & 0x80 else NO) | (V if u & 0xC0 else NO)
        return v << 1 & 0xFF | into, u << 1 & 0xFF | uinto, N | Z | V | C, uflags
    into, uinto = NO, NO
    if action == ASR:
        into, uinto = v & 0x80, u & 0x80
    elif action == ROR:
        into, uinto = carry << 7, ucarry << 7
    return v >> 1 | into, u >> 1 | uinto, N | Z | C, u & C


@inner
def combined(sh, action, a, ua, v, u):
    """Return what logic makes of two bytes; undocumented opcodes leave all of it undefined."""
    if action == AND or action == BIT8:
        return a & v, and_bits(a, ua, v, u), N | Z | V, NOTHING
    if action == OR:
        return a | v, or_bits(a, ua, v, u), N | Z | V, NOTHING
    if action == EOR:
        return a ^ v, ua | u, N | Z | V, NOTHING
    if action == COM:
        return v ^ 0xFF, u, N | Z | V | C, NOTHING
    if action == CLR:
        return NO, NOTHING, N | Z | V | C, NOTHING
    every = N | Z | V | C if ua | u else NO
    return v, BYTE if every else NOTHING, N | Z | V | C, every


@inner
def implied(sh, action):
    """Do those whose operands are no matter of the instruction's: MUL, SEX, ABX, DAA."""
    a, ua, b, ub = value_of(sh, A), sh.reg_u[A], value_of(sh, B), sh.reg_u[B]
    if action == MUL:
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[B])
        u = product_bits(a, ua, b, ub)
        set_bits(sh, D, u, by)
        flags(sh, Z | C, u >> 7 & C | nz_bits(a * b, u, TWO_BYTES) & Z, by)
    elif action == SEX:
        u, by = ub | (0xFF00 if ub & 0x80 else NO), used(sh, sh.reg_by[B])
        set_bits(sh, D, u, by)
        flags(sh, N | Z, nz_bits(b | (0xFF00 if b & 0x80 else NO), u, TWO_BYTES), by)
    elif action == ABX:
        by = used(sh, sh.reg_by[X] if sh.reg_u[X] else sh.reg_by[B])
        u = sum_bits(value_of(sh, X), sh.reg_u[X], b, ub, NO, NO, TWO_BYTES) & TWO_BYTES
        set_bits(sh, X, u, by)
    else:
        open_ = ua | sh.reg_u[CC] & (H | C)
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[CC])
        set_bits(sh, A, 0xFE | ua & 1 if open_ else NOTHING, by)     # it adds even numbers
        flags(sh, N | Z | V | C, N | Z | V | C if open_ else NO, by)


@inner
def transfer(sh, both, source, target):
    """TFR and EXG: undefined bits go with the value."""
    u, by = widened(sh, source, target), source_of(sh, source)
    back, back_by = widened(sh, target, source), source_of(sh, target)
    if target != source:
        set_bits(sh, target, u if target < 8 else u & 0xFF, by)
        if both:
            set_bits(sh, source, back if source < 8 else back & 0xFF, back_by)


@inner
def widened(sh, source, target):
    """Return the undefined bits of a register as another's: 8 bits into 16 come as FFxx, CC and DP
    twice."""
    u = bits_of(sh, source) if KEEPS_BITS[source] else NOTHING
    if source >= 8 and target < 8 and (source == CC or source == DP):
        return u << 8 | u
    return u


@inner
def stack(sh, pushes, pointer, mask):
    """PSH and PUL: undefined bits of registers go to the stack, or come back from there."""
    register_matters(sh, pointer)
    other = U if pointer == S else S
    at = value_of(sh, pointer)
    if pushes:
        at -= size_of(mask)
    for bit in range(8):
        if mask >> bit & 1:
            register = STACKED[bit] if bit != 6 else other
            wide = bit >= 4
            if register == PC:
                pass
            elif pushes:
                u, by = bits_of(sh, register), source_of(sh, register)
                if wide:
                    set_word(sh, at, u, by)
                else:
                    set_memory(sh, at, u, by)
            else:
                come_from(sh, register, at, wide)
            at += 2 if wide else 1


@inner
def size_of(mask):
    """Return how many bytes a post-byte of PSH pushes."""
    size = 0
    for bit in range(8):
        if mask >> bit & 1:
            size += 2 if bit >= 4 else 1
    return size


@inner
def come_from(sh, register, at, wide):
    """A register is pulled."""
    high, low = home_of(at), home_of(at + 1)
    u, by = sh.mem_u[high], sh.mem_by[high]
    if wide:
        by = by if u else sh.mem_by[low]
        u = u << 8 | sh.mem_u[low]
    set_bits(sh, register, u, by)


@inner
def save_state(sh, s, mask):
    """An interrupt is entered with this S: the state goes to the stack."""
    at = s - size_of(mask)
    for bit in range(7):
        if mask >> bit & 1:
            register = STACKED[bit]
            u, by = bits_of(sh, register), source_of(sh, register)
            if bit >= 4:
                set_word(sh, at, u, by)
            else:
                set_memory(sh, at, u, by)
            at += 2 if bit >= 4 else 1


@inner
def come_back(sh):
    """RTI: the state comes from the stack, all of it where E is set there."""
    at = value_of(sh, S)
    whole = value_at(sh, at) & 0x80
    come_from(sh, CC, at, False)
    if whole:
        at += 1
        for bit in range(1, 7):
            come_from(sh, STACKED[bit], at, bit >= 4)
            at += 2 if bit >= 4 else 1
