"""The variables that an editor shows: registers, the program's variables, the machine, its chips,
and calls of the ROM."""

from collections.abc import Iterator
from typing import Any

from ....chips import bus
from ....console.variables import Variable, global_variable
from ....errors import VecxError
from ...expressions import place_of, words_of
from ...locals import function_name, in_frame
from ...session import Session
from .. import values
from .parts import PARTS, Parts

REGISTERS = ("a", "b", "x", "y", "u", "s", "pc", "dp", "cc")
VIA = ("orb", "ora", "ddrb", "ddra", "t1", "t2", "sr", "acr", "pcr", "ifr", "ier")
WIDE = ("x", "y", "u", "s", "pc", "t1", "t2")
LOCALS = 1 << 27        # flag of a reference to the local variables of a frame of the stack
ARRAY = 1 << 28         # flag of a reference to an array, which contains address and size
SIZE_BITS = 11
SCOPES = ("Registers", "Program", "Machine", "VIA", "Sound chip", "ROM calls of the last frame")
SLOW_SCOPES = SCOPES[5:]    # computed by running the frame again
FLAGS = "EFHINZVC"          # of CC, from bit 7 to bit 0
VOICES = "ABC"
ENVELOPE = 0x10             # bit of a volume
BYTES_SHOWN = 16
Shown = dict[str, Any]


def of_scope(number: int, session: Session, parts: Parts) -> list[Shown]:
    """Return the variables of a scope, SCOPES[number - 1], or the parts of a variable.

    Errors: VecxError for any other number
    """
    if number & PARTS:
        return parts.rows(number, session.machine)
    if number & ARRAY:
        return _elements(session, number)
    if number & LOCALS:
        return list(_locals(session, number & LOCALS - 1, parts))
    if not 1 <= number <= len(SCOPES):
        raise VecxError(f"unknown variablesReference {number}; request the scopes first")
    if SCOPES[number - 1] == "Program":
        return list(_program(session, parts))
    find = {"Registers": _registers, "Machine": _machine, "VIA": _via, "Sound chip": _sound}
    return list(find.get(SCOPES[number - 1], _rom_calls)(session))


def _shown(name: str, value: int, digits: int = 2) -> Shown:
    return {"name": name, "value": f"${value:0{digits}X} {value}", "variablesReference": 0,
            "evaluateName": name}


def _registers(session: Session) -> Iterator[Shown]:
    registers = session.machine.registers
    for name in REGISTERS:
        row = _shown(name, getattr(registers, name), 4 if name in WIDE else 2)
        if name == "cc":
            row["value"] = f"${registers.cc:02X} {flags(registers.cc)}"
        yield row


def flags(cc: int) -> str:
    """Return the flags that are set, and a dot for each of the others.

    >>> flags(0x81)
    'E......C'
    """
    return "".join(name if cc & 0x80 >> at else "." for at, name in enumerate(FLAGS))


def _via(session: Session) -> Iterator[Shown]:
    words = words_of(session.machine)
    for name in VIA:
        yield _shown(name, words[name](), 4 if name in WIDE else 2)


def _row(name: str, value: str) -> Shown:
    return {"name": name, "value": value, "variablesReference": 0}


def _sound(session: Session) -> Iterator[Shown]:
    """Yield the registers of the sound chip with their meanings."""
    chip = [int(value) for value in session.machine.chips.state.psg]
    for at, voice in enumerate(VOICES):
        yield _row(f"tone {voice}", f"period {chip[2 * at] + 256 * chip[2 * at + 1]}")
    yield _row("noise", f"period {chip[6]}")
    for name, bit in (("tone", 0), ("noise", 3)):
        on = [voice for at, voice in enumerate(VOICES) if not chip[7] >> bit + at & 1]
        yield _row(f"{name} is on", " ".join(on) or "no voice")
    for at, voice in enumerate(VOICES):
        level = chip[8 + at]
        yield _row(f"volume {voice}", "envelope" if level & ENVELOPE else f"{level & 15} of 15")
    yield _row("envelope", f"period {chip[11] + 256 * chip[12]}, shape {chip[13]}")
    for at, value in enumerate(chip):
        yield _row(f"R{at}", f"${value:02X} {value}")


