"""The arguments of `vecx debug`."""

import subprocess
import sys

import pytest

from vecx.cli import run_command


def test_a_cartridge_is_needed():
    """Without a cartridge, the command is wrong usage."""
    run = subprocess.run([sys.executable, "-m", "vecx", "debug"], capture_output=True, text=True,
                         check=False)
    assert run.returncode == 2 and "a cartridge is missing" in run.stderr


def test_a_window_has_its_own_cartridge(capsys):
    """`--attach` cannot be combined with a cartridge."""
    with pytest.raises(SystemExit):
        run_command(["debug", "connect4", "--attach", "1"])
    assert "--attach cannot be combined with CART" in capsys.readouterr().err


def test_a_port_for_a_debugger_needs_a_window(capsys):
    """--debug-port with a headless run is wrong usage."""
    assert run_command(["run", "connect4", "--headless", "--frames", "1", "--debug-port", "0"]) == 2
    assert "--debug-port and --headless cannot be given together" in capsys.readouterr().err
