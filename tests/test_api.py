"""The public API: every name has a docstring, an example that runs, and an entry on the page."""

import doctest
import importlib
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from vecx import Machine

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs"))
import build_api  # noqa: E402

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def object_of(path: str) -> Any:
    """Return the object with a full name."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def members_of(thing: type) -> list[tuple[str, Any]]:
    """Return the methods and properties of a class that this project defines."""
    found: dict[str, Any] = {}
    for base in reversed(thing.__mro__):
        if base.__module__.partition(".")[0] in ("vecx", "asm"):
            found |= {name: member for name, member in vars(base).items()
                      if (not name.startswith("_") or name in build_api.ITEMS)
                      and (inspect.isfunction(member)
                           or isinstance(member, property | classmethod | staticmethod))}
    return list(found.items())


def run(thing: Any, name: str) -> int:
    """Run the examples of a docstring, with Machine and the names of its module defined.

    Returns: the number of examples
    """
    known = {**vars(sys.modules[thing.__module__]), "Machine": Machine}
    tests = [test for test in doctest.DocTestFinder(recurse=False).find(thing, name, globs=known)
             if test.examples]
    runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    said: list[str] = []
    for test in tests:
        runner.run(test, out=said.append)
    assert not said, "".join(said)
    return sum(len(test.examples) for test in tests)


@pytest.mark.sample(30)
@pytest.mark.parametrize("path", build_api.NAMES)
def test_every_public_name_has_an_example_that_runs(path: str, tmp_path: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Every public function, class and method has a docstring and a correct example.

    Properties, and methods of classes other than Machine, may be in any example of their class.
    """
    monkeypatch.chdir(tmp_path)
    thing, name = object_of(path), path.rpartition(".")[2]
    assert inspect.getdoc(thing), "no docstring"
    assert run(thing, name) > 0, f"{path} has no example"
    if not inspect.isclass(thing):
        return
    shown = inspect.getdoc(thing) or ""
    members = members_of(thing)
    for member, what in members:
        own = what.fget if isinstance(what, property) else \
            what.__func__ if isinstance(what, classmethod | staticmethod) else what
        assert own.__doc__, f"{path}.{member} has no docstring"
        run(own, f"{name}.{member}")
        shown += own.__doc__
    for member, _ in members:
        assert member in build_api.ITEMS \
            or re.search(rf">>>.*\b{member}\b|\.\.\. .*\b{member}\b", shown), \
            f"no example of {path} uses {member}"


def test_the_recipes_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of docs/recipes.md runs from top to bottom, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    failed, count = doctest.testfile(str(ROOT / "docs" / "recipes.md"), module_relative=False,
                                     optionflags=OPTIONS)
    assert failed == 0 and count > 30


def test_no_example_is_skipped() -> None:
    """No example in a docstring is skipped."""
    for path in [*ROOT.glob("vecx/**/*.py"), *ROOT.glob("asm/**/*.py")]:
        assert "doctest: +SKIP" not in path.read_text(encoding="utf-8"), path


def test_what_our_examples_use_is_on_the_page() -> None:
    """Recipes, notebook and `vecx new` use only attributes of a machine that the page lists."""
    machine = build_api.page().partition("### Machine\n")[2].partition("\n### ")[0]
    listed = set(re.findall(r"^Machine\.(\w+)", machine, re.MULTILINE)) \
        | set(re.findall(r"\w+", machine.partition("Attributes")[2].partition("`copy.copy`")[0]))
    notebook = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))
    texts = [(ROOT / "docs" / "recipes.md").read_text(encoding="utf-8"),
             *("".join(cell["source"]) for cell in notebook["cells"]),
             *(path.read_text(encoding="utf-8")
               for path in (ROOT / "vecx" / "cli" / "template").glob("*.py.txt"))]
    used = {name for text in texts
            for name in re.findall(r"\b(?:m|machine)\.([a-z_]+)\b(?!\.txt)", text)}
    assert {"run_frames", "press"} <= used and used <= listed | {"py"}, used - listed
