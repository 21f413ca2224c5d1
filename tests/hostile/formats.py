"""Random and damaged files of every format that vecx reads.

    python -m tests.hostile.formats [--seed N] [--files N] [--seconds N] [--form NAME]

Goal: a reader accepts any file or raises one VecxError, within a few seconds and limited memory; it
never raises another exception.  Method: damage a sample of each format in one to six places (change
bits and bytes; move, double or remove pieces; insert extreme numbers and hostile texts), or build a
random file from the words of its format, and pass it to the reader that the commands use.  Memory
is limited for the whole process, and time for each file.
"""

import argparse
import faulthandler
import gzip
import hashlib
import io
import json
import os
import random
import re
import shutil
import struct
import sys
import tempfile
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import mido
import numpy as np
import pygame

from asm.assembler.conversion import Asset, ConversionError
from asm.assembly import assemble
from tests.older_states import older, with_schema
from vecx import Machine, VecxError, calibrate, files
from vecx.assets import convert
from vecx.cli import settings as config
from vecx.cli.disassembling import read_seen
from vecx.console import analog, roms
from vecx.debugger import inspector, locals
from vecx.display import overlay
from vecx.display.keycodes import read_keys
from vecx.display.picture import png_bytes
from vecx.fuzzing import corpus
from vecx.fuzzing.session import Limits, fuzz
from vecx.fuzzing.target import Target, recipe_of
from vecx.measure.budget.profile import Profile
from vecx.measure.coverage import total
from vecx.measure.profiling import report
from vecx.measure.trace.instructions import Tracer
from vecx.measure.wires import waveform, waves
from vecx.play import movie, recent, reload, save_states, script
from vecx.recording.difference import frames_of
from vecx.strict import baseline
from vecx.testing import golden
from vecx.testing.mutation import session

ROOT = Path(__file__).parents[2]
C = ROOT / "tests" / "reference" / "c"
SYMBOLS = ROOT / "vecx" / "data" / "connect4.symbols.json"
SLOW_SECONDS = 10.0     # of CPU time for one file; after 60 s of real time the process ends
MEMORY = 1 << 30        # bytes of address space in addition to those at the start
NUMBERS = (*b"0 -1 1 255 256 65535 65536 2147483648 1e308 -1e308 nan inf 1e999 -0".split(),
           b"9" * 30, b"9" * 5000, b"0x" + b"f" * 400, b"\xc2\xb2")
TEXTS = (b"", b"\0", b"\x1b[2J", b"\xe2\x80\xae", b"\xff\xfe", b"[" * 3000, b"{" * 3000,
         b"(" * 3000, b'"', b"'", b"\\", b"\n", b"\r\n", b"../../etc/passwd", b"<!--<script>",
         b"A" * 70000, b"%s%n", b"=" * 50, b"-" * 50)


