"""The passes of numba's that our functions need, and no others.

Ours have no closures, no comprehensions, no literal loops, nothing to copy before it is typed;
the passes that look for these find nothing, in each of a hundred and seventy functions.
"""

from collections.abc import Callable
from typing import Any

from numba.core import transforms, typed_passes, untyped_passes
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager, _pass_registry

PASSES = (
    untyped_passes.TranslateByteCode, untyped_passes.FixupArgs,
    untyped_passes.IRProcessing, untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization, typed_passes.NativeLowering, typed_passes.NoPythonBackend)


class Row(PassManager):
    """Passes one after the other, without an account of each."""

    def run(self, state: Any) -> None:
        """Run them.  numba's own writes down all types for who listens, takes times, looks for
        what a pass should not leave, and finds out how long variables live after each."""
        for kind, _ in self.passes:
            known = _pass_registry.get(kind)
            known.pass_inst.analysis = self._analysis
            known.pass_inst.run_pass(state)
            if known.mutates_CFG:
                state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)


def lean_compiler(wanted: Callable[[], bool]) -> type[Any]:
    """Return a compiler class for numba that runs only these passes, of plain functions over
    records, arrays and numbers; where that is not wanted, all passes.

    Replaces: nothing: numba takes the class as the setting `pipeline_class` of a function
    Saves:    1.0 s, as in `shortcuts`
    """

    class Lean(Compiler):
        """A compiler that asks at each function whether to be lean."""

        def define_pipelines(self) -> list[Any]:
            """Return the one pipeline."""
            if not wanted():
                return list(super().define_pipelines())
            self.state.type_annotation = ""     # the source with its types, which nobody reads
            row = Row("lean")
            for each in PASSES:
                row.add_pass(each, each.__name__)
            row.finalize()
            return [row]

    return Lean
