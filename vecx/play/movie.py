"""Movies: all inputs of a machine with their cycles, and checksums of the states after each frame.

A movie is text, `vecx-movie/3`.  Its head describes the machine, one key and value per line, up to
an empty line.  Rows follow in order of their cycles:

    in CYCLE WHAT VALUE     an input, as the record has it (chips/state.py, input_what)
    frame INDEX CYCLE HASH  a frame ended before this cycle: CRC-32 of the state then
    hash INDEX SHA256       after every 50th frame: of the same state

The state is the record and RAM, without the fields that say how far to run and which inputs are
pending.  A movie begins at power-on, or from the snapshot in its head.  If another version of vecx
with other fields made it, its inputs are replayed, but only the cycles of its frames are compared.
"""

import base64
import hashlib
import os
import zlib
from array import array
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from .. import files
from ..chips.bus import INPUT_KINDS
from ..chips.device import DEVICES
from ..chips.state import FIELDS, NEVER, RECORD
from ..console import roms, snapshot
from ..console.cartridge_slot import ram_of
from ..console.frame import Frame
from ..errors import UsageError, VecxError
from ..machine import Machine

MAGIC = b"vecx-movie/"
FORMAT = "vecx-movie/3"
OLDER = "vecx-movie/2"           # which had `imager yes` or `no` in place of `device`
HEAD = ("bios", "cart", "name", "preset", "analog", "seed", "ram", "cart_ram", "device", "table")
HASH_FRAMES = 50
BYTES_MAX = 1 << 26
ROWS_MAX = 1 << 20           # of frames (more than five hours), and of inputs
HASH_DIGITS = 64
HEAD_VALUE_MAX = 300         # characters; a file may have a long name
Triple = tuple[int, int, int]
# Fields that depend on how a machine is driven, not on what it does.
DRIVEN = frozenset(("stop", "slice_end", "inputs", "input_due", "input_at", "input_what",
                    "input_value"))
_STATE = [f.name for f in FIELDS if f.name not in DRIVEN]
_MASK = np.zeros(RECORD.itemsize, bool)
for _name in _STATE:
    _kind, _at = RECORD.fields[_name][:2]       # type: ignore[index]
    _MASK[_at:_at + _kind.itemsize] = True


class Triples:
    """A list of rows of three 64-bit numbers; a row takes 24 bytes, where a tuple would take
    170."""

    def __init__(self) -> None:
        self._numbers = array("q")

    def __len__(self) -> int:
        return len(self._numbers) // 3

    def __getitem__(self, index: int) -> Triple:
        at = range(len(self))[index] * 3
        first, second, third = self._numbers[at:at + 3]
        return first, second, third

    def __setitem__(self, index: int, row: Triple) -> None:
        at = range(len(self))[index] * 3
        self._numbers[at:at + 3] = array("q", row)

    def __iter__(self) -> Iterator[Triple]:
        numbers = iter(self._numbers)
        return zip(numbers, numbers, numbers, strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Triples) and self._numbers == other._numbers

    __hash__ = None     # type: ignore[assignment]

    def append(self, row: Triple) -> None:
        """Add a row.  Errors: OverflowError for more than 64 bits."""
        self._numbers.extend(row)

    def sort(self, key: Callable[[Triple], int]) -> None:
        self._numbers = array("q", (number for row in sorted(self, key=key) for number in row))

    def drop_from(self, column: int, least: int) -> None:
        """Drop the rows at the end whose value in an ascending column is `least` or more."""
        while self._numbers and self._numbers[column - 3] >= least:
            del self._numbers[-3:]


class Diverged(VecxError):
    """The replayed state differs from the recorded one; `frame` is the first frame that differs."""

    def __init__(self, frame: int, text: str) -> None:
        super().__init__(text)
        self.frame = frame


def state_bytes(machine: Machine) -> bytes:
    """Return the state that determines the machine's future, without pending inputs."""
    record = np.frombuffer(machine.chips.packed(), np.uint8)
    return record[_MASK].tobytes() + machine.all_ram


