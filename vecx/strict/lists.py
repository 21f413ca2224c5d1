"""Find texts and lists that lack an end mark, so that routines of the ROM read past their end.

A routine's contract block says what it reads (asm/output/contracts.py): `U -> y, x, text, $80` is a
text that begins two bytes after U.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from asm.output.contracts import LINES, PAIRS, ROWS, TEXT, Contract, Form
from asm.output.debuginfo import DebugInfo

from .facts import TEXT_SEARCHED
from .sources import decimal_byte, has_small_letters

LIST_MOST = 768         # bytes
LEAST = 4               # bytes; a shorter list has no clear form
# The routine that reads such lists: bytes of a row, and bytes before the first one.
ROUTINES = {(2, 1): "Draw_VLc", (2, 2): "Draw_VLcs", (3, 0): "Draw_VLp", (3, 1): "Draw_VLp_scale"}
PRINTABLE, FONT_END = 0x20, 0x70        # characters that have a shape
PAIR = 2                # bytes
POSITIVE_MOST = 127     # of a coordinate
IN_U, IN_X = 1, 2       # which register points there
# By the form of a contract block: bytes of a row, whether a first byte ends the list, and whether
# it has a count instead.
FORMS: dict[str, tuple[int, Callable[[int], bool], bool]] = {
    TEXT: (1, lambda byte: byte >= 0x80, False), PAIRS: (2, lambda byte: byte >= 0x80, False),
    ROWS: (3, lambda byte: 0 < byte < 0x80, False), LINES: (2, bool, True)}


class Kind(NamedTuple):
    """The form of the text or list that a routine reads.  It begins at `register` + `skip` and has
    rows of `step` bytes; a step of 1 means a text.

    ends  tells whether a first byte ends the list
    more  for a list with a count: its pairs of bytes minus the count; -1 = it has an end mark
    by_a  the count is in A, not in the first byte of the list
    """

    register: int
    skip: int
    step: int
    ends: Callable[[int], bool]
    more: int = -1
    by_a: bool = False

    @property
    def is_text(self) -> bool:
        return self.step == 1


def kinds(contracts: Mapping[str, Contract], values: Mapping[str, int]) -> dict[int, Kind]:
    """Return the routines that read texts or lists, by address."""
    found: dict[int, Kind] = {}
    for name, contract in contracts.items():
        if contract.form is not None and name in values:
            found[values[name]] = _kind(contract.form)
    return found


def _kind(form: Form) -> Kind:
    step, ends, counted = FORMS[form.kind]
    return Kind(IN_U if form.register == "U" else IN_X, form.skip, step, ends,
                form.more if counted else -1, form.by_a)


def endless(kind: Kind, pointer: int, read: Callable[[int], int], debug: DebugInfo) -> int:
    """Return the address of a list if it runs into code or is too long; -1 if it ends properly.

    A text is also at fault if it contains a byte that is not a character.
    """
    first = pointer + kind.skip & 0xFFFF
    most = TEXT_SEARCHED if kind.is_text else LIST_MOST
    for offset in range(0, most, kind.step):
        at = first + offset & 0xFFFF
        byte = read(at)
        if is_code(debug, at):
            return first
        if kind.ends(byte):
            return -1
        if kind.is_text and byte < PRINTABLE:
            return first
    return first


def overlong(kind: Kind, pointer: int, a: int, read: Callable[[int], int],
             debug: DebugInfo) -> tuple[int, int] | None:
    """Return the number of pairs of bytes in a list with a count, and how many of them lie beyond
    the data of its label: -1 if the data has one pair more.  None if the count fits.

    Args: a  the register
    """
    count = a if kind.by_a else read(pointer)
    pairs = count + kind.more
    first = pointer + kind.skip
    label = debug.label_at(pointer)
    if label is None or is_code(debug, pointer):
        return None
    end = pointer - label[1] + debug.symbols[label[0]].size
    beyond = (first + PAIR * pairs - end + 1) // PAIR
    short = not label[1] and first + PAIR * pairs + PAIR == end
    return (pairs, beyond) if beyond > 0 or short else None


def foreign_character(text: Sequence[int], debug: DebugInfo, address: int) -> int:
    """Return a character of a text that the ROM's font does not have, or a small letter for which
    it has a symbol; 0 if there is none.

    Small letters count only if the source has them in quotes at the address of the text.
    """
    if strange := next((character for character in text if character >= FONT_END), 0):
        return strange
    small = next((character for character in text if ord("a") <= character <= ord("z")), 0)
    return small if small and has_small_letters(debug, address) else 0


def coordinates(kind: Kind, pointer: int, a: int, read: Callable[[int], int],
                debug: DebugInfo) -> Iterator[tuple[int, int]]:
    """Yield the address of each coordinate of a list or of a text that its source has
    as a number above 127, and that number."""
    first = pointer + kind.skip & 0xFFFF
    if kind.is_text:
        places = list(range(pointer, first))        # its size and its place
    elif kind.more >= 0:
        end = first + PAIR * ((a if kind.by_a else read(pointer)) + kind.more)
        places = list(range(first, end))
    else:
        places, at = [], first
        while not kind.ends(read(at)) and len(places) < LIST_MOST:
            places += range(at + kind.step - PAIR, at + kind.step)
            at += kind.step
    for at in places:
        if read(at) > POSITIVE_MOST and (value := decimal_byte(debug, at & 0xFFFF)) > POSITIVE_MOST:
            yield at & 0xFFFF, value


def other_form(kind: Kind, pointer: int, read: Callable[[int], int], debug: DebugInfo) -> str:
    """Return the routine that this list is meant for, if a routine of the given kind cannot read
    it.

    Returns: its name, or "" if the list fits, or fits nothing; only labels on data are checked
    """
    label = debug.label_at(pointer)
    if label is None or label[1] or kind.by_a or kind.is_text or is_code(debug, pointer):
        return ""
    data = bytes(read(pointer + at) for at in range(debug.symbols[label[0]].size))
    if not LEAST < len(data) <= LIST_MOST:
        return ""
    forms = {(2, 1): _is_counted(data, 1), (2, 2): _is_counted(data, 2),
             (3, 0): _is_rows(data), (3, 1): _is_rows(data[1:])}
    if forms.get((kind.step, kind.skip), True):
        return ""
    return next((ROUTINES[form] for form, fits in forms.items()
                 if fits and form[0] != kind.step), "")


def _is_counted(data: bytes, skip: int) -> bool:
    return len(data) == skip + 2 * (data[0] + 1)


def _is_rows(data: bytes) -> bool:
    """Return whether the data are rows of three bytes (pattern or mode, y, x) and an end mark."""
    return len(data) % 3 == 1 and 0 < data[-1] < 0x80 \
        and all(byte == 0 or byte >= 0x80 for byte in data[:-1:3])


def is_code(debug: DebugInfo, address: int) -> bool:
    index = bisect_right(debug.pages, (address, 0x10000, 0)) - 1
    return index >= 0 and address < debug.pages[index][0] + debug.pages[index][1]
