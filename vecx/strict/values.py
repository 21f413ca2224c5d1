"""Values without a meaning: what registers and memory hold that nothing has defined, and when it
matters.

Beside each register and each byte stands a mask of its undefined bits, and where they come from: an
ORIGIN_..., the place, who read it first.  `settle` follows an instruction that has run, as
chips/cpu.py does it, in masks (undefined.py).  Loading, copying, saving and comparing are silent.
`matters` is told where an undefined bit decides: the way that a branch takes, an address, a byte
for the VIA.  From there on the value counts as defined, so that one mistake is told once.

Not followed: what undocumented opcodes leave (their results are all undefined where an operand is).
Source: [MC6809E]; the ways of the memcheck tool, see undefined.py.
"""

from ..chips.alu import C, H, N, V, Z
from ..chips.bus import HALF, RAM, RAM_END, ROM, VIA_BASE
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
    INHERENT,
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
    RELATIVE8,
    RELATIVE16,
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
    WORD,
    A,
    B,
    D,
    S,
    U,
    X,
    Y,
)
from ..compiling.jit import inner, integers, table
from .shadow import (
    NO,
    RULE_KEPT,
    RULE_RAM_UNSET,
    RULE_READ_NOWHERE,
    RULE_STACK,
    RULE_VIA,
    YES,
    add_at,
    blame,
)
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

BYTE, TWO_BYTES = integers(0xFF, 0xFFFF)
# Where an undefined value comes from, and what `place`, `first` and `second` of it are:
#   UNSET      RAM that nothing has written     address, who is to blame for reading it, PC of that
#   NOWHERE    read where nothing answers       as UNSET
#   UNDRIVEN   a pin or register of the VIA     register, as UNSET
#   PUSHED     a variable under a push          address, who is to blame for that, PC that stored it
#   LEFT       a register as a routine left it  who used it first (0 nobody yet), the routine, PC
#              (+ its index in REGISTERS)       behind the call
(ORIGIN_NONE, ORIGIN_UNSET, ORIGIN_NOWHERE, ORIGIN_UNDRIVEN, ORIGIN_PUSHED) = integers(*range(5))
(ORIGIN_LEFT,) = integers(8)
O_KIND, O_SECOND, O_FIRST = integers(48, 32, 16)

STACKED = table([CC, A, B, DP, X, Y, U, PC])      # of a post-byte of PSH, from bit 0 up
REGISTERS = table([A, B, X, Y, U])        # as facts.py numbers them, by bits R_...
ALL, PC_AND_CC = integers(0xFF, 0x81)
KEEPS_BITS = table([register in (D, X, Y, U, S, A, B, CC, DP) for register in range(32)])


@inner
def origin_of(kind, place, first, second):
    """Return an origin as one number."""
    return kind << O_KIND | second << O_SECOND | first << O_FIRST | place


@inner
def used(sh, by):
    """Return an origin once an instruction has used the value; which one is kept of a register."""
    if by >> O_KIND >= ORIGIN_LEFT and by & 0xFFFF == 0:
        return by | blame(sh, sh.pc, sh.began)
    return by


@inner
def is_own(by, place):
    """Say whether undefined bits are those that RAM at a place had at power-on, no copy."""
    return by == 0 or (by >> O_KIND == ORIGIN_UNSET and by & 0xFFFF == place)


# --- what is known --------------------------------------------------------------------------------


@inner
def byte_at(sh, address):
    """Return the byte at an address, as the program sees it now."""
    return sh.mem[sh.bank if address < HALF else NO, address & 0xFFFF]


@inner
def home_of(address):
    """Return where the byte at an address lives, which may be a mirror."""
    address &= 0xFFFF
    if RAM_END <= address < VIA_BASE:
        return RAM | address & 0x3FF
    if VIA_BASE <= address < ROM:
        return VIA_BASE | address & 15
    return address


