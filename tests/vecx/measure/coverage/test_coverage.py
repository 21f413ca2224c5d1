"""Coverage of lines and branches, compared with the machine's log, in every report."""

import gc
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.vecx.testing.small import lay_out
from vecx.chips import log
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.measure.coverage import reports
from vecx.measure.coverage.follower import HOLDS, Follower
from vecx.measure.coverage.listing import listing
from vecx.measure.coverage.total import Total, load_all

TESTS = """
import pytest
@pytest.mark.parametrize("number", range(4))
def test_sign(machine, number):
    machine.call("sign", a=number)
    assert machine["kind"] == 1
"""


def test_conditions_are_those_of_the_card() -> None:
    """Each condition is correct over C, V, Z, N; odd ones are the inverse."""
    c, v, z, n = 1, 2, 4, 8
    assert not HOLDS[1].any() and HOLDS[0].all()
    assert [HOLDS[0x5, c], HOLDS[0x7, z], HOLDS[0x9, v], HOLDS[0xB, n]] == [True] * 4
    assert HOLDS[0xD, n] and HOLDS[0xD, v] and not HOLDS[0xD, n | v]
    assert HOLDS[0xE, n | v] and not HOLDS[0xE, z] and HOLDS[2, 0] and not HOLDS[2, c]
    for even in range(0, 16, 2):
        assert (HOLDS[even] != HOLDS[even + 1]).all()


@pytest.mark.slow
def test_every_way_agrees_with_the_trace() -> None:
    """Over 400 frames, each branch's outcome agrees with the log."""
    m = Machine("connect4", preset="ideal")
    image = m.cartridge.image
    known = listing(m.debug, image)
    follower = Follower(m, known, 0, len(image))
    watch = m.watch(0, 0x10000, runs=True)
    ran, taken, passed = set(), set(), set()
    for frame in range(400):
        if frame in (300, 330):
            m.press(4)
        if frame in (303, 333):
            m.release(4)
        m.run_frames(1)
        rows = m.take_log()
        pcs = rows["pc"][rows["kind"] == log.EXEC].tolist()
        ran |= set(pcs)
        for pc, after in pairwise(pcs):
            if pc in known.branches and pc < len(image):
                size = 2 if image[pc] != 0x10 else 4
                (passed if after == pc + size else taken).add(pc)
    watch.remove()
    found = follower.take()
    assert found[0] == {pc for pc in ran if pc < len(image)}
    assert found[1] >= taken and found[2] >= passed
    assert len(taken) > 50 and len(found[1] - taken) + len(found[2] - passed) <= 4   # frame ends


def test_a_followed_machine_does_what_any_other_does() -> None:
    """Coverage does not change the machine."""
    one, two = (Machine("connect4", preset="worn", seed=3) for _ in range(2))
    Total([Path.cwd()]).follow(one)
    assert one.run_frames(100) == two.run_frames(100)
    assert len(one.take_log()) == len(two.take_log())


