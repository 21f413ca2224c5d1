"""Lexing: the parts of a source line, numbers, and the scanner that reads an operand.

A line is `label operation operand comment`.  The parser finds where the operand ends: text
after a complete operand and a blank is a comment.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from asm.syntax.diagnostics import Edit, Fault, Hint
from asm.syntax.dialects import DIALECTS, Dialect


class _Pattern:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, method)
        return method


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled only when needed: most sources need few of
    them."""
    return cast("re.Pattern[str]", _Pattern(text, flags))


# A label starts in column 1; `name:` may also be indented.  `=` needs no blanks around it.
LINE = pattern(r"(?:([^ \t;:=]+)(?:[ \t]*::?)?)?[ \t]*(==?(?!=)|[^ \t;=]+)?[ \t]*")
_AFTER_COLON = pattern(r"[ \t]*([^\s;]+)?[ \t]*")
LABEL = pattern(r"[A-Za-z_][\w.$]*[@?]?\Z|[.@?][A-Za-z_][\w$]*\Z|[0-9]+[$@]?\Z|@[0-9]+\Z")

# A label of which any part may be a mark (`Dialect.local_marks`), and the rest of such a name.
MARKED_LABEL = pattern(r"[A-Za-z_.@?][\w.$@?]*\Z")
MARKED_REST = pattern(r"[\w.$@?]*")

PAIR = pattern(r'"(?:[^"]"|[^"]{2}(?:"|(?![^"]*")))')
SLASHED = pattern(r"/((?:\\.|[^/\\])*)/")
IGNORED_ESCAPE = pattern(r"[A-Za-z0-9\\]?")
FRACTION = pattern(r"\.[0-9]+(?!\w)")
OCTAL = pattern(r"0[0-7]+\Z")
DIGITS = pattern(r"[0-9]+(?!\w)")
SIZE_OF = pattern(r"sizeof\{([^\s{}]+)\}")
STAR_ADDRESS = pattern(r"\*[\w$@'(]")

_LINKED_LABEL = pattern(r"[A-Za-z_.$][\w.$]*\Z|[0-9]+\$\Z")

PRIMARY = pattern(r"""[ \t]*(?:
    (?P<name>[A-Za-z_][\w.$]*(?:@|\?(?:(?=[ \t]*(?:[;,)\]]|$))|(?![^;]*:)))?)
  | (?P<hex>\$\w+)
  | (?P<number>[0-9]\w*(?:[$@]|\#\w+)?)
  | (?P<binary>%\w+)
  | (?P<pair>'(?:\\.|[^'\\]){2}'(?![\w'.$]))
  | (?P<character>'(?:\\.|[^\\])'?)
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<local>[.@?][A-Za-z_][\w$]*)
  | (?P<octal>@[0-9]\w*)
  | (?P<here>[*$])
  | (?P<unary>[-+~!])
  | (?P<open>\()
  | (?P<half>[<>])
)""", re.VERBOSE)

OPERATOR = pattern(r"[ \t]*(\|\||&&|<<|>>|==|!=|<>|<=|>=|[-+*/%&^|!<>=?])")

# Variables of C, in expressions on a machine.
POINTED_TO = pattern(r"[ \t]*(?P<stars>\*[* \t]*)(?P<name>[A-Za-z_][\w.$]*)")
MEMBER = pattern(r"[ \t]*(?:(?P<mark>->|\.)[ \t]*(?P<member>[A-Za-z_]\w*)|\[)")

# The label that may be defined more than once, and the branches to it: `<` above, `>` below.
BANG = "!"
BANG_TARGET = pattern(r"[<>](?=[ \t]*(?:;|$))")
HALF_WORD = pattern(r"[ \t]*\(|[ \t]+-?[\w$%@'.(]")
BLANKS = pattern(r"[ \t]*")
BARE_NAME = pattern(r"[^ \t;]+")
COMMA = pattern(r"[ \t]*,[ \t]*")


# A comment without `;` cannot begin with one of these.
_OPERATOR_OR_COMMA = frozenset("-+*/%&^|!<>=?,")
_OPERAND_LIKE = frozenset("$#0123456789")
LONE_REGISTER = pattern(r"(?:[xyus]|pcr?)\+{0,2}[ \t]*(?:;|$)", re.IGNORECASE)

