"""The cost of frames, and whether it is within limits.

    limits.py    what a frame may cost, and which frames exceed it
    profile.py   cycles, vectors, strokes, travel of each routine and each line
    tables.py    all of it as text
    outputs.py   for machines: JSON, JUnit, SARIF
    chart.py     cycles and vectors per frame as a picture
    page.py      one page for the browser: the frames as a film, with details of every stroke
"""

from .limits import Limits, faults, number
from .outputs import report, to_json
from .tables import table

__all__ = ["Limits", "faults", "number", "report", "table", "to_json"]
