"""Parts of numba are replaced only with versions that are tested, and given up where one fails."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

numba = pytest.importorskip("numba")

from vecx.compiling import jit, lean  # noqa: E402

if not lean.is_tested(numba.__version__):
    pytest.skip("numba compiles by itself here", allow_module_level=True)

from vecx.compiling import linking, passes, shortcuts  # noqa: E402

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(not jit.JIT or not lean.is_asked(),
                                reason="nothing is compiled here, or by numba alone")
SOURCE = """
def third(x):
    return x * 3

def twice(x):
    return third(x) + third(x + 1)

def once(x):
    return twice(x) - 1

def wrong(x):
    return twice(x).nothing

def again(x):
    return twice(x) + third(x)
"""


@pytest.fixture
def functions(monkeypatch):
    """Decorated functions of a module in this package; the first two are inner."""
    names = {"__name__": "vecx.trial"}
    exec(SOURCE, names)
    for name, empty in ("_inner", {}), ("_no_inline_names", set()), ("_outer_names", set()):
        monkeypatch.setattr(jit, name, empty)
    jit._say_once.cache_clear()
    monkeypatch.setattr(lean, "_fault", "")
    names["third"], names["twice"] = jit.no_inline(names["third"]), jit.inner(names["twice"])
    return SimpleNamespace(**{name: jit.jit(names[name]) for name in ("once", "again", "wrong")},
                           third=names["third"], twice=names["twice"])


@pytest.mark.parametrize("version, is_it", [
    ("0.60.0", False), ("0.65.1", False), ("0.66.0", True), ("0.66.0rc1", True), ("0.67.0", True),
    ("0.68.1", True), ("0.68.2", True), ("0.69.0", False), ("0.69.0dev0+12.gabc", False),
    ("1.0.0", False), ("1.66.0", False), ("0", False), ("unknown", False)])
def test_the_tested_versions(version, is_it):
    """From the first to the last that the tests have seen."""
    assert lean.is_tested(version) is is_it


@pytest.mark.parametrize("version", ["0.65.0", "0.69.0"])
def test_another_version_compiles_by_itself(functions, monkeypatch, capsys, version):
    """It is said in one line; nothing of numba's is touched, not even looked at."""
    monkeypatch.setattr(numba, "__version__", version)
    monkeypatch.setattr(linking, "together", None)
    monkeypatch.setattr(shortcuts, "taken", None)
    monkeypatch.setattr(passes, "lean_compiler", None)
    assert lean.settings() == {}
    assert [functions.once(5), functions.again(5), functions.once(0.5)] == [32, 48, 5.0]
    said = capsys.readouterr().err
    assert said == (f"vecx: numba {version} compiles by itself, slowly: only 0.66 to 0.68 are "
                    "tested with what makes it faster\n")
    assert all(form.library._compiled for form in functions.third.overloads.values())


def one_more_argument(patch):
    """A numba that says how far to optimise each function."""
    from numba.core.codegen import CPUCodeLibrary

    before = CPUCodeLibrary._optimize_functions

    def add(library, module):
        library._optimize_functions(module, "level")
        library._final_module.link_in(module)

    patch.setattr(CPUCodeLibrary, "_optimize_functions",
                  lambda library, module, level: before(library, module))
    patch.setattr(CPUCodeLibrary, "add_llvm_module", add)


def one_name_less(patch):
    """A numba that has no such class."""
    from numba.core.codegen import CPUCodeLibrary

    patch.setattr(linking, "codegen", SimpleNamespace(CPUCodeLibrary=CPUCodeLibrary))


def an_error_at_first(patch):
    """A replacement that fails at once."""
    def fail():
        raise RuntimeError("no attribute for return values\nand a long explanation")

    patch.setattr(linking, "create_new_function_pass_manager", fail)


def an_error_in_the_middle(patch):
    """A replacement that fails when one function is compiled, and waits for its caller."""
    run = passes.Row.run

    def fail(row, state):
        if state.func_id.func_name == "once":
            raise RuntimeError("too late")
        run(row, state)

    patch.setattr(passes.Row, "run", fail)


def an_error_of_types(patch):
    """A replacement that makes numba find no type, which it remembers."""
    def fail():
        from numba.core import errors, types

        def get_call_type(*question):
            raise errors.TypingError("no type")

        return [(types.Function, "get_call_type", get_call_type)]

    patch.setattr(shortcuts, "GROUPS", (fail,))


def no_pass(patch):
    """A numba that lacks a pass: compiling the module of ours fails."""
    patch.setattr(passes, "PASSES", (*passes.PASSES[:-1], "no pass"))


@pytest.mark.parametrize("fault", [one_more_argument, one_name_less, an_error_at_first,
                                   an_error_in_the_middle, an_error_of_types, no_pass],
                         ids=lambda fault: fault.__name__)
def test_where_a_replacement_fails_numba_compiles_by_itself(functions, monkeypatch, capsys, fault):
    """It is said in one line, and all functions give what they should."""
    fault(monkeypatch)
    assert [functions.once(5), functions.again(5), functions.once(0.5)] == [32, 48, 5.0]
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"vecx: numba {numba.__version__} compiles by itself, slowly: ")
    assert "Error: " in said
    assert not lean.is_wanted()


def test_what_was_compiled_before_stays(functions, monkeypatch, capsys):
    """A function that is there goes on; parts of it serve others, compiled once more."""
    assert functions.once(5) == 32
    assert not any(form.library._compiled for form in functions.third.overloads.values())
    an_error_at_first(monkeypatch)
    assert [functions.again(5), functions.once(6), functions.again(0.5)] == [48, 38, 7.5]
    assert all(form.library._compiled for form in functions.third.overloads.values())
    assert capsys.readouterr().err.count("\n") == 1


def test_an_error_of_the_function_itself_is_its_own(functions, capsys):
    """It is raised as numba raises it, and replacements are taken for the next."""
    with pytest.raises(numba.errors.TypingError, match="nothing"):
        functions.wrong(5)
    assert lean.is_wanted()
    assert functions.once(5) == 32
    assert capsys.readouterr().err == ""


PLAIN = """
import sys
from vecx.compiling import lean, linking, shortcuts
from vecx.machine import Machine

if len(sys.argv) > 1:
    linking.together = shortcuts.taken = None
machine = Machine("connect4")
for frame in machine.run_frames(40):
    print(frame.as_dict())
print(lean.is_wanted(), machine.cycles, machine.ram.hex())
"""


@pytest.mark.slow
def test_numba_alone_makes_the_same_machine(tmp_path):
    """With all of it off, every frame and all of RAM are the same, and nothing is said."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    lean_one, plain = (
        subprocess.run([sys.executable, "-c", PLAIN, *arguments], text=True, capture_output=True,
                       check=True, env=environment | {"VECX_JIT": mode})
        for mode, arguments in (("1", ()), ("plain", ("none",))))
    assert (lean_one.stderr, plain.stderr) == ("", "")
    frames, end = lean_one.stdout.splitlines()[:-1], lean_one.stdout.splitlines()[-1]
    assert len(frames) == 40
    assert frames == plain.stdout.splitlines()[:-1]
    assert end.replace("True ", "False ") == plain.stdout.splitlines()[-1]
    assert end.startswith("True ")
