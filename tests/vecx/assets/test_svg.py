"""Reading SVG: shapes, names, layers, brightness, and messages."""

import time

import pytest

from asm.assembler.conversion import ConversionError
from vecx.assets import svg
from vecx.assets.svg import ELEMENTS_MAX, LIGHT

HEAD = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="10 10 100 50">\n')


def read(text: str, head: str = HEAD) -> svg.Page:
    """Read elements in a page."""
    return svg.read((head + text + "</svg>").encode())


def corners(shape: svg.Shape) -> list[tuple[float, float]]:
    return [(round(segment.end.x, 6), round(segment.end.y, 6)) for segment in shape.path]


def test_shapes_are_in_the_coordinates_of_the_page() -> None:
    """The viewBox, groups' transforms and `use` apply; each shape knows its line."""
    page = read('<g transform="translate(5 0) scale(2)"><path id="a" d="M5 5h10v5z"/></g>\n'
                '<use xlink:href="#a" x="1"/><rect x="10" y="10" width="4" height="2"/>')
    assert (page.width, page.height) == (100, 50)
    assert corners(page.shapes[0]) == [(5, 0), (25, 0), (25, 10), (5, 0)]
    assert corners(page.shapes[1]) == [(-4, -5), (6, -5), (6, 0), (-4, -5)]
    assert corners(page.shapes[2])[:3] == [(0, 0), (4, 0), (4, 2)]
    assert [shape.line for shape in page.shapes] == [2, 2, 3]


@pytest.mark.parametrize(("element", "points"), [
    ('<line x1="10" y1="10" x2="12" y2="15"/>', [(0, 0), (2, 5)]),
    ('<polyline points="10,10 20,10 20 15"/>', [(0, 0), (10, 0), (10, 5)]),
    ('<polygon points="10,10 20,10 20 15"/>', [(0, 0), (10, 0), (10, 5), (0, 0)]),
    ('<circle cx="20" cy="20" r="5"/>', [(15, 10), (5, 10), (15, 10), (15, 10)]),
    ('<ellipse cx="20" cy="20" rx="5" ry="2"/>', [(15, 10), (5, 10), (15, 10), (15, 10)])])
def test_every_kind_of_shape(element: str, points: list[tuple[float, float]]) -> None:
    """The corners of each kind of shape are where the element says."""
    assert corners(read(element).shapes[0]) == points


def test_names_layers_and_parts() -> None:
    """Layers have labels or are top-level groups; parts are found by the ids of all groups."""
    page = read('<g inkscape:groupmode="layer" inkscape:label="Ship" id="layer1"><g id="wings">'
                '<path id="left" d="M0 0H9"/><path d="M0 0H9"/></g></g><path d="M0 0H5"/>')
    assert [(shape.name, shape.layer, shape.groups) for shape in page.shapes] == [
        ("left", "Ship", ("layer1", "wings", "left")), ("wings", "Ship", ("layer1", "wings")),
        ("path3", "", ())]
    page = read('<g id="Frame"><g id="a"><path d="M0 0H9"/></g>'
                '<g id="b"><path d="M0 0H9"/></g></g>')
    assert [shape.layer for shape in page.shapes] == ["a", "b"]


def test_brightness() -> None:
    """Opacities multiply; data-intensity is the intensity itself."""
    page = read('<g opacity="0.5"><path style="opacity:50%" d="M0 0H9"/>'
                '<path data-intensity="127" d="M0 0H9"/></g><path d="M0 0H9"/>')
    assert [shape.light for shape in page.shapes] == [LIGHT / 4, 127, LIGHT]


def test_what_is_not_drawn() -> None:
    """Definitions, hidden elements and shapes without fill and stroke are not drawn."""
    page = read('<defs><path id="d" d="M0 0H9"/></defs><g style="display:none"><text>a</text></g>'
                '<inkscape:grid/><path fill="none" stroke="none" d="M0 0H9"/><title>t</title>'
                '<rect width="0" height="3"/><clipPath id="c"><path d="M0 0H9"/></clipPath>')
    assert page.shapes == ()


