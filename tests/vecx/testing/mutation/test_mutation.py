"""Mutation tests of programs: changes, their machines, and what tests notice."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from asm import assemble
from asm.output.debugging import debug_info
from tests.vecx.testing.small import INI, lay_out
from vecx.cli import run_command
from vecx.errors import UsageError, VecxError
from vecx.machine import Machine
from vecx.testing.everywhere import change_of, each_machine
from vecx.testing.mutation import trial
from vecx.testing.mutation.mutants import mutants
from vecx.testing.mutation.session import Record, Result, drawn
from vecx.testing.mutation.survey import Tests as Known

SOURCE = """\
 org 0
main cmpa #5
 bhi main
 lbne main
 bra main
 ldx #$C8FF
 sta ,x
 clr $C880
 jsr main
 lbsr main
 rts
table fcb $26,$86,$BD
"""
GOOD = """
def test_negative(machine):
    machine.call("sign", a=200)
    assert machine["kind"] == 2
def test_not_negative(machine):
    assert machine.call("sign", a=3).cycles == 17
    assert machine["kind"] == 1
def test_zero(machine):
    machine.call("sign", a=0)
    assert machine["kind"] == 1
"""


def test_each_kind_of_change() -> None:
    """All kinds of changes of instructions and data are generated."""
    program = assemble(SOURCE, name="a.asm")
    assert program.image
    found = [(m.line, m.kind, m.spec.partition(":")[2])
             for m in mutants(debug_info(program), program.image)]
    assert found == [
        (2, "comparison", "0000=8106"), (3, "bound", "0002=24fc"), (3, "branch", "0002=23fc"),
        (4, "branch", "0004=1027fff8"), (6, "constant", "000a=8ec900"), (7, "store", "000d=1212"),
        (8, "store", "000f=121212"), (9, "call", "0012=121212"), (10, "call", "0015=121212"),
        (12, "data", "001b=be")]


@pytest.mark.parametrize("line, kind, changed", [
    ("addd #5", "arithmetic", "830005"), ("sbca <$10", "arithmetic", "9910"),
    ("orb ,x", "arithmetic", "e484"), ("inca", "arithmetic", "4a"), ("dec $C880", "arithmetic",
                                                                     "7cc880"),
    ("lsra", "arithmetic", "48"), ("rol <$10", "arithmetic", "0610"), ("mul", "arithmetic", "12"),
    ("leax 5,x", "arithmetic", "1212"), ("tfr a,dp", "transfer", "1212"),
    ("exg x,y", "transfer", "1212"), ("pshs a,b", "stack", "1212"), ("pulu x", "stack", "1212"),
    ("puls a,pc", "stack", ""), ("abx", "arithmetic", "12")])
def test_changes_of_calculations_transfers_and_stacks(line: str, kind: str, changed: str) -> None:
    """Arithmetic is inverted; transfers, pushes and pulls are removed, except of PC."""
    program = assemble(f" org 0\nmain {line}\n rts\n", name="a.asm")
    assert program.image
    found = [m.spec.partition("=")[2] for m in mutants(debug_info(program), program.image)
             if m.kind == kind]
    assert found == [changed] * bool(changed)


def test_all_tests_may_notice_a_change_of_data() -> None:
    """For a change of data, all tests run."""
    program = assemble(" org 0\nmain rts\nlist fcb 1,2\n", name="a.asm")
    data = next(m for m in mutants(debug_info(program), program.image) if m.kind == "data")
    known = Known({"one": 0.1, "two": 0.2}, {("a.asm", 2): ["two"]})
    assert known.of(data) == ["one", "two"]
    assert data.what == "$02 -> $03 in the last byte"


def test_a_macro_is_changed_wherever_it_is_called() -> None:
    """A line of a macro is changed in all expansions at once."""
    source = "one macro\n lda #\\1\n endm\n org 0\nmain one 1\n one 2\n rts\n"
    program = assemble(source, name="a.asm")
    assert program.image
    found = mutants(debug_info(program), program.image)
    assert [(m.line, m.spec.partition(":")[2]) for m in found] == [(2, "0000=8602:0002=8603")]


def test_machines_with_the_image_get_the_change_and_no_others(tmp_path: Path) -> None:
    """Only machines with the image get the change, also after restore."""
    m = Machine("connect4", preset="ideal")
    spec = mutants(m.debug, m.cartridge.image)[0].spec
    address, data = int(spec[17:21], 16), bytes.fromhex(spec[22:].partition(":")[0])
    with each_machine(change_of(spec)):
        changed, other = Machine("connect4", preset="ideal"), Machine("reversi", preset="ideal")
    assert changed.read(address, len(data)) == data != m.read(address, len(data))
    kept = changed.keep()
    changed.run_frames(3)
    changed.restore(kept)
    assert changed.read(address, len(data)) == data
    assert other.read(0, 100) == other.cartridge.image[:100]
    after = Machine("connect4", preset="ideal")
    assert after.read(address, len(data)) == m.read(address, len(data))
    with pytest.raises(UsageError):
        change_of("beef:12")


@pytest.mark.slow
def test_command_finds_what_no_test_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capfd: pytest.CaptureFixture[str]) -> None:
    """A change in a tested line is noticed; lines without tests are not run."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, GOOD)
    words = ["mutate", "small.asm", "--jobs", "2", "--only", "sign.asm"]
    assert run_command([*words, "--least", "90"]) == 0
    said = capfd.readouterr().out
    assert "4 of 4 changes noticed, 100.0 %" in said or "100.0 %" in said.splitlines()[-1], said
    rows = (tmp_path / ".vecx-mutate.jsonl").read_text().splitlines()
    by = {json.loads(row)["mutant"]["kind"]: json.loads(row)["by"] for row in rows[1:]}
    assert by["branch"].startswith("test_small.py::test_")
    lay_out(tmp_path, GOOD.replace("== 2", "> 0").replace('assert machine["kind"] == 1', ""))
    assert run_command([*words, "--least", "90", "--fresh"]) == 1
    said = capfd.readouterr().out
    assert "sign.asm:2: constant: lda     #$01 -> lda     #$02 (" in said


