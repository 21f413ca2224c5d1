"""Measurements of the sound: pitch, aliases, and a golden stream."""

import hashlib

import numpy as np
import pytest

from vecx.sound.mixer import Mixer

SECOND = 1_500_000
RATE = 48_000
TICK = 8                # cycles: 187.5 kHz
NOTHING = np.zeros((0, 3), np.int64)
# SHA-256 of `golden_stream`; tests/vecx/chips/test_psg.py compares the chip with a plain model.
GOLDEN = "60c3399db72b81e7184b687746e098557a77a41d7d3fe3550627689cc1c79905"


def tone(period: int, seconds: int) -> np.ndarray:
    """Return the samples of channel A at full volume."""
    log = np.array([(0, 7, 0x3E), (0, 8, 15), (0, 0, period & 255), (0, 1, period >> 8)], np.int64)
    return Mixer().samples(log, SECOND * seconds).astype(float)


def phase(samples: np.ndarray, hz: float, at: int, count: int) -> float:
    """Return the phase of a frequency in some samples, in turns."""
    n = np.arange(at, at + count)
    window = np.blackman(count)
    return float(np.angle((samples[at:at + count] * window
                           * np.exp(-2j * np.pi * hz * n / RATE)).sum()) / (2 * np.pi))


@pytest.mark.parametrize("period", [25, 53, 100, 213, 426, 997])
def test_pitch_is_right_within_a_tenth_of_a_cent(period: int) -> None:
    """Over five seconds, the pitch is exact within 0.1 cent."""
    hz, samples = 93_750 / period, tone(period, 7)
    turned = phase(samples, hz, 6 * RATE, RATE // 2) - phase(samples, hz, RATE, RATE // 2)
    turned -= round(turned)
    cents = 1200 * np.log2(1 + turned / 5 / hz)
    assert abs(cents) < 0.1


@pytest.mark.parametrize("period", [7, 11, 20, 37])
def test_aliases_lie_sixty_decibels_below(period: int) -> None:
    """Below 18 kHz, only the tone and its odd harmonics exceed a thousandth."""
    hz, samples = 93_750 / period, tone(period, 2)[RATE:]
    window = np.blackman(len(samples))
    magnitudes = np.abs(np.fft.rfft(samples * window))
    frequencies = np.fft.rfftfreq(len(samples), 1 / RATE)
    heard = (frequencies > 60) & (frequencies < 18_000)
    for harmonic in range(1, int(18_000 / hz) + 2):
        heard &= np.abs(frequencies - harmonic * hz) > 12
    assert 20 * np.log10(magnitudes[heard].max() / magnitudes.max()) < -60


def golden_stream() -> np.ndarray:
    """Return the level in each tick of two seconds of random writes: int64[375000], 1/10000."""
    chance = np.random.default_rng(8912)
    count = 3000
    log = np.stack([np.sort(chance.integers(0, 2 * SECOND, count)), chance.integers(0, 14, count),
                    chance.integers(0, 256, count)], axis=1).astype(np.int64)
    edges = Mixer().edges(log, 2 * SECOND)
    steps = np.zeros(2 * SECOND // TICK + 2)
    np.add.at(steps, (edges[:, 0] // TICK).astype(int), edges[:, 1])
    return np.round(np.cumsum(steps)[:2 * SECOND // TICK] * 10_000).astype(np.int64)


def test_the_golden_stream_is_the_same() -> None:
    """Random tones, noise and envelopes at 187.5 kHz equal the golden stream."""
    stream = golden_stream()
    assert len(np.unique(stream)) > 100
    assert hashlib.sha256(stream.astype("<i8").tobytes()).hexdigest() == GOLDEN
