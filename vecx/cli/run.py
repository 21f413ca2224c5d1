"""`vecx run`: play a cartridge in a window, or run it headless."""

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..compiling.interrupt import ended_by_interrupt
from ..display.look import Look
from ..errors import UsageError, VecxError
from ..play.inputs import PEN, keys_in_a_line
from ..recording import SUFFIXES
from . import arguments
from .arguments import Excludes, Needs, file_name, positive, positive_number, whole_number
from .driving import TITLE, add_driving, run_of, run_up
from .progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..console.frame import Frame
    from ..display.player import Guest, PlayerServices
    from ..machine import Machine
    from ..measure.hang_detector import Trouble
    from ..play.movie import Movie
    from ..recording.headless import View
    from .settings import Config

PICTURE_SECONDS = 10
# What each suffix of --output is: an attribute of `headless.Outputs`.
WRITTEN = {".png": "png", ".svg": "svg", ".jsonl": "frames_json", **dict.fromkeys(SUFFIXES, "film")}
SPEED_MIN, SPEED_MAX = 0.01, 1000.0
PICTURE_SCALE_MAX = 10.0


RULES = (
    Needs(("--headless",), ("--frames", "--movie", "--until")),
    Needs(("--press", "--stick", "--inputs", "--until"), ("--headless",)),
    Excludes(("--watch", "--debug-port"), ("--headless",)),
    Excludes(("--watch",), ("--movie",)),
    Excludes(("--recent",), ("CART",)),
)


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "run", help="play a cartridge",
        description="Play a cartridge; without CART, run the executive ROM's service program.",
        epilog=f"Keys: {keys_in_a_line()}")
    arguments.add_machine(parser, cart_optional=True)
    add_screen_options(parser.add_argument_group("screen"))
    sound = parser.add_argument_group("sound")
    sound.add_argument("--mute", action="store_true", help="no sound")
    sound.add_argument("--growl", action="store_true",
                       help="add the growl, the noise that the console's amplifier picks up from "
                            "the deflection yoke, also in recordings")
    add_playing_options(parser.add_argument_group("playing"))
    add_driving(parser)
    arguments.add_strict(parser)
    tools = parser.add_argument_group("tools")
    tools.add_argument("--watch", action="store_true",
                       help="assemble the .asm source again whenever it is saved, and continue "
                            "from the current state")
    tools.add_argument("--coverage", type=file_name, metavar="FILE",
                       help="write the address of every instruction that was executed in any of "
                            "the cartridges played, one address per line")
    tools.add_argument("--stats", type=positive, metavar="SECONDS",
                       help="play for SECONDS, print the frames per second, the CPU share and the "
                            "sound delay, and quit")
    parser.set_defaults(execute=execute, preset=None)       # the settings may name one


def add_screen_options(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--headless", action="store_true",
                       help="run without a display; needs --frames, --movie or --until")
    group.add_argument("--screen", metavar="NAME",
                       help="where to play: window, terminal (in braille dots) or blocks (half "
                            "blocks in the terminal; default: the first that is available)")
    group.add_argument("--scale", type=positive_number, metavar="X",
                       help="size of the window, the picture or the video, where 1 is 600 x 750 "
                            "pixels; the window is at most as large as the desktop allows "
                            "(default: from the settings, or to fit the desktop)")
    group.add_argument("--set", dest="settings", action="append", default=[], type=setting,
                       metavar="NAME=VALUE",
                       help="a setting of the picture for this run: brightness=2, glow=0, "
                            "glass=true, rotation=90 or colour=green; can be given more than once "
                            "(`vecx config --print` describes them)")
    group.add_argument("--overlay", metavar="FILE",
                       help="PNG with transparency to lay over the picture, `none`, or `auto` for "
                            "the cartridge's own (default: auto in a window, none with --headless)")
    group.add_argument("--eye", choices=("left", "right"),
                       help="show only the picture that this eye sees through the 3D imager")


