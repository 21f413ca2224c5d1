"""Expressions of the debugger: those of console/expression.py, with words of the machine added.

    frame_cycle     cycles since the frame began
    since           cycles since the session last stopped
    beam_x beam_y   where the beam is, in screen units; beam_z its brightness, 0 to 100
    drift_x drift_y how far drift has taken it since it was last zeroed, in p
    lit ramp zero   the wires to the beam: 1 while it is lit, while it ramps, while it is zeroed
    dac mux         what port A gives the DAC, signed; the multiplexer's channel, 4 for none
    orb ora ddrb ddra acr pcr ifr ier sr t1 t2     registers of the VIA, without a read
    cc_e ... cc_c   a bit of CC each
    prev(EXPR)      what EXPR was when this expression was last evaluated
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from asm.output.debuginfo import LABEL

from ..chips import bus
from ..console.expression import TOKEN, Parser, Value, is_cell, number_of
from ..errors import UsageError, VecxError
from ..machine import Machine
from .now import present

if TYPE_CHECKING:
    from .base import Base

BRIGHTEST = 127.0   # of the DAC
FIELDS = {"lit": "w_lit", "ramp": "w_ramp", "zero": "w_zero", "dac": "w_dac", "mux": "w_mux",
          **{name: name for name in ("orb", "ora", "ddrb", "ddra", "acr", "pcr", "ifr", "ier",
                                     "sr")}}
FLAGS = {f"cc_{name}": bit for bit, name in enumerate("cvznihfe")}


def words_of(machine: Machine) -> dict[str, Callable[[], int]]:
    """Return what finds the value of each word that needs the machine alone."""
    m = machine.m
    return {
        **{word: lambda field=field: int(getattr(m, field))     # type: ignore[misc]
           for word, field in FIELDS.items()},
        **{word: lambda bit=bit: m.cc >> bit & 1 for word, bit in FLAGS.items()},  # type: ignore[misc]
        **{word: lambda at=at: round(float(present(machine)[at]))       # type: ignore[misc]
           for at, word in enumerate(("beam_x", "beam_y", "t1", "t2"))},
        "frame_cycle": lambda: int(m.clock - m.frame_at),
        "beam_z": lambda: round(100 * max(0.0, m.z) / BRIGHTEST),
        "drift_x": lambda: round(m.zero_dx), "drift_y": lambda: round(m.zero_dy),
    }


class Words(Parser):
    """One expression, with the session's words."""

    def __init__(self, text: str, session: "Base") -> None:
        self._words = {**words_of(session.machine), "since": lambda: session.since}
        super().__init__(text, session.machine)

    def _word(self, name: str) -> Value:
        known = name in self._machine.debug.symbols
        if name.lower() == "prev" and self._sign == "(" and not known:
            return self._previous()
        if name.lower() in self._words and not known:
            return self._words[name.lower()]
        return super()._word(name)

    def _previous(self) -> Value:
        value, before = self._primary(), list[int]()

        def last() -> int:
            now = value()
            before.append(now)
            return before.pop(0) if len(before) > 1 else now

        return last

    def _combined(self, sign: str, left: Value, right: Value) -> Value:
        if sign not in ("/", "%"):
            return super()._combined(sign, left, right)

        def divide() -> int:
            by = right()
            if not by:
                raise VecxError(f"the expression `{self._text}` divides by zero")
            return left() // by if sign == "/" else left() % by

        return divide


def cells_of(text: str, machine: Machine) -> list[tuple[int, int]] | None:
    """Return the bytes of RAM that an expression hangs on, address and count each.

    Args:    text  an expression without fault
    Returns: None where it hangs on anything else: on registers, on the beam, on other memory
    """
    cells, tokens = list[tuple[int, int]](), [match.groups() for match in TOKEN.finditer(text)]
    at = 0
    while at < len(tokens):
        _, name, sign = tokens[at]
        if sign in ("[", "{"):
            number = tokens[at + 1][0] if at + 2 < len(tokens) else None
            if not number or tokens[at + 2][2] not in ("]", "}"):
                return None
            cells.append((number_of(number) & 0xFFFF, 1 if sign == "[" else 2))
            at += 2
        elif sign == "#":
            at += 1             # the name behind it stands for its address
        elif name:
            symbol = machine.debug.symbols.get(name)
            if symbol is None:
                return None
            if symbol.kind == LABEL or is_cell(symbol.value):
                cells.append((symbol.value, 2 if symbol.size == 2 else 1))
        at += 1
    in_ram = all(bus.RAM <= address <= bus.RAM + bus.RAM_BYTES - count for address, count in cells)
    return cells if in_ram else None


def compiled(text: str, session: "Base") -> Value:
    """Return what finds the value of an expression; a call may raise VecxError.

    Errors: UsageError for what is no expression; VecxError for a name that is not there
    """
    if not text.strip():
        raise UsageError("the expression is empty; give one as score > 20")
    return Words(text, session).whole()
