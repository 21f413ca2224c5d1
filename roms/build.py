"""Assembles the executive ROM and the cartridges, and writes images and symbol files to vecx/data.

Run as ``python -m roms.build`` from the root of the sources; tests/test_generated.py checks that
the files are up to date.
"""

from __future__ import annotations

import os
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

    Errors: SystemExit with the messages if the source has errors or warnings
    """
    here = Path.cwd()
    os.chdir(ROOT)      # so that the symbol file names the sources from ROOT on
    try:
        program = assemble_file(source, include_dirs=["roms/include"])
    finally:
        os.chdir(here)
    if program.messages():
        raise SystemExit(program.messages())
    if not all(limit.computed for limit in program.limits):
        raise SystemExit(f"{source}: cycles can be limited at run time only in contract blocks")
    return program, formats.image_bytes(program), formats.symbols_text(program)


def made() -> dict[Path, str | bytes]:
    """Return the contents of all files.  Errors: SystemExit as for build"""
    files: dict[Path, str | bytes] = {}
    for name, source in sources().items():
        _, files[DATA / f"{name}.bin"], files[DATA / f"{name}.symbols.json"] = build(source)
    for name, source in accuracy().items():
        files[DATA / "accuracy" / f"{name}.bin"] = build(source)[1]
    return files


def main() -> None:
    """Build everything."""
    for path, content in made().items():
        path.parent.mkdir(exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(data)
        if path.suffix == ".bin":
            print(f"{path.stem}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
