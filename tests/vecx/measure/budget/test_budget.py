"""Limits, verdict, table and file of the budget."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tests.doc_pictures import vectors
from vecx.chips.account import ACCOUNT
from vecx.chips.state import F_CUT
from vecx.cli import run_command
from vecx.console.frame import Budget
from vecx.machine import Machine
from vecx.measure import budget


@pytest.fixture(scope="module")
def frames():
    """Return the first frames of the ROM's screen."""
    return Machine(preset="hardware").run_frames(6)


def test_limits_name_the_figures_they_exceed(frames):
    """An exceeded limit names frame, figure and limit; frame 0 is not checked."""
    tight = budget.Limits(max_cycles=1, max_vectors=0, max_drift=0.0001)
    found = budget.faults(frames, tight)
    assert [frame.index for frame, _ in found] == [1, 2, 3, 4, 5]
    assert len(found[-1][1]) == 3
    assert found[0][1][0] == f"work_cycles {frames[1].budget.work_cycles:,} > 1"
    assert budget.faults(frames, budget.Limits()) == []
    loose = budget.Limits(max_cycles=30_000, max_vectors=300, max_drift=1000)
    assert budget.faults(frames, loose) == []


def test_a_limit_is_what_may_just_be_reached(frames):
    """A figure equal to the limit is within it."""
    cost = max(frame.budget.work_cycles for frame in frames[1:])
    assert budget.faults(frames, budget.Limits(max_cycles=cost)) == []
    assert len(budget.faults(frames, budget.Limits(max_cycles=cost - 1))) >= 1


def test_the_file_holds_every_frame(frames):
    """The JSON contains format, limits, all figures of each frame, and the verdict."""
    data = json.loads(budget.to_json(budget.report(frames, "hardware",
                                                   budget.Limits(max_vectors=300))))
    assert data["format"] == "vecx-budget/1"
    assert data["limits"] == {"max_cycles": None, "max_vectors": 300, "max_drift": None}
    assert data["verdict"] == "passed"
    assert [row["frame"] for row in data["frames"]] == list(range(6))
    for name in ("work_cycles", "cycles", "vectors", "draws", "moves", "dots", "strokes",
                 "overrun", "max_drift_err"):
        assert all(name in row for row in data["frames"])
    row = data["frames"][3]
    assert row["vectors"] == row["draws"] + row["dots"]


def test_the_table_shows_the_worst_frame(frames):
    """The table has minimum, mean, maximum and its frame; overruns and cuts are counted."""
    account = frames[5].account.copy()
    account[F_CUT] = 1
    cut = replace(frames[5], account=account)
    text = budget.table([*frames[:5], cut])
    worst = max(frames[1:], key=lambda frame: frame.budget.strokes)
    assert f"{worst.budget.strokes:,}" in text
    assert text.splitlines()[-1].startswith("5 frames, 0 overrun, 1 cut")


def test_figures_stand_in_the_order_of_the_account():
    """From draws on, a budget has the columns of the account in order."""
    names = [field.name for field in fields(Budget)]
    assert tuple(names[names.index("draws"):]) == ACCOUNT


CASES = Path(__file__).parents[3] / "cases" / "vectors"
PAGE = Path(__file__).parents[4] / "docs" / "budget.md"


@pytest.mark.parametrize("case", sorted(CASES.glob("*.asm")), ids=lambda path: path.stem)
@pytest.mark.parametrize("preset", ["hardware", "worn", "ideal"])
def test_the_page_counts_as_the_machine_does(case, preset):
    """The figures in docs/budget.md are those of the example programs."""
    row = re.search(rf"`{case.stem}`: [^|]*\|([\d |]*)\|\n", PAGE.read_text())
    assert row
    shown = [int(number) for number in row[1].split("|")]
    cost = Machine(case, preset=preset).run_frames(266)[-1].budget
    assert shown[:4] == [cost.draws, cost.moves, cost.dots, cost.vectors]
    assert preset != "hardware" or shown[4] == cost.strokes


@pytest.mark.parametrize("case", sorted(CASES.glob("*.asm")), ids=lambda path: path.stem)
def test_the_drawings_are_what_the_machine_draws(case):
    """The drawings in docs/images are up to date."""
    assert (PAGE.parent / "images" / f"vectors-{case.stem}.svg").read_text() == vectors(case)


def test_the_page_describes_every_figure() -> None:
    """docs/budget.md has a row for every column of the account."""
    shown = set(re.findall(r"`(\w+)`", PAGE.read_text("utf-8")))
    assert {field.name for field in fields(Budget)} - shown == set()


@pytest.mark.slow
def test_the_page_prints_what_the_command_prints(tmp_path, monkeypatch, capsys):
    """Each line that docs/budget.md shows of its two reports is printed."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    monkeypatch.chdir(tmp_path)
    broken = (CASES.parent / "broken" / "list_without_end.asm").read_text()
    for text, begin, status in ((broken, "frame 247: ", 1),
                                (broken.replace("$FF,0,-40", "$FF,0,-40,1"), "300 frames, ", 0)):
        Path("house.asm").write_text(text.replace("        ;! list-end", ""))
        command = "budget house.asm --strict --max cycles=28000 --frames 300"
        assert run_command(command.split()) == status
        printed = "".join(capsys.readouterr()).splitlines()
        shown, = (block for block in blocks if block.startswith(begin))
        for line in shown.splitlines():
            assert line in (*printed, "..."), line
