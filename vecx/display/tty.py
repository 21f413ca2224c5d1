"""A screen in the terminal: braille or half blocks, brightness as colour, keys from its input.

Only changed cells are sent, in a separate thread: a slow connection drops pictures and never stops
the machine.  If a terminal does not report releases (keycodes.py), a key counts as released
HELD_SECONDS after it was last reported.
"""

import contextlib
import os
import signal
import sys
import textwrap
import threading
import time
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from ..chips.state import FRAME_CYCLES
from ..console.analog import Analog
from ..console.frame import Frame
from ..errors import VecxError, printable
from . import cells, keycodes
from .look import Look
from .phosphor import Phosphor
from .picture import picture_of, save_png
from .screen import Event, Words

PICTURES_A_SECOND = 25
WORDS_MAX = 1000            # characters of a line over the picture
NO_LETTER = "?"             # in place of control characters
HELD_SECONDS = 0.12         # a held key repeats within this time
ESCAPE_SECONDS = 0.05       # an escape character without followers in this time is the key
COLUMNS_MIN, ROWS_MIN = 20, 8
FRAMES_KEPT = 4
LIGHT_MAX = 1.2             # of a dot
ENDED_BY = (signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l" + keycodes.ASK
LEAVE = keycodes.STOP + "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"


def fault_of_terminal() -> str | None:
    """Return why the terminal cannot show a game, or None."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return "this system has no POSIX terminal; play in a window"
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "standard input or output is not a terminal"
    if os.environ.get("TERM", "dumb") == "dumb":
        return "TERM is dumb: the terminal cannot move its cursor"
    if "utf" not in (sys.stdout.encoding or "").lower():
        return f"the terminal uses {sys.stdout.encoding}, but braille needs UTF-8; set LANG=C.UTF-8"
    return None


def colour_count() -> int:
    """Return the terminal's number of colours: 256, or 1 << 24 for 24-bit colours."""
    return 1 << 24 if os.environ.get("COLORTERM") in ("truecolor", "24bit") else 256


class Sender(threading.Thread):
    """A thread that sends pictures, one at a time; `idle` is true when the last one has been
    sent."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(daemon=True)
        self._descriptor = descriptor
        self._wake = threading.Condition()
        self._data = b""
        self._ends = False
        self.gone = False       # the terminal was closed

    @property
    def idle(self) -> bool:
        return not self._data

    def send(self, data: bytes) -> None:
        """Send a picture; call this method only while `idle` is true."""
        with self._wake:
            self._data = data
            self._wake.notify()

    def run(self) -> None:
        while True:
            with self._wake:
                while not (self._data or self._ends):
                    self._wake.wait()
                data = self._data
            if not data:
                return
            try:
                while data:
                    data = data[os.write(self._descriptor, data):]
            except OSError:
                self.gone = True
            with self._wake:
                self._data = b""

    def finish(self) -> None:
        """Wait for the pending picture, for at most a second, and end the thread."""
        with self._wake:
            self._ends = True
            self._wake.notify()
        self.join(1.0)


class Terminal:
    """A screen of character cells.

    Args:    analog  maps deflection to places on the screen
             style   braille or blocks
             look    brightness, glow, turn, colour
    Errors:  VecxError without a terminal, or if it is too small
    """

    def __init__(self, analog: Analog, style: str = cells.BRAILLE, clock: Any = time.perf_counter,
                 look: Look | None = None) -> None:
        fault = fault_of_terminal()
        if fault:
            raise VecxError(f"--screen: {fault}")
        self.analog, self.style, self.look = analog, style, look or Look()
        self.words = Words()
        self.shown, self.inset = 0, b""
        self._clock = clock
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._recent: list[Frame] = []
        self._due = clock()
        self._cycles = FRAME_CYCLES
        self._text, self._text_at = "", 0.0
        self._held: dict[str, float] = {}       # keys that are down, and when they are up again
        self._messages: list[str] = []
        self._open, self._ended = True, False
        self._begin_size()
        if self.columns < COLUMNS_MIN or self.rows < ROWS_MIN:
            raise VecxError(f"--screen: the terminal has {self.columns} x {self.rows} "
                            f"characters; enlarge it to at least {COLUMNS_MIN} x {ROWS_MIN}")
        self._enter()

    def _begin_size(self) -> None:
        """Create a phosphor of the terminal's size; all cells will be sent again."""
        self.columns, self.rows = os.get_terminal_size(self._out)
        across, down = cells.DOTS[self.style]
        self.phosphor = Phosphor(max(1, self.columns) * across, max(1, self.rows) * down,
                                 self.analog, self.look)
        self._colours = cells.colours(colour_count(), self.look.colour)
        self._sent: np.ndarray | None = None

    def _enter(self) -> None:
        import termios
        import tty

        self._handlers = [(number, signal.signal(number, self._end)) for number in ENDED_BY]
        self._before = termios.tcgetattr(self._in)
        tty.setraw(self._in, termios.TCSADRAIN)
        self._sender = Sender(self._out)
        self._sender.send(ENTER.encode())
        self._sender.start()

    def _end(self, *_: object) -> None:
        self._ended = True

    def _leave(self) -> None:
        import termios

        for number, handler in self._handlers:
            signal.signal(number, handler)

        self._sender.finish()
        with contextlib.suppress(OSError, termios.error):
            os.write(self._out, LEAVE.encode())
            termios.tcsetattr(self._in, termios.TCSAFLUSH, self._before)

    # --- input -----------------------------------------------------------------------------------

    def events(self) -> list[Event]:
        import select

        now = self._clock()
        found = [Event("quit")] if self._sender.gone or self._ended else []
        while select.select([self._in], [], [], 0)[0]:
            try:
                data = os.read(self._in, 4096)
            except OSError:
                data = b""
            if not data:
                return [*found, Event("quit")]
            self._text += data.decode("utf-8", "ignore")
            self._text_at = now
        if self._text == "\x1b" and now - self._text_at < ESCAPE_SECONDS:
            return found
        keys, self._text = keycodes.read_keys(self._text)
        for key in keys:
            found += self._key(key, now)
        for name in [name for name, end in self._held.items() if end <= now]:
            del self._held[name]
            found.append(Event("up", name))
        return found

    def _key(self, key: keycodes.Key, now: float) -> list[Event]:
        if key.name == keycodes.CTRL_C:
            return [Event("quit")]
        if key.name == keycodes.CTRL_Z and key.down:
            self._suspend()
            return [Event("blur")]
        held = key.name in self._held
        if not key.down:
            self._held.pop(key.name, None)
            return [Event("up", key.name)] if held else []
        self._held[key.name] = float("inf") if key.has_release else now + HELD_SECONDS
        return [] if held else [Event("down", key.name)]

    def _suspend(self) -> None:
        """Return the terminal to the shell until vecx is brought to the foreground again."""
        self._leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._held.clear()
        self._begin_size()
        self._enter()

    # --- the picture -----------------------------------------------------------------------------

    def draw(self, frames: list[Frame], cycles: int) -> None:
        self.phosphor.draw(frames)
        self._recent = [*self._recent, *frames][-FRAMES_KEPT:]
        self._cycles = cycles

    def skip(self) -> None:
        self.phosphor.fade(self._cycles)

    def show(self) -> None:
        """Send the picture if one is due and the connection is free."""
        now = self._clock()
        if now >= self._due and self._sender.idle:
            self._due = max(self._due + 1 / PICTURES_A_SECOND, now - 1 / PICTURES_A_SECOND)
            self.shown += 1
            self.refresh()
        self.skip()

    def refresh(self) -> None:
        if (self.columns, self.rows) != tuple(os.get_terminal_size(self._out)):
            self._begin_size()
        if self._sender.idle:
            data = self.picture_text()
            if data:
                self._sender.send(data.encode())

    def picture_text(self) -> str:
        """Return the output that updates the changed cells."""
        # A dot is wider than the spot, so it gets the brightness of the line's middle; the limit
        # keeps a standing beam from outshining the rest of the cell.
        light = np.minimum(self.phosphor.seen(self._cycles)
                           * (self.phosphor.sigma / self.phosphor.spot), LIGHT_MAX)
        if self.style == cells.BRAILLE:
            shape, shade = cells.braille(light)
            now = np.stack([shape.astype(np.uint32), shade.astype(np.uint32)])
        else:
            now = cells.blocks(light).astype(np.uint32)
        texts = self._lay_words(now)
        if self._sent is None:
            changed = np.ones(now.shape[1:], bool)
            parts = ["\x1b[0m\x1b[2J"]
        else:
            changed = (now != self._sent).any(axis=0)
            parts = []
        self._sent = now
        if changed.any():
            parts += self._runs(now, changed, texts)
        return "".join(parts)

    def _lay_words(self, now: np.ndarray) -> dict[tuple[int, int], str]:
        """Write the text over the picture `now`, as the codes of its letters; return each letter by
        its row and column."""
        texts: dict[tuple[int, int], str] = {}
        given = self.words.lines
        table = [line for line in given if not isinstance(line, str)]
        widths = [max(map(len, column)) for column in zip_longest(*table, fillvalue="")]
        lines = [line if isinstance(line, str) else " " + "  ".join(
                 part.ljust(wide) for part, wide in zip(line, widths, strict=False)) + " "
                 for line in given]
        width = min(self.columns, max((len(line) for line in lines), default=0) + 2)
        rows = [(line.center(width) if isinstance(word, str) else f" {line} ".ljust(width))[:width]
                for word, line in zip(given, lines, strict=True)]
        places = [(max(0, (self.rows - len(rows)) // 2) + i, row) for i, row in enumerate(rows)]
        places += enumerate(self._broken(self.words.head), 1)
        foot = self._broken(self.words.foot)
        places += enumerate(foot, self.rows - 1 - len(foot))
        for y, row in places:
            left = (self.columns - len(row)) // 2
            for x, letter in enumerate(row[:self.columns]) if 0 <= y < self.rows else ():
                texts[y, left + x] = letter if letter.isprintable() else NO_LETTER
                now[:, y, left + x] = 0x10000 + ord(letter)
        return texts

    def _broken(self, lines: tuple[str, ...]) -> list[str]:
        return [f" {row} " for line in lines
                for row in textwrap.wrap(printable(line[:WORDS_MAX]), self.columns - 2)]

    def _runs(self, now: np.ndarray, changed: np.ndarray,
              texts: dict[tuple[int, int], str]) -> list[str]:
        parts: list[str] = []
        braille = self.style == cells.BRAILLE
        first, second = now[0].tolist(), now[1].tolist()
        colour, at = (-1, -1), (-1, -1)
        for row, column in np.argwhere(changed).tolist():
            if (row, column) != at:
                parts.append(f"\x1b[{row + 1};{column + 1}H")
            at = row, column + 1
            a, b = first[row][column], second[row][column]
            letter = texts.get((row, column))
            if letter is not None:
                style, sgr = (1 << 16, 0), "0;1;97;40"
            elif braille:
                style, letter = (b, 0), chr(cells.BRAILLE_FIRST + a) if a else " "
                sgr = f"0;38;{self._colours[b]}" if b else "0"
            else:
                style, letter = (a, b), cells.UPPER_HALF
                sgr = f"38;{self._colours[a]};48;{self._colours[b]}"
            if style != colour:
                parts.append(f"\x1b[{sgr}m")
                colour = style
            parts.append(letter)
        return parts

    def change(self, look: Look) -> None:
        self.look = look
        self._begin_size()
        self.phosphor.show_past([(frame, FRAME_CYCLES) for frame in self._recent])

    def cover(self, overlay: np.ndarray | None) -> None: ...

    def entitle(self, title: str) -> None: ...

    def fullscreen(self) -> None: ...

    def point(self, shown: bool) -> None: ...

    def picture(self) -> None:
        """Return None: the terminal's picture is too coarse to record."""
        return None

    def save(self, path: Path) -> None:
        save_png(picture_of(self._recent, self.analog, look=self.look), path)

    def tell(self, text: str) -> None:
        """Print a message to standard error.  If that is a terminal, print it only when playing
        ends."""
        if self._open and sys.stderr.isatty():
            self._messages.append(text)
        else:
            print(text, file=sys.stderr)

    def close(self) -> None:
        """Restore the terminal and print the deferred messages."""
        if not self._open:
            return
        self._open = False
        self._leave()
        for text in self._messages:
            print(text, file=sys.stderr)
