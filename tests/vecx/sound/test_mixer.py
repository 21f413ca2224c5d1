"""Samples: frequencies, aliases, and seamless blocks."""

import numpy as np
import pytest

from vecx import Machine
from vecx.console.output import SoundLog
from vecx.sound.mixer import VOLUME, Mixer, step_kernels

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
    """Return the magnitudes of frequencies, 1 Hz apart, for a second of samples."""
    window = np.hanning(len(samples))
    return np.abs(np.fft.rfft(samples * window))


@pytest.mark.parametrize(("period", "hz"), [(100, 937.5), (213, 440.1), (20, 4687.5)])
def test_a_tone_has_its_frequency(period, hz):
    """The strongest frequency is 93,750 / TP."""
    samples = tone(period)
    assert np.argmax(spectrum(samples)) * 48000 / len(samples) == pytest.approx(hz, abs=1.5)


def test_aliases_are_weak():
    """Between the odd harmonics, everything is below a thousandth."""
    magnitudes = spectrum(tone(20))[:20000]
    fundamental = magnitudes.max()
    near = np.zeros(len(magnitudes), bool)
    for harmonic in (1, 3):
        centre = round(4687.5 * harmonic)
        near[centre - 40:centre + 41] = True
    near[:40] = True
    assert magnitudes[~near].max() < fundamental / 1000


def test_blocks_join_without_a_seam():
    """Sound made in blocks equals sound made at once."""
    whole, parts = tone(100, 0.5), tone(100, 0.5, blocks=25)
    n = min(len(whole), len(parts))
    assert n > 23_900
    steps_whole, steps_parts = np.diff(whole[:n]), np.diff(parts[:n])
    assert np.abs(steps_whole - steps_parts)[2000:].max() < 0.002


def test_silence_is_silent_and_loud_is_within_range():
    """Without writes there is silence; full volume stays within -1..1."""
    assert not Mixer().samples(np.zeros((0, 3), np.int64), SECOND // 10).any()
    mixer = Mixer()
    log = np.array([(0, 7, 0x38), *((0, 8 + i, 15) for i in range(3)),
                    *((0, 2 * i, 100 + i) for i in range(3))], np.int64)
    samples = mixer.samples(log, SECOND)
    assert 0.3 < np.abs(samples).max() <= 1


def test_kernels_are_impulses_of_area_one():
    """Every phase of the step table sums to one."""
    assert np.allclose(step_kernels().sum(1), 1)


def response(hz: float) -> float:
    """Return the level in dB of a sine of level changes at the mixer's output."""
    cycles = np.arange(0, SECOND, 8.0)
    wave = np.sin(2 * np.pi * hz * cycles / SECOND)
    log = np.zeros((0, 3), np.int64).view(SoundLog)
    log.edges = np.stack([cycles[1:], np.diff(wave)], axis=1)
    log.begin, log.end, log.level = 0, SECOND, 0.0
    samples = Mixer().samples(log, SECOND)[4000:44000] / VOLUME
    turn = np.exp(-2j * np.pi * hz * np.arange(len(samples)) / 48_000)
    return float(20 * np.log10(2 * abs((samples * turn * np.hanning(len(samples))).mean()) * 2))


@pytest.mark.parametrize("hz", [100, 440, 1000, 4000, 8000, 12000, 14000, 16000, 18750])
def test_all_that_is_heard_is_equally_loud(hz):
    """The response is flat within 0.5 dB from 100 Hz to 16 kHz."""
    level = response(hz)
    assert abs(level) < 0.5


@pytest.mark.parametrize("block", [997, 25_000, 30_000, 1_500_000])
def test_samples_do_not_depend_on_the_block(block):
    """The samples are identical for any length of blocks."""
    machine = Machine("connect4", preset="ideal")
    machine.run_frames(225)
    machine.take_sound()
    start, begin = machine.keep(), machine.cycles

    def play(cycles: int) -> np.ndarray:
        machine.restore(start)
        mixer, parts = Mixer(), []
        while machine.cycles < begin + 3_000_000:
            machine.run_cycles(min(cycles, begin + 3_000_000 - machine.cycles))
            parts.append(mixer.samples(machine.take_sound(), machine.cycles))
        return np.concatenate(parts)

    whole, parts = play(3_000_000), play(block)
    count = min(len(whole), len(parts))
    assert count > 95_000 and np.abs(whole).max() > 0.01
    assert np.allclose(whole[:count], parts[:count], rtol=0, atol=1e-6)
