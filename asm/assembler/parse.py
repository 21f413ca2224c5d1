"""Reads a line of source.  Nothing else in the assembler does.

`parse` is a function of the text and the dialect alone, so its results are kept: a line that occurs
again, in a repetition, in a macro, or in the next assembly after an edit, is not read again.
"""

from __future__ import annotations

from asm.assembler import conditions
from asm.assembler.directives import DELIMITED, DIRECTIVES, directive_of
from asm.assembler.encode import Statement
from asm.assembler.items import Org
from asm.assembler.line import FullLine, Line, Resolve
from asm.assembler.mnemonics import BLANK_FIRST, is_operation
from asm.assembler.operations import OPERATIONS, convenience, read_operation
from asm.assembler.usual import read_usual
from asm.syntax import lexer
from asm.syntax.diagnostics import Edit, Fault, Hint
from asm.syntax.dialects import NEW, OLD, UNSURE, Dialect, named
from asm.syntax.lexer import Scanner, Slip
from asm.syntax.linked import divide

KEPT_LENGTH_MAX = 200       # characters of a line that is kept
KEPT_COUNT_MAX = 32_768     # lines that are kept


def parse(dialect: Dialect, text: str) -> Line:
    """Read a line that is neither empty nor a comment."""
    return read_usual(dialect, text) or read_any(dialect, text)


def read_any(dialect: Dialect, text: str) -> FullLine:
    """Read a line of any form.  A fault is not raised: it is the `refused` of the line."""
    linked = dialect.colon_labels
    label, operation, start, end = divide(text) if linked else lexer.divide(text)
    line = FullLine(text, label, operation, start, end)
    if text[0] == ":" or (operation and not label and not operation.strip(":")):
        line.label = line.operation = line.word = ""
        line.refused = Fault("E005", "a label needs a name before its colon", text.find(":"))
        return line
    if not operation or (operation[0] == "*" and directive_of(dialect, line.word) is None):
        # `*` begins a comment
        if label and not operation and not linked and is_operation(label, text):
            line.slips = (Slip("label-mnemonic", f"`{label}` in column 1 is read as a label", 0,
                               len(label), BLANK_FIRST),)
        line.plain = not line.slips
        return line
    if operation == ":":
        line.then = end
        return line
    line.condition, line.end = conditions.word_of(line.word, text, end, linked=linked)
    line.entry = directive_of(dialect, line.word) if dialect.own_words else \
        DIRECTIVES.get(line.word)
    if dialect.blank_ends_operand:
        line.code = lexer.operand_cut(
            text, line.end,
            delimited=line.entry is not None and line.entry.strings == DELIMITED)
    scan = Scanner(line.code, line.end, dialect)
    try:
        if line.condition:
            line.operands = conditions.read(line, scan)
            return line
        made = _read(line, scan)
    except Fault as fault:
        line.refused = fault.with_traceback(None)   # without its frames, which refer to the line
        fault.__context__ = None
        return line
    if isinstance(made, Statement):
        line.statement = made
    else:
        line.resolve = made
    line.slips = tuple(scan.slips)
    if scan.remark >= 0:
        line.slips += (_comment(scan),)
    if label and type(made) is Org and dialect.org_label != OLD:
        if dialect.org_label == UNSURE:
            at = text.find(label)
            line.slips += (Slip(
                "org-label", f"`{label}` is the address before this ORG, which is the new address "
                "in other assemblers", at, at + len(label),
                "write the label on the line above or below"),)
        line.labelled_after = dialect.org_label == NEW
    line.plain = made is not None and not line.slips and not line.labelled_after
    line.unknown = made is None and line.entry is None
    return line


def _read(line: FullLine, scan: Scanner) -> Statement | Resolve | None:
    """Read the operand; return the statement of the line, if it has one, as in Line."""
    if line.word in OPERATIONS:
        return read_operation(OPERATIONS[line.word], scan)
    if scan.dialect.added_instructions and (added := convenience(line.word, scan)):
        return added
    entry = line.entry
    if entry is None or entry.read is None:
        return None
    if entry.obey is None:
        made: Statement | Resolve = entry.read(line, scan)
        return made
    line.operands = entry.read(line, scan)
    return None


def _comment(scan: Scanner) -> Slip:
    """Return the warning of a comment without `;` that looks like an operand."""
    rest = lexer.LONE_REGISTER.match(scan.text, scan.remark)
    if rest is None:
        hint = Hint("put a `;` before a comment", Edit(scan.remark, scan.remark, "; "))
    else:
        hint = Hint(f'write a comma before an index register: `,{rest.group().strip(" ;")}`',
                    Edit(scan.pos, scan.remark, ","))
    return Slip("comment-operand", "this is read as a comment", scan.remark,
                len(scan.text.rstrip()), hint)


class Lines(dict[str, Line]):
    """The lines of a dialect that have been read, by their texts; a new text is parsed."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__()
        self.dialect = dialect

    def __missing__(self, text: str) -> Line:
        line = parse(self.dialect, text)
        if len(text) <= KEPT_LENGTH_MAX:
            if len(self) >= KEPT_COUNT_MAX:
                self.clear()
            self[text] = line
        return line


class Memory:
    """The lines that earlier assemblies have read.

    Give the same memory to `assemble` after each edit of a source.  Without a memory, `assemble`
    uses one that all assemblies of the process share.  A memory never changes a result.

    >>> from asm import Memory, assemble
    >>> memory = Memory()
    >>> for source in (" lda #1\\n rts\\n", " lda #2\\n rts\\n"):
    ...     print(assemble(source, memory=memory).image.hex(" "))
    86 01 39
    86 02 39
    """

    def __init__(self) -> None:
        self._lines: dict[str, Lines] = {}

    def lines(self, dialect: str) -> Lines:
        """Return the lines of a dialect."""
        if dialect not in self._lines:
            self._lines[dialect] = Lines(named(dialect))
        return self._lines[dialect]


SHARED = Memory()
