"""Write docs/generated/files.md, the list of all source files, and docs/images/architecture.svg.

Run as `python docs/build_architecture.py`.  The list consists of the files' first lines; the
picture shows the import rules of pyproject.toml.  Tests check that both are up to date.
"""

import ast
import html
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "generated" / "files.md"
PICTURE = ROOT / "docs" / "images" / "architecture.svg"
FOLDERS = ("vecx", "asm", "building", "roms", "games")
LEFT_OUT = {"template", "data", "__pycache__", "include", "recipes", "node_modules"}
HEAD = """# All source files

The first line of each source file, by package. [Architecture](../architecture.md) explains how the
packages depend on each other. `python docs/build_architecture.py` generates this page.
"""
# The picture: sizes in px.
BOX_WIDTH, BOX_HEIGHT, GAP, MARGIN = 96, 26, 8, 16
INK, PAPER, LINE = "#12303a", "#ffffff", "#4a8ea0"
FILLS = {"vecx": "#e4f3f7", "asm": "#f6efdf"}


def first_line(path: Path) -> str:
    """Return the first paragraph of a file's docstring or leading comment, on one line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
    else:
        mark = ";" if path.suffix == ".asm" else "//"
        lines = (line.strip() for line in text.splitlines())
        words = []
        for line in lines:
            comment = line.removeprefix(mark).strip() if line.startswith(mark) else ""
            if not comment:
                break
            words.append(comment)
        found = " ".join(words)
    return " ".join(found.split())


def files() -> dict[str, list[Path]]:
    """Return the source files of each folder."""
    found: dict[str, list[Path]] = {}
    for top in FOLDERS:
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in (".py", ".js", ".asm") and path.name != "__main__.py" \
                    and not LEFT_OUT & set(path.relative_to(ROOT).parts):
                found.setdefault(str(path.parent.relative_to(ROOT)), []).append(path)
    return found


def page() -> str:
    """Return the list."""
    parts = [HEAD]
    for folder, paths in files().items():
        parts.append(f"\n## {folder}/\n")
        init = next((path for path in paths if path.name == "__init__.py"), None)
        if init:
            parts.append(f"\n{first_line(init)}\n")
        rows = [f"| `{path.name}` | {first_line(path).replace('|', chr(92) + '|')} |"
                for path in paths if path != init]
        if rows:
            parts.append("\n" + "\n".join(["| file | first line |", "|---|---|", *rows]) + "\n")
    return "".join(parts)


def layers(container: str) -> list[list[str]]:
    """Return the layers of a package according to pyproject.toml, from the top down."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in project["tool"]["importlinter"]["contracts"]:
        if contract.get("containers") == [container]:
            return [re.split(r" [|:] ", layer) for layer in contract["layers"]]
    raise LookupError(container)


def picture() -> str:
    """Return the picture: a box for each package, above what it may import."""
    columns = {"vecx": layers("vecx"), "asm": layers("asm")}
    most = {name: max(map(len, rows)) for name, rows in columns.items()}
    step = BOX_HEIGHT + GAP
    height = 2 * MARGIN + 24 + max(map(len, columns.values())) * step
    parts, left = [], MARGIN
    for name, rows in columns.items():
        width = most[name] * (BOX_WIDTH + GAP) - GAP
        parts.append(_text(left + width / 2, MARGIN + 8, f"{name}/", 15))
        for number, row in enumerate(rows):
            x = left + (width - len(row) * (BOX_WIDTH + GAP) + GAP) / 2
            y = MARGIN + 24 + number * step
            for box in row:
                parts.append(f'<rect x="{x:g}" y="{y:g}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}"'
                             f' rx="4" fill="{FILLS[name]}" stroke="{LINE}"/>')
                parts.append(_text(x + BOX_WIDTH / 2, y + BOX_HEIGHT / 2, box, 12))
                x += BOX_WIDTH + GAP
        left += width + 4 * MARGIN
    width = left - 3 * MARGIN
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" font-family="sans-serif">\n'
            f'<title>The packages of vecx and asm; each imports only packages below it, '
            f'and vecx imports asm</title>\n'
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def _text(x: float, y: float, text: str, size: int) -> str:
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{INK}" text-anchor="middle" '
            f'dominant-baseline="central">{html.escape(text)}</text>')


def made() -> dict[Path, str]:
    """Return the contents of both files."""
    return {PAGE: page(), PICTURE: picture()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
