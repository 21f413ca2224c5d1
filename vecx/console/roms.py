"""Find and load images: bundled names, files, archives, assembly sources."""

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from asm.output import foreign
from asm.output.debuginfo import DebugInfo, DebugInfoError, from_text
from asm.output.program import Program
from asm.vectrex import CARTRIDGE_END

from .. import files
from ..errors import AssemblyError, UsageError, VecxError, brief, reason
from . import cartridge
from .c_structs import structs_of
from .cartridge import CARTRIDGE_BYTES_MAX, Cartridge
from .includes import (
    CONVERTERS,
    DEFAULTS,
    SourceOptions,
    include_folders,
    refuse_output_of_cmoc,
)
from .variables import STRUCTS

DATA = Path(__file__).parents[1] / "data"
ACCURACY = "accuracy"   # beginning of the names of these cartridges, which have no symbol files
BIOS_BYTES = 8192
NAMES_MOST = 10_000     # names of a folder that are compared
SUFFIXES = (".bin", ".vec", ".gam", ".rom")
ARCHIVE_BYTES_MAX = 1 << 22     # of a file that may be an archive
SYMBOLS_BYTES_MAX = 1 << 23
LISTED_SUFFIXES = (*files.C_SUFFIXES, ".cc", ".cpp", ".cxx")     # of sources that listings name
LISTINGS = (".lst", ".rst")
STACK_FIRST = 0xCBEA            # S after power-on
GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")      # with files, empty, split
ENCRYPTED = 1                   # a bit of a packed file's flags
# Exceptions of unpacking.
DAMAGED = (OSError, EOFError, ValueError, KeyError, IndexError, OverflowError, RuntimeError,
           zipfile.BadZipFile, zlib.error, struct.error)


def include_dirs() -> list[Path]:
    """Return the folders where INCLUDE finds vectrex.inc and lib/.

    >>> for name in ("vectrex.inc", "lib/sound.asm"):
    ...     print(any((folder / name).exists() for folder in include_dirs()))
    True
    True
    """
    return [Path(folder) for folder in include_folders()]


def bundled() -> list[str]:
    """Return the names of the cartridges that come with vecx.

    >>> bundled()[:1], bundled()[-2:]
    (['accuracy'], ['connect4', 'reversi'])
    """
    return sorted(path.stem for folder in (DATA, DATA / ACCURACY) for path in folder.glob("*.bin")
                  if path.stem != "exec")


def bundled_briefly() -> str:
    """Return the same for a message, without the single topics of the accuracy cartridge.

    >>> bundled_briefly()
    'accuracy, connect4, reversi'
    """
    return ", ".join(name for name in bundled() if not name.startswith(f"{ACCURACY}-"))


def _bundled_image(name: str) -> Path:
    return DATA / (ACCURACY if name.startswith(ACCURACY) else "") / f"{name}.bin"


def read_image(path: Path, kind: str = "cartridge image", hint: str = "") -> bytes:
    """Read an image, which may be gzipped or zipped.

    Args:   kind, hint  expected kind of file, and alternatives to it, for messages
    Errors: VecxError if the file cannot be read, or is an archive without exactly one image
    """
    data = files.read(path, ARCHIVE_BYTES_MAX,
                      f"a {kind}, an archive that contains one, or an .asm file",
                      hint or f"the bundled cartridges are {bundled_briefly()}")
    try:
        if data.startswith(GZIP):
            with gzip.open(io.BytesIO(data)) as packed:
                image = packed.read(CARTRIDGE_BYTES_MAX + 1)
        elif data.startswith(ZIP):
            image = _image_of_zip(path, data)
        else:
            return data
    except DAMAGED as fault:
        raise VecxError(f"{path}: a damaged archive ({brief(fault)})") from None
    if len(image) > CARTRIDGE_BYTES_MAX:
        raise VecxError(f"{path}: the packed file has more than {CARTRIDGE_BYTES_MAX:,} bytes, "
                        f"the maximum for a {kind}")
    if image.startswith((GZIP, *ZIP)):
        raise VecxError(f"{path}: the archive contains another archive; unpack the outer one")
    return image


