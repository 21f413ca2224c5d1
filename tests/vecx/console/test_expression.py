"""Expressions on a machine, compared with Python, and invalid expressions."""

import operator
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm import assemble
from asm.syntax.expr import PRECEDENCE
from vecx import Machine, UsageError, VecxError
from vecx.console.expression import SYSTEM_WORDS, Expression, condition

SIGNS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_,
         "|": operator.or_, "^": operator.xor, "==": operator.eq, "<": operator.lt,
         ">=": operator.ge, "!=": operator.ne}
SOURCE = """
 include "vectrex.inc"
 org 0
 fcb "g GCE 1982",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$56,"TEST",$80,0
speed equ 7
cell equ $c8a0
main inc counter
 jsr Wait_Recal
 bra main
 org $c880
counter rmb 1
place rmb 2
table rmb 8
end
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory) -> Machine:
    """Return a machine whose program counts frames."""
    path = tmp_path_factory.mktemp("expression") / "a.asm"
    path.write_text(SOURCE)
    m = Machine(path, preset="ideal")
    m.run_frames(3)
    return m


def numbers():
    """Return numbers in every notation, with their values."""
    value = st.integers(0, 0xFFFF)
    return st.one_of(value.map(lambda n: (f"${n:X}", n)), value.map(lambda n: (str(n), n)),
                     value.map(lambda n: (f"%{n:b}", n)), value.map(lambda n: (f"@{n:o}", n)),
                     st.sampled_from("AZ z09").map(lambda c: (f"'{c}'", ord(c))))


@settings(max_examples=200)
@given(st.recursive(numbers(), lambda inner: st.one_of(
    st.tuples(inner, st.sampled_from(sorted(SIGNS)), inner).map(
        lambda t: (f"({t[0][0]} {t[1]} {t[2][0]})", int(SIGNS[t[1]](t[0][1], t[2][1])))),
    inner.map(lambda t: (f"-{t[0]}", -t[1])), inner.map(lambda t: (f"!{t[0]}", int(not t[1]))),
    inner.map(lambda t: (f"~{t[0]}", ~t[1]))), max_leaves=8))
def test_arithmetic(machine, case) -> None:
    """Numbers, operators, signs and brackets give correct values."""
    text, value = case
    if len(text) < 400:
        assert condition(text, machine)() == value


@pytest.mark.parametrize("text, value", [
    ("1 + 2 * 3", 7), ("1 || 0 && 0", 1), ("1 | 2 == 2", 1), ("1 & 3 == 3", 1), ("-7 / 2", -3),
    ("-7 % 2", -1), ("2 << 1 + 1", 8), ("1 ? 2 : 3", 2), ("hi($1234)", 0x12), ("counter", 0xC880),
    ("#counter", 0xC880), ("[counter]", 0x55), ("[counter + 1]", 0x12), ("{place}", 0x1234),
    ("[place]", 0x1234), ("[place + 0]", 0x12), ("speed", 7), ("[cell]", 0x77),
    ("[table] == $FF", 1), ("A", 0x12), ("d", 0x1234), ("pc == $E000 || pc != $E000", 1),
    ("* == pc", 1), ("frame >= 3", 1), ("cycle > 10", 1), ("d == counter", 0),
    ("[Vec_Loop_Count]", 0x1256), ("[Vec_Rfrsh]", 0x30), ("0 && 1 / 0", 0),
    ("[counter] < place - counter", 0)])
def test_words(machine, text, value) -> None:
    """Symbols are their values, brackets read memory, and the machine's words work."""
    machine.set_registers(d=0x1234)
    machine.write("counter", b"\x55\x12\x34\xff")
    machine.write(0xC8A0, 0x77)
    machine.write("Vec_Loop_Count", b"\x12\x56")
    assert Expression(text, machine)() == value


def test_the_systems_words_are_those_that_the_include_names() -> None:
    """The system's words are the two-byte cells in vectrex.inc, except Vec_Rfrsh."""
    text = Path("roms/include/vectrex.inc").read_text()
    words = set(re.findall(r"^(Vec_\w+) +equ .*; 2: ", text, re.MULTILINE))
    assert words - {"Vec_Rfrsh"} == SYSTEM_WORDS and "Vec_Rfrsh" in words


