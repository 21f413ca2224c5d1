"""A headless Chromium, driven by its DevTools protocol."""

import base64
import contextlib
import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
import time
from typing import ClassVar

import pytest

from vecx.web import export

# The headless shell is Chromium without windows: a page costs a quarter of the time.  In /usr/bin,
# Debian has a script of this name, which starts the program as a child that would outlive it.
CHROMIUM = (shutil.which("/usr/lib/chromium/chromium-headless-shell")
            or shutil.which("chromium") or shutil.which("chromium-browser"))
WITH_GL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
WITHOUT_GL = ("--disable-gpu", "--disable-webgl", "--disable-webgl2",
              "--disable-software-rasterizer")
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
KEY_CODES = {"Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36,
             "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, ".": 190,
             **{f"F{number}": 111 + number for number in range(1, 13)}}
MODIFIERS = {"Alt": 1, "Control": 2, "Shift": 8}
ELSEWHERE = "school.example"        # a name of this computer that browsers take for another one's
PATIENCE = 60.0         # seconds; these tests do not measure speed
ANSWER_SECONDS = 300.0  # a promise of a page that is never kept ends the browser

# What the browser says if a page leaves before it has answered.
LEAVING = ("Inspected target navigated or closed", "Execution context was destroyed.",
           "Cannot find context with specified id")

# Keep what the page says, in `messages`.
KEEP_MESSAGES = """
    globalThis.messages = [];
    new MutationObserver(changes => {
      for (const {target} of changes) if (target.id === "said") messages.push(target.textContent);
    }).observe(document, {subtree: true, childList: true});"""

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


class PageLeft(AssertionError):
    """A page was left before it answered."""


class PageCrashed(AssertionError):
    """The process of a page has ended."""


def _above(end: int, most: int) -> int:
    """Return a descriptor above a number for the same pipe."""
    while end <= most:
        end = os.dup(end)
    return end


class Chromium:
    """A browser process, which the tests of a worker share."""

    def __init__(self, profile, flags) -> None:
        to_read, to_write = os.pipe(), os.pipe()

        def lay_pipes() -> None:
            ends = [_above(end, 4) for end in (to_read[0], to_write[1])]
            for number, end in enumerate(ends, 3):
                os.dup2(end, number, inheritable=True)

        self.process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--remote-debugging-pipe", f"--user-data-dir={profile}",
             "--window-size=900,700", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1", *flags,
             "about:blank"],
            preexec_fn=lay_pipes, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read[0])
        os.close(to_write[1])
        self._out, self._in = os.fdopen(to_read[1], "wb"), os.fdopen(to_write[0], "rb")
        self._count = 0
        self.events = []        # of all pages since the last one was closed

    def ask(self, method, session=None, **values):
        """Send a request; return the answer.

        Errors: AssertionError with the error, if the page crashes, or if there is no answer in
        ANSWER_SECONDS
        """
        watch = threading.Timer(ANSWER_SECONDS, self.process.kill)
        watch.daemon = True
        watch.start()
        try:
            return self._answer(method, session, values)
        finally:
            watch.cancel()

    def _answer(self, method, session, values):
        self._count += 1
        message = {"id": self._count, "method": method, "params": values}
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        while True:
            said = self._read()
            if said.get("id") == self._count:
                if said.get("error", {}).get("message") in LEAVING:
                    raise PageLeft(said)
                assert "error" not in said, said
                return said["result"]
            if said.get("method") == "Inspector.targetCrashed":
                raise PageCrashed(f"the page crashed before it answered {method} {values}")
            self.events.append(said)

    def _read(self):
        parts = bytearray()
        while (byte := self._in.read(1)) != b"\0":
            assert byte, "the browser has gone"
            parts += byte
        return json.loads(parts)

    def close(self):
        """Close the browser."""
        self.process.kill()
        self.process.wait()
        self._out.close()
        self._in.close()


