"""The names that modules had in the manual before the packages got rooms still work, and warn."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OLD = [("asm.debuginfo", "from_text"), ("asm.debugging", "debug_info"), ("asm.isa", "BY_MNEMONIC"),
       ("asm.contracts", "find"), ("asm.listing", "make_listing"), ("vecx.movie", "replay"),
       ("vecx.roms", "include_dirs"), ("vecx.record.take", "filming"),
       ("vecx.record.recording", "open_recording"), ("vecx.record", "SUFFIXES"),
       ("vecx.record.beside", "BackgroundRecording")]


def python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a program."""
    return subprocess.run([sys.executable, *options, "-c", code], cwd=ROOT, capture_output=True,
                          text=True, check=False)


@pytest.mark.parametrize("module, name", OLD)
def test_an_old_name_works_and_warns(module: str, name: str) -> None:
    """Both forms of import give the module of the new name; the warning names it and the caller."""
    package, _, last = module.rpartition(".")
    run = python(f"from {module} import {name}\nfrom {package} import {last}\n"
                 f"assert {last}.{name} is {name}\nprint({last}.__name__)", "-W", "always")
    assert run.returncode == 0, run.stderr
    assert f"{module} is {run.stdout.strip()} now" in run.stderr


def test_what_never_was_is_not_found() -> None:
    """Another name is the error that it always is."""
    assert "No module named 'asm.nothing'" in python("import asm.nothing").stderr
    assert "No module named 'vecx.nothing'" in python("import vecx.nothing").stderr
