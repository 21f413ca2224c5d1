"""Short cuts through numba's work change nothing but the time it takes."""

import contextlib
import os
import subprocess
import sys

import numpy as np
import pytest

from vecx.chips import jit, shortcuts

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

    monkeypatch.delattr(event, "install_timer")
    with shortcuts.taken():
        assert not hasattr(event, "install_timer")
    assert not hasattr(event, "install_timer")


def test_operators_are_looked_up_once(monkeypatch):
    """The second function with the same operators on the same types asks numba nothing new."""
    import numba
    from numba.core import types

    asked = []
    ask = types.Function.get_call_type

    def note(self, context, args, kws):
        asked.append((self, args))
        return ask(self, context, args, kws)

    monkeypatch.setattr(types.Function, "get_call_type", note)
    monkeypatch.setattr(shortcuts, "_KNOWN", {})
    with shortcuts.taken():
        assert numba.njit(lambda x, y: x * y - x)(3, 4) == 9
        first = len(asked)
        assert numba.njit(lambda x, y: y * x - y)(3, 4) == 8
    assert first > 0
    assert len(asked) == first


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
from vecx.chips import jit

@jit.jit
def grow(values, n):
    total = n
    for value in values[:n]:
        total += value
    return total

import numpy
print(grow(numpy.arange(5), 3), "numba.cpython.unicode" in sys.modules)
"""


def test_kept_code_is_loaded_without_the_declarations_of_numba(tmp_path):
    """The second process finds the first one's machine code, and gives the same."""
    program = tmp_path / "kept.py"
    program.write_text(KEPT)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "VECX_JIT": "1"}
    said = [subprocess.run([sys.executable, str(program)], env=environment, text=True, check=True,
                           capture_output=True).stdout.split() for _ in range(2)]
    assert said == [["6", "True"], ["6", "False"]]
