"""`vecx export`: write a cartridge, or a film of a run, as one web page."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..errors import VecxError, reason
from .arguments import add_machine, file_name, make_machine, positive, read_movie

if TYPE_CHECKING:
    from pathlib import Path

    from ..machine import Machine


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
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--itch", action="store_true",
                      help="write a zip for itch.io, which contains the page as index.html")
    kind.add_argument("--pwa", action="store_true",
                      help="write a folder with an app that browsers can install and that works "
                           "offline; publish it over https")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    if not args.movie and (args.from_frame or args.frames):
        args.refuse("--from and --frames need --film MOVIE")
    if args.movie and (args.itch or args.pwa or args.url):
        args.refuse("--itch, --pwa and --url cannot be combined with --film")
    movie = read_movie(args)
    named = Path(args.movie or args.cart or "vecx")
    suffix = ".zip" if args.itch else "-app" if args.pwa else ".html"
    output = args.output or (named if args.cart or args.movie else Path(named.name)).with_name(
        named.stem + suffix)
    if not args.pwa:
        files.check_writable(output)
    machine = make_machine(args)
    overlay = overlay_bytes(machine, args)
    if args.pwa:
        return _write_app(machine, overlay, args.url, output)
    if args.itch:
        from ..web import publish

        content: str | bytes = publish.itch(machine, overlay, args.url)
    elif movie:
        from ..web import film

        content = film.page(movie, machine, overlay, first=args.from_frame, count=args.frames)
    else:
        from ..web import export

        content = export.page(machine, overlay, args.url)
    data = content.encode() if isinstance(content, str) else content
    files.write(output, data)
    print(f"{output}: {len(data):,} bytes")
    return 0


def _write_app(machine: "Machine", overlay: bytes | None, url: str, folder: "Path") -> int:
    from ..web import publish

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise VecxError(f"{folder}: cannot make the folder: {reason(fault)}") from None
    for name, data in publish.app(machine, overlay, url).items():
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
