"""The debugger at the lines of programs in C."""

import io
from pathlib import Path

import pytest

from vecx.debugger.frontends.lines import Lines
from vecx.debugger.session import Session
from vecx.machine import Machine

C = Path(__file__).parents[2] / "reference" / "c"


@pytest.fixture
def debugger():
    """Return a function that runs commands on drift, and returns their output."""
    machine = Machine(C / "drift" / "drift.bin", preset="ideal", symbols=C / "drift" / "drift.map")
    lines = Lines(Session(machine), io.StringIO())

    def run(*commands: str) -> str:
        lines.output = io.StringIO()
        for command in commands:
            lines.serve(command)
        return lines.output.getvalue().replace(str(C), "c")

    return run


def test_break_step_and_go_back_at_lines_of_c(debugger):
    """A function and a line of C can be broken at; steps go from line to line, and back."""
    assert "$042E near_by c/drift/drift.c:73" in debugger("break near_by", "continue")
    assert "$044C near_by+30 c/drift/drift.c:77" in debugger("until drift.c:77")
    assert "$0459 near_by+43 c/drift/drift.c:78" in debugger("line")
    assert "c/drift/drift.c:77" in debugger("back")


def test_the_stack_names_the_lines_of_calls(debugger):
    """Each caller has the line of its call, and the mirror of RAM contains no callers."""
    debugger("break near_by", "continue")
    rows = debugger("stack").splitlines()
    assert [row.split()[-1] for row in rows] == [
        "c/drift/drift.c:73", "c/drift/drift.c:125", "c/drift/drift.c:177", "drift.s:25"]
    assert "INILIB" not in "".join(rows)


def test_a_breakpoint_at_a_for_line_stops_in_each_of_its_parts(debugger):
    """The beginning of a loop, its condition and its increment are apart in the code."""
    debugger("break drift.c:113")
    places = [debugger("continue").splitlines()[1].split()[1] for _ in range(4)]
    assert places == ["update+6", *["update+214"] * 3]
