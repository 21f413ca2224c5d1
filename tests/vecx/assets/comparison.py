"""Five drawings: as hand-made lists, as a plain export, and as converted lists.

    python -m tests.vecx.assets.comparison
    python -m tests.vecx.assets.comparison anchor.svg      other files, against the plain export

The drawings and the lists are ours, in the style of published ones: an author draws on squared
paper at scale $40, approximates a circle by six to ten lines, and draws everything with one list
for Draw_VLp.  The plain export imitates converters that ignore costs: it keeps the order of the
paths in the file, divides curves at equal steps of their parameter, and zeroes the beam and calls
Moveto_d and Draw_VLc for each path.  The tolerance of the converter is the deviation of the list
that it is compared with.  Cycles are those of a call on the preset `ideal`, including the move to
the place of the drawing; deviations are in screen units.
"""

import math
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from vecx.assets import drawings, svg
from vecx.assets.curves import deviation
from vecx.assets.forms import FORMS, LINE, MOVE, UNIT, Step
from vecx.assets.labels import Labels
from vecx.assets.measure import Measured, bench, routine

HAND_SCALE = EXPORT_SCALE = 0x40
PIECES = 8                  # lines per curve in the plain export
Polyline = list[tuple[float, float]]

WHEEL = ((-7, 0), (-4, -6), (4, -6), (7, 0), (4, 6), (-4, 6), (-7, 0))
# Name, the paths of the file, and the hand-made lists, in page coordinates.
DRAWINGS = {
    "ship": ("""<path d="M50 10 L80 90 L50 70 L20 90 Z"/><circle cx="50" cy="50" r="8"/>
                <path d="M42 77 Q50 110 58 77"/>""",
             "50,10 80,90 50,70 20,90 50,10; 50,42 56,44 58,50 56,56 50,58 44,56 42,50 44,44 50,42;"
             "42,77 46,90 50,93 54,90 58,77"),
    "saucer": ("""<ellipse cx="50" cy="60" rx="40" ry="12"/><path d="M30 50 Q50 10 70 50"/>
                  <circle cx="30" cy="60" r="4"/><circle cx="50" cy="62" r="4"/>
                  <circle cx="70" cy="60" r="4"/>""",
               "10,60 16,54 30,50 50,48 70,50 84,54 90,60 84,66 70,70 50,72 30,70 16,66 10,60;"
               "30,50 37,38 45,31 55,31 63,38 70,50;"
               "26,60 30,56 34,60 30,64 26,60; 46,62 50,58 54,62 50,66 46,62;"
               "66,60 70,56 74,60 70,64 66,60"),
    "tank": ("""<rect x="15" y="55" width="70" height="18"/><path d="M35 55 L42 42 H60 L65 55"/>
                <path d="M61 46 H90"/><circle cx="25" cy="80" r="7"/><circle cx="42" cy="80" r="7"/>
                <circle cx="58" cy="80" r="7"/><circle cx="75" cy="80" r="7"/>""",
             "15,55 85,55 85,73 15,73 15,55; 35,55 42,42 60,42 65,55; 61,46 90,46;"
             + ";".join(" ".join(f"{x + dx},{80 + dy}" for dx, dy in WHEEL)
                        for x in (25, 42, 58, 75))),
    "letters": ("""<path d="M5 30 L20 70 L35 30"/><path d="M60 30 H42 V70 H60 M42 50 H56"/>
                   <path d="M95 35 Q85 25 75 35 Q66 50 75 65 Q85 75 95 65"/>""",
                "5,30 20,70 35,30; 60,30 42,30 42,70 60,70; 42,50 56,50;"
                "95,35 90,31 85,30 80,31 75,35 71,44 71,56 75,65 80,69 85,70 90,69 95,65"),
    "castle": ("""<path d="M10 90 V40 H20 V48 H30 V40 H40 V48 H60 V40 H70 V48 H80 V40 H90 V90 Z"/>
                  <path d="M42 90 V70 Q50 56 58 70 V90"/><rect x="22" y="60" width="8" height="10"/>
                  <rect x="70" y="60" width="8" height="10"/>
                  <path d="M50 48 V20 L65 26 L50 32"/>""",
               "10,90 10,40 20,40 20,48 30,48 30,40 40,40 40,48 60,48 60,40 70,40 70,48 80,48 "
               "80,40 90,40 90,90 10,90; 42,90 42,70 47,64 53,64 58,70 58,90;"
               "22,60 30,60 30,70 22,70 22,60; 70,60 78,60 78,70 70,70 70,60;"
               "50,48 50,20 65,26 50,32")}


class Figures(NamedTuple):
    """Cycles, vectors including moves, bytes, and the deviation."""

    cycles: int
    vectors: int
    size: int
    deviation: float


def by_hand(text: str) -> list[Polyline]:
    """Return the strokes of a list made by hand, in units from the middle of the page."""
    return [[(float(x) - 50, 50 - float(y)) for x, y in re.findall(r"(-?\d+),(-?\d+)", stroke)]
            for stroke in text.split(";")]


