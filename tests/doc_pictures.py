"""Draw the pictures and films of README and docs; with names, only those.

    python -m tests.doc_pictures
    python -m tests.doc_pictures ship debugger

Pictures of pages and terminals need Chromium, and one of an editor needs code-server as well.
`docs/build_accuracy.py` and `docs/build_architecture.py` draw the others.
"""

import asyncio
import io
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from tests import tutorials
from tests.vecx.editors import code
from tests.vecx.editors.code import Code
from tests.vecx.web.browser import CHROMIUM, WITH_GL, Browser, Chromium, served
from tests.vecx.web.shop import create, ready
from vecx import Machine
from vecx.cli import run_command
from vecx.console.frame import drawing
from vecx.console.roms import DATA
from vecx.display.look import COLOURS, Look
from vecx.display.phosphor import Phosphor
from vecx.display.picture import overlay_for, picture_of
from vecx.errors import VecxError
from vecx.recording.take import filming

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "images"
DEVICES = ROOT / "games" / "devices"
OPENING = "23334132452"                 # columns, player 1 begins
CASES = Path(__file__).parent / "cases" / "vectors"
HOUSE = Path(__file__).parent / "cases" / "broken" / "list_without_end.asm"
VECTORS_FRAME = 266
FRAMES = 4                              # frames whose light a picture shows
WINNING = "3231323"                     # X wins
ATTRACT_FRAMES = 1_100                  # until the computer plays itself
FILM = 240, 300
FILM_SHADES = 0xF0F0F0                  # parts of a colour that a film keeps
HINTED, HINT_FRAMES = 5, 350            # moves of Reversi that are hints
FILMED_FROM = 62                        # discs on Reversi's board
FILM_MOST = 1_200                       # frames
COLOURS_MAX = 256                       # of a PNG
PICTURES: dict[str, Callable[[], None]] = {}    # what draws each file


def vecx(command: str) -> None:
    """Run a command of vecx, without its messages."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        run_command(command.split())


def draws(*names: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Say which files of docs/images a function draws."""
    def note(function: Callable[[], None]) -> Callable[[], None]:
        PICTURES.update(dict.fromkeys(names, function))
        return function

    return note


# --- PNGs ----------------------------------------------------------------------------------------

def write_png(picture: np.ndarray, name: str) -> None:
    """Write a picture, uint32[height, width], with a palette."""
    parts = np.stack([picture >> shift & 0xFF for shift in (16, 8, 0)], axis=2).astype(np.uint8)
    Image.fromarray(parts).quantize(COLOURS_MAX).save(FOLDER / name, optimize=True)


def pixels(png: bytes) -> np.ndarray:
    """Return a PNG as uint32[height, width]."""
    parts = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.uint32)
    return parts[..., 0] << 16 | parts[..., 1] << 8 | parts[..., 2]


# --- the machine ---------------------------------------------------------------------------------

def shown(machine: Machine, scale: float, look: Look | None = None, overlay: str = "",
          eye: str | None = None) -> np.ndarray:
    """Return the picture of a machine after FRAMES more frames."""
    size = round(600 * scale), round(750 * scale)
    path = DATA / "overlays" / f"{overlay}.png" if overlay else None
    frames = [machine.seen_by(frame, eye) for frame in machine.run_frames(FRAMES)]
    return picture_of(frames, machine.analog, *size, look, overlay_for(path, *size))


def beside(*pictures: np.ndarray) -> np.ndarray:
    """Return pictures of the same height side by side, with a gap."""
    gap = np.full((len(pictures[0]), 8), 0x303030, np.uint32)
    parts = [part for picture in pictures for part in (gap, picture)]
    return np.concatenate(parts[1:], axis=1)


def tap(machine: Machine, player: int, button: int) -> None:
    """Press a button for some frames."""
    machine.press(button, player)
    machine.run_frames(4)
    machine.release(button, player)
    machine.run_frames(4)


def play(machine: Machine, columns: str) -> None:
    """Play two-player Connect-4 from power-on."""
    machine.run_frames(400)
    tap(machine, 1, 4)
    machine.run_frames(60)
    for number, column in enumerate(columns):
        drop(machine, 1 + number % 2, int(column))


def drop(machine: Machine, player: int, column: int) -> None:
    """Drop a token."""
    for _ in range(12):
        way = column - machine.read("cursor_col")[0]
        if not way:
            break
        machine.stick(1 if way > 0 else -1, 0, player)
        machine.run_frames(3)
        machine.stick(0, 0, player)
        machine.run_frames(6)
    tap(machine, player, 4)
    machine.run_frames(70)