@inner
def value_of(sh, register):
    """Return what a register held before the instruction that has run."""
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
def bits_of(sh, register):
    """Return the undefined bits of a register."""
    if register == D:
        return sh.reg_u[A] << 8 | sh.reg_u[B]
    return sh.reg_u[register & 15]


@inner
def source_of(sh, register):
    """Return where the undefined bits of a register come from."""
    if register == D:
        return sh.reg_by[A] if sh.reg_u[A] else sh.reg_by[B]
    return sh.reg_by[register & 15]


@inner
def set_bits(sh, register, u, by):
    """Set the undefined bits of a register, and where they come from."""
    if u:
        sh.any_u = YES
    if register == D:
        sh.reg_u[A], sh.reg_u[B] = u >> 8 & 0xFF, u & 0xFF
        sh.reg_by[A] = sh.reg_by[B] = by
    elif KEEPS_BITS[register & 31]:
        sh.reg_u[register] = u
        sh.reg_by[register] = by


@inner
def set_memory(sh, address, u, by):
    """Set the undefined bits of a byte that was written; the VIA is told, ROM forgets."""
    home = home_of(address)
    if u and VIA_BASE <= home < ROM:
        matters(sh, by)
    elif RAM <= home < RAM_END or sh.cart_ram <= home < sh.cart_ram_end:
        sh.mem_u[home] = u
        sh.mem_by[home] = by


@inner
def set_word(sh, address, u, by):
    """As `set_memory`, for the two bytes of a word."""
    set_memory(sh, address, u >> 8, by)
    set_memory(sh, address + 1, u & 0xFF, by)


@inner
def read_of(sh, address):
    """Return which of the reads of this instruction was at an address, or -1."""
    home = home_of(address)
    for i in range(sh.reads):
        if sh.read_at[i] == home:
            return i
    return -1


@inner
def value_at(sh, address):
    """Return the byte that the instruction read at an address."""
    i = read_of(sh, address)
    return sh.read_value[i] if i >= 0 else byte_at(sh, address & 0xFFFF)


@inner
def bits_at(sh, address):
    """Return its undefined bits."""
    i = read_of(sh, address)
    return sh.read_u[i] if i >= 0 else NOTHING


@inner
def source_at(sh, address):
    """Return where these come from."""
    i = read_of(sh, address)
    return sh.read_by[i] if i >= 0 else NOTHING


# --- where it matters -----------------------------------------------------------------------------


@inner
def matters(sh, by):
    """An undefined value decides something: note it by where it comes from, but not where the
    executive ROM runs by itself."""
    kind, at = by >> O_KIND, by & 0xFFFF
    first, second = by >> O_FIRST & 0xFFFF, by >> O_SECOND & 0xFFFF
    cycle = sh.began
    here = blame(sh, sh.pc, cycle)
    if here >= sh.rom:
        return
    if kind == ORIGIN_UNSET:
        if not sh.told[at]:
            sh.told[at] = YES
            add_at(sh, RULE_RAM_UNSET, first, second, cycle, at, here, by)
    elif kind >= ORIGIN_LEFT:
        add_at(sh, RULE_KEPT, at if at else here, sh.pc, cycle, kind - ORIGIN_LEFT, first, by)
    elif kind == ORIGIN_NOWHERE:
        add_at(sh, RULE_READ_NOWHERE, first, second, cycle, at, here, by)
    elif kind == ORIGIN_PUSHED:
        add_at(sh, RULE_STACK, first, first, cycle, at, here, by)
    elif kind == ORIGIN_UNDRIVEN:
        add_at(sh, RULE_VIA, first, second, cycle, at, here, by)


@inner
def register_matters(sh, register):
    """The value of a register decides: where it is undefined, note that, and take it as defined."""
    if bits_of(sh, register):
        matters(sh, source_of(sh, register))
        set_bits(sh, register, NOTHING, NOTHING)


# --- an instruction -------------------------------------------------------------------------------


