"""Mutation tests of the executive ROM: change one byte of code, and check whether tests fail.

    python -m tests.rom_mutants --seed 1 --count 50

Goal: a changed instruction that no test notices is a gap in the cases or in the contract checks.
Method: a seed selects addresses of code bytes, as the assembler placed them, and a different value
for each; the image is changed in a copy of the tree, where the behavioural cases and the tests of
the ROM run until one fails.  Not part of the test run.

Exit status: 0 if every change was noticed, 1 if some survived, 2 for wrong usage.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from asm import assemble_file
from asm.assembler.encode import Fixed, Instruction
from vecx.chips import bus

ROOT = Path(__file__).parent.parent
TREE = ("asm", "vecx", "roms", "games", "tests", "docs", "pyproject.toml")
BIOS = int(bus.ROM)
IMAGE = Path("vecx/data/exec.bin")
TESTS = ("tests/roms/test_pictures.py", "tests/roms/test_service.py",     # the quick ones first
         "tests/vecx/conform/test_bios.py", "tests/roms")
TIMEOUT_SECONDS = 300


def code_bytes() -> dict[int, str]:
    """Return the address of every byte of code, and its source line."""
    program = assemble_file(ROOT / "roms" / "exec.asm")
    found = {}
    for address, data, item in program.chunks:
        if isinstance(item.statement, Instruction | Fixed):
            for i in range(len(data)):
                found[address + i] = f"{Path(item.place.file).name}:{item.place.line}"
    return found


def draw(seed: int, count: int) -> list[tuple[int, int, str]]:
    """Return random addresses, the bits to invert there, and their source lines."""
    chance = random.Random(seed)
    places = code_bytes()
    return [(address, chance.randrange(1, 256), places[address])
            for address in sorted(chance.sample(sorted(places), count))]


def is_noticed(folder: Path) -> bool:
    """Run the tests in a copy of the tree; return True if one fails or hangs."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider",
               *TESTS]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False,
                              timeout=TIMEOUT_SECONDS,
                              env={**os.environ, "PYTHONPATH": str(folder)})
    except subprocess.TimeoutExpired:
        return True
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout.decode() + done.stderr.decode())
    return done.returncode == 1


def main() -> int:
    """Make the changes one by one; print the survivors and the score."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in TREE:
            source = ROOT / part
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / part)
        image = (folder / IMAGE).read_bytes()
        if is_noticed(folder):
            raise SystemExit("the tests fail without any change")
        survivors = []
        for number, (address, bits, line) in enumerate(draw(args.seed, args.count), 1):
            changed = bytearray(image)
            changed[address - BIOS] ^= bits
            (folder / IMAGE).write_bytes(changed)
            text = f"${address:04X} ({line}): {image[address - BIOS]:02X} -> " \
                   f"{changed[address - BIOS]:02X}"
            noticed = is_noticed(folder)
            print(f"{number:>3} {'noticed ' if noticed else 'SURVIVED'} {text}", flush=True)
            survivors += [] if noticed else [text]
    print(f"{args.count - len(survivors)} of {args.count} noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
