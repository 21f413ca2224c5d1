"""Macros and repetition: turning their bodies into lines to assemble."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import repeat as repeat_one

from asm.syntax.diagnostics import Place
from asm.syntax.lexer import pattern

_STRING = r"\"[^\"]*\"|'[^']'"
_WORD = pattern(_STRING + r"|(?<![\w.\\$])[A-Za-z_]\w*")
_ESCAPE = pattern(r"\\(?:([0-9])|\{([0-9]+)\}|([?@])|([#*])|([A-Za-z_]\w*))|\{([1-9][0-9]?)\}")

_LOCAL = pattern(r"[^\s;*]*[ \t]+local[ \t]+(.*)", re.IGNORECASE)

_GROUPING = pattern(r"[][\"'()]")
_ARGUMENT_PART = pattern(r"\"[^\"]*\"?|'[^']?'|[][(),;]")


START, END = "\x02", "\x03"     # marks around an argument whose place decides how it is inserted


class Macro:
    """A macro: its name, the names of its parameters, its lines, where it was defined.

    body   the lines, each with its pieces: texts, and numbers of arguments (0: the text unique to
           an expansion); None instead of pieces if the line must be parsed in each expansion
    takes  number of arguments; None if its body decides
    locals  the names in its LOCAL lines; in the pieces they are -1, -2, ...
    words  pattern of its parameters and these names outside strings
    whole  all lines as one format, and the numbers of its arguments, if all lines have pieces and
           there is no LOCAL; else None
    files, lines  the position of each line of the body
    """

    __slots__ = ("body", "files", "lines", "locals", "most", "name", "parameters", "place", "takes",
                 "whole", "words")

    def __init__(self, name: str, parameters: list[str], body: list[Place], place: Place) -> None:
        self.name = name
        self.parameters = parameters
        self.place = place
        self.takes = _takes(parameters, body)
        self.locals = tuple(dict.fromkeys(
            name for line in body for match in [_LOCAL.match(line.text)] if match is not None
            for name in split_arguments(match.group(1)) if name not in parameters))
        self.words = _words_pattern([*parameters, *self.locals])
        self.body = [(line, self._pieces(line.text)) for line in body]
        self.most = max((part for _, parts in self.body for part in parts or ()
                         if isinstance(part, int)), default=0)
        self.files = [line.file for line in body]
        self.lines = [line.line for line in body]
        self.whole = None if self.locals else _whole([parts for _, parts in self.body])

    def _pieces(self, text: str) -> tuple[str | int, ...] | None:
        """Return the pieces of a line: cut at its parameters and at \\1 and \\?."""
        if "{" in text:
            return None
        numbers = {name: -number for number, name in enumerate(self.locals, 1)}
        numbers |= {name: number for number, name in enumerate(self.parameters, 1)}
        code, mark, remark = text.partition(";")
        parts: list[str | int] = []
        done = 0
        for found in self.words.finditer(code):
            if found.group() in numbers:
                parts += [code[done:found.start()], numbers[found.group()]]
                done = found.end()
        parts.append(code[done:] + mark + remark)
        if "\\" not in text:
            return tuple(parts)
        cut: list[str | int] = []
        for part in parts:
            if isinstance(part, int):
                cut.append(part)
                continue
            done = 0
            for found in _ESCAPE.finditer(part):
                digit, _, unique, _, name, _ = found.groups()
                if digit == "0" or not (digit or unique or numbers.get(name, 0) > 0):
                    return None
                cut += [part[done:found.start()], numbers[name] if name else int(digit or 0)]
                done = found.end()
            cut.append(part[done:])
        return tuple(cut)


def _whole(lines: list[tuple[str | int, ...] | None]) -> tuple[str, tuple[int, ...]] | None:
    """Join the pieces of all lines into one text with `%s` for each argument, and list the numbers
    of the arguments."""
    if None in lines:
        return None
    parts = [part for line in lines for part in (*(line or ()), "\n")]
    return ("".join("%s" if isinstance(part, int) else part.replace("%", "%%") for part in parts),
            tuple(part for part in parts if isinstance(part, int)))


def _words_pattern(names: list[str]) -> re.Pattern[str]:
    """Return a pattern for some names.  The pattern also matches strings, so that callers can leave
    strings unchanged."""
    plain = [re.escape(name) for name in names if name.isidentifier() and name.isascii()]
    return re.compile(rf"{_STRING}|(?<![\w.\\$])(?:{'|'.join(plain) or '(?!)'})(?!\w)")


def _takes(parameters: list[str], body: list[Place]) -> int | None:
    """Return the number of arguments of a macro, from its parameters and the argument numbers in
    its body."""
    most = len(parameters)
    for line in body:
        code = line.text.partition(";")[0]
        for digit, braced, _, count, _, bare in _ESCAPE.findall(code):
            if count or digit == "0":
                return None
            most = max(most, int(digit or braced or bare or 0))
    return most


def split_arguments(text: str) -> list[str]:
    """Cut the operand of a macro call at each comma that is not inside quotes or brackets.

    Returns: the arguments without surrounding blanks; a comment after `;` is dropped
    """
    if _GROUPING.search(text) is None:
        plain = [part.strip() for part in text.partition(";")[0].split(",")]
        return [] if plain == [""] else plain
    arguments, depth, begin, end = [], 0, 0, len(text)
    for found in _ARGUMENT_PART.finditer(text):
        part = found.group()
        if part == "," and depth <= 0:
            arguments.append(text[begin:found.start()].strip())
            begin = found.end()
        elif part in "([":
            depth += 1
        elif part in ")]":
            depth -= 1
        elif part == ";":
            end = found.start()
            break
    arguments.append(text[begin:end].strip())
    return [] if arguments == [""] else arguments


def expand(macro: Macro, arguments: list[str], number: int, renames: dict[str, str],
           call: Place) -> Iterator[Place]:
    """Return the lines of a macro with the arguments inserted.

    \\1..\\9, {1} and \\{10} are arguments by position, a parameter's name (with or without \\) is
    an argument by name, \\? and \\@ are a text that is unique to the expansion, \\# and \\0 the
    number of arguments, \\* all of them.

    Args: number   the number of this expansion; renames  names made local, filled in by LOCAL
          while the lines are being read; call  the line of the call
    """
    why = f"in the macro `{macro.name}` called here"
    values = [f"__{number}", *arguments, *[""] * (macro.most - len(arguments))]
    together = "".join(arguments)
    plain = "\\" not in together and "{" not in together
    if macro.whole is not None and plain:
        form, numbers = macro.whole
        text = form % tuple([values[number] for number in numbers])
        if "local" not in text.lower():     # an argument may contain it
            return map(Place, macro.files, macro.lines, text.split("\n"), repeat_one(call),
                       repeat_one(why))
    return _expand_by_line(macro, arguments, values, plain, renames, call, why)


def _expand_by_line(macro: Macro, arguments: list[str], values: list[str], plain: bool,
                    renames: dict[str, str], call: Place, why: str) -> Iterator[Place]:
    """Yield the lines one by one, because a LOCAL line can change the lines that follow."""
    by_name = dict(zip(macro.parameters, arguments, strict=False))
    for parameter in macro.parameters[len(arguments):]:
        by_name[parameter] = ""

    def argument(position: int) -> str:
        return arguments[position - 1] if 0 < position <= len(arguments) else ""

    def escape(match: re.Match[str]) -> str:
        digit, braced, mark, count, name, bare = match.groups()
        if count == "*":
            return ",".join(arguments)
        if count or digit == "0":
            return str(len(arguments))
        if digit or braced or bare:
            return argument(int(digit or braced or bare))
        if mark:
            return values[0]
        return by_name.get(name, match.group())

    def word(match: re.Match[str]) -> str:
        text = match.group()
        return by_name.get(text, renames.get(text, text))

    made: list[str] = []
    own = [*reversed(macro.locals)]
    values += own
    for line, parts in macro.body:
        text = line.text
        if renames and [*renames.values()] != made:
            made = [*renames.values()]
            plain = plain and all(name in macro.locals for name in renames)
            values[len(values) - len(own):] = [renames.get(name, name) for name in own]
        if parts is not None and plain:
            if len(parts) > 1:
                text = "".join([part if isinstance(part, str) else values[part]
                                for part in parts])
            yield Place(line.file, line.line, text, call, why)
            continue
        if by_name or renames:
            code, mark, remark = text.partition(";")
            text = (_WORD if renames else macro.words).sub(word, code) + mark + remark
        if "\\" in text or "{" in text:
            text = _ESCAPE.sub(escape, text)
        yield Place(line.file, line.line, text, call, why)


_REFERENCE = pattern(r"&(?=[0-9]|\{[0-9]+\})")
_BRACE, _BRACE_OF_TEXT = "\x04", pattern(r"(?<![\\])\{(?=[0-9]+\})")


def marked_references(text: str) -> str:
    """Write `\\1` for `&1` and `&{1}` in the label and in the strings of a line; protect `{1}`."""
    if "&" in text:
        text = _LABEL_OR_STRING.sub(lambda match: _REFERENCE.sub(r"\\", match.group()), text)
    return _BRACE_OF_TEXT.sub(_BRACE, text)


_LABEL_OR_STRING = pattern(r"^\S+|\"[^\"]*\"|(?<=[ \t,])/[^/]*/")
_MARKED = pattern(f"({START}[^{END}]*{END})")


def join_values(lines: Iterable[Place]) -> Iterator[Place]:
    """Take the marks off the arguments in expanded lines.

    An argument in a string or at a name is joined as text, without its quotes.  Elsewhere it is a
    value: an expression gets parentheses, which it has in the mark already.
    """
    for line in lines:
        parts = _MARKED.split(line.text)
        if len(parts) > 1 or _BRACE in line.text:
            line = Place(line.file, line.line, _joined(parts).replace(_BRACE, "{"), line.via,
                         line.why)
        yield line


def _joined(parts: list[str]) -> str:
    text, quote = "", ""
    for number, part in enumerate(parts):
        if number % 2 == 0:
            for character in part:
                if quote:
                    quote = quote * (character != quote)
                elif character == '"' or (character == "/" and text[-1:] in (" ", "\t", ",")):
                    quote = character
                text += character
            continue
        part = part[1:-1]
        if quote or _NAME_PART.match(text[-1:]) or _NAME_PART.match(parts[number + 1][:1]):
            part = part[1:-1] if part[:1] in tuple('"/(') else part
        text += part
    return text


_NAME_PART = pattern(r"[\w.$]")


def repeat(body: list[Place], count: int, call: Place) -> Iterator[Place]:
    for turn in range(count if body else 0):    # an empty body takes no time
        why = f"in iteration {turn + 1} of the repetition that starts here"
        for line in body:
            yield Place(line.file, line.line, line.text, call, why)