@inner
def word_at(sh, pc):
    """Return the instruction at an address as a word of chips/decode.py, its operand in it; what is
    in RAM is read anew each time."""
    bank = sh.pc_bank if pc < HALF else NO
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
    """Return the instruction at an address, as `word_at`."""
    pc = begin
    index = byte_at(sh, pc)
    pc += 1
    if index == 0x10 or index == 0x11:
        page = 256 if index == 0x10 else 512
        while index == 0x10 or index == 0x11:
            if pc - begin > LENGTH_MAX:
                return 0
            index = byte_at(sh, pc & 0xFFFF)
            pc += 1
        index += page
    word = WORD[index]
    mode = word >> MODE & 15
    operand = 0
    if mode == IMMEDIATE8 or mode == DIRECT:
        operand = byte_at(sh, pc & 0xFFFF)
        pc += 1
    elif mode == INDEXED:
        post = byte_at(sh, pc & 0xFFFF)
        pc += 1
        kind = POSTBYTES[post] >> PB_KIND & 15
        word |= post << POSTBYTE
        if kind == OFFSET5:
            operand = (post & 0x1F ^ 0x10) - 0x10
        elif kind == OFFSET8:
            operand = (byte_at(sh, pc & 0xFFFF) ^ 0x80) - 0x80
            pc += 1
        elif kind == OFFSET16:
            operand = byte_at(sh, pc & 0xFFFF) << 8 | byte_at(sh, pc + 1 & 0xFFFF)
            pc += 2
    elif mode == RELATIVE8:
        operand = (byte_at(sh, pc & 0xFFFF) ^ 0x80) - 0x80
        pc += 1
        operand += pc
    elif mode != INHERENT:
        operand = byte_at(sh, pc & 0xFFFF) << 8 | byte_at(sh, pc + 1 & 0xFFFF)
        pc += 2
        if mode == RELATIVE16:
            operand += pc
    word |= operand & 0xFFFF
    length = pc - begin
    return word | length << LENGTH if length <= LENGTH_MAX else 0


