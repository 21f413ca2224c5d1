"""`python -m tests.bench many`: memory and time of a thousand machines, and the gain of threads.

What two processes win over one is what the computer gives: nothing is shared between them.
"""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from vecx.cli.bench import PROBE, peak_mib

MACHINES = 1000
WAYS = 2                # machines that run at the same time
FRAMES, CHUNK = 6000, 100
KEPT = 5000             # how often a machine is kept, and put back


def many_figures(runs: int) -> dict[str, Any]:
    """Measure and return all figures; each pair of times the least of so many runs, by turns."""
    return {**memory(), **keeping(runs), **together(runs)}


def memory() -> dict[str, Any]:
    """Return what a thousand machines take that have run two frames, the interpreter included."""
    from vecx.chips.state import RECORD
    from vecx.machine import Machine

    machines = [Machine(PROBE, seed=seed) for seed in range(MACHINES)]
    for machine in machines:
        machine.run_frames(2)
        machine.take_sound()
    return {"machines": MACHINES, "record_bytes": RECORD.itemsize, "peak_mib": peak_mib()}


def keeping(runs: int) -> dict[str, float]:
    """Return in microseconds what it takes to keep a machine's state in memory, and to restore it.
    """
    from vecx.machine import Machine

    machine = Machine(PROBE)
    machine.run_frames(300)
    machine.take_sound()
    kept = machine.keep()

    def restore() -> None:
        machine.restore(kept)

    return {f"{name}_us": round(1e6 / KEPT * min(timed(repeat(what)) for _ in range(runs)), 2)
            for name, what in (("keep", machine.keep), ("restore", restore))}


def repeat(what: Callable[[], object]) -> Callable[[], None]:
    """Return a function that does something KEPT times."""
    def often() -> None:
        for _ in range(KEPT):
            what()
    return often


def timed(what: Callable[[], object]) -> float:
    """Return the seconds by the clock that something takes."""
    begin = time.perf_counter()
    what()
    return time.perf_counter() - begin


def work(seed: int) -> Callable[[int], None]:
    """Return a function that runs a machine of its own for so many frames."""
    from vecx.machine import Machine

    machine = Machine(PROBE, seed=seed)
    machine.run_frames(2)

    def go_on(frames: int) -> None:
        for _ in range(frames // CHUNK):
            machine.run_frames(CHUNK)
            machine.take_sound()

    return go_on


def serve(pipe: Any) -> None:
    """Run a machine in a process of its own for as many frames as it is told; None ends it."""
    go_on = work(0)
    while (frames := pipe.recv()) is not None:
        go_on(frames)
        pipe.send(frames)


def in_threads(works: list[Callable[[int], None]]) -> None:
    """Run several machines, each in a thread of its own."""
    threads = [threading.Thread(target=each, args=(FRAMES,)) for each in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def together(runs: int) -> dict[str, float]:
    """Return how many times as fast WAYS machines run at once as one after the other."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")      # a fork would share what threads hold
    works = [work(seed) for seed in range(WAYS)]
    with ExitStack() as stack:
        pipes = []
        for _ in range(WAYS):
            pipe, other = context.Pipe()
            process = context.Process(target=serve, args=(other,), daemon=True)
            process.start()
            stack.callback(process.join)
            stack.callback(pipe.send, None)
            pipes.append(pipe)

        def in_processes(some: list[Any], frames: int) -> None:
            for pipe in some:
                pipe.send(frames)
            for pipe in some:
                pipe.recv()

        ways: dict[str, Callable[[], object]] = {
            "one": lambda: works[0](FRAMES), "threads": lambda: in_threads(works),
            "process": lambda: in_processes(pipes[:1], FRAMES),
            "processes": lambda: in_processes(pipes, FRAMES)}
        in_processes(pipes, CHUNK)      # which waits until they are there
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(runs):
            for name, way in ways.items():
                seconds[name].append(timed(way))
    least = {name: min(each) for name, each in seconds.items()}
    return {"ways": WAYS, "threads": round(WAYS * least["one"] / least["threads"], 2),
            "processes": round(WAYS * least["process"] / least["processes"], 2)}


def table(figures: dict[str, Any]) -> str:
    """Return the figures as text."""
    return (f"{figures['machines']:,} machines: {figures['peak_mib']} MiB, the interpreter "
            f"included; record {figures['record_bytes']:,} bytes\n"
            f"keep {figures['keep_us']} us, restore {figures['restore_us']} us\n"
            f"{figures['ways']} machines at once, beside one after the other: "
            f"{figures['threads']} times as fast by threads, {figures['processes']} by processes")
