"""The imports of the command line: help and assembling stay light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {".".join((path.parent if path.name == "__init__.py" else path.with_suffix(""))
                    .relative_to(ROOT).parts): path
           for package in ("vecx", "asm") for path in (ROOT / package).rglob("*.py")
           if "template" not in path.parts}
# They import late on purpose: so that an interrupt ends the process silently until then, and so
# that `import vecx` loads nothing else.
LATE = {"vecx", "vecx.__main__", "vecx.learning.example"}
LAZY = {"asm", "vecx", "vecx.testing"}       # packages that import their names when they are used
HEAVY = {"numpy", "numba", "pygame", "sounddevice"}
SOURCE = " org 0\n rts\n"


def imported_by(arguments: list[str], tmp_path: Path) -> set[str]:
    """Run the command line in a new process; return the top-level modules that it imported."""
    code = ("import sys\nfrom vecx.__main__ import main\n"
            f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
            "print('MODULES', *{name.split('.')[0] for name in sys.modules})")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          cwd=tmp_path, check=True,
                          env={"PYTHONPATH": str(Path(__file__).parent.parent), "PATH": ""})
    return set(done.stdout.rpartition("MODULES")[2].split())


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["asm", "t.asm", "-o", "t"],
                                       ["dis", "t.bin"]])
def test_light_commands_import_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    """Help, `vecx asm` and `vecx dis` do not import NumPy, numba or pygame."""
    (tmp_path / "t.asm").write_text(SOURCE)
    (tmp_path / "t.bin").write_bytes(b"\x39")
    assert not imported_by(arguments, tmp_path) & HEAVY


def test_importing_the_machine_leaves_no_trace(tmp_path: Path) -> None:
    """Importing vecx creates no folder, prints nothing, and does not configure numba."""
    code = ("import numba\nbefore = dict(vars(numba.config))\n"
            "import vecx.machine, vecx.display.phosphor, vecx.sound.mixer\n"
            "after = dict(vars(numba.config))\n"
            "assert {k: v for k, v in after.items() if before.get(k) != v} == {}, 'settings'\n"
            "import os\nassert 'NUMBA_CACHE_DIR' not in os.environ\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          cwd=tmp_path, check=False,
                          env={"PYTHONPATH": str(Path(__file__).parent.parent), "PATH": "",
                               "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


@cache
def imports(module: str) -> list[tuple[int, str, bool]]:
    """Return line, imported module and whether it is inside a function, for each import of a
    module, without those for types only."""
    found = []

    def visit(node: ast.AST, inside: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                found.extend((child.lineno, name, inside) for name in imported(module, child))
            elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)):
                visit(child, inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    visit(ast.parse(MODULES[module].read_text(encoding="utf-8")), False)
    return found


def imported(module: str, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Yield the modules that a statement in a module imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    package = module.split(".")
    if MODULES[module].name != "__init__.py":
        package.pop()
    base = package[:len(package) + 1 - node.level] if node.level else []
    whole = ".".join([*base, *([node.module] if node.module else [])])
    for alias in node.names:
        yield f"{whole}.{alias.name}" if f"{whole}.{alias.name}" in MODULES else whole


def loaded_with(module: str) -> set[str]:
    """Return what is loaded when a module is imported, as far as our own modules import it."""
    loaded: set[str] = set()
    waiting = [module]
    while waiting:
        parts = waiting.pop().split(".")
        for count in range(1, len(parts) + 1):
            name = ".".join(parts[:count])
            if name not in loaded:
                loaded.add(name)
                waiting += [name for _, name, inside in imports(name) if not inside] \
                    if name in MODULES else []
    return loaded - {module}


@pytest.mark.slow
def test_an_import_in_a_function_saves_time() -> None:
    """A function imports only what the imports at the head of its file do not load anyway."""
    useless = [f"{MODULES[module]}:{line}: {name}" for module in sorted(set(MODULES) - LATE)
               for line, name, inside in imports(module)
               if inside and name not in LAZY and name in loaded_with(module)]
    assert useless == []
