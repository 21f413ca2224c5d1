"""The signals of the ROM's drawing on which simple emulators and hardware differ.

Goal: no drawing depends on the time at which a sample and hold takes a new value while the
multiplexer is open; the number of pattern bytes fits the length of the line; and the input lines of
port B keep the levels of their pins.
"""

from itertools import pairwise
from math import ceil
from typing import Any

import pytest

from asm import assemble
from tests.roms.contract_cases import BY_NAME, CASES, IMAGE, REFERENCE, ROOT
from tests.roms.screens import MENU, SYMBOLS, open_menu, open_screen
from vecx.conform import bios
from vecx.console.calls import Call
from vecx.machine import Machine

LIST, STACK = 0xC900, 0xCBEA
MUX_OFF, CHANNEL = 0x01, 0x06           # in port B
VIA_ORB, VIA_T1_LOW, VIA_SHIFT = 0xD000, 0xD004, 0xD00A
FIRST_LOOK, TURN = 18, 18               # cycles from T1's start to the first check; between checks
POKE = 0xC880


def port_b(m: Machine) -> list[int]:
    """Return a list to which every further value written to port B is appended."""
    values: list[int] = []
    m.on_write(VIA_ORB, lambda _, value, cycle: values.append(value))
    return values


def assert_closed_between_channels(values: list[int]) -> None:
    """Check that the multiplexer is closed between two channels.

    Every emulator handles a sample and hold that opens with the multiplexer, but not every one
    handles a change of channel alone: MAME leaves the new channel unchanged.
    """
    assert sum(not value & MUX_OFF for value in values) > 100
    for before, after in pairwise(values):
        if not (before | after) & MUX_OFF:
            assert before & CHANNEL == after & CHANNEL, f"${before:02X} ${after:02X}"


@pytest.mark.slow
def test_multiplexer_at_power_on_and_in_the_title() -> None:
    """At power-on and in the title, the multiplexer is closed between two channels."""
    m = Machine(preset="ideal")
    values = port_b(m)
    m.run_frames(200)
    assert_closed_between_channels(values)


@pytest.mark.parametrize("name", MENU)
def test_multiplexer_in_the_service_program(name: str) -> None:
    """In the service program, the multiplexer is closed between two channels."""
    m = open_screen(name)
    values = port_b(m)
    m.run_frames(5)
    assert_closed_between_channels(values)


def test_multiplexer_in_every_text() -> None:
    """Short and long texts close the multiplexer between channels, after short and long moves."""
    m = open_menu()
    values = port_b(m)
    for text in (b"A\x80", b"TWENTY CHARACTERS...\x80"):
        for place in ((0, 0), (3, -3), (127, -128)):
            m.write(LIST, bytes(part & 0xFF for part in place) + text)
            m.call(SYMBOLS["Print_Str_yx"], u=LIST, dp=0xD0, s=STACK)
    assert_closed_between_channels(values)


@pytest.mark.sample(3)
@pytest.mark.parametrize("lines", [1, 4])
@pytest.mark.parametrize("name", ["Draw_Pat_VL_a", "Draw_Pat_VL", "Draw_Pat_VL_d"])
def test_pattern_bytes(name: str, lines: int) -> None:
    """A pattern is written every 18 cycles while T1 runs, and not afterwards."""
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.write(SYMBOLS["Vec_Pattern"], 0xAA)
    m.write(LIST, bytes([20, 30]) * lines)
    bytes_out: list[int] = []
    m.on_write(VIA_SHIFT, lambda _, value, cycle: bytes_out.append(value))
    for scale in range(256):
        # LDA #scale, STA <VIA_t1_cnt_lo, RTS
        m.write(POKE, bytes([0x86, scale, 0x97, VIA_T1_LOW & 0xFF, 0x39]))
        m.call(POKE, dp=0xD0, s=STACK)
        m.write(SYMBOLS["Vec_Misc_Count"], lines - 1)
        bytes_out.clear()
        m.call(SYMBOLS[name], a=lines - 1 if name.endswith("_a") else 20, b=30, x=LIST)
        more = 1 + max(0, ceil((scale + 2 - FIRST_LOOK) / TURN)) if scale > 3 else 0
        assert bytes_out == ([0xAA] * (1 + more) + [0]) * lines, scale


