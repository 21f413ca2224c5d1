"""The debug records of gcc6809 in a listing: lines, functions, variables and their types.

    .stabs "game.c",100,0,0,Ltext0      the source; kind 132: an included file
    .stabd 68,0,12                      the line of the following code
    .stabs "main:F1",36,0,0,_main       a function, after its code
    .stabs "i:17",128,0,0,8             a local variable: its offset from S after the prologue
    .stabs "y:p16",160,0,0,7            a parameter on the stack, as a local variable
    .stabs "rocks:G23=ar22;0;2;19",32   a global variable
    .stabs "rock:T19=s5y:16,0,8;;",128  a type: here a struct of 5 bytes with the member y

Variables in registers have records without a place in memory, and are left out.
"""

import re

from asm.output.debuginfo import Function, Local, Routine, Struct
from asm.output.foreign_code import Code

RECORD = re.compile(r'\s*;?\s*\.stab(?:d\s+68,0,(?P<line>\d{1,6})'
                    r'|s\s+"(?P<text>[^"]*)",(?P<kind>\d+),\d+,\d+,(?P<at>\S+))')
SOURCES = "100", "132"
FUNCTION, ON_STACK, GLOBALS = "36", ("128", "160"), ("32", "36", "38", "40")
DEPTH_MAX = 50              # of a type
LONG_LONG_BYTES = 8
BOOL = "False:0,True:1,"
OFFSET_MAX = 0x7FFF
BASIC = {(1, True): "signed char", (1, False): "unsigned char", (2, True): "int",
         (2, False): "unsigned int", (4, True): "long", (4, False): "unsigned long"}
INT_BYTES = 2               # unless the records define `int`
PUSHED = (1, 1, 1, 1, 2, 2, 2, 2)       # bytes of the registers of PSHS, from bit 0


class Type:
    """A type as text, and its size in bytes; 0 if unknown.

    The elements of an array can be of a struct that is defined later.
    """

    def __init__(self, text: str = "?", size: int = 0, element: "Type | None" = None,
                 count: int = 0) -> None:
        self.text, self._size, self._element, self._count = text, size, element, count

    @property
    def size(self) -> int:
        return self._element.size * self._count if self._element else self._size

    @size.setter
    def size(self, size: int) -> None:
        self._size = size


