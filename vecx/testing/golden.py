"""Golden frames: expected strokes in JSON files, in a canonical form, so that diffs are readable.

A file has one stroke per line, x0 y0 x1 y1 z, p and brightness, sorted; each stroke begins at its
left end, then at its lower end.  A file is replaced atomically, and in one run of the tests only by
one picture, whichever worker writes it.
"""

import difflib
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from .. import files
from ..console.difference import compared
from ..console.frame import Frame
from ..errors import VecxError

FORMAT = "vecx-picture/1"
BYTES_MAX = 1 << 24
LINES_SHOWN = 12
NAME_OK = "a file name made up of letters, digits, - and _"


class GoldenDiffers(AssertionError):
    """A frame differs from its golden frame."""


def canonical(segments: np.ndarray) -> list[list[int | float]]:
    """Return strokes as a golden file stores them: rounded, sorted, and each in a fixed direction.

    Args: segments  float[n, 5 or more]: x0 y0 x1 y1 z

    >>> canonical(np.array([[5.2, 0, -5, 0, 0.5], [1, 1, 1, 1, 1]]))
    [[-5, 0, 5, 0, 0.5], [1, 1, 1, 1, 1.0]]
    """
    rows: list[list[int | float]] = []
    for x0, y0, x1, y1, z in np.asarray(segments, float)[:, :5].tolist():
        ends = sorted(((round(x0), round(y0)), (round(x1), round(y1))))
        rows.append([*ends[0], *ends[1], round(z, 2)])
    return sorted(rows)


def to_text(segments: np.ndarray) -> str:
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in canonical(segments))
    return f'{{"format": "{FORMAT}", "strokes": [\n{rows}\n]}}\n'


@dataclass
class _File:
    """A golden picture: x0, y0, x1, y1 and brightness of each stroke."""

    format: Literal["vecx-picture/1"]
    strokes: list[tuple[float, float, float, float, float]]


def read(path: Path) -> np.ndarray:
    """Return the strokes in a golden file, float[n, 5].

    Errors: VecxError if the file is not a picture

    >>> _ = Path("one.json").write_text(to_text(np.array([[0, 0, 1, 1, 1.0]])))
    >>> read(Path("one.json")).shape
    (1, 5)
    """
    data = files.read(path, BYTES_MAX, "a golden picture")
    try:
        return np.array(files.read_json(data, _File).strokes, float).reshape(-1, 5)
    except files.Damaged as fault:
        raise VecxError(f"{path}: not a golden picture ({fault}); write it again with "
                        "--update-golden") from None


class Golden:
    """Compares frames with files, or writes the files.

    Args: folder   of the files
          pictures folder for drawings of differences
          update   write the files that differ
          claims   folder shared by all workers of this run: digests of the written pictures

    >>> here = Path.cwd()
    >>> golden = Golden(here / "golden", here, update=True, claims=here / "claims")
    >>> frame = Machine("connect4", preset="ideal").run_frames(200)[-1]
    >>> golden(frame, "title")
    >>> golden.path("title").name
    'title.json'
    >>> later = Golden(here / "golden", here, update=False, claims=here / "claims")
    >>> later(frame, "title")
    >>> golden.text("one line", "words")
    >>> later.text("one line", "words")
    >>> later(Machine("connect4", preset="ideal").run_frames(1)[0], "title")
    Traceback (most recent call last):
    ...
    vecx.testing.golden.GoldenDiffers: the frame differs from ...title.json: ...
    """

    def __init__(self, folder: Path, pictures: Path, *, update: bool, claims: Path) -> None:
        self.folder, self._pictures = folder, pictures
        self._update, self._claims = update, claims

    def path(self, name: str) -> Path:
        """Return the file of a picture.  Errors:  VecxError for a name that is not a plain file
        name"""
        if not name or not name.replace("-", "").replace("_", "").isalnum():
            raise VecxError(f"{name!r} is not a valid name for a golden picture; use {NAME_OK}")
        return self.folder / f"{name}.json"

    def __call__(self, frame: Frame, name: str, tolerance: float = 1.0) -> None:
        """Compare a frame with a file.

        Args:   tolerance  screen units
        Errors: GoldenDiffers names the drawing of the difference; VecxError if there is no file, or
                it cannot be written
        """
        path = self.path(name)
        known = read(path) if path.exists() else None
        if known is None and not self._update:
            raise VecxError(f"{path}: no golden picture yet; look at the frame, then run pytest "
                            "with --update-golden")
        if known is not None:
            found = compared(known, frame.segments[:, :5].astype(float), tolerance, frame.index,
                             frame.start_cycle)
            if not found.differs:
                if self._update:
                    self._claim(path, files.read(path, BYTES_MAX, "a golden picture").decode())
                return
            if not self._update:
                drawing = self._pictures / f"golden-{name}.svg"
                files.write(drawing, found.svg())
                raise GoldenDiffers(
                    f"the frame differs from {path}: {found.words()}; {drawing} shows removed "
                    "strokes in red and new strokes in green; --update-golden accepts the new "
                    "frame")
        self._write(path, to_text(frame.segments))

    def text(self, text: str, name: str) -> None:
        """Compare lines of text, such as a list of writes to the sound chip, with the file
        `name.txt`.

        Errors: GoldenDiffers with the first lines that differ; VecxError as for frames
        """
        path, text = self.path(name).with_suffix(".txt"), text.rstrip("\n") + "\n"
        if not path.exists() and not self._update:
            raise VecxError(f"{path}: no golden text yet; check the text, then run pytest with "
                            "--update-golden")
        known = files.read(path, BYTES_MAX, "a golden text").decode("utf-8", "replace") \
            if path.exists() else ""
        if text == known:
            return
        if not self._update:
            lines = list(difflib.unified_diff(known.splitlines(), text.splitlines(), "golden",
                                              "now", lineterm="", n=1))
            more = [f"... and {len(lines) - LINES_SHOWN} more lines"] * (len(lines) > LINES_SHOWN)
            raise GoldenDiffers("\n".join([f"the text differs from {path}:",
                                           *lines[:LINES_SHOWN], *more]))
        self._write(path, text)

    def _write(self, path: Path, text: str) -> None:
        self._claim(path, text)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise VecxError(f"{path.parent}: cannot be created: {fault.strerror}") from None
        files.write(path, text)

    def _claim(self, path: Path, text: str) -> None:
        """Record which picture this run writes to `path`, so that writing a different picture to
        that file later is an error.

        Errors: VecxError if another test of the run has written a different one
        """
        self._claims.mkdir(parents=True, exist_ok=True)
        mine = hashlib.sha256(text.encode()).hexdigest()
        claim = self._claims / hashlib.sha256(str(path.resolve()).encode()).hexdigest()
        draft = claim.with_name(f"{claim.name}.{os.getpid()}")
        draft.write_text(mine)
        try:
            os.link(draft, claim)           # complete, or not there
        except FileExistsError:
            if claim.read_text() != mine:
                raise VecxError(f"{path}: two tests write different pictures to this file; "
                                "use two names") from None
        finally:
            draft.unlink()
