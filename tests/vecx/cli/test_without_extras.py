"""Commands in an environment without any extra: one line names the extra that is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vecx.errors import install

ROOT = Path(__file__).parents[3]
EXTRAS = ("av", "textual", "pygls", "lsprotocol", "mido", "lhafile", "vcd", "segno", "pytest",
          "_pytest", "xdist", "hypothesis", "coverage", "numba", "llvmlite", "distributed",
          "gymnasium", "pettingzoo", "sphinx")
RUN = f"""
import importlib.util, sys
sys.modules.update(dict.fromkeys({EXTRAS}))
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in {EXTRAS} else find(name, *more)
from vecx.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
GAME = ROOT / "games" / "examples" / "text.asm"


def without_extras(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that cannot import a package of an extra."""
    return subprocess.run([sys.executable, "-c", RUN, *words], cwd=folder, text=True, check=False,
                          capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.sample(1, slow=2)
@pytest.mark.parametrize("words, extra", [
    (("mutate", str(GAME)), "testing"), (("lsp",), "lsp"),
    (("trace", str(GAME), "--from", "250", "--vcd", "a.vcd"), "vcd"),
    (("run", str(GAME), "--headless", "--frames", "3", "-o", "a.mp4"), "video"),
    (("convert", "a.mid"), "music"), (("asm", "tune.asm"), "music")])
def test_a_missing_extra_is_named(tmp_path, words, extra):
    """A command that needs an extra says how to install it, with status 1."""
    (tmp_path / "a.mid").write_bytes(b"MThd\0\0\0\6\0\0\0\1\0\x60")
    (tmp_path / "tune.asm").write_text('tune asset "a.mid"\n')
    done = without_extras(tmp_path, *words)
    assert done.returncode == 1, done.stderr
    assert install(extra) in done.stderr and "Traceback" not in done.stderr


@pytest.mark.sample(1, slow=3)
@pytest.mark.parametrize("words", [
    ("profile", str(GAME), "--frames", "3"), ("budget", str(GAME), "--frames", "3"),
    ("new", "rocket"), ("info",), ("export", str(GAME), "-o", "a.html"),
    ("trace", str(GAME), "--from", "250", "--html", "a.html"), ("dis", "connect4"),
    ("run", str(GAME), "--headless", "--frames", "3", "--strict", "-o", "a.png")])
def test_others_work_without_extras(tmp_path, words):
    """The other commands work."""
    done = without_extras(tmp_path, *words)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
