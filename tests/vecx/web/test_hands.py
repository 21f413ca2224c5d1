"""Touch, gamepads, the pen, and the timing of the page."""

import pytest

from tests.vecx.web.browser import needs_chromium, opened, served, written
from vecx.display.look import COLOURS
from vecx.machine import Machine

pytestmark = needs_chromium


def test_thumbs(browser, tmp_path):
    """On a touch screen, a stick and four buttons work controller 1."""
    browser.be_phone()
    opened(browser, written(Machine("connect4"), tmp_path))
    assert browser.run("getComputedStyle(document.getElementById('thumbs')).display") == "flex"
    for number, down in ((1, 0xFE), (4, 0xF7)):
        browser.touch("touchStart", browser.middle(f"button{number}"))
        browser.wait(f"vecx.machine.get('buttons') === {down}")
        browser.touch("touchEnd")
        browser.wait("vecx.machine.get('buttons') === 255")
    browser.touch("touchStart", browser.middle("stick", 0.45))
    browser.wait("vecx.machine.get('stick', 0) > 200 && vecx.machine.get('stick', 1) === 128")
    browser.touch("touchEnd")
    browser.wait("vecx.machine.get('stick', 0) === 128")
    browser.wait("vecx.output.playing")         # lifting a finger enables sound


@pytest.mark.slow
def test_a_thumb_slides_from_one_button_to_the_next(browser, tmp_path):
    """A sliding thumb releases one button and presses the next."""
    browser.be_phone()
    opened(browser, written(Machine("connect4"), tmp_path))
    one, two, three = (browser.middle(f"button{number}") for number in (1, 2, 3))
    browser.touch("touchStart", one)
    browser.wait("vecx.machine.get('buttons') === 0xFE")
    browser.touch("touchMove", two)
    browser.wait("vecx.machine.get('buttons') === 0xFD")
    browser.touch("touchStart", two, three)
    browser.wait("vecx.machine.get('buttons') === 0xF9")
    browser.touch("touchEnd")
    browser.wait("vecx.machine.get('buttons') === 0xFF")
    assert browser.run("document.querySelectorAll('.down').length") == 0


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 640), (640, 360)])
def test_a_phone_has_all_controls(size, browser, tmp_path):
    """In both orientations, all controls are at least 44 pixels, without overlap."""
    browser.be_phone(width=size[0], height=size[1])
    opened(browser, written(Machine("connect4"), tmp_path))
    places = browser.run("""[...document.querySelectorAll('#bar button, #stick, #buttons button')]
      .map(one => { const box = one.getBoundingClientRect();
                    return [one.id, box.left, box.top, box.right, box.bottom]; })""")
    assert len(places) == 11
    for name, left, top, right, bottom in places:
        assert right - left >= 44 and bottom - top >= 44, name
        assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1], name
        for other, x0, y0, x1, y1 in places:
            assert other == name or x1 <= left or x0 >= right or y1 <= top or y0 >= bottom, name
    browser.tap("pause")
    browser.wait("vecx.paused")
    browser.tap("pause")
    browser.wait("!vecx.paused && vecx.machine.frames > 40")
    browser.touch("touchStart", browser.middle("fast"))
    browser.wait("vecx.fast")
    browser.touch("touchEnd")
    browser.wait("!vecx.fast")
    browser.touch("touchStart", browser.middle("rewind"))
    browser.wait("vecx.rewinding")
    browser.touch("touchEnd")
    browser.wait("!vecx.rewinding && !vecx.paused")


