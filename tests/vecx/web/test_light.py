"""The page's picture, compared with the window's pixel by pixel."""

import base64

import numpy as np
import pytest

from tests.vecx.web.browser import needs_chromium, written
from vecx.display.look import COLOURS, Look
from vecx.display.phosphor import Phosphor
from vecx.machine import Machine

pytestmark = needs_chromium
WIDTH, HEIGHT = 360, 450
FIRST, COUNT = 300, 12
# Draw frames and return the pixels of the canvas.
DRAW = """(async () => {
  const {machine, screen, canvas} = vecx;
  vecx.pause(true);
  machine.powerOn();
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  screen.turned = TURN;
  screen.setColour(screen.tube.colours["SHADE"]);
  screen.resize();
  for (let n = 0; n < FIRST + COUNT;) for (const frame of machine.runFrame(null)) {
    if (n++ < FIRST) continue;
    screen.draw([frame]);
    screen.image(frame.cycles);
  }
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [WIDTH, HEIGHT];
  const pen = copy.getContext("2d");
  pen.drawImage(canvas, 0, 0);
  const {data} = pen.getImageData(0, 0, WIDTH, HEIGHT);
  let text = "";
  for (let i = 0; i < data.length; i += 4096)
    text += String.fromCharCode(...data.subarray(i, i + 4096));
  return screen.kind + " " + btoa(text);
})()"""


def seen_by_window(machine, turn, colour):
    """Return the window's picture of these frames: uint8[HEIGHT, WIDTH, 3]."""
    look = Look(turn=turn, colour=COLOURS[colour])
    phosphor = Phosphor(WIDTH, HEIGHT, machine.analog, look)
    for frame in machine.run_frames(FIRST + COUNT)[FIRST:]:
        phosphor.draw([frame])
        picture = phosphor.image(frame.cycles)
    return np.stack([picture >> shift & 255 for shift in (16, 8, 0)], axis=2).astype(np.uint8)


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize(("kind", "preset", "turn", "colour", "most"), [
    ("canvas", "hardware", 0, "bluish", 1), ("canvas", "worn", 90, "amber", 1),
    ("webgl", "hardware", 0, "bluish", 12), ("webgl", "hardware", 0, "green", 12)])
def test_pictures_are_the_window_s(kind, preset, turn, colour, most, browser, tmp_path):
    """The compiled passes' pixels differ by at most one step of 255, by rounding.

    WebGL computes its own halos, which are coarser and in half floats.
    """
    path = written(Machine("connect4", preset=preset), tmp_path)
    browser.open(f"{path.as_uri()}?light={kind}")
    browser.wait("globalThis.vecx !== undefined")
    text = DRAW
    for name, value in (("WIDTH", WIDTH), ("HEIGHT", HEIGHT), ("FIRST", FIRST), ("COUNT", COUNT),
                        ("TURN", turn), ("SHADE", colour)):
        text = text.replace(name, str(value))
    own, data = browser.run(text).split()
    assert own.lower().startswith(kind[:5])
    page = np.frombuffer(base64.b64decode(data), np.uint8).reshape(HEIGHT, WIDTH, 4)[:, :, :3]
    window = seen_by_window(Machine("connect4", preset=preset), turn, colour)
    off = np.abs(page.astype(int) - window)
    assert window.max() > 200
    assert off.max() <= most
    assert off.mean() < 0.4
    # Compare sums of light, as the eye does, and not pixel codes.
    assert abs(page.astype(float).sum() / window.astype(float).sum() - 1) < 0.01


LIT = """(() => {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [60, 75];
  const pen = copy.getContext("2d");
  pen.drawImage(vecx.canvas, 0, 0, 60, 75);
  return pen.getImageData(0, 0, 60, 75).data.filter((value, i) => i % 4 < 3 && value > 40).length;
})()"""


@pytest.mark.slow
def test_the_picture_comes_back_after_a_lost_context(browser, tmp_path):
    """The picture returns after a lost graphics context."""
    path = written(Machine("connect4", preset="ideal"), tmp_path)
    browser.be_small()
    browser.open(f"{path.as_uri()}?light=webgl")
    browser.wait("globalThis.vecx !== undefined && vecx.machine.get('clock') > 1e6")
    browser.run("globalThis.loss = vecx.screen.gl.getExtension('WEBGL_lose_context');"
                "loss.loseContext()")
    browser.wait("vecx.screen.gl.isContextLost()")
    browser.run("loss.restoreContext()")
    browser.wait("!vecx.screen.gl.isContextLost()")
    for _ in range(2):          # errors of earlier drawing remain until they are read
        now = browser.run("vecx.screen.gl.getError(), vecx.machine.get('clock')")
        browser.wait(f"vecx.machine.get('clock') > {now} + 2e5")
    assert browser.run(LIT) > 20
    assert browser.run("vecx.screen.gl.getError()") == 0