def test_macros_and_includes_have_lines_of_their_own(tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of a macro counts there and at the call."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, "")
    m = Machine("small.asm", preset="ideal")
    total = Total([tmp_path])
    total.follow(m)
    m.call("sign", a=1, s=0xCBEA)
    total.collect("one")
    file = str((tmp_path / "sign.asm").resolve())
    assert total.all.plain()[file] == ([2, 3, 12, 13, 14, 15, 16, 17], [(13, 14), (13, 16)])
    assert total.ran["one"].plain()[file] == ([2, 3, 12, 13, 14, 15], [(13, 14)])


def run(folder: Path, *words: str) -> str:
    """Run the small project's tests with coverage; return the output."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "--asm-cov", *words], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_reports(tmp_path: Path) -> None:
    """Terminal, lcov, Cobertura and HTML agree; workers are merged."""
    lay_out(tmp_path, TESTS)
    kinds = [f"--asm-cov-report={kind}" for kind in ("term", "lcov", "xml", "html:pages")]
    said = run(tmp_path, "-n", "2", *kinds)
    row = next(line.split() for line in said.splitlines() if line.startswith("sign.asm"))
    assert row[1:5] == ["8", "2", "2", "1"] and row[-1] == "16-17"
    lcov = (tmp_path / "coverage.lcov").read_text()
    sign = lcov[lcov.index("SF:sign.asm"):].partition("end_of_record")[0]
    assert {"DA:12,1", "DA:16,0", "BRDA:13,0,to line 16,0", "BRDA:13,0,to line 14,1",
            "LH:6", "LF:8", "BRF:2", "BRH:1"} <= set(sign.splitlines())
    line = ElementTree.parse(tmp_path / "coverage.xml").find(
        ".//class[@filename='sign.asm']/lines/line[@number='13']")
    assert line is not None and line.get("condition-coverage") == "50% (1/2)"
    page = next((tmp_path / "pages").glob("*sign_asm.html")).read_text()
    assert '<p class="mis show_mis">' in page and '<p class="par run show_par">' in page
    assert "line 13: not covered: to line 16" in page


@pytest.mark.slow
def test_each_test_is_a_context_of_its_own(tmp_path: Path) -> None:
    """With contexts, the data file records which test ran a line."""
    from coverage import CoverageData

    lay_out(tmp_path, TESTS)
    run(tmp_path, "-n", "0", "--asm-cov-context=test")
    data = CoverageData(str(tmp_path / ".coverage.asm"))
    data.read()
    lines = data.contexts_by_lineno(str((tmp_path / "sign.asm").resolve()))
    assert len(lines[14]) == 4 and 16 not in lines
    (tmp_path / ".coveragerc").write_text("[run]\nplugins = vecx.measure.coverage.reports\n")
    done = subprocess.run([sys.executable, "-m", "coverage", "report", "--data-file=.coverage.asm"],
                          cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "sign.asm" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_the_rom_counts_where_that_is_asked_for(tmp_path: Path) -> None:
    """--asm-cov-rom includes the sources of the executive ROM."""
    from coverage import CoverageData

    lay_out(tmp_path, "def test_random(machine): machine.call('Random')\n")
    own = {str((tmp_path / name).resolve()) for name in ("small.asm", "sign.asm")}
    data_file = tmp_path / ".coverage.asm"
    run(tmp_path, "-n", "0", "--asm-cov-context=test")
    assert {*load_all(data_file).lines} == own
    run(tmp_path, "-n", "0", "--asm-cov-context=test", "--asm-cov-rom")
    file, = (file for file in load_all(data_file).lines if file.endswith("roms/memory.asm"))
    assert {*load_all(data_file).lines} > own
    data = CoverageData(str(data_file))
    data.read()
    found = [line for line, contexts in data.contexts_by_lineno(file).items()
             if "test_small.py::test_random" in contexts]
    source = Path(file).read_text().splitlines()
    first = source.index("Random          pshs    b,x") + 1
    end = next(n for n, line in enumerate(source[first:], first + 1) if "puls    b,x,pc" in line)
    code = [n for n in range(first, end + 1) if not source[n - 1].startswith(";")]
    assert sorted(found) == code


@pytest.mark.slow
def test_too_little_fails(tmp_path: Path) -> None:
    """--asm-cov-fail-under ends the run with 1, and states the coverage."""
    lay_out(tmp_path, TESTS)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", "--asm-cov",
                           "--asm-cov-fail-under=99"], cwd=tmp_path, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 1 and "% is less than 99 %" in done.stdout


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "vecx-coverage/9", "all": {}}'])
def test_files_that_are_none_are_refused(tmp_path: Path, text: str) -> None:
    """An invalid data file gives one message with a remedy."""
    data = tmp_path / ".coverage.asm"
    with pytest.raises(VecxError, match="--asm-cov"):
        reports.report(data, "term")
    data.write_text("")
    (tmp_path / ".coverage.asm-asm.json").write_text(text)
    with pytest.raises(VecxError, match="run pytest with --asm-cov again"):
        load_all(data)
    with pytest.raises(VecxError, match="unknown report 'pdf': use term, html, xml, lcov"):
        reports.report(data, "pdf")


def test_a_machine_that_is_gone_has_run_all_the_same() -> None:
    """The coverage of a deleted machine is collected once."""
    total = Total([Path(__file__).parents[4]])
    m = Machine("connect4", preset="ideal")
    total.follow(m)
    m.run_frames(300)
    del m
    gc.collect()
    total.collect("a")
    total.collect("b")
    assert total.ran["a"].lines and not total.ran["b"].lines and not total._followers


def test_totals_survive_json() -> None:
    """Totals are equal after the transfer as JSON."""
    total = Total([Path(__file__).parents[4]])
    m = Machine("connect4", preset="ideal")
    total.follow(m)
    m.run_frames(300)
    total.collect("a")
    again = Total([])
    again.add(json.loads(json.dumps(total.plain())))
    assert again.plain() == total.plain() and total.ran["a"].lines
