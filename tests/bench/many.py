"""`python -m tests.bench many`: memory and time of a thousand machines, and the gain of threads.

Processes share nothing, but `run_many` in one of them has only one thread.
"""

import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

from vecx.cli.bench import PROBE, peak_mib

MACHINES = 1000
WORKERS = 2             # threads or processes that run at the same time
TOGETHER, FRAMES = 8, 800           # machines that they run, and for how long
KEPT = 5000             # how often a machine is saved and restored


def many_figures(runs: int) -> dict[str, Any]:
    """Measure and return all figures; times are the least of several alternating runs."""
    return {**memory(), **keeping(runs), **together(runs)}


def memory() -> dict[str, Any]:
    """Return the memory of a thousand machines after two frames, including the interpreter."""
    from vecx.chips.state import RECORD
    from vecx.machine import Machine

    machines = [Machine(PROBE, seed=seed) for seed in range(MACHINES)]
    for machine in machines:
        machine.run_frames(2)
        machine.take_sound()
    return {"machines": MACHINES, "record_bytes": RECORD.itemsize, "peak_mib": peak_mib()}


def keeping(runs: int) -> dict[str, float]:
    """Return the time in microseconds of `keep` and of `restore`.
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
    """Return a function that repeats a call KEPT times."""
    def often() -> None:
        for _ in range(KEPT):
            what()
    return often


def timed(what: Callable[[], object]) -> float:
    """Return the elapsed time of a call in seconds."""
    begin = time.perf_counter()
    what()
    return time.perf_counter() - begin


def serve(pipe: Any) -> None:
    """Run machines for each number of frames received from the pipe; None ends the process."""
    machines = some_machines()
    with ThreadPoolExecutor(1) as one:
        while (frames := pipe.recv()) is not None:
            run_all(machines, frames, one)
            pipe.send(frames)


def some_machines() -> list[Any]:
    from vecx.machine import Machine

    return [Machine(PROBE, seed=seed) for seed in range(TOGETHER)]


def run_all(machines: list[Any], frames: int, executor: Executor) -> None:
    """Run machines with `run_many`, and take their sound."""
    from vecx.many import run_many

    run_many(machines, frames, executor=executor, then=type(machines[0]).take_sound)


def together(runs: int) -> dict[str, float]:
    """Return the speed-up of WORKERS threads, and of WORKERS processes, over one."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")      # a fork would copy locked locks
    machines = some_machines()
    with ExitStack() as stack:
        pools = {count: stack.enter_context(ThreadPoolExecutor(count)) for count in (1, WORKERS)}
        pipes = []
        for _ in range(WORKERS):
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
            "one": lambda: run_all(machines, FRAMES, pools[1]),
            "threads": lambda: run_all(machines, FRAMES, pools[WORKERS]),
            "process": lambda: in_processes(pipes[:1], FRAMES),
            "processes": lambda: in_processes(pipes, FRAMES)}
        in_processes(pipes, 2)      # waits until they have started
        run_all(machines, 2, pools[WORKERS])
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(runs):
            for name, way in ways.items():
                seconds[name].append(timed(way))
    least = {name: min(each) for name, each in seconds.items()}
    return {"workers": WORKERS, "threads": round(least["one"] / least["threads"], 2),
            "processes": round(WORKERS * least["process"] / least["processes"], 2)}


def table(figures: dict[str, Any]) -> str:
    """Return the figures as text."""
    return (f"{figures['machines']:,} machines: {figures['peak_mib']} MiB, the interpreter "
            f"included; record {figures['record_bytes']:,} bytes\n"
            f"keep {figures['keep_us']} us, restore {figures['restore_us']} us\n"
            f"{figures['workers']} threads run machines {figures['threads']} times as fast as one, "
            f"{figures['workers']} processes {figures['processes']} times as fast")
