"""Traces as text: each instruction with its registers.  Also finds the open calls on the stack.

The rows come from the log of an observed machine, whose registers, cycles and accesses are those
of an unobserved one.  Bytes and names are read from memory when a row is written: code that has
been overwritten appears in its new form.
"""

from collections.abc import Iterator

import numpy as np

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.debuginfo import Function, address_text
from asm.vectrex import CARTRIDGE_END

from ...chips import bus, log
from ...chips.bus import VIA_BASE
from ...chips.decode import ENTRY_FIRQ, ENTRY_IRQ, ENTRY_NMI
from ...console.registers import VIA_NAMES
from ...machine import Machine
from .banks import Banks

COLUMNS = ("cycle", "pc", "op", "a", "b", "x", "y", "u", "s", "dp", "cc", "where", "instruction",
           "via")
INTERRUPTS = {int(ENTRY_NMI): "NMI", int(ENTRY_FIRQ): "FIRQ", int(ENTRY_IRQ): "IRQ"}
OPCODE_BYTES_MAX = 5
NO_PAGE = -1
RAM_COPIES = 2          # of RAM in the address space: itself and its mirror
PROLOGUE_BYTES = 4      # of PSHS U and LEAU ,S, with which a function in C begins
STACK_LOOKED_AT = 32    # bytes of the stack that are searched for a return address
ROUTINE_BYTES_MAX = 256 # largest distance from the entry of a called routine to the PC


