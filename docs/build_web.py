"""Write docs/web, a front page for any static host: `python docs/build_web.py [FOLDER]`.

Both games and the service program as pages that play them, the workshop, and the manual: README.md
and docs/*.md as HTML, their links led to each other.  Nothing of it is kept in the repository.  The
package markdown-it-py, which reads Markdown, is in the extra `site`.
"""

import html
import re
import shutil
import sys
from pathlib import Path

from markdown_it import MarkdownIt

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
# Page, cartridge, what it is called, what it is, its picture, its controls.
GAMES = (
    ("play-connect4", "connect4", "Connect-4", "Four in a row, against a friend or the machine.",
     "connect4.png", "stick=aim, 1=pause, 2=undo, 3=hint, 4=drop"),
    ("play-reversi", "reversi", "Reversi", "Eight by eight, with hints.",
     "reversi-overlay.png", "stick=move, 1=pause, 3=hint, 4=place"),
    ("play-service", None, "Service program",
     "What the executive ROM has without a cartridge: test card, drift, sound.", "service.png", ""),
)
SERVICE_FRAMES = 400    # after these the screen no longer changes
# Of the manual; the others follow by their names.
FIRST = ("manual", "playing", "tour", "writing-a-cartridge", "first-byte", "recipes",
         "asm-language", "exec-rom", "strict", "budget", "api", "web")
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
LINK = re.compile(r'(<(?:a|img) [^>]*?(?:href|src)=")([^"#:]+)(#[^"]*)?(")')
PAGE = (DOCS / "site.html").read_text(encoding="utf-8")


def title_of(path: Path) -> str:
    """Return a document's first heading."""
    found = TITLE.search(path.read_text(encoding="utf-8"))
    return found[1] if found else path.stem


def manual() -> list[Path]:
    """Return the documents, the most asked for first."""
    found = {path.stem: path for path in sorted(DOCS.rglob("*.md"))}
    return [ROOT / "README.md", *(found.pop(name) for name in FIRST if name in found),
            *found.values(), ROOT / "CONTRIBUTING.md"]


TRY = ('<a class="try" href="workshop/index.html">Try it: write a program in the browser</a>')
TUTORIALS = "writing-a-cartridge", "workshop", "asm-language", "recipes", "tour"


def as_html(path: Path, has_workshop: bool = False) -> str:
    """Return a document as a page; a link to what is not of the site loses its address.

    Pages for those who write programs link to the workshop, if the site has it.
    """
    text = MarkdownIt("commonmark", {"html": False}).enable("table").render(
        path.read_text(encoding="utf-8"))

    def led(found: re.Match[str]) -> str:
        target = (path.parent / found[2]).resolve()
        if target.suffix == ".md" and target.parent in (DOCS, DOCS / "generated", ROOT) \
                and target.exists():
            place = f"{target.stem.lower()}.html"
        elif target.is_relative_to(DOCS / "images") and target.exists():
            place = f"images/{target.name}"
        else:
            place = ""
        return f"{found[1]}{place}{found[3] or ''}{found[4]}"

    text = with_anchors(LINK.sub(led, text))
    text = re.sub(r'<a href="">(.*?)</a>', r"\1", text)
    link = f" {TRY}" if has_workshop and path.stem in TUTORIALS else ""
    home = f'<nav><a href="index.html">vecx</a>{link}</nav>\n'
    return PAGE.format(title=f"{html.escape(title_of(path))} - vecx", body=home + text)


def with_anchors(text: str) -> str:
    """Give headings the names by which links ask for them."""
    def named(found: re.Match[str]) -> str:
        words = html.unescape(re.sub(r"<[^>]+>", "", found[2])).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        return f'<{found[1]} id="{html.escape(name)}">{found[2]}</{found[1]}>'

    return re.sub(r"<(h[1-6])>(.*?)</\1>", named, text)


def front(has_workshop: bool = False) -> str:
    """Return the front page."""
    link = f"<p>{TRY}</p>" if has_workshop else ""
    games = "".join(
        f'<li><a href="{page}.html"><img src="images/{picture}" alt="">'
        f"<div><b>Play {title}</b><br>{words}</div></a></li>"
        for page, _, title, words, picture, _ in GAMES)
    pages = "".join(f'<li><a href="{path.stem.lower()}.html">{html.escape(title_of(path))}</a></li>'
                    for path in manual())
    return PAGE.format(title="vecx: a Vectrex in Python", body=(
        "<h1>vecx</h1><p>A Vectrex in Python: a cycle-exact machine, a 6809 assembler, an "
        "executive ROM of its own, two games. Here it plays in your browser, the same machine to "
        "the last bit. Keys, a gamepad, or two thumbs; F1 in a game names the keys.</p>"
        f'<ul class="games">{games}</ul>{link}<h2>The manual</h2><ul class="manual">{pages}</ul>'
        "<p>MIT licence, the ROM and the games included.</p>"))


def build(folder: Path, python: dict[str, bytes] | None = None) -> None:
    """Write the site into a folder; replace files that have the same names.

    Args: python  the files of Pyodide; without them the site has no workshop
    """
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(DOCS / "images", folder / "images", dirs_exist_ok=True)
    frames = Machine(None).run_frames(SERVICE_FRAMES)
    save_png(picture_of(frames[-4:], load("hardware")), folder / "images" / "service.png")
    has_workshop = python is not None
    pages = {"index": front(has_workshop),
             **{path.stem.lower(): as_html(path, has_workshop) for path in manual()}}
    for page, cart, _, words, _, controls in GAMES:
        found = overlay.find(cart) if cart else None
        about = About(description=words,
                      controls=controls_of(controls) if controls else {})
        pages[page] = export.page(Machine(cart), found.read_bytes() if found else None, about=about)
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    shutil.copy(DOCS / "site.css", folder / "style.css")
    if python is None:
        return
    for name, data in workshop.site(python).items():
        path = folder / "workshop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    wanted = Path(sys.argv[1]) if sys.argv[1:] else FOLDER
    try:
        files = workshop.python_files()
    except VecxError as fault:
        files = None
        print(f"without the workshop: {fault}")
    build(wanted, files)
    print(f"{wanted / 'index.html'}")
