"""Level changes at exact cycles become samples without aliasing: band-limited steps.

Each change adds a windowed-sinc step at its fractional sample; the sum is integrated, and a high
pass takes out the direct current as the amplifier's coupling does.

Sources: the three channels are summed as the Vectrex wires them; [AY] for the levels.
"""

import numpy as np

from ..chips.jit import jit
from ..chips.psg import R_NOISE, SOUND_STATE, TICK, psg_render
from ..frame import CYCLES_PER_SECOND

RATE = 48_000
TAPS = 32
PHASES = 256
VOLUME = 0.22           # of full scale for one channel at its loudest
DC_HZ = 18.0


def step_kernels() -> np.ndarray:
    """Return float64[PHASES + 1, TAPS]: impulses, each of sum 1, at fractions of a sample."""
    taps = np.arange(TAPS)
    phases = np.arange(PHASES + 1) / PHASES
    x = taps[None, :] - TAPS / 2 + 1 - phases[:, None]
    window = 0.42 + 0.5 * np.cos(2 * np.pi * x / TAPS) + 0.08 * np.cos(4 * np.pi * x / TAPS)
    kernels = np.sinc(0.9 * x) * np.where(np.abs(x) < TAPS / 2, window, 0)
    return np.asarray(kernels / kernels.sum(1, keepdims=True))


@jit
def add_steps(slopes: np.ndarray, edges: np.ndarray, begin: float, per_sample: float,
              kernels: np.ndarray) -> None:
    """Add each level change, as an impulse of its slope, to the samples it touches.

    Args:    slopes      float64[n + TAPS], changed in place
             edges       float64[k, 2]: cycle, change of level
             begin       cycle of sample 0; per_sample: cycles a sample
    """
    phases = len(kernels) - 1
    for i in range(len(edges)):
        at = (edges[i, 0] - begin) / per_sample
        first = int(at)
        phase = int((at - first) * phases + 0.5)
        for tap in range(kernels.shape[1]):
            slopes[first + tap] += edges[i, 1] * kernels[phase, tap]


class Mixer:
    """Turns the sound chip's log into samples.

    Args:    rate  samples a second
    """

    def __init__(self, rate: int = RATE) -> None:
        self.rate = rate
        self._state = np.zeros(SOUND_STATE, np.int64)
        self._state[R_NOISE] = 1
        self._kernels = step_kernels()
        self._per_sample = CYCLES_PER_SECOND / rate
        self._until = 0
        self._done = 0
        self._tail = np.zeros(TAPS)
        self._level = self._mean = 0.0

    def edges(self, log: np.ndarray, until: int) -> np.ndarray:
        """Return the level changes up to a cycle: float64[n, 2], cycle and change."""
        room = np.empty((4 * ((until - self._until) // TICK + 2 + len(log)), 2))
        count = psg_render(self._state, np.ascontiguousarray(log), len(log), until, room)
        self._until = until
        return room[:count]

    def samples(self, log: np.ndarray, until: int) -> np.ndarray:
        """Return float32[n] in -1..1, the samples that are complete up to a cycle.

        Args:    log    int64[n, 3], what `Machine.take_sound` gave since the last call
                 until  cycle; later than in the last call
        """
        edges = self.edges(log, until)
        end = int((until // TICK * TICK - TICK) / self._per_sample)
        count = max(0, end - self._done)
        begin = self._done * self._per_sample
        reach = int((until - begin) / self._per_sample) + 2
        slopes = np.zeros(max(count, reach) + TAPS)
        slopes[:len(self._tail)] = self._tail
        add_steps(slopes, edges, begin, self._per_sample, self._kernels)
        self._tail = slopes[count:]
        self._done += count
        levels = self._level + np.cumsum(slopes[:count])
        if count:
            self._level = float(levels[-1])
        return self._without_mean(levels)

    def _without_mean(self, levels: np.ndarray) -> np.ndarray:
        """Take out what is slower than DC_HZ: the mean of each block leaks away."""
        share = 2 * np.pi * DC_HZ / self.rate
        fade = (1 - share) ** np.arange(len(levels), 0, -1)
        if not len(levels):
            return levels.astype(np.float32)
        target = float(levels.mean())
        means = target + (self._mean - target) * fade[::-1]
        self._mean = float(means[-1])
        return np.clip((levels - means) * VOLUME, -1, 1).astype(np.float32)
