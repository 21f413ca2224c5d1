"""The light pen, compared with the light of the segments.

Goal: CA1 is low exactly while light is in the pen's circle, and for PEN_HOLD cycles after that.
Method: random lines and dots of the executive ROM; the segments that the beam draws are followed in
steps of a twentieth of a cycle.  Close to the edge of the pen's circle, within a tolerance, either
level is accepted; such places are few.
"""

import random

import numpy as np
import pytest

from vecx import Machine, UsageError
from vecx.chips.pen import PEN_HOLD, PEN_RADIUS

HEADER = """            include "vectrex.inc"
            org     0
            setdp   $D0
            fcc     "g GCE 2026"
            fcb     $80
            fdb     Music_1
            fcb     $F8,$50,$20,-$38
            fcc     "PEN"
            fcb     $80,0
main        jsr     Wait_Recal
            jsr     Intensity_7F
            lda     #$7F
            sta     <VIA_t1_cnt_lo
"""
# The beam dark, full brightness in the Z hold, the ramp off.
BRIGHT = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 lda #$CE
 sta <$D00C
 ldd #$FF81
 sta <$D003
 stb <$D000
 ldd #$9F7F
 sta <$D002
 stb <$D001
 lda #$84
 sta <$D000
 lda #$81
 sta <$D000
"""
TOLERANCE = {"ideal": 4.0, "hardware": 60.0}    # p: a segment is the chord of a curved start
CA1 = 0x02              # in IFR
MAIN = 0x16             # address of the main loop
STEP = 0.05             # cycles


def drawing(seed: int) -> tuple[str, list[tuple[int, int]]]:
    """Return a source that draws lines and dots, and places on or near them."""
    chance = random.Random(seed)
    lines, places = [HEADER], []
    for _ in range(8):
        y, x = (chance.randint(-90, 90) for _ in "yx")
        dy, dx = (chance.randint(-60, 60) if chance.random() < 0.8 else 0 for _ in "yx")
        lines.append(f" lda #{y}\n ldb #{x}\n jsr Moveto_d\n lda #{dy}\n ldb #{dx}\n"
                     " jsr Draw_Line_d\n jsr Reset0Ref\n")
        part = chance.random()
        places.append((x + round(part * dx) + chance.randint(-2, 2),
                       y + round(part * dy) + chance.randint(-2, 2)))
        lines.append(f" lda #{-y}\n ldb #{-x}\n jsr Dot_d\n jsr Reset0Ref\n")
        places.append((-x + chance.randint(-3, 3), -y))
    return "".join([*lines, " jmp main\n"]), places


@pytest.fixture(scope="module")
def cartridge(tmp_path_factory):
    """Return a function that makes the image of such a source."""
    from asm import assemble

    def make(seed: int) -> tuple[bytes, list[tuple[int, int]]]:
        source, places = drawing(seed)
        assembled = assemble(source, name="lines", include_dirs=["roms/include"])
        assert assembled.image is not None, assembled.messages()
        return bytes(assembled.image), places

    return make


def machine_of(image: bytes, **options: object) -> Machine:
    """Return a machine in the cartridge's main loop."""
    m = Machine(image, **options)
    assert m.run_to(MAIN, max_cycles=60_000_000)
    for _ in range(3):
        m.run_cycles(100)
        assert m.run_to(MAIN)
    return m


def light_cycles(frame, place: tuple[float, float], radius: float) -> set[int]:
    """Return the cycles in which segments of a frame are within a radius in p of a place."""
    found: set[int] = set()
    for x0, y0, x1, y1, _, t0, t1 in frame.segments.astype(float):
        times = np.arange(t0, t1, STEP)
        share = (times - t0) / (t1 - t0)
        far = np.hypot(x0 + share * (x1 - x0) - place[0], y0 + share * (y1 - y0) - place[1])
        found |= {int(t) + frame.start_cycle for t in times[far <= radius]}
    return found


def lows(cycles: set[int]) -> set[int]:
    """Return the cycles at whose start the wire is low."""
    return {after for cycle in cycles for after in range(cycle + 1, cycle + 1 + PEN_HOLD)}


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize("preset", ["ideal", "hardware"])
@pytest.mark.parametrize("seed", range(2))
def test_low_while_there_is_light(cartridge, preset, seed):
    """At each instruction, the wire has the level that the segments require."""
    image, places = cartridge(seed)
    m = machine_of(image, preset=preset, ram="zero")
    met = 0
    for place in places[:6]:
        m.pen(*place)
        m.run_frames(1)
        levels, falls, frames = {}, [], []
        while not frames:
            before, m.chips.state.ifr = m.cycles, m.chips.state.ifr & ~CA1
            m.step()
            levels[m.cycles] = m.chips.state.c1[0]
            if m.chips.state.ifr & CA1:
                falls.append(range(before - 1, m.cycles))
            frames = m.output.take_frames()
        middle = tuple(127.0 * part for part in place)
        least = lows(light_cycles(frames[0], middle, PEN_RADIUS - TOLERANCE[preset]))
        light = light_cycles(frames[0], middle, PEN_RADIUS + TOLERANCE[preset])
        most = lows(light)
        end = frames[0].start_cycle + frames[0].cycles
        for cycle, level in levels.items():
            if cycle < end:
                assert level or cycle in most, (place, cycle)
                assert not level or cycle not in least, (place, cycle)
        assert all(light.intersection(fall) for fall in falls if fall[-1] < end)
        met += bool(least) and bool(falls)
        assert len(most - least) < max(60, len(most))
    assert met >= 2


