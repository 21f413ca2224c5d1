"""A film as one web page, which contains only strokes and the writes to the sound chip, not the
machine.

Strokes and writes are columns of numbers (budget/page.py), quantised below what can be seen or
heard: STEP_P of a place, TIME_STEP cycles of a moment, 1/LAST_STEPS of a stroke's duration.
"""

import base64
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import pages
from ..chips import psg
from ..chips.state import CYCLES_PER_SECOND, RECORD
from ..chips.state_record import new_state, pack
from ..console.frame import Frame
from ..errors import VecxError
from ..machine import Machine
from ..measure.budget.page import differences, packed
from ..play.movie import Movie, replay
from . import export

STEP_P = 8              # p
TIME_STEP = 4           # cycles
LAST_STEPS = 8          # of a cycle
FRAMES_MAX = 30_000     # ten minutes
INT16 = 32767


def page(movie: Movie, machine: Machine, overlay: bytes | None = None, first: int = 0,
         count: int | None = None) -> str:
    """Return a page that shows a movie as a film.

    Args:   machine  at power-on, set up for the movie;  overlay  a PNG to show over the picture
            first    number of the movie's first frame to show;  count  of frames, None: all
    Errors: VecxError if the movie was made with another machine, or lacks frames, or has too many

    >>> from vecx.play import movie
    >>> from vecx.web.film import page
    >>> m = Machine("connect4", preset="ideal", seed=2)
    >>> recorder = movie.Recorder(m)
    >>> for _ in range(20):
    ...     recorder.frame(m.run_frames(1)[0].index)
    >>> made = recorder.stop()
    >>> page(made, made.machine(), first=5)[:15]
    '<!doctype html>'
    """
    rows = list(_filmed(replay(movie, machine), machine, first, count))
    if not rows:
        raise VecxError(f"the movie has only {len(movie.frames):,} frames, but the film "
                        f"would begin with frame {first:,}")
    if len(rows) > FRAMES_MAX:
        raise VecxError(f"{len(rows):,} frames exceed the limit of {FRAMES_MAX:,} for a film: use "
                        "--from and --frames")
    data = export.as_json(_data(machine, rows, first, overlay))
    script = pages.built("filmed.js") + f"\nglobalThis.vecx = await page.showFilm({data});\n"
    return export.assembled(machine, script, template="film.html")


Row = tuple[Frame, np.ndarray, list[int]]       # writes int64[n, 3]; registers before


def _filmed(frames: Iterator[Frame], machine: Machine, first: int,
            count: int | None) -> Iterator[Row]:
    """Yield each frame, the writes to the sound chip during it, and the chip's registers as they
    were before those writes."""
    end, before = None if count is None else first + count, [0] * 16
    for number, frame in enumerate(itertools.islice(frames, end)):
        writes = np.asarray(machine.take_sound())
        if number >= first:
            yield frame, writes, before
        before = [int(value) for value in machine.chips.state.ay_reg]


def _whole(values: np.ndarray) -> np.ndarray:
    return np.clip(np.round(values), -INT16, INT16).astype(np.int16)


def _data(machine: Machine, rows: list[Row], first: int, overlay: bytes | None) -> dict[str, Any]:
    frames = [frame for frame, _, _ in rows]
    counts = [len(frame.segments) for frame in frames]
    segments = np.concatenate([frame.segments for frame in frames]).astype(np.float64)
    columns = {
        **{f"p{i}": segments[:, i] / STEP_P for i in range(4)}, "z": segments[:, 4] * 255,
        "cycle": segments[:, 5] / TIME_STEP,
        "lasts": (segments[:, 6] - segments[:, 5]) * LAST_STEPS}
    own = [np.clip(writes - (frame.start_cycle, 0, 0), (0, 0, -INT16),
                   (frame.cycles, INT16, INT16)) for frame, writes, _ in rows]
    logged = np.concatenate(own).astype(np.float64)
    written = {"cycle": logged[:, 0] / TIME_STEP, "register": logged[:, 1], "value": logged[:, 2]}
    at: Any = RECORD.fields
    setup = {"record": pages.packed(pack(new_state())), "sound": export.sound(),
             "number": {"tick": psg.TICK, "cyclesPerSecond": CYCLES_PER_SECOND},
             "tickAt": at["ay_tick"][1], "registersAt": at["ay_reg"][1],
             "writesMost": max(1, *(len(writes) for writes in own))}
    return {
        "first": first, "start": frames[0].start_cycle, "counts": counts,
        "cycles": [frame.cycles for frame in frames], "step": STEP_P, "timeStep": TIME_STEP,
        "lastSteps": LAST_STEPS, "registers": rows[0][2] if first else [],
        "columns": {name: packed(differences(_whole(values), counts))
                    for name, values in columns.items()},
        "writes": {name: packed(_whole(values)) for name, values in written.items()},
        "writeCounts": [len(writes) for writes in own],
        "worklet": pages.built("worklet.js"), "tube": export.tube(machine.analog),
        "light": export.light_module(),
        "wasm": pages.packed(_sound_module()),
        "setup": pages.packed(export.as_json(setup).encode()),
        "overlay": base64.b64encode(overlay).decode() if overlay else ""}


def _sound_module() -> bytes:
    try:
        return export.SOUND.read_bytes()
    except OSError as fault:
        raise VecxError(f"{export.SOUND}: {fault.strerror}; install vecx again, or run "
                        "python -m building web") from None
