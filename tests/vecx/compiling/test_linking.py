"""Inner functions are compiled into those that Python calls, and nowhere else."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

numba = pytest.importorskip("numba")

from vecx.compiling import jit, lean  # noqa: E402

if not lean.is_tested(numba.__version__):
    pytest.skip("numba compiles by itself here", allow_module_level=True)

from vecx.compiling import linking  # noqa: E402

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


@pytest.fixture(autouse=True)
def compiled_here():
    """Compiling is what these are about."""
    if not jit.JIT or not lean.is_wanted():
        pytest.skip("nothing is compiled here, or by numba alone")


@pytest.fixture
def functions(monkeypatch):
    """Functions of a module in this package, each called by the next; the first two are inner."""
    names = {"__name__": "vecx.trial"}
    exec(SOURCE, names)
    monkeypatch.setattr(jit, "_inner", {})
    monkeypatch.setattr(jit, "_no_inline_names", set())
    monkeypatch.setattr(jit, "_outer_names", set())
    names["third"], names["twice"] = jit.inner(names["third"]), jit.inner(names["twice"])
    return SimpleNamespace(**{name: names[name] for name in ("third", "twice", "once", "again")})


def machine_code_of(dispatcher) -> list[bool]:
    """Return for each compiled form of a function whether machine code was made of it alone."""
    return [form.library._compiled for form in dispatcher.overloads.values()]


def test_inner_functions_have_no_machine_code_of_their_own(functions):
    """The outermost one gives what all three make."""
    once = jit.jit(functions.once)
    assert [once(x) for x in (0, 5)] == [2, 32]
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [False]


def test_by_itself_numba_makes_machine_code_of_each(functions, monkeypatch):
    """What the others look for is there to be found."""
    monkeypatch.setattr(lean, "is_wanted", lambda: False)
    assert jit.jit(functions.once)(5) == 32
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [True]


def test_functions_that_python_calls_have_parts_in_common(functions):
    """The second one links what the first has compiled, with all that this needs."""
    assert jit.jit(functions.once)(5) == 32
    assert jit.jit(functions.again)(5) == 66
    assert machine_code_of(functions.third) == machine_code_of(functions.twice) == [False]


def test_arguments_of_other_types_come_later(functions):
    """A second form of an outer function finds the parts as the first did."""
    once = jit.jit(functions.once)
    assert [once(5), once(0.5), once(True)] == [32, 5.0, 8]
    assert machine_code_of(functions.third) == [False] * 3


def test_what_stands_apart_is_copied_into_no_caller(functions, monkeypatch):
    """The outermost function's code calls it, as a private part; without the word, nothing is
    left to call."""
    from numba.core import codegen

    found = []
    optimize = codegen.CPUCodeLibrary._optimize_final_module
    monkeypatch.setattr(jit, "_no_inline_names", {"vecx.trial.third"})
    once = jit.jit(functions.once)

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
    """Module and name, to the letter: no other function is taken for it."""
    monkeypatch.setattr(jit, "_inner", {named: functions.third})
    assert jit.jit(functions.third.py_func)(5) == 15 if not is_it else True
    jit.jit(functions.once)(5)
    assert machine_code_of(functions.third) == [not is_it]


def test_numba_is_as_it_was_afterwards():
    """Also where compiling fails."""
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


REAL = """
import ast, importlib, json
from pathlib import Path
from vecx.compiling import jit
from vecx.display import warm

root = Path(jit.__file__).parents[2]
decorated = {}
for path in jit.sources():
    module = ".".join(path.relative_to(root).with_suffix("").parts)
    importlib.import_module(module)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            decorated.update({f"{module}.{node.name}": word.id for word in node.decorator_list
                              if isinstance(word, ast.Name)})
for _ in warm.steps():
    pass

def has_code(dispatcher):
    return [form.library._compiled for form in dispatcher.overloads.values()]

print(json.dumps({"decorated": decorated, "outer": sorted(jit._outer_names),
                  "inner": {name: has_code(some) for name, some in jit._inner.items()},
                  "no_inline": sorted(jit._no_inline_names)}))
"""


def test_all_functions_of_the_project_are_what_they_are_called(tmp_path):
    """Each decorated one, of every module, is noted under its full name as what its decorator
    says; none is both; and when all that playing needs is compiled, no inner one of them has
    machine code of its own."""
    done = subprocess.run([sys.executable, "-c", REAL], text=True, capture_output=True, check=True,
                          env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "VECX_JIT": "1"})
    found = json.loads(done.stdout)
    of_kind = {word: sorted(name for name, own in found["decorated"].items() if own == word)
               for word in ("jit", "inner", "force_inline", "no_inline")}
    assert found["outer"] == of_kind["jit"]
    assert len(of_kind["jit"]) == 16
    assert sorted(found["inner"]) == sorted(
        of_kind["inner"] + of_kind["force_inline"] + of_kind["no_inline"])
    assert found["no_inline"] == of_kind["no_inline"]
    assert not set(found["outer"]) & set(found["inner"])
    forms = [form for own in found["inner"].values() for form in own]
    assert len(forms) > 150
    assert not any(forms)


CLASH = """
from vecx.compiling import jit

def trial(module, name):
    names = {"__name__": module}
    exec(f"def {name}(x):\\n    return x + 1\\n", names)
    return names[name]

three = jit.inner(trial("vecx.one", "note"))
names = {"__name__": "vecx.two", "three": three}
exec("def both(x):\\n    return three(x) * 2\\n", names)
print(jit.jit(trial("vecx.other", "note"))(3), jit.jit(names["both"])(3))
"""


def test_two_functions_of_one_name_in_two_modules(tmp_path):
    """One is inner, Python calls the other: numba's name for both is the same."""
    done = subprocess.run([sys.executable, "-c", CLASH], text=True, capture_output=True,
                          check=False, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path),
                                            "VECX_JIT": "1"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "4 8\n", "")
