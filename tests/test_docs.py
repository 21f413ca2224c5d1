"""The documents are correct: links work, commands exist, the tutorial runs."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.tutorials import HEADER, block_of
from vecx import Machine
from vecx.cli import build_parser
from vecx.strict.rules import RULES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file, and an existing heading if it has an anchor."""
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_are_understood(page: Path) -> None:
    """Every `vecx ...` line of a shell block is a valid command."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        for line in block.splitlines():
            for part in line.split("&&"):
                words = shlex.split(part, comments=True)
                if words[:1] == ["vecx"]:
                    assert build_parser().parse_args(words[1:]), line


# Examples that take too long for a test, and the tests that cover them instead.
ELSEWHERE = {
    "vecx serve": "runs until it is stopped: tests/vecx/web",
    "vecx workshop -o workshop --open": "runs until it is stopped: tests/vecx/web",
    "vecx bench": "measures for a minute: tests/vecx/cli/test_bench.py",
    "vecx run reversi --screen terminal": "needs a terminal: tests/vecx/display/test_tty.py",
    "vecx mutate": "needs the tests of a project: test_tutorial.py",
    "vecx libretro --install": "needs RetroArch: tests/vecx/libretro/test_command.py",
    "vecx lsp": "runs until it is stopped: tests/vecx/language/test_clients.py",
    "vecx conform": "needs the reference data of a clone: tests/vecx/conform",
    "vecx calibrate -o mine.toml": "asks questions: tests/vecx/test_calibrate.py",
}


# Pages whose commands are run from top to bottom, in an empty folder.
IN_ORDER = [ROOT / "README.md", ROOT / "docs" / "tour.md"]


def shell_examples() -> list[str]:
    """Return each different `vecx` command of the other pages' blocks, without comments."""
    found = {}
    for page in (page for page in PAGES if page not in IN_ORDER):
        for block in re.findall(r"```(?:sh)?\n(.*?)```", page.read_text("utf-8"), re.S):
            for line in block.splitlines():
                words = shlex.split(line, comments=True) if line.startswith("vecx ") else []
                if words and not line.startswith(tuple(ELSEWHERE)):
                    found[shlex.join(words)] = None
    return list(found)


@pytest.fixture(scope="module")
def examples_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the examples name."""
    from asm import assemble_file
    from vecx.console.roms import include_dirs
    from vecx.play import movie

    folder = tmp_path_factory.mktemp("examples")
    text = block_of("first-byte.md", "asm") + "score rmb 2\n"
    for name in ("square", "game", "mygame", "rocket"):
        (folder / f"{name}.asm").write_text(text.replace("main        jsr", """
            bss
            org     $C880
score       rmb     2
            code
main        jsr""", 1).removesuffix("score rmb 2\n"), encoding="utf-8")
    image = assemble_file(folder / "game.asm", include_dirs=include_dirs()).image
    (folder / "game.bin").write_bytes(image or b"")
    for name, cart in (("connect4", "connect4"), ("game", folder / "game.asm"),
                       ("play", folder / "game.asm")):
        recorder = movie.Recorder(machine := Machine(cart, preset="ideal"))
        recorder.frame(machine.run_frames(1)[0].index)
        recorder.stop().save(folder / f"{name}.movie")
    (folder / "ship.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0L9 4L0 8Z"/></svg>')
    for link in ("games", "tests", "docs"):
        (folder / link).symlink_to(ROOT / link)
    return folder


@pytest.fixture
def examples_folder(examples_files: Path, tmp_path: Path,
                    monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of a user who has played a game, with the files that the examples name."""
    from vecx.play import recent

    folder = shutil.copytree(examples_files, tmp_path / "examples", symlinks=True)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    recent.note(folder / "game.asm")
    return folder


