"""Modules of pages become one script."""

import re

import pytest

from vecx import pages
from vecx.chips.state import BOARD, RECORD
from vecx.errors import VecxError


@pytest.mark.parametrize("modules", [("player",), ("player", "serve"), ("filmed",), ("wires",),
                                     ("wires", "film")])
def test_each_page_has_a_script(modules):
    """Nothing is left to import or export; `bundle` refuses names that are declared twice."""
    script = pages.bundle(*modules)
    assert "import {" not in script and "export " not in script
    assert len(script) > 2000


def test_fields_that_a_script_names_are_there():
    """Of the record or the board: a renamed field would stop the page."""
    fields = {*(RECORD.names or ()), *(BOARD.names or ())}
    script = pages.read("machine.js")
    named = re.findall(r'this\.(?:get|set|place)\("(\w+)"', script)
    assert len(named) > 20 and set(named) <= fields


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of modules, by their names."""
    def put(**modules: str) -> None:
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text)

    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    pages.bundle.cache_clear()
    yield put
    pages.bundle.cache_clear()


def test_modules_stand_in_the_order_of_evaluation(folder):
    """What a module imports comes before it, once, whoever else imports it."""
    folder(a='import { b } from "./b.js";\nimport { c } from "./c.js";\nexport const a = b + c;\n',
           b='import {\n  c,\n} from "./c.js";\nexport const b = c + 1;   // one more\n',
           c="// a comment\nexport const c = 1;\n")
    assert pages.bundle("a") == "const c = 1;\nconst b = c + 1;\nconst a = b + c;\n"


def test_a_name_that_two_modules_declare_is_refused(folder):
    """In one script it would have one meaning."""
    folder(a='import { b } from "./b.js";\nconst twice = 1;\n', b="const twice = 2, b = 1;\n")
    with pytest.raises(VecxError, match=r"a\.js and b\.js both declare twice"):
        pages.bundle("a")


def test_a_circle_of_imports_is_refused(folder):
    """It has no order."""
    folder(a='import { b } from "./b.js";\n', b='import { a } from "./a.js";\n')
    with pytest.raises(VecxError, match=r"a\.js imports itself through a, b"):
        pages.bundle("a")


def test_a_missing_file_is_named(folder):
    """With what to do."""
    with pytest.raises(VecxError, match=r"none\.js: .*; install vecx again"):
        pages.bundle("none")
