"""The documents say the truth: links lead somewhere, commands exist, the tutorial runs."""

import re
import shlex
from pathlib import Path

import pytest

from vecx import Machine
from vecx.cli import build_parser

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file."""
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links
            if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_are_understood(page: Path) -> None:
    """Every `vecx ...` line of a shell block is one that the command line accepts."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        for line in block.splitlines():
            for part in line.split("&&"):
                words = shlex.split(part, comments=True)
                if words[:1] == ["vecx"]:
                    build_parser().parse_args(words[1:])


def block_of(page: str, kind: str) -> str:
    """Return the first block of a kind on a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.search(rf"```{kind}\n(.*?)```", text, re.S)
    assert found
    return found.group(1)


def test_the_tutorials_cartridge_does_what_it_says(tmp_path, monkeypatch) -> None:
    """It assembles without a message, stays within the budget, and passes its own test."""
    from asm import assemble_file
    from vecx.console.roms import include_dirs

    monkeypatch.chdir(tmp_path)
    source = tmp_path / "square.asm"
    source.write_text(block_of("writing-a-cartridge.md", "asm"))
    assert assemble_file(source, include_dirs=include_dirs()).messages() == ""
    frames = Machine(source).run_frames(420)
    assert all(frame.budget.work_cycles <= 30_000 for frame in frames)
    assert frames[-1].budget.draws == 4
    space: dict[str, object] = {}
    exec(block_of("writing-a-cartridge.md", "python"), space)
    space["test_square_follows_the_stick"]()  # type: ignore[operator]
    space["test_routines_keep_their_limits"]()  # type: ignore[operator]
    source.write_text(source.read_text().replace("<= 700", "<= 300"))
    with pytest.raises(AssertionError, match="square_draw"):
        space["test_routines_keep_their_limits"]()  # type: ignore[operator]
