"""Runs many machines with the same cartridge for a number of frames."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from typing import Any

from ..errors import UsageError, check_int
from ..machine import Machine
from ..play.script import Script, Step
from .shares import Cancelled, check_sendable, run_shares

FRAMES_AT_ONCE = 64         # frames run between two looks at `cancel`
SHARES_PER_WORKER = 4       # so that workers finish at about the same time
Inputs = Callable[[Machine, int], object] | Sequence[Sequence[Step] | None]


def run_many(machines: Sequence[Machine], frames: int, inputs: Inputs | None = None,
             executor: Executor | None = None, *,
             then: Callable[[Machine], Any] | None = None,
             progress: Callable[[int, int], object] | None = None,
             cancel: threading.Event | None = None) -> list[Any]:
    """Run machines with the same cartridge for a number of frames, several machines at a time.

    Afterwards each machine has the state it would have if it had run alone, whatever the executor
    is.  Executors other than threads run copies: each machine is sent as its snapshot, and
    continues from the one that comes back.

    Args:   frames    for each machine
            inputs    a function, called as `inputs(machine, index)` before each frame; or for each
                      machine None, or steps as `vecx.play.script` reads them
            executor  None: threads, one per core; or any `concurrent.futures` executor
            then      called with each machine at the end, where it ran
            progress  called with the number of shares that are done, and of all
            cancel    set it to end early
    Returns: the results of `then` in the order of the machines; without it, the machines
    Errors:  UsageError for machines of several cartridges, a closed executor, a function that
             cannot be sent to it; Cancelled; VecxError if workers die again and again

    >>> from vecx.many import run_many
    >>> machines = [Machine("connect4", seed=seed, picture=False) for seed in range(3)]
    >>> run_many(machines, 200, then=lambda machine: machine.frames)
    [200, 200, 200]
    """
    machines = list(machines)
    frames = check_int("the number of frames", frames, 0)
    _check(machines)
    steps = _steps(inputs, len(machines))
    drive = inputs if callable(inputs) else None
    in_place = executor is None or isinstance(executor, ThreadPoolExecutor)
    workers = getattr(executor, "_max_workers", None) or cpu_count() or 1
    size = -(-len(machines) // (workers * SHARES_PER_WORKER)) or 1
    if not in_place:
        _check_sendable(machines, drive, then)
    shares = [Share(tuple(machines[at:at + size]), at, frames, steps[at:at + size], drive, then,
                    cancel if in_place else None) for at in range(0, len(machines), size)]
    if in_place:
        done = run_shares(_run, shares, executor, progress=progress, cancel=cancel)
        return [result for results in done for result in results] if then else machines
    sent = run_shares(_run_copies, [_packed(share) for share in shares], executor,
                      progress=progress, cancel=cancel)
    for machine, (state, _) in zip(machines, [pair for pairs in sent for pair in pairs],
                                   strict=True):
        machine.restore(state)
    return [result for pairs in sent for _, result in pairs] if then else machines


@dataclass(frozen=True)
class Share:
    """Machines that one worker runs one after the other; `first` is the index of the first
    machine."""

    machines: tuple[Machine, ...]
    first: int
    frames: int
    steps: Sequence[Sequence[Step] | None]
    drive: Callable[[Machine, int], object] | None
    then: Callable[[Machine], Any] | None
    cancel: threading.Event | None = None


def _run(share: Share) -> list[Any]:
    """Run the machines of a share; return the results of `then`.  Errors: Cancelled"""
    results = []
    for at, machine in enumerate(share.machines):
        enter: Callable[[], object] | None = \
            partial(share.drive, machine, share.first + at) if share.drive else None
        if steps := share.steps[at]:
            enter = partial(Script(steps).enter, machine)
        left = share.frames
        while left:
            if share.cancel and share.cancel.is_set():
                raise Cancelled(f"cancelled while machine {share.first + at} was running")
            count = 1 if enter else min(left, FRAMES_AT_ONCE)
            if enter:
                enter()
            machine.run_frames(count)
            left -= count
        results.append(share.then(machine) if share.then else None)
    return results


# A share for another process: class, cartridge and executive ROM, once for all machines; for each
# the other arguments, its symbols and its snapshot; the rest of the Share.
Packed = tuple[type[Machine], dict[str, Any], list[tuple[dict[str, Any], dict[str, int], bytes]],
               tuple[Any, ...]]


def _packed(share: Share) -> Packed:
    own = []
    for machine in share.machines:
        arguments = machine.portable_arguments()
        images = {name: arguments.pop(name) for name in ("cart", "bios")}
        own.append((arguments, machine.symbols, machine.snapshot()))
    rest = share.first, share.frames, share.steps, share.drive, share.then
    return type(share.machines[0]), images, own, rest


def _run_copies(packed: Packed) -> list[tuple[bytes, Any]]:
    """Run a share that another process packed; return each snapshot and the result of `then`."""
    kind, images, own, rest = packed
    machines = []
    for arguments, symbols, state in own:
        machine = kind(**images, **arguments)
        machine.symbols.update(symbols)
        machine.restore(state)
        machines.append(machine)
    results = _run(Share(tuple(machines), *rest))
    return [(machine.snapshot(), result)
            for machine, result in zip(machines, results, strict=True)]


def _check(machines: list[Machine]) -> None:
    """Check that all are different machines with the same images.  Errors: UsageError"""
    if len({id(machine) for machine in machines}) < len(machines):
        raise UsageError("the same machine occurs twice; use copy.copy to make a second machine "
                         "with the same state")
    for at, machine in enumerate(machines):
        if not isinstance(machine, Machine):
            raise UsageError(f"machine {at} is not a Machine, but {machine!r}")
        if machine.console.identity[:2] != machines[0].console.identity[:2]:
            names = [each.cartridge.name if each.cartridge else "no cartridge"
                     for each in (machines[0], machine)]
            raise UsageError(f"machine 0 has {names[0]} and machine {at} has {names[1]}: call "
                             "run_many once for each cartridge")


def _check_sendable(machines: list[Machine], drive: object, then: object) -> None:
    """Check that copies in another process can replace the machines and functions.  Errors:
    UsageError"""
    for what, function in (("the function `inputs`", drive), ("the function `then`", then)):
        if function:
            check_sendable(what, function)
    for at, machine in enumerate(machines):
        if machine.watchers or machine.hooks:
            what = "is strict" if machine.strict else "has callbacks or watchers"
            raise UsageError(f"machine {at} {what}, so it cannot be sent to another process; use "
                             "threads")


def _steps(inputs: Inputs | None, count: int) -> list[Sequence[Step] | None]:
    if inputs is None or callable(inputs):
        return [None] * count
    steps = list(inputs)
    if len(steps) != count:
        raise UsageError(f"`inputs` has {len(steps)} entries for {count} machines")
    return steps
