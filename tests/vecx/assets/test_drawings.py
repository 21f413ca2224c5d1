"""Drawings from file to screen: the machine draws what the file contains."""

import gzip
import math
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from asm import assemble
from asm.assembler.conversion import Asset, Conversion, ConversionError
from vecx.assets import drawings, forms
from vecx.assets.curves import deviation
from vecx.assets.forms import DRIFTS, FORMS, LIGHT, LINE, MOVE, UNIT, ZERO, Step
from vecx.assets.labels import Labels
from vecx.assets.measure import bench, routine
from vecx.console import analog
from vecx.console.includes import include_folders

SHIP = b"""<svg viewBox="0 0 100 100" xmlns="http://www.w3.org/2000/svg">
<path id="hull" d="M50 10 L80 90 L50 70 L20 90 Z"/>
<circle id="window" cx="50" cy="50" r="8"/>
<path id="flame" d="M45 75 Q50 100 55 75"/>
</svg>"""


def convert(data: bytes, file: str = "ship.svg", label: str = "", **options: object) -> Conversion:
    """Convert a drawing with the options of a line."""
    values = {name: str(value) for name, value in options.items()}
    return drawings.convert(Asset(file, data, label, values, lambda _: b""), {}).conversion


def made_of(data: bytes, file: str = "ship.svg", **options: object) -> list[drawings.Made]:
    chosen = drawings.settings_of({name: str(value) for name, value in options.items()})
    return drawings.make(drawings.pictures_of(file, data, chosen, []), chosen, "ship", Labels())


def source_of(made: Conversion) -> str:
    return "".join(f"{text}\n" for _, text in made.lines)


def test_a_packed_file_is_the_same_drawing() -> None:
    """A .svgz file is read as the .svg file in it; a truncated one is refused."""
    packed = gzip.compress(SHIP)
    assert source_of(convert(packed, "ship.svgz")).replace(".svgz", ".svg") == \
        source_of(convert(SHIP, "ship.svg"))
    with pytest.raises(ConversionError, match="incomplete"):
        convert(packed[:-12], "ship.svgz")


def test_what_is_too_small_is_left_out_with_a_note() -> None:
    """An outline within the tolerance is no vector, is named, and does not count as a deviation."""
    made = convert(b'''<svg viewBox="0 0 100 100"><path d="M10 10H90V90H10Z"/>
<circle id="eye" cx="50" cy="50" r="0.4"/>
<path id="hair" d="M20 50h0.1"/></svg>''', size=100)
    assert "line 2: eye, and 1 other outline: smaller than the tolerance, not drawn" in made.notes
    assert not any("deviation of" in note for note in made.notes)


def test_a_drawing_that_is_too_large_names_its_largest_element() -> None:
    """The messages about too many vectors and points say which element has most of them."""
    chance = random.Random(1)

    def zigzag(count: int, bend: str = "") -> str:
        return " ".join(f"{bend}{chance.randrange(100)} {chance.randrange(100)}"
                        for _ in range(count))

    with pytest.raises(ConversionError, match=r"needs 2,\d{3} vectors; .*; sea \(line 3\) has 1,9"):
        convert(f'''<svg viewBox="0 0 100 100"><path d="M0 0 L{zigzag(200)}"/>
<path id="sky" d="M3 1 L{zigzag(300)}"/>
<path id="sea" d="M1 9 L{zigzag(2000)}"/></svg>'''.encode())
    curves = "<path id='{}' d='M0 0{}'/>"
    with pytest.raises(ConversionError,
                       match=r"needs more than 20,000 points; fog \(line 2\) has 1\d,\d{3}"):
        convert(("<svg viewBox='0 0 100 100'>\n" + curves.format("fog", zigzag(300, "Q200 90 "))
                 + curves.format("dew", zigzag(200, "Q200 90 ")) + "</svg>").encode(), size=1000)
    with pytest.raises(ConversionError, match=r"line 2: fog needs more than 20,000 points"):
        convert(("<svg viewBox='0 0 100 100'>\n" + curves.format("fog", zigzag(900, "Q200 90 "))
                 + "</svg>").encode(), size=1000)


