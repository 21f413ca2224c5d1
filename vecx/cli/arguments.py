"""Arguments that several sub-commands share, their types, and checks of their combinations."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from asm.syntax.dialects import DIALECTS

from .. import files
from ..compiling.interrupt import ended_by_interrupt
from ..console.includes import SourceOptions
from ..errors import UsageError, VecxError
from ..files import PROGRAM_SUFFIXES
from .parser import MACHINE

if TYPE_CHECKING:
    from pathlib import Path

    from ..machine import Machine
    from ..play.movie import Movie
    from ..strict.finding import Finding

N = TypeVar("N", int, float)
IMAGE_SUFFIXES = {"bin": ".bin", "ihex": ".hex", "srec": ".s19"}     # of what `asm --format` writes


class Needs(NamedTuple):
    """Options that have an effect only together with one of `others`."""

    options: tuple[str, ...]
    others: tuple[str, ...]


class Excludes(NamedTuple):
    """Options that cannot be given together with any of `others`."""

    options: tuple[str, ...]
    others: tuple[str, ...]


STRICT_RULES = (Needs(("--baseline", "--write-baseline", "--witness"), ("--strict",)),)
DESTINATIONS = {"--from": "from_frame"}         # if it differs from the option's name


def is_given(args: argparse.Namespace, option: str) -> bool:
    """Return whether an option, or the positional argument of that name, was given."""
    name = DESTINATIONS.get(option) or option.lstrip("-").replace("-", "_").lower()
    value = getattr(args, name, None)
    return value is not None and value is not False and value != []


def _either(options: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(options[:-1]), options[-1])))


def check_rules(args: argparse.Namespace, rules: Sequence[Needs | Excludes]) -> None:
    """Raise UsageError for options that need others or exclude each other."""
    for rule in rules:
        others = [option for option in rule.others if is_given(args, option)]
        for option in rule.options:
            if not is_given(args, option):
                continue
            if isinstance(rule, Needs) and not others:
                raise UsageError(f"{option} needs {_either(rule.others)}")
            if isinstance(rule, Excludes) and others:
                raise UsageError(f"{option} and {others[0]} cannot be given together")


def _checked(text: str, read: Callable[[str], N], accepts: Callable[[N], bool], what: str) -> N:
    with contextlib.suppress(ValueError):
        value = read(text)
        if accepts(value):
            return value
    raise argparse.ArgumentTypeError(f"'{text}' is not {what}")


def positive(text: str) -> int:
    return _checked(text, int, lambda value: value > 0, "a whole number above 0")


def positive_number(text: str) -> float:
    return _checked(text, float, lambda value: 0 < value < inf, "a number above 0")


def not_negative(text: str) -> float:
    return _checked(text, float, lambda value: 0 <= value < inf, "a number of 0 or more")


def whole_number(text: str) -> int:
    """Convert a whole number of 0 or more, without a sign."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of 0 or more")
    return int(text)


def integer(text: str) -> int:
    return _checked(text, int, lambda value: True, "a whole number")


