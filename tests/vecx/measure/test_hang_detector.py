"""The reports about programs that make no progress."""

from pathlib import Path

import numpy as np
import pytest

from tests.vecx.play.sources import HEADER
from vecx import Machine
from vecx.chips.state import CYCLES_PER_SECOND
from vecx.measure.hang_detector import BUSY_SECONDS, HangDetector, Trouble, probe
from vecx.play.terminal import Reversi

ROOT = Path(__file__).parent.parent.parent.parent
TITLE_FRAMES = 300      # then the test's program has run for a while
MAIN = len(HEADER.splitlines()) + 1     # the line of a program's first instruction


def watched(folder: Path, body: str, frames: int = 250) -> list[Trouble]:
    """Return a program's reports, each once."""
    path = folder / "game.asm"
    path.write_text(HEADER + body, encoding="utf-8")
    machine = Machine(path, preset="ideal")
    return troubles(machine, TITLE_FRAMES + frames)


def troubles(machine: Machine, frames: int) -> list[Trouble]:
    """Run a machine; return the reports."""
    detector, found, kind = HangDetector(machine), [], ""
    for _ in range(frames):
        trouble = detector.look(machine.run_frames(1))
        if trouble and trouble.kind != kind:
            found.append(trouble)
        kind = trouble.kind if trouble else ""
    return found


@pytest.mark.sample(5)
@pytest.mark.parametrize("body, kind, line, words", [
    ("main jsr $F192\nhang bra hang\n", "loop", 1, "an endless loop"),
    ("main jsr $F192\nhang jsr sub\n bra hang\nsub ldb #3\ndown decb\n bne down\n rts\n", "loop", 1,
     "an endless loop"),
    ("main jsr $F192\n jmp $9000\n", "astray", 1, "to $9000, which is not memory"),
    ("main jsr $F192\n ldx #$C100\n pshs x\n rts\n", "astray", 3, "to $C100"),
    ("main jsr $F192\n jmp $D000\n", "astray", 1, "to $D000"),
    ("main jsr $F192\n fcb $14\n", "halted", 1, "an undocumented opcode"),
    ("main jsr $F192\n sync\n bra main\n", "interrupt", 1, "for an interrupt that does not occur"),
    ("main jsr $F192\n cwai #$EF\n bra main\n", "interrupt", 1, "for an interrupt that does not"),
    ("main jsr $F192\nwait lda $D00D\n anda #$10\n beq wait\n", "via", 1, "reads the VIA ($D00D)"),
    ("main jsr $F192\n ldx #0\ncount leax 1,x\n stx $C900\n bra count\n", "busy", None, "is busy"),
    # The VIA draws without the CPU: T1 switches RAMP, and the shift register rotates continuously.
    ("main jsr $F192\n jsr $F1AA\n jsr $F2A5\n lda #$20\n sta $D008\n lda #$D0\n sta $D00B\n"
     " lda #$CE\n sta $D00C\n lda #$55\n sta $D00A\n ldd #$2010\n sta $D001\n lda #$40\n"
     " sta $D004\n lda #1\n sta $D005\nhang bra hang\n", "loop", 17, "an endless loop"),
])
def test_what_is_wrong_is_told(tmp_path: Path, body: str, kind: str, line: int | None,
                               words: str) -> None:
    """A report names state, place and start, and is given once."""
    found = watched(tmp_path, body)
    assert [one.kind for one in found] == [kind]
    assert words in found[0].what
    if line is not None:
        assert f"game.asm:{MAIN + line}" in found[0].what
    assert 240 <= found[0].frame <= 260 and "since frame 24" in str(found[0])
    assert found[0].certain == (kind in ("loop", "astray", "halted"))


def test_a_loop_in_the_rom_is_told_with_its_caller(tmp_path: Path) -> None:
    """A loop in the ROM is reported with routine and calling line."""
    found = watched(tmp_path, "main jsr $F192\n jsr $F1AF\n ldd #$3010\n jsr $F3DF\n bra main\n")
    assert [one.kind for one in found] == ["loop"]
    assert "(Draw_Line_d+" in found[0].what
    assert f"called at {tmp_path / 'game.asm'}:{MAIN + 3} (main" in found[0].what