PINS = 0xE1             # port B after a move or a line: multiplexer off, bits 5 to 7 as at the pins
BELOW, COMPARATOR = 0xC1, 0x20
DRAWS = ("Moveto_d", "Moveto_d_7F", "Moveto_ix", "Moveto_ix_FF", "Moveto_ix_7F", "Moveto_ix_b",
         "Moveto_x_7F", "Dot_d", "Dot_ix", "Dot_ix_b", "Draw_VL_a", "Draw_VL", "Draw_VLc",
         "Draw_VLcs", "Draw_VL_ab", "Draw_VL_b", "Draw_Line_d", "Mov_Draw_VL_a", "Mov_Draw_VL_d",
         "Mov_Draw_VLc_a", "Mov_Draw_VLcs", "Mov_Draw_VL_ab", "Mov_Draw_VL_b", "Mov_Draw_VL",
         "Draw_VLp", "Draw_VLp_FF", "Draw_VLp_7F", "Draw_VLp_b", "Draw_VLp_scale",
         "Draw_Pat_VL_a", "Draw_Pat_VL", "Draw_Pat_VL_d", "Draw_VL_mode")


@pytest.mark.sample(60, slow=120)
@pytest.mark.parametrize("pot", [0, 255])
@pytest.mark.parametrize("zero", [0, 1])
@pytest.mark.parametrize("length", [7, 70, 120])
@pytest.mark.parametrize("name", DRAWS)
def test_port_b_after_drawing(name: str, length: int, zero: int, pot: int) -> None:
    """Moves, lines and dots leave the levels of the pins in bits 5 to 7 of port B.

    Bit 7 is T1's output, high; without T1 the ramp stays off.  Bit 6 floats high.  Bit 5 is the
    comparator, high if the pot is above the DAC.  If Check0Ref returned the beam to zero after
    them, it sampled its reference last: $01.
    """
    m = Machine(preset="ideal", ram="zero")
    m.run_frames(3)
    m.chips.state.t1l = 0x7F          # scales 0 to 3 end without Check0Ref
    m.chips.state.stick[0] = pot
    values = port_b(m)
    m.write(SYMBOLS["Vec_0Ref_Enable"], zero)
    m.write(SYMBOLS["Vec_Misc_Count"], 0)
    m.write(LIST, bytes([0, length, 2, 20, 30, 1, 20, 30, 1, 20, 30, 1, 1, 1, 1]))
    # LDA #100, STA <VIA_t1_cnt_lo, RTS
    m.write(POKE, bytes([0x86, 100, 0x97, VIA_T1_LOW & 0xFF, 0x39]))
    m.call(POKE, dp=0xD0, s=STACK)
    one_line = name.endswith(("_a", "_ab"))
    m.call(SYMBOLS[name], a=0 if one_line else length, b=length, x=LIST, dp=0xD0, s=STACK)
    zeroed = zero and not name.startswith(("Moveto", "Dot"))
    assert values[-1] == (0x01 if zeroed else PINS if pot else BELOW)


class TwoBanks(bios.Bench):
    """A machine with a cartridge of two equal banks, which contain their number at BANK."""

    BANK = 0x7800
    ZERO_LOW, FLOATS = 0xDF, 0x9F       # DDRB: PB6 driven by bit 6 of port B, PB6 an input

    def __init__(self) -> None:
        half = bytearray(0x8000)
        other = bytearray(half)
        other[self.BANK] = 1
        self.machine = Machine(bytes(half + other), IMAGE, preset="ideal", ram="zero")
        self.base_ram = bios.base_ram(REFERENCE)
        self.power_on = self.machine.keep()

    def call(self, case: dict[str, Any], direction: int) -> Call:
        """Call a routine in the state of a case, with the direction of port B set."""
        given, machine = case["in"], self.machine
        self.reset()
        self.prepare_via(given)
        # LDD #direction << 8 | port B, STA >VIA_DDR_b, STB >VIA_port_b, RTS
        machine.write(POKE, bytes([0xCC, direction, MUX_OFF, 0xB7, 0xD0, 2, 0xF7, 0xD0, 0, 0x39]))
        machine.call(POKE, dp=0xD0, s=STACK)
        self.lay_out(given)
        pushed = bytes(reversed(bytes.fromhex(given.get("stack") or "")))
        return machine.call(int(case["entry"], 16), bios.CALL_CYCLES_MAX, pushed,
                            **given["regs"] | {"s": bios.STACK + 2})


SETS_DIRECTION = {"Init_VIA", "Init_OS"}
WRITES_PORT_B = sorted({case["routine"] for case in CASES if case["routine"] in BY_NAME
                        and "ORB" in BY_NAME[case["routine"]].leaves} - SETS_DIRECTION)


