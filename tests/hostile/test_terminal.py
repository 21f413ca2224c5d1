"""Titles, file names and symbols cannot send control sequences to the terminal."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vecx import Machine
from vecx.display.player import title_of
from vecx.errors import printable

ROOT = Path(__file__).parents[2]
HOSTILE = "A\x1b[2J\x07\x08\rB\u202eC\u2066D\x9bE"
HEADER = b"g GCE 1982\x80\xfd\x0d\xf8\x50\x20\xe0A\x1b[2J\x08\x07B\r\x80\0"


def vecx(folder: Path, *words: str | bytes, **environment: str) -> subprocess.CompletedProcess:
    """Run a command, and check that its output has no control characters but LF and tabs."""
    done = subprocess.run([sys.executable, "-m", "vecx", *words], cwd=folder, check=False,
                          capture_output=True, timeout=120,
                          env={**os.environ, "PYTHONPATH": str(ROOT), **environment})
    for stream in (done.stdout, done.stderr):
        text = stream.decode("utf-8")
        assert all(c.isprintable() or c in "\n\t" for c in text), ascii(text)
    assert b"Traceback" not in done.stderr
    return done


@given(st.text())
def test_printable_says_all_and_obeys_nothing(text: str) -> None:
    """Printable text is unchanged, and nothing else is lost."""
    shown = printable(text)
    assert all(c.isprintable() or c in "\n\t" for c in shown)
    assert printable(shown) == shown
    if all(c.isprintable() for c in text):
        assert shown == text
    shown.encode("utf-8")


@pytest.mark.slow
def test_a_title_and_names_of_files(tmp_path: Path) -> None:
    """Names are escaped in `info`, messages, the recent list and movies."""
    image = tmp_path / f"{HOSTILE}.bin"
    image.write_bytes(HEADER + bytes(4000))
    assert b"\\x1b[2J" in vecx(tmp_path, "info", image.name).stdout
    assert b"\\u202e" in vecx(tmp_path, "info", f"none{HOSTILE}").stderr
    assert vecx(tmp_path, "run", f"none{HOSTILE}", "--headless", "--frames", "1").returncode == 1
    vecx(tmp_path, "run", image.name, "--headless", "--frames", "3", "--json", "-o", HOSTILE)
    state = tmp_path / "state"
    (state / "vecx").mkdir(parents=True)
    (state / "vecx" / "recent.json").write_text(json.dumps([str(image)]))
    found = vecx(tmp_path, "run", "--recent", "list", XDG_STATE_HOME=str(state))
    assert b"\\u202e" in found.stdout + found.stderr
    head = {"format": HOSTILE, "cart": HOSTILE, "preset": HOSTILE}
    (tmp_path / "a.movie").write_text(json.dumps(head) + "\n")
    assert vecx(tmp_path, "run", "connect4", "--headless", "--movie", "a.movie").returncode == 1
    (tmp_path / "a.toml").write_text(f'"{HOSTILE.translate({8: None, 13: None, 27: 92, 7: 92})}"=1')
    assert vecx(tmp_path, "run", "connect4", "--headless", "--frames", "1",
                "--preset", "a.toml").returncode == 1
    assert vecx(tmp_path, f"--{HOSTILE}").returncode == 2


def test_a_source_with_escapes(tmp_path: Path) -> None:
    """The assembler shows the line of an error with escapes made visible."""
    (tmp_path / "a.asm").write_text(f" ldq #1 ; {HOSTILE}\n bra {HOSTILE}\n", encoding="utf-8")
    done = vecx(tmp_path, "asm", "a.asm")
    assert done.returncode == 1 and b"a.asm:1" in done.stderr


@pytest.mark.sample(1)
@pytest.mark.skipif(os.name != "posix", reason="names are not bytes there")
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_names_that_no_encoding_has(tmp_path: Path, encoding: str) -> None:
    """Names that are not UTF-8 or ASCII are printed on terminals of three encodings."""
    name = b"\xff\xfe\xc3\xb6.bin"
    (tmp_path / os.fsdecode(name)).write_bytes(HEADER + bytes(4000))
    for words in (["info"], ["run", "--headless", "--frames", "2"], ["dis"]):
        done = subprocess.run([sys.executable, "-m", "vecx", words[0], name, *words[1:]],
                              cwd=tmp_path, check=False, capture_output=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": str(ROOT),
                                   "PYTHONIOENCODING": encoding})
        assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
        (done.stdout + done.stderr).decode(encoding)


def test_words_over_the_picture_of_a_terminal() -> None:
    """Names over the picture are escaped and shortened."""
    tty = pytest.importorskip("vecx.display.tty")
    screen = tty.Terminal.__new__(tty.Terminal)
    screen.columns, screen.rows = 80, 24
    for name in (HOSTILE, "\x1b[31m" * 50_000, "\x00\x7f\x9b"):
        screen.words = tty.Words(head=(name,), lines=(name, (name[:20], name[:20])), foot=(name,))
        letters = screen._lay_words(np.zeros((2, 24, 80), np.uint32))
        assert letters and all(letter.isprintable() for letter in letters.values())


def test_the_title_of_a_window(tmp_path: Path) -> None:
    """A NUL in a cartridge's title is escaped in the title bar."""
    (tmp_path / "a.bin").write_bytes(HEADER.replace(b"A", b"A\0" + b"x" * 900) + bytes(4000))
    title = title_of(Machine(tmp_path / "a.bin"))
    assert title.isprintable() and title.startswith("A\\x00xxx") and len(title) < 900
