"""The debugger's session: forward, back, breakpoints, and a past that looking does not change."""

import pytest

from vecx import Machine
from vecx.debugger.expressions import cells_of
from vecx.debugger.session import Session
from vecx.errors import UsageError, VecxError

SOURCE = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 clr $C880
 ldd #$3075
frame std <$08
 jsr outer
 ldd #$3075
 bra frame
outer bsr inner
 bsr inner
 nop
 rts
inner inc $C880
 ldb $C880
 rts
"""


@pytest.fixture
def session(program) -> Session:
    """Give a session of a program of two routines, some instructions in."""
    session = Session(program(SOURCE), say=lambda text: None)
    for _ in range(10):
        session.step()
    return session


@pytest.fixture
def game() -> Session:
    """Give a session of a game on a worn machine, with keys pressed, 3,000,000 cycles in."""
    machine = Machine("connect4", preset="worn", seed=3)
    session = Session(machine)
    machine.press(4, at=1_200_001)
    machine.release(4, at=1_290_000)
    session.timeline.run(2_000_000)
    machine.stick(-1, 0)
    session.timeline.run(3_000_000)
    return session


def state(session: Session) -> tuple[int, bytes, bytes]:
    """Return what decides the machine's future."""
    kept = session.machine.keep()
    return session.machine.cycles, kept.record, kept.ram


def test_every_step_back_is_the_machine_of_before(session):
    """As many steps back as forward show the same machine each time, and forward again as well."""
    states = [state(session)]
    for _ in range(60):
        session.step()
        states.append(state(session))
    for wanted in reversed(states[:-1]):
        session.back()
        assert state(session) == wanted
    for wanted in states[1:]:
        session.step()
        assert state(session) == wanted


def test_a_moment_is_the_same_from_every_keyframe(game):
    """A game with inputs, on a machine with noise: back and forward again, the record is equal."""
    end = state(game)
    assert len(game.timeline) >= 3
    for cycle in (100_000, 1_250_000, 2_000_010, 2_999_000):
        game.run_to_cycle(cycle)
        game.run_to_cycle(end[0])
        assert state(game) == end, cycle


def test_looking_into_the_past_leaves_it(game):
    """Breakpoints, steps back and searches end where the same run without them does."""
    end = state(game)
    game.add_break("Wait_Recal")
    game.run_back()
    game.back()
    game.back_over()
    game.back_to_write("Vec_Loop_Count")
    game.remove(1)
    game.run_to_cycle(end[0])
    assert state(game) == end


def test_over_runs_a_routine_as_a_whole_and_back_over_goes_back_through_it(session):
    """Over stops behind the call, back over before it, whatever it calls in between."""
    session.run_to("outer")
    session.out()
    back = session.machine.registers.pc
    session.run_to("outer")
    assert session.tracer.callers()[0][2] == back
    before = state(session)
    session.over()                      # bsr inner
    assert session.machine.registers.pc == session.machine.address("outer") + 2
    session.back_over()
    assert state(session) == before


def test_back_to_the_last_write_of_a_byte(session):
    """It stands before the instruction that wrote it, and again before the one before that."""
    session.run_to("outer")
    session.out()
    value = session.machine.read(0xC880)[0]
    for step in (1, 2):
        stop = session.back_to_write("$C880")
        assert stop.pc == session.machine.address("inner")
        assert session.machine.read(0xC880)[0] == value - step
    with pytest.raises(VecxError, match="nothing has written \\$C8A0"):
        session.back_to_write("$C8A0")


def test_run_back_stops_where_running_forward_stopped(session):
    """The places of a breakpoint backwards are those forward, in the other order."""
    session.add_break("inner")
    forward = [session.run().cycle for _ in range(5)]
    session.remove(1)
    session.step()
    session.add_break("inner")
    backward = [session.run_back().cycle for _ in range(5)]
    assert backward == forward[::-1]


@pytest.mark.parametrize("kind, hits", [("read", 3), ("write", 3), ("access", 6), ("change", 3)])
def test_watched_bytes(session, kind, hits):
    """Reads, writes and both stop the program as often as there are such accesses."""
    point = session.add_break("$C880", kind)
    session.run_to("outer")
    session.out()
    point.hits = 0
    start = session.machine.read(0xC880)[0]
    while session.machine.read(0xC880)[0] - start < 3 or point.hits < hits:
        assert session.run().point is point
    # INC reads and writes in one instruction, LDB reads.
    assert session.machine.read(0xC880)[0] - start in (3, 4)


