"""Conditions on a machine: against Python's own arithmetic, and what is no expression."""

import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vecx import Machine, UsageError, VecxError
from vecx.console.expression import condition

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
    """Give a machine whose program counts frames."""
    path = tmp_path_factory.mktemp("expression") / "a.asm"
    path.write_text(SOURCE)
    m = Machine(path, preset="ideal")
    m.run_frames(3)
    return m


def numbers():
    """Return numbers, written in each of the ways, with what they are."""
    value = st.integers(0, 0xFFFF)
    return st.one_of(value.map(lambda n: (f"${n:X}", n)), value.map(lambda n: (str(n), n)),
                     value.map(lambda n: (f"%{n:b}", n)), value.map(lambda n: (f"@{n:o}", n)),
                     st.sampled_from("AZ z09").map(lambda c: (f"'{c}'", ord(c))))


@settings(max_examples=200, deadline=None)
@given(st.recursive(numbers(), lambda inner: st.one_of(
    st.tuples(inner, st.sampled_from(sorted(SIGNS)), inner).map(
        lambda t: (f"({t[0][0]} {t[1]} {t[2][0]})", int(SIGNS[t[1]](t[0][1], t[2][1])))),
    inner.map(lambda t: (f"-{t[0]}", -t[1])), inner.map(lambda t: (f"!{t[0]}", int(not t[1]))),
    inner.map(lambda t: (f"~{t[0]}", ~t[1]))), max_leaves=8))
def test_arithmetic(machine, case) -> None:
    """Numbers in all ways, operators, signs and brackets."""
    text, value = case
    if len(text) < 400:
        assert condition(text, machine)() == value


@pytest.mark.parametrize("text, value", [
    ("1 + 2 * 3", 7), ("1 || 0 && 0", 1), ("1 | 2 == 2", 0), ("2 << 1 + 1", 8), ("7 % 4 / 0", 0),
    ("#counter", 0xC880), ("[#counter + 1]", 0x12), ("{#place}", 0x1234), ("place", 0x1234),
    ("counter", 0x55), ("speed", 7), ("cell", 0x77), ("table == $FF", 1), ("A", 0x12),
    ("d", 0x1234), ("pc == $E000 || pc != $E000", 1), ("frame >= 3", 1), ("cycle > 10", 1),
    ("Vec_Snd_Shadow >= 0", 1)])
def test_words(machine, text, value) -> None:
    """Cells by their size, EQUs, addresses, bytes and words there, registers, frame and cycle."""
    machine.set_registers(d=0x1234)
    machine.write("counter", b"\x55\x12\x34\xff")
    machine.write(0xC8A0, 0x77)
    assert condition(text, machine)() == value


@pytest.mark.parametrize("text", ["", "1 +", "(1", "[1", "1)", "1 2", "$",
                                  "counter counter", "1 @ 2",
                                  "#5", "a ==", "(" * 60 + "1" + ")" * 60, "-" * 60 + "1",
                                  "1+" * 300 + "1", "\x1b"])
def test_what_is_no_expression(machine, text) -> None:
    """One message, with an example where the text was read."""
    with pytest.raises(UsageError, match="expression"):
        condition(text, machine)


def test_a_name_that_is_not_there(machine) -> None:
    """The nearest is named."""
    with pytest.raises(VecxError, match="did you mean counter"):
        condition("countr == 1", machine)


def test_variables(machine) -> None:
    """By size, index and kind; set as well."""
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
    (("table", "u9"), None, "names no variable"), (("table", 1, 2), None, "names no variable"),
    ("counter", 256, "0 to 255"), (("counter", "s8"), -129, "-128 to 127"),
    ("table", b"12", "8 bytes, not 2"), ("counter", "x", "whole number"),
    ("tabel", None, "did you mean table")])
def test_variables_that_are_none(machine, key, value, words) -> None:
    """An index outside, an unknown kind, a value that does not fit: nothing is written."""
    before = machine.ram
    with pytest.raises(VecxError, match=words):
        if value is None:
            machine[key]
        else:
            machine[key] = value
    assert machine.ram == before


def test_run_until(machine) -> None:
    """At the instruction that writes the variable; or at the frame where an expression holds."""
    now = machine["counter"]
    machine.run_until("counter", now + 3 & 0xFF)
    assert machine["counter"] == now + 3 & 0xFF
    assert machine.where(machine.registers.pc).line == 10       # behind the INC
    begun = machine.frames
    assert len(machine.run_until(f"frame == {begun + 4}")) == 4
    assert len(machine.run_until(lambda m: m.frames == begun + 6)) == 2
    assert machine.run_until("1") == []


@pytest.mark.parametrize("what, value, words", [
    ("counter", 300, "after 5 frames, counter is [0-9]+, not 300; PC is"),
    ("frame < 0", None, "after 5 frames, `frame < 0` is 0; PC is"),
    (lambda m: False, None, "after 5 frames"), (0xC880, None, "is missing")])
def test_run_until_says_what_it_waited_for(machine, what, value, words) -> None:
    """And what is there instead, and where the CPU is."""
    with pytest.raises(VecxError, match=words):
        machine.run_until(what, value, frames=5)


def test_a_tap_is_seen_and_let_go(machine) -> None:
    """The buttons are up again when it returns."""
    assert len(machine.tap(4, frames=3)) == 4
    assert machine.m.buttons == 0xFF
