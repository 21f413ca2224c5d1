"""`vecx export`: write a cartridge, or a film of a run, as one web page."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..errors import UsageError, VecxError, reason
from .arguments import (
    add_machine,
    file_name,
    make_machine,
    positive,
    positive_number,
    read_movie,
)

if TYPE_CHECKING:
    from ..machine import Machine
    from ..web.about import About


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "export", help="export a cartridge as a single web page",
        description="Write a single HTML file that plays a cartridge in any browser, from disk or "
                    "from a server.  With --film, the page shows a recorded movie instead.")
    add_machine(parser, cart_optional=True)
    parser.add_argument("-o", "--output", type=file_name, metavar="FILE",
                        help="page to write (default: CART with the suffix .html)")
    parser.add_argument("--overlay", metavar="FILE",
                        help="PNG with transparency to lay over the picture, or `none` (default: "
                             "the cartridge's own overlay, if there is one)")
    parser.add_argument("--film", metavar="MOVIE", dest="movie",
                        help="instead of a game to play, export the picture and sound of a movie "
                             "saved with F8")
    parser.add_argument("--from", type=positive, metavar="N", dest="from_frame", default=0,
                        help="first frame of the film")
    parser.add_argument("--frames", type=positive, metavar="N",
                        help="number of frames of the film (default: to the end of the movie)")
    parser.add_argument("--url", metavar="URL", default="",
                        help="address at which the page will be published, for link previews")
    _add_author(parser)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--itch", action="store_true",
                      help="write a zip for itch.io, which contains the page as index.html, and a "
                           "cover image")
    kind.add_argument("--pwa", action="store_true",
                      help="write a folder with an app that browsers can install and that works "
                           "offline; publish it over https")
    parser.set_defaults(execute=execute, refuse=parser.error)


AUTHORS = "title", "description", "credits", "controls", "cover", "volume", "brightness", "colour"


def _add_author(parser: argparse.ArgumentParser) -> None:
    """Add the options with which an author presents a game."""
    own = parser.add_argument_group("presentation of the game")
    own.add_argument("--title", metavar="TEXT", help="title (default: the cartridge's)")
    own.add_argument("--description", metavar="TEXT",
                     help="what the game is about; the page, search engines and link previews "
                          "show it")
    own.add_argument("--controls", metavar="TEXT",
                     help='what the controls do, such as "stick=move, 1=pause, 4=fire"; the page '
                          "shows it beside the picture")
    own.add_argument("--credits", metavar="TEXT", help="who made the game")
    own.add_argument("--cover", type=Path, metavar="FILE",
                     help="PNG or JPEG to show until the game starts, and in link previews "
                          "(default: a picture of the game)")
    own.add_argument("--volume", type=positive_number, metavar="PERCENT",
                     help="volume at the start, 5 to 100 (default: 100)")
    own.add_argument("--brightness", type=positive_number, metavar="PERCENT",
                     help="brightness at the start, 25 to 400 (default: 100)")
    own.add_argument("--colour", metavar="NAME",
                     help="colour of the phosphor at the start: bluish, white, green, amber, or a "
                          "colour such as #33FF66 (default: bluish)")
    own.add_argument("--no-files", action="store_true",
                     help="players cannot load other cartridges, overlays and movies")
    own.add_argument("--no-movies", action="store_true", help="players cannot save movies")


def _about(args: argparse.Namespace) -> "About":
    """Return what the author says.  Errors: VecxError"""
    from ..display.look import COLOURS, COLOURS_KNOWN, colour_of
    from ..web.about import About, controls_of

    for name, least, most in (("volume", 5, 100), ("brightness", 25, 400)):
        value = getattr(args, name)
        if value is not None and not least <= value <= most:
            args.refuse(f"argument --{name}: '{value:g}' is not between {least} and {most}")
    colour = colour_of(args.colour or next(iter(COLOURS)))
    if colour is None:
        raise UsageError(f"--colour: '{args.colour}' is not {COLOURS_KNOWN}")
    try:
        cover = args.cover.read_bytes() if args.cover else None
    except OSError as fault:
        raise VecxError(f"{args.cover}: {reason(fault)}") from None
    return About(
        args.title or "", args.description or "", args.credits or "",
        controls_of(args.controls) if args.controls else {}, cover,
        (args.volume or 100) / 100, (args.brightness or 100) / 100,
        colour, not args.no_files, not args.no_movies)


def execute(args: argparse.Namespace) -> int:
    if not args.movie and (args.from_frame or args.frames):
        args.refuse("--from and --frames need --film MOVIE")
    if args.movie and (args.itch or args.pwa or args.url):
        args.refuse("--itch, --pwa and --url cannot be combined with --film")
    if args.movie and (args.no_files or args.no_movies or any(getattr(args, name) is not None
                                                              for name in AUTHORS)):
        args.refuse("the options that present a game cannot be combined with --film")
    movie = read_movie(args)
    named = Path(args.movie or args.cart or "vecx")
    suffix = ".zip" if args.itch else "-app" if args.pwa else ".html"
    output = args.output or (named if args.cart or args.movie else Path(named.name)).with_name(
        named.stem + suffix)
    if not args.pwa:
        wanted = (".zip",) if args.itch else (".html", ".htm")
        if output.suffix.lower() not in wanted:
            raise UsageError(f"{output}: the name must end with {' or '.join(wanted)}")
        files.check_writable(output)
    about = _about(args)
    machine = make_machine(args)
    overlay = overlay_bytes(machine, args)
    if args.pwa:
        return _write_app(machine, overlay, args.url, about, output)
    if args.itch:
        from ..web import publish

        content: str | bytes = publish.itch(machine, overlay, args.url, about)
    elif movie:
        from ..web import film

        content = film.page(movie, machine, overlay, first=args.from_frame, count=args.frames)
    else:
        from ..web import export

        content = export.page(machine, overlay, args.url, about=about)
    data = content.encode() if isinstance(content, str) else content
    files.write(output, data)
    print(f"{output}: {len(data):,} bytes")
    if args.itch:
        _advise(machine, overlay, about, output)
    return 0


def _advise(machine: "Machine", overlay: bytes | None, about: "About", output: Path) -> None:
    """Write the cover image, and print what to enter at itch.io."""
    from ..web import publish
    from ..web.about import COVER, FRAME

    path = output.with_name(f"{output.stem}-cover.png")
    data = publish.cover(machine, overlay, about)
    files.write(path, data)
    print(f"{path}: {len(data):,} bytes, {COVER[0]} x {COVER[1]} pixels, for the game's page")
    print(f"itch.io: kind of project HTML, viewport {FRAME[0]} x {FRAME[1]}, mobile friendly, "
          "automatically start on page load")


def _write_app(machine: "Machine", overlay: bytes | None, url: str, about: "About",
               folder: Path) -> int:
    from ..web import publish

    files.make_folder(folder)
    for name, data in publish.app(machine, overlay, url, about).items():
        files.write(folder / name, data)
        print(f"{folder / name}: {len(data):,} bytes")
    return 0


def overlay_bytes(machine: "Machine", args: argparse.Namespace) -> bytes | None:
    """Return the overlay's bytes, or None.  Errors: VecxError if the file is not an overlay"""
    from ..display import overlay
    from .run import overlay_of

    path = overlay_of(args, machine, "auto")
    if path is None:
        return None
    overlay.load(path)
    return path.read_bytes()
