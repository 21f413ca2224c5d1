"""`vecx mutate`: make many small changes to a program, and check whether its tests notice them."""

import argparse
import hashlib
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..console.includes import include_folders
from ..errors import VecxError, install
from .arguments import add_assembly, file_name, integer, positive, source_options

if TYPE_CHECKING:
    from asm.output.debuginfo import DebugInfo

    from ..testing.mutation.mutants import Mutant
    from ..testing.mutation.session import Result
    from ..testing.mutation.survey import Tests

STATE = ".vecx-mutate.jsonl"
SURVEY_SUFFIX = "-survey"        # of the file with the lines that each test runs


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "mutate", help="change a program and check whether its tests notice (mutation testing)",
        description="Change one instruction of a cartridge at a time (reverse a condition, "
                    "increase a constant, remove a call or a store), and run the tests that "
                    "execute the changed line.  A change that no test notices shows a gap in the "
                    "tests, or has no effect.  The results are recorded, so that an interrupted "
                    "session can be continued.  Exit 1 if fewer changes are noticed than --least "
                    "requires.")
    parser.add_argument("cart", metavar="CART", help="an .asm source, or a bundled name")
    parser.add_argument("tests", metavar="TESTS", nargs="*",
                        help="arguments for pytest (default: none)")
    add_assembly(parser)
    parser.add_argument("--only", action="append", default=[], metavar="FILE",
                        help="change only this source file; can be given more than once (default: "
                             "all except the library that comes with vecx)")
    parser.add_argument("--count", type=positive, metavar="N",
                        help="number of mutants to try, chosen at random (default: all)")
    parser.add_argument("--seed", type=integer, default=1,
                        help="seed of the random choice (default: 1)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N",
                        help="number of parallel jobs (default: one per core)")
    parser.add_argument("--least", type=float, default=0.0, metavar="PERCENT",
                        help="exit 1 if less than PERCENT of the mutants are noticed")
    parser.add_argument("--state", type=file_name, default=Path(STATE), metavar="FILE",
                        help=f"file of earlier results (default: {STATE})")
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    parser.add_argument("--retry", action="store_true",
                        help="retry the mutants that no test noticed")
    parser.add_argument("--list", action="store_true", help="print the mutants without trying them")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    import importlib.util

    from ..console.roms import load_cartridge

    cartridge, debug = load_cartridge(args.cart, source_options(args))
    if cartridge is None or not debug.pages:
        raise VecxError(f"{args.cart}: the cartridge has no source; give the .asm file")
    chosen = changes(args, debug, cartridge.image)
    if args.list:
        for mutant in chosen:
            print(f"{mutant.file}:{mutant.line}: {mutant.kind}: {mutant.what}")
        print(f"{len(chosen):,} changes")
        return 0
    if importlib.util.find_spec("pytest") is None:
        raise VecxError(f"`vecx mutate` needs pytest: {install('testing')}")
    if args.jobs > 1 and os.name == "posix":
        os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    from ..testing.mutation import session, trial
    from .progress import Progress

    digest = hashlib.sha256(cartridge.image).hexdigest()
    record = session.Record(args.state, digest, fresh=args.fresh)
    if args.retry:
        record.forget_survivors()
    trial.warm_up()
    tests = surveyed(args)
    results: list[Result] = []
    with Progress("trying", "changes", len(chosen)) as progress:
        for result in session.attempts(chosen, tests, args.jobs, record,
                                       trial.starter(args.tests)):
            results.append(result)
            if not result.noticed:
                progress.clear()
                print(survivor_line(result), flush=True)
            progress.to(len(results))
    return print_summary(results, args.least)


def surveyed(args: argparse.Namespace) -> "Tests":
    """Return which tests run each line: from an earlier survey, or from a run of all tests."""
    from ..testing.mutation.survey import SurveyFile, survey

    path = args.state.with_name(args.state.name + SURVEY_SUFFIX)
    kept = SurveyFile(path, args.tests, [args.state])
    tests = None if args.fresh else kept.read()
    if tests is not None:
        print(f"{kept.path}: nothing has changed; using the recorded list of the lines that each "
              "test executes",
              file=sys.stderr)
        return tests
    print("running the tests on the unchanged program", file=sys.stderr)
    tests = survey(args.tests)
    kept.write(tests)
    return tests


def changes(args: argparse.Namespace, debug: "DebugInfo", image: bytes) -> "list[Mutant]":
    """Return the changes to try, with absolute paths.

    Errors: VecxError if there are none
    """
    from ..console.roms import DATA
    from ..testing.mutation.mutants import mutants
    from ..testing.mutation.session import drawn

    def whole(file: str) -> str:
        places = (Path.cwd(), DATA.parent.parent, DATA / "include")
        return next((str((place / file).resolve()) for place in places
                     if files.is_file(place / file)), file)

    found = [replace(mutant, file=whole(mutant.file)) for mutant in mutants(debug, image)]
    if not args.only:
        library = [Path(folder, "lib").resolve() for folder in include_folders()]
        own = [mutant for mutant in found
               if not any(folder in Path(mutant.file).parents for folder in library)]
        if own and len(own) < len(found):
            print(f"{len(found) - len(own):,} changes of the library that comes with vecx are left "
                  "out; --only FILE tries those of a file", file=sys.stderr)
        found = own or found
    if args.only:
        only = {str(Path(name).resolve()) for name in args.only}
        left = {mutant.file for mutant in found} & only
        if only - left:
            raise VecxError(f"{', '.join(sorted(only - left))}: contains nothing that can be "
                            "mutated")
        found = [mutant for mutant in found if mutant.file in only]
    if not found:
        raise VecxError(f"{args.cart}: contains nothing that can be mutated")
    return drawn(found, args.count, args.seed)


def survivor_line(result: "Result") -> str:
    mutant = result.mutant
    file = os.path.relpath(mutant.file) if os.path.isabs(mutant.file) else mutant.file
    why = "no test runs it" if result.verdict == "not run" else \
        f"{result.tests} tests noticed nothing"
    return f"{file}:{mutant.line}: {mutant.kind}: {mutant.what} ({why})"


def print_summary(results: "list[Result]", least: float) -> int:
    """Print the percentage of noticed changes, by kind; return 1 if it is below `least`."""
    kinds: dict[str, list[bool]] = {}
    for result in results:
        kinds.setdefault(result.mutant.kind, []).append(result.noticed)
    for kind, noticed in sorted(kinds.items()):
        share = 100 * sum(noticed) / len(noticed)
        print(f"{kind:<12}{sum(noticed):>6} of {len(noticed):<6}{share:6.1f} %")
    total, count = sum(result.noticed for result in results), len(results)
    share = 100 * total / count
    not_run = sum(result.verdict == "not run" for result in results)
    print(f"{total} of {count} changes noticed, {share:.1f} %"
          + (f"; {not_run} of the others are in lines that no test runs" if not_run else ""))
    return 1 if share < least else 0
