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


@contextlib.contextmanager
def together(inner: set[str]) -> Iterator[bool]:
    """Compile what has one of these names, in this package, only as part of its callers.

    Yields: whether it is done
    """
    from numba.core import codegen

    if not all(hasattr(getattr(codegen, name, None), method)
               for name, methods in NEEDED.items() for method in methods):
        yield False
        return
    library: Any = codegen.CPUCodeLibrary
    engine: Any = codegen.JITCPUCodegen
    finalize, optimize = library.finalize, library._optimize_final_module
    add, set_env = library.add_linking_library, engine.set_env
    environments: list[tuple[str, Any]] = []

    def waits(self: Any) -> bool:
        return self.name in inner and any(f.name.startswith(OURS)
                                          for f in self._final_module.functions)

    def finalize_unless_inner(self: Any) -> None:
        if waits(self):
            self._finalized = True
        else:
            finalize(self)

    def add_with_what_it_needs(self: Any, other: Any) -> None:
        add(self, other)
        if waits(other):
            self._linking_libraries.extend(other._linking_libraries)

    def optimize_as_private(self: Any) -> None:
        names = {f.name for other in self._linking_libraries if waits(other)
                 for f in other._final_module.functions if not f.is_declaration}
        for function in self._final_module.functions:
            if function.name in names and not function.is_declaration:
                function.linkage = "internal"
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
