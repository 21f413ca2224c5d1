"""The contract blocks in the ROM's sources: what each routine takes, returns, changes, costs.

    ; Name: what it does
    ;   in       registers and cells
    ;   out      registers and cells
    ;   changes  registers              keeps  registers
    ;   cycles   limit                  stack  bytes below the return address
    ;   leaves   what differs in the registers of the VIA and the sound chip
    ;   ram      cells that may differ
    ;   quirks   what a caller may trip over

`leaves` and `ram` are complete: what they do not name is as it was. Their words: NAME = $value, a
register of the caller, or kept, several joined by `or`; NAME free for one that holds whatever was
written last; T1L and T2L are the timers' latches. Cells by name, by address, `first to last`;
`at X` and `at U`: what is written through the pointer; `the seed`: three bytes at Vec_Seed_Ptr.

tests/roms/test_contracts.py runs the routines and holds them to it; roms/manual.py makes
docs/exec-rom.md of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
REGISTERS = ("A", "B", "X", "Y", "U", "S", "DP", "CC")
FIELDS = ("in", "out", "changes", "cycles", "leaves", "ram", "quirks")
HEAD = re.compile(r"; ([A-Za-z_0-9]+): (.+)")
FIELD = re.compile(r";   (in|out|changes|cycles|leaves|ram|quirks) +(.*)")
MORE = re.compile(r";            (\S.*)")


@dataclass(frozen=True)
class Contract:
    """One block; changes and keeps together name every register once."""

    name: str
    file: str
    purpose: str
    takes: str
    returns: str
    changes: frozenset[str]
    keeps: frozenset[str]
    cycles: str
    stack: int
    leaves: str
    ram: str
    quirks: str

    @property
    def inputs(self) -> frozenset[str]:
        """The registers that `in` names; D is A and B."""
        words = set(re.findall(r"\b[A-Z]{1,2}\b", self.takes))
        return frozenset((words | ({"A", "B"} if "D" in words else set())) & set(REGISTERS))

    def cycles_max(self, each: int | None = None) -> int | None:
        """Return the limit for a list of so many elements; None where it is not a number."""
        match = re.fullmatch(r"(?:<=|=) (\d+)(?: \+ (\d+) each)?|<= (\d+) each", self.cycles)
        if not match:
            return None
        base, slope = int(match[1] or 0), int(match[2] or match[3] or 0)
        if slope and each is None:
            return None
        return base + slope * (each or 0)


def _pair(text: str, word: str) -> tuple[str, str]:
    """Split `... word ...` in two."""
    left, _, right = text.partition(f" {word} ")
    return left.strip(), right.strip()


def _registers(text: str) -> frozenset[str]:
    return frozenset() if text == "none" else frozenset(text.split())


def _contract(name: str, file: str, purpose: str, fields: dict[str, str]) -> Contract:
    changes, keeps = _pair(fields["changes"], "keeps")
    cycles, stack = _pair(fields["cycles"], "stack")
    return Contract(name, file, purpose, fields["in"], fields["out"], _registers(changes),
                    _registers(keeps), cycles, int(stack), fields.get("leaves", ""),
                    fields.get("ram", ""), fields.get("quirks", ""))


def read_file(path: Path) -> list[Contract]:
    """Return the contracts of a source, in its order.

    Errors: KeyError or ValueError for a block that lacks a field or has none of its form
    """
    found: list[Contract] = []
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        head = HEAD.fullmatch(line)
        if not head or number + 1 == len(lines) or not FIELD.fullmatch(lines[number + 1]):
            continue
        fields: dict[str, str] = {}
        last = ""
        for text in lines[number + 1:]:
            if match := FIELD.fullmatch(text):
                last = match[1]
                fields[last] = match[2].strip()
            elif match := MORE.fullmatch(text):
                joint = "" if last in ("leaves", "ram") else ";"
                fields[last] += f"{joint} {match[1].strip()}"
            else:
                break
        found.append(_contract(head[1], path.name, head[2], fields))
    return found


def read_all() -> list[Contract]:
    """Return the contracts of all sources, in the order exec.asm includes them."""
    order = re.findall(r'include "([a-z]+\.asm)"', (HERE / "exec.asm").read_text())
    return [contract for name in order for contract in read_file(HERE / name)]
