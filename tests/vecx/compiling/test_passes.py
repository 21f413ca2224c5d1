"""The short row of passes makes code that gives what numba's own gives."""

import pytest

numba = pytest.importorskip("numba")

from vecx.compiling import jit, passes  # noqa: E402

pytestmark = pytest.mark.skipif(not jit.JIT, reason="nothing is compiled here")


def collatz(n):
    """Loops, branches, a tuple: what our functions are made of."""
    steps, highest = 0, n
    while n != 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
        if n > highest:
            highest = n
    return steps, highest


@pytest.fixture
def ran(monkeypatch):
    """Note the names of the passes that run, each where it begins."""
    from numba.core.compiler_machinery import _pass_registry

    found = []

    def noting(name, run):
        def run_pass(state):
            found.append(name)
            return run(state)
        return run_pass

    for kind in _pass_registry._registry:
        own = _pass_registry.get(kind).pass_inst
        monkeypatch.setattr(own, "run_pass", noting(kind.__name__, own.run_pass))
    return found


def test_a_function_compiled_so_gives_what_python_gives(ran):
    """And no pass is run that is not in the row, and each that is, in its order."""
    compiled = numba.njit(pipeline_class=passes.lean_compiler(lambda: True))(collatz)
    assert compiled(7) == collatz(7)
    assert ran == [each.__name__ for each in passes.PASSES]
    assert [compiled(n) for n in (1, 27)] == [collatz(n) for n in (1, 27)]


def test_where_it_is_not_wanted_all_passes_run(ran):
    """It is asked at each function: what has been decorated can be compiled by numba alone."""
    own = numba.njit(collatz)
    wanted = []
    compiled = numba.njit(pipeline_class=passes.lean_compiler(lambda: not wanted))(collatz)
    wanted.append("no more")
    assert compiled(27) == collatz(27)
    by_itself = ran[:]
    ran.clear()
    assert own(27) == collatz(27)
    assert by_itself == ran
    assert len(ran) > 2 * len(passes.PASSES)
