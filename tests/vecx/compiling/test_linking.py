"""Inner functions are compiled only into the functions that Python calls."""

from types import SimpleNamespace

import pytest

numba = pytest.importorskip("numba")

from vecx.compiling import linking, with_numba  # noqa: E402

if not with_numba.is_tested(numba.__version__):
    pytest.skip("this numba compiles without linking", allow_module_level=True)

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
    """Return the functions of a module, each called by the next; two are inner."""
    names = {"__name__": "vecx.trial"}
    exec(SOURCE, names)
    monkeypatch.setattr(with_numba, "_inner", {})
    monkeypatch.setattr(with_numba, "_no_inline", set())
    monkeypatch.setattr(with_numba, "_outer", set())
    for name in "third", "twice":
        names[name] = with_numba.inner(names[name])
    return SimpleNamespace(**{name: names[name] for name in ("third", "twice", "once", "again")})


def machine_code_of(dispatcher) -> list[bool]:
    """Return for each compiled form of a function whether it has machine code of its own."""
    return [form.library._compiled for form in dispatcher.overloads.values()]


def test_inner_functions_have_no_machine_code_of_their_own(functions):
    """Only the outermost function has machine code, with the correct result."""
    once = with_numba.outer(functions.once)
    assert [once(x) for x in (0, 5)] == [2, 32]
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [False]


def test_by_itself_numba_makes_machine_code_of_each(functions, monkeypatch):
    """Without linking, each function has machine code of its own."""
    monkeypatch.setattr(with_numba, "is_tested", lambda version: False)
    assert with_numba.outer(functions.once)(5) == 32
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [True]


def test_functions_that_python_calls_have_parts_in_common(functions):
    """The second function reuses the parts that the first one compiled."""
    assert with_numba.outer(functions.once)(5) == 32
    assert with_numba.outer(functions.again)(5) == 66
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [False]


def test_arguments_of_other_types_come_later(functions):
    """A second form of an outer function finds the parts, too."""
    once = with_numba.outer(functions.once)
    assert [once(5), once(0.5), once(True)] == [32, 5.0, 8]
    assert machine_code_of(functions.third) == [False] * 3


def test_what_stands_apart_is_copied_into_no_caller(functions, monkeypatch):
    """A `no_inline` function is called and not inlined."""
    from numba.core import codegen

    found = []
    optimize = codegen.CPUCodeLibrary._optimize_final_module
    monkeypatch.setattr(with_numba, "_no_inline", {"vecx.trial.third"})
    once = with_numba.outer(functions.once)

    def note(library):
        optimize(library)
        if library.name == "once":
            found.extend((f.name, f.linkage.name) for f in library._final_module.functions
                         if not f.is_declaration)

    monkeypatch.setattr(codegen.CPUCodeLibrary, "_optimize_final_module", note)
    assert once(5) == 32
    assert [linkage for name, linkage in found if "5third" in name] == ["internal"]
    assert not any("5twice" in name for name, _ in found)


@pytest.mark.parametrize("named, is_it", [
    ("vecx.trial.third", True), ("vecx.trial.thirds", False), ("vecx.trial.thir", False),
    ("trial.third", False), ("vecx.trial", False), ("vecx.trial.third.part", False),
    ("other.trial.third", False), ("vecx.chips.third", False)])
def test_a_function_is_known_by_its_full_name(functions, monkeypatch, named, is_it):
    """A function is identified by module and name."""
    monkeypatch.setattr(with_numba, "_inner", {named: functions.third})
    assert with_numba.outer(functions.third.py_func)(5) == 15 if not is_it else True
    with_numba.outer(functions.once)(5)
    assert machine_code_of(functions.third) == [not is_it]


def test_numba_is_as_it_was_afterwards():
    """numba is restored, even if compiling fails."""
    from numba.core import codegen

    def now():
        return [(owner, name, value) for owner in (codegen.CPUCodeLibrary, codegen.JITCPUCodegen,
                                                   codegen.CPUCodegen)
                for name, value in vars(owner).items()]

    before = now()
    many = len(vars(codegen.JITCPUCodegen))
    with pytest.raises(ZeroDivisionError), linking.together((), ()):
        changed = [name for owner, name, value in now() if (owner, name, value) not in before]
        assert sorted(changed) == ["_optimize_final_module", "_optimize_functions",
                                   "add_linking_library", "finalize", "set_env"]
        raise ZeroDivisionError
    assert before == now()
    assert many == len(vars(codegen.JITCPUCodegen))
