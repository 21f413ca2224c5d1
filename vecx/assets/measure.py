"""Run a converted drawing on a machine, to measure its cycles and record its strokes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from asm import assemble
from asm.assembler.conversion import ConversionError

from ..console.analog import Analog
from ..console.includes import include_folders
from ..machine import Machine
from .forms import Form

STACK = 0xCBEA
PLACE = 0x1000              # of a list in the cartridge
CARTRIDGE_BYTES = 0x8000
_HEAD = """\
        include "vectrex.inc"
        org     0
        setdp   $D0
        fcc     "g GCE 2026"
        fcb     $80
        fdb     Music_1
        fcb     $F8,$50,$20,-40
        fcc     "MEASURE"
        fcb     $80,0
main    jsr     Wait_Recal
        bra     main
prepare jsr     Intensity_5F
        lda     #1
        sta     Vec_0Ref_Enable
        jmp     Reset0Ref
"""


@dataclass(frozen=True)
class Measured:
    """The measurements of a call that draws a picture, from the zeroed beam to the return.

    cycles    of placing the beam and drawing
    segments  float32[n, 7] as in a Frame
    """

    cycles: int
    segments: np.ndarray


def routine(form: Form, label: str, scale: int) -> str:
    """Return a routine that places the beam in the middle and draws.

    Both ways end with the beam zeroed, so that their cycles can be compared.
    """
    if form.name == "lists":
        return f"measured ldx #{label}\n ldd #0\n jmp {form.routine}\n"
    lines = f"measured ldd #0\n jsr Moveto_d_7F\n ldx #{label}\n"
    if not form.inside:
        lines += f" lda #{scale}\n sta <VIA_t1_cnt_lo\n"
    return lines + f" jmp {form.routine}\n"


class Bench:
    """A machine that runs a small program for measurements; lists are written into its memory."""

    def __init__(self, preset: str | Analog) -> None:
        program = assemble(_HEAD + ' include "lib/drawing.asm"\n', name="measure.asm",
                           include_dirs=include_folders(), advise=False)
        assert program.image is not None, program.messages()
        self.names = {name: symbol.value for name, symbol in program.symbols.items()
                      if symbol.value is not None}
        self._machine = Machine(program.image.ljust(CARTRIDGE_BYTES, b"\0"), preset=preset)
        self._machine.run_to(self.names["main"], max_cycles=30_000_000)
        self._machine.run_frames(2)
        self._machine.run_to(self.names["main"], max_cycles=1_000_000)
        self._machine.call(self.names["prepare"], s=STACK, dp=0xD0)
        self._ready = self._machine.keep()

    def measure(self, source: str) -> Measured:
        """Assemble a source and call its routine `measured`.  Errors: ConversionError if the source
        is too large"""
        program = assemble(f" org ${PLACE:04X}\n setdp $D0\n{source}", name="measured.asm",
                           advise=False, defines={name: value for name, value in self.names.items()
                                                  if "." not in name})
        if program.image is None or program.origin + len(program.image) > CARTRIDGE_BYTES:
            raise ConversionError("the drawing is too large for a cartridge"
                                  + "".join(f": {error.text}" for error in program.errors[:1]))
        machine = self._machine
        machine.restore(self._ready)
        machine.console.write(PLACE, program.image)
        done = machine.call(program.symbols["measured"].value or 0, s=STACK, dp=0xD0)
        return Measured(done.cycles, done.segments)


@cache
def bench(preset: str | Analog = "ideal") -> Bench:
    """Return the cached machine for measurements with a preset."""
    return Bench(preset)
