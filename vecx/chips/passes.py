"""The passes of numba's that our functions need, and no others.

Ours have no closures, no comprehensions, no literal loops, nothing to copy before it is typed;
the passes that look for these find nothing, in each of a hundred and seventy functions.
"""

from collections.abc import Callable
from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager

PASSES = (
    untyped_passes.TranslateByteCode, untyped_passes.FixupArgs,
    untyped_passes.IRProcessing, untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization, typed_passes.AnnotateTypes,
    typed_passes.NativeLowering, typed_passes.NoPythonBackend)


def lean_compiler(wanted: Callable[[], bool]) -> type[Any]:
    """Return a compiler class for numba that runs only these passes, of plain functions over
    records, arrays and numbers; where that is not wanted, all passes.

    Replaces: nothing: numba takes the class as the setting `pipeline_class` of a function
    Saves:    PASSES_SAVED of the seconds in `shortcuts`
    """

    class Lean(Compiler):
        """A compiler that asks at each function whether to be lean."""

        def define_pipelines(self) -> list[Any]:
            """Return the one pipeline."""
            if not wanted():
                return list(super().define_pipelines())
            manager = PassManager("lean")
            for each in PASSES:
                manager.add_pass(each, each.__name__)
            manager.finalize()
            return [manager]

    return Lean
