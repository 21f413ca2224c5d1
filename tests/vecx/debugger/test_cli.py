"""The command's arguments."""

import subprocess
import sys


def test_a_cartridge_is_needed():
    """Without one the usage is at fault."""
    run = subprocess.run([sys.executable, "-m", "vecx", "debug"], capture_output=True, text=True,
                         check=False)
    assert run.returncode == 2 and "a cartridge is missing" in run.stderr