@pytest.mark.slow
def test_the_menu_waits_and_closes_with_a_tap_outside(browser, tmp_path):
    """The menu pauses the game; sliders set volume and brightness."""
    browser.be_phone(width=844, height=390)
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.tap("keys")
    browser.wait("document.getElementById('help').open && vecx.paused")
    small = browser.run("""[...document.querySelectorAll(
        '#help button, #help .file, #help input, #help select')]
      .filter(one => one.offsetParent && one.id !== 'file')
      .map(one => [one.id || one.textContent, (one.closest('#levels label') ?? one)
        .getBoundingClientRect().height]).filter(([, height]) => height < 44)""")
    assert small == []
    for level, value in (("volume", 50), ("brightness", 200)):
        browser.run(f"document.getElementById('{level}').value = {value}, "
                    f"document.getElementById('{level}').dispatchEvent(new Event('input'))")
    assert browser.run("[vecx.output.loudness, vecx.screen.brightness]") == [0.5, 2]
    names = browser.run("[...document.querySelectorAll('#colour option')].map(o => o.textContent)")
    assert names == list(COLOURS)
    browser.run("document.getElementById('colour').selectedIndex = 2, "
                "document.getElementById('colour').dispatchEvent(new Event('change'))")
    assert browser.run("vecx.screen.colour") == list(COLOURS["green"])
    browser.touch("touchStart", (5, 385))
    browser.touch("touchEnd")
    browser.wait("!document.getElementById('help').open && !vecx.paused")
    browser.run("vecx.pause(true)")
    browser.run("vecx.menu.toggle()")
    browser.key("F1")
    browser.wait("!document.getElementById('help').open")
    assert browser.run("vecx.paused")           # it was, before the menu


@pytest.mark.slow
def test_without_full_screen_there_is_a_message(browser, tmp_path):
    """If full screen is unavailable, there is a message."""
    browser.ask("Page.addScriptToEvaluateOnNewDocument", source="Object.defineProperty("
                "Document.prototype, 'fullscreenEnabled', {value: false})")
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("document.getElementById('full').click()")
    browser.check_said("full screen is not available")
    assert browser.faults == []


@pytest.mark.slow
def test_gamepads_come_and_go(browser, tmp_path):
    """The first gamepad is controller 1; unplugging it releases its buttons."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("""(() => {
      const pad = {connected: true, index: 1, axes: [1, -0.5],
        buttons: Array.from({length: 16}, (_, i) => ({pressed: i === 2}))};
      navigator.getGamepads = () => [null, pad];
    })()""")
    browser.wait("vecx.machine.get('buttons') === 0xFB")
    browser.wait("vecx.machine.get('stick', 0) === 255 && vecx.machine.get('stick', 1) > 180")
    browser.check_said("controller 1")
    browser.run("navigator.getGamepads = () => []")
    browser.wait("vecx.machine.get('buttons') === 255 && vecx.machine.get('stick', 0) === 128")


@pytest.mark.slow
def test_a_gamepad_keeps_its_controller(browser, tmp_path):
    """Another pad with a lower index takes controller 2; unplugging one does not move the other."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("""(() => {
      globalThis.pad = (index, x) => ({connected: true, index, axes: [x, 0], buttons: []});
      navigator.getGamepads = () => [null, pad(1, 1)];
    })()""")
    browser.wait("vecx.machine.get('stick', 0) === 255")
    browser.run("navigator.getGamepads = () => [pad(0, -1), pad(1, 1)]")
    browser.wait("vecx.machine.get('stick', 2) === 1")
    assert browser.run("vecx.machine.get('stick', 0)") == 255
    browser.run("navigator.getGamepads = () => [pad(0, -1)]")
    browser.wait("vecx.machine.get('stick', 0) === 128")
    assert browser.run("vecx.machine.get('stick', 2)") == 1


@pytest.mark.slow
def test_spare_keys_are_buttons(browser, tmp_path):
    """Space and Return are button 4, the digits are their buttons."""
    opened(browser, written(Machine("connect4"), tmp_path))
    for key, buttons in (("1", 0xFE), ("3", 0xFB), (" ", 0xF7), ("Enter", 0xF7)):
        browser.ask("Input.dispatchKeyEvent", type="keyDown", key=key, code=key)
        browser.wait(f"vecx.machine.get('buttons') === {buttons}")
        browser.ask("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)
        browser.wait("vecx.machine.get('buttons') === 255")
    assert browser.faults == []


@pytest.mark.slow
def test_time_that_runs_backwards_is_no_debt(browser, tmp_path):
    """A frame whose time is before that of the last one does not delay the machine."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.wait("vecx.last !== null")
    assert browser.run("vecx.last = 1e9, vecx.owed = 0, vecx.step(0), vecx.owed") >= -30_100


