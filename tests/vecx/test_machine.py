"""Machine: the contract of the Python interface."""

import copy
import json
import pickle
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm import assemble
from tests import processes
from vecx import AssemblyError, Machine, UsageError, VecxError
from vecx.chips.state import SLICE_MAX
from vecx.compiling.jit import JIT
from vecx.testing import MachineUnderTest

THREADED_FRAMES = 400 if JIT else 20

COUNTER = """
 lds #$CBEA
 ldx #0
loop leax 1,x
 stx >$C880
 bra loop
double aslb
 rola
 rts
lost bra lost
broken leas 2,s
 jmp [-2,s]
"""


@pytest.fixture(scope="module")
def title():
    """Return a snapshot some frames into the power-on screen."""
    m = Machine(preset="worn", seed=7)
    m.run_frames(12)
    m.run_cycles(7_321)
    return m.snapshot()


def test_run_frames_returns_that_many_frames():
    """Frames are in order, consecutive, and have the documented form."""
    frames = Machine(preset="ideal").run_frames(5)
    assert [f.index for f in frames] == [0, 1, 2, 3, 4]
    for before, after in pairwise(frames):
        assert before.start_cycle + before.cycles == after.start_cycle
    for frame in frames:
        assert frame.segments.dtype == np.float32
        assert frame.segments.shape[1] == 7
        assert len(frame.causes) == len(frame.segments)
    lit = frames[3].segments
    assert len(lit) > 20
    assert (lit[:, 4] > 0).all() and (lit[:, 4] <= 1).all()
    assert (lit[:, 5] <= lit[:, 6]).all() and (lit[:, 6] <= frames[3].cycles).all()


def test_equal_machines_draw_equal_frames():
    """Preset and seed determine everything."""
    one, two, other = (Machine(preset="worn", seed=s).run_frames(4) for s in (1, 1, 2))
    assert all(np.array_equal(a.segments, b.segments) for a, b in zip(one, two, strict=True))
    assert not np.array_equal(one[3].segments, other[3].segments)


def test_call_runs_a_routine(program):
    """A call returns registers and cycles, and S is restored."""
    m = program(COUNTER)
    m.run_cycles(100)
    before = m.registers.s
    result = m.call("double", a=0x12, b=0x81)
    assert result.registers.d == 0x2502
    assert result.cycles == 2 + 2 + 5
    assert m.registers.s == before
    assert m.call("double", d=0x4000).registers.d == 0x8000


def test_call_says_when_a_routine_does_not_return(program):
    """A routine that does not return or loses S raises one error."""
    m = program(COUNTER)
    m.run_cycles(100)
    with pytest.raises(VecxError, match="lost has not returned"):
        m.call("lost", max_cycles=1000)
    with pytest.raises(VecxError, match="no symbol 'nowhere'"):
        m.call("nowhere")
    with pytest.raises(UsageError, match="unknown register 'q'"):
        m.call("double", q=1)


def test_callbacks_see_instructions_and_writes(program):
    """on_pc is called before the instruction, on_write after each write."""
    m = program(COUNTER)
    seen, written = [], []
    m.on_pc("loop", lambda machine: seen.append(machine.registers.x))
    m.on_write(0xC881, lambda machine, value, cycle: written.append((value, cycle)))
    m.run_cycles(200)
    assert seen[:4] == [0, 1, 2, 3]
    assert [value for value, _ in written[:3]] == [1, 2, 3]
    gaps = {b[1] - a[1] for a, b in pairwise(written)}
    assert gaps == {5 + 6 + 3}


def test_a_callback_covers_all_that_a_symbol_names():
    """A callback covers all bytes of a symbol, or `count` bytes."""
    m = Machine("connect4", preset="ideal")
    assert m.debug.symbols["game_board"].size == 42
    written, read = list[int](), list[int]()
    m.on_write("game_board", lambda m, value, cycle: written.append(value))
    m.on_read("game_board", lambda m, value, cycle: read.append(value), count=3)
    one = m.on_write(m.address("game_board"), lambda m, value, cycle: None)
    m.run_frames(400)                   # the menu clears the board
    m.tap(4)
    m.run_frames(60)
    assert len(written) >= 42 and len(read) > 0
    assert len(written) % 42 == 0, "it is cleared as a whole"
    assert one.count == 1
    with pytest.raises(UsageError, match="number of addresses"):
        m.on_write("game_board", print, 0)