def opened_game(preset: str = "hardware") -> Machine:
    """Return Connect-4 after some moves."""
    machine = Machine("connect4", preset=preset)
    play(machine, OPENING)
    return machine


def phosphor(preset: str) -> None:
    """Draw Connect-4 with a preset."""
    write_png(shown(opened_game(preset), 0.75), f"phosphor-{preset}.png")


for _preset in ("ideal", "hardware", "worn"):
    draws(f"phosphor-{_preset}.png")(partial(phosphor, _preset))


@draws("connect4.png")
def connect4() -> None:
    """Draw Connect-4 large."""
    write_png(shown(opened_game(), 1), "connect4.png")


@draws("phosphor-glass.png")
def glass() -> None:
    """Draw Connect-4 behind glass."""
    write_png(shown(opened_game(), 0.75, Look(glass=True)), "phosphor-glass.png")


@draws("connect4-overlay.png")
def connect4_overlay() -> None:
    """Draw Connect-4 with its overlay."""
    write_png(shown(opened_game(), 0.75, overlay="connect4"), "connect4-overlay.png")


@draws("phosphor-colours.png")
def colours() -> None:
    """Draw Connect-4 with three colours of the phosphor."""
    machine = opened_game()
    kept = machine.keep()
    pictures = []
    for name in ("white", "green", "amber"):
        machine.restore(kept)
        pictures.append(shown(machine, 0.5, Look(colour=COLOURS[name])))
    write_png(beside(*pictures), "phosphor-colours.png")


@draws("menus.png")
def menus() -> None:
    """Draw the menus of both games."""
    pictures = []
    for game in ("connect4", "reversi"):
        machine = Machine(game)
        machine.run_frames(500)
        pictures.append(shown(machine, 0.6))
    write_png(beside(*pictures), "menus.png")


@draws("reversi-overlay.png")
def reversi_overlay() -> None:
    """Draw Reversi with its overlay after some moves."""
    machine = Machine("reversi")
    machine.run_frames(400)
    tap(machine, 1, 4)
    machine.run_frames(200)
    for _ in range(HINTED):
        tap(machine, 1, 3)
        machine.run_frames(HINT_FRAMES)
        tap(machine, 1, 4)
        machine.run_frames(HINT_FRAMES)
    write_png(shown(machine, 0.75, overlay="reversi"), "reversi-overlay.png")


class Filmed(Machine):
    """A machine that can show each frame that it runs to a camera."""

    camera: Callable[[list], None] | None = None

    def run_frames(self, count: int = 1) -> list:
        """Run frames; show them one at a time."""
        if self.camera is None:
            return super().run_frames(count)
        frames = []
        for _ in range(count):
            frames += super().run_frames(1)
            self.camera(frames[-1:])
        return frames


@contextmanager
def filmed(machine: Filmed, name: str, step: int) -> Iterator[None]:
    """Record a film while the block runs: every `step`-th picture, with fewer colours and the
    overlay."""
    machine.take_sound()
    screen, kept = Phosphor(*FILM, machine.analog), np.zeros(FILM[::-1], np.uint32)
    screen.cover(overlay_for(DATA / "overlays" / f"{name}.png", *FILM))
    with filming(FOLDER / f"{name}.gif", machine.analog, size=FILM, shown=lambda: kept) as film:
        count = 0

        def camera(frames: list) -> None:
            nonlocal count
            screen.draw(frames)
            picture, count = screen.image(), count + 1
            if count % step == 0:
                kept[:] = picture & FILM_SHADES
                film(machine.take_sound(), machine.cycles, frames)

        machine.camera = camera
        yield
        machine.camera = None


@draws("connect4.gif")
def film_connect4() -> None:
    """Film a short two-player game to its end."""
    machine = Filmed("connect4")
    play(machine, WINNING[:3])
    with filmed(machine, "connect4", 2):
        for number, column in enumerate(WINNING[3:]):
            drop(machine, 2 - number % 2, int(column))
        machine.run_frames(120)


@draws("reversi.gif")
def film_reversi() -> None:
    """Film the last moves of a demonstration game, and the count."""
    machine = Filmed("reversi")
    machine.run_frames(ATTRACT_FRAMES)
    while sum(machine.read("black_count", 2)) < FILMED_FROM:
        machine.run_frames(10)
    with filmed(machine, "reversi", 4):
        for _ in range(FILM_MOST):
            machine.run_frames(1)
            if machine.read("game_state")[0] == 0:
                break


