"""Expansion of macros."""

import time

import pytest

from asm import assemble
from asm.syntax.diagnostics import Place
from asm.syntax.macros import Macro, expand, repeat, split_arguments

CALL = Place("a.asm", 9, " m 1")


@pytest.mark.parametrize(("text", "arguments"), [
    ("", []), ("a", ["a"]), (" a , b ", ["a", "b"]), ("a,,b", ["a", "", "b"]),
    ("a ; b,c", ["a"]), ("[1,x],2", ["[1,x]", "2"]), ("(1,2),3", ["(1,2)", "3"]),
    ('"a,b",c', ['"a,b"', "c"]), ("',',1", ["','", "1"]), ('";",1', ['";"', "1"]),
])
def test_split_arguments(text: str, arguments: list[str]) -> None:
    """Commas inside quotes and brackets do not separate arguments."""
    assert split_arguments(text) == arguments


def lines(body: str, parameters: list[str], arguments: list[str], number: int = 3) -> list[str]:
    """Expand a macro of one or more lines."""
    macro = Macro("m", parameters, [Place("b.asm", 1 + n, text)
                                    for n, text in enumerate(body.split("|"))], CALL)
    return [place.text for place in expand(macro, arguments, number, {}, CALL)]


@pytest.mark.parametrize(("body", "parameters", "arguments", "made"), [
    (" lda #\\1", [], ["5"], " lda #5"), (" lda {2}", [], ["5", "6"], " lda 6"),
    (" lda \\{2}", [], ["5", "6"], " lda 6"), (" fcb \\#", [], ["5", "6"], " fcb 2"),
    ("l\\? bra l\\@", [], [], "l__3 bra l__3"), (" lda v,w", ["v", "w"], ["1", "x"], " lda 1,x"),
    (" lda \\v", ["v"], ["1"], " lda 1"), (' fcc "v"', ["v"], ["1"], ' fcc "v"'),
    (" lda #'v'", ["v"], ["1"], " lda #'v'"), (" lda v ; v", ["v"], ["1"], " lda 1 ; v"),
    (" lda vv,v.v", ["v"], ["1"], " lda vv,1.v"), (" lda \\2", [], ["1"], " lda "),
    (" lda v", ["v"], [], " lda "), (" lda \\unknown", ["v"], ["1"], " lda \\unknown"),
])
def test_substitution(body: str, parameters: list[str], arguments: list[str], made: str) -> None:
    """Arguments are substituted by position and by name, outside strings and comments."""
    assert lines(body, parameters, arguments) == [made]


def test_places_of_expanded_lines() -> None:
    """An expanded line knows its line in the macro and the call."""
    macro = Macro("m", [], [Place("b.asm", 4, " nop")], CALL)
    place = next(expand(macro, [], 1, {}, CALL))
    assert (place.file, place.line, place.via) == ("b.asm", 4, CALL) and "`m`" in place.why


def test_repetition_numbers_its_turns() -> None:
    """Each expanded line of a repetition has the number of its iteration."""
    places = list(repeat([Place("b.asm", 4, " nop"), Place("b.asm", 5, " rts")], 2, CALL))
    assert [place.line for place in places] == [4, 5, 4, 5]
    assert "iteration 2" in places[3].why


@pytest.mark.parametrize("head", ["m macro a,b", "m: MACRO \\a, \\b", " macro m a,b",
                                  " macro m,a,b", "\tmacro\tm,\ta , b", " macro m , a,b ; c"])
def test_heads(head: str) -> None:
    """The name may be before or after MACRO; parameters follow a blank or a comma."""
    assert assemble(f"{head}\n fcb a,b\n endm\n m 5,6\n").image == b"\x05\x06"


def test_a_digit_is_no_parameter() -> None:
    """A parameter named like a hexadecimal digit does not change numbers or characters."""
    source = "m macro a,b\n fcb a,$a,$b,b,'a',\"b\",0b1\n endm\n m 1,2\n"
    assert assemble(source).image == bytes((1, 10, 11, 2, 97, 98, 1))


def test_comments_in_a_body_do_not_nest() -> None:
    """A comment that begins with `macro` or `rept` does not open a block."""
    source = ("m macro\n* macro for two\n; macro\n\t; macro\n * macro\n nop\n endm\n rept 2\n"
              "* rept it\n ; rept\n m\n endr\n")
    assert assemble(source).image == b"\x12\x12"


@pytest.mark.parametrize(("text", "arguments"), [
    ("1, 2 ,3 ; c,d", ["1", "2", "3"]), ('"a,b;c",(1,2),[3,4]', ['"a,b;c"', "(1,2)", "[3,4]"]),
    ("',',';',''", ["','", "';'", "''"]), ("a),b,(,c", ["a)", "b", "(", "c"]), (" ; c", []),
    ('1,"open, 2', ["1", '"open, 2']), ("'open,2", ["'open", "2"])])
def test_arguments_are_cut_at_commas(text: str, arguments: list[str]) -> None:
    """Commas outside quotes and brackets separate arguments; a comment ends the list."""
    assert split_arguments(text) == arguments


@pytest.mark.sample(2)
@pytest.mark.parametrize("source", [
    "m0 macro q\n nop\n endm\n" + "".join(f"m{i} macro q\n m{i - 1} q\n m{i - 1} q\n endm\n"
                                         for i in range(1, 60)) + " m59 1\n",
    "m macro q\n fcb " + "q," * 3000 + "1\n endm\n" + " m 1+2,3\n" * 400,
    "m macro\n fcb " + "\\1," * 9000 + "1\n endm\n m " + "a" * 4000 + "\n",
    " rept 65000\n fcb " + "1+" * 100 + "1\n endr\n"])
def test_what_macros_make_has_a_limit(source: str) -> None:
    """An expansion to millions of characters ends with one error."""
    program = assemble(source, warnings=["none"])
    assert [error.code for error in program.errors] == ["E035"]
    assert "characters" in program.errors[0].text or "inside itself" in program.errors[0].text


def test_a_line_of_nothing_but_the_unique_mark_is_empty() -> None:
    """A line with only `\\?` outside a macro is empty where the mark is ignored."""
    program = assemble("\\?\n nop\nx\\? nop\n\\?\\?\n", dialect="vide")
    assert program.image == b"\x12\x12" and not program.errors


def test_repetitions_of_nothing_take_no_time():
    """Nested empty repetitions, 65,536 times each, end immediately."""
    began = time.process_time()
    assert assemble(" rept 65536\n rept 65536\n endr\n endr\n nop\n").image == b"\x12"
    assert time.process_time() - began < 20
