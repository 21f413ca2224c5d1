"""Converts level changes at exact cycles to samples without aliasing, using band-limited steps.

Each change adds the slope samples of a band-limited step, at its fraction of a sample; their sum is
integrated, and a first-order high pass removes direct current as the amplifier's coupling does.
Samples depend only on the level changes, not on how many are requested at a time.

Sources: the three channels are summed as the Vectrex wires them; [AY] for the levels; VOLUME, TAPS,
PHASES, CUTOFF and DC_HZ are our choice, flat within 0.5 dB from 100 Hz to 16 kHz.
"""

import functools

import numpy as np

from ..chips.maths import minimum
from ..chips.psg import TICK, psg_render
from ..chips.state_record import new_state
from ..compiling.jit import Array, jit
from ..console.frame import CYCLES_PER_SECOND
from ..console.output import SoundLog

RATE = 48_000
TAPS = 64
PHASES = 256
CUTOFF = 0.9            # of half the rate
OVERSAMPLING = 32       # points of the sum that averages the kernel over a sample
VOLUME = 0.22           # of full scale for one channel at its loudest
DC_HZ = 18.0


@functools.cache
def step_kernels() -> np.ndarray:
    """Return float64[PHASES + 1, TAPS]: how a step is distributed over samples; the row depends on
    the place of the step between two samples.

    A row is the slope of a band-limited step: a windowed sinc, averaged over one sample, of sum 1.
    """
    taps = np.arange(TAPS)
    phases = np.arange(PHASES + 1) / PHASES
    within = (np.arange(OVERSAMPLING) + 0.5) / OVERSAMPLING - 0.5
    x = taps[None, :, None] - TAPS / 2 + 1 - phases[:, None, None] + within
    window = 0.42 + 0.5 * np.cos(2 * np.pi * x / TAPS) + 0.08 * np.cos(4 * np.pi * x / TAPS)
    kernels = (np.sinc(CUTOFF * x) * np.where(np.abs(x) < TAPS / 2, window, 0)).sum(axis=2)
    return np.asarray(kernels / kernels.sum(axis=1, keepdims=True))


@jit(Array("f8"), Array("f8", 2), float, float, Array("f8", 2))
def add_steps(slopes: np.ndarray, edges: np.ndarray, begin: float, per_sample: float,
              kernels: np.ndarray) -> None:
    """Add each level change to the samples that its band-limited step touches.

    Args:    slopes      float64[n + TAPS], changed in place
             edges       float64[k, 2]: cycle, change of level
             begin       cycle of sample 0; per_sample: cycles a sample
    """
    phases = len(kernels) - 1
    for i in range(len(edges)):
        at = (edges[i, 0] - begin) / per_sample
        first = int(at)
        place = (at - first) * phases
        phase = minimum(int(place), phases - 1)
        after = edges[i, 1] * (place - phase)
        before = edges[i, 1] - after
        for tap in range(kernels.shape[1]):
            slopes[first + tap] += before * kernels[phase, tap] + after * kernels[phase + 1, tap]


@jit(Array("f8"), float, float, Array("f8"), returns=float)
def integrate(slopes: np.ndarray, leak: float, last: float, out: np.ndarray) -> float:
    """Integrate slopes to levels, which decay; return the last level.

    Args:    slopes  float64[n]; out float64[n] to fill
             leak    share of a level left after one sample
             last    level before the first
    """
    for i in range(len(slopes)):
        last = last * leak + slopes[i]
        out[i] = last
    return last


class Mixer:
    """Converts the sound chip's log to samples.

    Args:    rate  samples per second

    >>> m = Machine("connect4", preset="ideal")
    >>> mixer = Mixer()
    >>> _ = m.run_frames(100)
    >>> log = m.take_sound()
    >>> mixer.edges(log, m.cycles).shape[1]
    2
    >>> samples = Mixer().samples(log, m.cycles)
    >>> float(abs(samples).max()) <= 1
    True
    """

    def __init__(self, rate: int = RATE) -> None:
        self.rate = rate
        self._kernels = step_kernels()
        self._per_sample = CYCLES_PER_SECOND / rate
        self._leak = 1 - 2 * np.pi * DC_HZ / rate
        self._begin(0)

    def _begin(self, cycle: int) -> None:
        """Start at a cycle, in silence, because a constant level is not audible."""
        self._chip = new_state()
        self._until = cycle
        self._done = int(cycle / self._per_sample)
        self._tail = np.zeros(0)
        self._level = 0.0

    def edges(self, log: np.ndarray, until: int) -> np.ndarray:
        """Return the level changes up to a cycle: float64[n, 2], cycle and change.

        A log of `Machine.take_sound` already has the changes; if it does not continue the previous
        one, as after a restore, the mixer starts from scratch.  A plain array of writes is played
        by a chip of the mixer's own, from power-on.
        """
        if isinstance(log, SoundLog):
            if log.begin != self._until:
                self._begin(log.begin)
            self._until = log.end
            return log.edges
        room = np.empty((4 * ((until - self._until) // TICK + 2 + len(log)), 2))
        count = psg_render(self._chip.array, np.ascontiguousarray(log), len(log), until, room)
        self._until = until
        return room[:count]

    def samples(self, log: np.ndarray, until: int) -> np.ndarray:
        """Return float32[n] in -1..1: the samples completed up to a cycle.

        Args:    log    from `Machine.take_sound` since the last call
                 until  cycle; later than in the last call
        """
        edges = self.edges(log, until)
        end = max(self._done, int((self._until // TICK * TICK - TICK) / self._per_sample))
        count = end - self._done
        begin = self._done * self._per_sample
        reach = int((self._until - begin) / self._per_sample) + 2
        slopes = np.zeros(max(count, reach, len(self._tail)) + TAPS)
        slopes[:len(self._tail)] = self._tail
        add_steps(slopes, edges, begin, self._per_sample, self._kernels)
        self._tail = slopes[count:]
        self._done = end
        levels = np.empty(count)
        self._level = integrate(slopes[:count], self._leak, self._level, levels)
        return np.clip(levels * VOLUME, -1, 1).astype(np.float32)
