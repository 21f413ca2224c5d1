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


def block_of(page: str, kind: str, holding: str = "") -> str:
    """Return the first block of a kind on a page that holds a text."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return next(block for block in re.findall(rf"```{kind}\n(.*?)```", text, re.S)
                if holding in block)


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
    exec(block_of("writing-a-cartridge.md", "python", "square.asm"), space)
    space["test_square_follows_the_stick"]()  # type: ignore[operator]
    space["test_routines_keep_their_limits"]()  # type: ignore[operator]
    source.write_text(source.read_text().replace("<= 700", "<= 300"))
    with pytest.raises(AssertionError, match="square_draw"):
        space["test_routines_keep_their_limits"]()  # type: ignore[operator]


def python_blocks() -> list[tuple[str, int, str]]:
    """Return page, number and text of each block of Python in README and docs."""
    return [(str(page.relative_to(ROOT)), number, text)
            for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
            if page.name != "api.md"        # tests/test_api.py runs its examples
            for number, text in enumerate(re.findall(
                r"```python\n(.*?)```", page.read_text("utf-8"), flags=re.S))]


@pytest.mark.parametrize("page, number, text", python_blocks(),
                         ids=[f"{page}-{number}" for page, number, _ in python_blocks()])
def test_every_block_of_python_runs(page: str, number: int, text: str, tmp_path: Path,
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder that has what the page speaks of: a game, its movie, the cartridges for devices.
    """
    from vecx.play import movie

    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").symlink_to(ROOT / "games")
    for name in ("square.asm", "game.asm"):
        source = block_of("writing-a-cartridge.md", "asm")
        (tmp_path / name).write_text(source, encoding="utf-8")
    recorder = movie.Recorder(machine := Machine("connect4", preset="ideal"))
    recorder.frame(machine.run_frames(1)[0].index)
    recorder.stop().save(tmp_path / "connect4.movie")
    space = {"Machine": Machine, "source": "; main: begin\n org $123\nmain nop\n"}
    exec(text, space)
