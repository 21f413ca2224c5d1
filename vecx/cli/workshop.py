"""`vecx workshop`: write the workshop, a page that writes, checks and plays cartridges."""

import argparse
import os
from functools import partial
from pathlib import Path

from .. import files
from ..errors import UsageError, VecxError, reason
from .arguments import file_name

PORT = 8065
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "workshop", help="write a web page that writes, checks and plays cartridges",
        description="Write a folder of static files for any web server.  Its page has an editor, "
                    "the assembler and the machine; everything runs in the browser, and sources "
                    "stay there.")
    parser.add_argument("-o", "--output", type=file_name, metavar="DIR", required=True,
                        help="folder to write")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER",
                        help="unpacked npm package pyodide (default: npm downloads it once)")
    parser.add_argument("--cdn", metavar="URL", default="",
                        help="let the page load Pyodide from this address, which ends in /, "
                             "instead of its own folder")
    parser.add_argument("--open", action="store_true",
                        help="serve the folder on this computer, and open the page")
    parser.add_argument("--port", type=int, default=PORT, metavar="N",
                        help=f"port for --open; 0 chooses a free one (default: {PORT})")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from ..web import workshop

    if args.cdn and args.pyodide:
        raise UsageError("--cdn and --pyodide cannot be combined")
    if args.cdn and not (args.cdn.startswith("https://") and args.cdn.endswith("/")):
        raise UsageError("--cdn URL must begin with https:// and end with /")
    folder = Path(args.output)
    python = {} if args.cdn else workshop.python_files(args.pyodide)
    files.make_folder(folder)
    for name, data in workshop.site(python, args.cdn).items():
        files.make_folder((folder / name).parent)
        files.write(folder / name, data)
        print(f"{folder / name}: {len(data):,} bytes")
    if args.open:
        _serve(folder, args.port)
    return 0


def _serve(folder: Path, port: int) -> None:
    import webbrowser
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            """Log nothing."""

        def guess_type(self, path: str | os.PathLike[str]) -> str:
            """Return the types that browsers insist on, whatever this computer is set to."""
            return TYPES.get(Path(path).suffix) or super().guess_type(path)

    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))
    except (OSError, OverflowError) as fault:
        said = reason(fault) if isinstance(fault, OSError) else "no such port"
        raise VecxError(f"port {port}: {said}; use another --port") from None
    address = f"http://localhost:{server.server_address[1]}/"
    print(f"{address} (Ctrl-C ends)", flush=True)
    webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