def names(page: svg.Page) -> list[str]:
    return [shape.name for shape in page.shapes]


def test_style_sheets() -> None:
    """Classes, ids and combinators; the order is that of the specification: important rules, the
    style, rules by specificity, attributes."""
    page = read("""<style>/* a comment */
        .off { display: none } .half, g > path.part { opacity: .5 }
        path { opacity: 1 } #e { opacity: 0.2 !important } @media print { path { opacity: 0 } }
        .clear { fill: none } unknown::before, :bad( { opacity: 0 } </style>
        <path id="a" class="off" d="M0 0H9"/><path id="b" class="half" d="M0 0H9"/>
        <g><path id="c" class="part" opacity="0.1" d="M0 0H9"/></g>
        <path id="d" class="half" style="opacity:.25" d="M0 0H9"/>
        <path id="e" class="half" style="opacity:.25" d="M0 0H9"/>
        <g class="clear"><path id="f" d="M0 0H9"/><path id="g" stroke="red" d="M0 0H9"/></g>
        <path id="h" opacity="0.1" d="M0 0H9"/>""")
    assert {shape.name: shape.light / LIGHT for shape in page.shapes} == {
        "b": 0.5, "c": 0.5, "d": 0.25, "e": 0.2, "g": 1, "h": 1}


def test_style_sheets_are_limited() -> None:
    """Very many rules are refused in a short time."""
    begun = time.process_time()
    with pytest.raises(ConversionError, match=r"line 2: style: more than 5,000 rules"):
        read("<style>" + "a{b:c}" * 6_000 + "</style>")
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(("attributes", "is_drawn"), [
    ('fill="none"', False), ('fill="none" stroke="red"', True), ('stroke="none"', True),
    ('fill="none" stroke="transparent"', False), ('fill="none" stroke="red" stroke-width="0"',
                                                  False),
    ('fill="none" stroke="#FF000000"', False), ('fill="none" stroke="#ff0000"', True),
    ('fill="none" stroke="rgba(1, 2, 3, 0.0)"', False), ('fill="none" stroke="rgb(1,2,0)"', True),
    ('fill="none" stroke="rgb(1 2 3 / 0%)"', False), ('fill="url(#a)"', True),
    ('fill="none" stroke="red" stroke-width="1e-3px"', True), ('visibility="hidden"', False),
    ('fill="inherit" stroke="inherit"', True)])
def test_only_what_is_visible_is_drawn(attributes: str, is_drawn: bool) -> None:
    """A shape is visible if its fill or its stroke is; both are inherited."""
    assert names(read(f'<path id="a" {attributes} d="M0 0H9"/>')) == ["a"] * is_drawn
    assert names(read(f'<g {attributes}><path id="a" d="M0 0H9"/></g>')) == ["a"] * is_drawn


def test_visibility_can_be_set_again() -> None:
    """An element of a hidden group can be visible; one of a group that is not displayed cannot."""
    page = read('<g visibility="hidden"><path id="a" visibility="visible" d="M0 0H9"/></g>'
                '<g display="none"><path id="b" display="inline" d="M0 0H9"/></g>')
    assert names(page) == ["a"]


def test_opacity_of_strokes_is_inherited_not_multiplied() -> None:
    """The opacity of what is drawn counts: of the stroke, or of the fill."""
    page = read('<g stroke="red" stroke-opacity="0.5" fill-opacity="0.1">'
                '<path stroke-opacity="0.5" d="M0 0H9"/><path stroke="none" d="M0 0H9"/></g>')
    assert [shape.light / LIGHT for shape in page.shapes] == pytest.approx([0.5, 0.1])