@pytest.mark.nightly
def test_a_server_and_separate_processes_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                               capfd: pytest.CaptureFixture[str]) -> None:
    """A new pytest for each change gives the same verdicts."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, GOOD.replace("== 2", "> 0").replace('assert machine["kind"] == 1', ""))
    found = []
    for forking in (True, False):
        starter = trial.Forking([]) if forking else trial.Separate()
        monkeypatch.setattr(trial, "starter", lambda _, starter=starter: starter)
        run_command(["mutate", "small.asm", "--only", "sign.asm", "--fresh", "--jobs", "2"])
        rows = map(json.loads, (tmp_path / ".vecx-mutate.jsonl").read_text().splitlines()[1:])
        found.append(sorted((row["mutant"]["spec"], row["verdict"]) for row in rows))
    assert found[0] == found[1]
    assert {verdict for _, verdict in found[0]} == {"noticed", "survived"}


@pytest.mark.skipif(not trial.can_fork(), reason="processes cannot be forked here")
def test_tests_that_do_not_end_are_killed_and_unknown_ones_are_an_error(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that do not end are killed; unknown tests are an error."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, GOOD)
    (tmp_path / "test_slow.py").write_text("import time\ndef test_slow():\n    time.sleep(600)\n")
    spec = mutants_of_small()[0].spec
    server = trial.Forking(["test_slow.py"])
    slow = server.start(spec, ["test_slow.py::test_slow"], "")
    unknown = server.start(spec, ["test_slow.py::test_other"], "")
    while unknown.status() is None:
        time.sleep(0.01)
    assert unknown.status() == trial.WRONG_USAGE and slow.status() is None
    slow.kill()
    while slow.status() is None:
        time.sleep(0.01)
    assert slow.status() == -signal.SIGKILL
    late = server.start(spec, ["test_slow.py::test_slow"], "")
    server.close()
    assert late.status() == -signal.SIGKILL


@pytest.mark.slow
def test_an_interrupted_session_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                        capfd: pytest.CaptureFixture[str]) -> None:
    """Recorded results are not repeated; a truncated line is."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, GOOD)
    words = ["mutate", "small.asm", "--jobs", "1", "--only", "sign.asm"]
    assert run_command(words) == 0
    record = tmp_path / ".vecx-mutate.jsonl"
    rows = record.read_text().splitlines()
    first = json.loads(rows[1])
    first["verdict"] = "survived"                   # a false result: a new run would not give it
    record.write_text("\n".join([rows[0], json.dumps(first), rows[2][:40]]) + "\n")
    capfd.readouterr()
    assert run_command(words) == 0
    said = capfd.readouterr().out
    assert "tests noticed nothing" in said
    assert run_command([*words, "--retry"]) == 0
    assert "tests noticed nothing" not in capfd.readouterr().out


