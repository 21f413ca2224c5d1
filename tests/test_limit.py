"""A test that never ends fails, and the others run."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CASES = """
import pytest

@pytest.mark.timeout(1, func_only=True)
def test_endless():
    while True: pass

def test_other():
    assert True
"""


@pytest.mark.slow
def test_a_test_that_never_ends_fails(tmp_path: Path) -> None:
    """Its name and the line where it was are in the output."""
    (tmp_path / "test_cases.py").write_text(CASES)
    done = subprocess.run([sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-n", "1",
                           "-p", "no:cacheprovider", tmp_path], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout
    assert "test_endless" in done.stdout and ">       while True: pass" in done.stdout


def test_every_run_has_the_limit(pytestconfig: pytest.Config) -> None:
    """It is long enough for any test on a loaded machine, and short enough for a run of CI."""
    assert 300 <= float(pytestconfig.getini("timeout")) <= 900
