"""The sound device: used if available, otherwise silence with a message."""

import re
import sys
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from vecx.display.timing import Pace
from vecx.sound import output

ROOM = 6400             # samples that fit into the device


class Stream:
    """A device that accepts samples, and plays them as time passes."""

    def __init__(self, **options) -> None:
        self.options = options
        self.closed, self.active, self.latency = False, True, ROOM / 48_000
        self.waiting = np.zeros(0, np.float32)
        self.heard: list[float] = []
        self.gone = False

    @property
    def write_available(self) -> int:
        """Return the number of samples for which there is room."""
        if self.gone:
            raise RuntimeError("Device unavailable")
        return ROOM - len(self.waiting)

    def write(self, samples: np.ndarray) -> bool:
        """Accept samples; too many would block."""
        assert samples.dtype == np.float32 and samples.shape[1:] == (1,)
        assert 0 < len(samples) <= self.write_available
        self.waiting = np.concatenate([self.waiting, samples[:, 0]])
        return False

    def sound(self, count: int) -> None:
        """Play this many samples, or silence."""
        ready, self.waiting = self.waiting[:count], self.waiting[count:]
        self.heard += [*ready.tolist(), *[0.0] * (count - len(ready))]

    def abort(self) -> None:
        """Stop immediately."""

    def start(self) -> None:
        """Start."""

    def close(self) -> None:
        """Close."""
        self.closed = True


def put_in(monkeypatch: pytest.MonkeyPatch, open_stream: Callable[..., object]) -> None:
    """Replace the module sounddevice, so that these streams are opened."""
    monkeypatch.setitem(sys.modules, "sounddevice", SimpleNamespace(
        OutputStream=open_stream, _terminate=lambda: None, _initialize=lambda: None))


class Device:
    """An Output whose device has its own clock.

    Args: fast  how much faster than the clock it is, as a fraction
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fast: float = 0.0) -> None:
        put_in(monkeypatch, Stream)
        self.now, self.plays = 100.0, True
        self._rate, self._due = 48_000 * (1 + fast), 0.0
        self.out = output.Output(clock=lambda: self.now)
        self.stream = self.out._stream

    @property
    def heard(self) -> list[float]:
        """Return what has been played."""
        return self.stream.heard

    def go(self, seconds: float) -> None:
        """Advance the clock."""
        self.now += seconds
        self._due += seconds * self._rate
        count = int(self._due)
        self._due -= count
        if self.plays:
            self.stream.sound(count)


def pace_of(device: Device) -> Pace:
    """Return a pace that follows the device's clock."""
    return Pace(1.0, lambda: device.now, device.go)


def play(device: Device, frames: int, pace: Pace | None = None) -> None:
    """Play frames of a fiftieth of a second with a pace."""
    pace = pace or pace_of(device)
    for _ in range(frames):
        device.out.play(np.full(960, 0.5, np.float32))
        pace.ran(30_000, device.out.due_in())
        pace.wait()


@pytest.mark.sample(1)
@pytest.mark.parametrize("fast", [-0.002, 0.0, 0.002])
def test_the_device_leads(monkeypatch, fast):
    """With a device clock wrong by 0.2 %, there is no underrun, and the delay is constant.
    """
    device = Device(monkeypatch, fast)
    play(device, 6000)
    assert device.out.underruns == 0
    begin = int(output.AHEAD_SECONDS * 48_000)
    assert set(device.heard[:begin]) == {0.0} and set(device.heard[begin:]) == {0.5}
    assert device.now == pytest.approx(100 + 120 / (1 + fast), abs=0.1)
    total, longest, count = device.out._delays
    assert total / count == pytest.approx(output.AHEAD_SECONDS, abs=0.002)
    assert longest < output.AHEAD_SECONDS + 0.005
    assert re.fullmatch(r"sound (49|50|51) ms late, 5\d at most, 0 underruns",
                        device.out.figures())


@pytest.mark.parametrize("late", [0.01, 0.04])
def test_a_frame_that_is_late_is_not_heard(monkeypatch, late):
    """Late frames are not audible while the device has samples."""
    device = Device(monkeypatch)
    pace = pace_of(device)
    for _ in range(100):
        play(device, 5, pace)
        device.go(late)
    assert device.out.underruns == 0 and device.out._ahead == output.AHEAD_SECONDS
    begin = int(output.AHEAD_SECONDS * 48_000)
    assert set(device.heard[begin:]) == {0.5}


def test_where_frames_are_late_more_is_ahead(monkeypatch):
    """If samples are late repeatedly, more are buffered, and the underruns stop.

    A single underrun changes nothing, and a pause does not count as one.
    """
    device = Device(monkeypatch)
    play(device, 100)
    device.go(0.5)
    play(device, 2000)
    assert device.out.underruns == 1 and device.out._ahead == output.AHEAD_SECONDS
    device.out.rest()
    assert device.out.due_in() is None
    device.go(0.5)
    play(device, 2000)
    assert device.out.underruns == 1
    for _ in range(20):
        play(device, 10)
        device.go(0.052)
        play(device, 10)
    some = device.out.underruns
    assert 2 <= some < 10 and output.AHEAD_SECONDS < device.out._ahead <= output.AHEAD_SECONDS_MAX
    assert f"{some} underruns" in device.out.figures()


