"""The debugger at the lines of programs in C."""

import io
from pathlib import Path

import pytest

from vecx.debugger.expressions import place_of
from vecx.debugger.frontends.lines import Lines
from vecx.debugger.locals import in_frame, value_of
from vecx.debugger.session import Session
from vecx.machine import Machine
from vecx.measure.trace import Tracer

C = Path(__file__).parents[2] / "reference" / "c"


@pytest.fixture
def debugger(request):
    """Return a function that runs commands on drift, or on the program of a parameter, and returns
    their output."""
    image, symbols = getattr(request, "param", ("drift/drift.bin", "drift/drift.map"))
    machine = Machine(C / image, preset="ideal", symbols=C / symbols)
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


def test_locals_have_their_types_and_values(debugger):
    """Parameters and local variables are shown with type and value, also those of callers."""
    debugger("break near_by", "continue")
    assert "dy has no value at" in debugger("print dy")     # before LEAU ,S
    debugger("until drift.c:77")
    rows = debugger("locals").splitlines()
    assert [row.partition(" =")[0] for row in rows] == [
        "char y1", "char x1", "char y2", "char x2", "int dy", "int dx"]
    found = {row.split()[1]: int(row.split()[3]) for row in rows}
    assert found["dy"] == found["y1"] - found["y2"] and found["dx"] == found["x1"] - found["x2"]
    assert found["dy"] == -99 and debugger("print dy").startswith("-99")
    assert debugger("print near_by.y2 + 1").split()[0] == str(found["y2"] + 1)
    assert "struct Rock * r = $C890" in debugger("locals 1")
    assert debugger("locals 2").splitlines()[0].startswith("unsigned char i")
    assert debugger("locals 9") == "there are no local variables here\n"


def test_parameters_have_values_from_the_call_on(debugger):
    """A breakpoint at a function can depend on its parameters, before U points to the frame."""
    debugger("break near_by if y2 > 60", "continue")
    expected = ["char y1 = 0 $00", "char x1 = 0 $00", "char y2 = 99 $63", "char x2 = 3 $03"]
    for _ in range(2):          # at PSHS U, at LEAU ,S
        assert debugger("locals").splitlines() == expected
        debugger("step")
    assert debugger("locals").splitlines()[:4] == expected


def test_conditions_use_locals(debugger):
    """A condition of a breakpoint refers to the locals of its function; elsewhere it has no
    value."""
    debugger("break drift.c:77 if dy > 0 && near_by.y1 == 0")
    debugger("continue")
    assert int(debugger("print dy").split()[0]) > 0
    debugger("out")
    assert "dy is a local variable of near_by, whose code does not run at" in debugger("print dy")


def test_dy_is_the_difference_at_every_stop():
    """At 200 stops the values of the variables agree with the program, and the callers are
    right."""
    machine = Machine(C / "drift" / "drift.bin", preset="ideal", symbols=C / "drift" / "drift.map")
    tracer = Tracer(machine, watch=False)
    for _ in range(200):
        assert machine.run_to(0x044C, max_cycles=20_000_000)
        found = {one.name: value_of(one, machine) for one in in_frame(machine, tracer)}
        assert found["dy"] == found["y1"] - found["y2"] and found["dx"] == found["x1"] - found["x2"]
        backs = [back for _, _, back in tracer.callers()]
        assert backs in ([0x0640, 0x07ED, 0x0028], [0x05E6, 0x07ED, 0x0028])


def test_a_static_function_is_that_of_the_running_object():
    """Without an object, the name is that of the source whose code runs."""
    machine = Machine(C / "two" / "game.bin", preset="ideal", symbols=C / "two" / "game.map")
    places = []
    for function in ("main", "spin"):
        assert machine.run_to(function, max_cycles=20_000_000)
        places += [place_of(name, machine) for name in ("helper", "_helper", "helper@a")]
    assert places == [0x0301, 0x0301, 0x0301, 0x033A, 0x033A, 0x0301]


def test_parts_of_variables_have_values(debugger):
    """Members, elements and what a pointer points to have their values and signs."""
    debugger("break drift.c:117", "continue")
    y, x = (int(debugger(f"print r->{name}").split()[0]) for name in "yx")
    assert debugger("print rocks[i].y").split()[0] == debugger("print update.r->y").split()[0]
    assert debugger("print *r").startswith(f"{{y = {y}, x = {x}, dy = ")
    assert debugger("print rocks[0]") == debugger("print *r")
    assert debugger("print ship_shape[1] * 2").startswith("-12 ")
    assert debugger("print [rocks + 5*i]").split()[0] == str(y & 0xFF)
    assert debugger("print rocks[9].y") == "error: rocks has no element 9: use 0 to 2\n"
    assert "struct Rock has no member z; its members are y, x, dy, dx, alive" \
        in debugger("print r->z")
    assert "is not a variable of C whose type is known" in debugger("print main->z")
    assert "which is neither a pointer nor an array" in debugger("print *i")
    assert "`[` without `]`" in debugger("print rocks[1")
    assert debugger("print *+2").split()[0] == str(0x05C5 + 2)      # `*` alone is the PC


def test_conditions_and_watches_use_parts(debugger):
    """A breakpoint's condition, a log point and a watch refer to members."""
    debugger("break drift.c:117 if r->y > 0 && rocks[1].alive")
    debugger("continue")
    assert int(debugger("print r->y").split()[0]) > 0
    debugger("delete", "watch rocks[1].y")
    assert "$C895" in debugger("continue")
    debugger("set rocks[1].y = -7")
    assert debugger("print rocks[1].y").startswith("-7 ")
    assert debugger("set rocks[1].y = 256") == "error: rocks[1].y must be -128 to 255\n"


GCC = pytest.mark.parametrize("debugger", [("gcc_O0/drift.bin", "gcc_O0/drift.map")],
                              indirect=True)


@GCC
def test_locals_of_gcc(debugger):
    """Offsets refer to S after the prologue, and hold while arguments are pushed."""
    debugger("break drift.c:41", "continue")
    rows = debugger("locals")
    assert rows == "unsigned char i = 0 $00\nstruct rock * r = $C880\n"
    y = debugger("print r->y")
    debugger("break near_by", "continue")
    assert debugger("locals 1") == rows
    # In the prologue, only the parameters that the caller has pushed have values.
    assert [row.split()[2] for row in debugger("locals").splitlines()] == ["x1", "y2", "x2"]
    assert "dy has no value at $0047 near_by" in debugger("print dy")
    debugger("until drift.c:29")
    found = {row.split()[2]: int(row.split()[4]) for row in debugger("locals").splitlines()}
    assert list(found) == ["y1", "x1", "y2", "x2", "dy", "dx"]
    assert found["dy"] == found["y1"] - found["y2"] and found["dx"] == found["x1"] - found["x2"]
    assert found["y2"] == int(y.split()[0]) and debugger("print dy").split()[0] == str(found["dy"])
