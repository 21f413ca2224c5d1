"""vecx compared with MAME on our ROM, its service program and Connect-4.

Goal: both write the same values to the VIA, and through it to the sound chip, in the same order and
at the same time.  Method: record.py in tests/reference/mame has recorded MAME; our machine runs
from the same RAM with the same input, frame by frame.  docs/via.md explains the differences in time
that these tests allow.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from vecx import Machine
from vecx.chips import log
from vecx.chips.psg import DAC_SOUND
from vecx.chips.via import ORA, ORB, T1CH, T1CL, T2CH, T2CL

POLL_TURN = 7           # cycles of the loop `BITA IFR; BEQ *`
RECORDINGS = {"idle": None, "service": None, "game": "connect4"}
SECONDS = {"idle": 19.9, "service": 60, "game": 60}
INACTIVE, WRITE, LATCH_ADDRESS = 0, 2, 3        # BDIR, BC1
GAME_STATE, MOVE_COUNT, WON_X = 0xC884, 0xC885, 2
SERVICE_SCREEN, SERVICE_CHOICE = 0xC880, 0xC881
PROBE_LATCHES = (1, 2, 4, 8, 16, 32, 64, 127, 255)
PROBE_X, PROBE_Y = 64, 32       # on the DAC during the ramp
PROBE_CYCLES = 200_000


@dataclass
class Run:
    """The writes of MAME and of our machine, row by row: cycle, register, value."""

    name: str
    theirs: np.ndarray
    ours: np.ndarray
    sound: np.ndarray
    machine: Machine


def run_ours(name: str, data: "np.lib.npyio.NpzFile", cart: str | None) -> Run:
    """Run our machine with a recording's inputs until it has the same number of writes."""
    theirs = np.stack([np.cumsum(data["gaps"], dtype=np.int64), data["registers"].astype(np.int64),
                       data["values"].astype(np.int64)], axis=1)
    inputs = {int(row[0]): row[1:].tolist() for row in data["inputs"]}
    images = Path(__file__).parent.parent / "reference" / "mame"   # as they were recorded
    machine = Machine(images / f"{cart}.bin" if cart else None, images / "exec.bin", "ideal")
    machine.write(0xC800, data["ram"].tobytes())
    m = machine.chips.state
    machine.watch(0xD000, 16, writes=True)
    rows, sound, count, frame = [], [], 0, 0
    while count < len(theirs):
        machine.run_frames(1)
        events = machine.take_log()
        events = events[events["kind"] == log.WRITE]
        new = np.stack([events["cycle"], events["a"] & 15, events["b"]], axis=1)
        rows.append(new)
        count += len(new)
        begun = int((new[:, 1] == T2CH).sum())
        if begun:
            frame += begun
            sound.append(machine.take_sound())
        if begun and frame in inputs:
            m.buttons, *pots = inputs[frame]
            m.stick[:] = pots
    sound.append(machine.take_sound())
    return Run(name, theirs, np.concatenate(rows)[:len(theirs)], np.concatenate(sound), machine)


@pytest.fixture(scope="module", params=list(RECORDINGS))
def run(request: pytest.FixtureRequest, reference: Path) -> Run:
    """Return the run of a recording."""
    with np.load(reference / "mame" / f"{request.param}.npz") as data:
        return run_ours(request.param, data, RECORDINGS[request.param])


@pytest.mark.sample(1)
def test_recordings_are_whole(run: Run, reference: Path) -> None:
    """The recordings contain 20 seconds without input, and a minute or more of each program."""
    assert run.theirs[-1, 0] > SECONDS[run.name] * 1_500_000
    with np.load(reference / "mame" / f"{run.name}.npz") as data:
        inputs = data["inputs"]
    if run.name == "game":
        assert run.machine.read(GAME_STATE)[0] == WON_X
        assert run.machine.read(MOVE_COUNT)[0] == 13
    elif run.name == "service":
        assert run.machine.read(SERVICE_SCREEN)[0] == 0
        assert run.machine.read(SERVICE_CHOICE)[0] == 5     # after the sound screen
        assert {bit for bit in range(8) if (~inputs[:, 1] >> bit & 1).any()} == set(range(8))
        assert [len(set(pot)) for pot in inputs[:, 2:].T.tolist()] == [7, 7, 7, 7]
    else:
        assert len(inputs) == 0


