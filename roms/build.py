"""Assembles the executive ROM and the cartridges, and writes images and symbol files to vecx/data.

Run as ``python -m roms.build`` from the root of the sources; tests/roms/test_roms_fresh.py
checks that the files are up to date.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from asm import Program, assemble_file
from asm.output import formats

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "vecx" / "data"


def sources() -> dict[str, Path]:
    """Return the name and the source of every image, relative to ROOT."""
    games = sorted((ROOT / "games").glob("*.asm"))
    return {path.stem: path.relative_to(ROOT) for path in [ROOT / "roms" / "exec.asm", *games]}


def accuracy() -> dict[str, Path]:
    """Return the name and the source of every accuracy cartridge, relative to ROOT."""
    return {path.stem: path.relative_to(ROOT)
            for path in sorted((ROOT / "roms" / "accuracy").glob("accuracy*.asm"))}


def build(source: Path) -> tuple[Program, bytes, str]:
    """Assemble a source of ROOT; return the program, its image and the text of its symbol file.

    Errors: SystemExit with the messages if the source has errors
    """
    here = Path.cwd()
    os.chdir(ROOT)      # so that the symbol file names the sources from ROOT on
    try:
        program = assemble_file(source, include_dirs=["roms/include"])
    finally:
        os.chdir(here)
    if program.image is None:
        raise SystemExit(program.messages())
    return program, formats.image_bytes(program), formats.symbols_text(program)


def main() -> None:
    """Build everything."""
    DATA.mkdir(exist_ok=True)
    for name, source in sources().items():
        program, image, symbols = build(source)
        if program.messages():
            print(program.messages(), file=sys.stderr)
        (DATA / f"{name}.bin").write_bytes(image)
        (DATA / f"{name}.symbols.json").write_text(symbols)
        print(f"{name}: {len(image):,} bytes")
    (DATA / "accuracy").mkdir(exist_ok=True)
    for name, source in accuracy().items():
        program, image, _ = build(source)
        if program.messages():
            print(program.messages(), file=sys.stderr)
        (DATA / "accuracy" / f"{name}.bin").write_bytes(image)
        print(f"{name}: {len(image):,} bytes")


if __name__ == "__main__":
    main()
