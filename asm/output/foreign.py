"""Readers for listings and maps from other tools.

    lwasm -l       a listing: `0100 8601    (   game.asm):00012   lda #1`
    lwlink -m      a map, with the listings of its objects: `Symbol: main (game.o) = 0100`
    aslink -m      a map, with the .rst listings of its modules
    aslink -y      a .noi file: `DEF main 0x0100`
    aslink -u      an .rst listing: `  0100 86 01    [ 2]   12 main: lda #1`
    as09 -l        a listing: `0100 : 8601             main    lda #1`
    VIDE           a .cnt file: `LABEL $0100 main`

Comments of compilers in a listing name the lines of C of the following code:

    CMOC           `* Line game.c:12: assignment`, `* FUNCTION main(): defined at game.c:3`
    SDCC           `;game.c:12: x = 4;`
    gcc6809 -g     `.stabd 68,0,12`, `.stabs "game.c",100`, `.stabs "main:F1",36,0,0,_main`
    gcc6809        `; 12 "game.c" 1` around code written in assembler, with `; 0 "" 2` after it

The formats are those of lwtools 4, ASxxxx 5, AS65 1.42 (AS09's brother), CMOC, SDCC and GCC 4.
Listings of AS09 have no line numbers: those of the listing itself are used.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from asm.output import lwtools
from asm.output.debuginfo import Area, DebugInfo, DebugInfoError
from asm.output.foreign_code import Code, Label, debug_info
from asm.output.stabs import Stabs
from asm.vectrex import RAM_FIRST, RAM_LAST

AS09 = re.compile(r"([0-9A-Fa-f]{4}) : ((?:[0-9A-Fa-f]{2})*)(?:\s|$)")
AS09_SOURCE = 24                                    # the column where the source's text begins
CNT = re.compile(r"LABEL \$([0-9A-Fa-f]{1,4}) (\S+)$")
NOI = re.compile(r"DEF (\S+) (?:0x)?([0-9A-Fa-f]{1,8})$")
RST = re.compile(r"\s*([0-9A-F]{4,6})(?: ((?:[0-9A-F]{2} )*[0-9A-F]{2}))?\s{2,}"
                 r"(?:\[\s*\d+\s*\]\s*)?(\d{1,6})(?:\s(.*))?$")
WITH_COLON = re.compile(r"[\w.$@?]+::?(\s|$)")
SEGMENTS = re.compile(r"[sl]_.*|\.__\.ABS\.")       # added by aslink: begin and length of an area
ASLINK = re.compile(r"ASxxxx Linker ")
ASLINK_SYMBOL = re.compile(r"\s+([0-9A-F]{4,8})\s+(\S+)(?:\s+\S+)?\s*$")
ASLINK_AREA = re.compile(r"(\S+)\s+([0-9A-F]{4,8})\s+([0-9A-F]{4,8}) =\s+\d+\. bytes")
ASLINK_FILE = re.compile(r"(\S.*?)\.rel\s+\[")
STABS_LABEL = re.compile(r"L\d+|L(?:FB[BE]|B[BE]|scope|text|etext|LC|C)\d*")
Find = Callable[[str], tuple[str, str] | None]


class File(NamedTuple):
    """A listing or map.

    path    of the file, for messages
    source  the source file of an .rst listing, which does not name it
    """

    path: str
    text: str
    source: str = ""


def _lwasm(file: File, _: Find) -> list[Code]:
    return [lwtools.read_listing(file.text.splitlines(), file.path)]


def _lwlink(file: File, find: Find) -> list[Code]:
    return lwtools.linked(file.text, file.path, find)


Reader = Callable[[File, Find], list[Code]]


def _rst(file: File, _: Find) -> list[Code]:
    code, stabs, source = Code(file.path, _stem(file.path)), Stabs(), file.source
    for line in file.text.splitlines():
        match = RST.match(line)
        if match:
            text = match[4] or ""
            # Without bytes it is the line of a label, or the value of an equate.
            label = text if match[2] or WITH_COLON.match(text) else ""
            code.add(int(match[1], 16), bytes.fromhex(match[2] or ""), (source, int(match[3])),
                     label, only_code=stabs.is_used)
        elif not stabs.read(code, text := line.lstrip().lstrip("0123456789")):
            if stabs.is_used and text.split()[:1] == [".area"]:
                code.c = None
            code.comment(source, text)
    stabs.end_function(code)
    if stabs.is_used:
        code.compiled = True
        code.labels = [label for label in code.labels if not STABS_LABEL.fullmatch(label.name)]
    return [code]


def _as09(file: File, _: Find) -> list[Code]:
    code = Code(file.path)
    for number, line in enumerate(file.text.splitlines(), 1):
        match = AS09.match(line)
        if match:
            code.add(int(match[1], 16), bytes.fromhex(match[2]), (file.path, number),
                     line[AS09_SOURCE:])
    return [code]


def _names(file: File, found: Iterable[tuple[str, str]]) -> Code:
    """Return labels without lines; each is a name, and its address in hexadecimal."""
    return Code(file.path, labels=[Label(name, int(address, 16), "", "", 0)
                                   for name, address in found])


def _matches(pattern: re.Pattern[str], file: File) -> Iterable[re.Match[str]]:
    return filter(None, map(pattern.match, map(str.rstrip, file.text.splitlines())))


def _cnt(file: File, _: Find) -> list[Code]:
    return [_names(file, ((match[2], match[1]) for match in _matches(CNT, file)))]


def _noi(file: File, _: Find) -> list[Code]:
    return [_names(file, ((match[1], match[2]) for match in _matches(NOI, file)
                          if not SEGMENTS.fullmatch(match[1])))]


def _aslink(file: File, find: Find) -> list[Code]:
    """Read a map of aslink, and the .rst listings of the modules that it names."""
    codes, missing = list[Code](), list[str]()
    for match in _matches(ASLINK_FILE, file):
        listing = find(f"{match[1]}.rel")
        if listing is None:
            missing.append(f"{match[1]}.rel")
        else:
            codes += _rst(File(listing[0], listing[1], f"{_stem(listing[0])}.s"), find)
    own = _names(file, ((match[2], match[1]) for match in _matches(ASLINK_SYMBOL, file)
                        if not SEGMENTS.fullmatch(match[2])))
    known = {(label.name, label.address) for code in codes for label in code.labels}
    own.labels = [label for label in own.labels if (label.name, label.address) not in known]
    own.missing = missing
    own.areas = [Area(match[1], "", int(match[2], 16), int(match[3], 16))
                 for match in _matches(ASLINK_AREA, file)
                 if RAM_FIRST <= int(match[2], 16) <= RAM_LAST and int(match[3], 16)]
    own.compiled = any(code.compiled for code in codes)
    return [*codes, own]


READERS: tuple[tuple[Callable[[str], object], Reader], ...] = (
    (lwtools.is_listing, _lwasm), (lwtools.is_map, _lwlink), (NOI.match, _noi),
    (ASLINK.match, _aslink), (RST.match, _rst), (CNT.match, _cnt), (AS09.match, _as09))


def _stem(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]


def _nothing(_: str) -> None:
    """Find no listing."""


def from_foreign(text: str, source: str = "", listing: str = "") -> DebugInfo:
    """Read a listing or map from another tool; the format is recognised from the lines.

    Args:   source   the source file of an .rst listing, which does not name it
            listing  the file of the text itself, for the lines of an AS09 listing
    Errors: DebugInfoError if the format is unknown, or the addresses are not final

    >>> info = from_foreign("0100 8601             (   game.asm):00012 main lda #1\\n")
    >>> info.where(0x101).line, info.address_of("main")
    (12, 256)
    """
    return debug_info(read(File(listing, text, source)))


def read(file: File, find: Find = _nothing) -> list[Code]:
    """Read a listing, or a map and the listings that it needs.

    Args:   find  returns path and text of the listing of an object file, or None
    Errors: DebugInfoError as `from_foreign`
    """
    return _reader(file)(file, find)


def _reader(file: File) -> Reader:
    """Return the reader of a file's format.  Errors: DebugInfoError"""
    lines = [line.rstrip() for line in file.text.splitlines()]
    for recognises, reader in READERS:
        if any(map(recognises, lines)):
            return reader
    raise DebugInfoError("not a symbol file written by `vecx asm --symbols`, nor a listing or map "
                         "of lwasm, lwlink, aslink, as09 or VIDE")


