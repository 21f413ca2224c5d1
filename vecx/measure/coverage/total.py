"""The total coverage of many machines, which can be sent to other processes and written to files.

The lines that ran are in the data file of coverage.py, so that its commands can read them; the
lines that can run are in a JSON file next to it, `NAME-asm.json`, for the reports.
"""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from weakref import ref

from asm.vectrex import CARTRIDGE_END

from ... import files
from ...errors import VecxError
from ...machine import Machine
from .follower import Follower
from .listing import Listing, Sources, Way, listing

FORMAT = "vecx-coverage/1"
BYTES_MAX = 1 << 26
NO_TEST = ""
ROM = 0xE000


def listing_file(data_file: Path) -> Path:
    """Return the path of the file, next to a data file, that lists the lines that can run."""
    return data_file.with_name(data_file.name + "-asm.json")


class Total:
    """The lines that can run, and those that ran in each test.

    Args: folders  to search for sources with relative names
          rom      whether to include the executive ROM

    >>> total = Total([Path.cwd()])
    >>> m = Machine("connect4", preset="ideal")
    >>> total.follow(m)
    >>> _ = m.run_frames(100)
    >>> total.collect("test_one")
    >>> again = Total([])
    >>> again.add(total.plain())
    >>> again.plain() == total.plain()
    True
    """

    def __init__(self, folders: list[Path], *, rom: bool = False) -> None:
        self.all = Sources()
        self.ran: defaultdict[str, Sources] = defaultdict(Sources)
        self._folders, self._rom = folders, rom
        # With weak references: a machine may be deleted before its coverage is collected.
        self._followers: list[tuple[ref[Machine], Follower]] = []
        self._known: dict[str, Listing] = {}
        self._paths: dict[str, str] = {}

    def follow(self, machine: Machine) -> None:
        """Follow a machine, unless its source is unknown."""
        image, banks = machine.cartridge.image if machine.cartridge else b"", machine.memory.banks
        parts = [(machine.debug, image, 0, -1)] if banks == 1 else \
            [(machine.debug.of_bank(bank), image[bank * CARTRIDGE_END:][:CARTRIDGE_END], 0, bank)
             for bank in range(banks)]
        if self._rom:
            parts.append((machine.bios_debug, machine.bios, ROM, -1))
        for debug, image, origin, bank in parts:
            if debug and debug.pages and image:
                known = self._listing(debug, image, origin)
                follower = Follower(machine, known, origin, origin + len(image), bank)
                self._followers.append((ref(machine), follower))

    def _listing(self, debug: Any, image: bytes, origin: int) -> Listing:
        key = debug.sha256
        if key not in self._known:
            self._known[key] = listing(debug, image, origin)
            self.all.add(self._with_paths(self._known[key].sources()))
        return self._known[key]

    def collect(self, test: str = NO_TEST) -> None:
        """Attribute the lines that machines have run since the last call to a test."""
        for _, follower in self._followers:
            if follower.fresh:
                self.ran[test].add(self._with_paths(follower.take_sources()))
        self._followers = [pair for pair in self._followers if pair[0]() is not None]

    def _with_paths(self, sources: Sources) -> Sources:
        """Return a copy in which file names are absolute paths, without files that do not exist."""
        found = Sources()
        for file in {*sources.lines, *sources.ways}:
            if path := self._path(file):
                found.lines[path] |= sources.lines[file]
                found.ways[path] |= sources.ways[file]
        return found

    def _path(self, file: str) -> str:
        if file not in self._paths:
            places = (folder / file for folder in self._folders)
            self._paths[file] = next((str(place.resolve()) for place in places
                                      if files.is_file(place)), "")
        return self._paths[file]

    # --- data for other processes and files -----------------------------------------------------

    def plain(self) -> dict[str, Any]:
        return {"format": FORMAT, "all": self.all.plain(),
                "ran": {test: sources.plain() for test, sources in sorted(self.ran.items())}}

    def add(self, plain: dict[str, Any]) -> None:
        """Add data that `plain` returned, here or in another process."""
        self.all.add(Sources.of_plain(plain["all"]))
        for test, sources in plain["ran"].items():
            self.ran[test].add(Sources.of_plain(sources))

    def save(self, data_file: Path) -> None:
        """Write the list of lines that can run into the data file's folder.  Errors: VecxError"""
        content = json.dumps({"format": FORMAT, "all": self.all.plain()})
        files.write(listing_file(data_file), content)

    def save_ran(self, data_file: Path) -> None:
        """Write `NAME-ran.json` beside a data file: the code that each test ran.

        Errors: VecxError
        """
        files.write(data_file.with_name(data_file.name + "-ran.json"), json.dumps(self.plain()))


@dataclass
class _File:
    """The lines that can run, as `save` writes them."""

    format: Literal["vecx-coverage/1"]
    all: dict[str, tuple[list[int], list[Way]]]


def load_all(data_file: Path) -> Sources:
    """Read the lines that can run.  Errors: VecxError"""
    path = listing_file(data_file)
    data = files.read(path, BYTES_MAX, "a file of coverage", "run pytest with --asm-cov")
    try:
        return Sources.of_plain(files.read_json(data, _File).all)
    except files.Damaged as fault:
        raise VecxError(f"{path}: not a coverage file ({fault}); run pytest with --asm-cov "
                        "again") from None
