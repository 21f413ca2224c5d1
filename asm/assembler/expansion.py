"""Directives that read lines more than once, or as a block: MACRO, REPT and STRUCT."""

from __future__ import annotations

import re

from asm.assembler.directives import directive, values
from asm.assembler.line import FullLine
from asm.assembler.sources import MACRO, REPEAT, Sources
from asm.assembler.structs import define_struct
from asm.syntax import lexer, linked, parser
from asm.syntax.diagnostics import Fault, Note, Place
from asm.syntax.dialects import Dialect
from asm.syntax.expr import Whole
from asm.syntax.lexer import Scanner, pattern
from asm.syntax.linked import TextMacro
from asm.syntax.macros import (
    END,
    START,
    Macro,
    expand,
    join_values,
    marked_references,
    repeat,
    split_arguments,
)

REPEAT_COUNT_MAX = 65536
CALL_LENGTH_MAX = 4096      # a macro that calls itself may double its arguments each time

FRESH_FIRST = 10000         # of the labels that as6809 makes for parameters such as ?l

_MACRO_STARTS = frozenset(("macro", ".macro"))
_MACRO_ENDS = frozenset(("endm", ".endm", "endmacro", "end macro"))
_REPEAT_STARTS = frozenset(("rept", ".rept", "repeat"))
_REPEAT_ENDS = frozenset(("endr", ".endr", ".endm", "endrept", "end rept"))
_STRUCT_ENDS = frozenset(("ends", "endstruct", "endstruc", "end struct"))
_NAME_END = pattern(r"[ \t]*[ \t,][ \t]*")


@directive("macro .macro", own_label=True, structural=True)
def define_macro(sources: Sources, line: FullLine, place: Place) -> None:
    """MACRO: store the lines up to ENDM."""
    name, rest = line.label, line.rest()
    if not name:
        name, *parameters = _NAME_END.split(rest, maxsplit=1)
        rest = "".join(parameters)
    body = sources.collect(line, place, "MACRO without ENDM", _MACRO_ENDS, _MACRO_STARTS)
    if body is None:
        return
    if not lexer.LABEL.match(name):
        raise line.fault("E032", "a macro needs a name", "write `name macro`")
    parameters = [word.lstrip("\\") for word in split_arguments(rest)]
    if sources.dialect.arguments_are_values:
        body = [Place(inner.file, inner.line, marked_references(inner.text), inner.via, inner.why)
                for inner in body]
    enter_macro(sources, Macro(name, parameters, body, place), line)


def enter_macro(sources: Sources, macro: Macro, line: FullLine) -> None:
    """Define a macro.  Args: line  the line that begins it"""
    name, place = macro.name, macro.place
    key = name.lower()
    old = sources.macro_places.setdefault(key, place)
    if (old.file, old.line) != (place.file, place.line):
        sources.redefined = True
        which = "last" if sources.dialect.last_macro else "new"
        sources.report.warn(place, "macro-redefined", f"the macro `{name}` is defined "
                           f"again: the {which} definition is used", line.start,
                           line.start + len(line.operation),
                           notes=[Note("first defined here", old, 0, len(old.text))])
    sources.draft.macros[key] = sources.draft.last_macros.get(key, macro)


def call(sources: Sources, macro: Macro, line: FullLine, place: Place) -> None:
    """Read the lines of a macro next.  Args: line  the call"""
    if len(place.text) > CALL_LENGTH_MAX:
        raise line.fault("E035", f"a macro call must have at most {CALL_LENGTH_MAX} characters")
    sources.expansion_count += 1
    if isinstance(macro, TextMacro):
        call_linked(sources, macro, line, place)
        return
    renames: dict[str, str] = {}
    arguments = split_arguments(line.code[line.end:])
    if macro.takes is not None and len(arguments) != macro.takes:
        sources.report.warn(
            place, "macro-arguments", f"the macro `{macro.name}` takes {macro.takes} "
            f"argument{'s' * (macro.takes != 1)}, not {len(arguments)}", line.start,
            len(place.text.rstrip()),
            notes=[Note("it is defined here", macro.place, 0, len(macro.place.text))])
    if sources.dialect.arguments_are_values:
        arguments = [START + _value(argument, sources.dialect) + END for argument in arguments]
        lines = join_values(expand(macro, arguments, sources.expansion_count, renames, place))
    else:
        lines = expand(macro, arguments, sources.expansion_count, renames, place)
    sources.push(lines, MACRO, macro.name, place, line, renames)


