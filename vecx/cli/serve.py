"""`vecx serve`: the player's page from a local server, updated whenever the source is saved."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from ..errors import install
from ..files import PROGRAM_SUFFIXES
from .arguments import MachineOptions, add_machine, make_machine

PORT = 8064


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "serve", help="play in a browser, with an update whenever the source is saved",
        description="Serve a page that plays a cartridge.  Whenever the source is saved, it is "
                    "assembled, and the new program continues from the state of the previous one. "
                    " The page also shows the findings of the strict machine and the budget of "
                    "each frame.")
    add_machine(parser)
    parser.add_argument("--overlay", metavar="FILE",
                        help="PNG with transparency to lay over the picture, or `none` (default: "
                             "the cartridge's own overlay, if there is one)")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS",
                        help="address to listen on (default: 127.0.0.1, this computer only)")
    parser.add_argument("--allow-host", metavar="NAME", action="append", default=[],
                        help="also accept requests that use this name for the computer; addresses, "
                             "localhost and the host name are always accepted")
    parser.add_argument("--port", type=int, default=PORT, metavar="N",
                        help=f"port to listen on; 0 chooses a free one (default: {PORT})")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    import webbrowser

    from ..web.serve import LOOPBACK, address_of, qr_code, serve, server
    from ..web.versions import Versions
    from .export import overlay_bytes

    first, options = make_machine(args), MachineOptions.of(args)

    def make(strict: bool) -> "object":
        return replace(options, strict="all" if strict else None).make()

    source = Path(args.cart) if Path(args.cart).suffix.lower() in PROGRAM_SUFFIXES else None
    overlay = overlay_bytes(first, args)
    versions = Versions(make, source)       # type: ignore[arg-type]
    made = server(versions, overlay, args.host, args.port, args.allow_host)
    address = address_of(args.host, int(made.server_address[1]))
    print(f"{args.cart}: {address} (Ctrl-C ends)", flush=True)
    if args.host not in LOOPBACK:
        print(f"vecx: warning: every computer that can reach {address} can play and read this "
              "program; use this only in a network that you trust", file=sys.stderr)
        if sys.stdout.isatty():
            print(qr_code(address) or f"to show a QR code here, {install('serve')}", flush=True)
    if args.open:
        webbrowser.open(address)
    serve(versions, made)
    return 0
