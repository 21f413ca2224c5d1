"""The window, on SDL's dummy screen."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pygame
import pytest

from tests import processes
from vecx.cli import run_command
from vecx.console.roms import DATA
from vecx.display.desktop import scale_for
from vecx.display.light import TILE
from vecx.display.look import Look
from vecx.display.player import Player, PlayerServices, PlayOptions
from vecx.display.reader import Reader
from vecx.display.screen import Event, Words
from vecx.display.timing import Pace
from vecx.display.window import Window, changed_areas
from vecx.errors import UsageError
from vecx.machine import Machine
from vecx.play.inputs import NAMED_KEYS, KeyBindings

ROOT = Path(__file__).parent.parent.parent.parent

@pytest.fixture
def display(tmp_path, monkeypatch):
    """Use SDL's dummy screen and sound, and an empty current folder."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.chdir(tmp_path)
    windows = []

    class Recorded(pygame.Window):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            windows.append(self)

    monkeypatch.setattr(pygame, "Window", Recorded)
    yield
    # SDL frees what is still open at `quit`, and Python would free it again, later.
    for window in windows:
        window.destroy()
    pygame.quit()


def post(player: Player, kind: int, **more: object) -> None:
    """Send the player an event."""
    pygame.event.post(pygame.event.Event(kind, **more))
    player.events()


def press(player: Player, name: str, kind: int = pygame.KEYDOWN) -> None:
    """Press a key; with `kind` KEYUP, release it."""
    post(player, kind, key=pygame.key.key_code(name))


def pixels(player: Player) -> np.ndarray:
    """Return the picture in the window as 0x00RRGGBB."""
    return pygame.surfarray.array2d(player.screen.surface) & 0xFFFFFF


@pytest.fixture
def player(display):
    """Return a player of Connect-4 in a window of half size, after 200 frames."""
    machine = Machine("connect4", preset="ideal")
    player = Player(machine, Window("CONNECT", machine.analog, 0.5), PlayOptions(mute=True))
    for _ in range(200):
        player.frame()
    yield player
    player.close()