def test_a_file_saved_by_inkscape() -> None:
    """Each layer of an Inkscape file becomes a list, in the order of the file.

    The file was drawn in Inkscape 1.2.2, in millimetres: letters, a circle, pen paths, a star, a
    spiral, a rectangle and its rotated clone.
    """
    made = made_of((Path(__file__).parent / "inkscape.svg").read_bytes(), "inkscape.svg",
                   form="lists", tolerance=1)
    assert [one.label for one in made] == [
        f"ship_{name}" for name in ("comet", "tail1", "tail2", "tail3", "back_ground")]
    assert [len(one.outlines) for one in made] == [7, 2, 2, 2, 5]
    assert max(one.deviation for one in made) <= 1
    square, clone = (line.points for line in made[4].outlines if line.name == "rect508")
    assert [math.dist(*pair) for pair in pairwise(square)] == pytest.approx(
        [math.dist(*pair) for pair in pairwise(clone)])
    points = np.array([point for one in made for line in one.outlines for point in line.points])
    assert np.abs(points).max() <= 100


# Round trip ---------------------------------------------------------------------------------------

PLACE = st.integers(-100, 100)
POINTS = st.lists(st.tuples(PLACE, PLACE), min_size=2, max_size=8).filter(
    lambda points: any(a != b for a, b in pairwise(points)))


@pytest.mark.slow
@settings(max_examples=15)
@example([[(0, 0), (0, -99)], [(78, -90), (-100, -4)], [(28, 1), (-41, 0), (73, 0)]], "lists",
         False)
@given(st.lists(POINTS, min_size=1, max_size=3), st.sampled_from(["lists", "vlp", "mode"]),
       st.booleans())
def test_the_machine_draws_within_a_step_of_the_file(paths: list[list[tuple[int, int]]], form: str,
                                                     curved: bool) -> None:
    """The machine draws everything in the file and nothing else, in each form."""
    between = "Q50 -50 " if curved else "L"
    text = "".join(f"<path d='M{points[0][0]} {points[0][1]}" + "".join(
        f"{between}{x} {y}" for x, y in points[1:]) + "'/>" for points in paths)
    svg = f"<svg viewBox='-100 -100 200 200'>{text}</svg>".encode()
    made = made_of(svg, form=form, tolerance=1, drift=0)[0]
    exact = [line.points for line in made.outlines]
    drawn = [[(x0, y0), (x1, y1)] for x0, y0, x1, y1
             in (made.measured.segments[:, :4] / UNIT).tolist()]
    assert deviation(drawn, exact) <= 1.0
    assert deviation(exact, drawn) <= 1.0


def test_closed_shapes_close() -> None:
    """The last vector of a closed stroke ends exactly at its start."""
    made = made_of(SHIP, form="lists", part="hull")[0]
    lines = [step for step in made.steps if step.kind == LINE]
    assert sum(step.dx for step in lines) == sum(step.dy for step in lines) == 0
    segments = made.measured.segments
    assert np.allclose(segments[0, :2], segments[-1, 2:4])


# Forms --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_model_knows_the_cycles(form: forms.Form) -> None:
    """The model's cycles are within 7 cycles per vector of the machine's."""
    line, move = Step(LINE, 20, 10), Step(MOVE, 5, 5)
    cases = [[line], [line] * 12]
    if not form.single:
        cases += [[move, line, line] * 4, [move, move, move, line]]
    elif form.name != "vlc":
        cases += [[move, line, line]]
    if form.name == "lists":
        cases += [[line, Step(ZERO), move, line], [line, Step(LIGHT, value=80), move, line]]
    for scale in (12, 40, 127):
        for steps in cases:
            rows = "".join(f" fcb {row[0]}\n" for row in form.rows(steps, scale))
            found = bench().measure(f"{routine(form, 'x', scale)}x\n{rows}")
            assert abs(found.cycles - form.cycles(steps, scale)) <= 7 * len(steps) + 20, \
                (scale, steps)
            lit = np.abs(found.segments[:, :2] - found.segments[:, 2:4]).max(axis=1) > 1
            assert lit.sum() == sum(step.kind == LINE for step in steps)


