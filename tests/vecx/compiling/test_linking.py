"""Inner functions are compiled into those that Python calls, and nowhere else."""

from types import SimpleNamespace

import pytest

from vecx.compiling import jit, linking

SOURCE = """
def third(x):
    return x * 3

def twice(x):
    return third(x) + third(x + 1)

def once(x):
    return twice(x) - 1

def again(x):
    return twice(x) + twice(x)
"""


@pytest.fixture
def functions(monkeypatch):
    """Three functions of a module in this package, each called by the next."""
    if not jit.JIT:
        pytest.skip("nothing is compiled here")
    names = {"__name__": "vecx.trial"}
    exec(SOURCE, names)
    monkeypatch.setattr(jit, "is_code_kept", lambda: False)
    monkeypatch.setattr(jit, "_inner_names", set())
    names["third"], names["twice"] = jit.inner(names["third"]), jit.inner(names["twice"])
    return SimpleNamespace(**{name: names[name] for name in ("third", "twice", "once", "again")})


def machine_code_of(dispatcher) -> list[bool]:
    """Return for each compiled form of a function whether it has machine code of its own."""
    engine = [form.library._codegen._engine for form in dispatcher.overloads.values()]
    return [own.is_symbol_defined(form.fndesc.llvm_func_name)
            for own, form in zip(engine, dispatcher.overloads.values(), strict=True)]


def test_inner_functions_have_no_machine_code_of_their_own(functions):
    """The outermost one gives what all three make."""
    once = jit.jit(functions.once)
    assert [once(x) for x in (0, 5)] == [2, 32]
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [False]


def test_without_the_parts_of_numba_it_needs_it_changes_nothing(functions, monkeypatch):
    """A numba that has changed compiles as it always did."""
    monkeypatch.setitem(linking.NEEDED, "CPUCodeLibrary", ("finalize", "no_such_method"))
    with linking.together({"third"}, set()) as done:
        assert not done
    assert jit.jit(functions.once)(5) == 32
    assert machine_code_of(functions.twice) == [True]


def test_functions_that_python_calls_have_parts_in_common(functions):
    """The second one links what the first has compiled, with all that this needs."""
    assert jit.jit(functions.once)(5) == 32
    assert jit.jit(functions.again)(5) == 66
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [False]


def test_what_stands_apart_is_copied_into_no_caller(functions, monkeypatch):
    """The outermost function's code calls it; without the word, nothing is left to call."""
    from numba.core import codegen

    found = []
    optimize = codegen.CPUCodeLibrary._optimize_final_module
    monkeypatch.setattr(jit, "_apart_names", {"third"})
    once = jit.jit(functions.once)

    def note(library):
        optimize(library)
        if library.name == "once":
            found.extend(f.name for f in library._final_module.functions if not f.is_declaration)

    monkeypatch.setattr(codegen.CPUCodeLibrary, "_optimize_final_module", note)
    assert once(5) == 32
    assert any("5third" in name for name in found)
    assert not any("5twice" in name for name in found)


def test_numba_is_as_it_was_afterwards():
    """Also where compiling fails."""
    from numba.core import codegen

    places = [(codegen.CPUCodeLibrary, name) for name in linking.NEEDED["CPUCodeLibrary"]]
    before = [vars(owner)[name] for owner, name in places]
    with pytest.raises(ZeroDivisionError), linking.together(set(), set()) as done:
        assert done
        assert before != [vars(owner)[name] for owner, name in places]
        raise ZeroDivisionError
    assert before == [vars(owner)[name] for owner, name in places]


def test_no_name_is_both(plain):
    """What Python calls is told from inner functions by its name."""
    from vecx.chips import cpu, psg

    assert not {cpu.advance.__name__, psg.psg_render.__name__} & jit._inner_names
    assert "move" in jit._inner_names or not jit.JIT
