"""The modules of pages are combined into one script."""

import re

import pytest

from vecx import pages
from vecx.chips.state import BOARD, RECORD
from vecx.errors import VecxError


@pytest.mark.parametrize("modules", [("player",), ("player", "serve"), ("filmed",), ("wires",),
                                     ("wires", "film")])
def test_each_page_has_a_script(modules):
    """Each page's script has no imports or exports left."""
    script = pages.bundle(*modules)
    assert "import {" not in script and "export " not in script
    assert len(script) > 2000


def test_fields_that_a_script_names_are_there():
    """All fields that the scripts use exist."""
    fields = {*(RECORD.names or ()), *(BOARD.names or ())}
    script = pages.read("machine.js")
    named = re.findall(r'this\.(?:get|set|place)\("(\w+)"', script)
    assert len(named) > 20 and set(named) <= fields


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder of modules, given by names."""
    def put(**modules: str) -> None:
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text)

    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    pages.bundle.cache_clear()
    yield put
    pages.bundle.cache_clear()


def test_modules_stand_in_the_order_of_evaluation(folder):
    """Each module comes once, after the modules that it imports."""
    folder(a='import { b } from "./b.js";\nimport { c } from "./c.js";\nexport const a = b + c;\n',
           b='import {\n  c,\n} from "./c.js";\nexport const b = c + 1;   // one more\n',
           c="// a comment\nexport const c = 1;\n")
    assert pages.bundle("a") == "const c = 1;\nconst b = c + 1;\nconst a = b + c;\n"


def test_a_name_that_two_modules_declare_is_refused(folder):
    """A name declared in two modules is refused."""
    folder(a='import { b } from "./b.js";\nconst twice = 1;\n', b="const twice = 2, b = 1;\n")
    with pytest.raises(VecxError, match=r"a\.js and b\.js both declare twice"):
        pages.bundle("a")


def test_a_circle_of_imports_is_refused(folder):
    """Circular imports are refused."""
    folder(a='import { b } from "./b.js";\n', b='import { a } from "./a.js";\n')
    with pytest.raises(VecxError, match=r"a\.js imports itself through a, b"):
        pages.bundle("a")


def test_a_missing_file_is_named(folder):
    """A missing module is named with a remedy."""
    with pytest.raises(VecxError, match=r"none\.js: .*; install vecx again"):
        pages.bundle("none")
