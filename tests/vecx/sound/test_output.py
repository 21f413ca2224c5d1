"""The device: played where there is one, silent with a word where there is none."""

import numpy as np
import pytest

from vecx.sound import output


class Stream:
    """A device that takes what the callback gives."""

    def __init__(self, **options) -> None:
        self.options = options
        self.closed, self.active = False, True

    def abort(self) -> None:
        """Stop at once."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""
        self.closed = True


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
    out._fill(block, 4)
    assert block[:, 0].tolist() == [0, 1, 2, 3]
    assert out.look() is None
    out.close()
    assert opened[1].closed
