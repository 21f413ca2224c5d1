"""Local variables and parameters of functions in C, in the frames of the stack."""

from collections.abc import Callable
from functools import partial

from asm.output.debuginfo import Function, Local

from ..console.variables import Variable, text_of
from ..errors import VecxError
from ..machine import Machine
from ..measure.trace.instructions import Tracer, frame_in_c

PUSH_U = b"\x34\x40"     # with which functions of CMOC begin
RETURN_BYTES, FRAME_BYTES = 2, 4        # a return address; with the caller's U


def value_of(variable: Variable, machine: Machine) -> int:
    """Return the number in a variable; the address of an array or a struct."""
    return variable.decoded(machine.read(variable.address, variable.size)) \
        if variable.is_number else variable.address


def _at(local: Local, base: int) -> Variable:
    return Variable(local.name, local.type, base + local.offset & 0xFFFF, local.size)


def in_frame(machine: Machine, tracer: Tracer, number: int = 0) -> list[Variable]:
    """Return the variables of a frame of the stack, in the order of the source.

    Args: number  0 for the function that contains the PC, 1 for its caller
    """
    function, base = _frame(machine, tracer, number)
    if function is None:
        return []
    return [_at(local, base) for local in sorted(function.locals, key=lambda one: one.line)]


def _frame(machine: Machine, tracer: Tracer, number: int) -> tuple[Function | None, int]:
    """Return the function of a frame, and the address that its offsets refer to; None if it is
    unknown."""
    if number == 0:
        place = machine.names.where(machine.registers.pc).address
        if function := frame_in_c(machine, place, top=True):
            return function, machine.registers.u
        if (function := frame_in_c(machine, place, top=False)) \
                and machine.read(function.address, len(PUSH_U)) == PUSH_U:
            parameters = tuple(one for one in function.locals if one.offset > 0)
            pushed = place & 0xFFFF != function.address
            return function._replace(locals=parameters), \
                machine.registers.s - RETURN_BYTES * (not pushed) & 0xFFFF
    callers = tracer.callers()
    if number > len(callers):
        return None, 0
    if number:
        place = callers[number - 1][2]
    address = place & 0xFFFF
    function = machine.names.of(address, place >> 16).function_at(address)
    # The frame ends where the function's own return address has been pulled.
    if function is None or number == len(callers) or (number == 0 and function.frame < 0):
        return None, 0
    end = callers[number][1]
    if function.frame < 0:
        return function, end - FRAME_BYTES
    base = end - RETURN_BYTES - function.frame
    if number == 0 and machine.registers.s > base:      # in the prologue, or after the epilogue
        function = function._replace(locals=tuple(
            one for one in function.locals if one.offset >= function.frame + RETURN_BYTES))
    return function, base


def function_name(machine: Machine, tracer: Tracer, number: int = 0) -> str:
    """Return the name of the function in C of a frame of the stack; empty if it has none."""
    function, _ = _frame(machine, tracer, number)
    return function.name if function else ""


def variables_of(machine: Machine, tracer: Tracer,
                 frame: int = 0) -> dict[str, Callable[[], Variable]]:
    """Return functions that find the locals of a frame by `name` and `function.name`.

    The name alone is that of the frame's function; names of the program's symbols are left out.
    """
    found: dict[str, Callable[[], Variable]] = {}
    for function in machine.debug.functions:
        for local in function.locals:
            found[f"{function.name}.{local.name}"] = partial(_find, machine, tracer, frame,
                                                             local.name, function.name)
            if local.name not in machine.symbols:
                found[local.name] = partial(_find, machine, tracer, frame, local.name)
    return found


def _find(machine: Machine, tracer: Tracer, frame: int, name: str,
          function: str = "") -> Variable:
    """Return a local variable.  Errors: VecxError if its function does not run"""
    running, base = _frame(machine, tracer, frame)
    if running and function in ("", running.name):
        for local in running.locals:
            if local.name == name:
                return _at(local, base)
    pc = tracer.callers()[frame - 1][2] & 0xFFFF if 0 < frame <= len(tracer.callers()) \
        else machine.registers.pc
    of = function or " and ".join(one.name for one in machine.debug.functions
                                  if any(local.name == name for local in one.locals))
    at = machine.debug.function_at(pc)
    if at and frame == 0 and any(local.name == name for local in at.locals):
        raise VecxError(f"{name} has no value at {machine.where(pc)}: the frame of {at.name} is "
                        "not complete there; run to the function's next line")
    raise VecxError(f"{name} is a local variable of {of}, whose code does not run at "
                    f"{machine.where(pc)}")


def lines(machine: Machine, tracer: Tracer, number: int = 0) -> list[str]:
    """Return each variable of a frame with its type and value, as text."""
    shown = []
    for variable in in_frame(machine, tracer, number):
        text = text_of(variable, machine.debug, machine.read)
        if not variable.is_number:
            text = f"${variable.address:04X}: {text}"
        elif not variable.type.endswith("*"):
            text += f" ${machine.read(variable.address, variable.size).hex().upper()}"
        shown.append(f"{variable.type} {variable.name} = {text}")
    return shown
