"""What of a program's source can run: its lines, and the ways that its conditional branches go.

A line of a macro is one line however often the macro is called; the line of the call counts as
run where anything of what it makes has run.  A way of a branch is (line, line that it leads to);
where that is in another file, or the same line, it is (line, -1) if taken and (line, -2) if not.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from asm.cpu.decoding import Decoded, decode
from asm.output.debuginfo import DebugInfo, Row

TAKEN, PASSED = -1, -2
ALWAYS, NEVER = 0, 1        # BRA and BRN, which decide nothing
OPCODE_BYTES_MAX = 5
Way = tuple[int, int]


@dataclass
class Sources:
    """Lines and ways by file: what there is, or what has run.

    >>> sources = Sources()
    >>> sources.lines["game.asm"].add(3)
    >>> more = Sources()
    >>> more.ways["game.asm"].add((3, 9))
    >>> sources.add(more)
    >>> sources.plain() == {"game.asm": ([3], [(3, 9)])}
    True
    """

    lines: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    ways: defaultdict[str, set[Way]] = field(default_factory=lambda: defaultdict(set))

    def add(self, other: "Sources") -> None:
        """Take in what another one has."""
        for file, lines in other.lines.items():
            self.lines[file] |= lines
        for file, ways in other.ways.items():
            self.ways[file] |= ways

    def plain(self) -> dict[str, tuple[list[int], list[Way]]]:
        """Return lists of lines and ways by file, sorted."""
        return {file: (sorted(self.lines[file]), sorted(self.ways[file]))
                for file in sorted({*self.lines, *self.ways})}

    @classmethod
    def of_plain(cls, plain: dict[str, tuple[list[int], list[Way]]]) -> "Sources":
        """Return what `plain` gave, or what JSON made of that."""
        sources = cls()
        for file, (lines, ways) in plain.items():
            sources.lines[file] |= set(lines)
            sources.ways[file] |= {(begin, end) for begin, end in ways}
        return sources


@dataclass(frozen=True)
class Branch:
    """A conditional branch: its condition as the low half of its code, and both its ways."""

    condition: int
    taken: tuple[str, Way]
    passed: tuple[str, Way]


@dataclass(frozen=True)
class Listing:
    """What can run of one program.

    lines     (file, line) by the address of each instruction, that of its line first
    branches  conditional ones, by their address

    >>> from asm import assemble
    >>> from asm.output.debugging import debug_info
    >>> program = assemble("main lda #1\\n beq main\\n rts\\n", name="game.asm")
    >>> found = listing(debug_info(program), program.image)
    >>> found.lines[2], found.branches[2].taken, found.branches[2].passed
    ((('game.asm', 2),), ('game.asm', (2, 1)), ('game.asm', (2, 3)))
    >>> found.sources().plain()
    {'game.asm': ([1, 2, 3], [(2, 1), (2, 3)])}
    """

    lines: dict[int, tuple[tuple[str, int], ...]]
    branches: dict[int, Branch]

    def sources(self) -> Sources:
        """Return all that can run."""
        return self.ran(self.lines, self.branches, self.branches)

    def ran(self, begun: Iterable[int], taken: Iterable[int], passed: Iterable[int]) -> Sources:
        """Return what has run, where instructions at some addresses have begun."""
        sources = Sources()
        for address in begun:
            for file, line in self.lines.get(address, ()):
                sources.lines[file].add(line)
        for addresses, way in ((taken, "taken"), (passed, "passed")):
            for address in addresses:
                if address in self.branches:
                    file, ends = getattr(self.branches[address], way)
                    sources.ways[file].add(ends)
        return sources


def listing(debug: DebugInfo, image: bytes, origin: int = 0) -> Listing:
    """Return what can run of a program.

    Args: image   of the program; origin  the address that it begins at

    >>> m = Machine("connect4")
    >>> found = listing(m.debug, m.cartridge.image)
    >>> len(found.lines) > 1000, len(found.branches) > 100
    (True, True)
    """
    lines: dict[int, tuple[tuple[str, int], ...]] = {}
    branches: dict[int, Branch] = {}
    for row in code_rows(debug):
        for address, found in instructions(row, image, origin):
            lines[address] = ((row.file, row.line), *dict.fromkeys(row.calls))
            condition = condition_of(found)
            if condition is None:
                continue
            ends = (found.target, address + found.size)
            taken, passed = (_line(debug, row, end, other)
                             for end, other in zip(ends, (TAKEN, PASSED), strict=True))
            if taken == passed:
                taken, passed = TAKEN, PASSED
            branches[address] = Branch(condition, (row.file, (row.line, taken)),
                                       (row.file, (row.line, passed)))
    return Listing(lines, branches)


def _line(debug: DebugInfo, row: Row, address: int | None, other: int) -> int:
    """Return the line of an address, as seen from a branch's, or another number where it says
    nothing.  Into a macro that the branch is not in itself, it is the line that calls that.
    """
    found = None if address is None else debug.row_at(address & 0xFFFF)
    if found is None:
        return other
    chains = [[(one.file, one.line), *one.calls][::-1] for one in (row, found)]
    file, line = next((end for begin, end in zip(*chains, strict=False) if begin != end),
                      chains[1][-1])
    return line if file == row.file and line != row.line else other


def code_rows(debug: DebugInfo) -> list[Row]:
    """Return the rows of the source map that are instructions."""
    code: set[int] = set()
    for first, size, _ in debug.pages:
        code.update(range(first, first + size))
    return [row for row in debug.source_map if row.address in code]


def instructions(row: Row, image: bytes, origin: int) -> list[tuple[int, Decoded]]:
    """Return the instructions that a row's bytes are, with their addresses."""
    found = []
    at = row.address
    while at < row.address + row.size:
        data = image[at - origin:at - origin + OPCODE_BYTES_MAX]
        one = decode(data, 0, at)
        if one is None:
            break
        found.append((at, one))
        at += one.size
    return found


def condition_of(found: Decoded) -> int | None:
    """Return the condition of a conditional branch, the low half of its code; None of others."""
    condition = found.op.code & 15
    is_branch = found.op.mode.startswith("relative") and found.op.code >> 4 == 2
    return condition if is_branch and condition not in (ALWAYS, NEVER) else None
