"""Makes a preset for a real Vectrex from ruler measurements of three test cards.

The service program of our ROM and the cartridge accuracy-beam show the same cards.
Each measurement is a length on the tube.  `Cards` draws the same cards in a machine with given
parameters and measures the segments; `fit` changes the parameters until both agree (Levenberg and
Marquardt, with differences).  docs/beam.md explains how to measure.

The fitted parameters are the size of the picture, the actual length of a ramp, the drift, and the
fraction of the drift that remains while ramping.  The base preset gives all others.
"""

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from .console import analog as presets
from .console.analog import Analog
from .errors import SHOWN_MAX, VecxError, shown
from .machine import Machine

APART_CYCLES = 200      # of darkness between figures, or rows of text
TEXT_ROWS = 7
RULER_MM = 0.5
MENU_FRAMES = 250       # until the menu is shown
CARD_FRAMES = 4
ROUNDS_MAX = 30
DAMPING_MOST = 1e8
PULL_MM = 1e-2          # of a measure, for each SPREAD of distance from the base
WORST_MM = 5.0          # larger than any error of a ruler
MM_MOST = 1000.0
# The fitted parameters, and their spread among machines; a twentieth is the step of a slope.
SPREAD = {"half_w": 3000.0, "half_h": 3000.0, "d_ramp_off": 0.5, "drift_x": 0.3, "drift_y": 0.3,
          "drift_ramp_factor": 0.3}
STEP = {name: spread / 20 for name, spread in SPREAD.items()}
FITTED = tuple(STEP)


@dataclass(frozen=True)
class Measure:
    """A length to measure, in mm.

    card  CARD, DRIFT or TEXT
    what  its description
    """

    name: str
    card: str
    what: str


TUBE = (Measure("tube_width", "", "width of the visible tube"),
        Measure("tube_height", "", "height of the visible tube"))
MEASURES = (
    Measure("square_width", "CARD", "width of the square"),
    Measure("square_height", "CARD", "height of the square"),
    Measure("circle_width", "CARD", "width of the circle"),
    Measure("circle_height", "CARD", "height of the circle"),
    Measure("left_star", "CARD", "width of the left star, from tip to tip"),
    Measure("right_star", "CARD", "width of the right star, from tip to tip"),
    Measure("free_right", "DRIFT",
            "how far the end of the left figure is to the right of its start "
            "(negative: to the left)"),
    Measure("free_up", "DRIFT",
            "how far the end of the left figure is above its start (negative: below)"),
    Measure("slant", "TEXT", "how far the foot of the first S is to the right of its head "
                             "(negative: to the left)"),
)
NAMES = tuple(measure.name for measure in (*TUBE, *MEASURES))
HEIGHTS = ("height", "up")      # endings of vertical measures' names
SCREENS = {"CARD": 1, "DRIFT": 2, "TEXT": 3}


class Cards:
    """A machine with the service program, which can draw the cards with any parameters."""

    def __init__(self) -> None:
        self._machine = Machine(preset="ideal")
        self._machine.run_frames(MENU_FRAMES)
        self._kept = self._machine.keep()
        self._screen = self._machine.bios_debug.values["sv_screen"]
        self._upright = 0.0
        still = replace(presets.preset("ideal"), half_w=1.0, half_h=1.0)
        self._upright = self.measure(still, 2.0, 2.0)["slant"]

    def _card(self, name: str, analog: Analog) -> np.ndarray:
        machine = self._machine
        machine.restore(self._kept)
        machine.chips.set_analog(replace(analog, noise_sigma=0.0, dac_inl=0.0), 0)
        machine.write(self._screen, SCREENS[name])
        return machine.run_frames(CARD_FRAMES)[-1].segments.astype(np.float64)

    def measure(self, analog: Analog, width: float, height: float) -> dict[str, float]:
        """Return every measurement in mm, for a tube with this width and height in mm."""
        across, up = width / 2 / analog.half_w, height / 2 / analog.half_h
        found: dict[str, float] = {}
        square, right, left, *stars = _figures(self._card("CARD", analog))
        found["square_width"], found["square_height"] = _size(square)
        found["circle_width"], found["circle_height"] = _size(np.concatenate([left, right]))
        found["left_star"], found["right_star"] = _size(stars[0])[0], _size(stars[2])[0]
        free = _figures(self._card("DRIFT", analog))[0]
        found["free_right"], found["free_up"] = (free[-1, 2:4] - free[0, 0:2]).tolist()
        rows = _figures(self._card("TEXT", analog))
        found["slant"] = float(rows[TEXT_ROWS - 1][0, 0] - rows[0][0, 0]) - self._upright
        for name in found:
            found[name] *= up if name.endswith(HEIGHTS) else across
        return found


