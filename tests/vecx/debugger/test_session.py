"""The debugger's session: forward, back, breakpoints, and a past that does not change."""

from copy import copy

import pytest

from vecx import Machine
from vecx.debugger.breakpoints import Kind, cells_in_ram
from vecx.debugger.frontends import wording
from vecx.debugger.session import Session
from vecx.debugger.stops import Reason
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
    """Return a session some instructions into a program of two routines."""
    session = Session(program(SOURCE))
    for _ in range(10):
        session.step()
    return session


@pytest.fixture
def game() -> Session:
    """Return a session of a game with inputs on a worn machine, after 3,000,000 cycles."""
    machine = Machine("connect4", preset="worn", seed=3)
    session = Session(machine)
    machine.press(4, at=1_200_001)
    machine.release(4, at=1_290_000)
    session.timeline.run(2_000_000)
    machine.stick(-1, 0)
    session.timeline.run(3_000_000)
    return session


def state(session: Session) -> tuple[int, bytes, bytes]:
    """Return everything that determines the machine's future."""
    kept = session.machine.keep()
    return session.machine.cycles, kept.record, kept.ram


def test_every_step_back_is_the_machine_of_before(session):
    """Steps back and forward again give the same machines."""
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
    """The record at a moment is the same from every keyframe, with inputs and noise."""
    end = state(game)
    assert len(game.timeline) >= 3
    for cycle in (100_000, 1_250_000, 2_000_010, 2_999_000):
        game.run_to_cycle(cycle)
        game.run_to_cycle(end[0])
        assert state(game) == end, cycle


def test_looking_into_the_past_leaves_it(game):
    """Breakpoints, steps back and searches do not change the run."""
    end = state(game)
    game.breakpoints.add("Wait_Recal")
    game.run_back()
    game.back()
    game.back_over()
    game.back_to_write("Vec_Loop_Count")
    game.breakpoints.remove(1)
    game.run_to_cycle(end[0])
    assert state(game) == end


def test_over_runs_a_routine_as_a_whole_and_back_over_goes_back_through_it(session):
    """Over stops after the call, back over before it."""
    session.run_to("outer")
    session.out()
    back = session.machine.registers.pc
    session.run_to("outer")
    assert session.inspector.tracer.callers()[0][2] == back
    before = state(session)
    session.over()                      # bsr inner
    assert session.machine.registers.pc == session.machine.address("outer") + 2
    session.back_over()
    assert state(session) == before


def test_back_to_the_last_write_of_a_byte(session):
    """lastwrite stops before the last write of a byte, and again before the previous one."""
    session.run_to("outer")
    session.out()
    value = session.machine.read(0xC880)[0]
    for step in (1, 2):
        stop = session.back_to_write("$C880")
        assert stop.pc == session.machine.address("inner")
        assert session.machine.read(0xC880)[0] == value - step
    with pytest.raises(VecxError, match="C8A0 has not been written"):
        session.back_to_write("$C8A0")


def test_run_back_stops_where_running_forward_stopped(session):
    """Backwards, breakpoints stop at the same places in reverse order."""
    session.breakpoints.add("inner")
    forward = [session.run().cycle for _ in range(5)]
    session.breakpoints.remove(1)
    session.step()
    session.breakpoints.add("inner")
    backward = [session.run_back().cycle for _ in range(5)]
    assert backward == forward[::-1]


@pytest.mark.parametrize("kind, hits", [("read", 3), ("write", 3), ("access", 6), ("change", 3)])
def test_watched_bytes(session, kind, hits):
    """Watches stop at each read, write or access."""
    point = session.breakpoints.add("$C880", Kind(kind))
    session.run_to("outer")
    session.out()
    before = session.breakpoints.hits(point)
    start = session.machine.read(0xC880)[0]
    while session.machine.read(0xC880)[0] - start < 3 \
            or session.breakpoints.hits(point) - before < hits:
        assert session.run().breakpoint == point
    # INC reads and writes in one instruction, LDB reads.
    assert session.machine.read(0xC880)[0] - start in (3, 4)


def test_change_does_not_stop_where_the_same_is_written(program):
    """A write of the same value is not a change."""
    session = Session(program(" lda #5\nloop sta $C880\n inc $C881\n bra loop"))
    session.breakpoints.add("$C880", Kind.CHANGE)
    session.breakpoints.add_event("interrupt")
    assert session.run().breakpoint == next(iter(session.breakpoints))
    stop = session.run_to_cycle(session.machine.cycles + 10_000)
    assert stop.reason is Reason.CYCLE


