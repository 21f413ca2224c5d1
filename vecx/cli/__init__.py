"""The command line: one module per sub-command, with `add_parser(sub)` and `execute(args) ->
status`.

The modules are imported to build the parser, so they import nothing heavy at the top: `execute`
imports what it needs beyond the standard library.  If the first word names a command, only that
module is imported.
"""

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from .. import __version__, files
from ..compiling.interrupt import ended_by_interrupt
from ..errors import AssemblyError, VecxError, printable, reason, shown
from .arguments import with_bare_strict
from .examples import EXAMPLES
from .parser import Parser
from .streams import standard_streams

GROUPS = {
    "play": ("run", "play"),
    "write": ("new", "asm", "convert", "dis", "lsp", "editor"),
    "check": ("budget", "profile", "debug", "trace", "diff", "mutate", "fuzz", "solve"),
    "share": ("export", "serve", "workshop", "libretro"),
    "study and set up": ("info", "config", "calibrate", "bench", "conform"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
# What people may type instead of a command.
MEANT = {"assemble": "asm", "as": "asm", "build": "asm", "disassemble": "dis", "disasm": "dis",
         "test": "budget", "start": "run", "open": "run", "settings": "config", "init": "new"}

# Arguments that name a file to read, whatever the command.
INPUTS = "cart", "source", "image", "old", "new", "measures", "movie", "overlay", "bios", "inputs"


class TopParser(Parser):
    """The parser of the first word; its help lists the commands in groups."""

    def format_help(self) -> str:
        helps = {action.dest: action.help or ""
                 for choices in self._actions if isinstance(choices, argparse._SubParsersAction)
                 for action in choices._choices_actions}
        lines = ["usage: vecx COMMAND ...", "", self.description or ""]
        for group, names in GROUPS.items():
            lines += ["", f"{group}:", *(f"  {name:<11}{helps[name]}" for name in names
                                         if name in helps)]
        lines += ["", "options:", "  -h, --help     show this message",
                  "  -V, --version  show the version",
                  "  --traceback    show the traceback of an error",
                  "", self.epilog or ""]
        return "\n".join(lines) + "\n"


def build_parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser with the given sub-commands, by default with all sub-commands."""
    parser = TopParser(
        prog="vecx", description="Play, assemble and measure Vectrex cartridges.",
        epilog="Run `vecx help COMMAND` for details of a command, and `vecx help manual` for the "
               "manual.")
    parser.add_argument("-V", "-v", "--version", action="version", version=f"vecx {__version__}")
    parser.add_argument("--traceback", action="store_true", help="show the traceback of an error")
    sub = parser.add_subparsers(dest="command", metavar="COMMAND", required=True,
                                parser_class=Parser,
                                prog=parser.prog)     # else a help is formatted to find it out
    for command in commands:
        importlib.import_module(f".{command}", __name__).add_parser(sub)
        sub.choices[command].examples = EXAMPLES[command]
    return parser


def run_command(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status; a user error is reported as one message."""
    if argv is None and sys.argv[1:2] == ["asm"]:
        gc.disable()    # the process ends before collecting would pay
    with standard_streams():
        status = _run(with_bare_strict(sys.argv[1:] if argv is None else argv))
    if argv is None:
        gc.freeze()     # the process ends here: do not collect what is left
    return status


def _run(words: list[str]) -> int:
    if words[:1] == ["help"]:
        if words[1:2] and words[1] not in COMMANDS and words[1][:1] != "-":
            return _told(words[1])
        words = [*words[1:2], "--help"]
    named = words[:1] if words and words[0] in COMMANDS else COMMANDS
    with ended_by_interrupt():          # imports
        parser = build_parser(named)
    traceback = "--traceback" in words
    try:
        if not words:
            parser.print_help()
            sys.stdout.flush()
            return 0
        if words[0][:1] != "-" and words[0] not in COMMANDS:
            parser.error(_unknown_command(words[0]))
        try:
            args, unknown = parser.parse_known_args(words)
        except SystemExit:
            sys.stdout.flush()      # of --help
            raise
        if unknown:
            parser.prog += f" {args.command}"
            parser.error(f"unrecognized arguments: {' '.join(unknown)}"
                         + _nearest_option(parser, args.command, unknown))
        with files.protecting(*(getattr(args, name, None) for name in INPUTS)):
            status: int = args.execute(args)
        if not sys.stdout.closed:       # by the language server
            sys.stdout.flush()
        return status
    except VecxError as error:
        if traceback:
            raise
        if isinstance(error, AssemblyError):
            print(f"{error.messages}\nvecx: {error.summary}", file=sys.stderr)
        else:
            print(f"vecx: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        _drop_output()
        return 1
    except KeyboardInterrupt:
        return 130
    except RuntimeError as error:       # Python's form of an interrupt during a class statement
        if isinstance(error.__cause__, KeyboardInterrupt):
            return 130
        raise
    except OSError as error:
        if traceback:
            raise
        where = f"{error.filename}: " if error.filename else ""
        print(f"vecx: {where}{reason(error)}", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        return 1


def _told(topic: str) -> int:
    """Show a topic of the help; return the exit status."""
    from .help import show

    try:
        show(topic)
        sys.stdout.flush()
    except VecxError as error:
        print(f"vecx: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        _drop_output()
        return 1
    return 0


def _unknown_command(word: str) -> str:
    """Return the message for a first word that is not a command, with the nearest command."""
    from difflib import get_close_matches

    from ..console.roms import SUFFIXES, bundled

    name = shown(word)
    is_cartridge = Path(word).suffix.lower() in (*SUFFIXES, *files.SOURCE_SUFFIXES)
    if is_cartridge or Path(word).is_file() or word in bundled():
        return f"{name} is a cartridge, not a command; did you mean `vecx run {printable(word)}`?"
    near = [MEANT[word]] if word in MEANT else get_close_matches(word, COMMANDS, 1)
    return f"there is no command {name}" + (f"; did you mean `vecx {near[0]}`?" if near else "")


def _nearest_option(parser: argparse.ArgumentParser, command: str, unknown: list[str]) -> str:
    """Return a question with the option that is nearest to the first unknown one, or ""."""
    from difflib import get_close_matches

    (choices,) = (action for action in parser._actions
                  if isinstance(action, argparse._SubParsersAction))
    option = unknown[0].partition("=")[0]
    near = get_close_matches(option, choices.choices[command]._option_string_actions, 1)
    return f"; did you mean {near[0]}?" if near and option.startswith("--") else ""


def _drop_output() -> None:
    """Redirect standard output to the null device, so that the exit does not repeat a failed
    write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