def _size(rows: np.ndarray) -> tuple[float, float]:
    xs, ys = rows[:, 0:3:2], rows[:, 1:4:2]
    return float(xs.max() - xs.min()), float(ys.max() - ys.min())


def _figures(segments: np.ndarray) -> list[np.ndarray]:
    """Split segments at long dark intervals, into figures and rows of text."""
    rows = segments[np.argsort(segments[:, 5], kind="stable")]
    return np.split(rows, np.flatnonzero(rows[1:, 5] - rows[:-1, 6] > APART_CYCLES) + 1)


@dataclass(frozen=True)
class Fit:
    """The fitted parameters, and two lengths in mm for each measurement: the given one, and the one
    on cards drawn with these parameters."""

    analog: Analog
    measures: dict[str, tuple[float, float]]

    @property
    def worst(self) -> float:
        """The largest difference in mm between a given and a fitted length."""
        return max(abs(given - made) for given, made in self.measures.values())


def fit(given: Mapping[str, float], base: Analog, cards: Cards | None = None) -> Fit:
    """Find the parameters with which the cards have the given measurements.

    Args:    given  mm, by the names of TUBE and MEASURES; some may be missing, see `check`
             base   the start, and the values of all other parameters
    Errors:  VecxError if a measurement is invalid, or no machine draws such cards
    """
    check(given)
    cards = cards or Cards()
    width, height = (given.get(measure.name, 1.0) for measure in TUBE)  # 1: not used
    names = [measure.name for measure in MEASURES if measure.name in given]
    measured = np.array([given[name] for name in names])
    analog = base

    def wrong(of: Analog) -> np.ndarray:
        """Return the errors in mm, with a small penalty for the distance from the base."""
        made = cards.measure(of, width, height)
        moved = [(getattr(of, name) - getattr(base, name)) / spread * PULL_MM
                 for name, spread in SPREAD.items()]
        return np.array([*([made[name] for name in names] - measured), *moved])

    analog, off, damping = base, wrong(base), 1e-3
    for _ in range(ROUNDS_MAX):
        slopes = np.stack([_slope(wrong, analog, off, name) for name in STEP], axis=1)
        square = slopes.T @ slopes
        while damping < DAMPING_MOST:
            change = np.linalg.solve(square + damping * np.diag(np.diag(square)), -slopes.T @ off)
            there = _moved(analog, {name: float(part) * step for (name, step), part
                                    in zip(STEP.items(), change, strict=True)})
            then = wrong(there)
            if then @ then < off @ off:
                break
            damping *= 4
        else:
            break
        analog, gain = there, off @ off - then @ then
        off, damping = then, damping / 8
        if gain < RULER_MM ** 2 / 1e6:
            break
    worst = int(np.argmax(np.abs(off[:len(names)])))
    if abs(off[worst]) > WORST_MM:
        raise VecxError(f"no parameters fit these measurements: {names[worst]} is "
                        f"{given[names[worst]]:g} mm, but the closest possible value is "
                        f"{given[names[worst]] + off[worst]:.1f} mm; measure again, in millimetres")
    return Fit(analog, {name: (given[name], given[name] + float(off))
                        for name, off in zip(names, off[:len(names)], strict=True)})


def _slope(wrong: Callable[[Analog], np.ndarray], analog: Analog, off: np.ndarray,
           name: str) -> np.ndarray:
    """Return how increasing a parameter by a step changes the errors; at the parameter's upper
    limit, derive this from a decrease."""
    there = _moved(analog, {name: STEP[name]})
    if getattr(there, name) - getattr(analog, name) > STEP[name] / 2:
        return wrong(there) - off
    return off - wrong(_moved(analog, {name: -STEP[name]}))