def test_auto_takes_the_cheapest() -> None:
    """`auto` takes no more cycles than any form, and gives the same picture."""
    auto = made_of(SHIP, drift=0)[0]
    for form in ("vlp", "mode", "lists"):
        other = made_of(SHIP, form=form, drift=0)[0]
        assert auto.measured.cycles <= other.measured.cycles
        assert other.deviation <= 1
    with pytest.raises(ConversionError, match="the form vlc cannot represent this"):
        made_of(SHIP, form="vlc")


def test_zeroing_limits_the_drift() -> None:
    """The form `lists` zeroes the beam between strokes; `drift=0` never does."""
    many = "".join(f'<path d="M{x} {x}h3v3h-3z"/>' for x in range(0, 95, 12))
    svg = f"<svg viewBox='0 0 100 100'>{many}</svg>".encode()
    free, tight = made_of(svg, form="lists", drift=0)[0], made_of(svg, form="lists", drift=5)[0]
    assert free.drift > 8 and tight.drift <= 5
    assert tight.measured.cycles > free.measured.cycles
    assert made_of(svg, drift=5)[0].form.name == "lists"


CIRCLES = (b'<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="48"/>'
           b'<circle cx="50" cy="50" r="40"/></svg>')


@pytest.mark.sample(1)
@pytest.mark.parametrize("drift", [2, 3.5, 5])
def test_a_long_stroke_is_split_at_the_limit(drift: float) -> None:
    """The beam is zeroed within a stroke, which then closes on `worn` too."""
    free = made_of(CIRCLES, form="lists", drift=0, tolerance=0.4)[0]
    made = made_of(CIRCLES, form="lists", drift=drift, tolerance=0.4)[0]
    assert free.drift > 6 and made.drift <= drift
    assert max(made.deviation, free.deviation) <= 0.4
    rows = "".join(f" fcb {row[0]}\n" for row in made.rows)
    source = f"{routine(made.form, 'x', made.scale)}x\n{rows}"
    drifting = replace(analog.preset("ideal"), drift_x=0.6, drift_ramp_factor=0.2)
    drawn = [bench(preset).measure(source).segments for preset in ("ideal", drifting)]
    away = abs(drawn[0][:, :4] - drawn[1][:, :4]).max() / UNIT
    assert away == pytest.approx(made.drift, rel=0.1)
    assert away < drift * 1.05


@pytest.mark.slow
def test_a_drift_that_cannot_be_kept_is_noted() -> None:
    """The note says which list, and what to do, or which stroke cannot be split."""
    notes = convert(CIRCLES, form="vlp", tolerance=0.4, drift=5).notes
    assert len(notes) == 1 and "of the form vlp cannot zero the beam; use form=lists" in notes[0]
    note, = convert(CIRCLES, form="lists", tolerance=0.4, drift=0.2).notes
    assert "the stroke circle" in note and "(line 1) cannot be split further" in note
    assert convert(CIRCLES, form="vlp", tolerance=0.4, drift=0).notes == ()
    assert convert(CIRCLES, tolerance=0.4).notes == ()


def test_the_report_compares_the_presets() -> None:
    """It has the drift on each preset."""
    values = {"form": "vlp"}
    found = drawings.convert(Asset("a.svg", CIRCLES, "", values, lambda _: b""), {}).report()
    header, row = (line.split() for line in found.splitlines())
    ideal, hardware, worn = (float(row[header.index(f"drift_{preset}")])
                             for preset in ("ideal", "hardware", "worn"))
    assert ideal == 0 and 0 < hardware < worn / 5
    assert {name: preset.drift_x / analog.preset("worn").drift_x
                      for name in ("ideal", "hardware", "worn")
                      for preset in [analog.preset(name)]} == DRIFTS


