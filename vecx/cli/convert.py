"""`vecx convert`: turn a drawing, a tune, an effect or a sample into an .asm file."""

import argparse
import os
import re
from pathlib import Path

from .. import ASSETS, files
from ..console.includes import include_folders
from ..errors import UsageError, VecxError, reason
from .progress import SECONDS, Progress

_OPTION = re.compile(r"([A-Za-z][\w-]*)=(.*)", re.DOTALL)
MARK = b"converted by vecx convert"
READ_MAX = 1_000            # bytes of the first line
LABEL = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "convert", help="convert a drawing, a tune, an effect or a sample to assembly",
        description="Convert a file as the directive `asset` does, print a report, and write the "
                    "result as an .asm file for any assembler. `vecx help assets` lists the "
                    "options.")
    parser.add_argument("file", metavar="FILE", help=".svg .obj .mml .mid .vgm .ym .afx .sfx .wav")
    parser.add_argument("options", metavar="NAME=VALUE", nargs="*",
                        help="options of the format, such as size=60 form=vlp")
    parser.add_argument("-o", "--output", metavar="OUT", help="the .asm file to write")
    parser.add_argument("--label", metavar="NAME", default="",
                        help="label of the result (default: from the name of FILE)")
    parser.add_argument("--picture", metavar="OUT", help="write an SVG file with the result drawn "
                                                         "over the original")
    parser.add_argument("--preview", metavar="OUT", help="write a WAV file of the sound")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from asm.assembler.conversion import Asset, ConversionError
    from asm.syntax.source import read_file

    from ..assets.convert import result

    options = _options(args)
    outputs = [path for path in (args.output, args.picture, args.preview) if path]
    if len({os.path.realpath(path) for path in outputs}) < len(outputs):
        raise UsageError("two outputs have the same name; use a different name for one of them")
    files.protect(args.file)
    ours = bool(args.output) and _is_ours(args.output)
    files.check_writable(*filter(None, (args.picture, args.preview)))
    files.check_writable(*filter(None, (args.output,)), source=ours)
    folder = os.path.dirname(args.file)
    try:
        asset = Asset(args.file, read_file(args.file), args.label, options,
                      lambda name: read_file(os.path.join(folder, name)))
        with Progress(f"converting {os.path.basename(args.file)}", SECONDS).ticking():
            made = result(asset)
            report = made.report()
    except ConversionError as error:
        raise VecxError("\n".join([f"{args.file}: {error.text}", *error.hints])) from None
    except OSError as error:
        raise VecxError(f"{error.filename or args.file}: {reason(error)}") from None
    for note in made.conversion.notes:
        print(f"note: {note}")
    print(report)
    if args.output:
        files.write(args.output, source(args.file, options, made.conversion.lines), source=ours)
    for path, make, option, what in ((args.picture, made.picture, "--picture", "a drawing"),
                                     (args.preview, made.preview, "--preview", "a sound")):
        if path and make is None:
            raise UsageError(f"{option} needs {what}, and {args.file} is not {what}")
        if path and make is not None:
            with Progress(f"writing {os.path.basename(path)}", SECONDS).ticking():
                files.write(path, make())
    return 0


def _options(args: argparse.Namespace) -> dict[str, str]:
    """Return the options by name.  Errors: UsageError"""
    if args.label and not LABEL.fullmatch(args.label):
        raise UsageError(f"--label {args.label} is not a label; use letters, digits and _")
    found = {}
    for word in args.options:
        match = _OPTION.fullmatch(word)
        if match is None:
            raise UsageError(f"{word} is not NAME=VALUE")
        found[match[1].lower()] = match[2]
    if ASSETS.get(Path(args.file).suffix.lower()) == "drawings":
        found.setdefault("form", "rom")     # other assemblers do not have lib/
    return found


def _is_ours(path: str) -> bool:
    """Return whether this command has written a file, and therefore may replace it."""
    try:
        with open(path, "rb") as file:
            return MARK in file.readline(READ_MAX)
    except OSError:
        return False


def source(file: str, options: dict[str, str], lines: tuple[tuple[int, str], ...]) -> str:
    """Return the text of the .asm file, with copies of the files of lib/ that it includes."""
    words = " ".join(f"{name}={value}" for name, value in options.items())
    text = [f"; {os.path.basename(file)}, {MARK.decode()} {words}".rstrip(), ""]
    for _, line in lines:
        name = re.fullmatch(r'\s+include\s+"(lib/\w+\.asm)"', line)
        if name is None:
            text.append(line.rstrip())
            continue
        path = next(path for path in (os.path.join(folder, name[1]) for folder
                                      in include_folders()) if os.path.isfile(path))
        with open(path, encoding="utf-8") as library:
            text += library.read().splitlines()
    return "\n".join([*text, ""])
