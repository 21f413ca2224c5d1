"""The page of a film in headless Chromium: strokes, keys, time."""

import json

import numpy as np
import pytest

from tests.vecx.web.browser import needs_chromium
from vecx.machine import Machine
from vecx.play import movie
from vecx.web import film

pytestmark = needs_chromium


@pytest.mark.slow
def test_the_film_shows_what_was_drawn(browser, tmp_path):
    """The film shows the strokes within its steps; keys and time work."""
    machine = Machine("connect4")
    recorder = movie.Recorder(machine)
    frames = []
    for _ in range(330):
        frames += machine.run_frames(1)
        recorder.frame(frames[-1].index)
    made = recorder.stop()
    path = tmp_path / "film.html"
    path.write_text(film.page(made, made.machine(), first=280))
    browser.open(path.as_uri())
    browser.wait("globalThis.vecx?.reel")
    assert browser.faults == []
    assert browser.run("vecx.reel.cycles.length") == 50
    assert "Permission is hereby granted" in browser.run("document.body.textContent")
    for key, at in (("End", 49), ("ArrowLeft", 48), ("Home", 0), ("ArrowRight", 1)):
        browser.key(key)
        assert browser.run("vecx.reel.frame") == at
    for at in (0, 17, 49):
        got = json.loads(browser.run(f"JSON.stringify([...vecx.frameOf({at}).segments])"))
        drawn, shown = frames[280 + at].segments, np.array(got).reshape(-1, 7)
        off = np.abs(drawn - shown)
        assert off[:, :4].max() <= film.STEP_P and off[:, 4].max() < 1 / 255
        assert off[:, 5].max() <= film.TIME_STEP
        assert np.abs((drawn[:, 6] - drawn[:, 5]) - (shown[:, 6] - shown[:, 5])).max() \
            <= 1 / film.LAST_STEPS
    browser.run("vecx.reel.play(true)")
    browser.wait("vecx.reel.frame === 49 && !vecx.reel.playing")
    assert "frame 329" in browser.run("document.getElementById('now').textContent")


@pytest.mark.slow
def test_a_film_opens_with_its_busiest_frame(browser, tmp_path):
    """The film shows its busiest frame, and plays from the first one."""
    machine = Machine("connect4", preset="ideal")
    recorder = movie.Recorder(machine)
    for _ in range(330):
        recorder.frame(machine.run_frames(1)[0].index)
    made = recorder.stop()
    path = tmp_path / "film.html"
    path.write_text(film.page(made, made.machine()))
    browser.open(path.as_uri())
    browser.wait("globalThis.vecx?.reel")
    assert browser.run("vecx.frameOf(0).segments.length") == 0
    lit = """(() => {
      const copy = document.createElement("canvas"), pen = copy.getContext("2d");
      [copy.width, copy.height] = [60, 75];
      pen.drawImage(vecx.screen.canvas, 0, 0, 60, 75);
      return pen.getImageData(0, 0, 60, 75).data.filter((value, i) => i % 4 < 3 && value > 40)
        .length;
    })()"""
    assert browser.run(lit) > 20 and browser.run("vecx.reel.frame") == 0
    browser.key("ArrowRight")
    browser.key("Home")
    assert browser.run(lit) == 0
