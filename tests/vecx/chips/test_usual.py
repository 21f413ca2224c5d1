"""The usual instructions give the same results as the stages of the CPU's loop."""

import random

import numpy as np
import pytest

from tests.vecx.records import fields_of
from vecx.chips import decode
from vecx.chips.bus import READABLE
from vecx.chips.state_record import pack, unpack
from vecx.conform.cpu import REGISTERS, Bench

CODE = 0x4000
TRIES = 64
# Not the short branches: the loop has no stage for them.
OPCODES = [bytes([code] if page == 0 else [0x0F + page, code]) for page in range(3)
           for code in range(256)
           if decode.WORD[page << 8 | code] >> decode.FORM not in (0, decode.BRANCH_SHORT)]


@pytest.fixture(scope="module")
def bench():
    """Return a CPU with code in ROM, where decoded words are kept, and watched RAM elsewhere."""
    own = Bench()
    own.watch(True)
    own.board.page[CODE >> 10] = READABLE
    own.board.cart_end = CODE + 0x400
    own.power_on = pack(own.m)
    return own


def chance_state(chance, opcode):
    """Return a state with an instruction at CODE; operands, registers and memory are random."""
    state = {name: chance.randrange(256 if name in ("a", "b", "cc", "dp") else 65536)
             for name in REGISTERS}
    return {**state, "pc": CODE, "ram": list(enumerate(opcode + chance.randbytes(4), CODE))}


def run(bench, state, memory):
    """Execute the instruction at CODE; return the record, the accesses and the memory."""
    unpack(bench.m, bench.power_on)
    bench.board.log_rows = 0
    bench.mem[:] = memory
    bench.load(state)
    bench.step()
    return fields_of(pack(bench.m)), bench.accesses(), bench.mem.tobytes()


def in_both_ways(bench, state, memory):
    """Return the results of an instruction as one of a usual form, and in stages."""
    kept = bench.decoded.words
    kept[CODE] = 0
    decoded = run(bench, state, memory)
    word = int(kept[CODE])
    assert word >> decode.FORM
    usual = run(bench, state, memory)
    kept[CODE] = word & (1 << decode.FORM) - 1
    staged = run(bench, state, memory)
    assert int(kept[CODE]) >> decode.FORM == 0      # it was not decoded again
    assert decoded == usual
    return usual, staged


@pytest.mark.sample(24, slow=16)
@pytest.mark.parametrize("opcode", OPCODES, ids=lambda opcode: opcode.hex())
def test_one_step_equals_the_stages(bench, opcode):
    """Record, memory and accesses are equal for random operands, registers and memory."""
    chance = random.Random(opcode.hex())
    for _ in range(TRIES):
        memory = np.frombuffer(chance.randbytes(0x10000), np.uint8)
        usual, staged = in_both_ways(bench, chance_state(chance, opcode), memory)
        assert usual == staged
