"""Fuzz the assembler with sources and images, guided by coverage.

    pip install atheris
    python -m tests.fuzz_asm --seconds 3600 --corpus DIR

Goal: no input gives a traceback, takes long, or makes two parts disagree.  Method: libFuzzer makes
small changes to the cases, ROM and games, and keeps in DIR the inputs that reach new lines of
`asm`.  The first byte of an input chooses the dialect and the kind: a source is assembled, listed,
written in every format, formatted and assembled again; an image is disassembled and assembled
again.  Every input on which `check` fails is stored as DIR/finding-*, once for each place.
Not part of the test run, but tests/test_fuzz_asm.py tries a few inputs in each run.

Exit status: 0 if nothing was found, 1 if something was, 2 for wrong usage.
"""

import argparse
import importlib
import os
import pkgutil
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECONDS_MAX = 2.0           # of CPU time for one input, including the counting of coverage
INPUT_BYTES_MAX = 600
LINES_PER_SEED = 12
LINES_MAX = 3_000           # after macro expansion; the limit of the assembler itself is 200,000
COPIES_MAX = 5_000          # of NOP
IMAGE, RELAX, DIALECT = 0x40, 0x20, 0x0F


def check(data: bytes) -> None:
    """Assemble or disassemble an input in every way.

    Args:   data  a byte that chooses (bit 6: an image; bit 5: relax; the rest: the dialect), and
                  the source or image
    Errors: whatever the assembler raises, AssertionError if two parts disagree
    """
    kind, content = data[:1] or b"\0", data[1:]
    if kind[0] & IMAGE:
        check_image(content)
    else:
        check_source(content, kind[0] & DIALECT, relax=bool(kind[0] & RELAX))


def check_source(content: bytes, number: int, *, relax: bool) -> None:
    """Assemble a source, write every output, format it, and assemble the result."""
    from asm import assemble
    from asm.assembler.image import on_top
    from asm.formatter import format_source
    from asm.output import formats
    from asm.output.debugging import debug_info
    from asm.output.debuginfo import from_text, to_text
    from asm.output.listing import make_listing
    from asm.syntax.dialects import DIALECTS
    from asm.syntax.source import decode

    text, dialect = decode(content), list(DIALECTS)[number % len(DIALECTS)]
    program = assemble(text, dialect=dialect, relax=relax, warnings=["all"])
    assert program.ok == (not program.errors)
    assert all(found.text and found.column >= 1 and found.line >= 1
               for found in program.diagnostics)
    assert "Traceback" not in program.messages()
    again = assemble(text, dialect=dialect, relax=relax, warnings=["all"])
    assert (again.image, again.messages()) == (program.image, program.messages()), \
        "what is remembered of lines changes something"
    assert make_listing(program, expand=True).count("\n") >= program.listing.count("\n")
    assert sum(row[1] for row in program.source_map) == sum(
        len(data) for _, data, _ in on_top(program.chunks))
    if program.image is None:
        format_source(text)
        return
    info = debug_info(program)
    assert from_text(to_text(info)) == info, "the symbol file reads back as something else"
    assert set(program.symbols) == set(info.symbols)
    for row in info.source_map:
        assert info.where(row.address).line == row.line
    formats.map_text(program)
    formats.vide_cnt(program)
    formats.intel_hex(program.image, program.origin)
    formats.s_record(program.image, program.origin)
    formatted = format_source(text)
    again = assemble(formatted, dialect=dialect, relax=relax, warnings=["all"])
    assert again.image == program.image, "formatting changes the bytes"
    assert format_source(formatted) == formatted, "formatting twice changes more"


def check_image(image: bytes) -> None:
    """Disassemble an image at an address that depends on its length, and assemble the text."""
    from asm import assemble
    from asm.disassembler.disasm import disassemble

    origin = len(image) * 997 % (0x10000 - len(image))
    program = assemble(disassemble(image, origin), warnings=["none"])
    assert program.image == image, program.messages()
    assert not image or program.origin == origin


