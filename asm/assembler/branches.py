"""Which encodings a branch or a jump may have, for each way in which dialects rewrite them.

A strategy is a class with two methods, `branch` and `jump`; both return the rungs (encode.py) from
which the passes choose.  A dialect names its strategy (`Dialect.rewriting`), and STRATEGIES holds
them by that name.  `run.optimise` is false where the source has switched the rewriting off.
"""

from __future__ import annotations

from functools import cache

from asm.assembler.encode import Instruction, Relative, Rungs, Word, address_rungs, signed16
from asm.assembler.pass_state import Run
from asm.cpu import isa
from asm.cpu.isa import Op
from asm.syntax.diagnostics import Fault
from asm.syntax.dialects import AS09_REWRITING, AS_WRITTEN, VIDE_REWRITING
from asm.syntax.expr import Expr, UndefinedError

_NOP = isa.BY_MNEMONIC["NOP"][isa.INHERENT].opcode_bytes
_JUMP = Word(isa.BY_MNEMONIC["JMP"][isa.EXTENDED].opcode_bytes, 2)
_CALL = isa.BY_MNEMONIC["JSR"]


class PaddedShort(Relative):
    """BRA and a NOP: AS09 and VIDE keep the three bytes that they reserved going forward.

    forward_most  the longest way forward for which the original still takes BRA
    """

    __slots__ = ("forward_most",)

    def __init__(self, forward_most: int) -> None:
        super().__init__(isa.BY_MNEMONIC["BRA"][isa.RELATIVE8].opcode_bytes, 8)
        self.size = 3
        self.forward_most = forward_most

    def fits(self, value: int, address: int, run: Run) -> bool:
        return -128 <= signed16(value - address - 2) <= self.forward_most

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        return self.head + bytes((signed16(value - item.address - 2) & 0xFF,)) + _NOP


class AsWritten:
    """Branches and jumps stay what the source writes; --relax lengthens a short branch.

    rewrites_jumps  a forward JMP or JSR is not subject to `Dialect.forward_direct`
    """

    rewrites_jumps = False

    def branch(self, run: Run, name: str, expr: Expr) -> Rungs:
        """Return the rungs of a branch.

        Args: name  upper case; expr  the target
        """
        return _short_or_long(name) if run.relax else _plain(name)

    def jump(self, run: Run, name: str, modes: dict[str, Op], expr: Expr, prefix: str) -> Rungs:
        """Return the rungs of JMP or JSR to an address.

        Args: name  upper case; modes  its opcodes by mode; expr  the target
              prefix  the size that the source asks for, as in `Operand`
        """
        return address_rungs(modes[isa.DIRECT], modes[isa.EXTENDED], prefix)


class As09Rewriting(AsWritten):
    """AS09: what has a known target takes the length that reaches it; calls going back become BSR.

    Until NOOPT, `>` keeps no jump out of the direct page or from becoming a branch.
    """

    rewrites_jumps = True
    _padded = PaddedShort(127)

    def branch(self, run: Run, name: str, expr: Expr) -> Rungs:
        if not run.optimise:
            return super().branch(run, name, expr)
        known = _is_known(expr, run)
        if name == "LBRA":
            return (_short("BRA") if known else self._padded, _JUMP)
        if name == "LBSR" or (name == "BSR" and known):
            return self._call(known)
        if not known:
            return super().branch(run, name, expr)
        return (_short("BRA"), _JUMP) if name == "BRA" else _short_or_long(name.removeprefix("L"))

    def jump(self, run: Run, name: str, modes: dict[str, Op], expr: Expr, prefix: str) -> Rungs:
        if not run.optimise or prefix in ("<", "<<"):
            return super().jump(run, name, modes, expr, prefix)
        known = _is_known(expr, run)
        if name == "JSR":
            return self._call(known)
        rungs = super().jump(run, name, modes, expr, "")
        return (_short("BRA") if known else self._padded, *rungs)

    def _call(self, known: bool) -> Rungs:
        """A call: BSR if the target is behind and near."""
        rungs = address_rungs(_CALL[isa.DIRECT], _CALL[isa.EXTENDED], "")
        return (_short("BSR"), *rungs) if known else rungs[-1:]


class VideRewriting(AsWritten):
    """VIDE: a short branch that does not reach is lengthened; LBRA and JMP become BRA if near.

    Jumps and calls never use the direct page unless `<` asks for it.
    """

    rewrites_jumps = True
    _padded = PaddedShort(126)

    def branch(self, run: Run, name: str, expr: Expr) -> Rungs:
        if run.optimise and name == "BRA":
            return (_short("BRA"), _JUMP)
        if run.optimise and name == "LBRA":
            return (_short("BRA") if _is_known(expr, run) else self._padded, _JUMP)
        return _short_or_long(name)

    def jump(self, run: Run, name: str, modes: dict[str, Op], expr: Expr, prefix: str) -> Rungs:
        rungs = super().jump(run, name, modes, expr, prefix or ">")
        if not run.optimise or name == "JSR" or prefix in ("<", "<<"):
            return rungs
        return (_short("BRA") if _is_known(expr, run) else self._padded, *rungs)


STRATEGIES: dict[str, AsWritten] = {
    AS_WRITTEN: AsWritten(),
    AS09_REWRITING: As09Rewriting(),
    VIDE_REWRITING: VideRewriting(),
}


@cache
def _short(name: str) -> Relative:
    return Relative(isa.BY_MNEMONIC[name][isa.RELATIVE8].opcode_bytes, 8)


@cache
def _long(name: str) -> Relative:
    return Relative(isa.BY_MNEMONIC[name][isa.RELATIVE16].opcode_bytes, 16)


@cache
def _plain(name: str) -> Rungs:
    """The branch itself."""
    return (_long(name) if isa.RELATIVE16 in isa.BY_MNEMONIC[name] else _short(name),)


@cache
def _short_or_long(name: str) -> Rungs:
    """A short branch and the long one it may become; a long branch stays long."""
    if isa.RELATIVE16 in isa.BY_MNEMONIC[name]:
        return (_long(name),)
    return (_short(name), _long("L" + name))


@cache
def any_length_rungs(name: str, prefix: str) -> Rungs:
    """The rungs of a branch that is as long as it need be, however it is written.

    Args: prefix  `<` and `>` ask for the short and the long one
    """
    short = name.removeprefix("L")
    rungs = _short(short), _long("L" + short)
    return rungs if not prefix else rungs[1:] if prefix == ">" else rungs[:1]


def _is_known(expr: Expr, run: Run) -> bool:
    """Say whether an expression has a value at this point of the source."""
    try:
        expr.value(run)
    except (UndefinedError, Fault):
        return False
    return True
