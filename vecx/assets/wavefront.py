"""Reads wireframe models: the edges of a Wavefront .obj file, rotated to several angles."""

from __future__ import annotations

import math
from typing import NamedTuple

from asm.assembler.conversion import ConversionError

from ..errors import shown

VERTICES_MAX = 5_000
EDGES_MAX = 2_000
Vector = tuple[float, float, float]
Edge = tuple[list[tuple[float, float]], int]


class Model(NamedTuple):
    """Vertices within a sphere of radius 1, and edges.  An edge has two vertices and the number of
    its line in the file."""

    vertices: list[Vector]
    edges: list[tuple[int, int, int]]

    def view(self, turn: float, axis: str, tilt: float) -> list[Edge]:
        """Return the edges as seen from the front.

        Args: turn  fraction of a full turn around the axis; tilt: degrees towards the viewer
        """
        angle, lean = 2 * math.pi * turn, math.radians(tilt)
        seen = []
        for x, y, z in self.vertices:
            if axis == "y":
                x, z = _turned(x, z, angle)
            elif axis == "x":
                y, z = _turned(y, z, angle)
            else:
                x, y = _turned(x, y, angle)
            y, _ = _turned(y, z, lean)
            seen.append((x, y))
        return [([seen[a], seen[b]], line) for a, b, line in self.edges
                if math.dist(seen[a], seen[b]) > 1e-6]


def _turned(a: float, b: float, angle: float) -> tuple[float, float]:
    return a * math.cos(angle) - b * math.sin(angle), a * math.sin(angle) + b * math.cos(angle)


def read(data: bytes) -> Model:
    """Read the vertices, faces and lines of a model; each edge once.

    Errors: ConversionError names the line
    """
    vertices: list[Vector] = []
    edges: dict[frozenset[int], tuple[int, int, int]] = {}
    for number, text in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        words = text.split()
        if not words:
            continue
        try:
            if words[0] == "v":
                vertex = (float(words[1]), float(words[2]), float(words[3]))
                if not all(abs(value) < 1e9 for value in vertex):
                    raise ValueError
                vertices.append(vertex)
            elif words[0] in ("f", "l"):
                corners = [_index(word, len(vertices)) for word in words[1:]]
                pairs = zip(corners, corners[1:] + corners[:1] * (words[0] == "f"), strict=False)
                for a, b in pairs:
                    if a != b:
                        edges.setdefault(frozenset((a, b)), (a, b, number))
        except (ValueError, IndexError):
            raise ConversionError(f"line {number}: {shown(text[:60])} is not valid") from None
        if len(vertices) > VERTICES_MAX or len(edges) > EDGES_MAX:
            raise ConversionError(f"line {number}: more than {VERTICES_MAX:,} vertices or "
                                  f"{EDGES_MAX:,} edges", hints=("decimate the model",))
    if not edges:
        raise ConversionError("the model has no faces and no lines")
    used = sorted({corner for a, b, _ in edges.values() for corner in (a, b)})
    middle = [(min(vertices[at][k] for at in used) + max(vertices[at][k] for at in used)) / 2
              for k in range(3)]
    radius = max(math.dist(vertices[at], middle) for at in used) or 1.0
    return Model([((x - middle[0]) / radius, (y - middle[1]) / radius, (z - middle[2]) / radius)
                  for x, y, z in vertices], list(edges.values()))


def _index(word: str, count: int) -> int:
    """Return the index of the vertex that `5`, `5/1/2` or `-1` selects.  Errors: ValueError,
    IndexError"""
    value = int(word.partition("/")[0])
    index = value - 1 if value > 0 else count + value
    if not 0 <= index < count:
        raise IndexError
    return index
