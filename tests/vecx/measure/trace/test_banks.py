"""Tools that read the log distinguish the two banks of a cartridge."""

from pathlib import Path

import pytest

from tests.vecx.debugger.programs import TWO_BANKS as SOURCE
from vecx import Machine
from vecx.measure.budget.profile import Profile
from vecx.measure.coverage.total import Total
from vecx.measure.trace import CallTree, Tracer
from vecx.testing.everywhere import change_of
from vecx.testing.mutation.mutants import mutants


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("banks") / "two.asm"
    path.write_text(SOURCE)
    return path


def begun(path: Path, **options: object) -> Machine:
    """Return a machine in the frames that both banks draw."""
    machine = Machine(path, preset="ideal", **options)
    assert machine.run_to("other", max_cycles=10_000_000)
    machine.run_frames(1)
    return machine


def line_of(text: str) -> int:
    return SOURCE.splitlines().index(text) + 1


@pytest.mark.slow
def test_traces_and_calls_name_the_routines_of_both_banks(path):
    """`inner` is found in bank 0, `other` in bank 1."""
    machine = begun(path)
    tracer, lines = Tracer(machine), []
    for _ in range(3):
        lines += [line.split("\t") for line in tracer.lines(tracer.frame())]
    rows = {(row[1], row[11], row[12].split()[0]) for row in lines}
    assert {("0:000E", "zero", "lda"), ("0:0018", "inner", "ldb"), ("1:002D", "far", "lda")} <= rows
    tree = CallTree(tracer)
    for _ in range(3):
        tree.add(tracer.frame())
    numbers = {tree.name(number): tree.begin(number) for number in set(tree.of)}
    assert numbers["inner"] == machine.address("inner")
    assert numbers["other"] == machine.address("other") | 1 << 16


def test_profiles_count_lines_in_their_bank(path):
    """Lines of the two banks are counted separately."""
    machine = begun(path, strict=True)
    profile = Profile(machine)
    frames = machine.run_frames(3)
    costs = {cost.name.rpartition(":")[2]: cost.own_cycles for cost in profile.lines(frames)}
    assert [costs[f"{line_of(text)}"] for text in (
        "inner ldb #$22", "other ldb #$44")] == [6, 6]
    assert str(line_of("copy lda ,x+")) not in costs        # 1:0014 did not run, 0:0014 did


def test_coverage_is_of_both_banks(path):
    """Coverage distinguishes equal addresses of the banks."""
    total = Total([path.parent])
    machine = Machine(path, preset="ideal")
    machine.run_to("zero", max_cycles=10_000_000)
    total.follow(machine)
    machine.run_frames(2)
    total.collect("test")
    ran, every = total.ran["test"].lines[str(path)], total.all.lines[str(path)]
    assert {line_of("zero lda #$11"), line_of("inner ldb #$22"), line_of("other ldb #$44")} <= ran
    assert line_of("first ldx #code") in every - ran


def test_mutants_change_their_bank(path):
    """A mutant of bank 1 does not change bank 0."""
    machine = Machine(path, preset="ideal")
    found = {mutant.line: mutant for mutant in mutants(machine.debug, machine.cartridge.image)
             if mutant.kind == "constant"}
    at = machine.address("first")
    for text, bank in (("zero lda #$11", 0), ("first ldx #code", 1)):
        machine = Machine(path, preset="ideal")
        before = [machine.memory.read(at, 3, number) for number in (0, 1)]
        change_of(found[line_of(text)].spec)(machine)
        after = [machine.memory.read(at, 3, number) for number in (0, 1)]
        same = [one == two for one, two in zip(before, after, strict=True)]
        assert same == [bank == 1, bank == 0]