class Browser:
    """A page in a browser, with separate storage."""

    def __init__(self, chromium, context=None) -> None:
        self._chromium = chromium
        self._is_first = context is None
        self._context = context or \
            chromium.ask("Target.createBrowserContext")["browserContextId"]
        self._target = chromium.ask("Target.createTarget", url="about:blank",
                                    browserContextId=self._context)["targetId"]
        self._session = chromium.ask("Target.attachToTarget", targetId=self._target,
                                     flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=KEEP_MESSAGES)

    def ask(self, method, **values):
        """Send a command to the page; return the result.  Errors: AssertionError"""
        return self._chromium.ask(method, self._session, **values)

    @property
    def events(self):
        """The events that the browser has reported for this page."""
        return [event for event in self._chromium.events
                if event.get("sessionId") == self._session]

    def open(self, address):
        """Open an address, and wait until the page has loaded."""
        self.ask("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def run(self, text):
        """Return the value of an expression or a promise."""
        got = self.ask("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in got, got["exceptionDetails"]
        return got["result"].get("value")

    def wait(self, text):
        """Wait until an expression is true, of this page or of the one that follows."""
        end = time.monotonic() + PATIENCE
        while not self._is(text):
            assert time.monotonic() < end, text
            time.sleep(0.05)

    def _is(self, text):
        try:
            return self.run(text)
        except PageLeft:
            return False

    def key(self, key, code=""):
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=code or key)

    def press(self, key, *held):
        """Press and release a key that is no character, or one of a shortcut, while others are
        held."""
        values = {"key": key, "windowsVirtualKeyCode": KEY_CODES.get(key, ord(key[-1].upper())),
                  "modifiers": sum(MODIFIERS[other] for other in held)}
        text = {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **values, **text)
        with contextlib.suppress(PageLeft):         # because of the key
            self.ask("Input.dispatchKeyEvent", type="keyUp", **values)

    def type(self, text):
        """Type a text, key by key."""
        for key in text:
            if key == "\n":
                self.press("Enter")
                continue
            self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
            self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def resize(self, width, height):
        """Give the page a size in pixels."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)

    def another(self):
        """Open another page of the same user."""
        return Browser(self._chromium, self._context)

    def be_phone(self, **changes):
        """Emulate a phone: size, coarse pointer, touch."""
        self.ask("Emulation.setDeviceMetricsOverride", **PHONE | changes)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.ask("Emulation.setEmulatedMedia", features=[
            {"name": "pointer", "value": "coarse"}, {"name": "hover", "value": "none"}])

    def be_small(self):
        """Show the page in few pixels: WebGL is slow without a graphics card."""
        self.ask("Emulation.setDeviceMetricsOverride", width=240, height=300, deviceScaleFactor=1,
                 mobile=False)

    def touch(self, kind, *places):
        """Dispatch touchStart, touchMove or touchEnd at these places."""
        self.ask("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)])

    def middle(self, ident, share=0.0):
        """Return the middle of an element, shifted right by a fraction of its width."""
        return self.run(f"""(() => {{ const box = document.getElementById('{ident}')
          .getBoundingClientRect(); return [box.x + box.width * (0.5 + {share}),
          box.y + box.height / 2]; }})()""")

    def tap(self, ident):
        self.touch("touchStart", self.middle(ident))
        self.touch("touchEnd")

    @property
    def said(self):
        """Return the message that the page shows."""
        return self.run("document.getElementById('said').textContent")

    def check_said(self, words):
        """Wait until the page has said something with these words; forget what it said before.

        Pages show a message for a few seconds: whether it is still there depends on the machine.
        """
        self.wait(f"""(() => {{
          const at = messages.findIndex(message => message.includes({json.dumps(words)}));
          return at >= 0 && messages.splice(0, at + 1).length; }})()""")

    def picture(self):
        """Return the page as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    @property
    def requests(self):
        """Return the addresses that the page has requested, without its own."""
        return [said["params"]["request"]["url"] for said in self.events
                if said.get("method") == "Network.requestWillBeSent"]

    @property
    def faults(self):
        """Return the errors in the page's console."""
        return [said["params"] for said in self.events
                if said.get("method") == "Runtime.exceptionThrown"
                or (said.get("method") == "Log.entryAdded"
                    and said["params"]["entry"]["level"] == "error")]

    def close(self):
        """Close the page; if it is the first one of its user, delete the storage."""
        if not self._is_first:
            self._chromium.ask("Target.closeTarget", targetId=self._target)
            return
        self._chromium.ask("Target.disposeBrowserContext", browserContextId=self._context)
        self._chromium.events.clear()


def written(machine, folder, overlay=None):
    """Write the page of a machine; return its path."""
    path = folder / "game.html"
    path.write_text(export.page(machine, overlay), encoding="utf-8")
    return path


def opened(browser, path):
    """Open a page, and wait for its player."""
    browser.open(path.as_uri())
    browser.wait("globalThis.vecx !== undefined")


class _Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                                ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, format, *arguments):
        """Log nothing."""


@contextlib.contextmanager
def served(folder, host="127.0.0.1"):
    """Serve a folder; give its address."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{host}:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