def add_playing_options(group: "argparse._ArgumentGroup") -> None:
    """Add the options that choose a movie or a recent cartridge, the length and speed of the run,
    and the settings."""
    group.add_argument("--movie", metavar="FILE",
                       help="play a movie saved with F8, with its cartridge, preset, seed and RAM;"
                            " exit 1 if a state differs from the recorded one")
    group.add_argument("--recent", nargs="?", const="1", metavar="N",
                       help="play the most recent cartridge, or the N-th most recent; `list` "
                            "prints them")
    group.add_argument("--frames", type=positive, metavar="N", help="stop after N frames")
    group.add_argument("-o", "--output", type=output_name, metavar="FILE", action="append",
                       default=[],
                       help="write the last picture (.png), and with --headless also the lines of "
                            "the last frame (.svg), a video (.mp4 with sound, .gif), the sound "
                            "(.wav), or lines and budget of each frame, a JSON object on a line "
                            "(.jsonl, about 7 KB per frame); can be given more than once")
    group.add_argument("--speed", type=speed_number, default=1.0, metavar="X",
                       help=f"speed, from {SPEED_MIN:g} to {SPEED_MAX:g}; 1 is the speed of a "
                            "real console (default: 1)")
    group.add_argument("--config", metavar="FILE",
                       help="settings file: keys, mouse, volume, window (default: the file that "
                            "`vecx config` prints, if it exists)")
    group.add_argument("--debug-port", type=whole_number, metavar="N",
                       help="port of 127.0.0.1 on which a debugger can attach; 0 chooses a free "
                            "port and prints it")
    group.add_argument("--pen", action="store_true",
                       help="use the mouse as the light pen; it touches the glass while the left "
                            "button is down")


def speed_number(text: str) -> float:
    value = positive_number(text)
    if not SPEED_MIN <= value <= SPEED_MAX:
        raise argparse.ArgumentTypeError(f"'{text}' is not within {SPEED_MIN:g} to {SPEED_MAX:g}")
    return value


def setting(text: str) -> tuple[str, bool | float | str]:
    """Read a setting of the picture; `look_of` checks the range of a number."""
    from .settings.tables import SETTINGS

    name, _, value = text.partition("=")
    known = [each for each in SETTINGS["picture"] if each != "overlay"]     # which is an option
    if name not in known:
        raise argparse.ArgumentTypeError(f"'{name}' is not a setting of the picture; use one of "
                                         f"{', '.join(known)}")
    if name == "colour":
        return name, value
    if value in ("true", "false"):
        return name, value == "true"
    try:
        return name, int(value) if value.isdecimal() else float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{name}: '{value}' is neither a number nor true or false"
                                         ) from None


def output_name(text: str) -> Path:
    path = file_name(text)
    if path.suffix.lower() not in WRITTEN:
        raise argparse.ArgumentTypeError(f"'{text}' does not end with {', '.join(WRITTEN)}")
    return path


def execute(args: argparse.Namespace) -> int:
    arguments.check_rules(args, RULES)
    if args.watch and not str(args.cart or "").lower().endswith(files.PROGRAM_SUFFIXES):
        raise UsageError("--watch needs a source (.asm or .c) as CART")
    if args.recent:
        if args.recent == "list":
            print_recent()
            return 0
        args.cart = recent_one(args.recent)
    with ended_by_interrupt():
        machine, settings, movie = prepare(args)
    if args.eye and not machine.imager:
        raise UsageError("--eye needs --imager")
    if machine.imager and settings.bindings.mouse == PEN:
        raise UsageError("the mouse cannot be a light pen while the imager is plugged into port 2; "
                         "remove --imager or --pen")
    if movie:
        movie.check(machine)
    if args.coverage:
        machine.cover()
    machines = [machine]
    status = run(machines, args, movie, settings)
    if args.coverage:
        covered = sorted({address for some in machines for address in some.covered})
        files.write(args.coverage, "".join(f"{address:04X}\n" for address in covered))
    return max(status, *(arguments.report_findings(some, args) for some in machines))


def prepare(args: argparse.Namespace) -> "tuple[Machine, Config, Movie | None]":
    """Before the run, check everything that can fail; return the machine, settings and movie."""
    arguments.check_baseline(args)
    files.check_writable(*args.output, args.coverage)
    if args.headless:
        picture_size(args.scale, Look())
    args.outputs = outputs(args)
    from .settings import Config, read

    settings = read(args.config) if args.config or not args.headless else Config()
    if args.pen:
        settings = replace(settings, bindings=replace(settings.bindings, mouse=PEN))
    args.preset = args.preset or settings.preset
    movie = arguments.read_movie(args)
    return arguments.make_machine(args), settings, movie


def outputs(args: argparse.Namespace) -> dict[str, Path]:
    """Return the files of --output, by attributes of `headless.Outputs`.

    Errors: UsageError for files that cannot be written together or without --headless; VecxError
            for a missing encoder
    """
    given: dict[str, Path] = {}
    for path in args.output:
        what = WRITTEN[path.suffix.lower()]
        if what in given:
            raise UsageError(f"-o {given[what].name} and -o {path.name} cannot be given together")
        given[what] = path
        if what != "png" and not args.headless:
            raise UsageError(f"-o {path.name} needs --headless")
        if what == "film":
            from ..recording import kinds

            kinds.check(path)
    return given


