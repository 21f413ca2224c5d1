"""The short row of passes makes code that gives what numba's own gives."""

import pytest

from vecx.compiling import jit, passes


def collatz(n):
    """Loops, branches, a tuple: what our functions are made of."""
    steps, highest = 0, n
    while n != 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
        highest = max(highest, n)
    return steps, highest


def test_a_function_compiled_so_gives_what_python_gives():
    """And no pass is run that is not in the row."""
    if not jit.JIT:
        pytest.skip("nothing is compiled here")
    import numba

    lean = passes.lean_compiler()
    assert lean is not None
    compiled = numba.njit(pipeline_class=lean)(collatz)
    assert [compiled(n) for n in (1, 7, 27)] == [collatz(n) for n in (1, 7, 27)]
    form = next(iter(compiled.overloads.values()))
    ran = next(iter(form.metadata["pipeline_times"].values()))
    assert len(ran) == 10


def test_without_a_pass_it_needs_numba_keeps_its_own(monkeypatch):
    """A numba that has changed compiles as it always did."""
    if not jit.JIT:
        pytest.skip("nothing is compiled here")
    from numba.core import typed_passes

    monkeypatch.delattr(typed_passes, "NativeLowering")
    assert passes.lean_compiler() is None
