"""Run the cells of docs/notebook.ipynb and write their outputs: `python docs/build_notebook.py`.

It needs no Jupyter: the value of a cell's last expression is stored in the forms that it offers, as
a notebook would.  Everything in it is deterministic, so tests/test_generated.py compares.
"""

import ast
import json
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent / "notebook.ipynb"
FORMS = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def run(source: str, space: dict[str, Any]) -> Any:
    """Run a cell; return the value of its last expression, or None."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), space)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), space) \
        if isinstance(last, ast.Expr) else None


def forms_of(value: Any) -> dict[str, list[str]]:
    """Return the forms of a value by their types."""
    forms = {kind: getattr(value, name)() for name, kind in FORMS.items() if hasattr(value, name)}
    return {kind: text.splitlines(keepends=True)
            for kind, text in {"text/plain": repr(value), **forms}.items()}


def executed(page: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the outputs of its cells."""
    space: dict[str, Any] = {}
    cells, number = [], 0
    for cell in page["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            value = run("".join(cell["source"]), space)
            outputs = [] if value is None else [{"data": forms_of(value),
                       "execution_count": number, "metadata": {}, "output_type": "execute_result"}]
            cell = {**cell, "execution_count": number, "outputs": outputs}
        cells.append(cell)
    return {**page, "cells": cells}


def made() -> dict[Path, str]:
    """Return the contents of the file."""
    page = executed(json.loads(PAGE.read_text(encoding="utf-8")))
    return {PAGE: json.dumps(page, indent=1) + "\n"}


if __name__ == "__main__":
    PAGE.write_text(made()[PAGE], encoding="utf-8")
