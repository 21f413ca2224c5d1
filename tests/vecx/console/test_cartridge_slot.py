"""The cartridge slot: mirrors, two banks, and their switching."""

import pytest

from tests.conftest import import_plain
from vecx import Machine
from vecx.chips.bus import HOLE
from vecx.cli import run_command
from vecx.console import roms
from vecx.console.cartridge import SPACE
from vecx.console.cartridge_slot import BANK_AFTER_RESET, spaces_of

ENTRY = 0x100
# In bank 1, which is visible after /RESET: PB6 becomes a low output; PC continues in bank 0.
SWITCH = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 setdp $D0
 inc $C880
 ldd #$DF3F
 sta <$D002      ; DDRB: PB6 drives
 stb <$D000      ; ORB: low
"""
HERE = " lda #{mark}\n sta $C881\n inc $C88{mark}\n"
BACK = " lda #$9F\n sta <$D002      ; PB6 floats\n"


@pytest.mark.slow
def test_the_cartridge_ends_where_the_hole_begins():
    """asm/vectrex.py and the chips have the same end of the cartridge."""
    assert int(HOLE) == SPACE


def image_of(assemble):
    """Return 64 KiB of code that switches between bank 1 and bank 0 forever."""
    image = bytearray(b"\x12" * 0x10000)        # NOP
    switch = assemble(f" org {ENTRY}\n{SWITCH}")
    there = ENTRY + len(switch)
    low = assemble(f" org {there}\n setdp $D0\n" + HERE.format(mark=2) + BACK)
    on = there + len(low)
    high = assemble(f" org {on}\n setdp $D0\n" + HERE.format(mark=3) + f" jmp {ENTRY}\n")
    image[0x8000 + ENTRY:0x8000 + ENTRY + len(switch)] = switch
    image[there:there + len(low)] = low
    image[0x8000 + on:0x8000 + on + len(high)] = high
    return bytes(image)


@pytest.fixture
def large():
    """Return the image."""
    from asm import assemble

    def code(source):
        program = assemble(source)
        assert program.image is not None, program.messages()
        return program.image

    return image_of(code)


def to_bank(m, bank):
    """Run until a bank is visible."""
    for _ in range(200):
        if m.chips.state.bank == bank:
            return
        m.step()
    raise AssertionError("never in sight")


def started(make, image):
    """Return a machine at the beginning of the code."""
    m = make(image, ram="zero")
    m.set_registers(pc=ENTRY)
    return m


def test_pb6_switches_and_code_runs_on_in_the_other_half(large):
    """PB6 switches the bank, and execution continues in the other half."""
    m = started(Machine, large)
    assert m.chips.state.bank == BANK_AFTER_RESET
    m.run_cycles(10_000)
    rounds, low, high = m.read(0xC880)[0], m.read(0xC882)[0], m.read(0xC883)[0]
    assert rounds > 100 and rounds - 1 <= high <= low <= rounds


@pytest.mark.slow
def test_plain_code_does_the_same(large):
    """Record and RAM are equal, jitted and plain."""
    from vecx.chips.state import FIELDS

    jitted, plain = (started(make, large) for make in (Machine, import_plain("machine").Machine))
    for cycles in (17, 1234, 5000):
        for m in (jitted, plain):
            m.run_cycles(cycles)
        assert jitted.ram == plain.ram
        assert all(list(a) == list(b) if f.length else a == b for f in FIELDS
                   for a, b in [(getattr(jitted.chips.state, f.name),
                                 getattr(plain.chips.state, f.name))])


@pytest.mark.slow
def test_a_snapshot_brings_the_bank(large):
    """A snapshot contains the visible bank."""
    m = started(Machine, large)
    seen = set()
    for _ in range(40):
        m.step()
        seen.add(m.chips.state.bank)
        other = Machine(large, ram="zero")
        other.restore(m.snapshot())
        assert other.read(0, 0x8000) == m.read(0, 0x8000) == (
            large[:0x8000] if m.chips.state.bank == 0 else large[0x8000:])
        other.run_cycles(500)
        kept = m.keep()
        m.run_cycles(500)
        assert other.ram == m.ram and other.registers == m.registers
        m.restore(kept)
    assert seen == {0, 1}


def test_reset_brings_bank_one_back(large):
    """/RESET makes PB6 an input, which selects bank 1."""
    m = started(Machine, large)
    to_bank(m, 0)
    m.reset()
    assert m.chips.state.bank == BANK_AFTER_RESET and m.read(0, 0x8000) == large[0x8000:]


def test_what_is_written_over_rom_stays_in_its_bank(large):
    """A byte written over one bank is in the snapshot, and not in the other bank."""
    m = started(Machine, large)
    m.write(0x10, 0x55)
    to_bank(m, 0)
    assert m.read(0x10) == b"\x12"
    m.write(0x10, 0x66)
    other = Machine(large, ram="zero")
    other.restore(m.snapshot())
    assert other.read(0x10) == b"\x66"
    to_bank(other, 1)
    assert other.read(0x10) == b"\x55"
    clean = Machine(large, ram="zero")
    m.restore(clean.keep())
    assert m.read(0x10) == b"\x12" and m.chips.state.bank == BANK_AFTER_RESET


@pytest.mark.parametrize(("size", "copies"), [(0x1000, 8), (0x2000, 4), (0x4000, 2), (0x8000, 1),
                                              (0x1001, 1), (0xC000, 1)])
def test_small_images_show_again_and_again(size, copies):
    """ROMs of 4, 8 or 16 KiB are mirrored up to 32 KiB, others are not."""
    image = bytes(i * 7 & 0xFF for i in range(size))
    space, = spaces_of(image)
    assert space == (image * copies).ljust(0xC000, b"\xff")


def test_more_than_48_kib_are_two_banks():
    """The second half may be shorter; the missing part reads FF."""
    low, high = spaces_of(bytes(0x8000) + b"\x01" * 0x5000)
    assert low[:0x8000] == bytes(0x8000) and low[0x8000:] == b"\xff" * 0x4000
    assert high == (b"\x01" * 0x5000).ljust(0xC000, b"\xff")


def test_the_header_of_a_large_image_is_in_its_second_bank(tmp_path, capsys):
    """The title is read from bank 1, and `vecx info` mentions the banks."""
    head = b"g GCE 2026\x80\xfd\x0d\xf8\x50\x20\xaaTWO BANKS\x80\x00"
    path = tmp_path / "large.vec"
    path.write_bytes(b"\x12" * 0x8000 + head.ljust(0x8000, b"\x12"))
    assert roms.load_cartridge(path)[0].title == "TWO BANKS"
    assert run_command(["info", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "65,536 bytes" in printed and "2 of 32 KiB" in printed and "TWO BANKS" in printed