@pytest.mark.slow
def test_a_lost_picture_is_drawn_without_webgl(browser, tmp_path):
    """If the browser does not restore WebGL, the compiled passes draw, also under the pen."""
    browser.be_small()
    browser.open(written(Machine("connect4"), tmp_path).as_uri() + "?light=webgl")
    browser.wait("globalThis.vecx?.machine.frames > 60")
    browser.run("vecx.screen.brightness = 2, "
                "vecx.screen.gl.getExtension('WEBGL_lose_context').loseContext()")
    browser.wait("vecx.screen.kind === 'canvas'")
    browser.check_said("without")
    browser.wait("vecx.screen.pen.getImageData(0, 0, vecx.canvas.width, vecx.canvas.height)"
                 ".data.some((value, i) => i % 4 === 1 && value > 150)")
    assert browser.run("vecx.screen.brightness") == 2
    assert browser.run("document.activeElement === vecx.canvas")
    browser.run("vecx.togglePen()")
    x, y = browser.middle("screen")
    browser.ask("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left",
                clickCount=1)
    browser.wait("vecx.machine.get('device') === 1")
    assert browser.faults == []


@pytest.mark.slow
def test_a_file_that_is_not_a_png_is_named_so(browser, tmp_path):
    """A file with the suffix of a PNG and another content is one message."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("vecx.doing(() => vecx.take('a.png', new TextEncoder().encode('x'.repeat(99))))")
    browser.check_said("not a PNG")
    assert browser.faults == []


@pytest.mark.slow
def test_the_pointer_as_a_light_pen(browser, tmp_path):
    """The pen touches the screen at the pointer while it is down."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("vecx.togglePen()")
    x, y = browser.middle("screen", 0.25)
    browser.ask("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left",
                clickCount=1)
    browser.wait("vecx.machine.get('device') === 1")
    want = 0.5 * 1.05 * 18_000      # half of the visible range to the right of the middle, in p
    assert abs(browser.run("vecx.machine.get('pen_x')") - want) < 200
    assert abs(browser.run("vecx.machine.get('pen_y')")) < 200
    browser.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left",
                clickCount=1)
    browser.wait("vecx.machine.get('device') === 0")


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize("rate", [60, 75, 120, 144])
def test_fifty_frames_a_second(rate, browser, tmp_path):
    """At any refresh rate, ten seconds run ten seconds of cycles."""
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


@pytest.mark.slow
def test_a_cartridge_of_the_same_server(browser, tmp_path):
    """`?cart=` loads a file of the same server, and refuses others."""
    written(Machine("connect4"), tmp_path)
    (tmp_path / "other.bin").write_bytes(Machine("reversi").cartridge.image)
    with served(tmp_path) as address:
        for cart, said in (("other.bin", "other: REVERSI"), ("gone.bin", "the server says 404"),
                           ("https://elsewhere.example/a.bin", "must name a file on")):
            browser.open(f"{address}game.html?cart={cart}")
            browser.check_said(said)
        asked = browser.requests
    assert not any("elsewhere" in url and "cart=" not in url for url in asked)