_ESCAPES = {"n": 10, "r": 13, "t": 9, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27}
_CHARACTER = pattern(r"\\(?:[xX]([0-9A-Fa-f]{1,2})|(.))|(.)", re.DOTALL)

_ESCAPE = pattern(r"\\(.)")
_DOUBTFUL_ESCAPE = pattern(r"\\(?:[1-7e]|0[0-7])")

_HEX = pattern(r"[0-9A-Fa-f_]+\Z")
_BINARY = pattern(r"[01_]+\Z")


NUMBER_LENGTH_MAX = 66      # 64 binary digits and their prefix
VALUE_MAX = (1 << 64) - 1   # of numbers and results; the least is -VALUE_MAX
BASE_MAX = 36
OPERATOR_COUNT_MAX = 256    # each may take two of the thousand levels of Python's stack
COLON_IGNORED = "the colon after the operand is ignored"
HASH_IGNORED = "there is no immediate mode here: the `#` is ignored"


def is_local(name: str, dialect: Dialect = DIALECTS["vecx"]) -> bool:
    """Return whether a label is local, that is, belongs to the last global label."""
    if dialect.local_marks:
        return any(mark in name for mark in dialect.local_marks) or (
            name[-1] == "$" and name[0].isdecimal())
    if name[0] == "." and not dialect.dot_is_local:
        return False
    return name[0] in ".@?" or name[-1] in "@?" or (name[-1] == "$" and name[0].isdecimal())


def can_be_symbol(name: str, dialect: Dialect) -> bool:
    """Return whether a symbol or a local label may have this name."""
    if dialect.colon_labels:
        return bool(_LINKED_LABEL.match(name))
    if dialect.local_marks and name[0] == "@" and name[1:].isdecimal():
        return False        # it is an octal number
    return bool(LABEL.match(name) or (dialect.local_marks and MARKED_LABEL.match(name)))


class Slip(NamedTuple):
    """A mistake that a dialect accepts: the warning, its text, the columns, a hint."""

    name: str
    text: str
    start: int
    end: int
    hint: str = ""


def divide(text: str) -> tuple[str, str, int, int]:
    """Divide a line into its label and operation.

    Returns: label and operation, empty if there is none, and the columns of the operation and of
             its operand
    """
    match = LINE.match(text)
    assert match is not None
    label, operation = match.groups()
    start, end = match.start(2), match.end()
    if operation and not label and operation[-1] == ":" and operation.strip(":"):
        after = _AFTER_COLON.match(text, end)       # a label may be indented if it has a colon
        assert after is not None
        return operation.rstrip(":"), after.group(1) or "", after.start(1), after.end()
    return label or "", operation or "", start, end


