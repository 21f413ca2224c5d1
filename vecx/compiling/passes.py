"""The passes of numba's that our functions need, and no others.

Ours have no closures, no comprehensions, no literal loops, nothing to copy before it is typed;
the passes that look for these find nothing, in each of a hundred and forty functions.
"""

import contextlib
from typing import Any


def _nothing() -> None:
    """Do nothing."""


def lean_compiler() -> Any:
    """Return a compiler class for numba that runs only these passes, or None where it cannot be."""
    try:
        from numba.core import typed_passes, untyped_passes
        from numba.core.compiler import CompilerBase
        from numba.core.compiler_machinery import PassManager

        passes = (
            untyped_passes.TranslateByteCode, untyped_passes.FixupArgs,
            untyped_passes.IRProcessing, untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization, typed_passes.AnnotateTypes,
            typed_passes.NativeLowering, typed_passes.NoPythonBackend)
    except (ImportError, AttributeError):
        return None

    class Lean(CompilerBase):
        """A compiler of plain functions over records, arrays and numbers."""

        def __init__(self, typing: Any, target: Any, *others: Any) -> None:
            """Look for declarations of other packages at the first function only."""
            with contextlib.ExitStack() as stack:
                for each in (typing, target) if self.declared else ():
                    each.refresh = _nothing
                    stack.callback(delattr, each, "refresh")
                super().__init__(typing, target, *others)
            Lean.declared = True

        declared = False

        def define_pipelines(self) -> list[Any]:
            """Return the one pipeline."""
            manager = PassManager("lean")
            for each in passes:
                manager.add_pass(each, each.__name__)
            manager.finalize()
            return [manager]

    return Lean
