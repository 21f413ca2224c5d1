"""Continues a reassembled program at the place where the old one was, if the symbols allow that
(carrying.py); otherwise the program is restarted."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..console.cartridge_slot import ram_of
from ..machine import Machine
from .carrying import Program, State, converted

Stamps = dict[str, tuple[int, int]]     # modification time and length by file


def carry(old: Machine, new: Machine) -> str | None:
    """Transfer the old machine's state to a machine with the reassembled program.

    Returns: None, or why the program cannot continue; the new machine is at power-on then
    """
    before, after = _program(old, old.registers.s), _program(new, old.registers.s)
    if not before.labels or not after.labels:
        return "the program has no symbols"
    registers, ram = old.registers, bytes(old.ram)
    state = converted(State(registers.pc, registers.s, registers.x, registers.y, registers.u, ram,
                            bytes(old.all_ram[len(ram):])), before, after)
    if not isinstance(state, State):
        place, part = state
        return f"the {part} at {old.where(place)} has changed"
    new.restore(replace(old.keep(), identity=new.console.identity, ram=state.ram + state.cart_ram,
                        poked={}))
    new.set_registers(pc=state.pc, x=state.x, y=state.y, u=state.u)
    return None


def lost(old: Machine, new: Machine) -> list[str]:
    """Return the names of the old program's RAM cells that the new program does not have."""
    before, after = (_program(machine, machine.registers.s) for machine in (old, new))
    return [*(name for name in before.cells if name not in after.cells),
            *(name for name in before.cart_cells if name not in after.cart_cells)]


def _program(machine: Machine, stack: int) -> Program:
    image = machine.cartridge.image if machine.cartridge else b""
    return Program(machine.debug, image, stack, cart_ram_of(machine))


def stamps(names: Iterable[str]) -> Stamps:
    """Return the modification time and length of each source that exists, to notice edits."""
    found = {}
    for name in names:
        with suppress(OSError, ValueError):
            status = Path(name).stat()
            found[name] = status.st_mtime_ns, status.st_size
    return found


def cart_ram_of(machine: Machine) -> tuple[int, int]:
    first, last = ram_of(machine.cart_ram) or (0, -1)
    return first, last + 1