@pytest.mark.sample(12)
@pytest.mark.parametrize("command", shell_examples())
def test_every_shell_example_runs(command: str, examples_folder: Path,
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shell example runs with status 0; a window plays five frames."""
    import io

    from vecx.cli import run_command

    words = shlex.split(command)[1:]
    monkeypatch.chdir(examples_folder)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    if words[0] == "run" and not {"--headless", "--recent", "-o"} & set(words):
        words += ["--frames", "5", "--mute"]
    if words[0] == "diff":
        run_command(["run", "game.asm", "--headless", "--frames", "5", "-o",
                     "frames.jsonl"])
        Path("old.jsonl").write_bytes(Path("frames.jsonl").read_bytes())
    if "--compare" in words:
        run_command(["profile", "game.asm", "--frames", "5", "--json", "before.json"])
    if words[0] == "new":
        words[1] += "_from_docs"
    assert run_command(words) == 0


@pytest.mark.parametrize("page", [IN_ORDER[0], pytest.param(IN_ORDER[1], marks=pytest.mark.slow)],
                         ids=lambda page: page.stem)
def test_the_commands_of_a_page_run_in_order(page: Path, tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, each command works after those above it; a window plays five frames."""
    import io

    from vecx.cli import run_command

    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy"),
                        ("XDG_CONFIG_HOME", str(tmp_path)), ("XDG_STATE_HOME", str(tmp_path))):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    ran = 0
    for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[0] == "cd":
                monkeypatch.chdir(words[1])
            elif words[0] == "vecx" and not line.startswith(tuple(ELSEWHERE)):
                if words[1] == "run" and "--headless" not in words:
                    words += ["--frames", "5", "--mute"]
                monkeypatch.setattr("sys.stdin", io.StringIO())
                assert run_command(words[1:]) == 0, line
                ran += 1
    assert ran >= 3


def test_the_tour_has_every_command() -> None:
    """Each command of `vecx --help` has a line in the tour."""
    lines = (ROOT / "docs" / "tour.md").read_text("utf-8").splitlines()
    shown = {line.split()[1] for line in lines if re.match(r"vecx \w", line)}
    commands = build_parser()._subparsers
    assert commands
    known = {name for action in commands._group_actions for name in action.choices or ()}
    assert shown >= known - {"help"} and "run" in known, known - shown


def test_a_page_has_the_size_that_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                  ) -> None:
    """The exported page of a new project has as many KB as the README says, within a tenth."""
    from vecx.cli import run_command

    monkeypatch.chdir(tmp_path)
    assert run_command(["new", "rocket"]) == 0
    assert run_command(["export", "rocket/rocket.asm", "-o", "rocket.html"]) == 0
    said = re.search(r"-o rocket.html .*about (\d+) KB", (ROOT / "README.md").read_text("utf-8"))
    assert said
    assert Path("rocket.html").stat().st_size == pytest.approx(1000 * int(said[1]), rel=0.1)