@contextmanager
def _naming(file: File) -> Iterator[None]:
    """Let the message of an error begin with the file."""
    try:
        yield
    except DebugInfoError as fault:
        raise DebugInfoError(f"{file.path}: {fault}" if file.path else str(fault)) from None


def is_listing_of(module: str, text: str) -> bool:
    """Return whether a text can be the listing of an object: of lwasm, or of as6809 for a .rel.

    >>> text = "0100 8601             (   game.asm):00012 main lda #1\\n"
    >>> is_listing_of("game.o", text), is_listing_of("game.rel", text)
    (True, False)
    """
    recognises = RST.match if module.endswith(".rel") else lwtools.is_listing
    return any(map(recognises, map(str.rstrip, text.splitlines())))


class Joined(NamedTuple):
    """The debug information of a program, and what is wrong with it.

    missing   objects without a listing
    uncopied  initialised variables in RAM: file, line and name; without a listing: object, 0, name
    compiled  a compiler of C made the program
    """

    info: DebugInfo
    missing: tuple[str, ...]
    uncopied: tuple[tuple[str, int, str], ...]
    compiled: bool


def join(files: Sequence[File], image: bytes, find: Find = _nothing,
         place: Callable[[str], str] = str) -> Joined:
    """Read listings and maps of one program, and compare their instructions with its image.

    Args:   image  empty: do not compare
            find   returns path and text of the listing of an object file, or None
            place  returns the path under which a source file is shown
    Errors: DebugInfoError if a format is unknown, or the listings are of another program
    """
    codes: list[Code] = []
    maps = list[File]()
    for file in files:
        with _naming(file):
            maps += [file] if _reader(file) in (_lwlink, _aslink) else []

    def found(module: str) -> tuple[str, str] | None:
        return next(((file.path, file.text) for file in files
                     if file not in maps and _stem(file.path) == _stem(module)
                     and is_listing_of(module, file.text)), None) or find(module)

    used = set[str]()
    for file in [*maps, *(file for file in files if file not in maps)]:
        if file.path not in used:
            with _naming(file):
                part = read(file, found)
            used |= {code.of for code in part}
            codes += part
    if image:
        for code in codes:
            code.check(image)
    info = debug_info(codes, place)
    uncopied = [(place(label.file) if label.line else label.module, label.line,
                 label.name.removeprefix("_"))
                for code in codes for label in code.uncopied if label.name in info.symbols]
    return Joined(info, tuple(name for code in codes for name in code.missing), tuple(uncopied),
                  any(code.compiled for code in codes))