def test_change_does_not_stop_where_the_same_is_written(program):
    """A write of the value that is there is no change."""
    session = Session(program(" lda #5\nloop sta $C880\n inc $C881\n bra loop"))
    session.add_break("$C880", "change")
    session.add_event("interrupt")
    assert session.run().point is session.breakpoints[0]
    stop = session.run_to_cycle(session.machine.cycles + 10_000)
    assert stop.why == "cycle"


def test_conditions_counts_once_and_log_points(session):
    """A condition holds a breakpoint back, a count too; once is gone; a log point stops nowhere."""
    said = []
    session.say = said.append
    session.add_break("inner", message="c={[$C880]} s={s - $CB00}")
    session.add_break("inner", condition="[$C880] == 9", once=True)
    assert session.run().point.number == 2
    assert session.machine.read(0xC880)[0] == 9
    assert [point.number for point in session.breakpoints] == [1]
    assert said[-1] == "c=9 s=230"
    session.remove(1)
    session.add_break("inner", after=3)
    session.run()
    assert session.machine.read(0xC880)[0] == 12


def test_expressions_know_the_machine(session):
    """Words of the session, and prev; a division by zero stops and says so."""
    assert session.evaluate("ddrb + cc_z * 0") == session.machine.m.ddrb
    assert session.evaluate("frame_cycle") == session.machine.cycles - session.machine.m.frame_at
    session.step()
    assert session.evaluate("since") == session.machine.cycles - session.stopped_at > 0
    session.add_if("[$C880] != prev([$C880])")
    before = session.machine.read(0xC880)[0]
    session.run()
    assert session.machine.read(0xC880)[0] == before + 1
    session.breakpoints.clear()
    session.add_break("inner", condition="1 / [$C8A0]")
    assert "divides by zero" in session.run().what
    for wrong in ("", "1 +", "nothing", "prev("):
        with pytest.raises(VecxError):
            session.evaluate(wrong)


def test_a_changed_register_begins_a_new_future(game):
    """What came after is forgotten, what came before is kept; the change is there on every way."""
    end = game.machine.cycles
    game.run_to_cycle(2_500_000)
    here = game.machine.cycles
    assert game.set_register("x", 0x1234)
    assert game.timeline.end == here
    game.run_to_cycle(here + 400_000)
    new = state(game)
    game.run_to_cycle(1_000_000)
    game.run_to_cycle(new[0])
    assert state(game) == new
    assert not game.set_memory(0xC880, b"\x01")
    assert game.machine.cycles < end
    with pytest.raises(UsageError):
        game.set_register("z", 1)


def test_events(game):
    """Frames of many vectors, a rectangle, addresses that are new."""
    game.run_to_cycle(2)
    game.add_event("vectors 20")
    stop = game.run()
    assert "vectors" in stop.what
    assert game.timeline.frames[-1].budget.vectors > 20
    game.remove(1)
    game.add_event("rect -20,-20,20,20")
    stop = game.run()
    assert "enters the rectangle" in stop.what
    game.remove(2)
    game.add_event("new")
    first = game.run().pc
    assert game.run().pc != first
    for wrong in ("nothing", "vectors", "rect 1,2", "vectors x"):
        with pytest.raises(UsageError, match="is no event"):
            game.add_event(wrong)
    with pytest.raises(UsageError, match="--strict"):
        game.add_event("strict")


def test_a_strict_finding_stops_the_program(program):
    """The program stops at the instruction that was found at fault."""
    session = Session(program(" lds #$CBEA\nloop nop\n sta start\n bra loop", strict=True))
    session.add_event("strict")
    stop = session.run()
    assert "rom-write" in stop.what
    assert stop.cycle < 40


def test_memory_is_bounded():
    """Keyframes are thinned out in the past; the first and the newest stay."""
    session = Session(Machine("connect4", preset="ideal"))
    timeline = session.timeline
    timeline._every, timeline._bytes_max = 50_000, 200_000
    end = timeline.run(4_000_000) or session.machine.cycles
    assert timeline.bytes <= 200_000
    assert sum(1 for _ in timeline.keyframes_before(end)) < 40
    assert timeline.begin == 2
    was = state(session)
    session.run_to_cycle(123_456)
    session.run_to_cycle(end)
    assert state(session) == was


