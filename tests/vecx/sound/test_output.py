"""The device: played where there is one, silent with a word where there is none."""

import re

import numpy as np
import pytest

from vecx.sound import output


class Stream:
    """A device that takes what the callback gives."""

    def __init__(self, **options) -> None:
        self.options = options
        self.closed, self.active, self.latency = False, True, 0.02

    def abort(self) -> None:
        """Stop at once."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""
        self.closed = True


def through(out: output.Output) -> None:
    """Let the device take what a queue begins with, up to the first samples."""
    begin = int(output.AHEAD_SECONDS * 48_000)
    out._fill(np.zeros((begin, 1), np.float32), begin)


class Device:
    """An Output whose device asks for a block whenever its time has come, by a clock of its own.

    Args: fast  how much faster than the clock it is
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fast: float = 0.0) -> None:
        import sounddevice

        monkeypatch.setattr(sounddevice, "OutputStream", Stream)
        self.now, self.heard = 100.0, list[float]()
        self._block_seconds = output.BLOCK / 48_000 / (1 + fast)
        self._due = self.now + self._block_seconds
        self.asks = True
        self.out = output.Output(clock=lambda: self.now)

    def go(self, seconds: float) -> None:
        """Let time go by."""
        end = self.now + seconds
        while self._due <= end:
            self.now = self._due
            self._due += self._block_seconds
            if self.asks:
                block = np.zeros((output.BLOCK, 1), np.float32)
                self.out._fill(block, output.BLOCK)
                self.heard += block[:, 0].tolist()
        self.now = end


def play(device: Device, frames: int) -> None:
    """Play frames of a fiftieth of a second, as `Pace` says."""
    from vecx.display.pace import Pace

    pace = Pace(1.0, lambda: device.now, device.go)
    for _ in range(frames):
        device.out.play(np.full(960, 0.5, np.float32))
        pace.ran(30_000, device.out.wanted_in())
        pace.wait()


@pytest.mark.parametrize("fast", [-0.002, 0.0, 0.002])
def test_the_device_leads(monkeypatch, fast):
    """A device whose clock goes wrong by two in a thousand: no underrun, and a latency that stays.
    """
    device = Device(monkeypatch, fast)
    play(device, 6000)
    assert device.out.underruns == 0
    assert set(device.heard[output.BLOCK * 3:]) == {0.5}
    assert device.now == pytest.approx(100 + 120 / (1 + fast), abs=0.1)
    total, longest, count = device.out._delays
    assert total / count == pytest.approx(output.AHEAD_SECONDS + 0.02, abs=0.003)
    assert longest < 0.055
    assert re.fullmatch(r"sound 3\d ms late, [34]\d at most, 0 underruns", device.out.figures())


def test_where_frames_are_late_more_is_ahead(monkeypatch):
    """Samples that come late again and again: after some underruns there are none any more; one
    alone changes nothing, and a pause is none."""
    device = Device(monkeypatch)
    play(device, 100)
    device.go(0.5)
    play(device, 2000)
    assert device.out.underruns == 1 and device.out._ahead == output.AHEAD_SECONDS
    device.out.rest()
    assert device.out.wanted_in() is None
    device.go(0.5)
    play(device, 2000)
    assert device.out.underruns == 1
    for _ in range(20):
        play(device, 10)
        device.go(0.045)
        play(device, 10)
    some = device.out.underruns
    assert 2 <= some < 10 and output.AHEAD_SECONDS < device.out._ahead <= output.AHEAD_SECONDS_MAX
    assert f"{some} underruns" in device.out.figures()


def test_a_device_that_stalls_does_not_hold_the_game_up(monkeypatch):
    """While it asks for nothing, time is the clock's; when it asks again, nothing old is heard."""
    device = Device(monkeypatch)
    play(device, 50)
    device.asks = False
    begin = device.now
    play(device, 100)
    assert device.now - begin == pytest.approx(2.0, abs=0.1)
    assert len(device.out._queue) / 48_000 < 0.045
    device.asks = True
    play(device, 50)
    assert device.out.underruns == 0


