"""Changing the program while playing, and recordings."""

import contextlib
import errno
import os
import wave
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vecx.display.blind import Blind
from tests.vecx.play.sources import SOURCE
from vecx import Machine, VecxError
from vecx.cli import build_parser
from vecx.cli import settings as config
from vecx.cli.run import services_of
from vecx.console.analog import load
from vecx.display.player import Player, PlayerServices, PlayOptions
from vecx.display.screen import Event
from vecx.errors import install
from vecx.play import recent
from vecx.recording import kinds
from vecx.recording.take import filming


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a temporary folder."""
    monkeypatch.chdir(tmp_path)


def test_a_dropped_cartridge_is_played(tmp_path: Path) -> None:
    """A dropped cartridge is played; an invalid one is reported, and the game continues."""
    from vecx.console.roms import DATA

    (tmp_path / "other.bin").write_bytes((DATA / "reversi.bin").read_bytes())
    (tmp_path / "broken.bin").write_bytes(b"")
    screen = Blind([Event("drop", "broken.bin")], [Event("drop", "nothing.bin")],
                   [Event("drop", "other.bin")], [Event("down", "f")])
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True), PlayerServices(Machine, lambda machine, path:
                                                           DATA / "overlays" / "reversi.png"))
    first = player.machine
    for _ in range(2):
        player.events()
        player.frame()
    assert player.machine is first and first.cycles > 10_000
    assert "the file is empty" in screen.printed[0] and "no such file" in screen.printed[1]
    player.events()
    assert player.machine is not first and player.machine.cartridge.name == "other"
    assert screen.printed[2] == "vecx: other.bin loaded"
    assert "REVERSI" in screen.title.upper() and screen.overlay is not None
    player.events()
    player.frame()
    assert player.machine.chips.state.buttons == 0xF7


def test_a_dropped_picture_is_an_overlay(tmp_path: Path) -> None:
    """A dropped picture becomes the overlay; an invalid one is reported."""
    from vecx.console.roms import DATA

    (tmp_path / "no.png").write_bytes(b"no")
    screen = Blind([Event("drop", str(DATA / "overlays" / "connect4.png")), Event("down", "f7")],
                   [Event("drop", str(DATA / "overlays" / "reversi.png"))],
                   [Event("drop", str(tmp_path / "no.png"))])
    player = Player(Machine("connect4"), screen, PlayOptions(mute=True))
    player.events()
    assert screen.overlay is None
    player.events()
    overlay = np.asarray(screen.overlay)
    assert overlay.shape == (1125, 900, 4)
    player.events()
    assert np.asarray(screen.overlay) is overlay and "no.png: not a PNG" in screen.printed[-1]
    assert screen.printed[-2] == "vecx: overlay reversi.png"


def test_a_watched_source_is_assembled_when_it_is_saved(tmp_path: Path) -> None:
    """When a watched source is saved, the new program continues with the contents of its variables.

    If it has errors, the previous program keeps running.  If it cannot continue, it restarts, and
    the message gives the reason.  Included files are watched, too.
    """
    path, part = tmp_path / "watched.asm", tmp_path / "part.inc"
    part.write_text("pace equ 1\n")
    path.write_text(SOURCE + ' include "part.inc"\n')
    now = [0.0]
    screen = Blind()
    player = Player(Machine(path), screen,
                    PlayOptions(mute=True), PlayerServices(Machine, watch=path))
    player.swapper._clock = lambda: now[0]
    player.swapper._due = 0.0

    def save(file: Path, text: str) -> None:
        file.write_text(text)
        os.utime(file, ns=(0, int(1e9 * (now[0] + 1))))

    def play() -> None:
        for _ in range(60):
            now[0] += 0.02
            player.swapper.look()
            player.frame()

    for _ in range(8):
        play()
    counted = player.machine.read("count")[0]
    assert counted > 5 and screen.printed == []
    save(path, path.read_text().replace("count           rmb", "first  rmb 3\ncount  rmb"))
    play()
    assert screen.printed.pop() == "vecx: watched.asm assembled, continues"
    assert counted < player.machine.read("count")[0] < counted + 60
    save(path, path.read_text().replace("jsr     deeper", "jrs     deeper"))
    before = player.machine
    play()
    assert screen.printed.pop().endswith("not assembled; the previous program keeps running")
    assert "watched.asm:13:17: error[E010]" in screen.printed.pop()
    assert player.words().foot[0].startswith("watched.asm:13:17: error[E010]: `jrs` is not")
    now[0] += 60
    player.frame()
    assert player.words().foot[0].startswith("watched.asm:13:17: error[E010]: `jrs` is not")
    assert player.machine is before
    save(path, path.read_text().replace("jrs     deeper", "nop\n jsr     deeper"))
    play()
    assert "assembled, restarted: the calling code at" in screen.printed.pop()
    assert not any("error" in line for line in player.words().foot)
    assert player.machine.cycles < before.cycles
    save(part, "pace equ 2\n")
    play()
    assert "assembled" in screen.printed.pop()
    path.unlink()
    play()
    assert screen.printed.pop().endswith("no such file; the previous program keeps running")
    assert screen.printed == []


def test_a_watched_program_in_c_is_compiled(tmp_path: Path) -> None:
    """The message about a program in C says that it was compiled."""
    path = tmp_path / "game.c"
    path.write_text("int main(void) { return 0; }\n")
    now, screen = [0.0], Blind()
    player = Player(Machine("connect4"), screen, PlayOptions(mute=True),
                    PlayerServices(lambda _: Machine("connect4"), watch=path))
    player.swapper._clock = lambda: now[0]
    player.swapper._due = 0.0
    os.utime(path, ns=(0, int(1e9)))
    for _ in range(60):
        now[0] += 0.02
        player.swapper.look()
    assert screen.printed[-1].startswith("vecx: game.c compiled, ")


def recording(path: Path) -> contextlib.AbstractContextManager[Callable[..., None]]:
    """Begin a recording as the command line does."""
    return filming(path, load("hardware"), size=(120, 150), background=True)


def test_the_sound_is_recorded_by_a_key(tmp_path: Path) -> None:
    """F9 starts and stops a recording; a second one gets a new name."""
    screen = Blind()
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True), PlayerServices(record=recording))
    for name in ("connect4.wav", "connect4-2.wav"):
        screen.script.append([Event("down", "f9")])
        player.events()
        begin = player.machine.cycles
        for _ in range(50):
            player.frame()
        screen.script.append([Event("down", "f9")])
        player.events()
        assert screen.printed[-2:] == [f"vecx: recording {tmp_path / name}",
                                    f"vecx: {tmp_path / name} written"]
        with wave.open(name) as file:
            seconds = (player.machine.cycles - begin) / 1.5e6
            assert file.getnframes() == pytest.approx(48_000 * seconds, abs=100)
            assert np.abs(np.frombuffer(file.readframes(48_000), "<i2")).max() > 300
    screen.script.append([Event("down", "f9")])
    player.events()
    player.frame()
    player.close()
    assert Path("connect4-3.wav").exists()


def test_a_way_back_ends_a_recording(tmp_path: Path) -> None:
    """Rewinding ends a recording, whose file is complete."""
    screen = Blind([Event("down", "f9")])
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True), PlayerServices(record=recording))
    player.events()
    for _ in range(30):
        player.frame()
    screen.script.append([Event("down", "backspace")])
    player.events()
    player.frame()
    assert screen.printed[-1] == f"vecx: {tmp_path / 'connect4.wav'} written"
    screen.script.append([Event("down", "f9")])
    player.events()
    assert screen.printed[-1] == "vecx: recording is not available while rewinding"


def test_a_full_disk_ends_the_recording_and_not_the_game(tmp_path: Path) -> None:
    """On a full disk, the recording ends with a message, and the game continues."""
    left = [3]

    @contextlib.contextmanager
    def full(path: Path) -> Iterator[object]:
        with recording(path) as take:
            def limited(*args: object) -> None:
                left[0] -= 1
                if not left[0]:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                take(*args)
            yield limited

    screen = Blind([Event("down", "f9")])
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True), PlayerServices(record=full))
    player.events()
    for _ in range(6):
        player.frame()
    assert screen.printed[-1] == \
        f"vecx: recording ended: {tmp_path / 'connect4.wav'}: No space left on device"
    assert list(tmp_path.iterdir()) == [] and not player.tape.running
    left[0] = 100
    screen.script.append([Event("down", "f9")])
    player.events()
    assert screen.printed[-1] == f"vecx: recording {tmp_path / 'connect4.wav'}"
    player.close()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A target that cannot be written is reported before the recording."""
    def closed(path: Path) -> contextlib.AbstractContextManager[object]:
        raise VecxError(f"{path}: the folder cannot be written")

    screen = Blind([Event("down", "f9")])
    player = Player(Machine("connect4"), screen,
                    PlayOptions(mute=True), PlayerServices(record=closed))
    player.events()
    assert screen.printed == [f"vecx: {tmp_path / 'connect4.wav'}: the folder cannot be written"]
    player.frame()


