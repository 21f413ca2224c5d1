"""The growl: interference of the deflection yoke in the sound amplifier.

The amplifier lies next to the yoke's wires, so the drawing is audible at any volume: a buzz at the
frame rate whose timbre follows the picture, louder the more is drawn.  Here the speed of the beam,
|dx/dt| + |dy/dt|, is the level of a sound channel, followed by a low pass; a frame is heard while
the next is drawn.

Modelled: lit lines, and the way from each to the next as one straight move.  Not modelled: the
capacity between the wires themselves; FULL, LOUDNESS and CUTOFF_HZ are our choice.
Sources: [ANALOG] docs/beam.md, for the buzz and its -40 dB.
"""

from collections.abc import Sequence

import numpy as np

from ..console.frame import CYCLES_PER_SECOND, Frame
from .mixer import DC_HZ, RATE, TAPS, add_steps, integrate, step_kernels

FULL = 255.0            # p a cycle: both axes at full speed
LOUDNESS = 0.04         # of full scale, with the beam at full speed
CUTOFF_HZ = 3_000.0
NOISE_P = 0.5           # p; shorter moves count as standing still


def speeds(frame: Frame) -> np.ndarray:
    """Return float64[n, 2]: the cycles at which the speed of the beam changes, and by how much.

    Cycles count from the frame's start; the speed, p a cycle, is 0 before and after it.
    """
    rows = frame.segments.astype(np.float64)
    if not len(rows):
        return np.zeros((0, 2))
    rows = rows[np.argsort(rows[:, 5], kind="stable")]
    times = np.stack([rows[:, 5], rows[:, 6]], axis=1).reshape(-1)
    xs = np.stack([rows[:, 0], rows[:, 2]], axis=1).reshape(-1)
    ys = np.stack([rows[:, 1], rows[:, 3]], axis=1).reshape(-1)
    long = np.diff(times)
    far = np.abs(np.diff(xs)) + np.abs(np.diff(ys))
    moves = (long > 0) & (far > NOISE_P)
    speed = np.divide(far, long, out=np.zeros_like(far), where=moves)
    speed = np.minimum(speed, FULL)
    changes = np.diff(speed, prepend=0.0, append=0.0)
    kept = changes != 0
    return np.stack([times[kept], changes[kept]], axis=1)


class Growl:
    """Converts frames to samples of the same duration.

    Args: rate  samples per second
    """

    def __init__(self, rate: int = RATE) -> None:
        self._per_sample = CYCLES_PER_SECOND / rate
        self._kernels = step_kernels()
        self._leak = 1 - 2 * np.pi * DC_HZ / rate
        self._pass = float(np.exp(-2 * np.pi * CUTOFF_HZ / rate))
        self._tail = np.zeros(TAPS)
        self._level = self._smooth = 0.0
        self._cycles = 0.0          # of the last frame that no sample has covered yet
        self._waiting = np.zeros(0, np.float32)

    def samples(self, frames: Sequence[Frame]) -> np.ndarray:
        """Return float32[n]: the sound of frames in sequence."""
        parts = [self._of(frame) for frame in frames]
        return np.concatenate(parts) if parts else np.zeros(0, np.float32)

    def take(self, frames: Sequence[Frame], count: int) -> np.ndarray:
        """Queue the sound of frames; return the next float32[count] of the queue."""
        self._waiting = np.concatenate([self._waiting, self.samples(frames)])
        ready, self._waiting = self._waiting[:count], self._waiting[count:]
        return np.concatenate([ready, np.zeros(count - len(ready), np.float32)])

    def _of(self, frame: Frame) -> np.ndarray:
        length = self._cycles + frame.cycles
        count = int(length / self._per_sample)
        edges = speeds(frame) / (1.0, FULL)
        edges[:, 0] = np.clip(edges[:, 0], 0, frame.cycles) + self._cycles
        self._cycles = length - count * self._per_sample
        slopes = np.zeros(count + 2 * TAPS + 2)
        slopes[:len(self._tail)] = self._tail
        add_steps(slopes, edges, 0.0, self._per_sample, self._kernels)
        self._tail = slopes[count:]
        levels = np.empty(count)
        self._level = integrate(slopes[:count], self._leak, self._level, levels)
        out = np.empty(count)
        self._smooth = integrate(levels * (1 - self._pass), self._pass, self._smooth, out)
        return (out * LOUDNESS).astype(np.float32)
