"""A small cartridge with faults, for searches that take a second."""

from pathlib import Path

import pytest

from asm import assemble
from tests.conftest import HOME
from vecx import Machine
from vecx.fuzzing.target import Target, recipe_of

# The effects of player 1's buttons: 4 adds to `sum`; after 1, 4, 1 in a row the program hangs; 2
# pressed while `sum` is 2 jumps to empty memory; 3 makes the frame too long.
SOURCE = """
        org     $C880
sum     rmb     1
code    rmb     1
        org     0
        fcc     "g GCE 2026"
        fcb     $80
        fdb     $FD0D
        fcb     $F8,$50,$20,-$30
        fcc     "FAULTS"
        fcb     $80,0
main    clr     sum
        clr     code
loop    jsr     $F192           ; Wait_Recal
        jsr     $F1BA           ; Read_Btns
        lda     $C811
        beq     loop
        bita    #8
        beq     no4
        inc     sum
        ldb     code
        cmpb    #1
        bne     reset
        inc     code
        bra     loop
no4     bita    #1
        beq     no1
        ldb     code
        beq     one
        cmpb    #2
stuck   beq     stuck
one     ldb     #1
        stb     code
        bra     loop
reset   clr     code
        bra     loop
no1     bita    #2
        beq     no2
        ldb     sum
        cmpb    #2
        bne     loop
        jmp     $9000
no2     bita    #4
        beq     loop
        ldx     #5000
long    leax    -1,x
        bne     long
        bra     loop
"""


@pytest.fixture(scope="session")
def faulty():
    """Return the cartridge's source file."""
    path = Path(HOME) / "faulty.asm"
    path.write_text(SOURCE)
    assert assemble(SOURCE, name="faulty").image is not None
    return path


@pytest.fixture(scope="session")
def recipe(faulty):
    return recipe_of(Machine(faulty), strict=False)


@pytest.fixture(scope="session")
def target(recipe):
    return Target(recipe)


def taps(*buttons):
    """Return a play that taps buttons of player 1."""
    return tuple(step for button in buttons for step in ((3, 1 << button - 1), (3, 0)))
