"""The command line: messages, exit status, files."""

import contextlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.vecx.cli.environments import environment
from vecx import __version__
from vecx.cli import COMMANDS, GROUPS, run_command

ROOT = Path(__file__).parent.parent.parent.parent
HEADER = b"g GCE 2026\x80\xfd\x0d\x00"
NO_SCREEN = ("--headless", "--frames", "1")


def vecx(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line in a separate process without a display."""
    return processes.run([str(word) for word in arguments], cwd, environment())


def started(*arguments: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a shell does, in a new Python."""
    return subprocess.run([sys.executable, "-m", "vecx", *arguments], cwd=cwd, text=True,
                          capture_output=True, check=False, timeout=120,
                          env={**environment(), "PYTHONPATH": str(ROOT), **env})


@pytest.mark.parametrize(("name", "data", "words"), [
    ("none.bin", None, "no such file"), ("empty.bin", b"", "empty"), ("one.bin", b"x", "1 byte"),
    ("big.bin", bytes(70 * 1024), "71,680"), ("bad.asm", b" foo\n", "not assembled")])
def test_bad_cartridges_end_in_one_message(tmp_path, monkeypatch, capsys, name, data, words):
    """Each invalid file gives status 1 and the reason, without a traceback."""
    monkeypatch.chdir(tmp_path)
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert run_command(["run", name, "--headless", "--frames", "1"]) == 1
    err = capsys.readouterr().err
    assert words in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_directory_is_refused(tmp_path, capsys):
    """The error for a directory says that it is one."""
    assert run_command(["run", str(tmp_path), "--headless", "--frames", "1"]) == 1
    assert "a directory" in capsys.readouterr().err


@pytest.mark.parametrize("words", [
    ["run", "none", *NO_SCREEN], ["run", "none.asm", *NO_SCREEN], ["info", "none.asm"],
    ["run", "connect4", "--movie", "none", *NO_SCREEN], ["budget", "none.asm"], ["dis", "none"],
    ["run", "connect4", "--preset", "none.toml", *NO_SCREEN], ["asm", "none.asm"],
    ["run", "connect4", "--inputs", "none", *NO_SCREEN], ["asm", "none.asm", "--format-source"],
    ["run", "connect4", "--bios", "none", *NO_SCREEN], ["calibrate", "none", "-o", "x.toml"],
    ["run", "connect4", "--config", "none"], ["dis", "connect4", "--symbols", "none"],
    ["dis", "connect4", "--seen", "none"], ["diff", "none", "none"], ["trace", "none"],
    ], ids=" ".join)
def test_a_missing_file_has_one_wording(words: list[str], tmp_path: Path,
                                        capsys: pytest.CaptureFixture[str],
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command reports a missing file with the same words."""
    monkeypatch.chdir(tmp_path)
    assert run_command(words) == 1
    name = next(word for word in words if word.startswith("none"))
    said = capsys.readouterr().err.splitlines()[-1]
    assert f": {name}: no such file" in said


@pytest.mark.parametrize("arguments", [["run", "connect4", "--headless", "--frames", "-1"],
                                       ["run", "connect4", "--headless", "--frames", "x"],
                                       ["run", "connect4", "--speed", "0"], ["nonsense"],
                                       ["budget"], ["conform", "gpu"], ["--nosuch"],
                                       *([name, "--nosuch", "9"] for name in COMMANDS)])
def test_wrong_usage_is_status_2(arguments, capsys):
    """Wrong usage ends with status 2, the error, and a pointer to the help."""
    with pytest.raises(SystemExit) as end:
        run_command(arguments)
    assert end.value.code == 2
    name = f"vecx {arguments[0]}" if set(arguments[:1]) & set(COMMANDS) else "vecx"
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith(f"{name}: ") and last == f"run `{name} --help` for details"


@pytest.mark.parametrize(("words", "said"), [
    (["connect4"], "'connect4' is a cartridge, not a command; did you mean `vecx run connect4`?"),
    (["game.asm"], "did you mean `vecx run game.asm`?"),
    (["assemble", "a.asm"], "there is no command 'assemble'; did you mean `vecx asm`?"),
    (["bugdet"], "did you mean `vecx budget`?"), (["xyzzy"], "there is no command 'xyzzy'"),
    (["run", "connect4", "--hedless"], "did you mean --headless?"),
    (["budget", "connect4", "--frame-s", "3"], "did you mean --frames?")])
def test_the_nearest_word_is_named(words, said, capsys):
    """A wrong first word or option gives the nearest command or option, not a list of all."""
    with pytest.raises(SystemExit, match="2"):
        run_command(words)
    first, _ = capsys.readouterr().err.splitlines()
    assert said in first and "choose from" not in first


@pytest.mark.parametrize("words", [["-V"], ["-v"], ["--version"]])
def test_the_version(words, capsys):
    """-V and -v print the version."""
    with pytest.raises(SystemExit, match="0"):
        run_command(words)
    assert capsys.readouterr().out == f"vecx {__version__}\n"


def test_help_is_a_command_too(capsys):
    """`vecx help` and `vecx help COMMAND` show what --help shows; commands are in groups."""
    for words in ([], ["run"]):
        outs = []
        for asked in (["help", *words], [*words, "--help"]):
            with contextlib.suppress(SystemExit):
                run_command(asked)
            outs.append(capsys.readouterr().out)
        assert outs[0] == outs[1]
    run_command([])
    help_ = capsys.readouterr().out
    assert all(f"\n{group}:\n" in help_ for group in GROUPS)
    assert all(len(line) <= 100 for line in help_.splitlines())


def test_without_a_command_the_help_is_shown(capsys):
    """Without a command, the help lists all commands."""
    assert run_command([]) == 0
    out = capsys.readouterr().out
    assert all(re.search(rf"^ +{name}\b", out, re.MULTILINE) for name in COMMANDS)


def test_headless_needs_frames(capsys):
    """--headless without --frames is an error that says so."""
    assert run_command(["run", "connect4", "--headless"]) == 2
    assert "--frames" in capsys.readouterr().err


def test_a_wrong_header_warns_and_runs_into_the_refusal(tmp_path, capsys):
    """A wrong header gives a warning, and the ROM does not start the cartridge."""
    from vecx import Machine

    path = tmp_path / "wrong.bin"
    path.write_bytes(b"h GCE 2026\x80\xfd\x0d\x00" + b"\x7e\x00\x0e" * 20)
    Machine(preset="ideal").run_cycles(1)       # compile, which prints a message
    assert run_command(["run", str(path), "--headless", "--frames", "5"]) == 0
    assert capsys.readouterr().err.count("\n") == 1
    m = Machine(path, preset="ideal")
    entered = []
    for addr in range(0x20):
        m.on_pc(addr, lambda machine: entered.append(machine.registers.pc))
    m.run_frames(60)
    assert entered == []


def test_headless_writes_picture_and_frames(tmp_path, monkeypatch):
    """The picture is a PNG; each line of the frames is a JSON object."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["run", "connect4", "--headless", "--frames", "5", "-o", "a.png",
                        "-o", "a.jsonl"]) == 0
    assert (tmp_path / "a.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    rows = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [row["index"] for row in rows] == [0, 1, 2, 3, 4]
    assert set(rows[4]) == {"index", "start_cycle", "cycles", "segments", "budget"}
    assert len(rows[4]["segments"][0]) == 7


def test_without_a_display_a_picture_is_left(tmp_path):
    """Without a display, ten seconds run, and a picture with an unused name is written."""
    for name in ("connect4.png", "connect4-2.png"):
        done = vecx("run", "connect4", cwd=tmp_path)
        assert done.returncode == 0
        assert name in done.stderr and done.stderr.count("\n") == 1
        assert (tmp_path / name).stat().st_size > 2000


def test_files_that_cannot_be_written_are_named(tmp_path, capsys):
    """A missing folder gives one message with the path, and status 1."""
    for name in ("file.png", "file.jsonl"):
        path = tmp_path / "no" / name
        assert run_command(["run", "connect4", "--headless", "--frames", "2", "-o",
                            str(path)]) == 1
        assert str(path) in capsys.readouterr().err


def test_a_full_disk_is_one_message(tmp_path):
    """Writing to a full device ends with status 1 and no traceback."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    done = vecx("run", "connect4", "--headless", "--frames", "3", "-o", "full.jsonl",
                cwd=tmp_path)
    assert done.returncode == 1
    assert "No space left" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.slow
def test_budget_prints_a_verdict_and_exits_by_it(tmp_path, monkeypatch, capsys):
    """The status is 0 within the limits, else 1; the JSON is always written."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["budget", "connect4", "--frames", "30", "--max", "cycles=30000",
                        "--max", "vectors=300", "--json", "b.json"]) == 0
    assert "within the limits" in capsys.readouterr().out
    assert len(json.loads((tmp_path / "b.json").read_text())["frames"]) == 30
    assert run_command(["budget", "connect4", "--frames", "30", "--max",
                        "cycles=10"]) == 1
    caught = capsys.readouterr()
    assert "frame 247: work_cycles" in caught.err       # the program's first complete frame
    assert "30 of 30 frames exceed" in caught.out
    assert run_command(["budget", "connect4", "--from", "0", "--frames", "30", "--max",
                        "cycles=10"]) == 1
    caught = capsys.readouterr()
    assert "frame 1: work_cycles" in caught.err and "29 of 29 frames exceed" in caught.out


