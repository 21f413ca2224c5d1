"""Inner functions make machine code once: with the function that Python calls.

numba optimises each function together with all that it calls, makes machine code of the lot, and
does so again for each of its callers.  Nobody calls our inner functions from outside: while
`together` is active they wait, are linked once into the function that Python calls, and are
optimised there as private parts of it.  That takes a third less time, and gives faster code.

This reaches into classes of numba's; where they are not as they were, nothing is done, and
compiling takes longer.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

OURS = "_ZN4vecx"        # how the mangled names of functions of this package begin
NEEDED = {"CPUCodeLibrary": ("finalize", "add_linking_library", "_optimize_final_module"),
          "JITCPUCodegen": ("set_env",)}
# The functions that each library of inner functions defines.  They stay in use: several functions
# that Python calls have parts in common.
_PARTS: dict[Any, list[str]] = {}


@contextlib.contextmanager
def together(inner: set[str], apart: set[str]) -> Iterator[bool]:
    """Compile what has one of these names, in this package, only as part of its callers.

    Args:   inner  names of functions;  apart  those of them that are copied into no caller
    Yields: whether it is done
    """
    try:
        from numba.core import codegen
    except ImportError:
        yield False
        return
    if not all(hasattr(getattr(codegen, name, None), method)
               for name, methods in NEEDED.items() for method in methods):
        yield False
        return
    library: Any = codegen.CPUCodeLibrary
    engine: Any = codegen.JITCPUCodegen
    finalize, optimize = library.finalize, library._optimize_final_module
    add, set_env = library.add_linking_library, engine.set_env
    environments: list[tuple[str, Any]] = []

    def finalize_unless_inner(self: Any) -> None:
        names = [f.name for f in self._final_module.functions if not f.is_declaration] \
            if self.name in inner else []
        if any(name.startswith(OURS) for name in names):
            _PARTS[self] = names
            self._finalized = True
        else:
            finalize(self)

    def add_with_what_it_needs(self: Any, other: Any) -> None:
        add(self, other)
        if other in _PARTS:
            needs = [*self._linking_libraries, *other._linking_libraries]
            self._linking_libraries = list(dict.fromkeys(needs))

    def optimize_as_private(self: Any) -> None:
        parts = {name: library.name for library in self._linking_libraries
                 for name in _PARTS.get(library, ())}
        for function in self._final_module.functions:
            part = parts.get(function.name)
            if part and not function.is_declaration:
                function.linkage = "internal"
                if part in apart:
                    function.add_function_attribute("noinline")
        optimize(self)

    def set_env_when_there(self: Any, name: str, env: Any) -> None:
        environments.append((name, env))
        for late in [pair for pair in environments if self._engine.is_symbol_defined(pair[0])]:
            set_env(self, *late)
            environments.remove(late)

    library.finalize, library._optimize_final_module = finalize_unless_inner, optimize_as_private
    library.add_linking_library, engine.set_env = add_with_what_it_needs, set_env_when_there
    try:
        yield True
    finally:
        library.finalize, library._optimize_final_module = finalize, optimize
        library.add_linking_library, engine.set_env = add, set_env
