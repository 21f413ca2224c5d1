"""Expressions in the debugger can use these words in addition to those of docs/expressions.md.

frame_cycle     cycles since the frame began
since           cycles since the session last stopped
beam_x beam_y   position of the beam in screen units; beam_z its brightness, 0 to 100
drift_x drift_y drift of the beam since it was last zeroed, in p
lit ramp zero   the wires to the beam: 1 while it is lit, ramps, is zeroed
dac mux         input of the DAC, signed; channel of the multiplexer, 4 for none
orb ora ddrb ddra acr pcr ifr ier sr t1 t2     VIA registers, without a read access
cc_e ... cc_c   the bits of CC
"""

import re
from collections.abc import Callable
from functools import partial

from ..chips.bus import VIA_BASE
from ..console.expression import WORDS, Expression, Value, value_of_word
from ..console.registers import VIA_NAMES
from ..console.variables import Variable
from ..errors import UsageError, VecxError, shown
from ..machine import Machine
from ..measure.trace import Tracer
from .locals import value_of, variables_of
from .probe import present

BRIGHTEST = 127.0   # of the DAC, which is 100 %
FIELDS = {"lit": "w_lit", "ramp": "w_ramp", "zero": "w_zero", "dac": "w_dac", "mux": "w_mux",
          **{name: name for name in ("orb", "ora", "ddrb", "ddra", "acr", "pcr", "ifr", "ier",
                                     "sr")}}
BANKED, HEX4 = re.compile(r"\s*([01]):(.+)"), re.compile(r"[0-9A-Fa-f]{4}")
FLAGS = {f"cc_{name}": bit for bit, name in enumerate("cvznihfe")}


def words_of(machine: Machine) -> dict[str, Callable[[], int]]:
    """Return functions for the debugger's words that depend only on the machine."""
    m = machine.chips.state
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


def compiled(text: str, machine: Machine, tracer: Tracer, since: Value, *,
             condition: bool = False, frame: int = 0) -> Expression:
    """Compile an expression with the debugger's words.

    Args:   tracer     finds the frames of local variables
            since      returns the cycles since the session last stopped
            condition  refuse the address of a variable, which never changes
            frame      of the stack, whose locals the expression can name; 0 for the function that
                       runs
    Errors: as for Expression
    """
    if not text.strip():
        raise UsageError("the expression is empty; an example is [score] > 20")
    found = variables_of(machine, tracer, frame)
    words: dict[str, Value] = {
        **{name: partial(_local, name, find, machine) for name, find in found.items()},
        **words_of(machine), "since": since}
    return Expression(text, machine, words, condition=condition, variables=found)


def _local(name: str, find: Callable[[], Variable], machine: Machine) -> int:
    """Return the value of a local; of a register or word of its name where none exists."""
    try:
        return value_of(find(), machine)
    except VecxError:
        if name not in WORDS:
            raise
        return value_of_word(name, machine)


def banked_place_of(text: str, machine: Machine) -> tuple[int, int]:
    """Return the address that a text names, and its bank; -1 if all banks have the same memory
    there.

    In a cartridge of two banks `1:0200`, `1:$0200` and `1:symbol` are places of bank 1.  A symbol
    has the bank that defines it, an address alone the visible one.

    Errors: UsageError, VecxError
    """
    match = BANKED.match(text) if machine.memory.banks > 1 else None
    if match:
        rest = match[2].strip()
        address = place_of(f"${rest}" if HEX4.fullmatch(rest) else rest, machine)
        return address, machine.names.bank(address, int(match[1]))
    address, name = place_of(text, machine), text.partition("+")[0].strip()
    return address, machine.names.bank(name if name in machine.symbols else address)


def own_name(name: str, machine: Machine) -> str:
    """Return the name of the symbol that a name stands for in the running object: if several
    objects define it, `helper` is `helper@b` while code of b.c runs."""
    file = machine.where(machine.registers.pc).file.replace("\\", "/").rpartition("/")[2]
    own = f"{name}@{file.rpartition('.')[0]}"
    return own if own in machine.symbols else name


def place_of(text: str, machine: Machine) -> int:
    """Return the address that a text names: $C880, a symbol, symbol+3, a register of the VIA.

    Errors: UsageError, VecxError
    """
    name, sign, offset = text.strip().partition("+")
    try:
        if name.upper() in VIA_NAMES:
            base = int(VIA_BASE) + VIA_NAMES.index(name.upper())
        elif name.startswith(("$", "0x")):
            base = int(name.removeprefix("$").removeprefix("0x"), 16)
        else:
            base = machine.address(int(name) if name.isdigit() else own_name(name, machine))
        return machine.address(base + (int(offset.removeprefix("$"), 16 if "$" in offset else 10)
                                       if sign else 0))
    except ValueError:
        raise UsageError(f"{shown(text)} is not a place: use a symbol, symbol+3, $C880, FILE:LINE "
                         "or a register of the VIA, such as ORB") from None
