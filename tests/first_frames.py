"""Play 600 frames of Connect-4 and compare all that they show with the known digest.

    python -m tests.first_frames            exit status 1 if anything differs
    python -m tests.first_frames --write    after an intended change of the machine, ROM or game

Goal: the native library of a platform computes exactly what the others compute; the forge runs this
on platforms that have no emulator here.
"""

import argparse
import hashlib
import sys
from pathlib import Path

from vecx import Machine
from vecx.compiling.jit import CHOSEN

DIGEST = Path(__file__).parent / "games" / "golden" / "first_frames.sha256"
FRAMES = 600
PRESSED, RELEASED = 400, 404        # frames of button 4 in the menu


def digest() -> str:
    """Return the SHA-256 of strokes, account and sound of the frames, and of RAM after them."""
    machine = Machine("connect4", preset="hardware", seed=1, ram="zero")
    whole = hashlib.sha256()
    for number in range(FRAMES):
        if number in (PRESSED, RELEASED):
            (machine.press if number == PRESSED else machine.release)(4)
        (frame,) = machine.run_frames(1)
        whole.update(frame.segments.tobytes() + frame.account.tobytes())
        whole.update(machine.take_sound().tobytes())
    whole.update(machine.all_ram)
    return whole.hexdigest()


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the digest of this machine")
    args = parser.parse_args(words)
    found = digest()
    if args.write:
        DIGEST.write_text(found + "\n")
    known = DIGEST.read_text().strip()
    print(f"{CHOSEN.name}: {found} {'as known' if found == known else f'is not {known}'}")
    return int(found != known)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