def _image_of_zip(path: Path, data: bytes) -> bytes:
    """Return the only image in an archive, cut after one byte more than the maximum size.

    Errors: VecxError if there is not exactly one, or it cannot be unpacked; DAMAGED
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = [info for info in archive.infolist() if info.filename.lower().endswith(SUFFIXES)]
        if len(found) != 1:
            raise VecxError(f"{path}: the archive contains {len(found)} images "
                            f"({', '.join(SUFFIXES)}); it must contain exactly one")
        if found[0].flag_bits & ENCRYPTED:
            raise VecxError(f"{path}: the archive is encrypted; unpack it and use the image")
        if found[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise VecxError(f"{path}: unsupported compression (method {found[0].compress_type}); "
                            "unpack it and use the image")
        with archive.open(found[0]) as packed:
            return packed.read(CARTRIDGE_BYTES_MAX + 1)


def load_debug(path: Path, image: bytes = b"") -> DebugInfo:
    """Read a symbol file of `vecx asm --symbols`, or of another tool, as `load_symbols`.

    >>> from asm import assemble
    >>> from asm.output.formats import symbols_text
    >>> _ = Path("a.json").write_text(symbols_text(assemble("main lda #1\\n")))
    >>> load_debug(Path("a.json")).values
    {'main': 0}
    """
    return load_symbols([path], image)[0]


def load_symbols(paths: Sequence[Path], image: bytes = b"", *,
                 folders: Sequence[Path] = (),
                 include_dirs: Sequence[str | Path] = ()) -> tuple[DebugInfo, str]:
    """Read a symbol file, or maps and listings of other tools, which are joined.

    The listings of a map's objects are found in its folder.

    Args:    image         of the cartridge, with which the instructions in listings are compared;
                           empty: do not compare
             folders       of the sources, if they are not those of the files
             include_dirs  in which sources in C search for headers
    Returns: the debug information; warnings about the program, one on each line
    Errors:  VecxError if a file cannot be read, has another format or is of another program
    """
    read = [(path, _text_of(path)) for path in paths]
    path, text = read[0]
    try:
        if text.lstrip().startswith("{"):
            if len(read) > 1:
                raise VecxError(f"{path}: a symbol file written by `vecx asm --symbols` describes "
                                "the whole program; remove the other --symbols")
            return from_text(text), ""
        found = [foreign.File(str(path), text, _source_of(path)) for path, text in read]
        compared = image if len(image) <= CARTRIDGE_END else b""     # not with two banks
        joined = foreign.join(found, compared, partial(_listing_beside, paths),
                              partial(
            _source_in, folders or [path.parent for path in paths]))
    except DebugInfoError as fault:
        message = brief(fault)
        named = any(message.startswith(f"{one}: ") for one in paths)
        raise VecxError(message if named or _names_listing(message)
                        else f"{path}: {message}") from None
    _check_ram(path, joined)
    info = joined.info
    if any(word in kind for kind in _types(info) for word in STRUCTS):
        info = replace(info, structs=(*info.structs, *structs_of(
            _texts_in_c(info, include_dirs), info)))
    return replace(info, size=len(image),
                   sha256=sha256(image).hexdigest() if image else ""), _warnings(path, joined)


def _warnings(path: Path, joined: foreign.Joined) -> str:
    """Return warnings about a linked program, one on each line."""
    found = []
    if joined.missing:
        found.append(f"vecx: warning: {path}: no listing of {', '.join(joined.missing)} in this "
                     "folder: only names are known, no lines (cmoc keeps its listings with -i)")
    found += [f"{file}{f':{line}' if line else ''}: warning: {name} does not have its initial "
              "value, which nothing copies to RAM in a cartridge; assign the value in main(), or "
              "make it const"
              for file, line, name in joined.uncopied]
    return "\n".join(found)


def _types(info: DebugInfo) -> Iterator[str]:
    """Yield the types of the variables of a program in C."""
    yield from info.types.values()
    yield from (local.type for function in info.functions for local in function.locals)


def _texts_in_c(info: DebugInfo, include_dirs: Sequence[str | Path]) -> Iterator[str]:
    """Yield the sources in C of a program that exist, after the headers that they include."""
    from . import cmoc

    sources = [Path(name) for name in dict.fromkeys(row.file for row in info.source_map)
               if Path(name).suffix.lower() in LISTED_SUFFIXES]
    found = map(Path, cmoc.inputs(sources, include_dirs))
    for path in sorted(found, key=lambda path: path.suffix.lower() in LISTED_SUFFIXES):
        with suppress(VecxError):
            yield files.read(path, SYMBOLS_BYTES_MAX, "a source in C").decode("utf-8", "replace")


def _check_ram(path: Path, joined: foreign.Joined) -> None:
    """Refuse a program in C whose variables leave no room for the stack.  Errors: VecxError"""
    end = _ram_end(joined.info)
    if joined.compiled and end >= STACK_FIRST:
        last = joined.info.areas[-1]
        raise VecxError(f"{path}: the program's variables end at ${end - 1:04X} (section "
                        f"{last.name}{f' of {last.module}' if last.module else ''}), and leave no "
                        f"room for the stack, which begins below ${STACK_FIRST:04X}; make tables "
                        "const, so that they stay in the cartridge")


def _ram_end(debug: DebugInfo) -> int:
    """Return the first address after the variables of a linked program; 0 if it is unknown."""
    return max((area.address + area.size for area in debug.areas), default=0)


def ram_rows(debug: DebugInfo) -> list[str]:
    """Return a table of the RAM of a linked program: its sections, and the room for the stack."""
    if not debug.areas:
        return []
    end = _ram_end(debug)
    parts = [(area.address, area.size, f"{area.name} {area.module}".strip())
             for area in debug.areas]
    if end < STACK_FIRST:
        parts.append((end, STACK_FIRST - end, "room for the stack"))
    return [f"{'' if number else 'ram':<10}${address:04X}-${address + size - 1:04X} "
            f"{size:>6,} byte{'s' if size > 1 else ' '}  {what}"
            for number, (address, size, what) in enumerate(parts)]


def _text_of(path: Path) -> str:
    try:
        return files.read(path, SYMBOLS_BYTES_MAX, "a symbol file", protected=True).decode("utf-8")
    except UnicodeDecodeError:
        raise VecxError(f"{path}: not a symbol file written by `vecx asm --symbols`") from None


def _names_listing(message: str) -> bool:
    """Return whether a message begins with the name of a listing that a map has led to."""
    return message.partition(": ")[0].endswith(LISTINGS)


def _source_of(path: Path) -> str:
    """Return the source of an .rst listing, which is in the same folder."""
    places = (path.with_suffix(suffix) for suffix in files.ASM_SUFFIXES)
    return str(next((place for place in places if files.is_file(place)), path.with_suffix(".asm")))


def _listing_beside(paths: Sequence[Path], module: str) -> tuple[str, str] | None:
    """Return path and text of the listing of an object, from the folders of the maps."""
    stem = module.rpartition(".")[0] or module
    suffixes = (".rst",) if module.endswith(".rel") else (".lst",)
    for path in paths:
        for suffix in suffixes:
            found = path.parent / f"{stem}{suffix}"
            if files.is_file(found) and foreign.is_listing_of(module, text := _text_of(found)):
                return str(found), text
    return None


def _source_in(folders: Sequence[Path], file: str) -> str:
    """Return the path of a source file from the current folder, if it is in one of the folders;
    else the name as it is in the listing."""
    places = (folder / file for folder in folders)
    return str(next((place for place in places if files.is_file(place)), file))


@cache
def _bundled_debug(name: str) -> DebugInfo:
    if name.startswith(ACCURACY):
        return DebugInfo()
    return load_debug(DATA / f"{name}.symbols.json")


class Loaded(NamedTuple):
    """An image, its debug information, and the assembler's warnings."""

    image: bytes
    debug: DebugInfo = DebugInfo()
    messages: str = ""


