"""Read an SVG file: the shapes that it draws, with their names, layers and brightness.

The tree is walked here, so that names, lines and limits are known for each element; svgelements
parses paths, transforms and lengths.  Entities are refused before anything is expanded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.parsers import expat

from asm.assembler.conversion import ConversionError

from ..errors import shown

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
GROUPS = ("svg", "g", "a", "switch", "symbol")
REFUSED = {
    "text": "convert text to paths (Inkscape: Path > Object to Path; Figma: Flatten)",
    "image": "trace the bitmap to a path (Inkscape: Path > Trace Bitmap), then delete it",
    "foreignObject": "delete it: it contains a web page"}
_TRANSFORM = re.compile(r"(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\s*"
                        r"\([-+.\d\seE,]*(?:px|deg)?\s*\)[\s,]*)*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Shape(NamedTuple):
    """An outline (a Path of svgelements), in the coordinates of the page.

    name        id or label of its element, or of the group around it, or its kind and number
    line        of its element in the file
    light       its intensity, 0 to 127: `data-intensity`, or LIGHT times `opacity`
    groups      ids of the element and of the groups around it, outermost first
    layer       name of its layer, or an empty string
    """

    path: Any
    name: str
    line: int
    light: float
    groups: tuple[str, ...]
    layer: str


class Page(NamedTuple):
    """The shapes of a file in the order of drawing, and the size of its page."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


class Element:
    """An element of the file: its name without namespace, attributes, line, and children."""

    __slots__ = ("attributes", "children", "kind", "line", "parent")

    def __init__(self, kind: str, attributes: dict[str, str], line: int,
                 parent: Element | None) -> None:
        self.kind, self.attributes, self.line, self.parent = kind, attributes, line, parent
        self.children: list[Element] = []

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def style(self, name: str) -> str:
        """Return a property from the style, or from the attribute of this name."""
        for part in self.attributes.get("style", "").split(";"):
            key, _, value = part.partition(":")
            if key.strip() == name:
                return value.strip()
        return self.attributes.get(name, "").strip()

    def where(self) -> str:
        return f"line {self.line}: {self.kind}" + (f" `{self.id[:40]}`" if self.id else "")


def read(data: bytes) -> Page:
    """Read a file.

    Errors: ConversionError names the line and the element
    """
    root = _tree(data)
    ids = {element.id: element for element in _all(root) if element.id}
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
    parser.EndElementHandler = lambda _: stack.pop()
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


