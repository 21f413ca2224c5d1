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
