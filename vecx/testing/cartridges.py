"""The cartridge under test, which is assembled or read only once; also checks its symbol file."""

import hashlib
import os
from pathlib import Path

from .. import files
from ..console.cartridge import Cartridge
from ..console.includes import DEFAULTS, SourceOptions
from ..console.roms import Ready, bundled, load_cartridge, load_debug
from ..errors import VecxError


def ready(cart: str, symbols: str = "", options: SourceOptions = DEFAULTS) -> Ready:
    """Return the cartridge for these arguments, for use by machines.  Repeated calls return the
    same object.

    Args:    cart     a bundled name, an image, or a source
             symbols  the symbol file of an image without symbols
             options  how a source is assembled
    Errors:  VecxError if the symbols are older than their source, or belong to another image;
             AssemblyError

    >>> ready("connect4") is ready("connect4")
    True
    """
    key = str(Path(cart).resolve()), symbols, options
    if key not in _READY:
        _READY[key] = _read(cart, symbols, options)
    return _READY[key]


_READY: dict[tuple[str, str, SourceOptions], Ready] = {}


def _read(cart: str, symbols: str, options: SourceOptions) -> Ready:
    cartridge, debug = load_cartridge(cart, options)
    if symbols:
        if Path(cart).suffix.lower() in files.PROGRAM_SUFFIXES:
            raise VecxError(f"{cart} is a source, which needs no symbol file; leave out {symbols}")
        assert isinstance(cartridge, Cartridge)
        debug = load_debug(Path(symbols), cartridge.image)
        check_symbols(symbols, cartridge.image)
    return Ready(cartridge, debug)


def check_symbols(symbols: str, image: bytes) -> None:
    """Check a symbol file against its image and its sources.

    Errors: VecxError names the mismatch, and the command that writes the file again
    """
    debug = load_debug(Path(symbols), image)
    remedy = "assemble both again with `vecx asm SOURCE -o IMAGE --symbols FILE`"
    if debug.sha256 != hashlib.sha256(image).hexdigest():
        raise VecxError(f"{symbols}: made for a different image; {remedy}")
    for path, digest in debug.inputs.items():
        places = Path(path), Path(symbols).parent / path
        found = next(filter(None, map(files.digest, places)), digest)
        if found != digest:
            raise VecxError(f"{symbols}: out of date, because {path} has changed; {remedy}")


def place_of(cart: str, folder: Path) -> str:
    """Return the name of a bundled cartridge, or the path of a file in a folder.

    Errors: VecxError if there is neither

    >>> place_of("connect4", Path("/nowhere"))
    'connect4'
    """
    path = folder / cart        # relative to the current folder if possible: messages are shorter
    if path.is_file() or cart not in bundled():
        if not path.is_file():
            raise VecxError(f"{path}: no such file; set `vecx_cart` in pytest's settings, or use "
                            "--cart or the mark `cartridge`")
        return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    return cart
