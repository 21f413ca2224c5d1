"""The replay of the assembler's reference data."""

import json
import shutil
from pathlib import Path

import pytest

from vecx.conform.asm import replay

REFERENCE = Path(__file__).parents[2] / "reference" / "asm"


def test_all_rows_pass() -> None:
    """All 5,369 encodings and 92 refusals agree."""
    assert replay(REFERENCE) == (5461, [])


def test_falsified_rows_are_counted_one_by_one(tmp_path: Path) -> None:
    """k falsified rows give exactly k failures, each with its line."""
    for name in ("encodings.jsonl", "errors.jsonl"):
        shutil.copy(REFERENCE / name, tmp_path / name)
    lines = (tmp_path / "encodings.jsonl").read_text("utf-8").splitlines()[:50]
    for number in (3, 17):
        row = json.loads(lines[number])
        row["bytes"] = row["bytes"][:-2] + f"{int(row['bytes'][-2:], 16) ^ 1:02x}"
        lines[number] = json.dumps(row)
    (tmp_path / "encodings.jsonl").write_text("\n".join(lines))
    (tmp_path / "errors.jsonl").write_text(json.dumps({"src": " nop", "reason": "false"}))
    passed, failures = replay(tmp_path)
    assert passed == 48 and len(failures) == 3
    assert failures[0].startswith("encodings.jsonl:4:") and "errors.jsonl:1:" in failures[2]


def test_empty_folder_is_refused(tmp_path: Path) -> None:
    """A folder without reference data is an error."""
    with pytest.raises(FileNotFoundError):
        replay(tmp_path)
