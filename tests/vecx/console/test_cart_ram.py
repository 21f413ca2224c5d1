"""RAM in the cartridge: contents, code, snapshots and movies."""

from pathlib import Path

import pytest

from tests.conftest import import_plain
from vecx import Machine, UsageError, VecxError
from vecx.cli import run_command
from vecx.play import movie, reload

RAM = 0x6000, 0x7FFF
CODE = 0x100
# Writes a routine into the cartridge's RAM, calls it, changes it and calls it again.
SOURCE = """
 org $100
 setdp $C8
 lds #$CBEA
 lda #$C8
 tfr a,dp
 ldd #$8601      ; LDA #1
 std $6100
 ldd #$9780      ; STA <$C880
 std $6102
 lda #$39        ; RTS
 sta $6104
again jsr $6100
 inc $6101
 inc $7FFF
 lda $7FFF
 sta <$C881
 bra again
"""


@pytest.fixture(scope="module")
def image():
    """Return an image of 32 KiB whose last quarter is covered by the RAM."""
    from asm import assemble

    program = assemble(SOURCE)
    assert program.image is not None, program.messages()
    return bytes(CODE) + program.image + b"\x12" * (0x8000 - CODE - len(program.image))


def started(image, make=Machine, **options):
    """Return a machine at the beginning of the code."""
    m = make(image, ram="zero", cart_ram=RAM, **options)
    m.set_registers(pc=CODE)
    return m


def test_code_in_it_runs_as_it_is_now(image):
    """Code in the RAM runs with its current contents, jitted and plain."""
    ends = []
    for make in (Machine, import_plain("machine").Machine):
        m = started(image, make)
        assert m.read(RAM[0], 4) == bytes(4)
        m.run_cycles(4_000)
        rounds = m.read(0x7FFF)[0]
        assert rounds > 20 and m.read(0xC880)[0] == rounds and m.read(0xC881)[0] == rounds
        ends.append((m.all_ram, m.registers.pc, m.cycles))
    assert ends[0] == ends[1]


def test_without_it_nothing_is_written(image):
    """On a plain cartridge, the same program writes to ROM without effect."""
    m = Machine(image, ram="zero")
    m.set_registers(pc=CODE)
    m.run_cycles(200)
    assert m.read(0x6100, 5) == b"\x12" * 5
    assert m.cart_ram == "none" and started(image).cart_ram == "6000-7FFF"


@pytest.mark.parametrize("fill", ["zero", "ff", "random"])
def test_what_it_holds_at_power_on(image, fill):
    """The contents at power-on depend on --ram and the seed."""
    m, other = (Machine(image, ram=fill, seed=seed, cart_ram=RAM) for seed in (1, 2))
    held = m.read(RAM[0], 0x2000)
    assert held == {"zero": bytes(0x2000), "ff": b"\xff" * 0x2000}.get(fill, held)
    assert (held != other.read(RAM[0], 0x2000)) == (fill == "random")
    assert len(set(held)) > 200 if fill == "random" else len(set(held)) == 1


def test_a_snapshot_has_it(image):
    """A snapshot contains the RAM; a machine with other RAM refuses it."""
    m = started(image)
    m.run_cycles(1_000)
    kept = m.snapshot()
    other = Machine(image, cart_ram=RAM)
    other.restore(kept)
    m.run_cycles(1_000)
    other.run_cycles(1_000)
    assert other.all_ram == m.all_ram
    for ram in (None, (0x4000, 0x7FFF)):
        with pytest.raises(VecxError, match="different RAM in the cartridge: '6000-7FFF'"):
            Machine(image, cart_ram=ram).restore(kept)


def test_writes_from_outside_are_seen(image):
    """`write` sets a byte, callbacks see it, and `restore` undoes it."""
    m = started(image)
    kept, heard = m.keep(), []
    m.on_write(0x7FFF, lambda machine, value, cycle: heard.append(value))
    m.write(0x7FFF, 0x40)
    m.run_cycles(400)
    assert heard[:2] == [0x41, 0x42]
    m.restore(kept)
    assert m.read(0x7FFF) == b"\0"


