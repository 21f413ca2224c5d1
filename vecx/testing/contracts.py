"""Check contract blocks of routines by calling them from many states.

States come from a run: the machine is saved at arrivals at the routine; before a call from there,
registers that the block does not name as input are made random.  Tests can also set up states.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from asm.output.contracts import Contract

from ..chips.account import ACCOUNT
from ..console.calls import Call
from ..console.snapshot import Kept
from ..errors import VecxError
from ..machine import Machine

REGISTERS = ("a", "b", "x", "y", "u", "dp")
ALL = {name.upper() for name in REGISTERS} | {"S", "CC"}
UNCHECKED = {"S", "CC"}         # the call checks S; no routine keeps the flags
CALL_CYCLES_MAX = 300_000
STATES = 10                     # of each routine


class Broken(AssertionError):
    """Raised when a routine violates its contract block."""


def check_blocks(contracts: Iterable[Contract]) -> None:
    """Check that each block lists each register as changed or kept, not both, and states its stack.

    Errors: Broken

    >>> from asm.output.contracts import find
    >>> check_blocks(find([("a.asm", 1, "; wait: wait"), ("a.asm", 2, ";   changes  A"),
    ...                    ("a.asm", 3, "wait rts")]))
    Traceback (most recent call last):
    ...
    vecx.testing.contracts.Broken: a.asm:1: wait: `changes` and `keeps` omit B, CC, DP, S, U, X, Y
    """
    for contract in contracts:
        at = f"{contract.file}:{contract.line}: {contract.name}"
        if left := ALL - contract.changes - contract.keeps:
            raise Broken(f"{at}: `changes` and `keeps` omit {', '.join(sorted(left))}")
        if both := contract.changes & contract.keeps:
            raise Broken(f"{at}: `changes` and `keeps` both list {', '.join(sorted(both))}")
        if contract.fields and "stack" not in contract.fields:      # which symbol files leave out
            raise Broken(f"{at}: the block has no field `stack`")


def random_registers(draw: random.Random, page: int) -> dict[str, int]:
    """Return random values for all registers except S, DP and CC.  CC masks interrupts, and DP is
    `page`.

    >>> sorted(random_registers(random.Random(1), 0xD0))
    ['a', 'b', 'cc', 'dp', 'u', 'x', 'y']
    """
    given = {register: draw.randrange(1 << (16 if register in "xyu" else 8))
             for register in REGISTERS if register != "dp"}
    return given | {"dp": page, "cc": 0x50}


def draws(machine: Machine) -> int:
    """Return the number of strokes drawn so far in the current frame."""
    return int(machine.chips.state.account[ACCOUNT.index("draws")])


def check_call(machine: Machine, contract: Contract, given: dict[str, int],
               pushed: bytes = b"") -> int:
    """Call a routine and check the results against its block; return the bytes of stack it used.

    Args:   given   registers, by name
            pushed  bytes on the stack above the return address, top first
    Errors: Broken names the line of the block and the result that violates it

    >>> from vecx.machine import Machine
    >>> m = Machine("connect4", preset="ideal")
    >>> _ = m.run_frames(400)
    >>> given = random_registers(random.Random(1), 0xD0) | {"a": 5}
    >>> check_call(m, m.debug.contracts["cell_split"], given)
    0
    """
    before = draws(machine)
    result = machine.call(contract.name, CALL_CYCLES_MAX, pushed, **given)
    check_left(contract, given, result, draws(machine) - before)
    return result.stack


def check_left(contract: Contract, given: dict[str, int], result: Call, strokes: int = 0,
               each: int | None = None) -> None:
    """Check the results of a call against a block: registers, cycles, strokes and stack.

    Args:   given    registers of the call, by name
            strokes  number of strokes drawn
            each     number of elements of its list, if its cycles depend on that
    Errors: Broken names the line of the block and the result that violates it
    """
    after, at = result.registers._asdict(), f"{contract.file}:{contract.line}: {contract.name}"
    for register in sorted(contract.keeps - UNCHECKED):
        name = register.lower()
        if name in given and after[name] != given[name]:
            raise Broken(f"{at} must keep {register}, but changed it from ${given[name]:02X} to "
                         f"${after[name]:02X}; called with {shown(given)}")
    cycles = contract.limit("cycles") if each is None else contract.cycles_max(each)
    for what, found, limit, exact in (
            ("cycles", result.cycles, cycles, contract.cycles.startswith("=")),
            ("vectors", strokes, contract.limit("vectors"), False),
            ("bytes of stack", result.stack, contract.stack, False)):
        if limit is not None and (found > limit or (exact and found != limit)):
            raise Broken(f"{at} says {limit:,} {what}{'' if exact else ' at most'}; the call took "
                         f"{found:,}, with {shown(given)}")


def shown(given: dict[str, int]) -> str:
    """Return registers as text for a message."""
    return " ".join(f"{name.upper()}=${value:02X}" for name, value in given.items())


def sampled(machine: Machine, contracts: Sequence[Contract], play: Callable[[Machine], object],
            states: int = STATES) -> dict[str, list[Kept]]:
    """Play a machine, and save its state at up to `states` randomly chosen calls to each routine.

    Returns: the states, by routine

    >>> from vecx.machine import Machine
    >>> m = Machine("connect4", preset="ideal")
    >>> _ = m.run_frames(300)
    >>> blocks = [m.debug.contracts["frame_wait"]]
    >>> found = sampled(m, blocks, lambda m: m.run_frames(20), states=3)
    >>> len(found["frame_wait"])
    3
    """
    found: dict[str, list[Kept]] = {contract.name: [] for contract in contracts}
    seen = dict.fromkeys(found, 0)
    chance = random.Random(0)

    def arrive(name: str) -> None:
        seen[name] += 1
        at = chance.randrange(seen[name])
        if len(found[name]) < states:
            found[name].append(machine.keep())
        elif at < states:
            found[name][at] = machine.keep()

    handles = [machine.on_pc(name, partial(lambda name, _: arrive(name), name)) for name in found]
    try:
        play(machine)
    finally:
        for handle in handles:
            handle.remove()
    return found


def check_from(machine: Machine, contract: Contract, states: Sequence[Kept]) -> int:
    """Call a routine once from each given state, and check every call against its block.

    Registers that the block's `in` does not name are random; DP is that of the state.
    Returns: the largest number of bytes of stack it used
    Errors:  Broken; VecxError if there are no states

    >>> from vecx.machine import Machine
    >>> m = Machine("connect4", preset="ideal")
    >>> _ = m.run_frames(300)
    >>> wait = m.debug.contracts["frame_wait"]
    >>> states = sampled(m, [wait], lambda m: m.run_frames(20))["frame_wait"]
    >>> check_from(m, wait, states) <= wait.stack
    True
    """
    if not states:
        raise VecxError(f"{contract.name} was never reached while states were collected: extend "
                        "the fixture `play`, or list the routine in `leave_out`")
    return max(check_call(machine, contract, given)
               for given in _given_from(machine, contract, states))


def _given_from(machine: Machine, contract: Contract,
                states: Sequence[Kept]) -> Iterator[dict[str, int]]:
    """Restore each state; yield the registers for the call, with S above the return address."""
    draw = random.Random(contract.name)
    for state in states:
        machine.restore(state)
        now = machine.registers._asdict()
        given = random_registers(draw, now["dp"])
        given |= {name.lower(): now[name.lower()] for name in contract.inputs & set("ABXYU")}
        given["s"] = now["s"] + 2
        yield given
