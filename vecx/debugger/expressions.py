"""Expressions in the debugger: docs/expressions.md, with these words in addition.

    frame_cycle     cycles since the frame began
    since           cycles since the session last stopped
    beam_x beam_y   position of the beam in screen units; beam_z its brightness, 0 to 100
    drift_x drift_y how far the beam has drifted since it was last zeroed, in p
    lit ramp zero   the wires to the beam: 1 while it is lit, ramps, is zeroed
    dac mux         input of the DAC, signed; channel of the multiplexer, 4 for none
    orb ora ddrb ddra acr pcr ifr ier sr t1 t2     VIA registers, without a read access
    cc_e ... cc_c   the bits of CC
"""

from collections.abc import Callable

from ..console.expression import Expression, Value
from ..errors import UsageError
from ..machine import Machine
from .probe import present

BRIGHTEST = 127.0   # of the DAC
FIELDS = {"lit": "w_lit", "ramp": "w_ramp", "zero": "w_zero", "dac": "w_dac", "mux": "w_mux",
          **{name: name for name in ("orb", "ora", "ddrb", "ddra", "acr", "pcr", "ifr", "ier",
                                     "sr")}}
FLAGS = {f"cc_{name}": bit for bit, name in enumerate("cvznihfe")}


def words_of(machine: Machine) -> dict[str, Callable[[], int]]:
    """Return the debugger's words that depend only on the machine, and what finds their values."""
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


def compiled(text: str, machine: Machine, since: Value, *, condition: bool = False) -> Expression:
    """Return an expression that knows the debugger's words.

    Args:   since      finds the cycles since the session last stopped
            condition  refuse the address of a variable, which never changes
    Errors: as for Expression
    """
    if not text.strip():
        raise UsageError("the expression is empty; an example is [score] > 20")
    return Expression(text, machine, {**words_of(machine), "since": since}, condition=condition)
