"""`vecx export`: write a cartridge, or a film of one, as one web page."""

import argparse
from typing import TYPE_CHECKING

from .arguments import add_machine, file_name, make_machine, positive, read_movie

if TYPE_CHECKING:
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
                             "the cartridge's own, if there is one)")
    parser.add_argument("--film", metavar="MOVIE", dest="movie",
                        help="export the picture and sound of a movie saved with F8 instead of "
                             "the machine")
    parser.add_argument("--from", type=positive, metavar="N", dest="from_frame", default=0,
                        help="first frame of the film")
    parser.add_argument("--frames", type=positive, metavar="N",
                        help="number of frames of the film (default: to the end of the movie)")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    from pathlib import Path

    from .. import files

    if not args.movie and (args.from_frame or args.frames):
        args.refuse("--from and --frames need --film MOVIE")
    movie = read_movie(args)
    named = Path(args.movie or args.cart or "vecx")
    output = args.output or Path(named.with_suffix(".html").name if not args.cart and not args.movie
                                 else named.with_suffix(".html"))
    files.check_writable(output)
    machine = make_machine(args)
    overlay = overlay_bytes(machine, args)
    if movie:
        from ..web import film

        text = film.page(movie, machine, overlay, first=args.from_frame, count=args.frames)
    else:
        from ..web import export

        text = export.page(machine, overlay)
    files.write(output, text)
    print(f"{output}: {len(text.encode()):,} bytes")
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
