"""Undefined values in registers and memory, their origin, and the moment when they take effect.

Each register and each byte has a mask of its undefined bits, and their origin: an ORIGIN_..., an
address, the first reader.  settle.py carries both along.  `matters` reports an undefined bit that
takes effect: in a branch, in an address, in a byte for the VIA.  After that the value counts as
defined, so that each mistake is reported once.
"""

from ..chips.bus import RAM, RAM_END, ROM, VIA_BASE
from ..chips.decode import CC, DP, A, B, D, S, U, X, Y
from ..compiling.jit import inner, integers, table
from . import numbers
from .instructions import home_of, read_of
from .shadow import add_at, blame
from .undefined import NOTHING, O_FIRST, O_KIND, O_SECOND

BYTE, TWO_BYTES = integers(0xFF, 0xFFFF)
# Origins of an undefined value, and the meaning of `place`, `first` and `second`:
#   UNSET      RAM that nothing has written     address, place to blame for the read, PC of the read
#   NOWHERE    read where nothing answers       as UNSET
#   UNDRIVEN   a pin or register of the VIA     register, as UNSET
#   PUSHED     a variable under a push          address, place to blame, PC that stored the variable
#   LEFT       a register as a routine left it  place of the first use (0: not used), the routine,
#              (+ its index in REGISTERS)       return address of the call
(ORIGIN_NONE, ORIGIN_UNSET, ORIGIN_NOWHERE, ORIGIN_UNDRIVEN, ORIGIN_PUSHED) = integers(*range(5))
(ORIGIN_LEFT,) = integers(8)
REGISTERS = table([A, B, X, Y, U, CC])    # as facts.py numbers them, by bits R_..., and the flags
# Of these, Y differs from start to start when the cartridge begins; A, B, X and U do not [BIOS].
LEFT_Y, LEFT_FLAGS = integers(3, 5)
KEEPS_BITS = table([register in (D, X, Y, U, S, A, B, CC, DP) for register in range(32)])


@inner
def origin_of(kind, place, first, second):
    return kind << O_KIND | second << O_SECOND | first << O_FIRST | place


@inner
def used(sh, by):
    """Return the origin of a value that an instruction has used. The first use of a register's
    value becomes part of its origin."""
    if by >> O_KIND >= ORIGIN_LEFT and by & 0xFFFF == 0:
        return by | blame(sh, sh.pc, sh.began)
    return by


@inner
def is_own(by, place):
    """Return whether undefined bits are those that RAM had at power-on, not a copy."""
    return by == 0 or (by >> O_KIND == ORIGIN_UNSET and by & 0xFFFF == place)


@inner
def bits_of(sh, register):
    if register == D:
        return sh.reg_u[A] << 8 | sh.reg_u[B]
    return sh.reg_u[register & 15]


@inner
def source_of(sh, register):
    """Return the origin of the undefined bits of a register."""
    if register == D:
        return sh.reg_by[A] if sh.reg_u[A] else sh.reg_by[B]
    return sh.reg_by[register & 15]


@inner
def set_bits(sh, register, u, by):
    """Set the undefined bits of a register, and their origin."""
    if u:
        sh.any_u = 1
    if register == D:
        sh.reg_u[A], sh.reg_u[B] = u >> 8 & 0xFF, u & 0xFF
        sh.reg_by[A] = sh.reg_by[B] = by
    elif KEEPS_BITS[register & 31]:
        sh.reg_u[register] = u
        sh.reg_by[register] = by


@inner
def set_memory(sh, address, u, by):
    """Set the undefined bits of a written byte; report the bits if the byte is a register of the
    VIA."""
    home = home_of(address)
    if u and VIA_BASE <= home < ROM:
        matters(sh, by)
    elif RAM <= home < RAM_END or sh.cart_ram <= home < sh.cart_ram_end:
        sh.mem_u[home] = u
        sh.mem_by[home] = by


@inner
def set_word(sh, address, u, by):
    set_memory(sh, address, u >> 8, by)
    set_memory(sh, address + 1, u & 0xFF, by)


@inner
def bits_at(sh, address):
    i = read_of(sh, address)
    return sh.read_u[i] if i >= 0 else NOTHING


@inner
def source_at(sh, address):
    i = read_of(sh, address)
    return sh.read_by[i] if i >= 0 else NOTHING


@inner
def matters(sh, by):
    """Report an undefined value that takes effect, unless the ROM runs without a call from the
    program."""
    kind, at = by >> O_KIND, by & 0xFFFF
    first, second = by >> O_FIRST & 0xFFFF, by >> O_SECOND & 0xFFFF
    cycle = sh.began
    here = blame(sh, sh.pc, cycle)
    if here >= sh.rom:
        return
    if kind == ORIGIN_UNSET:
        if not sh.reported[at]:
            sh.reported[at] = 1
            add_at(sh, numbers.RAM_UNSET, first, second, cycle, at, here, by)
    elif kind == ORIGIN_LEFT + LEFT_Y and first == 0:
        add_at(sh, numbers.KEPT, at if at else here, sh.pc, cycle, LEFT_Y, first, by)
    elif kind >= ORIGIN_LEFT:
        add_at(sh, numbers.UNPROMISED, at if at else here, sh.pc, cycle, kind - ORIGIN_LEFT, first,
               by)
    elif kind == ORIGIN_NOWHERE:
        add_at(sh, numbers.READ_NOWHERE, first, second, cycle, at, here, by)
    elif kind == ORIGIN_PUSHED:
        add_at(sh, numbers.STACK_DATA, first, first, cycle, at, here, by)
    elif kind == ORIGIN_UNDRIVEN:
        add_at(sh, numbers.VIA_UNDRIVEN, first, second, cycle, at, here, by)


@inner
def register_matters(sh, register):
    """Report a register whose undefined value takes effect, and mark it as defined."""
    if bits_of(sh, register):
        matters(sh, source_of(sh, register))
        set_bits(sh, register, NOTHING, NOTHING)
