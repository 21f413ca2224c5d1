"""Files from strangers on the command line: bombs, FIFOs, devices, sparse files.

Goal: one line on standard error, status 1, little memory and time.  Method: real processes; for
bombs that would fill memory, the address space is limited to little more than starting vecx needs.
"""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60           # seconds; a process that hangs takes longer
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs and devices")


def vecx(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command within 300 MB, and check that it ends with one message."""
    program = ("import resource, sys\nresource.setrlimit(resource.RLIMIT_AS, (300 << 20,) * 2)\n"
               "from vecx.cli import run_command\nsys.exit(run_command(sys.argv[1:]))")
    done = subprocess.run([sys.executable, "-c", program, *words], cwd=folder, timeout=PATIENCE,
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT),
                               "OPENBLAS_NUM_THREADS": "1"})
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert len(done.stderr) < 400 and not done.stdout, done.stderr
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of hostile files."""
    os.mkfifo(tmp_path / "fifo")
    os.mkfifo(tmp_path / "fifo.asm")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "zero.asm").symlink_to("/dev/zero")
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(3_000_000_000)
    with (tmp_path / "sparse.asm").open("wb") as file:
        file.truncate(3_000_000_000)
    return tmp_path


@pytest.mark.parametrize(("name", "words"), [
    ("fifo", "a FIFO"), ("zero", "a device"), ("sparse", "larger than 4,194,304 bytes"),
    (".", "a directory")])
def test_what_is_no_image(folder: Path, name: str, words: str) -> None:
    """`vecx dis` refuses hostile files as image, symbols and addresses."""
    assert f"{name}: {words}" in vecx(folder, "dis", name).stderr
    for option in ("--symbols", "--seen"):
        assert words.split(" than")[0] in vecx(folder, "dis", "connect4", option, name).stderr


@pytest.mark.parametrize(("name", "words"), [
    ("fifo.asm", "a FIFO or a device"), ("zero.asm", "a FIFO or a device"),
    ("sparse.asm", "larger than 8,388,608 bytes")])
def test_what_is_no_source(folder: Path, name: str, words: str) -> None:
    """A hostile file is refused as main file, by the formatter, and as an include."""
    assert f"{name}: {words}" in vecx(folder, "asm", name).stderr
    assert f"{name}: {words}" in vecx(folder, "asm", "--format-source", name).stderr
    (folder / "main.asm").write_text(f' include "{name}"\n')
    assert "error[E033]" in vecx(folder, "asm", "main.asm").stderr


def test_a_gzip_bomb_stops_at_the_limit(folder: Path) -> None:
    """A gigabyte of zeros in a megabyte is refused at the limit."""
    member = gzip.compress(bytes(1 << 20))
    (folder / "bomb.gz").write_bytes(1000 * member)
    assert gzip.GzipFile(folder / "bomb.gz").read(9) == bytes(9)
    assert "more than 65,536 bytes" in vecx(folder, "dis", "bomb.gz").stderr


def test_frames_are_read_by_the_line(folder: Path) -> None:
    """A file that does not contain frames is refused before it is read to its end."""
    assert "sparse:1: longer than" in vecx(folder, "diff", "sparse", "sparse").stderr
    assert "fifo: a FIFO" in vecx(folder, "diff", "fifo", "sparse").stderr
