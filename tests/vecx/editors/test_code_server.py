"""The extension in VS Code, which runs without a display as code-server, in a browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.vecx.web.browser import PATIENCE, Browser, needs_chromium

CODE_SERVER = shutil.which("code-server")
SIZE = {"width": 1400, "height": 880, "deviceScaleFactor": 1, "mobile": False}
SETTINGS = {"workbench.startupEditor": "none", "chat.disableAIFeatures": True,
            "workbench.secondarySideBar.defaultVisibility": "hidden",
            "extensions.ignoreRecommendations": True, "telemetry.telemetryLevel": "off"}
F5, KEY_B, RIGHT = 116, 66, 39      # numbers of virtual keys
CONTROL, SHIFT = 2, 8
CALL = "bsr     ship_draw"

pytestmark = [pytest.mark.slow, needs_chromium,
              pytest.mark.skipif(CODE_SERVER is None, reason="code-server is not installed")]


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


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home folder of its own to vecx and VS Code."""
    for name, folder in (("HOME", ""), ("XDG_DATA_HOME", ".local/share"),
                         ("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".local/state"),
                         ("XDG_CACHE_HOME", ".cache")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    user = tmp_path / ".local/share/code-server/User"
    user.mkdir(parents=True)
    (user / "settings.json").write_text(json.dumps(SETTINGS))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def vecx(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "vecx", *words], check=True, capture_output=True)


@pytest.fixture
def code(home: Path, browser: Browser) -> Iterator[Code]:
    """Give VS Code with the extension installed, and the project rocket with its source open.

    These are the first three actions of a new user.
    """
    vecx("new", "rocket")
    vecx("editor", "install", str(CODE_SERVER))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [str(CODE_SERVER), "--auth", "none", "--bind-addr", f"127.0.0.1:{port}",
         "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address, folder = f"http://127.0.0.1:{port}/", home / "rocket"
    end = time.monotonic() + PATIENCE
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
    process.terminate()
    process.wait()


def test_from_a_new_project_to_a_breakpoint_with_the_picture(code: Code) -> None:
    """Six actions: new, install, open, a click beside a line, F5, F5.

    Then a click on a stroke goes to its line.
    """
    rows = code.folder.joinpath("rocket.asm").read_text().splitlines()
    line = 1 + next(number for number, row in enumerate(rows) if "jmp     vl_ship_draw" in row)
    code.middle(code.line(CALL))
    code.wait_for(".codelens-decoration")     # the server has started
    _, y = code.middle(code.line(CALL))
    gutter = code.browser.run("document.querySelector('.glyph-margin').getBoundingClientRect().x")
    code.click(gutter + 8, y)                                               # the fourth action
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
    stroke = code.wait_in_picture("""(() => {
        const [scale, x, y] = view();
        for (let at = 0; at < shown[0].strokes.length; at += COLUMNS) {
            const [x0, y0, x1, y1] = shown[0].strokes.slice(at, at + 4);
            if (Math.hypot(x1 - x0, y1 - y0) > 1000)
                return [(x + (x0 + x1) / 2 * scale) / devicePixelRatio,
                        (y - (y0 + y1) / 2 * scale) / devicePixelRatio];
        }})()""")
    left, top = code.wait_in_picture("(() => { const box = canvas.getBoundingClientRect(); "
                                     "return [box.x, box.y]; })()")        # type: ignore[misc]
    frame_x, frame_y = code.browser.run("""(() => {
        const box = document.querySelector('iframe.webview').getBoundingClientRect();
        return [box.x, box.y]; })()""")
    code.click(frame_x + left + stroke[0], frame_y + top + stroke[1])       # type: ignore[index]
    code.browser.wait("[...document.querySelectorAll('.statusbar-item')].some(item => "
                      f"item.textContent.includes('Ln {line}, '))")
    code.save("stroke")


def test_an_error_of_the_assembler_is_shown_when_the_program_starts(code: Code) -> None:
    """A change on disk is seen; F5 shows the error and starts nothing, and after the correction it
    starts the program."""
    source = code.folder / "rocket.asm"
    right = source.read_text()
    code.wait_for(".codelens-decoration")
    x, y = code.middle(code.line(CALL))
    code.click(x, y)
    source.write_text(right.replace("clr     ship_x", "ldq     #1"))
    code.wait_for(".squiggly-error")
    code.press("F5", F5)
    code.browser.wait("document.body.innerText.includes('`ldq` is not an instruction')")
    code.save("error")
    code.press("Escape", 27)
    source.write_text(right)
    code.browser.wait("document.querySelector('.squiggly-error') === null")
    code.click(x, y)
    code.press("F5", F5)
    assert code.wait_in_picture("document.body.dataset.running === 'false'")


def test_a_wrong_command_is_named(code: Code, home: Path) -> None:
    """A change of the setting takes effect at once: the message names it, and offers to choose."""
    code.wait_for(".codelens-decoration")
    settings = home / ".local/share/code-server/Machine/settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps({"vecx.command": "/nowhere/vecx"}))
    code.browser.wait("document.querySelector('.notification-toast')?.innerText"
                      ".includes('Set vecx.command to the path of vecx')")
    assert "Choose vecx..." in code.browser.run(
        "document.querySelector('.notification-toast').innerText")
    settings.write_text("{}")
    code.wait_for(".codelens-decoration")


def test_tasks_and_a_run_without_debugging(code: Code) -> None:
    """Ctrl+Shift+B assembles, as the project's tasks say; Ctrl+F5 plays, with the keyboard."""
    line = "document.querySelector('.view-line')"
    code.wait_for(".codelens-decoration")
    code.click(*code.middle(line))
    code.press("KeyB", KEY_B, CONTROL | SHIFT)
    end = time.monotonic() + PATIENCE
    while not (code.folder / "rocket.bin").exists():
        assert time.monotonic() < end
        time.sleep(0.2)
    code.click(*code.middle(line))
    code.press("F5", F5, CONTROL)
    code.wait_in_picture("document.body.dataset.running === 'true'")
    code.wait_in_picture("Number(document.body.dataset.frame) > 20")
    x, y = code.browser.run("""(() => {
        const box = document.querySelector('iframe.webview').getBoundingClientRect();
        return [box.x + 60, box.y + 60]; })()""")
    code.click(x, y)
    code.press("ArrowRight", RIGHT, kinds=("rawKeyDown",))
    assert code.wait_in_picture("held.has('right')")
    code.press("ArrowRight", RIGHT, kinds=("keyUp",))
    assert code.wait_in_picture("!held.has('right')")
    code.save("playing")