def test_what_is_no_cartridge_is_refused(tmp_path: Path) -> None:
    """Invalid files are reported in the picture, and the game continues."""
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(5000))
    (tmp_path / "junk.bin").write_bytes(bytes(range(256)) * 16)
    (tmp_path / "bare.asm").write_text(" org 0\nmain bra main\n" + " fcb 0\n" * 40)
    args = build_parser().parse_args(["run", "connect4", "--strict=all", "--preset=ideal"])
    machines = [Machine("connect4")]
    names = ["photo.jpg", "junk.bin", "bare.asm"]
    screen = Blind(*([Event("drop", name)] for name in names))
    player = Player(machines[0], screen, PlayOptions(mute=True),
                    services_of(machines, args, config.Config()))
    for name in names:
        player.events()
        player.frame()
        assert screen.printed.pop().startswith(
            f"vecx: {name}: no cartridge header: it begins with ")
        assert player.words().foot[0].startswith(f"{name}: no cartridge header")
    assert player.machine is machines[0] and len(machines) == 1
    assert not {path.name for path in recent.paths()} & set(names)


def test_a_header_that_is_none_is_told_in_the_picture(tmp_path: Path) -> None:
    """An invalid header is reported in the picture or on standard error."""
    player = Player(Machine(bytes(4096)), Blind(), PlayOptions(mute=True))
    player.frame()
    assert player.words().foot == ('no cartridge header: it begins with 00 00 00 00 00, not "g '
                                   'GCE"; the executive ROM will refuse it',)