@inner
def indexed_place(sh, word):
    """Return the address of an indexed operand, whose registers are those before it."""
    how = POSTBYTES[word >> POSTBYTE & 0xFF]
    kind = how >> PB_KIND & 15
    offset = word & 0xFFFF
    if kind == POST:
        offset = NO
    elif kind == PRE:
        offset = -(how >> PB_STEP & 3)
    elif kind == OFFSET_A or kind == OFFSET_B:
        offset = (value_of(sh, A if kind == OFFSET_A else B) ^ 0x80) - 0x80
    elif kind == OFFSET_D:
        offset = value_of(sh, D)
    return value_of(sh, how >> PB_BASE & 15) + offset & 0xFFFF


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
    cc, ucc = value_of(sh, CC), sh.reg_u[CC]
    wide = action == ADD16 or action == SUB16 or action == CMP16
    ones = TWO_BYTES if wide else BYTE
    carry, ucarry = cc & C, ucc & C
    a, ua = NO, NOTHING
    if action <= CMP16 and action >= ADD8:
        a, ua = value_of(sh, register), bits_of(sh, register)
        if ua:
            by = used(sh, source_of(sh, register))
    if not ua | u:
        by = sh.reg_by[CC]          # a carry, where one is used
    r, changed, uflags = NO, N | Z | V | C, NOTHING
    if action == ADD8 or action == ADC or action == ADD16:
        if action != ADC:
            carry = ucarry = NO
        ur = sum_bits(a, ua, v, u, carry, ucarry, ones)
        r = a + v + carry & ones
        uflags = overflow_of_sum(a, ua, v, u, ur, ones) | (C if ur > ones else NO)
        if not wide:
            changed |= H
            uflags |= half_carry(a, ua, v, u, carry, ucarry)
    elif action == SUB8 or action == SBC or action == CMP8 or action == SUB16 or action == CMP16 \
            or action == NEG:
        if action != SBC:
            carry = ucarry = NO
        ur = difference_bits(a, ua, v, u, carry, ucarry, ones)
        r = a - v - carry & ones
        uflags = overflow_of_difference(a, ua, v, u, ur, ones) | (C if ur > ones else NO)
    elif action == AND or action == BIT8:
        ur, r, changed = and_bits(a, ua, v, u), a & v, N | Z | V
    elif action == OR:
        ur, r, changed = or_bits(a, ua, v, u), a | v, N | Z | V
    elif action == EOR:
        ur, r, changed = ua | u, a ^ v, N | Z | V
    elif action == INC:
        ur, r, changed = sum_bits(v, u, YES, NO, NO, NO, BYTE) & BYTE, v + 1 & 0xFF, N | Z | V
        uflags = V if u and not (v ^ 0x7F) & ~u & 0xFF else NO
    elif action == DEC:
        ur, r = difference_bits(v, u, YES, NO, NO, NO, BYTE) & BYTE, v - 1 & 0xFF
        changed = N | Z | V
        uflags = V if u and not (v ^ 0x80) & ~u & 0xFF else NO
    elif action == COM:
        ur, r = u, v ^ 0xFF
    elif action == CLR:
        ur = NO
    elif action == ASL or action == ROL:
        into, uinto = (carry, ucarry) if action == ROL else (NO, NO)
        ur, r = u << 1 & 0xFF | uinto, v << 1 & 0xFF | into
        uflags = (C if u & 0x80 else NO) | (V if u & 0xC0 else NO)
    elif action == LSR or action == ASR or action == ROR:
        into, uinto = NO, NO
        if action == ASR:
            into, uinto = v & 0x80, u & 0x80
        elif action == ROR:
            into, uinto = carry << 7, ucarry << 7
        ur, r, changed = u >> 1 | uinto, v >> 1 | into, N | Z | C
        uflags = u & C
    elif action == MUL:
        a, ua = value_of(sh, A), sh.reg_u[A]
        b, ub = value_of(sh, B), sh.reg_u[B]
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[B])
        ur, r, ones, changed = product_bits(a, ua, b, ub), a * b, TWO_BYTES, Z | C
        uflags = ur >> 7 & C
    elif action == SEX:
        u, by = sh.reg_u[B], used(sh, sh.reg_by[B])
        b = value_of(sh, B)
        ur, r = u | (0xFF00 if u & 0x80 else NO), b | (0xFF00 if b & 0x80 else NO)
        ones, changed = TWO_BYTES, N | Z
    elif action == ABX:
        by = used(sh, sh.reg_by[X] if sh.reg_u[X] else sh.reg_by[B])
        ur = sum_bits(value_of(sh, X), sh.reg_u[X], value_of(sh, B), sh.reg_u[B], NO, NO,
                      TWO_BYTES) & TWO_BYTES
        changed = NO
    elif action == DAA:
        ua = sh.reg_u[A]
        by = used(sh, sh.reg_by[A] if ua else sh.reg_by[CC])
        ur = NO
        if ua | ucc & (H | C):
            ur = 0xFE | ua & 1
            uflags = V | C
        r = value_of(sh, A)
    else:
        # an undocumented opcode
        every = u | (bits_of(sh, register) if register < 12 else NO)
        ur = 0xFFFF if every else NO
        uflags = N | Z | V | C if every else NO
    ur &= 0xFFFF if ones == TWO_BYTES or action == ABX else ones
    if action == DAA:
        uflags |= N | Z if ur else NO
    else:
        uflags |= nz_bits(r, ur, ones)
    if changed:
        flags(sh, changed, uflags, by)
    result = word >> RESULT & 31
    if result == TO_MEMORY8:
        set_memory(sh, address, ur, by)
    elif result < 12:
        set_bits(sh, result, ur, by)


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


# --- stacks ---------------------------------------------------------------------------------------


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