# The suffix of the files of each format, and words that have a meaning in it.
FORMS = {name: (suffix, tuple(words.encode("latin-1").split(b" "))) for name, suffix, words in (
    ("archive", ".zip", "PK\3\4 PK\1\2 PK\5\6 \x1f\x8b\x08"),
    ("image", ".bin", "g GCE 1982\x80 1982"),
    ("preset", ".toml", 'base drift_x half_w [a] [[a]] { } """ \' 1979-05-27'),
    ("settings", ".toml", '[keys] [sound] [picture] volume scale "a" [ ]'),
    ("measures", ".toml", 'tube_width tube_height left_star " [ ]'),
    ("overlay", ".png", "IHDR IDAT IEND PLTE tRNS iCCP"),
    ("symbols", ".json", '{ } [ ] "value" null true'),
    ("map", ".map", "Section: Symbol: start load at length 0000 FFFF -1 .lst program rodata bss"),
    ("listing", ".lst", "* Local non-static variable(s) ; : # ,S ,U struct int16_t [9] 0000 FFFF"),
    ("relocated", ".rst", ".stabs .stabd .stabn 36,0,0 128,0,0 t r *1 ;0;127; a; : ; 0000 FFFF"),
    ("structs", ".c", "struct { } ; * [ ] typedef enum #define sizeof ( ) int8_t /* */ \" // \\"),
    ("corpus", ".json", '{ } [ ] "rounds" "swarm" "entries" null -5 1e999'),
    ("movie", ".movie", "frame in hash 5 9 start AAAA vecx-movie/3 vecx-movie/2"),
    ("state", ".state", "IHDR vecx-snapshot/3"),
    ("snapshot", ".snap", '"sizes" "crc" "poked" "later"'),
    ("recent", ".json", '[ ] " null {}'),
    ("frames", ".jsonl", '{ } [ ] "segments" "index" null'),
    ("source", ".asm", "lda ldx # $ equ rept 65535 endr macro endm if endif struct ends org fcb "
     "rmb include \\1 incbin fcc align << * / % 1b \\@ setdp bank section"),
    ("profile", ".json", '{ } [ ] "nodes" "lines" "frames" null 1e999'),
    ("golden", ".json", '{ } [ ] "strokes" null 1e999'),
    ("coverage", ".json", '{ } [ ] "all" "lines" null'),
    ("mutants", ".jsonl", '{ } [ ] "mutant" "verdict" null 5'),
    ("vcd", ".vcd", "$var wire $end # 1! b0 x z $timescale $enddefinitions 99999999999"),
    ("baseline", ".txt", "ram-unset : ; $ 5"), ("inputs", ".txt", "press stick 300:4 - , 1e9"),
    ("seen", ".txt", "F000 - $ 0x ; FFFF"),
    ("keys", ".txt", "\x1b[ \x1bO ; : u ~ A < >"),
    ("drawing", ".svg", '<svg> </svg> <path d="M0 0L9 9z" <g> </g> <use href="#a" id="a" C Q A 1e9 '
     'nan transform="scale(9)" <circle r="5" <text> viewBox="0 0 9 9" opacity="2" <!ENTITY'),
    ("model", ".obj", "v f l 1 2 3 -1 1/2/3 # nan 1e999"),
    ("mml", ".mml", "A B C c d e [ ]9 @x levels | arpeggio vibrato o4 l8 t120 n3,8 & L #tempo"),
    ("midi", ".mid", "MThd MTrk \0\0\0\6 \x90\x3c\x40 \xff\x51\3 \xff\x2f\0 \xf0"),
    ("vgm", ".vgm", "Vgm\x20 \xa0\0\x20 \x61\xff\xff \x62 \x63 \x66 \x67\x66\0"),
    ("ym", ".ym", "YM3! YM3b YM5! YM6! LeOnArD! End! -lh5-"),
    ("effect", ".afx", "\xaf\x90\1 \x8f \xd0\x20"),
    ("shots", ".sfx", "tone level noise - priority 5 400 15"),
    ("sample", ".wav", "RIFF WAVE fmt\x20 data \1\0\1\0 \x10\0 \x18\0"))}
# Names that files give to other files: devices, a FIFO, a large file, names that no file can have.
PATHS = ("/dev/zero", "/dev/tty", "/proc/kmsg", "/proc/self/mem", "fifo", "sparse", "a\0b",
         "\ud800", "/", "loop", "x" * 5000, "")


def damaged(data: bytes, words: tuple[bytes, ...], chance: random.Random) -> bytes:
    """Return a file with one to six places changed."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at, to = sorted(chance.randrange(len(out) + 1) for _ in range(2))
        what = chance.randrange(10)
        if what == 0 and out:
            out[at - 1] ^= 1 << chance.randrange(8)
        elif what == 1:
            out[at:at + 4] = chance.randbytes(4)
        elif what == 2:
            del out[at:to]
        elif what == 3:
            out[at:at] = out[at:min(to, at + 5000)] * chance.choice((1, 1, 30))
        elif what == 4:
            del out[at:]
        elif what == 5:
            out[at:at] = chance.choice(TEXTS)
        elif what == 6:
            out[at:at] = chance.choice(words)
        elif what == 7:
            out[at:at + 4] = struct.pack(chance.choice(("<I", ">I")), chance.choice(
                (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 8192, 65536)))
        else:
            numbers = list(re.finditer(rb"-?[0-9]+(?:\.[0-9]+)?", out))
            if numbers:
                match = chance.choice(numbers)
                out[match.start():match.end()] = chance.choice(NUMBERS)
    return bytes(out)


def jumble(words: tuple[bytes, ...], chance: random.Random) -> bytes:
    """Return a random mix of a format's words, numbers and hostile texts."""
    parts = [chance.choice(words) if chance.random() < 0.7 else chance.choice(NUMBERS + TEXTS)
             for _ in range(chance.randrange(1, 60))]
    return b"".join(part + chance.choice((b" ", b"\n", b"", b"=", b",")) for part in parts)


