"""The time of the ROM's entries, compared with the reference cases.

Goal: programs that depend on the time of a frame's work find the time that they were written for.
Method: entries that draw, sound or begin a frame must write to the VIA in exactly the cycles of the
cases; for other entries that cartridges call often, the sum of cycles of all cases is within 6 %.
"""

from collections.abc import Iterator

import pytest

from tests.roms.contract_cases import CASES, IMAGE, REFERENCE
from vecx.conform import bios
from vecx.conform import effects as fx

# entries whose effects on beam, sound and timers come in exactly the cycles of the cases
TO_THE_CYCLE = (
    "Print_Str", "Print_MRast", "Print_Str_d", "Print_Str_yx", "Print_Str_hwyx", "Print_List",
    "Print_List_chk", "Print_List_hw", "Moveto_d", "Moveto_d_7F", "Moveto_x_7F", "Moveto_ix",
    "Moveto_ix_b", "Moveto_ix_7F", "Moveto_ix_FF", "Recalibrate", "Dot_d", "Dot_ix", "Dot_ix_b",
    "Dot_here", "Dot_List", "Dot_List_Reset", "Draw_Line_d", "Draw_VL", "Draw_VL_a", "Draw_VL_ab",
    "Draw_VL_b", "Draw_VLc", "Draw_VLcs", "Mov_Draw_VL", "Mov_Draw_VL_a", "Mov_Draw_VL_ab",
    "Mov_Draw_VL_b", "Mov_Draw_VL_d", "Mov_Draw_VLc_a", "Mov_Draw_VLcs", "Draw_VLp", "Draw_VLp_7F",
    "Draw_VLp_FF", "Draw_VLp_b", "Draw_VLp_scale", "Draw_Pat_VL_a", "Intensity_a", "Reset0Ref",
    "Reset_Pen", "Sound_Byte", "Sound_Byte_x", "Sound_Byte_raw", "Sound_Bytes", "Clear_Sound",
    "Do_Sound", "Wait_Recal", "Set_Refresh", "Init_VIA", "Init_OS")


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    return bios.Bench(IMAGE, bios.base_ram(REFERENCE))


def _effects(bench: bios.Bench, name: str) -> Iterator[tuple[list[fx.Effect], list[fx.Effect]]]:
    for case in CASES:
        if case["routine"] == name:
            got = bios.run_call(bench, case)
            assert isinstance(got, bios.Outcome)
            assert got.cycles == case["out"]["cycles"], case["id"]
            yield fx.effects(got.writes, case["in"].get("via")), case["out"]["fx"]


@pytest.mark.parametrize("name", TO_THE_CYCLE)
def test_effects_come_in_their_cycle(bench: bios.Bench, name: str) -> None:
    """Each effect on beam, sound and timers is in the reference's cycle."""
    count = 0
    for have, want in _effects(bench, name):
        assert have == want
        count += 1
    assert count


# the other entries that are called in most frames
NEAR = ("Joy_Digital", "Joy_Analog", "Read_Btns", "Read_Btns_Mask", "Init_Music", "Init_Music_chk",
        "Init_Music_a", "Init_Music_x", "Random", "Random_3", "Set_Amp", "Print_Ships",
        "Print_Ships_x", "Draw_Pat_VL", "Draw_Pat_VL_d", "Draw_VL_mode", "Display_Option",
        "Clear_x_b", "Clear_x_256", "Dec_3_Counters", "Rot_VL_ab", "Rot_VL_Mode_a", "Rise_Run_Y",
        "Compare_Score", "New_High_Score", "Abs_a_b", "Bitmask_a", "Move_Mem_a", "Clear_Score",
        "Dec_Counters", "Strip_Zeros", "Obj_Hit",
        "Obj_Will_Hit", "Xform_Run", "Xform_Rise", "Get_Run_Idx")


@pytest.mark.parametrize("name", NEAR)
def test_time_is_near(bench: bios.Bench, name: str) -> None:
    """All cases of an entry together are within 6 % of the reference's time."""
    have = want = 0
    for case in CASES:
        if case["routine"] == name:
            got = bios.run_call(bench, case)
            assert isinstance(got, bios.Outcome)
            have, want = have + got.cycles, want + case["out"]["cycles"]
    assert want
    assert have == pytest.approx(want, rel=0.06)
