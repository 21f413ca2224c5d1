"""Links each inner function once into the function that Python calls, however many callers it has.

By default numba optimises each function together with all that it calls, makes machine code of the
whole, and repeats that for each of its callers.  Our inner functions have no other callers: while
`together` is active they wait, are linked once into the function that Python calls, and are
optimised there as private parts of it.  That takes little more than a third of the time, and gives
faster code.
"""

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite.binding import create_new_function_pass_manager
from numba.core import codegen, itanium_mangler

# The functions in each library of inner functions; functions for Python share libraries.
_PARTS: dict[Any, list[str]] = {}


def beginnings(functions: Iterable[str]) -> tuple[str, ...]:
    """For each function, return the part of its mangled name that is the same for all argument
    types.

    numba's libraries have names without a module, which may be ambiguous; names in machine code
    are complete: each part after its length, then B and the settings, or E.
    Args: functions  full names, as in vecx.chips.alu.add
    """
    return tuple(itanium_mangler.mangle(name, ()).removesuffix("E") + end
                 for name in functions for end in "BE")


@contextlib.contextmanager
def together(inner: Iterable[str], no_inline: Iterable[str]) -> Iterator[None]:
    """Compile inner functions only as part of their callers.

    Args:     inner  their full names;  no_inline  those that must not be inlined
    Replaces: of `CPUCodeLibrary` (a function with its callees): `finalize`,
              `add_linking_library`, `_optimize_functions`, `_optimize_final_module`;
              of `JITCPUCodegen`: `set_env`, which is delayed for a waiting part
    Saves:    9.1 s, of which 0.2 s by `_optimize_functions`
    """
    library, engine = codegen.CPUCodeLibrary, codegen.JITCPUCodegen
    of_inner, of_no_inline = beginnings(inner), beginnings(no_inline)
    finalize, optimize = library.finalize, library._optimize_final_module
    add, set_env = library.add_linking_library, engine.set_env
    environments: list[tuple[str, Any]] = []
    tools: list[Any] = []

    def finalize_unless_inner(self: Any) -> None:
        names = [f.name for f in self._final_module.functions if not f.is_declaration]
        if any(name.startswith(of_inner) for name in names):
            _PARTS[self] = names
            self._finalized = True
        else:
            finalize(self)

    def add_with_what_it_needs(self: Any, other: Any) -> None:
        add(self, other)
        if other in _PARTS:
            needs = [*self._linking_libraries, *other._linking_libraries]
            self._linking_libraries = list(dict.fromkeys(needs))

    def take_values_out_of_memory(self: Any, module: Any) -> None:
        # Only this pass runs before linking; all others run once, on the whole.
        if not tools:
            tools.extend((create_new_function_pass_manager(), self._codegen._pass_builder()))
            tools[0].add_sroa_pass()
        passes, builder = tools
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def optimize_as_private(self: Any) -> None:
        parts = {name for library in self._linking_libraries for name in _PARTS.get(library, ())}
        for function in self._final_module.functions:
            if function.name in parts and not function.is_declaration:
                function.linkage = "internal"
                if function.name.startswith(of_no_inline):
                    function.add_function_attribute("noinline")
        optimize(self)

    def set_env_when_there(self: Any, name: str, env: Any) -> None:
        environments.append((name, env))
        for late in [pair for pair in environments if self._engine.is_symbol_defined(pair[0])]:
            set_env(self, *late)
            environments.remove(late)

    replacements = [(library, "finalize", finalize_unless_inner),
                    (library, "add_linking_library", add_with_what_it_needs),
                    (library, "_optimize_functions", take_values_out_of_memory),
                    (library, "_optimize_final_module", optimize_as_private),
                    (engine, "set_env", set_env_when_there)]
    with contextlib.ExitStack() as stack:
        for owner, name, function in replacements:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, function)
        yield