def test_conditions_counts_once_and_log_points(session):
    """Conditions, counts, `once` and log points work."""
    said = []
    session.on_message.subscribe(said.append)
    session.breakpoints.add("inner", message="c={[$C880]} s={s - $CB00}")
    session.breakpoints.add("inner", condition="[$C880] == 9", once=True)
    assert session.run().breakpoint.number == 2
    assert session.machine.read(0xC880)[0] == 9
    assert [point.number for point in session.breakpoints] == [1]
    assert said[-1] == "c=9 s=230"
    session.breakpoints.remove(1)
    session.breakpoints.add("inner", after=3)
    session.run()
    assert session.machine.read(0xC880)[0] == 12


def test_expressions_know_the_machine(session):
    """The session's words and prev work; a division by zero stops the program."""
    assert session.inspector.evaluate("ddrb + cc_z * 0") == session.machine.chips.state.ddrb
    assert session.inspector.evaluate("frame_cycle") \
        == session.machine.cycles - session.machine.chips.frame_begin
    session.step()
    assert session.inspector.evaluate("since") == session.since > 0
    session.breakpoints.add_condition("[$C880] != prev([$C880])")
    before = session.machine.read(0xC880)[0]
    session.run()
    assert session.machine.read(0xC880)[0] == before + 1
    session.breakpoints.remove(1)
    session.breakpoints.add("inner", condition="1 / [$C8A0]")
    assert "division by zero" in session.run().fault
    for wrong in ("", "1 +", "nothing", "prev("):
        with pytest.raises(VecxError):
            session.inspector.evaluate(wrong)


def test_only_prev_is_evaluated_before_a_run(session):
    """A condition is evaluated before a run only if it uses prev, and its errors stop later."""
    session.machine.symbols["preview"] = 0xC8A0
    point = session.breakpoints.add_condition("1 / [preview] == 1")
    (active,) = session.breakpoints._active
    assert not active.remembers
    stop = session.run()
    assert stop.breakpoint == point and "division by zero" in stop.fault
    session.breakpoints.remove(point.number)
    point = session.breakpoints.add_condition("1 / prev([$C8A0]) == 1")
    stop = session.run()
    assert stop.breakpoint == point and "division by zero" in stop.fault


def test_a_changed_register_begins_a_new_future(game):
    """A changed register discards the future, keeps the past, and is replayed."""
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
    """Breakpoints on vectors, rectangles and new addresses stop."""
    game.run_to_cycle(2)
    game.breakpoints.add_event("vectors 20")
    stop = game.run()
    assert "vectors" in wording.details(stop, game)
    assert game.timeline.frames[-1].budget.vectors > 20
    game.breakpoints.remove(1)
    game.breakpoints.add_event("rect -20,-20,20,20")
    stop = game.run()
    assert "enters the rectangle" in wording.details(stop, game)
    game.breakpoints.remove(2)
    game.breakpoints.add_event("new")
    first = game.run().pc
    assert game.run().pc != first
    for wrong in ("nothing", "vectors", "rect 1,2", "vectors x"):
        with pytest.raises(UsageError, match="is not an event"):
            game.breakpoints.add_event(wrong)
    with pytest.raises(UsageError, match="--strict"):
        game.breakpoints.add_event("strict")


def test_a_strict_finding_stops_the_program(program):
    """The program stops at the instruction of the finding."""
    session = Session(program(" lds #$CBEA\nloop nop\n sta start\n bra loop", strict=True))
    session.breakpoints.add_event("strict")
    stop = session.run()
    assert "rom-write" in str(stop.finding)
    assert stop.cycle < 40


def test_memory_is_bounded():
    """Older keyframes are thinned out; the first and the newest stay."""
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


@pytest.mark.slow
def test_frames_and_lines():
    """Frames can be reached from both sides; a line without code moves to the next one."""
    session = Session(Machine("connect4", preset="ideal"))
    session.run_to_frame(60)
    at = session.machine.cycles
    assert session.machine.frames == 60
    session.run_to_frame(30)
    assert session.machine.frames == 30 and session.machine.cycles < at
    session.run_to_frame(60)
    assert session.machine.cycles == at
    row = next(row for row in session.machine.debug.source_map if row.size == 2)
    point = session.breakpoints.add(f"{row.file}:{row.line}")
    assert point.first == session.machine.debug.addresses_of(row.file, row.line)[0]
    moved = session.breakpoints.add(f"{row.file}:1")
    assert moved.line.asked == 1 < moved.line.line
    assert "moved from line 1" in wording.place(moved)
    for wrong in ("nothing.asm:3", f"{row.file}:99999", "a:b"):
        with pytest.raises(VecxError):
            session.breakpoints.add(wrong)