def _assemble(path: Path, options: SourceOptions = DEFAULTS) -> Loaded:
    """Assemble a source.

    Errors: AssemblyError if it has errors, VecxError if it cannot be read, UsageError for an option
    that cannot be used
    """
    from asm import assemble_file

    refuse_output_of_cmoc(path)
    try:
        program = assemble_file(path, include_dirs=[*options.include_dirs, *include_dirs()],
                                defines=dict(options.defines), dialect=options.dialect,
                                optimise=options.optimise, converters=CONVERTERS)
    except OSError as fault:
        raise VecxError(f"{path}: {reason(fault)}") from None
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    return _made(program, str(path))


def _made(program: Program, name: str) -> Loaded:
    """Return what a program is made of.  Errors: AssemblyError if it has errors"""
    from asm.output.debugging import debug_info

    files.protect(*program.inputs)
    if program.image is None:
        raise AssemblyError(f"{name}: not assembled", program.messages())
    return Loaded(program.image, debug_info(program), program.messages())


def _compile(path: Path, options: SourceOptions = DEFAULTS) -> Loaded:
    """Compile a program in C.

    Errors: AssemblyError if it has errors; VecxError if CMOC is not installed, or a file cannot be
            read
    """
    from . import cmoc

    sources = [path, *map(Path, options.more)]
    with cmoc.compiled(sources, options) as made:
        debug, warnings = load_symbols([made.map], made.image,
                                       folders=[source.parent for source in sources],
                                       include_dirs=options.include_dirs)
    inputs = cmoc.inputs(sources, options.include_dirs)
    files.protect(*inputs)
    return Loaded(made.image, replace(debug, inputs=MappingProxyType(inputs)),
                  "\n".join(filter(None, (made.messages, warnings))))