ALIVE = {
    "Wait_Recal, nothing drawn": "main jsr $F192\n bra main\n",
    "drawn without Wait_Recal": "main jsr $F1AA\nagain jsr $F354\n ldd #$3010\n jsr $F3DF\n"
                                " bra again\n",
    "T2 by itself, nothing drawn": "main lda #$30\n sta $D008\n lda #$75\n sta $D009\n"
                                   "wait lda $D00D\n anda #$20\n beq wait\n bra main\n",
    "music alone": "main lda #7\n sta $D001\n lda #$19\n sta $D000\n lda #1\n sta $D000\n"
                   " lda #$AA\n sta $D001\n lda #$11\n sta $D000\n lda #1\n sta $D000\n bra main\n",
    "a second of thought, then a frame": "main jsr $F192\n ldy #3\nmore ldx #0\nthink leax 1,x\n"
                                         " bne think\n leay -1,y\n bne more\n bra main\n",
}


@pytest.mark.parametrize("body", ALIVE.values(), ids=ALIVE)
def test_who_lives_is_left_alone(tmp_path: Path, body: str) -> None:
    """A program with frames, light or sound is not reported."""
    assert watched(tmp_path, body, 500) == []


def test_busy_is_told_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long calculation is reported after some seconds, until it ends.
    """
    body = "main jsr $F192\n ldy #40\nmore ldx #0\nthink leax 1,x\n bne think\n leay -1,y\n" \
           " bne more\nlast jsr $F192\n bra last\n"
    path = tmp_path / "game.asm"
    path.write_text(HEADER + body, encoding="utf-8")
    machine = Machine(path, preset="ideal")
    detector, printed = HangDetector(machine), []
    probes = []
    monkeypatch.setattr("vecx.measure.hang_detector.probe",
                        lambda machine: probes.append(machine.cycles) or probe(machine))
    for _ in range(1500):
        trouble = detector.look(machine.run_frames(1))
        if trouble:
            printed.append((trouble.kind, (machine.cycles - trouble.since) / CYCLES_PER_SECOND))
    assert trouble is None
    assert {kind for kind, _ in printed} == {"busy"}
    assert BUSY_SECONDS <= printed[0][1] < BUSY_SECONDS + 1.1
    assert min(np.diff(probes)) >= CYCLES_PER_SECOND        # a copy takes some milliseconds


@pytest.mark.parametrize("cart", ["connect4", "reversi", None])
def test_our_own_programs_are_left_alone(cart: str | None) -> None:
    """The games and the ROM's own programs are not reported."""
    machine = Machine(cart, preset="ideal")
    detector = HangDetector(machine)
    for number in range(1500):
        if number % 50 == 0:
            (machine.press if number % 100 == 0 else machine.release)(4)
        assert detector.look(machine.run_frames(1)) is None


@pytest.mark.parametrize("source", sorted(ROOT.glob("games/devices/*.asm")),
                         ids=lambda path: path.stem)
def test_the_devices_programs_are_left_alone(source: Path) -> None:
    """The programs for light pen and imager are not reported."""
    for device in (None, "imager"):
        assert troubles(Machine(source, preset="ideal", device=device), 600) == []


def test_the_master_may_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reversi's longest search is not reported."""
    game = Reversi("master", 1)
    detector = HangDetector(game.m)
    run = game.m.run_frames

    def looked_at(_: Machine, count: int) -> list:
        frames = []
        for _ in range(count):
            frames += run(1)
            assert detector.look(frames[-1:]) is None
        return frames

    monkeypatch.setattr(Machine, "run_frames", looked_at)
    for _ in range(3):
        list(game.advance())
        row, column = divmod(game.byte("legal_moves"), 10)
        assert game.enter([column - 1, row - 1])
    list(game.advance())
    assert game.byte("move_count") >= 5


def test_the_machine_is_not_touched(tmp_path: Path) -> None:
    """The detector does not change the machine."""
    path = tmp_path / "game.asm"
    path.write_text(HEADER + "main jsr $F192\nhang inc $C900\n bra hang\n", encoding="utf-8")
    looked, other = (Machine(path, preset="hardware") for _ in range(2))
    detector = HangDetector(looked)
    for _ in range(600):
        frames = looked.run_frames(1)
        assert frames == other.run_frames(1)
        detector.look(frames)
    assert looked.snapshot() == other.snapshot()


def test_after_a_reset_or_another_time_all_begins_anew(tmp_path: Path) -> None:
    """A reset or an earlier state ends a report."""
    path = tmp_path / "game.asm"
    path.write_text(HEADER + "main jsr $F192\n jmp $9000\n", encoding="utf-8")
    machine = Machine(path, preset="ideal")
    machine.run_frames(100)
    before = machine.keep()
    machine.run_frames(300)
    assert machine.astray is not None and machine.astray[0] == 0x9000
    machine.restore(before)
    assert machine.astray is None
    detector = HangDetector(machine)
    machine.run_frames(300)
    assert detector.look([]) is not None
    machine.reset()
    detector.forget()
    assert detector.look(machine.run_frames(50)) is None and machine.astray is None