class Scanner:
    """A position in a line.

    text     the whole line, so that positions are column offsets
    pos      the next character to read
    dialect  decides which mistakes are accepted, and how hi and lo bind
    remark   the column where a comment without `;` starts and looks like an operand, or -1
    slips    mistakes that were accepted
    operators  number of operators and parentheses read so far in the expression
    """

    __slots__ = ("dialect", "operators", "pos", "remark", "slips", "text")

    def __init__(self, text: str, pos: int, dialect: Dialect = DIALECTS["vecx"]) -> None:
        self.text = text
        self.pos = pos
        self.dialect = dialect
        self.operators = 0
        self.remark = -1
        self.slips: list[Slip] = []

    def peek(self) -> str:
        """Return the next character after blanks; an empty string at the end of the operand or
        before `;`."""
        text = self.text
        character = text[self.pos:self.pos + 1]
        if character == " " or character == "\t":
            match = BLANKS.match(text, self.pos)
            assert match
            self.pos = match.end()
            character = text[self.pos:self.pos + 1]
        return "" if character == ";" else character

    def accept(self, character: str) -> bool:
        """Read the given character if it comes next, after any blanks."""
        if self.peek() == character:
            self.pos += 1
            return True
        return False

    def skip_hash(self) -> bool:
        """Skip a `#` where the instruction has no immediate mode, if the dialect accepts that."""
        if not self.dialect.hash_ignored or self.peek() != "#":
            return False
        self.slips.append(Slip("hash-ignored", HASH_IGNORED, self.pos, self.pos + 1))
        self.pos += 1
        return True

    def comma(self) -> bool:
        """Read a comma with the blanks around it, if it is next."""
        match = COMMA.match(self.text, self.pos)
        if match is None:
            return False
        self.pos = match.end()
        return True

    def finish(self) -> None:
        """Check that the operand ends here: nothing follows, or a comment after `;` or a blank."""
        text, pos = self.text, self.pos
        if pos >= len(text) or text[pos] == ";":
            return
        if text[pos] == ":" and self.dialect.colon_ignored:
            self.slips.append(Slip("colon-ignored", COLON_IGNORED, pos, pos + 1))
            self.pos = pos = pos + 1
            if pos == len(text):
                return
        if text[pos] in " \t":
            start = BLANKS.match(text, pos).end()  # type: ignore[union-attr]
            character = text[start:start + 1]
            if character not in _OPERATOR_OR_COMMA:
                if character and (character in _OPERAND_LIKE or LONE_REGISTER.match(text, start)):
                    self.remark = start
                return
            pos = start
        raise self.unexpected(pos)

    def unexpected(self, pos: int) -> Fault:
        """Return the fault for text that cannot follow here."""
        word = self.word(pos)
        hints: list[str] = []
        quote = self.text.rfind("'", 0, pos)
        if 0 <= quote == pos - 2 and word[:1].isalnum():
            return Fault("E001", "more than one character between quotes", quote, pos + len(word),
                         hints=["write one character, as in 'A'; strings belong in FCC and FCB"])
        if word == "#" and self.text[pos - 1:pos] == "$":
            hints = [Hint("write `#` first: `#$`", Edit(pos - 1, pos + 1, "#$"))]
        elif pos > 0 and self.text[pos - 1] in " \t":
            hints = ["a comment that begins with an operator or a comma needs a `;` before it"]
        elif word == '"':
            hints = ['write a quote inside a string as \\"']
        return Fault("E003", f"unexpected `{word}` after the operand", pos, pos + len(word),
                     hints=hints)

    def word(self, pos: int) -> str:
        """Return the word or character at a position, for a message."""
        match = re.compile(r"[\w.$@?]+|[^\s;]").match(self.text, pos)
        return match.group() if match else ""

    def rest(self) -> str:
        """Return the rest of the line, without blanks and comment."""
        return self.text[self.pos:].partition(";")[0].strip()


def count_operator(scan: Scanner, start: int) -> None:
    """Count an operator or parenthesis.  Errors: Fault E027"""
    scan.operators += 1
    if scan.operators > OPERATOR_COUNT_MAX:
        raise Fault("E027", f"the expression has more than {OPERATOR_COUNT_MAX} operators and "
                    "parentheses", start, start + 1, hints=["define parts of it with EQU"])


def operand_cut(text: str, start: int, *, delimited: bool) -> str:
    """Remove the comment that begins at the first blank after the operand.

    Blanks inside quotes and after a single quote are part of the operand.

    Args: delimited  the operand begins with a string, which ends with its first character
    """
    position, size = start, len(text)
    if delimited and position < size:
        closing = text.find(text[position], position + 1)
        position = closing + 1 if closing > 0 else size
    while position < size and text[position] not in " \t":
        if text[position] == '"':
            closing = text.find('"', position + 1)
            position = closing if closing > 0 else size
        elif text[position] == "'":
            position += 1
        position += 1
    return text[:position]


def file_name(scan: Scanner) -> tuple[str, int, int]:
    """Read the name of a file, with or without quotes.  Errors: Fault E002, E004"""
    quote = scan.peek()
    start = scan.pos
    if not quote:
        raise Fault("E002", "the name of a file is expected here", start)
    if quote in "\"'" or (quote == "/" and scan.dialect.slash_quotes):
        end = scan.text.find(quote, start + 1)
        if end < 0:
            raise Fault("E004", "the name has no closing quote", start, len(scan.text))
        scan.pos = end + 1
        return scan.text[start + 1:end], start, end + 1
    match = BARE_NAME.match(scan.text, start)
    assert match is not None
    scan.pos = match.end()
    return match.group(), start, scan.pos