@pytest.mark.slow
def test_focus_and_less_motion(browser, tmp_path):
    """Each control has a name and can be reached by Tab; reduced motion slows the decay."""
    browser.ask("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-reduced-motion", "value": "reduce"}])
    opened(browser, written(Machine("connect4"), tmp_path))
    assert browser.run("vecx.screen.tube.seconds[1] === 3 * vecx.data.tube.seconds[1]")
    unnamed = browser.run("[...document.querySelectorAll('button, input, canvas, nav, main')]"
                          ".filter(one => !one.textContent.trim() && !one.ariaLabel"
                          " && !one.closest('label')).length")
    assert unnamed == 0
    assert "Connect" in browser.run("vecx.canvas.ariaLabel").title()
    assert browser.run("document.activeElement === vecx.canvas")
    for modifiers, idents in ((8, ["keys", "full", "sound", "pause", "fast", "rewind"]),
                              (0, ["fast", "pause", "sound", "full", "keys", "screen"])):
        for ident in idents:
            for kind in ("keyDown", "keyUp"):
                browser.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab",
                            modifiers=modifiers, windowsVirtualKeyCode=9)
            assert browser.run("document.activeElement.id") == ident
    assert not browser.run("vecx.fast")
    browser.ask("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab",
                windowsVirtualKeyCode=9)
    browser.wait("vecx.fast")


@pytest.mark.slow
@pytest.mark.parametrize(("key", "code", "down"), [
    ("ф", "KeyA", 0xFE), ("φ", "KeyF", 0xF7), ("a", "KeyQ", 0xFE)])
def test_letters_of_other_alphabets_are_the_keys_in_their_places(key, code, down, browser,
                                                                 tmp_path):
    """On Cyrillic and Greek keyboards, the positions of keys count."""
    opened(browser, written(Machine("connect4"), tmp_path))
    for kind, state in (("keydown", down), ("keyup", 255)):
        browser.run(f"document.dispatchEvent(new KeyboardEvent('{kind}', "
                    f"{{key: '{key}', code: '{code}', bubbles: true}}))")
        browser.wait(f"vecx.machine.get('buttons') === {state}")
    assert browser.run("vecx.machine.get('buttons')") == 255