def test_the_pen_changes_nothing_but_its_wire(cartridge):
    """With a pen, segments, accounts and work cycles are the same as without."""
    image, places = cartridge(7)
    seen = 0
    for preset in ("ideal", "hardware", "worn"):
        one, other = (machine_of(image, preset=preset, seed=3) for _ in "ab")
        other.pen(*places[1])
        for a, b in zip(one.run_frames(6), other.run_frames(6), strict=True):
            assert a.segments.tolist() == b.segments.tolist()
            assert a.budget == b.budget
        seen += other.chips.state.pen_dark_at > 0
    assert seen >= 2


@pytest.mark.parametrize("preset", ["ideal", "worn"])
def test_slices_and_compilation_change_nothing(cartridge, plain, preset):
    """The record does not depend on slices or compilation."""
    image, places = cartridge(11)
    start = machine_of(image, preset=preset)
    for place in places:
        start.pen(*place)
        start.run_frames(2)
        if start.chips.state.pen_dark_at:
            break
    assert start.chips.state.pen_dark_at
    kept, end = start.snapshot(), start.cycles + 40_000
    records = []
    for cycles, kind in ((50_000, Machine), (999, Machine), (17, Machine),
                         (999, plain("machine").Machine)):
        m = kind(image, preset=preset)
        m.restore(kept)
        while m.cycles < end:
            m.run_cycles(min(cycles, end - m.cycles))
        records.append(m.chips.packed())
    assert all(record == records[0] for record in records)


@pytest.mark.parametrize("expected", [0, 1])
def test_the_interrupt_comes_at_the_next_instruction(program, expected):
    """With CA1 enabled, the handler runs directly after the instruction that met the light."""
    m = program(BRIGHT + f" lda #{0x82 if expected else 2}\n sta <$D00E\n"
                " andcc #$EF\n lda #$EE\nlight sta <$D00C\nhere nop\n bra here\n"
                "handler bra handler\n org $FFF8\n fdb handler\n")
    m.pen(0, 0)
    assert m.run_to("light")
    lit = m.cycles + 4
    assert m.run_to("handler", max_cycles=200) == bool(expected)
    if expected:
        assert m.cycles == lit + 2 + 19         # after the NOP


def test_a_pen_that_is_taken_away_lets_go(program):
    """Without the pen, the wire is high immediately."""
    m = program(BRIGHT + " lda #$EE\n sta <$D00C\nhere bra here\n")
    m.pen(0, 0)
    m.run_cycles(200)
    assert m.chips.state.c1[0] == 0
    m.pen_away()
    m.run_cycles(10)
    assert m.chips.state.c1[0] == 1 and m.chips.state.device == 0
    m.pen(0, 9)
    m.run_cycles(200)
    assert m.chips.state.c1[0] == 1
    m.pen(0, 2.5)
    m.run_cycles(200)
    assert m.chips.state.c1[0] == 0


@pytest.mark.parametrize("z, seen", [("$7F", True), ("$00", False), ("$80", False)])
def test_a_dark_beam_is_not_seen(program, z, seen):
    """A beam that is not blanked, but has no brightness, is not seen."""
    m = program(BRIGHT.replace("ldd #$9F7F", "ldd #$9F" + z[1:])
                + " lda #$EE\n sta <$D00C\nhere bra here\n")
    m.pen(0, 0)
    m.run_cycles(200)
    assert (m.chips.state.c1[0] == 0) == seen


def test_places_that_cannot_be_are_refused():
    """Invalid positions are refused, and so is a pen with the imager."""
    m = Machine()
    with pytest.raises(UsageError, match="x of the pen"):
        m.pen(300, 0)
    with pytest.raises(UsageError, match="y of the pen"):
        m.pen(0, float("nan"))
    with pytest.raises(UsageError, match="imager"):
        Machine(device="imager").pen(0, 0)
    with pytest.raises(UsageError, match="imager"):
        Machine(device="imager").pen_away()
