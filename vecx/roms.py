"""Finding and loading images: bundled names, files, archives, assembly sources."""

import gzip
import json
import sys
import zipfile
import zlib
from pathlib import Path

from . import cartridge
from .cartridge import Cartridge
from .errors import VecxError

DATA = Path(__file__).parent / "data"
BIOS_BYTES = 8192
SUFFIXES = (".bin", ".vec", ".gam", ".rom")
Symbols = dict[str, int]


def include_dirs() -> list[Path]:
    """Return where INCLUDE finds vectrex.inc: inside the package, or beside it in its sources."""
    places = (DATA / "include", DATA.parent.parent / "roms" / "include")
    return [place for place in places if place.is_dir()]


def bundled() -> list[str]:
    """Return the names of the cartridges that come with vecx."""
    return sorted(path.stem for path in DATA.glob("*.bin") if path.stem != "exec")


def read_image(path: Path) -> bytes:
    """Read an image, gzipped and zipped ones included.

    Errors: VecxError where there is no file, none to be read, or an archive without one image
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        hint = f"; the bundled cartridges are {', '.join(bundled())}" if bundled() else ""
        raise VecxError(f"{path}: no such file{hint}") from None
    except IsADirectoryError:
        raise VecxError(f"{path}: a directory; give a cartridge image or an .asm file") from None
    except OSError as fault:
        raise VecxError(f"{path}: {fault.strerror or fault}") from None
    try:
        if data[:2] == b"\x1f\x8b":
            return gzip.decompress(data)
        if data[:4] == b"PK\x03\x04":
            return _image_of_zip(path)
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError) as fault:
        raise VecxError(f"{path}: a damaged archive ({fault})") from None
    return data


def _image_of_zip(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        names = [n for n in archive.namelist() if n.lower().endswith(SUFFIXES)]
        if len(names) != 1:
            raise VecxError(f"{path}: {len(names)} images inside; an archive holds exactly one "
                            f"({', '.join(SUFFIXES)})")
        return archive.read(names[0])


def load_symbols(path: Path) -> Symbols:
    """Read a symbol file that `vecx asm --symbols` wrote.

    Errors: VecxError where it cannot be read or is something else
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != "vecx-symbols/1":
            raise VecxError(f"{path}: format {data['format']!r}; this vecx reads vecx-symbols/1")
        return {name: int(entry["value"]) for name, entry in data["symbols"].items()}
    except OSError as fault:
        raise VecxError(f"{path}: {fault.strerror or fault}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise VecxError(f"{path}: not a symbol file") from None


def _assemble(path: Path) -> tuple[bytes, Symbols]:
    """Assemble a source on the fly; its warnings and errors go to standard error."""
    from asm import assemble_file

    if not path.is_file():
        raise VecxError(f"{path}: {'a directory' if path.is_dir() else 'no such file'}")
    program = assemble_file(path, include_dirs=include_dirs())
    messages = program.messages()
    if messages:
        print(messages, file=sys.stderr)
    if program.image is None:
        raise VecxError(f"{path}: not assembled")
    symbols = {name: s.value for name, s in program.symbols.items() if s.value is not None}
    return program.image, symbols


def load_cartridge(cart: str | Path | bytes | None) -> tuple[Cartridge | None, Symbols]:
    """Return a cartridge and its symbols.

    Args:    cart  a bundled name, a path to an image or an .asm source, an image's bytes, or None
    Errors:  VecxError says what is wrong with it
    """
    if cart is None:
        return None, {}
    if isinstance(cart, bytes | bytearray):
        cartridge.check(bytes(cart), "cartridge")
        return Cartridge(bytes(cart), "cartridge"), {}
    path, symbols = Path(cart), Symbols()
    if not path.exists() and str(cart) in bundled():
        path = DATA / f"{cart}.bin"
        symbols = load_symbols(path.with_suffix(".symbols.json"))
    if path.suffix.lower() in (".asm", ".s", ".a09"):
        image, symbols = _assemble(path)
    else:
        image = read_image(path)
    cartridge.check(image, str(path))
    return Cartridge(image, path.stem), symbols


def load_bios(bios: str | Path | bytes | None) -> bytes:
    """Return an executive ROM: our own, or the one given; 8 KiB, or 4 KiB for its upper half.

    Errors: VecxError where it is no ROM image of that size
    """
    where = "the ROM" if isinstance(bios, bytes | bytearray) else str(bios)
    if bios is None:
        where = str(DATA / "exec.bin")
        data = read_image(DATA / "exec.bin")
    elif isinstance(bios, bytes | bytearray):
        data = bytes(bios)
    else:
        data = read_image(Path(bios))
    if len(data) not in (BIOS_BYTES, BIOS_BYTES // 2):
        raise VecxError(f"{where}: {len(data):,} bytes; an executive ROM has 8,192 (or the upper "
                        "4,096 alone)")
    return data.rjust(BIOS_BYTES, b"\xff")
