"""`vecx lsp`: the language server, for an editor."""

import argparse

from ..errors import VecxError, install, reason
from .arguments import whole_number


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "lsp", help="language server for an editor",
        description="Speak the Language Server Protocol over standard input and output, or over a "
                    "port. See `vecx help editors`.")
    parser.add_argument("--port", type=whole_number, metavar="N",
                        help="wait for an editor on this port of 127.0.0.1")
    parser.add_argument("--stdio", action="store_true",
                        help="use standard input and output, as without --port")
    parser.set_defaults(execute=execute, refuse=parser.error)


def execute(args: argparse.Namespace) -> int:
    if args.stdio and args.port is not None:
        args.refuse("--stdio cannot be combined with --port")
    try:
        from ..language.server import create
    except ImportError:
        raise VecxError(f"the language server needs pygls: {install('lsp')}") from None
    server = create()
    if args.port is None:
        server.start_io()
    else:
        try:
            server.start_tcp("127.0.0.1", args.port)
        except OSError as fault:
            raise VecxError(f"port {args.port}: {reason(fault)}; use a different --port") from None
    return 0
