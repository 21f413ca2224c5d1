"""The play loop with a screen without output: inputs, commands and messages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pygame
import pytest

from tests.vecx.display.blind import Blind
from vecx import Machine
from vecx.cli import settings as config
from vecx.display.player import Player, PlayerServices, PlayOptions, play
from vecx.display.screen import Event
from vecx.display.timing import Pace
from vecx.play import movie
from vecx.play.inputs import KeyBindings
from vecx.sound.output import Output


class Silent(Output):
    """A sound device without output."""

    def __init__(self) -> None:
        self.fault, self.muted, self.decibels, self._stream = None, False, 0, None

    def look(self) -> str | None:
        """Do nothing."""
        return None

    due_in = rest = close = look


def test_after_a_movie_the_game_is_the_hands() -> None:
    """Keys are ignored during a movie, and work after it."""
    machine = Machine("connect4")
    recorder = movie.Recorder(machine)
    for _ in range(20):
        recorder.frame(machine.run_frames(1)[0].index)
    film = recorder.stop()
    screen = Blind([Event("down", "a")], *([] for _ in range(20)), [Event("up", "a")],
                   [Event("down", "p")], [Event("down", "a")])
    player = Player(film.machine(), screen, PlayOptions(mute=True, movie=film))
    held = []
    for _ in range(24):
        player.events()
        if not player.time.standing:
            player.frame()
        held.append(player.machine.chips.state.buttons != 0xFF)
    assert held == [False] * 23 + [True]
    assert screen.printed == ["vecx: the movie has ended; P continues the game from here"]


def test_losing_the_keyboard_ends_what_is_held() -> None:
    """Losing the keyboard focus ends fast-forward, rewind and held buttons."""
    screen = Blind([Event("down", "tab"), Event("down", "f")], [Event("blur")])
    player = Player(Machine("connect4"), screen, PlayOptions(mute=True))
    player.events()
    assert player.time.fast and player.machine.chips.state.buttons == 0xF7
    for _ in range(2):
        player.frame()
    player.events()
    assert not player.time.fast and player.machine.chips.state.buttons == 0xFF


def test_the_screen_is_closed_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is closed at the end, and after an exception."""
    screen = Blind()
    play(Machine("connect4"), screen, PlayOptions(mute=True, speed=50, frames_max=3))
    assert screen.closed == 1
    machine, screen = Machine("connect4"), Blind()

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Machine, "run_to_frame", fail)
    with pytest.raises(ZeroDivisionError):
        play(machine, screen, PlayOptions(mute=True))
    assert screen.closed == 1


def test_the_growl_goes_to_the_device_whatever_the_volume(monkeypatch: pytest.MonkeyPatch) -> None:
    """An enabled growl is added one frame later, at any volume; it is off by default."""
    played, printed = [], ["the sound device is gone"]

    class Device(Silent):
        def play(self, samples: np.ndarray, beside: np.ndarray | float = 0.0) -> None:
            played.append((len(samples), beside))

        def look(self) -> str | None:
            return printed.pop() if printed else None

    monkeypatch.setattr("vecx.display.player.Output", Device)
    screen = Blind()
    play(Machine("connect4"), screen, PlayOptions(frames_max=8, growl=True))
    assert screen.printed == ["vecx: the sound device is gone"]
    assert all(np.shape(beside) == (count,) for count, beside in played)
    assert max(float(np.abs(beside).max()) for _, beside in played) > 0.001
    played.clear()
    play(Machine("connect4"), Blind(), PlayOptions(frames_max=3))
    assert [beside for _, beside in played] == [0.0] * 2    # the first frame loads code


