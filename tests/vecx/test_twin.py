"""Jitted and un-jitted code are the same machine, and the time slice never matters."""

import pytest

from tests.vecx.records import fields_of
from vecx.chips.state_record import pack
from vecx.machine import Machine

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
def test_slices_and_compilation_change_nothing(plain, preset):
    """Slices of 17, 1,234 and 50,000 cycles and plain Python end in equal records and frames."""
    machines = [(Machine(preset=preset), 50_000), (Machine(preset=preset), 1_234),
                (Machine(preset=preset), 17),
                (plain("machine").Machine(preset=preset), 1_234)]
    pack_plain = plain("chips.state_record").pack
    results = [run(machine, cycles) for machine, cycles in machines]
    first = fields_of(pack(machines[0][0].m))
    for number, (machine, _) in enumerate(machines[1:], 1):
        data = pack_plain(machine.m) if number == 3 else pack(machine.m)
        other = fields_of(data)
        assert [name for name in first if first[name] != other[name]] == []
        assert results[number][0] == results[0][0]
        assert [str(b) for b in results[number][1]] == [str(b) for b in results[0][1]]
        assert results[number][2] == results[0][2]
    assert len(results[0][0]) >= 3