def recent_one(number: str) -> str:
    """Return the path of the N-th most recent cartridge.  Errors: UsageError"""
    from ..play import recent

    known = recent.paths()
    place = int(number) if number.isdecimal() and len(number) < 5 else 0
    if not 1 <= place <= len(known):
        raise UsageError(f"--recent {number[:20]}: the list has {len(known)} "
                         f"cartridge{'s' * (len(known) != 1)}; `--recent list` prints it")
    return str(known[place - 1])


def print_recent() -> None:
    from ..play import recent

    paths = recent.paths()
    if not paths:
        print("no cartridge has been played yet")
    for number, path in enumerate(paths, 1):
        print(f"{number:2} {path}")


def services_of(machines: "list[Machine]", args: argparse.Namespace,
                settings: "Config") -> "PlayerServices":
    """Return the callbacks for the player.  They append every machine that they make to
    `machines`."""
    from ..display import overlay
    from ..display.player import PlayerServices
    from ..play import recent
    from ..recording.kinds import default_suffix, missing_encoder
    from ..recording.take import filming

    options = arguments.MachineOptions.of(args)
    view = view_of(args, machines[0], look_of(args, settings),
                   "auto" if settings.overlay else "none")

    def make(name: str) -> "Machine":
        """Return a machine with another cartridge and the options of this command.

        Errors: VecxError if the file is not a cartridge
        """
        symbols = options.symbols if name == options.cart else ()
        source = options.source if name == options.cart else options.source._replace(more=())
        other = replace(options, cart=name, symbols=symbols, source=source).make()
        fault = other.cartridge.header_fault if other.cartridge else None
        if fault and name != args.cart:
            raise VecxError(f"{name}: {fault}; not played")
        machines.append(other)
        if args.coverage:
            other.cover()
        if name != args.cart:
            recent.note(Path(name))
        return other

    def find_overlay(machine: "Machine", path: Path) -> Path | None:
        return overlay.find(machine.cartridge.name if machine.cartridge else "vecx", path)

    if args.cart and Path(args.cart).is_file():
        recent.note(Path(args.cart))
    record = partial(
        filming, analog=machines[0].analog, size=view.size, growl=view.growl,
        background=True, screen=view.phosphor(machines[0].analog))
    return PlayerServices(make, find_overlay, record, default_suffix(), missing_encoder(),
                          Path(args.cart) if args.watch else None, debugger_of(args))


def debugger_of(args: argparse.Namespace) -> "Guest":
    """Return the server for a debugger that attaches, and print the port on which it waits."""
    from ..display.player import NullDebugger

    if args.debug_port is None:
        return NullDebugger()
    from ..debugger.frontends.dap.window import Port

    port = Port(args.debug_port)
    print(f"vecx: a debugger can attach on 127.0.0.1:{port.number}", file=sys.stderr, flush=True)
    return port


def run(machines: "list[Machine]", args: argparse.Namespace, movie: "Movie | None",
        settings: "Config") -> int:
    """Run headless, or on a screen; if there is no display, write a picture of a short run.

    Args: machines  the machine to run; machines that replace it are added
    """
    machine = machines[0]
    look = look_of(args, settings)
    if args.headless:
        return run_headless(machine, args, movie, view_of(args, machine, look, "none", args.scale))
    from ..display import player
    from ..display.opening import SCREENS, NoScreen, ScreenOptions, open_screen

    if args.from_frame is not None:
        if args.from_frame != TITLE:
            raise UsageError("--from N needs --headless; --from title does not")
        if movie:
            raise UsageError("--from and --movie can be combined only with --headless")
        run_up(run_of(machine, args))
        machine.take_sound()
    if args.screen not in (None, *SCREENS):
        raise UsageError(f"--screen {args.screen}: unknown screen; use one of {', '.join(SCREENS)}")
    try:
        screen = open_screen(ScreenOptions(
            player.title_of(machine), machine.analog, look, args.scale, settings.scale,
            bool(settings.bindings.mouse), args.pen), args.screen)
    except NoScreen as fault:
        if args.watch:
            raise VecxError(f"--watch needs a screen ({fault.why}); `vecx serve` shows a program "
                            "that follows its source in a browser") from None
        return run_for_picture(machine, args, view_of(args, machine, look, "none", args.scale),
                               fault.why)
    stats = player.play(machine, screen, player.PlayOptions(
        args.mute, args.speed, args.frames, args.stats, args.outputs.get("png"), movie,
        args.growl, settings.bindings, settings.volume, overlay_of(args, machine, "auto"),
        settings.overlay or bool(args.overlay), args.eye, settings.folders),
        services_of(machines, args, settings))
    if stats:
        print(stats)
    return 0


