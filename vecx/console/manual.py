"""The manual of the package, and its description of the executive ROM, entry by entry.

`vecx help` shows pages; `vecx info --rom` and editors show entries.
"""

import re
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from ..errors import UsageError, shown
from .roms import DATA


def sections(name: str) -> list[str]:
    """Return the parts of docs/generated/exec-rom.md for a name, an address, a title or a word.

    Errors: UsageError if there is none
    """
    page, parts = _page()
    entries = {title: part for title, part in parts.items() if re.search(r" \$[0-9A-F]{4}$", title)}
    query = name.strip().lstrip("$").lower()
    if not query:
        return ["".join(map(_in_a_line, entries.items()))]
    found = [title for title in parts
             if query in (title.lower(), *title.lower().replace("$", "").split())]
    if not found:
        matching = [entry for entry in entries.items() if query in _in_a_line(entry).lower()]
        if matching:
            return ["".join(map(_in_a_line, matching))]
        near = get_close_matches(query, {word.lower(): word for title in parts
                                                 for word in title.split()})
        raise UsageError(f"the executive ROM has no {shown(name)}"
                         + (f"; similar names: {', '.join(near)}" if near else "")
                         + "; `vecx info --rom` lists its routines")
    rows = [row for title in found for row in page.splitlines() if row.startswith(f"| {title} |")]
    examples = [row.split(" | ")[-1].removesuffix(" |").replace("`", "").split("<br>")
                for row in rows]
    return [parts[title] + "\n" for title in found] \
        + ["".join(f"    {line}\n" for line in lines) for lines in examples]


def pages() -> dict[str, Path]:
    """Return the files of the manual by their names without `.md`."""
    inside = DATA / "manual"            # in an installed package
    folder = inside if inside.is_dir() else DATA.parents[1] / "docs"
    return {path.stem: path for path in sorted((*folder.glob("*.md"), *folder.glob("*/*.md")))}


def path() -> Path:
    """Return the place of the page that describes the executive ROM."""
    return pages()["exec-rom"]


@cache
def _page() -> tuple[str, dict[str, str]]:
    """Return the page, and its parts by title."""
    page = path().read_text("utf-8")
    return page, {part.partition("\n")[0].lstrip("# "): part.strip()
                  for part in re.split(r"^(?=#{1,3} )", page, flags=re.M)}


def _in_a_line(entry: tuple[str, str]) -> str:
    """Return the title of an entry, and the first line of its text."""
    title, part = entry
    first = next((line for line in part.splitlines()[1:] if line.strip()), "")
    return f"{title:<24}{first.strip()}\n"