def test_frames_and_lines():
    """Frames are reached from both sides; a line without code is moved to the next with some."""
    session = Session(Machine("connect4", preset="ideal"))
    session.run_to_frame(60)
    at = session.machine.cycles
    assert session.machine.frames == 60
    session.run_to_frame(30)
    assert session.machine.frames == 30 and session.machine.cycles < at
    session.run_to_frame(60)
    assert session.machine.cycles == at
    row = next(row for row in session.machine.debug.source_map if row.size == 2)
    point = session.add_break(f"{row.file}:{row.line}")
    assert point.first == session.machine.debug.addresses_of(row.file, row.line)[0]
    assert "moved" in session.add_break(f"{row.file}:1").words
    for wrong in ("nothing.asm:3", f"{row.file}:99999", "a:b"):
        with pytest.raises(VecxError):
            session.add_break(wrong)


def test_nothing_is_watched_between_two_runs(session):
    """A machine whose program stands still has no marks of the session's."""
    session.add_break("inner")
    session.run()
    session.back()
    assert not session.machine.observer
    assert session.machine.board.observed == 0


@pytest.mark.parametrize("kind, place", [("run", "inner"), ("write", "$C880")])
def test_a_stop_that_one_went_back_to_is_left_again(session, kind, place):
    """From a breakpoint that it went back to, it runs to the next one, and back to the last."""
    session.add_break(place, kind)
    one, two = session.run().cycle, session.run().cycle
    assert session.run_back().cycle == one
    assert session.run().cycle == two
    session.step()
    assert session.run_back().cycle == two
    assert session.run_back().cycle == one


def test_a_gap_is_filled_as_one_goes_back_and_the_future_still_goes():
    """Where somebody else ran the machine, going back lays keyframes; inputs that wait in them do
    not outlive a change before them."""
    machine = Machine("connect4", preset="ideal")
    session = Session(machine)
    machine.press(4, at=8_000_000)
    machine.run_cycles(9_000_000)
    session.timeline.note_present()
    sparse = len(session.timeline)
    session.run_to_cycle(6_000_000)
    assert len(session.timeline) > sparse + 2
    session.set_memory(0xC8F0, b"\x01")
    session.run_to_cycle(9_000_000)
    assert machine.m.buttons == 0xFF
    session.run_to_cycle(5_500_000)
    session.run_to_cycle(9_000_000)
    assert machine.m.buttons == 0xFF


@pytest.mark.parametrize("condition", [
    "[$C880] == 7", "count > 3 && count < 9", "{$C880} & 1", "count == 5 || [$C881] == 2",
    "count == 200", "#count == $C880 && count % 2"])
def test_a_condition_on_ram_stops_where_one_that_is_always_looked_at_does(program, condition):
    """Looked at when its bytes are written; backward it stops behind the last such write after
    which it held."""
    def session() -> Session:
        machine = program("count equ $C880\n clr count\nloop inc count\n lda count\n"
                          " sta $C881\n pshs a\n puls b\n bra loop\n")
        machine.symbols = {"count": 0xC880}
        return Session(machine)

    stops, lasts = [], []
    for slow in (True, False):
        made = session()
        point = made.add_if(condition.replace("#count", "$C880").replace("count", "[$C880]"))
        assert point.cells
        if slow:
            point.cells = None
        found = []
        for _ in range(6):
            until = made._run(20_000)
            found.append((until.why, until.cycle, until.pc))
        made.remove(point.number)
        made.run_to_cycle(20_000)
        again = made.add_if(point.condition)
        again.cells = None if slow else again.cells
        back = made.run_back()
        stops.append(found)
        lasts.append(back.cycle)
        assert back.why == "begin" or again.holds()
        if not slow and back.why != "begin":
            made.back()
            writes = made.instruction(made.machine.registers.pc)[1].split()[0]
            assert writes in ("inc", "sta")
    assert stops[0] == stops[1] and lasts[1] <= lasts[0]


def test_what_a_condition_hangs_on_besides_ram_is_looked_at_after_every_instruction(program):
    """Registers, words of the machine, indirect cells, other memory and prev() are never assumed
    to stay."""
    session = Session(program("loop inc $C880\n bra loop\n"))
    for text in ("a == 1", "frame > 2", "[x] == 3", "[$C880] == 2 && since > 4", "[$D000] == 0",
                 "prev([$C880]) == 1", "[[$C880]]", "[$C880 + 1]", "[$CBFF] + {$CBFF}"):
        assert cells_of(text, session.machine) is None, text
    assert cells_of("[$C880] + {$C890} > 3", session.machine) == [(0xC880, 1), (0xC890, 2)]
    point = session.add_if("a == 0 && [$C880] == 3")
    assert point.cells is None and session.run().pc == session.machine.registers.pc
