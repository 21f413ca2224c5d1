"""Structs and unions in sources in C, of which CMOC's listings contain only names.

CMOC places members one after the other, without gaps.  Only definitions with a tag and with members
of known types are read: numbers, pointers, arrays whose size is a number or a macro of a number,
and structs that are known already.
"""

import re
from collections.abc import Iterable, Mapping

from asm.output.debuginfo import DebugInfo, Local, Struct

from .variables import POINTER_BYTES, SIZES

COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d+|0[xX][0-9A-Fa-f]+)\)?[ \t]*$",
                   re.MULTILINE)
DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)
TOKEN = re.compile(r"\w+|\S")
TYPES = {"int8_t": "char", "uint8_t": "unsigned char", "int16_t": "int", "uint16_t": "unsigned int",
         "int32_t": "long", "uint32_t": "unsigned long", "byte": "unsigned char",
         "word": "unsigned int", "size_t": "unsigned int", "BOOL": "unsigned char"}
IGNORED = ("const", "volatile")
MEMBERS_MAX = 1_000


class UnknownError(Exception):
    """A definition cannot be read."""


class Reader:
    """Reads the definitions of sources.

    structs  by `struct name` and `union name`
    """

    def __init__(self) -> None:
        self.structs: dict[str, Struct] = {}
        self._types = dict(TYPES)
        self._macros: dict[str, int] = {}

    def read(self, text: str) -> None:
        """Read a source."""
        text = COMMENT.sub(" ", text)
        self._macros |= {name: int(value, 0 if value[:2] in ("0x", "0X") else 10)
                         for name, value in MACRO.findall(text)}
        words = TOKEN.findall(DIRECTIVE.sub("", text))
        for at, word in enumerate(words):
            if word in ("struct", "union") and words[at + 2:at + 3] == ["{"]:
                name = f"{word} {words[at + 1]}"
                try:
                    self.structs[name] = self._struct(name, words[at + 3:at + 3 + MEMBERS_MAX])
                except UnknownError:
                    continue
            elif word == "typedef":
                self._typedef(words[at + 1:at + 1 + MEMBERS_MAX])

    def _typedef(self, words: list[str]) -> None:
        """Read `typedef uint8_t Lives;`, `typedef struct Rock Rock;`, or the same with a
        definition, whose members are read at its own place."""
        if words[2:3] == ["{"] and "}" in words:
            words = [*words[:2], *words[words.index("}") + 1:]]
        if ";" in words and (words := words[:words.index(";")]) and "*" not in words:
            self._types[words[-1]] = " ".join(word for word in words[:-1] if word not in IGNORED)

    def _struct(self, name: str, words: list[str]) -> Struct:
        """Read the members of a definition, after `{`.  Errors: UnknownError"""
        members, offset, largest = list[Local](), 0, 0
        line = list[str]()
        for word in words:
            if word == "}" and not line:
                return Struct(name, largest if name.startswith("union") else offset,
                              tuple(members))
            if word in ("{", "}", ":", "("):
                break
            line.append(word)
            if word == ";":
                for member in self._members(line[:-1]):
                    members.append(member._replace(
                        offset=0 if name.startswith("union") else offset))
                    offset += member.size
                    largest = max(largest, member.size)
                line = []
        raise UnknownError

    def _members(self, line: list[str]) -> list[Local]:
        """Read a declaration: `int8_t y, x`, `struct Rock *next`, `char name[6]`.

        Errors: UnknownError
        """
        line = [word for word in line if word not in IGNORED]
        begin = next((at for at, word in enumerate(line) if word in ("*", "[", ",")), len(line))
        begin -= begin == len(line) or line[begin] != "*"
        base = " ".join(line[:begin])
        for _ in range(len(self._types)):
            if base not in self._types:
                break
            base = self._types[base]
        found, rest = list[Local](), [*line[begin:], ","]
        while rest:
            end = rest.index(",")
            found.append(self._member(base, rest[:end]))
            rest = rest[end + 1:]
        return found

    def _member(self, base: str, words: list[str]) -> Local:
        """Read `y`, `* next` or `name [ 6 ]`, of a type.  Errors: UnknownError"""
        stars = 0
        while words[stars:stars + 1] == ["*"]:
            stars += 1
        name, *dimensions = words[stars:] or [""]
        kind = f"{base} {'*' * stars}".strip()
        size = POINTER_BYTES if stars else self._size(base)
        while dimensions:
            if len(dimensions) < 3 or (dimensions[0], dimensions[2]) != ("[", "]"):
                raise UnknownError
            count = int(dimensions[1]) if dimensions[1].isdecimal() \
                else self._macros.get(dimensions[1], 0)
            kind, size, dimensions = f"{kind}[]", size * count, dimensions[3:]
        if not name.isidentifier() or not size:
            raise UnknownError
        return Local(name, 0, size, kind, 0)

    def _size(self, base: str) -> int:
        if base in self.structs:
            return self.structs[base].size
        words = base.split()
        return SIZES.get(words[-1], 0) if words and set(words) <= SIZES.keys() \
            else 0


def structs_of(texts: Iterable[str], debug: DebugInfo) -> tuple[Struct, ...]:
    """Return the structs of sources that fit the sizes of the program's variables."""
    reader = Reader()
    for text in texts:
        reader.read(text)
    return tuple(struct for name, struct in reader.structs.items()
                 if _fits(struct, debug.types, debug) and name not in
                 {one.name for one in debug.structs})


def _fits(struct: Struct, types: Mapping[str, str], debug: DebugInfo) -> bool:
    """Return whether the variables of a struct's type have its size, and arrays a multiple."""
    return bool(struct.size) and all(
        debug.symbols[name].size == struct.size if kind == struct.name
        else debug.symbols[name].size % struct.size == 0
        for name, kind in types.items()
        if kind in (struct.name, f"{struct.name}[]") and name in debug.symbols)