def call_linked(sources: Sources, macro: TextMacro, line: FullLine, place: Place) -> None:
    """Read the lines of a macro of as6809 next.  Args: line  the call"""
    given = [value_as_text(sources, word) if word[:1] == "\\" else word
             for word in linked.arguments(line.code, line.end)]
    odd = f"the macro `{macro.name}` takes {len(macro.parameters)} arguments, not {len(given)}" \
        if len(given) > len(macro.parameters) else ""
    if line.rest() and re.search(r"(^|,)[ \t]*(,|$)", line.rest()):
        odd = "an argument has no text: as6809 may count the arguments in another way"
    elif re.search(r'"[^"]*[ ,][^"]*"', line.rest()) and "^" not in line.rest():
        odd = "an argument ends at a blank or comma, also in quotes: write ^/.../ around it"
    if odd:
        sources.report.warn(place, "macro-arguments", odd, line.start, len(place.text.rstrip()),
                            notes=[Note("it is defined here", macro.place, 0,
                                        len(macro.place.text))])
    lines = macro.expanded(given, FRESH_FIRST + sources.fresh_count, place)
    sources.fresh_count += len(macro.fresh)
    sources.push(lines, MACRO, macro.name, place, line)


def value_as_text(sources: Sources, word: str) -> str:
    """Return the digits of the value of an argument such as `\\symbol`.  Errors: Fault"""
    dialect = sources.draft.run.dialect
    value = sources.draft.constant(linked.expression(Scanner(word, 1, dialect)))
    digits = format(value & 0xFFFF, {2: "b", 8: "o", 16: "X"}.get(dialect.radix, "d"))
    return digits if digits[0].isdecimal() else "0" + digits


def _value(argument: str, dialect: Dialect) -> str:
    """Return an argument that is a value: without a comment, and a sum in parentheses."""
    scan = Scanner(argument, 0, dialect)
    try:
        expr = parser.parse_expression(scan)
    except Fault:
        return argument
    simple = not isinstance(expr, Whole) and argument[0] not in "+-"
    return argument[:scan.pos] if simple else f"({argument[:scan.pos]})"


@directive("local", own_label=True, structural=True)
def local_names(sources: Sources, line: FullLine, place: Place) -> None:
    """LOCAL: names that are unique in every expansion of the macro."""
    source = next((source for source in reversed(sources.stack) if source.kind == MACRO), None)
    if source is None:
        raise line.fault("E032", "LOCAL outside a macro")
    for name in split_arguments(line.code[line.end:]):
        source.renames[name] = f"{name}__{sources.expansion_count}"


@directive("exitm", own_label=True, structural=True)
def exit_macro(sources: Sources, line: FullLine, place: Place) -> None:
    """EXITM: leave the macro."""
    if not sources.in_macro():
        raise line.fault("E032", "EXITM outside a macro")
    while sources.stack[-1].kind != MACRO:
        sources.leave(sources.stack[-1])
    sources.leave(sources.stack[-1])


@directive("rept repeat .rept", values(), own_label=True, structural=True)
def repeat_lines(sources: Sources, line: FullLine, place: Place) -> None:
    """REPT: repeat the lines up to ENDR."""
    sources.own_label(line, place)
    body = sources.collect(line, place, "REPT without ENDR", _REPEAT_ENDS, _REPEAT_STARTS)
    if body is None:
        return
    if line.refused is not None:
        sources.report.error(place, line.refused)
        return
    expr = line.operands[0]
    count = sources.draft.constant(expr)
    if not 0 <= count <= REPEAT_COUNT_MAX:
        raise Fault("E035", f"the count must be 0 to {REPEAT_COUNT_MAX}, not {count}",
                    expr.start, expr.end)
    sources.push(repeat(body, count, place), REPEAT, "", place, line)


@directive("struct", own_label=True, structural=True)
def struct(sources: Sources, line: FullLine, place: Place) -> None:
    """STRUCT: the lines up to END STRUCT are the fields."""
    body = sources.collect(line, place, "STRUCT without END STRUCT", _STRUCT_ENDS)
    if body is not None:
        define_struct(sources.draft, line, place, body)


@directive("endm endmacro endr endrept ends endstruct .endm .endr", own_label=True,
           structural=True)
def stray(sources: Sources, line: FullLine, place: Place) -> None:
    """ENDM, ENDR or ENDS without a line that begins its block."""
    begin = {"m": "MACRO", "r": "REPT", "s": "STRUCT"}[line.operation.lstrip(".")[3].lower()]
    raise line.fault("E032", f"`{line.operation}` without {begin}")
