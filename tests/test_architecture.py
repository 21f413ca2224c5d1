"""docs/architecture.md: picture, paragraphs and names in it are those of the sources."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))
import build_architecture as build  # noqa: E402

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = TEXT.partition("## Packages")[2].partition("Where to make")[0]
FOLDERS = ("vecx", "asm", "building", "roms", "games", "tests", "docs")


def test_every_file_says_what_it_contains() -> None:
    """Each source file begins with a description."""
    for paths in build.files().values():
        for path in paths:
            assert build.first_line(path), path


def test_the_map_has_a_paragraph_for_each_package() -> None:
    """Each package of the picture is described."""
    described = set(re.findall(r"\*\*(\w+)\*\*", PACKAGES))
    boxes = {box for row in build.layers("vecx") for box in row}
    assert boxes - {"__main__"} | {"asm"} == described


def test_the_map_names_what_exists() -> None:
    """The files, functions and classes that the page names exist."""
    named = set(re.findall(r"\b\w+\.(?:py|js|asm)\b", TEXT))
    assert named - {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*")} == set()
    sources = [path for folder in ("vecx", "asm") for path in (ROOT / folder).rglob("*.py")]
    dotted = re.findall(r"`([a-z]\w*)\.(\w+)", TEXT)
    checked = 0
    for module, name in dotted:
        texts = [path.read_text(encoding="utf-8") for path in sources if path.stem == module]
        if texts and name != "py":
            checked += 1
            assert any(re.search(rf"^\s*(?:(?:def|class) )?{name}\b", text, re.M)
                       for text in texts), f"{module}.{name}"
    assert checked >= 10
    whole = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    classes = set(re.findall(r"`([A-Z][a-z]\w+)", TEXT))
    assert len(classes) > 5
    for name in classes:
        assert re.search(rf"^\s*(?:class )?{name}\b", whole, re.M), name
