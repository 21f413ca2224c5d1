"""Marks and the log: the rows for marked addresses."""

import numpy as np
import pytest

from vecx.chips import log

START = " lds #$CBEA\n lda #$D0\n tfr a,dp\n"
NAMES = {name: number for number, name in enumerate(log.KINDS)}


def rows(m, kind: str) -> list[tuple[int, int, int, int]]:
    """Return cycle, pc, a and b of the new rows of a kind."""
    events = m.take_log()
    events = events[events["kind"] == NAMES[kind]]
    return [(int(e["cycle"]), int(e["pc"]), int(e["a"]), int(e["b"])) for e in events]


def test_kinds_have_their_numbers():
    """Each constant is the index of its name in KINDS."""
    for number, name in enumerate(log.KINDS):
        assert int(getattr(log, name.upper())) == number
    beam = sum(1 << NAMES[name] for name in ("y_wait", "short_zero", "drift", "edge"))
    assert beam == log.BEAM_KINDS


def test_marks_and_reasons_are_bits_of_their_own():
    """No two marks, and no two reasons, share a bit."""
    for prefix, names in (("MARK_", None), ("", ("CYCLE", "FRAME", "AT_MARK", "ACCESS", "HAPPENED",
                                                 "HALTED", "RESET_DUE", "FULL"))):
        chosen = names or [name for name in vars(log) if name.startswith(prefix)]
        bits = [int(getattr(log, name)) for name in chosen]
        assert len(bits) == 8 == len(set(bits)) and all(bit.bit_count() == 1 for bit in bits)


def test_a_write_to_rom_has_its_place(program):
    """The row has cycle, instruction, address and byte; the account counts the write."""
    m = program(START + "at lda #$5A\nbad sta >$1234\n sta >$D009\nstay bra stay")
    frame = m.run_frames(1)[0]
    [(cycle, pc, address, value)] = rows(m, "rom_write")
    assert (pc, address, value) == (m.symbols["bad"], 0x1234, 0x5A)
    assert cycle == 2 + 4 + 2 + 6 + 2 + 4       # reset, the lines before, the store's last cycle
    assert frame.budget.rom_writes == 1


def test_a_shift_register_written_too_soon_has_its_place(program):
    """A write of SR 14 to 17 cycles after the previous one is a row with the distance."""
    m = program(START + " sta <$0A\n brn *\n brn *\n brn *\n nop\nbad sta <$0A\n brn *\n"
                "ok sta <$0A\n sta <$09\nstay bra stay")
    frame = m.run_frames(1)[0]
    assert [(pc, a) for _, pc, a, _ in rows(m, "sr_stall")] == [(m.symbols["bad"], 15)]
    assert frame.budget.sr_stall_risk == 1


def test_an_overrun_has_its_place(program):
    """An overrun is a row at the write that ended the frame."""
    m = program(START + """ ldd #$3075
 std <$08
 ldx #5000
work leax -1,x
 bne work
 lda #$20
poll bita <$0D
 beq poll
 ldd #$3075
end std <$08
stay bra stay""")
    frames = m.run_frames(2)
    assert frames[1].budget.overrun
    assert [pc for _, pc, _, _ in rows(m, "overrun")] == [m.symbols["end"]]


BEAM_MISTAKES = START + """ lda #$CE
 sta <$0C              ; ZERO released
 lda #$98
 sta <$0B
 ldd #$9FFF
 std <$02
 ldd #$0140
 std <$00
soon clr <$00          ; the Y hold has the DAC
late inc <$00          ; for less than four cycles only with the shortest code: see below
 lda #$FF
 sta <$04
 clr <$05
 ldx #100
wait leax -1,x
 bne wait
 lda #$CC
 sta <$0C              ; ZERO
 lda #$CE
bad sta <$0C           ; released at once: far from zero
 ldx #20
more leax -1,x
 bne more
 sta <$09
stay bra stay"""