SHORT_FRAMES = """
 lda #$D0
 tfr a,dp
 clr $C880
frame ldd #$FF01
 std <$08
 inc $C880
wait lda <$0D
 bita #$20
 beq wait
 bra frame
"""


@pytest.mark.parametrize("source, count", [(None, 10), (SHORT_FRAMES, 50)], ids=["long", "short"])
def test_a_frame_begins_where_steps_reach_it(source, count, program):
    """The beginning of a frame, also of one of 520 cycles, is what single steps reach."""
    def made():
        return program(source) if source else Machine("connect4", preset="ideal")

    single, session = made(), Session(made())
    while single.frames < count:
        single.step()
    assert session.run_to_frame(count).reason is Reason.FRAME
    assert (session.machine.frames, session.machine.cycles) == (count, single.cycles)


def test_breakpoints_on_the_way_to_a_frame(program):
    """A breakpoint before the frame stops the program; one just behind its beginning does not."""
    session = Session(program(SHORT_FRAMES))
    session.run_to_frame(50)
    begin = session.machine.cycles
    session.run_to_frame(1)
    late = session.breakpoints.add("wait", condition="frame >= 50")
    assert session.run_to_frame(50).reason is Reason.FRAME
    assert session.machine.cycles == begin
    session.breakpoints.remove(late.number)
    session.run_to_frame(1)
    session.breakpoints.add("wait")
    assert session.run_to_frame(50).reason is Reason.BREAKPOINT


def test_nothing_is_watched_between_two_runs(session):
    """While the program is stopped, the session has no marks on the machine."""
    session.breakpoints.add("inner")
    session.run()
    session.back()
    assert not session.machine.hooks
    assert session.machine.chips.board.observed == 0


@pytest.mark.parametrize("kind, place", [("run", "inner"), ("write", "$C880")])
def test_a_stop_that_one_went_back_to_is_left_again(session, kind, place):
    """From a breakpoint reached backwards, the session continues in both directions."""
    session.breakpoints.add(place, Kind(kind))
    one, two = session.run().cycle, session.run().cycle
    assert session.run_back().cycle == one
    assert session.run().cycle == two
    session.step()
    assert session.run_back().cycle == two
    assert session.run_back().cycle == one


def test_a_gap_is_filled_as_one_goes_back_and_the_future_still_goes():
    """If the machine was run outside the session, going back adds the missing keyframes.

    A change of the past discards inputs that are pending in later keyframes.
    """
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
    assert machine.chips.state.buttons == 0xFF
    session.run_to_cycle(5_500_000)
    session.run_to_cycle(9_000_000)
    assert machine.chips.state.buttons == 0xFF


@pytest.mark.sample(3)
@pytest.mark.parametrize("condition", [
    "[$C880] == 7", "count > 3 && count < 9", "{$C880} & 1", "count == 5 || [$C881] == 2",
    "count == 200", "#count == $C880 && count % 2"])
def test_a_condition_on_ram_stops_where_one_that_is_always_looked_at_does(program, condition):
    """A condition on RAM is checked only when its bytes are written; its stops are the same.

    Running backward stops after the last such write that made or left it true.
    """
    def session() -> Session:
        machine = program("count equ $C880\n clr count\nloop inc count\n lda count\n"
                          " sta $C881\n pshs a\n puls b\n bra loop\n")
        machine.symbols["count"] = 0xC880
        return Session(machine)

    stops, lasts = [], []
    for slow in (True, False):
        made = session()
        text = condition.replace("#count", "$C880").replace("count", "[$C880]")
        assert cells_in_ram(made.inspector.expression(text))
        if slow:
            text = f"({text}) && cycle >= 0"
            assert cells_in_ram(made.inspector.expression(text)) is None
        point = made.breakpoints.add_condition(text)
        found = []
        for _ in range(6):
            until = made.run_to_cycle(20_000)
            found.append((until.reason, until.cycle, until.pc))
        made.breakpoints.remove(point.number)
        made.run_to_cycle(20_000)
        made.breakpoints.add_condition(text)
        back = made.run_back()
        stops.append(found)
        lasts.append(back.cycle)
        assert back.reason is Reason.BEGINNING or made.inspector.evaluate(text)
        if not slow and back.reason is not Reason.BEGINNING:
            made.back()
            writes = made.inspector.instruction(made.machine.registers.pc)[1].split()[0]
            assert writes in ("inc", "sta")
    assert stops[0] == stops[1] and lasts[1] <= lasts[0]