def test_callbacks_do_not_change_the_machine():
    """With a callback, the machine behaves identically."""
    plain, watched = Machine(preset="ideal"), Machine(preset="ideal")
    watched.on_pc(0xF192, lambda machine: None)
    watched.on_write(0xC825, lambda machine, value, cycle: None)
    a, b = plain.run_frames(6), watched.run_frames(6)
    assert [f.budget for f in a] == [f.budget for f in b]
    assert all(np.array_equal(x.segments, y.segments) for x, y in zip(a, b, strict=True))


def test_symbols_come_with_the_bundled_cartridge():
    """Addresses may be names; an unknown name is an error."""
    m = Machine("connect4", preset="ideal")
    assert m.symbols["game_board"] == 0xC900
    assert m.read("cursor_col") == m.read(0xC880)
    m.write("game_board", b"\1\2")
    assert m.read(0xC900, 2) == b"\1\2"
    assert m.read(0xCD00, 2) == b"\1\2"


@settings(max_examples=25)
@given(st.integers(0, 40_000), st.integers(1, 60_000))
def test_snapshot_and_restore_is_not_having_stopped(title, before, after):
    """From any cycle, a restored machine continues identically."""
    one = Machine(preset="worn", seed=7)
    one.restore(title)
    one.run_cycles(before)
    data = one.snapshot()
    two = Machine(preset="worn", seed=99)
    two.restore(data)
    first, second = one.run_cycles(after), two.run_cycles(after)
    assert [f.budget for f in first] == [f.budget for f in second]
    assert all(np.array_equal(a.segments, b.segments)
               for a, b in zip(first, second, strict=True))
    assert one.snapshot() == two.snapshot()


def damage(data: bytes) -> dict[str, bytes]:
    """Return damaged snapshots."""
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    return {
        "empty": b"", "noise": b"\xff\x00hello", "short": data[:len(data) // 2],
        "flipped": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "version": json.dumps({**head, "format": "vecx-snapshot/9"}).encode() + b"\n" + body,
        "cart": json.dumps({**head, "cart": 1}).encode() + b"\n" + body,
        "list": b"[1]\n" + body,
    }


@pytest.mark.parametrize("kind", ["empty", "noise", "short", "flipped", "version", "cart", "list"])
def test_damaged_snapshots_are_refused(title, kind):
    """A damaged snapshot is refused with a reason, and changes nothing."""
    m = Machine(preset="worn", seed=7)
    m.run_cycles(10_000)
    before = m.snapshot()
    with pytest.raises(VecxError):
        m.restore(damage(title)[kind])
    assert m.snapshot() == before


@pytest.mark.parametrize(("button", "player"), [(0, 1), (5, 1), (1, 3)])
def test_controllers_that_do_not_exist_are_refused(button, player):
    """Buttons other than 1 to 4 and players other than 1 and 2 are refused."""
    m = Machine(preset="ideal")
    with pytest.raises(UsageError):
        m.press(button, player)


def test_ram_at_power_on():
    """RAM at power-on is zero in `ideal`, random by seed, or as given."""
    assert Machine(preset="ideal").read(0xC800, 1024) == bytes(1024)
    assert Machine(ram="ff").read(0xC800, 1024) == b"\xff" * 1024
    assert Machine(seed=1).read(0xC800, 1024) == Machine(seed=1).read(0xC800, 1024)
    assert Machine(seed=1).read(0xC800, 1024) != Machine(seed=2).read(0xC800, 1024)
    with pytest.raises(UsageError):
        Machine(ram="odd")


@settings(max_examples=12)
@given(st.binary(min_size=64, max_size=64), st.integers(0, 2**32))
def test_random_memory_never_hangs_nor_raises(pattern, seed):
    """100,000 cycles of random code raise no exception and overrun no buffer."""
    import random

    image = random.Random(seed).randbytes(8128) + pattern
    m = Machine(None, image, preset="hardware", ram="random", seed=seed)
    clock = m.cycles
    for _ in range(10):
        m.run_cycles(10_000)
        assert m.cycles >= clock + 10_000 or m.halted
        clock = m.cycles


def test_a_storm_of_segments_does_not_overrun_the_buffers(program):
    """A RAMP edge every two cycles with a lit beam loses no segment."""
    m = program(" lds #$CBEA\n lda #$D0\n tfr a,dp\n lda #$D8\n sta <11\n lda #$CE\n sta <12\n"
                " ldd #$0100\n std <0\n ldd #$9FFF\n std <2\n ldd #$047F\n std <0\n inc <0\n"
                " lda #$FF\n sta <10\n clr <4\n clr <5\nloop bra loop")
    frames = m.run_cycles(8 * SLICE_MAX)
    assert len(frames) == 1
    assert frames[0].budget.strokes == len(frames[0].segments) >= 55_000


def in_another_process(m):
    """Return a pickled copy."""
    return pickle.loads(pickle.dumps(m))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, in_another_process])
