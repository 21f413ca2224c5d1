"""Convert the file of an ASSET line; results are cached by content, in memory and on disk.

The key of the cache is a digest of everything that the result depends on: the file, the label, the
options, and the sources of this package.  So no entry is ever out of date.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from asm.assembler.conversion import Asset, Conversion, ConversionError
from asm.syntax.diagnostics import shortened

from .. import ASSETS, files
from .result import Result

CACHED_MAX = 200            # results in memory
STORED_MAX = 2_000          # files on disk
STORED_BYTES_MAX = 4 << 20
FRESH_SECONDS = 2.0         # a file this young may still be growing

_ENDS_EARLY = re.compile("empty|incomplete|ends early|no element found|unclosed|damaged")

_results: dict[str, Conversion | ConversionError] = {}


def convert(asset: Asset) -> Conversion:
    """Convert a file of any format that vecx reads.  Errors: ConversionError

    >>> from asm.assembler.conversion import Asset
    >>> svg = b'<svg viewBox="0 0 20 20"><path id="wing" d="M0 0H20V20Z"/></svg>'
    >>> made = convert(Asset("wing.svg", svg, "wing", {"form": "vlc"}, lambda name: b""))
    >>> made.lines[0][1]
    'wing_draw       equ     Mov_Draw_VLc_a'
    """
    others = _others(asset)
    key = _key(asset, others)
    if key not in _results:
        made: Conversion | ConversionError | None = _stored(key)
        if made is None:
            made = _converted(asset, others)
            if isinstance(made, Conversion):
                _store(key, made)
        if len(_results) >= CACHED_MAX:
            _results.pop(next(iter(_results)))
        _results[key] = made
    found = _results[key]
    if isinstance(found, ConversionError):
        raise _growing(found, asset.path)
    return found


def result(asset: Asset) -> Result:
    """Convert a file without any cache, and return the conversion together with its report.

    Errors: ConversionError
    """
    found = _result(asset, _others(asset))
    if isinstance(found, ConversionError):
        raise _growing(found, asset.path)
    return found


def _others(asset: Asset) -> dict[str, bytes]:
    """Return the other files of an animation, by name."""
    return {name: asset.read(name) for name in asset.options.get("more", "").split("+") if name}


def _converted(asset: Asset, others: dict[str, bytes]) -> Conversion | ConversionError:
    found = _result(asset, others)
    return found if isinstance(found, ConversionError) else found.conversion


def _result(asset: Asset, others: dict[str, bytes]) -> Result | ConversionError:
    """Return the result of a conversion, or its error as a value, so that errors are cached too."""
    suffix = os.path.splitext(asset.path)[1].lower()
    try:
        if not asset.data:
            raise ConversionError("the file is empty")
        if suffix not in ASSETS:
            raise ConversionError(f"{suffix or 'such'} files cannot be converted; those that can "
                                  f"are {' '.join(ASSETS)}")
        module = importlib.import_module(f".{ASSETS[suffix]}", __package__)
        result: Result = module.convert(asset, others)
        return result
    except ConversionError as error:        # it may quote the file
        return ConversionError(shortened(error.text), option=error.option,
                               hints=tuple(map(shortened, error.hints)))
    except RecursionError:
        return ConversionError("the file is nested too deeply")
    except MemoryError:
        return ConversionError("there is not enough memory to convert the file")


def _growing(error: ConversionError, path: str) -> ConversionError:
    """Add a hint to an error if another program may still be writing the file."""
    if not _ENDS_EARLY.search(error.text):
        return error
    try:
        young = time.time() - os.stat(path).st_mtime < FRESH_SECONDS
    except OSError:
        young = False
    hints = ("the file changed a moment ago: if another program is still writing it, assemble "
             "again",) if young else ()
    return ConversionError(error.text, option=error.option, hints=(*error.hints, *hints))


# The cache ----------------------------------------------------------------------------------------

@cache
def _code() -> bytes:
    """Return a digest of the sources of this package."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()


def _key(asset: Asset, others: dict[str, bytes]) -> str:
    digest = hashlib.sha256(_code())
    asked = [asset.label, asset.locals, *sorted(asset.options.items())]
    for part in (os.path.basename(asset.path).encode("utf-8", "surrogatepass"), asset.data,
                 json.dumps(asked).encode(),
                 *(part for name, data in others.items() for part in (name.encode(), data))):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("vecx", appauthor=False)) / "assets"


def _stored(key: str) -> Conversion | None:
    """Return the result that an earlier process saved; None if it is missing or damaged."""
    try:
        path = _folder() / f"{key}.json"
        if path.stat().st_size > STORED_BYTES_MAX:
            return None
        found = json.loads(path.read_bytes())
        with suppress(OSError):
            os.utime(path)          # the oldest are removed first
        return Conversion(tuple((int(line), str(text)) for line, text in found["lines"]),
                          tuple(map(str, found["notes"])))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _store(key: str, made: Conversion) -> None:
    """Save a result for later processes, if the folder can be written."""
    text = json.dumps({"lines": made.lines, "notes": made.notes})
    if len(text) > STORED_BYTES_MAX:
        return
    try:
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        old = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in old[:max(0, len(old) - STORED_MAX + 1)]:
            path.unlink(missing_ok=True)
        files.write(folder / f"{key}.json", text)
    except OSError:
        return
