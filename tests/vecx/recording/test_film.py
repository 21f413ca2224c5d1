"""Films: GIF, and MP4 with sound, decoded and compared with the machine.

Goal: every picture has its time, the sound matches it, the same game gives the same bytes, and a
film that cannot be made gives one message.  Method: PyAV reads the films that PyAV wrote; the
palette and the delays of a GIF are also read directly from its blocks.
"""

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests import processes
from vecx import Machine
from vecx.chips.state import F_END, F_START
from vecx.console.frame import Frame
from vecx.display.phosphor import Phosphor
from vecx.errors import VecxError
from vecx.play.movie import Recorder
from vecx.recording.background import PICTURES_WAITING, BackgroundRecording
from vecx.recording.kinds import open_recording
from vecx.recording.recording import Recording, fitted
from vecx.recording.take import filming
from vecx.sound.mixer import RATE, Mixer

av = pytest.importorskip("av")
video = pytest.importorskip("vecx.recording.video")
SIZE = 120, 150
FRAMES = 60
FIFTIETH = RATE // 50


def pictures_of(path: Path) -> list[np.ndarray]:
    """Return the decoded pictures of a film: uint8[height, width, 3]."""
    with av.open(str(path)) as film:
        return [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]


def sound_of(path: Path) -> np.ndarray:
    """Return the decoded sound of a film."""
    with av.open(str(path)) as film:
        return np.concatenate([frame.to_ndarray()[0] for frame in film.decode(audio=0)])


def channels(picture: np.ndarray) -> np.ndarray:
    """Return red, green and blue of 0x00RRGGBB."""
    return np.stack([picture >> shift & 0xFF for shift in (16, 8, 0)], axis=-1).astype(int)


def play(path: Path, frames: int = FRAMES) -> tuple[list[np.ndarray], np.ndarray]:
    """Film Connect-4's title; return the expected pictures and sound."""
    machine = Machine("connect4")
    machine.run_frames(240)
    machine.take_sound()
    phosphor, mixer = Phosphor(*SIZE, machine.analog), Mixer()
    pictures, heard = [], []
    with filming(path, machine.analog, size=SIZE) as film:
        for _ in range(frames):
            ran = machine.run_frames(1)
            log = machine.take_sound()
            film(log, machine.cycles, ran)
            heard.append(mixer.samples(log, machine.cycles))
            phosphor.draw(ran)
            pictures.append(channels(phosphor.image()))
    return pictures, np.concatenate(heard)


@pytest.mark.parametrize(("suffix", "off"), [("gif", 3.0), ("mp4", 3.0)])
def test_a_film_shows_what_the_screen_showed(suffix: str, off: float, tmp_path: Path) -> None:
    """The film has one phosphor picture per fiftieth of a second, in order."""
    shown, _ = play(tmp_path / f"t.{suffix}")
    found = pictures_of(tmp_path / f"t.{suffix}")
    assert abs(len(found) - len(shown)) <= 1
    count = min(len(found), len(shown))
    apart = [np.abs(a.astype(int) - b).mean() for a, b in zip(found, shown, strict=False)]
    assert max(apart[:count]) < off
    early = [np.abs(found[i].astype(int) - shown[i + 6]).mean() for i in range(count - 6)]
    assert sum(early) > 1.5 * sum(apart[:count - 6])


def test_an_mp4_has_the_sound_beside_it(tmp_path: Path) -> None:
    """The sound is at its time within a hundredth of a second."""
    _, heard = play(tmp_path / "t.mp4")
    found = sound_of(tmp_path / "t.mp4")[:len(heard)]
    assert len(found) == len(heard) and heard.std() > 0.01
    spectrum = np.fft.rfft(found, 2 * RATE) * np.conj(np.fft.rfft(heard, 2 * RATE))
    shift = int(np.argmax(np.fft.irfft(spectrum)))
    assert min(shift, 2 * RATE - shift) < 0.01 * RATE
    aligned = np.roll(found, -shift)
    assert np.corrcoef(aligned, heard)[0, 1] > 0.95


