"""The scripts of pages in vecx/data/web are up to date, small, and complete."""


import pytest

from building import scripts
from vecx import Machine, VecxError
from vecx.pages import BUILT
from vecx.web import export

STALE = "run `python -m building scripts`, and commit what it makes"
INSTALLED = (scripts.HERE / "node_modules" / "esbuild").is_dir()
PAGE_BYTES_MAX = 220_000        # of Connect-4 as a page


def test_a_changed_source_is_noticed(monkeypatch, tmp_path):
    """The digest depends on the text of each source, but not on its line ends."""
    monkeypatch.setattr(scripts, "FOLDER", tmp_path)
    (tmp_path / "a.js").write_bytes(b"let a;\nlet b;\n")
    before = scripts.digest()
    (tmp_path / "a.js").write_bytes(b"let a;\r\nlet b;\r\n")
    assert scripts.digest() == before
    (tmp_path / "a.js").write_bytes(b"let a;\nlet c;\n")
    assert scripts.digest() != before


@pytest.mark.skipif(not INSTALLED, reason=scripts.INSTALL)
def test_built_again_they_are_the_same():
    """The same version of esbuild makes the same files."""
    made = scripts.make()
    assert {name: (BUILT / name).read_bytes() for name in made} == made, STALE


@pytest.mark.skipif(not INSTALLED, reason=scripts.INSTALL)
def test_template_strings_stay_as_they_are(monkeypatch, tmp_path):
    """Blanks and comments inside template strings are kept; a module comes once, before those
    that import it."""
    monkeypatch.setattr(scripts, "FOLDER", tmp_path)
    monkeypatch.setattr(scripts, "SCRIPTS", {"a.js": ("a.js", "b.js")})
    monkeypatch.setattr(scripts, "ALONE", ())
    monkeypatch.setattr(scripts, "MODULES", ())
    (tmp_path / "a.js").write_text('import {b} from "./b.js";\n'
                                   "export const a = () => `${b}  // kept\n    too`;\n")
    (tmp_path / "b.js").write_text("export let b = 'once';   // not kept\n")
    text = scripts.make()["a.js"].decode()
    assert "  // kept\n    too" in text and "not kept" not in text and text.count("once") == 1


@pytest.mark.skipif(not INSTALLED, reason=scripts.INSTALL)
def test_a_mistake_is_reported(monkeypatch, tmp_path):
    """A syntax error, or a missing module, is reported with its file and line."""
    monkeypatch.setattr(scripts, "FOLDER", tmp_path)
    monkeypatch.setattr(scripts, "SCRIPTS", {"a.js": ("a.js",)})
    for text in ("let a = ;\n", 'import "./none.js";\n'):
        (tmp_path / "a.js").write_text(text)
        with pytest.raises(VecxError, match=r"(?s)esbuild refuses a\.js: .*a\.js:1:\d+"):
            scripts.make()


def test_without_esbuild_the_message_says_what_to_install(monkeypatch, tmp_path):
    """Without esbuild, the message says how it is installed."""
    monkeypatch.setattr(scripts, "HERE", tmp_path)
    with pytest.raises(VecxError, match=r"npm install --prefix building"):
        scripts.make()


def test_a_page_is_small():
    """A page with Connect-4 and its overlay has at most 220 KB."""
    overlay = (BUILT.parent / "overlays" / "connect4.png").read_bytes()
    assert len(export.page(Machine("connect4"), overlay).encode()) <= PAGE_BYTES_MAX