@pytest.mark.sample(1)
def test_every_write_is_the_same(run: Run) -> None:
    """The same values go to the same registers in the same order."""
    differs = (run.ours[:, 1:] != run.theirs[:, 1:]).any(axis=1)
    first = int(np.argmax(differs))
    assert not differs.any(), f"write {first}: {run.ours[first]}, MAME {run.theirs[first]}"


@pytest.mark.sample(1)
def test_writes_come_at_the_same_time(run: Run) -> None:
    """The distances of writes are equal, except for one iteration of the loop that waits for T1."""
    more = np.diff(run.theirs[:, 0]) - np.diff(run.ours[:, 0])
    after_t1 = run.ours[:-1, 1] == T1CH
    after_t1[1:] |= after_t1[:-1] & (run.ours[1:-1, 1] == T1CL)     # the next latch, then the loop
    before_t2 = run.ours[1:, 1] == T2CL         # the loop that waits for the end of the frame
    assert set(more[~after_t1 & ~before_t2].tolist()) == {0}
    assert set(more[after_t1 & ~before_t2].tolist()) <= {0, POLL_TURN}


def test_frames_last_as_long(run: Run) -> None:
    """Frames are equally long, except for one or two iterations of the polling loop."""
    frames = run.ours[:, 1] == T2CH
    more = np.diff(run.theirs[frames, 0]) - np.diff(run.ours[frames, 0])
    assert len(more) > 900
    assert set(more.tolist()) <= {0, POLL_TURN, 2 * POLL_TURN}
    assert (more == 2 * POLL_TURN).sum() <= 1


def sound_writes(writes: np.ndarray) -> list[tuple[int, int]]:
    """Return register and value of each write to the sound chip, decoded from VIA writes."""
    wires = writes[np.isin(writes[:, 1], (ORA, ORB))]
    of_b = np.flatnonzero(wires[:, 1] == ORB)
    of_a = np.flatnonzero(wires[:, 1] == ORA)
    lines = wires[of_b, 2] >> 3 & 3
    before = np.concatenate([[INACTIVE], lines[:-1]])
    data = wires[of_a[np.searchsorted(of_a, of_b) - 1], 2]
    changed = lines != before
    selected = 0
    found = []
    for then, now, value in zip(before[changed].tolist(), lines[changed].tolist(),
                                data[changed].tolist(), strict=True):
        if now == LATCH_ADDRESS:
            selected = value
        elif now == WRITE and then == INACTIVE:
            found.append((selected, value))
    return found


def test_sound_chip_is_told_the_same(run: Run) -> None:
    """Our sound chip's log equals the decoded writes of MAME."""
    theirs = sound_writes(run.theirs)
    ours = [(register, value) for _, register, value in run.sound.tolist()
            if register != DAC_SOUND]
    assert len(theirs) > 200
    assert ours[:len(theirs)] == theirs


@pytest.mark.parametrize("preset, longer, within", [("ideal", 0, 0), ("hardware", 2, 0.5)])
def test_ramps_of_the_probe(reference: Path, preset: str, longer: int, within: float) -> None:
    """A line lasts its T1 latch, in `hardware` 2 cycles more, in MAME 3 more."""
    probe = (reference / "traces" / "beam_probe.bin").read_bytes()
    frame = Machine(bios=probe, preset=preset, ram="zero").run_cycles(PROBE_CYCLES)[0]
    ends = np.flatnonzero(frame.segments[1:, 5] != frame.segments[:-1, 6])
    starts = np.array([0, *(ends + 1)])[:len(ends)]
    ends, starts = ends[:len(PROBE_LATCHES)], starts[:len(PROBE_LATCHES)]
    lengths = frame.segments[ends, 2:4] - frame.segments[starts, 0:2]
    assert len(lengths) == len(PROBE_LATCHES)
    for axis, dac in enumerate((PROBE_X, PROBE_Y)):
        speed, offset = np.polyfit(PROBE_LATCHES, lengths[:, axis].astype(float), 1)
        assert speed == pytest.approx(dac, rel=0.01)        # the DAC has errors, too
        assert offset / speed == pytest.approx(longer, abs=within + 1e-6)
