"""Typical mistakes of beginners in a small game, with the rule and line that report each.

Tutorials warn of these mistakes, and issue trackers describe them; tests/planted.py plants other
kinds.  A row without a rule is a mistake that the strict machine does not report.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from asm.cpu import isa
from tests.vecx.strict.headed import HEADER, cartridge
from vecx.machine import Machine

GAME = """\
ship_y          equ     $C880
ship_x          equ     $C881
shots           equ     $C882
lives           equ     $C883
buffer          equ     $C890
                lda     #3
                sta     lives
                clr     shots
                clr     ship_y
                clr     ship_x
                ldx     #buffer
                lda     #'A'
fill            sta     ,x+
                cmpx    #buffer+4
                bne     fill
                lda     #$80
                sta     ,x
main            jsr     Wait_Recal
                jsr     Intensity_5F
                jsr     draw_ship
                jsr     draw_stars
                jsr     draw_text
                jsr     steer
                jsr     fire
                bra     main
draw_ship       jsr     Reset0Ref
                lda     #$7F
                sta     <VIA_t1_cnt_lo
                lda     ship_y
                ldb     ship_x
                jsr     Moveto_d
                lda     #$20
                sta     <VIA_t1_cnt_lo
                ldx     #ship
                jsr     Draw_VLc
                rts
draw_stars      ldy     #stars
                ldb     #3
next_star       pshs    b
                jsr     Reset0Ref
                lda     ,y+
                ldb     ,y+
                jsr     Dot_d
                puls    b
                decb
                bne     next_star
                rts
draw_text       jsr     Reset0Ref
                ldd     #$FC38
                std     Vec_Text_HW
                ldu     #buffer
                ldd     #$6000
                jsr     Print_Str_d
                rts
steer           jsr     Joy_Digital
                lda     Vec_Joy_1_X
                beq     steered
                bmi     left
                inc     ship_x
                rts
left            dec     ship_x
steered         rts
fire            jsr     Read_Btns
                lda     Vec_Buttons
                anda    #1
                beq     fired
                inc     shots
                jsr     bang
fired           rts
bang            lda     #7
                ldb     #$3E
                jsr     Sound_Byte
                rts
ship            fcb     3
                fcb     20,0
                fcb     0,20
                fcb     -20,0
                fcb     0,-20
stars           fcb     40,-40
                fcb     50,30
                fcb     -60,20