def archives() -> list[bytes]:
    """Return a cartridge packed in supported and unsupported ways."""
    image = roms.load_image("connect4").image
    packed = [gzip.compress(image)]
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        room = io.BytesIO()
        with zipfile.ZipFile(room, "w", method) as archive:
            archive.writestr("game.bin", image)
        packed.append(room.getvalue())
    return packed


def with_path(name: str, data: bytes, chance: random.Random) -> bytes:
    """Return a symbol file that names a hostile file; other files unchanged."""
    if name != "symbols" or chance.random() < 0.5:
        return data
    whole = json.loads(SYMBOLS.read_bytes())
    for number in range(len(whole["inputs"])):
        whole["inputs"][number]["path"] = chance.choice(PATHS)
    whole["files"] = [chance.choice(PATHS) if chance.random() < 0.5 else file
                      for file in whole["files"]]
    return json.dumps(whole).encode()


def hostile_files(folder: Path) -> None:
    """Create the files of PATHS, and change to their folder."""
    os.chdir(folder)
    if hasattr(os, "mkfifo"):
        os.mkfifo("fifo")
        os.symlink("loop", "loop")
    with open("sparse", "wb") as file:
        file.truncate(4 << 30)


def samples(machine: Machine, folder: Path) -> dict[str, list[bytes]]:
    """Return valid files of each format."""
    recorder = movie.Recorder(machine)
    for number in range(60):
        machine.press(1 + number % 4)
        recorder.frame(machine.run_frames(1)[0].index)
    film = recorder.stop().text().encode()
    frame = machine.run_frames(1)[0]
    picture, colours = png_bytes(np.zeros((12, 9), np.uint8)), io.BytesIO()
    pygame.image.save(pygame.Surface((9, 12), pygame.SRCALPHA), colours, "overlay.png")
    save_states.save(folder / "sample.state", machine, picture)
    settings = config.default_text()
    return {
        "archive": archives(), "image": [roms.load_image("reversi").image],
        "preset": [b'base = "worn"\ndrift_x = 0.5\nhalf_w = "18000 p"\nsr_ninth_bit = 1\n'],
        "settings": [settings.replace("# ", "").encode(), settings.encode()],
        "measures": [b"tube_width = 190\ntube_height = 240\nsquare_width = 60\n"
                     b"square_height = 60\n"],
        "overlay": [picture, colours.getvalue()],
        "symbols": [SYMBOLS.read_bytes()],
        "movie": [film], "state": [(folder / "sample.state").read_bytes()],
        "snapshot": [machine.snapshot(), with_schema(machine.snapshot(), older)],
        "recent": [b'["/a", "b"]'],
        "map": [(C / name / "drift.map").read_bytes() for name in ("drift", "gcc")],
        "listing": [(C / "drift" / "drift.lst").read_bytes()],
        "relocated": [(C / "gcc" / "drift.rst").read_bytes()],
        "structs": [(C / "drift" / "drift.c").read_bytes()], "corpus": [corpus_of(folder)],
        "frames": [json.dumps({"index": 3, "start_cycle": 5,
                               "segments": frame.segments.tolist()}).encode()],
        "source": [path.read_bytes() for path in
                   sorted((ROOT / "tests" / "cases").rglob("*.asm"))[:12]],
        "profile": [profile_text().encode()],
        "golden": [(ROOT / "tests/games/golden/connect4-menu.json").read_bytes()],
        "coverage": [json.dumps({"format": total.FORMAT, "all": {}}).encode()],
        "mutants": [json.dumps({"format": session.FORMAT, "image": "x"}).encode() + b"\n"
                    + json.dumps({"mutant": {"file": "a.asm", "line": 1, "kind": "call",
                                             "what": "jsr -> left out", "spec": "ab:0001=12"},
                                  "verdict": "noticed", "tests": 1, "by": "test"}).encode()],
        "vcd": [waves_text().encode()], "baseline": [b"# known\nram-unset game.asm:5\n"],
        "inputs": [b"press 300:4\nstick 310:1,0\n"], "seen": [b"F000-F01F\n0012\n"],
        "keys": [b"\x1b[A\x1b[97;1:3u\x1bOPabc\x1b[57441;5u"], **assets()}


