"""The draft: the names and statements of a program while it is read.

Promises: a name has one definition, unless the dialect or SET allows more; a local name belongs to
the last label that is not local; a value that is needed while reading must already be known.  When
a label is defined, it gets the value that it had at the end of the previous reading.
"""

import pytest

from asm.assembler.draft import Draft
from asm.assembler.encode import Bytes
from asm.assembler.items import mapped
from asm.assembler.pass_state import Run
from asm.syntax import symbols
from asm.syntax.diagnostics import Fault, Place, Report
from asm.syntax.dialects import DIALECTS
from asm.syntax.expr import Name, Number

PLACE = Place("main.asm", 1, "one nop")


def draft(dialect: str = "vecx", defines: dict[str, int] | None = None,
          known: dict[str, int] | None = None) -> Draft:
    """Return an empty draft."""
    return Draft(Run(DIALECTS[dialect], Report(), False), defines or {}, known or {}, {})


def test_a_label_is_worth_the_location_counter() -> None:
    """The value of a label after three bytes is 3, and is known immediately."""
    made = draft()
    made.append(Bytes(b"abc"), PLACE)
    assert not made.knows("one")
    made.label("one", PLACE)
    assert made.knows("one") and made.run.symbols["one"].value == 3


def test_a_local_label_belongs_to_the_label_above() -> None:
    """The same local name below two labels defines two symbols."""
    made = draft()
    for name in ("one", ".x", "two", ".x"):
        made.label(name, PLACE)
    assert set(made.run.symbols) == {"one", "one.x", "two", "two.x"}
    assert made.full_name(".x") == "two.x" and made.full_name("one") == "one"
    assert made.run.report.diagnostics == []


def test_a_second_definition_is_an_error_or_a_warning() -> None:
    """E022 names the first definition; VIDE's dialect only warns; SET may be repeated."""
    made = draft()
    made.define("one", symbols.EQU, PLACE)
    with pytest.raises(Fault) as caught:
        made.define("one", symbols.EQU, Place("main.asm", 2, "one equ 1"))
    assert caught.value.code == "E022" and caught.value.notes[0].place is PLACE
    lenient = draft("vide")
    first = lenient.define("one", symbols.EQU, PLACE)
    assert lenient.define("one", symbols.EQU, PLACE) is first
    assert [found.code for found in lenient.run.report.diagnostics] == ["duplicate-label"]
    assert made.define("n", symbols.SET, PLACE) is made.define("n", symbols.SET, PLACE)
    assert made.run.repeated == {"n": made.run.symbols["n"]}
    assert made.run.symbols["n"].definitions == 2


def test_a_symbol_of_the_command_line_is_named_so() -> None:
    """The error for a symbol defined again says that the command line defined it."""
    with pytest.raises(Fault) as caught:
        draft(defines={"x": 1}).define("x", symbols.EQU, PLACE)
    assert caught.value.notes[0].text.endswith("on the command line")


@pytest.mark.parametrize("name", ["12", "a-b", "", "#"])
def test_what_is_no_name(name: str) -> None:
    """A name with characters that the language does not allow is error E005."""
    with pytest.raises(Fault) as caught:
        draft().define(name, symbols.EQU, PLACE)
    assert caught.value.code == "E005"


def test_a_constant_must_be_known() -> None:
    """The operands of REPT and INCLUDEBIN are computed immediately, or refused."""
    made = draft(defines={"n": 7})
    assert made.constant(Name("n", 0, 1)) == 7
    with pytest.raises(Fault) as caught:
        made.constant(Name("later", 4, 9))
    assert (caught.value.code, caught.value.start) == ("E020", 4)


def test_an_earlier_reading_is_remembered() -> None:
    """Only labels get the value that they had at the end of the previous reading."""
    made = draft(known={"one": 0x1234})
    made.label("one", PLACE)
    made.label("two", PLACE)
    assert [made.run.symbols[name].value for name in ("one", "two")] == [0x1234, 0]


def test_character_maps_are_for_strings() -> None:
    """CMAP changes the bytes of strings, but not numbers."""
    made = draft()
    made.run.character_map = bytes(range(1, 256)) + b"\0"
    number = Number(65, 0, 2)
    assert mapped(made.run, [b"AB", number]) == [b"BC", number]
