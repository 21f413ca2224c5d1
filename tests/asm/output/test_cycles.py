"""The worst case of routines."""

import pytest

from asm import assemble
from asm.cpu.decoding import decode
from asm.output.cycles import Unbounded, WorstCases, instructions, written


def cost(source: str) -> int:
    """Assemble a source and compute the worst case from its label `r`."""
    program = assemble(source)
    assert program.ok, program.messages()
    value = program.symbols["r"].value
    assert value is not None
    return WorstCases(instructions(program.chunks)).of(value)


@pytest.mark.parametrize(("source", "cycles"), [
    ("r lda #1\n rts", 2 + 5),
    ("r tsta\n beq e\n mul\ne rts", 2 + 3 + 11 + 5),
    ("r tsta\n lbeq e\ne rts", 2 + 6 + 5),
    ("r pshs x,pc\n puls x,pc", 9 + 9),
    ("r bra e\n mul\ne rts", 3 + 5),
    ("r nop 3\n rts", 6 + 5),
    ("e rts\nr tsta\n beq e\n bra e", 2 + 3 + 3 + 5),
])
def test_without_loops(source: str, cycles: int) -> None:
    """The most expensive way through branches and jumps counts, up to and including the return."""
    assert cost(source) == cycles


@pytest.mark.parametrize(("source", "cycles"), [
    ("r ldb #10\nl decb\n bne l\n rts", 2 + 10 * 5 + 5),
    ("r ldb #0\nl decb\n bne l\n rts", 2 + 256 * 5 + 5),
    ("r clra\nl deca\n bne l\n rts", 2 + 256 * 5 + 5),
    ("r lda #3\nk ldb #10\nl decb\n bne l\n deca\n bne k\n rts", 2 + 3 * (2 + 50 + 5) + 5),
    ("r ldb #5\nl lda ,x+\n beq e\n decb\n bne l\ne rts", 2 + 5 * (6 + 3 + 5) + 5),
    ("r ldx #100\nl leax -1,x\n bne l\n rts", 3 + 100 * (5 + 3) + 5),
    ("r ldb #5\n ldx #$1000\n clra\nl sta ,x+\n decb\n bne l\n rts",
     2 + 3 + 2 + 5 * (6 + 5) + 5),
])
def test_counted_loops(source: str, cycles: int) -> None:
    """A loop counts as many times as its counter says, also inside another loop."""
    assert cost(source) == cycles


def test_subroutines() -> None:
    """A call costs the worst case of the called routine."""
    assert cost("r jsr s\n bsr s\n lbsr s\n rts\ns nop\n rts") == 8 + 7 + 9 + 3 * (2 + 5) + 5


@pytest.mark.parametrize(("source", "reason"), [
    ("r jsr $F000\n rts", "not an instruction of this program"),
    ("r bra r", "entered again"),
    ("r jsr r\n rts", "entered again"),
    ("r ldb #4\nl decb\n beq e\n bra l\ne rts", "entered again"),
    ("r lda ,x+\n bne r\n rts", "the number of iterations of this loop"),
    ("r tsta\n bne l\n ldb #3\nl decb\n bne l\n rts", "the number of iterations of this loop"),
    ("r ldb #9\nl incb\n decb\n bne l\n rts", "the number of iterations of this loop"),
    ("r ldb ,x\nl decb\n bne l\n rts", "the number of iterations of this loop"),
    ("r ldb #9\n tfr a,b\nl decb\n bne l\n rts", "the number of iterations of this loop"),
    ("r ldb #2\n jsr q\nl decb\n bne l\n rts\nq rts", "the number of iterations of this loop"),
    ("r ldb #9\n tsta\n beq m\nl nop\nm decb\n bne l\n rts",
     "the number of iterations of this loop"),
    ("r ldb #9\nl tsta\n beq m\n decb\nm bne l\n rts", "the number of iterations of this loop"),
    ("r jmp [$1000]", "the target of this JMP"),
    ("r jsr ,x\n rts", "the target of this JSR"),
    ("r tfr x,pc", "the target of this TFR"),
    ("r sync\n rts", "waits for an interrupt"),
    ("r nop\n fcb 1", "not an instruction of this program"),
])
def test_what_has_no_bound(source: str, reason: str) -> None:
    """Unknown loops, recursion, foreign code and pointers are refused with the reason."""
    with pytest.raises(Unbounded, match=reason):
        cost(source)


def test_written_registers() -> None:
    """The registers that each instruction changes are those of the programming card."""
    for text, registers in (("lda #1", "A"), ("cmpa #1", ""), ("stb ,x+", "X"), ("ldd ,--y", "ABY"),
                            ("bita #1", ""), ("mul", "AB"), ("leau 1,s", "U"), ("abx", "X"),
                            ("tfr d,x", "ABX"), ("puls a,u", "AU"), ("incb", "B"),
                            ("bsr *", "ABXYU"),
                            ("tstb", ""), ("lbra *", ""), ("sbcb #1", "B"), ("std ,y", "")):
        data = assemble(" " + text).image
        assert data
        decoded = decode(data, 0, 0)
        assert decoded is not None
        assert written(decoded) == frozenset(registers), text


def test_calls_inside_one_another_without_number() -> None:
    """A chain of a thousand calls is refused; the limits further down still hold."""
    source = "".join(f";@cycles <= 9000\nr{n} jsr r{n + 1}\n rts\n" for n in range(1000))
    program = assemble(source + "r1000 rts\n")
    assert program.ok
    computed = [limit.computed for limit in program.limits]
    assert computed[-90:] == [True] * 90 and not computed[0]
    assert "calls are nested" in program.warnings[0].text
