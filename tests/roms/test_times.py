"""The time of the ROM's entries, compared with the reference cases.

Goal: programs that depend on the time of a frame's work find the time that they were written for.
Method: every case takes exactly the cycles of the reference, and its effects on beam, sound and
timers come in exactly the reference's cycles.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.roms.contract_cases import CASES, IMAGE, REFERENCE
from vecx.conform import bios
from vecx.conform import effects as fx

# entries whose total time alone is exact: they hold a pot or the sound chip's bus for longer
TOTAL_ALONE = {"Joy_Digital", "Read_Btns", "Read_Btns_Mask", "Wait_Bound"}


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    return bios.Bench(IMAGE, bios.base_ram(REFERENCE))


def _outcomes(bench: bios.Bench, name: str) -> Iterator[tuple[dict[str, Any], bios.Outcome]]:
    for case in CASES:
        if case["routine"] == name:
            got = bios.run_call(bench, case)
            assert isinstance(got, bios.Outcome), case["id"]
            yield case, got


@pytest.mark.parametrize("name", sorted({case["routine"] for case in CASES}))
def test_time_is_exact(bench: bios.Bench, name: str) -> None:
    """Each case takes the reference's cycles, and each effect is in the reference's cycle."""
    for case, got in _outcomes(bench, name):
        assert got.cycles == case["out"]["cycles"], case["id"]
        have, want = fx.effects(got.writes, case["in"].get("via")), case["out"]["fx"]
        if name in TOTAL_ALONE:
            have, want = ([row[1:] for row in rows] for rows in (have, want))
        assert have == want, case["id"]


def test_cases_cover_the_entries() -> None:
    """Entries that draw or sound have several cases."""
    count = Counter(case["routine"] for case in CASES)
    assert len(count) > 140
    assert all(count[name] >= 5 for name in ("Print_Str", "Draw_VL_mode", "Joy_Analog",
                                             "Init_Music_chk", "Explosion_Snd", "Add_Score_d"))
