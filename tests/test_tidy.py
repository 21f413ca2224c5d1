"""The house rules that a program can check."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*ROOT.glob("vecx/**/*.py"), *ROOT.glob("asm/**/*.py"), *ROOT.glob("roms/*.py"),
                  *ROOT.glob("building/*.py")])
PRINTERS = ("vecx/cli/", "vecx/__main__.py", "vecx/display/window.py", "vecx/display/tty.py",
            "vecx/compiling/", "building/", "roms/")


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_source_is_tidy(path: Path) -> None:
    """Each file has a module docstring, no TODO, no bare `except`, and no unexpected print.

    tests/test_api.py checks that names in docs/generated/api.md have docstrings with examples.  For
    other names the author decides.
    """
    text = path.read_text(encoding="utf-8")
    name = str(path.relative_to(ROOT))
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "no module docstring"
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"line {node.lineno}: a bare except"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                and node.func.id == "print":
            assert name.startswith(PRINTERS), f"line {node.lineno}: print"


ASSERTING = re.compile(r"(^|\.)(assert_\w+|check\w*|golden(\.text)?|fnmatch_lines\w*|fail|raises)$")
TESTS = sorted(path for path in ROOT.glob("tests/**/*.py") if "node_modules" not in path.parts)


def asserts(test: ast.FunctionDef) -> bool:
    """Return whether a test contains an assertion, or calls a function that does."""
    return any(isinstance(node, ast.Assert)
               or (isinstance(node, ast.Call) and ASSERTING.search(ast.unparse(node.func)))
               for node in ast.walk(test))


@pytest.mark.parametrize("path", TESTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_tests_are_tidy(path: Path) -> None:
    """Each test has a docstring, and asserts something; what several tests use is in other files.

    To assert is to use assert, or to call assert_..., check..., golden or raises.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert ast.get_docstring(node), f"{node.name} has no docstring"
            assert asserts(node) or not path.name.startswith("test_"), \
                f"line {node.lineno}: {node.name} asserts nothing"
        if isinstance(node, ast.ImportFrom) and node.module:
            last = node.module.rpartition(".")[2]
            assert not (node.module.startswith("tests.") and last.startswith("test_")), \
                f"line {node.lineno}: imports from another test"


CHIPS = [p for p in ROOT.glob("vecx/chips/*.py") if p.stem != "__init__"]


@pytest.mark.parametrize("path", CHIPS, ids=lambda p: p.stem)
def test_every_chip_has_its_tests(path: Path) -> None:
    """Each chip has a test file."""
    assert (ROOT / "tests/vecx/chips" / f"test_{path.stem}.py").exists()


def test_project_names_no_path_of_a_machine() -> None:
    """No file contains a path of the computer on which it was written."""
    for path in [*SOURCES, *ROOT.glob("docs/*.md"), *ROOT.glob("*.md"), *ROOT.glob("roms/*.asm"),
                 *ROOT.glob("games/*.asm")]:
        assert not re.search(r"(/work/|/root/|/home/\w)", path.read_text(encoding="utf-8")), path


# The largest file of each kind, KB.  Everything in the repository's history stays there for ever.
SIZE_MOST = {".gif": 1_000}
SIZE_MOST_OTHERS = 400
LARGER = {"tests/reference": 1_400}     # data of the original machine


def test_no_file_is_large() -> None:
    """Tracked files are smaller than the limit for their kind."""
    found = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True,
                           check=False)
    names = [name for name in found.stdout.split("\0") if name and (ROOT / name).is_file()]
    if not names:
        pytest.skip("not a clone of the repository")
    for name in names:
        most = next((size for folder, size in LARGER.items() if name.startswith(folder)),
                    SIZE_MOST.get(Path(name).suffix, SIZE_MOST_OTHERS))
        size = (ROOT / name).stat().st_size
        assert size <= 1_000 * most, f"{name} has {size:,} bytes; make it smaller"
