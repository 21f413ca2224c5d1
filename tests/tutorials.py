"""The programs of the manual's pages, for tests and pictures."""

import re
from pathlib import Path

from vecx.cli import run_command

DOCS = Path(__file__).parent.parent / "docs"
HEADER = """ include "vectrex.inc"
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb $F8,$50,$20,-$60
 fcc "GAME"
 fcb $80,0
"""
STEPS = re.compile(r"^### (\d)\. .*?\n(.*?)(?=^### |^Next: )", re.M | re.S)
BLOCKS = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)
COMET_FILES = {"xml": "title.svg", "mml": "theme.mml", "asm": "comet.asm"}


def block_of(page: str, kind: str, holding: str = "") -> str:
    """Return the first block of a kind on a page that contains a text."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return next(block for block in re.findall(rf"```{kind}\n(.*?)```", text, re.S)
                if holding in block)


def steps_of_the_ship() -> list[tuple[str, str]]:
    """Return the number and the text of each step of docs/writing-a-cartridge.md."""
    return STEPS.findall((DOCS / "writing-a-cartridge.md").read_text("utf-8"))


def patched(source: str, diff: str) -> str:
    """Apply a diff without line numbers; its context must be in the source."""
    lines = [line or " " for line in diff.splitlines()]
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    assert source.count(old) == 1, f"the page changes what is not there:\n{old}"
    return source.replace(old, new)


def ship(source: str) -> str:
    """Return the source of the ship after all steps."""
    for _, text in steps_of_the_ship():
        for kind, block in BLOCKS.findall(text):
            if kind == "diff":
                source = patched(source, block)
    return source


def write_comet(folder: Path) -> Path:
    """Write the files of docs/title-screen.md into a folder, which is the current one; return
    theirs."""
    assert run_command(["new", "comet"]) == 0
    for kind, name in COMET_FILES.items():
        (folder / "comet" / name).write_text(block_of("title-screen.md", kind), "utf-8")
    return folder / "comet"
