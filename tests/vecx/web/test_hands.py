"""What a player holds: touch, gamepads, the pen; and the time that a screen gives."""

import functools
import http.server
import threading

import pytest

from tests.vecx.web.browser import browser, needs_chromium, opened, written
from vecx.machine import Machine

__all__ = ["browser"]
pytestmark = needs_chromium
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
# The middle of an element, a share of its width to the right of it.
MIDDLE = """(() => { const box = document.getElementById('ID').getBoundingClientRect();
  return [box.x + box.width * (0.5 + SHARE), box.y + box.height / 2]; })()"""


def touch(browser, ident, share=0.0):
    """Put a finger down on an element."""
    x, y = browser.run(MIDDLE.replace("ID", ident).replace("SHARE", str(share)))
    browser.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])


def lift(browser):
    """Take the finger away."""
    browser.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_thumbs(browser, tmp_path):
    """A stick and four buttons, shown where there is a finger, work controller 1."""
    browser.ask("Emulation.setDeviceMetricsOverride", **PHONE)
    browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.ask("Emulation.setEmitTouchEventsForMouse", enabled=True)
    browser.ask("Emulation.setEmulatedMedia", features=[
        {"name": "pointer", "value": "coarse"}, {"name": "hover", "value": "none"}])
    opened(browser, written(Machine("connect4"), tmp_path))
    assert browser.run("getComputedStyle(document.getElementById('thumbs')).display") == "flex"
    for number, down in ((1, 0xFE), (4, 0xF7)):
        touch(browser, f"button{number}")
        browser.wait(f"vecx.machine.get('buttons') === {down}")
        lift(browser)
        browser.wait("vecx.machine.get('buttons') === 255")
    touch(browser, "stick", 0.45)
    browser.wait("vecx.machine.get('stick', 0) > 200 && vecx.machine.get('stick', 1) === 128")
    lift(browser)
    browser.wait("vecx.machine.get('stick', 0) === 128")
    assert browser.run("vecx.hasBegun")


def test_gamepads_come_and_go(browser, tmp_path):
    """The first is controller 1, and what it held is let go when it is pulled out."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("""(() => {
      const pad = {connected: true, axes: [1, -0.5], buttons: Array.from({length: 16}, (_, i) =>
        ({pressed: i === 2}))};
      navigator.getGamepads = () => [null, pad];
    })()""")
    browser.wait("vecx.machine.get('buttons') === 0xFB")
    browser.wait("vecx.machine.get('stick', 0) === 255 && vecx.machine.get('stick', 1) > 180")
    assert "controller 1" in browser.run("document.getElementById('said').textContent")
    browser.run("navigator.getGamepads = () => []")
    browser.wait("vecx.machine.get('buttons') === 255 && vecx.machine.get('stick', 0) === 128")


def test_the_pointer_as_a_light_pen(browser, tmp_path):
    """On the glass while it is down, where it is."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("vecx.togglePen(document.createElement('button'))")
    x, y = browser.run(MIDDLE.replace("ID", "screen").replace("SHARE", "0.25"))
    browser.ask("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left",
                clickCount=1)
    browser.wait("vecx.machine.get('device') === 1")
    want = 0.5 * 1.05 * 18_000      # half of what is seen to the right of the middle, p
    assert abs(browser.run("vecx.machine.get('pen_x')") - want) < 200
    assert abs(browser.run("vecx.machine.get('pen_y')")) < 200
    browser.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left",
                clickCount=1)
    browser.wait("vecx.machine.get('device') === 0")


@pytest.mark.parametrize("rate", [60, 75, 120, 144])
def test_fifty_frames_a_second(rate, browser, tmp_path):
    """On a screen of any rate: ten of its seconds run ten seconds of cycles."""
    opened(browser, written(Machine("connect4"), tmp_path))
    cycles = browser.run("""(() => {
      globalThis.requestAnimationFrame = () => 0;
      vecx.show = () => {};
      vecx.last = vecx.owed = 0;
      const before = vecx.machine.clock;
      for (let n = 1; n <= 10 * RATE; n++) vecx.step(1000 * n / RATE);
      return vecx.machine.clock - before;
    })()""".replace("RATE", str(rate)))
    assert abs(cycles - 15_000_000) < 40_000


def test_a_cartridge_of_the_same_server(browser, tmp_path):
    """`?cart=` takes it; one that is not there, or of another server, is a sentence."""
    written(Machine("connect4"), tmp_path)
    (tmp_path / "other.bin").write_bytes(Machine("reversi").cartridge.image)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    handler.func.log_message = lambda *arguments: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/game.html"
        for cart, said in (("other.bin", "other: REVERSI"), ("gone.bin", "the server says 404"),
                           ("https://elsewhere.example/a.bin", "must name a file on")):
            browser.open(f"{address}?cart={cart}")
            browser.wait(f"document.getElementById('said').textContent.includes('{said}')")
        asked = browser.requests
    finally:
        server.shutdown()
        server.server_close()
    assert not any("elsewhere" in url and "cart=" not in url for url in asked)


def test_focus_and_less_motion(browser, tmp_path):
    """Each control has a name; light stays longer where less motion is asked for."""
    browser.ask("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-reduced-motion", "value": "reduce"}])
    opened(browser, written(Machine("connect4"), tmp_path))
    assert browser.run("vecx.screen.tube.seconds[1] === 3 * vecx.data.tube.seconds[1]")
    unnamed = browser.run("[...document.querySelectorAll('button, input, canvas, nav, main')]"
                          ".filter(one => !one.textContent.trim() && !one.ariaLabel"
                          " && !one.closest('label')).length")
    assert unnamed == 0
    assert "Connect" in browser.run("vecx.canvas.ariaLabel").title()
    browser.run("vecx.canvas.focus()")
    browser.ask("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", modifiers=8,
                windowsVirtualKeyCode=9)
    assert browser.run("document.activeElement !== vecx.canvas && !vecx.fast")


@pytest.mark.parametrize(("key", "code", "down"), [
    ("ф", "KeyA", 0xFE), ("φ", "KeyF", 0xF7), ("a", "KeyQ", 0xFE)])
def test_letters_of_other_alphabets_are_the_keys_in_their_places(key, code, down, browser,
                                                                 tmp_path):
    """A Cyrillic or Greek layout works the buttons; on a Latin one the letter counts."""
    opened(browser, written(Machine("connect4"), tmp_path))
    for kind, state in (("keydown", down), ("keyup", 255)):
        browser.run(f"document.dispatchEvent(new KeyboardEvent('{kind}', "
                    f"{{key: '{key}', code: '{code}', bubbles: true}}))")
        browser.wait(f"vecx.machine.get('buttons') === {state}")
    assert browser.run("vecx.machine.get('buttons')") == 255
