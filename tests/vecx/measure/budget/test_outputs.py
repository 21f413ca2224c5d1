"""The output files of `vecx budget`."""

import html.parser
import json
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.vecx.web.browser import Browser, needs_chromium
from vecx.cli import budget as command
from vecx.console.frame import Budget
from vecx.machine import Machine
from vecx.measure.budget import Limits
from vecx.measure.budget.outputs import junit, report, sarif
from vecx.measure.budget.page import html as page_of
from vecx.measure.budget.profile import Profile

BROKEN = Path(__file__).parents[3] / "cases" / "broken"
BYTES_MAX = 3_000_000
READY = "document.body.dataset.ready === '1'"
# Points at the middle of the frame's first stroke.
POINT = """
(() => {
  const i = begins[frame], [x, y] = place((strokes.x0[i] + strokes.x1[i]) / 2,
                                          (strokes.y0[i] + strokes.y1[i]) / 2);
  const box = tube.getBoundingClientRect(), scale = tube.width / box.width;
  tube.dispatchEvent(new MouseEvent("mousemove",
    {clientX: box.left + x / scale, clientY: box.top + y / scale}));
})()
"""


@pytest.fixture(scope="module")
def broken():
    """Return a run of a cartridge that draws too much, with its findings."""
    machine = Machine(BROKEN / "too_much.asm", strict=True)
    profile = Profile(machine)
    return machine, profile, machine.run_frames(300)


def test_every_figure_has_an_option():
    """Every figure of the account can be limited by its name."""
    own = {"work_cycles", "max_drift_err", "hz"}
    assert set(command.LIMITED) == {field.name for field in fields(Budget)} - own | {"drift"}


