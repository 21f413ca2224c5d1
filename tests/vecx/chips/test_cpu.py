"""The MC6809, compared with reference vectors, bus patterns, the programming card and traces."""

import pytest

from asm.cpu import isa
from vecx.chips import attend, cpu, log
from vecx.conform import cpu as vectors
from vecx.machine import Machine

FILES = ("page1_branch", "page1_direct", "page1_extended", "page1_immediate", "page1_indexed",
         "page1_inherent", "page1_pshpul", "page1_tfr_exg", "page2", "page2_lbranch", "page3",
         "special_interrupts", "undocumented_indexed", "undocumented_page1",
         "undocumented_page23", "undocumented_tfr_exg")


@pytest.fixture(scope="module")
def shared_bench():
    """Return the CPU of all tests."""
    return vectors.Bench()


@pytest.fixture
def bench(shared_bench):
    """Return a CPU with flat RAM that is zero."""
    shared_bench.mem[:] = 0
    return shared_bench


@pytest.mark.parametrize("name", FILES)
def test_vectors_agree(bench, reference, name):
    """Registers, flags, memory and cycles of every vector equal the reference."""
    rows = [v for v in vectors.vectors(reference / "cpu" / f"{name}.jsonl.gz")
            if not vectors.contradicts_itself(v)]
    assert len(rows) > 60
    wrong = [w for w in (vectors.replay_vector(bench, v) for v in rows) if w]
    assert wrong == []


def test_accesses_come_at_their_own_cycle(bench, reference):
    """Every real read and write has the cycle, address and byte of the bus pattern."""
    rows = list(vectors.vectors(reference / "cpu" / "bus_cycles.jsonl.gz"))
    assert len(rows) == 748
    assert all(any(kind == "r" for _, _, kind in v["bus"]) for v in rows)
    assert [w for w in (vectors.replay_vector(bench, v) for v in rows) if w] == []


@pytest.mark.parametrize("field", [0, 1, 2])
def test_a_falsified_access_is_noticed(bench, reference, field):
    """A bus pattern with a wrong address, byte or direction fails."""
    v = next(vectors.vectors(reference / "cpu" / "bus_cycles.jsonl.gz"))
    cycle = next(i for i, access in enumerate(v["bus"]) if access[2] == "r")
    v["bus"][cycle][field] = "w" if field == 2 else v["bus"][cycle][field] ^ 1
    assert "bus" in (vectors.replay_vector(bench, v) or "")


@pytest.mark.parametrize("op", isa.OPS, ids=lambda op: f"{op.opcode_bytes.hex()}-{op.mnemonic}")
def test_core_takes_the_cycles_of_the_card(bench, op):
    """Each opcode takes the bytes and cycles of the programming card."""
    m = bench.m
    operand = {isa.INDEXED: b"\x84", isa.STACK: b"\x00", isa.REGISTER: b"\x12"}.get(op.mode)
    if operand is None:
        operand = bytes(op.size - len(op.opcode_bytes))
    code = op.opcode_bytes + operand
    ram = [[0x4000 + i, byte] for i, byte in enumerate(code)]
    state = {"pc": 0x4000, "s": 0x2000, "u": 0x3000, "x": 0x1000, "y": 0x1100, "a": 1, "b": 2,
             "dp": 0x10, "cc": 0x50, "ram": ram}
    bench.load(state)
    cycles = bench.step()
    moved = int(m.pc) - 0x4000
    if op.mnemonic == "CWAI":
        assert (m.wait, cycles) == (attend.WAIT_CWAI, op.cycles - 4)     # then the vector
        return
    if op.mnemonic == "SYNC":
        assert (m.wait, cycles) == (attend.WAIT_SYNC, op.cycles - 2)
        return
    assert op.cycles <= cycles <= op.cycles_most
    jumps = op.mnemonic.startswith(("J", "SWI", "RT"))
    assert jumps or moved == op.size


@pytest.mark.parametrize("byte", range(256), ids=lambda byte: f"{byte:02X}")
def test_core_takes_the_cycles_of_the_postbyte(bench, byte):
    """Each documented post-byte adds the bytes and cycles of its card."""
    found = isa.postbyte(byte)
    if found is None:
        pytest.skip("not documented: the vectors of undocumented_indexed cover it")
    form, _ = found
    ram = [[0x4000, 0xA6], [0x4001, byte], [0x4002, 0x20], [0x4003, 0x40]]
    state = {"pc": 0x4000, "s": 0x2000, "u": 0x3000, "x": 0x1000, "y": 0x1100, "a": 1, "b": 2,
             "dp": 0x10, "cc": 0x50, "ram": ram}
    bench.load(state)
    cycles = bench.step()
    assert (cycles, int(bench.m.pc) - 0x4002) == (4 + form.cycles, form.size)


