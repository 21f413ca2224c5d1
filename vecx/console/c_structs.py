"""Structs and unions in sources in C, of which CMOC's listings contain only names.

CMOC places members one after the other, without gaps.  Only definitions with a tag and with members
of known types are read: numbers, pointers, known structs, and arrays whose size is an expression of
numbers and macros.
"""

import ast
import operator
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from asm.output.debuginfo import DebugInfo, Local, Struct

from .variables import POINTER_BYTES, SIZES

COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S.*?)[ \t\r]*$", re.MULTILINE)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
TOKEN = re.compile(r"\w+|\S")
NUMBER = re.compile(r"(0[xX][0-9A-Fa-f]+|\d+)[uUlL]*")
TYPES = {"int8_t": "char", "uint8_t": "unsigned char", "int16_t": "int", "uint16_t": "unsigned int",
         "int32_t": "long", "uint32_t": "unsigned long", "byte": "unsigned char",
         "word": "unsigned int", "size_t": "unsigned int", "BOOL": "unsigned char"}
IGNORED = ("const", "volatile")
TAGGED = ("struct", "union")
MEMBERS_MAX = 1_000
PASSES_MAX = 8              # over the sources, until all structs that others contain are known
DEPTH_MAX = 20              # of structs and of macros
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
              ast.FloorDiv: operator.floordiv}


class UnknownError(Exception):
    """A definition cannot be read."""


