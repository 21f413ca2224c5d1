"""Witness runs: differences other than time, equal inputs, bounded work."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vecx.strict.headed import cartridge
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.strict.witness import Chance, Witnesses, alike

CASES = Path(__file__).parents[2] / "cases"
# B differs after Intensity_a and decides how long a loop takes; buttons move a dot.
ONLY_TIME = """\
                clr     $C880
loop            jsr     Wait_Recal
                lda     #$5F
                jsr     Intensity_a
                tstb
                bpl     draw
wait            decb
                bne     wait
draw            jsr     Read_Btns
                adda    $C880
                sta     $C880
                clrb
                jsr     Dot_d
                bra     loop
"""


def pressed(machine: Machine) -> None:
    """Press and release a button at many moments of a frame."""
    for step in range(60):
        machine.press(2, at=machine.cycles + 497 * step % 30_000)
        machine.run_frames(1)
        machine.release(2, at=machine.cycles + 331 * step % 30_000)
        machine.run_frames(1)


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_a_difference_in_time_alone_is_no_witness(tmp_path: Path, preset: str) -> None:
    """A difference in time alone is not a witness."""
    machine = Machine(cartridge(tmp_path, ONLY_TIME), preset=preset, strict=True)
    machine.run_frames(260)
    pressed(machine)
    assert "unpromised" not in [found.rule.name for found in machine.findings]


@pytest.mark.slow
def test_strokes_in_another_frame_are_no_witness(tmp_path: Path) -> None:
    """The same strokes divided into other frames are not a witness."""
    free = ONLY_TIME.replace("jsr     Wait_Recal", "jsr     Reset0Ref").replace(
        "jsr     Read_Btns", "lda     #1").replace("bne     wait", "nop")
    machine = Machine(cartridge(tmp_path, free), preset="worn", strict=True)
    machine.run_frames(300)
    names = [found.rule.name for found in machine.findings]
    assert "untimed" in names and "unpromised" not in names


def test_what_stops_is_a_witness(tmp_path: Path) -> None:
    """A console that stops drawing is a witness."""
    stops = ONLY_TIME.replace("bne     wait", "bra     wait")
    machine = Machine(cartridge(tmp_path, stops), preset="worn", strict=True)
    machine.run_frames(300)
    (finding,) = (found for found in machine.findings if found.rule.name == "unpromised")
    assert "shows a different picture" in finding.witness


def test_comparing_long_frames_is_bounded() -> None:
    """Thousands of strokes at one place are compared in order."""
    machine = Machine("connect4", preset="ideal")
    frame = machine.run_frames(300)[-1]
    many = replace(frame, segments=np.repeat(frame.segments[:1], 3000, axis=0))
    other = replace(frame, segments=many.segments[::-1].copy())
    other.segments[0, 0] += 5
    assert alike(many, many) and not alike(many, other)


def test_a_console_that_cannot_be_run_gives_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a witness run is impossible, findings are reported without one."""
    machine = Machine("connect4", strict=True)

    def fail(*_: object) -> bool:
        raise VecxError("more than 1,048,576 pairs of segments")

    monkeypatch.setattr("vecx.strict.witness.alike", fail)
    assert Witnesses(machine.console.setup).tried(Chance((0xC880,)), 20) is None


def test_a_branch_in_the_rom_is_no_use(tmp_path: Path) -> None:
    """A branch inside the ROM is not a use, also without witness runs."""
    half = CASES / "innocent" / "half_is_used.asm"
    other = tmp_path / "other.asm"
    text = half.read_text().replace("../strict/case.inc", str(CASES / "strict" / "case.inc"))
    other.write_text(text.replace("cmpa    #20", "cmpb    #20"))
    for path, expected in ((half, []), (other, ["unpromised"])):
        machine = Machine(path, preset="worn", strict=True)
        machine.write(0xCBF0, b"\0")        # after a change, the run cannot be repeated
        machine.run_frames(300)
        assert [found.rule.name for found in machine.findings] == expected
