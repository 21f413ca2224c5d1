"""Devices, FIFOs and endless files that a symbol file names are not read."""

import json
import os
import time
from pathlib import Path

import pytest

from vecx import Machine, files
from vecx.console import roms
from vecx.debugger import inspector
from vecx.play import reload

SYMBOLS = Path(__file__).parents[2] / "vecx" / "data" / "connect4.symbols.json"


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that makes a machine whose symbol file names this file as sources."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    os.symlink("loop", "loop")
    with open("sparse", "wb") as file:
        file.truncate(4 << 30)

    def make(name: str) -> Machine:
        whole = json.loads(SYMBOLS.read_bytes())
        for row in whole["inputs"]:
            row["path"] = name
        whole["files"] = [name, *whole["files"][1:]]
        Path("s.json").write_text(json.dumps(whole))
        return Machine("connect4", preset="ideal", symbols="s.json")

    return make


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs devices")
@pytest.mark.parametrize("name", ["/dev/zero", "/proc/kmsg", "fifo", "sparse", "loop", "a\0b",
                                  "\ud800", "/", "no such file"], ids=repr)
def test_no_file_is_waited_for(named, name: str) -> None:
    """Neither the check for changed sources nor the source window hangs."""
    machine, begun = named(name), time.monotonic()
    changed = inspector.changed_sources(machine)
    assert changed == ([name] if name == "/proc/kmsg" else [])      # it says that it is empty
    sources = files.Sources()
    assert sources.lines(name) == [] or set(sources.lines(name)) == {"\0" * files.SOURCE_BYTES_MAX}
    assert set(reload.stamps([name])) <= {name}
    assert time.monotonic() - begun < 20


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    """A changed source is detected by its digest."""
    path = tmp_path / "a.asm"
    path.write_text(' org 0\n fcb "g GCE 2026",$80\n fdb 0\n fcb 0\nmain bra main\n')
    machine = Machine(path, preset="ideal")
    assert inspector.changed_sources(machine) == []
    path.write_text(path.read_text() + "; longer\n")
    assert inspector.changed_sources(machine) == list(machine.debug.inputs)
    assert roms.load_cartridge(path)[1].inputs[str(path)] == files.digest(path)
