"""`vecx fuzz`: search for inputs that show a fault of a program."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..errors import UsageError, VecxError, install
from .arguments import add_machine, integer, make_machine, positive, positive_number
from .progress import TURN_SECONDS

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..fuzzing.corpus import Corpus, Find
    from ..machine import Machine

CONSOLE_FRAMES = 50         # a second, of real time


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "fuzz", help="search for inputs that crash, hang or slow down a program",
        description="Play a cartridge with changing inputs, guided by the code that runs and the "
                    "values of its variables.  The search finds crashes, hangs, frames that take "
                    "too long, findings of the strict machine, pictures that leave the screen, "
                    "and states given by expressions.  For each fault, it writes a test and the "
                    "shortest movie that shows the fault.  It continues where the previous search "
                    "ended.  Exit 1 if it has found a fault.")
    add_machine(parser)
    add_start(parser)
    add_search(parser)
    parser.add_argument("--find", action="append", default=[], metavar="EXPR",
                        help="an expression that must not become true, for example "
                             "'[score] > 9999' (`vecx help expressions`); can be given more than "
                             "once")
    parser.add_argument("--lasts", action="append", default=[], metavar="FRAMES:EXPR",
                        help="an expression that must not stay true for FRAMES frames, for example "
                             "'600:[$C808] != 0'; can be given more than once")
    parser.add_argument("--no-strict", action="store_true",
                        help="do not check new plays on the strict machine")
    parser.add_argument("--unconfirmed", action="store_true",
                        help="count findings that depend on chance, for example a variable that "
                             "nothing has set, even if picture and sound never differ")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER",
                        help="folder of the search, its movies and its tests (default: the "
                             "cartridge's name and .fuzz)")
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    parser.add_argument("--carry", action="store_true",
                        help="after you change the program: start a new search from the "
                             "plays in the folder")
    parser.add_argument("--time", type=positive_number, metavar="SECONDS",
                        help="stop after this time (default: run until Ctrl-C)")
    parser.add_argument("--frames", type=positive, metavar="N", help="stop after N frames in all")
    parser.add_argument("--finds", type=positive, metavar="N", help="stop after N faults in all")
    parser.add_argument("--random-play", action="store_true",
                        help="play at random, without guidance, for comparison")
    parser.set_defaults(execute=execute)


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add the option for the state that a search begins with."""
    parser.add_argument("--state", type=Path, metavar="FILE",
                        help="begin with a saved state or a snapshot (default: at power-on)")


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the options that control a search."""
    parser.add_argument("--search-seed", type=integer, default=1, metavar="N",
                        help="seed of the search (default: 1)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N",
                        help="number of processes (default: 1)")
    parser.add_argument("--cluster", metavar="ADDRESS",
                        help="use the workers of a Dask scheduler, for example "
                             "tcp://127.0.0.1:8786; --jobs is then the number of rounds that run "
                             "at the same time")
    parser.add_argument("--players", type=int, choices=(1, 2), default=2, metavar="N",
                        help="number of controllers to use, 1 or 2 (default: 2)")
    parser.add_argument("--length", type=positive, default=3000, metavar="FRAMES",
                        help="longest play (default: 3000)")


def start_of(args: argparse.Namespace, machine: "Machine") -> bytes:
    """Return the snapshot of --state, or b"".  Errors: VecxError"""
    if not args.state:
        return b""
    from ..play import save_states

    data = files.read(args.state, save_states.BYTES_MAX, "a saved state", protected=True)
    if data.startswith(b'{"format": "vecx-snapshot'):
        machine.restore(data)
        return data
    snapshot = save_states.read(args.state).snapshot
    machine.restore(snapshot)
    return snapshot


def execute(args: argparse.Namespace) -> int:
    from ..fuzzing import corpus as stored
    from ..fuzzing.session import Limits, fuzz, lasting
    from ..fuzzing.target import recipe_of

    if args.fresh and args.carry:
        raise UsageError("--fresh and --carry cannot be given together")
    if args.unconfirmed and args.no_strict:
        raise UsageError("--unconfirmed counts findings of the strict machine, which --no-strict "
                         "turns off; give one of them")
    machine = make_machine(args)
    start = start_of(args, machine)
    recipe = recipe_of(machine, start, args.find, [lasting(text) for text in args.lasts],
                       strict=not args.no_strict, unconfirmed=args.unconfirmed)
    assert machine.cartridge is not None
    folder = args.corpus or Path(f"{Path(machine.cartridge.name).stem}.fuzz")
    carried = stored.plays_in(folder) if args.carry else []
    files.make_folder(folder)
    files.check_writable(folder / stored.FILE)
    if args.fresh or args.carry:
        (folder / stored.FILE).unlink(missing_ok=True)
    limits = Limits(args.time, args.frames, args.finds, args.players, args.length,
                    not args.random_play)
    view = View()
    with ExitStack() as stack:
        executor: Executor | None = None
        if args.cluster:
            executor = stack.enter_context(cluster(args.cluster))
        try:
            found = fuzz(recipe, folder, seed=args.search_seed, jobs=args.jobs, limits=limits,
                         executor=executor, on_round=view.show, on_find=view.found,
                         carried=carried)
        except KeyboardInterrupt:
            view.clear()
            print(f"ended; the search is in {folder}", file=sys.stderr)
            return 130
    view.clear()
    print(summary(found, folder))
    return 1 if found.finds else 0


@contextmanager
def cluster(address: str) -> "Iterator[Executor]":
    """Yield the executor of a Dask scheduler.  Errors: VecxError if it cannot be reached"""
    try:
        from distributed import Client
    except ImportError:
        raise VecxError("--cluster needs the package `distributed`: "
                        f"{install('cluster')}") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as fault:
        raise VecxError(f"--cluster {address}: no scheduler answers ({fault})") from None
    with client:
        yield client.get_executor()


class View:
    """Prints faults to standard output as a search finds them, and shows the state of the search on
    a terminal."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()
        self._begun, self._due, self._first = time.monotonic(), 0.0, 0
        self._wide = 0

    def show(self, corpus: "Corpus") -> None:
        """Update the line that shows the state of the search."""
        now = time.monotonic()
        if not self._first:
            self._first, self._begun = corpus.frames, now
        if not self._on or now < self._due:
            return
        self._due = now + TURN_SECONDS
        rate = (corpus.frames - self._first) / max(0.001, now - self._begun)
        line = f"{state(corpus)}, {rate:,.0f} frames/s ({rate / CONSOLE_FRAMES:.0f} x real time)"
        sys.stderr.write("\r" + line.ljust(self._wide))
        sys.stderr.flush()
        self._wide = len(line)

    def found(self, find: "Find", paths: list[Path]) -> None:
        self.clear()
        files = f"\n    {paths[0]}, {paths[1].name}" if paths else ""
        print(f"{find.fault.kind}: {find.fault.text}\n    after {find.frames:,} frames, "
              f"{find.seconds:.0f} s; {sum(frames for frames, _ in find.play)} frames of inputs"
              f"{files}", flush=True)

    def clear(self) -> None:
        if self._wide:
            sys.stderr.write("\r" + " " * self._wide + "\r")
            sys.stderr.flush()
            self._wide = 0


def state(corpus: "Corpus") -> str:
    seconds = int(corpus.seconds)
    return (f"{seconds // 60}:{seconds % 60:02}  {corpus.frames:,} frames, {corpus.plays:,} plays, "
            f"{int(corpus.code.sum()):,} instructions, {int(corpus.states.sum()):,} values, "
            f"corpus {len(corpus.entries):,}, {len(corpus.finds)} faults")


def summary(corpus: "Corpus", folder: Path) -> str:
    return f"{state(corpus)}\n{len(corpus.finds)} faults in {folder}"
