"""`vecx debug`: the debugger, as a command prompt, on the whole terminal, or for an editor."""

import argparse
import sys
from typing import TYPE_CHECKING

from ..errors import VecxError, install
from .arguments import add_machine, add_strict, make_machine, read_movie, whole_number
from .driving import add_driving, frames_of, run_of, run_up

if TYPE_CHECKING:
    from ..debugger.frontends.lines import Lines
    from ..debugger.session import Session

PIPE_FRAMES_MAX = 30_000        # ten minutes of play
HISTORY = "debug-history"


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "debug", help="step forwards or backwards; find the source line that drew a stroke",
        description="Run a cartridge in the debugger. Commands are lines of text from a terminal "
                    "or a pipe; `help` lists them. See `vecx help debugger`.")
    add_machine(parser, cart_optional=True)
    add_strict(parser)
    add_driving(parser)
    parser.add_argument("--frames", type=whole_number, metavar="N",
                        help="number of frames after which `continue` stops if it reaches no "
                             f"breakpoint (default: no limit in a terminal, {PIPE_FRAMES_MAX:,} "
                             "otherwise)")
    parser.add_argument("--movie", metavar="FILE", help="replay a movie saved with F8")
    parser.add_argument("--screen", action="store_true",
                        help="use the whole terminal to show source, instructions, stack and "
                             "picture")
    parser.add_argument("--dap", action="store_true",
                        help="speak the Debug Adapter Protocol over standard input and output, for "
                             "an editor")
    parser.add_argument("--port", type=whole_number, metavar="N",
                        help="with --dap: wait for an editor on this port of 127.0.0.1; 0 chooses "
                             "a free port and prints it")
    parser.add_argument("--attach", type=whole_number, metavar="N",
                        help="debug the window of `vecx run GAME --debug-port N`, instead of a "
                             "cartridge")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    if args.dap:
        from ..debugger.frontends.dap import adapter

        return adapter.serve(args.port)
    if args.port is not None:
        args.refuse("--port needs --dap")
    if args.attach is not None:
        if args.cart or args.movie or args.screen:
            args.refuse("--attach cannot be combined with CART, --movie or --screen, because the "
                        "window already has a cartridge")
        return attach(args.attach)
    if args.cart is None and args.movie is None:
        args.refuse("a cartridge is missing: give CART or --movie FILE")
    from ..debugger.frontends.lines import Lines
    from ..debugger.inspector import changed_sources

    in_terminal = args.screen or sys.stdin.isatty()
    frames = args.frames or (None if in_terminal else PIPE_FRAMES_MAX)
    lines = Lines(begin(args), sys.stdout, restart=lambda: begin(args),
                  changed=lambda session: changed_sources(session.machine), frames=frames)
    if args.screen:
        return on_screen(lines)
    if sys.stdin.isatty():
        from ..play.recent import place

        lines.run_in_terminal(place(HISTORY))
        return 0
    return lines.run(sys.stdin)


def attach(port: int) -> int:
    """Debug a running window.  Errors: VecxError if no window answers"""
    from ..debugger.frontends.attached import Attached
    from ..play.recent import place

    attached = Attached(port, sys.stdout)
    try:
        if not sys.stdin.isatty():
            return attached.run(sys.stdin)
        attached.run_in_terminal(place(HISTORY))
        return 0
    finally:
        attached.close()


def on_screen(lines: "Lines") -> int:
    """Run the debugger on the whole terminal.  Errors: VecxError without a terminal, or without
    textual"""
    from ..display.tty import fault_of_terminal

    fault = fault_of_terminal()
    if fault:
        raise VecxError(f"{fault}; omit --screen to enter commands as lines")
    try:
        import textual  # noqa: F401
    except ImportError:
        raise VecxError(f"--screen needs textual: {install('debug')}; "
                        "or omit --screen to enter commands as lines") from None
    from ..debugger.frontends.prompt import History
    from ..debugger.frontends.screen import Screen
    from ..play.recent import place

    history = History(place(HISTORY))
    Screen(lines, history).run()
    history.save()
    return 0


def begin(args: argparse.Namespace) -> "Session":
    """Make the machine, run it to the requested frame, and open a session.

    Inputs for later frames are recorded by running these frames once and going back.
    """
    from ..play import script

    movie = read_movie(args)
    machine = make_machine(args)
    from ..debugger.session import Session
    from .disassembling import machine_names

    session = Session(machine, machine_names())
    run = run_of(machine, args, movie)
    run_up(run)
    if args.until:
        for _ in frames_of(run):
            pass
    session.timeline.note_present()
    session.record_ahead(run.frames() if movie and not args.until
                         else script.played(run.course.steps, machine))
    return session
