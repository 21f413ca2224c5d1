"""Hostile files for the libretro core, for some seconds."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile import cores

ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
def test_hostile_files_for_the_core() -> None:
    """A part of `python -m tests.hostile.cores` runs: nothing crashes the core."""
    done = subprocess.run([sys.executable, "-m", cores.__name__, "--seconds", "60"], cwd=ROOT,
                          capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "states accepted" in done.stdout and "content refused" in done.stdout