@pytest.mark.slow
def test_start_and_select_of_a_gamepad(browser, tmp_path):
    """Start pauses and continues; Select opens the menu and closes it."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("""(() => {
      globalThis.hold = number => { navigator.getGamepads = () => [{connected: true, index: 0,
        axes: [0, 0], buttons: Array.from({length: 16}, (_, i) => ({pressed: i === number}))}]; };
      hold(9);
    })()""")
    is_open, none = ("document.getElementById('help').open",
                     "vecx.hands.wished.get(1)?.length === 0")
    for number, then in ((9, "vecx.paused"), (0, none), (9, "!vecx.paused"), (8, is_open),
                         (9, "vecx.hands.wished.get(1)[0] === '9'"),
                         (8, f"!{is_open} && !vecx.paused")):
        browser.run(f"hold({number})")
        browser.wait(then)
    assert browser.faults == []


@pytest.mark.slow
def test_the_controls_are_shown_at_the_start(browser, tmp_path):
    """Beside the picture are the keys of stick and buttons, also after a key was changed."""
    opened(browser, written(Machine("connect4"), tmp_path))
    rows = """[...document.querySelectorAll('#controls li')].map(row =>
      [...row.querySelectorAll('b, kbd, .does')].map(one => one.textContent).join(' '))"""
    assert browser.run(rows) == ["← ↑ ↓ → stick", "1 A button 1", "2 S button 2", "3 D button 3",
                                 "4 F button 4"]
    browser.run("vecx.menu.toggle(), vecx.keys.assign('button 4 1', 'x'), vecx.menu.toggle()")
    browser.wait(f"{rows}[4] === '4 X button 4'")


LAYOUTS = [(1440, 900), (960, 720), (640, 480), (320, 640), (320, 256)]


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize("size", LAYOUTS)
def test_controls_are_in_the_window(size, browser, tmp_path):
    """In windows of all sizes, also zoomed to 400 %, buttons are inside, and cover no picture.

    Only in a small frame they lie on the picture.
    """
    browser.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                deviceScaleFactor=1, mobile=False)
    opened(browser, written(Machine("connect4"), tmp_path))
    places = browser.run("""[...document.querySelectorAll('#bar button, #quiet, #screen, kbd')]
      .filter(one => one.getClientRects().length)
      .map(one => { const box = one.getBoundingClientRect();
                    return [one.id, box.left, box.top, box.right, box.bottom]; })""")
    found = {name: box for name, *box in places}
    assert {"rewind", "fast", "pause", "sound", "full", "keys"} <= set(found)
    left, top, right, bottom = found["screen"]
    for name, x0, y0, x1, y1 in places:
        assert x0 >= 0 and y0 >= 0 and x1 <= size[0] and y1 <= size[1], name
        assert x1 - x0 >= 16 and y1 - y0 >= 16, name
        if name != "screen" and size[1] > 300:
            assert x1 <= left or x0 >= right or y1 <= top or y0 >= bottom, name


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
def test_the_hint_and_the_words_fit_on_a_phone(size, browser, tmp_path):
    """The hint for sound covers no picture, no word is wider than its button, the menu fits."""
    browser.be_phone(width=size[0], height=size[1])
    opened(browser, written(Machine("connect4"), tmp_path))
    boxes = browser.run("""['quiet', 'screen'].map(name => { const box =
      document.getElementById(name).getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom]; })""")
    (x0, y0, x1, y1), (left, top, right, bottom) = boxes
    assert browser.run("document.getElementById('quiet').textContent") == "Tap for sound"
    assert x1 <= left or x0 >= right or y1 <= top or y0 >= bottom
    assert browser.run("[...document.querySelectorAll('#bar button')].filter(one => "
                       "one.scrollWidth > one.clientWidth).map(one => one.id)") == []
    browser.run("vecx.menu.toggle()")
    assert browser.run("document.getElementById('help').scrollHeight") < 1000
    assert browser.run("document.getElementById('help').scrollWidth <= "
                       "document.getElementById('help').clientWidth")


# Count calls, and keep timers of this many milliseconds instead of running them.
COUNT = """(() => {
  globalThis.calls = {frames: 0, looks: 0, kept: new Map()};
  const {requestAnimationFrame: frame, setTimeout: later, clearTimeout: clear} = globalThis;
  globalThis.requestAnimationFrame = does => { calls.frames++; return frame(does); };
  globalThis.setTimeout = (does, delay, ...more) => {
    if (delay === 100) calls.looks++;
    const timer = later(delay === 3000 ? () => {} : does, delay, ...more);
    if (delay === 3000) calls.kept.set(timer, does);
    return timer;
  };
  globalThis.clearTimeout = timer => { calls.kept.delete(timer); clear(timer); };
})();"""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["vecx.pause(true)", "vecx.menu.toggle()"])
def test_a_paused_page_rests(how, browser, tmp_path):
    """A paused page, or one with an open menu, asks for a frame ten times per second only."""
    browser.ask("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.wait("vecx.machine.frames > 5")
    browser.run(how)
    frames, looks = browser.run("[calls.frames, calls.looks]")
    browser.wait(f"calls.looks >= {looks + 10}")
    assert browser.run("calls.frames - calls.looks") <= frames - looks + 2
    browser.run("vecx.menu.isOpen ? vecx.menu.toggle() : vecx.pause(false)")
    count = browser.run("vecx.machine.frames")
    browser.wait(f"vecx.machine.frames > {count + 5}")


@pytest.mark.slow
@pytest.mark.parametrize("switches", [False, True])
def test_another_tab_is_no_missing_device(switches, browser, tmp_path):
    """Without a device the page says so after three seconds, but not if the tab was changed."""
    browser.ask("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("vecx.output.begin = async () => {}, calls.kept.clear()")
    browser.key("s")
    browser.wait("vecx.hasBegun")
    if switches:
        for hidden in ("true", "false"):
            browser.run(f"Object.defineProperty(document, 'hidden', {{value: {hidden}, "
                        "configurable: true}), "
                        "document.dispatchEvent(new Event('visibilitychange'))")
    browser.run("[...calls.kept.values()].forEach(does => does())")
    assert ("no sound" in browser.said) is not switches