def assets() -> dict[str, list[bytes]]:
    """Return files that `asset` converts."""
    examples = ROOT / "games" / "examples"
    tune = mido.MidiFile(ticks_per_beat=96)
    tune.tracks.append(mido.MidiTrack([mido.Message(kind, note=note, time=48, channel=note % 11)
                                       for note in (60, 64, 36)
                                       for kind in ("note_on", "note_off")]))
    midi = io.BytesIO()
    tune.save(file=midi)
    saved = ROOT / "tests" / "vecx" / "assets"
    vgm = bytearray(0x80)
    vgm[:4] = b"Vgm "
    for at, value in ((8, 0x151), (0x34, 0x4C), (0x74, 1_773_400)):
        struct.pack_into("<I", vgm, at, value)
    remark = b"<!-- " + b"most damage hits this remark " * 60 + b"-->"
    return {"drawing": [(examples / "drawing.svg").read_bytes(),
                        (saved / "inkscape.svg").read_bytes(),
                        b"<svg viewBox='0 0 9 9'>" + remark + b"<path d='M1 1L8 8'/></svg>"],
            "model": [b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 -1\n"],
            "mml": [(examples / "theme.mml").read_bytes()], "midi": [midi.getvalue()],
            "vgm": [bytes(vgm) + b"\xa0\0\x20\xa0\7\x3e\xa0\x08\x0f\x63\x61\x20\3\x66",
                    gzip.compress(bytes(vgm) + b"\xa0\0\x20\x63\x66")],
            "ym": [(examples / "arpeggio.ym").read_bytes(), (saved / "packed.ym").read_bytes()],
            "effect": [b"\xaf\x90\1\x8f\x5c\x08\xd0\x20"],
            "shots": [(examples / "effects.sfx").read_bytes()],
            "sample": [(examples / "blip.wav").read_bytes()]}


def profile_text() -> str:
    """Return a profile of a few frames."""
    m = Machine("connect4", preset="ideal", strict=True)
    profile = Profile(m)
    return report.report_of(m, profile, m.run_frames(3)).text()


def corpus_of(folder: Path) -> bytes:
    """Return the file of a short search."""
    fuzz(recipe_of(Machine("connect4"), strict=False), folder, seed=1,
         limits=Limits(frames=400))
    return (folder / corpus.FILE).read_bytes()


def waves_text() -> str:
    """Return the signals of a frame."""
    m = Machine("connect4", preset="ideal")
    with waves.Recorder(m) as recorder:
        m.run_frames(1)
        return waveform.to_text(waves.waves_of(recorder.take()))[:40_000]


def readers(machine: Machine) -> dict[str, Callable[[Path], object]]:
    """Return the reader of each format, which also uses the result."""
    def state(path: Path) -> None:
        save_states.load(path, machine)
        machine.run_frames(2)

    def snapshot(path: Path) -> None:
        machine.restore(path.read_bytes())
        machine.run_frames(2)

    def film(path: Path) -> None:
        made = movie.load(path)
        for _ in movie.replay(made, made.machine()):
            pass

    def played(path: Path) -> None:
        recent.place().parent.mkdir(parents=True, exist_ok=True)
        recent.place().write_bytes(path.read_bytes())
        recent.paths()
        recent.note(path)

    def symbols(path: Path) -> None:
        machine.debug = roms.load_debug(path)
        sources = files.Sources()
        for name in {row.file for row in machine.debug.source_map[:200]}:
            sources.lines(name)
        inspector.changed_sources(machine)
        reload.stamps(machine.debug.inputs)

    def program_in_c(path: Path) -> None:
        """Read a program with one of its files replaced, and all that is in it."""
        text = path.read_bytes()
        for name, replaced in (("drift", f"drift{path.suffix}"), ("gcc", f"drift{path.suffix}")):
            if (C / name / replaced).exists():
                shutil.copytree(C / name, name, dirs_exist_ok=True)
                Path(name, replaced).write_bytes(text)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")     # what is missing
                    made = Machine(f"{name}/drift.bin", symbols=f"{name}/drift.map")
                made.run_frames(3)
                tracer = Tracer(made)
                for variable in locals.in_frame(made, tracer):
                    locals.value_of(variable, made)
                for known in list(made.debug.symbols)[:50]:
                    made.debug.where(made.symbols[known] & 0xFFFF)
                    made.names.size(known)

    recipe = recipe_of(Machine("connect4"), strict=False)
    target = Target(recipe)

    def search(path: Path) -> None:
        Path("search").mkdir(exist_ok=True)
        Path("search", corpus.FILE).write_bytes(path.read_bytes())
        corpus.plays_in(Path("search"))
        corpus.load(Path("search"), recipe, target)

    def coverage(path: Path) -> None:
        total.listing_file(path).write_bytes(path.read_bytes())
        total.load_all(path)

    def keys(path: Path) -> None:
        rest = ""
        for piece in path.read_bytes().decode("utf-8", "replace").splitlines(keepends=True):
            _, rest = read_keys(rest + piece)

    def asset(path: Path) -> None:
        try:
            options = {"form": "lists"} if path.suffix in (".svg", ".obj") else {}
            convert.result(Asset(str(path), path.read_bytes(), "", options, lambda name: b""))
        except ConversionError as fault:
            raise VecxError(fault.text) from None

    return {
        **dict.fromkeys(assets(), asset), "corpus": search,
        **dict.fromkeys(("map", "listing", "relocated", "structs"), program_in_c),
        "archive": lambda path: roms.load_cartridge(path),
        "image": lambda path: Machine(path).run_frames(2),
        "preset": lambda path: analog.load(str(path)), "settings": config.read,
        "measures": calibrate.from_file,
        "overlay": lambda path: overlay.fitted(overlay.load(path), 60, 75, 0),
        "symbols": symbols, "profile": report.load, "golden": golden.read,
        "coverage": coverage, "mutants": lambda path: session.Record(path, "x"),
        "vcd": waveform.load, "baseline": baseline.load, "inputs": script.load,
        "seen": lambda path: read_seen(str(path)), "movie": film, "state": state,
        "snapshot": snapshot,
        "recent": played, "frames": lambda path: list(frames_of(path)),
        "source": lambda path: assemble(path.read_bytes().decode("utf-8", "replace"),
                                        name="a.asm"), "keys": keys}


def with_checksum(name: str, data: bytes) -> bytes:
    """Return a snapshot or state with a correct checksum, if its parts can be found."""
    if name not in ("snapshot", "state"):
        return data
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        if name == "state":
            head["sha256"] = hashlib.sha256(body).hexdigest()
            return json.dumps(head).encode() + b"\n" + body
        plain = zlib.decompress(body)
        head["crc"] = zlib.crc32(plain)
        return json.dumps(head).encode() + b"\n" + body
    except (ValueError, TypeError, zlib.error, RecursionError):
        return data


def attack(seed: int, files: int, seconds: float, only: str = "") -> dict[str, list[int]]:
    """Read undamaged files of each format, and then random files of each format by turns, so many
    of each or for some time.

    Returns: how many were accepted and refused per format

    Errors: whatever a reader let through; the file is left in the folder that is printed then
    """
    chance = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    machine = Machine("connect4", preset="ideal")
    whole, read = samples(machine, folder), readers(machine)
    hostile_files(folder)
    limit_memory()
    counts = {name: [0, 0] for name in FORMS}
    undamaged = [(name, data) for name in ([only] if only else FORMS) for data in whole[name]]
    until = time.monotonic() + seconds
    turns = ((name, None) for _ in range(files) for name in ([only] if only else FORMS))
    for name, whole_file in chain(undamaged, turns):
        if whole_file is None and time.monotonic() > until:
            break
        suffix, words = FORMS[name]
        data = whole_file if whole_file is not None else \
            jumble(words, chance) if chance.random() < 0.2 else \
            with_path(name, with_checksum(name, damaged(chance.choice(whole[name]), words,
                                                        chance)), chance)
        path = folder / f"file{suffix}"
        path.write_bytes(data)
        begun = time.process_time()
        faulthandler.dump_traceback_later(60, exit=True)
        try:
            read[name](path)
            counts[name][0] += 1
        except VecxError as fault:
            counts[name][1] += 1
            lines = str(fault).split("\n")         # settings have one line per fault
            assert len(lines) <= 101 and max(map(len, lines)) < 2000, (name, path)
        except BaseException:
            print(f"{name}: {path}", file=sys.stderr)
            raise
        took = time.process_time() - begun
        if took > SLOW_SECONDS:
            raise TimeoutError(f"{name}: {path} took {took:.1f} s")
    faulthandler.cancel_dump_traceback_later()
    return counts


def limit_memory() -> None:
    """Limit the address space of this process to its present size plus this much."""
    try:
        import resource
    except ImportError:         # not a POSIX system
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc").exists() else 0
    if pages:
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> int:
    """Read files; print the results."""
    parser = argparse.ArgumentParser(description="files of every form, damaged by chance")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--files", type=int, default=sys.maxsize, help="of each form")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--form", default="")
    given = parser.parse_args()
    for name, (taken, refused) in attack(given.seed, given.files, given.seconds,
                                           given.form).items():
        print(f"{name:<10} {taken:>8,} taken {refused:>8,} refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
