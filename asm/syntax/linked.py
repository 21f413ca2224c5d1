"""Lines, expressions, strings and macros of as6809, whose object files a linker joins.

A label has a colon, an operation may begin in any column, and what a name means is decided by what
follows it.  Numbers depend on .RADIX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from asm.syntax.diagnostics import Fault, Place
from asm.syntax.expr import (
    Binary,
    Env,
    Expr,
    Here,
    LocalName,
    Name,
    Number,
    Unary,
    area_of,
)
from asm.syntax.lexer import Scanner, Slip, count_operator, pattern
from asm.syntax.macros import Macro

NAME = r"[A-Za-z_.$][\w.$]*"
_ESCAPED = r"(?:\\(?:[0-7]{1,3}|[bfnrt\\])|.)"

_TERM = pattern(rf"""[ \t]*(?:
    (?P<characters>'{_ESCAPED}|"{_ESCAPED}{{2}})
  | (?P<local>[0-9]+\$(?![\w.$]))
  | (?P<number>[0-9]\w*|\$[%&\#$]\w+)
  | (?P<here>\.(?![\w.$]))
  | (?P<name>{NAME})
  | (?P<unary>[-+~<>])
  | (?P<open>\()
)""", re.VERBOSE)

_OPERATOR = pattern(r"[ \t]*(<<|>>|[-+*/%&^|])")
_BINDING = {"|": 1, "&": 2, "^": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}
_UNSIGNED = ("/", "%", ">>")        # they take their operands as 16 bits without a sign

_LABEL = pattern(rf"[ \t]*({NAME}|[0-9]+\$)[ \t]*::?(?!=)[ \t]*")
_ASSIGNED = pattern(rf"[ \t]*({NAME})[ \t]*(==|=:|=|\.(?:equ|gblequ|lclequ)(?![\w.$]))[ \t]*",
                    re.IGNORECASE)
_OPERATION = pattern(r"[ \t]*([\w.$]+|[^\s;]*)[ \t]*")

_PREFIXES = {"b": 2, "o": 8, "q": 8, "d": 10, "h": 16, "x": 16, "%": 2, "&": 8, "#": 10, "$": 16}
_PIECE = pattern(r"\\(?:([0-7]{1,3})|([bfnrt\\]))|(.)", re.DOTALL)
_CODES = {"b": b"\b", "f": b"\f", "n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}

_ARGUMENT = pattern(r"\^(\S)(.*?)\1|[^\s,;]+")
_WORD = pattern(rf"\"[^\"]*\"|'.|(?<![\w.$])({NAME})")
_DEFINING = pattern(r"[ \t]*\.(?:un)?define\b", re.IGNORECASE)
_COUNT = pattern(rf"[ \t]*\.narg[ \t]+({NAME})", re.IGNORECASE)
_NESTED_MAX = 16
_LENGTH_MAX = 4096      # characters of a line after which no name is replaced any more


def divide(text: str) -> tuple[str, str, int, int]:
    """Divide a line into its label and operation, as `lexer.divide`.

    Assignments to `.` are the operation `.=`.  If a label has another label or an assignment after
    it, the operation is `:`, and its operand is the rest of the line.
    """
    match = _LABEL.match(text)
    label, start = (match.group(1), match.end()) if match is not None else ("", 0)
    assigned = _ASSIGNED.match(text, start)
    if label and (assigned is not None or _LABEL.match(text, start)):
        return label, ":", start, start
    if assigned is not None:
        name, operation = assigned.groups()
        if name == ".":
            return "", "." + operation, assigned.start(1), assigned.end()
        return name, "=" if operation[0] == "." else operation, assigned.start(2), assigned.end()
    match = _OPERATION.match(text, start)
    assert match is not None
    return label, match.group(1), match.start(1), match.end()


class ByteOfAddress(Unary):
    """`<` or `>` in an expression of as6809: a byte of a number; of an address, it selects the byte
    of the whole expression (`ByteOfAll`)."""

    __slots__ = ()

    def value(self, env: Env) -> int:
        return self.operand.value(env) if area_of(self.operand, env) else super().value(env)


class ByteOfAll(Unary):
    """An expression in which `<` or `>` stands before an address.

    wide  a word is written, where as6809 ignores the operator or loses a byte
    """

    __slots__ = ("wide",)

    def __init__(self, operator: str, operand: Expr, start: int, *, wide: bool = False) -> None:
        super().__init__(operator, operand, start)
        self.wide = wide

    def value(self, env: Env) -> int:
        if not area_of(self.operand, env):
            return self.operand.value(env)
        if self.wide:
            sign = "<" if self.operator == "lo" else ">"
            raise Fault("E024", f"as6809 does not choose a byte of an address with `{sign}` in a "
                        "word", self.start, self.end,
                        hints=[f"remove `{sign}`; it works in .byte and before 8-bit registers"])
        return super().value(env)


def in_word(expr: Expr) -> Expr:
    """Return the expression of a word."""
    return ByteOfAll(expr.operator, expr.operand, expr.start, wide=True) if isinstance(
        expr, ByteOfAll) else expr


def _with_byte(expr: Expr) -> Expr:
    """Return a whole expression, as ByteOfAll if `<` or `>` is in it."""
    found, parts = "", [expr]
    while parts and not found:
        part = parts.pop()
        found = part.operator if isinstance(part, ByteOfAddress) else ""
        parts += part.parts()
    return ByteOfAll(found, expr, expr.start) if found else expr


def expression(scan: Scanner, before: int = 0) -> Expr:
    """Read an expression.

    Args:   before  bytes of the statement before it: `.` is the address after them
    Errors: Fault
    """
    return _with_byte(_operations(scan, 0, before))


def _operations(scan: Scanner, binding: int, before: int) -> Expr:
    """Read a term and the operators after it that bind more tightly than `binding`."""
    left = _term(scan, before)
    while True:
        match = _OPERATOR.match(scan.text, scan.pos)
        if match is None or _BINDING[match.group(1)] <= binding:
            return left
        operator, scan.pos = match.group(1), match.end()
        count_operator(scan, match.start(1))
        right = _operations(scan, _BINDING[operator], before)
        if operator in _UNSIGNED:
            left, right = Unary("word", left, left.start), Unary("word", right, right.start)
        left = Binary(operator, left, right)


def _term(scan: Scanner, before: int) -> Expr:
    match = _TERM.match(scan.text, scan.pos)
    if match is None:
        raise Fault("E002", "a value is expected here", scan.pos) if not scan.peek() else Fault(
            "E001", f"a value is expected here, not `{scan.word(scan.pos)}`", scan.pos,
            scan.pos + 1)
    kind = str(match.lastgroup)
    text, (start, end) = match.group(kind), match.span(kind)
    scan.pos = end
    match kind:
        case "name":
            return Name(text, start, end)
        case "local":
            return LocalName(text, start, end)
        case "here":
            here = Here(start, end)
            return Binary("+", here, Number(before, start, end)) if before else here
        case "number":
            return Number(number(text, scan.dialect.radix, start), start, end)
        case "characters":
            return Number(int.from_bytes(escaped(text[1:]), "big"), start, end)
    count_operator(scan, start)
    if kind == "open":
        inner = _operations(scan, 0, before)
        if not scan.accept(")"):
            raise Fault("E001", "`(` without `)`", start, scan.pos)
        inner.start, inner.end = start, scan.pos
        return inner
    inner = _term(scan, before)
    if text in "<>":
        return ByteOfAddress("lo" if text == "<" else "hi", inner, start)
    if text == "-" and type(inner) is Number:
        return Number(-inner.number, start, inner.end)
    return inner if text == "+" else Unary(text, inner, start)


def items(scan: Scanner, width: int, *, literal: bool) -> list[Expr | bytes]:
    """Read the operand of a directive for data: values of `width` bytes, or a string if it is
    literal.  Errors: Fault"""
    found: list[Expr | bytes] = [] if not literal else [_string(scan)]
    while not literal:
        found.append(expression(scan, len(found) * width))
        if not scan.comma():
            break
    scan.finish()
    return found


def number(text: str, radix: int, start: int) -> int:
    """Read a number: 31, with the base `radix`; 0x1F 0h1F $$1F, 0b101 $%101, 0o17 0q17 $&17,
    0d31 $#31.

    Errors: Fault E001
    """
    letter = text[1:2].lower()
    base, digits = (_PREFIXES[letter], text[2:]) if letter in _PREFIXES and text[0] in "0$" else (
        radix, text)
    try:
        return int(digits.replace("_", "?"), base)
    except ValueError:
        raise Fault("E001", f"`{text}` is not a number of base {base}", start, start + len(text),
                    hints=["write 0x, 0d, 0o or 0b before a number of another base"]) from None


def escaped(text: str) -> bytes:
    """Return the bytes of a text, with its escapes replaced."""
    return b"".join(bytes((int(octal, 8) & 0xFF,)) if octal else _CODES[letter] if letter else
                    plain.encode("latin-1", "replace")
                    for octal, letter, plain in _PIECE.findall(text))


def _string(scan: Scanner) -> bytes:
    """Read the string of .ASCII and its family.  Errors: Fault E004"""
    start = scan.pos
    inside = quoted(scan)
    if inside.endswith("\\\\"):
        scan.slips.append(Slip(
            "last-backslash", "versions of as6809 differ on `\\\\` at the end of a string: here it "
            "is one character", start, scan.pos, "write its code, `\\134`"))
    return escaped(inside)


def quoted(scan: Scanner) -> str:
    """Read a text: any character delimits it, and `^` may precede that character.

    Errors: Fault E004
    """
    delimiter = scan.peek()
    start = scan.pos
    if delimiter == "^" and scan.text[start + 1:start + 2].strip():
        start += 1
        delimiter = scan.text[start]
    end = scan.text.find(delimiter, start + 1)
    if end < 0:
        raise Fault("E004", f"the string has no closing `{delimiter}`", start, len(scan.text))
    scan.pos = end + 1
    return scan.text[start + 1:end]


def argument(scan: Scanner) -> str:
    """Read an argument of a macro or condition, after a comma or blanks: a text without blanks and
    commas, or any text in `^/.../`; an empty string if there is none."""
    scan.comma()
    if not scan.peek():
        return ""
    match = _ARGUMENT.match(scan.text, scan.pos)
    if match is None:
        return ""
    scan.pos = match.end()
    return match.group(2) if match.group(1) else match.group()


def arguments(text: str, start: int = 0) -> list[str]:
    """Return the arguments in a text, as `argument`; a comma may stand before the first one."""
    scan = Scanner(text, start)
    found = []
    while scan.peek():
        found.append(argument(scan))
    if found and not found[-1]:     # nothing follows the last comma
        found.pop()
    return found


def replaced(text: str, definitions: dict[str, str]) -> str:
    """Replace the names of .DEFINE in a line, also those in their texts."""
    def word(match: re.Match[str]) -> str:
        return definitions.get(match.group(1) or "", match.group())

    for _ in range(0 if _DEFINING.match(text) else _NESTED_MAX):
        before, text = text, _WORD.sub(word, text)
        if text == before or len(text) > _LENGTH_MAX:
            break
    return text


def substituted(body: Iterable[Place], values: Mapping[str, str], call: Place,
                why: str) -> Iterator[Place]:
    """Yield lines with names replaced everywhere; `'` beside a name joins its text to the next."""
    names = "|".join(map(re.escape, values)) or "(?!)"
    found = re.compile(rf"'?(?<![\w.$])({names})(?![\w.$])'?")
    for line in body:
        yield Place(line.file, line.line, found.sub(lambda match: values[match.group(1)],
                                                    line.text), call, why)


class TextMacro(Macro):
    """A macro of as6809: its parameters are replaced as text, also in strings.

    fresh  the parameters that become labels of the expansion if they have no argument
    texts  its lines
    """

    __slots__ = ("fresh", "texts")

    def __init__(self, name: str, parameters: list[str], body: list[Place], place: Place) -> None:
        super().__init__(name, [parameter.lstrip("?") for parameter in parameters], body, place)
        self.fresh = [parameter[1:] for parameter in parameters if parameter[0] == "?"]
        self.texts = body

    def expanded(self, given: list[str], number: int, call: Place) -> Iterator[Place]:
        """Return the lines with arguments inserted, and .NARG as an assignment.

        Args: number  from which the labels of this expansion are counted
        """
        values = dict.fromkeys(self.parameters, "")
        for count, name in enumerate(self.fresh):
            values[name] = f"{number + count}$"
        values.update(zip(self.parameters, given, strict=False))
        body = [Place(line.file, line.line, _COUNT.sub(rf" \1 = 0d{len(given)}", line.text))
                for line in self.texts]
        return substituted(body, values, call, f"in the macro `{self.name}` called here")
