"""Button 4 of controller 2, IO7 and CA1 are one wire, which a device can pull low, too."""

import pytest

PORT_A_R14 = """
 ldd #$0EFF
 sta <$D001      ; register 14
 stb <$D003      ; port A drives
 lda #$99
 sta <$D000      ; latch it
 lda #$81
 sta <$D000
 clr <$D003      ; port A listens
 lda #$89
 sta <$D000      ; read it
"""
LOOK = "look lda <$D001\n sta >$C880\n bra look\n"
START = " lds #$CBEA\n lda #$D0\n tfr a,dp\n lda #$9F\n sta <$D002\n"


@pytest.mark.parametrize("button", [0, 1])
@pytest.mark.parametrize("device", [0, 1])
def test_any_pull_is_low(program, button, device):
    """IO7 and CA1 are low if the button or the device pulls."""
    m = program(START + PORT_A_R14 + LOOK)
    m.run_cycles(200)
    if button:
        m.press(4, 2)
    m.chips.state.io7 = 1 - device
    m.run_cycles(100)
    pulled = bool(button or device)
    assert m.read(0xC880)[0] == (0x7F if pulled else 0xFF)
    assert m.chips.state.c1[0] == (not pulled)


@pytest.mark.parametrize("pcr, edges", [(0, [1, 0, 1, 0]), (1, [0, 1, 0, 1])])
def test_one_flag_for_each_edge_that_is_wanted(program, pcr, edges):
    """The CA1 flag is set at falling edges, or with PCR bit 0 at rising ones."""
    m = program(START + f" lda #{pcr}\n sta <$D00C\nhere bra here\n")
    m.run_cycles(100)
    for at, flagged in enumerate(edges):
        m.chips.state.ifr = 0
        (m.press, m.release)[at & 1](4, 2)
        m.run_cycles(20)
        assert m.chips.state.ifr == 2 * flagged


@pytest.mark.parametrize("mixer, port, low", [(0x3F, 0x7F, False), (0x7F, 0x7F, True),
                                              (0x7F, 0xFF, False), (0x7F, 0x80, False)])
def test_the_sound_chip_pulls_its_lines_as_an_output(program, mixer, port, low):
    """IO7 and CA1 are low if port A is an output with bit 7 low; a read returns the lines."""
    m = program(START + PORT_A_R14 + LOOK)
    m.run_cycles(200)
    m.chips.state.psg[7], m.chips.state.psg[14] = mixer, port
    m.run_cycles(100)
    assert m.read(0xC880)[0] == (port if mixer & 0x40 else 0xFF)
    assert m.chips.state.c1[0] == (not low)
    m.press(1)
    m.run_cycles(100)
    assert m.read(0xC880)[0] == (port if mixer & 0x40 else 0xFF) & 0xFE