def _near(path: Path) -> Path | None:
    """Return the file that the user probably meant by the path of a folder, or of a file that does
    not exist."""
    try:
        if path.is_file() or str(path) in bundled() or not (path.is_dir() or path.parent.is_dir()):
            return None
        folder = path if path.is_dir() else path.parent
        names = {found.stem: found for found in islice(folder.iterdir(), NAMES_MOST)
                 if found.suffix.lower() in (*files.PROGRAM_SUFFIXES, *SUFFIXES)
                 and found.is_file()}
    except (OSError, ValueError):
        return None
    from difflib import get_close_matches  # slow to import, and seldom needed

    near = get_close_matches(path.stem, names, 1) if folder != path or len(names) > 1 \
        else list(names)
    return names[near[0]] if near else None


class Ready(NamedTuple):
    """A loaded cartridge, from which many machines can be made without loading it again.

    >>> ready = Ready(*load_cartridge("connect4"))
    >>> Machine(ready).cartridge is Machine(ready).cartridge
    True
    """

    cartridge: Cartridge | None
    debug: DebugInfo


def load_cartridge(cart: str | Path | bytes | Program | Ready | None,
                   options: SourceOptions = DEFAULTS) -> tuple[Cartridge | None, DebugInfo]:
    """Return a cartridge and its debug information, which is empty for an image without source.

    Args:    cart     a bundled name, a path to an image, an .asm source or a .c source, an image's
                      bytes, an assembled program, a `Ready`, or None
             options  how a source is assembled
    Errors:  VecxError if it cannot be used; AssemblyError if a source has errors; UsageError for
             options that need a source

    >>> cartridge, debug = load_cartridge("connect4")
    >>> cartridge.name, debug.values["game_board"] > 0xC800
    ('connect4', True)
    """
    is_source = isinstance(cart, str | Path) and Path(cart).suffix.lower() in files.PROGRAM_SUFFIXES
    is_c = isinstance(cart, str | Path) and Path(cart).suffix.lower() in files.C_SUFFIXES
    name = str(cart) if isinstance(cart, str | Path) else "the cartridge"
    if options.more and not is_c:
        raise UsageError(f"{name} is not a program in C: only such programs have more sources; "
                         f"remove {options.more[0]}")
    if is_c and (options.dialect is not None or not options.optimise):
        raise UsageError(f"{name} is a program in C; dialect and OPT apply only to .asm sources")
    if options.needs_source() and not is_source:
        raise UsageError(f"{name} is not an .asm source; dialect, definitions and OPT apply only "
                         "to sources")
    if isinstance(cart, Ready):
        return cart
    if isinstance(cart, Program):
        made = _made(cart, "the program")
        return Cartridge(made.image, "program", made.messages), made.debug
    if cart is None:
        return None, DebugInfo()
    if isinstance(cart, bytes | bytearray):
        cartridge.check(bytes(cart), "cartridge")
        return Cartridge(bytes(cart), "cartridge"), DebugInfo()
    path = Path(cart)
    if near := _near(path):
        raise VecxError(f"{path}: {'a directory' if path.is_dir() else 'no such file'}; did you "
                        f"mean {near}?")
    if not is_c and path.suffix.lower() in LISTED_SUFFIXES:
        raise VecxError(f"{path}: vecx compiles only programs in C (.c); give the image that your "
                        "compiler made, and its map with --symbols")
    found = _compile(path, options) if is_c else _assemble(path, options) if is_source \
        else load_image(cart)
    cartridge.check(found.image, str(path))
    return Cartridge(found.image, path.stem, found.messages,
                     str(path.resolve()) if is_source else ""), found.debug