def escaped(text: str, dialect: Dialect = DIALECTS["vecx"]) -> bytes:
    """Return the bytes between the quotes of a string, with escapes replaced.

    A character beyond Latin-1 becomes a question mark.
    """
    if dialect.few_escapes:
        text = _ESCAPE.sub(lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)
        return text.encode("latin-1", "replace")
    if "\\" not in text:
        return text.encode("latin-1", "replace")
    out = bytearray()
    for code, escape, plain in _CHARACTER.findall(text):
        if code:
            out.append(int(code, 16))
        elif escape:
            out += bytes([_ESCAPES[escape]]) if escape in _ESCAPES else escape.encode(
                "latin-1", "replace")
        else:
            out += plain.encode("latin-1", "replace")
    return bytes(out)


def escaped_by_pragma(text: str, start: int) -> bytes:
    """Return the bytes of a string after lwasm's `pragma cescapes`.

    An unknown escape is a backslash.
    Args:   start  the column of the string
    Errors: Fault E030 for octal escapes and `\\e`
    """
    doubtful = _DOUBTFUL_ESCAPE.search(text)
    if doubtful is not None:
        raise Fault("E030", f"the escape `{doubtful.group()}` is not supported",
                    start + doubtful.start(), start + doubtful.end(),
                    hints=["write `\\x` and two hexadecimal digits"])
    return escaped(re.sub(r"\\([^nrt0abfvxX])", r"\\\\", text))


def number(text: str, start: int) -> int:
    """Read a number: $1F 0x1F 1Fh, %101 0b101 101b, @17 17o 17q, 31, 16#1F.

    Errors: Fault E001 names the digit that does not belong; E024 for more than 64 bits
    """
    if len(text) > NUMBER_LENGTH_MAX:
        raise Fault("E001", f"a number of {len(text)} digits is too long", start,
                    start + len(text))
    if text.isdecimal():
        value = int(text)
    elif text[0] == "$":
        try:
            value = int(text[1:], 16)
        except ValueError:
            value = _digits(text[1:], 16, text, start)
    else:
        value = _number(text, start)
    if value > VALUE_MAX:
        raise Fault("E024", f"`{text}` has more than 64 bits", start, start + len(text))
    return value


def _number(text: str, start: int) -> int:
    """Read a number that is neither decimal nor begins with `$`."""
    head, last = text[0], text[-1]
    if head == "%":
        return _digits(text[1:], 2, text, start)
    if head == "@":
        return _digits(text[1:], 8, text, start)
    if "#" in text:
        return _based(text, start)
    lower = text.lower()
    if lower.startswith("0x"):
        return _digits(text[2:], 16, text, start)
    if last in "hH" and _HEX.match(text[:-1]):
        return int(text[:-1].replace("_", ""), 16)
    if lower.startswith("0b") and len(text) > 2:
        return _digits(text[2:], 2, text, start)
    if last in "bB" and _BINARY.match(text[:-1]):
        return int(text[:-1].replace("_", ""), 2)
    if last in "oOqQ":
        return _digits(text[:-1], 8, text, start)
    return _digits(text, 10, text, start)


def _based(text: str, start: int) -> int:
    base, _, digits = text.partition("#")
    if not base.isdecimal() or not 2 <= int(base) <= BASE_MAX:
        raise Fault("E001", f"`{base}` is not the base of a number", start, start + len(base),
                    hints=[f"a base must be 2 to {BASE_MAX}"])
    try:
        return int(digits.replace("_", ""), int(base))
    except ValueError:
        raise Fault("E001", f"`{digits}` is not a number of base {base}", start,
                    start + len(text)) from None


_BASES = {2: "a binary", 8: "an octal", 10: "a decimal", 16: "a hexadecimal"}
_DIGITS = {2: pattern(r"[01_]+\Z"), 8: pattern(r"[0-7_]+\Z"), 10: pattern(r"[0-9_]+\Z"),
           16: pattern(r"[0-9A-Fa-f_]+\Z")}


def _digits(digits: str, base: int, text: str, start: int) -> int:
    if not _DIGITS[base].match(digits) or not digits.strip("_"):
        hints: list[str] = []
        if base == 10 and _HEX.match(text):
            hints = [Hint(f"write a hexadecimal number as ${text} or {text}h", f"${text}")]
        raise Fault("E001", f"`{text}` is not {_BASES[base]} number", start, start + len(text),
                    hints=hints)
    return int(digits.replace("_", ""), base)
