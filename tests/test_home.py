"""The tests use their own home folder, and not that of the user."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs

from vecx import Machine
from vecx.play import recent, save_states

ROOT = Path(__file__).parents[1]


def test_data_goes_to_a_folder_of_the_tests() -> None:
    """States and the recent list are in a folder of the tests, also in subprocesses."""
    home = os.environ["XDG_DATA_HOME"]
    assert home.startswith(tempfile.gettempdir())
    assert platformdirs.user_data_dir("vecx", appauthor=False).startswith(home)
    path = save_states.path_of(Machine("connect4", preset="ideal"), 0)
    assert str(path).startswith(home)
    code = "import os; print(os.environ['XDG_DATA_HOME'])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == home


def test_what_is_played_in_tests_is_not_what_was_played_last(tmp_path: Path) -> None:
    """A cartridge played in a test is only in the test's recent list."""
    cart = tmp_path / "game.bin"
    cart.write_bytes(b"g GCE 2026")
    recent.note(cart)
    assert cart in recent.paths()
    own = {name: value for name, value in os.environ.items()
           if name not in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    code = "from vecx.play import recent; print(*recent.paths(), sep='\\n')"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=ROOT, env=own)
    assert str(cart) not in said.stdout.splitlines()
