"""Write docs/web, the documentation site: `python docs/build_web.py [FOLDER]`.

Sphinx makes the pages from README.md, CONTRIBUTING.md and docs; docs/manual.md says which, in which
order and under which headings.  Beside them are both games and the service program as pages that
play them, and the workshop.  The site works on any static host, and from a folder without a server.
The packages that it needs are in the extra `site`.  Nothing of it is kept in the repository.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from vecx.console.analog import load
from vecx.display import overlay
from vecx.display.picture import picture_of, save_png
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.web import export, workshop
from vecx.web.about import About, controls_of

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
FOLDER = DOCS / "web"
# Page, cartridge, what it is, its controls.
GAMES = (
    ("play-connect4", "connect4", "Four in a row, against a friend or the machine.",
     "stick=aim, 1=pause, 2=undo, 3=hint, 4=drop"),
    ("play-reversi", "reversi", "Eight by eight, with hints.",
     "stick=move, 1=pause, 3=hint, 4=place"),
    ("play-service", None,
     "What the executive ROM has without a cartridge: test card, drift, sound.", ""),
)
SERVICE_FRAMES = 400    # after these the screen no longer changes
PICTURES = "connect4-overlay.png", "reversi-overlay.png"      # of the front page
PAGE = re.compile(r"\[([^\]]+)\]\(([^)#:\s]+\.(?:md|ipynb))\)")      # a link to a whole page
JOBS = 2


def contents(manual: str) -> dict[str, dict[str, str]]:
    """Return the pages that a text like manual.md lists: by section, the title of each path.

    The section of those above the first heading is "".  A page belongs to the section that is the
    first to list it.  Links to a part of a page are not counted.
    """
    found: dict[str, dict[str, str]] = {}
    parts = ["", *re.split(r"^## (.+)$", manual, flags=re.MULTILINE)]
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        listed = {path for pages in found.values() for path in pages}
        found[heading] = pages = {}
        for title, path in PAGE.findall(text):
            if path not in listed:
                pages.setdefault(path, title[0].upper() + title[1:])
    return found


def tree(caption: str, pages: dict[str, str]) -> str:
    """Return the part of the sidebar that lists these pages."""
    places = [f"{title} <{(DOCS / path).resolve().relative_to(ROOT).with_suffix('').as_posix()}>"
              for path, title in pages.items()]
    return "\n".join(["", "```{toctree}", ":hidden:", ":titlesonly:",
                      *([f":caption: {caption}"] if caption else []), "", *places, "```", ""])


def lay(room: Path) -> None:
    """Write the source folder of the site, for Sphinx."""
    shutil.copytree(DOCS / "site", room, dirs_exist_ok=True)
    for name in ("README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, room)
    shutil.copytree(DOCS, room / "docs", ignore=shutil.ignore_patterns(
        "site", "web", "*.py", "__pycache__"))
    front = (room / "front.myst").read_text(encoding="utf-8")
    sections = contents((DOCS / "manual.md").read_text(encoding="utf-8"))
    sections[""] = {"manual.md": "The manual", **sections[""]}
    trees = (tree(caption, pages) for caption, pages in sections.items())
    (room / "index.md").write_text(front + "".join(trees), encoding="utf-8")
    for name in PICTURES:
        shutil.copy(DOCS / "images" / name, room / "static")
    frames = Machine(None).run_frames(SERVICE_FRAMES)
    save_png(picture_of(frames[-4:], load("hardware")), room / "static" / "service.png")
    (room / "static" / "icon.svg").write_text(export.ICON, encoding="utf-8")


def run_sphinx(room: Path, folder: Path, has_workshop: bool) -> None:
    """Make the pages.  Errors: VecxError with the warnings, for example of a broken link"""
    extra = ["-t", "workshop", "-A", "has_workshop=1"] if has_workshop else []
    ran = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-j", str(JOBS),
         "-D", f"sources={ROOT}", *extra, "-d", str(room / "doctrees"), str(room), str(folder)],
        capture_output=True, text=True, check=False)
    if ran.returncode:
        raise VecxError(f"the site is not complete:\n{ran.stderr.replace(str(room), str(ROOT))}")


def build(folder: Path, python: dict[str, bytes] | None = None) -> None:
    """Write the site into a folder; replace files that have the same names.

    Args:   python  the files of Pyodide; without them the site has no workshop
    Errors: VecxError if a link is broken, or manual.md does not list a page
    """
    with tempfile.TemporaryDirectory() as room:
        lay(Path(room).resolve())
        run_sphinx(Path(room).resolve(), folder, python is not None)
    (folder / ".nojekyll").touch()      # a host of static pages would leave out _static
    for page, cart, words, controls in GAMES:
        found = overlay.find(cart) if cart else None
        about = About(description=words,
                      controls=controls_of(controls) if controls else {})
        text = export.page(Machine(cart), found.read_bytes() if found else None, about=about)
        (folder / f"{page}.html").write_text(text, encoding="utf-8")
    if python is None:
        return
    for name, data in workshop.site(python).items():
        path = folder / "workshop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main() -> int:
    """Write the site; return the exit status."""
    wanted = Path(sys.argv[1]) if sys.argv[1:] else FOLDER
    try:
        files = workshop.python_files()
    except VecxError as fault:
        files = None
        print(f"without the workshop: {fault}")
    try:
        build(wanted, files)
    except VecxError as fault:
        print(f"docs/build_web.py: {fault}", file=sys.stderr)
        return 1
    print(f"{wanted / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