def test_the_stated_drift_is_that_of_the_machine() -> None:
    """The stated drift equals that of a machine with only the drift of `worn`."""
    drifting = replace(analog.preset("ideal"), drift_x=0.6, drift_ramp_factor=0.2)
    for form in ("vlp", "mode", "lists"):
        made = made_of(SHIP, form=form, drift=0)[0]
        rows = "".join(f" fcb {row[0]}\n" for row in made.rows)
        source = f"{routine(made.form, 'x', made.scale)}x\n{rows}"
        ends = [bench(preset).measure(source).segments[-1, 2] for preset in ("ideal", drifting)]
        assert abs(ends[1] - ends[0]) / UNIT == pytest.approx(made.drift, rel=0.1)


def test_brightness_in_one_list() -> None:
    """Parts of one list have their own brightness."""
    svg = (b'<svg viewBox="0 0 100 100"><path data-intensity="100" d="M10 10H90"/>'
           b'<path data-intensity="50" d="M10 90H90"/></svg>')
    made = made_of(svg)[0]
    assert made.form.name == "lists"
    light = {round(float(y / UNIT)): float(z) for _, y, z in made.measured.segments[:, [0, 1, 4]]}
    assert light[80] == pytest.approx(2 * light[-80], rel=0.05)


def test_size_mirror_and_origin() -> None:
    """`size` is the longer side of the page; mirrors swap signs; `origin=drawing` centres."""
    svg = b'<svg viewBox="0 0 100 50"><path d="M50 25 L100 0"/></svg>'

    def end(**options: object) -> list[float]:
        points = made_of(svg, **options)[0].outlines[0].points
        return [round(value, 3) for value in (*points[0], *points[-1])]

    assert end(size=80) == [0, 0, 40, 20]
    assert end(size=80, mirror="xy") == [0, 0, -40, -20]
    assert end(size=80, origin="drawing") == [-20, -10, 20, 10]


# The source ---------------------------------------------------------------------------------------

def test_layers_become_lists_and_frames() -> None:
    """Layers become a table of lists with labels; notes name changed labels."""
    svg = (b'<svg viewBox="0 0 100 100"><g id="step-1"><path d="M10 10H90"/></g>'
           b'<g id="step-2"><path d="M10 20H90"/></g></svg>')
    made = convert(svg, "walk.svg", form="vlp")
    program = assemble(' include "vectrex.inc"\n org 0\n' + source_of(made),
                       include_dirs=include_folders())
    assert program.ok, program.messages()
    symbols = program.symbols
    assert symbols["walk_frames"].value == 2
    assert program.image[:4] == b"".join(
        symbols[name].value.to_bytes(2, "big") for name in ("walk_step_1", "walk_step_2"))
    assert "the name walk_step-1 becomes the label walk_step_1" in made.notes
    assert convert(svg, lists="one").lines[0][1].startswith("ship_draw")


@pytest.mark.parametrize(("lists", "layers"), [("layers", 1), ("layers", 2), ("ids", 1)])
def test_a_named_kind_of_lists_always_makes_a_table(lists: str, layers: int) -> None:
    """With lists=layers there are a table and a count, even if the file has one layer."""
    svg = ("<svg viewBox='0 0 100 100'>" + "".join(
        f"<g id='part{at}'><path d='M10 {10 + at}H90'/></g>" for at in range(layers))
        + "</svg>").encode()
    made = convert(svg, "walk.svg", form="vlp", lists=lists)
    program = assemble(' include "vectrex.inc"\n org 0\n' + source_of(made),
                       include_dirs=include_folders())
    assert program.ok, program.messages()
    assert program.symbols["walk_frames"].value == layers
    last = "walk_rest" if (lists, layers) == ("layers", 1) else f"walk_part{layers - 1}"
    assert program.image[2 * layers - 2:2 * layers] == program.symbols[last].value.to_bytes(
        2, "big")
    assert ("walk_frames" in source_of(convert(svg, "walk.svg"))) == (layers > 1)


