"""The pages of vecx on phones: nothing is wider than the screen, fingers do what the mouse does."""

import pytest

from tests.vecx.web.axe import needs_axe, violations
from tests.vecx.web.browser import needs_chromium
from vecx.cli import run_command
from vecx.machine import Machine
from vecx.play import movie
from vecx.web import export, film
from vecx.web.about import About

pytestmark = [needs_chromium, pytest.mark.slow]
READY = ("document.body?.dataset.ready === '1' || Boolean(globalThis.vecx?.reel)"
         " || globalThis.vecx?.machine.frames > 5")
PAGES = "player", "film", "budget", "wires"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a page of each kind."""
    folder = tmp_path_factory.mktemp("pages")
    machine = Machine("connect4")
    recorder = movie.Recorder(machine)
    for _ in range(300):
        recorder.frame(machine.run_frames(1)[0].index)
    made = recorder.stop()
    (folder / "film.html").write_text(film.page(made, made.machine(), first=250))
    (folder / "player.html").write_text(export.page(Machine("connect4"), about=About(
        description="Four in a row.", controls={"stick": "aim", "4": "drop"})))
    for command in (["budget", "connect4", "--frames", "20", "--strict", "--html", "budget.html"],
                    ["trace", "connect4", "--from", "title", "--html", "wires.html"]):
        assert run_command([*command[:-1], str(folder / command[-1])]) == 0
    return folder


def show(browser, folder, name, width=390, height=844):
    browser.be_phone(width=width, height=height)
    browser.open((folder / f"{name}.html").as_uri())
    browser.wait(READY)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 390])
def test_nothing_is_wider_than_the_screen(name, width, browser, folder):
    """Pages fit on a phone; sliders have room, and controls are as large as a finger."""
    show(browser, folder, name, width)
    assert browser.run("document.documentElement.scrollWidth") == width
    beyond = browser.run("""[...document.querySelectorAll('button, input, canvas, summary')]
      .filter(one => one.getClientRects().length
        && one.getBoundingClientRect().right > innerWidth)
      .map(one => one.id || one.className)""")
    assert beyond == []
    if name in ("film", "budget"):
        assert browser.run("document.getElementById('slider').clientWidth") > 200
    small = browser.run("""[...document.querySelectorAll(
      'nav button, .controls button, .wires-touch button')]
      .filter(one => one.getClientRects().length && one.getBoundingClientRect().height < 44)
      .map(one => one.id || one.textContent)""")
    assert small == []


@needs_axe
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(name, browser, folder):
    """axe-core finds no violation, on a phone and in a wide window."""
    for width, height in ((390, 844), (1280, 800)):
        if width == 390:
            show(browser, folder, name)
        else:
            browser.ask("Emulation.setTouchEmulationEnabled", enabled=False)
            browser.ask("Emulation.setEmulatedMedia", features=[])
            browser.resize(width, height)
            browser.open((folder / f"{name}.html").as_uri())
            browser.wait(READY)
        assert violations(browser) == []
        if name == "player":
            browser.run("vecx.menu.toggle()")
            assert violations(browser) == []


def test_fingers_move_and_zoom_the_wires(browser, folder):
    """One finger moves, two zoom around their middle, a tap sets the chosen marker."""
    show(browser, folder, "wires")
    browser.run("wires.zoom(4000, 8000)")
    x, y, wide = browser.run("""(() => { const box = wires.canvas.getBoundingClientRect();
      return [box.left + 96 + wires.width / 2, box.top + 60, wires.width]; })()""")
    browser.touch("touchStart", (x, y))
    browser.touch("touchMove", (x - wide / 4, y))
    browser.touch("touchEnd")
    assert browser.run("[wires.from, wires.to].map(Math.round)") == [5000, 9000]
    browser.touch("touchStart", (x - 20, y))
    browser.touch("touchStart", (x - 20, y), (x + 20, y))
    browser.touch("touchMove", (x - 40, y), (x + 40, y))
    browser.touch("touchEnd")
    assert browser.run("[wires.from, wires.to].map(Math.round)") == [6000, 8000]
    assert browser.run("wires.set") == [0, None]
    tap = "[...document.querySelectorAll('.wires-touch button')].find(one => " \
          "one.textContent === '{}').click()"
    browser.run(tap.format("Set marker B"))
    browser.touch("touchStart", (x, y))
    browser.touch("touchEnd")
    first, second = browser.run("wires.set")
    assert first == 0 and abs(second - 7000) < 200
    browser.run(tap.format("edge →"))
    assert browser.run("wires.set[1]") > second
    browser.run(tap.format("+"))
    assert browser.run("Math.round(wires.to - wires.from)") == 1000
    browser.run(tap.format("All"))
    assert browser.run("wires.from === 0 && wires.to === wires.data.cycles")
    assert browser.faults == []