def _rom_calls(session: Session) -> Iterator[Shown]:
    """Yield the routines of the ROM that the program called in the last frame, the most expensive
    first.  Routines that the ROM itself called count for the caller."""
    frames = session.timeline.frames
    rom = {routine.name for routine in session.machine.bios_debug.routines}
    found: dict[str, list[int]] = {}
    waiting = [session.strokes.calls(frames[-1])] if frames else []
    while waiting:
        node = waiting.pop()
        if node.name in rom:
            row = found.setdefault(node.name, [0, 0])
            row[0], row[1] = row[0] + node.calls, row[1] + node.cycles
        else:
            waiting += node.below.values()
    for name, (calls, cycles) in sorted(found.items(), key=lambda item: -item[1][1]):
        yield _row(name, f"{cycles:,} cycles, " + ("called before the frame" if not calls else
                                                   f"{calls} call{'s' * (calls != 1)}"))


def _machine(session: Session) -> Iterator[Shown]:
    words = words_of(session.machine)
    for name in ("frame", "cycle"):
        yield {"name": name, "value": f"{session.inspector.evaluate(name)}",
               "variablesReference": 0, "evaluateName": name}
    for name, value in words.items():
        if name not in VIA and not name.startswith("cc_"):
            yield {"name": name, "value": f"{value()}", "variablesReference": 0,
                   "evaluateName": name}


def _program(session: Session, parts: Parts) -> Iterator[Shown]:
    """Yield the variables in RAM: a byte, a word, or the first bytes of longer data; those of C
    with their parts."""
    machine = session.machine
    for name, symbol in sorted(machine.debug.symbols.items(), key=lambda item: item[1].value):
        if symbol.kind != "label" or not bus.RAM <= symbol.value < bus.RAM + bus.RAM_BYTES:
            continue
        data = machine.read(symbol.value, max(1, min(symbol.size, BYTES_SHOWN)))
        row = _shown(name, int.from_bytes(data, "big"), 2 * len(data)) if len(data) <= 2 else \
            {"name": name, "value": data.hex(" ").upper() + (" ..." if symbol.size > BYTES_SHOWN
                                                             else ""),
             "variablesReference": 0, "evaluateName": f"#{name}"}
        if len(data) > 2:
            row["variablesReference"] = ARRAY | symbol.value << SIZE_BITS | symbol.size
            row["indexedVariables"] = symbol.size
        if len(data) <= 2:
            row["evaluateName"] = f"[#{name}]"
        if name.startswith("_") and name[1:] in machine.debug.types:
            continue                        # the assembler's name of a variable of C
        row["memoryReference"] = f"0x{symbol.value:04X}"
        if variable := global_variable(name, machine.debug):
            row = _typed(variable._replace(name=f"#{name}"), name, session, parts)
        yield row


def _locals(session: Session, frame: int, parts: Parts) -> Iterator[Shown]:
    """Yield the local variables of a frame, with their types and parts."""
    tracer = session.inspector.tracer
    function = function_name(session.machine, tracer, frame)
    for variable in in_frame(session.machine, tracer, frame):
        whole = variable._replace(name=f"{function}.{variable.name}")
        yield _typed(whole, variable.name, session, parts)


def _typed(variable: Variable, name: str, session: Session, parts: Parts) -> Shown:
    """Return a variable of C with its parts, or its bytes if they are unknown."""
    row = parts.row(variable, name, session.machine)
    if not row["variablesReference"] and not variable.is_number:
        row["variablesReference"] = ARRAY | variable.address << SIZE_BITS | variable.size
        row["indexedVariables"] = variable.size
    return row


def _elements(session: Session, number: int) -> list[Shown]:
    """Return the bytes of an array, also as signed values."""
    address, size = number >> SIZE_BITS & 0xFFFF, number & (1 << SIZE_BITS) - 1
    rows = []
    for index, value in enumerate(session.machine.read(address, size)):
        row = _shown(f"[{index}]", value) | {"evaluateName": f"[${address + index:04X}]",
                                             "memoryReference": f"0x{address + index:04X}"}
        row["value"] += f" {value - 256}" if value > 127 else ""
        rows.append(row)
    return rows


