"""The file in which a search saves its plays, its coverage and its finds.

The file, `vecx-corpus/1`, is JSON.  It is replaced as a whole after each round, so that it is valid
at any time: after Ctrl-C, a crash, or on a full disk.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from .. import files
from ..errors import VecxError, shown
from .faults import Fault
from .mutators import Swarm
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
        found = files.read_json(data, dict[str, Any])
        head = files.converted(found, _Head)
    except files.Damaged:
        raise VecxError(f"{path}: not a corpus of vecx, or damaged; {AGAIN}") from None
    if head.format != FORMAT:
        raise VecxError(f"{path}: the corpus has format {shown(head.format)}; this vecx reads "
                        f"{FORMAT}; {AGAIN}")
    for name, words in (("cart", "cartridge"), ("bios", "executive ROM"), ("start", "start")):
        if getattr(head, name) != identity(recipe)[name]:
            raise VecxError(f"{path}: the corpus was made with another {words}; {AGAIN}, or add "
                            "--carry to play its entries again")
    try:
        return files.converted(found, _File).corpus(target.code_bytes)
    except (ValueError, zlib.error) as fault:
        raise VecxError(f"{path}: the corpus is damaged ({fault}); {AGAIN}") from None


AGAIN = "use a different folder with --corpus, or start from scratch with --fresh"


def plays_in(folder: Path) -> list[Play]:
    """Return the plays of a corpus so that they can be played again, perhaps on another cartridge.

    Errors: VecxError if there is none, or it is damaged
    """
    path = folder / FILE
    data = files.read(path, BYTES_MAX, "a corpus", "there are no plays to carry over")
    try:
        return [play_of(entry.play) for entry in files.read_json(data, _Entries).entries]
    except ValueError as fault:
        raise VecxError(f"{path}: not a corpus of vecx, or damaged ({fault}); {AGAIN}") from None


@dataclass
class _Head:
    """What every version of the file has."""

    format: str
    cart: str = ""
    bios: str = ""
    start: str = ""


class _Entry(NamedTuple):
    play: list[int]
    path: int
    gain: int
    new_code: int
    chosen: int
    checked: int


@dataclass
class _Find:
    kind: str
    key: str
    text: str
    play: list[int]
    name: str
    frames: int
    seconds: float


@dataclass
class _Entries:
    entries: list[_Entry]


@dataclass
class _File(_Entries):
    """The whole file, as `save` writes it."""

    finds: list[_Find]
    code: bytes
    states: bytes
    paths: list[tuple[int, int]]
    swarm: dict[str, Any]
    rounds: int
    plays: int
    frames: int
    strict_frames: int
    seconds: float

    def corpus(self, code_bytes: int) -> Corpus:
        """Return the corpus.  Errors: ValueError, zlib.error if a play or a map is invalid"""
        if min(self.rounds, self.plays, self.frames, self.strict_frames, self.seconds) < 0:
            raise ValueError("a negative count")
        if self.swarm:
            Swarm(Random(0)).restore(self.swarm)
        entries = [Entry(play_of(entry.play), entry.path, entry.gain, bool(entry.new_code),
                         entry.chosen, bool(entry.checked)) for entry in self.entries]
        finds = [Find(Fault(find.kind, find.key, find.text), play_of(find.play), find.name,
                      find.frames, find.seconds) for find in self.finds]
        return Corpus(entries, _unpacked(self.code, code_bytes), _unpacked(self.states, STATES),
                      dict(self.paths), self.swarm, finds, self.rounds, self.plays, self.frames,
                      self.strict_frames, self.seconds)


def flat(play: Play) -> list[int]:
    return [number for step in play for number in step]


def play_of(numbers: Sequence[int]) -> Play:
    """Convert the numbers of `flat` to a play.  Errors: ValueError if they are invalid"""
    steps = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    if len(numbers) % 2 or not all(0 < frames <= STEP_FRAMES_MAX and 0 <= pads < PADS_MAX
                                   for frames, pads in steps):
        raise ValueError("a play with an invalid step")
    return steps


def _packed(bits: np.ndarray) -> str:
    return base64.b64encode(zlib.compress(np.packbits(bits).tobytes())).decode()


def _unpacked(packed: bytes, count: int) -> np.ndarray:
    room = zlib.decompressobj()
    data = room.decompress(packed, 1 << 16)
    bits = np.unpackbits(np.frombuffer(data, np.uint8)).astype(bool)
    if not count <= len(bits) < count + 8:
        raise ValueError("a map of another size")
    return bits[:count]