def test_the_session_of_the_debugger_is_what_is_printed(tmp_path: Path, capsys: pytest.
                                                        CaptureFixture[str],
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of docs/debugger.md print what the page shows."""
    import io

    from vecx.cli import run_command

    command, *lines = block_of("debugger.md", "text").splitlines()
    typed = [line.removeprefix("(vecx) ") for line in lines if line.startswith("(vecx) ")]
    monkeypatch.chdir(tmp_path)
    assert run_command(["new", "rocket"]) == 0
    monkeypatch.chdir("rocket")
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert run_command(shlex.split(command)[2:]) == 0
    printed = capsys.readouterr().out.splitlines()[2:]      # after where the program is
    assert printed == [line for line in lines if not line.startswith("(vecx) ")]


def test_the_tutorials_cartridge_does_what_it_says(tmp_path, monkeypatch) -> None:
    """The tutorial's cartridge assembles, keeps the budget, and passes its test."""
    from asm import assemble_file
    from vecx.console.roms import include_dirs

    monkeypatch.chdir(tmp_path)
    source = tmp_path / "square.asm"
    source.write_text(block_of("first-byte.md", "asm"))
    assert assemble_file(source, include_dirs=include_dirs()).messages() == ""
    frames = Machine(source).run_frames(420)
    assert all(frame.budget.work_cycles <= 30_000 for frame in frames)
    assert frames[-1].budget.draws == 4
    space: dict[str, object] = {}
    exec(block_of("first-byte.md", "python", "square.asm"), space)
    space["test_square_follows_the_stick"]()  # type: ignore[operator]
    space["test_routines_keep_their_limits"]()  # type: ignore[operator]
    source.write_text(source.read_text().replace("<= 700", "<= 300"))
    with pytest.raises(AssertionError, match="square_draw"):
        space["test_routines_keep_their_limits"]()  # type: ignore[operator]


def test_the_finding_of_the_readme_is_what_is_printed(tmp_path, monkeypatch, capsys) -> None:
    """The program of the README gives the finding that the README shows."""
    from vecx.cli import run_command

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    program, finding = (re.search(rf"```{kind}\n(.*?)```", readme, re.S)[1]    # type: ignore[index]
                        for kind in ("asm", "text"))
    monkeypatch.chdir(tmp_path)
    Path("game.asm").write_text(HEADER + program)
    assert run_command(["run", "game.asm", *"--headless --frames 400 --strict".split()]) == 1
    printed = capsys.readouterr().err
    shown = block_of("strict.md", "text")
    for line in (*finding.splitlines(), *shown.splitlines()):
        assert line in printed.splitlines(), printed
    assert "more than 70 such rules" in readme and len(RULES) > 70


def test_the_two_commands_of_the_readme() -> None:
    """The README installs in a virtual environment, and its test command is that of CI."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^(python3 -m venv .*)$", readme, re.M)
    begin = "python3 -m venv .venv && . .venv/bin/activate && "
    assert first == f"{begin}pip install . && vecx run connect4"
    assert second == f'{begin}pip install -e ".[test]" && python -m pytest'
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert 'pip install -e ".[test,build]"' in lines and "python -m pytest" in lines


def check_runs(text: str, space: dict[str, object]) -> None:
    """Run an example; an exception fails the test."""
    exec(text, space)


def python_blocks() -> list[tuple[str, int, str]]:
    """Return page, number and text of each Python block in README and docs."""
    return [(str(page.relative_to(ROOT)), number, text)
            for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
            if page.name != "api.md"        # tests/test_api.py runs its examples
            for number, text in enumerate(re.findall(
                r"```python\n(.*?)```", page.read_text("utf-8"), flags=re.S))]


@pytest.mark.parametrize("page, number, text", python_blocks(),
                         ids=[f"{page}-{number}" for page, number, _ in python_blocks()])
def test_every_block_of_python_runs(page: str, number: int, text: str, tmp_path: Path,
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block runs in a folder with the files that the page mentions.
    """
    from vecx.play import movie

    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").symlink_to(ROOT / "games")
    for name in ("square.asm", "game.asm"):
        source = block_of("first-byte.md", "asm")
        (tmp_path / name).write_text(source, encoding="utf-8")
    recorder = movie.Recorder(machine := Machine("connect4", preset="ideal"))
    recorder.frame(machine.run_frames(1)[0].index)
    recorder.stop().save(tmp_path / "connect4.movie")
    space = {"Machine": Machine, "source": "; main: begin\n org $123\nmain nop\n"}
    check_runs(text, space)


def documented_expressions() -> list[tuple[str, str]]:
    """Return page and text of each machine expression on the pages, without api.md."""
    found = [("expressions.md", text.replace("\\|", "|")) for text in re.findall(
        r"^\| `(.+?)` \|", block_after("expressions.md", "## Examples"), re.MULTILINE)]
    for page in PAGES:
        text = page.read_text("utf-8") if page.name != "api.md" else ""
        found += [(page.name, expression) for expression in
                  re.findall(r"--until '([^']+)'", text)
                  + re.findall(r'run_until\("([^",]+)"\)', text)]
    return found


def block_after(page: str, heading: str) -> str:
    """Return the rest of a page from a heading on."""
    return (ROOT / "docs" / page).read_text("utf-8").partition(heading)[2]


@pytest.mark.parametrize("page, text", documented_expressions())
def test_every_expression_can_be_evaluated(page: str, text: str, tmp_path: Path) -> None:
    """Every documented expression can be evaluated."""
    from vecx.console.expression import Expression

    variables = re.findall(r"```\n(.*?)```", block_after("expressions.md", "## Examples"), re.S)[0]
    source = tmp_path / "game.asm"
    source.write_text(' include "vectrex.inc"\n bss\n org $C880\n' + variables
                      + 'move_count rmb 1\n code\n org 0\n fcb "g GCE 1982",$80\n fdb $FD0D\n'
                      ' fcb $F8,$50,$20,-$56,"T",$80,0\nmain bra main\n')
    machine = Machine(source)
    machine.run_frames(1)
    assert Expression(text, machine, condition=True)() in (0, 1, 8)


def breakpoint_examples() -> list[str]:
    """Return the commands in the debugger's table of breakpoints, with real names for WHERE."""
    table = block_after("debugger.md", "## Breakpoints")
    rows = re.findall(r"^\| `((?:break|watch) .+?)` \|", table, re.MULTILINE)
    return [row.replace("WHERE", "board_draw").replace("[COUNT]", "2")
            .replace("EXPR", "[game_state] == 1") for row in rows]


@pytest.mark.parametrize("command", breakpoint_examples())
def test_every_kind_of_breakpoint_can_be_set(command: str) -> None:
    """Every breakpoint in the debugger's table can be set."""
    import io

    from vecx.debugger.frontends.lines import Lines
    from vecx.debugger.session import Session

    machine = Machine("connect4", preset="ideal", strict="strict" in command)
    said = io.StringIO()
    lines = Lines(Session(machine), said)
    assert lines.serve(command), said.getvalue()
    assert "breakpoint 1" in said.getvalue() or "watch" in said.getvalue()
