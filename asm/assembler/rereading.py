"""Reads a source again after an edit, and reuses the statements of unchanged lines.

Most lines define a label or add a statement, and do nothing else: their statements depend on the
text of the line, the dialect, and a few settings.  So do calls of macros whose lines are like this.
A `Memory` keeps the statements of such lines in blocks.  `Rereader` adds a block as a whole if its
settings and macros are the same, and reads all other lines as Reader does: changed ones,
conditions, repetitions, lines with messages.  All passes over the statements follow as usual, so
the program is the same as without a memory.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from asm.assembler.block import Block, steers_others
from asm.assembler.conditions import word_of
from asm.assembler.conversion import Conversions
from asm.assembler.directives import DIRECTIVES
from asm.assembler.draft import Draft
from asm.assembler.encode import Bytes, Fixed, FixedSize, Immediate, Instruction, Item, Nops
from asm.assembler.items import (
    Align,
    Assertion,
    Assign,
    Data,
    Fill,
    Label,
    Org,
    Reserve,
    Segment,
    SetDirectPage,
)
from asm.assembler.reader import (
    ADDED_LINE_MIN,
    ADDED_MAX,
    EXPANDED_WEIGHT,
    LINE_COUNT_MAX,
    Reader,
)
from asm.assembler.usual import read_usual
from asm.syntax.diagnostics import INCLUDED, Place
from asm.syntax.dialects import AS_WRITTEN, PAGE_0, Dialect
from asm.syntax.lexer import LINE
from asm.syntax.macros import Macro
from asm.syntax.source import Files, alike, split

BLOCK_LINES_MAX = 128
BLOCK_LINES_MIN = 32        # a smaller block is read again together with changed lines next to it

# Directives that only add a statement, or define a symbol by one.
_DIRECTIVES = frozenset(name for name in """
    fcb db fob .byte .db byte dc.b fdb dw fcw .word .dw word dc.w fqb dd .long .quad dc.l
    fcc .fcc .ascii .str fcn fcz .asciz .strz fcs .ascis .strs
    rmb ds .rmb .ds ds.b .blkb blkb rmd .rmd ds.w .blkw rmq zmb bsz rzb .bs zmd zmq fill .fill
    align .align .bndry even .even org .org setdp direct .setdp
    code data bss .code .data .bss equ .equ set = == .set assert .assert""".split()
    if name in DIRECTIVES)
_STATEMENTS = frozenset((Align, Assertion, Assign, Bytes, Data, Fill, Fixed, FixedSize, Immediate,
                         Instruction, Label, Nops, Org, Reserve, Segment, SetDirectPage))


Setting = tuple[bytes, bool, bool, bool]


class TooLongError(Exception):
    """Raised if the source is too long; Reader reports the error."""


class Operations:
    """The operations of some lines as spelled, and the macros among them, by name in lower case."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.calls: dict[str, Macro] = {}
        self.call_count = 0

    def add(self, other: Operations) -> None:
        """Add those of other lines."""
        self.words |= other.words
        self.calls |= other.calls
        self.call_count += other.call_count


class Lines:
    """Consecutive lines of a file with their statements, and what the statements depend on.

    count    number of lines
    rows     the lines, and after each macro call the lines of the macro; None without calls
    block    their statements
    firsts   of each row, the number of its first statement in the block
    words    the operations as spelled; lower  in lower case, without the macros that are called
    calls    the macros that are called, by name
    setting  the result of `_setting` before the first line
    scope    the last global label above if names of local labels or equates may contain it, or
             else None
    call_count  number of macro calls
    characters  of the lines that are not in the source itself, as ADDED_MAX counts them
    """

    def __init__(self, count: int, rows: list[Place], firsts: list[int], items: list[Item],
                 operations: Operations, setting: Setting, scope: str) -> None:
        self.count = count
        self.rows = rows if operations.calls else None
        self.block = Block(items)
        self.firsts = firsts
        self.words = operations.words
        self.calls = operations.calls
        self.call_count = operations.call_count
        self.lower = {word.lower() for word in self.words} - self.calls.keys()
        self.setting = setting
        via = rows[0].via
        self.characters = sum(max(len(place.text), ADDED_LINE_MIN)
                              * (1 if place.via is via else EXPANDED_WEIGHT)
                              for place in rows if place.via is not None)
        self.scope: str | None = None
        for item in items:
            if isinstance(item, Label) and item.scope:
                break
            if isinstance(item, (Assign, Label)):
                self.scope = scope


