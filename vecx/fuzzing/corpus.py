"""The file in which a search saves its plays, its coverage and its finds.

The file, `vecx-corpus/1`, is JSON.  It is replaced as a whole after each round, so that it is valid
at any time: after Ctrl-C, a crash, or on a full disk.
"""

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import files
from ..errors import VecxError, shown
from .faults import Fault
from .plays import PADS_MAX, STEP_FRAMES_MAX, Play
from .search import Entry, Result
from .target import STATES, Recipe, Target

FORMAT = "vecx-corpus/1"
FILE = "corpus.json"
BYTES_MAX = 1 << 27


@dataclass
class Find:
    """A fault, the shortest known play that shows it, and the frames and seconds until the fault
    was found.

    name  of its files: NAME.movie and test_NAME.py
    """

    fault: Fault
    play: Play
    name: str
    frames: int
    seconds: float


@dataclass
class Corpus:
    """The saved results of a search: plays, coverage, finds and counters."""

    entries: list[Entry] = field(default_factory=list)
    code: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    states: np.ndarray = field(default_factory=lambda: np.zeros(STATES, bool))
    paths: dict[int, int] = field(default_factory=dict)
    swarm: dict[str, Any] = field(default_factory=dict)
    finds: list[Find] = field(default_factory=list)
    rounds: int = 0
    plays: int = 0
    frames: int = 0
    strict_frames: int = 0
    seconds: float = 0.0

    @property
    def known(self) -> frozenset[tuple[str, str]]:
        return frozenset(find.fault[:2] for find in self.finds)

    def add(self, before: "list[Entry]", result: Result, seconds: float) -> list[Find]:
        """Add the result of a round that began with the entries `before`; return the new finds.

        Entries that bring nothing new any more, because another round of the same time found the
        same, are dropped.
        """
        for number, times in result.chosen.items():
            before[number].chosen += times
        for number in result.checked & set(range(len(before))):
            before[number].checked = True
        alone = not (self.code & ~result.code).any() and not (self.states & ~result.states).any()
        if alone or (result.code & ~self.code).any() or (result.states & ~self.states).any():
            self.entries += result.entries
        self.code = self.code | result.code
        self.states = self.states | result.states
        for path, count in result.paths.items():
            self.paths[path] = max(self.paths.get(path, 0), count)
        self.swarm = result.swarm
        self.plays += result.plays
        self.frames += result.frames
        self.strict_frames += result.strict_frames
        self.rounds += 1
        self.seconds = seconds
        new = []
        for fault, play in result.finds:
            if fault[:2] not in self.known:
                number = 1 + sum(find.fault.kind == fault.kind for find in self.finds)
                new.append(Find(fault, play, f"{fault.kind}-{number}", self.frames, seconds))
                self.finds.append(new[-1])
        return new


def identity(recipe: Recipe) -> dict[str, str]:
    """Return the checksums of the cartridge, the ROM and the start state to which a corpus
    belongs."""
    arguments = recipe.arguments
    parts = {"cart": arguments["cart"].cartridge.image, "bios": arguments["bios"].image,
             "start": recipe.start}
    return {name: hashlib.sha256(data).hexdigest() for name, data in parts.items()}


def save(corpus: Corpus, folder: Path, recipe: Recipe) -> None:
    """Write the file of a corpus.  Errors: VecxError; the old file is unchanged then"""
    entries = [[flat(entry.play), entry.path, entry.gain, int(entry.new_code), entry.chosen,
                int(entry.checked)] for entry in corpus.entries]
    finds = [{"kind": find.fault.kind, "key": find.fault.key, "text": find.fault.text,
              "play": flat(find.play), "name": find.name, "frames": find.frames,
              "seconds": round(find.seconds, 1)} for find in corpus.finds]
    data = {"format": FORMAT, **identity(recipe), "rounds": corpus.rounds, "plays": corpus.plays,
            "frames": corpus.frames, "strict_frames": corpus.strict_frames,
            "seconds": round(corpus.seconds, 1), "finds": finds, "entries": entries,
            "code": _packed(corpus.code), "states": _packed(corpus.states),
            "paths": list(corpus.paths.items()), "swarm": corpus.swarm}
    files.write(folder / FILE, json.dumps(data, separators=(",", ":")) + "\n")