def test_conform_counts_and_finds_what_is_falsified(tmp_path, capsys):
    """Falsified rows are counted exactly."""
    import gzip

    source = ROOT / "tests" / "reference" / "cpu" / "page2_lbranch.jsonl.gz"
    with gzip.open(source, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows[::100]:
        row["final"]["a"] ^= 1
    (tmp_path / "cpu").mkdir()
    with gzip.open(tmp_path / "cpu" / source.name, "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    assert run_command(["conform", "cpu", "--reference", str(tmp_path)]) == 1
    wrong = len(rows[::100])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"{len(rows) - wrong} passed, {wrong} failed"


def test_conform_says_when_there_is_nothing(tmp_path, capsys):
    """Missing, empty and damaged data end with status 1."""
    assert run_command(["conform", "via", "--reference", str(tmp_path)]) == 1
    assert "no such folder" in capsys.readouterr().err
    (tmp_path / "cpu").mkdir()
    assert run_command(["conform", "cpu", "--reference", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 0 failed"
    (tmp_path / "via").mkdir()
    (tmp_path / "via" / "via_cases.jsonl.gz").write_bytes(b"nonsense")
    assert run_command(["conform", "via", "--reference", str(tmp_path)]) == 1


def test_info_describes_an_image(capsys):
    """`vecx info` shows header, size and checksum of an image."""
    assert run_command(["info", "connect4"]) == 0
    out = capsys.readouterr().out
    assert "g GCE" in out and "sha256" in out and "title" in out


@pytest.mark.parametrize("name", ["Moveto_d", "moveto_D", "F312", "$f312"])
def test_info_on_an_entry_of_the_rom(capsys, name):
    """`vecx info --rom` shows an entry by name or address, with its example."""
    assert run_command(["info", "--rom", name]) == 0
    out = capsys.readouterr().out
    page = (Path(__file__).parents[3] / "docs" / "generated" / "exec-rom.md").read_text()
    contract, _, example = out.partition("\n\n    ")
    assert contract.startswith("### Moveto_d $F312") and contract in page
    assert example == "ldd #20*256+30\n    jsr Moveto_d\n"


def test_info_lists_and_searches_the_rom(capsys):
    """Without a name all entries are listed; a word selects those that contain it."""
    assert run_command(["info", "--rom"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) > 130 and any(row.startswith("Wait_Recal $F192 ") for row in rows)
    assert run_command(["info", "--rom", "draw"]) == 0
    found = capsys.readouterr().out.splitlines()
    assert any(row.startswith("Draw_VLc $") for row in found) and set(found) < set(rows)
    assert all("draw" in row.lower() for row in found)


def test_info_on_a_recipe_and_on_nothing(capsys):
    """A title shows its section; an unknown name lists similar ones."""
    assert run_command(["info", "--rom", "a tune"]) == 0
    assert "Init_Music_chk" in capsys.readouterr().out
    assert run_command(["info", "--rom", "movto_d"]) == 2
    assert "similar names: moveto_d" in capsys.readouterr().err


def test_bench_prints_its_figures(capsys):
    """The headless bench prints CPU seconds and times real time, as text and JSON."""
    assert run_command(["bench", "--headless", "connect4", "--seconds", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["times_real_time"] > 0
    assert figures["segments"] > 100


def test_module_runs_beside_a_file_named_asm(tmp_path):
    """An asm.py in the current folder does not hide the assembler."""
    (tmp_path / "asm.py").write_text("raise SystemExit('the wrong asm')\n")
    (tmp_path / "t.asm").write_text(" org 0\n rts\n")
    done = started("asm", "t.asm", "-o", "t.bin", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "t.bin").exists()) == (0, True), done.stderr


def test_plain_python_runs_the_same_command(tmp_path):
    """VECX_JIT=0 gives the same frames as compiled code."""
    arguments = ["run", "connect4", "--headless", "--frames", "2", "--preset", "ideal",
                 "-o"]
    assert started(*arguments, "a.jsonl", cwd=tmp_path).returncode == 0
    assert started(*arguments, "b.jsonl", cwd=tmp_path, VECX_JIT="0").returncode == 0
    assert (tmp_path / "a.jsonl").read_text() == (tmp_path / "b.jsonl").read_text()


def test_trace_writes_rows_and_trees(tmp_path):
    """`vecx trace` writes a row per instruction, or the tree of calls."""
    done = vecx("trace", "connect4", "--from", "3", "-o", tmp_path / "t.tsv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "t.tsv").read_text().splitlines()
    assert lines[0].startswith("cycle\tpc\top\ta\tb")
    assert len(lines) > 500 and all(line.count("\t") == lines[0].count("\t") for line in lines)
    done = vecx("trace", "connect4", "--from", "3", "--frames", "2", "--calls", cwd=tmp_path)
    assert "cycles in 2 frames" in done.stdout and "Wait_Recal" in done.stdout


def test_coverage_and_lines(tmp_path):
    """`run --coverage` writes the addresses that ran; `budget --lines` the lines that drew."""
    done = vecx("run", "connect4", "--headless", "--frames", "5", "--coverage", tmp_path / "c.txt",
                cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    addresses = [int(line, 16) for line in (tmp_path / "c.txt").read_text().split()]
    assert len(addresses) > 100 and addresses == sorted(addresses) and 0xF192 in addresses
    done = vecx("budget", "connect4", "--from", "0", "--frames", "300", "--lines", cwd=tmp_path)
    assert "drawn by" in done.stdout and "raster.asm:" in done.stdout


@pytest.mark.parametrize("part", ["cpu", "via", "asm", "bios", "trace"])
def test_conform_names_the_files_it_wants(tmp_path, capsys, part):
    """If the folder is missing or empty, the message lists the required files."""
    from vecx.cli import run_command
    from vecx.cli.conform import FILES, PARTS

    for make in (False, True):
        if make:
            (tmp_path / PARTS[part]).mkdir()
        status = run_command(["conform", part, "--reference", str(tmp_path)])
        out, err = capsys.readouterr()
        assert status == 1
        assert FILES[part] in err or (make and out.endswith("0 passed, 0 failed\n")), err


def test_conform_notices_a_dropped_row(tmp_path, capsys):
    """With a manifest, a file with a missing line fails."""
    import gzip
    import shutil

    from tests.conftest import REFERENCE
    from vecx.cli import run_command

    shutil.copytree(REFERENCE / "via", tmp_path / "via")
    path = tmp_path / "via" / "via_cases.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join(lines[1:])))
    assert run_command(["conform", "via", "--reference", str(tmp_path)]) == 0
    assert "262 passed, 0 failed" in capsys.readouterr().out
    shutil.copy(REFERENCE / "manifest.json", tmp_path)
    assert run_command(["conform", "via", "--reference", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "via_cases.jsonl.gz: 262 rows" in out and out.endswith("262 passed, 1 failed\n")


def test_a_movie_is_played_headless(tmp_path: Path) -> None:
    """A movie brings its cartridge and machine; the status is 0 if every state matches."""
    from vecx import Machine
    from vecx.play import movie

    machine = Machine("reversi", preset="worn", seed=7)
    recorder = movie.Recorder(machine)
    for i in range(260):
        if i % 40 == 0:
            machine.press(4) if i % 80 else machine.release(4)
        recorder.frame(machine.run_frames(1)[0].index)
    film = recorder.stop()
    film.save(tmp_path / "r.movie")
    done = vecx("run", "--headless", "--movie", "r.movie", "-o", "last.png", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "last.png").exists()
    done = vecx("run", "connect4", "--headless", "--movie", "r.movie", cwd=tmp_path)
    assert done.returncode == 1 and "another cartridge (reversi)" in done.stderr
    index, cycle, crc = film.frames[100]
    film.frames[100] = index, cycle, crc ^ 1
    film.save(tmp_path / "r.movie")
    done = vecx("run", "--headless", "--movie", "r.movie", cwd=tmp_path)
    assert done.returncode == 1 and f"diverges in frame {index}" in done.stderr
    done = vecx("run", "--headless", "--movie", "none.movie", cwd=tmp_path)
    assert done.returncode == 1 and "none.movie: no such file" in done.stderr
