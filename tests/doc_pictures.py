"""Draw the pictures of README and docs anew: games that are played, in every preset and look.

    python -m tests.doc_pictures
"""

from pathlib import Path

from vecx import Machine
from vecx.console.roms import DATA
from vecx.console.svg import drawing
from vecx.display.look import Look
from vecx.display.picture import overlay_for, picture_of, save_png

FOLDER = Path(__file__).parent.parent / "docs" / "images"
OPENING = "23334132452"                 # columns, player 1 begins
FULL = "54506245504110456531122626636203033431421"
CASES = Path(__file__).parent / "cases" / "vectors"
VECTORS_FRAME = 266
FRAMES = 4                              # whose light a picture shows


def tap(machine: Machine, player: int, button: int) -> None:
    """Press a button for some frames."""
    machine.press(button, player)
    machine.run_frames(4)
    machine.release(button, player)
    machine.run_frames(4)


def play(machine: Machine, columns: str) -> None:
    """Play Connect-4 for two from power-on."""
    machine.run_frames(400)
    tap(machine, 1, 4)
    machine.run_frames(60)
    for number, column in enumerate(columns):
        player = 1 + number % 2
        for _ in range(12):
            way = int(column) - machine.read("cursor_col")[0]
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
    """Write what a machine shows next."""
    size = round(600 * scale), round(750 * scale)
    path = DATA / "overlays" / f"{overlay}.png" if overlay else None
    picture = picture_of(machine.run_frames(FRAMES), machine.analog, *size, look,
                         overlay_for(path, *size))
    save_png(picture, FOLDER / f"{name}.png")


def vectors(case: Path) -> str:
    """Return the drawing of what counts as a vector, titled as the case's first line says."""
    title = case.read_text().splitlines()[0].partition(": ")[2]
    return drawing(Machine(case).run_frames(VECTORS_FRAME)[-1].segments, title=title) + "\n"


def main() -> None:
    """Draw everything."""
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
    for _ in range(2):
        tap(machine, 1, 4)
        machine.run_frames(200)
    save(machine, "reversi-overlay", None, "reversi", 0.75)


if __name__ == "__main__":
    main()