def load(folder: Path, recipe: Recipe, target: Target) -> Corpus:
    """Read the corpus in a folder, or return a new one if the folder has none.

    Errors: VecxError for a damaged file, or one of another version, cartridge, ROM or start
    """
    path = folder / FILE
    if not path.exists():
        return Corpus(code=np.zeros(target.code_bytes, bool))
    data = files.read(path, BYTES_MAX, "a corpus")
    try:
        found: Any = files.parse_json(data)
        if not isinstance(found, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise VecxError(f"{path}: not a corpus of vecx, or damaged; {AGAIN}") from None
    if found.get("format") != FORMAT:
        raise VecxError(f"{path}: the corpus has format {shown(found.get('format'))}; this vecx "
                        f"reads {FORMAT}; {AGAIN}")
    for name, words in (("cart", "cartridge"), ("bios", "executive ROM"), ("start", "start")):
        if found.get(name) != identity(recipe)[name]:
            raise VecxError(f"{path}: the corpus was made with another {words}; {AGAIN}, or add "
                            "--carry to play its entries again")
    try:
        return _read(found, target.code_bytes)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, zlib.error):
        raise VecxError(f"{path}: the corpus is damaged; {AGAIN}") from None


AGAIN = "use a different folder with --corpus, or start from scratch with --fresh"


def plays_in(folder: Path) -> list[Play]:
    """Return the plays of a corpus so that they can be played again, perhaps on another cartridge.

    Errors: VecxError if there is none, or it is damaged
    """
    path = folder / FILE
    data = files.read(path, BYTES_MAX, "a corpus", "there are no plays to carry over")
    try:
        found = files.parse_json(data)
        return [play_of(entry[0]) for entry in found["entries"]]
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise VecxError(f"{path}: not a corpus of vecx, or damaged; {AGAIN}") from None


def _read(found: dict[str, Any], code_bytes: int) -> Corpus:
    """Convert the contents of a file.  Errors: those that `load` catches"""
    entries = [Entry(play_of(play), int(path), int(gain), bool(new), int(chosen), bool(checked))
               for play, path, gain, new, chosen, checked in found["entries"]]
    finds = [Find(Fault(str(find["kind"]), str(find["key"]), str(find["text"])),
                  play_of(find["play"]), str(find["name"]), int(find["frames"]),
                  float(find["seconds"])) for find in found["finds"]]
    swarm = found["swarm"]
    if not isinstance(swarm, dict):
        raise ValueError("swarm")
    return Corpus(entries, _unpacked(found["code"], code_bytes), _unpacked(found["states"], STATES),
                  {int(path): int(count) for path, count in found["paths"]}, swarm, finds,
                  int(found["rounds"]), int(found["plays"]), int(found["frames"]),
                  int(found["strict_frames"]), float(found["seconds"]))


def flat(play: Play) -> list[int]:
    return [number for step in play for number in step]


def play_of(numbers: Any) -> Play:
    """Convert the numbers of `flat` to a play.  Errors: ValueError, TypeError if they are
    invalid"""
    steps = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if not all(type(frames) is type(pads) is int and 0 < frames <= STEP_FRAMES_MAX
               and 0 <= pads < PADS_MAX for frames, pads in steps):
        raise ValueError("a play")
    return steps


def _packed(bits: np.ndarray) -> str:
    return base64.b64encode(zlib.compress(np.packbits(bits).tobytes())).decode()


def _unpacked(text: str, count: int) -> np.ndarray:
    room = zlib.decompressobj()
    data = room.decompress(base64.b64decode(text, validate=True), 1 << 16)
    bits = np.unpackbits(np.frombuffer(data, np.uint8)).astype(bool)
    if not count <= len(bits) < count + 8:
        raise ValueError("a map")
    return bits[:count]