@pytest.mark.slow
def test_each_build_has_its_verdict(tmp_path: Path) -> None:
    """With --strict, the findings of a build are reported when the next one replaces it."""
    path = tmp_path / "watched.asm"
    path.write_text(SOURCE)
    now = [0.0]
    screen = Blind()
    player = Player(Machine(path, strict=True), screen, PlayOptions(mute=True),
                    PlayerServices(lambda name: Machine(name, strict=True), watch=path))
    player.swapper._clock, player.swapper._due = lambda: now[0], 0.0
    for text in (SOURCE.replace("inc     count", "inc     count\n sta $1234"), SOURCE + "\n"):
        for _ in range(500):
            player.frame()
        path.write_text(text)
        os.utime(path, ns=(0, int(1e9 * (now[0] + 1))))
        for _ in range(4):
            now[0] += 0.3
            player.swapper.look()
    printed = [line for line in screen.printed if "assembled" in line]
    assert printed[0].endswith("; the previous program: strict: clean")
    assert printed[1].endswith("; the previous program: strict: 1 error, 0 warnings")


@pytest.mark.parametrize("encoder, words", [
    (False, "connect4.wav, sound only: a film needs PyAV, "
            + install("video")),
    (True, "connect4.mp4")])
def test_who_gets_the_sound_alone_is_told_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                              encoder: bool, words: str) -> None:
    """Without an encoder, F9 records sound and says what to install."""
    monkeypatch.setattr(kinds, "find_spec", lambda _: encoder or None)
    args = build_parser().parse_args(["run", "connect4"])
    services = services_of([Machine("connect4")], args, config.Config())
    screen = Blind([Event("down", "f9")])
    player = Player(Machine("connect4"), screen, PlayOptions(mute=True),
                    replace(services, record=lambda path: contextlib.nullcontext(print)))
    player.events()
    assert screen.printed == [f"vecx: recording {tmp_path}/{words}"]
    player.close()