def vectors(case: Path) -> str:
    """Return the drawing for the vector count, with the first line of the case as its title."""
    title = case.read_text().splitlines()[0].partition(": ")[2]
    return drawing(Machine(case).run_frames(VECTORS_FRAME)[-1].segments, title=title) + "\n"


def save_vectors(case: Path) -> None:
    """Write the drawing for the vector count."""
    (FOLDER / f"vectors-{case.stem}.svg").write_text(vectors(case))


for _case in sorted(CASES.glob("*.asm")):
    draws(f"vectors-{_case.stem}.svg")(partial(save_vectors, _case))


def characters() -> str:
    """Return a cartridge that prints the ROM's characters, sixteen in a row."""
    texts = "".join(f"row{row} fcb {','.join(str(0x20 + row * 16 + k) for k in range(16))},$80\n"
                    for row in range(5))
    calls = "".join(f" ldd #{(72 - row * 36) * 256 + (-112 & 0xFF)}\n ldu #row{row}\n"
                    " jsr Print_Str_d\n" for row in range(5))
    return (' include "vectrex.inc"\n org 0\n fcb "g GCE 1982",$80\n fdb Music_1\n'
            ' fcb $F8,$50,$20,-$56,"TEXT",$80,0\nmain jsr Wait_Recal\n jsr Intensity_7F\n'
            " ldd #$F840\n std Vec_Text_HW\n" + calls + " bra main\n" + texts)


def cropped(picture: np.ndarray, room: int = 12) -> np.ndarray:
    """Return the lit part of a picture, with some room around it."""
    lit = (picture & 0xFF00) > 0x4000
    rows, across = lit.any(axis=1).nonzero()[0], lit.any(axis=0).nonzero()[0]
    return picture[max(0, rows[0] - room):rows[-1] + room,
                   max(0, across[0] - room):across[-1] + room].copy()


@draws("characters.png")
def save_characters() -> None:
    """Draw the character set, cropped to the text."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "characters.asm"
        source.write_text(characters())
        machine = Machine(source, preset="ideal")
        machine.run_frames(300)
        write_png(cropped(shown(machine, 1.2)), "characters.png")


# --- the tutorials -------------------------------------------------------------------------------

def ship_machine(folder: Path) -> Machine:
    """Return the tutorial's game, with the ship moved up and to the left."""
    with chdir(folder):
        vecx("new mygame")
        source = folder / "mygame" / "mygame.asm"
        source.write_text(tutorials.ship(source.read_text("utf-8")))
        machine = Machine(source)
    machine.run_to("main", max_cycles=40_000_000)
    machine.stick(-1, 1)
    machine.run_frames(18)
    machine.stick(0, 0)
    machine.run_frames(4)
    return machine


@draws("ship.png")
def ship() -> None:
    """Draw the ship of the tutorial."""
    with TemporaryDirectory() as folder:
        write_png(shown(ship_machine(Path(folder)), 0.5), "ship.png")


@draws("square.png")
def square() -> None:
    """Draw the square of the page about the first byte, with the stick to the right and up."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "square.asm"
        source.write_text(tutorials.block_of("first-byte.md", "asm"))
        machine = Machine(source)
        machine.run_frames(300)
        middle = shown(machine, 0.5)
        machine.stick(1, 1)
        machine.run_frames(10)
        write_png(beside(middle, shown(machine, 0.5)), "square.png")


@draws("comet.png", "comet-report.png")
def title_screen() -> None:
    """Draw the title screen of the tutorial, and the converter's report."""
    with TemporaryDirectory() as folder, chdir(folder):
        with redirect_stdout(io.StringIO()):
            project = tutorials.write_comet(Path(folder))
        machine = Machine(project / "comet.asm")
        machine.run_to("main", max_cycles=40_000_000)
        machine.run_frames(20)
        write_png(shown(machine, 0.6), "comet.png")
        with chdir(project):
            vecx("convert title.svg form=lists --picture report.svg")
        with browser() as page:
            page.resize(900, 400)
            report = (project / "report.svg").read_text("utf-8")
            page.open(as_page(Path(folder), "<style>body{margin:0;background:#fff}"
                              f"svg{{width:100%;height:auto;display:block}}</style>{report}"))
            snap_whole(page, "comet-report.png")