def test_the_hands_and_the_volume_are_those_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and volume are those of the settings, and F1 shows the keys."""
    monkeypatch.setattr("vecx.display.player.Output", Silent)
    settings = config.parse("[controller1]\nbutton2 = 'h'\n[mouse]\ncontroller = 2\n"
                            "[sound]\nvolume = -9", "c")
    screen = Blind([Event("down", "s"), Event("down", "h"), Event("down", "mouse middle"),
                    Event("move", "mouse x", -1.0), Event("down", "f1"), Event("down", "-")])
    player = Player(Machine("connect4"), screen,
                    PlayOptions(bindings=settings.bindings, volume=settings.volume))
    player.events()
    assert player.machine.chips.state.buttons == 0xFF & ~0x02 & ~0x40
    assert player.machine.chips.state.stick.tolist() == [128, 128, 1, 128]
    shown = [line[:2] for line in player.words().lines]
    assert ("A H D F", "buttons 1 to 4") in shown and ("I J K L", "stick") in shown
    assert screen.printed == ["vecx: volume -12 dB"]


def test_the_mouse_is_held_no_longer_when_the_focus_is_lost() -> None:
    """Mouse buttons are released when the focus is lost, and ignored during a movie."""
    moved = [Event("move", "mouse y", 1.0), Event("down", "mouse left")]
    machine = Machine("connect4")
    player = Player(machine, Blind(moved, [Event("blur")]),
                    PlayOptions(mute=True, bindings=KeyBindings(mouse=1)))
    player.events()
    assert machine.chips.state.stick[1] == 255 and machine.chips.state.buttons == 0xFE
    for _ in range(2):
        player.frame()
    player.events()
    assert machine.chips.state.stick[1] == 128 and machine.chips.state.buttons == 0xFF
    recorder = movie.Recorder(Machine("connect4"))
    film = recorder.stop()
    player = Player(film.machine(), Blind(moved),
                    PlayOptions(mute=True, movie=film, bindings=KeyBindings(mouse=1)))
    player.events()
    assert player.machine.chips.state.stick[1] == 128 and player.machine.chips.state.buttons == 0xFF


def test_the_picture_is_changed_and_said() -> None:
    """Keys change brightness, glow, glass and rotation within limits, with a message."""
    keys = ["page up", "page up", "end", "f10", "insert", "f7"]
    screen = Blind([Event("down", key) for key in keys])
    player = Player(Machine("connect4"), screen, PlayOptions(mute=True))
    player.events()
    look = screen.look
    assert look.brightness == pytest.approx(2 ** 0.5) and look.glow == 0.75
    assert look.glass and look.turn == 90
    assert screen.printed == [f"vecx: {words}" for words in (
        "brightness 119 %", "brightness 141 %", "glow 75 %", "glass", "turned by 90 degrees",
        "there is no overlay for this cartridge")]
    screen.script.append([Event("down", key) for key in ["page down"] * 30 + ["home"] * 30])
    player.events()
    assert (screen.look.brightness, screen.look.glow) == (0.25, 4.0)


def test_an_overlay_is_shown_and_taken_away(tmp_path: Path) -> None:
    """F7 toggles the overlay; an invalid one is reported once."""
    film = np.zeros((5, 4, 4), np.uint8)
    path = tmp_path / "film.png"
    pygame.image.save(pygame.image.frombuffer(film.tobytes(), (4, 5), "RGBA"), path)
    screen = Blind([Event("down", "f7")])
    player = Player(Machine("connect4"), screen, PlayOptions(mute=True, overlay=path))
    assert np.array_equal(screen.overlay, film)
    player.events()
    assert screen.overlay is None
    path.write_bytes(path.read_bytes()[:40])
    broken = Blind([Event("down", "f7")])
    player = Player(Machine("connect4"), broken, PlayOptions(mute=True, overlay=path))
    assert broken.overlay is None
    message, = broken.printed
    assert str(path) in message
    player.events()
    player.frame()
    assert broken.shown == 1


def test_what_was_shown_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F9 records the picture that the screen has drawn of the frame, at its size.

    If the screen provides no picture, the recording draws its own.
    """
    monkeypatch.chdir(tmp_path)
    begun, taken = [], []

    class Counting(Blind):
        kept = True

        def picture(self) -> np.ndarray | None:
            return np.full((4, 3), self.shown, np.uint32) if self.kept else None

    @contextmanager
    def record(path: Path, **more: Callable[[], np.ndarray]) -> Iterator[object]:
        begun.append({**more, "shown": "shown" in more})
        yield lambda log, until, frames: taken.append(more["shown"]()[0, 0] if more else None)

    screen = Counting([Event("down", "f9")])
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True), PlayerServices(record=record))
    player.events()
    for _ in range(5):
        player.frame()
    player.record()
    assert begun == [{"size": (3, 4), "shown": True}] and taken == [1, 2, 3, 4, 5]
    screen.kept = False
    player.record()
    player.frame()
    assert begun[1:] == [{"shown": False}] and taken[5:] == [None]
    player.close()


def test_nothing_that_was_loaded_is_looked_through_while_it_plays() -> None:
    """While playing, the garbage collector skips all objects that existed before.

    A collection would interrupt the game.  Afterwards, no object is skipped.
    """
    import gc

    frozen = []

    class Watching(Blind):
        def show(self) -> None:
            frozen.append(gc.get_freeze_count())

    gc.unfreeze()
    play(Machine("connect4"), Watching(), PlayOptions(mute=True, speed=2, frames_max=5))
    assert frozen[0] == 0 and min(frozen[1:]) > 10_000
    assert gc.get_freeze_count() == 0


