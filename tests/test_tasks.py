"""Five tasks of a newcomer: the README leads to each within three links, and the commands work."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tutorials import HEADER
from vecx.cli import run_command

ROOT = Path(__file__).parent.parent
LINKS_MAX = 3
# The pages on the way, and the command that does the task as the last page shows it.
TASKS = {
    "play": (["README.md"], "vecx run connect4"),
    "make a cartridge": (["README.md"], "vecx new rocket"),
    "find why a picture drifts": (["README.md", "docs/questions.md"],
                                  "vecx budget game.asm --strict --preset worn"),
    "run a game that was written for VIDE": (["README.md", "docs/migrating.md"],
                                             "vecx run game.asm --dialect vide"),
    "change the colour of the phosphor": (["README.md", "docs/playing.md"],
                                          "vecx run connect4 --set colour=green"),
}
# As VIDE's users write: capitals, DB and DW, labels with a colon, `*` for comments, a short branch
# that does not reach, which VIDE lengthens.
FOR_VIDE = """\
* a line of the title, and a diamond
                INCLUDE "VECTREX.I"
                ORG     0
                DB      "g GCE 1998", $80
                DW      music1
                DB      $F8, $50, $20, -$56
                DB      "DIAMOND", $80
                DB      0
main:
                JSR     Wait_Recal
                JSR     Intensity_5F
                LDA     #$40
                STA     VIA_t1_cnt_lo
                LDD     #0
                JSR     Moveto_d
                LDX     #diamond
                JSR     Draw_VLc
                BRA     main
                DS      200
unused:         BRA     main
diamond:        DB      3
                DB      40, 40
                DB      -40, 40
                DB      -40, -40
                DB      40, -40
"""
DRIFTING = HEADER + """
main    jsr     Wait_Recal
        jsr     Intensity_5F
        lda     #$7F
        sta     >VIA_t1_cnt_lo
        ldd     #0
        jsr     Moveto_d
        clr     v_count
again   ldd     #$2000
        jsr     Draw_Line_d
        ldd     #$E000
        jsr     Draw_Line_d
        inc     v_count
        lda     v_count
        cmpa    #30
        bne     again
        bra     main
v_count equ     $C880
"""


@pytest.mark.parametrize("task", TASKS)
def test_the_readme_leads_to_the_command(task: str) -> None:
    """Each page links to the next one, and the last one shows the command on a line of its own."""
    pages, command = TASKS[task]
    assert len(pages) - 1 <= LINKS_MAX
    for page, after in pairwise(pages):
        links = re.findall(r"\]\(([^)#\s]+)", (ROOT / page).read_text("utf-8"))
        assert (ROOT / after) in [(ROOT / page).parent / link for link in links]
    text = (ROOT / pages[-1]).read_text("utf-8")
    shown = [line.partition("#")[0] for line in re.findall(r"^.*vecx .*$", text, re.M)]
    assert any(line.strip().endswith(command) for line in shown)


@pytest.mark.parametrize("task", TASKS)
def test_the_command_does_the_task(task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                   capsys: pytest.CaptureFixture[str]) -> None:
    """The command ends as it should, without a display; each task leaves its trace."""
    _, command = TASKS[task]
    monkeypatch.chdir(tmp_path)
    Path("game.asm").write_text(FOR_VIDE if "VIDE" in task else DRIFTING)
    words = command.split()[1:]
    if words[0] == "run":
        words += ["--headless", "--frames", "260", "-o", "shown.png", "--scale", "0.2"]
    status = run_command(words)
    said = "".join(capsys.readouterr())
    assert status == 0, said
    if "drifts" in task:
        found = re.search(r"game.asm:(\d+): \w+: draws after the beam has drifted by", said)
        assert found and "Draw_Line_d" in DRIFTING.splitlines()[int(found[1]) - 1]
        assert "max_drift_err" in said and "zero the beam" in said
        return
    assert Path("shown.png" if words[0] == "run" else "rocket/rocket.asm").stat().st_size > 500


def test_the_game_for_vide_is_drawn(tmp_path: Path) -> None:
    """The diamond has four lines; without the dialect the source has errors."""
    from vecx import Machine
    from vecx.errors import VecxError

    path = tmp_path / "game.asm"
    path.write_text(FOR_VIDE)
    assert Machine(path, dialect="vide").run_frames(260)[-1].budget.draws == 4
    with pytest.raises(VecxError):
        Machine(path)
