"""Read access to a paused program: values, lines, instructions and the stack."""

from collections.abc import Callable
from typing import NamedTuple

from asm.cpu.decoding import Decoded
from asm.output.debuginfo import DebugInfo, Where

from .. import files
from ..console.expression import Expression
from ..errors import UsageError, VecxError
from ..machine import Machine
from ..measure.trace import Tracer
from .expressions import BANKED, banked_place_of, compiled


class SourceLine(NamedTuple):
    """A source line with code, and the line that was requested, which may have no code."""

    file: str
    line: int
    asked: int


class Inspector:
    """Reads the state of a paused machine without changing it.

    Args: names  names of addresses, in addition to the program's
          since  returns the cycles since the session last stopped
          warn   called once with each warning about an expression
    """

    def __init__(self, machine: Machine, names: dict[int, str] | None,
                 since: Callable[[], int], warn: Callable[[str], object]) -> None:
        self._machine, self._since, self._warn = machine, since, warn
        self.tracer = Tracer(machine, names, watch=False)
        self._warned: set[str] = set()

    # --- expressions -----------------------------------------------------------------------------

    def evaluate(self, text: str) -> int:
        """Return the value of an expression.  Errors: UsageError, VecxError."""
        return self.expression(text)()

    def expression(self, text: str, *, condition: bool = False,
                   frame: int = 0) -> Expression:
        """Compile an expression; report each warning once.  Errors: UsageError, VecxError.

        Args: condition  refuse the address of a variable, which never changes
              frame      of the stack, whose locals the expression can name
        """
        found = compiled(text, self._machine, self.tracer, self._since, condition=condition,
                         frame=frame)
        for warning in found.warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                self._warn(warning)
        return found

    # --- source ----------------------------------------------------------------------------------

    def place(self, where: str) -> tuple[SourceLine | None, int, int]:
        """Return the source line, address and bank of a place as users type it.

        Errors: UsageError, VecxError
        """
        if ":" in where and not (self._machine.memory.banks > 1 and BANKED.match(where)):
            return self.line_address(where)
        return None, *banked_place_of(where, self._machine)

    def line_address(self, where: str) -> tuple[SourceLine, int, int]:
        """Return line, first address and bank of FILE:LINE, or of :LINE in the current file.

        Errors: UsageError, VecxError
        """
        file, _, number = where.rpartition(":")
        if not number.isdigit():
            raise UsageError(f"{where} is not a source line: use FILE:LINE, or :LINE for the "
                             "current file")
        return self.address_of(file or self.here().file, int(number))

    def address_of(self, file: str, asked: int) -> tuple[SourceLine, int, int]:
        """Find the first line with code at or after line `asked`; return the line, its first
        address and its bank.

        The bank is -1 if the line is at the same address in every bank.

        Errors: VecxError if there is none
        """
        places = self.lines_of(file)
        if not places:
            raise VecxError(f"this program has no code from a file named {file}")
        line, address, bank = min((place for place in places if place[0] >= asked),
                                  default=(0, 0, 0))
        if not line:
            raise VecxError(f"{file} has no code at or after line {asked}")
        if (line, address, 1 - bank) in places:
            bank = -1
        return SourceLine(file, line, asked), address, bank

    def other_starts(self, line: SourceLine, first: int, bank: int) -> list[int]:
        """Return the addresses where a line begins in addition to `first`: a compiler places the
        parts of a `for` loop apart, and a macro is called several times."""
        found = list[int]()
        end = first
        for number, address, of, size in sorted(self._code_of(line.file), key=lambda row: row[1]):
            if number == line.line and of in (bank, -1):
                if address not in (first, end):
                    found.append(address)
                end = address + size
        return found

    def places_of(self, file: str, line: int) -> list[int]:
        """Return the places of a line's instructions: addresses, with $10000 added in bank 1."""
        return [address | max(0, bank) << 16 for number, address, bank in self.lines_of(file)
                if number == line]

    def current_line(self) -> tuple[str, int] | None:
        """Return file and line of the next instruction, or None if they are unknown."""
        at = self.here()
        return (at.file, at.line) if at.file else None

    def lines_of(self, file: str) -> list[tuple[int, int, int]]:
        """Return the line, address and bank of all code from a source file of the cartridge or the
        ROM.

        Without an exact match the name stands for a file whose path ends with it.
        """
        return [row[:3] for row in self._code_of(file)]

    def _code_of(self, file: str) -> list[tuple[int, int, int, int]]:
        """Return the line, address, bank and size of all code from a file, as `lines_of`."""
        cart = [self._machine.debug, *self._machine.debug.others]
        rom = [self._machine.bios_debug]
        for exactly, infos in ((True, cart), (True, rom), (False, cart), (False, rom)):
            found = [(line, row.address, self._machine.names.bank(row.address, debug.bank),
                      row.size)
                     for debug in infos for row in debug.source_map
                     for name, line in ((row.file, row.line), *row.calls)
                     if name == file or (not exactly and name.endswith("/" + file))]
            if found:
                return found
        return []

    def here(self) -> Where:
        return self._machine.where(self._machine.registers.pc)

    def debug_at(self, address: int, bank: int = -1) -> DebugInfo:
        return self._machine.names.of(address, bank)

    def split(self, place: int) -> tuple[int, int]:
        """Return the address and the bank of a place; the bank is -1 if all banks have the same
        memory there."""
        return place & 0xFFFF, self._machine.names.bank(place & 0xFFFF, place >> 16)

    def stack(self) -> list[tuple[int, int]]:
        """Return the address and bank where each active routine continues, innermost routine
        first."""
        pc = self._machine.registers.pc
        return [(pc, self._machine.names.bank(pc)),
                *(self.split(back) for _, _, back in self.tracer.callers())]

    def instruction(self, address: int, bank: int = -1) -> tuple[Decoded | None, str]:
        return self.tracer.decoded(address, bank)[1:]

    def instructions_before(self, address: int, count: int, bank: int = -1) -> list[int]:
        """Return the addresses of the last `count` instructions before an address, and the address
        itself.

        Source lines say where instructions begin; elsewhere they are decoded in sequence.  If there
        are too few, the list begins with the addresses before them, which may be negative.
        """
        first = max(0, address - 3 * count)
        starts = [row.address for row in self._machine.names.of(address, bank).source_map
                  if first <= row.address <= address] or [first]
        at, found = starts[0], list[int]()
        while at < address:
            found.append(at)
            decoded = self.instruction(at, bank)[0]
            at += decoded.size if decoded else 1
        start = found[0] if found else address
        missing = range(start - max(0, count - len(found)), start)
        return [*[*missing, *found][-count:], address]


def changed_sources(machine: Machine) -> list[str]:
    """Return the cartridge's sources that exist and have changed since the assembly."""
    return [path for path, digest in machine.debug.inputs.items()
            if files.digest(path) not in (None, digest)]