class Tracer:
    """Follows a machine instruction by instruction.

    Args:    names  names of addresses that the program's symbols do not name
             watch  whether to request the log rows that `frame` needs

    >>> m = Machine("connect4", preset="ideal")
    >>> tracer = Tracer(m)
    >>> events = tracer.frame()
    >>> first = next(tracer.lines(events)).split("\\t")
    >>> len(first) == len(COLUMNS), first[1] == f"{m.address(0xF000):04X}"
    (True, True)
    >>> tracer.decoded(0xF000)[2] != "?", tracer.names[0xF000] == tracer.names_of(0)[0xF000]
    (True, True)
    """

    def __init__(self, machine: Machine, names: dict[int, str] | None = None, *,
                 watch: bool = True) -> None:
        self.machine = machine
        rom = machine.bios_debug
        self._names = [{**rom.library_names, **(names or {}), **rom.names, **known.operand_names}
                       for known in map(machine.debug.of_bank, range(machine.memory.banks))]
        if watch:
            machine.watch(0, 0x10000, runs=True)
            machine.watch(int(VIA_BASE), 16, reads=True, writes=True)
        self._banks = Banks(machine) if machine.memory.banks > 1 else None
        self._decoded: dict[tuple[int, int, int, bytes], tuple[Decoded | None, str]] = {}

    @property
    def names(self) -> dict[int, str]:
        """The names of addresses; below $8000 those of the visible bank."""
        return self.names_of(-1)

    def names_of(self, bank: int) -> dict[int, str]:
        """Return the names of addresses in a bank; -1 means the visible bank."""
        return self._names[self._bank(bank)]

    def _bank(self, bank: int) -> int:
        if len(self._names) == 1:
            return 0
        return bank if bank >= 0 else int(self.machine.chips.state.bank)

    def frame(self) -> np.ndarray:
        """Run one frame; return its rows of the log."""
        self.machine.take_log()
        if self._banks:
            self._banks.mark()
        self.machine.run_frames(1)
        return self.machine.take_log()

    def lines(self, events: np.ndarray) -> Iterator[str]:
        """Yield a line for each instruction: COLUMNS, separated by tabs, with the values before the
        instruction runs.

        The last column has its accesses to the VIA: a register read (ORB=$81) or written
        (ORB<$81).
        """
        line, accesses = "", list[str]()
        banks = self._banks.of(events) if self._banks else np.full(len(events), -1)
        for (cycle, pc, kind, a, b), bank in zip(events.tolist(), banks.tolist(), strict=True):
            if kind in (log.EXEC, log.INTERRUPT):
                if line:
                    yield f"{line}\t{' '.join(accesses)}"
                accesses = []
                line = self._head(cycle, pc, a, b, bank) if kind == log.EXEC else \
                    "\t".join([f"{cycle}", f"{pc:04X}", *[""] * 10, INTERRUPTS.get(a, "interrupt")])
            elif kind in (log.READ, log.WRITE) and a >> 4 == VIA_BASE >> 4:
                accesses.append(f"{VIA_NAMES[a & 15]}{'=' if kind == log.READ else '<'}${b:02X}")
        if line:
            yield f"{line}\t{' '.join(accesses)}"

    def _head(self, cycle: int, pc: int, a: int, b: int, bank: int) -> str:
        code, _, text = self.decoded(pc, bank, b >> 8 & 0xFF)
        where = self.machine.where(pc, bank)
        name = where.routine + (f"+{where.offset}" if where.offset > 0 else "")
        place = address_text(pc, where.bank).removeprefix("$")
        return (f"{cycle}\t{place}\t{code.hex().upper()}\t"
                f"{b >> 40:02X}\t{b >> 32 & 0xFF:02X}\t{a >> 32:04X}\t"
                f"{a >> 16 & 0xFFFF:04X}\t{a & 0xFFFF:04X}\t{b >> 16 & 0xFFFF:04X}\t"
                f"{b >> 8 & 0xFF:02X}\t{b & 0xFF:02X}\t{name}\t{text}")

    def decoded(self, pc: int, bank: int = -1,
                page: int | None = None) -> tuple[bytes, Decoded | None, str]:
        """Return the instruction at an address: its bytes, its decoded form, and its text.

        Args: bank  of the address; -1: the visible one
              page  the direct page; None: DP for the next instruction, for others that of SETDP
        """
        machine, bank = self.machine, self._bank(bank)
        data = machine.memory.read(pc, OPCODE_BYTES_MAX, bank)
        if page is None and pc == machine.registers.pc:
            page = machine.registers.dp
        key = bank, pc, NO_PAGE if page is None else page, data
        if key not in self._decoded:
            found = decode(data, 0, pc)
            self._decoded[key] = found, self._text(found, data, pc, bank, page) if found else "?"
        found, text = self._decoded[key]
        return data[:found.size if found else 1], found, text

    def _text(self, found: Decoded, data: bytes, pc: int, bank: int, page: int | None) -> str:
        """Return an instruction as text, with the name of its target or of its cell in the direct
        page."""
        names = self._names[bank]
        if found.op.mode == isa.DIRECT:
            page = self.machine.names.of(pc, bank).page_at(pc) if page is None else page
            cell = names.get(page << 8 | data[found.size - 1]) if page is not None else None
            return f"{found.op.mnemonic.lower():8}<{cell}" if cell else found.text()
        return found.text(names.get(found.target, "") if found.target is not None else "")

    def callers(self) -> list[tuple[int, int, int]]:
        """Return the open calls, found on the stack, innermost first.

        A word of the stack counts as a return address if the instruction before that address calls
        the routine found above it on the stack.  The stack does not record banks: the bank of the
        routine above is tried first.  A function in C has its return address at U + 2, and the U
        of its caller at U.

        Returns: first place of the routine, S after its return, place to which it returns

        >>> m = Machine("connect4", preset="ideal")
        >>> m.run_to("Wait_Recal")
        True
        >>> begin, s, back = Tracer(m, watch=False).callers()[0]
        >>> begin == m.registers.pc, s == m.registers.s + 2
        (True, True)
        """
        machine = self.machine
        pc, s = self._place(machine.registers.pc), machine.registers.s
        found: list[tuple[int, int, int]] = []
        base, u = _stack_base(s), machine.registers.u
        top = min(s + STACK_LOOKED_AT, base)
        while s < top:
            if frame_in_c(machine, pc, top=not found) and s <= u < base - 3:
                old, back = (int.from_bytes(machine.read(at, 2), "big") for at in (u, u + 2))
                call = self._call_before(back, pc)
                if call:
                    begin, pc = call
                    s, u = u + 4, old
                    found.append((begin, s, pc))
                    top = min(s + STACK_LOOKED_AT, base)
                    continue
            back = int.from_bytes(machine.read(s & 0xFFFF, 2), "big")
            call = self._call_before(back, pc)
            if call:
                begin, pc = call
                found.append((begin, s + 2, pc))
                top = min(s + STACK_LOOKED_AT, base)
                s += 1
            s += 1
        return found

    def _place(self, address: int, bank: int = -1) -> int:
        return address | max(0, self.machine.names.bank(address, bank)) << 16

    def _call_before(self, back: int, inner: int) -> tuple[int, int] | None:
        """Find a call instruction that ends at the address `back` and may have led to the place
        `inner`.

        Returns: places of the called routine and of `back`
        """
        pc, where = inner & 0xFFFF, self.machine.where(inner & 0xFFFF, inner >> 16)
        first = self._bank(where.bank)
        for bank in (first, 1 - first)[:len(self._names)]:
            for size in (2, 3, 4):
                found = self.decoded(back - size & 0xFFFF, bank)[1]
                if not found or found.size != size or found.effect.then != "call":
                    continue
                if found.target is None and where.routine:
                    return inner - where.offset, self._place(back, bank)
                # A call reaches the other bank only through code elsewhere.
                if found.target is not None and 0 <= pc - found.target < ROUTINE_BYTES_MAX \
                        and (where.bank in (-1, bank) or back >= CARTRIDGE_END):
                    return inner - pc + found.target, self._place(back, bank)
        return None


def _stack_base(s: int) -> int:
    """Return the first address after the stack: the end of RAM, or of its mirror that S points to;
    memory beyond it repeats the stack."""
    is_ram = bus.RAM <= s < bus.RAM + RAM_COPIES * bus.RAM_BYTES
    return int(s - (s - bus.RAM) % bus.RAM_BYTES + bus.RAM_BYTES) if is_ram else 0x10000


def frame_in_c(machine: Machine, place: int, *, top: bool) -> Function | None:
    """Return the function in C that contains a place, if U points to its frame, as in programs of
    CMOC.

    Args: top  the place is the PC, so that the function may not have set U yet
    """
    address = place & 0xFFFF
    function = machine.names.of(address, place >> 16).function_at(address)
    if function is None or function.frame >= 0:
        return None
    return function if not top or address >= function.address + PROLOGUE_BYTES else None
