"""The imports of the command line: help and assembling stay light."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"numpy", "numba", "pygame", "sounddevice"}
SOURCE = " org 0\n rts\n"


def imported_by(arguments: list[str], tmp_path: Path) -> set[str]:
    """Run the command line in a new process; return the top-level modules that it imported."""
    code = ("import sys\nfrom vecx.__main__ import main\n"
            f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
            "print('MODULES', *{name.split('.')[0] for name in sys.modules})")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          cwd=tmp_path, check=True,
                          env={"PYTHONPATH": str(Path(__file__).parent.parent), "PATH": ""})
    return set(done.stdout.rpartition("MODULES")[2].split())


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["asm", "t.asm", "-o", "t"],
                                       ["dis", "t.bin"]])
def test_light_commands_import_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    """Help, `vecx asm` and `vecx dis` do not import NumPy, numba or pygame."""
    (tmp_path / "t.asm").write_text(SOURCE)
    (tmp_path / "t.bin").write_bytes(b"\x39")
    assert not imported_by(arguments, tmp_path) & HEAVY


def test_importing_the_machine_leaves_no_trace(tmp_path: Path) -> None:
    """Importing vecx creates no folder, prints nothing, and does not configure numba."""
    code = ("import numba\nbefore = dict(vars(numba.config))\n"
            "import vecx.machine, vecx.display.phosphor, vecx.sound.mixer\n"
            "after = dict(vars(numba.config))\n"
            "assert {k: v for k, v in after.items() if before.get(k) != v} == {}, 'settings'\n"
            "import os\nassert 'NUMBA_CACHE_DIR' not in os.environ\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          cwd=tmp_path, check=False,
                          env={"PYTHONPATH": str(Path(__file__).parent.parent), "PATH": "",
                               "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
