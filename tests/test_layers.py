"""The order of the layers, read from the imports.

Goal: a module imports only from its own row or from rows below it; the chips that share a row
never import each other; in the assembler, whose floors are narrower, only from rows below.  Method:
parse every source, list its imports (those for types alone and those in functions too), look up
their rows.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Lowest first.  A name is a module, or a package with all that is in it.
ROWS = (
    ("vecx.errors", "vecx.files", "vecx.progress", "asm.isa", "vecx.chips.jit",
     "vecx.chips.kept", "vecx.chips.lean", "vecx.chips.linking", "vecx.chips.passes",
     "vecx.chips.shortcuts"),
    ("vecx.chips.state", "vecx.chips.alu", "vecx.chips.chance", "vecx.chips.order"),
    ("vecx.chips.decode", "vecx.chips.log", "vecx.chips.record", "vecx.chips.shift"),
    ("vecx.chips.via", "vecx.chips.beam", "vecx.chips.psg", "vecx.chips.registers"),
    ("vecx.chips.line",),
    ("vecx.chips.pen", "vecx.chips.imager"),
    ("vecx.chips.bus",),
    ("vecx.chips.attend", "vecx.chips.access"),
    ("vecx.chips.seldom",),
    ("vecx.chips.cpu",),
    ("vecx.svg",),
    ("vecx.frame", "vecx.roms", "vecx.cartridge", "vecx.inputs", "vecx.analog"),
    ("vecx.controllers", "vecx.observer", "vecx.registers", "vecx.slot", "vecx.snapshot",
     "vecx.waiting"),
    ("vecx.strict",),
    ("vecx.machine", "vecx.calling", "vecx.conform"),
    ("vecx.trace", "vecx.terminal", "vecx.movie", "vecx.rewind", "vecx.slots", "vecx.calibrate",
     "vecx.reload", "vecx.recent"),
    ("vecx.budget",),
    ("vecx.display", "vecx.sound", "vecx.config"),
    ("vecx.record",),
    ("vecx.cli", "vecx.__main__"),
)
# The floors of the assembler, lowest first: facts, text, statements, the Program and who reads it,
# Layout, Reader, and assembling from end to end.
ASM_FLOORS = (
    ("isa", "diagnostics", "dialects", "contracts", "habits"),
    ("lexer", "source", "macros", "symbols", "decoding", "debuginfo"),
    ("expr", "run", "tracing"),
    ("parser", "disasm"),
    ("encode",),
    ("items", "operations", "image"),
    ("listing", "cycles"),
    ("program",),
    ("checks", "debugging"),
    ("output",),
    ("missing", "equates"),
    ("layout",),
    ("draft",),
    ("conditions", "directives", "structs"),
    ("words",),
    ("reader", "format"),
    ("assembly",),
)
# Modules of one row that never know each other.
STRANGERS = ROWS[3]
# Who besides `asm` itself may use more of the assembler than the facts of asm.isa.
ASSEMBLER_USERS = ("vecx.cli", "vecx.conform", "vecx.roms", "vecx.strict", "vecx.trace")
# What the assembler knows of a program, and who besides may read it.
DEBUG_INFO = ("asm.debuginfo", "asm.contracts")
DEBUG_INFO_USERS = ("vecx.machine", "vecx.frame", "vecx.budget", "vecx.strict", "vecx.reload",
                    "vecx.trace")


def row_of(module: str) -> int | None:
    """Return the row of a module, None for the package itself and for the assembler."""
    for row, names in enumerate(ROWS):
        if any(module == name or module.startswith(name + ".") for name in names):
            return row
    return None


def imports_of(path: Path) -> list[str]:
    """Return the full names of the project's modules that a source imports."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    package = module.removesuffix(".__init__") if path.stem == "__init__" \
        else module.rpartition(".")[0]
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            name = ".".join(part for part in (base, node.module) if part)
            inside = [f"{name}.{alias.name}" for alias in node.names]
            found += [full if exists(full) else name for full in inside]
    return [name for name in found if name.split(".")[0] in ("vecx", "asm")]


def exists(module: str) -> bool:
    """True where a dotted name is a module of the project."""
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


SOURCES = sorted([*ROOT.glob("vecx/**/*.py"), *ROOT.glob("asm/**/*.py")])


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_downward(path: Path) -> None:
    """No module imports from a row above its own."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    own = row_of(module)
    if module.startswith("asm"):
        check_floor(module, imports_of(path))
        return
    assert own is not None or module in ("vecx.__init__", "vecx.chips.__init__"), \
        f"{module} has no row in ROWS"
    for name in imports_of(path):
        row = row_of(name)
        if name.startswith("asm") and name != "asm.isa":
            users = ASSEMBLER_USERS + (DEBUG_INFO_USERS if name in DEBUG_INFO else ())
            assert module.startswith(users), f"{module} uses the assembler"
        elif row is not None and own is not None:
            assert row <= own, f"{module} imports {name}, which lies above it"
            assert not (module in STRANGERS and name in STRANGERS and name != module), \
                f"{module} knows {name}"


def check_floor(module: str, names: list[str]) -> None:
    """Fail where a module of the assembler imports from its own floor or from above."""
    floors = {f"asm.{name}": floor for floor, row in enumerate(ASM_FLOORS) for name in row}
    assert not [name for name in names if name.startswith("vecx")]
    if module == "asm.__init__":
        return
    assert module in floors, f"{module} has no floor"
    for name in names:
        assert name in floors, f"{module} imports {name}, which has no floor"
        assert floors[name] < floors[module], f"{module} imports {name}, which is not below it"


def test_every_floor_names_what_exists() -> None:
    """The floors name every module of the assembler, each once."""
    listed = [f"asm.{name}" for row in ASM_FLOORS for name in row]
    assert sorted(listed) == sorted(f"asm.{path.stem}" for path in ROOT.glob("asm/*.py")
                                    if path.stem != "__init__")


def test_every_row_names_what_exists() -> None:
    """The table of layers has no module that is not there."""
    assert [name for row in ROWS for name in row if not exists(name)] == []


def test_assembler_imports_standard_library_only() -> None:
    """`asm` needs nothing that is not in Python itself."""
    import sys

    for path in ROOT.glob("asm/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else \
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                top = name.split(".")[0]
                assert top == "asm" or top in sys.stdlib_module_names, f"{path.name}: {name}"