def test_what_a_condition_hangs_on_besides_ram_is_looked_at_after_every_instruction(program):
    """A condition on anything but RAM is evaluated after every instruction."""
    session = Session(program("loop inc $C880\n bra loop\n"))
    for text in ("a == 1", "frame > 2", "[x] == 3", "[$C880] == 2 && since > 4", "[$D000] == 0",
                 "prev([$C880]) == 1", "[[$C880]]", "[$CBFF] + {$CBFF}"):
        assert cells_in_ram(session.inspector.expression(text)) is None, text
    cells = cells_in_ram(session.inspector.expression("[$C880 + 1] + {$C890} > 3"))
    assert cells == [(0xC881, 1), (0xC890, 2)]
    session.breakpoints.add_condition("a == 0 && [$C880] == 3")
    assert session.run().pc == session.machine.registers.pc


def test_a_step_back_restores_one_state(session, monkeypatch):
    """Each step back restores one state, the first one two."""
    for _ in range(200):
        session.step()
    restored = []
    restore = type(session.machine).restore

    def counted(machine, kept):
        restored.append(machine.cycles)
        restore(machine, kept)

    monkeypatch.setattr(type(session.machine), "restore", counted)
    for _ in range(100):
        session.back()
    assert len(restored) == 101


def test_every_movement_is_announced_once(session):
    """Subscribers are called once per movement, with its end."""
    heard = []
    leave = session.on_stop.subscribe(heard.append)
    moves = [session.step(3), session.over(), session.run_to("outer"), session.back_over()]
    assert heard == moves
    assert session.run_for(10, session.machine.cycles).reason is Reason.UNFINISHED
    assert heard == moves
    leave()
    session.step()
    assert heard == moves


def test_what_is_forgotten_is_no_longer_stepped_back_to(session):
    """A change in the past discards the instructions recorded after it."""
    for _ in range(60):
        session.step()
    session.back(30)
    session.set_register("pc", session.machine.address("outer"))
    states = [state(session)]
    for _ in range(40):
        session.step()
        states.append(state(session))
    for wanted in states[-2::-1]:
        session.back()
        assert state(session) == wanted


def test_a_change_outside_the_session_is_reported_once(session):
    """A change outside the session is lost in a replay, and is reported once."""
    said = []
    session.on_message.subscribe(said.append)
    session.step()
    session.set_memory(0xC881, b"\x07")
    session.step()
    assert not said
    session.machine.write(0xC882, 5)
    session.step()
    session.back(2)
    session.step()
    assert len(said) == 1 and "outside the session" in said[0]
    assert session.machine.read(0xC881, 2) == b"\x07\x00"


@pytest.mark.slow
@pytest.mark.parametrize("strict", [False, True])
def test_a_watched_register_stops_where_stepping_shows_a_change(strict, monkeypatch):
    """A watched register stops exactly where single steps show a change."""
    monkeypatch.setattr("vecx.debugger.runner.FRAME_CHUNK", 97)
    machine = Machine("connect4", preset="ideal", strict=strict)
    machine.run_frames(300)
    stepped, end = copy(machine), machine.cycles + 4000
    changed: dict[str, list[int]] = {"dp": [], "u": [], "d": []}
    place, passed = machine.address("board_draw"), []
    while stepped.cycles < end:
        before = stepped.registers
        stepped.step()
        now = stepped.registers
        changed["dp"] += [stepped.cycles] * (now.dp != before.dp)
        changed["u"] += [stepped.cycles] * (now.u != before.u and now.dp == 0xD0)
        changed["d"] += [stepped.cycles] * (now.d != before.d)
        passed += [stepped.cycles] * (now.pc == place)
    session = Session(machine)
    session.breakpoints.add_register("DP")
    session.breakpoints.add_register("u", condition="dp == $D0")
    session.breakpoints.add("board_draw")
    # The last step may end after `end`.
    expected = sorted(cycle for cycle in {*changed["dp"], *changed["u"], *passed} if cycle < end)
    assert len(changed["dp"]) > 1 and len(changed["u"]) > 1
    stops = []
    while (stop := session.run()).cycle < end:
        stops.append(stop.cycle)
        assert stop.breakpoint is not None
    assert stops == expected
    session.timeline.go(end)
    back = []
    while (stop := session.run_back()).reason is not Reason.BEGINNING:
        back.append(stop.cycle)
    assert back == expected[::-1]
    for point in list(session.breakpoints):
        session.breakpoints.remove(point.number)
    session.breakpoints.add_register("d", after=5, once=True)
    assert session.run().cycle == changed["d"][4]
    with pytest.raises(UsageError, match="is not a register that can be watched"):
        session.breakpoints.add_register("pc")
