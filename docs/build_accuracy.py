"""Write docs/images/accuracy-beam-*.svg, the expected pictures of the accuracy cards for the eye.

Run as `python docs/build_accuracy.py`.  A picture shows the strokes of all cards, which our machine
draws with the preset `ideal` or `hardware`; a test checks that both are up to date.
"""

from collections.abc import Iterator
from pathlib import Path

from roms.accuracy_tables import cards
from vecx import Frame, Machine
from vecx.console.frame import HALF_H, HALF_W, WIDTH, drawing

IMAGES = Path(__file__).parent / "images"
PRESETS = "ideal", "hardware"
BEGIN_FRAMES = 260      # until the first card is shown
TAP_FRAMES = 4          # of button 3, pressed and released
COLUMNS, GAP = 3, 6
HEIGHT = round(WIDTH * HALF_H / HALF_W)


def frames(machine: Machine) -> Iterator[Frame]:
    """Yield a frame of each card for the eye; the machine has been switched on just now."""
    machine.run_frames(BEGIN_FRAMES)
    for _ in cards("beam"):
        yield machine.run_frames(1)[-1]
        for change in (machine.press, machine.release):
            change(3)
            machine.run_frames(TAP_FRAMES)


def picture(preset: str) -> str:
    """Return all cards in one drawing."""
    cells, rows = [], -(-len(cards("beam")) // COLUMNS)
    machine = Machine("accuracy-beam", preset=preset)
    for number, (frame, (name, _)) in enumerate(zip(frames(machine), cards("beam"), strict=True)):
        row, column = divmod(number, COLUMNS)
        cell = drawing(frame.segments, machine.analog.half_w, machine.analog.half_h, name)
        cells.append(cell.replace("<svg ", f'<svg x="{column * (WIDTH + GAP)}" '
                                           f'y="{row * (HEIGHT + GAP)}" ', 1))
    size = COLUMNS * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
            f'width="{size[0]}"><title>The cards for the eye, preset {preset}</title>\n'
            + "\n".join(cells) + "\n</svg>\n")


def made() -> dict[Path, str]:
    """Return the contents of the files."""
    return {IMAGES / f"accuracy-beam-{preset}.svg": picture(preset) for preset in PRESETS}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
