"""The extension in VS Code, which runs without a display as code-server, in a browser."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vecx.editors.code import (
    CALL,
    CODE_SERVER,
    F5,
    FOLDERS,
    Code,
    editing,
    environment,
    run_to_the_ship,
    vecx,
)
from tests.vecx.web.browser import PATIENCE, Browser, needs_chromium

KEY_B, RIGHT = 66, 39               # numbers of virtual keys
CONTROL, SHIFT = 2, 8

pytestmark = [pytest.mark.slow, needs_chromium,
              pytest.mark.skipif(CODE_SERVER is None, reason="code-server is not installed")]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home folder of its own to vecx and VS Code."""
    for name, value in environment(tmp_path).items():
        if name in FOLDERS or name == "PATH":
            monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def code(home: Path, browser: Browser) -> Iterator[Code]:
    """Give VS Code with the extension installed, and the project rocket with its source open.

    These are the first three actions of a new user.
    """
    import os

    vecx(home, "new", "rocket")
    vecx(home, "editor", "install", str(CODE_SERVER))
    with editing(home, browser, dict(os.environ)) as editor:
        yield editor


def test_from_a_new_project_to_a_breakpoint_with_the_picture(code: Code) -> None:
    """Six actions: new, install, open, a click beside a line, F5, F5.

    Then a click on a stroke goes to its line.
    """
    rows = code.folder.joinpath("rocket.asm").read_text().splitlines()
    line = 1 + next(number for number, row in enumerate(rows) if "jmp     vl_ship_draw" in row)
    run_to_the_ship(code)
    stroke = code.wait_in_picture("""(() => {
        const [scale, x, y] = view();
        for (let at = 0; at < shown[0].strokes.length; at += COLUMNS) {
            const [x0, y0, x1, y1] = shown[0].strokes.slice(at, at + 4);
            if (Math.hypot(x1 - x0, y1 - y0) > 1000)
                return [(x + (x0 + x1) / 2 * scale) / devicePixelRatio,
                        (y - (y0 + y1) / 2 * scale) / devicePixelRatio];
        }})()""")
    assert stroke
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
