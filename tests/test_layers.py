"""The import rules of pyproject.toml, checked by import-linter.

Goal: a module imports only from lower layers.  Method: run the contracts on the tree, and on copies
of it with one wrong import each, which must be found.
"""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# The file of a wrong import, the import, and the modules that the message names.
PLANTED = [
    ("vecx/chips/alu.py", "from ..console import frame", "vecx.chips.alu -> vecx.console.frame"),
    ("vecx/console/console.py",
     "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..strict import checker",
     "vecx.console.console -> vecx.strict.checker"),
    ("vecx/chips/via.py", "def late():\n    from . import psg", "vecx.chips.via -> vecx.chips.psg"),
    ("vecx/measure/hang_detector.py", "from ..play import movie",
     "vecx.measure.hang_detector -> vecx.play.movie"),
    ("vecx/measure/wires/lanes.py", "from ..budget import limits",
     "vecx.measure.wires.lanes -> vecx.measure.budget.limits"),
    ("vecx/chips/bus.py", "import random", "vecx.chips.bus -> random"),
    ("vecx/play/rewind.py", "from asm.assembler import encode",
     "vecx.play.rewind -> asm.assembler.encode"),
    ("asm/cpu/isa.py", "from asm.syntax import lexer", "asm.cpu.isa -> asm.syntax.lexer"),
    ("asm/syntax/lexer.py", "from asm.syntax import parser",
     "asm.syntax.lexer -> asm.syntax.parser"),
    ("asm/formatter.py", "import vecx.errors", "asm.formatter -> vecx.errors"),
    ("vecx/compiling/native.py", "def late():\n    from . import implementation",
     ".native -> .implementation"),
    ("vecx/display/screen.py", "from . import window", ".screen -> .window"),
    ("vecx/new/__init__.py", "", "vecx.new"),
    ("vecx/chips/timer.py", "", "vecx.chips.timer"),
]


def contracts(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the tree in a folder against the contracts."""
    return subprocess.run([sys.executable, "-c",
                           "from importlinter.cli import lint_imports_command as run; run()",
                           "--no-cache", "--no-logo"],
                          cwd=folder, capture_output=True, text=True, check=False,
                          env={"PYTHONPATH": str(folder), "PATH": "", "COLUMNS": "200"})


def test_imports_point_downward() -> None:
    """No module imports from above or from its own layer; every package has a layer."""
    run = contracts(ROOT)
    assert run.returncode == 0 and " 0 broken" in run.stdout, run.stdout + run.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources."""
    folder = tmp_path_factory.mktemp("tree")
    for package in ("asm", "vecx"):
        shutil.copytree(ROOT / package, folder / package,
                        ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.sample(2, slow=4)
@pytest.mark.parametrize("path, code, named", PLANTED, ids=[row[2] for row in PLANTED])
def test_an_import_that_points_upward_is_found(copy: Path, path: str, code: str,
                                               named: str) -> None:
    """Each kind of forbidden import is reported, and so is a package without a layer.
    """
    source = copy / path
    before = source.read_text(encoding="utf-8") if source.exists() else None
    source.parent.mkdir(exist_ok=True)
    source.write_text(f"{before or ''}\n{code}\n", encoding="utf-8")
    try:
        run = contracts(copy)
    finally:
        if before is not None:
            source.write_text(before, encoding="utf-8")
        elif source.name == "__init__.py":
            shutil.rmtree(source.parent)
        else:
            source.unlink()
    assert run.returncode == 1 and named in run.stdout, run.stdout + run.stderr


def test_assembler_imports_standard_library_only() -> None:
    """`asm` imports only the standard library."""
    for path in ROOT.glob("asm/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else \
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                top = name.split(".")[0]
                assert top == "asm" or top in sys.stdlib_module_names, f"{path.name}: {name}"