@pytest.mark.parametrize("text", ["", "1 +", "(1", "[1", "1)", "1 2", "1 ; 2",
                                  "counter counter", "1 @ 2", "score(1)", "prev(1",
                                  "#5", "a ==", "(" * 260 + "1" + ")" * 260, "-" * 260 + "1",
                                  "1+" * 300 + "1", "\x1b", "{1]"])
def test_what_is_no_expression(machine, text) -> None:
    """An invalid expression gives one message with an example."""
    with pytest.raises(UsageError, match="expression"):
        condition(text, machine)


@pytest.mark.parametrize("text, name", [
    ("counter > 20", "counter"), ("20 < counter", "counter"), ("counter == a", "counter"),
    ("frame > 3 && counter", "counter"), ("!cell", "cell"), ("counter", "counter"),
    ("counter & 1", "counter"), ("table + 3 == [place + 1]", r"table \+ 3"),
    ("counter ? 1 : frame", "counter"), ("counter == $C880", "counter")])
def test_an_address_that_is_taken_for_a_value_is_refused(machine, text, name) -> None:
    """The message shows the address and what to write."""
    with pytest.raises(UsageError, match=rf"{name} is the address \$C8.*; write \[{name}\] for"):
        Expression(text, machine, condition=True)


@pytest.mark.parametrize("text", [
    "x == table", "u >= table + 3", "{place} == counter", "[place] == counter",
    "[counter] == table - counter", "speed > 3", "1"])
def test_an_address_that_may_be_meant_is_accepted(machine, text) -> None:
    """An address may be compared with a 16-bit register, a word or an address."""
    assert condition(text, machine)() in (0, 1)


def test_an_unknown_name(machine) -> None:
    """For an unknown name, the nearest known one is suggested."""
    with pytest.raises(VecxError, match="did you mean counter"):
        condition("[countr] == 1", machine)


def test_a_value_that_cannot_be_computed(machine) -> None:
    """A division by zero is an error."""
    machine.write("counter", 0)
    with pytest.raises(VecxError, match=r"`7 % \[counter\]` has no value: division by zero"):
        condition("7 % [counter]", machine)()


def test_prev_is_the_value_of_the_last_evaluation(machine) -> None:
    """`prev` is the previous value, or at first the current one."""
    changed = condition("[counter] != prev([counter])", machine)
    found = []
    for value in (1, 1, 2, 2):
        machine.write("counter", value)
        found.append(changed())
    assert found == [0, 0, 1, 0]


def test_a_built_in_word_hides_a_label_with_a_warning(tmp_path) -> None:
    """A word of the machine hides a label, with a warning; `#frame` is the label."""
    path = tmp_path / "a.asm"
    path.write_text(SOURCE.replace("main", "frame"))
    machine = Machine(path, preset="ideal")
    with pytest.warns(UserWarning, match="`frame` is a built-in word.*write #frame"):
        assert len(machine.run_until("frame > 3", frames=10)) == 4
    assert condition("#frame", machine)() == machine.symbols["frame"]


LITERALS = st.integers(0, 300).flatmap(
    lambda n: st.sampled_from(
        [str(n), f"${n:X}", f"%{n:b}", f"0x{n:x}", f"{n:o}q", f"'{chr(n % 90 + 33)}'"]))
TEXTS = st.recursive(
    LITERALS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(sorted(PRECEDENCE)), inner).map(" ".join),
        st.tuples(st.sampled_from("-~!+<>"), inner).map("".join),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
        inner.map("({})".format), inner.map("hi({})".format)), max_leaves=10)


def value_or_fault(text: str, machine: Machine) -> tuple[int | str, int | str]:
    """Return the results of the assembler and of the machine for an expression."""
    made: list[int | str] = []
    done = assemble(f"value equ {text}\n nop\n", name="a.asm", warnings=["none"])
    made.append(next(iter(done.errors)).text if done.errors else done.symbols["value"].value)
    try:
        made.append(condition(text, machine)())
    except VecxError as fault:
        made.append(str(fault))
    return made[0], made[1]