@pytest.mark.parametrize(("symbol", "use", "box"), [
    ('viewBox="0 0 10 10"', 'width="40" height="40"', (0, 0, 40, 40)),
    ('viewBox="0 0 10 10"', 'width="80" height="40"', (20, 0, 60, 40)),
    ('viewBox="0 0 10 10" preserveAspectRatio="xMinYMid"', 'width="80" height="40"',
     (0, 0, 40, 40)),
    ('viewBox="0 0 10 10" preserveAspectRatio="xMaxYMax slice"', 'width="80" height="40"',
     (0, -40, 80, 40)),
    ('viewBox="0 0 10 10" preserveAspectRatio="none"', 'width="80" height="40"', (0, 0, 80, 40)),
    ('viewBox="0 0 10 10" width="20" height="20"', "", (0, 0, 20, 20)),
    ('viewBox="0 0 10 10"', "", (25, 0, 75, 50)), ("", 'width="40"', (0, 0, 10, 10)),
    ('viewBox="5 5 10 10"', 'x="3" y="4" width="10" height="10"', (-2, -1, 8, 9))])
def test_symbols_fill_the_rectangle_of_their_use(symbol: str, use: str,
                                                 box: tuple[float, ...]) -> None:
    """The viewBox of a symbol, its own size and that of `use`; also of a nested svg."""
    page = read(f'<symbol id="s" {symbol}><rect id="r" width="10" height="10"/></symbol>'
                f'<use href="#s" {use}/>', HEAD.replace("10 10 100 50", "0 0 100 50"))
    assert len(page.shapes) == 1            # a symbol is not drawn by itself
    xs, ys = zip(*corners(page.shapes[0]), strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == box
    if "x=" not in use:
        words = " ".join([symbol, use] if "width" in use else [symbol])
        nested = read(f'<svg {words}><rect width="10" height="10"/></svg>',
                      HEAD.replace("10 10 100 50", "0 0 100 50")) \
            if symbol.count("width") + use.count("width") < 2 else page
        xs, ys = zip(*corners(nested.shapes[0]), strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == box


def test_lengths_in_per_cent() -> None:
    """They refer to the width, the height, or the diagonal of the viewport."""
    page = read('<rect x="10%" y="10%" width="50%" height="20%"/><circle cx="50%" cy="50%" '
                'r="10%"/>', HEAD.replace("10 10 100 50", "0 0 100 50"))
    assert corners(page.shapes[0])[:3] == [(10, 5), (60, 5), (60, 15)]
    assert page.shapes[1].path[0].end.x == pytest.approx(50 + 7.9057, abs=1e-3)


def test_a_switch_draws_the_first_child_that_it_can() -> None:
    """Illustrator puts its own data before the drawing."""
    page = read('<switch><foreignObject requiredExtensions="http://ns.adobe.com/x"/>'
                '<g systemLanguage="fr"><path id="f" d="M0 0H9"/></g>'
                '<g id="a"><path d="M0 0H9"/></g><g id="b"><path d="M0 0H9"/></g></switch>')
    assert names(page) == ["a"]


def test_text_that_is_not_seen_is_not_refused() -> None:
    """Empty text, and text without fill and stroke."""
    assert names(read('<text/><text> <tspan/>\n</text><text fill="none">a</text>'
                      '<path id="a" d="M0 0H9"/>')) == ["a"]
    with pytest.raises(ConversionError, match="line 2: text cannot be drawn"):
        read("<text><tspan>a</tspan></text>")


def test_dashes_are_on_the_page() -> None:
    """Lengths are scaled, inherited and made even in number; wrong ones are solid."""
    page = read('<g stroke="red" transform="scale(2)" stroke-dasharray="1, 2 3"><path d="M0 0H9"/>'
                '<path stroke-dashoffset="4" stroke-dasharray="5 1" d="M0 0H9"/>'
                '<path stroke-dasharray="none" d="M0 0H9"/><path stroke-dasharray="-1 2" '
                'd="M0 0H9"/><path stroke-dasharray="0" d="M0 0H9"/>'
                '<path stroke="none" d="M0 0H9"/></g>')
    assert [(shape.dashes, shape.begin) for shape in page.shapes] == [
        ((2, 4, 6, 2, 4, 6), 0), ((10, 2), 8), ((), 0), ((), 0), ((), 0), ((), 0)]


def test_what_is_left_out_is_said() -> None:
    """Clip paths, masks, markers and filters; one sentence for each kind."""
    page = read('<g id="g" clip-path="url(#c)"><path style="clip-path:url(#d)" d="M0 0H9"/></g>\n'
                '<g stroke="red" marker-end="url(#m)"><path id="m" d="M0 0H9"/>'
                '<rect width="9" height="9"/></g><path mask="none" filter="url(#f)" d="M0 0H9"/>')
    assert page.notes == (
        "line 2: g `g`: clip paths are left out: the whole outlines are drawn (in 2 elements)",
        "line 3: path `m`: markers are left out: convert them to paths (Inkscape: Path > Stroke "
        "to Path)", "line 3: path: filters are left out")


@pytest.mark.parametrize(("text", "message"), [
    ("<text id='t'>hello</text>", "line 2: text `t` cannot be drawn as vectors"),
    ("<g><image/></g>", "line 2: image cannot be drawn"),
    ("<path id='p' d='M0 0L1e999 5'/>", "line 2: path `p`"),
    ("<path d='M0 0Hx V3'/>", "line 2: path: its shape cannot be read"),
    ("<path d='M0 0C1e999 0 5 5 6 6'/>", "line 2: path"),
    ("<path d='M0 0C1e12 0 5 5 6 6'/>", "a coordinate that is not a number, or too large"),
    ("<path d='M0 0L5 nan'/>", "line 2: path: its shape cannot be read"),
    ("<path transform='scale(nan)' d='M0 0H5'/>", "line 2: path: the transform 'scale(nan)'"),
    ("<g id='g'><use href='#g'/></g>", "line 2: g `g` refers to itself"),
    ("<use href='#none'/>", "refers to 'none', which is not in the file"),
    ("<path opacity='2' d='M0 0H5'/>", "opacity is '2'; it must be 0 to 1"),
    ("<path d='M0 0H5'>", "not an SVG file: mismatched tag"),
    ("<path d='" + "1 2 " * 1_000_000 + "'/>", "line 2: path: more than 20,000 points"),
    ("<g>" * 120 + "</g>" * 120, "nested more than 100 deep")])
def test_what_is_refused(text: str, message: str) -> None:
    """The message names the line and the element."""
    begun = time.process_time()
    with pytest.raises(ConversionError) as fault:
        read(text)
    assert message in str(fault.value)
    assert len(str(fault.value)) < 300
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(("data", "message"), [
    (b"", "no element found"), (b"<svg><path", "unclosed token"), (b"<html/>", "first element is"),
    (b"\x89PNG\r\n\x1a\n", "not an SVG file"), (b'<?xml version="1.0" encoding="none"?><svg/>',
                                               "not an SVG file")])
def test_other_files(data: bytes, message: str) -> None:
    """Truncated files and files that are not SVG are refused."""
    with pytest.raises(ConversionError) as fault:
        svg.read(data)
    assert message in str(fault.value)


def test_bombs_of_entities_and_of_use() -> None:
    """Entities are not expanded, and nothing outside the file is read."""
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    for declared in (f'<!DOCTYPE svg [<!ENTITY l0 "lol">{lol}]>',
                     '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'):
        with pytest.raises(ConversionError, match="the file defines entities"):
            svg.read((declared + '<svg><path d="M0 0H5"/></svg>').encode())
    assert svg.read(b'<!DOCTYPE svg PUBLIC "a" "http://example.invalid/b.dtd"><svg/>').shapes == ()
    nested = '<path id="u0" d="M0 0H5"/>' + "".join(
        f'<g id="u{n}">' + f'<use href="#u{n - 1}"/>' * 10 + "</g>" for n in range(1, 12))
    begun = time.process_time()
    with pytest.raises(ConversionError, match=f"more than {ELEMENTS_MAX:,} elements"):
        read(nested)
    assert time.process_time() - begun < 2
