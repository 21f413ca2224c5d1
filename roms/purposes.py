"""The entries of the executive ROM by purpose, each with the lines that call it.

roms/manual.py makes the first part of docs/generated/exec-rom.md from this module, and
tests/roms/test_examples.py runs every example, followed by DATA.
"""

from __future__ import annotations

from typing import NamedTuple

# the data that the examples use
DATA = """\
place           fcb     20,30           ; y, x
words           fdb     20*256,30*256   ; y, x with fractions
moves           fcb     20,30,10,0,0,10,-10,0
counted         fcb     2,20,30,10,0,0,10,-10,0
scaled          fcb     2,$40,20,30,10,0,0,10,-10,0
packets         fcb     0,20,30,$FF,10,0,$AA,0,10,1
sized           fcb     $40,0,20,30,$FF,10,0,1
modes           fcb     0,20,30,2,10,0,-1,0,10,1
grid            fcb     $A2,$42,$64,$86
spots           fcb     0,20,30,0,10,0,1
text            fcc     "HELLO"
                fcb     $80
placed          fcb     20,-40
                fcc     "HELLO"
                fcb     $80,0
full            fcb     -8,$50,20,-40
                fcc     "HELLO"
                fcb     $80,0
voices          fcb     0,$60,1,0,8,12,7,%00111110,$FF
boom            fcb     %00111111,0,0,2
score           equ     Vec_Game_RAM
room            equ     Vec_Game_RAM+8
shadow          equ     Vec_Game_RAM+$40
"""


class Group(NamedTuple):
    """A purpose: its title, a remark, and the lines before each call, separated by `;`."""

    title: str
    remark: str
    examples: dict[str, str]