def test_the_strict_machine_knows_it(image):
    """Code and data in the RAM give no findings; without RAM they do."""
    rules = "rom-write,runs-nowhere,read-nowhere"
    with_ram = Machine(image, ram="zero", cart_ram=RAM, strict=rules)
    without = Machine(image, ram="zero", strict=rules)
    beyond = Machine(image[:0x1000], ram="zero", cart_ram=RAM, strict=rules)
    for m in (with_ram, without, beyond):
        m.set_registers(pc=CODE)
        m.run_cycles(2_000)
    assert [str(finding) for finding in with_ram.findings + beyond.findings] == []
    assert "rom-write" in {finding.rule.name for finding in without.findings}


@pytest.mark.parametrize("ram", [(0x6000, 0x7FFE), (0x6001, 0x8000), (0x7FFF, 0x6000),
                                 (0xB000, 0xC3FF), (-0x400, -1), (0x6000, 0x6000)])
def test_where_it_cannot_be(image, ram):
    """The RAM consists of whole KiB below $C000, or above two banks."""
    with pytest.raises(UsageError, match=r"whole number of KiB within \$0000-\$BFFF"):
        Machine(image, cart_ram=ram)


def test_beside_two_banks():
    """With two banks, the RAM can follow the halves at $0000-$7FFF."""
    large = bytes(0x10000)
    with pytest.raises(UsageError, match=r"within \$8000-\$BFFF"):
        Machine(large, cart_ram=RAM)
    m = Machine(large, cart_ram=(0x8000, 0x83FF), ram="zero")
    m.write(0x8000, 5)
    other = Machine(large, cart_ram=(0x8000, 0x83FF))
    other.restore(m.snapshot())
    assert other.read(0x8000) == b"\x05"


def test_the_command_line(image, tmp_path: Path, capsys):
    """--cart-ram is parsed, a movie brings its own, invalid ranges are one line."""
    path = tmp_path / "ram.vec"
    path.write_bytes(image)
    run = ["run", str(path), "--headless", "--frames", "2"]
    for text in ("6000-7FFF", "$6000-$7fff"):
        assert run_command([*run, "--cart-ram", text]) == 0
    for text in ("6000", "x-y", "6000-7FFF-8000"):
        assert run_command([*run, "--cart-ram", text]) == 2
        assert f"two addresses, for example 6000-7FFF, not '{text}'" in capsys.readouterr().err
    m = Machine(path, cart_ram=RAM, ram="zero")
    recorder = movie.Recorder(m)
    for frame in m.run_frames(1):
        recorder.frame(frame.index)
    film = tmp_path / "ram.movie"
    recorder.stop().save(film)
    assert run_command(["run", str(path), "--headless", "--movie", str(film)]) == 0
    with pytest.raises(VecxError, match="--cart-ram"):
        movie.load(film).check(Machine(path, ram="zero"))


WATCHED = """
                include "vectrex.inc"
                fcc     "g GCE 2024"
                fcb     $80
                fdb     $FD0D
                fcb     $F8,$50,$20,$C0
                fcc     "WATCHED"
                fcb     $80,0
main            jsr     Wait_Recal
                inc     count
                bra     main
                bss
                org     $6000
{first}
"""


def test_what_is_assembled_anew_finds_its_cells(tmp_path: Path):
    """After a reload, cells in the RAM keep their values by name."""
    path = tmp_path / "watched.asm"
    path.write_text(WATCHED.format(first="count rmb 1\nother rmb 4"))
    old = Machine(path, cart_ram=RAM, ram="zero")
    old.run_cycles(9_000_000)
    old.write("other", b"kept")
    count = old.read("count")
    path.write_text(WATCHED.format(first="other rmb 4\nadded rmb 2\ncount rmb 1"))
    new = Machine(path, cart_ram=RAM, ram="ff")
    assert reload.carry(old, new) is None
    assert new.read("count") == count != b"\0"
    assert new.read("other", 4) == b"kept" and new.read("added", 2) == b"\0\0"