@pytest.mark.parametrize("options", [{"preset": "worn", "seed": 4}, {"preset": "ideal"},
                                     {"device": "imager", "cart_ram": (0x9000, 0x93FF)}])
def test_a_copy_goes_on_like_the_machine_and_by_itself(copied, options):
    """A copy continues identically and independently."""
    m = Machine("connect4", **options)
    m.run_frames(280)
    m.run_cycles(12_345)
    m.press(4, at=m.cycles + 40_000)
    m.write(0x0123, 0x55)
    m.symbols["mine"] = 0xC880
    other = copied(m)
    assert type(other) is Machine and other.console is not m.console
    assert repr(other) == repr(m)
    assert (other.debug, other.symbols, other.analog, other.seed, other.cart_ram, other.device) \
        == (m.debug, m.symbols, m.analog, m.seed, m.cart_ram, m.device)
    assert other.snapshot() == m.snapshot()
    frames = other.run_frames(20)
    other.write("game_board", b"\1" * 42)
    assert m.frames < other.frames and m.run_frames(20) == frames
    assert m.read("game_board", 42) != other.read("game_board", 42)


def test_a_copy_needs_no_files(tmp_path):
    """A copy works even if its files are gone."""
    for name, text in (("mine.toml", 'base = "hardware"\ndrift_x = 0.25\n'),
                       ("rom.asm", " org $E000\nstart bra start\n org $FFFE\n fdb start\n"),
                       ("game.asm", "main lda #1\n rts\n fill 18,20\n")):
        (tmp_path / name).write_text(text)
    m = Machine(tmp_path / "game.asm", tmp_path / "rom.asm", str(tmp_path / "mine.toml"))
    data = pickle.dumps(m)
    for path in tmp_path.iterdir():
        path.unlink()
    other = pickle.loads(data)
    assert (other.preset, other.analog.drift_x) == (m.preset, 0.25)
    assert other.symbols["main"] == 0 and other.where(0xE000).routine == "start"


def test_a_copy_of_a_strict_machine_is_strict():
    """The copy is strict, with its own findings, without callbacks."""
    m = Machine("connect4", strict="all")
    m.on_pc("Wait_Recal", lambda m: None)
    m.run_frames(5)
    other = copy.copy(m)
    assert other.strict is not None and other.strict is not m.strict and other.findings == []
    other.run_frames(5)
    assert m.frames == 5


