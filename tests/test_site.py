"""docs/build_web.py: the site has no broken link."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytest.importorskip("markdown_it")


def test_the_site(tmp_path):
    """Every document is a page, three pages contain the player, and no link is broken."""
    spec = importlib.util.spec_from_file_location("build_web", ROOT / "docs" / "build_web.py")
    built = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(built)
    built.build(tmp_path, {"pyodide.mjs": b""})
    pages = {path.name: path.read_text() for path in tmp_path.glob("*.html")}
    assert {f"{path.stem.lower()}.html" for path in (ROOT / "docs").rglob("*.md")} <= set(pages)
    assert sum(name.startswith("play-") for name in pages) == 3
    for name in ("index.html", "workshop.html", "writing-a-cartridge.html"):
        assert 'href="workshop/index.html"' in pages[name]
    assert (tmp_path / "workshop" / "pyodide" / "pyodide.mjs").exists()
    for name, text in pages.items():
        if name.startswith("play-"):
            continue
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            place, _, part = link.partition("#")
            if "://" in place:
                continue
            assert not place or (tmp_path / place).is_file(), (name, link)
            there = pages.get(place or name, "")
            assert not part or f'id="{part}"' in there, (name, link)
