"""The possible encodings of branches and jumps, for each way in which dialects rewrite them.

A strategy is a class with two methods, `branch` and `jump`.  Both return the candidates (encode.py)
from which the passes choose.  A dialect names its strategy (`Dialect.rewriting`), and STRATEGIES
maps the names to them.  `run.optimise` is false while the source has switched the rewriting off.
"""

from __future__ import annotations

from functools import cache

from asm.assembler.encode import (
    Candidates,
    Instruction,
    Relative,
    Word,
    address_candidates,
    signed16,
)
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
    """A BRA followed by a NOP: AS09 and VIDE keep the three bytes that they reserved for a forward
    target.

    forward_most  the longest forward distance for which the original uses BRA
    """

    __slots__ = ("forward_most",)

    def __init__(self, forward_most: int) -> None:
        super().__init__(isa.BY_MNEMONIC["BRA"][isa.RELATIVE8].opcode_bytes, 8)
        self.size = 3
        self.forward_most = forward_most

    def fits(self, value: int, run: Run) -> bool:
        return -128 <= signed16(value - run.pc - 2) <= self.forward_most

    def encode(self, value: int, item: Instruction, run: Run) -> bytes:
        return self.head + bytes((signed16(value - run.pc - 2) & 0xFF,)) + _NOP


class AsWritten:
    """Branches and jumps stay as written; --relax lengthens a short branch.

    rewrites_jumps  a forward JMP or JSR is not subject to `Dialect.forward_direct`
    """

    rewrites_jumps = False

    def branch(self, run: Run, name: str, expr: Expr) -> Candidates:
        """Return the candidates of a branch.

        Args: name  upper case; expr  the target
        """
        return _short_or_long(name) if run.relax else _plain(name)

    def jump(self, run: Run, name: str, modes: dict[str, Op], expr: Expr,
             prefix: str) -> Candidates:
        """Return the candidates of JMP or JSR to an address.

        Args: name  upper case; modes  its opcodes by mode; expr  the target
              prefix  the size that the source requests, as in `Operand`
        """
        return address_candidates(modes[isa.DIRECT], modes[isa.EXTENDED], prefix)


class As09Rewriting(AsWritten):
    """AS09's rewriting: branches and jumps to a known target get the shortest form, and backward
    calls become BSR.

    Until NOOPT, `>` does not prevent the direct page or a branch for a jump.
    """

    rewrites_jumps = True
    _padded = PaddedShort(127)

    def branch(self, run: Run, name: str, expr: Expr) -> Candidates:
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

    def jump(self, run: Run, name: str, modes: dict[str, Op], expr: Expr,
             prefix: str) -> Candidates:
        if not run.optimise or prefix in ("<", "<<"):
            return super().jump(run, name, modes, expr, prefix)
        known = _is_known(expr, run)
        if name == "JSR":
            return self._call(known)
        candidates = super().jump(run, name, modes, expr, "")
        return (_short("BRA") if known else self._padded, *candidates)

    def _call(self, known: bool) -> Candidates:
        """Return the candidates of a call: BSR if the target is backward and near."""
        candidates = address_candidates(_CALL[isa.DIRECT], _CALL[isa.EXTENDED], "")
        return (_short("BSR"), *candidates) if known else candidates[-1:]


class VideRewriting(AsWritten):
    """VIDE's rewriting: a short branch that does not reach is lengthened, and LBRA and JMP to a
    near target become BRA.

    Jumps and calls never use the direct page unless `<` asks for it.
    """

    rewrites_jumps = True
    _padded = PaddedShort(126)

    def branch(self, run: Run, name: str, expr: Expr) -> Candidates:
        if run.optimise and name == "BRA":
            return (_short("BRA"), _JUMP)
        if run.optimise and name == "LBRA":
            return (_short("BRA") if _is_known(expr, run) else self._padded, _JUMP)
        return _short_or_long(name)

    def jump(self, run: Run, name: str, modes: dict[str, Op], expr: Expr,
             prefix: str) -> Candidates:
        candidates = super().jump(run, name, modes, expr, prefix or ">")
        if not run.optimise or name == "JSR" or prefix in ("<", "<<"):
            return candidates
        return (_short("BRA") if _is_known(expr, run) else self._padded, *candidates)


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
def _plain(name: str) -> Candidates:
    return (_long(name) if isa.RELATIVE16 in isa.BY_MNEMONIC[name] else _short(name),)


@cache
def _short_or_long(name: str) -> Candidates:
    """Return a short branch and its long form; a long branch stays long."""
    if isa.RELATIVE16 in isa.BY_MNEMONIC[name]:
        return (_long(name),)
    return (_short(name), _long("L" + name))


@cache
def any_length_candidates(name: str, prefix: str) -> Candidates:
    """Return the candidates of a branch that gets the length it needs, even if the source requests
    another length.

    Args: prefix  `<` and `>` request the short and the long one
    """
    short = name.removeprefix("L")
    candidates = _short(short), _long("L" + short)
    return candidates if not prefix else candidates[1:] if prefix == ">" else candidates[:1]


def _is_known(expr: Expr, run: Run) -> bool:
    """Return whether an expression has a value at this point of the source."""
    try:
        expr.value(run)
    except (UndefinedError, Fault):
        return False
    return True
