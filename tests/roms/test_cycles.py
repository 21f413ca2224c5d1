"""The cycles in comments of time-critical code are correct."""

import re
from pathlib import Path

from roms import build

ROOT = Path(__file__).parent.parent.parent
NOTED = re.compile(r"^[0-9A-F]{4}  (?:[0-9A-F]{2} )+ +(\d+) +\d+ +\d+  .*;.*\[(\d+)\](?: = (\d+))?")
# down a row in two pulses; pattern refresh; a character, and back over it; a trial of a pot
STRETCHES = [4, 18, 18, 18, 21, 33]


def notes() -> list[tuple[int, int, int | None]]:
    """Return the cycles, the note and the sum, if any, of each line with a note."""
    program, _, _ = build.build(build.sources()["exec"])
    found = map(NOTED.match, program.listing.splitlines())
    return [(int(m[1]), int(m[2]), int(m[3]) if m[3] else None) for m in found if m]


def test_noted_cycles_are_right() -> None:
    """Each [n] is the cycle count of its line, and all notes are found."""
    sources = "".join(path.read_text() for path in (ROOT / "roms").glob("*.asm"))
    noted = notes()
    assert len(noted) == len(re.findall(r"\[\d+\]", sources))
    assert [cycles for cycles, _, _ in noted] == [note for _, note, _ in noted]


def test_noted_sums_are_right() -> None:
    """Each sum is that of the notes since the previous sum."""
    sums, running = [], 0
    for cycles, _, total in notes():
        running += cycles
        if total is not None:
            assert running == total
            sums.append(total)
            running = 0
    assert running == 0
    assert sorted(sums) == sorted(STRETCHES)