def _moved(analog: Analog, by: Mapping[str, float]) -> Analog:
    """Return the parameters with some values changed; each stays within its range."""
    rows = {row.name: row for row in presets.ROWS}
    return replace(analog, **{
        name: min(max(getattr(analog, name) + change, rows[name].least), rows[name].most)
        for name, change in by.items()})


def check(given: Mapping[str, float]) -> None:
    """Refuse impossible or useless measurements.

    There must be a measurement of a card. Horizontal ones also need the tube's width, and vertical
    ones its height.

    Errors: VecxError names the measurement
    """
    for name, value in given.items():
        check_length(name, value)
    drawn = [measure.name for measure in MEASURES if measure.name in given]
    if not drawn:
        raise VecxError("no measurement of a card is given; measure at least "
                        "square_width and tube_width, or square_height and tube_height")
    for name in drawn:
        if tube_of(name) not in given:
            raise VecxError(f"{tube_of(name)} is missing, but {name} needs it; add "
                            f"{tube_of(name)}, or leave out {name}")


def tube_of(name: str) -> str:
    """Return the name of the tube's measurement that gives the scale for another measurement."""
    return "tube_height" if name.endswith(HEIGHTS) else "tube_width"


def check_length(name: str, value: float) -> None:
    """Refuse an impossible measurement.

    Errors: VecxError names it, and its range
    """
    if name not in NAMES:
        raise VecxError(f"unknown measurement {shown(name)}; use {', '.join(NAMES)}")
    signed = name in ("free_right", "free_up", "slant")
    if not math.isfinite(value) or abs(value) > MM_MOST or (value <= 0 and not signed):
        least = f"-{MM_MOST:g}" if signed else "above 0"
        raise VecxError(f"{name} is {value:g} mm; it must be {least} to {MM_MOST:g} mm")


def preset_text(found: Fit, base: str, source: str) -> str:
    """Return the preset as a TOML file.

    Args: source  the origin of the measurements, for its first line
    """
    rows = {row.name: row for row in presets.ROWS}
    lines = [f"# Preset of a measured Vectrex, from {source}.", f'base = "{base}"', ""]
    for name in FITTED:
        unit = rows[name].unit
        lines.append(f"{name} = {round(getattr(found.analog, name), 4)!r}".ljust(34) + f"# {unit}")
    lines += ["",
              "# measurement, its length on the tube, and its length with these parameters (mm)"]
    lines += [f"#   {name:16}{given:8.1f}{made:8.1f}"
              for name, (given, made) in found.measures.items()]
    return "\n".join(lines) + "\n"


def ask(answer: Callable[[str], str]) -> dict[str, float]:
    """Ask for every measurement. An empty answer omits it; without the width or height of the tube,
    all measurements in this direction are omitted.

    Args:    answer  shows a question and returns the text typed
    Errors:  VecxError if the input ends too soon
    """
    given: dict[str, float] = {}
    for measure in (*TUBE, *MEASURES):
        if measure in MEASURES and tube_of(measure.name) not in given:
            continue
        where = f"{measure.card}: " if measure.card else ""
        wrong = ""
        while measure.name not in given:
            try:
                text = answer(f"{wrong}{where}{measure.what}, mm: ").strip().replace(",", ".")
            except EOFError:
                raise VecxError("the input ended too soon; enter an empty line for each "
                                "measurement that you omit, or use a file of measurements"
                                ) from None
            if not text:
                break
            try:
                check_length(measure.name, float(text))
                given[measure.name] = float(text)
            except (ValueError, VecxError):
                wrong = f"'{text}' is not a length in mm; "
    return given


def from_file(path: Path) -> dict[str, float]:
    """Read measurements from a TOML file that gives a length in mm for each name.

    Errors: VecxError names the file, and if possible the line
    """
    text, values = presets.read_toml(path, "measures")
    for name, value in values.items():
        where = f"{path}:{presets.line_of(text, name)}"
        if isinstance(value, bool) or not isinstance(value, int | float) or \
                abs(value) > sys.float_info.max:
            raise VecxError(f"{where}: {name[:SHOWN_MAX]} is {shown(value)}, not a length in mm")
        try:
            check_length(name, float(value))
        except VecxError as fault:
            raise VecxError(f"{where}: {fault}") from None
    given = {name: float(value) for name, value in values.items()}
    try:
        check(given)
    except VecxError as fault:
        raise VecxError(f"{path}: {fault}") from None
    return given