def run_headless(machine: "Machine", args: argparse.Namespace, movie: "Movie | None",
                 view: "View") -> int:
    """Run --frames frames, or the frames of a movie, and write the requested files.

    Returns: the exit status: 1 if the program hangs
    """
    from ..recording import headless

    counts = (args.frames, len(movie.frames) if movie else None)
    running = run_of(machine, args, movie)
    run_up(running)
    reported = ""
    with Progress("recording" if "film" in args.outputs else "running", "frames",
                  min((count for count in counts if count is not None), default=None)) as bar:
        def ran(number: int, trouble: "Trouble | None") -> None:
            nonlocal reported
            bar.to(number)
            if trouble and trouble.kind != reported:
                bar.clear()
                print(f"vecx: {trouble}", file=sys.stderr)
            reported = trouble.kind if trouble else ""

        trouble = headless.run(machine, running.frames(args.frames), view, headless.Outputs(
            **args.outputs), ran)
    return int(trouble is not None and trouble.certain)


def run_for_picture(machine: "Machine", args: argparse.Namespace, view: "View", why: str) -> int:
    """Run for some seconds without a display, and write a picture to the current folder."""
    from ..console.frame import CYCLES_PER_SECOND
    from ..display.picture import free_name
    from ..recording import headless

    name = machine.cartridge.name if machine.cartridge else "vecx"
    path = args.outputs.get("png") or free_name(Path(f"{name}.png"))
    files.check_writable(path)
    print(f"vecx: no display ({why}); running {PICTURE_SECONDS} seconds and writing {path}",
          file=sys.stderr)
    end = machine.cycles + PICTURE_SECONDS * CYCLES_PER_SECOND

    def running() -> "Iterator[Frame]":
        while machine.cycles < end:
            yield machine.run_frames(1)[0]

    trouble = headless.run(machine, running(), view, headless.Outputs(path), lambda *_: None)
    if trouble:
        print(f"vecx: {trouble}", file=sys.stderr)
    return int(trouble is not None and trouble.certain)


def picture_size(scale: float | None, look: Look) -> tuple[int, int]:
    """Return the width and height of a picture or a video.  Errors: UsageError"""
    from ..display.picture import HEIGHT, WIDTH

    scale = scale or 1.0
    if scale > PICTURE_SCALE_MAX:
        raise UsageError(f"--scale {scale:g}: the maximum for a picture or a video is "
                         f"{PICTURE_SCALE_MAX:g}")
    size = (WIDTH, HEIGHT) if look.turn in (0, 180) else (HEIGHT, WIDTH)
    return max(1, round(scale * size[0])), max(1, round(scale * size[1]))


def view_of(args: argparse.Namespace, machine: "Machine", look: Look, usual: str,
            scale: float | None = None) -> "View":
    """Return how pictures and films are made.

    Args: usual  the overlay by default
    """
    from ..recording.headless import View

    return View(look, picture_size(scale, look), overlay_of(args, machine, usual), args.eye,
                args.growl)


def look_of(args: argparse.Namespace, settings: "Config") -> Look:
    """Return the look of the picture, from the options of the command or else from the settings.

    Errors: UsageError for a value out of range
    """
    from .settings import readers, tables

    faults = tables.Faults()
    given: dict[str, bool | float | str] = dict(args.settings)
    asked, _ = readers.picture_of(given, lambda _, name: f"--set {name}", faults)
    if faults:
        raise UsageError("\n".join(faults))
    fields = ["turn" if name == "rotation" else name for name in given]
    return replace(settings.look, **{field: getattr(asked, field) for field in fields})


def overlay_of(args: argparse.Namespace, machine: "Machine", usual: str) -> Path | None:
    """Return the path of the overlay that --overlay selects; `usual` is used without that
    option."""
    from ..display import overlay

    choice = args.overlay or usual
    if choice == "none":
        return None
    if choice != "auto":
        return Path(choice)
    cart = Path(args.cart) if args.cart else None
    name = machine.cartridge.name if machine.cartridge else "vecx"
    return overlay.find(name, cart if cart and cart.is_file() else None)
