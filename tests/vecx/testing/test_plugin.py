"""The plug-in, run by pytest in a folder with a cartridge."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.vecx.testing.small import INI, SIGN, lay_out
from vecx.testing import contracts, failures, golden, judging, machine, movies  # noqa: F401

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Import the modules that pytester would import again each time."""
    import hypothesis  # noqa: F401

    import asm.assembly
    import asm.output.debugging  # noqa: F401
    import vecx.measure.trace

    m = machine.MachineUnderTest("connect4", preset="ideal", strict=True)
    m.run_frames(3)
    assert vecx.measure.trace and failures.state_text(m)


def ran(pytester: pytest.Pytester, tests: str, *words: str, ini: str = INI) -> pytest.RunResult:
    """Run tests on the small cartridge, in this process."""
    lay_out(pytester.path, tests, ini)
    return pytester.runpytest_inprocess("-n", "0", *words)


def test_what_is_not_used_costs_nothing(tmp_path: Path) -> None:
    """Without fixtures of the plug-in, NumPy, numba and the machine are not imported."""
    (tmp_path / "test_a.py").write_text(
        "import sys\ndef test_a():\n"
        "    assert not {'numpy', 'numba', 'vecx.machine', 'coverage'} & set(sys.modules)\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "vecx.testing.plugin", "-p",
                           "no:xdist", "-p", "no:benchmark"], cwd=tmp_path, capture_output=True,
                          text=True, check=False,
                          env={"PYTHONPATH": str(ROOT), "PATH": "",
                               "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    assert done.returncode == 0, done.stdout


def test_every_test_gets_the_machine_as_it_began(pytester: pytest.Pytester) -> None:
    """Each test gets a fresh machine; the cartridge is assembled once."""
    ran(pytester, """
def test_one(machine, cartridge):
    machine["kind"] = 99
    machine.run_frames(5)
    assert machine.debug is cartridge.debug
def test_two(machine, cartridge):
    assert machine["kind"] == 0 and machine.registers.pc == machine.address("main")
    assert machine.debug is cartridge.debug
""").assert_outcomes(passed=2)


def test_calls_structures_and_replaced_routines(pytester: pytest.Pytester) -> None:
    """Calls, structures and replaced routines work as documented."""
    ran(pytester, """
import pytest
def test_call(machine):
    done = machine.call("square_draw", dp=0xD0)
    assert done.registers.x > 0 and 200 < done.cycles < 700 and done.stack == 2
    assert len(done.segments) >= 4 and any(register == 10 for _, register, _ in done.writes)
def test_struct(machine):
    machine.struct("ships", "ship", 1).speed = -2
    assert machine.read("ships", 6) == bytes((0, 0, 0, 0, 255, 254))
    assert [ship.speed for ship in machine.structs("ships", "ship")] == [0, 0xFFFE, 0]
    with pytest.raises(AttributeError, match="no field 'x'; it has y, speed"):
        machine.struct("ships", "ship", 1).x
    with pytest.raises(Exception, match="0 to 2"):
        machine.struct("ships", "ship", 3)
def test_replace(machine):
    handle = machine.replace("Random", lambda m: {"a": 7})
    asked = []
    machine.replace("sign", lambda m: asked.append(m.registers.a))
    machine.run_frames(2)
    assert machine.call("Random").registers.a == 7 and 3 in asked
    handle.remove()
    assert machine.call("Random", dp=0xC8).cycles > 20
def test_until_picture(machine):
    frame = machine.run_frames(2)[-1]
    machine.run_frames(3)
    assert len(machine.until_picture(frame)) == 1
    with pytest.raises(Exception, match="the box has not appeared after 2 frames: 0 seg"):
        machine.until_picture(frame.segments[:1], frames=2, name="the box")
""").assert_outcomes(passed=4)


def test_budget_and_strict_judge_a_test_that_passed(pytester: pytest.Pytester) -> None:
    """A test fails if it breaks a limit or a rule."""
    found = ran(pytester, """
import pytest
@pytest.mark.budget(max_cycles=28000, max_vectors=250, preset="worn")
def test_within(machine):
    machine.run_frames(20)
    assert machine.preset == "worn"
@pytest.mark.budget(max_strokes=2)
def test_over(machine): machine.run_frames(20)
@pytest.mark.strict
def test_forgiven(machine): machine.run_frames(20)
@pytest.mark.strict
def test_not_forgiven(machine):
    machine.replace("Random", lambda m: m.set_registers(dp=0))
    machine.call("square_draw", dp=0x00, max_cycles=2_000)
""")
    found.stdout.fnmatch_lines_random(["*over the budget*", "frame *: strokes * > 2",
                                       "*this would fail on hardware*", "*small.asm:*: error:*"])
    found.assert_outcomes(passed=2, failed=2)


@pytest.mark.parametrize("mark, said", [
    ("budget(max_vector=2)", "*mark `budget` has no argument 'max_vector'; did you mean max_vect*"),
    ("budget(max_colour=2)", "*has no argument 'max_colour'; *"),
    ("strict(base='a.txt')", "*has no argument 'base'; did you mean baseline?*"),
    ("cartridge('small.asm', presets='worn')", "*'presets'; did you mean preset?*"),
    ("contracts(leaveout=('main',))", "*'leaveout'; did you mean leave_out?*")])
def test_a_misspelt_argument_of_a_mark_ends_the_collection(
        pytester: pytest.Pytester, mark: str, said: str) -> None:
    """An unknown argument ends the collection, with a suggestion."""
    found = ran(pytester, f"""
import pytest
@pytest.mark.{mark}
def test_one(machine): pass
""")
    assert found.ret == pytest.ExitCode.USAGE_ERROR
    found.stderr.fnmatch_lines([said])


def test_a_program_that_hangs_fails_its_test(pytester: pytest.Pytester) -> None:
    """A hang fails the test, unless it is allowed."""
    hang = r"""
def begin(machine):
    machine.write("ships", b"\x20\xfe")           # BRA *
    machine.set_registers(pc=machine.address("ships"))
def test_hangs(machine):
    begin(machine)
    machine.run_frames(5)
def test_may_hang(machine):
    begin(machine)
    machine.hangs_fail = False
    machine.run_frames(5)
"""
    found = ran(pytester, hang)
    found.assert_outcomes(passed=1, failed=1)
    found.stdout.fnmatch_lines(["*the program hangs: an endless loop at*"])
    ran(pytester, hang, ini=INI + "vecx_hangs = pass\n").assert_outcomes(passed=2)


def test_golden_frames(pytester: pytest.Pytester) -> None:
    """Golden frames are reported as missing, written, compared, drawn and updated."""
    test = """
def test_square(machine, golden):
    machine.run_frames(3)
    golden(machine.run_frames(1)[-1], "square")
"""
    found = ran(pytester, test)
    found.stdout.fnmatch_lines(["*no golden picture yet*--update-golden*"])
    path = pytester.path / "golden" / "square.json"
    assert not path.exists()
    ran(pytester, test, "--update-golden").assert_outcomes(passed=1)
    text = path.read_text()
    ran(pytester, test).assert_outcomes(passed=1)
    first = text.splitlines()[1]
    path.write_text(text.replace(first, "[-9999,0,-9000,0,0.75],", 1))
    ran(pytester, test).stdout.fnmatch_lines(["*the frame differs from *square.json*"])
    drawing = (pytester.path / "vecx-pictures" / "golden-square.svg").read_text()
    assert 'class="old"' in drawing and "</svg>" in drawing
    ran(pytester, test, "--update-golden").assert_outcomes(passed=1)
    assert path.read_text() == text


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("same", [True, False])
def test_two_workers_update_the_same_golden(pytester: pytest.Pytester, same: bool) -> None:
    """Two workers may write the same picture; different ones are an error."""
    lay_out(pytester.path, f"""
import pytest
@pytest.mark.parametrize("n", range(6))
def test_square(machine, golden, n):
    machine["ships"] = bytes(9)
    frame = machine.run_frames(3)[-1]
    if {not same} and n % 2:
        frame.segments[:, :4] += 1000
    golden(frame, "square")
""")
    found = pytester.runpytest_subprocess("-n", "2", "--dist", "load", "--update-golden")
    if same:
        found.assert_outcomes(passed=6)
    else:
        found.stdout.fnmatch_lines(["*two tests write different pictures to this file*"])
    text = (pytester.path / "golden" / "square.json").read_text()
    assert text.endswith("]}\n") and [p.name for p in (pytester.path / "golden").iterdir()] == [
        "square.json"]


def test_a_golden_folder_that_cannot_be_written(pytester: pytest.Pytester) -> None:
    """A folder that cannot be written is one message."""
    (pytester.path / "golden").write_text("a file is in the way")
    found = ran(pytester, "def test_a(machine, golden): golden(machine.run_frames(1)[0], 'a')",
                "--update-golden")
    found.stdout.fnmatch_lines(["*VecxError: *golden*"])


@pytest.mark.slow
def test_contracts_are_checked_from_states_of_a_run(pytester: pytest.Pytester) -> None:
    """Each block is a test; a wrong block is reported with its line."""
    test = """
import pytest
@pytest.mark.contracts
def test_contract(contract, holds): assert holds(contract) == contract.stack
"""
    ran(pytester, test).assert_outcomes(passed=2)
    lay_out(pytester.path, test)
    source = pytester.path / "small.asm"
    source.write_text(source.read_text().replace("changes  A B X CC           keeps  Y U S DP",
                                                 "changes  A CC               keeps  B X Y U S DP"))
    (pytester.path / "sign.asm").write_text(SIGN.replace("<= 30", "<= 9 "))
    found = pytester.runpytest_subprocess("-n", "0")
    found.stdout.fnmatch_lines_random(["*small.asm:*: square_draw must keep B*",
                                       "*sign.asm:6: sign says 9 cycles at most; the call took *"])


def test_a_routine_that_is_never_reached_is_told(pytester: pytest.Pytester) -> None:
    """A routine that is never reached fails."""
    lay_out(pytester.path, """
import pytest
@pytest.fixture
def play(): return lambda machine: None
@pytest.mark.contracts(leave_out=("sign",))
def test_contract(contract, holds): holds(contract)
""")
    pytester.runpytest_inprocess("-n", "0").stdout.fnmatch_lines(
        ["*square_draw was never reached*`play`*"])


def test_hypothesis_gets_the_machine_as_it_began(pytester: pytest.Pytester) -> None:
    """Each hypothesis example gets a restored machine."""
    found = ran(pytester, """
from hypothesis import strategies as st
from vecx.testing import given
@given(number=st.integers(0, 255))
def test_sign(machine, number):
    assert machine["kind"] == 0
    machine.call("sign", a=number)
    assert machine["kind"] == (2 if number > 127 else 1)
@given(number=st.integers(0, 255))
def test_shrinks(machine, number):
    machine.call("sign", a=number)
    assert machine["kind"] == 1
""")
    found.assert_outcomes(passed=1, failed=1)
    found.stdout.fnmatch_lines(["*number=128*"])


def test_a_failure_speaks_of_the_program(pytester: pytest.Pytester) -> None:
    """A failure report shows line, registers, instructions and picture."""
    found = ran(pytester, """
def test_wrong(machine):
    machine.run_frames(2)
    machine.call("sign", a=200)
    assert machine["kind"] == 1
def test_no_symbol(machine): machine.call("sing")
def test_never_ends(machine): machine.call("main", max_cycles=20_000)
def test_waits(machine): machine.run_until("[kind] == 9", frames=3)
""")
    text = found.stdout.str()
    found.stdout.fnmatch_lines_random([
        "A $*CC $?? *", "* sta *kind*sign.asm:3", "picture: vecx-pictures/*test_wrong.svg",
        "*no symbol 'sing' in this cartridge; did you mean sign?*",
        "*main has not returned after 20,0?? cycles; PC is $* Wait_Recal+*asm:*",
        "*after 3 frames, `?kind? == 9` is 0; PC is *",
        "... then in the ROM, up to $F* roms/*.asm:*"])
    assert "vecx/console" not in text, "the traceback ends at the user's line"
    assert (pytester.path / "vecx-pictures" / "test_small.py-test_wrong.svg").exists()


def test_a_test_that_never_ends_is_ended(pytester: pytest.Pytester) -> None:
    """A test ends at vecx_max_cycles, with the place."""
    found = ran(pytester, """
def test_for_ever(machine):
    while machine["kind"] != 9:
        machine.run_frames(1)
""", ini=INI + "vecx_max_cycles = 300000\n")
    found.stdout.fnmatch_lines(["*the test has run 3??,??? cycles, more than the 300,000 that*PC*"])


@pytest.mark.parametrize("ini, said", [
    ("[pytest]\n", "*no cartridge to test: run pytest in the folder of*"),
    ("[pytest]\nvecx_cart = none.asm\n", "*none.asm: no such file; set `vecx_cart`*"),
    ("[pytest]\nvecx_cart = broken.asm\n", "*broken.asm:1:*error*"),
    ("[pytest]\nvecx_cart = small.asm\nvecx_begin = nowhere\n", "*no symbol 'nowhere'*"),
    ("[pytest]\nvecx_cart = small.bin\nvecx_symbols = other.json\n", "*for a different image*"),
    ("[pytest]\nvecx_cart = small.bin\nvecx_symbols = stale.json\n", "*out of date*"),
])
def test_bad_cartridges_are_one_message(pytester: pytest.Pytester, ini: str, said: str) -> None:
    """An invalid cartridge is one message without traceback."""
    from asm import assemble_file
    from asm.output.formats import symbols_text
    from vecx.console.roms import include_dirs

    lay_out(pytester.path, "def test_a(machine): pass\n")
    (pytester.path / "broken.asm").write_text(" ldq #1\n")
    program = assemble_file("small.asm", include_dirs=include_dirs())
    assert program.image
    (pytester.path / "small.bin").write_bytes(program.image)
    text = symbols_text(program)
    (pytester.path / "other.json").write_text(text.replace('"sha256":"', '"sha256":"0', 1)
                                              .replace('"sha256": "', '"sha256": "0', 1))
    (pytester.path / "stale.json").write_text(text)
    with open("small.asm", "a") as file:
        file.write("; later\n")
    found = ran_ini(pytester, ini + INI.partition("\n")[2].partition("\n")[2])
    found.stdout.fnmatch_lines([said])
    assert "Traceback" not in found.stdout.str()


def ran_ini(pytester: pytest.Pytester, ini: str) -> pytest.RunResult:
    """Run the tests with other settings."""
    (pytester.path / "pytest.ini").write_text(ini)
    return pytester.runpytest_inprocess("-n", "0")


def test_movies_are_tests(pytester: pytest.Pytester) -> None:
    """A movie passes if its states match, and fails with the frame otherwise."""
    from vecx.machine import Machine
    from vecx.play import movie

    lay_out(pytester.path, "")
    machine = Machine("small.asm", preset="ideal")
    recorder = movie.Recorder(machine)
    for _ in range(60):
        recorder.frame(machine.run_frames(1)[0].index)
    made = recorder.stop()
    made.save(pytester.path / "test_idle.movie")
    pytester.runpytest_inprocess("-n", "0").assert_outcomes(passed=1)
    text = made.text().splitlines()
    at = next(i for i, line in enumerate(text) if line.startswith("frame 30 "))
    text[at] = text[at][:-8] + "00000000"
    (pytester.path / "test_idle.movie").write_text("\n".join([*text, ""]))
    pytester.runpytest_inprocess("-n", "0").stdout.fnmatch_lines(["*diverges in frame 30*"])
