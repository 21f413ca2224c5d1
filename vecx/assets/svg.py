"""Read an SVG file: the shapes that it draws, with their names, layers and brightness.

The tree is walked here, so that names, lines and limits are known for each element; svgelements
parses paths, transforms and lengths, and stylesheets.py reads `<style>`.  Entities are refused
before anything is expanded.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple
from xml.parsers import expat

from asm.assembler.conversion import ConversionError

from ..errors import shown
from . import stylesheets
from .element import Element, all_of
from .packed import unpacked

ELEMENTS_MAX = 20_000       # drawn elements, `use` included
FILE_ELEMENTS_MAX = 100_000 # of any kind
POINTS_MAX = 20_000         # numbers in the paths of a file; 500 vectors fill a frame
DEPTH_MAX = 100             # of nested elements
COORDINATE_MAX = 1e9
LIGHT = 95.0                # intensity of an opaque shape, as Intensity_5F
SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
XLINK = "http://www.w3.org/1999/xlink"
POINTS = ("start", "end", "control", "control1", "control2", "center")     # of a segment
SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
GROUPS = ("svg", "g", "a", "switch")
ACROSS, DOWN = ("x", "width", "cx", "rx", "x1", "x2"), ("y", "height", "cy", "ry", "y1", "y2")
# Properties that elements inherit, and their first values.
INHERITED = {"fill": "black", "stroke": "none", "stroke-width": "1", "stroke-opacity": "1",
             "fill-opacity": "1", "visibility": "visible", "stroke-dasharray": "none",
             "stroke-dashoffset": "0", "marker-start": "none", "marker-mid": "none",
             "marker-end": "none"}
# What is left out, by property, and what is drawn instead.
LEFT_OUT = {"clip-path": "clip paths are left out: the whole outlines are drawn",
            "mask": "masks are left out: the whole outlines are drawn",
            "marker": "markers are left out: convert them to paths (Inkscape: Path > Stroke to "
                      "Path)",
            "filter": "filters are left out",
            "transform-origin": "transform-origin is left out: the origin is that of the element"}
REFUSED = {
    "text": "convert text to paths (Inkscape: Path > Object to Path; Figma: Flatten)",
    "image": "trace the bitmap to a path (Inkscape: Path > Trace Bitmap), then delete it",
    "foreignObject": "delete it: it contains a web page"}
_TRANSFORM = re.compile(r"(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\s*"
                        r"\([-+.\d\seE,]*(?:px|deg)?\s*\)[\s,]*)*")
_CLEAR = re.compile(r"none|transparent|#[\da-fA-F]{3}0|#[\da-fA-F]{6}00"
                    r"|(?:rgb|hsl)a?\([^,/()]*(?:,[^,/()]*,[^,/()]*,|/)\s*(?:0*\.?0+|0+\.?)%?\s*\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Shape(NamedTuple):
    """An outline (a Path of svgelements), in the coordinates of the page.

    name        id or label of its element, or of the group around it, or its kind and number
    line        of its element in the file
    light       its intensity, 0 to 127: `data-intensity`, or LIGHT times `opacity`
    groups      ids of the element and of the groups around it, outermost first
    layer       name of its layer, or an empty string
    dashes      lengths of dashes and gaps in turn, on the page; empty for a line without gaps
    begin       where in the dashes the outline begins
    """

    path: Any
    name: str
    line: int
    light: float
    groups: tuple[str, ...]
    layer: str
    dashes: tuple[float, ...] = ()
    begin: float = 0.0


class Page(NamedTuple):
    """The shapes of a file in the order of drawing, the size of its page, and what was left out."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    notes: tuple[str, ...] = ()


class Around(NamedTuple):
    """What an element inherits.

    matrix      from its coordinates to the page
    light       intensity of the groups around it
    groups, layer, name    as in Shape
    styles      the values of INHERITED
    size        of the viewport, to which percentages refer
    """

    matrix: Any
    light: float
    groups: tuple[str, ...]
    layer: str
    name: str
    styles: dict[str, str]
    size: tuple[float, float]


def read(data: bytes) -> Page:
    """Read a file, which gzip may have packed.

    Errors: ConversionError names the line and the element
    """
    root = _tree(unpacked(data))
    if any(element.kind == "style" for element in all_of(root)):
        stylesheets.apply(root)
    ids = {element.id: element for element in all_of(root) if element.id}
    _check_size(root, ids)
    reader = _Reader(ids, _layers(root))
    return reader.page(root)


