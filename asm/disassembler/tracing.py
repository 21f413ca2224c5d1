"""Finds the code in an image by following the program from its entries.

Branches and calls are followed directly.  To follow jumps through registers, RAM and tables, the
tracer keeps the possible values of each register at each instruction, as a set of

    an int           a constant
    (BASE, n)        an address from n on: the constant n plus an unknown index
    (ENTRY, n)       a word of the table at n

or None if unknown.  It also keeps the values stored into each cell of RAM, from anywhere.  A target
from such a set counts as code only if its bytes decode as code to an end.  Tables end at the first
word that is not such a target, at code, and at an address that something else refers to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from asm import vectrex
from asm.cpu import isa
from asm.cpu.decoding import TRANSFER_NAMES, Decoded, decode

BASE, ENTRY = "base", "entry"
Element = int | tuple[str, int]
Values = frozenset[Element] | None
State = dict[str, Values]       # a missing register is unknown

SET_MAX = 24            # elements of a set; a larger one becomes unknown
SPREAD_MAX = 6          # constants that one instruction has added to; more become (BASE, least)
Cell = int | tuple[str, int]    # an address, or ("direct", low byte) where DP is not known

PROBE_MAX = 400         # instructions followed from a target
TABLE_MAX = 256         # words of a table
LIKELY_MIN = 4          # instructions of code that nothing leads to
ROUND_MAX = 4
WORK_MAX = 50_000       # instructions tried in a round, all targets together
VISIT_MAX = 40          # of one instruction in a round
_FILLINGS = (b"\0\0", b"\xff\xff")     # they decode, but no program has them
_POINTERS = frozenset(("LDX", "LDY", "LDU"))    # other words after `#` may be mere numbers
_DIRECT = (isa.RELATIVE8, isa.RELATIVE16, isa.EXTENDED)      # modes with a fixed target
_WORD_REGISTERS = ("X", "Y", "U", "D")
_HALVES = {"A": 0, "B": 1}


class Operand(NamedTuple):
    """The place of an operand: its possible addresses, or a cell in an unknown direct page."""

    addresses: Values
    cell: Cell | None = None


class Traced(NamedTuple):
    """The result of following a program.

    code   the instructions by address, none overlapping another
    words  the words of jump tables, by address
    pages  the page in DP at an instruction, if there is only one
    lists  addresses of lists that the ROM draws: form and routine, as in vectrex.py
    """

    code: dict[int, Decoded]
    words: dict[int, int]
    pages: dict[int, int]
    lists: dict[int, tuple[str, str]]


def trace(image: bytes, origin: int, starts: Iterable[int],
          seen: Iterable[tuple[int, int]] = ()) -> Traced:
    """Follow the program.

    Args: starts  where it begins
          seen    first and last address of each stretch of code that ran in a recorded run
    """
    edges: set[int] = set()
    writes: dict[int, frozenset[str]] = {}
    code: dict[int, Decoded] = {}
    listed, ran = list(starts), sorted(seen)
    for _ in range(ROUND_MAX):
        tracer = _Tracer(image, origin, edges, writes)
        tracer.run(listed, ran)
        done = tracer.code.keys() == code.keys()
        code, edges, writes = tracer.code, tracer.edges, tracer.summaries()
        if done:
            break
    words = {place: word for place, word in tracer.words.items() if word in code}
    return Traced(code, words, tracer.pages(), tracer.lists)


class _Tracer:
    """One round of tracing; it starts with the tables and routines that the previous round
    found."""

    def __init__(self, image: bytes, origin: int, edges: set[int],
                 writes: dict[int, frozenset[str]]) -> None:
        self.image = image
        self.origin = origin
        self.known_edges = sorted(edges)
        self.writes = writes
        self.code: dict[int, Decoded] = {}
        self.edges: set[int] = set()            # addresses that something refers to
        self.called: set[int] = set()
        self.words: dict[int, int] = {}
        self.lists: dict[int, tuple[str, str]] = {}
        self._owner: dict[int, int] = {}
        self._states: dict[int, State] = {}
        self._visits: dict[int, int] = {}
        self._memory: dict[Cell, set[Element]] = {}
        self._readers: dict[Cell, set[int]] = {}
        self._lows: dict[int, set[int]] = {}    # low byte -> the cells with it
        self._plausible: dict[int, bool] = {}
        self._todo: list[int] = []
        self._tried: set[int] = set()
        self._good: set[int] = set()
        self._work = 0

    # The worklist ---------------------------------------------------------------------------------

    def run(self, starts: list[int], seen: list[tuple[int, int]]) -> None:
        """Follow all paths. Instructions that are known to have run take precedence over
        overlapping ones."""
        ran = []
        for first, last in seen:
            address = max(first, self.origin)
            while address <= min(last, self.origin + len(self.image) - 1):
                decoded = self._claim(address)
                ran += [address] if decoded is not None else []
                address += decoded.size if decoded is not None else 1
        for address in starts:
            self._reach(address, {})
        self._follow()
        for address in ran:
            if address not in self._states:     # else more is known than that it ran
                self._reach(address, {})
                self._follow()

    def _follow(self) -> None:
        """Visit the waiting instructions, and then likely code that no instruction leads to."""
        while self._todo:
            while self._todo:
                self._visit(self._todo.pop())
            for address in self._likely():
                self._reach(address, {})

    def _reach(self, address: int, state: State) -> None:
        """Merge a state into the state before an instruction; visit the instruction again if that
        state changed."""
        old = self._states.get(address)
        if old is None:
            self._states[address] = dict(state)
            self._todo.append(address)
            return
        joined = {name: join(values, state.get(name)) for name, values in old.items()}
        joined = {name: values for name, values in joined.items() if values is not None}
        if joined != old:
            self._states[address] = joined
            self._todo.append(address)

    def _claim(self, address: int) -> Decoded | None:
        """Mark an address as the start of an instruction; return None if no instruction can start
        there."""
        decoded = self.code.get(address)
        if decoded is not None:
            return decoded
        offset = address - self.origin
        if address in self._owner or not 0 <= offset < len(self.image):
            return None
        decoded = decode(self.image, offset, address)
        if decoded is None or any(address + n in self._owner for n in range(decoded.size)):
            return None
        self.code[address] = decoded
        for position in range(decoded.size):
            self._owner[address + position] = address
        return decoded

    def _visit(self, address: int) -> None:
        visits = self._visits[address] = self._visits.get(address, 0) + 1
        if visits > VISIT_MAX:
            return
        decoded = self._claim(address)
        if decoded is None:
            return
        before = self._states[address]
        effect = decoded.effect
        if decoded.target is not None and effect.then == "" and (
                decoded.op.mode != isa.IMMEDIATE16 or decoded.op.mnemonic in _POINTERS):
            self.edges.add(decoded.target)
        after = self._execute(address, decoded, before)
        mode = decoded.op.mode
        after_address = address + decoded.size
        if effect.then in (isa.BRANCH, isa.CALL, isa.JUMP):
            relative = mode in _DIRECT
            targets = {decoded.target} if relative and decoded.target is not None else \
                self._indirect(address, decoded, before)
            for target in targets:
                self._reach(target, before)
            if effect.then == isa.CALL:
                self.called |= targets
                self._note_list(targets, before)
                after = self._after_call(targets, before)
        elif decoded.op.mnemonic == "PSHS":
            for target in self._pushed_target(address, decoded, before):
                self._reach(target, {})
        elif effect.then == isa.RETURN and decoded.op.mode == isa.STACK:
            for target, state in self._pulled_targets(decoded, before):
                self._reach(target, state)
        if effect.then not in (isa.JUMP, isa.RETURN):
            self._reach(after_address, after)

    def _after_call(self, targets: set[int], before: State) -> State:
        """Return the state after a call, without the registers that the called routines write."""
        left = [vectrex.LEAVES.get(target) for target in targets]
        if len(left) == 1 and left[0] is not None and not targets & self.code.keys():
            after = {name: values for name, values in before.items()
                     if not set("AB" if name == "D" else (name,)) & left[0].lost}
            if left[0].page is not None:
                after["DP"] = frozenset((left[0].page,))
            return after
        if not targets or any(target not in self.writes for target in targets):
            return {}
        lost = frozenset().union(*(self.writes[target] for target in targets))
        return {name: values for name, values in before.items()
                if not (set("AB" if name == "D" else (name,)) & lost)}

    def _note_list(self, targets: set[int], before: State) -> None:
        """Record the list that a call to a ROM routine draws."""
        kind = vectrex.LISTS.get(min(targets, default=0))
        if kind is not None and len(targets) == 1:
            for place in before.get("X") or ():
                if isinstance(place, int) and self._inside(place):
                    self.lists.setdefault(place, kind)
                    self.edges.add(place)

    def _pulled_targets(self, decoded: Decoded, before: State) -> list[tuple[int, State]]:
        """Return the targets of PULU or PULS with PC, if the stack pointer points into a table.

        Returns: each target with the state there, in which the stack pointer has moved on
        """
        pointer = decoded.op.mnemonic[3]
        listed = decoded.operand.upper().split(",")
        before_pc = sum(isa.REGISTER_BYTES[name] for name in listed if name != "PC")
        found: list[tuple[int, State]] = []
        for place in before.get(pointer) or ():
            at = place + before_pc if isinstance(place, int) else -1
            if not (self._inside(at) and self._inside(at + 1)):
                continue
            word = int.from_bytes(self.image[at - self.origin:at - self.origin + 2], "big")
            if self._is_plausible(word):
                self.words[at] = word
                state = {name: values for name, values in before.items() if name not in listed
                         and not (name == "D" and {"A", "B"} & set(listed))}
                state[pointer] = frozenset((at + 2,))
                found.append((word, state))
        return found

    def pages(self) -> dict[int, int]:
        """Return DP at each instruction where DP has one known value."""
        found = {}
        for address in self.code:
            values = self._states.get(address, {}).get("DP")
            if values is not None and len(values) == 1:
                page = next(iter(values))
                if isinstance(page, int):
                    found[address] = page
        return found

    def summaries(self) -> dict[int, frozenset[str]]:
        """Return the registers that each routine changes, except those that the routine saves and
        restores."""
        return {routine: self._summary(routine) for routine in self.called if routine in self.code}

    def _summary(self, routine: int) -> frozenset[str]:
        first = self.code[routine]
        saved: frozenset[str] = frozenset()
        if first.op.mnemonic == "PSHS":
            saved = first.effect.reads - {"S"}
        written: set[str] = set()
        seen: set[int] = set()
        waiting = [routine]
        while waiting:
            address = waiting.pop()
            decoded = self.code.get(address)
            if address in seen:
                continue
            seen.add(address)
            if decoded is None or len(seen) > PROBE_MAX:
                return frozenset("ABXYU") | {"DP"}
            effect = decoded.effect
            written |= effect.writes
            direct = decoded.op.mode in _DIRECT
            if effect.then in (isa.CALL, isa.JUMP, isa.BRANCH):
                if not direct or decoded.target is None:
                    return frozenset("ABXYU") | {"DP"}
                waiting.append(decoded.target)
            if effect.then not in (isa.JUMP, isa.RETURN):
                waiting.append(address + decoded.size)
        return frozenset(written - saved) & (frozenset("ABXYU") | {"DP"})

    # What an instruction does ---------------------------------------------------------------------

    def _execute(self, address: int, decoded: Decoded, before: State) -> State:
        """Return the state after an instruction; record what it stores into RAM."""
        effect, name = decoded.effect, decoded.op.mnemonic
        after = dict(before)
        for register in effect.writes:
            after.pop(register, None)
            if register in _HALVES:
                after.pop("D", None)
        form = self._auto(decoded, before)
        if form is not None:
            after[form[0]] = form[1]
        if name[:2] == "ST" and len(name) == 3 and name[2] in _WORD_REGISTERS:
            self._store(self._operand(address, decoded, before), before.get(name[2]))
        elif name[:2] == "LD" and len(name) == 3 and name[2] in _WORD_REGISTERS:
            put(after, name[2], self._loaded(address, decoded, before))
        elif name in ("LDA", "LDB") and decoded.op.mode == isa.IMMEDIATE8:
            after[name[2]] = frozenset((self.image[address + decoded.size - 1 - self.origin],))
        elif name in ("CLRA", "CLRB"):
            after[name[3]] = frozenset((0,))
        elif name[:3] == "LEA":
            put(after, name[3], spread(self._operand(address, decoded, before).addresses))
        elif name == "ABX":
            put(after, "X", based(before.get("X")))
        elif name in ("TFR", "EXG"):
            self._transfer(decoded, before, after)
        elif name in ("ADDA", "ADDB", "ADCA"):      # the half of an address that an index goes to
            put(after, "D", based(before.get("D")))
        elif name == "ADDD":
            put(after, "D", self._added(decoded, before))
        return {register: values for register, values in after.items() if values is not None}

    def _auto(self, decoded: Decoded, before: State) -> tuple[str, Values] | None:
        """Return the register that `,R+` and similar modes change, and its values."""
        if decoded.op.mode != isa.INDEXED:
            return None
        found = isa.postbyte(decoded.post)
        if found is None or not ("+" in found[0].syntax or "-" in found[0].syntax):
            return None
        form, register = found
        step = form.syntax.count("+") - form.syntax.count("-")
        return register, spread(moved(before.get(register), step))

    def _added(self, decoded: Decoded, before: State) -> Values:
        """Return D after ADDD: known values plus the constant, or a table with an unknown index."""
        if decoded.op.mode != isa.IMMEDIATE16 or decoded.target is None:
            return None
        known = before.get("D")
        if known is not None and all(isinstance(value, int) for value in known):
            return moved(known, decoded.target)
        return frozenset(((BASE, decoded.target),))

    def _transfer(self, decoded: Decoded, before: State, after: State) -> None:
        source, target = TRANSFER_NAMES[decoded.post >> 4], TRANSFER_NAMES[decoded.post & 15]
        put(after, target, before.get(source))
        if decoded.op.mnemonic == "EXG":
            put(after, source, before.get(target))

    def _loaded(self, address: int, decoded: Decoded, before: State) -> Values:
        if decoded.op.mode == isa.IMMEDIATE16:
            return frozenset((decoded.target,)) if decoded.target is not None else None
        return self._words(address, self._operand(address, decoded, before))

    def _operand(self, address: int, decoded: Decoded, before: State) -> Operand:
        """Return the place of the operand in memory."""
        mode = decoded.op.mode
        if mode == isa.EXTENDED and decoded.target is not None:
            return Operand(frozenset((decoded.target,)))
        if mode == isa.DIRECT:
            low = self.image[address + decoded.size - 1 - self.origin]
            page = before.get("DP")
            if page is not None and len(page) == 1:
                value = next(iter(page))
                if isinstance(value, int):
                    return Operand(frozenset((value << 8 | low,)))
            return Operand(None, ("direct", low))
        if mode != isa.INDEXED:
            return Operand(None)
        return self._indexed(address, decoded, before)

    def _indexed(self, address: int, decoded: Decoded, before: State) -> Operand:
        found = isa.postbyte(decoded.post)
        if found is None:
            return Operand(None)
        form, register = found
        inner = form.syntax.strip("[]")
        if decoded.target is not None:
            place: Values = frozenset((decoded.target,))
        elif inner[0] in "ABD":
            place = self._offset_by_register(inner[0], before, before.get(register))
        elif inner[0] == "n":
            place = moved(before.get(register), self._number(address, decoded, form))
        else:
            step = -form.syntax.count("-")
            place = moved(before.get(register), step)
        return Operand(self._words(address, Operand(place))) if form.indirect else Operand(place)

    def _offset_by_register(self, offset: str, before: State, base: Values) -> Values:
        known = before.get(offset)
        if known is not None and len(known) == 1 and base is not None:
            value = next(iter(known))
            if isinstance(value, int):
                return moved(base, value - 256 if offset != "D" and value > 127 else value)
        if base is None and known is not None and offset == "D":
            return based(known)
        return based(base)

    def _number(self, address: int, decoded: Decoded, form: isa.PostByte) -> int:
        """Return the constant offset of an indexed operand."""
        if form.size == 0:
            return (decoded.post & 0x1F ^ 0x10) - 0x10
        end = address + decoded.size - self.origin
        return int.from_bytes(self.image[end - form.size:end], "big", signed=True)

    # Memory ---------------------------------------------------------------------------------------

    def _store(self, operand: Operand, values: Values) -> None:
        """Record the possible values of a cell of RAM."""
        cells: list[Cell] = [] if operand.cell is None else [operand.cell]
        cells += [place for place in operand.addresses or () if isinstance(place, int)]
        for cell in cells:
            if values is None or (isinstance(cell, int) and self._inside(cell)):
                continue
            held = self._memory.setdefault(cell, set())
            self._note(cell)
            if not values <= held and len(held) < 4 * SET_MAX:
                held |= values
                for other in self._alike(cell):
                    self._todo += [place for place in self._readers.get(other, ())
                                   if place in self._states]

    def _note(self, cell: Cell) -> None:
        if isinstance(cell, int):
            self._lows.setdefault(cell & 0xFF, set()).add(cell)

    def _alike(self, cell: Cell) -> list[Cell]:
        """Return a cell and the cells that may have the same address, because their low bytes are
        equal and DP is unknown."""
        if isinstance(cell, int):
            return [cell, ("direct", cell & 0xFF)]
        return [cell, *self._lows.get(cell[1], ())]

    def _words(self, address: int, operand: Operand) -> Values:
        """Return the possible words at an operand; the instruction is visited again if more are
        found later."""
        found: set[Element] = set()
        places: list[Element | Cell] = [*(operand.addresses or ())]
        if operand.cell is not None:
            places.append(operand.cell)
        if not places:
            return None
        for place in places:
            if isinstance(place, tuple) and place[0] == BASE:
                found.add((ENTRY, place[1]))
            elif isinstance(place, int) and self._inside(place) and self._inside(place + 1):
                at = place - self.origin
                found.add(int.from_bytes(self.image[at:at + 2], "big"))
            elif isinstance(place, int) or place[0] == "direct":
                self._readers.setdefault(place, set()).add(address)
                self._note(place)
                for cell in self._alike(place):
                    found |= self._memory.get(cell, set())
        return frozenset(found) or None

    def _inside(self, address: int) -> bool:
        return 0 <= address - self.origin < len(self.image)

    # Where jumps lead -----------------------------------------------------------------------------

    def _indirect(self, address: int, decoded: Decoded, before: State) -> set[int]:
        """Return the targets of a jump or call through registers, RAM or a table."""
        if decoded.op.mode == isa.REGISTER:
            return self._targets(before.get(TRANSFER_NAMES[decoded.post >> 4]))
        return self._targets(self._operand(address, decoded, before).addresses)

    def _pushed_target(self, address: int, decoded: Decoded, before: State) -> set[int]:
        """Return the targets of an RTS directly after the PSHS of one register."""
        after = address + decoded.size - self.origin
        if self.image[after:after + 1] != isa.BY_MNEMONIC["RTS"][isa.INHERENT].opcode_bytes:
            return set()
        register = {"x": "X", "y": "Y", "u": "U", "a,b": "D"}.get(decoded.operand)
        return self._targets(before.get(register)) if register else set()

    def _targets(self, values: Values) -> set[int]:
        """Return the code addresses among a set of values."""
        found: set[int] = set()
        for value in values or ():
            if isinstance(value, int):
                if self._is_plausible(value):
                    found.add(value)
            elif value[0] == ENTRY:
                found.update(self._table(value[1]))
        return found

    def _table(self, start: int) -> list[int]:
        """Return the code addresses in a table."""
        found: list[int] = []
        following = bisect_right(self.known_edges, start)
        end = next((edge for edge in self.known_edges[following:following + 2 * TABLE_MAX]
                    if (edge - start) % 2 == 0), 0x10000)
        for place in range(start, min(start + 2 * TABLE_MAX, end - 1), 2):
            at = place - self.origin
            if not 0 <= at < len(self.image) - 1 or place in self._owner:
                break
            target = int.from_bytes(self.image[at:at + 2], "big")
            if not self._is_plausible(target):
                break
            found.append(target)
        if len(found) < 2:
            return []
        self.words.update((start + 2 * index, target) for index, target in enumerate(found))
        return found

    def _likely(self) -> list[int]:
        """Find likely code that no instruction leads to: at stored constants, and after the end of
        other code.

        It must decode as code to its end, call a routine of the program or the ROM, and contain
        nothing that something refers to as data.
        """
        routines = {decoded.target for decoded in self.code.values()
                    if decoded.effect.then == isa.CALL and decoded.target is not None
                    and decoded.op.mode != isa.INDEXED}
        stored = {value for held in self._memory.values() for value in held
                  if isinstance(value, int)}
        after = {address + decoded.size for address, decoded in self.code.items()
                  if decoded.effect.then in (isa.JUMP, isa.RETURN)}
        found = []
        for address in sorted(stored | after):
            if address in self._owner or address in self._tried or not self._inside(address):
                continue
            self._good.clear()
            reached = self._read_through(address)
            if reached is None:
                self._tried.add(address)
            elif len(reached) >= LIKELY_MIN and self.edges.isdisjoint(reached - {address}) and any(
                    self._calls(place, routines, address in stored) for place in reached):
                found.append(address)
        return found

    def _calls(self, address: int, routines: set[int], anywhere: bool) -> bool:
        """Return whether an instruction calls one of the routines, or an address in the upper half
        of the ROM.

        Args: anywhere  accept any target in the image: the code may be called only from there
        """
        decoded = decode(self.image, address - self.origin, address)
        if decoded is None or decoded.effect.then != isa.CALL or decoded.target is None:
            return False
        in_rom = (decoded.op.mode == isa.EXTENDED
                  and vectrex.EXECUTIVE_FIRST <= decoded.target <= vectrex.ROM_LAST)
        inside = self._inside(decoded.target)
        return decoded.target in routines or (in_rom and not inside) or (anywhere and inside)

    def _is_plausible(self, target: int) -> bool:
        """Return whether the bytes at an address decode as code on every path."""
        if target in self.code:
            return True
        if target not in self._plausible:
            self._plausible[target] = self._probe(target)
        return self._plausible[target]

    def _probe(self, target: int) -> bool:
        reached = self._read_through(target)
        if reached is None:
            return False
        if len(reached) < PROBE_MAX:
            self._good |= reached       # every path from one of these reaches the same end
        return True

    def _read_through(self, target: int) -> set[int] | None:
        """Return the instructions that are reached from an address, or None if the bytes do not
        look like code."""
        seen: set[int] = set()
        waiting = [target]
        while waiting and len(seen) < PROBE_MAX:
            address = waiting.pop()
            if address in seen or address in self.code or address in self._good:
                continue
            self._work += 1
            if self._work > WORK_MAX:
                return None
            if seen and not self._inside(address) \
                    and vectrex.ROM_FIRST <= address <= vectrex.ROM_LAST:
                continue
            if not self._inside(address) or address in self._owner:
                return None
            decoded = decode(self.image, address - self.origin, address)
            if decoded is None or decoded.effect.then == isa.WAIT or any(
                    address + n in seen for n in range(1, decoded.size)):
                return None
            seen.add(address)
            if self.image[address - self.origin:address - self.origin + 2] in _FILLINGS:
                return None
            effect = decoded.effect
            direct = decoded.op.mode in _DIRECT
            if effect.then and direct and decoded.target is not None:
                waiting.append(decoded.target)
            if effect.then not in (isa.JUMP, isa.RETURN):
                waiting.append(address + decoded.size)
        return seen


# Sets of values --------------------------------------------------------------------------------

def join(one: Values, other: Values) -> Values:
    """Return the possible values where two paths meet."""
    if one is None or other is None:
        return None
    both = one | other
    return both if len(both) <= SET_MAX else None


def moved(values: Values, step: int) -> Values:
    """Add a number to every element."""
    if values is None or step == 0:
        return values
    return frozenset(value + step & 0xFFFF if isinstance(value, int)
                     else (value[0], value[1] + step & 0xFFFF) if value[0] == BASE else value
                     for value in values if isinstance(value, int) or value[0] == BASE) or None


def based(values: Values) -> Values:
    """Add an unknown index to every element."""
    if values is None:
        return None
    return frozenset((BASE, value) if isinstance(value, int) else value
                     for value in values if isinstance(value, int) or value[0] == BASE) or None


def spread(values: Values) -> Values:
    """Replace many constants with a base, so that tracing ends even if a loop keeps adding to a
    constant."""
    if values is None or len(values) <= SPREAD_MAX:
        return values
    least = min(value if isinstance(value, int) else value[1] for value in values)
    return frozenset(((BASE, least),))


def put(state: State, register: str, values: Values) -> None:
    """Set a register; D also sets A and B."""
    if values is None:
        state.pop(register, None)
        return
    state[register] = values
    if register == "D" and all(isinstance(value, int) for value in values):
        numbers = [value for value in values if isinstance(value, int)]
        state["A"] = frozenset(number >> 8 for number in numbers)
        state["B"] = frozenset(number & 0xFF for number in numbers)
