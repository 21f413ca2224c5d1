"""Costs of programs in C, by their lines."""

from pathlib import Path

from vecx.machine import Machine
from vecx.measure.budget.profile import Profile

C = Path(__file__).parents[3] / "reference" / "c"


def test_the_library_is_charged_to_the_line_that_called_it():
    """The division in drift.c:68 costs 4,625 cycles a frame; its own row is that of DIV16."""
    machine = Machine(C / "drift" / "drift.bin", preset="ideal", strict=True,
                      symbols=C / "drift" / "drift.map")
    assert machine.run_to("wait_retrace", max_cycles=20_000_000)
    machine.run_frames(2)
    profile, first = Profile(machine), machine.cycles
    frames = machine.run_frames(4)
    lines = {cost.name: cost for cost in profile.lines(frames)}
    division = lines[f"{C / 'drift' / 'drift.c'}:68"]
    assert division.own_cycles == 4 * 255 and division.cycles == 4 * (255 + 4625)
    assert (lines["DIV16"].own_cycles, lines["DIV16"].cycles) == (4 * 4625, 0)
    assert lines[f"{C / 'drift' / 'drift.c'}:162"].strokes > 100     # drawn by print_str_c
    total = sum(cost.cycles for cost in lines.values()) + profile.waiting()
    assert total == sum(profile.own_cycles()) <= machine.cycles - first
    routines = {cost.name: cost for cost in profile.routines(frames)}
    assert routines["DIV16"].own_cycles == 4 * 4625
