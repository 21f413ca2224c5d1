"""The strict machine at the lines of programs in C."""

from pathlib import Path

import pytest

from vecx.machine import Machine

C = Path(__file__).parents[2] / "reference" / "c"


def findings(folder: str, image: str = "drift.bin", names: str = "drift.map",
             frames: int = 60) -> dict[str, list[str]]:
    """Return the lines of each finding in the first frames of a game, by rule."""
    machine = Machine(C / folder / image, preset="hardware", strict=True,
                      symbols=C / folder / names)
    assert machine.run_to("main", max_cycles=20_000_000)
    machine.run_frames(frames)
    return {finding.rule.name: str(finding).replace(str(C / folder), "c").splitlines()
            for finding in machine.findings}


@pytest.mark.slow
def test_a_mistake_is_named_with_its_lines_of_c():
    """The mistake is in the inline assembly of drift.c:43, called at drift.c:55."""
    machine = Machine(C / "bug" / "drift.bin", preset="hardware", strict=True,
                      symbols=C / "bug" / "drift.map")
    machine.run_frames(500)
    found = [str(one).replace(str(C / "bug"), "c") for one in machine.findings
             if one.rule.level == "error"]
    assert found and all(one.startswith("c/drift.c:43: error: ") for one in found)
    assert any("called at c/drift.c:55" in one for one in found)


def test_a_finding_in_the_library_names_the_line_that_called_it():
    """The library has no lines, so a finding there is at the line of C of the call."""
    found = findings("two", "game.bin", "game.map")
    assert found["scale"][0].startswith("c/b.c:12: advice: draws at scale $FF")
    assert "$0241 in spin (inside lines, Draw_Line_d)" in found["scale"][1]
    assert "called at c/a.c:12" in found["scale"][2]


def test_a_finding_of_the_beam_in_the_library_names_the_line_that_called_it():
    """The beam's rows come when the calls have long returned; those of the moment are found."""
    found = findings("two", "game.bin", "game.map", frames=300)
    assert found["saturation"][0].startswith("c/b.c:12: warning: draws to y ")
    assert "$0241 in spin (inside lines, Draw_Line_d)" in found["saturation"][1]
    assert found["saturation"][2] == "    history: called at c/a.c:12"


def test_advice_about_the_code_of_the_library_is_left_out():
    """A load in print_str_c that nothing reads is not the author's; the game is clean."""
    assert findings("drift") == {}
