"""The parser of operands: expressions, addressing modes, lists of data.

Everything here works on one line, without the values of symbols, and raises Fault with columns.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from asm.cpu.isa import REGISTER_BYTES, STACK_ORDER_S, STACK_ORDER_U, TRANSFER_CODES
from asm.syntax import lexer, linked
from asm.syntax.diagnostics import Edit, Fault, Hint
from asm.syntax.expr import (
    BITS_ALIKE,
    EQUALITY_TIGHTER,
    PRECEDENCE,
    Access,
    Binary,
    Cell,
    Choice,
    Exact,
    Expr,
    Here,
    LocalName,
    Name,
    Number,
    NumericName,
    Previous,
    Unary,
    Whole,
)
from asm.syntax.foreign_mnemonics import QUOTES
from asm.syntax.lexer import Scanner, Slip, count_operator, pattern

IMMEDIATE = "immediate"
ADDRESS = "address"
NO_OFFSET = "no offset"
OFFSET = "offset"
PC_OFFSET = "pc offset"
EXTENDED_INDIRECT = "extended indirect"
BARE_REGISTER = "bare register"

_ACCUMULATOR = pattern(r"([abdABD])[ \t]*,[ \t]*(?=[A-Za-z])")
_INDEX = pattern(r"[ \t]*(-*)[ \t]*([A-Za-z_]\w*|)(\+*)")
_BARE = pattern(r"([xyusXYUS])(\+{0,2})(?=[ \t;\]]|$)")
_SIZE = pattern(r"[<>]+")
_REGISTER = pattern(r"[ \t]*([A-Za-z_]\w*|[0-9]\w*|)")
_AUTO = {("", "+"): ",R+", ("", "++"): ",R++", ("-", ""): ",-R", ("--", ""): ",--R", ("", ""): ",R"}


class Operand(NamedTuple):
    """An operand of an instruction that addresses memory.

    form      one of the constants above
    expr      the number in it, if it has one
    prefix    "", "<", ">" or "<<": the size that the source requests
    register  X Y U S, or PC / PCR
    syntax    for a form without a number, the entry of the post-byte card, such as ",R++"
    indirect  in brackets
    """

    form: str
    expr: Expr | None
    prefix: str
    register: str
    syntax: str
    indirect: bool
    start: int
    end: int


def parse_expression(scan: Scanner) -> Expr:
    """Read an expression; blanks are allowed around operators.

    Errors: Fault E027 for more than OPERATOR_COUNT_MAX operators and parentheses
    """
    scan.operators = 0
    if scan.dialect.radix:
        return linked.expression(scan)
    left = _primary(scan)
    if scan.pos < len(scan.text):
        left = _operations(scan, left, 0)
    return Whole(left) if scan.dialect.fractions and isinstance(left, Exact | Unary | Choice) \
        else left


def _expression(scan: Scanner, binding: int) -> Expr:
    """Read an operand and the operators after it that bind more tightly than `binding`."""
    return _operations(scan, _primary(scan), binding)


def _operations(scan: Scanner, left: Expr, binding: int) -> Expr:
    """Read the operators after an operand, each with its right operand."""
    text, size, dialect = scan.text, len(scan.text), scan.dialect
    while True:
        if scan.pos == size:
            return left
        match = lexer.OPERATOR.match(text, scan.pos)
        if match is None:
            return left
        operator = match.group(1)
        if operator == "?":
            if binding > 0:
                return left
            scan.pos = match.end()
            count_operator(scan, match.start(1))
            yes = _expression(scan, 0)
            if not scan.accept(":"):
                raise Fault("E001", "`?` without `:`", match.start(1), scan.pos)
            left = Choice(left, yes, _expression(scan, 0))
            continue
        strength = 1 if dialect.left_to_right else (
            BITS_ALIKE if dialect.bits_alike else
            EQUALITY_TIGHTER if dialect.equality_tighter else PRECEDENCE)[operator]
        if strength <= binding:
            return left
        scan.pos = match.end()
        count_operator(scan, match.start(1))
        if dialect.fractions:
            _check_exact(scan, operator, match.start(1))
        left = (Exact if dialect.fractions else Binary)(
            operator, left, _expression(scan, strength))


# What to write for an operator that dialects with fractions read otherwise.
_INSTEAD = {"=": "==", "<>": "!=", "!": "|", "--": "- -", "++": "+ +"}


def _check_exact(scan: Scanner, operator: str, start: int) -> None:
    """Check an operator of a dialect with fractions.  Errors: Fault E003"""
    double = scan.text[start:start + 2]
    found = double if double in _INSTEAD else operator
    if found in _INSTEAD:
        raise Fault("E003", f"this dialect has no operator `{found}`", start, start + len(found),
                    hints=[f"write `{_INSTEAD[found]}`"])


def _primary(scan: Scanner) -> Expr:
    """Read any operators before an operand, and the operand: a number, a name or a bracketed
    expression."""
    match = lexer.PRIMARY.match(scan.text, scan.pos)
    if match is None:
        if scan.dialect.reads_memory and scan.peek() in ("[", "{", "#"):
            return _memory(scan)
        if scan.skip_hash():
            count_operator(scan, scan.pos - 1)
            return _primary(scan)
        return _marked(scan)
    kind = match.lastgroup
    assert kind is not None
    text = match.group(kind)
    start, end = match.span(kind)
    scan.pos = end
    match kind:
        case "name" | "local" if scan.dialect.local_marks:
            return _marked_name(scan, text, start)
        case "name":
            found = _name(scan, text, start, end)
            return _access(scan, found, 0) if scan.dialect.reads_memory and type(found) is Name \
                else found
        case "hex" | "binary" | "octal":
            return Number(lexer.number(text, start), start, end)
        case "number" if scan.dialect.fractions and lexer.FRACTION.match(scan.text, end):
            return _fraction(scan, start)
        case "number" if scan.dialect.zero_is_octal and lexer.OCTAL.match(text):
            return Number(int(text, 8), start, end)
        case "number":
            return _number(text, start, end)
        case "local":
            kind_of = LocalName if lexer.is_local(text, scan.dialect) else Name
            return kind_of(text, start, end)
        case "here":
            if scan.dialect.reads_memory and text == "*" and (
                    match := lexer.POINTED_TO.match(scan.text, start)):
                return _pointed_to(scan, match)
            return Here(start, end)
        case "unary":
            count_operator(scan, start)
            inner = _primary(scan)
            if text == "-" and type(inner) is Number:
                return Number(-inner.number, start, inner.end)
            if scan.dialect.fractions and text in "~!":
                inner = Whole(inner)
            return inner if text == "+" else Unary(text, inner, start)
        case "half":
            count_operator(scan, start)
            if scan.dialect.half_ignored and lexer.BANG_TARGET.match(scan.text, start):
                return NumericName(lexer.BANG, text == ">", None, start, end)
            inner = _primary(scan)
            return inner if scan.dialect.half_ignored else Unary(
                "lo" if text == "<" else "hi", inner, start)
        case "open":
            count_operator(scan, start)
            inner = _expression(scan, 0)
            if not scan.accept(")"):
                raise Fault("E001", "`(` without `)`", start, scan.pos)
            inner.start, inner.end = start, scan.pos
            return inner
        case "character" | "pair" if scan.dialect.plain_characters:
            return _plain_character(scan, start)
        case "character":
            return Number(_character(text, start), start, end)
        case "string" if scan.dialect.quoted_pair and lexer.PAIR.match(text):
            return _quoted_pair(scan, start)
        case "pair" if len(lexer.escaped(text[1:-1])) == 1:     # an escape that is longer
            return Number(lexer.escaped(text[1:-1])[0], start, end)
    value = lexer.escaped(text[1:-1], scan.dialect)
    if len(value) not in (1, 2, 4):
        raise Fault("E001", f"a string of {len(value)} characters is not a number", start, end)
    return Number(int.from_bytes(value, "big"), start, end)


def _marked(scan: Scanner) -> Expr:
    """Read an operand that begins with a character which is not usual there.  Errors: Fault"""
    mark, start, dialect = scan.peek(), scan.pos, scan.dialect
    if mark == '"' and dialect.quoted_pair:
        return _quoted_pair(scan, start)
    if mark == "'" and dialect.plain_characters:
        return _plain_character(scan, start)
    if mark and mark in dialect.operand_marks:
        scan.pos += 1
        if mark == "^":
            count_operator(scan, start)
            return Unary("~", _primary(scan), start)
        digits = lexer.DIGITS.match(scan.text, scan.pos)
        if mark == "." and digits is None:
            return Here(start, scan.pos)
        if mark == "&" and digits is not None:
            scan.pos = digits.end()
            return Number(lexer.number(digits.group(), start), start, scan.pos)
        scan.pos = start
    raise _expected_value(scan)


def _quoted_pair(scan: Scanner, start: int) -> Expr:
    """Read `"AB`, with or without a closing quote."""
    pair = scan.text[start + 1:start + 3]
    if len(pair) < 2:
        raise Fault("E001", "two characters are expected after the quote", start, len(scan.text))
    scan.pos = start + 3 + (scan.text[start + 3:start + 4] == '"')
    return Number(int.from_bytes(pair.encode("latin-1", "replace"), "big"), start, scan.pos)


def _plain_character(scan: Scanner, start: int) -> Expr:
    """Read `'A`, with or without a closing quote; a backslash is an ordinary character."""
    character = scan.text[start + 1:start + 2]
    if not character:
        raise Fault("E001", "a character is expected after the quote", start, start + 1)
    scan.pos = start + 2 + (scan.text[start + 2:start + 3] == "'")
    if character == "\\" and scan.dialect.few_escapes:
        scan.pos = lexer.IGNORED_ESCAPE.match(scan.text, scan.pos).end()  # type: ignore[union-attr]
    return Number(character.encode("latin-1", "replace")[0], start, scan.pos)


def _marked_name(scan: Scanner, text: str, start: int) -> Expr:
    """Read a name that may contain marks of local labels, or `sizeof{structure}`."""
    end = lexer.MARKED_REST.match(scan.text, scan.pos).end()  # type: ignore[union-attr]
    if text == "sizeof" and (size := lexer.SIZE_OF.match(scan.text, start)):
        scan.pos = size.end()
        return Name(size.group(1), start, scan.pos)
    if end == scan.pos and not lexer.is_local(text, scan.dialect):
        return _name(scan, text, start, end)
    scan.pos, text = end, scan.text[start:end]
    return (LocalName if lexer.is_local(text, scan.dialect) else Name)(text, start, end)


def _expected_value(scan: Scanner) -> Fault:
    found = scan.peek()
    if not found:
        return Fault("E002", "a value is expected here", scan.pos)
    if found in QUOTES:
        return Fault("E001", f"`{found}` is a typographic quote", scan.pos, scan.pos + 1,
                     hints=[Hint(f"write `{QUOTES[found]}`", _plain_quotes(scan))])
    if found == '"':
        return Fault("E004", "the string has no closing quote", scan.pos, len(scan.text))
    slashes = scan.text.find("//", max(0, scan.pos - 1), scan.pos + 2)
    comment = Hint("a comment begins with `;`", Edit(slashes, slashes + 2, ";"))
    return Fault("E001", f"a value is expected here, not `{scan.word(scan.pos)}`", scan.pos,
                 scan.pos + 1, hints=[comment] if slashes >= 0 else [])


def _plain_quotes(scan: Scanner) -> Edit:
    """Return the edit that replaces the typographic quotes from here on."""
    last = max(at for at, character in enumerate(scan.text) if character in QUOTES)
    return Edit(scan.pos, last + 1, "".join(
        QUOTES.get(character, character) for character in scan.text[scan.pos:last + 1]))


def _name(scan: Scanner, text: str, start: int, end: int) -> Expr:
    if text in ("hi", "lo", "HI", "LO") and lexer.HALF_WORD.match(scan.text, end):
        count_operator(scan, start)
        inner = _expression(scan, 0) if scan.dialect.half_loosest else _primary(scan)
        return Unary(text.lower(), inner, start)
    if text == "prev" and scan.dialect.reads_memory and scan.peek() == "(":
        return _previous(scan, start)
    if text[-1] in "@?":
        return LocalName(text, start, end)
    return Name(text, start, end)


def _memory(scan: Scanner) -> Expr:
    """Read `[address]`, `{address}` or `#name`, which are valid only in expressions on a
    machine."""
    start = scan.pos
    opening = scan.text[start]
    scan.pos += 1
    if opening == "#":
        inner = _primary(scan)
        inner.start = start
        if isinstance(inner, Name):
            inner.name = "#" + inner.name
        elif isinstance(inner, Access):
            inner.root = "#" + inner.root
        else:
            raise Fault("E001", "the name of a symbol is expected after `#`", start, scan.pos)
        return inner
    count_operator(scan, start)
    closing = "]" if opening == "[" else "}"
    inner = _expression(scan, 0)
    if not scan.accept(closing):
        raise Fault("E001", f"`{opening}` without `{closing}`", start, scan.pos)
    return Cell(inner, 1 if opening == "[" else 2, start, scan.pos)


def _pointed_to(scan: Scanner, match: re.Match[str]) -> Expr:
    """Read `*p`, where a `*` alone would be the PC."""
    scan.pos = match.end()
    count_operator(scan, match.start())
    name = Name(match["name"], match.start("name"), match.end())
    found = _access(scan, name, match["stars"].count("*"))
    found.start = match.start()
    return found


def _access(scan: Scanner, name: Name, stars: int) -> Expr:
    """Read the members and indices after the name of a variable of C, which `*` may precede."""
    steps = list[str | Expr]()
    while match := lexer.MEMBER.match(scan.text, scan.pos):
        count_operator(scan, scan.pos)
        scan.pos = match.end()
        if match["member"]:
            steps.append(match["mark"] + match["member"])
            continue
        steps.append(_expression(scan, 0))
        if not scan.accept("]"):
            raise Fault("E001", "`[` without `]`", match.start(), scan.pos)
    steps += ["*"] * stars
    return Access(name.name, tuple(steps), name.start, scan.pos) if steps else name


def _previous(scan: Scanner, start: int) -> Previous:
    count_operator(scan, start)
    scan.pos += 1
    inner = _expression(scan, 0)
    if not scan.accept(")"):
        raise Fault("E001", "`(` without `)`", start, scan.pos)
    return Previous(inner, start, scan.pos)


def _number(text: str, start: int, end: int) -> Expr:
    last = text[-1]
    if last in "$@":
        return LocalName(text, start, end)
    if last in "bBfF" and text[:-1].isdecimal():
        binary = last in "bB" and set(text[:-1]) <= {"0", "1"}
        return NumericName(text[:-1], last in "fF", lexer.number(text, start) if binary else None,
                           start, end)
    return Number(lexer.number(text, start), start, end)


def _fraction(scan: Scanner, start: int) -> Expr:
    """Read a decimal number with a fraction: it is a division."""
    end = lexer.FRACTION.match(scan.text, scan.pos).end()  # type: ignore[union-attr]
    whole, digits = scan.text[start:scan.pos], scan.text[scan.pos + 1:end]
    if not whole.isdecimal() or len(whole + digits) > lexer.NUMBER_LENGTH_MAX:
        raise Fault("E001", f"`{scan.text[start:end]}` is not a decimal number", start, end)
    scan.pos = end
    return Exact("/", Number(int(whole + digits), start, end),
                 Number(10 ** len(digits), start, end))


def _character(text: str, start: int) -> int:
    inside = text[1:-1] if len(text) > 2 and text[-1] == "'" else text[1:]
    value = lexer.escaped(inside)
    if len(value) != 1:
        raise Fault("E001", f"{text} is not a character", start, start + len(text))
    return value[0]


def parse_operand(scan: Scanner) -> Operand:
    """Read the operand of an instruction that addresses memory or takes `#`."""
    character = scan.peek()
    start = scan.pos
    if not character:
        raise Fault("E002", "this instruction needs an operand", start)
    if character == "#":
        scan.pos += 1
        expr = parse_expression(scan)
        if scan.dialect.hash_ignored and scan.comma():
            scan.slips.append(Slip("hash-ignored", lexer.HASH_IGNORED, start, start + 1))
            operand = _indexed(scan, expr, "", False, start)
        else:
            operand = Operand(IMMEDIATE, expr, "", "", "", False, start, scan.pos)
    elif character == "[":
        scan.pos += 1
        operand = _address(scan, True)
        if not scan.accept("]"):
            raise Fault("E001", "`[` without `]`", start, scan.pos)
        operand = operand._replace(start=start, end=scan.pos)
    else:
        operand = _address(scan, False)
    scan.finish()
    return operand


def _address(scan: Scanner, indirect: bool) -> Operand:
    """Read an address or an indexed operand, without brackets."""
    text, start = scan.text, scan.pos
    character = scan.peek()
    prefix = ""
    if character in "<>" and character and not (scan.dialect.radix or (
            scan.dialect.half_ignored and lexer.BANG_TARGET.match(text, scan.pos))):
        prefix = _size_prefix(scan)
        character = scan.peek()
    elif character == "*" and (scan.dialect.star_is_direct or (
            scan.dialect.star_or_direct and lexer.STAR_ADDRESS.match(text, scan.pos))):
        scan.pos += 1
        prefix = "<"
    if character == ",":
        scan.pos += 1
        return _indexed(scan, None, prefix, indirect, start)
    accumulator = _ACCUMULATOR.match(text, scan.pos) if character in "abdABD" else None
    if accumulator is not None:
        scan.pos = accumulator.end()
        return _indexed(scan, accumulator.group(1).upper(), prefix, indirect, start)
    bare = _BARE.match(text, scan.pos) if character in "xyusXYUS" and not prefix else None
    if bare is not None:
        scan.pos = bare.end()
        name = Name(bare.group(1), bare.start(1), bare.end(1))
        syntax = _AUTO["", bare.group(2)]
        return Operand(BARE_REGISTER, name, "", bare.group(1).upper(), syntax, indirect, start,
                       scan.pos)
    expr = parse_expression(scan)
    if scan.comma():
        return _indexed(scan, expr, "" if scan.dialect.radix else prefix, indirect, start)
    form = EXTENDED_INDIRECT if indirect else ADDRESS
    return Operand(form, expr, prefix, "", "", indirect, start, scan.pos)


def _size_prefix(scan: Scanner) -> str:
    """Read `<`, `>`, `<<` or `>>`, which forces a size; `>>` is the same as `>`."""
    match = _SIZE.match(scan.text, scan.pos)
    assert match is not None
    written = match.group()
    if written not in ("<", ">", "<<", ">>"):
        raise Fault("E001", f"`{written}` is not a size", scan.pos, match.end(),
                    hints=["`<` requests 8 bits, `>` 16 bits, and `<<` 5 bits before an index "
                           "register"])
    scan.pos = match.end()
    return ">" if written == ">>" else written


def _indexed(scan: Scanner, offset: Expr | str | None, prefix: str, indirect: bool,
             start: int) -> Operand:
    """Read what follows the comma of an indexed operand."""
    match = _INDEX.match(scan.text, scan.pos)
    assert match is not None
    before, name, after = match.groups()
    register = "S" if name in ("sp", "SP") else name.upper()
    at, end = match.span(2)
    if register not in ("X", "Y", "U", "S", "PC", "PCR"):
        raise _bad_index(scan, name, at, end)
    scan.pos = match.end()
    if (before, after) not in _AUTO:
        raise Fault("E001", f"`{match.group().strip()}` is not an indexed mode", match.start(),
                    match.end(), hints=["use ,R+ ,R++ ,-R or ,--R"])
    automatic = before or after
    if automatic and type(offset) is Number and offset.number == 0 \
            and scan.dialect.offset_with_increment and register not in ("PC", "PCR"):
        scan.slips.append(Slip(
            "offset-ignored", f"the offset before `{match.group().strip()}` is ignored",
            offset.start, offset.end))
        offset = None
    if automatic and (register in ("PC", "PCR") or offset is not None):
        what = "the program counter" if register in ("PC", "PCR") else "an offset"
        raise Fault("E001", f"`{before or after}` cannot be combined with {what}", match.start(),
                    match.end())
    if register in ("PC", "PCR"):
        if not isinstance(offset, Expr):
            raise Fault("E002", f"`,{name}` needs an address before the comma", start, end)
        return Operand(PC_OFFSET, offset, prefix, register, "", indirect, start, scan.pos)
    if isinstance(offset, Expr):
        return Operand(OFFSET, offset, prefix, register, "", indirect, start, scan.pos)
    syntax = f"{offset},R" if offset else _AUTO[before, after]
    return Operand(NO_OFFSET, None, prefix, register, syntax, indirect, start, scan.pos)


def _bad_index(scan: Scanner, name: str, start: int, end: int) -> Fault:
    if not name:
        word = scan.word(scan.pos)
        shown = f", not `{word}`" if word and word != ";" else ""
        return Fault("E012", f"an index register is expected here{shown}", scan.pos,
                     scan.pos + len(word), hints=["the index registers are X, Y, U, S and PCR"])
    return Fault("E012", f"`{name}` is not an index register", start, end,
                 hints=["the index registers are X, Y, U, S and PCR"])


def parse_branch_target(scan: Scanner) -> tuple[Expr, str]:
    """Read the operand of a branch: an address, and the size prefix, as in `Operand`."""
    character = scan.peek()
    if not character:
        raise Fault("E002", "a branch needs a target", scan.pos)
    if character == "#" and scan.skip_hash():
        character = scan.peek()
    if character and character in "#[,":
        raise Fault("E011", f"a branch needs an address, not `{scan.rest()}`", scan.pos,
                    scan.pos + len(scan.rest()))
    expr: Expr
    if not scan.dialect.radix and lexer.BANG_TARGET.match(scan.text, scan.pos):
        expr = NumericName(lexer.BANG, character == ">", None, scan.pos, scan.pos + 1)
        scan.pos += 1
        return expr, ""
    sized = character and character in "<>" and not scan.dialect.radix
    prefix = _size_prefix(scan) if sized else ""
    start = scan.pos
    expr = parse_expression(scan)
    if lexer.COMMA.match(scan.text, scan.pos):
        raise Fault("E011", "a branch needs an address, not an indexed operand", start,
                    scan.pos + len(scan.rest()), hints=["use JMP or JSR for an indexed operand"])
    scan.finish()
    return expr, prefix


def parse_transfer(scan: Scanner) -> tuple[int, str, str, int, int]:
    """Read the two registers of TFR or EXG.

    Returns: post-byte, source, target, and the columns of both
    """
    scan.peek()
    start = scan.pos
    first = _register(scan, TRANSFER_CODES)
    if not scan.comma():
        raise Fault("E012", "two registers separated by a comma are expected", start, scan.pos)
    second = _register(scan, TRANSFER_CODES)
    end = scan.pos
    scan.finish()
    return TRANSFER_CODES[first] << 4 | TRANSFER_CODES[second], first, second, start, end


_REGISTER_ALIASES = {"SP": "S", "CCR": "CC", "DPR": "DP"}


def _register(scan: Scanner, known: dict[str, int] | tuple[str, ...]) -> str:
    match = _REGISTER.match(scan.text, scan.pos)
    assert match is not None
    name = match.group(1)
    upper = _REGISTER_ALIASES.get(name.upper(), name.upper())
    if upper in known:
        scan.pos = match.end()
        return upper
    start, end = match.span(1)
    if not name:
        word = scan.word(start)
        raise Fault("E012", "a register is expected here" + (f", not `{word}`" if word else ""),
                    start, start + len(word))
    raise Fault("E012", f"`{name}` is not a register here", start, end,
                hints=["the registers are " + " ".join(REGISTER_BYTES)])


# Text that looks like the rest of a list in which a comma is missing.
_MORE_REGISTERS = pattern(r"[ \t](?:[ \t]*,?[ \t]*(?:cc|dp|pc|[abdxyus])\b)+[ \t]*(?:;|$)", re.I)
_STACK_SETS = {"D": 0x06, "ALL": 0xFF}     # names for several registers


def parse_stack_list(scan: Scanner, mnemonic: str) -> Expr | int:
    """Read the list of registers of PSH or PUL, or `#` and the post-byte itself.

    Returns: the post-byte, or the expression after `#`
    Errors:  Fault E013 for the stack pointer the instruction itself uses
    """
    character = scan.peek()
    if character == "#":
        start = scan.pos
        scan.pos += 1
        expr = parse_expression(scan)
        if expr.names(""):
            raise Fault("E012", "registers are expected, or `#` and a number", start, scan.pos)
        scan.finish()
        return expr
    if not character:
        raise Fault("E002", f"{mnemonic} needs a list of registers", scan.pos)
    own = mnemonic[-1]
    order = STACK_ORDER_U if own == "U" else STACK_ORDER_S
    byte = 0
    while True:
        start = scan.pos
        name = _register(scan, (*REGISTER_BYTES, "ALL"))
        if name == own:
            raise Fault("E013", f"{mnemonic} cannot push or pull {own}, its own stack pointer",
                        start, scan.pos)
        byte |= _STACK_SETS.get(name) or 1 << order.index(name)
        if not scan.comma():
            break
    scan.finish()
    if _MORE_REGISTERS.match(scan.text, scan.pos):
        scan.remark = scan.pos + 1
    return byte


def expect_after_comma(scan: Scanner) -> None:
    """Check that something follows the comma just read.  Errors: Fault E002"""
    if not scan.peek():
        comma = scan.text.rfind(",", 0, scan.pos)
        raise Fault("E002", "a value is expected after this comma", comma, comma + 1)


def parse_expressions(scan: Scanner, least: int = 1, most: int = 1000000) -> list[Expr]:
    """Read expressions separated by commas, and check that the operand ends after them.

    Errors: Fault E002 if fewer than `least`, E003 if more than `most`
    """
    found: list[Expr] = []
    if scan.peek():
        found.append(parse_expression(scan))
        while scan.comma():
            if len(found) == most:
                raise Fault("E003", "only one value is expected" if most == 1 else
                            f"at most {most} values are expected", scan.pos, scan.pos + 1)
            expect_after_comma(scan)
            found.append(parse_expression(scan))
    if len(found) < least:
        raise Fault("E002", "a value is expected here" if least == 1 else
                    f"{least} values separated by commas are expected", scan.pos)
    scan.finish()
    return found


# A number that is a whole item, as in most lists of data.
_PLAIN = pattern(r"[ \t]*(-?)(?:\$([0-9A-Fa-f]{1,8})|([0-9]{1,9}))(?=[ \t]*(?:[,;]|$))")
_QUOTED = pattern(r'"((?:\\.|[^"\\])*)"|\'((?:\\.|[^\'\\])*)\'')
_SINGLE = pattern(r"[ \t]*'([^\\])'?(?=[ \t]*(?:,|;|$))")
_ITEM_END = pattern(r"[ \t]*(?:,|;|$)|[ \t]+(?![-+*/%&^|!<>=?,])")
_DELIMITERS = frozenset("/|!^~`\\:.,?&+-*=<>{}[]_")


def parse_data(scan: Scanner, *, literal: bool = False,
               pairs: bool = False, width: int = 1) -> list[Expr | bytes]:
    """Read a list of values and strings, separated by commas.

    Args: literal  the directive is FCC or one of its family: any character may delimit a string
          pairs    two characters in single quotes are a number
          width    bytes of a number
    """
    if not scan.peek():
        raise Fault("E002", "a value is expected here", scan.pos)
    if scan.dialect.radix:
        return linked.items(scan, width, literal=literal)
    start = scan.pos
    try:
        return _data_items(scan, literal, pairs)
    except Fault as fault:
        if literal or "'" not in scan.text[start:]:
            raise
        scan.pos, scan.slips = start, []
        try:
            return _data_items(scan, literal, pairs, characters=True)
        except Fault:
            raise fault from None


def _data_items(scan: Scanner, literal: bool, pairs: bool, *,
                characters: bool = False) -> list[Expr | bytes]:
    """Read the values and strings of a list.

    Args: characters  a single quote is followed by one character, even a comma: `'A,',,0`
    """
    items: list[Expr | bytes] = []
    while True:
        single = _SINGLE.match(scan.text, scan.pos) if characters else None
        if single is not None:
            items.append(Number(ord(single.group(1)) & 0xFF, single.start(1) - 1, single.end()))
            scan.pos = single.end()
        else:
            items.append(_data_item(scan, literal, pairs))
        if not scan.comma():
            break
        expect_after_comma(scan)
    scan.finish()
    return items


def _data_item(scan: Scanner, literal: bool, pairs: bool) -> Expr | bytes:
    plain = _PLAIN.match(scan.text, scan.pos)
    if plain is not None and not (literal and scan.dialect.any_delimiter) and not (
            scan.dialect.zero_is_octal and lexer.OCTAL.match(plain.group(3) or "")):
        scan.pos = plain.end()
        sign, hexadecimal, decimal = plain.groups()
        number = int(hexadecimal, 16) if hexadecimal else int(decimal)
        return Number(-number if sign else number, plain.start(1), plain.end())
    character = scan.peek()
    as_it_is = literal and scan.dialect.text_as_it_is
    if character == "/" and scan.dialect.slash_quotes and (
            slashed := lexer.SLASHED.match(scan.text, scan.pos)):
        scan.pos = slashed.end()
        return lexer.escaped(slashed.group(1), scan.dialect)
    if character in ("'", '"') and not as_it_is:
        if (scan.dialect.plain_characters and character == "'") or (
                scan.dialect.quoted_pair and lexer.PAIR.match(scan.text, scan.pos)):
            return parse_expression(scan)
        match = _QUOTED.match(scan.text, scan.pos)
        if match is not None and _ITEM_END.match(scan.text, match.end()):
            value = lexer.escaped(match.group(1) if match.group(2) is None else match.group(2),
                                  scan.dialect)
            start, scan.pos = scan.pos, match.end()
            if pairs and character == "'" and len(value) == 2:
                return Number(int.from_bytes(value, "big"), start, scan.pos)
            return value
        if match is None and (character == '"' or (literal and len(scan.rest()) > 2)):
            raise Fault("E004", "the string has no closing quote", scan.pos, len(scan.text))
    elif literal and character and (character in _DELIMITERS or character in "'\"" or (
            scan.dialect.any_delimiter and character in scan.text[scan.pos + 1:])):
        end = scan.text.find(character, scan.pos + 1)
        if scan.dialect.text_escapes:
            while end > 0 and scan.text[end - 1] == "\\":
                end = scan.text.find(character, end + 1)
        if end < 0:
            raise Fault("E004", f"the string has no closing `{character}`", scan.pos,
                        len(scan.text))
        inside = scan.text[scan.pos + 1:end]
        start, scan.pos = scan.pos + 1, end + 1
        if scan.dialect.text_escapes:
            return lexer.escaped_by_pragma(inside, start)
        return inside.encode("latin-1", "replace")
    return parse_expression(scan)