def steps_of(strokes: list[Polyline], scale: int) -> list[Step]:
    """Return the strokes in order, rounded to steps, with vectors of at most 127."""
    found, at = [], (0, 0)
    for stroke in strokes:
        for number, (x, y) in enumerate(stroke):
            to = (round(x * UNIT / scale), round(y * UNIT / scale))
            dx, dy = to[0] - at[0], to[1] - at[1]
            pieces = max(1, math.ceil(max(abs(dx), abs(dy)) / 127))
            marks = [(dx * k // pieces, dy * k // pieces) for k in range(pieces + 1)]
            found += [Step(LINE if number else MOVE, b[0] - a[0], b[1] - a[1])
                      for a, b in pairwise(marks)]
            at = to
    return found


def measured(done: Measured, original: list[Polyline], vectors: int, size: int) -> Figures:
    drawn = [[(x0, y0), (x1, y1)] for x0, y0, x1, y1 in (done.segments[:, :4] / UNIT).tolist()]
    return Figures(done.cycles, vectors, size,
                   max(deviation(drawn, original), deviation(original, drawn)))


def hand(text: str, original: list[Polyline]) -> Figures:
    form = FORMS["vlp"]
    steps = steps_of(by_hand(text), HAND_SCALE)
    rows = list(form.rows(steps, HAND_SCALE))
    source = routine(form, "list", HAND_SCALE) + "list\n" + "".join(f" fcb {row[0]}\n"
                                                                    for row in rows)
    return measured(bench().measure(source), original, len(steps), 3 * len(steps) + 1)


def _pieces(shape: svg.Shape) -> list[Polyline]:
    """Return the sub-paths of a shape, with PIECES lines for each curve."""
    found: list[Polyline] = []
    for segment in shape.path:
        kind = type(segment).__name__
        if kind == "Move":
            found.append([(segment.end.x - 50, 50 - segment.end.y)])
            continue
        count = 1 if kind in ("Line", "Close") else PIECES
        for number in range(1, count + 1):
            point = segment.point(number / count)
            if (point.x - 50, 50 - point.y) != found[-1][-1]:
                found[-1].append((point.x - 50, 50 - point.y))
    return [points for points in found if len(points) > 1]


def export(page: svg.Page, original: list[Polyline]) -> Figures:
    """Measure a plain export: for each path zero the beam, move, draw."""
    form = FORMS["vlc"]
    code, data, vectors, size = "measured\n", "", 0, 0
    for number, shape in enumerate(page.shapes):
        for part, points in enumerate(_pieces(shape)):
            label = f"list{number}_{part}"
            steps = steps_of([points], EXPORT_SCALE)
            start = [step for step in steps if step.kind == MOVE]
            rows = list(form.rows([step for step in steps if step.kind == LINE], EXPORT_SCALE))
            code += " jsr Reset0Ref\n" + f" lda #{EXPORT_SCALE}\n sta <VIA_t1_cnt_lo\n"
            for step in start:
                code += f" ldd #{(step.dy & 255) << 8 | step.dx & 255}\n jsr Moveto_d\n"
            code += f" ldx #{label}\n jsr {form.routine}\n"
            data += f"{label}\n" + "".join(f" fcb {row[0]}\n" for row in rows)
            vectors += len(steps)
            size += 2 * len(rows) + 1
    return measured(bench().measure(code + " rts\n" + data), original, vectors, size)


def converted(data: bytes, original: list[Polyline], tolerance: float) -> Figures:
    chosen = drawings.settings_of({"size": "100", "drift": "0", "tolerance": str(tolerance)})
    pictures = drawings.pictures_of("a.svg", data, chosen, [])
    made = drawings.make(pictures, chosen, "made", Labels())[0]
    return measured(made.measured, original, made.vectors + made.moves, made.size)


def original_of(data: bytes) -> list[Polyline]:
    """Return the outlines of a page of 100 units, relative to its middle."""
    fine = drawings.settings_of({"size": "100", "tolerance": "0.1"})
    return [line.points for line in drawings.pictures_of("a.svg", data, fine, [])[0].outlines]


def figures(name: str) -> tuple[Figures, Figures, Figures, Figures]:
    """Return the figures of a drawing: by hand and converted, plain export and converted."""
    paths, text = DRAWINGS[name]
    data = f'<svg viewBox="0 0 100 100">{paths}</svg>'.encode()
    original = original_of(data)
    ours, plain = hand(text, original), export(svg.read(data), original)
    return (ours, converted(data, original, ours.deviation), plain,
            converted(data, original, plain.deviation))


def figures_of_file(path: str) -> tuple[Figures, Figures]:
    """Return the figures of a file, enlarged to 100 units: plain export and converted."""
    text = Path(path).read_text("utf-8")
    tag = re.search(r"<svg[^>]*>", text)
    box = re.search(r'viewBox="([^"]*)"', tag[0]) if tag else None
    if tag is None or box is None:
        raise SystemExit(f"{path}: no svg element with a viewBox")
    left, top, *sides = map(float, box[1].split())
    look = " ".join(re.findall(r'(?:fill|stroke)="[^"]*"', tag[0]))
    data = (f'<svg viewBox="0 0 100 100"><g {look} transform="scale({100 / max(sides)}) '
            f'translate({-left} {-top})">' + text[tag.end():].replace("</svg>", "</g></svg>")
            ).encode()
    original = original_of(data)
    plain = export(svg.read(data), original)
    return plain, converted(data, original, plain.deviation)


def main() -> None:
    if sys.argv[1:]:
        for path in sys.argv[1:]:
            print(f"{Path(path).stem:12}" + "".join(
                f"{one.cycles:8,}{one.vectors:6}{one.size:6}{one.deviation:10.2f}"
                for one in figures_of_file(path)))
        return
    titles = ("by hand", "converted", "plain export", "converted")
    print(f"{'':9}" + "".join(f"{title:>30}" for title in titles))
    for name in DRAWINGS:
        print(f"{name:9}" + "".join(
            f"{one.cycles:8,}{one.vectors:6}{one.size:6}{one.deviation:10.2f}"
            for one in figures(name)))


if __name__ == "__main__":
    main()
