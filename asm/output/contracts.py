"""Contracts of routines: the contract block above a routine, and its `;@cycles` limit.

    ; name: what it does
    ;   in       registers and cells
    ;   out      registers and cells
    ;   changes  registers              keeps    registers
    ;   flags    flags that are defined afterwards, for example N Z of A, C = hit
    ;   cycles   <= 260                 vectors  <= 2        stack  bytes below the return address
    ;   leaves   changes to the registers of the VIA and the sound chip
    ;   ram      cells that may change
    ;   quirks   surprises for the caller

Any field may be missing.  `keeps`, `vectors` and `stack` may be on their own line or on that of
another field, a few blanks after its text.  A continuation line is indented further, except that of
`what it does`.  A block for several routines names them all: `; name, other: what they do`.
roms/contracts.py defines the words of `leaves` and `ram`.

Programs read `in` and `out` too; `Contract` has what they read as fields.  A register counts as an
input if `in` mentions it, `DP = $D0` is the page that a routine needs, and `R -> ...` up to the
next semicolon says what register R, U or X, points to:

    U -> y, x, text, $80            a text, here after two other bytes
    X -> mode, y, x, ... until      rows that begin with a mode or a pattern
    X -> n, scale, move, n lines    pairs y, x; n - 1 instead of n, or A = n before; scale and move
                                    may be missing
    U -> register, value, ... until pairs for the sound chip
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

REGISTERS = ("A", "B", "X", "Y", "U", "S", "DP", "CC")
REQUIRED = ("in", "out", "changes", "keeps", "cycles", "stack")

_HEAD = re.compile(r"; ([A-Za-z_]\w*(?:, [A-Za-z_]\w*)*): (.+)")
_HEAD_MORE = re.compile(r"; (\S.*)")
_FIELD = re.compile(r";   (in|out|changes|keeps|flags|cycles|vectors|stack|leaves|ram|quirks)"
                    r" +(.*)")
_SECOND = re.compile(r" +(?=(?:keeps|vectors|stack) )")
_MORE = re.compile(r";     +(\S.*)")
_FLAG = re.compile(r"\b[HNZVC]\b")
_WORD = re.compile(r"\b[A-Z]{1,2}\b")
_PAGE = re.compile(r"\bDP = \$([0-9A-F]{2})")
_LIMIT = re.compile(r"(<=|=) (\d+)")
_LIMIT_EACH = re.compile(r"(?:<=|=) (\d+)(?: \+ (\d+) each)?|<= (\d+) each")


TEXT, ROWS, LINES, PAIRS = "text", "rows", "lines", "pairs"


class Form(NamedTuple):
    """The form of a text or list that a routine reads.

    register  that points to it, X or U
    kind      TEXT; ROWS of a mode or pattern, y, x; LINES y, x with a count; PAIRS register, value
    skip      bytes before the first element
    more      lines, with the move, minus the count
    by_a      the count is in A, not in the first byte
    """

    register: str
    kind: str
    skip: int
    more: int = 0
    by_a: bool = False


@dataclass(frozen=True)
class Contract:
    """One block.

    takes, returns   the text of `in` and `out`
    cycles, vectors  the text of the limit; empty if there is none
    stack            bytes, or None if the block has no number
    fields           names of the fields in the source

    >>> block = Contract("wait", "game.asm", 3, "wait", takes="B = turns, C = pause; DP = $D0",
    ...                  returns="X at the end", cycles="<= 8 + 5 each")
    >>> sorted(block.inputs), block.limit("cycles"), block.cycles_max(each=4)
    (['B', 'DP'], 8, 28)
    >>> sorted(block.outputs), sorted(block.input_flags), f"${block.page:02X}"
    (['X'], ['C'], '$D0')
    """

    name: str
    file: str
    line: int
    purpose: str
    takes: str = ""
    returns: str = ""
    changes: frozenset[str] = frozenset()
    keeps: frozenset[str] = frozenset()
    cycles: str = ""
    vectors: str = ""
    stack: int | None = None
    leaves: str = ""
    ram: str = ""
    quirks: str = ""
    flags: str = ""
    fields: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def inputs(self) -> frozenset[str]:
        """The registers that `in` names; D is given as A and B."""
        return _mentioned(self.takes)

    @property
    def outputs(self) -> frozenset[str]:
        """The registers that `out` names; D is given as A and B."""
        return _mentioned(self.returns)

    @property
    def input_flags(self) -> frozenset[str]:
        """The flags H N Z V C that `in` names."""
        return frozenset(_FLAG.findall(self.takes))

    @property
    def page(self) -> int | None:
        """The value of DP that the routine needs, or None."""
        match = _PAGE.search(self.takes)
        return int(match[1], 16) if match else None

    @property
    def form(self) -> Form | None:
        """The form of the text or list that the routine reads, or None.

        >>> Contract("Draw", "a.asm", 1, "", takes="A = n, X -> move, n lines; DP = $D0").form
        Form(register='X', kind='lines', skip=0, more=1, by_a=True)
        """
        for item in self.takes.split(";"):
            before, _, after = item.partition(" -> ")
            *others, register = before.strip().split(", ")
            if register in ("U", "X") and after:
                form = _form(register, after.split(", "), others)
                if form is not None:
                    return form
        return None

    @property
    def defined_flags(self) -> frozenset[str]:
        """The flags H N Z V C whose values `flags` or `out` states.

        >>> sorted(Contract("hit", "a.asm", 1, "hit?", returns="C = hit", flags="Z of B")
        ...        .defined_flags)
        ['C', 'Z']
        """
        return frozenset(_FLAG.findall(f"{self.flags} {self.returns}"))

    def limit(self, what: str) -> int | None:
        """Return the number in the limit of `cycles` or `vectors`; None if the limit contains no
        number."""
        match = _LIMIT.match(self.cycles if what == "cycles" else self.vectors)
        return int(match[2]) if match else None

    def cycles_max(self, each: int | None = None) -> int | None:
        """Return the limit for a list of `each` elements; None if the limit is not given as a
        number."""
        match = _LIMIT_EACH.fullmatch(self.cycles)
        if not match:
            return None
        base, slope = int(match[1] or 0), int(match[2] or match[3] or 0)
        if slope and each is None:
            return None
        return base + slope * (each or 0)


def find(lines: Iterable[tuple[str, int, str]]) -> list[Contract]:
    """Return the contract blocks in lines of source, in their order.

    Args: lines  file, number and text of each line

    >>> lines = ["; wait: wait a while", ";   cycles   <= 40        stack  2", "wait    nop"]
    >>> block = find(("game.asm", number, line) for number, line in enumerate(lines, 1))[0]
    >>> block.name, block.cycles, block.stack
    ('wait', '<= 40', 2)
    """
    found: list[Contract] = []
    head: tuple[str, int, str, str] | None = None
    fields: dict[str, str] = {}
    last = ""
    for file, number, text in lines:
        match = _FIELD.fullmatch(text) if head is not None and text[:4] == ";   " else None
        if match is not None:
            last = _take(fields, match[1], match[2])
            continue
        if last and (more := _MORE.fullmatch(text)):
            fields[last] += f"{' ' if fields[last].endswith(',') else '; '}{more[1].strip()}"
            continue
        started = _HEAD.fullmatch(text) if text[:2] == "; " else None
        if started is None and head is not None and not fields and (
                more := _HEAD_MORE.fullmatch(text)):
            head = (*head[:2], f"{head[2]} {more[1]}", file)
            continue
        found += _contracts(head, fields)
        head = (started[1], number, started[2], file) if started else None
        fields, last = {}, ""
    return found + _contracts(head, fields)


def _take(fields: dict[str, str], name: str, text: str) -> str:
    """Store a field and any others on the same line; return the name of the last field."""
    parts = _SECOND.split(text.strip()) if name in ("changes", "cycles", "vectors") else [text]
    fields[name] = parts[0].strip()
    for part in parts[1:]:
        name, _, value = part.partition(" ")
        fields[name] = value.strip()
    return name


def _mentioned(text: str) -> frozenset[str]:
    words = set(_WORD.findall(text))
    return frozenset((words | ({"A", "B"} if "D" in words else set())) & set(REGISTERS))


def _form(register: str, parts: list[str], others: list[str]) -> Form | None:
    """Return the form of a list.

    Args: parts   what the register points to, in order
          others  the inputs before it
    """
    ended = next((at for at, part in enumerate(parts) if part.startswith("... until")), 0)
    if "text" in parts and parts[parts.index("text") + 1:][:1] == ["$80"]:
        return Form(register, TEXT, parts.index("text"))
    if parts[max(0, ended - 3):ended] in (["mode", "y", "x"], ["pattern", "y", "x"]):
        return Form(register, ROWS, ended - 3)
    if parts[:ended] == ["register", "value"]:
        return Form(register, PAIRS, 0)
    if "n lines" not in parts:
        return None
    counts = {"n": 0, "n - 1": 1}
    by_a = parts[0] not in counts
    count = next((other[4:] for other in others if other.startswith("A = ")), "") if by_a \
        else parts[0]
    if count not in counts:
        return None
    return Form(register, LINES, 0 if by_a else 1 + ("scale" in parts),
                counts[count] + ("move" in parts), by_a)


def _registers(text: str) -> frozenset[str]:
    return frozenset() if text == "none" else frozenset(text.split())


def _contracts(head: tuple[str, int, str, str] | None, fields: dict[str, str]) -> list[Contract]:
    """Return the contracts of a block, one for each routine that it names."""
    if head is None or not fields:
        return []
    names, line, purpose, file = head
    stack = fields.get("stack", "")
    return [Contract(name, file, line, purpose, fields.get("in", ""), fields.get("out", ""),
                     _registers(fields.get("changes", "")), _registers(fields.get("keeps", "")),
                     fields.get("cycles", ""), fields.get("vectors", ""),
                     int(stack) if stack.isdecimal() else None, fields.get("leaves", ""),
                     fields.get("ram", ""), fields.get("quirks", ""),
                     fields.get("flags", ""), frozenset(fields))
            for name in names.split(", ")]


class Limit(NamedTuple):
    """The limit in a `;@cycles` comment before a routine; the limit includes the return.

    exactly     the routine must take exactly this number of cycles, not at most
    computed    the assembler has compared the worst case; otherwise a test has to call the
                routine and ask `holds`
    file, line  the position of the comment

    >>> Limit("wait", cycles=40, exactly=False, computed=True, file="game.asm", line=1).routine
    'wait'
    """

    routine: str
    cycles: int
    exactly: bool
    computed: bool
    file: str
    line: int

    def holds(self, cycles: int) -> bool:
        """Return whether this number of cycles is within the limit.

        >>> Limit("wait", 40, False, True, "game.asm", 1).holds(39)
        True
        >>> Limit("wait", 40, True, True, "game.asm", 1).holds(39)
        False
        """
        return cycles == self.cycles if self.exactly else cycles <= self.cycles
