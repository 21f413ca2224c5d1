"""A page for the browser that shows a period of time like a logic analyser.

The page is one file and loads nothing else.  Its script, pages/wires.js, is also part of the
budget's page.
"""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from asm.output.debuginfo import Where, address_text

from ... import pages
from ...chips import log
from ...console.frame import Frame
from ...files import Sources
from ...machine import Machine
from ..trace import Tracer
from .lanes import Lane, lanes_of
from .waves import Edges, Stretch

PLACE, SCRIPT_PLACE = '/*DATA*/""', "/*SCRIPT*/"
SOURCE_CHARACTERS = 120     # shown of a source line


class Strokes(NamedTuple):
    """Strokes with their causes, as in a frame; times count from the cycle `start`."""

    start: int
    segments: np.ndarray
    causes: np.ndarray

    @classmethod
    def of(cls, frame: Frame) -> "Strokes":
        return cls(frame.start_cycle, frame.segments, frame.causes)


class Pages:
    """Prepares the data of pages for one machine; each address is decoded once.

    Args: names  names of addresses, in addition to the program's
    """

    def __init__(self, machine: Machine, names: dict[int, str] | None = None) -> None:
        self._machine = machine
        self._tracer = Tracer(machine, names, watch=False)
        self._sources = Sources()

    def packed(self, stretch: Stretch, title: str, begin: int, end: int,
               drawn: Sequence[Strokes] = ()) -> str:
        """Return the compressed data for the script of a page.

        Args: title       of the period
              begin, end  cycles to show, within the stretch
              drawn       strokes in that period
        """
        machine = self._machine
        lanes = lanes_of(stretch, self._routine, machine.findings)
        shown = (stretch.events["kind"] == log.EXEC) & (stretch.events["cycle"] >= begin) \
            & (stretch.events["cycle"] < end)
        heads = stretch.events[shown]
        places, number = np.unique(stretch.places[shown], return_inverse=True)
        data: dict[str, Any] = {
            "title": title, "begin": begin, "cycles": end - begin,
            "half": [machine.analog.half_w, machine.analog.half_h],
            "lanes": [self._lane(lane, begin, end) for lane in lanes],
            "steps": {"at": _differences((heads["cycle"] - begin).tolist()),
                      "place": number.reshape(-1).tolist()},
            "places": [self._place(place) for place in places.tolist()],
            "strokes": [[*(round(part) for part in row[:4]), round(row[4], 3),
                         round(start + row[5] - begin, 1), round(start + row[6] - begin, 1),
                         cause[1] - begin]
                        for start, segments, causes in drawn
                        for row, cause in zip(segments.tolist(), causes.tolist(), strict=True)]}
        return pages.packed(json.dumps(data, separators=(",", ":")).encode())

    @staticmethod
    def _lane(lane: Lane, begin: int, end: int) -> dict[str, Any]:
        """Return a lane for the script: its level at `begin`, then its edges up to `end`."""
        edges = lane.edges
        if lane.kind != "marks":
            before: Edges = [edge for edge in edges if edge[0] <= begin][-1:]
            edges = [(begin, value) for _, value in before] + \
                [edge for edge in edges if begin < edge[0]]
        edges = [edge for edge in edges if begin <= edge[0] < end]
        return {"name": lane.name, "kind": lane.kind, "words": lane.words,
                "at": _differences([cycle - begin for cycle, _ in edges]),
                "value": [value for _, value in edges]}

    def _where(self, place: int) -> Where:
        return self._machine.where(place & 0xFFFF, place >> 16)

    def _routine(self, place: int) -> str:
        at = self._where(place)
        return at.routine or address_text(at.address, at.bank)

    def _place(self, place: int) -> list[str]:
        """Return five texts about a place: address, routine, file and line, instruction, and source
        line."""
        at = self._where(place)
        line = f"{at.file}:{at.line}" if at.file else ""
        source = self._sources.line(at.file, at.line).expandtabs() if at.file else ""
        return [address_text(at.address, at.bank).removeprefix("$"), self._routine(place), line,
                self._tracer.decoded(at.address, at.bank)[2],
                re.sub(" {2,}", "  ", source.strip())[:SOURCE_CHARACTERS]]


def _differences(values: list[int]) -> list[int]:
    return [after - before for before, after in pairwise([0, *values])]


def html(name: str, packed: str) -> str:
    """Return a page that shows one stretch of time.

    Args:   name    of the cartridge
            packed  data from `Pages.packed`
    Errors: VecxError if the page's template is missing
    """
    text = json.dumps({"name": name, "packed": packed}).replace("<", "\\u003c")
    template = pages.read("wires.html").replace(SCRIPT_PLACE, pages.built("wires.js"))
    return template.replace(PLACE, text)
