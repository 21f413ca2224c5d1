"""Replay of the assembler's reference data: encodings on which other assemblers agree, and sources
that they reject.

A row of `encodings.jsonl` has a source (`src`), its origin (`org`), the direct page (`dp`) and its
bytes in hex; `encodings_n_pc_dialect.jsonl` has encodings of the dialect `vide` only; a row of
`errors.jsonl` is a source that must be refused with an error on one of its lines, and no image.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from asm import assemble


def replay(reference_dir: str | Path) -> tuple[int, list[str]]:
    """Assemble every row of the reference data.

    Args:    reference_dir  the folder with encodings.jsonl and errors.jsonl
    Returns: the number of rows that passed, and a text for each other row
    Errors:  OSError if neither file exists; ValueError for a line that is not JSON
    """
    folder = Path(reference_dir)
    passed, failures = 0, []
    files = [(name, check) for name, check in CHECKS if (folder / name).exists()]
    if not files:
        raise FileNotFoundError(f"no encodings.jsonl or errors.jsonl in {folder}")
    for name, check in files:
        for number, text in enumerate((folder / name).read_text("utf-8").splitlines(), 1):
            if text.strip():
                complaint = check(json.loads(text))
                if complaint:
                    failures.append(f"{name}:{number}: {complaint}")
                else:
                    passed += 1
    return passed, failures


def check_encoding(row: dict[str, Any], dialect: str = "vecx") -> str:
    """Compare the bytes of one row; return an empty string if they match."""
    source = f" org {row['org']}\n setdp {row['dp']}\n{row['src']}\n"
    program = assemble(source, name="row", dialect=dialect, warnings=["none"])
    if program.image is None:
        return f"{row['src']!r}: {program.errors[0].text}"
    if program.image.hex() != row["bytes"]:
        return f"{row['src']!r} at ${row['org']:04X}: {program.image.hex()}, not {row['bytes']}"
    return ""


def check_error(row: dict[str, Any]) -> str:
    """Check that the assembler rejects the source of a row; return an empty string if it does."""
    program = assemble(row["src"], name="row")
    last = row["src"].count("\n") + 1
    if program.image is not None:
        return f"{row['src']!r} ({row['reason']}): assembles to {program.image.hex() or 'nothing'}"
    if not any(1 <= error.line <= last for error in program.errors):
        return f"{row['src']!r} ({row['reason']}): no error on its line"
    return ""


CHECKS = (("encodings.jsonl", check_encoding),
          ("encodings_n_pc_dialect.jsonl", partial(check_encoding, dialect="vide")),
          ("errors.jsonl", check_error))