# The tree -----------------------------------------------------------------------------------------

def _tree(data: bytes) -> Element:
    """Parse the XML.  Entities are refused, and nothing outside the file is read."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    stack: list[Element] = []
    roots: list[Element] = []
    counted = [0]

    def start(name: str, attributes: dict[str, str]) -> None:
        space, _, kind = name.rpartition(" ")
        parent = stack[-1] if stack else None
        counted[0] += 1
        if counted[0] > FILE_ELEMENTS_MAX:
            raise ConversionError(f"the file has more than {FILE_ELEMENTS_MAX:,} elements")
        if len(stack) >= DEPTH_MAX:
            raise ConversionError(f"line {parser.CurrentLineNumber}: elements are nested more than "
                                  f"{DEPTH_MAX} deep")
        if space not in ("", SVG):
            kind = f"{space} {kind}"
        plain = {key.removeprefix(f"{SVG} "): value for key, value in attributes.items()}
        element = Element(kind, plain, parser.CurrentLineNumber, parent)
        if parent is None:
            roots.append(element)
        else:
            parent.children.append(element)
        stack.append(element)

    def refuse(*_: object) -> None:
        raise ConversionError(
            f"line {parser.CurrentLineNumber}: the file defines entities, which vecx does not "
            "support",
            hints=("save it as plain SVG (Inkscape: Save As > Plain SVG; Illustrator: turn off "
                   "Preserve Illustrator Editing Capabilities)",))

    parser.StartElementHandler = start
    def text(data: str) -> None:
        stack[-1].text += data

    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        hints = ("the file ends early: it may be incomplete",) \
            if what in ("no element found", "unclosed token") or stack else ()
        raise ConversionError(f"line {error.lineno}: not an SVG file: {what}",
                              hints=hints) from None
    except (ValueError, LookupError) as error:      # an encoding that Python does not have
        raise ConversionError(f"not an SVG file: {error}") from None
    if roots[0].kind != "svg":
        raise ConversionError(f"not an SVG file: its first element is {shown(roots[0].kind)}")
    return roots[0]


def _check_size(root: Element, ids: dict[str, Element]) -> None:
    """Refuse files that would expand to too many elements or points.  Errors: ConversionError"""
    counts: dict[int, int] = {}

    def count(element: Element, above: frozenset[int]) -> int:
        key = id(element)
        if key in above:
            raise ConversionError(f"{element.where()} refers to itself")
        if key not in counts:
            inner = above | {key}
            total = 1 + sum(count(child, inner) for child in element.children)
            if element.kind == "use":
                target = ids.get(_reference(element))
                total += count(target, inner) if target is not None else 0
            counts[key] = total
            if total > ELEMENTS_MAX:
                raise ConversionError(f"{element.where()} draws more than {ELEMENTS_MAX:,} "
                                      "elements")
        return counts[key]

    count(root, frozenset())
    points = 0
    for element in all_of(root):
        text = element.attributes.get("d", "") + element.attributes.get("points", "")
        found = len(_NUMBER.findall(text)) // 2 if len(text) < 40 * POINTS_MAX else len(text) // 8
        points += found
        if points > POINTS_MAX:
            raise ConversionError(
                f"{element.where()}: more than {POINTS_MAX:,} points",
                hints=("a frame has time for about 200 vectors: simplify the path (Inkscape: "
                       "Path > Simplify)",))


def _reference(element: Element) -> str:
    return (element.attributes.get("href") or element.attributes.get(f"{XLINK} href", "")
            ).removeprefix("#")


def _layers(root: Element) -> dict[int, str]:
    """Return the names of the layers; the keys are the id() of their group elements.

    Layers are the groups that Inkscape marks.  Without any, the groups at the top are layers if
    they have ids and nothing else is drawn at the top.
    """
    marked = [element for element in all_of(root)
              if element.attributes.get(f"{INKSCAPE} groupmode") == "layer"]
    if marked:
        return {id(element): element.attributes.get(f"{INKSCAPE} label") or element.id or "layer"
                for element in marked}
    top = [child for child in root.children if child.kind in (*SHAPES, *GROUPS, "use")]
    while len(top) == 1 and top[0].kind == "g":         # Figma puts a frame around all
        top = [child for child in top[0].children if child.kind in (*SHAPES, *GROUPS, "use")]
    if len(top) > 1 and all(child.kind == "g" and child.id for child in top):
        return {id(child): child.id for child in top}
    return {}


# The shapes ---------------------------------------------------------------------------------------

class _Reader:
    """Collects the shapes of a tree."""

    def __init__(self, ids: dict[str, Element], layers: dict[int, str]) -> None:
        import svgelements

        self._svg = svgelements
        self._ids, self._layers = ids, layers
        self._shapes: list[Shape] = []
        self._left_out: dict[str, list[Element]] = {}

    def page(self, root: Element) -> Page:
        box = self._box(root)
        width, height = box[2:] if box else (self._length(root, "width"),
                                             self._length(root, "height"))
        width = width or 100.0
        height = height or width
        matrix = self._svg.Matrix(1, 0, 0, 1, -box[0], -box[1]) if box else self._svg.Matrix()
        around = Around(matrix, LIGHT, (), "", "", self._styles(root, dict(INHERITED)),
                        (width, height))
        for child in root.children:
            self._walk(child, around)
        notes = [f"{found[0].where()}: {LEFT_OUT[name]}"
                 + (f" (in {len(found)} elements)" if len(found) > 1 else "")
                 for name, found in self._left_out.items()]
        return Page(tuple(self._shapes), width, height, tuple(notes))

    # --- attributes ------------------------------------------------------------------------------

    def _box(self, element: Element) -> list[float]:
        """Return the viewBox: left, top, width, height; an empty list if there is none."""
        box = [float(number) for number in _NUMBER.findall(element.attributes.get("viewBox", ""))]
        is_usable = len(box) == 4 and box[2] > 0 and box[3] > 0
        return box if is_usable and max(map(abs, box)) < COORDINATE_MAX else []

    def _length(self, element: Element, name: str, default: float = 0.0,
                size: tuple[float, float] | None = None) -> float:
        """Return a length; a percentage of the viewport, if its size is given."""
        text = element.attributes.get(name, "").strip()
        return self._length_of(element, name, text, default, size)

    def _length_of(self, element: Element, name: str, text: str, default: float,
                   size: tuple[float, float] | None) -> float:
        is_share = text.endswith("%")
        if not text or text == "auto" or (is_share and size is None):
            return default
        try:
            value = float(text[:-1]) / 100 if is_share else \
                float(self._svg.Length(text).value(ppi=96))
        except (ValueError, TypeError, AttributeError):
            raise ConversionError(f"{element.where()}: {name} is {shown(text)}, not a length"
                                  ) from None
        if is_share and size:
            value *= size[0] if name in ACROSS else size[1] if name in DOWN else \
                math.hypot(*size) / math.sqrt(2)
        if not math.isfinite(value) or abs(value) > COORDINATE_MAX:
            raise ConversionError(f"{element.where()}: {name} is {shown(text)}; the maximum is "
                                  f"{COORDINATE_MAX:,}")
        return value

    def _matrix(self, element: Element, outer: Any) -> Any:
        """Return the transform from an element's coordinates to the page."""
        text = element.style("transform")
        if not text or text == "none":
            return outer
        try:
            if not _TRANSFORM.fullmatch(text):
                raise ValueError
            inner = self._svg.Matrix(text)
            numbers = [float(getattr(inner, letter)) for letter in "abcdef"]
        except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError):
            numbers = [math.nan]
        if not all(math.isfinite(value) and abs(value) < COORDINATE_MAX for value in numbers):
            raise ConversionError(f"{element.where()}: the transform {shown(text)} is not valid")
        return inner * outer

    def _styles(self, element: Element, outer: dict[str, str]) -> dict[str, str]:
        """Return the values of the inherited properties for an element."""
        own = {name: value for name in INHERITED
               if (value := element.style(name)) and value != "inherit"}
        if marker := element.style("marker"):
            own |= {name: marker for name in INHERITED if name.startswith("marker")}
        return {**outer, **own} if own else outer

    def _light(self, element: Element, outer: float) -> float:
        """Return the intensity of an element inside a group whose intensity is `outer`."""
        exact = element.attributes.get("data-intensity", "")
        if exact:
            return self._share(element, "data-intensity", exact, 127.0)
        text = element.style("opacity")
        return outer * self._share(element, "opacity", text, 1.0) if text else outer

    def _share(self, element: Element, key: str, text: str, most: float) -> float:
        try:
            value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            value = math.nan
        if not 0 <= value <= most:
            raise ConversionError(f"{element.where()}: {key} is {shown(text)}; it must be 0 to "
                                  f"{most:g}")
        return value

    # --- elements --------------------------------------------------------------------------------

    def _walk(self, element: Element, around: Around) -> None:
        kind = element.kind
        if kind not in (*SHAPES, *GROUPS, "use", *REFUSED) or element.style("display") == "none":
            return
        styles = self._styles(element, around.styles)
        if element.attributes.get("data-intensity"):
            styles = {**styles, "stroke-opacity": "1", "fill-opacity": "1"}
        own = element.id or element.attributes.get(f"{INKSCAPE} label", "")
        inner = Around(self._matrix(element, around.matrix), self._light(element, around.light),
                       (*around.groups, own) if own else around.groups,
                       self._layers.get(id(element), around.layer), own or around.name, styles,
                       around.size)
        if kind in REFUSED:
            if kind != "text" or (element.has_text() and self._drawn(element, styles)):
                raise ConversionError(f"{element.where()} cannot be drawn as vectors",
                                      hints=(REFUSED[kind],))
            return
        for name in LEFT_OUT:
            if element.style(name) not in ("", "none") and name != "marker":
                self._left_out.setdefault(name, []).append(element)
        if kind == "use":
            self._use(element, inner)
        elif kind in SHAPES:
            self._shape(element, inner)
        elif kind == "switch":
            self._switch(element, inner)
        else:
            if kind == "svg":
                inner = self._fitted(element, element, inner)
            for child in element.children:
                self._walk(child, inner)

    def _fitted(self, element: Element, sized: Element, around: Around) -> Around:
        """Return what the children of a nested `svg` or a `symbol` inherit: their viewBox fills a
        rectangle.

        Args: sized  the element that has the width and height: itself, or `use`
        """
        size = around.size
        x, y = (self._length(element, name, 0.0, size) for name in ("x", "y")) \
            if element.kind == "svg" else (0.0, 0.0)
        width, height = (
            self._length(sized, name, self._length(element, name, full, size), size)
            for name, full in zip(("width", "height"), size, strict=True))
        box = self._box(element)
        if not box:
            return around._replace(matrix=self._svg.Matrix(1, 0, 0, 1, x, y) * around.matrix,
                                   size=(width, height))
        across, down = width / box[2], height / box[3]
        words = element.attributes.get("preserveAspectRatio", "xMidYMid meet").split()
        place = words[0] if words else "xMidYMid"
        if place != "none":
            across = down = max(across, down) if words[1:] == ["slice"] else min(across, down)
            x += (width - box[2] * across) * _part(place[1:4])
            y += (height - box[3] * down) * _part(place[5:])
        inner = self._svg.Matrix(across, 0, 0, down, x - box[0] * across, y - box[1] * down)
        return around._replace(matrix=inner * around.matrix, size=(box[2], box[3]))

    def _switch(self, element: Element, around: Around) -> None:
        """Draw the first child that a reader of vectors can draw."""
        for child in element.children:
            language = child.attributes.get("systemLanguage", "en")
            if not child.attributes.get("requiredExtensions") and child.kind in (
                    *SHAPES, *GROUPS, "use") and language.strip()[:2] == "en":
                self._walk(child, around)
                return

    def _use(self, element: Element, around: Around) -> None:
        target = self._ids.get(_reference(element))
        if target is None:
            raise ConversionError(f"{element.where()} refers to {shown(_reference(element))}, "
                                  "which is not in the file")
        moved = around._replace(matrix=self._svg.Matrix(
            1, 0, 0, 1, self._length(element, "x", 0.0, around.size),
            self._length(element, "y", 0.0, around.size)) * around.matrix)
        if target.kind == "symbol":
            if target.style("display") == "none":
                return
            inner = self._fitted(target, element, moved._replace(
                light=self._light(target, moved.light), name=moved.name or target.id,
                styles=self._styles(target, moved.styles)))
            for child in target.children:
                self._walk(child, inner)
        else:
            self._walk(target, moved)

    def _drawn(self, element: Element, styles: dict[str, str]) -> str:
        """Return `stroke` or `fill`, as which an element is visible; an empty string if neither."""
        if styles["visibility"] != "visible":
            return ""
        if not _CLEAR.fullmatch(styles["stroke"]):
            try:
                width = self._length_of(element, "stroke-width", styles["stroke-width"], 1.0,
                                        (1.0, 1.0))
            except ConversionError:
                width = 1.0
            if width > 0:
                return "stroke"
        return "" if _CLEAR.fullmatch(styles["fill"]) else "fill"

    def _shape(self, element: Element, around: Around) -> None:
        paint = self._drawn(element, around.styles)
        if not paint:
            return
        try:
            path = self._path(element, around.size)
            if path is None or not len(path):
                return
            path = abs(path * around.matrix)       # abs applies the transform
        except ConversionError:
            raise
        except (ValueError, TypeError, AttributeError, IndexError, ZeroDivisionError,
                OverflowError):
            raise ConversionError(f"{element.where()}: its shape cannot be read") from None
        for segment in path:
            for point in (getattr(segment, name, None) for name in POINTS):
                if point is not None and not (abs(point.x) < COORDINATE_MAX
                                              and abs(point.y) < COORDINATE_MAX):
                    raise ConversionError(f"{element.where()} has a coordinate that is not a "
                                          "number, or too large")
        if paint == "stroke" and element.kind in ("path", "line", "polyline", "polygon") and any(
                around.styles[f"marker-{end}"] != "none" for end in ("start", "mid", "end")):
            self._left_out.setdefault("marker", []).append(element)
        dashes, begin = self._dashes(element, around) if paint == "stroke" else ((), 0.0)
        count = len(self._shapes) + 1
        light = around.light * self._share(element, f"{paint}-opacity",
                                           around.styles[f"{paint}-opacity"], 1.0)
        self._shapes.append(Shape(path, around.name or f"{element.kind}{count}", element.line,
                                  light, around.groups, around.layer, dashes, begin))

    def _dashes(self, element: Element, around: Around) -> tuple[tuple[float, ...], float]:
        """Return the dashes and gaps of a stroke on the page, and where in them it begins."""
        text = around.styles["stroke-dasharray"]
        if text == "none":
            return (), 0.0
        matrix = around.matrix
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        found = [scale * self._length_of(element, "stroke-dasharray", word, 0.0, around.size)
                 for word in text.replace(",", " ").split()]
        if not found or min(found) < 0 or sum(found) <= 0:
            return (), 0.0
        begin = self._length_of(element, "stroke-dashoffset", around.styles["stroke-dashoffset"],
                                0.0, around.size)
        return tuple(found * (1 + len(found) % 2)), scale * begin

    def _path(self, element: Element, viewport: tuple[float, float]) -> Any:
        """Return the outline of a shape, in its own coordinates; None if it has no size."""
        svg = self._svg
        kind, values = element.kind, element.attributes

        def size(name: str, default: float = 0.0) -> float:
            return self._length(element, name, default, viewport)

        if kind == "path":
            return svg.Path(values.get("d", ""))
        if kind in ("polyline", "polygon"):
            numbers = [float(text) for text in _NUMBER.findall(values.get("points", ""))]
            points = list(zip(numbers[::2], numbers[1::2], strict=False))
            if len(points) < 2:
                return None
            text = "M" + "L".join(f"{x!r},{y!r}" for x, y in points)
            return svg.Path(text + ("Z" if kind == "polygon" else ""))
        if kind == "line":
            x1, y1, x2, y2 = (size(name) for name in ("x1", "y1", "x2", "y2"))
            return svg.Path(f"M{x1!r},{y1!r}L{x2!r},{y2!r}")
        if kind == "rect":
            width, height = size("width"), size("height")
            if width <= 0 or height <= 0:
                return None
            rx, ry = size("rx", -1), size("ry", -1)
            rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
            return svg.Path(svg.Rect(size("x"), size("y"), width, height,
                                     rx=max(0.0, min(rx, width / 2)),
                                     ry=max(0.0, min(ry, height / 2))))
        rx = size("r") if kind == "circle" else size("rx", size("ry"))
        ry = size("r") if kind == "circle" else size("ry", size("rx"))
        if rx <= 0 or ry <= 0:
            return None
        x, y = size("cx"), size("cy")
        return svg.Path(f"M{x + rx!r},{y!r}A{rx!r},{ry!r} 0 0 1 {x - rx!r},{y!r}"
                        f"A{rx!r},{ry!r} 0 0 1 {x + rx!r},{y!r}Z")


def _part(word: str) -> float:
    """Return which part of the free space is before a viewBox: `Min`, `Mid` or `Max`."""
    return {"Min": 0.0, "Max": 1.0}.get(word, 0.5)