class Stabs:
    """Reads the records of a listing, which belong to the code that was read before."""

    def __init__(self) -> None:
        self.is_used = False
        self._file = ""
        self._part = ""                             # of a record that the next one continues
        self._types: dict[str, Type] = {}
        self._tags: dict[str, Type] = {}            # structs and unions by `struct name`
        self._int = INT_BYTES
        self._open: Routine | None = None           # the function whose variables follow
        self._locals: list[Local] = []

    def read(self, code: Code, text: str) -> bool:
        """Read a record; return whether the text is one."""
        match = RECORD.match(text)
        if match is None:
            return False
        if match["line"]:
            self.is_used = True
            self.end_function(code)
            code.c = self._file, int(match["line"])
        elif match["kind"] in SOURCES:
            self._file, code.c = match["text"], None
        else:
            whole = self._part + match["text"].removesuffix("\\\\")
            self._part = whole if match["text"].endswith("\\\\") else ""
            if not self._part and ":" in whole:
                self._record(code, *whole.partition(":")[::2], match["kind"], match["at"])
        return True

    def _record(self, code: Code, name: str, rest: str, kind: str, at: str) -> None:
        """Read the record of a name."""
        what = rest[:1]
        if what in ("t", "T"):
            self._define(code, name, rest)
        elif kind == FUNCTION and what in ("f", "F"):
            self.end_function(code)
            self._begin_function(code, name, at)
        elif kind in ON_STACK and (what == "p" or what.isdigit()):
            found = self._type(code, Reader(rest.removeprefix("p")))
            if at.isdigit() and int(at) <= OFFSET_MAX and self._open:
                self._locals.append(Local(name, int(at), found.size, found.text, 0))
        elif kind in GLOBALS and what in ("G", "S", "V"):
            found = self._type(code, Reader(rest[1:]))
            label = f"_{name}" if what == "G" else at
            code.labels = [one._replace(type=found.text) if one.name == label else one
                           for one in code.labels]

    def _begin_function(self, code: Code, name: str, at: str) -> None:
        label = next((one for one in code.labels if one.name == at), None)
        if label:
            end = code.rows[-1].address + code.rows[-1].size if code.rows else 0
            self._open = Routine(name, label.address, max(0, end - label.address))
            code.routines.append(self._open)

    def end_function(self, code: Code) -> None:
        """Add the function whose records end here."""
        if self._open:
            code.functions.append(Function(*self._open, tuple(self._locals),
                                           _frame_size(code, self._open)))
        self._open, self._locals = None, []

    # --- types -----------------------------------------------------------------------------------

    def _define(self, code: Code, name: str, rest: str) -> None:
        """Define a type; the name of a struct is its tag."""
        number, _, definition = rest.lstrip("tT").partition("=")
        if rest[0] == "T" and definition[:1] in ("s", "u"):
            tag = f"{'struct' if definition[0] == 's' else 'union'} {name}"
            self._struct(code, Reader(definition[1:]), tag, number)
        else:
            found = self._type(code, Reader(rest.lstrip("tT")), name=name)
            if not found.size and "long long" in name:
                found = Type("?", LONG_LONG_BYTES)
            elif name == "void":
                found = Type(name)
            if name == "int" and found.size:
                self._int = found.size
            self._types[number] = found

    def _struct(self, code: Code, text: "Reader", tag: str, number: str) -> Type:
        """Read a struct or union after the letter of its kind; a member may point to it."""
        found = self._types[number] = self._tags.setdefault(tag, Type(tag))
        found.size = text.number()
        members = list[Local]()
        while text.rest and not text.accept(";"):
            name = text.until(":")
            kind = self._type(code, text)
            text.accept(",")
            bit = text.number()
            text.accept(",")
            bits = text.number()
            text.accept(";")
            is_whole = bits == 8 * kind.size if kind.size else bits and bits % 8 == 0
            if bit % 8 == 0 and is_whole:                   # not a field of bits
                members.append(Local(name, bit // 8, bits // 8, kind.text, 0))
        code.structs.append(Struct(tag, found.size, tuple(members)))
        return found

    def _type(self, code: Code, text: "Reader", depth: int = 0, name: str = "") -> Type:
        """Read a type: a number, with its definition where it is used first.

        Args: name  of a struct without a tag
        """
        if depth > DEPTH_MAX:
            return Type()
        if text.rest[:1].isdigit():
            number = str(text.number())
            if text.accept("="):
                self._types[number] = Type()
                self._types[number] = self._type(code, text, depth + 1, name) \
                    if text.rest[:1] not in ("s", "u") else \
                    self._untagged(code, text, number, name)
            return self._types.get(number, Type())
        kind = text.take()
        if kind == "r":
            text.until(";")
            low, high = text.number(), 0
            text.accept(";")
            high = text.number()
            text.accept(";")
            size = next((size for size in (1, 2, 4) if high < 1 << 8 * size - (low < 0)
                         and low >= -1 << 8 * size - 1), 0)
            return Type(BASIC[size, low < 0], size) if size and high > low else Type()
        if kind == "*":
            return Type(f"{self._type(code, text, depth + 1).text} *".replace("* *", "**"), 2)
        if kind == "a":
            text.accept("r")
            self._type(code, text, depth + 1)               # of the index
            text.accept(";")
            low = text.number()
            text.accept(";")
            high = text.number()
            text.accept(";")
            element = self._type(code, text, depth + 1)
            return Type(f"{element.text}[]", element=element, count=max(0, high - low + 1))
        if kind in ("k", "B"):
            return self._type(code, text, depth + 1)
        if kind == "f":
            self._type(code, text, depth + 1)
            return Type("function")
        if kind == "x":
            letter = text.take()
            if letter == "e":
                return Type(f"enum {text.until(':')}", self._int)
            tag = f"{'struct' if letter == 's' else 'union'} {text.until(':')}"
            return self._tags.setdefault(tag, Type(tag))
        if kind == "e":
            values = text.until(";")
            return Type("_Bool", 1) if values == BOOL else Type("int", self._int)
        return Type()

    def _untagged(self, code: Code, text: "Reader", number: str, name: str) -> Type:
        """Read a struct or union without a tag, which has the name of its typedef, or a number."""
        tag = f"{'struct' if text.take() == 's' else 'union'} {name or '#' + number}"
        return self._struct(code, text, tag, number)


class Reader:
    """Reads the parts of a type's text."""

    def __init__(self, rest: str) -> None:
        self.rest = rest

    def take(self) -> str:
        """Return the next character, or an empty text at the end."""
        found, self.rest = self.rest[:1], self.rest[1:]
        return found

    def accept(self, mark: str) -> bool:
        """Skip a mark; return whether it is there."""
        is_there = self.rest.startswith(mark)
        self.rest = self.rest[len(mark) if is_there else 0:]
        return is_there

    def until(self, mark: str) -> str:
        """Return the text before a mark, and skip both."""
        found, _, self.rest = self.rest.partition(mark)
        return found

    def number(self) -> int:
        """Return the number that follows, or 0 without one.

        It may have a minus sign.  Large ones begin with 0 and are octal.
        """
        match = re.match(r"-?\d{1,30}", self.rest)
        if match is None:
            return 0
        self.rest = self.rest[match.end():]
        is_octal = re.fullmatch("0[0-7]+", match[0])
        return int(match[0], 8 if is_octal else 10)


def _frame_size(code: Code, routine: Routine) -> int:
    """Return the number of bytes that the prologue of a function takes from the stack."""
    found, address = 0, routine.address
    data = {one.address: one.data for one in code.instructions
            if routine.address <= one.address < routine.address + routine.size}
    while one := data.get(address):
        if one[0] == 0x34 and not found and len(one) == 2:                      # PSHS
            found += sum(size for bit, size in enumerate(PUSHED) if one[1] >> bit & 1)
        elif one[:1] == b"\x32" and (offset := _leas_offset(one)) < 0:          # LEAS -n,S
            return found - offset
        else:
            break
        address += len(one)
    return found


def _leas_offset(data: bytes) -> int:
    """Return n of `LEAS n,S`; 0 if it is another instruction."""
    if len(data) == 2 and data[1] & 0xE0 == 0x60:
        return (data[1] & 0x1F ^ 0x10) - 0x10
    if data[1] in (0xE8, 0xE9) and len(data) == data[1] - 0xE5:
        return int.from_bytes(data[2:], "big", signed=True)
    return 0