@draws("sketch.png")
def sketch() -> None:
    """Draw a spiral with the light pen."""
    machine = Machine(DEVICES / "sketch.asm")
    machine.run_frames(300)
    machine.pen(8, 0)
    machine.run_frames(60)              # until the program has found it
    angle = 0.0
    while angle < 12:                   # a spiral, three units at a time
        far = 8 + 2.6 * angle
        machine.pen(float(far * np.cos(angle)), float(far * np.sin(angle)))
        machine.run_frames(3)
        angle += 3 / far
    write_png(shown(machine, 0.6), "sketch.png")


@draws("imager.png")
def imager() -> None:
    """Draw what both eyes see through the 3D imager."""
    pictures = []
    for eye in ("left", "right"):
        machine = Machine(DEVICES / "wheel.asm", device="imager")
        machine.run_frames(900)
        pictures.append(shown(machine, 0.5, eye=eye))
    write_png(beside(*pictures), "imager.png")


# --- pages and terminals -------------------------------------------------------------------------

@contextmanager
def browser(*flags: str) -> Iterator[Browser]:
    """Give a page of Chromium.  Errors: VecxError if Chromium is not installed"""
    if CHROMIUM is None:
        raise VecxError("this picture needs Chromium (Debian: apt install chromium)")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:      # it still writes
        chromium = Chromium(profile, ["--hide-scrollbars", *flags])
        try:
            yield Browser(chromium)
        finally:
            chromium.close()


def as_page(folder: Path, text: str) -> str:
    """Write a page; return its address."""
    path = folder / "page.html"
    path.write_text(f"<!doctype html><meta charset=utf-8>{text}", encoding="utf-8")
    return path.as_uri()


def snap(page: Browser, name: str) -> None:
    """Write what the page shows."""
    write_png(pixels(page.picture()), name)


def snap_whole(page: Browser, name: str) -> None:
    """Write the page in its full height."""
    page.resize(page.run("innerWidth"),
                page.run("Math.ceil(document.body.getBoundingClientRect().height)"))
    snap(page, name)


async def debugger_screen(machine: Machine, commands: list[str], title: str) -> str:
    """Return the full-screen debugger after some commands, as SVG."""
    from vecx.debugger.frontends.lines import Lines
    from vecx.debugger.frontends.screen import Screen
    from vecx.debugger.session import Session

    screen = Screen(Lines(Session(machine), io.StringIO()))
    async with screen.run_test(size=(112, 36)) as pilot:
        for command in commands:
            await pilot.press(*command, "enter")
            await pilot.pause(0.05)
            while screen.busy:
                await pilot.pause(0.02)
        await pilot.pause(0.2)
        return screen.export_screenshot(title=title)


@draws("debugger.png")
def debugger() -> None:
    """Draw the full-screen debugger after a step back, with the board that was drawn before."""
    drawn = asyncio.run(debugger_screen(
        opened_game("ideal"), ["break board_draw", "continue", "out", "step", "back"],
        "vecx debug connect4 --screen"))
    drawn = re.sub(r"@font-face\s*{.*?}", "", drawn, flags=re.S) \
        .replace("Fira Code", "DejaVu Sans Mono")
    with TemporaryDirectory() as folder, browser() as page:
        page.resize(1100, 700)
        page.open(as_page(Path(folder), "<style>body{margin:0}svg{display:block;width:100%}"
                          f"</style>{drawn}"))
        snap_whole(page, "debugger.png")


@draws("wires.png")
def wires() -> None:
    """Draw the page of signals, zoomed to the ship."""
    with TemporaryDirectory() as folder, chdir(folder):
        ship_machine(Path(folder))
        with chdir("mygame"):
            vecx("trace mygame.asm --from title --frames 1 --html wires.html")
        with browser() as page:
            page.resize(1200, 900)
            page.open((Path(folder) / "mygame" / "wires.html").as_uri())
            page.wait("document.querySelector('canvas') !== null")
            page.run("wires.zoom(0, 4000), wires.mark(0, 3080)")
            snap(page, "wires.png")


@draws("budget-page.png")
def budget_page() -> None:
    """Draw the page of the example of docs/budget.md."""
    with TemporaryDirectory() as folder, chdir(folder):
        text = HOUSE.read_text("utf-8").replace("        ;! list-end", "")
        Path("house.asm").write_text(text)
        vecx("budget house.asm --strict --html house.html --max cycles=28000 --frames 300")
        with browser() as page:
            page.resize(1200, 900)
            page.open((Path(folder) / "house.html").as_uri())
            page.wait("document.body.dataset.ready === '1'")
            snap(page, "budget-page.png")


