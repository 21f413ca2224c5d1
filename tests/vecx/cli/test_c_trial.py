"""What an author of a program in C does: break, step, print, go back, budget, strict, coverage."""

import io
from pathlib import Path
from typing import NamedTuple

import pytest

from vecx.cli import run_command
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.session import Session
from vecx.machine import Machine
from vecx.measure.coverage.listing import listing

C = Path(__file__).parents[2] / "reference" / "c"


class Program(NamedTuple):
    """A program: its files, a function that runs in each frame, a line in it, the next line, a
    local variable that has a value there; empty if there is none."""

    image: str
    map: str
    function: str
    line: str
    next: str
    local: str


PROGRAMS = (
    Program("drift/drift.bin", "drift/drift.map", "near_by", "drift.c:77", "drift.c:78", "dy"),
    Program("two/game.bin", "two/game.map", "spin", "b.c:8", "b.c:9", "count"),
    # Optimised: its functions have no local variables on the stack.
    Program("gcc/drift.bin", "gcc/drift.map", "update", "drift.c:39", "drift.c:40", ""),
    Program("gcc_O0/drift.bin", "gcc_O0/drift.map", "near_by", "drift.c:29", "drift.c:30", "dy"),
)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.image for program in PROGRAMS])
def test_the_debugger(program):
    """Functions and lines can be broken at; a line is a step; a local has a value; the past has the
    same values."""
    lines = Lines(Session(Machine(C / program.image, preset="ideal", symbols=C / program.map)),
                  io.StringIO())

    def run(*commands: str) -> str:
        lines.output = io.StringIO()
        for command in commands:
            lines.serve(command)
        return lines.output.getvalue()

    assert f" {program.function} " in run(f"break {program.function}", "continue")
    assert program.line in run("delete", f"break {program.line}", "continue")
    before = run(f"print {program.local or 'rocks[1].y'}")
    assert before[0] in "-0123456789"
    if program.local:
        assert f" {program.local} = {before.split()[0]} " in run("locals")
    assert program.next in run("line")
    assert program.line in run("back")
    assert run(f"print {program.local or 'rocks[1].y'}") == before
    assert program.function in run("stack") and "main+" in run("stack")


@pytest.mark.sample(1, slow=1)
@pytest.mark.parametrize("program", PROGRAMS, ids=[program.image for program in PROGRAMS])
def test_budget_strict_and_coverage(program, capsys):
    """Costs are at lines of C; the strict machine names lines; each line of the function is known
    to coverage."""
    words = [str(C / program.image), "--symbols", str(C / program.map), "--preset", "ideal"]
    file, line = program.line.split(":")
    run_command(["budget", *words, "--frames", "10", "--by-routine", "--lines"])
    rows = capsys.readouterr().out
    assert program.function in rows and f"{file}:" in rows
    assert run_command(["run", *words, "--headless", "--frames", "300", "--strict"]) in (0, 1)
    shown = "".join(capsys.readouterr())
    assert "strict: " in shown
    assert all(f"{file[-2:]}:" in row or ".s:" in row for row in shown.splitlines()
               if ": error[" in row)
    machine = Machine(C / program.image, symbols=C / program.map)
    assert machine.cartridge
    found = listing(machine.debug, machine.cartridge.image).sources().plain()
    numbers = next(lines for path, (lines, _) in found.items() if path.endswith(f"/{file}"))
    assert int(line) in numbers
