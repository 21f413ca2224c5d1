"""The decorators of compiled functions, and the list of their sources."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

from building import ir
from vecx.compiling import jit, native

PACKAGE = native.PACKAGE
DECORATED = re.compile(r"^@(jit\(|(?:inner|force_inline|no_inline)$)", re.MULTILINE)


def decorated() -> set[Path]:
    """Return the files of the package that contain compiled functions."""
    return {path.resolve() for path in PACKAGE.rglob("*.py") if DECORATED.search(path.read_text())}


def test_every_file_with_a_compiled_function_is_a_source() -> None:
    """Every file with a compiled function is in SOURCES."""
    assert len(decorated()) > 20
    assert decorated() <= {path.resolve() for path in native.sources()}


def used_names(tree: ast.Module) -> set[str]:
    """Return the names that a module's compiled functions and constants use."""
    parts = [node for node in tree.body
             if not isinstance(node, ast.FunctionDef | ast.ClassDef) or (
                 isinstance(node, ast.FunctionDef) and node.decorator_list)]
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}


def modules_used(path: Path) -> set[Path]:
    """Return the files that define names used by a file's compiled code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used, found = used_names(tree), set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and any(
                (name.asname or name.name) in used for name in node.names):
            base = path.parents[node.level - 1] if node.level else PACKAGE.parent
            stem = base.joinpath(*(node.module or "").split("."))
            candidates = [stem.with_suffix(".py"), stem / "__init__.py",
                          *(stem / f"{name.name}.py" for name in node.names)]
            found |= {each.resolve() for each in candidates if each.is_file()}
    found = {each for each in found if each.name != "__init__.py"}
    return found


# Compiled code uses only types and decorators of these, or nothing at all.
NOT_COMPILED = {PACKAGE / "machine.py", PACKAGE / "errors.py",
                PACKAGE / "compiling" / "implementation.py"}


def test_what_compiled_functions_use_comes_from_sources() -> None:
    """All names that compiled functions use come from SOURCES."""
    known = {path.resolve() for path in native.sources()}
    for path in decorated():
        assert modules_used(path) - known - NOT_COMPILED == set(), path


def test_the_functions_that_python_calls() -> None:
    """Python calls eighteen functions, which have types for all arguments."""
    functions = ir.functions()
    assert len(functions) == 18
    for marked in functions.values():
        assert len(marked.kinds) == marked.written.__code__.co_argcount, marked.name
        assert all(kind in (int, float) or isinstance(kind, jit.Array) for kind in marked.kinds)


def test_two_functions_of_one_name_are_refused() -> None:
    """Two functions with the same name are refused."""
    def advance() -> None:
        """A second function with this name."""

    with pytest.raises(TypeError, match="both define a compiled function advance: rename one"):
        jit.jit()(advance)


def test_an_array_type_is_one_of_numpys() -> None:
    """The type of an array is one of NumPy's, however it is written."""
    assert jit.Array("f4", 2).dtype == np.float32 and jit.Array("f4", 2).axes == 2
