"""The tree of calls: which routine ran when, and which routine called it.

The profiler, the budget, `vecx trace --calls` and the debugger take their answers from this tree,
so that they agree.
"""

from dataclasses import dataclass, field

import numpy as np

from asm.cpu import isa
from asm.output.debuginfo import Where
from asm.vectrex import CARTRIDGE_END

from ...chips import bus, log
from ...chips.state_record import zeros
from ...compiling.jit import JIT
from ...machine import Machine
from ...strict.program import LIBRARY
from .banks import Banks, places_of
from .instructions import Tracer
from .tally import DEPTH_MAX, NO_NODE, PATHS_MAX, TALLY, UNNAMED, tally

SOFTWARE_INTERRUPTS = ("SWI", "SWI2", "SWI3")


@dataclass
class Node:
    """A routine at one place in the tree: its number of calls, and its cycles including all
    routines below it."""

    name: str
    calls: int = 0
    cycles: int = 0
    below: dict[str, "Node"] = field(default_factory=dict)

    @property
    def own(self) -> int:
        """Cycles of the routine without those of the routines that it called."""
        return self.cycles - sum(node.cycles for node in self.below.values())


class CallTree:
    """The tree of routines that ran, each below its caller, from the rows of a machine's log.

    It begins at the machine's present state; routines called earlier are in it with 0 calls and the
    cycles from now on.  A call is an instruction that pushes a return address (JSR, BSR, LBSR), an
    interrupt, or a jump from a called routine into another one, which returns to the caller's
    caller.  A jump of code that nothing has called replaces the running routine.  A routine has
    returned when S is back at its value before the call.

    Routines are the address ranges of the symbol files.  Where no symbol names a routine, each
    called address counts as a routine, and the address is its name.

    A place is an address, of code in bank 1 of a cartridge with two $10000 higher.

    >>> m = Machine("connect4", preset="ideal")
    >>> tracer = Tracer(m)
    >>> tree = CallTree(tracer)
    >>> for _ in range(20):
    ...     tree.add(tracer.frame())
    >>> root = tree.end()
    >>> root.cycles > 100_000 and "cycles" in tree_text(root, 20)
    True
    >>> recal = tree.number(m.address("Wait_Recal"))
    >>> tree.name(recal), tree.begin(recal) == m.address("Wait_Recal")
    ('Wait_Recal', True)
    >>> nodes = tree.at(tree.paths()[:, 0])[0]          # the nodes that ran, in order
    >>> {tree.of[node] for node in nodes.tolist()} <= set(tree.of), tree.parents[0]
    (True, 0)
    >>> bool(tree.inside(recal).any()), bool(tree.outermost()[0])
    (True, True)
    >>> int(tree.by_place("own").sum()) > 100_000, tree.where(0xF000) == m.where(0xF000)
    (True, True)
    >>> tree.places(np.array([0x100]), np.array([0])).tolist()      # one bank: the address
    [256]
    >>> int(tree.with_calls(np.ones(len(tree.of), int))[0]) == len(tree.of)
    True
    >>> tree.is_library(m.symbols["board_draw"])    # the whole program has source lines
    False
    """

    def __init__(self, tracer: Tracer) -> None:
        self._tracer, self._machine = tracer, tracer.machine
        self._tallies = zeros(TALLY)
        self.tally = self._tallies.view(np.recarray)[0]
        self._passed = self._tallies if JIT else [self.tally]
        tally_ = self.tally
        tally_.nodes, tally_.ramp_end, tally_.dot_at = 1, -99, NO_NODE
        tally_.rom = int(bus.ROM) if self._machine.cartridge else LIBRARY
        self._names: list[str] = ["program"]
        self._begins: list[int] = [self._machine.registers.pc]
        self._number: dict[tuple[str, int, int], int] = {}
        self._known = np.zeros(0x10000, bool)
        self._banks = Banks(self._machine) if self._machine.memory.banks > 1 else None
        self._bank = int(self._machine.chips.state.bank) if self._banks else -1
        self._switches = [(0, self._bank)]      # cycle and bank of each change
        self._hidden = {name: np.zeros(CARTRIDGE_END, array.dtype)
                        for name, array in self._by_address().items()}
        self._paths: list[np.ndarray] = []
        self._unlisted, self._line = unlisted(self._machine), -1
        self._open()

    def _open(self) -> None:
        """Begin with the routines whose return addresses are on the machine's stack."""
        t, callers = self.tally, self._tracer.callers()[:DEPTH_MAX - 1]
        if callers:
            t.now = self._new_node(self._entered(callers[-1][2]))
        for begin, stack, _ in reversed(callers):
            t.stack_s[t.depth], t.stack_node[t.depth] = stack, t.now
            t.depth += 1
            t.now = self._new_node(self._entered(begin))

    def _entered(self, place: int) -> int:
        return self.number(place & 0xFFFF, place >> 16) or UNNAMED + (place & 0xFFFF)

    def _new_node(self, routine: int) -> int:
        """Add the first node below the current node; return the number of the new node."""
        t = self.tally
        at = int(t.nodes)
        t.nodes = at + 1
        t.parent[at], t.of[at], t.child[t.now] = t.now, routine, at
        return at

    def _by_address(self) -> dict[str, np.ndarray]:
        """Return the arrays that are indexed by address; their first halves belong to the visible
        bank."""
        return {"known": self._known, **{name: np.asarray(getattr(self.tally, name)) for name in (
            "routine", "entry", "call", "own", "line")}}

    def _switch(self, bank: int, cycle: int) -> None:
        """Exchange the first halves of the arrays indexed by address, because the visible bank
        changes."""
        if bank != self._bank:
            for name, array in self._by_address().items():
                shown = array[:CARTRIDGE_END].copy()
                array[:CARTRIDGE_END], self._hidden[name] = self._hidden[name], shown
            self._bank = bank
            self._switches.append((cycle, bank))

    def by_place(self, name: str) -> np.ndarray:
        """Return the tally's array of this name, with one element for each place."""
        array = self._by_address()[name]
        if name == "line" and self._unlisted is not None:
            return self._by_line(len(array))
        if self._bank < 0:
            return array
        halves = array[:CARTRIDGE_END], self._hidden[name]
        return np.concatenate([halves[self._bank], array[CARTRIDGE_END:], halves[1 - self._bank]])

    def _by_line(self, count: int) -> np.ndarray:
        """Return the cycles by line, with those of library code at the line that called it."""
        paths, found = self.paths(), np.zeros(count, np.int64)
        rows = np.flatnonzero(paths[:, 2] >= 0)
        np.add.at(found, paths[rows, 2], np.diff(paths[:, 0], append=self.tally.cycle)[rows])
        return found

    def places(self, addresses: np.ndarray, cycles: np.ndarray) -> np.ndarray:
        """Return the places of instructions, given the address and the cycle of each."""
        begins, banks = np.array(self._switches).T
        return places_of(addresses,
                         banks[np.searchsorted(begins, cycles, side="right") - 1])

    def where(self, place: int) -> Where:
        """Return the position of a place in the source."""
        return self._machine.where(place & 0xFFFF, -1 if self._bank < 0 else place >> 16)

    def add(self, events: np.ndarray) -> None:
        """Process rows of the log, which must follow the previous ones."""
        if self._banks is None:
            self._add(events)
            return
        banks = self._banks.of(events)
        for part in np.split(np.arange(len(events)), np.flatnonzero(np.diff(banks)) + 1):
            if len(part):
                self._switch(int(banks[part[0]]), int(events["cycle"][part[0]]))
                self._add(events[part[0]:part[-1] + 1])

    def _add(self, events: np.ndarray) -> None:
        t = self.tally
        heads = events["pc"][events["kind"] == log.EXEC]
        for pc in np.unique(heads[~self._known[heads]]).tolist():
            self._known[pc] = True
            found = self._tracer.decoded(pc, self._bank)[1]
            t.call[pc] = found is not None and (found.effect.then == isa.CALL
                                                or found.op.mnemonic in SOFTWARE_INTERRUPTS)
            t.routine[pc] = self.number(pc)
        for begin in range(0, len(events), PATHS_MAX):
            tally(events[begin:begin + PATHS_MAX], self._passed)
            if t.path_rows:
                rows = t.path[:t.path_rows].copy()
                if self._bank > 0:
                    rows[(rows[:, 2] >= 0) & (rows[:, 2] < CARTRIDGE_END), 2] |= 1 << 16
                if self._unlisted is not None:
                    self._charge_callers(rows, self._unlisted)
                self._paths.append(rows)

    def _charge_callers(self, rows: np.ndarray, of_library: np.ndarray) -> None:
        """Replace places in a library by the place of the line that ran before it."""
        known = ~of_library[np.maximum(rows[:, 2], 0)]
        last = np.maximum.accumulate(np.where(known, np.arange(len(rows)), -1))
        places = np.where(last >= 0, rows[np.maximum(last, 0), 2], self._line)
        rows[:, 2] = np.where(places >= 0, places, rows[:, 2])
        self._line = int(places[-1])

    def is_library(self, place: int) -> bool:
        """Return whether a place of the cartridge has no source line, unlike the rest of it."""
        return self._unlisted is not None and bool(self._unlisted[place])

    def number(self, pc: int, bank: int = -1) -> int:
        """Return the number of the routine that contains an address, or 0 if no symbol names it.

        Args: bank  of the address; -1: the one of the last rows
        """
        where = self._machine.where(pc, self._bank if bank < 0 else bank)
        if not where.routine:
            return 0
        begin = pc - where.offset
        key = where.routine, begin, where.bank
        if key not in self._number:
            self._number[key] = len(self._names)
            self._names.append(where.routine)
            self._begins.append(begin | max(0, where.bank) << 16)
            entry = self.tally.entry if where.bank in (-1, self._bank) else self._hidden["entry"]
            entry[begin] = 1
        return self._number[key]

    # --- results ---------------------------------------------------------------------------------

    @property
    def of(self) -> list[int]:
        """The number of each node's routine, indexed by node."""
        numbers: list[int] = self.tally.of[:self.tally.nodes].tolist()
        return numbers

    def name(self, number: int) -> str:
        """Return the name of a routine, given its number; the address of the routine if it has no
        name."""
        if number < UNNAMED:
            return self._names[number]
        address = number - UNNAMED
        return self._tracer.names.get(address) or f"${address:04X}"

    def begin(self, number: int) -> int:
        """Return the first place of a routine."""
        return self._begins[number] if number < UNNAMED else number - UNNAMED

    @property
    def parents(self) -> list[int]:
        """The number of each node's parent, which is smaller than the node's own; node 0 has 0."""
        parents: list[int] = self.tally.parent[:self.tally.nodes].tolist()
        return parents

    def paths(self) -> np.ndarray:
        """Return int64[n, 3]: the cycle from which a node ran, the node, and the place of the
        program's line."""
        if len(self._paths) != 1:
            self._paths = [np.concatenate(self._paths) if self._paths
                           else np.zeros((0, 3), np.int64)]
        return self._paths[0]

    def at(self, cycles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return two arrays int64[n]: the node that ran in each of the cycles, and the place of the
        program's line."""
        paths = self.paths()
        if not len(paths):
            return np.zeros(len(cycles), np.int64), np.full(len(cycles), -1)
        row = np.searchsorted(paths[:, 0], cycles, side="right") - 1
        return paths[row, 1], np.where(row >= 0, paths[row, 2], -1)

    def with_calls(self, own: np.ndarray) -> np.ndarray:
        """Return the figures of nodes, including those of all nodes below; nodes are on the last
        axis."""
        whole = own.copy()
        parents = self.parents
        for node in range(own.shape[-1] - 1, 0, -1):
            whole[..., parents[node]] += whole[..., node]
        return whole

    def inside(self, routine: int) -> np.ndarray:
        """Return bool[n]: whether each node, or a node above it, belongs to a routine."""
        found = np.array(self.of) == routine
        for node, parent in enumerate(self.parents):
            found[node] |= found[parent]
        return found

    def outermost(self) -> np.ndarray:
        """Return bool[n]: for each node, whether no node above it belongs to the same routine."""
        of, above = self.of, list[frozenset[int]]()
        for node, parent in enumerate(self.parents):
            above.append(above[parent] | {of[parent]} if node else frozenset())
        return np.array([of[node] not in above[node] for node in range(len(of))])

    def end(self) -> Node:
        """Return the tree as it is now."""
        cycles = self.with_calls(self.tally.cycles[:self.tally.nodes]).tolist()
        nodes = [Node(self.name(number), int(self.tally.calls[at]), cycles[at])
                 for at, number in enumerate(self.of)]
        for at, parent in enumerate(self.parents[1:], 1):
            node = nodes[at]
            nodes[at] = same = nodes[parent].below.setdefault(node.name, node)
            if same is not node:        # code without names at several addresses
                same.calls, same.cycles = same.calls + node.calls, same.cycles + node.cycles
        return nodes[0]


def unlisted(machine: Machine) -> np.ndarray | None:
    """Return bool[65536]: the addresses of the cartridge without a source line, which are code of
    a library.

    Returns: None if no line is known, or the cartridge has two banks
    """
    image = machine.cartridge.image if machine.cartridge else b""
    if not machine.debug.source_map or machine.memory.banks > 1:
        return None
    found = np.zeros(0x10000, bool)
    found[:min(len(image), CARTRIDGE_END)] = True
    for row in machine.debug.source_map:
        found[row.address:row.address + row.size] = False
    return found if found.any() else None


def tree_text(root: Node, frames: int) -> str:
    """Return a call tree as text, most expensive first: cycles, own cycles, calls and name."""
    lines = [f"{root.cycles:,} cycles in {frames} frame{'s' * (frames != 1)}",
             f"{'cycles':>12}{'own':>12}{'calls':>8}  routine"]

    def add(node: Node, depth: int) -> None:
        lines.append(f"{node.cycles:>12,}{node.own:>12,}{node.calls:>8,}  "
                     f"{'  ' * depth}{node.name}")
        for below in sorted(node.below.values(), key=lambda n: -n.cycles):
            add(below, depth + 1)

    add(root, 0)
    return "\n".join(lines) + "\n"
