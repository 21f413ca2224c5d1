"""A minimal cartridge for tests of the strict machine."""

from pathlib import Path

HEADER = """\
                include "vectrex.inc"
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,-$50
                fcc     "CASE"
                fcb     $80,0
                setdp   $D0
"""


def cartridge(folder: Path, body: str) -> Path:
    """Write a cartridge with the program `body`."""
    path = folder / "case.asm"
    path.write_text(HEADER + body)
    return path
