"""The outputs in the manual's notebook are up to date."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs"))
import build_notebook  # noqa: E402


def test_the_outputs_are_those_of_the_cells():
    """Every cell runs and gives the stored output."""
    page = json.loads(build_notebook.PAGE.read_text(encoding="utf-8"))
    assert build_notebook.executed(page) == page
    forms = [kind for cell in page["cells"] for output in cell.get("outputs", ())
             for kind in output["data"]]
    assert forms.count("image/svg+xml") == 2 and forms.count("text/html") == 2