@draws("phone.png")
def phone() -> None:
    """Draw the exported page of Connect-4 on a phone."""
    with TemporaryDirectory() as folder, chdir(folder), browser(*WITH_GL) as page:
        vecx("export connect4 -o game.html")
        page.be_phone(deviceScaleFactor=1)
        page.open(f"{(Path(folder) / 'game.html').as_uri()}?light=canvas")
        page.wait("globalThis.vecx !== undefined && vecx.machine.frames > 300")
        page.ask("Input.dispatchKeyEvent", type="keyDown", key="f", code="KeyF")
        page.wait("vecx.machine.frames > 320")
        page.ask("Input.dispatchKeyEvent", type="keyUp", key="f", code="KeyF")
        page.wait("vecx.machine.frames > 560")
        snap(page, "phone.png")


@draws("workshop.png")
def workshop() -> None:
    """Draw the workshop with the ship."""
    from vecx.web import workshop as shop

    with TemporaryDirectory() as folder:
        for file, data in shop.site(shop.python_files()).items():
            path = Path(folder) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with served(folder, "localhost") as address, browser() as page:
            page.resize(1280, 800)
            page.open(address)
            ready(page)
            create(page, "ship")
            page.wait("vecx.machine.frames > 500")
            snap(page, "workshop.png")


@contextmanager
def vs_code(change: Callable[[Path], None]) -> Iterator[Code]:
    """Give VS Code with the project rocket, after a change of the project.

    Errors: VecxError if code-server is not installed
    """
    if code.CODE_SERVER is None:
        raise VecxError("this picture needs code-server on PATH")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, browser() as page:
        home = Path(folder)
        surroundings = code.environment(home)
        for words in (["new", "rocket"], ["editor", "install", code.CODE_SERVER]):
            subprocess.run([sys.executable, "-m", "vecx", *words], cwd=home, env=surroundings,
                           capture_output=True, check=True)
        change(home / "rocket")
        with code.editing(home, page, surroundings) as editor:
            yield editor


@draws("vscode.png")
def breakpoint_in_vs_code() -> None:
    """Draw VS Code at a breakpoint, with the picture."""
    with vs_code(lambda project: None) as editor:
        code.run_to_the_ship(editor)
        editor.browser.run(f"""for (const part of document.querySelectorAll('span'))
            if (!part.children.length) part.textContent =
                part.textContent.replace('{editor.folder.parent}/', '');""")
        snap(editor.browser, "vscode.png")


def forget_a_page(project: Path) -> None:
    """Make a mistake in the project: the direct page; and let the strict machine look for it."""
    source = project / "rocket.asm"
    text = source.read_text("utf-8")
    source.write_text(text.replace("                bsr     ship_draw",
                                   "                jsr     DP_to_C8\n"
                                   "                bsr     ship_draw", 1), "utf-8")
    command = ["budget", "rocket.asm", "--strict", "--frames", "60", "--sarif", "rocket.sarif"]
    found = subprocess.run([sys.executable, "-m", "vecx", *command], cwd=project,
                           capture_output=True)
    assert found.returncode == 1, found.stderr


@draws("strict.png")
def finding_in_vs_code() -> None:
    """Draw VS Code with a finding of the strict machine at its line, and the list of problems."""
    with vs_code(forget_a_page) as editor:
        editor.wait_for(".squiggly-error")
        editor.click(*editor.middle("document.getElementById('status.problems')"))
        row = "document.querySelectorAll('.markers-panel .monaco-list-row')[1]"
        editor.click(*editor.middle(row))
        editor.browser.wait("document.body.innerText.includes('Ln 31, ')")
        time.sleep(1)                       # until the editor has scrolled
        snap(editor.browser, "strict.png")


def main(words: list[str]) -> int:
    """Draw what the words name, or everything; return the exit status."""
    named = {word: [name for name in PICTURES if word in (name, Path(name).stem)]
             for word in words}
    for word, names in named.items():
        if not names:
            print(f"no picture is called {word}; there are {', '.join(sorted(PICTURES))}",
                  file=sys.stderr)
            return 2
    wanted = [name for names in named.values() for name in names] or list(PICTURES)
    status = 0
    for function in dict.fromkeys(PICTURES[name] for name in wanted):
        names = [name for name, other in PICTURES.items() if other is function]
        try:
            function()
        except VecxError as fault:
            print(f"{', '.join(names)}: {fault}", file=sys.stderr)
            status = 1
            continue
        for name in names:
            print(f"{name}: {(FOLDER / name).stat().st_size:,} bytes", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
