"""Short cuts through numba's work change nothing but the time it takes."""

import contextlib
import os
import subprocess
import sys

import numpy as np
import pytest

from vecx.compiling import jit, shortcuts

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


def test_compiled_code_gives_what_python_gives():
    """Integers, numbers with a fraction, both in one function: each call has its own type."""
    import numba

    names = {"__name__": "vecx.trial"}
    exec(SOURCE, names)
    plain = names["sum_up"]
    given = [(np.array([3, -4, 900, 7]), 2), (np.array([0.5, -4.0]), 1.5), (np.array([1]), 0.25)]
    wanted = [plain(*arguments) for arguments in given]
    names["third"] = numba.njit(names["third"])
    compiled = numba.njit(plain)
    with shortcuts.taken():
        assert [compiled(*arguments) for arguments in given] == wanted


def test_numba_is_as_it_was_afterwards():
    """Also where compiling fails."""
    places = [(owner, name) for owner, name, _ in shortcuts._replacements()]
    assert len(places) >= 8
    before = [getattr(owner, name) for owner, name in places]
    with pytest.raises(ZeroDivisionError), shortcuts.taken():
        for (owner, name), old in zip(places, before, strict=True):
            assert getattr(owner, name) is not old, name
        raise ZeroDivisionError
    assert before == [getattr(owner, name) for owner, name in places]


def test_what_numba_does_not_have_is_left_alone(monkeypatch):
    """A numba that has changed compiles as it always did."""
    from numba.core import event
    from numba.core.typing.context import BaseContext

    many = len(shortcuts._replacements())
    gone = (event, "install_timer"), (BaseContext, "find_matching_getattr_template")
    for owner, name in gone:
        monkeypatch.delattr(owner, name)
    with shortcuts.taken():
        assert not any(hasattr(owner, name) for owner, name in gone)
    assert not any(hasattr(owner, name) for owner, name in gone)
    assert len(shortcuts._replacements()) == many - 1       # the timer waits to be looked for


@pytest.mark.parametrize("kind, name", [("Function", "get_call_type"),
                                        ("Dispatcher", "get_call_type"),
                                        (None, "find_matching_getattr_template")])
def test_calls_and_fields_are_looked_up_once(monkeypatch, kind, name):
    """The second function with the same ones on the same types asks numba nothing new."""
    import numba
    from numba.core import types
    from numba.core.typing.context import BaseContext

    owner = getattr(types, kind) if kind else BaseContext
    asked = []
    ask = getattr(owner, name)

    def note(*question):
        asked.append(question)
        return ask(*question)

    third = numba.njit(lambda x: x * 3)
    monkeypatch.setattr(owner, name, note)
    monkeypatch.setattr(shortcuts, "_KNOWN", {})
    point = np.zeros(1, [("x", "i8"), ("y", "i8")])[0]
    with shortcuts.taken():
        assert numba.njit(lambda p, k: third(p.x * k) - p.y)(point, 4) == 0
        first = len(asked)
        assert numba.njit(lambda p, k: k * third(p.y) - p.x)(point, 4) == 0
    assert first > 0
    assert len(asked) == first


def test_a_call_with_keywords_is_asked_each_time():
    """They are no part of what is remembered."""
    import numba

    less = numba.njit(lambda x, y: x - y)
    with shortcuts.taken():
        assert numba.njit(lambda a, b: less(x=a, y=b) + 10 * less(x=b, y=a))(3, 0.5) == -22.5


def test_an_error_says_where_it_was():
    """As numba says it otherwise: the line that cannot be typed, and what was asked of it."""
    import numba

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


KEPT = """
import sys
from vecx.compiling import jit

@jit.jit
def grow(values, n):
    total = n
    for value in values[:n]:
        total += value
    return total

import gc
import numpy
print(grow(numpy.arange(5), 3), "numba.cpython.unicode" in sys.modules,
      gc.get_freeze_count() > 10_000, gc.isenabled())
"""


def test_kept_code_is_loaded_without_the_declarations_of_numba(tmp_path):
    """The second process finds the first one's machine code, and gives the same.  Only what the
    first one made is looked through for garbage no more."""
    program = tmp_path / "kept.py"
    program.write_text(KEPT)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "VECX_JIT": "1"}
    said = [subprocess.run([sys.executable, str(program)], env=environment, text=True, check=True,
                           capture_output=True).stdout.split() for _ in range(2)]
    assert said == [["6", "True", "True", "True"], ["6", "False", "False", "True"]]
