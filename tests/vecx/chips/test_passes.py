"""The short row of passes makes code that gives what numba's own gives."""

import pytest

numba = pytest.importorskip("numba")

from vecx.chips import jit, passes  # noqa: E402

pytestmark = pytest.mark.skipif(not jit.JIT, reason="nothing is compiled here")


def collatz(n):
    """Loops, branches, a tuple: what our functions are made of."""
    steps, highest = 0, n
    while n != 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
        highest = max(highest, n)
    return steps, highest


def passes_run(compiled) -> list[str]:
    """Return the names of the passes that made a compiled function."""
    form = next(iter(compiled.overloads.values()))
    return list(next(iter(form.metadata["pipeline_times"].values())))


def test_a_function_compiled_so_gives_what_python_gives():
    """And no pass is run that is not in the row, and each that is, in its order."""
    compiled = numba.njit(pipeline_class=passes.lean_compiler(lambda: True))(collatz)
    assert [compiled(n) for n in (1, 7, 27)] == [collatz(n) for n in (1, 7, 27)]
    ran = [name.partition("_")[2] for name in passes_run(compiled)]
    assert ran == [each._name for each in passes.PASSES]


def test_where_it_is_not_wanted_all_passes_run():
    """It is asked at each function: what has been decorated can be compiled by numba alone."""
    own = numba.njit(collatz)
    wanted = []
    compiled = numba.njit(pipeline_class=passes.lean_compiler(lambda: not wanted))(collatz)
    wanted.append("no more")
    assert compiled(27) == own(27) == collatz(27)
    assert passes_run(compiled) == passes_run(own)
    assert len(passes_run(own)) > 2 * len(passes.PASSES)