@pytest.mark.parametrize("byte", [0x8E, 0xAE, 0xCE, 0xEE])
def test_postbyte_xe_addresses_ffff(bench, byte):
    """The undocumented post-byte xE addresses $FFFF for any register, in 5 more cycles."""
    ram = [[0x4000, 0xA6], [0x4001, byte], [0xFFFF, 0x5B]]
    state = {"pc": 0x4000, "s": 0x2000, "u": 0x3000, "x": 0x1000, "y": 0x1100, "a": 1, "b": 2,
             "dp": 0x10, "cc": 0x50, "ram": ram}
    bench.load(state)
    cycles = bench.step()
    assert (int(bench.m.a), cycles, int(bench.m.pc)) == (0x5B, 9, 0x4002)


@pytest.mark.parametrize("byte", [0x8A, 0xAA, 0xCA, 0xEA])
def test_postbyte_xa_addresses_the_end_of_the_page(bench, byte):
    """Post-byte xA ANDs A with the next byte and addresses (PC + 1) | $FF, in 4 more cycles."""
    ram = [[0x4000, 0xE6], [0x4001, byte], [0x4002, 0x0F], [0x40FF, 0x5B]]
    state = {"pc": 0x4000, "s": 0x2000, "u": 0x3000, "x": 0x1000, "y": 0x1100, "a": 0x3C, "b": 2,
             "dp": 0x10, "cc": 0x50, "ram": ram}
    bench.load(state)
    cycles = bench.step()
    assert (int(bench.m.a), int(bench.m.b)) == (0x0C, 0x5B)
    assert (cycles, int(bench.m.pc)) == (8, 0x4002)


@pytest.mark.parametrize(("prefix", "register"), [(0x10, "d"), (0x11, "u")])
def test_dropped_additions_set_the_flags_of_addd(bench, prefix, register):
    """10C3 and 11C3 change only the flags, as ADDD does."""
    edges = [0, 1, 7, 8, 0x7FFF, 0x8000, 0x8001, 0xFF00, 0xFFF7, 0xFFF8, 0xFFFF]
    state = {"pc": 0x4000, "s": 0x2000, "u": 0, "x": 0, "y": 0, "a": 0, "b": 0, "dp": 0, "cc": 0}
    for left in edges:
        for right in edges:
            high, low = divmod(left, 256)
            operand = [[0x4002, right >> 8], [0x4003, right & 0xFF]]
            given = {"u": left} if register == "u" else {"a": high, "b": low}
            bench.load(state | given | {"ram": [[0x4000, prefix], [0x4001, 0xC3], *operand]})
            bench.step()
            flags, kept = int(bench.m.cc), [int(bench.m.a), int(bench.m.b), int(bench.m.u)]
            assert kept == [given.get(name, 0) for name in "abu"]
            added = {"a": high | 0xFF if register == "u" else high, "b": low, "pc": 0x4001}
            bench.load(state | added | {"ram": [[0x4001, 0xC3], *operand]})
            bench.step()
            assert flags == int(bench.m.cc), (left, right)


def test_only_one_vector_contradicts_itself(reference):
    """Only one vector is excluded: 10 3E with its stack over its own vector."""
    aside = [v["name"] for path in sorted((reference / "cpu").glob("*.jsonl.gz"))
             for v in vectors.vectors(path) if vectors.contradicts_itself(v)]
    assert aside == ["10 3E"]


def test_nmi_is_ignored_until_s_is_loaded(program):
    """NMI is ignored before the first load of S, and then taken once per edge."""
    m = program(" nop\n nop\n lds #$CBEA\n nop\nloop bra loop\n"
                "handler inc <$C8\n rti\n org $FFFC\n fdb handler")
    m.chips.state.dp = 0
    m.chips.state.nmi = 1
    m.step()
    m.step()
    assert m.registers.pc == 0xE002
    m.step()
    m.chips.state.nmi = 0
    m.step()
    m.chips.state.nmi = 1
    m.step()
    assert m.registers.pc == m.symbols["handler"]


