"""Computes the worst case of a routine: the maximum number of cycles from its entry to its return.

The routine is followed as a graph of instructions.  A loop is understood if a counter ends it:
`ldb #n` before it, `decb` and `bne` (or `leax -1,x` and `bne`) at its end, and no other change of
the counter.  A subroutine of the program counts with its own worst case.  Everything else that has
no bound in the source (other loops, recursion, calls out of the program or through a pointer,
waiting for interrupts) raises `Unbounded` with the reason.

The figure is an upper bound: every branch goes the longer way, and the head of a loop costs all its
iterations.
"""

from __future__ import annotations

from collections.abc import Iterable

from asm.assembler.encode import Fixed, Instruction
from asm.assembler.image import Chunk, Placed
from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode

STEPS_MAX = 20_000
LOOP_UNKNOWN = "the number of iterations of this loop is not known"
CALL_DEPTH_MAX = 100        # more than the stack of a Vectrex can hold

_COUNTED = {"DECA": "A", "DECB": "B"}
_COUNTERS = frozenset("ABXYU")


class Unbounded(Exception):
    """Raised if the worst case cannot be computed.

    item    the instruction that prevents the computation
    target  the address that it calls, if that is not in the program
    """

    def __init__(self, reason: str, item: Placed | None = None, target: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.item = item
        self.target = target


def instructions(chunks: Iterable[Chunk]) -> dict[int, tuple[Decoded, Placed]]:
    """Return the instructions of a program by address, without data."""
    found: dict[int, tuple[Decoded, Placed]] = {}
    for address, data, item in chunks:
        if not isinstance(item.statement, (Fixed, Instruction)):
            continue
        offset = 0
        while offset < len(data):
            decoded = decode(data, offset, address + offset)
            if decoded is None:
                break
            found[address + offset] = decoded, item
            offset += decoded.size
    return found


def written(decoded: Decoded) -> frozenset[str]:
    """Return the registers among A B X Y U that an instruction may change.

    A call may change all of them.  A transfer counts for both of its registers.
    """
    effect = decoded.effect
    if effect.then in (isa.CALL, isa.WAIT):
        return _COUNTERS
    moved = effect.reads if decoded.op.mode == isa.REGISTER else frozenset()
    return (effect.writes | moved) & _COUNTERS


class WorstCases:
    """The worst cases of the routines of one program; each is computed once."""

    def __init__(self, code: dict[int, tuple[Decoded, Placed]]) -> None:
        """Args: code  the result of `instructions`"""
        self.code = code
        self.done: dict[int, int] = {}
        self.open: set[int] = set()
        self.steps = 0

    def of(self, entry: int) -> int:
        """Return the maximum number of cycles from an entry up to and including the return.

        Errors: Unbounded
        """
        self.open.clear()
        self.steps = 0
        return self.cost(entry)

    def cost(self, entry: int, caller: Placed | None = None) -> int:
        """Return the worst case of a routine; `caller` is the instruction that calls it, if any."""
        if entry not in self.code:
            raise Unbounded(f"${entry:04X} is not an instruction of this program", caller,
                            entry)
        if len(self.open) >= CALL_DEPTH_MAX:
            raise Unbounded(f"calls are nested more than {CALL_DEPTH_MAX} deep", caller)
        if entry in self.open:
            raise Unbounded(f"the routine at ${entry:04X} is entered again before it returns",
                            caller)
        if entry not in self.done:
            self.open.add(entry)
            self.done[entry] = _Graph(self, entry).longest(entry)
            self.open.discard(entry)
        return self.done[entry]


class _Graph:
    """The instructions that one routine reaches."""

    def __init__(self, routines: WorstCases, entry: int) -> None:
        self.routines = routines
        self.code = routines.code
        self.weight: dict[int, int] = {}
        self.next: dict[int, list[int]] = {}
        self.extra: dict[int, int] = {}
        waiting = [entry]
        while waiting:
            address = waiting.pop()
            if address not in self.next:
                self.weight[address], self.next[address] = self._step(address)
                waiting += self.next[address]
        self._take_out_loops()

    def _step(self, address: int) -> tuple[int, list[int]]:
        """Return the cycles of an instruction, including a called subroutine, and the next
        addresses."""
        routines = self.routines
        routines.steps += 1
        if routines.steps > STEPS_MAX:
            raise Unbounded(f"there are more than {STEPS_MAX} instructions to follow")
        if address not in self.code:
            raise Unbounded(f"${address:04X} is not an instruction of this program")
        decoded, item = self.code[address]
        name, cycles, after = decoded.op.mnemonic, decoded.cycles_most, address + decoded.size
        then, target = decoded.effect.then, decoded.target
        if not then:
            return cycles, [after]
        if then == isa.RETURN:
            return cycles, []
        if then == isa.WAIT:
            raise Unbounded(f"{name} waits for an interrupt, or calls an interrupt routine", item)
        if target is None or "[" in decoded.operand:
            raise Unbounded(f"the target of this {name} is not known", item)
        if then == isa.CALL:
            return cycles + routines.cost(target, item), [after]
        if then == isa.BRANCH:
            return cycles, [after, target]
        if target <= address:
            return cycles + routines.cost(target, item), []
        return cycles, [target]

    def _take_out_loops(self) -> None:
        """Remove the backward branch of each counted loop, inner loops first, and add the cost of
        the other iterations to the loop's first instruction."""
        back = [(address - target, target, address) for address, targets in self.next.items()
                for target in targets if target <= address and self._reaches(target, address)]
        for _, head, end in sorted(back):
            turns = self._turns(head, end)
            self.next[end] = [address for address in self.next[end] if address != head]
            body = self.longest(head, end)
            self.extra[head] = self.extra.get(head, 0) + (turns - 1) * body

    def _reaches(self, start: int, goal: int) -> bool:
        seen, waiting = set(), [start]
        while waiting:
            address = waiting.pop()
            if address == goal:
                return True
            if address not in seen:
                seen.add(address)
                waiting += self.next[address]
        return False

    def _turns(self, head: int, end: int) -> int:
        """Return the number of iterations of the loop from `head` to the branch at `end`."""
        branch, item = self.code[end]
        body = sorted(address for address in self.next if head <= address <= end)
        unknown = Unbounded(LOOP_UNKNOWN, item)
        before = body[-2] if len(body) > 1 else end
        count, _ = self.code[before]
        counter = _COUNTED.get(count.op.mnemonic, "")
        if count.op.mnemonic in ("LEAX", "LEAY") and count.operand == f"-1,{count.op.mnemonic[3]}" \
                .lower():
            counter = count.op.mnemonic[3]
        if branch.op.mnemonic not in ("BNE", "LBNE") or not counter or before + count.size != end:
            raise unknown
        inside = set(body)
        for address, targets in self.next.items():
            if address not in inside and any(head < target <= end for target in targets):
                raise unknown
            if address in inside and address != end and head in targets:
                raise unknown
            if address in inside and any(target == end for target in targets) and address != before:
                raise unknown
        if any(counter in written(self.code[address][0]) for address in body
               if address not in (before, end)):
            raise unknown
        return self._count_before(head, end, counter, unknown)

    def _count_before(self, head: int, end: int, counter: str, unknown: Unbounded) -> int:
        """Return the number loaded into the counter on the only path into a loop."""
        address = head
        while True:
            entries = [source for source, targets in self.next.items()
                       if address in targets and not head <= source <= end]
            if len(entries) != 1 or entries[0] >= address:
                raise unknown
            address = entries[0]
            decoded = self.code[address][0]
            if decoded.op.mnemonic in (f"LD{counter}", f"CLR{counter}"):
                break
            if counter in written(decoded):
                raise unknown
        wraps = 0x10000 if counter in "XY" else 0x100
        if decoded.op.mnemonic[:3] == "CLR":
            return wraps
        if not decoded.operand.startswith("#"):
            raise unknown
        if decoded.target is not None:
            return decoded.target or wraps
        return int(decoded.operand[2:], 16) or wraps

    def longest(self, start: int, goal: int | None = None) -> int:
        """Return the cycles of the longest path to a return, or up to and including `goal`."""
        best: dict[int, int] = {}
        entered: set[int] = set()
        waiting = [start]
        while waiting:
            address = waiting[-1]
            after = [] if address == goal else self.next[address]
            missing = [target for target in after if target not in best]
            if address in best:
                waiting.pop()
            elif missing and address not in entered:
                entered.add(address)
                waiting += missing
            elif missing:
                raise Unbounded(LOOP_UNKNOWN, self.code[address][1])
            else:
                ways = [best[target] for target in after]
                if goal is not None and address != goal:
                    ways = [way for way in ways if way >= 0]
                ends = not after and (goal is None or address == goal)
                rest = 0 if ends else max(ways, default=-1)
                here = self.weight[address] + self.extra.get(address, 0)
                best[address] = -1 if rest < 0 else here + rest
                waiting.pop()
        return max(best[start], 0)
