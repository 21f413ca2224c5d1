"""The window on an X server: keys are pressed, and the screen is read.

Xvfb is the server and keeps its screen in a file; xdotool finds the window and presses keys.
"""

import ctypes
import ctypes.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from vecx.chips.bus import IN_BUTTONS, IN_POT
from vecx.recording.kinds import default_suffix

ROOT = Path(__file__).parent.parent.parent.parent
WIDTH, HEIGHT = 1024, 800
PATIENCE = 90.0         # seconds; these tests do not measure speed
XWD_HEADER_SIZE, XWD_COLOURS, XWD_LINE_BYTES = 0, 19, 12    # words of an XWD file's header
COLOUR_BYTES = 12
CLIENT_MESSAGE = 33     # an event's type in X.h
FIGURE_PIXELS = 300     # the least number of pixels that a game lights

pytestmark = pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")),
                                reason="Xvfb and xdotool are not installed")


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent, with the size of an XEvent."""

    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong),
                ("message", ctypes.c_ulong), ("format", ctypes.c_int),
                ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 16)]


class Desk:
    """An X server with one window of vecx."""

    def __init__(self, room: Path) -> None:
        self.room = room
        read, write = os.pipe()
        # Without -noreset the server restarts whenever xdotool disconnects as its only client.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24",
             "-fbdir", str(room), "-nolisten", "tcp", "-noreset"], pass_fds=[write],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.display = f":{number.readline().strip()}"
        self.game: subprocess.Popen[str] | None = None
        self.root = ""          # it has the keyboard focus if there is no window

    def environment(self) -> dict[str, str]:
        """Return the environment for programs on this server."""
        kept = {name: value for name, value in os.environ.items()
                if name not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
        return kept | {"DISPLAY": self.display, "PYTHONPATH": str(ROOT)}

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        """Start `vecx run` without sound."""
        self.root = self.do("getwindowfocus")
        cart = [] if arguments[:1] and arguments[0].endswith(".asm") else ["connect4"]
        self.game = subprocess.Popen(
            [sys.executable, "-m", "vecx", "run", *cart, "--mute", "--overlay", "none",
             *arguments], cwd=self.room,
            env=self.environment() | more, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        return self.game

    def do(self, *words: str) -> str:
        """Run xdotool; return its output."""
        return subprocess.run(["xdotool", *words], env=self.environment(), capture_output=True,
                              text=True, check=False).stdout.strip()

    def window(self) -> str:
        """Return the number of vecx's window, once it has the focus."""
        return str(until(self._focused))

    def _focused(self) -> str:
        assert self.game
        number = self.do("getwindowfocus")
        if number and number != self.root:
            return number
        for found in self.do("search", "--onlyvisible", "--pid", str(self.game.pid)).split():
            self.do("windowfocus", found)
        return ""

    def click_close(self, window: str) -> None:
        """Send the message of the close button."""
        x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(self.display.encode()))
        protocols, delete = (x11.XInternAtom(display, name, 0)
                             for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
        event = ClientMessage(CLIENT_MESSAGE, 0, 1, display, int(window), protocols, 32,
                              (ctypes.c_long * 5)(delete))
        x11.XSendEvent(display, ctypes.c_ulong(int(window)), 0, ctypes.c_long(0),
                       ctypes.byref(event))
        x11.XCloseDisplay(display)

    def screen(self) -> np.ndarray:
        """Return the picture of the screen: uint8[HEIGHT, WIDTH, 3]."""
        data = (self.room / "Xvfb_screen0").read_bytes()
        words = np.frombuffer(data[:100], ">u4")
        begin = int(words[XWD_HEADER_SIZE]) + COLOUR_BYTES * int(words[XWD_COLOURS])
        rows = np.frombuffer(data, np.uint8, HEIGHT * int(words[XWD_LINE_BYTES]), begin)
        return rows.reshape(HEIGHT, -1, 4)[:, :WIDTH, :3].copy()

    def seen(self, window: str) -> np.ndarray:
        """Return the picture of a window, int[height, width, 3]: blue, green, red."""
        words = self.do("getwindowgeometry", "--shell", window).split()
        at = {name: int(value) for name, _, value in (word.partition("=") for word in words)
              if value.lstrip("-").isdigit()}
        left, top = at["X"], at["Y"]
        return self.screen()[top:top + at["HEIGHT"], left:left + at["WIDTH"]].astype(int)

    def works(self, seconds: float) -> None:
        """Wait until the game has used this much time of the processor."""
        assert self.game
        stat = Path(f"/proc/{self.game.pid}/stat")

        def spent() -> float:
            fields = stat.read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        end = spent() + seconds
        until(lambda: spent() >= end)

    def stands_still(self) -> bool:
        """Return whether the screen has not changed for some frames."""
        before = self.screen()
        time.sleep(0.3)
        return np.array_equal(before, self.screen())

    def lit(self) -> int:
        """Return the number of bright pixels."""
        return int((self.screen().max(axis=2) > 0x60).sum())

    def close(self) -> None:
        """Stop the game and the server."""
        for process in (self.game, self.server):
            if process and process.poll() is None:
                process.kill()
                process.communicate()


def until(what: Callable[[], object]) -> object:
    """Wait until a condition is true; return its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = what()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("waited in vain")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Return an X server."""
    desk = Desk(tmp_path)
    yield desk
    desk.close()


def test_a_game_is_seen_paused_photographed_and_left(desk: Desk) -> None:
    """The game is shown, paused, resized, saved as a picture, and left with Esc."""
    game = desk.start("--scale", "0.6")
    window = desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.do("key", "p")
    until(desk.stands_still)
    still = desk.screen()
    desk.do("windowsize", window, "600", "700")
    until(lambda: desk.lit() > FIGURE_PIXELS and not np.array_equal(still, desk.screen()))
    until(lambda: desk.screen()[750:790, 880:920].max() < 0x40)     # where the window grew
    desk.do("key", "F12")
    until(lambda: (desk.room / "connect4.png").exists())
    desk.do("key", "Escape")
    assert "connect4.png written" in game.communicate(timeout=PATIENCE)[1]
    assert game.returncode == 0


@pytest.mark.slow
def test_time_goes_back_and_states_come_back(desk: Desk) -> None:
    """Backspace rewinds, F2 and F4 save and load, Tab runs fast."""
    game = desk.start("--scale", "0.6", XDG_DATA_HOME=str(desk.room / "data"))
    desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.works(0.15)
    desk.do("key", "F2")
    until(lambda: list(desk.room.glob("data/vecx/states/connect4-*/0.state")))
    desk.do("keydown", "BackSpace")
    desk.works(0.09)
    desk.do("keyup", "BackSpace")
    desk.do("keydown", "Tab")
    desk.works(0.09)
    desk.do("keyup", "Tab")
    desk.do("key", "F4")
    desk.do("key", "n")
    until(desk.stands_still)
    desk.do("key", "F8")
    until(lambda: (desk.room / "connect4.movie").exists())
    desk.do("key", "Escape")
    errors = game.communicate(timeout=PATIENCE)[1]
    assert "state saved in slot 0" in errors and "state of slot 0 loaded" in errors
    assert "connect4.movie written" in errors and "Traceback" not in errors


@pytest.mark.slow
def test_settings_choose_keys_and_the_mouse(desk: Desk) -> None:
    """Keys, pointer and mouse buttons follow the settings, and F1 shows the keys."""
    (desk.room / "my.toml").write_text('[controller1]\nbutton3 = ["h", "left shift"]\n'
                                       '[mouse]\ncontroller = 2\nleft = 4\n'
                                       '[window]\nscale = 0.8\n')
    game = desk.start("--config", "my.toml")
    window = desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.works(0.09)
    desk.do("key", "d")
    desk.do("key", "shift")
    desk.do("mousemove", "--window", window, "240", "300")
    desk.works(0.05)
    desk.do("mousemove", "--window", window, "470", "210")
    desk.works(0.05)
    desk.do("click", "1")
    desk.works(0.05)
    desk.do("key", "F8")
    until(lambda: (desk.room / "connect4.movie").exists())
    before = desk.lit()
    desk.do("key", "F1")
    until(lambda: desk.lit() > before + 1000)
    desk.do("key", "Escape")
    film = desk.room / "connect4.movie"
    assert game.communicate(timeout=PATIENCE)[1] == f"vecx: {film} written\n"
    rows = [line.split() for line in (desk.room / "connect4.movie").read_text().splitlines()]
    entered = [(int(row[2]), int(row[3])) for row in rows if row[:1] == ["in"]]
    buttons = {value for what, value in entered if what == IN_BUTTONS}
    assert {0x0400, 0x8000} <= buttons <= {0x0400, 0x0404, 0x8000, 0x8080}, entered
    sticks = [inputs for inputs in pairwise(entered) if inputs[0][0] == IN_POT + 2]
    assert sticks[-1] == ((IN_POT + 2, 255), (IN_POT + 3, 128 + round(127 * 90 / 180))), entered


@pytest.mark.slow
def test_the_picture_is_changed_by_keys(desk: Desk) -> None:
    """Keys for brightness, glow, glass, overlay and rotation change the paused picture.

    Each change shows a message.  After all are undone, the picture is the same as before.
    """
    game = desk.start("--from", "title", "--scale", "0.6", "--overlay", "auto")    # never dark
    window = desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.do("mousemove", "1", "1")          # away from all strokes
    desk.do("key", "p")
    until(desk.stands_still)

    def settled() -> np.ndarray:
        """Return the picture once it has not changed for half a second."""
        until(desk.stands_still)
        seen = desk.seen(window)
        for _ in range(40):
            time.sleep(0.5)
            before, seen = seen, desk.seen(window)
            if before.shape == seen.shape and (before == seen).all():
                return seen[:380]           # messages are below for a while
        raise AssertionError("the picture never stands still")

    # A change draws the last frames alone, without the faint rest of older ones: the pictures that
    # are compared follow changes.
    desk.do("key", "F7")
    bare = settled()
    desk.do("key", "F7")
    first = settled()
    assert first[:, :10, 0].max() > 60      # the overlay's blue
    desk.do("key", "F7")
    until(lambda: np.array_equal(desk.seen(window)[:380], bare))
    assert bare[:, :10].max() < 0x30
    for key, back in (("Prior", "Next"), ("Home", "End"), ("F10", "F10")):
        desk.do("key", key)
        changed = settled()
        assert changed.sum() > bare.sum() * 1.01, key
        desk.do("key", back)
        until(lambda: np.array_equal(desk.seen(window)[:380], bare))
    desk.do("key", "Insert")
    until(lambda: desk.do("getwindowgeometry", "--shell", window).find("WIDTH=450") > 0)
    before, after = bare.max(2), settled().max(2)
    assert after.shape == (360, 450)
    assert np.abs(np.rot90(before, -1) - after[:, 70:]).mean() < 3
    for _ in range(3):
        desk.do("key", "Insert")
    desk.do("key", "F7")
    until(lambda: np.array_equal(desk.seen(window)[:380], first))
    desk.do("key", "Escape")
    printed = game.communicate(timeout=PATIENCE)[1].splitlines()
    assert printed[:5] == ["vecx: no overlay", "vecx: overlay", "vecx: no overlay",
                           "vecx: brightness 119 %", "vecx: brightness 100 %"]
    assert "vecx: turned by 270 degrees" in printed and printed[-1] == "vecx: overlay"


@pytest.mark.slow
def test_the_keys_and_what_happens_are_told_in_vector_letters(desk: Desk) -> None:
    """F1 shows rows of letters; a saved state is reported for a while."""
    game = desk.start("--scale", "1", XDG_DATA_HOME=str(desk.room / "data"))
    window = desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.do("key", "p")
    until(desk.stands_still)
    paused = desk.screen().astype(int)
    desk.do("key", "F1")
    until(lambda: np.abs(desk.screen().astype(int) - paused).max(2).astype(bool).sum() > 20_000)
    rows = desk.seen(window)[150:600, 40:560].max(2)
    # Rows of letters: bright bands alternate with dark ones, as many as there are keys.
    bright = (rows > 0x90).sum(axis=1) > 12
    assert np.count_nonzero(np.diff(bright.astype(int)) == 1) >= 20
    desk.do("key", "F1")
    desk.do("key", "F2")
    until(lambda: (desk.seen(window)[650:745].max(2) > 0x90).sum() > 200)
    until(lambda: (desk.seen(window)[650:745].max(2) > 0x90).sum() == 0)
    desk.do("key", "Escape")
    assert "state saved in slot 0" in game.communicate(timeout=PATIENCE)[1]


@pytest.mark.slow
def test_a_window_of_one_pixel_lives(desk: Desk) -> None:
    """A window can be made tiny and large again."""
    game = desk.start("--scale", "0.6")
    window = desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.do("windowsize", window, "1", "1")
    until(lambda: desk.seen(window).shape == (1, 1, 3))
    desk.works(0.05)
    desk.do("key", "F1")
    desk.works(0.09)
    desk.do("windowsize", window, "300", "790")
    until(lambda: desk.lit() > FIGURE_PIXELS)
    assert game.poll() is None
    desk.do("key", "Escape")
    assert "Traceback" not in game.communicate(timeout=PATIENCE)[1]


@pytest.mark.slow
def test_the_full_screen_without_a_window_manager(desk: Desk) -> None:
    """Without a window manager, F11 fills the screen, and F11 again restores the window."""
    game = desk.start("--scale", "0.6", GDK_SCALE="2", QT_SCALE_FACTOR="2")
    window = desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    small = desk.seen(window).shape
    assert small == (450, 360, 3)
    desk.do("key", "F11")
    until(lambda: desk.seen(window).shape == (HEIGHT, WIDTH, 3))

    def centred() -> bool:
        """Return whether the middle of the lit area is near that of the screen.

        Until the next frame is drawn, the picture of the small window is still in the corner.
        """
        columns = np.flatnonzero(desk.screen().max(axis=2).max(axis=0) > 0x60)
        return columns.size > 0 and bool(abs(columns.mean() - WIDTH / 2) < WIDTH / 10)

    until(lambda: desk.lit() > 2 * FIGURE_PIXELS and centred())
    desk.do("key", "F11")
    until(lambda: desk.seen(window).shape == small)
    desk.do("key", "Escape")
    assert "Traceback" not in game.communicate(timeout=PATIENCE)[1]


@pytest.mark.slow
def test_a_broken_overlay_and_a_wrong_setting_are_said_once(desk: Desk) -> None:
    """A broken overlay is reported once; a wrong setting ends the command."""
    (desk.room / "film.png").write_bytes(b"\x89PNG but not really")
    game = desk.start("--scale", "0.6", "--overlay", "film.png")
    desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    desk.do("key", "Escape")
    errors = game.communicate(timeout=PATIENCE)[1]
    assert errors.count("film.png") == 1 and "PNG" in errors
    assert game.returncode == 0 and "Traceback" not in errors
    (desk.room / "my.toml").write_text("[picture]\nglas = true\n")
    game = desk.start("--config", "my.toml")
    assert game.wait(PATIENCE) == 1
    assert game.communicate()[1] == \
        "vecx: my.toml:2: unknown setting of [picture] 'glas'; did you mean glass?\n"


@pytest.mark.slow
def test_a_full_disk_ends_the_recording_not_the_game(desk: Desk) -> None:
    """On a full disk, the recording ends with a message, and the game continues."""
    import resource

    game = desk.start("--scale", "0.6", "--speed", "8")
    desk.window()
    until(lambda: desk.lit() > FIGURE_PIXELS)
    resource.prlimit(game.pid, resource.RLIMIT_FSIZE, (20_000, 20_000))
    desk.do("key", "F9")
    desk.works(1.0)     # time enough to create the file and to reach its limit
    until(lambda: not list(desk.room.glob(".*.new")))
    desk.do("key", "p")
    until(desk.stands_still)
    assert game.poll() is None
    assert not list(desk.room.glob("connect4.*")) and not list(desk.room.glob(".*.new"))
    desk.do("key", "Escape")
    printed = game.communicate(timeout=PATIENCE)[1]
    assert f"connect4{default_suffix()}: File too large" in printed
    assert "Traceback" not in printed


@pytest.mark.slow
def test_a_film_is_recorded_and_a_source_is_watched(desk: Desk) -> None:
    """F9 writes a film; a saved source is reloaded with its state."""
    text = desk.room / "mine.asm"
    text.write_text(WATCHED)
    game = desk.start("mine.asm", "--watch", "--scale", "0.6", "--preset", "ideal",
                      "--speed", "4")
    window = desk.window()
    until(lambda: desk.seen(window)[200:250, 150:240].max() > 0x90     # the title is gone then
          and desk.seen(window)[40:410, 30:120].max() < 0x30)
    desk.do("key", "F9")
    desk.works(0.09)
    desk.do("key", "F9")
    film = desk.room / f"mine{default_suffix()}"
    until(film.exists)
    assert film.stat().st_size > 2000
    text.write_text(WATCHED.replace("PLACE equ 0", "PLACE equ $C0"))
    until(lambda: desk.seen(window)[40:410, 30:120].max() > 0x90)
    desk.do("key", "Escape")
    printed = game.communicate(timeout=PATIENCE)[1].splitlines()
    assert "vecx: mine.asm assembled, continues" in printed and f"vecx: {film} written" in printed


WATCHED = """
                include "vectrex.inc"
PLACE equ 0
                fcc     "g GCE 2024"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,$C0
                fcc     "MINE"
                fcb     $80,0
main            jsr     Wait_Recal
                jsr     Intensity_7F
                lda     #$7F
                sta     VIA_t1_cnt_lo
                lda     #0
                ldb     #PLACE
                jsr     Moveto_d
                ldd     #$1010
                jsr     Draw_Line_d
                bra     main
"""


@pytest.mark.slow
def test_the_mouse_draws_as_a_light_pen(desk: Desk) -> None:
    """The program follows the pointer while the button is down, and draws."""
    desk.start(str(ROOT / "games" / "devices" / "sketch.asm"), "--pen", "--scale", "0.6",
               "--from", "title")
    window = desk.window()

    def point(x: int) -> None:
        desk.do("mousemove", "--window", window, str(x), "300")

    def share(left: int, right: int) -> float:
        """Return the fraction of lit columns on the line along which the pointer moved."""
        lit = desk.seen(window)[296:305, left:right].max(axis=(0, 2)) > 0x60
        return float(lit.mean())

    point(120)
    until(lambda: desk.lit() > FIGURE_PIXELS)

    def draw() -> bool:
        """Draw the line with the pointer."""
        desk.do("mousedown", "1")
        desk.works(0.2)
        for x in range(120, 242, 3):
            point(x)
            desk.works(0.01)
        desk.do("mouseup", "1")
        return share(125, 235) > 0.9

    until(draw)
    assert np.mean([share(250, 350) for _ in range(10)]) < 0.5


@pytest.mark.slow
def test_the_mouse_points_at_a_stroke_of_a_game_that_stands(desk: Desk) -> None:
    """While paused, the stroke under the pointer is marked; a click prints it."""
    (desk.room / "mine.asm").write_text(WATCHED)        # draws the same line in every frame
    game = desk.start("mine.asm", "--from", "title", "--scale", "0.8", "--preset", "ideal")
    window = desk.window()
    until(lambda: desk.seen(window)[60:-60].min(axis=2).max() > 0xA0)   # not the words at the edges
    desk.do("key", "p")
    until(desk.stands_still)
    rows, columns = np.nonzero(desk.seen(window)[60:-60].min(axis=2) > 0xA0)
    at = len(rows) // 2
    desk.do("mousemove", "--window", window, str(columns[at]), str(rows[at] + 60))

    def marked() -> bool:
        blue, green, red = np.moveaxis(desk.seen(window), 2, 0)
        return int(((red > 0xF0) & (abs(green - 190) < 12) & (abs(blue - 80) < 12)).sum()) > 5

    until(marked)
    desk.do("click", "1")
    desk.do("key", "Escape")
    errors = game.communicate(timeout=PATIENCE)[1]
    assert re.search(r"vecx: stroke \d+ of frame \d+: \$[0-9A-F]{4} \w+.* \S+\.asm:\d+", errors)
