"""Profiles: consistent sums, valid files, and comparisons."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.vecx.testing.small import lay_out
from vecx.cli import run_command
from vecx.machine import Machine
from vecx.measure.budget.profile import FIGURES, Profile
from vecx.measure.profiling.callgrind import callgrind
from vecx.measure.profiling.flame import flame
from vecx.measure.profiling.report import Report, compared, load, report_of
from vecx.measure.profiling.speedscope import speedscope

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def profiled() -> tuple[Profile, list, Report]:
    """Return a profile of 200 frames of the menu."""
    m = Machine("connect4", preset="ideal", strict=True)
    m.run_frames(250)
    profile = Profile(m)
    frames = m.run_frames(200)
    return profile, frames, report_of(m, profile, frames)


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES)
def test_the_tree_agrees_with_the_account_by_routine(profiled: tuple, figure: str) -> None:
    """Inclusive and own figures and calls equal those of the budget."""
    profile, frames, report = profiled
    routines = report.routines()
    for cost in profile.routines(frames):
        assert routines[cost.name][figure] == pytest.approx(cost[figure])
        assert routines[cost.name][f"own_{figure}"] == pytest.approx(cost[f"own_{figure}"])
        assert routines[cost.name]["calls"] == cost.calls
    assert report.whole(figure)[0] == pytest.approx(
        sum(getattr(node, figure) for node in report.nodes))


def test_speedscope_has_every_cycle(profiled: tuple) -> None:
    """The weights add up to all cycles; samples name existing frames, callers first."""
    report = profiled[2]
    data = json.loads(speedscope(report))
    names = [frame["name"] for frame in data["shared"]["frames"]]
    for profile, figure in zip(data["profiles"], FIGURES, strict=True):
        assert profile["type"] == "sampled" and len(profile["samples"]) == len(profile["weights"])
        assert sum(profile["weights"]) == pytest.approx(profile["endValue"])
        assert profile["endValue"] == pytest.approx(report.whole(figure)[0])
        assert {names[sample[0]] for sample in profile["samples"]} == {"program"}
    assert data["$schema"].endswith("file-format-schema.json")


def test_callgrind_has_every_cycle(profiled: tuple) -> None:
    """Own costs add up to the summary; the cost of a call includes all that was called."""
    report = profiled[2]
    lines = callgrind(report).splitlines()
    assert lines[0] == "# callgrind format" and "events: Cycles Vectors Strokes Travel" in lines
    summary = int(next(line for line in lines if line.startswith("summary:")).split()[1])
    own, inclusive, called = 0, 0, False
    for line in lines:
        if line.startswith("calls="):
            called = True
        elif re.match(r"\d+ \d", line):
            cycles = int(line.split()[1])
            inclusive += cycles * called
            own += cycles * (not called)
            called = False
    assert own == summary == round(report.whole("cycles")[0])
    assert not any(line.startswith("calls=0") for line in lines)
    assert inclusive == sum(map(round, report.whole("cycles")[1:]))


def test_the_flame_graph_is_a_document_of_its_own(profiled: tuple) -> None:
    """Bars are within their callers' bars, and the file loads nothing else."""
    report = profiled[2]
    text = flame(report)
    root = ElementTree.fromstring(text)
    bars = root.findall(f"{SVG}g")
    assert len(bars) > 15 and all(bar.find(f"{SVG}title") is not None for bar in bars)
    assert re.findall(r"(?:href|src)=|https?://(?!www\.w3\.org/2000/svg)", text) == []
    places = [(float(bar[1].get("y")), float(bar[1].get("x")),
               float(bar[1].get("x")) + float(bar[1].get("width"))) for bar in bars]
    below = max(y for y, _, _ in places)
    for y, begin, end in places:
        if y < below:
            assert any(abs(other - y - 19) < 0.1 and left - 0.3 <= begin and end <= right + 0.3
                       for other, left, right in places)
    assert all(title in text for title in ("letters_draw", "games/lib/letters.asm"))


@pytest.mark.slow
def test_command_writes_and_compares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                     capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison names the changed routine and the difference."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, "")
    words = ["profile", "small.asm", "--preset", "ideal", "--frames", "20"]
    assert run_command([*words, "--json", "old.json", "--flame", "f.svg", "--callgrind", "c.out",
                        "--speedscope", "s.json"]) == 0
    assert "square_draw" in capsys.readouterr().out
    assert all((tmp_path / name).stat().st_size for name in ("f.svg", "c.out", "s.json"))
    source = tmp_path / "sign.asm"
    source.write_text(source.read_text().replace("sign        tsta", "sign        nop 10\n  tsta"))
    assert run_command([*words, "--json", "new.json", "--compare", "old.json"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"\+20\.0   sign \(\+\d+\.\d %\)", said)
    old, new = (load(tmp_path / name) for name in ("old.json", "new.json"))
    changes = {name: now - before for name, before, now in compared(old, new)}
    assert changes["sign"] == 20 and changes["square_draw"] == 0


@pytest.mark.parametrize("text", ["", "{}", '{"format": "vecx-profile/1", "nodes": []}',
                                  '{"format": "vecx-profile/1", "name": "a", "frames": 1, '
                                  '"nodes": [["a", "", 0, 0, 5, 1, 1, 1, 1, 1]], "lines": []}'])
def test_what_is_no_profile_is_refused(tmp_path: Path, text: str,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid profile gives one message, exit 1."""
    path = tmp_path / "old.json"
    path.write_text(text)
    assert run_command(["profile", "connect4", "--frames", "1", "--compare", str(path)]) == 1
    assert "not a profile" in capsys.readouterr().err