"""
BEGINS = HEADER.count("\n")


class Mistake(NamedTuple):
    """An edit of the game.

    old, new  lines; the first that begins like `old` is replaced by `new`, with ; between lines
    rule      the rule that reports it; empty if none does
    at        how many lines below the first changed line it is reported; or the routine, if it is
              reported somewhere else
    """

    what: str
    old: str
    new: str
    rule: str
    at: int | str = 0


MISTAKES = (
    Mistake("the list's contents instead of its address", "ldx #ship", "ldx ship",
            "read-nowhere", 1),
    Mistake("Draw_VLp for a list with a count", "jsr Draw_VLc", "jsr Draw_VLp", "list-kind"),
    Mistake("a routine ends with RTI", "left dec ship_x;steered rts",
            "left dec ship_x;steered rti", "rts", 1),
    Mistake("branches on flags after Joy_Digital", "lda Vec_Joy_1_X", "", "unpromised"),
    Mistake("branches on flags after Read_Btns", "lda Vec_Buttons;anda #1", "", "unpromised"),
    Mistake("the loop counter is not saved",
            "next_star pshs b;jsr Reset0Ref;lda ,y+;ldb ,y+;jsr Dot_d;puls b",
            "next_star jsr Reset0Ref;lda ,y+;ldb ,y+;jsr Dot_d", "unpromised", 4),
    Mistake("the stack pointer in the variables", "lda #3;sta lives", "lds #$C886;lda #3;sta lives",
            "stack-data"),
    Mistake("the bytes of a word pushed in the wrong order", "lda ship_y;ldb ship_x",
            "lda ship_y;pshs a;lda ship_x;tfr a,b;pshs b;puls d", "pull-order", 5),
    Mistake("Y is not set at the start", "draw_stars ldy #stars", "draw_stars clra", "kept", 4),
    Mistake("waits for T1 after clearing its flag", "jsr Draw_VLc",
            "jsr Draw_VLc;lda <VIA_t1_cnt_lo;t1 lda <VIA_int_flags;anda #$40;beq t1", "hangs", 2),
    Mistake("a loop that never ends", "bne next_star", "bra next_star", "no-refresh"),
    Mistake("a wait for a variable that nobody changes", "jsr draw_ship",
            "stay tst lives;bne stay;jsr draw_ship", "hangs"),
    Mistake("a text in RAM without its end", "lda #$80;sta ,x", "", "text-end", "draw_text"),
    Mistake("DDR A left as input", "bang lda #7", "bang clr <VIA_DDR_a;lda #7", "ay-bus", 3),
    Mistake("the bytes of Vec_Rfrsh exchanged", "clr shots", "clr shots;ldd #$7530;std $C83D",
            "rate", "main"),
    Mistake("an index beyond the table", "ldb #3", "ldb #4", "read-nowhere", 3),
    Mistake("the text's address in the wrong register", "ldu #buffer", "ldx #buffer",
            "text-end", 2),
    Mistake("SWI without a handler", "inc shots", "swi;inc shots", "runs-nowhere"),
    Mistake("a variable above the RAM", "shots equ $C882", "shots equ $D801", "dac-unused", "fire"),
    Mistake("calls the next pass of the loop", "bra main", "bsr main", "stack-grows"),
    Mistake("y and x exchanged", "lda ship_y;ldb ship_x", "lda ship_x;ldb ship_y", ""),
    Mistake("the list's scale not set", "lda #$20;sta <VIA_t1_cnt_lo", "", ""),
    Mistake("no scale set at all", "lda #$7F;sta <VIA_t1_cnt_lo;lda ship_y;ldb ship_x;"
            "jsr Moveto_d;lda #$20;sta <VIA_t1_cnt_lo", "lda ship_y;ldb ship_x;jsr Moveto_d",
            "scale", 4),
    Mistake("Reset0Ref forgotten", "draw_stars ldy #stars;ldb #3;next_star pshs b;jsr Reset0Ref",
            "draw_stars ldy #stars;ldb #3;next_star pshs b", "unzeroed", 5),
    Mistake("a store into the table instead of RAM", "inc shots", "inc stars", "rom-write"),
    Mistake("reads beyond the cartridge", "draw_stars ldy #stars", "draw_stars ldy #$8000",
            "read-nowhere", 4),
    Mistake("the hardware stack for a table, not restored", "draw_stars ldy #stars",
            "draw_stars lds #stars;ldy #stars", "rom-write", 3),
    Mistake("brightness set once at the start", "jsr Intensity_5F", "", "brightness", "draw_ship"),
)


def planted(mistake: Mistake) -> tuple[str, int]:
    """Return the game with a mistake, and the number of the first changed line."""
    lines = GAME.splitlines()
    plain = [" ".join(line.split()) for line in lines]
    old = mistake.old.split(";")
    at = next(number for number in range(len(lines)) if plain[number:number + len(old)] == old)
    new = [f" {line}" if line.split()[0].upper() in isa.BY_MNEMONIC else line
           for line in mistake.new.split(";") if line]
    return "\n".join([*lines[:at], *new, *lines[at + len(old):], ""]), BEGINS + at + 1


def reported(folder: Path, mistake: Mistake) -> tuple[list[tuple[str, int]], int, str]:
    """Return rule and line of each finding, the line of the mistake, and the source."""
    source, line = planted(mistake)
    machine = Machine(cartridge(folder, source), preset="worn", strict=True)
    machine.press(1)
    machine.run_frames(8)
    machine.release(1)
    machine.run_frames(140)
    for step in range(40):
        machine.stick((-1, 0, 1)[step % 3], 0)
        (machine.press if step % 2 else machine.release)(1)
        machine.run_frames(3)
    return [(found.rule.name, found.where.line) for found in machine.findings], line, source


def test_the_game_is_clean(tmp_path: Path) -> None:
    """The game without a mistake has no findings."""
    assert reported(tmp_path, Mistake("none", "rts", "rts", ""))[0] == []


@pytest.mark.sample(4, slow=6)
@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.what for mistake in MISTAKES])
def test_mistake(tmp_path: Path, mistake: Mistake) -> None:
    """The mistake is reported by its rule at its line."""
    found, line, _ = reported(tmp_path, mistake)
    if not mistake.rule:
        assert found == []
        return
    if isinstance(mistake.at, int):
        line += mistake.at
        assert (mistake.rule, line) in found
    else:
        assert mistake.rule in [rule for rule, _ in found]