def test_junit(broken):
    """There is one test case per limit and broken rule; failures name the frames."""
    machine, _, frames = broken
    root = ElementTree.fromstring(junit(frames, Limits(max_cycles=30_000, max_vectors=500),
                                        machine.findings, "too_much"))
    suite = root[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failed = {case.get("name"): case[0].text for case in suite if len(case)}
    assert set(failed) == {"work_cycles"} and "frame 2" in failed["work_cycles"]


def test_junit_has_the_errors_of_the_strict_machine():
    """An error of the strict machine is a test case; a warning is not."""
    machine = Machine(BROKEN / "variable_in_rom.asm", strict=True)
    frames = machine.run_frames(260)
    suite = ElementTree.fromstring(junit(frames, Limits(), machine.findings, "variable_in_rom"))[0]
    names = [case.get("name") for case in suite if len(case)]
    assert "strict rom-write" in names


def test_sarif(broken):
    """Each finding is a result at its line, and its rule is described."""
    machine, profile, frames = broken
    data = json.loads(sarif(frames, Limits(max_cycles=30_000), machine.findings,
                            profile.routines(frames)[0].where, "1"))
    assert data["version"] == "2.1.0"
    results = data["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["overrun", "limit"]
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("too_much.asm")
    assert place["region"]["startLine"] == 11
    rules = {rule["id"] for rule in data["runs"][0]["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in results} <= rules


def test_json_has_the_findings(broken):
    """The JSON contains findings and limits of any figure."""
    machine, _, frames = broken
    data = report(frames, "hardware", Limits(others=(("draws", 5),)), machine.findings)
    assert data["limits"]["max_draws"] == 5 and data["verdict"] == "exceeded"
    assert data["findings"][0]["rule"] == "overrun" and data["findings"][0]["line"] == 11


class Links(html.parser.HTMLParser):
    """Collects the URLs that a page would load."""

    found: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.found = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Look at a tag's attributes."""
        self.found += [value or "" for name, value in attributes if name in ("src", "href")]


@pytest.mark.nightly
def test_the_page_is_one_small_file(broken):
    """The page loads nothing else; 300 frames of a busy game stay below 1.5 MB."""
    machine, profile, frames = broken
    text = page_of(machine, profile, frames, Limits(), "too_much", strict=True)
    links = Links()
    links.feed(text)
    assert links.found == [] and "http" not in text
    game = Machine("reversi", strict=True)
    busy = Profile(game)
    game.run_frames(260)
    for step in range(30):
        game.press(4 if step % 2 else 1)
        game.stick((-1, 1)[step % 2], (0, 1)[step % 2])
        game.run_frames(2)
        game.release(4 if step % 2 else 1)
    size = len(page_of(game, busy, game.run_frames(300), Limits(), "reversi", strict=True))
    assert size < BYTES_MAX / 2


@pytest.mark.slow
@needs_chromium
def test_the_page_in_a_browser(broken, browser: Browser, tmp_path):
    """Keys, charts, findings and strokes of the page work in a browser."""
    machine, profile, frames = broken
    limits = Limits(max_cycles=30_000)
    path = tmp_path / "page.html"
    path.write_text(page_of(machine, profile, frames, limits, "too_much", strict=True))
    browser.open(path.as_uri())
    browser.wait(READY)

    def now() -> int:
        return int(browser.run("el('slider').value"))

    def after(key: str, shift: bool = False) -> int:
        browser.run(f"dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', "
                    f"shiftKey: {str(shift).lower()}}}))")
        return now()

    over = next(frame.index for frame in frames if limits.exceeded_by(frame) and frame.index)
    assert now() == over
    said = browser.run("el('now').textContent")
    assert "over a limit" in said and f"Frame {over}:" in said
    assert [after("Home"), after("ArrowRight"), after("ArrowRight", shift=True),
            after("ArrowLeft"), after("End"), after("l")] == [0, 1, 11, 10, 299, over]
    browser.run("""charts[0].canvas.dispatchEvent(new MouseEvent("click", {
      clientX: charts[0].canvas.getBoundingClientRect().left + 1}))""")
    assert now() == 0
    browser.run("document.querySelector('#findings tr').click()")
    assert now() == machine.findings[0].frame
    browser.run(POINT)
    tip = browser.run("el('tip').textContent")
    assert tip.startswith("star") and "too_much.asm:" in tip
    assert browser.run("beam.getImageData(0, 0, tube.width, tube.height).data"
                       ".some((v, n) => n % 4 < 3 && v > 120)")
    after(" ")
    assert browser.run("reel.playing") and not browser.faults


def test_a_frame_has_a_table_of_its_own(broken):
    """The table of a frame lists its routines; the cycles add up to its length."""
    machine, profile, frames = broken
    by_frame = profile.by_frame(frames)
    assert len(by_frame) == len(frames)
    for frame, rows in list(zip(frames, by_frame, strict=True))[2:]:
        assert rows[0][1] == frame.cycles and sum(own for _, _, own in rows) == frame.cycles
        assert rows == sorted(rows, key=lambda row: (-row[1], row[0]))
        assert all(whole >= own for _, whole, own in rows)
    text = page_of(machine, profile, frames, Limits(), "too_much", strict=True)
    data = json.loads(text[text.index('{"name"'):].split("\n")[0].rstrip(";"))
    assert len(data["spent"]["rows"]) == len(frames)
    assert data["spent"]["names"][data["spent"]["rows"][5][0][0]] == by_frame[5][0][0]
    assert "This frame by routine" in text and "cycles with calls" in text


def test_the_chart(broken, tmp_path):
    """The chart has a panel per figure; bars beyond the limit are red."""
    import pygame

    from vecx.measure.budget.chart import LIMIT, LINE, OVER, PANEL, WIDTH, png

    frames = broken[2]
    for limit, red in ((30_000, True), (200_000, False)):
        path = tmp_path / f"{limit}.png"
        png(frames, Limits(max_cycles=limit, max_drift=3), path)
        picture = pygame.image.load(path)
        assert picture.get_size() == (WIDTH, 3 * PANEL)     # cycles, vectors, drift
        top = picture.subsurface((0, 0, WIDTH, PANEL))
        seen = {tuple(top.get_at((x, y)))[:3] for x in range(90, WIDTH) for y in range(PANEL)}
        assert (OVER in seen) == red and LIMIT in seen and LINE in seen


@pytest.mark.slow
def test_the_command_writes_them_all(tmp_path, capsys):
    """One run writes every output, with exit status 1 and the most expensive routines."""
    from vecx.cli import run_command

    paths = {kind: tmp_path / f"out.{kind}" for kind in ("json", "junit", "sarif", "png", "html")}
    options = [word for kind, path in paths.items() for word in (f"--{kind}", str(path))]
    status = run_command(["budget", str(BROKEN / "too_much.asm"), "--frames", "260", "--strict",
                          "--by-routine", "--lines", "--max", "cycles=30000",
                          "--max", "draws=1000", *options])
    out, err = capsys.readouterr()
    assert status == 1 and all(path.stat().st_size > 500 for path in paths.values())
    assert "by routine" in out and "by line" in out and "strict: 0 errors, 1 warning" in out
    assert "most expensive by cycles per frame: " in err
    assert "too_much.asm:11: warning: exceeds the " in err
    assert json.loads(paths["json"].read_text())["limits"]["max_draws"] == 1000
