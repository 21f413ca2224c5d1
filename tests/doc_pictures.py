"""Draw the pictures and films of README and docs: games in progress, in every look.

    python -m tests.doc_pictures
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from vecx import Machine
from vecx.console.frame import drawing
from vecx.console.roms import DATA
from vecx.display.look import Look
from vecx.display.picture import overlay_for, picture_of, save_png
from vecx.recording.take import filming

FOLDER = Path(__file__).parent.parent / "docs" / "images"
OPENING = "23334132452"                 # columns, player 1 begins
FULL = "54506245504110456531122626636203033431421"
CASES = Path(__file__).parent / "cases" / "vectors"
VECTORS_FRAME = 266
FRAMES = 4                              # frames whose light a picture shows
WINNING = "3231323"                     # X wins
ATTRACT_FRAMES = 1_100                  # until the computer plays itself
FILM = 240, 300
HINTED, HINT_FRAMES = 5, 350            # moves of Reversi that are hints
FILMED_FROM = 62                        # discs on Reversi's board
FILM_MOST = 1_200                       # frames


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


def save(machine: Machine, name: str, look: Look | None = None, overlay: str = "",
         scale: float = 1.0) -> None:
    """Write the next picture of a machine."""
    size = round(600 * scale), round(750 * scale)
    path = DATA / "overlays" / f"{overlay}.png" if overlay else None
    picture = picture_of(machine.run_frames(FRAMES), machine.analog, *size, look,
                         overlay_for(path, *size))
    save_png(picture, FOLDER / f"{name}.png")


@contextmanager
def filmed(machine: Machine, name: str) -> Iterator[None]:
    """Record a film of a machine while the block runs."""
    machine.take_sound()
    with filming(FOLDER / f"{name}.gif", machine.analog, size=FILM) as film:
        plain = machine.run_frames

        def run_frames(count: int = 1) -> list:
            """Run frames one at a time, and add each one to the film."""
            frames = []
            for _ in range(count):
                frames += plain(1)
                film(machine.take_sound(), machine.cycles, frames[-1:])
            return frames

        machine.run_frames = run_frames             # type: ignore[method-assign]
        yield
        machine.run_frames = plain                  # type: ignore[method-assign]


def film_connect4() -> None:
    """Film a short two-player game to its end."""
    machine = Machine("connect4")
    play(machine, WINNING[:3])
    with filmed(machine, "connect4"):
        for number, column in enumerate(WINNING[3:]):
            drop(machine, 2 - number % 2, int(column))
        machine.run_frames(120)


def film_reversi() -> None:
    """Film the last moves of a demonstration game, and the count."""
    machine = Machine("reversi")
    machine.run_frames(ATTRACT_FRAMES)
    while sum(machine.read("black_count", 2)) < FILMED_FROM:
        machine.run_frames(10)
    with filmed(machine, "reversi"):
        for _ in range(FILM_MOST):
            machine.run_frames(1)
            if machine.read("game_state")[0] == 0:
                break


def vectors(case: Path) -> str:
    """Return the drawing for the vector count, with the first line of the case as its title."""
    title = case.read_text().splitlines()[0].partition(": ")[2]
    return drawing(Machine(case).run_frames(VECTORS_FRAME)[-1].segments, title=title) + "\n"


def characters() -> str:
    """Return a cartridge that prints the ROM's characters, sixteen in a row."""
    texts = "".join(f"row{row} fcb {','.join(str(0x20 + row * 16 + k) for k in range(16))},$80\n"
                    for row in range(5))
    calls = "".join(f" ldd #{(72 - row * 36) * 256 + (-112 & 0xFF)}\n ldu #row{row}\n"
                    " jsr Print_Str_d\n" for row in range(5))
    return (' include "vectrex.inc"\n org 0\n fcb "g GCE 1982",$80\n fdb Music_1\n'
            ' fcb $F8,$50,$20,-$56,"TEXT",$80,0\nmain jsr Wait_Recal\n jsr Intensity_7F\n'
            " ldd #$F840\n std Vec_Text_HW\n" + calls + " bra main\n" + texts)


def save_characters() -> None:
    """Write the picture of the character set, cropped to the text."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "characters.asm"
        source.write_text(characters())
        machine = Machine(source, preset="ideal")
        machine.run_frames(300)
        picture = picture_of(machine.run_frames(FRAMES), machine.analog, 720, 900)
    lit = (picture & 0xFF00) > 0x4000
    rows, columns = lit.any(axis=1).nonzero()[0], lit.any(axis=0).nonzero()[0]
    save_png(picture[rows[0] - 12:rows[-1] + 12, columns[0] - 12:columns[-1] + 12].copy(),
             FOLDER / "characters.png")


def main() -> None:
    """Draw everything."""
    save_characters()
    for case in CASES.glob("*.asm"):
        (FOLDER / f"vectors-{case.stem}.svg").write_text(vectors(case))
    for preset in ("ideal", "hardware", "worn"):
        machine = Machine("connect4", preset=preset)
        play(machine, OPENING)
        save(machine, f"phosphor-{preset}", scale=0.75)
        if preset == "hardware":
            save(machine, "connect4")
            save(machine, "phosphor-glass", Look(glass=True), scale=0.75)
            save(machine, "connect4-overlay", None, "connect4", 0.75)
    machine = Machine("connect4")
    machine.run_frames(400)
    save(machine, "connect4-title")
    machine = Machine("connect4", preset="worn")
    play(machine, FULL)
    save(machine, "connect4-worn")
    machine = Machine("reversi")
    machine.run_frames(400)
    tap(machine, 1, 4)
    machine.run_frames(200)
    for _ in range(HINTED):
        tap(machine, 1, 3)
        machine.run_frames(HINT_FRAMES)
        tap(machine, 1, 4)
        machine.run_frames(HINT_FRAMES)
    save(machine, "reversi-overlay", None, "reversi", 0.75)
    film_connect4()
    film_reversi()


if __name__ == "__main__":
    main()