def test_a_machine_says_what_it_is():
    """repr shows cartridge, preset, seed and position."""
    m = Machine("connect4", preset="ideal", seed=3)
    assert m.run_to("letters_draw_big", max_cycles=30_000_000)
    assert re.fullmatch(r"<Machine connect4, ideal, seed 3: frame \d+, cycle [\d,]+, "
                        r"\$[0-9A-F]{4} letters_draw_big \S*letters\.asm:\d+>", repr(m))
    assert repr(Machine(preset="ideal")).startswith("<Machine no cartridge, ideal, seed 0: frame 0")


SHORT_FRAMES = """
 lda #$D0
 tfr a,dp
loop stb <$09
 bra loop
"""


def test_short_frames_wait_their_turn(program):
    """Thousands of very short frames are all returned."""
    m = program(SHORT_FRAMES)
    taken = [m.run_frames(1)[0] for _ in range(20)]
    again = program(SHORT_FRAMES)
    again.restore(m.snapshot())
    taken += m.run_frames(12_000)
    assert [f.index for f in taken] == list(range(12_020))
    assert {f.cycles for f in taken[1:]} == {7}
    assert [f.index for f in again.run_frames(3)] == [20, 21, 22]


def test_run_frames_returns_frames_that_end_from_now_on(program):
    """run_frames returns only frames that end during the call."""
    m = program(SHORT_FRAMES)
    m.run_frames(10)
    for _ in range(5):
        m.run_to("loop")
    assert m.frames == 14               # the first run_to arrives after the branch
    assert [f.index for f in m.run_frames(2)] == [14, 15]
    for _ in range(5):
        m.run_to("loop")
    assert [f.index for f in m.run_cycles(0)] == [16, 17, 18, 19]
    assert [f.index for f in m.run_frames(1)] == [20]


@pytest.mark.slow
def test_frames_wait_while_a_program_is_stepped(program):
    """No frame is lost while a program is stepped."""
    m = program(SHORT_FRAMES)
    m.on_pc("loop", lambda machine: None)
    while m.cycles < 150_000:
        m.step()
    frames = m.run_cycles(1)
    assert [f.index for f in frames] == list(range(m.frames))
    assert len(frames) > 20_000


