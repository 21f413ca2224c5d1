"""Convert a drawing to source: lists of vectors, and the routine and scale that draw them."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from asm.assembler.conversion import Asset, Conversion, ConversionError

from . import forms, report, svg, wavefront
from .curves import (
    DAC_MAX,
    FLATNESS,
    POINTS_MAX,
    Vertex,
    dashed,
    deviation,
    outline,
    split,
    too_many_points,
)
from .forms import FORMS, UNIT, Form, Step
from .labels import Labels
from .measure import bench, routine
from .options import Options
from .order import WORK_MAX, Line, Stroke, join, order
from .result import Made, Outline, Point, Result
from .source import equate, statement
from .symmetry import fit_symmetric

SIZE = 200.0                # units of the longer side of a page, unless the line says otherwise
SIZE_MAX = 2_000.0
TOLERANCE = 1.0             # units
TOLERANCE_STEPS_MIN = 0.75  # rounding alone takes up to 0.71
DRIFT = 5.0                 # units on `worn`
SCALES = (5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 68, 80, 96, 113, 127, 150, 180,
          212, 255)
SCALES_TRIED = 3
SPLIT_STEPS = 1.42          # twice what rounding takes: at its end, and where a line is split
BYTES_MAX = 0x8000          # of one asset: a bank of a cartridge
VECTORS_MAX = 2_000         # of a list
TABLES = ("layers", "ids")  # values of `lists` with which there is always a table of lists
FINE = 0.02                 # units: how closely the original is compared


class Picture(NamedTuple):
    """The part of a drawing that becomes one list: its name and its outlines."""

    name: str
    outlines: list[Outline]


class Settings(NamedTuple):
    """The options of an ASSET line for a drawing; docs/assets.md explains them."""

    form: str
    scale: int
    size: float
    tolerance: float
    drift: float
    part: str
    lists: str
    mirror: str
    origin: str
    steps: int
    axis: str
    tilt: float


def settings_of(values: Any) -> Settings:
    """Read and check the options of an ASSET line for a drawing.  Errors: ConversionError"""
    options = Options(values)
    found = Settings(
        options.word("form", "auto", ("auto", "rom", *FORMS)), options.whole("scale", 0, 4, 255),
        options.number("size", SIZE, 1, SIZE_MAX),
        options.number("tolerance", TOLERANCE, 0.05, 50), options.number("drift", DRIFT, 0, 1000),
        options.text("part"), options.word("lists", "auto", ("auto", "layers", "ids", "one")),
        options.word("mirror", "no", ("no", "x", "y", "xy")),
        options.word("origin", "page", ("page", "drawing")), options.whole("steps", 1, 1, 256),
        options.word("axis", "y", ("x", "y", "z")), options.number("tilt", 0, -180, 180))
    options.text("more")
    options.finish()
    if found.scale and found.tolerance * UNIT / found.scale < TOLERANCE_STEPS_MIN:
        least = TOLERANCE_STEPS_MIN * found.scale / UNIT
        raise ConversionError(f"at scale {found.scale} a step is {found.scale / UNIT:.2f} units: "
                              f"tolerance must be {least:.2f} or more", option="tolerance")
    return found


def convert(asset: Asset, others: dict[str, bytes]) -> Result:
    """Convert a drawing.

    Args:   others  further files, whose pictures follow those of the first
    Errors: ConversionError
    """
    settings = settings_of(asset.options)
    labels = Labels()
    base = asset.label or labels.label(os.path.splitext(os.path.basename(asset.path))[0], "drawing")
    pictures = []
    for path, data in ((asset.path, asset.data), *others.items()):
        file = os.path.splitext(os.path.basename(path))[0] if others else ""
        pictures += [picture._replace(name="_".join(filter(None, (file, picture.name))))
                     for picture in pictures_of(path, data, settings, labels.notes)]
    made = make(pictures, settings, base, labels)
    labels.notes += [*_about_lost(pictures, made), *_about_drift(made, settings),
                     *_about_deviation(made, settings)]
    lines = list(source_of(made, base, os.path.basename(asset.path), named=asset.locals))
    return Result(Conversion(tuple(lines), tuple(labels.notes)), lambda: report.table(made),
                  lambda: report.picture(made))


# Reading ------------------------------------------------------------------------------------------

def pictures_of(path: str, data: bytes, settings: Settings, notes: list[str]) -> list[Picture]:
    """Read the pictures of a file: one for each layer, one for each element, or one for all.

    Args:   notes  to which sentences are added about what was left out
    Errors: ConversionError
    """
    if path.lower().endswith(".obj"):
        model = wavefront.read(data)
        return [Picture(f"{number}", [
            Outline([_mirrored(x * settings.size / 2, y * settings.size / 2, settings.mirror)
                     for x, y in edge], int(svg.LIGHT), "edge", source)
            for edge, source in model.view(number / settings.steps, settings.axis, settings.tilt)])
            for number in range(settings.steps)]
    page = svg.read(data)
    notes += page.notes
    shapes = [shape for shape in page.shapes if not settings.part
              or settings.part in (*shape.groups, shape.layer)]
    if not shapes:
        known = dict.fromkeys(name for shape in page.shapes for name in (*shape.groups, shape.layer)
                              if name)
        if settings.part:
            raise ConversionError(f"no element or layer is named {settings.part}", option="part",
                                  hints=("the names are " + ", ".join([*known][:20]),)
                                  if known else ())
        raise ConversionError("the file draws nothing", hints=(
            "elements that are hidden, or have neither fill nor stroke, are not drawn",))
    outlines, count = list[tuple[svg.Shape, Outline]](), 0
    counts = Counter[tuple[str, int]]()
    for shape in shapes:
        for line in _outlines(shape, page, settings):
            outlines.append((shape, line))
            counts[line.name, line.source] += len(line.points)
            count += len(line.points)
            if count > POINTS_MAX:
                raise too_many_points("the drawing", _largest(counts))
    if settings.origin == "drawing":
        outlines = _centred(outlines)
    groups: dict[str, list[Outline]] = {}
    for shape, line in outlines:
        key = {"one": "", "auto": "" if settings.part else shape.layer, "layers": shape.layer,
               "ids": shape.groups[-1] if shape.groups else ""}[settings.lists]
        groups.setdefault(key, []).append(line)
    if not groups:
        raise ConversionError("the drawing is smaller than a step of the DAC", option="size")
    return [Picture(name, lines) for name, lines in groups.items()]


def _outlines(shape: svg.Shape, page: svg.Page, settings: Settings) -> Iterator[Outline]:
    """Yield the sub-paths of a shape, in units from the middle of the page."""
    unit = settings.size / max(page.width, page.height)

    def place(x: float, y: float) -> Point:
        return _mirrored((x - page.width / 2) * unit, (page.height / 2 - y) * unit, settings.mirror)

    light = round(shape.light)
    if light < 1:
        return
    where = f"line {shape.line}: {shape.name}"
    for points in outline(shape.path, place, settings.tolerance * FLATNESS, where):
        far = max(max(abs(x), abs(y)) for x, y in points)
        if far > SIZE_MAX:
            raise ConversionError(f"{where} is {far:,.0f} units from the "
                                  f"middle of the page; the maximum is {SIZE_MAX:,.0f}")
        for part in dashed(points, [unit * length for length in shape.dashes],
                           unit * shape.begin, where) if shape.dashes else [points]:
            yield Outline(part, light, shape.name, shape.line)


def _largest(counts: Counter[tuple[str, int]]) -> str:
    """Return the end of a message about the element with the largest number, if there are more."""
    ((name, line), count), = counts.most_common(1)
    return f"; {name} (line {line}) has {count:,} of them" if len(counts) > 1 else ""


def _mirrored(x: float, y: float, mirror: str) -> Point:
    return (-x if "x" in mirror else x), (-y if "y" in mirror else y)


def _centred(outlines: list[tuple[svg.Shape, Outline]]) -> list[tuple[svg.Shape, Outline]]:
    """Move outlines so that the middle of their bounding box is the origin."""
    points = [point for _, line in outlines for point in line.points]
    middle = [(min(values) + max(values)) / 2 for values in zip(*points, strict=True)]
    return [(shape, line._replace(points=[(x - middle[0], y - middle[1])
                                          for x, y in line.points])) for shape, line in outlines]


# Making lists -------------------------------------------------------------------------------------

def make(pictures: list[Picture], settings: Settings, base: str, labels: Labels) -> list[Made]:
    """Make the lists of some pictures; all have the same form and scale.

    Errors: ConversionError if no form can draw them
    """
    names = [base] if len(pictures) == 1 and settings.lists not in TABLES else [
        labels.label(f"{base}_{picture.name or 'rest'}") for picture in pictures]
    tried: list[list[Made]] = []
    faults: dict[str, str] = {}
    strokes: dict[int, list[list[Stroke]]] = {}
    lights = {line.light for picture in pictures for line in picture.outlines}
    wanted = [form for form in FORMS.values() if settings.form in (
        "auto", form.name) or (settings.form == "rom" and form.name != "lists")]
    for scale in [settings.scale] if settings.scale else _scales(pictures, settings, wanted):
        joined = [_strokes(picture, scale, settings) for picture in pictures]
        _check_length(joined)
        strokes[scale] = [order(each, forms.move_cost(scale), quick=True) for each in joined]
    near = [scale for scale, each in strokes.items()
            if _are_near(each, pictures, scale, settings.tolerance)]
    strokes = {scale: strokes[scale] for scale in near or strokes}
    ordered: dict[int, list[list[Stroke]]] = {}
    for form in wanted:
        candidates: list[tuple[int, int]] = []
        for scale, each in strokes.items():
            steps = [forms.steps_of(part, scale, form, settings.drift, lights) for part in each]
            fault = next(filter(None, map(form.fault, steps)), "")
            if fault or not all(steps):
                faults[form.name] = fault or "it has no lines"
            else:
                candidates.append((sum(form.cycles(part, scale) for part in steps), scale))
        if candidates:
            scale = min(candidates)[1]
            if scale not in ordered:        # the forms share the best order
                work = WORK_MAX // len(pictures)
                ordered[scale] = [order(part, forms.move_cost(scale), work=work)
                                  for part in strokes[scale]]
            steps = [forms.steps_of(part, scale, form, settings.drift, lights)
                     for part in ordered[scale]]
            if any(map(form.fault, steps)):
                continue
            tried.append([_made(name, form, scale, part, [
                one for one in picture.outlines if not _is_lost(one, scale, settings)])
                for name, part, picture in zip(names, steps, pictures, strict=True)])
    if not tried:
        raise ConversionError(f"the form {settings.form} cannot represent this drawing: "
                              + (next(iter(faults.values()), "it has no lines")), option="form",
                              hints=("use form=auto",))
    best = min(tried, key=lambda each: (_excess(each, settings.drift),
                                        sum(one.measured.cycles for one in each)))
    if sum(one.size for one in best) > BYTES_MAX:
        raise ConversionError(f"the drawing needs {sum(one.size for one in best):,} bytes; a bank "
                              f"has {BYTES_MAX:,}")
    return best


def _about_lost(pictures: list[Picture], made: list[Made]) -> Iterator[str]:
    """Yield a sentence about the outlines that are left out."""
    drawn = {id(one) for each in made for one in each.outlines}
    lost = [one for picture in pictures for one in picture.outlines if id(one) not in drawn]
    if lost:
        others = len(lost) - 1
        more = f", and {others:,} other outline{'s' * (others > 1)}" if others else ""
        yield f"line {lost[0].source}: {lost[0].name}{more}: smaller than the tolerance, not drawn"


def _about_drift(made: list[Made], settings: Settings) -> Iterator[str]:
    """Yield a sentence for the list with the most drift, if that exceeds the limit."""
    most = max(made, key=lambda one: one.drift)
    if not settings.drift or most.drift <= settings.drift:
        return
    text = f"the beam drifts {most.drift:.1f} units in {most.label} on the preset worn, more " \
        f"than drift={settings.drift:g}"
    if most.form.name != "lists":
        yield f"{text}: lists of the form {most.form.name} cannot zero the beam; use form=lists, " \
              "or drift=0 to accept this"
        return
    _, step = forms.drift_of(most.steps, most.scale, most.form)
    assert step is not None
    yield f"{text}: the stroke {step.name} (line {step.source}) cannot be split further; use a " \
          "smaller scale, or a larger drift"


def _about_deviation(made: list[Made], settings: Settings) -> Iterator[str]:
    """Yield a sentence for the list with the largest deviation, if that exceeds the tolerance."""
    most = max(made, key=lambda one: one.deviation)
    if round(most.deviation, 2) > settings.tolerance:
        yield f"the deviation of {most.label} is {most.deviation:.2f} units, more than " \
              f"tolerance={settings.tolerance:g}; `--picture` of vecx convert shows where"


def _excess(made: list[Made], drift: float) -> int:
    """Return by how many units the largest drift of the lists exceeds the limit; 0 if it does not,
    or if there is no limit."""
    return math.ceil(max(one.drift for one in made) - drift) if drift and any(
        one.drift > drift for one in made) else 0


def _scales(pictures: list[Picture], settings: Settings, wanted: list[Form]) -> list[int]:
    """Return the scales that will probably need the fewest cycles, judging by the lengths of the
    lines."""
    usable = [scale for scale in SCALES
              if settings.tolerance * UNIT / scale >= TOLERANCE_STEPS_MIN] or [SCALES[0]]
    if settings.tolerance * UNIT / usable[0] < TOLERANCE_STEPS_MIN:
        raise ConversionError(f"tolerance must be {TOLERANCE_STEPS_MIN * usable[0] / UNIT:.3f} or "
                              "more", option="tolerance")
    middle = usable[len(usable) * 2 // 3]
    joined = [_strokes(picture, middle, settings) for picture in pictures]
    _check_length(joined)
    lengths = [max(abs(line.end[0] - line.start[0]), abs(line.end[1] - line.start[1])) * middle
               for strokes in joined for stroke in strokes for line in stroke.lines]
    overhead = min(form.overhead for form in wanted)

    def cycles(scale: int) -> float:
        return sum(math.ceil(length / scale / DAC_MAX) * (overhead + scale) for length in lengths)

    safe = [scale for scale in usable if settings.tolerance * UNIT / scale >= SPLIT_STEPS]
    return list(dict.fromkeys([*sorted(usable, key=cycles)[:SCALES_TRIED], *safe[-1:]]))


def _check_length(each: list[list[Stroke]]) -> None:
    """Refuse lists that are far too long for a frame.  Errors: ConversionError"""
    for strokes in each:
        counts = Counter((line.name, line.source) for stroke in strokes for line in stroke.lines)
        if counts.total() > VECTORS_MAX:
            raise ConversionError(
                f"the drawing needs {counts.total():,} vectors; the maximum is {VECTORS_MAX:,}, "
                f"but a frame has time for only about 200{_largest(counts)}", option="tolerance",
                hints=("simplify the drawing, or raise the tolerance",))


def _are_near(each: list[list[Stroke]], pictures: list[Picture], scale: int,
              tolerance: float) -> bool:
    """Return whether the strokes are within the tolerance.

    This must be checked, because rounding can move the points where long lines are split.
    """
    for strokes, picture in zip(each, pictures, strict=True):
        drawn: list[list[Point]] = []
        for stroke in strokes:
            x, y = stroke.start
            drawn.append([(x * scale / UNIT, y * scale / UNIT)])
            for line in stroke.lines:
                for dx, dy in split(line.end[0] - line.start[0], line.end[1] - line.start[1]):
                    x, y = x + dx, y + dy
                    drawn[-1].append((x * scale / UNIT, y * scale / UNIT))
        exact = [line.points for line in picture.outlines]
        if deviation(drawn, exact, spacing=math.inf) > tolerance:   # the ends are the farthest
            return False
    return True


def _strokes(picture: Picture, scale: int, settings: Settings) -> list[Stroke]:
    """Fit the outlines of a picture to the grid of a scale, and join them."""
    return join(Line(a, b, one.light, one.name, one.source) for one in picture.outlines
                for a, b in pairwise(_vertices(one, scale, settings)))


def _vertices(one: Outline, scale: int, settings: Settings) -> list[Vertex]:
    """Fit an outline to the grid of a scale."""
    ratio = UNIT / scale
    points = [(x * ratio, y * ratio) for x, y in one.points]
    return fit_symmetric(points, settings.tolerance * ratio * (1 - FLATNESS)
                         if len(points) > 2 else math.inf,
                         lambda dx, dy: -(-max(abs(dx), abs(dy)) // DAC_MAX) or 1)


def _is_lost(one: Outline, scale: int, settings: Settings) -> bool:
    """Return whether an outline is so small that it becomes a single point."""
    sides = (max(values) - min(values) for values in zip(*one.points, strict=True))
    return max(sides) <= 2 * settings.tolerance + scale / UNIT \
        and len(_vertices(one, scale, settings)) < 2


def _made(label: str, form: Form, scale: int, steps: list[Step], outlines: list[Outline]) -> Made:
    """Make a list, and measure it on the machine."""
    rows = list(form.rows(steps, scale))
    source = routine(form, label, scale) + "".join(f"{text}\n" for _, text in _list(label, rows))
    measured = bench().measure(source)
    return Made(label, form, scale, steps, rows, measured, outlines)


# The source ---------------------------------------------------------------------------------------

def source_of(made: list[Made], base: str, file: str, *, named: bool
              ) -> Iterator[tuple[int, str]]:
    """Yield the source of some lists as pairs: the line number in the drawing's file, and a line of
    source made from it.

    Args: named  with local labels where the vectors of an element begin
    """
    first = made[0]
    yield from _head(first.form, base, first.scale)
    lights = {one.light for each in made for one in each.outlines}
    if len(lights) == 1:
        yield 1, equate(f"{base}_light", str(lights.pop()))
    if len(made) > 1 or made[0].label != base:
        yield 1, equate(f"{base}_frames", str(len(made)))
        yield 1, statement(base, "fdb", made[0].label)
        for each in made[1:]:
            yield 1, statement("", "fdb", each.label)
    for each in made:
        yield 1, f"; {each.label}, from {file}: {', '.join(each.summary())}"
        yield from _list(each.label, each.rows, named=named)


def _head(form: Form, label: str, scale: int) -> Iterator[tuple[int, str]]:
    """Yield definitions for the routine and the scale, and an INCLUDE if the routine is in lib/."""
    yield 1, equate(f"{label}_draw", form.routine)
    yield 1, equate(f"{label}_scale", str(scale))
    if form.name == "lists":
        yield 1, "        ifndef  drawing_draw"
        yield 1, '        include "lib/drawing.asm"'
        yield 1, "        endif"


def _list(label: str, rows: list[forms.Row], *, named: bool = False
          ) -> Iterator[tuple[int, str]]:
    labels = Labels()
    last = ""
    for number, (operand, comment, line) in enumerate(rows):
        own = label
        if number:
            starts = named and comment not in (*forms.COMMENTS, last)
            own = f".{labels.label(comment)}" if starts else ""
        last = last if comment in forms.COMMENTS else comment
        yield line, statement(own, "fcb", operand, comment)
