"""The screen in a terminal: vecx runs in a pseudo-terminal, whose cells are read back."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vecx.chips.bus import IN_BUTTONS
from vecx.display import cells, tty

ROOT = Path(__file__).parent.parent.parent.parent
COLUMNS, ROWS = 120, 50
PATIENCE = 90.0
SEQUENCE = re.compile(r"\x1b\[([0-9;?<>]*)([A-Za-z])|([^\x1b])", re.DOTALL)


class Pty:
    """A terminal of a given size in which `vecx run` runs."""

    def __init__(self, room: Path, *arguments: str, columns: int = COLUMNS, rows: int = ROWS,
                 **more: str) -> None:
        self.master, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.resize(columns, rows)
        kept = {name: value for name, value in os.environ.items()
                if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "COLORTERM")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vecx", "run", "connect4", "--mute", *arguments], cwd=room,
            stdin=slave, stdout=slave, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env=kept | {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT),
                        "PYTHONUTF8": "1"} | more)
        self.cells: dict[tuple[int, int], str] = {}
        self.all = ""
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._at = [1, 1]

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self) -> None:
        """Read the available output."""
        while select.select([self.master], [], [], 0.02)[0]:
            data = self._decoder.decode(os.read(self.master, 1 << 16))
            self.all += data
            self._rest += data
        cut = self._rest.rfind("\x1b")
        whole = self._rest if cut < 0 or re.match(SEQUENCE, self._rest[cut:]) \
            else self._rest[:cut]
        self._rest = self._rest[len(whole):]
        for numbers, final, letter in SEQUENCE.findall(whole):
            if final == "H":
                self._at = [int(n) for n in numbers.split(";")]
            elif final == "J":
                self.cells.clear()
            elif letter:
                self.cells[self._at[0], self._at[1]] = letter
                self._at[1] += 1

    def text(self) -> str:
        """Return the text on the terminal."""
        self.read()
        return "\n".join("".join(self.cells.get((row, column), " ")
                                 for column in range(1, COLUMNS + 1)) for row in range(1, ROWS + 1))

    def says(self, *words: str) -> bool:
        """Return whether all of some words are on the terminal."""
        text = self.text()
        return all(word in text for word in words)

    def lit(self) -> int:
        """Return the number of cells with light."""
        return sum(0x2800 < ord(letter) < 0x2900 for letter in self.text())

    def send(self, keys: str) -> None:
        """Tap keys, slowly, because the terminal does not report releases."""
        time.sleep(2 * tty.HELD_SECONDS)
        os.write(self.master, keys.encode())

    def until(self, what: Callable[[], object]) -> None:
        """Wait until a condition is true."""
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end and self.process.poll() is None, self.text()
        return

    def end(self) -> str:
        """Wait until vecx exits; return its standard error."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        self.read()
        assert self.process.stderr
        return self.process.stderr.read()

    def close(self) -> None:
        """Close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Pty]]:
    """Return a function that makes terminals."""
    made: list[Pty] = []

    def make(*arguments: str, **options: object) -> Pty:
        made.append(Pty(tmp_path, *arguments, **options))     # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.slow
def test_without_a_display_it_plays_in_the_terminal(terminal: Callable[..., Pty]) -> None:
    """The game is shown, paused, resized, and the terminal is restored."""
    screen = terminal()
    screen.until(lambda: screen.lit() > 50)
    screen.send("p")
    screen.until(lambda: screen.says("PAUSED", "F1: the keys"))
    time.sleep(1)       # sooner, the same key counts as held
    screen.send("p")
    screen.until(lambda: "PAUSED" not in screen.text())
    screen.send("\x1b[24~")
    screen.until(lambda: screen.says("written"))
    screen.send("\x1b")
    said = screen.end()
    assert screen.process.returncode == 0
    assert "connect4.png written" in said and "Traceback" not in said
    assert screen.all.startswith(tty.ENTER) and screen.all.endswith(tty.LEAVE)
    assert termios.tcgetattr(screen.slave) == screen.before


@pytest.mark.slow
def test_half_blocks_and_another_size(terminal: Callable[..., Pty]) -> None:
    """Half blocks work while the terminal is resized, and after an interrupt."""
    screen = terminal("--screen", "blocks")
    screen.until(lambda: cells.UPPER_HALF in screen.text())
    screen.resize(60, 30)
    screen.cells.clear()
    screen.until(lambda: screen.text() and len(screen.cells) >= 60 * 30)
    assert max(column for _, column in screen.cells) <= 60
    screen.send("\x03")
    screen.end()
    assert screen.process.returncode == 0
    assert termios.tcgetattr(screen.slave) == screen.before


@pytest.mark.slow
def test_a_key_reaches_the_game(terminal: Callable[..., Pty]) -> None:
    """Button 4 leaves Connect-4's title, as the coverage file shows."""
    screen = terminal("--frames", "400", "--speed", "2", "--coverage", "ran.txt")
    screen.until(lambda: screen.lit() > 50)
    screen.send("f")
    assert "Traceback" not in screen.end()
    assert screen.process.returncode == 0


@pytest.mark.slow
def test_settings_choose_the_keys(terminal: Callable[..., Pty], tmp_path: Path) -> None:
    """Only the key of the settings is a button, and F1 shows it."""
    (tmp_path / "my.toml").write_text("[controller2]\nbutton3 = ['g', 'left shift']\n")
    screen = terminal("--config", "my.toml")
    screen.until(lambda: screen.lit() > 50)
    screen.send("c")
    screen.send("g")
    time.sleep(0.5)
    screen.send("\x1b[19~")
    screen.until(lambda: (tmp_path / "connect4.movie").exists())
    screen.send("\x1bOP")
    screen.until(lambda: screen.says("Z, X, G/Left shift, V", "Controller 2", "buttons 1 to 4"))
    screen.send("\x1b")
    assert "Traceback" not in screen.end()
    rows = [line.split() for line in (tmp_path / "connect4.movie").read_text().splitlines()]
    entered = [(int(row[2]), int(row[3])) for row in rows if row[:1] == ["in"]]
    assert entered[0] == (IN_BUTTONS, 0x4000) and {*entered[1:]} <= {(IN_BUTTONS, 0x4040)}


def test_ended_from_outside_it_gives_the_terminal_back(terminal: Callable[..., Pty]) -> None:
    """SIGTERM restores the terminal."""
    screen = terminal()
    screen.until(lambda: screen.lit() > 50)
    screen.process.send_signal(signal.SIGTERM)
    screen.end()
    assert screen.all.endswith(tty.LEAVE)
    assert termios.tcgetattr(screen.slave) == screen.before


@pytest.mark.parametrize("options, words", [
    ({"columns": 10}, "enlarge it"), ({"TERM": "dumb"}, "dumb"),
    ({"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, "UTF-8")])
def test_terminals_that_cannot_show_it(terminal: Callable[..., Pty], options: dict[str, object],
                                       words: str) -> None:
    """An unsuitable terminal gives one message and status 1, and receives nothing."""
    screen = terminal("--screen", "terminal", **options)
    said = screen.end()
    assert screen.process.returncode == 1
    assert words in said and "Traceback" not in said
    assert "\x1b" not in screen.all


def test_colours_follow_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """COLORTERM selects 24-bit colours."""
    monkeypatch.delenv("COLORTERM", raising=False)
    assert tty.colour_count() == 256
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert tty.colour_count() > 256