MANY = """
from pathlib import Path
from vecx import Machine

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

def several(count):
    machines = [Machine("connect4", seed=seed) for seed in range(count)]
    for machine in machines:
        machine.run_frames(2)
    return machines

first = several(3)
before = resident()
more = several(50)
print((resident() - before) // len(more))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_a_thousand_machines_fit_into_600_megabytes(tmp_path):
    """A thousand machines share ROM and instructions, and need less than 600 MB."""
    done = processes.run(MANY, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 600_000


def test_machines_in_threads_do_what_each_does_alone():
    """Machines in threads behave as they do alone."""
    def play(seed: int) -> list[object]:
        machine = Machine("connect4", seed=seed)
        machine.press(1 + seed, at=900_000)
        seen: list[object] = []
        for _ in range(THREADED_FRAMES):
            seen += [(frame.segments.tobytes(), frame.account.tobytes())
                     for frame in machine.run_frames(1)]
            seen.append(machine.take_sound().edges.tobytes())
        return seen

    alone = [play(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(4))) == alone
    assert any(isinstance(each, bytes) and each for each in alone[0])


def test_a_frame_and_registers_read_well() -> None:
    """repr of frames and registers is short."""
    machine = Machine("connect4", preset="ideal")
    frame = machine.run_frames(300)[-1]
    assert repr(frame) == (f"Frame(index=299, start_cycle={frame.start_cycle}, "
                           f"cycles={frame.cycles}, {len(frame.segments)} segments, "
                           f"{frame.budget.vectors} vectors)")
    machine.set_registers(a=0x1F, x=0xC880)
    assert "a=$1F" in repr(machine.registers) and "x=$C880" in repr(machine.registers)


@pytest.mark.parametrize("call", [5, "print", b""])
def test_what_cannot_be_called_is_refused_at_once(call: object) -> None:
    """A callback that is not callable is refused immediately."""
    machine = Machine("connect4", preset="ideal")
    for register in (machine.on_pc, machine.on_write, machine.on_read):
        with pytest.raises(UsageError, match="must be a function"):
            register("game_board", call)    # type: ignore[operator]
    assert not machine.hooks


# --- callbacks and threads ------------------------------------------------------------------------

def test_a_callback_cannot_run_the_machine():
    """Running or restoring in a callback is refused; the machine continues afterwards."""
    m = Machine("connect4", preset="ideal")
    kept = m.keep()
    for wrong in (lambda m: m.run_frames(1), lambda m: m.step(), lambda m: m.restore(kept),
                  lambda m: m.call("Random")):
        handle = m.on_pc("Wait_Recal", wrong)
        with pytest.raises(UsageError, match="a callback cannot run the machine"):
            m.run_frames(3)
        handle.remove()
    assert len(m.run_frames(2)) == 2


def test_a_callback_may_set_things():
    """A callback presses buttons, writes memory and registers, and removes itself."""
    m = Machine("connect4", preset="ideal")
    seen = []

    def change(m):
        m.press(4)
        m.write(0xCB00, 0x5A)
        m.set_registers(b=7)
        seen.append(m.registers.b)
        handle.remove()

    handle = m.on_pc("Wait_Recal", change)
    m.run_frames(5)
    assert seen == [7] and m.read(0xCB00) == b"\x5a" and m.chips.state.buttons == 0xF7


def test_an_exception_of_a_callback_loses_no_frame():
    """The frames that ended before an exception are the next ones; the machine runs as without."""
    m, other = (Machine("connect4", preset="hardware", seed=2) for _ in range(2))
    counted = []

    def fail(m):
        counted.append(m.frames)
        if len(counted) == 50:
            raise KeyError("mine")

    handle = m.on_pc("Wait_Recal", fail)
    with pytest.raises(KeyError, match="mine"):
        m.run_frames(100)
    handle.remove()
    frames = m.run_cycles(0)
    frames += m.run_frames(60 - len(frames))
    for ours, theirs in zip(frames, other.run_frames(60), strict=True):
        assert ours.index == theirs.index and np.array_equal(ours.segments, theirs.segments)
        assert np.array_equal(ours.account, theirs.account)


def test_two_threads_cannot_run_one_machine():
    """The second thread gets a message; the first is not disturbed."""
    m = Machine("connect4", preset="ideal")
    inside, done = threading.Event(), threading.Event()

    def wait(m):
        inside.set()
        assert done.wait(60)

    handle = m.on_pc("Wait_Recal", wait)
    faults = []

    def run():
        try:
            m.run_frames(2)
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    assert inside.wait(60)
    with pytest.raises(UsageError, match="another thread is running this machine"):
        m.run_frames(1)
    done.set()
    thread.join(60)
    handle.remove()
    assert not faults and m.frames == 2


# --- arguments ------------------------------------------------------------------------------------

def test_an_assembled_program_keeps_its_symbols():
    """A Program is a cartridge with symbols and lines; one with errors is refused."""
    m = Machine(assemble("table fcb 1,2\nmain bra main\n"), preset="ideal")
    assert m.address("main") == 2 and m["table", 1] == 2 and m.where("main").line == 2
    assert copy.copy(m).address("main") == 2
    with pytest.raises(AssemblyError, match="`rst` is not an instruction"):
        Machine(assemble(" rst\n"))


def test_unknown_attributes_are_refused():
    """A misspelt attribute is an error, also of the machine of the pytest plug-in."""
    for m in (Machine(preset="ideal"), MachineUnderTest(preset="ideal")):
        for name in ("pc", "register", "ramm"):
            with pytest.raises(AttributeError, match=name):
                setattr(m, name, 3)


def test_memory_ends_at_ffff():
    """Bytes beyond $FFFF are not written; a read goes on at $0000, as addresses do."""
    m = Machine(preset="ideal")
    before = m.read(0xFFFF)
    with pytest.raises(UsageError, match=r"2 bytes from \$FFFF on do not fit"):
        m.write(0xFFFF, b"12")
    assert m.read(0xFFFF, 2) == before + m.read(0)
