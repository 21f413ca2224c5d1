"""The contract blocks of the executive ROM, and machines to check them on."""

from pathlib import Path

from roms import contracts
from vecx.conform import bios

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "tests" / "reference" / "bios"
IMAGE = (ROOT / "vecx" / "data" / "exec.bin").read_bytes()
CONTRACTS = contracts.read_all()
BY_NAME = {contract.name: contract for contract in CONTRACTS}
CASES = [case for case in bios.cases(REFERENCE) if case["kind"] == "call"]
LIBRARY: list[tuple[str, dict[str, int], dict[str, str]]] = [
    ("Displ8_xy", {"a": 100, "b": 9, "dp": 0xC8}, {}),
    ("Displ16_xy", {"a": 0x9C, "b": 40, "dp": 0xC8}, {}),
    ("Ranpos", {}, {}),
    ("Rnd_Cone", {}, {}),
    ("Dot_y", {"y": 0x2040, "dp": 0xD0}, {}),
    ("Dot_py", {"y": 0xC8A0, "dp": 0xD0}, {"C8A0": "20ff4055"}),
    ("Draw_Pack", {"y": 0x2040, "b": 64, "x": 0xC8A0, "dp": 0xD0}, {"C8A0": "ff1020ff201001"}),
    ("Draw_Pack_py", {"y": 0xC8B0, "b": 64, "x": 0xC8A0, "dp": 0xD0},
     {"C8A0": "ff1020ff201001", "C8B0": "20ff4055"}),
    ("Print_Keep", {"u": 0xC8A0, "dp": 0xD0}, {"C8A0": "f84810204142434480"}),
    ("Print_Msg", {"y": 0xC8B0, "u": 0xC8A0, "dp": 0xD0},
     {"C8A0": "4142434480", "C8B0": "20ff4055"}),
    ("Set_Tables", {}, {}),
    ("Sound_Step", {}, {"C800": "55005500"}),
    ("Music_Stop_test", {}, {}),
    ("New_High_copy", {"x": 0xC8A0, "u": 0xC8B0}, {"C8A0": "20202020343580"}),
    ("power_light", {"a": 90, "dp": 0xD0}, {}),
    ("draw_name", {"dp": 0xD0}, {}),
    ("draw_star", {"dp": 0xD0}, {"C825": "0050"}),
    ("rise_run", {"a": 90, "b": 7}, {}),
    ("sv_step", {"a": 0xC0, "dp": 0xD0}, {"C880": "00" * 32}),
    ("sv_menu", {"dp": 0xD0}, {"C880": "00" * 32}),
    ("sv_card", {"dp": 0xD0}, {}),
    ("sv_star", {"a": 64, "b": 32, "dp": 0xD0}, {}),
    ("sv_drift", {"dp": 0xD0}, {}),
    ("sv_slant", {"dp": 0xD0}, {}),
    ("sv_stress", {"dp": 0xD0}, {"C880": "00" * 32}),
    ("sv_more", {"a": 0x12, "dp": 0xD0}, {"C888": "0099"}),
    ("sv_sticks", {"dp": 0xD0}, {"C880": "00" * 32}),
    ("sv_stick_show", {"a": 5, "b": 60, "x": 0xC81B, "dp": 0xD0}, {"C880": "00" * 32}),
    ("sv_sound", {"dp": 0xD0}, {"C880": "00" * 32, "C808": "0f0f0f"}),
    ("sv_bar", {"a": 0x1F, "b": 0xD8, "dp": 0xD0}, {}),
]