def count_of(m, steps=12):
    """Run some instructions; return the number of runs of the handler."""
    for _ in range(steps):
        m.step()
    return m.read(0xC880)[0]


@pytest.mark.parametrize("waits", ["", " sync\n", " cwai #$FF\n"])
def test_nmi_is_taken_once_per_edge(program, waits):
    """A held NMI is one interrupt, its next edge another; SYNC and CWAI wait for it."""
    m = program(f" lds #$CBEA\nloop\n{waits} bra loop\n"
                "handler inc >$C880\n rti\n org $FFFC\n fdb handler", ram="zero")
    counts = [count_of(m)]
    for level in (1, 1, 0, 1, 0, 1):
        m.chips.state.nmi = level
        counts.append(count_of(m))
    assert counts == [0, 1, 1, 1, 2, 2, 3]
    assert m.registers.s == 0xCBEA - (12 if "cwai" in waits else 0)


@pytest.mark.parametrize("line", ["irq", "firq"])
def test_levels_interrupt_while_they_last(program, line):
    """IRQ and FIRQ are levels: they are taken again after RTI, unless masked."""
    m = program(" lds #$CBEA\n andcc #$AF\nloop bra loop\n"
                "handler inc >$C880\n rti\n org $FFF6\n fdb handler\n fdb handler", ram="zero")
    assert count_of(m) == 0
    setattr(m.chips.state, line, 1)
    assert count_of(m) == 4     # interrupt, INC, RTI
    setattr(m.chips.state, line, 0)
    assert count_of(m) == 4
    m.chips.state.cc |= 0x50
    setattr(m.chips.state, line, 1)
    assert count_of(m) == 4


@pytest.mark.parametrize("opcode", [0x14, 0x15, 0xCD])
def test_halting_opcodes_halt_and_are_reported(program, opcode):
    """14, 15 and CD halt the CPU until reset, while time continues."""
    m = program(f" fcb ${opcode:02X}")
    m.run_cycles(1000)
    assert m.halted
    before = m.cycles
    m.run_cycles(1000)
    assert m.cycles >= before + 1000
    m.reset()
    assert not m.halted


def test_reset_takes_the_two_cycles_of_its_vector():
    """Power-on and each RESET take two cycles before the first instruction."""
    own = vectors.Bench()
    assert own.m.clock == 2
    cpu.reset(own.m, own.board)
    assert own.m.clock == 4


def test_what_was_decoded_is_forgotten_where_it_is_changed(program):
    """A byte of ROM changed from outside takes effect immediately, in this machine only."""
    source = "loop LDA #1\n ADDA $1234,Y\n BRA loop\n"
    one, other = program(source), program(source)
    for m in (one, other):
        m.run_cycles(100)
    kept = one.keep()
    one.write(m.symbols["loop"] + 1, 2)
    for m, value in ((one, 2), (other, 1)):
        assert m.run_to(m.symbols["loop"]) and m.run_to(m.symbols["loop"] + 2)
        assert m.registers.a == value
    one.restore(kept)
    assert one.run_to(m.symbols["loop"]) and one.run_to(m.symbols["loop"] + 2)
    assert one.registers.a == 1


def test_watched_rom_is_fetched_byte_by_byte(program):
    """In watched ROM, each byte of an instruction is on the bus in its cycle."""
    m = program("loop LDA $1234,Y\n BRA loop\n")
    m.run_cycles(100)
    m.run_to(m.symbols["loop"])
    begin = m.cycles
    handle = m.watch(0xE000, 8, reads=True)
    m.hooks.add(0xE000, 8, int(log.MARK_FETCH))
    m.step()
    rows = m.take_log()
    fetched = rows[rows["kind"] == log.FETCH]
    assert fetched["a"].tolist() == [0xE000, 0xE001, 0xE002, 0xE003]
    assert (fetched["cycle"] - begin).tolist() == [0, 1, 2, 3]
    handle.remove()


def test_machines_with_equal_roms_share_what_is_decoded():
    """Machines with equal ROMs share the decoded instructions."""
    one, other, bare = Machine("connect4"), Machine("connect4"), Machine()
    assert one.memory.decoded is other.memory.decoded is not bare.memory.decoded
    data = one.snapshot()
    one.write(0x100, 0)
    assert one.memory.decoded is not other.memory.decoded
    for _ in range(2):
        one.restore(data)
        assert one.memory.decoded is other.memory.decoded
