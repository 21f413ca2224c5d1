"""`vecx diff`: comparison of two runs, segment by segment.

Goal: equal, missing and additional segments are found in any order of drawing, exactly within the
tolerance; the first frame that differs is named; the exit status shows whether one differs.
Method: frames of a real run are changed by hand and at random, so that the answer is known.
"""

import json
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import processes
from vecx import Machine
from vecx.chips.beam import SCREEN_UNIT
from vecx.cli import run_command
from vecx.console import difference
from vecx.console.difference import LIGHT, partners
from vecx.recording.difference import differences

Rows = list[dict[str, Any]]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def run() -> Rows:
    """Return twenty frames of Connect-4's menu."""
    machine = Machine("connect4")
    machine.run_frames(250)
    return [frame.as_dict() for frame in machine.run_frames(20)]


def write(path: Path, rows: Rows) -> Path:
    """Write frames as `vecx run -o FILE.jsonl` does."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def copy(rows: Rows) -> Rows:
    """Return copies of frames for changes."""
    copied: Rows = json.loads(json.dumps(rows))
    return copied


@pytest.fixture
def compare(tmp_path: Path):
    """Compare two runs with the command; return the result."""
    def compared(old: Rows, new: Rows, *words: str):
        write(tmp_path / "old.jsonl", old)
        write(tmp_path / "new.jsonl", new)
        return processes.run(["diff", "old.jsonl", "new.jsonl", *words], tmp_path)
    return compared


def test_a_run_is_like_itself(run: Rows, compare, tmp_path: Path) -> None:
    """Equal runs give status 0 and a grey drawing."""
    done = compare(run, run, "--tolerance", "0", "--svg", "d.svg")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "20 frames agree within 0 units\n"
    groups = ElementTree.parse(tmp_path / "d.svg").findall(f"{SVG}g")
    assert [len(group) for group in groups] == [len(run[-1]["segments"]), 0, 0]


@pytest.mark.slow
def test_order_and_direction_of_drawing_are_the_same(run: Rows, compare) -> None:
    """Order, direction and small offsets of strokes do not count."""
    new, chance = copy(run), random.Random(3)
    for row in new:
        chance.shuffle(row["segments"])
        for segment in row["segments"]:
            if chance.random() < 0.5:
                segment[:4] = segment[2:4] + segment[:2]
            for i in range(4):
                segment[i] += chance.uniform(-0.3, 0.3) * SCREEN_UNIT
    assert compare(run, new, "--tolerance", "0.31").returncode == 0
    assert compare(run, new, "--tolerance", "0.1").returncode == 1


@pytest.mark.slow
def test_the_first_frame_that_differs_is_named(run: Rows, compare, tmp_path: Path) -> None:
    """Moved, removed and added strokes are counted and coloured from frame 7 on."""
    new = copy(run)
    for row in new[7:]:
        row["segments"][3][0] += 5 * SCREEN_UNIT
        del row["segments"][10]
        row["segments"] += [[0, 0, 900, 900, 1, 1, 9], [0, 15_000, 900, 15_900, 1, 9, 17]]
    done = compare(run, new, "--svg", "d.svg")
    first, count = run[7], len(run[7]["segments"])
    assert done.returncode == 1 and done.stdout.splitlines() == [
        f"frame {first['index']}, cycle {first['start_cycle']:,}, the first that differs: "
        f"2 segments removed, 3 new, {count - 2} unchanged",
        "13 of 20 frames differ by more than 1 unit: 26 segments removed, 39 new"]
    groups = ElementTree.parse(tmp_path / "d.svg").findall(f"{SVG}g")
    assert [(group.get("class"), len(group)) for group in groups] == [
        ("same", count - 2), ("old", 2), ("new", 3)]
    assert len({group.get("stroke") for group in groups}) == 3
    later = compare(run, new, "--frame", str(first["index"] + 2))
    assert later.returncode == 1 and f"frame {first['index'] + 2}, cycle" in later.stdout


def test_light_counts(run: Rows, compare) -> None:
    """A dimmer stroke counts as removed and added; a tiny difference does not."""
    new = copy(run)
    new[5]["segments"][0][4] += 0.9 * LIGHT
    assert compare(run, new).returncode == 0
    new[5]["segments"][0][4] -= 3 * LIGHT
    assert "1 segment removed, 1 new" in compare(run, new).stdout


@pytest.mark.slow
def test_frames_that_one_file_lacks(run: Rows, compare) -> None:
    """Missing frames are recognised by their numbers."""
    for lacking in (run[4:], run[:8] + run[9:], run[:-3]):
        lost = 20 - len(lacking)
        done = compare(run, lacking)
        assert done.returncode == 1 and f"{lost} of 20 frames differ" in done.stdout
        assert ", 0 new" in done.stdout and "0 unchanged" in done.stdout
        done = compare(lacking, run)
        assert f"{lost} of 20 frames differ" in done.stdout and "0 segments removed" in done.stdout


coordinates = st.integers(0, 3)
few = st.lists(st.tuples(*[coordinates] * 4), max_size=6)


@given(few, few, st.integers(0, 2))
def test_as_many_as_can_have_a_partner(old: list[tuple[int, ...]], new: list[tuple[int, ...]],
                                       reach: int) -> None:
    """The largest possible number of strokes is paired."""
    def near(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
        return any(max(abs(x - y) for x, y in zip(a, c, strict=True)) <= reach
                   for c in (b, b[2:] + b[:2]))

    def most(i: int, free: frozenset[int]) -> int:
        if i == len(old):
            return 0
        return max([most(i + 1, free), *(1 + most(i + 1, free - {j}) for j in free
                                         if near(old[i], new[j]))])

    one, other = (np.array([(*s, 1) for s in some], float).reshape(-1, 5) for some in (old, new))
    pairs = partners(one, other, reach).tolist()
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert all(near(old[i], new[j]) for i, j in pairs)
    assert len(pairs) == most(0, frozenset(range(len(new))))


def test_the_drawing_holds_what_lies_far_out(run: Rows, tmp_path: Path) -> None:
    """A line outside the screen makes the drawing smaller, and stays inside."""
    new = copy(run)
    new[0]["segments"][0][:4] = 60_000, -50_000, -70_000, 40_000
    found = next(differences(write(tmp_path / "a", run), write(tmp_path / "b", new), 1))
    drawing = ElementTree.fromstring(found.svg())
    numbers = [float(number) for path in drawing.iter(f"{SVG}path")
               for number in path.get("d", "").replace("M", "").replace("L", " ").split()]
    assert min(numbers) >= 0 and max(numbers[::2]) <= 600 and max(numbers[1::2]) <= 750


@pytest.mark.parametrize(("content", "said"), [
    ("", "bad.jsonl: the file has no frames"),
    ("{}\n", "bad.jsonl:1: not a frame"),
    ("not json\n", "bad.jsonl:1: not a frame"),
    ('{"index": 1, "start_cycle": 0, "segments": [[1, 2]]}\n', "bad.jsonl:1: not a frame"),
    ('{"index": 1e999, "start_cycle": 0, "segments": []}\n', "bad.jsonl:1: not a frame"),
    ('{"index": 1, "start_cycle": 0, "segments": []}\n' * 2, "bad.jsonl:2: frame 1 is damaged"),
    ('{"index": 1, "start_cycle": 0, "segments": [[NaN,0,0,0,0,0,0]]}\n',
     "bad.jsonl:1: not a frame"),
    (None, "bad.jsonl: no such file"),
    (" " * (1 << 22) + "\n", "bad.jsonl:1: longer than 4,194,304 bytes"),
])
def test_what_is_no_file_of_frames(content: str | None, said: str, run: Rows,
                                   tmp_path: Path) -> None:
    """An invalid file gives one message with file and line, status 1."""
    write(tmp_path / "good.jsonl", run)
    if content is not None:
        (tmp_path / "bad.jsonl").write_text(content)
    for words in (["good.jsonl", "bad.jsonl"], ["bad.jsonl", "good.jsonl"]):
        done = processes.run(["diff", *words, "--svg", "d.svg"], tmp_path)
        assert (done.returncode, done.stdout) == (1, "") and f"vecx: {said}" in done.stderr
        assert len(done.stderr.splitlines()) == 1 and not (tmp_path / "d.svg").exists()


@pytest.mark.parametrize(("words", "status", "said"), [
    (["--tolerance", "-1"], 2, "not a number of 0 or more"),
    (["--tolerance", "inf"], 2, "not a number of 0 or more"),
    (["--frame", "5"], 1, "neither file has a frame 5"),
    (["--svg", "none/d.svg"], 1, "there is no folder"),
])
def test_wrong_words(words: list[str], status: int, said: str, run: Rows, compare) -> None:
    """Wrong usage and wrong files give one message and their status."""
    done = compare(run, run, *words)
    assert done.returncode == status and said in done.stderr and "Traceback" not in done.stderr


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 40), st.integers(0, 40), st.integers(1, 300))
def test_pairs_are_all_that_lie_near_each_other(seed: int, count: int, other: int,
                                                compared: int) -> None:
    """Comparing in parts finds the same pairs as comparing all."""
    chance = np.random.default_rng(seed)
    old, new = (chance.integers(-6, 6, (rows, 5)).astype(float) for rows in (count, other))
    old[:, 4], new[:, 4] = old[:, 4] % 2, new[:, 4] % 2
    expected = {(i, j) for i, a in enumerate(old) for j, b in enumerate(new) if a[4] == b[4]
                and min(abs(a[:4] - b[:4]).max(), abs(a[:4] - b[[2, 3, 0, 1]]).max()) <= 3}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(difference, "COMPARED_MAX", compared)
        found = difference.near_pairs(old, new, 3.0)
    assert sorted(map(tuple, found.tolist())) == sorted(expected)


@pytest.mark.slow
def test_frames_that_cannot_be_compared(tmp_path: Path, capsys) -> None:
    """Too many segments give one message with little memory."""
    for name, rows in (("many", [[0, 0, 0, 0, 1, 0, 1]] * 65_537), ("a", [[0] * 7] * 5000),
                       ("b", [[1] + [0] * 6] * 4999)):
        (tmp_path / name).write_text(json.dumps({"index": 0, "start_cycle": 0, "segments": rows}))
    for old, new, said in (("a", "many", "65,537 segments exceed the limit of 65,536"),
                           ("a", "b", "use a smaller --tolerance")):
        assert run_command(["diff", str(tmp_path / old), str(tmp_path / new)]) == 1
        assert said in capsys.readouterr().err
