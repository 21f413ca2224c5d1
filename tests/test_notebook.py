"""The manual's notebook shows pictures and tables."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def test_outputs_are_pictures_and_tables():
    """Two cells show drawings, two a table."""
    page = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    forms = [kind for cell in page["cells"] for output in cell.get("outputs", ())
             for kind in output["data"]]
    assert forms.count("image/svg+xml") == 2 and forms.count("text/html") == 2
