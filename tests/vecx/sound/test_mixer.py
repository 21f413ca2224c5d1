"""Samples: the right frequency, no aliases, seamless blocks."""

import numpy as np
import pytest

from vecx.sound.mixer import Mixer, step_kernels

SECOND = 1_500_000


def tone(period: int, seconds: float = 1.0, blocks: int = 1) -> np.ndarray:
    """Return the samples of channel A at full volume."""
    mixer = Mixer()
    log = np.array([(0, 7, 0x3E), (0, 8, 15), (0, 0, period & 255), (0, 1, period >> 8)], np.int64)
    samples = []
    for i in range(1, blocks + 1):
        samples.append(mixer.samples(log if i == 1 else log[:0],
                                     int(SECOND * seconds * i / blocks)))
    return np.concatenate(samples)


def spectrum(samples: np.ndarray) -> np.ndarray:
    """Return the magnitudes of frequencies, 1 Hz apart for a second of samples."""
    window = np.hanning(len(samples))
    return np.abs(np.fft.rfft(samples * window))


@pytest.mark.parametrize(("period", "hz"), [(100, 937.5), (213, 440.1), (20, 4687.5)])
def test_a_tone_has_its_frequency(period, hz):
    """The strongest frequency is 93,750 / TP."""
    samples = tone(period)
    assert np.argmax(spectrum(samples)) * 48000 / len(samples) == pytest.approx(hz, abs=1.5)


def test_aliases_are_weak():
    """Between the odd harmonics of a square wave there is nothing above a thousandth of it."""
    magnitudes = spectrum(tone(20))[:20000]
    fundamental = magnitudes.max()
    near = np.zeros(len(magnitudes), bool)
    for harmonic in (1, 3):
        centre = round(4687.5 * harmonic)
        near[centre - 40:centre + 41] = True
    near[:40] = True
    assert magnitudes[~near].max() < fundamental / 1000


def test_blocks_join_without_a_seam():
    """Sound made in pieces is sound made at once, but for how the mean is followed."""
    whole, parts = tone(100, 0.5), tone(100, 0.5, blocks=25)
    n = min(len(whole), len(parts))
    assert n > 23_900
    steps_whole, steps_parts = np.diff(whole[:n]), np.diff(parts[:n])
    assert np.abs(steps_whole - steps_parts)[2000:].max() < 0.002


def test_silence_is_silent_and_loud_is_within_range():
    """No writes give zeros; all channels at full volume stay within -1..1."""
    assert not Mixer().samples(np.zeros((0, 3), np.int64), SECOND // 10).any()
    mixer = Mixer()
    log = np.array([(0, 7, 0x38), *((0, 8 + i, 15) for i in range(3)),
                    *((0, 2 * i, 100 + i) for i in range(3))], np.int64)
    samples = mixer.samples(log, SECOND)
    assert 0.3 < np.abs(samples).max() <= 1


def test_kernels_are_impulses_of_area_one():
    """Every phase of the step sums to one, so levels end where they should."""
    assert np.allclose(step_kernels().sum(1), 1)
