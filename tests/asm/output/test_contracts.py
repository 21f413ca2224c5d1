"""The parser of contract blocks."""

import pytest

from asm.output.contracts import LINES, PAIRS, ROWS, TEXT, Contract, Form, Limit, find

BLOCK = """\
; draw_all: draw what there is,
; nothing else
; draw: draw one thing
;   in       X = list, D = place
;            DP = $D0
;   out      none
;   changes  A B CC              keeps  X Y U S DP
;   cycles   <= 30 + 12 each     vectors <= 7
;   stack    6
;   quirks   ends at once
;            for nothing
draw    rts

; other: one line has several
;   in       none
;   out      A
;   changes  A CC  keeps  B X Y U S DP
;   cycles   = 12                stack  0
other   rts
; name: a comment like a block's head
        rts
;   in       a field without a head
; loose: stack in words
;   in       none
;   stack    all of it
"""


def test_blocks() -> None:
    """Fields are found on their own line and after other fields; long fields continue."""
    draw, other, loose = find(("f", number, text)
                              for number, text in enumerate(BLOCK.splitlines(), 1))
    assert (draw.name, draw.file, draw.line, draw.purpose) == ("draw", "f", 3, "draw one thing")
    assert draw.takes == "X = list, D = place; DP = $D0" and draw.inputs == {"A", "B", "X", "DP"}
    assert draw.changes == {"A", "B", "CC"} and draw.keeps == {"X", "Y", "U", "S", "DP"}
    assert (draw.cycles, draw.vectors, draw.stack) == ("<= 30 + 12 each", "<= 7", 6)
    assert draw.quirks == "ends at once; for nothing"
    assert draw.limit("cycles") == 30 and draw.limit("vectors") == 7
    assert draw.cycles_max(5) == 90 and draw.cycles_max() is None
    assert (other.cycles, other.stack, other.limit("vectors")) == ("= 12", 0, None)
    assert other.cycles_max() == 12
    assert loose.stack is None and "stack" in loose.fields and loose.takes == "none"


SEVERAL = """\
; play_o, play_x: place a token; what comes before it
; need not be known
;   in       B = cell
;   stack    3
"""


def test_a_block_may_be_of_several_routines() -> None:
    """Each routine that a block names gets the contract; its purpose may take several lines."""
    found = list(find(("f", number, text) for number, text in enumerate(SEVERAL.splitlines(), 1)))
    assert [contract.name for contract in found] == ["play_o", "play_x"]
    for contract in found:
        assert contract.purpose == "place a token; what comes before it need not be known"
        assert (contract.takes, contract.stack, contract.line) == ("B = cell", 3, 1)


def test_a_block_ends_with_its_file() -> None:
    """A block at the end of a file counts; a head without a field does not."""
    assert [c.name for c in find([("f", 1, "; a: b"), ("f", 2, ";   in       x")])] == ["a"]
    assert find([("f", 1, "; a: b")]) == []


@pytest.mark.parametrize(("cycles", "most", "exactly"), [(39, True, False), (40, True, True),
                                                         (41, False, False)])
def test_a_limit_holds(cycles: int, most: bool, exactly: bool) -> None:
    """Fewer cycles are allowed unless the limit is exact; more are never allowed."""
    assert Limit("wait", 40, False, True, "game.asm", 1).holds(cycles) == most
    assert Limit("wait", 40, True, True, "game.asm", 1).holds(cycles) == exactly


@pytest.mark.parametrize(("takes", "form"), [
    ("U -> y, x, text, $80; Vec_Text_HW, DP = $D0", Form("U", TEXT, 2)),
    ("A = y, B = x, U -> text, $80; DP = $D0", Form("U", TEXT, 0)),
    ("X -> mode, y, x, ... until mode > 0; DP = $D0", Form("X", ROWS, 0)),
    ("X -> scale, pattern, y, x, ... until a pattern from 1 to $7F", Form("X", ROWS, 1)),
    ("X -> n, move, n lines; DP = $D0", Form("X", LINES, 1, 1)),
    ("X -> n - 1, scale, n lines", Form("X", LINES, 2, 1)),
    ("X -> n, n lines", Form("X", LINES, 1, 0)),
    ("A = n - 1, B = scale, X -> move, n lines, Vec_Pattern", Form("X", LINES, 0, 2, True)),
    ("X = shadow; U -> register, value, ... until bit 7", Form("U", PAIRS, 0)),
    ("B = scale, X -> n lines", None), ("X -> y, x; DP = $D0", None), ("Y -> text, $80", None),
    ("X -> mode, y, x, ... 1", None), ("X -> bytes; until y, x, ... until 0", None), ("", None)])
def test_forms_of_lists(takes: str, form: Form | None) -> None:
    """A form that the notation describes is read; other texts are for people only."""
    assert Contract("a", "f", 1, "", takes=takes).form == form


def test_fields_of_inputs_and_outputs() -> None:
    """Registers, flags and the page are read from `in` and `out`."""
    block = Contract("a", "f", 1, "", takes="D = place, C = side; DP = $C8", returns="X past it")
    assert block.inputs == {"A", "B", "DP"} and block.outputs == {"X"}
    assert block.page == 0xC8 and block.input_flags == {"C"}
    assert Contract("a", "f", 1, "", takes="DP = page").page is None
