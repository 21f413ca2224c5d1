"""The rule `unread`: if a load is unread, changing its value has no effect."""

import random

import pytest

from asm import assemble
from asm.cpu.decoding import decode
from vecx.machine import Machine
from vecx.strict.facts import R_X as X
from vecx.strict.unread import R_CC, READ, Needs, Reader

ORIGIN, RAM = 0xE000, 0xC800
PROGRAMS, RUNS, STEPS = 160, 4, 120
LOADS = ("lda #$11", "ldb #$22", "ldd #$3344", "ldx #$C890", "ldy #$C8A0", "ldu #$C8B0")
BODY = (*LOADS, "clra", "clrb", "lda $C880", "ldd $C881", "ldx $C883", "sta $C885", "stb $C886",
        "stx $C887", "sty $C889", "stu $C88B", "adda #3", "inca", "decb", "abx", "leax 2,x",
        "lda ,y", "sta ,u", "tfr x,y", "tfr d,u", "exg x,u", "cmpx #$C890", "pshs a,x", "puls a,x",
        "mul", "andcc #$F0", "tst $C880", "bsr first", "jsr second", "beq .on{}", "bne .on{}",
        "bra .on{}", "rts")


def program_of(draw: random.Random) -> str:
    """Return three random routines, the first of which ends in a loop."""
    lines = []
    for name in ("main", "first", "second"):
        lines.append(name)
        count = draw.randrange(3, 9)
        for number in range(count):
            code = draw.choice(BODY[:-1] if name == "main" else BODY)
            if name != "main" and code.startswith(("bsr", "jsr")):
                code = "nop"
            lines += [f".on{number}", " " + code.format(draw.randrange(number + 1, count + 1))]
        lines += [f".on{count}", "done bra done" if name == "main" else " rts"]
    return f" org ${ORIGIN:04X}\n" + "\n".join(lines) + "\n"


def reader(code: bytes) -> Reader:
    """Follow a program without calls to others."""
    return Reader(lambda at: code[at - ORIGIN:] if at >= ORIGIN else b"", lambda at: None,
                  lambda at: None, 0x10000)


def ran(machine: Machine, code: bytes, seed: int) -> tuple[bytes, list[int]]:
    """Run a program from random RAM and registers; return RAM and the executed addresses."""
    draw = random.Random(seed)
    machine.write(ORIGIN, code)
    machine.write(RAM, draw.randbytes(0x200))
    machine.set_registers(pc=ORIGIN, s=0xCB80, dp=0xC8, cc=0x50, a=1, b=2, x=0xC8C0, y=0xC8D0,
                          u=0xC8E0)
    path = []
    for _ in range(STEPS):
        path.append(machine.registers.pc)
        machine.step()
    return machine.read(RAM, 0x200), path


@pytest.mark.slow
def test_another_number_changes_nothing(program) -> None:
    """Random programs behave the same with a different unread value."""
    machine, draw, said = program("nop"), random.Random(6809), 0
    start = machine.keep()
    for _ in range(PROGRAMS):
        made = assemble(program_of(draw))
        assert not made.errors, made.errors
        code = bytes(made.image)
        for address, *_ in made.source_map:
            found = decode(code, address - ORIGIN, address)
            if found is None or reader(code).rewritten(address, found) == READ:
                continue
            said += 1
            other = bytearray(code)
            other[address - ORIGIN + found.size - 1] ^= 0x55
            for seed in range(RUNS):
                machine.restore(start)
                one = ran(machine, code, seed)
                machine.restore(start)
                assert one == ran(machine, bytes(other), seed), made.source
    assert said > PROGRAMS // 10


@pytest.mark.parametrize(("source", "again"), [
    (" ldx #1\n ldx #2\n stx ,y", 3),
    (" ldx #1\n tst ,y\n beq on\n ldx #2\n stx ,y\non ldx #3\n stx ,y", 7),
    (" ldx #1\n tst ,y\n beq on\n ldx #2\non stx ,y", READ),
    (" ldx #1\n jmp ,y", READ),
    (" ldx #1\n bsr sub\n ldx #3\n stx ,y\nsub rts", 5),
    (" ldx #1\n bsr sub\n ldx #3\n stx ,y\nsub puls x\n jmp ,x", READ),
    (" ldx #1\n pshs y\n rts", READ),
    (" ldx #1\n leas 2,s\n ldx #2\n stx ,y", READ),
    (" ldx #1\n swi\n ldx #2", READ),
    (" lda #1\n bne on\non lda #2\n sta ,y", READ),
    (" ldd #1\n ldb #2\n std ,y", READ),
    (" ldx #1\nsub bsr sub", READ),
])
def test_ways(source: str, again: int) -> None:
    """Both paths of a branch count; unknown paths count as a read."""
    made = assemble(f" org ${ORIGIN:04X}\n{source}\n")
    assert not made.errors
    code = bytes(made.image)
    found = decode(code, 0, ORIGIN)
    assert found is not None
    assert reader(code).rewritten(ORIGIN, found) == (ORIGIN + again if again > 0 else READ)


def test_a_library_is_known_by_its_blocks() -> None:
    """The contract of a called routine decides whether it reads or rewrites a register.

    A routine without a contract may read it.
    """
    code = assemble(" ldx #1\n jsr $F000\n ldx #2\n").image
    found = decode(bytes(code), 0, 0)
    assert found is not None
    answers = []
    for needs in (Needs(X, 0, 0), Needs(0, X | R_CC, 0), Needs(0, X | R_CC, X), Needs(0, X, 0),
                  Needs(0, 0, 0), None):
        follows = Reader(lambda at: bytes(code[at:]), lambda at, needs=needs: needs,
                         lambda at: None, 0xE000)
        answers.append(follows.rewritten(0, found))
    assert answers == [READ, 3, 3, 6, 6, READ]
