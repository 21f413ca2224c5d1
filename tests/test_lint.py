"""Lint and types: the whole project passes ruff and mypy with the settings of pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("tool", [["ruff", "check", "."], ["mypy"]], ids=["ruff", "mypy"])
def test_tool_finds_nothing(tool: list[str]) -> None:
    """The tool ends with status 0."""
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
