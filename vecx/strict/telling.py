"""From what the passes have noted to what people read: a row of `found` becomes a finding."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..chips import bus
from ..chips.state import CYCLES_PER_SECOND
from .finding import Finding
from .program import HALF, Program
from .rules import AY_FAULTS, BRIGHTNESS_FAULTS, NAMES, REFRESH_FAULTS, RULES
from .values import O_SECOND

VIA_NAMES = ("port B", "port A", "DDR B", "DDR A", "T1C-L", "T1C-H", "T1L-L", "T1L-H", "T2C-L",
             "T2C-H", "shift register", "ACR", "PCR", "IFR", "IER", "port A")
INTERRUPT_NAMES = "IRQ", "SWI", "SWI2", "SWI3", "NMI", "FIRQ"
REGISTER_NAMES = "ABXYU"
SCREEN_UNIT = 127.0


class Row(NamedTuple):
    """A mistake as the passes note it: the number of its rule, the place to blame, the PC, two
    figures and an origin that its words are made of, and who called."""

    rule: int
    place: int
    pc: int
    cycle: int
    a: int
    b: int
    origin: int
    callers: tuple[int, ...]
    frame: int

    @property
    def name(self) -> str:
        """The rule's."""
        return NAMES[self.rule]

    @property
    def second(self) -> int:
        """Of the origin, the last PC: who stored a variable, where a call returned to."""
        return self.origin >> int(O_SECOND) & 0xFFFF


class Telling:
    """Puts rows of one program into words."""

    def __init__(self, program: Program, shadow: np.record) -> None:
        self._program, self._shadow = program, shadow

    def finding(self, row: Row, witness: str = "") -> Finding:
        """Return the finding that a row is."""
        program, place = self._program, row.place
        inside = ""
        if row.pc != place & 0xFFFF and row.pc >= bus.ROM:
            inside = program.bios.where(row.pc).routine or f"${row.pc:04X}"
        told = [step for step in self._steps(row) if step[1] != place]
        known = {place, *(at for _, at in told)}
        told += [("called", at) for at in row.callers if at >= 0 and at not in known]
        steps = tuple((what, program.where(program.beside(place, at))) for what, at in told)
        bank = place >> 16 if self._shadow.banked and place & 0xFFFF < HALF else -1
        return Finding(RULES[row.rule], row.frame, row.cycle, place & 0xFFFF, program.where(place),
                       inside, self._words(row), int(self._shadow.counts[row.rule, place]), steps,
                       witness, bank)

    def _steps(self, row: Row) -> Iterator[tuple[str, int]]:
        """Give what led to a mistake, and where."""
        match row.name:
            case "ram-unset" | "read-nowhere" | "via-undriven":
                yield "it decides", row.b
            case "kept":
                yield "called", row.second - 1
            case "lost":
                yield "destroyed", row.b
                yield "used", row.origin
            case "unread":
                yield "written again", self._program.unread[row.place][1]
            case "brightness":
                if row.b:
                    yield ("set" if row.a < len(BRIGHTNESS_FAULTS) - 1 else "sticks read"), row.b
            case "intensity":
                yield "set", row.a
            case "stack-data":
                yield "stored", row.second
                yield "pushed over", row.place
                yield "used again", row.b

    def _words(self, row: Row) -> str:
        """Fill in what a rule says."""
        program, place, a, b = self._program, row.place, row.a, row.b
        name = callee = ""
        shown: float = a
        match row.name:
            case "via-undriven":
                name = VIA_NAMES[a]
            case "opcode":
                code = self._shadow.mem[place >> 16, place & 0xFFFF:][:2].tolist()
                shown = code[0] << 8 | code[-1] if code[0] in (0x10, 0x11) else code[0]
            case "dp":
                callee, shown = program.callee(place, a), b
                b = int(program.routines.page[program.routine(place, a)])
            case "kept":
                name, callee = REGISTER_NAMES[a], program.callee(place, b)
            case "handler":
                name = INTERRUPT_NAMES[b]
            case "drift" | "zero-short":
                shown = a / SCREEN_UNIT
            case "saturation":
                name = f"{a / SCREEN_UNIT:.0f}, {b / SCREEN_UNIT:.0f}"
            case "no-refresh":
                name = REFRESH_FAULTS[b]
            case "brightness":
                name = BRIGHTNESS_FAULTS[a]
            case "intensity":
                callee = program.where(program.beside(place, a)).routine or f"${a:04X}"
            case "rate":
                shown = CYCLES_PER_SECOND / a
            case "text-end" | "list-end":
                at = program.where(program.beside(place, a))
                name = f"${a:04X}" + (f" ({at.file}:{at.line})" if at.file else "")
                if row.name == "list-end":
                    name += f" that has {b} pairs of bytes, {row.origin} of them behind its end" \
                        if row.origin else f" that has no end within {b} bytes"
            case "overrun":
                name = f"{row.origin / 10:.0f} pictures a second where " \
                       f"{CYCLES_PER_SECOND / b:.0f} are asked"
            case "lost":
                callee = program.where(program.beside(place, b)).routine or f"${b:04X}"
                name = REGISTER_NAMES[a]
            case "unread":
                name = program.unread[place][0]
            case "contract":
                name = REGISTER_NAMES[a]
            case "falls":
                callee = program.where(program.beside(place, a)).routine
            case "reads-code":
                name = "in the title" if a < program.title_end else "an instruction"
            case "past-end":
                name, callee = f"works on {program.name_of(a)}", program.name_of(b)
            case "ay-bus":
                name = AY_FAULTS[a]
        return RULES[row.rule].what.format(a=shown, b=b, name=name, callee=callee,
                                               at=program.name_of(a))
