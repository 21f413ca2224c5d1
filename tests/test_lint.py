"""The project passes ruff and mypy, and its scripts pass ESLint and tsc."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [ROOT / folder / "node_modules" for folder in ("tests/javascript", "building")]


@pytest.mark.parametrize("tool", [["ruff", "check", "."], ["mypy"]], ids=["ruff", "mypy"])
def test_tool_finds_nothing(tool: list[str]) -> None:
    """The tool exits with status 0."""
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not (all(map(Path.exists, MODULES)) and shutil.which("npm")),
                    reason="ESLint and TypeScript are not installed: see CONTRIBUTING.md")
@pytest.mark.parametrize("script", ["lint", "types"])
def test_scripts_of_pages_have_no_errors(script: str) -> None:
    """The scripts pass ESLint's recommended rules and TypeScript's checks."""
    done = subprocess.run(["npm", "run", "--silent", script], cwd=ROOT / "tests/javascript",
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