def cell_of(number: int, name: str, session: Session, parts: Parts) -> tuple[int, int]:
    """Return the address and size of an array element, a part of a variable, or a named place.

    Errors: UsageError, VecxError if it is not in memory
    """
    if number & PARTS:
        part = parts.find(number, name, session.machine)
        return part.address, part.size
    if number & ARRAY:
        at = _index(number, name)
        return (number >> SIZE_BITS & 0xFFFF) + at, 1
    if number & LOCALS:
        variable = _local(number, name, session)
        return variable.address, variable.size
    if number and SCOPES[number - 1:number] != ("Program",):
        raise VecxError(f"{name} is not in memory: only the program's variables can be watched")
    symbol = session.machine.names.symbol(name)
    return place_of(name, session.machine), symbol.size if symbol and symbol.size else 1


def _local(number: int, name: str, session: Session) -> Variable:
    """Return a local variable of a frame.  Errors: VecxError"""
    for variable in in_frame(session.machine, session.inspector.tracer, number & LOCALS - 1):
        if variable.name == name:
            return variable
    raise VecxError(f"this function has no local variable {name}")


def _index(number: int, name: str) -> int:
    """Return the index of an array's element from its name.  Errors: VecxError."""
    text, size = name.strip("[]"), number & (1 << SIZE_BITS) - 1
    if not text.isascii() or not text.isdigit() or len(text) > SIZE_BITS or int(text) >= size:
        raise VecxError(f"the array has no element {name}: use [0] to [{size - 1}]")
    return int(text)


def set_variable(number: int, name: str, text: str, session: Session, parts: Parts) -> bool:
    """Set a variable of a scope, or a part of one; return True if this discards a recorded future.

    Errors: UsageError, VecxError if it cannot be set, or the value does not fit
    """
    value = session.inspector.evaluate(text)
    if number & ARRAY:
        return _set(name, *cell_of(number, name, session, parts), value, session)
    if number & (LOCALS | PARTS):
        variable = parts.find(number, name, session.machine) if number & PARTS \
            else _local(number, name, session)
        return _set_typed(variable, value, session)
    if number == 1 and name in REGISTERS:
        return session.set_register(name, value)
    if number != 2:
        raise VecxError(f"{name} cannot be set: only registers and the program's variables can")
    if typed := global_variable(name, session.machine.debug):
        return _set_typed(typed, value, session)
    return _set(name, *cell_of(number, name, session, parts), value, session)


def _set_typed(variable: Variable, value: int, session: Session) -> bool:
    """Set a variable of C.  Errors: VecxError"""
    if not variable.is_number:
        raise VecxError(f"{variable.name} has {variable.size} bytes: set its parts instead")
    return session.set_memory(variable.address, variable.encoded(value))


def set_expression(name: str, text: str, session: Session, parts: Parts, frame: int) -> bool:
    """Set the register or memory that an expression shows; return True if this discards a recorded
    future.

    Args:   name   a register, a variable, [ADDRESS], {ADDRESS}, WHERE as KIND
            frame  of the stack, whose locals the name can be
    Errors: UsageError, VecxError for anything else, or a value that does not fit
    """
    value, name = session.inspector.evaluate(text), name.strip()
    if variable := values.variable_of(name, session, frame):
        return _set_typed(variable, value, session)
    if name.lower() in (*REGISTERS, "d"):
        return session.set_register(name.lower(), value)
    cell = values.cell_of(name, session, frame)
    return _set(name, *cell, value, session) if cell \
        else set_variable(2, name.lstrip("#"), text, session, parts)


def _set(name: str, address: int, size: int, value: int, session: Session) -> bool:
    if size > 2:
        raise VecxError(f"{name} has {size} bytes; write its memory instead")
    least, most = -1 << 8 * size - 1, (1 << 8 * size) - 1
    if not least <= value <= most:
        raise VecxError(f"{name} must be {least} to {most}")
    return session.set_memory(address, (value & most).to_bytes(size, "big"))
