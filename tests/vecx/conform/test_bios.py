"""The replay of the executive ROM's behavioural cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from vecx.conform import bios

REFERENCE = Path(__file__).parent.parent.parent / "reference" / "bios"
IMAGE = Path(bios.__file__).parent.parent.joinpath("data", "exec.bin").read_bytes()
CASES = list(bios.cases(REFERENCE))


@pytest.fixture(scope="module")
def bench() -> bios.Bench:
    """Return a machine with our ROM."""
    return bios.Bench(IMAGE, bios.base_ram(REFERENCE))


def chosen(kind: str) -> list[dict[str, Any]]:
    """Return the cases of a kind."""
    return [case for case in CASES if case["kind"] == kind]


def test_there_are_cases() -> None:
    """The reference folder contains all cases."""
    assert len(CASES) == 810


@pytest.mark.parametrize("routine", sorted({case["routine"] for case in chosen("call")}))
def test_routine(bench: bios.Bench, routine: str) -> None:
    """A routine of our ROM has the effects of its cases, in time."""
    wrong = {case["id"]: bios.replay_call(bench, case) for case in chosen("call")
             if case["routine"] == routine}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


@pytest.mark.slow
@pytest.mark.parametrize("case", chosen("select"), ids=lambda case: case["id"])
def test_select(bench: bios.Bench, case: dict[str, Any]) -> None:
    """Select_Game reacts to the buttons frame by frame."""
    assert bios.replay_select(bench, case) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", chosen("boot"), ids=lambda case: case["id"])
def test_boot(bench: bios.Bench, case: dict[str, Any]) -> None:
    """A cartridge with a header is started, and one without is not."""
    assert bios.replay_boot(bench, case) == []


def test_a_routine_that_must_not_return(bench: bios.Bench) -> None:
    """A case with `returns: false` passes only if the routine does not return."""
    (case,) = [case for case in CASES if case["id"] == "Delay_1/00"]
    endless = case | {"out": {"returns": False, "cycles": bios.CALL_CYCLES_MAX}}
    assert bios.replay_call(bench, endless) == ["has returned, but must not return"]
    loop = {"entry": "1000", "in": case["in"] | {"mem": {"1000": "20fe"}}}
    assert bios.replay_call(bench, endless | loop) == []
    assert "has not returned" in bios.replay_call(bench, case | loop)[0]
    assert [case["routine"] for case in CASES if not bios.returns(case)] == ["Joy_Analog"] * 4


@pytest.mark.parametrize(("share", "passes"), [(0.015, True), (0.025, False), (-0.025, False)])
def test_the_total_time_of_text(bench: bios.Bench, share: float, passes: bool) -> None:
    """Routines that print may deviate by 2 %, whether slower or faster."""
    (case,) = [case for case in CASES if case["id"] == "Print_Str/00"]
    cycles = case["out"]["cycles"] * (1 + share)
    changed = case | {"out": case["out"] | {"cycles": cycles}}
    assert (bios.replay_call(bench, changed) == []) == passes


def test_falsified_rows_fail(tmp_path: Path) -> None:
    """Exactly the falsified cases fail."""
    rows = [case for case in CASES if case["routine"] in ("Delay_1", "Moveto_d", "Sound_Byte",
                                                          "Clear_Score")]
    changed = json.loads(json.dumps(rows))
    by_id = {case["id"]: case for case in changed}
    by_id["Delay_1/00"]["out"]["cycles"] += 1
    by_id["Moveto_d/00"]["out"]["fx"][-1][2] ^= 1
    by_id["Sound_Byte/00"]["out"]["regs"]["a"] ^= 1
    by_id["Clear_Score/00"]["out"]["ram"]["C900"] = 99
    by_id["Sound_Byte/01"]["entry"] = "FFF0"
    target = tmp_path / "bios"
    target.mkdir()
    for name in ("base_ram.json", "stack_depth.csv"):
        target.joinpath(name).write_text((REFERENCE / name).read_text())
    target.joinpath("bios_cases.jsonl").write_text(
        "".join(json.dumps(case) + "\n" for case in changed))
    result = bios.replay(tmp_path / "bios", IMAGE)
    assert sorted(line.split(":")[0] for line in result.failures) == \
        ["Clear_Score/00", "Delay_1/00", "Moveto_d/00", "Sound_Byte/00", "Sound_Byte/01"]
    assert result.passed == len(rows) - 5 + 4          # 4: the stack of each entry
    assert result.aside == ("optional routines: 0 agree, 0 differ",)


def test_an_entry_that_uses_more_stack_than_it_may_fails(tmp_path: Path) -> None:
    """An entry that uses more stack than the original fails."""
    target = tmp_path / "bios"
    target.mkdir()
    target.joinpath("base_ram.json").write_text((REFERENCE / "base_ram.json").read_text())
    depths = (REFERENCE / "stack_depth.csv").read_text()
    assert "Moveto_d,F312,2\n" in depths
    target.joinpath("stack_depth.csv").write_text(depths.replace("Moveto_d,F312,2",
                                                                 "Moveto_d,F312,1"))
    target.joinpath("bios_cases.jsonl").write_text(
        "".join(json.dumps(case) + "\n" for case in CASES if case["routine"] == "Moveto_d"))
    result = bios.replay(tmp_path / "bios", IMAGE)
    assert result.failures == ["Moveto_d: overwrites 2 bytes of stack below its return address; "
                               "the maximum is 1"]


def test_optional_routines_are_counted_apart(tmp_path: Path) -> None:
    """Cases of routines that no cartridge needs are counted separately."""
    target = tmp_path / "bios"
    target.mkdir()
    for name in ("base_ram.json", "stack_depth.csv"):
        target.joinpath(name).write_text((REFERENCE / name).read_text())
    target.joinpath("bios_cases.jsonl").write_text(
        "".join(json.dumps(case) + "\n" for case in CASES
                if case["routine"] in ("Delay_2", "Delay_3")))
    result = bios.replay(tmp_path / "bios", IMAGE)
    assert result.passed == 2 + 2
    assert result.failures == []
    assert result.aside == ("optional routines: 2 agree, 0 differ",)