class Findings:
    """Where `check` failed so far, and the inputs that did it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: set[str] = set()

    def run(self, data: bytes) -> None:
        """Check an input; keep it if it is the first to fail at its place."""
        begin = time.process_time()
        try:
            check(data)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self.keep(f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}", data)
        if time.process_time() - begin > SECONDS_MAX:
            self.keep("slow", data)

    def keep(self, place: str, data: bytes) -> None:
        """Write an input that fails at a new place, and say so."""
        if place not in self.places:
            self.places.add(place)
            (self.folder / f"finding-{place}").write_bytes(data)
            print(f"finding: {place}", flush=True)


def seeds() -> list[bytes]:
    """The sources of the project cut into pieces, in every dialect, and pieces of its images."""
    from asm.syntax.dialects import DIALECTS

    found = []
    for path in sorted([*ROOT.glob("tests/cases/asm/*/*.asm"), *ROOT.glob("games/**/*.asm"),
                        *ROOT.glob("roms/**/*.asm"), *ROOT.glob("roms/**/*.inc")]):
        lines = path.read_bytes().splitlines(keepends=True)
        for number, start in enumerate(range(0, len(lines), LINES_PER_SEED)):
            piece = b"".join(lines[start:start + LINES_PER_SEED])[:INPUT_BYTES_MAX - 1]
            found.append(bytes((number % len(DIALECTS),)) + piece)
    for path in sorted((ROOT / "vecx" / "data").glob("*.bin")):
        image = path.read_bytes()
        found += [bytes((IMAGE,)) + image[start:start + 200] for start in range(0, 4000, 200)]
    return found


def words() -> list[str]:
    """Return the words of sources, for the dictionary of the fuzzer."""
    from asm.assembler import conditions
    from asm.assembler.directives import DIRECTIVES
    from asm.assembler.operations import OPERATIONS

    marks = ["\\\\?", "\\\\1", "{1}", "\\\\@", "<<", ",pcr", ",x++", "[,--y]", "1B", "1F", "1$",
             ".a", "@a", "hi ", "$C800", "0x", "%1", "'A'", "\\x22a\\x22", "\\x0a ", ":", "\\x1a"]
    names = {*OPERATIONS, *DIRECTIVES, *conditions.ALL}
    return [*sorted(names), "end struct", *marks, ";@cycles <= 9",
            ";! dialect=vide"]


def fuzz(folder: Path, seconds: int) -> int:
    """Run the fuzzer; return how many places failed."""
    import atheris

    with atheris.instrument_imports(include=["asm"]):
        import asm
        for module in pkgutil.walk_packages(asm.__path__, "asm."):
            importlib.import_module(module.name)
    from asm.assembler import operations, reader

    reader.LINE_COUNT_MAX = LINES_MAX
    reader.ADDED_MAX = LINES_MAX * reader.ADDED_LINE_MIN
    operations.NOP_COUNT_MAX = COPIES_MAX
    dictionary = folder / "words.dict"
    dictionary.write_text("".join(f'"{word}"\n' for word in words()), "utf-8")
    pool = folder / "corpus"
    pool.mkdir(exist_ok=True)
    for number, seed in enumerate(seeds()):
        (pool / f"seed{number:04}").write_bytes(seed)
    findings = Findings(folder)
    child = os.fork()
    if child == 0:          # the fuzzer ends its process
        atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", f"-dict={dictionary}",
                       f"-max_len={INPUT_BYTES_MAX}", "-timeout=900", "-verbosity=1",
                       "-print_final_stats=1", "-rss_limit_mb=4096",
                       f"-artifact_prefix={folder}/", str(pool)], findings.run)
        atheris.Fuzz()
    os.waitpid(child, 0)
    return len(list(folder.glob("finding-*")))


def main() -> int:
    """Read the command line and fuzz; return the exit status."""
    parser = argparse.ArgumentParser(description="Fuzz the assembler, guided by coverage.")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR",
                        help="where inputs and findings are kept")
    args = parser.parse_args()
    args.corpus.mkdir(parents=True, exist_ok=True)
    count = fuzz(args.corpus, args.seconds)
    print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
