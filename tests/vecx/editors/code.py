"""VS Code without a display: code-server with the extension, in a browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tests.vecx.web.browser import PATIENCE, Browser

CODE_SERVER = shutil.which("code-server")
SIZE = {"width": 1400, "height": 880, "deviceScaleFactor": 1, "mobile": False}
SETTINGS = {"workbench.startupEditor": "none", "chat.disableAIFeatures": True,
            "workbench.secondarySideBar.defaultVisibility": "hidden",
            "extensions.ignoreRecommendations": True, "telemetry.telemetryLevel": "off"}
FOLDERS = {"HOME": "", "XDG_DATA_HOME": ".local/share", "XDG_CONFIG_HOME": ".config",
           "XDG_STATE_HOME": ".local/state", "XDG_CACHE_HOME": ".cache"}
F5 = 116                            # number of a virtual key
CALL = "bsr     ship_draw"


class Code:
    """VS Code with a folder, in a browser."""

    def __init__(self, browser: Browser, folder: Path, pictures: Path) -> None:
        self.browser, self.folder, self.pictures = browser, folder, pictures

    def press(self, key: str, number: int, modifiers: int = 0,
              kinds: tuple[str, ...] = ("rawKeyDown", "keyUp")) -> None:
        for kind in kinds:
            self.browser.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                             windowsVirtualKeyCode=number, modifiers=modifiers)

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                             clickCount=1)

    def wait_for(self, selector: str) -> None:
        self.browser.wait(f"document.querySelector({json.dumps(selector)}) !== null")

    def middle(self, element: str) -> tuple[float, float]:
        """Wait for an element, given as an expression; return its middle."""
        self.browser.wait(f"({element}) instanceof Element")
        x, y = self.browser.run(f"""(() => {{ const box = ({element}).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
        return x, y

    def line(self, words: str) -> str:
        """Return an expression for the line of the source that contains some words."""
        return ("[...document.querySelectorAll('.view-line')].find(line => "
                f"line.textContent.replaceAll('\\u00a0', ' ').includes({json.dumps(words)}))")

    def in_picture(self, expression: str) -> object:
        """Return the value of an expression in the webview; None if there is no picture yet."""
        for event in self.browser.events:
            if event["method"] != "Runtime.executionContextCreated":
                continue
            try:
                got = self.browser.ask(
                    "Runtime.evaluate", returnByValue=True,
                    contextId=event["params"]["context"]["id"],
                    expression=f"document.getElementById('strip') && ({expression})")
            except AssertionError:      # the frame is gone
                continue
            if got["result"].get("value") is not None:
                return got["result"]["value"]
        return None

    def wait_in_picture(self, expression: str) -> object:
        end = time.monotonic() + PATIENCE
        while not (found := self.in_picture(expression)):
            assert time.monotonic() < end, expression
            time.sleep(0.1)
        return found

    def save(self, name: str) -> None:
        (self.pictures / f"{name}.png").write_bytes(self.browser.picture())


def environment(home: Path) -> dict[str, str]:
    """Return the environment of VS Code and vecx with a home folder of their own, and write the
    settings of VS Code."""
    user = home / ".local/share/code-server/User"
    user.mkdir(parents=True)
    (user / "settings.json").write_text(json.dumps(SETTINGS))
    return {**os.environ, **{name: str(home / folder) for name, folder in FOLDERS.items()},
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def vecx(home: Path, *words: str) -> None:
    """Run a command that must succeed."""
    subprocess.run([sys.executable, "-m", "vecx", *words], cwd=home, capture_output=True,
                   check=True)


@contextmanager
def editing(home: Path, browser: Browser, surroundings: dict[str, str]) -> Iterator[Code]:
    """Give VS Code with the project rocket, which is in the home folder, and its source open."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [str(CODE_SERVER), "--auth", "none", "--bind-addr", f"127.0.0.1:{port}",
         "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=surroundings)
    address, folder = f"http://127.0.0.1:{port}/", home / "rocket"
    end = time.monotonic() + PATIENCE
    try:
        while True:
            try:
                if b"workbench" in urlopen(address).read():
                    break
            except OSError:
                pass
            assert time.monotonic() < end
            time.sleep(0.2)
        browser.ask("Emulation.setDeviceMetricsOverride", **SIZE)
        file = json.dumps([["openFile", f"vscode-remote://127.0.0.1:{port}{folder}/rocket.asm"]])
        browser.ask("Page.navigate", url=f"{address}?folder={folder}&payload={file}")
        yield Code(browser, folder, home)
    finally:
        process.terminate()
        process.wait()


def run_to_the_ship(code: Code) -> None:
    """Set a breakpoint with a click beside the call of ship_draw, and press F5 twice."""
    code.middle(code.line(CALL))
    code.wait_for(".codelens-decoration")     # the server has started
    _, y = code.middle(code.line(CALL))
    gutter = code.browser.run("document.querySelector('.glyph-margin').getBoundingClientRect().x")
    code.click(gutter + 8, y)
    code.wait_for(".codicon-debug-breakpoint")
    code.press("F5", F5)
    code.wait_for(".codicon-debug-stackframe")
    code.wait_in_picture("document.body.dataset.running === 'false'")
    code.save("entry")
    assert "stopped" in str(code.in_picture("strip.textContent"))
    code.press("F5", F5)
    code.wait_for(".codicon-debug-breakpoint-stackframe, "
                  ".codicon-debug-stackframe.codicon-debug-breakpoint")
    code.save("breakpoint")
    code.press("F5", F5)                # a frame with the ship
    code.wait_in_picture("shown[0].strokes.length > 0 && document.body.dataset.frame > 246")
