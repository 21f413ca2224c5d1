"""Variables of C as a tree: members of structs, elements of arrays, and what pointers point to."""

from typing import Any

from ....console.variables import Variable, parts_of, text_of
from ....errors import VecxError
from ....machine import Machine

PARTS = 1 << 29             # flag of a reference to a variable that has parts
VARIABLES_MAX = 1 << 16     # known at a time


class Parts:
    """Gives numbers to the variables that an editor can unfold.

    Each variable's name is the expression that finds it; rows have shorter names: `y`, `[1]`, `*`.
    """

    def __init__(self) -> None:
        self._numbers: dict[Variable, int] = {}
        self._variables: list[Variable] = []

    def row(self, variable: Variable, name: str, machine: Machine) -> dict[str, Any]:
        """Return a variable as an editor shows it."""
        row = {"name": name, "type": variable.type, "evaluateName": variable.name,
               "value": text_of(variable, machine.debug, machine.read), "variablesReference": 0,
               "memoryReference": f"0x{variable.address:04X}"}
        if parts := _parts(variable, machine):
            row["variablesReference"] = self._number(variable)
            if variable.type.endswith("]"):
                row["indexedVariables"] = len(parts)
        return row

    def rows(self, number: int, machine: Machine) -> list[dict[str, Any]]:
        """Return the parts of a variable.  Errors: VecxError for an unknown number"""
        return [self.row(part, name, machine)
                for name, part in _parts(self._variable(number), machine)]

    def find(self, number: int, name: str, machine: Machine) -> Variable:
        """Return the part of a variable that has this name.  Errors: VecxError"""
        whole = self._variable(number)
        found = dict(_parts(whole, machine))
        if name not in found:
            raise VecxError(f"{whole.name} has no part {name}")
        return found[name]

    def _variable(self, number: int) -> Variable:
        index = number & ~PARTS
        if index >= len(self._variables):
            raise VecxError(f"unknown variablesReference {number}; request the scopes first")
        return self._variables[index]

    def _number(self, variable: Variable) -> int:
        if variable not in self._numbers:
            if len(self._variables) >= VARIABLES_MAX:
                self._numbers.clear()
                self._variables.clear()
            self._numbers[variable] = PARTS | len(self._variables)
            self._variables.append(variable)
        return self._numbers[variable]


def _parts(variable: Variable, machine: Machine) -> list[tuple[str, Variable]]:
    pointer = variable.decoded(machine.read(variable.address, variable.size)) \
        if variable.type.endswith("*") else 0
    return parts_of(variable, pointer, machine.debug)