@pytest.mark.nightly
def test_the_survey_is_kept_until_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                 capfd: pytest.CaptureFixture[str]) -> None:
    """A second session reuses the survey unless a file changed."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, GOOD)
    words = ["--jobs", "1", "--only", "sign.asm", "--state", "tried"]
    known = "nothing has changed; using the recorded list"

    def said(*more: str) -> str:
        assert run_command(["mutate", "small.asm", *more, *words]) == 0
        return capfd.readouterr().err

    assert known not in said()
    (tmp_path / "vecx-pictures" / "golden.svg").write_text("")
    assert known in said()
    assert known not in said("--fresh")
    assert known not in said("test_small.py")
    assert known in said("test_small.py")
    (tmp_path / "tried-survey").write_text("{}")
    assert known not in said("test_small.py")
    (tmp_path / "test_more.py").write_text("def test_more(machine): machine.call('sign', a=9)\n")
    assert known not in said("test_small.py")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_session_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    """After SIGTERM or SIGKILL, no process is left."""
    slow = "import os, time\ndef test_slow(machine):\n" \
        "    open(f'pid-{os.getpid()}', 'w').close()\n    time.sleep(60)\n"
    lay_out(tmp_path, slow)
    for number in (signal.SIGTERM, signal.SIGKILL):
        process = subprocess.Popen([sys.executable, "-m", "vecx", "mutate", "small.asm"],
                                   cwd=tmp_path, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not (found := [*tmp_path.glob("pid-*")]):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        process.wait()
        begun = time.monotonic()
        while is_running(int(found[0].name[4:])):
            assert time.monotonic() - begun < 20
            time.sleep(0.05)
        found[0].unlink()


def is_running(pid: int) -> bool:
    """Return whether a process with this number exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").exists() or \
        Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
def test_tests_that_fail_by_themselves_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                capfd: pytest.CaptureFixture[str]) -> None:
    """If tests fail without a change, nothing is tried."""
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path, "def test_wrong(machine): assert machine['kind'] == 9\n")
    assert run_command(["mutate", "small.asm"]) == 1
    assert "needs tests that pass before any change" in capfd.readouterr().err
    assert run_command(["mutate", "small.asm", "--only", "other.asm"]) == 1
    assert "contains nothing that can be mutated" in capfd.readouterr().err
    (tmp_path / "small.bin").write_bytes(bytes(100))
    assert run_command(["mutate", "small.bin"]) == 1
    assert "the cartridge has no source" in capfd.readouterr().err
    assert run_command(["mutate", "small.asm", "--list"]) == 0
    assert "changes" in capfd.readouterr().out


@pytest.mark.slow
def test_projects_for_which_a_warning_is_an_error(tmp_path: Path) -> None:
    """pytest's warning about an early import of vecx does not affect projects.

    The warning appears if vecx is installed, because its modules then belong to a plug-in; here a
    conftest.py has the same effect.
    """
    lay_out(tmp_path, GOOD, INI + "filterwarnings = error\n")
    (tmp_path / "conftest.py").write_text(
        "import pytest\npytest.register_assert_rewrite('vecx')\n")
    words = [sys.executable, "-m", "vecx", "mutate", "small.asm", "--only", "sign.asm"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "100.0 %" in done.stdout, done.stderr


def test_records_of_others_are_refused_and_old_ones_start_again(tmp_path: Path) -> None:
    """Foreign records are refused, old ones start from scratch; other files stay."""
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n")
    with pytest.raises(VecxError, match="not a record"):
        Record(path, "a" * 64)
    assert path.read_text() == "my notes\n"
    own = tmp_path / "own"
    mutant = mutants_of_small()[0]
    Record(own, "a" * 64).add(Result(mutant, "noticed"))
    assert list(Record(own, "a" * 64).known) == [mutant.spec]
    assert not Record(own, "b" * 64).known


def mutants_of_small() -> list:
    """Return some changes."""
    program = assemble(SOURCE, name="a.asm")
    assert program.image
    return mutants(debug_info(program), program.image)


def test_drawing_and_order() -> None:
    """A seed always draws the same changes; fast and effective tests run first."""
    found = mutants_of_small()
    assert drawn(found, 4, 1) == drawn(found, 4, 1) and len(drawn(found, 4, 1)) == 4
    assert drawn(found, None, 1) == found
    tests = Known({"a": 1.0, "b": 2.0}, {("a.asm", 2): ["a", "b"]})
    assert tests.of(found[0]) == ["a", "b"]
    tests.noticed["b"] += 5
    assert tests.of(found[0]) == ["b", "a"]