def file_name(text: str) -> Path:
    """Check that the name of an output file is not empty; `files.check_writable` checks the rest
    later."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a file is empty")
    return Path(text)


def number(text: str) -> int:
    """Convert a number such as 255, 0xFF, $FF or 8K, which is 8192."""
    digits = text.replace("$", "0x")
    scale = 1024 if digits[-1:] in "kK" and digits else 1
    try:
        return int(digits.rstrip("kK") if scale > 1 else digits, 0) * scale
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def definition(text: str) -> tuple[str, int]:
    name, mark, value = text.partition("=")
    if not name.replace("_", "a").replace(".", "a").isalnum() or name[0].isdigit():
        raise argparse.ArgumentTypeError(f"{name!r} cannot be a symbol")
    return name, number(value) if mark else 1


def add_assembly(parser: argparse._ActionsContainer) -> None:
    """Add the options that control how a source is assembled."""
    parser.add_argument("-I", "--include", metavar="DIR", action="append", default=[],
                        help="folder to search for INCLUDE files; can be given more than once")
    parser.add_argument("-D", "--define", metavar="NAME=VALUE", action="append", default=[],
                        type=definition, help="define a symbol; the default value is 1")
    parser.add_argument("--dialect", choices=tuple(DIALECTS),
                        help="assembler whose rules apply where dialects differ (default: the "
                             "dialect in the first line `;! dialect=NAME`, or vecx if there is no "
                             "such line; a note is printed if the source looks like a different "
                             "dialect that generates different bytes)")
    parser.add_argument("--opt", action=argparse.BooleanOptionalAction, default=True,
                        help="initial state of OPT: whether as09 and vide may optimise branches "
                             "and jumps (default: --opt)")


def add_symbols(parser: argparse._ActionsContainer) -> None:
    """Add --symbols."""
    parser.add_argument("--symbols", metavar="FILE", action="append", default=[],
                        help="symbols of an image: a symbol file of `vecx asm --symbols`, or a "
                             "map or listing of another tool (`vecx help debugger` lists the "
                             "formats); a map finds the listings of its objects; can be given more "
                             "than once")


def source_options(args: argparse.Namespace) -> SourceOptions:
    """Return the options of `add_assembly`."""
    return SourceOptions(tuple(args.include), args.dialect, tuple(args.define), args.opt,
                         tuple(getattr(args, "more", ())))


def add_machine(parser: argparse.ArgumentParser, cart_optional: bool = False) -> None:
    """Add the arguments for a machine: the cartridge, and a group of options for symbols, ROM,
    preset, seed, RAM, imager."""
    parser.add_argument("cart", metavar="CART", nargs="?" if cart_optional else None,
                        help="a bundled name, an image (.bin .vec .gam .rom, .gz, .zip), an "
                             ".asm source, or a .c source, which CMOC compiles")
    parser.add_argument("more", metavar="MORE.c", nargs="*", default=[],
                        help="the other sources of a program in C")
    group = parser.add_argument_group(MACHINE)
    add_assembly(group)
    add_symbols(group)
    group.add_argument("--bios", metavar="FILE", help="executive ROM to use instead of our own")
    group.add_argument("--preset", default="hardware", metavar="NAME",
                       help="preset of the console: ideal, hardware, worn or a .toml file "
                            "(default: hardware)")
    group.add_argument("--seed", type=integer, default=0,
                       help="seed of the random differences between machines: DAC errors, noise, "
                            "RAM (default: 0)")
    group.add_argument("--ram", choices=("zero", "ff", "random"),
                       help="RAM at power-on (default: random; zero for ideal)")
    group.add_argument("--cart-ram", metavar="FIRST-LAST",
                       help="RAM in the cartridge, for example 6000-7FFF (default: none)")
    group.add_argument("--imager", action="store_true",
                       help="plug the 3D imager into port 2")


def add_strict(parser: argparse.ArgumentParser) -> None:
    """Add `--strict`, `--strict=NAME,no-NAME` and the options of the strict machine."""
    group = parser.add_argument_group("the strict machine")
    group.add_argument("--strict", metavar="NAMES", nargs="?", const="all",
                       help="report code that would fail on hardware; exit 1 if there is an "
                            "error. --strict=NAME,no-NAME selects rules (`vecx help strict` lists "
                            "them)")
    group.add_argument("--witness", action="store_true",
                       help="repeat the run on other consoles to confirm findings that depend on "
                            "chance, even if the run is long (default: only runs of up to two "
                            "minutes)")
    group.add_argument("--baseline", type=Path, metavar="FILE",
                       help="file of known findings; only new findings are reported and count as "
                            "errors")
    group.add_argument("--write-baseline", type=file_name, metavar="FILE",
                       help="write the findings to FILE, for --baseline")


def with_bare_strict(argv: list[str]) -> list[str]:
    """Replace `--strict` with `--strict=all`, so that the next argument is not taken as its
    value."""
    return ["--strict=all" if argument == "--strict" else argument for argument in argv]


def check_baseline(args: argparse.Namespace) -> None:
    """Validate the baseline files before the run.  Errors: UsageError, VecxError"""
    check_rules(args, STRICT_RULES)
    files.check_writable(args.write_baseline)
    if args.baseline:
        from ..strict import baseline

        baseline.load(args.baseline)


def new_findings(machine: Machine, args: argparse.Namespace) -> list[Finding]:
    """Return the findings of the strict machine that are not in the baseline file."""
    from ..strict.baseline import split

    return split(args.baseline, machine.findings)[0] if args.baseline else machine.findings


def report_findings(machine: Machine, args: argparse.Namespace) -> int:
    """Print the new findings of the strict machine, or write all findings to the file that
    --write-baseline names.

    Returns: the exit status: 1 if a new finding is an error
    """
    if machine.strict is None:
        return 0
    from ..strict import baseline
    from ..strict.finding import counted

    for doubt in machine.strict.doubts():
        print(f"vecx: warning: {doubt}", file=sys.stderr)
    findings, known = machine.findings, ""
    if args.write_baseline:
        baseline.save(args.write_baseline, findings)
        print(f"strict: {counted(findings) or 'nothing'}, written to {args.write_baseline}")
        return 0
    if args.baseline:
        findings, gone = baseline.split(args.baseline, findings)
        known = f", {len(machine.findings) - len(findings)} known" \
            + (f", {gone} gone" if gone else "")
    for finding in findings:
        print(finding, file=sys.stderr)
    frames = f"{machine.frames:,} frame{'s' * (machine.frames != 1)}"
    result = f"clean in {frames} with preset {args.preset}"
    if findings:
        result = counted(findings)
    elif not machine.strict.started:
        result = f"nothing was checked: the program had not started after {frames}"
    print(f"strict: {result}{known}")
    return 1 if any(finding.rule.level == "error" for finding in findings) else 0


@dataclass(frozen=True)
class MachineOptions:
    """The values of the options of `add_machine` and `add_strict`, from which machines are made."""

    cart: str | None
    bios: str | None
    preset: str
    seed: int
    ram: str | None
    cart_ram: str | None
    imager: bool
    source: SourceOptions
    symbols: tuple[str, ...]
    strict: str | None = None
    witness: bool = False

    @classmethod
    def of(cls, args: argparse.Namespace) -> MachineOptions:
        """Return the machine options of a command line.  Without `add_strict` the machine is not
        strict."""
        return cls(source=source_options(args), symbols=tuple(getattr(args, "symbols", ())), **{
            field.name: getattr(args, field.name) for field in fields(cls)
            if field.name != "symbols" and hasattr(args, field.name)})

    def make(self) -> Machine:
        """Return a new machine.  Errors: the same as those of Machine"""
        with ended_by_interrupt():
            from ..console.cartridge_slot import ram_of
            from ..machine import Machine

        machine = Machine(self.cart, self.bios, self.preset, self.seed, ram=self.ram,
                          strict=False if self.strict is None else self.strict,
                          symbols=self.symbols, cart_ram=ram_of(self.cart_ram or "none"),
                          device="imager" if self.imager else None,
                          include_dirs=self.source.include_dirs, dialect=self.source.dialect,
                          defines=dict(self.source.defines), optimise=self.source.optimise,
                          more_sources=self.source.more)
        if machine.strict and self.witness:
            machine.strict.try_all()
        return machine


def _brief_if_shown(messages: str, cart: str, in_terminal: bool) -> str:
    from ..play import recent

    is_source = Path(cart).suffix.lower() in PROGRAM_SUFFIXES
    if not (in_terminal and is_source
            and recent.shown_before(str(Path(cart).resolve()), messages)):
        return messages
    return f"vecx: {cart}: {messages.splitlines()[-1]} as before; `vecx asm {cart}` shows them"


def make_machine(args: argparse.Namespace) -> Machine:
    """Return the machine that the arguments of a command describe.

    Warnings of the assembler and a faulty header are printed to standard error; in a terminal the
    same warnings again only as their number.
    """
    machine = MachineOptions.of(args).make()
    if machine.messages:
        print(_brief_if_shown(machine.messages, args.cart or args.bios, sys.stderr.isatty()),
              file=sys.stderr)
    if machine.cartridge:
        fault = machine.cartridge.header_fault
        if fault:
            print(f"vecx: warning: {args.cart}: {fault}; the executive ROM will refuse it",
                  file=sys.stderr)
    return machine


def read_movie(args: argparse.Namespace) -> Movie | None:
    """Read the movie of --movie, if any, and set the machine's options to those of the recording.

    Errors: VecxError if its cartridge is neither given nor among the recent ones
    """
    if not args.movie:
        return None
    from ..console.roms import bundled
    from ..play import recent
    from ..play.movie import load

    movie = load(args.movie)
    if movie.doubt:
        print(f"vecx: warning: {args.movie}: {movie.doubt}", file=sys.stderr)
    name = movie.head["name"]
    if args.cart is None and name in bundled():
        args.cart = name
    elif args.cart is None and name != "none":
        found = recent.with_image(movie.head["cart"], source_options(args))
        if found is None:
            raise VecxError(f"{args.movie}: the movie was recorded with the cartridge {name}, "
                            "which is not among the recent cartridges; give its file as CART")
        print(f"vecx: {args.movie}: using the recent cartridge {found}", file=sys.stderr)
        args.cart = str(found)
    args.preset, args.seed = movie.head["preset"], int(movie.head["seed"])
    args.ram, args.cart_ram = movie.head["ram"], movie.head["cart_ram"]
    args.imager = movie.head["device"] == "imager"
    return movie
