"""The documents say the truth: links lead somewhere, commands exist, the tutorial runs."""

import re
import shlex
from pathlib import Path

import pytest

from vecx import Machine
from vecx.cli import build_parser

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as forges make them."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file, and a heading of it where it has an anchor."""
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_are_understood(page: Path) -> None:
    """Every `vecx ...` line of a shell block is one that the command line accepts."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        for line in block.splitlines():
            for part in line.split("&&"):
                words = shlex.split(part, comments=True)
                if words[:1] == ["vecx"]:
                    assert build_parser().parse_args(words[1:]), line


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


def check_runs(text: str, space: dict[str, object]) -> None:
    """Run an example; an exception fails the test."""
    exec(text, space)


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
    check_runs(text, space)


def documented_expressions() -> list[tuple[str, str]]:
    """Return page and text of each expression on a machine that a page shows, api.md excepted."""
    found = [("expressions.md", text.replace("\\|", "|")) for text in re.findall(
        r"^\| `(.+?)` \|", block_after("expressions.md", "## Examples"), re.MULTILINE)]
    for page in PAGES:
        text = page.read_text("utf-8") if page.name != "api.md" else ""
        found += [(page.name, expression) for expression in
                  re.findall(r"--until '([^']+)'", text)
                  + re.findall(r'run_until\("([^",]+)"\)', text)]
    return found


def block_after(page: str, heading: str) -> str:
    """Return the rest of a page of the manual from a heading on."""
    return (ROOT / "docs" / page).read_text("utf-8").partition(heading)[2]


@pytest.mark.parametrize("page, text", documented_expressions())
def test_every_expression_can_be_evaluated(page: str, text: str, tmp_path: Path) -> None:
    """On a program that has the variables of expressions.md."""
    from vecx.console.expression import Expression

    variables = re.findall(r"```\n(.*?)```", block_after("expressions.md", "## Examples"), re.S)[0]
    source = tmp_path / "game.asm"
    source.write_text(' include "vectrex.inc"\n bss\n org $C880\n' + variables
                      + ' code\n org 0\n fcb "g GCE 1982",$80\n fdb $FD0D\n'
                      ' fcb $F8,$50,$20,-$56,"T",$80,0\nmain bra main\n')
    machine = Machine(source)
    machine.run_frames(1)
    assert Expression(text, machine, condition=True)() in (0, 1, 8)


def test_the_debuggers_first_example_stops() -> None:
    """At the routine, with the state that the condition asks for, and knows who last wrote it."""
    import io

    from vecx.debugger.frontends.lines import Lines
    from vecx.debugger.session import Session

    machine = Machine("connect4", preset="ideal")
    machine.run_frames(260)
    said = io.StringIO()
    plain = Lines(Session(machine), said)
    for line in block_of("debugger.md", "", "lastwrite").splitlines():
        plain.serve(line)
    said_all = said.getvalue()
    assert "breakpoint 1: board_draw" in said_all
    assert "is about to write $01 to game_state" in said_all
