"""Find loads whose value is not read on any path; probably another register was meant.

`Reader` follows the program from the instruction after a load: both ways of a branch, calls and
returns, and the contract blocks of the executive ROM's routines.  Where a path cannot be followed
(a jump through a register, a return to an unknown caller, an interrupt, code in RAM, a change of S)
the value counts as read.
"""

from collections.abc import Callable, Set
from typing import NamedTuple, Self

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.contracts import Contract

from .facts import mask_of

STEPS_MOST = 2_000      # instructions of all paths together
CALLS_MOST = 8          # calls inside one another
TO_TARGET = (isa.EXTENDED, isa.RELATIVE8, isa.RELATIVE16)      # modes with a fixed target
NUMBERS = isa.IMMEDIATE8, isa.IMMEDIATE16
DEVICES = range(0xD000, 0xE000)     # reading these has effects
LOADS = frozenset(("LDA", "LDB", "LDD", "LDX", "LDY", "LDU"))
MOVE_S = frozenset(("PSHS", "PULS", "JSR", "BSR", "LBSR", "RTS"))      # as `Step` follows
READ = -1
R_CC = 32               # in addition to R_... of facts.py: a load may be meant to set flags


def bits_of(names: Set[str]) -> int:
    """Return the bits of registers by name, including CC."""
    return mask_of(names) | (R_CC if "CC" in names else 0)


class Needs(NamedTuple):
    """The registers of a contract block as bits: inputs, changed registers and results."""

    takes: int
    changes: int
    gives: int

    @classmethod
    def of(cls, contract: Contract) -> Self:
        """Return the needs of a contract block."""
        takes, gives = (bits_of(named | ({"CC"} if flags else set())) for named, flags in (
            (contract.inputs, contract.input_flags),
            (contract.outputs, contract.defined_flags)))
        return cls(takes, bits_of(contract.changes) | gives, gives)


class Step(NamedTuple):
    """The point that a path has reached.

    left     bits of the registers that still hold the loaded value
    pushed   bytes on the stack since the routine began
    callers  for each open call: its return address, and the bytes pushed before
    """

    at: int
    left: int
    pushed: int = 0
    callers: tuple[tuple[int, int], ...] = ()


class Reader:
    """Follows the paths of a program.

    Args: image     returns the bytes of an instruction from an address on; b"" outside the program
          contract  returns the contract of the routine that begins at an address, or None
          owner     returns the contract of the routine that contains an address, or None; it also
                    holds for code that the routine jumps to
          library   first address of code that is known only by its contract blocks
    """

    def __init__(self, image: Callable[[int], bytes], contract: Callable[[int], Needs | None],
                 owner: Callable[[int], Needs | None], library: int) -> None:
        self._image, self._contract, self._owner = image, contract, owner
        self._library = library

    def rewritten(self, at: int, found: Decoded) -> int:
        """Return where the register loaded at `at` is written again before any read.

        READ if its value may be read first, or if it was loaded through a register.
        """
        memory = found.op.mode == isa.EXTENDED and found.target not in DEVICES
        if found.op.mnemonic not in LOADS or not (memory or found.op.mode in NUMBERS):
            return READ
        again = READ
        owner = self._owner(at)
        ways = [Step(at + found.size, bits_of(found.effect.writes))]
        seen = set(ways)
        while ways:
            step = ways.pop()
            following = self._go(step, owner)
            if following is None or len(seen) > STEPS_MOST:
                return READ
            if not following:
                again = step.at
            ways += [one for one in following if one not in seen]
            seen.update(following)
        return again

    def _go(self, step: Step, owner: Needs | None) -> list[Step] | None:
        """Return the next steps of a path; None if the value is read here or may be read.

        [] if all loaded registers are written again, or the owner's caller does not use them.
        """
        data = self._image(step.at)
        found = decode(data, 0, step.at) if data else None
        if found is None:
            return None
        effect, name = found.effect, found.op.mnemonic
        left = step.left & ~bits_of(effect.writes)
        if bits_of(effect.reads) & step.left or effect.then == isa.WAIT:
            return None
        pushed = step.pushed + _pushes(found)
        if pushed < 0 or ("S" in effect.writes and name not in MOVE_S) or name in ("RTI", "PULU"):
            return None
        if not left:
            return []
        step = Step(step.at + found.size, left, pushed, step.callers)
        if effect.then == isa.RETURN:
            return _back(step, owner)
        if not effect.then:
            return [step]
        if found.op.mode not in TO_TARGET or found.target is None:
            return None
        target = step._replace(at=found.target)
        if effect.then == isa.BRANCH:
            return [step, target]
        if effect.then == isa.CALL:
            if len(step.callers) == CALLS_MOST:
                return None
            target = Step(found.target, left, 0, (*step.callers, (step.at, pushed)))
        if target.at < self._library:
            return [target]
        routine = self._contract(target.at)
        if routine is None or routine.takes & left:
            return None
        left &= ~routine.changes
        return _back(target._replace(left=left), owner) if left else []


def _back(step: Step, owner: Needs | None) -> list[Step] | None:
    """Follow a return to a caller.  If the owner itself returns, its contract block decides which
    registers are results."""
    if step.pushed:
        return None
    if step.callers:
        *callers, (at, pushed) = step.callers
        return [Step(at, step.left, pushed, tuple(callers))]
    known = owner is not None and not step.left & ~(owner.changes & ~owner.gives)
    return [] if known else None


def _pushes(found: Decoded) -> int:
    """Return how many bytes PSHS pushes (PULS: negative), without the PC that PULS pulls."""
    if found.op.mnemonic not in ("PSHS", "PULS"):
        return 0
    listed = [name for bit, name in enumerate(isa.STACK_ORDER_S) if found.post >> bit & 1]
    if found.op.mnemonic == "PSHS":
        return sum(isa.REGISTER_BYTES[name] for name in listed)
    return -sum(isa.REGISTER_BYTES[name] for name in listed if name != "PC")
