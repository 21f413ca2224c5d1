"""Recorded drawings and sound: contents, and reproducible bytes."""

import re
import wave
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests import processes
from vecx import Machine
from vecx.recording.svg import HEIGHT, WIDTH, svg_of
from vecx.recording.take import filming


def test_a_drawing_has_every_line_in_its_place() -> None:
    """Each segment is a visible path at its place."""
    machine = Machine("connect4", preset="ideal")
    frame = machine.run_frames(260)[-1]
    drawing = ElementTree.fromstring(svg_of(frame, machine.analog))
    paths = drawing.findall(".//{http://www.w3.org/2000/svg}path")
    assert len(paths) == len(frame.segments) > 50
    for path, segment in zip(paths, frame.segments, strict=True):
        numbers = re.findall(r"-?[0-9.]+", path.get("d", ""))
        x0, y0, x1, y1 = (float(number) for number in numbers)
        assert (x1 - x0) * (segment[2] - segment[0]) >= 0
        assert (y1 - y0) * (segment[3] - segment[1]) <= 0
        assert 0 <= x0 <= WIDTH and 0 <= y0 <= HEIGHT
        assert 0 < float(path.get("stroke-opacity", "")) <= 1


def test_slow_lines_are_brighter() -> None:
    """A line drawn in twice the time is more opaque."""
    machine = Machine("connect4", preset="ideal")
    frame = machine.run_frames(260)[-1]
    frame.segments[0] = 0, 0, 5000, 0, 1, 0, 40
    frame.segments[1] = 0, 0, 5000, 0, 1, 0, 80
    found = re.findall(r'opacity="([0-9.]+)"', svg_of(frame, machine.analog))
    assert 0 < float(found[0]) < float(found[1])


def test_the_sound_of_a_tone_is_in_the_file(tmp_path: Path, program) -> None:
    """A tone is recorded with its length and pitch."""
    machine = program(" bra *")
    chip = [(7, 0x3E), (8, 15), (0, 100)]
    with filming(tmp_path / "t.wav", machine.analog) as sound:
        begin = machine.cycles
        for register, value in chip:
            machine.chips.state.psg[register] = machine.chips.state.ay_reg[register] = value
        for _ in range(50):
            machine.run_cycles(30_000)
            sound(machine.take_sound(), machine.cycles, [])
    with wave.open(str(tmp_path / "t.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 48_000)
        samples = np.frombuffer(file.readframes(1 << 20), "<i2").astype(float)
    assert len(samples) == pytest.approx((machine.cycles - begin) / 31.25, abs=5)
    magnitudes = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    assert np.argmax(magnitudes) * 48_000 / len(samples) == pytest.approx(937.5, abs=1)


def test_the_same_game_is_the_same_bytes(tmp_path: Path) -> None:
    """Two runs give identical files."""
    made = []
    for name in "ab":
        done = processes.run(["run", "connect4", "--headless", "--frames", "200", "-o",
                              f"{name}.svg", "-o", f"{name}.wav"], tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        made.append([(tmp_path / f"{name}{end}").read_bytes() for end in (".svg", ".wav")])
    assert made[0] == made[1]
    assert len(made[0][1]) > 100_000 and len(set(made[0][1])) > 50


@pytest.mark.parametrize("words, said", [
    (["--headless", "--frames", "5", "-o", "x.mp3"],
     "does not end with .png, .svg, .jsonl, .gif, .mp4, .wav"),
    (["-o", "x.wav"], "-o x.wav needs --headless"),
    (["-o", "x.svg"], "-o x.svg needs --headless"),
    (["--headless", "--frames", "5", "-o", "none/x.wav"], "there is no folder"),
])
def test_what_cannot_be_recorded(words: list[str], said: str, tmp_path: Path) -> None:
    """Invalid requests give one message and a status other than 0."""
    done = processes.run(["run", "connect4", *words], tmp_path)
    assert done.returncode in (1, 2) and said in done.stderr and "Traceback" not in done.stderr


def test_a_full_disk_is_said_and_an_old_recording_stays(tmp_path: Path) -> None:
    """If writing fails, the old file stays."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    done = processes.run("""
import errno, os, sys
from pathlib import Path
import wave
from vecx.cli import run_command

Path("x.wav").write_bytes(b"old")
def full(self, data):
    raise OSError(errno.ENOSPC, "No space left on device")
wave.Wave_write.writeframes = full
status = run_command(["run", "connect4", "--headless", "--frames", "5", "-o", "x.wav"])
assert Path("x.wav").read_bytes() == b"old"
assert os.listdir() == ["x.wav"]
sys.exit(status)
""", tmp_path)
    assert done.returncode == 1
    assert "x.wav: No space left on device" in done.stderr and "Traceback" not in done.stderr


def test_the_growl_is_in_the_file_where_it_is_asked_for(tmp_path: Path) -> None:
    """With the growl, the file differs by lines at multiples of 50 Hz."""
    heard = []
    for growl in (False, True):
        machine = Machine("connect4")
        machine.run_frames(300)
        machine.take_sound()
        path = tmp_path / f"{growl}.wav"
        with filming(path, machine.analog, growl=growl) as sound:
            for _ in range(100):
                frames = machine.run_frames(1)
                sound(machine.take_sound(), machine.cycles, frames)
        with wave.open(str(path)) as file:
            heard.append(np.frombuffer(file.readframes(1 << 20), "<i2") / 32767)
    difference = (heard[1] - heard[0])[-48_000:]
    assert 0.003 < np.abs(difference).max() < 0.04
    found = np.abs(np.fft.rfft(difference * np.hanning(48_000)))
    loudest = np.argmax(found[20:2000]) + 20
    assert abs(loudest - 50 * round(loudest / 50)) <= 1