class File:
    """The lines of a file, and its blocks, by the index of the line at which each block begins."""

    def __init__(self, name: str, via: Place | None) -> None:
        self.places: list[Place] = []
        self.blocks: dict[int, Lines] = {}
        self._name = name
        self._via = via
        self._text = ""
        self._lines: list[str] = []

    def update(self, text: str) -> None:
        """Take the present text, and keep the blocks whose lines are in it."""
        if text == self._text and self._lines:
            return
        old, new = self._lines, split(text)
        self._text, self._lines = text, new
        first = alike(old, new)
        last = alike(old[first:][::-1], new[first:][::-1])
        end, shift = len(old) - last, len(new) - len(old)
        why = "" if self._via is None else INCLUDED
        self.places[first:end] = [Place(self._name, number + 1, new[number], self._via, why)
                                  for number in range(first, end + shift)]
        if shift:
            for place in self.places[end + shift:]:
                place.line += shift
        kept = {}
        for start, block in self.blocks.items():
            margin = block.count < BLOCK_LINES_MIN
            if start + block.count + margin <= first:
                kept[start] = block
            elif start - margin >= end:
                kept[start + shift] = block
        self.blocks = kept


class Memory:
    """The lines that earlier assemblies of a source have read.

    Give the same memory to `assemble` after each edit of a source, with the same other arguments.
    A program shares its statements with the one before, which must no longer be used.

    >>> from asm import Memory, assemble
    >>> memory = Memory()
    >>> for source in (" lda #1\\n rts\\n", " lda #2\\n rts\\n"):
    ...     print(assemble(source, memory=memory).image.hex(" "))
    86 01 39
    86 02 39
    """

    def __init__(self) -> None:
        self._files: dict[tuple[str, int], dict[tuple[str, Place | None], File]] = {}

    def files(self, dialect: str, bank: int) -> dict[tuple[str, Place | None], File]:
        """Return the files of a bank, by path and the line that includes each."""
        return self._files.setdefault((dialect, bank), {})


