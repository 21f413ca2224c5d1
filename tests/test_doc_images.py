"""The pictures of README and docs: used, described, small, and made by scripts."""

import re
from pathlib import Path

import numpy as np
import pytest

from docs import build_accuracy
from tests import doc_pictures

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BYTES_MAX = 300_000
SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
# Files that a script of another kind writes, or none.
OTHERS = {
    "architecture.svg": "docs/build_architecture.py",
    "neovim.png": "by hand, in Neovim in a terminal",
    "emacs.png": "by hand, in Emacs",
}
FILES = sorted(path.name for path in IMAGES.iterdir())


def pictures() -> list[tuple[Path, str, Path]]:
    """Return the page, the description and the file of each picture on a page."""
    return [(page, words, (page.parent / target).resolve())
            for page in PAGES for words, target in SHOWN.findall(page.read_text("utf-8"))]


def test_every_picture_is_shown() -> None:
    """A file that no page shows is not kept."""
    assert set(FILES) - {path.name for _, _, path in pictures()} == set()


def test_every_picture_is_described() -> None:
    """The alternative text has at least two words."""
    assert len(pictures()) > 25
    for page, words, path in pictures():
        assert len(words.split()) >= 2, (page.name, path.name)


@pytest.mark.parametrize("name", FILES)
def test_a_picture_is_small(name: str) -> None:
    """No file is larger than 300 KB."""
    assert (IMAGES / name).stat().st_size < BYTES_MAX


def test_scripts_make_the_pictures() -> None:
    """Each file is made by a script, or named above with the reason."""
    cards = {f"accuracy-beam-{preset}.svg" for preset in build_accuracy.PRESETS}
    assert set(FILES) == {*doc_pictures.PICTURES, *OTHERS} | cards


@pytest.mark.parametrize("name", ["square.png", "ship.png"])
def test_a_picture_of_a_program_is_up_to_date(name: str, tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures of the tutorials show what their programs draw now."""
    monkeypatch.setattr(doc_pictures, "FOLDER", tmp_path)
    doc_pictures.PICTURES[name]()
    new, old = (doc_pictures.pixels((folder / name).read_bytes()).view(np.uint8).astype(int)
                for folder in (tmp_path, IMAGES))
    assert new.shape == old.shape and old.max() > 200
    assert np.abs(new - old).mean() < 0.1       # another processor may round otherwise