def test_lines_lead_back_to_the_elements() -> None:
    """Each row of bytes is mapped to the line of its element."""
    rows = {line for line, text in convert(SHIP, form="lists").lines if "; hull" in text}
    assert rows == {2}


def test_elements_have_local_labels() -> None:
    """Elements have local labels, if the dialect supports them."""
    lines = drawings.convert(Asset("ship.svg", SHIP, "", {"form": "lists"}, lambda _: b"", True),
                             {}).conversion.lines
    program = assemble(' include "vectrex.inc"\n org $1000\n setdp $D0\n' + "".join(
        f"{text}\n" for _, text in lines), include_dirs=include_folders())
    assert program.messages() == ""
    assert {"ship.hull", "ship.window", "ship.flame"} <= program.symbols.keys()
    assert ".hull" not in source_of(convert(SHIP, form="lists"))


def test_the_library_is_included_once() -> None:
    """Two drawings and an explicit include give one routine."""
    both = source_of(convert(SHIP, form="lists")) + source_of(
        convert(SHIP, label="other", form="lists"))
    program = assemble(f' include "vectrex.inc"\n org $1000\n setdp $D0\n{both}',
                       include_dirs=include_folders())
    assert program.messages() == "" and program.ok


@pytest.mark.parametrize(("options", "message", "option"), [
    ({"form": "vl"}, "form must be auto, rom, vlc", "form"),
    ({"size": "huge"}, "size must be a number, 1 to 2000, not 'huge'", "size"),
    ({"scale": 127, "tolerance": 0.5}, "tolerance must be 0.75 or more", "tolerance"),
    ({"part": "wing"}, "no element or layer is named wing", "part"),
    ({"sise": 5}, "there is no option sise", "sise")])
def test_options_that_are_refused(options: dict[str, object], message: str, option: str) -> None:
    """The message marks the option and states the possible values."""
    with pytest.raises(ConversionError) as fault:
        convert(SHIP, **options)
    assert message in fault.value.text and fault.value.option == option


def test_drawings_that_are_too_small_or_far() -> None:
    """Too small or too distant drawings are refused with one message."""
    with pytest.raises(ConversionError, match="no lines"):
        convert(b'<svg viewBox="0 0 1000 1000"><path d="M1 1h.005"/></svg>', size=100)
    with pytest.raises(ConversionError, match="units from the middle of the page"):
        convert(b'<svg viewBox="0 0 10 10"><path id="p" d="M1 1H9000"/></svg>')
    with pytest.raises(ConversionError, match="draws nothing"):
        convert(b"<svg/>")


# Models -------------------------------------------------------------------------------------------

CUBE = b"".join(b"v %d %d %d\n" % (x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)) + \
    b"f 1 2 4 3\nf 5 6 8 7\nl 1 5\nl 2 6\nl 3 7\nl 4 8\n"


def test_a_model_turns() -> None:
    """A cube has twelve edges; a quarter turn looks the same; an eighth is wider."""
    made = made_of(CUBE, "cube.obj", steps=8, size=100, form="vlp", tilt=20)
    assert len(made) == 8
    assert made[0].vectors == 12

    def width(one: drawings.Made) -> float:
        points = [x for line in one.outlines for x, _ in line.points]
        return max(points) - min(points)

    assert width(made[2]) == pytest.approx(width(made[0]))
    assert width(made[1]) == pytest.approx(width(made[0]) * math.sqrt(2))


@pytest.mark.parametrize("text", [b"v 1 2\n", b"v 1 2 nan\n", b"f 1 2 3\n", b"hello",
                                  b"v 1 2 3\nf 1 0"])
def test_models_that_are_refused(text: bytes) -> None:
    """The message names the line."""
    with pytest.raises(ConversionError, match=r"line \d|no faces"):
        convert(text, "a.obj")
