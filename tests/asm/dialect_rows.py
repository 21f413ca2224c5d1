"""Compare dialects with small programs that the original tools have assembled.

`tests/reference/asm/*_semantics.jsonl` holds the programs and what lwasm, asm6809 and as6809 made
of them.  A row is followed if vecx writes the same bytes at the same addresses (a gap counts as
zeros).  Rows that the tool refuses may be anything, and so may rows marked `doubtful`.

    python -m tests.asm.dialect_rows lwasm            the rows that are not followed
    python -m tests.asm.dialect_rows lwasm FILE       of another file of the same form
"""

import collections
import json
import os
import re
import sys
from pathlib import Path

from asm import assemble

REFERENCE = Path(__file__).parents[1] / "reference" / "asm"
DIALECTS = ("lwasm", "asm6809", "asxxxx")
FOLLOWED, SAID, REFUSED, SILENT = "followed", "said", "refused", "silent"


def rows(dialect, path=None):
    """Return the rows that the tool assembles, without doubtful ones."""
    path = path or REFERENCE / f"{dialect}_semantics.jsonl"
    return [row for row in map(json.loads, path.read_text().splitlines())
            if "bytes" in row and "doubtful" not in row]


def expected(row):
    """Return the bytes of a row by address; gaps are zeros."""
    data = bytearray()
    for part in re.findall(r"\(\d+\)|[0-9a-f]+", row["bytes"]):
        data += bytes(int(part[1:-1])) if part[0] == "(" else bytes.fromhex(part)
    return {row["org"] + place: byte for place, byte in enumerate(data) if byte}


def made(program):
    """Return the bytes of a program by address; gaps are zeros."""
    return {program.origin + place: byte for place, byte in enumerate(program.image) if byte}


def judged(row, dialect):
    """Return what vecx makes of a row, and its messages.

    FOLLOWED  the same bytes
    SAID      other bytes with a warning
    REFUSED   an error
    SILENT    other bytes without a word
    """
    texts = {os.path.abspath(name): text for name, text in row.get("files", {}).items()}
    program = assemble(row["src"], dialect=dialect, texts=texts, name="row.asm")
    if program.image is None:
        return REFUSED, program.messages()
    if made(program) == expected(row):
        return FOLLOWED, ""
    return SAID if program.warnings else SILENT, f"{program.image.hex()}\n{program.messages()}"


def main(dialect, path=None):
    """Print the rows that are not followed, and their numbers."""
    counts = collections.Counter()
    for row in rows(dialect, path and Path(path)):
        result, words = judged(row, dialect)
        counts[result] += 1
        if result != FOLLOWED:
            print(f"--- {row['name']}: {result}\n{row['src']}"
                  f"{json.dumps(row['files']) if 'files' in row else ''}\n"
                  f"tool: {row['org']:04x} {row['bytes']}\nvecx: {words}")
    print(dict(counts), f"{100 * counts[FOLLOWED] / counts.total():.1f} % of {counts.total()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
