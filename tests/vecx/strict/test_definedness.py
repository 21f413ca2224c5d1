"""Undefined bits, compared with two runs that fill them with different values.

Every bit of the results that differs must be marked as undefined, for any instructions.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm.cpu import isa
from vecx.machine import Machine
from vecx.strict.values import O_FIRST, O_KIND, ORIGIN_UNSET

LENGTH = 12                 # the most instructions of a program
REGISTERS = {"a": 8, "b": 9, "x": 1, "y": 2, "u": 3, "cc": 10}
WIDTH = {"a": 8, "b": 8, "x": 16, "y": 16, "u": 16, "cc": 8}
FLAGS = 0x2F                # H N Z V C: a program can run with these undefined
RAM = 0xC800
SOME_BYTE = int(ORIGIN_UNSET) << int(O_KIND) | 0xE000 << int(O_FIRST) | RAM
LEFT_OUT = {"SYNC", "CWAI", "SWI", "SWI2", "SWI3", "RTI", "RTS", "LDS", "LEAS"}
MODES = (isa.INHERENT, isa.IMMEDIATE8, isa.IMMEDIATE16, isa.DIRECT, isa.EXTENDED, isa.INDEXED,
         isa.REGISTER, isa.STACK, isa.RELATIVE8)
OPS = [op for op in isa.OPS if op.mode in MODES and op.mnemonic not in LEFT_OUT
       and not op.mnemonic.startswith(("J", "BSR"))]
PAIRS = (0x01, 0x10, 0x12, 0x21, 0x13, 0x31, 0x02, 0x20, 0x89, 0x98, 0x8A, 0xA8, 0x9A, 0xA9,
         0x81, 0x19, 0xA1)      # post-bytes of TFR and EXG, without S, PC and DP
POST_BYTES = (0x84, 0xA4, 0xC4, 0x80, 0x81, 0x82, 0x83, 0x86, 0x85, 0x8B, 0x01, 0x1F, 0x25, 0xC6,
              0xA5, 0xCB, 0x94, 0xB4)


def code_of(op: Any, draw: random.Random) -> bytes:
    """Return an instruction with an operand that usually keeps the program in RAM."""
    operand = {
        isa.INHERENT: lambda: b"",
        isa.IMMEDIATE8: lambda: bytes([draw.randrange(256)]),
        isa.IMMEDIATE16: lambda: bytes([0xC8 + draw.randrange(3), draw.randrange(256)]),
        isa.DIRECT: lambda: bytes([0x80 + draw.randrange(64)]),
        isa.EXTENDED: lambda: bytes([0xC8, 0x80 + draw.randrange(64)]),
        isa.INDEXED: lambda: bytes([draw.choice(POST_BYTES)]),
        isa.REGISTER: lambda: bytes([draw.choice(PAIRS)]),
        isa.STACK: lambda: bytes([draw.randrange(256) & 0x37]),
        isa.RELATIVE8: lambda: b"\0",
    }[op.mode]()
    return bytes(op.opcode_bytes) + operand


class Oracle:
    """A machine whose ROM is rewritten for each run."""

    def __init__(self, program: Callable[..., Machine]) -> None:
        self.machine = program("nop", strict=True)
        self.start = self.machine.keep()

    def run(self, code: bytes, count: int, values: dict[str, int], ram: bytes,
            undefined: dict[str, int], unset: dict[int, int]) -> tuple[dict[str, int], bytes]:
        """Run this many instructions and one more; return registers and RAM."""
        m = self.machine
        m.restore(self.start)
        m.write(0xE000, code + b"\x12" * 4)
        m.write(RAM, ram)
        m.set_registers(pc=0xE000, s=0xCB80, dp=0xC8, **values)
        assert m.strict is not None
        shadow = m.strict.shadow
        for name, bits in undefined.items():
            shadow.reg_u[REGISTERS[name]] = bits
            shadow.reg_by[REGISTERS[name]] = SOME_BYTE
            shadow.any_u = 1
        for at, bits in unset.items():
            shadow.mem_u[RAM + at] = bits
        for _ in range(count + 1):
            m.step()
        registers = m.registers
        return {name: getattr(registers, name) for name in REGISTERS}, m.read(RAM, 1024)


def check_marks(oracle: Oracle, draw: random.Random) -> tuple[int, int] | None:
    """Run one program with two fillings of its undefined bits, and check the marks.

    Returns: how many bits were marked and how many differed, or None if the strict machine noted a
             use of an undefined bit
    """
    ops = [draw.choice(OPS) for _ in range(draw.randrange(1, LENGTH))]
    code = b"".join(code_of(op, draw) for op in ops)
    values = {"a": draw.randrange(256), "b": draw.randrange(256), "x": 0xC880 + draw.randrange(64),
              "y": 0xC980 + draw.randrange(64), "u": 0xCA80 + draw.randrange(64),
              "cc": 0x50 | draw.randrange(16)}
    ram = bytearray(draw.randbytes(1024))
    undefined = {name: draw.getrandbits(WIDTH[name]) & draw.getrandbits(WIDTH[name])
                 for name in draw.sample(sorted(REGISTERS), 2)}
    if "cc" in undefined:
        undefined["cc"] &= FLAGS
    unset = {at: draw.randrange(1, 256) for at in draw.sample(range(0x80, 0xC0), 6)}
    first = oracle.run(code, len(ops), values, bytes(ram), undefined, unset)
    strict = oracle.machine.strict
    assert strict is not None
    if strict.noted:
        strict.forget()
        return None
    marked = {name: int(strict.shadow.reg_u[number]) for name, number in REGISTERS.items()}
    of_ram = strict.shadow.mem_u[RAM:RAM + 1024].copy()
    others = {name: values[name] ^ draw.getrandbits(WIDTH[name]) & undefined.get(name, 0)
              for name in values}
    for at, bits in unset.items():
        ram[at] ^= draw.getrandbits(8) & bits
    second = oracle.run(code, len(ops), others, bytes(ram), undefined, unset)
    strict.forget()
    differed = 0
    for name in REGISTERS:
        differs = first[0][name] ^ second[0][name]
        assert differs & ~marked[name] == 0, (name, code.hex(" "), values, undefined)
        differed += differs.bit_count()
    for at in range(1024):
        differs = first[1][at] ^ second[1][at]
        assert differs & ~int(of_ram[at]) == 0, (hex(RAM + at), code.hex(" "), values, undefined)
        differed += differs.bit_count()
    return sum(map(int.bit_count, marked.values())) + int(
        sum(int(u).bit_count() for u in of_ram)), differed


@pytest.mark.slow
@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=50)
def test_no_undefined_bit_is_missed(seed: int, shared_oracle: Oracle) -> None:
    """Every bit that differs is marked as undefined."""
    check_marks(shared_oracle, random.Random(seed))


@pytest.fixture(scope="module")
def shared_oracle() -> Oracle:
    """Return one machine for all examples."""
    from asm import assemble

    def make(source: str, **options: Any) -> Machine:
        assembled = assemble(f" org $E000\nstart {source}\n org $FFFE\n fdb start\n", name="oracle")
        assert assembled.image is not None
        return Machine(None, assembled.image.ljust(8192, b"\0"), "ideal", **options)

    return Oracle(make)
