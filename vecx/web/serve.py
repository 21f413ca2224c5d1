"""`vecx serve`: serves the web player from this computer, with findings and figures added to the
page.

Only the loopback interface is bound by default.  Pages of other sites cannot use the server: the
request's host must be a known name or, unless only this computer is served, an address (a site's
name can be made to point here, an address cannot), and requests that change something must come
from our page.
"""

import html
import io
import ipaddress
import json
import socket
import sys
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .. import pages
from ..errors import VecxError, printable, reason
from . import export
from .versions import Versions

LOOPBACK = ("127.0.0.1", "localhost", "::1")
BODY_BYTES_MAX = 1 << 22
CONNECTIONS_MAX = 64
BUSY = (b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 46\r\n"
        b"Connection: close\r\n\r\ntoo many connections; close other pages of it\n")


def page(versions: Versions, overlay: bytes | None) -> str:
    machine = versions.machine
    data = export.game(machine, overlay)
    begin = json.dumps({"run": versions.run, "program": versions.newest})
    script = pages.built("served.js") + \
        f"\nglobalThis.vecx = await page.begin({export.as_json(data)});\n" \
        f"page.serveBeside(globalThis.vecx, {begin});\n"
    text = export.assembled(machine, script, pages.read("layout.html"), pages.read("layout.css"))
    return text.replace('<body class="alone">', '<body class="beside">')


def number_in(text: str) -> int | None:
    """Return the number in a request, or None unless it has 1 to 15 digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    versions: Versions
    overlay: bytes | None
    hosts: frozenset[str]
    addresses: bool         # any address is a valid host
    protocol_version = "HTTP/1.1"
    timeout = 60

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing."""

    def _is_ours(self, *, changes: bool) -> bool:
        host = self.headers.get("Host", "")
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:      # half an address in brackets
            return False
        if name not in self.hosts and not (self.addresses and is_address(name)):
            return False
        origin = self.headers.get("Origin")
        return origin == f"http://{host}" if changes else origin in (None, f"http://{host}")

    def _answer(self, status: int, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in (("Content-Type", f"{kind}; charset=utf-8"),
                            ("Content-Length", str(len(body))), ("Cache-Control", "no-store"),
                            ("X-Content-Type-Options", "nosniff"),
                            ("X-Frame-Options", "DENY"),
                            ("Content-Security-Policy", "frame-ancestors 'none'"),
                            ("Cross-Origin-Resource-Policy", "same-origin")):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self) -> None:
        self._answer(403, "text/plain", "requests from other sites are refused; if the address "
                                        "names this computer, use --allow-host NAME\n")

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if not self._is_ours(changes=False):
            self._refuse()
        elif parts.path == "/":
            self._answer(200, "text/html", page(self.versions, self.overlay))
        elif parts.path == "/news":
            have = parse_qs(parts.query).get("have", ["0"])[0]
            news = self.versions.news(number_in(have) or 0)
            self._answer(200, "application/json", json.dumps(news))
        else:
            self._answer(404, "text/plain", "not found; the game is at /\n")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Convert a page's state to the newest program, or check the state with the strict
        machine."""
        length = self.headers.get("Content-Length", "")
        parts = urlsplit(self.path)
        program = parse_qs(parts.query).get("program", [""])[0]
        if not self._is_ours(changes=True):
            self.close_connection = True
            self._refuse()
            return
        size, number = number_in(length), number_in(program)
        if size is None or size > BODY_BYTES_MAX or number is None \
                or parts.path not in ("/carry", "/judge"):
            self.close_connection = True
            self._answer(400, "text/plain", "not a state\n")
            return
        state = self.rfile.read(size)
        try:
            answer: dict[str, Any] = {}
            if parts.path == "/carry":
                answer = self.versions.carried(number, state)
            else:
                self.versions.judge(number, state)
            self._answer(200, "application/json", json.dumps(answer))
        except VecxError as fault:
            self._answer(400, "text/plain", html.escape(f"{fault}\n"))


class Server(ThreadingHTTPServer):
    """Serves each request in its own thread, and ends without waiting for these threads."""

    daemon_threads = True

    def __init__(self, *arguments: Any) -> None:
        self._free = threading.BoundedSemaphore(CONNECTIONS_MAX)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection; refuse it if there are too many."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        try:
            request.sendall(BUSY)
        finally:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the errors of connections that a page has closed."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(versions: Versions, overlay: bytes | None, host: str, port: int,
           allowed: Sequence[str] = ()) -> Server:
    """Return a bound server; call its `serve_forever`.

    Args:   allowed  names of this computer, besides those that it knows itself
    Errors: VecxError if the address is in use, or does not belong to this computer
    """
    own = () if host in LOOPBACK else own_names()
    names = frozenset(name.lower() for name in (*LOOPBACK, host, *own, *allowed))
    kind = type("Bound", (Handler,), {"versions": versions, "overlay": overlay, "hosts": names,
                                      "addresses": host not in LOOPBACK})
    try:
        made = Server((host, port), kind)
    except (OSError, OverflowError, TypeError, ValueError) as fault:
        said = reason(fault) if isinstance(fault, OSError) else \
            "no such port" if isinstance(fault, OverflowError) else "not an address"
        raise VecxError(f"{printable(host)} port {port}: {said}; use another --host or "
                        "--port") from None
    return made


def own_names() -> tuple[str, ...]:
    name = socket.gethostname()
    return name, f"{name}.local"


def address_of(host: str, port: int) -> str:
    """Return the address at which a browser on another computer can open the page."""
    if host in ("0.0.0.0", "::", ""):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))     # an address of documentation: nothing is sent
                host = probe.getsockname()[0]
            except OSError:         # no network
                host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else "localhost" if host == "127.0.0.1" else host
    return f"http://{shown}:{port}/"


def qr_code(address: str) -> str:
    """Return a QR code for a terminal, or "" if segno is not installed."""
    try:
        import segno
    except ImportError:
        return ""
    room = io.StringIO()
    segno.make_qr(address).terminal(room, compact=True)
    return room.getvalue()


def serve(versions: Versions, made: Server) -> None:
    end = threading.Event()
    threading.Thread(target=versions.follow, args=(end,), daemon=True).start()
    try:
        made.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        end.set()
        made.server_close()
