"""Local variables and parameters of functions in C, in the frames that U leads to."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from asm.output.debuginfo import Local

from ..errors import VecxError
from ..machine import Machine
from ..measure.trace.instructions import Tracer, frame_in_c

UNSIGNED = ("unsigned", "_Bool")
NUMBERS = (1, 2, 4)         # sizes in bytes of variables that are shown as a number


class Variable(NamedTuple):
    """A local variable in memory."""

    name: str
    type: str
    address: int
    size: int

    @property
    def is_number(self) -> bool:
        """Whether the variable is a number or a pointer, not an array or a struct."""
        return self.size in NUMBERS and not self.type.endswith("]") \
            and (self.type.endswith("*") or not self.type.startswith(("struct", "union")))

    def value(self, machine: Machine) -> int:
        """Return the number in the variable; the address of an array or a struct."""
        if not self.is_number:
            return self.address
        is_signed = not self.type.endswith("*") and not any(
            word in UNSIGNED for word in self.type.split())
        return int.from_bytes(machine.read(self.address, self.size), "big", signed=is_signed)


def _at(local: Local, u: int) -> Variable:
    return Variable(local.name, local.type, u + local.offset & 0xFFFF, local.size)


def in_frame(machine: Machine, tracer: Tracer, number: int = 0) -> list[Variable]:
    """Return the variables of a frame of the stack, in the order of the source.

    Args: number  0 for the function that contains the PC, 1 for its caller
    """
    if number == 0:
        function = frame_in_c(machine, machine.names.where(machine.registers.pc).address, top=True)
        u = machine.registers.u
    else:
        callers = tracer.callers()
        if number > len(callers):
            return []
        function = frame_in_c(machine, callers[number - 1][2], top=False)
        # The frame ends where the function's own return address has been pulled.
        u = callers[number][1] - 4 if number < len(callers) else -1
    if function is None or u < 0:
        return []
    return [_at(local, u) for local in sorted(function.locals, key=lambda one: one.line)]


def words_of(machine: Machine) -> dict[str, Callable[[], int]]:
    """Return functions for the values of locals by `name` and `function.name`.

    The name alone is that of the function that runs; names of the program's symbols are left out.
    """
    found: dict[str, Callable[[], int]] = {}
    for function in machine.debug.functions:
        for local in function.locals:
            found[f"{function.name}.{local.name}"] = partial(_value, machine, local.name,
                                                             function.name)
            if local.name not in machine.symbols:
                found[local.name] = partial(_value, machine, local.name)
    return found


def _value(machine: Machine, name: str, function: str = "") -> int:
    """Return the value of a local variable.  Errors: VecxError if its function does not run"""
    pc = machine.registers.pc
    running = frame_in_c(machine, pc, top=True)
    if running and function in ("", running.name):
        for local in running.locals:
            if local.name == name:
                return _at(local, machine.registers.u).value(machine)
    of = function or " and ".join(one.name for one in machine.debug.functions
                                  if any(local.name == name for local in one.locals))
    raise VecxError(f"{name} is a local variable of {of}, whose code does not run at "
                    f"{machine.where(pc)}")


def lines(machine: Machine, tracer: Tracer, number: int = 0) -> list[str]:
    """Return each variable of a frame with its type and value, as text."""
    shown = []
    for variable in in_frame(machine, tracer, number):
        value = variable.value(machine)
        data = "" if variable.is_number else \
            f": {machine.read(variable.address, variable.size).hex(' ').upper()}"
        text = f"{value} ${value & (1 << 8 * variable.size) - 1:0{2 * variable.size}X}" \
            if variable.is_number and not variable.type.endswith("*") else f"${value:04X}{data}"
        shown.append(f"{variable.type} {variable.name} = {text}")
    return shown