def run(program: str | list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python or a command in a separate process with a dummy screen and no sound."""
    return processes.run(program, cwd, {**os.environ, "SDL_VIDEODRIVER": "dummy",
                                        "SDL_AUDIODRIVER": "dummy"})


def test_keys_work_the_machine_and_the_window(player):
    """All keys work, and the title is the cartridge's."""
    machine, chips = player.machine, player.machine.chips.state

    def key(name, kind=pygame.KEYDOWN):
        press(player, name, kind)

    key("a")
    key("left")
    assert chips.buttons == 0xFE and chips.stick[0] == 1, chips.buttons
    player.frame()
    player.frame()
    key("a", pygame.KEYUP)
    key("left", pygame.KEYUP)
    assert chips.buttons == 0xFF and chips.stick[0] == 128
    player.frame()
    player.frame()
    key("f")
    player.frame()
    player.frame()
    post(player, pygame.WINDOWFOCUSLOST)
    assert chips.buttons == 0xFF
    assert player.screen.phosphor.light.max() > 0.1
    key("p")
    assert player.time.paused
    key("f5")
    assert machine.registers.pc == 0xF000, hex(machine.registers.pc)
    key("f12")
    key("escape")
    assert not player.open
    assert "CONNECT" in player.screen.window.title.upper()
    assert Path("connect4.png").stat().st_size > 1000


def test_the_whole_desktop_and_back(player):
    """F11 switches to full screen and back to the previous size."""
    for size in (pygame.display.get_desktop_sizes()[0], (300, 375)):
        post(player, pygame.KEYDOWN, key=pygame.K_F11)
        player.frame()
        assert player.screen.window.size == size, (player.screen.window.size, size)
        assert (pygame.surfarray.array2d(player.screen.surface) & 0xFF > 0x60).sum() > 300
    press(player, "m")
    assert player.words().foot == ("there is no sound to mute",)


def test_gamepads_come_and_go(player, monkeypatch):
    """The first two gamepads are the controllers; unplugging one releases its buttons.
    """
    class Pad:
        """A gamepad."""

        def __init__(self, number):
            self.number, self.axes = number, [0.0, 0.0]
        def get_instance_id(self):
            return self.number
        def get_axis(self, axis):
            return self.axes[axis]

    chips = player.machine.chips.state
    pads = {0: Pad(7), 1: Pad(9), 2: Pad(4)}
    monkeypatch.setattr(pygame.joystick, "Joystick", lambda index: pads[index])

    def send(kind, **more):
        post(player, kind, **more)
        player.frame()
        player.frame()

    for index in (0, 0, 1, 2):
        send(pygame.JOYDEVICEADDED, device_index=index)
    send(pygame.JOYBUTTONDOWN, instance_id=9, button=2)
    assert chips.buttons == 0xBF, hex(chips.buttons)
    pads[1].axes = [0.5, -1.0]
    send(pygame.JOYAXISMOTION, instance_id=9, axis=0)
    assert chips.stick[2:].tolist() == [192, 255], chips.stick
    send(pygame.JOYBUTTONDOWN, instance_id=4, button=0)         # a third gamepad is ignored
    assert chips.buttons == 0xBF
    send(pygame.JOYDEVICEREMOVED, instance_id=9)
    assert chips.buttons == 0xFF and chips.stick[2:].tolist() == [128, 128]
    send(pygame.JOYDEVICEADDED, device_index=2)
    send(pygame.JOYBUTTONDOWN, instance_id=4, button=0)
    assert chips.buttons == 0xEF, hex(chips.buttons)


def test_the_mouse_is_a_controller(display):
    """The mouse moves the stick and presses buttons, and is released with the focus."""
    machine = Machine("connect4", preset="ideal")
    chips = machine.chips.state
    player = Player(machine, Window("t", machine.analog, default_scale=0.5),
                    PlayOptions(mute=True, bindings=KeyBindings(mouse=1)))
    assert player.screen.window.size == (300, 375)

    def send(*events):
        for kind, more in events:
            pygame.event.post(pygame.event.Event(kind, **more))
        player.events()
        stick = chips.stick[:2].tolist()
        player.frame()
        player.frame()
        return stick

    def to(x, y):
        return pygame.MOUSEMOTION, {"pos": (x, y), "rel": (0, 0), "buttons": (0, 0, 0)}

    assert send(to(299, 0), to(150, 188)) == [128, 128]     # the middle, however it got there
    assert send(to(299, 188)) == [255, 128]
    assert send(to(150, 374))[1] < 2, chips.stick
    left = send(to(150 - 56, 188 - 56))
    assert 60 < left[0] < 70 and 186 < left[1] < 196, left
    for number, mask in ((1, 0xFE), (3, 0xFD), (2, 0xFB), (6, 0xF7), (4, 0xFF)):
        send((pygame.MOUSEBUTTONDOWN, {"button": number, "pos": (9, 9)}))
        assert chips.buttons == mask, (number, hex(chips.buttons))
        send((pygame.MOUSEBUTTONUP, {"button": number, "pos": (9, 9)}))
        assert chips.buttons == 0xFF
    send((pygame.MOUSEBUTTONDOWN, {"button": 1, "pos": (9, 9)}))
    assert send(to(9, 9), (pygame.WINDOWFOCUSLOST, {})) == [128, 128]
    assert chips.buttons == 0xFF
    send(to(299, 9), (pygame.MOUSEBUTTONDOWN, {"button": 1, "pos": (9, 9)}))   # over it, not in it
    assert chips.buttons == 0xFF and chips.stick[0] == 128
    assert send((pygame.WINDOWFOCUSGAINED, {}), to(299, 188)) == [255, 128]
    known = {pygame.key.name(getattr(pygame, name)) for name in dir(pygame)
             if name.startswith("K_")}
    assert NAMED_KEYS - known == set()


def test_the_mouse_turns_with_the_picture(display):
    """The stick follows the pointer in every rotation of the picture."""
    # The position of the pointer in a window with a rotated picture, and the resulting stick.
    for turn, size in ((90, (375, 300)), (180, (300, 375)), (270, (375, 300))):
        machine = Machine("connect4", preset="ideal")
        window = Window("t", machine.analog, 0.5, look=Look(turn=turn))
        assert window.window.size == size, window.window.size
        player = Player(machine, window, PlayOptions(mute=True, bindings=KeyBindings(mouse=1)))
        pygame.event.pump()
        pygame.event.clear()        # the previous window has lost the focus
        width, height = size
        middle = width // 2, height // 2
        up = {90: (width - 1, middle[1]), 180: (middle[0], height - 1), 270: (0, middle[1])}[turn]
        right = {90: (middle[0], height - 1), 180: (0, middle[1]), 270: (middle[0], 0)}[turn]
        for place, axis in ((right, 0), (up, 1)):
            post(player, pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
            stick = machine.chips.state.stick[:2].tolist()
            assert stick[axis] > 250 and stick[1 - axis] == 128, (turn, place, stick)


def test_a_file_dropped_on_the_window_is_played(display):
    """A dropped cartridge is played, with its title."""
    machine = Machine("connect4", preset="ideal")
    player = Player(machine, Window("t", machine.analog, 0.5),
                    PlayOptions(mute=True), PlayerServices(Machine))
    shutil.copy(DATA / "reversi.bin", "mine.bin")
    post(player, pygame.DROPFILE, file="mine.bin")
    assert player.machine.cartridge.name == "mine", player.machine.cartridge
    assert "REVERSI" in player.screen.window.title.upper()
    for _ in range(60):
        player.frame()
    assert player.screen.phosphor.light.max() > 0.1


def test_play_ends_after_the_frames_asked_for(tmp_path):
    """`vecx run --frames` plays, writes its picture and closes with status 0."""
    done = run(["run", "connect4", "--mute", "--frames", "20", "--speed", "20",
                "-o", "last.png"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert (tmp_path / "last.png").stat().st_size > 1000


@pytest.mark.slow
def test_stats_print_frames_and_share(tmp_path):
    """--stats plays for the given time and prints one line."""
    done = run(["run", "connect4", "--mute", "--stats", "2"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "frames/s" in done.stdout and "% of one core" in done.stdout


def test_paused_the_window_shows_the_picture_and_says_so(player):
    """PAUSED is shown over the picture, also after a resize; F12 saves the picture."""
    machine, pace, playing = player.machine, Pace(1.0), pixels(player)

    def key(name):
        press(player, name)

    cycles = player.machine.cycles
    key("p")
    player.rest(pace)
    paused = pixels(player)
    assert (paused != playing).sum() > 200, "PAUSED is not shown"
    same = (paused == playing)
    assert same[:, 60:].all()                           # the picture is still there below the text
    frame, cycle = machine.frames, machine.cycles
    assert player.words().head == (f"PAUSED frame {frame:,} cycle {cycle:,}", "F1: the keys")
    player.screen.surface.fill(0x123456)         # another window was over it
    player.rest(pace)
    assert (pixels(player) == paused).all()
    player.screen.window.size = 450, 500
    player.events()
    player.rest(pace)
    resized = pixels(player)
    assert resized.shape == (450, 500)
    player.screen.words = Words()
    player.screen.refresh()
    assert (pixels(player) > 0x404040).sum() > 500, "the picture is gone"
    key("f12")
    key("a")                # keys of the game are ignored while it is paused
    assert player.machine.chips.state.buttons == 0xFF
    assert player.machine.cycles == cycles
    key("p")
    player.frame()
    assert player.machine.cycles > cycles
    saved = pygame.surfarray.array2d(pygame.image.load("connect4.png"))
    assert saved.shape == (402, 500)            # the tube's shape
    assert (saved & 0xFF > 0x40).sum() > 500


def test_f1_names_the_keys(player):
    """F1 shows and hides the keys."""
    playing = pixels(player)

    def key(name):
        press(player, name)

    key("f1")
    player.frame()
    helped = pixels(player)
    shown = {part for row in player.screen.words.lines for part in row}
    assert {part for row in KeyBindings().rows() for part in row} <= shown
    assert (helped != playing).sum() > 2000
    key("f1")
    player.frame()
    assert not any(player.screen.words)


def test_a_picture_that_cannot_be_saved_does_not_end_the_game(player, monkeypatch, capfd):
    """If F12 cannot write, this is reported, and the game continues."""
    def key(name):
        press(player, name)

    here, gone = Path.cwd(), Path("gone").absolute()
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    key("f12")
    assert player.open
    player.frame()
    assert "cannot be written" in player.screen.words.foot[0], player.screen.words
    monkeypatch.chdir(here)
    key("f12")
    player.frame()
    assert player.screen.words.foot == ("connect4.png written",), player.screen.words
    assert capfd.readouterr().err.count("cannot be written") == 1


def test_pictures_that_are_left_out_leave_their_light(player):
    """A skipped picture still adds its light, which decays."""
    playing = pixels(player)

    class Late:
        """A pace that never has time to show a frame."""

        speed = 1.0
        def ran(self, cycles, sound_due_in=None):
            return False
    for _ in range(5):
        player.frame(Late())
    assert (pixels(player) == playing).all()                  # nothing was shown
    light = player.screen.phosphor.light.copy()
    assert 0.1 < light.max() < 20                       # but the light was updated
    shown = player.screen.shown
    player.frame(Pace(1.0))
    assert player.screen.shown == shown + 1


@pytest.mark.parametrize("arguments, words", [
    (("--scale", "1000"), "--scale 1000: on this desktop of "),
    (("--scale", "0.01"), "pixels use 0.1 to "),
    (("--speed", "1e-308"), "is not within 0.01 to 1000"),
    (("--speed", "1e9"), "is not within 0.01 to 1000"),
])
def test_sizes_and_speeds_that_cannot_be(tmp_path, arguments, words):
    """Invalid sizes and speeds give one message with the range, status 2."""
    done = run(["run", "connect4", "--mute", "--frames", "5", *arguments], tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("desktop", "scale"), [
    ((1920, 1080), 1.0), ((1366, 768), 1.0), ((3840, 2160), 1.92), ((2560, 1600), 1.42),
    ((1024, 600), 0.8), ((2160, 3840), 3.41), ((300, 300), 0.4), ((10, 10), 0.1),
])
def test_a_window_suits_the_desktop(monkeypatch, desktop, scale):
    """The window fits the desktop, with a minimum size if there is room."""
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    largest = max(0.1, min(desktop[0] / 600, desktop[1] / 750))
    assert scale_for(None) == pytest.approx(scale, abs=0.01)
    assert scale_for(None, 1.2) == min(1.2, largest)
    assert scale_for(largest) == largest
    with pytest.raises(UsageError, match="pixels use"):
        scale_for(largest * 1.1)


@pytest.mark.parametrize("size", [(96, 64), (70, 50), (1, 1)])
def test_areas_cover_the_changed_tiles_and_no_others(size):
    """The areas cover exactly the changed tiles."""
    chance = np.random.default_rng(size[0])
    for _ in range(30):
        tiles = chance.integers(0, 2, (-(-size[1] // TILE), -(-size[0] // TILE) + 1), np.uint8)
        seen = np.zeros(size[::-1], int)
        for x, y, width, height in changed_areas(tiles, size):
            seen[y:y + height, x:x + width] += 1
            assert x + width <= size[0] and y + height <= size[1]
        expected = np.kron(tiles, np.ones((TILE, TILE), int))[:size[1], :size[0]]
        assert np.array_equal(seen, expected)


def test_where_a_desktop_scales_every_pixel_is_drawn(display, monkeypatch):
    """On a scaled desktop, the picture uses every pixel."""
    class Dense(pygame.Window):
        # As on a scaled desktop: twice as many pixels in each direction as mouse units.
        def get_surface(self):
            size = tuple(2 * x for x in self.size)
            if not hasattr(self, "dense") or self.dense.get_size() != size:
                self.dense = pygame.Surface([2 * x for x in self.size], 0, 32)
            return self.dense

        def flip(self):
            pass

    monkeypatch.setattr(pygame, "Window", Dense)
    machine = Machine("connect4", preset="ideal")
    chips = machine.chips.state
    player = Player(machine, Window("t", machine.analog, 0.5),
                    PlayOptions(mute=True, bindings=KeyBindings(mouse=1)))
    window = player.screen
    assert window.window.size == (300, 375) and max(window.phosphor.size) > 740
    for place, stick in (((150, 188), [128, 128]), ((299, 188), [255, 128])):
        post(player, pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
        assert chips.stick[:2].tolist() == stick, chips.stick
    for _ in range(60):
        player.frame()
    shown = pygame.surfarray.array2d(window.surface).T
    assert shown.shape == (750, 600) and (shown & 0xFF > 0x60).any(axis=1).nonzero()[0].max() > 400
    window.window.size = 200, 250
    player.events()
    assert 490 < max(window.phosphor.size) <= 500


@pytest.mark.slow
def test_coverage_is_of_every_cartridge(display, monkeypatch):
    """Coverage includes a cartridge that is dropped on the window."""
    shutil.copy(DATA / "reversi.bin", "mine.bin")
    run = ["run", "connect4", "--mute", "--speed", "20", "--coverage"]
    assert run_command([*run, "one.txt", "--frames", "40"]) == 0
    assert run_command(["run", "reversi", *run[2:], "other.txt", "--frames", "300"]) == 0
    looks, real = [0], Reader.events

    def events(self):
        looks[0] += 1
        return [*real(self), *([Event("drop", "mine.bin")] if looks[0] == 60 else [])]

    monkeypatch.setattr(Reader, "events", events)
    assert run_command([*run, "both.txt", "--frames", "440"]) == 0
    one, other, both = (Path(f"{name}.txt").read_text().split()
                        for name in ("one", "other", "both"))
    assert set(one) | set(other) <= set(both) and both == sorted(set(both)), (len(one), len(both))
    assert set(other) - set(one)