@pytest.fixture(scope="module")
def banks() -> TwoBanks:
    """Return the machine with two banks."""
    return TwoBanks()


@pytest.mark.parametrize("name", WRITES_PORT_B)
def test_bank_stays(banks: TwoBanks, name: str) -> None:
    """No entry switches the bank: a PB6 driven low stays low, a floating one high."""
    cases = [case for case in CASES if case["routine"] == name][:3]
    assert cases
    for case in cases:
        call = banks.call(case, banks.ZERO_LOW)
        written = [value for _, register, value in call.writes if register == 0]
        assert not any(value & 0x40 for value in written), case["id"]
        assert banks.machine.read(banks.BANK) == b"\0"
        call = banks.call(case, banks.FLOATS)
        assert banks.machine.read(banks.BANK) == b"\1"
        if name.startswith("Moveto"):
            assert [value | COMPARATOR for _, register, value in call.writes
                    if register == 0][-1] == PINS


def test_every_drawing_entry_is_tried() -> None:
    """All drawing entries are among those tested with two banks."""
    assert set(DRAWS) | {"Print_Str", "Draw_Grid_VL"} <= set(WRITES_PORT_B)
    assert len(WRITES_PORT_B) > 60


def test_two_banks_run_on_both_sides() -> None:
    """A program in both banks keeps running in its own bank while it draws.

    In an endless loop, it sets the direction, moves, draws and prints, and stores the bank's
    number.
    """
    program = assemble("""
                include "vectrex.inc"
                org     0
                fcc     "g GCE 2026"
                fcb     $80
                fdb     $FEE6
                fcb     $F8,$50,0,0
                fcc     "BANK"
                fcb     $80,0
                lda     #DIRECTION
                sta     <VIA_DDR_b
loop            jsr     Wait_Recal
                jsr     Intensity_7F
                ldd     #$3040
                jsr     Moveto_d_7F
                ldd     #$2050
                jsr     Draw_Line_d
                lda     $7800
                sta     >Vec_Game_RAM
                inc     >Vec_Game_RAM+1
                ldu     #text
                jsr     Print_Str_yx
                bra     loop
text            fcb     $E0,$D0
                fcc     "BANK"
                fcb     $80
""", include_dirs=[ROOT / "roms" / "include"], defines={"DIRECTION": 0})
    assert program.image is not None
    at = program.image.index(b"\x86\x00\x97\x02") + 1
    for direction, bank in ((TwoBanks.ZERO_LOW, 0), (TwoBanks.FLOATS, 1)):
        half = bytearray(program.image.ljust(0x8000, b"\0"))
        half[at] = direction
        other = bytearray(half)
        other[TwoBanks.BANK] = 1
        m = Machine(bytes(half + other), preset="ideal")
        m.press(1)
        m.run_frames(4)
        m.release(1)
        m.run_frames(200)
        ran = m.read(SYMBOLS["Vec_Game_RAM"] + 1)[0]
        frames = m.run_frames(20)
        assert m.read(SYMBOLS["Vec_Game_RAM"] + 1)[0] == ran + 20 & 0xFF
        assert m.read(SYMBOLS["Vec_Game_RAM"])[0] == bank
        assert len(frames[-1].segments) > 30


def test_move_while_a_ramp_runs(banks: TwoBanks) -> None:
    """A move during a ramp bends it, because y stays on the DAC for 4 cycles after its hold.

    With three cycles less, the beam would end 3 (y - x) = 684 p further to the left, as measured
    in [BIOS], second round, for a ROM that put x on the DAC together with the hold.
    """
    machine = banks.machine
    banks.reset()
    machine.run_frames(3)
    y, x = 127, -101
    # LDA #$FF, STA <VIA_t1_cnt_lo, CLR <VIA_t1_cnt_hi, LDD #y << 8 | x, JMP >Moveto_d_7F
    machine.write(POKE, bytes([0x86, 0xFF, 0x97, 4, 0x0F, 5, 0xCC, y, x & 0xFF, 0x7E,
                               *SYMBOLS["Moveto_d_7F"].to_bytes(2, "big")]))
    machine.call(SYMBOLS["Reset0Ref"], dp=0xD0, s=STACK)
    call = machine.call(POKE, dp=0xD0, s=STACK)
    (hold,) = [cycle for cycle, register, value in call.writes if register == 0 and value & 1]
    (on_dac,) = [cycle for cycle, *write in call.writes if write == [1, x & 0xFF]]
    start = [cycle for cycle, register, _ in call.writes if register == 5][-1]
    assert (on_dac - hold, start - hold) == (4, 10)
