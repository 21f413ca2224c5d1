"""The growl: made from the picture at the frame rate, louder with more strokes."""

import numpy as np
import pytest

from vecx.console.frame import Frame
from vecx.machine import Machine
from vecx.sound.growl import FULL, LOUDNESS, Growl, speeds

RATE = 48_000
CYCLES = 30_000


def frame(lines: int, index: int = 1, length: int = 20, cycles: int = CYCLES):
    """Return a frame with this many lines at 100 p per cycle, in its first two thirds."""
    account = np.zeros(26)
    account[0], account[1] = index * cycles, (index + 1) * cycles
    rows = np.zeros((lines, 7), np.float32)
    for i in range(lines):
        begin = i * cycles // (1.5 * lines)
        x = 100 * length * (i % 2)
        rows[i] = (x, 0, 100 * length - x, 0, 0.5, begin, begin + length)
    return Frame(index, rows, np.zeros((lines, 2), np.int64), account)


def spectrum(samples: np.ndarray) -> np.ndarray:
    """Return the amplitudes of 0, 1, 2 ... Hz of a second of samples."""
    return np.abs(np.fft.rfft(samples[:RATE] * np.hanning(RATE))) / RATE * 4


def second(lines: int) -> np.ndarray:
    """Return the second second of a still picture."""
    growl = Growl(RATE)
    return growl.samples([frame(lines, i) for i in range(100)])[RATE:]


def test_speed_is_the_beams():
    """Each line has its speed, and so has the move between lines."""
    one = frame(2)
    assert speeds(one).tolist() == [[0.0, 100.0], [20.0, -100.0], [10_000.0, 100.0],
                                    [10_020.0, -100.0]]
    real = Machine("connect4").run_frames(250)[-1]
    changes = speeds(real)
    assert changes[:, 1].sum() == pytest.approx(0, abs=1e-6)
    assert 50 < np.cumsum(changes[:, 1]).max() <= FULL


def test_it_buzzes_at_the_frame_rate_and_is_louder_with_more_vectors():
    """The spectrum has multiples of 50 Hz; the power grows with the strokes."""
    power = []
    for lines in (5, 20, 80, 320):
        found = spectrum(second(lines))
        tones = found[50:3000:50]
        between = np.concatenate([found[at:at + 30] for at in range(60, 3000, 50)])
        assert between.max() < 0.02 * tones.max()
        power.append(float((found[20:8000] ** 2).sum()))
    assert power == sorted(power) and power[-1] > 10 * power[0]
    assert np.abs(second(0)).max() == 0


def test_it_is_quiet():
    """The growl is about 30 dB below the chip's maximum, without DC."""
    samples = second(320)
    assert 0.0005 < np.abs(samples).max() <= LOUDNESS
    assert abs(samples.mean()) < 1e-3 * LOUDNESS + 1e-5


def test_the_same_whatever_the_calls():
    """The samples do not depend on the number of frames per call."""
    frames = [frame(30, i, cycles=30_011) for i in range(40)]
    whole, parts = Growl(RATE), Growl(RATE)
    together = whole.samples(frames)
    assert np.array_equal(together, np.concatenate([parts.samples([one]) for one in frames]))
    assert len(together) == int(40 * 30_011 / 1_500_000 * RATE)


def test_beside_the_sound():
    """The requested number of samples is returned, padded with silence."""
    growl = Growl(RATE)
    assert growl.take([], 100).tolist() == [0.0] * 100
    got = np.concatenate([growl.take([frame(30)], 700), growl.take([], 300)])
    assert len(got) == 1000 and np.abs(got[:700]).max() > 0 and np.abs(got[960:]).max() == 0