def test_commands_and_folders_are_those_given(tmp_path: Path) -> None:
    """Command keys and folders are those of the settings."""
    for name in ("pictures", "films", "states"):
        (tmp_path / name).mkdir()
    settings = config.parse("[commands]\npause = 'b'\nsave-movie = 'f2'\nsave-state = 'f8'\n"
                            "[folders]\n" + "".join(f"{name} = '{tmp_path / name}'\n" for name in
                                                     ("pictures", "films", "states")), "c")
    screen = Blind([Event("down", "b")], [Event("down", "p"), Event("down", "f2"),
                                          Event("down", "f8")])
    screen.save = lambda path: path.write_bytes(b"")
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True, bindings=settings.bindings, folders=settings.folders))
    player.frame()
    player.events()
    assert player.time.paused and "F1: the keys" in player.words().head
    player.events()
    assert player.time.paused
    player.save_picture()
    assert screen.printed[0] == f"vecx: {tmp_path / 'films' / 'connect4.movie'} written"
    assert screen.printed[2] == f"vecx: {tmp_path / 'pictures' / 'connect4.png'} written"
    assert len(list((tmp_path / "states").glob("connect4-*/0.state"))) == 1


def drawing(folder: Path, **options: object) -> Machine:
    """Return a machine whose program draws with the ROM, after 400 frames."""
    (folder / "draw.asm").write_text(
        ' include "vectrex.inc"\n org 0\n fcc "g GCE 2026"\n fcb $80\n fdb Music_1\n fcb 0\n'
        "main jsr Wait_Recal\n jsr Intensity_7F\n ldd #$1030\n jsr Moveto_d_7F\n"
        " ldd #$0040\n jsr Draw_Line_d\n bra main\n")
    machine = Machine(folder / "draw.asm", preset="ideal", **options)
    machine.run_frames(400)
    return machine


def test_while_the_game_stands_the_mouse_points_at_strokes(tmp_path: Path) -> None:
    """While paused, the stroke under the mouse is marked, and the line that drew it is shown.

    The line is the one that called the ROM.  Pointing does not change the machine.  Far from all
    strokes nothing is shown, and when the game continues, mark and text disappear.
    """
    machine = drawing(tmp_path)
    screen = Blind()
    player = Player(machine, screen, PlayOptions(mute=True))
    for _ in range(3):
        player.frame()
    pace = Pace(1000.0)
    frame = player._last
    x0, y0, x1 = (float(part) / 127 for part in frame.segments[0, :3])
    place = [Event("move", "pen x", (x0 + x1) / 2), Event("move", "pen y", y0 + 2)]
    screen.script = [[*place, Event("down", "mouse left")], [Event("down", "p")],
                     [*place, Event("down", "mouse left"), Event("up", "mouse left")]]
    player.events()                                     # while playing, pointing has no effect
    assert not screen.printed
    assert player.words().mark is None
    player.events()
    player.rest(pace)
    kept, future = machine.keep(), machine.take_log()
    player.events()
    player.rest(pace)
    assert screen.points and len(future) == 0 and len(machine.take_log()) == 0
    printed = f"stroke 0 of frame {frame.index}: "
    assert screen.words.foot[0].startswith(printed) and screen.words.mark is not None
    assert "Draw_Line_d" in screen.words.foot[0]
    assert screen.words.foot[0].endswith("called by $001D main+15 draw.asm:12")
    assert screen.printed[-1].startswith(f"vecx: {printed}") and len(screen.printed) == 1
    screen.script = [[Event("move", "pen x", -120.0), Event("move", "pen y", -150.0)]]
    player.events()
    assert not player.words().foot and player.words().mark is None
    now = machine.keep()
    assert (now.record, now.ram) == (kept.record, kept.ram)
    screen.script = [[*place], [Event("down", "p")]]
    player.events()
    assert player.words().mark is not None
    player.events()
    player.frame()
    assert player.words().mark is None and not screen.points


def test_the_mouse_may_move_as_soon_as_the_key_is_pressed(tmp_path: Path) -> None:
    """The stroke under the mouse is marked even if the mouse moves right after the pause key."""
    screen = Blind()
    player = Player(drawing(tmp_path), screen, PlayOptions(mute=True))
    player.frame()
    x, y = (player._last.segments[0, :2] / 127).tolist()
    screen.script = [[Event("down", "p"), Event("move", "pen x", x), Event("move", "pen y", y)]]
    player.events()
    player.rest(Pace(1000.0))
    assert player.words().mark is not None


def test_the_strict_machine_is_not_made_to_forget_by_pointing(tmp_path, monkeypatch) -> None:
    """On a strict machine, pointing runs no frame again."""
    monkeypatch.setattr("vecx.play.pointing.logged", None)
    player = Player(drawing(tmp_path, strict=True), Blind(), PlayOptions(mute=True))
    player.frame()
    player.time.pause()
    player.rest(Pace(1000.0))
    x, y = (player._last.segments[0, :2] / 127).tolist()
    for axis, value in (("pen x", x), ("pen y", y)):
        player.pointer.serve(Event("move", axis, value))
    assert player.pointer.pointed.where.file and player.pointer.pointed.caller is None
