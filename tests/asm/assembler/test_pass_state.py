"""The state of a pass."""

from asm.assembler.pass_state import Run
from asm.syntax.diagnostics import Report
from asm.syntax.dialects import DIALECTS


def test_segments_have_their_own_counters() -> None:
    """Each segment continues at the address where it was left."""
    run = Run(DIALECTS["vecx"], Report(), False)
    run.pc = 5
    run.switch_segment("bss")
    assert run.pc == 0
    run.pc = 0xC880
    run.switch_segment("code")
    assert run.pc == 5
    run.switch_segment("bss")
    assert run.pc == 0xC880


def test_noopt_is_literal_only_in_as09() -> None:
    """NOOPT disables the choice of the direct page in AS09, and not in other dialects."""
    for name, literal in (("vecx", False), ("as09", True), ("vide", False)):
        run = Run(DIALECTS[name], Report(), False)
        run.set_optimise(False)
        assert run.keep_zero_offset == literal and run.direct_allowed != literal
        run.set_optimise(True)
        assert run.direct_allowed and run.optimise
