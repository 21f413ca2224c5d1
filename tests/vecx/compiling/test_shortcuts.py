"""Short cuts through numba's work change nothing but the time it takes."""

import contextlib

import numpy as np
import pytest

numba = pytest.importorskip("numba")

from vecx.compiling import jit, shortcuts  # noqa: E402

SOURCE = """
def third(x):
    return x * 3 if x > 0 else -x

def sum_up(values, share):
    total = 0.0
    for i in range(len(values)):
        total += third(values[i]) * share
        if total > 1000:
            total -= int(total) // 7
    rest = values[1:]
    return total + len(rest)
"""


@pytest.fixture(autouse=True)
def compiled_here():
    """Compiling is what these are about."""
    if not jit.JIT:
        pytest.skip("nothing is compiled here")


GROUPS = pytest.mark.parametrize("groups", [*([group] for group in shortcuts.GROUPS),
                                            shortcuts.GROUPS, ()],
                                 ids=lambda groups: " ".join(each.__name__ for each in groups))


@GROUPS
def test_compiled_code_gives_what_python_gives(monkeypatch, groups):
    """Integers, numbers with a fraction, both in one function: each call has its own type."""
    monkeypatch.setattr(shortcuts, "GROUPS", groups)
    names = {"__name__": "vecx.trial"}
    exec(SOURCE, names)
    plain = names["sum_up"]
    given = [(np.array([3, -4, 900, 7]), 2), (np.array([0.5, -4.0]), 1.5), (np.array([1]), 0.25)]
    wanted = [plain(*arguments) for arguments in given]
    names["third"] = numba.njit(names["third"])
    compiled = numba.njit(plain)
    with shortcuts.taken():
        assert [compiled(*arguments) for arguments in given] == wanted


@GROUPS
def test_numba_is_as_it_was_afterwards(monkeypatch, groups):
    """Also where compiling fails; and meanwhile each place of each group is replaced."""
    places = [(owner, name) for group in shortcuts.GROUPS for owner, name, _ in group()]
    assert len(places) == len(set(places)) == 16
    replaced = {(owner, name) for group in groups for owner, name, _ in group()}
    before = {place: getattr(*place) for place in places}
    monkeypatch.setattr(shortcuts, "GROUPS", groups)
    with pytest.raises(ZeroDivisionError), shortcuts.taken():
        assert {place for place in places if getattr(*place) is not before[place]} == replaced
        raise ZeroDivisionError
    assert before == {place: getattr(*place) for place in places}


def test_where_one_is_not_there_none_is_left_replaced(monkeypatch):
    """An error says so; what had been replaced by then is as it was."""
    from numba.core import ir, types

    before = types.Function.get_call_type
    monkeypatch.delattr(ir.Inst, "_rec_list_vars")
    with pytest.raises(AttributeError), shortcuts.taken():
        pass
    assert types.Function.get_call_type is before


def test_calls_are_looked_up_once(monkeypatch):
    """The second function with the same ones on the same types asks numba nothing new."""
    from numba.core import types

    asked = []
    ask = types.Function.get_call_type

    def note(*question):
        asked.append(question)
        return ask(*question)

    monkeypatch.setattr(types.Function, "get_call_type", note)
    monkeypatch.setattr(shortcuts, "_KNOWN", {})
    with shortcuts.taken():
        assert numba.njit(lambda x, k: x * k - x)(3, 4) == 9
        first = len(asked)
        assert numba.njit(lambda x, k: k - x * k)(3, 4) == -8
    assert first > 0
    assert len(asked) == first


def test_records_have_short_names():
    """Of each kind one of its own: two records are never taken for each other."""
    from numba.core import types

    kinds = [numba.from_dtype(np.dtype([("x", kind), ("y", kind)])) for kind in ("i8", "f8")]
    fields = [repr(kind) for kind in kinds]
    with shortcuts.taken():
        assert isinstance(kinds[0], types.Record)
        assert repr(kinds[0]) != repr(kinds[1])
        assert all(repr(kind) == str(kind) for kind in kinds)
        assert all(len(repr(kind)) < len(long)
                   for kind, long in zip(kinds, fields, strict=True))
    assert [repr(kind) for kind in kinds] == fields


def test_the_end_of_an_array_is_marked():
    """Arrays made and left behind in a loop are freed: what has references is still counted."""
    from numba.core.runtime import _nrt_python, rtsys

    def work(n):
        total = 0.0
        for i in range(n):
            part = np.ones(10) * i
            total += part[3]
        return total

    compiled = numba.njit(work)
    with shortcuts.taken():
        assert compiled(5) == 10
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    assert compiled(100) == 4950
    after = rtsys.get_allocation_stats()
    _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0


@pytest.mark.parametrize("source", [
    "y = a + (b - f(c, d=e))", "y = (a, [b, c], {'x': d})", "y = a[b:c]", "y = f(*a)",
    "del a", "return a.real", "a[b] = c", "if a > b:\n  return c", "return 1"])
def test_the_variables_of_a_statement_are_those_numba_finds(source):
    """In its order, each as often."""
    from numba.core import compiler

    names = {}
    lines = source.replace("\n", "\n ")
    exec(f"def some(a, b, c, d, e, f):\n {lines}\n", names)
    program = compiler.run_frontend(names["some"])
    statements = [each for block in program.blocks.values() for each in block.body]
    own = [[some.name for some in each.list_vars()] for each in statements]
    with shortcuts.taken():
        assert [[some.name for some in each.list_vars()] for each in statements] == own
    assert sum(map(len, own)) > 0


def test_a_call_with_keywords_is_asked_each_time():
    """They are no part of what is remembered."""
    less = numba.njit(lambda x, y: x - y)
    with shortcuts.taken():
        assert numba.njit(lambda a, b: less(x=a, y=b) + 10 * less(x=b, y=a))(3, 0.5) == -22.5


def test_an_error_says_where_it_was():
    """As numba says it otherwise: the line that cannot be typed, and what was asked of it."""
    def wrong(x):
        y = x + 1
        return y.nothing

    said = []
    for context in (contextlib.nullcontext(), shortcuts.taken()):
        with context, pytest.raises(numba.errors.TypingError) as failed:
            numba.njit(wrong)(3)
        said.append(str(failed.value))
    assert said[0] == said[1]
    assert "nothing" in said[0]


def wrong(x):
    """Ask a number for what it has not."""
    return x.nothing


def test_an_error_still_says_where_it_is():
    """Words about an error are made where there is one: the attribute, the file and the line."""
    compiled = numba.njit(wrong)
    with shortcuts.taken(), pytest.raises(numba.TypingError) as caught:
        compiled(3)
    said = str(caught.value)
    assert "nothing" in said and "test_shortcuts.py" in said
    assert f"({wrong.__code__.co_firstlineno + 2})" in said
