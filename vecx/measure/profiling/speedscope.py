"""The call tree in speedscope's file format [speedscope file-format-schema].

There is one sampled profile per figure; a node is a sample, its own figure the weight.
"""

import json

from ..budget.profile import FIGURES
from .report import Report

SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def speedscope(report: Report) -> str:
    """Return the text of a speedscope file.

    >>> from vecx.measure.budget.profile import Profile
    >>> from vecx.measure.profiling.report import report_of
    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> data = json.loads(speedscope(report_of(m, profile, m.run_frames(60))))
    >>> [one["name"] for one in data["profiles"]]
    ['cycles', 'vectors', 'strokes', 'travel']
    """
    frames = [{"name": node.name, "file": node.where.file, "line": node.where.line}
              if node.where.file else {"name": node.name} for node in report.nodes]
    places: dict[tuple[str, str, int], int] = {}
    number = [places.setdefault((node.name, node.where.file, node.where.line), len(places))
              for node in report.nodes]
    shared = [frames[number.index(at)] for at in range(len(places))]
    profiles = []
    for figure in FIGURES:
        costs = [(at, getattr(node, figure)) for at, node in enumerate(report.nodes)
                 if getattr(node, figure)]
        profiles.append({"type": "sampled", "name": figure, "unit": "none", "startValue": 0,
                         "endValue": sum(cost for _, cost in costs),
                         "samples": [[number[i] for i in report.path(at)] for at, _ in costs],
                         "weights": [cost for _, cost in costs]})
    return json.dumps({"$schema": SCHEMA, "exporter": "vecx", "name": report.name,
                       "activeProfileIndex": 0, "shared": {"frames": shared},
                       "profiles": profiles}) + "\n"