def _all(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from _all(child)


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
    for element in _all(root):
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
    marked = [element for element in _all(root)
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

    def page(self, root: Element) -> Page:
        width, height, matrix = self._viewport(root)
        for child in root.children:
            self._walk(child, matrix, LIGHT, (), "", "")
        return Page(tuple(self._shapes), width, height)

    def _viewport(self, root: Element) -> tuple[float, float, Any]:
        """Return the size of the page, and the transform from its viewBox."""
        box = [float(number) for number in _NUMBER.findall(root.attributes.get("viewBox", ""))]
        if len(box) == 4 and box[2] > 0 and box[3] > 0 and max(map(abs, box)) < COORDINATE_MAX:
            return box[2], box[3], self._svg.Matrix(1, 0, 0, 1, -box[0], -box[1])
        width, height = (self._length(root, name) for name in ("width", "height"))
        return width or 100.0, height or width or 100.0, self._svg.Matrix()

    def _length(self, element: Element, name: str, default: float = 0.0) -> float:
        text = element.attributes.get(name, "")
        if not text or text.strip().endswith("%"):
            return default
        try:
            value = float(self._svg.Length(text).value(ppi=96))
        except (ValueError, TypeError, AttributeError):
            raise ConversionError(f"{element.where()}: {name} is {shown(text)}, not a length"
                                  ) from None
        if not math.isfinite(value) or abs(value) > COORDINATE_MAX:
            raise ConversionError(f"{element.where()}: {name} is {shown(text)}; the maximum is "
                                  f"{COORDINATE_MAX:,}")
        return value

    def _matrix(self, element: Element, outer: Any) -> Any:
        """Return the transform from an element's coordinates to the page."""
        text = element.style("transform")
        if not text:
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

    def _walk(self, element: Element, outer: Any, light: float, groups: tuple[str, ...],
              layer: str, name: str) -> None:
        kind = element.kind
        if kind not in (*SHAPES, *GROUPS, "use", *REFUSED) or element.style("display") == "none" \
                or element.style("visibility") == "hidden":
            return
        if kind in REFUSED:
            raise ConversionError(f"{element.where()} cannot be drawn as vectors",
                                  hints=(REFUSED[kind],))
        light = self._light(element, light)
        layer = self._layers.get(id(element), layer)
        own = element.id or element.attributes.get(f"{INKSCAPE} label", "")
        groups = (*groups, own) if own else groups
        matrix = self._matrix(element, outer)
        name = own or name
        if kind == "use":
            self._use(element, matrix, light, groups, layer, name)
        elif kind in SHAPES:
            self._shape(element, matrix, light, groups, layer, name)
        elif kind != "symbol" or name:
            if kind == "svg":
                matrix = self._nested(element, matrix)
            for child in element.children:
                self._walk(child, matrix, light, groups, layer, name)

    def _nested(self, element: Element, matrix: Any) -> Any:
        x, y = self._length(element, "x"), self._length(element, "y")
        width, height, inner = self._viewport(element)
        across = self._length(element, "width", width) / width
        down = self._length(element, "height", height) / height
        return inner * self._svg.Matrix(across, 0, 0, down, x, y) * matrix

    def _use(self, element: Element, matrix: Any, light: float, groups: tuple[str, ...],
             layer: str, name: str) -> None:
        target = self._ids.get(_reference(element))
        if target is None:
            raise ConversionError(f"{element.where()} refers to {shown(_reference(element))}, "
                                  "which is not in the file")
        moved = self._svg.Matrix(1, 0, 0, 1, self._length(element, "x"),
                                 self._length(element, "y")) * matrix
        if target.kind == "symbol":
            for child in target.children:
                self._walk(child, moved, light, groups, layer, name or target.id)
        else:
            self._walk(target, moved, light, groups, layer, name)

    def _light(self, element: Element, outer: float) -> float:
        """Return the intensity of an element inside a group whose intensity is `outer`."""
        exact = element.attributes.get("data-intensity", "")
        if exact:
            return self._share(element, "data-intensity", exact, 127.0)
        for key in ("opacity", "stroke-opacity"):
            if text := element.style(key):
                outer *= self._share(element, key, text, 1.0)
        return outer

    def _share(self, element: Element, key: str, text: str, most: float) -> float:
        try:
            value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            value = math.nan
        if not 0 <= value <= most:
            raise ConversionError(f"{element.where()}: {key} is {shown(text)}; it must be 0 to "
                                  f"{most:g}")
        return value

    def _shape(self, element: Element, matrix: Any, light: float, groups: tuple[str, ...],
               layer: str, name: str) -> None:
        if element.style("fill") == element.style("stroke") == "none":
            return
        try:
            path = self._path(element)
            if path is None or not len(path):
                return
            path = abs(path * matrix)       # abs applies the transform
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
        count = len(self._shapes) + 1
        self._shapes.append(Shape(path, name or f"{element.kind}{count}", element.line, light,
                                  groups, layer))

    def _path(self, element: Element) -> Any:
        """Return the outline of a shape, in its own coordinates; None if it has no size."""
        svg, size = self._svg, self._length
        kind, values = element.kind, element.attributes
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
            x1, y1, x2, y2 = (size(element, name) for name in ("x1", "y1", "x2", "y2"))
            return svg.Path(f"M{x1!r},{y1!r}L{x2!r},{y2!r}")
        if kind == "rect":
            width, height = size(element, "width"), size(element, "height")
            if width <= 0 or height <= 0:
                return None
            rx, ry = size(element, "rx", -1), size(element, "ry", -1)
            rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
            return svg.Path(svg.Rect(size(element, "x"), size(element, "y"), width, height,
                                     rx=max(0.0, min(rx, width / 2)),
                                     ry=max(0.0, min(ry, height / 2))))
        rx = size(element, "r") if kind == "circle" else size(element, "rx")
        ry = size(element, "r") if kind == "circle" else size(element, "ry")
        if rx <= 0 or ry <= 0:
            return None
        x, y = size(element, "cx"), size(element, "cy")
        return svg.Path(f"M{x + rx!r},{y!r}A{rx!r},{ry!r} 0 0 1 {x - rx!r},{y!r}"
                        f"A{rx!r},{ry!r} 0 0 1 {x + rx!r},{y!r}Z")