def load_bios(bios: str | Path | bytes | Loaded | None) -> Loaded:
    """Return an executive ROM of 8 KiB with its debug information; by default the ROM of vecx.

    Args:    bios  an image or an .asm source of 8 KiB, or of 4 KiB for the upper half; an earlier
                   result of this function; None: the ROM of vecx
    Errors: VecxError if it is not a ROM image of that size

    >>> rom = load_bios(None)
    >>> len(rom.image), rom.debug.values["Wait_Recal"] >= 0xE000, rom.messages
    (8192, True, '')
    """
    where = "the ROM" if isinstance(bios, Loaded | bytes | bytearray) else str(bios)
    if isinstance(bios, Loaded):
        found = bios
    elif isinstance(bios, bytes | bytearray):
        found = Loaded(bytes(bios))
    elif bios is None:
        found = Loaded(read_image(DATA / "exec.bin"), _bundled_debug("exec"))
    elif Path(bios).suffix.lower() in files.ASM_SUFFIXES:
        found = _assemble(Path(bios))
    else:
        found = Loaded(read_image(Path(bios), "ROM image",
                                  "without --bios, vecx uses its own executive ROM"))
    if len(found.image) not in (BIOS_BYTES, BIOS_BYTES // 2):
        raise VecxError(f"{where}: its size is {len(found.image):,}; an executive ROM has 8,192 "
                        "bytes (or only the upper 4,096)")
    return found._replace(image=found.image.rjust(BIOS_BYTES, b"\xff"))


def load_image(name: str | Path) -> Loaded:
    """Return a bundled cartridge, or an image of any kind, with its debug information.

    Errors: VecxError as `read_image`
    """
    path = Path(name)
    if not path.is_file() and str(name) in bundled():
        return Loaded(read_image(_bundled_image(str(name))), _bundled_debug(str(name)))
    return Loaded(read_image(path))
