"""All implementations give the same results, for any time slice.

The web machine is compared in tests/vecx/web/test_equality.py.
"""

import pytest

from tests.vecx.records import fields_of

CYCLES = 170_000


def run(machine, slice_cycles: int):
    """Run CYCLES in slices; return the fields, the frames' lines and the sound log."""
    end = machine.cycles + CYCLES
    frames = []
    while machine.cycles < end:
        frames += machine.run_cycles(min(slice_cycles, end - machine.cycles))
    lines = [frame.segments.tolist() for frame in frames]
    return lines, [frame.budget for frame in frames], machine.take_sound().tolist()


@pytest.mark.parametrize("preset", ["ideal", "worn"])
@pytest.mark.parametrize("other, slice_cycles", [
    ("native", 1_234), ("native", 17), ("plain", 1_234),
    pytest.param("with_numba", 1_234, marks=pytest.mark.slow)])     # compiles for half a minute
def test_slices_and_implementations_change_nothing(request, native, other, slice_cycles, preset):
    """Slices of 17, 1,234 and 50,000 cycles give equal records, in every implementation."""
    reference = result_of(native, 50_000, preset)
    found = result_of(request.getfixturevalue(other), slice_cycles, preset)
    assert [name for name in reference[0] if reference[0][name] != found[0][name]] == []
    assert found[1:] == reference[1:]
    assert len(reference[1]) >= 3


def result_of(importer, slice_cycles, preset):
    """Return the results of a run in an implementation: fields, lines, budgets and sound."""
    machine = importer("machine").Machine(preset=preset)
    lines, budgets, sound = run(machine, slice_cycles)
    return fields_of(machine.chips.packed()), lines, [str(budget) for budget in budgets], sound


@pytest.fixture
def native():
    """Return the importer of the implementation under test: native, unless VECX_JIT is set."""
    import importlib

    return lambda name: importlib.import_module(f"vecx.{name}")
