"""The source lines of a program that can run, and the outcomes of its conditional branches.

A line of a macro counts once, however many times the macro is called.  The line of the call has run
if any line of the macro has run.  An outcome, or way, of a branch is (line, target line); if the
target is in another file or on the same line, it is (line, -1) if taken and (line, -2) if not.
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
    """Source lines and outcomes of branches, by file: all that can run, or only those that ran.

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
        """Add all lines and outcomes of another object."""
        for file, lines in other.lines.items():
            self.lines[file] |= lines
        for file, ways in other.ways.items():
            self.ways[file] |= ways

    def plain(self) -> dict[str, tuple[list[int], list[Way]]]:
        """Return sorted lists of lines and outcomes by file, for JSON."""
        return {file: (sorted(self.lines[file]), sorted(self.ways[file]))
                for file in sorted({*self.lines, *self.ways})}

    @classmethod
    def of_plain(cls, plain: dict[str, tuple[list[int], list[Way]]]) -> "Sources":
        """Return an object with data that `plain` returned."""
        sources = cls()
        for file, (lines, ways) in plain.items():
            sources.lines[file] |= set(lines)
            sources.ways[file] |= {(begin, end) for begin, end in ways}
        return sources


@dataclass(frozen=True)
class Branch:
    """A conditional branch: its condition (the low half of its opcode) and its two outcomes."""

    condition: int
    taken: tuple[str, Way]
    passed: tuple[str, Way]


@dataclass(frozen=True)
class Listing:
    """The lines and branches of one program.

    lines     (file, line) by the address of each instruction, its own line first, then macro calls
    branches  conditional branches, by address

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
        """Return all lines, and both outcomes of each branch."""
        return self.ran(self.lines, self.branches, self.branches)

    def ran(self, begun: Iterable[int], taken: Iterable[int], passed: Iterable[int]) -> Sources:
        """Return the lines and outcomes for addresses that ran, branches that were taken, and
        branches that were not taken."""
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
    """Return the listing of a program.

    Args: image   of the program; origin  its first address

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
    """Return the line of a branch's target; if the target is in another macro, return the line that
    calls this macro.

    Returns: `other` if the line is unknown, in another file, or the branch's own
    """
    found = None if address is None else debug.row_at(address & 0xFFFF)
    if found is None:
        return other
    chains = [[(one.file, one.line), *one.calls][::-1] for one in (row, found)]
    file, line = next((end for begin, end in zip(*chains, strict=False) if begin != end),
                      chains[1][-1])
    return line if file == row.file and line != row.line else other


def code_rows(debug: DebugInfo) -> list[Row]:
    code: set[int] = set()
    for first, size, _ in debug.pages:
        code.update(range(first, first + size))
    return [row for row in debug.source_map if row.address in code]


def instructions(row: Row, image: bytes, origin: int) -> list[tuple[int, Decoded]]:
    """Return the instructions of a row of the source map, with their addresses."""
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
    """Return the condition of a conditional branch (the low half of its opcode), else None."""
    condition = found.op.code & 15
    is_branch = found.op.mode.startswith("relative") and found.op.code >> 4 == 2
    return condition if is_branch and condition not in (ALWAYS, NEVER) else None
