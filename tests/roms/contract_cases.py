"""The contract blocks of the executive ROM, and machines to check them on."""

from pathlib import Path
from typing import Any

from roms import contracts
from vecx.conform import bios
from vecx.console import roms as images

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "tests" / "reference" / "bios"
IMAGE = (ROOT / "vecx" / "data" / "exec.bin").read_bytes()
SYMBOLS = images.load_debug(ROOT / "vecx" / "data" / "exec.symbols.json").values
FRAME = 30_000
CONTRACTS = contracts.read_all()
BY_NAME = {contract.name: contract for contract in CONTRACTS}
# the calls that return
CASES = [case for case in bios.cases(REFERENCE) if case["kind"] == "call" and bios.returns(case)]
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
    ("Sound_List", {"u": 0xED5A, "dp": 0xD0}, {}),
    ("Sound_Step", {"dp": 0xD0}, {"C800": "55005500"}),
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


def reference_cases(name: str) -> list[dict[str, Any]]:
    """Return the reference cases of an entry, or its call in LIBRARY."""
    cases = [case for case in CASES if case["routine"] == name]
    for entry, regs, mem in LIBRARY if not cases else ():
        if entry == name:
            given = {"a": 0, "b": 0, "x": 0, "y": 0, "u": 0, "dp": 0} | regs | {"s": bios.STACK}
            cases = [{"id": name, "entry": f"{SYMBOLS[name]:04X}",
                      "in": {"regs": given, "mem": mem}}]
    if name == "Select_Game":
        cases = [{"id": name, "entry": f"{SYMBOLS[name]:04X}", "in": {
            "regs": {"a": a, "b": b, "x": 0, "y": 0, "u": 0, "dp": 0, "s": bios.STACK},
            "press": [(15 * FRAME, 4)], "longest": 17 * FRAME}}
            for a, b in ((2, 0), (0, 3), (4, 8), (0, 0))]
    return cases
