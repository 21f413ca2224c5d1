"""The layout: the addresses of statements, and the messages if they never settle.

Promises: instructions only grow, until no address changes; the bytes are generated from the final
addresses.  If sizes depend on themselves, the message names the symbols and statements that still
change, with their places and last two values.
"""

from asm import assemble
from asm.assembler.draft import Draft
from asm.assembler.encode import Bytes
from asm.assembler.image import Chunks
from asm.assembler.layout import CHANGE_COUNT_MAX, Layout
from asm.assembler.pass_state import Run
from asm.syntax.diagnostics import Place, Report
from asm.syntax.dialects import DIALECTS


def layout() -> Layout:
    """Return the layout of an empty program."""
    return Draft(Run(DIALECTS["vecx"], Report(), False), {}, {}, {}).layout


def test_statements_lie_one_behind_the_other() -> None:
    """Each statement begins where the previous one ends; `emit` writes their bytes in order."""
    made = layout()
    for number in range(3):
        made.append(Bytes(bytes([number]) * 2), Place("f", number, ""))
    assert made.converge()
    made.emit()
    assert made.run.addresses == [0, 2, 4]
    assert [(address, data) for address, data, _ in Chunks(made)] == [
        (0, b"\0\0"), (2, b"\1\1"), (4, b"\2\2")]


def test_a_form_that_grows_moves_what_follows() -> None:
    """One form that grows can make another one grow; each operand has the final address."""
    program = assemble(" org 0\n setdp 0\n lda b\n ldb c\n rmb 251\nb nop\nc nop\n")
    assert program.image is not None
    assert program.image[:6].hex() == "b60101" + "f60102"


def test_what_does_not_converge_is_named() -> None:
    """Notes name the symbol and the statement that still change, with their last two values."""
    error, = assemble(" org 0\na equ *\n rmb 1-(b-a)\nb nop\n").errors
    assert error.code == "E026"
    notes = [(note.text, note.place.line) for note in error.notes if note.place is not None]
    assert notes in ([("`b` is $0001, then $0000", 4), ("the size of this line is 1, then 0", 3)],
                     [("`b` is $0000, then $0001", 4), ("the size of this line is 0, then 1", 3)])


def test_an_address_that_grows_without_end_is_named() -> None:
    """An ORG to a later address than its own changes a symbol but no size, and is reported."""
    error, = assemble(" org e\n rmb 1\ne nop\n").errors
    assert [note.text for note in error.notes] == ["`e` is $00C8, then $00C9"]


def test_the_first_of_two_definitions_grows_without_end() -> None:
    """In dialects where the first definition counts above it, that one must converge too."""
    error, = assemble(" org x\nx equ *+1\nx equ 0\n", dialect="vide").errors
    assert error.code == "E026"
    assert [note.text for note in error.notes] == ["`x` is $00C8, then $00C9"]
    assert assemble(" org x\n nop\nx equ 5\nx equ 0\n", dialect="vide").origin == 5


def test_the_notes_are_few() -> None:
    """If hundreds of symbols still change, only the first are named."""
    labels = "".join(f"l{n} nop\n" for n in range(300))
    error, = assemble(f" org 0\na equ *\n rmb 1-(b-a)\nb nop\n{labels}").errors
    assert len(error.notes) == CHANGE_COUNT_MAX + 1


def test_a_condition_that_contradicts_itself_names_the_symbols() -> None:
    """An IF that changes the address it tests is an error with the values that alternate."""
    source = (" org 0\n rmb s\nd equ *\n if d = 0\ns equ 1\n else\ns equ 0\n endif\n")
    error, = assemble(source).errors
    assert (error.line, error.code) == (4, "E026")
    assert error.text == "this condition changes the addresses it depends on"
    assert sorted(note.text for note in error.notes) in (
        ["`d` is $0000, then $0001", "`s` is $0000, then $0001"],
        ["`d` is $0001, then $0000", "`s` is $0001, then $0000"])


def test_bytes_beyond_the_address_space_are_one_error() -> None:
    """Bytes beyond $FFFF are reported once and not written."""
    program = assemble(" org $FFFE\n fcb 1,2\n fcb 3\n fcb 4\n")
    assert [(error.line, error.code) for error in program.errors] == [(3, "E037")]
    assert [data for _, data, _ in program.chunks] == [b"\1\2"]