def test_a_gif_has_one_palette_and_two_hundredths(tmp_path: Path) -> None:
    """A GIF has one palette, and 2 hundredths per picture; it loops."""
    play(tmp_path / "t.gif")
    data = (tmp_path / "t.gif").read_bytes()
    assert data[:6] == b"GIF89a" and data[10] & 0x80 and b"NETSCAPE2.0" in data
    size = 2 << (data[10] & 7)
    colours = {data[13 + 3 * i:16 + 3 * i] for i in range(size)}
    blues = {colour for colour in colours if colour[0] <= colour[1] <= colour[2]}
    assert len(blues) > 64
    at, delays, local = 13 + 3 * size, [], 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delays.append(int.from_bytes(data[at + 4:at + 6], "little"))
            at += 2
        else:
            assert data[at] == 0x2C
            local += data[at + 9] >> 7
            at += 11
        while data[at]:
            at += data[at] + 1
        at += 1
    assert local == 0 and len(delays) > FRAMES - 5 and set(delays) == {2}


class Idle:
    """Frames of any length, with a line that flickers."""

    def __init__(self, cycles: int) -> None:
        self.cycles = cycles
        self.frame = Machine("connect4").run_frames(200)[-1]

    def frames(self) -> list[Frame]:
        """Return one frame."""
        account = self.frame.account.copy()
        account[[F_START, F_END]] = 0, self.cycles
        return [replace(self.frame, account=account)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("cycles", [3_000, 21_000, 30_050, 60_000, 119_000])
def test_pictures_keep_the_sounds_time(cycles: int, tmp_path: Path) -> None:
    """Frames of any length give fifty pictures per second."""
    machine = Machine("connect4")
    machine.run_frames(5)
    machine.take_sound()
    source, seconds = Idle(cycles), 2
    with filming(tmp_path / "t.mp4", machine.analog, size=(60, 75)) as film:
        for _ in range(seconds * 1_500_000 // cycles):
            machine.run_cycles(cycles)
            film(machine.take_sound(), machine.cycles, source.frames())
    found = pictures_of(tmp_path / "t.mp4")
    assert abs(len(found) - 50 * seconds) <= 2 + cycles // 30_000
    light = [float(picture.mean()) for picture in found[10:-5]]
    if cycles <= 30_050:
        assert min(light) > 0.6 * max(light)


@pytest.mark.parametrize("suffix", [pytest.param("gif", marks=pytest.mark.slow),
                                    pytest.param("mp4", marks=pytest.mark.nightly)])
def test_the_same_movie_is_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    """Recording a movie twice gives equal files."""
    for name, stick in (("one", 0.0), ("other", -1.0)):
        machine = Machine("connect4")
        recorder = Recorder(machine)
        for number in range(330):
            if number == 290:
                machine.stick(0, stick)
            recorder.frame(machine.run_frames(1)[0].index)
        recorder.stop().save(tmp_path / f"{name}.movie")
    made = []
    for number, name in enumerate(("one", "one", "other")):
        done = processes.run(["run", "--headless", "--movie", f"{name}.movie", "--scale", "0.25",
                              "-o", f"{number}.{suffix}"], tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        made.append((tmp_path / f"{number}.{suffix}").read_bytes())
    assert made[0] == made[1] != made[2] and len(made[0]) > 10_000


@pytest.mark.parametrize("name", ["x.gif", "x.mp4"])
def test_without_the_extra_one_message(name: str, tmp_path: Path) -> None:
    """Without the extra, one message says what to install, before the run."""
    done = processes.run(f"""
import sys
sys.modules["av"] = None
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "av" else find(name, *rest)
from vecx.cli import run_command

sys.exit(run_command(["run", "connect4", "--headless", "--frames", "5", "-o", "{name}"]))
""", tmp_path)
    assert done.returncode == 1 and "pip install" in done.stderr and "[video]" in done.stderr
    assert len(done.stderr.splitlines()) == 1 and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.gif", "x.mp4", "x.wav"])
def test_a_full_disk_leaves_the_old_film(name: str, tmp_path: Path) -> None:
    """On a full disk, there is one message, and the old file stays."""
    done = processes.run(f"""
import os, resource, signal, sys
from pathlib import Path
from vecx.cli import run_command

Path("{name}").write_bytes(b"old")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
status = run_command(["run", "connect4", "--headless", "--frames", "300", "-o", "{name}"])
assert Path("{name}").read_bytes() == b"old"
assert os.listdir() == ["{name}"], os.listdir()
sys.exit(status)
""", tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1), done.stderr
    assert f"vecx: {name}: File too large" in done.stderr


def test_a_pipe_takes_no_film(tmp_path: Path) -> None:
    """A film cannot be written to a pipe."""
    done = processes.run("""
import os, sys, threading
from vecx.cli import run_command

os.mkfifo("x.mp4")
threading.Thread(target=lambda: open("x.mp4", "rb").read(), daemon=True).start()
sys.exit(run_command(["run", "connect4", "--headless", "--frames", "5", "-o", "x.mp4"]))
""", tmp_path)
    assert done.returncode == 1 and "pipe" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.slow
def test_interrupting_keeps_what_there_is(tmp_path: Path) -> None:
    """After Ctrl-C the film is playable; other errors leave none."""
    picture = np.full((150, 120), 0x8090FF, np.uint32)
    silence = np.zeros(FIFTIETH, np.float32)

    def record(path: Path, fault: BaseException) -> None:
        with open_recording(path, SIZE) as recording:
            for _ in range(20):
                recording.add(picture, silence)
            raise fault

    for suffix in ("gif", "mp4", "wav"):
        path = tmp_path / f"t.{suffix}"
        with pytest.raises(KeyboardInterrupt):
            record(path, KeyboardInterrupt())
        assert suffix == "wav" or len(pictures_of(path)) > 0
        path.unlink()
        with pytest.raises(ZeroDivisionError):
            record(path, ZeroDivisionError())
        assert list(tmp_path.iterdir()) == []


def test_a_window_can_record_by_add_and_close(tmp_path: Path) -> None:
    """The window's calls record pictures and sound until the end."""
    grey = [np.full((150, 120), level * 0x010101, np.uint32) for level in (40, 120, 220)]
    for suffix in ("gif", "mp4"):
        recording = open_recording(tmp_path / f"t.{suffix}", SIZE)
        for picture in grey:
            for _ in range(4):
                recording.add(picture, np.zeros(10 * FIFTIETH // 4, np.float32))
        recording.close()
        recording.close()
        with av.open(str(tmp_path / f"t.{suffix}")) as film:
            shown = [(round(float(frame.time) * 50), int(frame.to_ndarray(format="gray").mean()))
                     for frame in film.decode(video=0)]
        levels = dict(shown)
        assert shown[-1][0] == 29
        for at, level in ((9, 40), (11, 120), (19, 120), (21, 220), (29, 220)):
            last = max(time for time in levels if time <= at)
            assert abs(levels[last] - level) < 20, (suffix, at)
    with pytest.raises(VecxError, match="ends with"):
        open_recording(tmp_path / "t.avi", SIZE)


def test_a_picture_that_is_there_is_not_drawn_again(tmp_path: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures of a window are used, without a second phosphor."""
    import vecx.recording.take as take

    monkeypatch.setattr(take, "Phosphor", lambda *_, **more: pytest.fail("drawn again"))
    machine, now = Machine("connect4"), np.zeros(SIZE[::-1], np.uint32)
    with filming(tmp_path / "t.gif", machine.analog, size=SIZE, shown=lambda: now) as film:
        for number in range(40):
            now[:] = 0x050505 * number
            frames = machine.run_frames(1)
            film(machine.take_sound(), machine.cycles, frames)
    found = [int(picture.mean()) for picture in pictures_of(tmp_path / "t.gif")]
    assert len(found) == pytest.approx(40, abs=2) and found == sorted(found)
    assert found[20] == pytest.approx(5 * 20, abs=10) and found[-1] == pytest.approx(195, abs=8)


@pytest.mark.parametrize("suffix", ["gif", "mp4"])
@pytest.mark.parametrize("size", [(1, 1), (121, 151), (33, 400)])
def test_any_size_can_be_filmed(suffix: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Odd sizes, one pixel and changing sizes can be recorded."""
    with open_recording(tmp_path / f"t.{suffix}", size) as recording:
        for other in (size, (60, 60), (300, 20), size):
            recording.add(np.full(other[::-1], 0xFFFFFF, np.uint32), np.zeros(2 * FIFTIETH,
                                                                              np.float32))
    found = pictures_of(tmp_path / f"t.{suffix}")
    assert found[0].shape[1::-1] == tuple(max(16, side - side % 2) for side in size)
    assert found[0].max() > 200 and found[-1].max() > 200


def test_another_size_is_cut_or_framed_about_its_middle() -> None:
    """Larger pictures are cropped and smaller ones padded."""
    picture = np.arange(1, 13, dtype=np.uint32).reshape(2, 6)
    assert fitted(picture, (6, 2)) is picture
    assert fitted(picture, (2, 4)).tolist() == [[0, 0], [3, 4], [9, 10], [0, 0]]


def test_beside_a_game_a_film_is_the_same(tmp_path: Path) -> None:
    """Encoding in another thread gives the same film."""
    picture, samples = np.zeros((150, 120), np.uint32), np.zeros(FIFTIETH, np.float32)
    beside = BackgroundRecording(tmp_path / "beside.gif", SIZE)
    with open_recording(tmp_path / "plain.gif", SIZE) as plain:
        for number in range(PICTURES_WAITING - 1):
            picture[:] = number * 0x080808
            samples[:] = number / 100
            plain.add(picture, samples)
            beside.add(picture, samples)
    beside.close()
    beside.close()
    assert beside.left_out == 0
    assert (tmp_path / "beside.gif").read_bytes() == (tmp_path / "plain.gif").read_bytes()


def test_a_slow_encoder_leaves_pictures_out_and_no_sound(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a slow encoder, pictures are skipped, but no sound."""
    ready, take = threading.Event(), Recording.add

    def slow(self: Recording, picture: np.ndarray | None, samples: np.ndarray) -> None:
        ready.wait()
        take(self, picture, samples)

    monkeypatch.setattr(Recording, "add", slow)
    beside = BackgroundRecording(tmp_path / "t.mp4", SIZE)
    for _ in range(4 * PICTURES_WAITING):
        beside.add(np.full((150, 120), 0xFFFFFF, np.uint32), np.zeros(FIFTIETH, np.float32))
    ready.set()
    beside.add(np.full((150, 120), 0xFFFFFF, np.uint32), np.zeros(FIFTIETH, np.float32))
    beside.close()
    assert beside.left_out >= 3 * PICTURES_WAITING - 2
    assert len(sound_of(tmp_path / "t.mp4")) >= 4 * PICTURES_WAITING * FIFTIETH


def test_what_fails_beside_a_game_is_said_once(tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the thread raises one VecxError, and leaves no file."""
    def full(self: Recording, samples: np.ndarray) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(video.Mp4, "take_sound", full)
    beside = BackgroundRecording(tmp_path / "t.mp4", SIZE)
    beside.add(np.zeros((150, 120), np.uint32), np.zeros(FIFTIETH, np.float32))
    with pytest.raises(VecxError, match=r"t\.mp4: No space left on device"):
        beside.close()
    beside.close()
    beside.add(np.zeros((150, 120), np.uint32), np.zeros(FIFTIETH, np.float32))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_filming_beside_a_game(tmp_path: Path) -> None:
    """Encoding in a thread works as without; an exception leaves no file."""
    play(tmp_path / "plain.gif", 20)
    machine = Machine("connect4")
    machine.run_frames(240)
    machine.take_sound()
    made = []

    def screen(width: int, height: int) -> Phosphor:
        made.append((width, height))
        return Phosphor(width, height, machine.analog)

    with filming(tmp_path / "t.gif", machine.analog, size=SIZE, screen=screen,
                 background=True) as film:
        for _ in range(20):
            frames = machine.run_frames(1)
            film(machine.take_sound(), machine.cycles, frames)
    assert made == [SIZE]
    assert (tmp_path / "t.gif").read_bytes() == (tmp_path / "plain.gif").read_bytes()

    def fail(fault: Exception, beside: bool) -> None:
        with filming(tmp_path / "none.mp4", machine.analog, background=beside) as film:
            film(machine.take_sound(), machine.cycles, machine.run_frames(1))
            raise fault

    for beside in (False, True):
        with pytest.raises(ZeroDivisionError):
            fail(ZeroDivisionError(), beside)
        with pytest.raises(VecxError, match=r"none\.mp4: No space left on device"):
            fail(OSError(28, "No space left on device"), beside)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plain.gif", "t.gif"]