@settings(max_examples=300)
@given(TEXTS)
def test_the_assembler_and_the_machine_agree(machine, text) -> None:
    """Assembler and machine give the same value or error for the same text."""
    if len(text) < 400:
        assembled, evaluated = value_or_fault(text, machine)
        assert assembled == evaluated or str(assembled) in str(evaluated)


def test_they_agree_on_every_pair_of_operators(machine) -> None:
    """They agree on precedence and associativity of every pair of operators."""
    for first in PRECEDENCE:
        for second in PRECEDENCE:
            for operands in ((6, 3, 2), (1, 0, 5), (7, 7, 1)):
                text = f"{operands[0]} {first} {operands[1]} {second} {operands[2]}"
                assembled, evaluated = value_or_fault(text, machine)
                assert assembled == evaluated or str(assembled) in str(evaluated), text


def test_variables(machine) -> None:
    """Variables can be read and set by size, index and kind."""
    machine["place"] = 0xFFFE
    assert (machine["place"], machine["place", "s16"], machine["place", 1]) == (0xFFFE, -2, 0xFE)
    machine["table"] = bytes(range(8))
    machine["table", 2, "s16"] = -3
    assert machine["table"] == b"\0\1\2\3\xff\xfd\6\7"
    assert machine["table", 5, "s8"] == -3 and machine[0xC887, "u16"] == 0xFFFD
    machine[0xC8B0] = 9
    assert machine["cell", 16] == machine[0xC8B0] == 9


@pytest.mark.parametrize("key, value, words", [
    (("table", 8), None, "0 to 7"), (("table", 4, "u16"), None, "0 to 3"),
    (("table", "u9"), None, "is not a variable"), (("table", 1, 2), None, "is not a variable"),
    ("counter", 256, "0 to 255"), (("counter", "s8"), -129, "-128 to 127"),
    ("table", b"12", "8 bytes, not 2"), ("counter", "x", "whole number"),
    ("tabel", None, "did you mean table")])
def test_variables_that_are_none(machine, key, value, words) -> None:
    """An invalid index, kind or value is refused, and nothing is written."""
    before = machine.ram
    with pytest.raises(VecxError, match=words):
        if value is None:
            machine[key]
        else:
            machine[key] = value
    assert machine.ram == before


def test_run_until(machine) -> None:
    """run_until stops at the write of a variable, or at the frame where an expression is true."""
    now = machine["counter"]
    machine.run_until("counter", now + 3 & 0xFF)
    assert machine["counter"] == now + 3 & 0xFF
    assert machine.where(machine.registers.pc).line == 10       # after the INC
    begun = machine.frames
    assert len(machine.run_until(f"frame == {begun + 4}")) == 4
    assert len(machine.run_until(lambda m: m.frames == begun + 6)) == 2
    assert machine.run_until("1") == []


@pytest.mark.parametrize("what, value, words", [
    ("counter", 300, "after 5 frames, counter is [0-9]+, not 300; PC is"),
    ("frame < 0", None, "after 5 frames, `frame < 0` is 0; PC is"),
    (lambda m: False, None, "after 5 frames"), (0xC880, None, "is missing")])
def test_run_until_says_what_it_waited_for(machine, what, value, words) -> None:
    """The error of run_until has the condition, the actual value, and the PC."""
    with pytest.raises(VecxError, match=words):
        machine.run_until(what, value, frames=5)


def test_a_tap_is_seen_and_let_go(machine) -> None:
    """After `tap`, the buttons are released."""
    assert len(machine.tap(4, frames=3)) == 4
    assert machine.chips.state.buttons == 0xFF


def test_a_word_of_the_system_needs_its_kind():
    """A name of the ROM alone is a byte in Python; the expression `[name]` reads the word."""
    machine = Machine("connect4", preset="ideal")
    machine["Vec_Loop_Count", "u16"] = 0x1234
    assert machine["Vec_Loop_Count"] == 0x12 and machine["Vec_Loop_Count", "u16"] == 0x1234
    assert Expression("[Vec_Loop_Count]", machine)() == 0x1234