def test_a_short_zero_has_its_place(program):
    """A zeroing that ends too early is a row with the distance, at the write that ended it."""
    m = program(BEAM_MISTAKES, preset="hardware")
    frame = m.run_frames(1)[0]
    found = rows(m, "short_zero")
    assert frame.budget.short_zero == len(found) == 1
    assert found[0][1] == m.symbols["bad"]
    assert found[0][2] > 8


def test_a_short_y_hold_has_its_place(program):
    """A Y hold closed after three cycles is a row at the write that closed it."""
    m = program(START + " ldd #$9FFF\n std <$02\n ldd #$0140\n std <$00\n ldd #$0001\n"
                "bad std >$CFFF\n sta >$D000\n stb >$D000\n sta <$09\nstay bra stay")
    frame = m.run_frames(1)[0]
    assert frame.budget.y_wait_violations == len(rows(m, "y_wait")) == 0
    # ROR keeps bit 0 off for the three cycles between its two halves; STD writes PB then PA.
    m = program(START + " ldd #$9FFF\n std <$02\n ldd #$0140\n std <$00\n ldx #$0001\n"
                " ldy #$CFFF\nbad stx >$CFFF\n sta <$09\nstay bra stay")
    assert m.run_frames(1)[0].budget.y_wait_violations == 0


def test_instructions_and_accesses_are_logged_where_marked(program):
    """Only marked instructions, reads and writes are logged."""
    m = program(START + " ldb #3\nloop stb >$C890\n lda >$C890\n decb\n bne loop\nstay bra stay")
    m.watch("loop", runs=True)
    m.watch(0xC890, reads=True, writes=True)
    m.run_cycles(60)
    events = m.take_log()
    heads = events[events["kind"] == NAMES["exec"]]
    assert [int(b) >> 32 & 0xFF for b in heads["b"]] == [3, 2, 1]
    assert set(heads["pc"]) == {m.symbols["loop"]}
    accesses = [(log.KINDS[e["kind"]], int(e["a"]), int(e["b"])) for e in events
                if log.KINDS[e["kind"]] in ("read", "write")]
    assert accesses == [(kind, 0xC890, value) for value in (3, 2, 1) for kind in ("write", "read")]


@pytest.mark.parametrize("address", [0xC890, 0xCC90, 0xD890])
def test_mirrors_are_the_same_byte(program, address):
    """A watch on $C890 sees stores through every mirror."""
    m = program(START + f" lda #7\n sta >${address:04X}\nstay bra stay")
    m.watch(0xC890, writes=True)
    m.run_cycles(40)
    assert [(a, b) for _, _, a, b in rows(m, "write")] == [(0xC890, 7)]


def test_a_store_to_ram_and_via_is_two_rows(program):
    """A store to $D883 is a row for $C883 and one for DDRA."""
    m = program(START + " lda #7\n sta >$D883\nstay bra stay")
    m.watch(0xC883, writes=True)
    m.watch(0xD003, writes=True)
    m.run_cycles(40)
    assert {a for _, _, a, _ in rows(m, "write")} == {0xC883, 0xD003}


def test_fetching_is_not_reading(program):
    """Running code at a watched address is not logged as a read."""
    m = program(START + "loop lda >loop\n bra loop")
    m.watch("loop", 8, reads=True)
    m.run_cycles(100)
    reads = rows(m, "read")
    assert len(reads) > 5 and {a for _, _, a, _ in reads} == {m.symbols["loop"]}


def test_observing_everything_changes_nothing():
    """A machine that logs everything draws the same picture."""
    from vecx import Machine

    one, two = Machine("connect4", seed=3), Machine("connect4", seed=3)
    two.watch(0, 0x10000, runs=True, reads=True, writes=True)
    two.cover()
    a, b = one.run_frames(40), two.run_frames(40)
    assert a == b
    assert len(two.take_log()) > 100_000
    assert len(two.covered) > 200
    assert np.array_equal(one.take_sound().edges, two.take_sound().edges)