GROUPS = (
    Group("Frame", "A program calls Wait_Recal once per frame, 50 times per second.", {
        "Wait_Recal": "", "Set_Refresh": "", "Wait_Bound": "", "Init_OS": "", "Init_OS_RAM": "",
        "Init_VIA": "", "DP_to_D0": "", "DP_to_C8": "", "Select_Game": "ldd #2*256+3"}),
    Group("Beam", "Coordinates are signed bytes, multiplied by the scale: first y (positive is "
                  "up), then x (positive is right). Moves release the integrators; the following "
                  "lines and dots begin at the new position.", {
        "Intensity_a": "lda #$50", "Intensity_1F": "", "Intensity_3F": "", "Intensity_5F": "",
        "Intensity_7F": "", "Moveto_d": "ldd #20*256+30", "Moveto_d_7F": "ldd #20*256+30",
        "Moveto_ix": "ldx #place", "Moveto_ix_b": "ldx #place; ldb #$40",
        "Moveto_ix_7F": "ldx #place", "Moveto_ix_FF": "ldx #place", "Moveto_x_7F": "ldx #words",
        "Dot_here": "", "Dot_d": "ldd #20*256+30", "Dot_ix": "ldx #place",
        "Dot_ix_b": "ldx #place; ldb #9", "Dot_List": "lda #2; sta >Vec_Misc_Count; ldx #moves",
        "Dot_List_Reset": "ldx #spots", "Dot_y": "ldy #20*256+30", "Dot_py": "ldy #words",
        "Reset0Ref": "", "Reset0Ref_D0": "", "Check0Ref": "", "Reset_Pen": "", "Reset0Int": "",
        "Recalibrate": ""}),
    Group("Lines", "The count of a list is the number of lines minus one for Draw_VL*, and the "
                   "number of lines for Mov_Draw_VL*. Release the integrators first (see Recipes).",
          {
        "Draw_Line_d": "clr >Vec_Misc_Count; ldd #20*256+30", "Draw_VLc": "ldx #counted",
        "Draw_VLcs": "ldx #scaled", "Draw_VL_a": "lda #2; ldx #moves",
        "Draw_VL_ab": "ldd #2*256+$40; ldx #moves",
        "Draw_VL_b": "lda #2; sta >Vec_Misc_Count; ldb #$40; ldx #moves",
        "Draw_VL": "lda #2; sta >Vec_Misc_Count; ldx #moves", "Mov_Draw_VLc_a": "ldx #counted",
        "Mov_Draw_VLcs": "ldx #scaled", "Mov_Draw_VL_a": "lda #2; ldx #moves",
        "Mov_Draw_VL_ab": "ldd #2*256+$40; ldx #moves",
        "Mov_Draw_VL_b": "lda #2; sta >Vec_Misc_Count; ldb #$40; ldx #moves",
        "Mov_Draw_VL": "lda #2; sta >Vec_Misc_Count; ldx #moves",
        "Mov_Draw_VL_d": "lda #2; sta >Vec_Misc_Count; ldx #moves; ldd #20*256+30",
        "Draw_VLp": "ldx #packets", "Draw_VLp_b": "ldb #$40; ldx #packets",
        "Draw_VLp_7F": "ldx #packets", "Draw_VLp_FF": "ldx #packets",
        "Draw_VLp_scale": "ldx #sized", "Draw_Pack": "ldy #20*256+30; ldb #$40; ldx #packets",
        "Draw_Pack_py": "ldy #words; ldb #$40; ldx #packets",
        "Draw_Pat_VL_a": "lda #$CC; sta >Vec_Pattern; lda #2; ldx #moves",
        "Draw_Pat_VL": "lda #2; sta >Vec_Misc_Count; ldx #moves",
        "Draw_Pat_VL_d": "clr >Vec_Misc_Count; ldx #moves; ldd #20*256+30",
        "Draw_VL_mode": "clr >Vec_Misc_Count; ldx #modes",
        "Draw_Grid_VL": "ldy #grid; ldx #moves"}),
    Group("Text", "A text ends with $80. Vec_Text_HW contains its height (negative) and its width: "
                  "`ldd #$F850`, `std >Vec_Text_HW`. The beam crosses a letter in 18 cycles at the "
                  "speed of the width. A letter has seven rows, each 22 cycles high at the speed "
                  "of the height. Print at least two characters: a shorter text takes 13,824 "
                  "cycles more, and only its first row is on the screen.", {
        "Print_Str_d": "ldd #20*256+206; ldu #text", "Print_Str_yx": "ldu #placed",
        "Print_Str_hwyx": "ldu #full", "Print_Str": "ldd #20*256+206; jsr Moveto_d_7F; ldu #text",
        "Print_MRast": "ldd #20*256+206; jsr Moveto_d_7F; ldu #text; stu >Vec_Str_Ptr",
        "Print_List": "ldu #placed", "Print_List_chk": "ldu #placed", "Print_List_hw": "ldu #full",
        "Print_Ships": "lda #$69; ldb #3; ldx #20*256+206",
        "Print_Ships_x": "lda #$69; ldb #3; ldx #place",
        "Print_Keep": "ldu #full", "Print_Msg": "ldy #20*256+206; ldu #text",
        "Display_Option": "clr >Vec_Misc_Count; lda #3; ldy #placed"}),
    Group("Sound", "Tunes and explosions write to Vec_Music_Work, which Do_Sound sends to the "
                   "chip.", {
        "Init_Music_chk": "ldu #Music_1", "Init_Music": "ldu #Music_1",
        "Init_Music_a": "ldu #Music_1; ldx #Note_Table",
        "Init_Music_x": "ldx #Note_Table; stx >Vec_Freq_Table; ldu #Music_1",
        "Music_Stop_test": "", "Init_Music_Buf": "", "Do_Sound": "", "Do_Sound_x": "ldx #shadow",
        "Sound_Byte": "lda #8; ldb #12", "Sound_Byte_x": "lda #8; ldb #12; ldx #shadow",
        "Sound_Byte_raw": "lda #8; ldb #12", "Sound_Bytes": "ldu #voices",
        "Sound_Bytes_x": "ldu #voices; ldx #shadow", "Sound_Step": "", "Clear_Sound": "",
        "Explosion_Snd": "lda #$80; sta >Vec_Expl_Flag; ldu #boom",
        "Set_Amp": "lda #1; sta >Vec_Expl_Chans; ldb #12"}),
    Group("Sticks and buttons", "Button n is bit n - 1 for stick 1 and bit n + 3 for stick 2; 1 "
                                "means pressed. Right and up are positive.", {
        "Read_Btns": "", "Read_Btns_Mask": "clra", "Joy_Digital": "clr >Vec_Misc_Count",
        "Joy_Analog": "clr >Vec_Misc_Count; clr >Vec_Joy_Resltn"}),
    Group("Arithmetic", "64 angles make the full circle, counter-clockwise. Angle 0 points up for "
                        "Rise_Run_Y, Rise_Run_Len and the rotations, 16 left, 32 down, 48 "
                        "right. Rise_Run_Angle and Rise_Run_X measure from the +x axis: 0 is "
                        "right, 16 up.", {
        "Random": "", "Random_3": "", "Ranpos": "", "Rnd_Cone": "", "Abs_a_b": "ldd #$80FF",
        "Abs_b": "ldb #-5", "Bitmask_a": "lda #3", "Rise_Run_Angle": "lda #20; ldb #-30",
        "Get_Rise_Idx": "lda #8", "Get_Run_Idx": "lda #8",
        "Rise_Run_Idx": "lda #8; sta >Vec_Angle", "Rise_Run_X": "lda #100; ldb #8",
        "Rise_Run_Y": "lda #100; ldb #8", "Rise_Run_Len": "lda #8; sta >Vec_Angle; lda #100",
        "Xform_Run_a": "lda #8; sta >Vec_Angle; jsr Rise_Run_Idx; lda #100",
        "Xform_Run": "lda #8; sta >Vec_Angle; jsr Rise_Run_Idx",
        "Xform_Rise_a": "lda #8; sta >Vec_Angle; jsr Rise_Run_Idx; lda #100",
        "Xform_Rise": "lda #8; sta >Vec_Angle; jsr Rise_Run_Idx",
        "Rot_VL_ab": "lda #8; ldb #3; ldx #moves; ldu #room",
        "Rot_VL_b": "lda #8; sta >Vec_Angle; ldb #3; ldx #moves; ldu #room",
        "Rot_VL": "ldd #8*256+3; sta >Vec_Angle; stb >Vec_Misc_Count; ldx #moves; ldu #room",
        "Rot_VL_Mode_a": "lda #8; ldx #modes; ldu #room",
        "Rot_VL_Mode": "lda #8; sta >Vec_Angle; ldx #modes; ldu #room",
        "Displ8_xy": "lda #100; ldb #8", "Displ16_xy": "lda #100; ldb #8"}),
    Group("Objects", "The position of an object is a word, y and x; a score is six digits and "
                     "$80.", {
        "Obj_Hit": "ldy #20*256+30; ldx #22*256+31; ldd #4*256+4",
        "Obj_Will_Hit": "ldy #20*256+30; ldu #1*256+1; ldx #22*256+31; ldd #4*256+4",
        "Obj_Will_Hit_u": "ldy #20*256+30; ldu #place; ldx #22*256+31; ldd #4*256+4",
        "Clear_Score": "ldx #score",
        "Add_Score_d": "ldx #score; jsr Clear_Score; clr >Vec_Misc_Count; ldd #$0150",
        "Add_Score_a": "ldx #score; jsr Clear_Score; clr >Vec_Misc_Count; lda #150",
        "Strip_Zeros": "ldx #score; clrb", "Compare_Score": "ldx #score; ldu #Vec_High_Score",
        "New_High_Score": "ldx #score; ldu #Vec_High_Score"}),
    Group("Memory and time", "", {
        "Clear_x_b": "ldx #room; ldb #7", "Clear_x_256": "ldx #room", "Clear_C8_RAM": "",
        "Clear_x_d": "ldx #room; ldd #7", "Clear_x_b_80": "ldx #room; ldb #7",
        "Clear_x_b_a": "ldx #room; ldb #7; lda #5", "Move_Mem_a": "lda #8; ldx #room; ldu #moves",
        "Move_Mem_a_1": "lda #7; ldx #room; ldu #moves", "Dec_3_Counters": "",
        "Dec_6_Counters": "", "Dec_Counters": "ldx #room; ldb #3", "Delay_0": "", "Delay_1": "",
        "Delay_2": "", "Delay_3": "", "Delay_b": "ldb #20", "Delay_RTS": ""}),
)
# entries that programs can call, but that have no use on their own
INSIDE = frozenset(("Cold_Start", "Warm_Start", "Rot_VL_M_dft", "Rot_VL_dft"))


def example(name: str, before: str) -> list[str]:
    """Return the lines of an example; the last one is the call."""
    return [*filter(None, before.split("; ")), f"jsr {name}"]