class Reader:
    """Reads the definitions of sources.

    structs  by `struct name` and `union name`
    """

    def __init__(self) -> None:
        self.structs: dict[str, Struct] = {}
        self._types = dict(TYPES)
        self._macros: dict[str, str] = {}

    def read(self, text: str) -> None:
        """Read a source."""
        text = COMMENT.sub(" ", text)
        self._macros |= dict(MACRO.findall(text))
        words = TOKEN.findall(DIRECTIVE.sub("", text))
        for at, word in enumerate(words):
            if word in TAGGED and words[at + 2:at + 3] == ["{"]:
                with suppress(UnknownError):
                    self._struct(f"{word} {words[at + 1]}", words[at + 3:at + 3 + MEMBERS_MAX])
            elif word == "typedef":
                with suppress(UnknownError):
                    self._typedef(words[at + 1:at + 1 + MEMBERS_MAX])

    def _typedef(self, words: list[str]) -> None:
        """Read `typedef uint8_t Lives;`, `typedef struct Rock Rock, *Rocks;`, or the same with a
        definition, whose members are read at its own place.  Errors: UnknownError"""
        if words[2:3] == ["{"]:
            words = [*words[:2], *words[3 + _closing(words[3:]) + 1:]]
        if ";" not in words:
            return
        words = [word for word in words[:words.index(";")] if word not in IGNORED]
        if not {"[", "(", "{"} & set(words):
            base, declared = _declared(words)
            for one in declared:
                self._types[one[-1]] = f"{base} {'*' * (len(one) - 1)}".strip()

    def _struct(self, name: str, words: list[str], depth: int = 0) -> int:
        """Read the members of a definition, after `{`; return the index of the `}`.

        Errors: UnknownError
        """
        members, offset, largest = list[Local](), 0, 0
        line, at, is_union = list[str](), 0, name.startswith("union")
        while at < len(words):
            word = words[at]
            if word == "}" and not line:
                self.structs[name] = Struct(name, largest if is_union else offset, tuple(members))
                return at
            if word == "{" and depth < DEPTH_MAX and line and (
                    line[-1] in TAGGED or (line[-2:-1] and line[-2] in TAGGED)):
                if line[-1] in TAGGED:
                    line.append(f"{name.partition(' ')[2]}.{len(members)}")
                at += 1 + self._struct(" ".join(line[-2:]), words[at + 1:], depth + 1)
            elif word == "(" and words[at + 1:at + 2] == ["*"] and ";" in words[at:]:
                line = ["function", "*", *words[at + 2:at + 3]]     # `int (*call)(void)`
                at = words.index(";", at) - 1
            elif word in ("{", "}", ":", "("):
                break
            elif word == ";":
                for member in self._members(line):
                    members.append(member._replace(offset=0 if is_union else offset))
                    offset += member.size
                    largest = max(largest, member.size)
                line = []
            else:
                line.append(word)
            at += 1
        raise UnknownError

    def _members(self, line: list[str]) -> list[Local]:
        """Read a declaration: `int8_t y, x`, `struct Rock *next`, `char name[6]`.

        Errors: UnknownError
        """
        base, declared = _declared([word for word in line if word not in IGNORED])
        for _ in range(len(self._types)):
            plain = base.rstrip("* ")
            if plain not in self._types:
                break
            base = self._types[plain] + base[len(plain):].replace(" ", "")
        for word in ("long", "short"):
            base = base.replace(f"{word} int", word)
        return [self._member(base, words) for words in declared]

    def _member(self, base: str, words: list[str]) -> Local:
        """Read `y`, `* next` or `name [ 6 ]`, of a type.  Errors: UnknownError"""
        stars = 0
        while words[stars:stars + 1] == ["*"]:
            stars += 1
        name, *dimensions = words[stars:] or [""]
        plain = base.rstrip("* ")
        stars += base.count("*")
        kind = f"{plain} {'*' * stars}".strip()
        size = POINTER_BYTES if stars else self._size(plain)
        while dimensions:
            if dimensions[0] != "[" or "]" not in dimensions:
                raise UnknownError
            end = dimensions.index("]")
            kind, size = f"{kind}[]", size * self._number(" ".join(dimensions[1:end]))
            dimensions = dimensions[end + 1:]
        if not name.isidentifier() or size <= 0:
            raise UnknownError
        return Local(name, 0, size, kind, 0)

    def _size(self, base: str) -> int:
        if base in self.structs:
            return self.structs[base].size
        words = base.split()
        return SIZES[words[-1]] if words and set(words) <= SIZES.keys() else 0

    def _number(self, text: str, depth: int = 0) -> int:
        """Return the value of an array's size, such as `2 * ROWS + 1`.  Errors: UnknownError"""
        def value(node: ast.expr) -> int:
            if isinstance(node, ast.Constant) and type(node.value) is int:
                return node.value
            if isinstance(node, ast.Name) and node.id in self._macros and depth < DEPTH_MAX:
                return self._number(self._macros[node.id], depth + 1)
            if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
                try:
                    return int(OPERATIONS[type(node.op)](value(node.left), value(node.right)))
                except ZeroDivisionError:
                    raise UnknownError from None
            raise UnknownError

        plain = NUMBER.sub(lambda match: str(_plain_number(match[1])), text).replace("/", "//")
        try:
            return value(ast.parse(plain.strip(), mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise UnknownError from None


def _plain_number(text: str) -> int:
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    return int(text, 8) if re.fullmatch("0[0-7]+", text) else int(text)


def _closing(words: list[str]) -> int:
    """Return the index of the `}` that ends a definition.  Errors: UnknownError"""
    depth = 0
    for at, word in enumerate(words):
        if word == "}":
            if not depth:
                return at
            depth -= 1
        depth += word == "{"
    raise UnknownError


def _declared(line: list[str]) -> tuple[str, list[list[str]]]:
    """Return the type of a declaration, and the words of each name that it declares."""
    begin = next((at for at, word in enumerate(line) if word in ("*", "[", ",")), len(line))
    begin -= begin == len(line) or line[begin] != "*"
    found, rest = list[list[str]](), [*line[begin:], ","]
    while rest:
        end = rest.index(",")
        if not rest[:end]:
            raise UnknownError
        found.append(rest[:end])
        rest = rest[end + 1:]
    return " ".join(line[:begin]), found


def structs_of(texts: Iterable[str], debug: DebugInfo) -> tuple[Struct, ...]:
    """Return the structs of sources that fit the sizes of the program's variables."""
    reader, waiting = Reader(), list(texts)
    for _ in range(PASSES_MAX):
        before = dict(reader.structs)
        for text in waiting:
            reader.read(text)
        if reader.structs == before:
            break
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
