"""The device: played where there is one, silent with a word where there is none."""

import numpy as np

from vecx.sound import output


class Stream:
    """A device that takes what the callback gives."""

    def __init__(self, **options) -> None:
        self.options = options
        self.closed = False

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
