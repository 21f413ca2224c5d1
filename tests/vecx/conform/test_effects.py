"""The translation of VIA writes to effects."""

from vecx.conform import effects as fx


def test_sample_and_hold_closes_with_the_dac() -> None:
    """Switching the multiplexer off or to another channel closes the previous channel."""
    writes = [(1, 1, 0x20), (2, 0, 5), (3, 0, 4), (4, 0, 1)]
    assert fx.effects(writes) == [[4, "SH", 2, 0x20]]


def test_ramp_names_what_it_draws_with() -> None:
    """A timer ramp has its length, the held Y and the X of the DAC."""
    writes = [(1, 1, 7), (2, 0, 0), (3, 0, 1), (4, 1, 9), (5, 4, 64), (6, 5, 0)]
    assert fx.essential(fx.effects(writes)) == [["RAMP", 64, 7, 9]]


def test_dac_change_within_a_ramp_counts() -> None:
    """A change of the DAC counts during a ramp, and not after it."""
    writes = [(1, 4, 10), (2, 5, 0), (8, 1, 3), (30, 1, 4)]
    assert fx.essential(fx.effects(writes)) == [["RAMP", 10, 0, 0], ["X", 3]]


def test_sound_register_is_latched_then_written() -> None:
    """BDIR with BC1 selects a sound register; BDIR alone writes it."""
    writes = [(1, 1, 8), (2, 0, 0x19), (3, 0, 1), (4, 1, 15), (5, 0, 0x11), (6, 0, 1)]
    assert fx.essential(fx.effects(writes)) == [["PSG", 8, 15]]


def test_same_pattern_again_is_folded() -> None:
    """Writing the same value to the shift register again is not an effect."""
    writes = [(1, 10, 0xAA), (19, 10, 0xAA), (37, 10, 0)]
    assert fx.essential(fx.effects(writes)) == [["SR", 0xAA], ["SR", 0]]


TEXT = [(1, 0, 0x81), (2, 11, 0x18), (3, 1, 40), (10, 0, 1), (31, 10, 3), (49, 10, 5),
        (64, 0, 0x81)]


def test_text_is_spaced_and_measured() -> None:
    """Text is described by spacing and row length, not by its bits."""
    rows = fx.effects(TEXT)
    assert fx.text_spacing(rows) == [18]
    assert fx.text_ramps(rows) == [([0, 40], 54)]
    assert fx.essential(rows) == [["RUN", 0, 40], ["SR", None], ["SR", None], ["STOP"]]


def test_last_ramp_of_text_may_be_cut_or_left_out() -> None:
    """A ramp that ACR ends immediately is not an effect."""
    with_stub = fx.effects([*TEXT, (70, 1, 216), (76, 0, 1), (89, 11, 0x98)])
    without = fx.effects([*TEXT, (89, 11, 0x98)])
    assert [e for e in fx.essential(with_stub) if e[0] != "X"] == fx.essential(without)


def test_interrupted_ramp_is_one() -> None:
    """A ramp that is interrupted and resumed counts as one."""
    rows = fx.effects([*TEXT[:4], (14, 0, 0x81), (20, 0, 1), (40, 0, 0x81)])
    assert fx.essential(rows) == [["RUN", 0, 40], ["STOP"]]
    assert fx.text_ramps(rows) == [([0, 40], 4), ([0, 40], 20)]


def test_lit_window_runs_from_the_ramp_to_the_dark() -> None:
    """Light before a ramp counts from the start of the ramp."""
    writes = [(1, 10, 0xFF), (5, 4, 20), (6, 5, 0), (40, 10, 0)]
    assert fx.lit_windows(fx.effects(writes)) == [34]


def test_zeroing_and_blanking_come_from_the_control_register() -> None:
    """CA2 low zeroes the integrators; a start of the frame timer has its length."""
    writes = [(1, 12, 0xCE), (2, 12, 0xCC), (3, 8, 0x30), (4, 9, 0x75)]
    assert fx.essential(fx.effects(writes)) == [["ZERO", 1], ["ZERO", 0], ["T2", 30000]]
