"""The page of wires: self-contained, with zoom, measurement and source lines."""

from pathlib import Path

import pytest

from tests.vecx.web.browser import Browser, needs_chromium
from vecx.cli import run_command

BROKEN = sorted((Path(__file__).parents[3] / "cases" / "broken").glob("*.asm"))
READY = "document.body.dataset.ready === '1'"


@pytest.fixture
def page(tmp_path, monkeypatch):
    """Return the page of a frame of the bundled game."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "wires.html"
    assert run_command(["trace", "connect4", "--from", "title", "--html", str(path)]) == 0
    return path


@pytest.mark.slow
@needs_chromium
def test_the_page_in_a_browser(browser: Browser, page):
    """Keys move between edges, two marks are measured, and a stroke leads to its cause.

    The cause is the write that started the stroke, with its line.  The page requests no other file.
    """
    browser.open(page.as_uri())
    browser.wait(READY)
    assert browser.requests == [page.as_uri()] and not browser.faults
    assert browser.run("document.getElementById('title').textContent").startswith("frame 247: 30,")
    browser.run("wires.lane = wires.data.lanes.findIndex(lane => lane.name === '/RAMP')")
    browser.run("wires.canvas.focus()")
    for key in ("ArrowRight", "ArrowRight"):
        browser.key(key)
    edge = browser.run("wires.set[0]")
    assert edge in browser.run("wires.data.lanes[wires.lane].at")
    browser.run(f"wires.mark(1, {edge} + 150)")
    assert "B − A 150 cycles, 100 µs" in browser.run("wires.said.textContent")
    wide = browser.run("wires.to - wires.from")
    browser.key("+")
    assert browser.run("wires.to - wires.from") == wide / 2
    browser.run("""(() => {
      const stroke = wires.data.strokes[20];
      const [x, y] = wires.place((stroke[0] + stroke[2]) / 2, (stroke[1] + stroke[3]) / 2);
      const box = wires.tube.getBoundingClientRect();
      wires.tube.dispatchEvent(new MouseEvent("click",
        {clientX: box.left + x, clientY: box.top + y}));
    })()""")
    cause = browser.run("wires.set[0]")
    assert cause in browser.run("wires.data.strokes.map(stroke => stroke[7])")
    assert ".asm:" in browser.run("wires.said.textContent")
    assert browser.run("document.querySelector('.wires-steps tr.now').textContent")
    assert not browser.faults


@pytest.mark.slow
@needs_chromium
def test_a_click_sets_a_mark_at_the_nearest_edge(browser: Browser, page):
    """A click sets a mark at the nearest edge, Shift+click the other one."""
    browser.open(page.as_uri())
    browser.wait(READY)
    browser.run("wires.zoom(3000, 3400)")
    edge, x, y = browser.run("""(() => {
      const at = wires.data.lanes[1].at, edge = at.find(cycle => cycle > 3050);
      const box = wires.canvas.getBoundingClientRect();
      return [edge, box.left + wires.x(edge) + 4, box.top + 24 + 26 + 10];
    })()""")
    for modifiers in (0, 8):
        for kind in ("mousePressed", "mouseReleased"):
            browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                        clickCount=1, modifiers=modifiers)
    assert browser.run("wires.set") == [edge, edge] and browser.run("wires.lane") == 1


@pytest.mark.slow
@needs_chromium
def test_the_budgets_page_has_them_too(browser: Browser, tmp_path):
    """The budget page contains the wires of the most expensive frames and the last one."""
    path = tmp_path / "budget.html"
    assert run_command(["budget", "connect4", "--frames", "40", "--html", str(path)]) == 0
    browser.open(path.as_uri())
    browser.wait(READY)
    browser.wait("wires.data !== null")
    assert browser.run("wired.length") == 5
    assert browser.run("wires.data.title") == f"frame {browser.run('DATA.frames[frame]')}"
    other = browser.run("DATA.frames.findIndex(number => !(number in DATA.wires))")
    browser.run(f"go({other})")
    assert "most work" in browser.run("document.querySelector('#wires h2').textContent")
    browser.run("document.querySelector('#wires h2 button').click()")
    browser.wait("wires.data.title === `frame ${wired[0]}`")
    assert not browser.faults and browser.requests == [path.as_uri()]


@pytest.mark.slow
def test_a_dump_and_a_page_come_of_one_run(tmp_path):
    """Dump and page can be written in one run."""
    paths = {kind: tmp_path / f"out.{kind}" for kind in ("vcd", "html")}
    command = ["trace", "connect4", "--from", "title", "--frames", "2"]
    assert run_command([*command, "--vcd", str(tmp_path / "alone.vcd")]) == 0
    assert run_command([*command, "--vcd", str(paths["vcd"]), "--html", str(paths["html"])]) == 0
    assert paths["vcd"].read_text() == (tmp_path / "alone.vcd").read_text()
    assert "connect4" in paths["html"].read_text()


HANG = """ include "vectrex.inc"
 org 0
 fcb "g GCE 2026",$80
 fdb Music_1
 fcb $F8,$50,$20,-$56,"HANGS",$80,0
main bra main
"""


@pytest.mark.slow
def test_a_frame_in_which_no_timer_runs_has_a_page(tmp_path, monkeypatch):
    """Frames in which a timer neither runs nor is loaded have lanes without edges."""
    monkeypatch.chdir(tmp_path)
    Path("hang.asm").write_text(HANG)
    assert run_command(["trace", "hang.asm", "--from", "250", "--html", "a.html"]) == 0
    assert run_command(["budget", "hang.asm", "--from", "250", "--frames", "30", "--html",
                        "b.html"]) == 0
    assert Path("a.html").stat().st_size > 10_000 and Path("b.html").exists()


@pytest.mark.sample(1, slow=2)
@pytest.mark.parametrize("program", BROKEN, ids=lambda path: path.stem)
def test_broken_programs_have_pages(program, tmp_path):
    """Programs with mistakes have pages of their frames."""
    page = tmp_path / "a.html"
    assert run_command(["trace", str(program), "--from", "250", "--html", str(page)]) in (0, 1)
    assert run_command(["budget", str(program), "--from", "250", "--frames", "30", "--html",
                        str(page)]) == 0
