"""All implementations are the same machine, and the time slice never matters.

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
    """Slices of 17, 1,234 and 50,000 cycles, native, plain and by numba, end in equal records."""
    reference = result_of(native, 50_000, preset)
    found = result_of(request.getfixturevalue(other), slice_cycles, preset)
    assert [name for name in reference[0] if reference[0][name] != found[0][name]] == []
    assert found[1:] == reference[1:]
    assert len(reference[1]) >= 3


def result_of(importer, slice_cycles, preset):
    """Return what a run of an implementation leaves: fields, lines, budgets and sound."""
    machine = importer("machine").Machine(preset=preset)
    lines, budgets, sound = run(machine, slice_cycles)
    return fields_of(machine.chips.packed()), lines, [str(budget) for budget in budgets], sound


@pytest.fixture
def native():
    """The importer of the implementation that the tests run on: native unless VECX_JIT says so."""
    import importlib

    return lambda name: importlib.import_module(f"vecx.{name}")