def test_a_device_that_stalls_does_not_hold_the_game_up(monkeypatch):
    """While the device stalls, the clock controls the game."""
    device = Device(monkeypatch)
    play(device, 50)
    device.plays = False
    begin = device.now
    play(device, 100)
    assert device.now - begin == pytest.approx(2.0, abs=0.15)
    most = output.AHEAD_SECONDS + output.SLACK_SECONDS + 0.02 + 1 / 48_000
    assert len(device.stream.waiting) / 48_000 <= most
    device.plays = True
    play(device, 50)
    assert device.out.underruns == 0
    assert len(device.stream.waiting) / 48_000 < output.AHEAD_SECONDS + 0.025
    assert device.out._delays[1] <= most


def test_what_waits_for_a_device_to_begin_is_not_counted_late(monkeypatch):
    """A device that waits for enough samples causes no underrun."""
    device = Device(monkeypatch)
    for played in 0, 100:
        assert device.out._delays[2] == played
        device.plays = False
        play(device, 4)
        assert device.out._delays[2] == played
        device.plays = True
        device.go(0.04)
        play(device, 100)
        device.out.rest()
        device.go(0.5)
    assert device.out._delays[1] < output.AHEAD_SECONDS + 0.005
    assert device.out.underruns == 0


def test_without_a_device_it_says_so_and_plays_on(monkeypatch):
    """If no device can be opened, there is one message, and play continues."""
    def refuse(**options):
        raise RuntimeError("no such device\nand more")

    put_in(monkeypatch, refuse)
    out = output.Output()
    assert out.fault == "no such device"
    out.play(np.ones(100, np.float32))
    out.close()


def test_samples_are_played_in_order(monkeypatch):
    """Samples are played in order; those without room are dropped."""
    device = Device(monkeypatch)
    assert device.out.fault is None and device.stream.options["samplerate"] == 48_000
    begin = int(output.AHEAD_SECONDS * 48_000)
    device.out.play(np.arange(6, dtype=np.float32))
    device.out.play(np.arange(6, 100_000, dtype=np.float32))
    device.out.play(np.ones(5, np.float32))
    assert device.stream.write_available == 0
    device.stream.sound(ROOM)
    assert device.heard[begin:] == list(range(ROOM - begin))
    device.out.play(np.full(3, 7, np.float32))      # an underrun: the last level waits
    device.stream.sound(begin + 3)
    assert device.heard[ROOM:] == [ROOM - begin - 1.0] * begin + [7.0] * 3
    device.out.close()
    assert device.stream.closed


def test_faults_of_devices_say_what_to_do():
    """An error of PortAudio is preceded by a remedy."""
    from vecx.sound.output import what_to_do

    said = what_to_do("Error querying device -1")
    assert "plug one in" in said and "--mute" in said and said.endswith("Error querying device -1")
    assert "libportaudio2" in what_to_do("PortAudio library not found")
    assert what_to_do("something else") == "something else"


def test_volume_and_mute(monkeypatch):
    """-6 dB is half the level; muted is silence; the range is limited."""
    device = Device(monkeypatch)
    out = device.out

    def heard() -> float:
        out.rest()
        out.play(np.ones(2, np.float32))
        device.stream.sound(len(device.stream.waiting))
        return device.heard[-1]

    assert heard() == 1
    out.louder(-6)
    assert abs(heard() - 0.501) < 0.001
    out.muted = True
    assert heard() == 0
    out.louder(99)
    assert out.decibels == 0
    out.louder(-999)
    assert out.decibels == output.DECIBELS_MIN


def wait(out, words, clock):
    """Check the device until there is a message; return it."""
    import time

    for _ in range(200):
        printed = out.look()
        if printed:
            return printed
        clock[0] += 0.05
        time.sleep(0.01)
    raise AssertionError(words)


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", ["stands still", "says so", "fails"])
def test_a_device_that_goes_is_looked_for_again(monkeypatch, how):
    """A lost device is reported once, and used again when it is back."""
    clock, opened, refusals = [100.0], [], [0]

    def open_one(**options):
        if refusals[0]:
            refusals[0] -= 1
            raise RuntimeError("Error querying device -1")
        opened.append(Stream(**options))
        return opened[-1]

    put_in(monkeypatch, open_one)
    out = output.Output(clock=lambda: clock[0])
    for _ in range(40):             # continues as long as the device plays
        clock[0] += 0.4
        out.play(np.ones(960, np.float32))
        opened[0].sound(2000)
        assert out.look() is None
    out.rest()
    clock[0] += 2 * output.LOST_SECONDS         # a pause
    assert out.look() is None
    refusals[0] = 2
    out.play(np.ones(960, np.float32))
    if how == "says so":
        opened[0].active = False
    elif how == "fails":
        opened[0].gone = True
        out.play(np.ones(960, np.float32))
        assert out.due_in() is None
    else:
        clock[0] += output.LOST_SECONDS
    assert out.look() == "the sound device is gone; playing without sound until it is back"
    assert out.fault
    out.play(np.ones(10, np.float32))
    assert wait(out, "back", clock) == "the sound device is back"
    assert opened[0].closed and len(opened) == 2 and out.fault is None
    out.play(np.arange(1, 5, dtype=np.float32))
    opened[1].sound(ROOM)
    assert [level for level in opened[1].heard if level not in (0, 1)] == [2, 3, 4]
    assert out.look() is None
    out.close()
    assert opened[1].closed
