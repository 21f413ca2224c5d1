"""The files that commands write: no user file is lost, and every message names the file."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).parents[3]
SOURCE = " org 0\nfoo LDA #1\n rts\n"


def vecx(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, as a user does."""
    return processes.run(list(words), cwd)


def started(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell line that starts Python."""
    return subprocess.run(["sh", "-c", script], cwd=cwd, capture_output=True,
                          text=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})


def test_without_o_the_image_lies_beside_its_source(tmp_path: Path) -> None:
    """`vecx asm x.asm` writes x.bin and says so; with only a listing no image is written."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "x.asm").write_text(SOURCE)
    done = vecx("asm", "sub/x.asm", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "wrote sub/x.bin, 3 bytes from $0000\n")
    assert (tmp_path / "sub" / "x.bin").read_bytes() == b"\x86\x01\x39"
    done = vecx("asm", "sub/x.asm", "--format", "srec", cwd=tmp_path)
    assert (tmp_path / "sub" / "x.s19").read_text().startswith("S106")
    (tmp_path / "sub" / "x.bin").unlink()
    done = vecx("asm", "sub/x.asm", "--list", "x.lst", cwd=tmp_path)
    assert done.stdout == "" and not (tmp_path / "sub" / "x.bin").exists()
    (tmp_path / "y.bin").write_text(SOURCE)
    done = vecx("asm", "y.bin", cwd=tmp_path)
    assert done.returncode == 2 and "the command reads this file" in done.stderr
    assert (tmp_path / "y.bin").read_text() == SOURCE


def test_format_source_keeps_link_and_mode(tmp_path: Path) -> None:
    """--format-source keeps links and modes, and overwrites no other file."""
    real = tmp_path / "real.asm"
    real.write_text(SOURCE)
    real.chmod(0o640)
    (tmp_path / "ln.asm").symlink_to("real.asm")
    (tmp_path / "ln.asm.new").write_text("mine")
    assert vecx("asm", "--format-source", "ln.asm", cwd=tmp_path).returncode == 0
    assert (tmp_path / "ln.asm").is_symlink() and "lda     #1" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert (tmp_path / "ln.asm.new").read_text() == "mine"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", [
    ("asm", "x.asm", "-o", "/dev/full"), ("asm", "x.asm", "--list", "/dev/full"),
    ("asm", "--format-source", "x.asm", "-o", "/dev/full"),
    ("dis", "x.img", "-o", "/dev/full"),
    ("budget", "connect4", "--frames", "2", "--json", "/dev/full"),
    ("run", "connect4", "--headless", "--frames", "2", "--coverage", "/dev/full"),
    ("run", "connect4", "--headless", "--frames", "2", "-o", "full.png"),
    ("run", "connect4", "--headless", "--frames", "2", "-o", "full.jsonl")])