def test_what_the_driver_missed_counts(monkeypatch):
    """The driver's own word that it was late is an underrun."""
    device = Device(monkeypatch)
    play(device, 10)
    status = type("Status", (), {"output_underflow": True})()
    for _ in range(2):
        device.out._fill(np.zeros((64, 1), np.float32), 64, None, status)
    assert device.out.figures().endswith("2 underruns")
    assert device.out._ahead == output.AHEAD_SECONDS       # more would not help


def test_without_a_device_it_says_so_and_plays_on(monkeypatch):
    """Any failure to open becomes one short line."""
    import sounddevice

    def refuse(**options):
        raise RuntimeError("no such device\nand more")

    monkeypatch.setattr(sounddevice, "OutputStream", refuse)
    out = output.Output()
    assert out.fault == "no such device"
    out.play(np.ones(100, np.float32))
    out.close()


def test_queue_is_played_in_order_and_held_when_short(monkeypatch):
    """The callback gets the samples in order, then the last level; the queue is bounded."""
    import sounddevice

    monkeypatch.setattr(sounddevice, "OutputStream", Stream)
    out = output.Output()
    assert out.fault is None
    out.play(np.arange(6, dtype=np.float32))
    block = np.zeros((4, 1), np.float32)
    through(out)
    out._fill(block, 4)
    assert block[:, 0].tolist() == [0, 1, 2, 3]
    out._fill(block, 4)
    assert block[:, 0].tolist() == [4, 5, 5, 5]
    out.play(np.zeros(100_000, np.float32))
    assert len(out._queue) == int(output.QUEUE_SECONDS_MAX * 48_000)
    out.close()


def test_faults_of_devices_say_what_to_do():
    """What PortAudio says stands behind what a user can do about it."""
    from vecx.sound.output import what_to_do

    said = what_to_do("Error querying device -1")
    assert "plug one in" in said and "--mute" in said and said.endswith("Error querying device -1")
    assert "libportaudio2" in what_to_do("PortAudio library not found")
    assert what_to_do("something else") == "something else"


def test_volume_and_mute(monkeypatch):
    """6 dB less is half the level; muted is silence; no step leads out of the range."""
    import sounddevice

    monkeypatch.setattr(sounddevice, "OutputStream", Stream)
    out, block = output.Output(), np.zeros((2, 1), np.float32)
    out.play(np.zeros(0, np.float32))
    through(out)

    def heard() -> float:
        out.play(np.ones(2, np.float32))
        out._fill(block, 2)
        return float(block[0, 0])

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
    """Look after the device until it says something; return that."""
    import time

    for _ in range(200):
        told = out.look()
        if told:
            return told
        clock[0] += 0.05
        time.sleep(0.01)
    raise AssertionError(words)


@pytest.mark.parametrize("how", ["stands still", "says so"])
def test_a_device_that_goes_is_looked_for_again(monkeypatch, how):
    """It is told of once, playing goes on; refused a few times, then there, it plays again."""
    import sounddevice

    clock, opened, refusals = [100.0], [], [0]

    def open_one(**options):
        if refusals[0]:
            refusals[0] -= 1
            raise RuntimeError("Error querying device -1")
        opened.append(Stream(**options))
        return opened[-1]

    monkeypatch.setattr(sounddevice, "OutputStream", open_one)
    monkeypatch.setattr(sounddevice, "_terminate", lambda: None)
    monkeypatch.setattr(sounddevice, "_initialize", lambda: None)
    out = output.Output(clock=lambda: clock[0])
    block = np.zeros((4, 1), np.float32)
    for _ in range(40):             # plays on as long as the device asks
        clock[0] += 0.4
        out._fill(block, 4)
        assert out.look() is None
    refusals[0] = 2
    if how == "says so":
        opened[0].active = False
    else:
        clock[0] += output.LOST_SECONDS
    assert out.look() == "the sound device is gone; playing silent until it is back"
    assert out.fault
    out.play(np.ones(10, np.float32))
    assert wait(out, "back", clock) == "the sound device is back"
    assert opened[0].closed and len(opened) == 2 and out.fault is None
    out.play(np.arange(4, dtype=np.float32))
    through(out)
    out._fill(block, 4)
    assert block[:, 0].tolist() == [0, 1, 2, 3]
    assert out.look() is None
    out.close()
    assert opened[1].closed
