"""Waveforms: they record the machine exactly, and differences are found."""

import io
import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from vcd.reader import TokenKind, tokenize

from vecx.errors import VecxError
from vecx.measure.wires import waveform
from vecx.measure.wires.waves import Recorder, waves_of

SOURCE = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 ldd #$FFFF
 std <$02
 lda #$98
 sta <$0B
 ldd #$40CC
 sta <$04
 stb <$0C
 ldd #$3075
 std <$08
frame lda #$20
 sta <$01
 clr <$00
 inc <$00
 clr <$05
 lda #$40
loop bita <$0D
 beq loop
 ldd #$3075
 std <$08
 nop
wait lda <$0D
 anda #$20
 beq wait
 bra frame
"""


def recorded(machine, frames: int) -> waveform.Waves:
    """Run some frames; return their waves."""
    with Recorder(machine) as recorder:
        machine.run_frames(frames)
        return waves_of(recorder.take())


@pytest.fixture
def waves(program) -> waveform.Waves:
    """Return the waves of three frames."""
    machine = program(SOURCE)
    machine.run_frames(2)
    return recorded(machine, 3)


def test_a_pulse_of_t1_is_on_its_wire(waves):
    """/RAMP is low for N + 1.5 cycles, rounded to clocks [VIA]."""
    ramp = waves.edges["ramp_n"]
    pulses = [(end - begin) for (begin, low), (end, _) in itertools.pairwise(ramp) if not low]
    assert len(pulses) >= 3 and len(set(pulses)) == 1
    assert 0x40 <= pulses[0] <= 0x42
    assert {value for _, value in waves.edges["dac"]} >= {0x20}
    assert {value for _, value in waves.edges["mux"]} >= {0, 4}
    starts = [cycle for cycle, value in ramp[1:] if not value]
    gone = {cycle for cycle, _ in waves.edges["pc"]}
    assert all(any(start - 6 <= cycle <= start for cycle in gone) for start in starts)


@pytest.mark.slow
def test_another_reader_finds_every_edge(waves):
    """The dump contains all changes with exact times."""
    begin = min(edges[0][0] for edges in waves.edges.values())
    names, found, now = {}, [], 0
    for token in tokenize(io.BytesIO(waveform.to_text(waves).encode())):
        if token.kind is TokenKind.VAR:
            names[token.var.id_code] = token.var.reference
        elif token.kind is TokenKind.CHANGE_TIME:
            now = token.time_change
        elif token.kind is TokenKind.CHANGE_SCALAR and \
                names[token.scalar_change.id_code] == "ramp_n" \
                and token.scalar_change.value in "01":
            found.append((round(now * 1.5e-3) + begin, int(token.scalar_change.value)))
    assert found == waves.edges["ramp_n"]


def test_nothing_is_watched_afterwards(program):
    """After recording, the machine is unobserved and unchanged."""
    machine, other = program(SOURCE), program(SOURCE)
    recorded(machine, 5)
    other.run_frames(5)
    assert machine.chips.board.observed == 0
    assert machine.snapshot() == other.snapshot()


def test_a_capture_is_held_against_the_machine(waves, tmp_path: Path):
    """Another time base and fewer wires do not count; a moved edge is found.
    """
    capture = waveform.Waves()
    for name in ("ramp_n", "dac"):
        capture.width[name] = waves.width[name]
        capture.edges[name] = [(cycle + 12_345, value) for cycle, value in waves.edges[name]]
    path = tmp_path / "capture.vcd"
    path.write_text(waveform.to_text(capture).replace("ramp_n", "/RAMP_N"))
    wires, found = waveform.difference(waveform.load(path), waves)
    assert wires == ["ramp_n", "dac"] and found is None
    edges = capture.edges["ramp_n"]
    cycle, value = edges[4]
    first = next(at for at, level in edges[1:] if not level)
    edges[4] = cycle + 3, value
    _, found = waveform.difference(capture, waves)
    assert found and found.wire == "ramp_n" and found.cycle == cycle - first
    assert waveform.difference(capture, waves, tolerance=3)[1] is None
    del capture.edges["ramp_n"]
    with pytest.raises(VecxError, match="cannot be aligned"):
        waveform.difference(capture, waves)


@pytest.mark.parametrize("text", ["", "nothing", "$timescale 1 ns $end\n", "$var wire 1 ! a $end",
                                  "$timescale 1 ns $end $var wire 1 ! a $end "
                                  "$enddefinitions $end #0 1?"])
def test_what_is_no_dump_is_named(tmp_path, text):
    """An invalid dump is refused with its name."""
    path = tmp_path / "other.vcd"
    path.write_text(text)
    with pytest.raises(VecxError, match=r"other\.vcd: not a Value Change Dump"):
        waveform.load(path)


@pytest.mark.slow
def test_the_commands(tmp_path: Path):
    """`vecx trace --vcd` writes what `vecx diff --vcd` compares."""
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "vecx", *words], cwd=tmp_path,
                              capture_output=True, text=True, check=False)

    for name, seed in (("one", "0"), ("two", "0"), ("other", "1")):
        done = run("trace", "connect4", "--preset", "ideal", "--from", "200", "--frames", "2",
                   "--vcd", f"{name}.vcd", "--seed", seed)
        assert done.returncode == 0, done.stderr
    same = run("diff", "--vcd", "one.vcd", "two.vcd")
    assert same.returncode == 0 and "all edges agree" in same.stdout, same.stdout + same.stderr
    run("trace", "reversi", "--preset", "ideal", "--from", "300", "--vcd", "other.vcd")
    other = run("diff", "--vcd", "one.vcd", "other.vcd")
    assert other.returncode == 1 and "differs" in other.stdout


def test_a_time_that_is_too_large(tmp_path):
    """Too large a time gives one message."""
    path = tmp_path / "late.vcd"
    path.write_text("$timescale 1 ms $end\n$var wire 1 ! a $end\n$enddefinitions $end\n"
                    "#99999999999999999999999\n1!\n")
    with pytest.raises(VecxError, match=r"late\.vcd: not a Value Change Dump: the time .* large"):
        waveform.load(path)


def test_a_file_that_ends_in_a_name(tmp_path):
    """A truncated file gives one message quickly."""
    path = tmp_path / "cut.vcd"
    path.write_text("$timescale 1 ms $end\n$var wire 1 ! a[[[[")
    with pytest.raises(VecxError, match=r"cut\.vcd: not a Value Change Dump: it ends in a name"):
        waveform.load(path)