def identity(machine: Machine) -> dict[str, str]:
    """Return the header of a movie that is recorded on a machine."""
    cart = machine.cartridge
    analog = repr(sorted(asdict(machine.analog).items())).encode()
    return {"bios": hashlib.sha256(machine.bios).hexdigest(),
            "cart": hashlib.sha256(cart.image if cart else b"").hexdigest(),
            "name": " ".join(cart.name.split()) if cart else "none", "preset": machine.preset,
            "analog": hashlib.sha256(analog).hexdigest()[:16], "seed": str(machine.seed),
            "ram": machine.ram_fill, "cart_ram": machine.cart_ram,
            "device": machine.device, "table": snapshot.DIGEST}


@dataclass
class Movie:
    """A recorded game.

    head    the machine's settings: the keys HEAD
    start   a snapshot to begin with; empty is power-on
    inputs  cycle, what, value, in the order of their cycles
    frames  index, cycle, CRC-32 of each frame's end
    hashes  SHA-256 of the state by the index of a frame

    >>> from vecx.play import movie
    >>> m = Machine("connect4", preset="ideal", seed=2)
    >>> recorder = movie.Recorder(m)
    >>> for _ in range(20):
    ...     recorder.frame(m.run_frames(1)[0].index)
    >>> made = recorder.stop()
    >>> again = made.machine()
    >>> made.check(again)
    >>> len(list(movie.replay(made, again))), made.doubt
    (20, '')
    >>> made.settings["preset"], made.settings["seed"]
    ('ideal', 2)
    >>> made.text().splitlines()[0]
    'vecx-movie/3'
    >>> made.save(Path("connect4.movie"))
    """

    head: dict[str, str]
    start: bytes = b""
    inputs: Triples = field(default_factory=Triples)
    frames: Triples = field(default_factory=Triples)
    hashes: dict[int, str] = field(default_factory=dict)

    def machine(self, cart: str | Path | bytes | None = None,
                bios: str | Path | bytes | None = None) -> Machine:
        """Return a machine for the movie, with the given cartridge; without one, with the bundled
        cartridge that the movie names.

        Errors: VecxError if the cartridge or its settings are invalid
        """
        name = self.head["name"]
        if cart is None and name in roms.bundled():
            cart = name
        return Machine(cart, bios, **self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments of `Machine` with which the movie was recorded, without the images."""
        head = self.head
        return {"preset": head["preset"], "seed": int(head["seed"]), "ram": head["ram"],
                "device": head["device"], "cart_ram": ram_of(head["cart_ram"])}

    def check(self, machine: Machine) -> None:
        """Raise an error if the machine is not equal to the recorded one.

        Errors: VecxError names what differs
        """
        own = identity(machine)
        for key, words in (("cart", "another cartridge"), ("bios", "another executive ROM")):
            if self.head[key] != own[key]:
                made = f" ({self.head['name']})" if key == "cart" else ""
                raise VecxError(f"the movie was recorded with {words}{made}")
        for key, option in (("preset", "--preset"), ("seed", "--seed"), ("ram", "--ram"),
                            ("analog", "--preset"), ("cart_ram", "--cart-ram"),
                            ("device", "--imager")):
            if self.head[key] != own[key] and not self.start:
                raise VecxError(f"the movie was recorded with {key} {self.head[key]}, but this "
                                f"machine has {own[key]}; use {option}")

    @property
    def doubt(self) -> str:
        """Why a replay cannot be verified; empty if its states are compared."""
        return "" if self.head["table"] == snapshot.DIGEST else \
            "the movie was recorded with another version of vecx: its inputs are replayed, but " \
            "its states cannot be compared"

    def text(self) -> str:
        """Return the contents of the movie's file."""
        head = [FORMAT, *(f"{key} {self.head[key]}" for key in HEAD)]
        if self.start:
            head.append("start " + base64.b64encode(self.start).decode())
        return "\n".join([*head, "", *self._rows(), ""])

    def _rows(self) -> Iterator[str]:
        """Yield lines for inputs and frames in order of their cycles; in the same cycle a frame
        comes first."""
        inputs = iter(self.inputs)
        entered = next(inputs, None)
        for index, cycle, crc in self.frames:
            while entered and entered[0] < cycle:
                yield "in {} {} {}".format(*entered)
                entered = next(inputs, None)
            yield f"frame {index} {cycle} {crc:08x}"
            if index in self.hashes:
                yield f"hash {index} {self.hashes[index]}"
        while entered:
            yield "in {} {} {}".format(*entered)
            entered = next(inputs, None)

    def save(self, path: Path) -> None:
        """Write the movie.  Errors: VecxError if the file cannot be written."""
        files.write(path, self.text())


def load(path: str | Path) -> Movie:
    """Read a movie.

    Errors: VecxError if the file cannot be read or is damaged; it names the line

    >>> from vecx.play import movie
    >>> m = Machine("connect4", preset="ideal", seed=2)
    >>> recorder = movie.Recorder(m)
    >>> for _ in range(20):
    ...     recorder.frame(m.run_frames(1)[0].index)
    >>> made = recorder.stop()
    >>> made.save(Path("connect4.movie"))
    >>> load("connect4.movie") == made
    True
    """
    movie, lines = Movie({}), Lines()
    try:
        with files.reading(path, "a movie") as file:
            rows = lines.of(file, path)
            _read_head(movie, rows, path)
            for line in rows:
                _read_row(movie, line.split(" "))
    except (ValueError, OverflowError, StopIteration):
        raise VecxError(f"{path}:{lines.number}: the movie is damaged or cut short here") from None
    return movie


class Lines:
    """The lines of a movie's file; `number` is the number of the last line read, counted from 1."""

    number = 0

    def of(self, file: BinaryIO, path: str | Path) -> Iterator[str]:
        """Yield the lines of a movie's file.

        Errors: ValueError if a line is not ASCII; VecxError if the file is not a movie
        """
        if os.fstat(file.fileno()).st_size > BYTES_MAX:
            raise VecxError(f"{path}: larger than {BYTES_MAX:,} bytes, the limit for movies")
        if file.read(len(MAGIC)) != MAGIC:
            raise VecxError(f"{path}: not a movie of vecx")
        file.seek(0)
        for self.number, line in enumerate(file, 1):
            yield line.decode("ascii").rstrip("\r\n")


def _read_head(movie: Movie, lines: Iterator[str], path: str | Path) -> None:
    """Read the head of the file, up to the empty line after it.

    Errors: ValueError, StopIteration, and VecxError for a movie of another format
    """
    form = next(lines)
    if form not in (FORMAT, OLDER):
        raise VecxError(f"{path}: the movie has format {form[:40]}; this vecx reads {FORMAT}")
    older = {"imager yes": "device imager", "imager no": "device none"} if form == OLDER else {}
    while line := next(lines):
        key, _, value = older.get(line, line).partition(" ")
        if key == "start":
            movie.start = base64.b64decode(value, validate=True)
        elif key in HEAD and key not in movie.head and len(value) <= HEAD_VALUE_MAX:
            movie.head[key] = value
        else:
            raise ValueError(key)
    if set(movie.head) != set(HEAD) or movie.head["device"] not in DEVICES:
        raise ValueError("head")
    int(movie.head["seed"])
    try:
        ram_of(movie.head["cart_ram"])
    except VecxError as fault:
        raise ValueError(fault) from None


def _read_row(movie: Movie, words: list[str]) -> None:
    """Add one row to the movie.  Errors: ValueError, VecxError."""
    kind, numbers = words[0], words[1:]
    inputs, frames = movie.inputs, movie.frames
    if kind == "in" and len(numbers) == 3 and len(inputs) < ROWS_MAX:
        cycle, what, value = map(int, numbers)
        last = max(inputs[-1][0] if inputs else 0, frames[-1][1] if frames else 0)
        if not (last <= cycle < NEVER and 0 <= what < INPUT_KINDS and 0 <= value <= 0xFFFF):
            raise ValueError
        inputs.append((cycle, what, value))
    elif kind == "frame" and len(numbers) == 3 and len(frames) < ROWS_MAX:
        index, cycle, crc = int(numbers[0]), int(numbers[1]), int(numbers[2], 16)
        before = frames[-1][:2] if frames else (-1, -1)
        if not (before < (index, cycle) and index < NEVER and cycle < NEVER and 0 <= crc < 1 << 32):
            raise ValueError
        frames.append((index, cycle, crc))
    elif kind == "hash" and len(numbers) == 2 and len(numbers[1]) == HASH_DIGITS \
            and frames and int(numbers[0]) == frames[-1][0]:
        movie.hashes[frames[-1][0]] = numbers[1]
    else:
        raise ValueError


class Recorder:
    """Records a machine's inputs from now on; call `frame` after each frame.

    >>> m = Machine("connect4", preset="ideal")
    >>> recorder = Recorder(m)
    >>> m.press(4)
    >>> recorder.frame(m.run_frames(1)[0].index)
    >>> recorder.cut()          # where the machine has gone back in time
    >>> recorder.full           # after more than five hours
    False
    >>> len(recorder.stop().inputs)
    1
    """

    def __init__(self, machine: Machine) -> None:
        if machine.console.setup.without:
            raise UsageError("a movie needs the machine's picture and sound: remove "
                             "picture=False and sound=False")
        self._machine = machine
        machine.output.take_frames()        # the movie's first frame is the next one to end
        start = b"" if machine.fresh else machine.snapshot()
        self.movie = Movie(identity(machine), start)
        machine.inputs.listeners.append(self._note)

    def _note(self, cycle: int, what: int, value: int) -> None:
        if not self.full:
            self.movie.inputs.append((cycle, what, value))

    @property
    def full(self) -> bool:
        """True if the movie has reached its maximum length: later inputs are not recorded."""
        return max(len(self.movie.frames), len(self.movie.inputs)) >= ROWS_MAX

    def frame(self, index: int) -> None:
        """Record that the frame with this index has just ended."""
        if self.full:
            return
        state = state_bytes(self._machine)
        self.movie.frames.append((index, self._machine.cycles, zlib.crc32(state)))
        if index % HASH_FRAMES == 0:
            self.movie.hashes[index] = hashlib.sha256(state).hexdigest()

    def cut(self) -> None:
        """Drop the inputs and frames after the present, because the machine has gone back in
        time."""
        now, movie = self._machine.cycles, self.movie
        movie.inputs.drop_from(0, now)
        movie.frames.drop_from(1, now + 1)
        last = movie.frames[-1][0] if movie.frames else -1
        movie.hashes = {index: text for index, text in movie.hashes.items() if index <= last}

    def stop(self) -> Movie:
        """Stop recording and return the movie."""
        if self._note in self._machine.inputs.listeners:
            self._machine.inputs.listeners.remove(self._note)
        self.movie.inputs.sort(key=lambda row: row[0])
        return self.movie


def replay(movie: Movie, machine: Machine) -> Iterator[Frame]:
    """Run a movie on a machine at power-on, and compare the state after each frame.

    Yields:  the frames; at each the machine has just completed it
    Errors:  VecxError if the movie was made with another machine; Diverged names the first frame
             whose state differs

    >>> from vecx.play import movie
    >>> m = Machine("connect4", preset="ideal", seed=2)
    >>> recorder = movie.Recorder(m)
    >>> for _ in range(20):
    ...     recorder.frame(m.run_frames(1)[0].index)
    >>> made = recorder.stop()
    >>> [frame.index for frame in replay(made, made.machine())][-1]
    19
    """
    movie.check(machine)
    if movie.start:
        machine.restore(movie.start)
    elif not machine.fresh:
        raise VecxError("the movie begins at power-on, but this machine has already run")
    inputs = sorted(movie.inputs, key=lambda row: row[0])
    begun = 0
    for index, cycle, crc in movie.frames:
        while begun < len(inputs) and inputs[begun][0] < cycle:
            at, what, value = inputs[begun]
            if at < machine.cycles:
                raise Diverged(index, f"the movie has an input in cycle {at:,}, but the machine "
                                      f"is already in cycle {machine.cycles:,} of frame {index}")
            machine.enter(what, value, at)
            begun += 1
        frame = machine.console.run_frames(1)[0]    # includes one pending in the snapshot
        if (frame.index, machine.cycles) != (index, cycle) \
                or (not movie.doubt and not _is_same(state_bytes(machine), crc,
                                                     movie.hashes.get(index))):
            raise Diverged(frame.index, f"the movie diverges in frame {frame.index}: the state in "
                                        f"cycle {machine.cycles:,} differs from the recorded "
                                        f"state in cycle {cycle:,}")
        yield frame


def _is_same(state: bytes, crc: int, sha: str | None) -> bool:
    return zlib.crc32(state) == crc \
        and (sha is None or hashlib.sha256(state).hexdigest() == sha)
