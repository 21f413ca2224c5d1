"""Reads a source again after an edit, and reuses the statements of unchanged lines.

Most lines define a label or add a statement, and do nothing else: their statements depend on the
text of the line, the dialect, and a few settings.  A `Memory` keeps the statements of such lines in
blocks.  `Rereader` adds a block as a whole if its settings are the same, and reads all other lines
as Reader does: changed ones, macro calls, conditions, lines with messages.  All passes over the
statements follow as usual, so the program is the same as without a memory.
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
from asm.assembler.reader import ADDED_LINE_MIN, ADDED_MAX, LINE_COUNT_MAX, Reader
from asm.assembler.usual import read_usual
from asm.syntax.diagnostics import INCLUDED, Place
from asm.syntax.dialects import AS_WRITTEN, PAGE_0, Dialect
from asm.syntax.lexer import LINE
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


class Lines:
    """Consecutive lines of a file with their statements, and what the statements depend on.

    count    number of lines
    block    their statements
    firsts   of each line, the number of its first statement in the block
    words    the operations as spelled; lower  in lower case
    setting  the result of `_setting` before the first line
    scope    the last global label above if names of local labels or equates may contain it, or
             else None
    characters  of the lines, as ADDED_MAX counts them
    """

    def __init__(self, places: list[Place], firsts: list[int], items: list[Item],
                 words: set[str], setting: Setting, scope: str) -> None:
        self.count = len(places)
        self.block = Block(items)
        self.firsts = firsts
        self.words = words
        self.lower = {word.lower() for word in words}
        self.setting = setting
        self.characters = sum(max(len(place.text), ADDED_LINE_MIN) for place in places)
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
        words: set[str] = set()
        at, limit, steers = start, min(start + BLOCK_LINES_MAX, len(places)), None
        while at < limit and at not in file.blocks:
            here = self._setting(), run.scope, len(self.rows), len(items)
            begin = begin or here
            count = len(self._report.diagnostics)
            yield places[at]
            word = self._plain_word(places[at].text, *here[2:], count)
            made = items[here[3]:]
            kind = any(map(steers_others, made)) if made else steers
            if word is None or (steers is not None and kind != steers):
                self._keep_lines(file, start, at, items[begin[3]:here[3]], words, begin)
                if word is None:
                    return at + 1
                start, begin, words = at, here, set()
            steers = kind
            if word:
                words.add(word)
            at += 1
        if begin is not None:
            self._keep_lines(file, start, at, items[begin[3]:], words, begin)
        return at

    def _keep_lines(self, file: File, start: int, end: int, items: list[Item], words: set[str],
                    begin: tuple[Setting, str, int, int]) -> None:
        if start < end:
            setting, scope, row, _ = begin
            firsts = self.rows.firsts[row:row + end - start]
            file.blocks[start] = Lines(
                file.places[start:end], [first - firsts[0] for first in firsts], items, words,
                setting, scope)

    def _plain_word(self, text: str, row: int, first: int, count: int) -> str | None:
        """Return the operation of the line just read, or None if the line cannot be part of a
        block.

        A line without an operation has an empty one.
        Args: row, first, count  number of rows, statements and messages before the line
        """
        if self._collecting or len(self.rows) != row + 1 \
                or len(self._report.diagnostics) != count:
            return None
        made = self.draft.layout.items[first:]
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
        if not is_plain or operation.lower() in self.draft.macros:
            return None
        for item in made:
            if type(item) not in _STATEMENTS or (
                    isinstance(item, (Label, Assign)) and item.symbol.definitions > 1):
                return None
        return operation

    def _add(self, lines: Lines, places: list[Place]) -> bool:
        """Add the statements kept for unchanged lines.

        Returns: False if the lines must be read again
        """
        draft = self.draft
        run = draft.run
        if self._collecting or lines.setting != self._setting() \
                or (lines.scope is not None and lines.scope != run.scope) \
                or not draft.macros.keys().isdisjoint(lines.lower) \
                or not run.symbols.keys().isdisjoint(lines.block.symbols):
            return False
        first = len(draft.layout.items)
        self.rows.places += places
        self.rows.firsts.extend([first + number for number in lines.firsts])
        self.words |= lines.words
        if places[0].via is not None:
            self._characters += lines.characters
        draft.layout.extend(lines.block)
        return True


def _forms_are_fixed(dialect: Dialect) -> bool:
    """Return whether the form of an instruction never depends on which symbols are known."""
    return dialect.rewriting == AS_WRITTEN and dialect.forward_direct != PAGE_0 \
        and not dialect.bare_register