class Rereader(Reader):
    """A reader that reuses the statements of lines that it read in earlier assemblies."""

    def __init__(self, draft: Draft, files: Files, conversions: Conversions,
                 memory: Memory) -> None:
        super().__init__(draft, files, conversions)
        run = draft.run
        self._known_files = memory.files(run.dialect.name, run.image_bank)
        self._used: set[tuple[str, Place | None]] = set()
        self._opened: set[str] = set()
        self._collecting = False
        self._remembers = not run.dialect.scope_by_blank_line
        self._forms_are_fixed = _forms_are_fixed(run.dialect)
        self._characters = 0

    def read(self, text: str, name: str) -> None:
        """Read all lines.  Errors: TooLongError"""
        super().read(text, name)
        if self.added + self._characters > ADDED_MAX or len(self.rows) > LINE_COUNT_MAX:
            raise TooLongError
        for key in self._known_files.keys() - self._used:
            del self._known_files[key]

    def _lines(self, text: str, name: str, via: Place | None = None) -> Iterator[Place]:
        if not self._remembers or name in self._opened:
            return super()._lines(text, name, via)
        self._opened.add(name)
        self._used.add((name, via))
        file = self._known_files.setdefault((name, via), File(name, via))
        file.update(text)
        return self._walk(file)

    def _collect(self, *given: Any) -> list[Place] | None:
        self._collecting = True
        try:
            return super()._collect(*given)
        finally:
            self._collecting = False

    def _setting(self) -> Setting:
        """Return what the statement of a line depends on, other than the line's text and the
        dialect."""
        run = self.draft.run
        return run.character_map, run.relax, run.any_length, self._conditions.skipping

    def _walk(self, file: File) -> Iterator[Place]:
        """Yield the lines that must be read, and add the blocks between them."""
        at, places = 0, file.places
        while at < len(places):
            block = file.blocks.get(at)
            if block is not None and self._add(block, places[at:at + block.count]):
                at += block.count
                continue
            file.blocks.pop(at, None)
            at = yield from self._record(file, at)

    def _record(self, file: File, start: int) -> Generator[Place, None, int]:
        """Yield the lines up to the next block, and make a block of those that are plain.

        Lines of code and lines that change the state of the run are in different blocks.
        Returns: the number of the line after those that were read
        """
        run, items, places = self.draft.run, self.draft.layout.items, file.places
        begin: tuple[Setting, str, int, int] | None = None
        operations = Operations()
        at, limit, steers = start, min(start + BLOCK_LINES_MAX, len(places)), None
        while at < limit and at not in file.blocks:
            here = self._setting(), run.scope, len(self.rows), len(items)
            begin = begin or here
            count = self._report.reported_count
            yield places[at]
            found = self._plain(here[2], count)
            made = items[here[3]:]
            kind = any(map(steers_others, made)) if made else steers
            if found is None or (steers is not None and kind != steers):
                self._keep_lines(file, start, at, begin, here[2:], operations)
                if found is None:
                    return at + 1
                start, begin, operations = at, here, Operations()
            steers = kind
            operations.add(found)
            at += 1
        if begin is not None:
            self._keep_lines(file, start, at, begin, (len(self.rows), len(items)), operations)
        return at

    def _keep_lines(self, file: File, start: int, end: int, begin: tuple[Setting, str, int, int],
                    behind: tuple[int, int], operations: Operations) -> None:
        """Keep the lines from `start` to `end` - 1 as a block.

        Args: begin   setting, scope, and numbers of rows and statements before the lines
              behind  numbers of rows and statements after them
        """
        if start < end:
            setting, scope, row, first = begin
            firsts = self.rows.firsts[row:behind[0]]
            file.blocks[start] = Lines(
                end - start, self.rows.places[row:behind[0]],
                [number - firsts[0] for number in firsts],
                self.draft.layout.items[first:behind[1]], operations, setting, scope)

    def _plain(self, row: int, count: int) -> Operations | None:
        """Return the operations of the line just read, and of the macros that it calls; None if
        the line cannot be part of a block.

        Args: row, count  number of rows and messages before the line
        """
        if self._collecting or self._report.reported_count != count:
            return None
        found, items = Operations(), self.draft.layout.items
        places, firsts = self.rows.places[row:], [*self.rows.firsts[row:], len(items)]
        for place, first, end in zip(places, firsts, firsts[1:], strict=False):
            made = items[first:end]
            if not all(map(_is_plain, made)):
                return None
            called = self._called(place.text)
            word = called or self._plain_word(place.text, made)
            if word is None:
                return None
            if word:
                found.words.add(word)
            if called:
                found.calls[called.lower()] = self.draft.macros[called.lower()]
                found.call_count += 1
        return found if len(places) == 1 or found.calls else None

    def _called(self, text: str) -> str:
        """Return the name of the macro that a line calls, as spelled, if its lines depend only on
        the arguments; otherwise an empty string."""
        macros = self.draft.macros
        if not macros or not text or text[0] in ";*" or self._conditions.skipping:
            return ""
        match = LINE.match(text)
        assert match is not None
        operation = match.group(2) or ""
        macro = macros.get(operation.lower())
        if macro is None or word_of(operation, text, match.end()):
            return ""
        return operation if macro.is_fixed and "\\" not in text and "{" not in text else ""

    def _plain_word(self, text: str, made: list[Item]) -> str | None:
        """Return the operation of a line, or None if the line cannot be part of a block.

        A line without an operation has an empty one.
        Args: made  its statements
        """
        if not text or text[0] in ";*":
            return None if made else ""
        if self._conditions.skipping:
            match = LINE.match(text)
            assert match is not None
            operation = match.group(2) or ""
            return None if word_of(operation, text, match.end()) else operation
        if not made or "\\?" in text:
            return None
        known = self._forms.get(text) or read_usual(self._dialect.name, text)
        if known is None:
            operation = LINE.match(text).group(2) or ""     # type: ignore[union-attr]
            is_plain = operation.lower() in _DIRECTIVES
        else:
            operation = known[2]
            is_plain = not known[5] or self._forms_are_fixed or known[1] in _DIRECTIVES
        return None if not is_plain or operation.lower() in self.draft.macros else operation

    def _add(self, lines: Lines, places: list[Place]) -> bool:
        """Add the statements kept for unchanged lines.

        Returns: False if the lines must be read again
        """
        draft = self.draft
        run = draft.run
        if self._collecting or lines.setting != self._setting() \
                or (lines.scope is not None and lines.scope != run.scope) \
                or not draft.macros.keys().isdisjoint(lines.lower) \
                or not all(macro.is_like(draft.macros.get(name))
                           for name, macro in lines.calls.items()) \
                or not run.symbols.keys().isdisjoint(lines.block.symbols):
            return False
        first = len(draft.layout.items)
        self.rows.places += places if lines.rows is None else lines.rows
        self.rows.firsts.extend([first + number for number in lines.firsts])
        self.words |= lines.words
        self._characters += lines.characters
        self._expansion_count += lines.call_count
        draft.layout.extend(lines.block)
        return True


def _is_plain(item: Item) -> bool:
    """Return whether a statement can be part of a block."""
    return type(item) in _STATEMENTS and not (
        isinstance(item, (Label, Assign)) and item.symbol.definitions > 1)


def _forms_are_fixed(dialect: Dialect) -> bool:
    """Return whether the form of an instruction never depends on which symbols are known."""
    return dialect.rewriting == AS_WRITTEN and dialect.forward_direct != PAGE_0 \
        and not dialect.bare_register
