"""Films and tables for notebooks."""

import xml.etree.ElementTree as ET

import pytest

from vecx import Machine, UsageError
from vecx.recording.notebook import FILM_FRAMES_MAX, Budgets, Film


@pytest.fixture(scope="module")
def frames():
    return Machine("connect4", preset="ideal").run_frames(140)


def test_a_film_shows_each_frame_once(frames):
    """The visible times of frames are consecutive, up to the end."""
    film = Film(frames[-12:], step=3, hz=25)
    root = ET.fromstring(film._repr_svg_())
    spans = []
    for motion in root.iter("{http://www.w3.org/2000/svg}animate"):
        times = [float(time) for time in motion.get("keyTimes").split(";")]
        values = motion.get("values").split(";")
        assert times[0] == 0 and times == sorted(set(times)) and len(times) == len(values)
        at = values.index("visible")
        spans.append((times[at], [*times, 1.0][at + 1]))
        assert motion.get("dur") == "0.48s"
    assert spans == [(0, 0.25), (0.25, 0.5), (0.5, 0.75), (0.75, 1)]
    assert len(Film(frames).frames) <= FILM_FRAMES_MAX


def test_tables(frames):
    """The table of a run has minimum and maximum; that of a budget every figure."""
    html = Budgets(frames, ["vectors", "hz"])._repr_html_()
    most = max(frame.budget.vectors for frame in frames[1:])
    assert f"<td>{most}</td>" in html and html.count("<tr>") == 3
    single = frames[-1].budget._repr_html_()
    assert f"<td>vectors</td><td>{frames[-1].budget.vectors}</td>" in single
    ET.fromstring(single)


def test_what_is_refused(frames):
    """Empty or too long runs and unknown figures are refused."""
    with pytest.raises(UsageError, match="a film needs at least one frame"):
        Film([])
    with pytest.raises(UsageError, match=r"at most 120 frames, not \d+: use step=2"):
        Film(frames, step=1)
    with pytest.raises(UsageError, match="needs at least one frame other than frame 0"):
        Budgets(frames[:1])
    with pytest.raises(UsageError, match="the budget has no figure 'beauty'"):
        Budgets(frames, ["beauty"])