def test_a_full_disk_is_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    """On a full disk, every command names the file in one line."""
    (tmp_path / "x.asm").write_text(SOURCE)
    (tmp_path / "x.img").write_bytes(b"\x39")
    for name in ("full.png", "full.jsonl"):
        (tmp_path / name).symlink_to("/dev/full")
    done = vecx(*words, cwd=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and last.endswith(f"{words[-1]}: No space left on device")
    assert "Traceback" not in done.stderr and stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize("words", [
    ("run", "connect4", "--headless", "--frames", "900000", "-o"),
    ("run", "connect4", "--headless", "--frames", "900000", "--coverage"),
    ("budget", "connect4", "--frames", "900000", "--json"),
    ("asm", "x.asm", "-o"), ("asm", "x.asm", "--symbols"), ("dis", "x.img", "-o")])
def test_a_target_that_cannot_be_written_is_said_before_the_run(words: tuple[str, ...],
                                                               tmp_path: Path) -> None:
    """A target that cannot be written is reported before the run."""
    (tmp_path / "x.asm").write_text(SOURCE)
    (tmp_path / "x.img").write_bytes(b"\x39")
    done = vecx(*words, "no/where.png", cwd=tmp_path)
    assert done.returncode == 1
    assert "no/where.png: cannot be written: there is no folder" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_picture_takes_no_name_of_the_users(tmp_path: Path) -> None:
    """-o does not overwrite pic.png.part, keeps the mode, and follows a link."""
    (tmp_path / "pic.png.part").write_text("mine")
    (tmp_path / "real.png").write_bytes(b"old")
    (tmp_path / "real.png").chmod(0o600)
    (tmp_path / "pic.png").symlink_to("real.png")
    done = vecx("run", "connect4", "--headless", "--frames", "2", "-o", "pic.png", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "pic.png.part").read_text() == "mine"
    assert (tmp_path / "pic.png").is_symlink()
    assert (tmp_path / "real.png").read_bytes()[:4] == b"\x89PNG"
    assert stat.S_IMODE((tmp_path / "real.png").stat().st_mode) == 0o600


@pytest.mark.parametrize("words", [("run", "-o", ""), ("run", "--coverage", ""),
                                   ("budget", "connect4", "--json", "")])
def test_an_empty_name_is_wrong_usage(words: tuple[str, ...], tmp_path: Path) -> None:
    """`-o ''` says that the name is empty."""
    done = vecx(*words, cwd=tmp_path)
    assert done.returncode == 2 and "the name of a file is empty" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_closed_standard_output_is_said(tmp_path: Path) -> None:
    """With standard output closed, a command that prints gives one message."""
    python = f"'{sys.executable}' -m vecx"
    done = started(f"{python} info connect4 >&-", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "standard output is closed" in done.stderr
    (tmp_path / "x.asm").write_text(SOURCE)
    done = started(f"{python} asm x.asm -o y.bin >&- 2>&-", tmp_path)
    assert done.returncode == 0 and (tmp_path / "y.bin").read_bytes() == b"\x86\x01\x39"
    assert started(f"{python} asm nosuch.asm 2>&-", tmp_path).returncode == 1


INTERRUPTED = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)     # who runs the tests may ignore it
from vecx.__main__ import main
try:
    print("up", flush=True)
    status = main(["run", "connect4", "--headless", "--frames", "900000"])
except KeyboardInterrupt:       # on the way into main
    status = 130
sys.exit(status)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_an_early_interrupt_shows_no_traceback(tmp_path: Path) -> None:
    """Ctrl-C during the imports ends the command without a traceback."""
    for delay in (0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        process = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=tmp_path, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
        assert process.stdout is not None and process.stdout.readline() == "up\n"
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=processes.PATIENCE)
        assert process.returncode in (130, -signal.SIGINT), errors
        assert "Traceback" not in errors and "Error" not in errors, errors


IN_A_CLASS = """
import builtins
import signal
import sys
from vecx.__main__ import main
signal.signal(signal.SIGINT, signal.default_int_handler)
class Named:
    def __set_name__(self, *_):
        signal.raise_signal(int(sys.argv[1]))
def importing(name, *rest):
    if name == "vecx.cli":
        type("Interrupted", (), {"one": Named()})
    return true_import(name, *rest)
true_import, builtins.__import__ = builtins.__import__, importing
sys.exit(main(["info", "connect4"]))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_inside_a_class_statement_ends_the_process(number: signal.Signals) -> None:
    """If a signal comes while an imported class is created, the exit status tells it, and nothing
    is printed."""
    done = subprocess.run([sys.executable, "-c", IN_A_CLASS, str(int(number))],
                          capture_output=True, timeout=processes.PATIENCE,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"")


def test_a_foreign_asm_is_named(tmp_path: Path) -> None:
    """A package `asm` in the working folder is reported by `import vecx`."""
    (tmp_path / "asm").mkdir()
    (tmp_path / "asm" / "__init__.py").write_text("")
    done = subprocess.run([sys.executable, "-c", "import vecx"], cwd=tmp_path, text=True,
                          capture_output=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 1
    assert f"{tmp_path}/asm/__init__.py hides vecx's own package" in done.stderr.splitlines()[-1]
    assert started(f"'{sys.executable}' -m vecx info connect4", tmp_path).returncode == 0


@pytest.mark.slow
def test_dis_takes_what_run_takes(tmp_path: Path) -> None:
    """`vecx dis` accepts bundled names and archives; an unknown name is one message."""
    import gzip
    import zipfile

    done = vecx("dis", "connect4", cwd=tmp_path)
    assert done.returncode == 0 and "game_reset" in done.stdout
    image = (ROOT / "vecx" / "data" / "connect4.bin").read_bytes()
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("c.vec", image)
    (tmp_path / "c.bin.gz").write_bytes(gzip.compress(image))
    texts = [vecx("dis", name, cwd=tmp_path).stdout for name in ("c.zip", "c.bin.gz")]
    assert texts[0] == texts[1] and "Vec_Button_1_1" in texts[0]
    done = vecx("dis", "nosuch", cwd=tmp_path)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1


def test_a_missing_rom_is_called_a_rom(tmp_path: Path) -> None:
    """The error for a missing `--bios` file names the executive ROM, and not a cartridge."""
    done = vecx("run", "connect4", "--bios", "nosuch", "--headless", "--frames", "1", cwd=tmp_path)
    assert done.returncode == 1 and "nosuch: no such file" in done.stderr
    assert "executive ROM" in done.stderr and "cartridge" not in done.stderr
    done = vecx("run", "connect4", "--bios", ".", "--headless", "--frames", "1", cwd=tmp_path)
    assert "a directory; give a ROM image" in done.stderr


def test_unknown_symbols_are_guessed() -> None:
    """For a misspelt symbol, similar ones are suggested."""
    from vecx import Machine, VecxError

    with pytest.raises(VecxError, match="no symbol 'game_rset' in this cartridge; did you mean "
                                        "game_reset or game_state"):
        Machine("connect4", preset="ideal").address("game_rset")
    with pytest.raises(VecxError, match=r"no symbol 'qqqqqqq' in this cartridge$"):
        Machine("connect4", preset="ideal").address("qqqqqqq")


def test_budget_of_a_movie(tmp_path, capsys):
    """A movie's inputs are played on its machine; another cartridge's movie is refused."""
    from vecx.cli import run_command
    from vecx.machine import Machine
    from vecx.play.movie import Recorder

    machine = Machine("connect4", seed=3)
    recorder = Recorder(machine)
    for step in range(270):
        if step in (255, 260):
            machine.press(4) if step == 255 else machine.release(4)
        machine.run_frames(1)
        recorder.frame(step)
    movie = tmp_path / "game.movie"
    recorder.stop().save(movie)
    data = tmp_path / "account.json"
    assert run_command(["budget", "--movie", str(movie), "--json", str(data)]) == 0
    accounts = json.loads(data.read_text())["frames"]
    assert [accounts[0]["frame"], len(accounts)] == [247, 23]
    assert accounts[-1]["vectors"] != accounts[3]["vectors"]
    assert run_command(["budget", "--movie", str(movie), "--json", str(data), "--from", "0"]) == 0
    assert len(json.loads(data.read_text())["frames"]) == 270
    assert run_command(["budget", "--movie", str(movie), "--from", "999"]) == 1
    assert "no frame was counted" in capsys.readouterr().err
    capsys.readouterr()
    assert run_command(["budget", "reversi", "--movie", str(movie)]) == 1
    assert "recorded with another cartridge (connect4)" in capsys.readouterr().err


@pytest.mark.parametrize("words, printed", [
    (("--scale", "1000"), "--scale 1000: the maximum for a picture or a video is 10"),
    (("--scale", "1e308"), "--scale 1e+308: the maximum"),
    (("-o", "x.jpg"), "'x.jpg' does not end with .png, .svg, .jsonl, .gif")])
def test_a_picture_that_cannot_be_is_refused(words: tuple[str, ...], printed: str, tmp_path: Path
                                             ) -> None:
    """An impossible picture is refused before the run."""
    done = vecx("run", "connect4", "--headless", "--frames", "9", "-o", "a.png", *words,
                cwd=tmp_path)
    assert done.returncode == 2 and printed in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="an open folder cannot be removed")
@pytest.mark.parametrize("words", ["new x", "run x.bin --headless --frames 1", "asm x.asm -o y.bin",
                                   "run connect4 --headless --frames 1 -o x.png"])
def test_a_removed_folder_is_named(words: str, tmp_path: Path) -> None:
    """A command whose current folder was removed reports that."""
    python = f"'{sys.executable}' -m vecx"
    done = started(f"mkdir gone && cd gone && rmdir ../gone && {python} {words}", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "the current folder no longer exists" in done.stderr


@pytest.mark.sample(4)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["--help", "", "run --help", "info", "info --rom"])
@pytest.mark.parametrize("buffered", ["", "1"])
def test_a_help_that_cannot_be_printed_is_an_error(words: str, buffered: str, tmp_path: Path
                                                   ) -> None:
    """If the help cannot be printed, there is one message and status 1."""
    python = f"PYTHONUNBUFFERED={buffered} '{sys.executable}' -m vecx {words}"
    for target, printed in ((">/dev/full", "No space left on device"), (">&-", "is closed")):
        done = started(f"{python} {target}", tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert printed in done.stderr


def test_a_page_in_a_loop_of_links_is_named(tmp_path: Path) -> None:
    """A loop of symbolic links is reported, as an output and as a cartridge."""
    os.symlink("loop", tmp_path / "loop")
    for words in (("export", "connect4", "-o", "loop/x.html"), ("export", "loop")):
        done = vecx(*words, cwd=tmp_path)
        assert done.returncode == 1 and "Too many levels of symbolic links" in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.sample(1)
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_draft(number: signal.Signals, tmp_path: Path) -> None:
    """A process that is terminated while writing removes its temporary file."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the signal is ignored here")
    process = subprocess.Popen(
        [sys.executable, "-m", "vecx", "run", "connect4", "--headless", "--frames", "900000",
         "-o", "a.wav", "-o", "f.jsonl"], cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2:
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(number)
        assert process.wait(60) == 128 + number
    finally:
        process.kill()
        process.wait()
    assert list(tmp_path.iterdir()) == []


IN_A_DESTRUCTOR = """
import signal
import sys
import threading
import time
import vecx.cli
from vecx.__main__ import main
signal.signal(signal.SIGINT, signal.SIG_DFL)
number = int(sys.argv[1])
if "delay" in sys.argv:         # a busy computer
    start = threading.Timer.start
    threading.Timer.start = lambda self: (start(self), time.sleep(0.3))
class Interrupted:
    def __del__(self):
        signal.raise_signal(number)
def run(_):
    Interrupted()
    time.sleep(60)
vecx.cli.run_command = run
sys.exit(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("more", [[], ["delay"]], ids=["at once", "later"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_inside_a_destructor_ends_the_process(number: signal.Signals,
                                                       more: list[str]) -> None:
    """A signal during a destructor or a weak reference callback ends the process."""
    done = subprocess.run([sys.executable, "-c", IN_A_DESTRUCTOR, str(int(number)), *more],
                          capture_output=True, timeout=30,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert (done.returncode, done.stderr) == (128 + number, b"")
