"""The sources of the ROM keep their columns and headers."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted([*(ROOT / "roms").glob("*.asm"), *(ROOT / "roms" / "include").glob("*.inc")])
GAMES = sorted([*(ROOT / "games").rglob("*.asm"), *(ROOT / "roms" / "accuracy").rglob("*.asm")])
LINE_MAX = 100
CODE = re.compile(r"""
    (?P<label>[A-Za-z_.][\w.\\]*)?\s+      # column 1
    (?P<mnemonic>[a-z_]\w*)              # column 17
    (?:\s+(?P<operand>(?:"[^"]*"|'.'?|[^;\s])+(?:\s[01][0-9])?))?    # column 25
    \s*(?P<comment>;.*)?$                # column 41, or as near behind the operand as may be
    """, re.X)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_columns(path: Path) -> None:
    """Labels begin in column 1, mnemonics in 17, operands in 25, comments in 41 or later."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}: {line}"
        assert len(line) <= LINE_MAX and line == line.rstrip() and "\t" not in line, where
        if not line or line.lstrip().startswith(";"):
            continue
        match = CODE.fullmatch(line)
        if not match:
            assert re.fullmatch(r"[A-Za-z_]\w*", line), where       # a label alone
            continue
        assert match.start("mnemonic") == 16, where
        if match["operand"] and len(match["mnemonic"]) < 8:
            assert match.start("operand") == 24, where
        if match["comment"]:
            before = line[:match.start("comment")].rstrip()
            assert match.start("comment") == 40 or (match.start("comment") > 40
                                                    and len(before) >= 38), where


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_of_games(path: Path) -> None:
    """The sources of the games have no long lines, tabs or trailing blanks."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}: {line}"
        assert len(line) <= LINE_MAX and line == line.rstrip() and "\t" not in line, where


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_header(path: Path) -> None:
    """Each file begins with its name and purpose; files of code state their addresses."""
    lines = path.read_text().splitlines()
    assert re.fullmatch(rf"; {re.escape(path.name)}: .+", lines[0])
    if path.suffix == ".asm":
        assert any(line.startswith("; address:") for line in lines[:10])
