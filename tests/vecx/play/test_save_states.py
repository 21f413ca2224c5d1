"""States in slots: saving, loading, and refusals."""

import hashlib
import json
import random
import zlib
from pathlib import Path

import pytest

from tests.vecx.play.sources import SOURCE
from vecx import Machine
from vecx.errors import VecxError
from vecx.play import save_states

PICTURE = b"\x89PNG picture"


@pytest.mark.parametrize("cart", ["connect4", "reversi"])
def test_save_load_and_run_is_run(cart: str, tmp_path: Path) -> None:
    """A saved state that is loaded by another machine continues identically."""
    chance, machine = random.Random(3), Machine(cart, seed=2)
    for number in range(12):
        machine.run_cycles(chance.randrange(20_000, 1_500_000))
        machine.press(chance.randint(1, 4))
        machine.run_cycles(chance.randrange(200_000))
        machine.release(chance.randint(1, 4))
        machine.stick(chance.uniform(-1, 1), 0)
        machine.press(4, at=machine.cycles + chance.randrange(100_000))
        path = tmp_path / f"{number}.state"
        save_states.save(path, machine, PICTURE)
        other = Machine(cart, seed=9, preset="ideal")
        save_states.load(path, other)
        frames = machine.run_frames(number + 1)
        assert other.run_frames(number + 1) == frames
        assert other.snapshot() == machine.snapshot()
        assert save_states.read(path)[0] == PICTURE


@pytest.mark.parametrize("change, words", [
    (lambda data: b"", "not a vecx save state"), (lambda data: b"[1]\n", "not a vecx save state"),
    (lambda data: data[:-1], "damaged"), (lambda data: data + b"x", "damaged"),
    (lambda data: data[:400] + bytes([data[400] ^ 1]) + data[401:], "damaged"),
    (lambda data: data.replace(b"state/2", b"state/7", 1), "format 'vecx-state/7'"),
    (lambda data: data.replace(b'"picture": 12', b'"picture": -1', 1), "damaged"),
])
def test_what_is_no_state_is_refused(change, words: str, tmp_path: Path) -> None:
    """An invalid state gives one message, and the machine is unchanged."""
    machine = Machine("connect4")
    machine.run_frames(3)
    path = tmp_path / "0.state"
    save_states.save(path, machine, PICTURE)
    path.write_bytes(change(path.read_bytes()))
    machine.run_frames(2)
    before = machine.snapshot()
    with pytest.raises(VecxError, match=words) as caught:
        save_states.load(path, machine)
    assert str(path) in str(caught.value)
    assert machine.snapshot() == before


def test_states_of_others_are_refused(tmp_path: Path) -> None:
    """Another cartridge's state and an empty slot are refused."""
    path = tmp_path / "0.state"
    save_states.save(path, Machine("reversi"), PICTURE)
    with pytest.raises(VecxError, match="another cartridge"):
        save_states.load(path, Machine("connect4"))
    with pytest.raises(VecxError, match="save a state first"):
        save_states.load(tmp_path / "1.state", Machine("connect4"))


def test_a_full_disk_keeps_the_old_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a state cannot be written, the old one stays."""
    import os

    machine, path = Machine("connect4"), tmp_path / "0.state"
    save_states.save(path, machine, PICTURE)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(VecxError, match="No space left"):
        save_states.save(path, machine, b"another")
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["0.state"]


def test_each_cartridge_has_its_folder() -> None:
    """Each cartridge has its own folder of slots."""
    folders = {save_states.folder_of(Machine(cart)) for cart in ("connect4", "reversi", None)}
    assert len(folders) == 3
    assert save_states.path_of(Machine("connect4"), 3).name == "3.state"


def test_a_state_goes_on_after_an_edit(tmp_path: Path) -> None:
    """After an edit, a state is loaded by symbols; variables that moved keep their contents.

    Variables that were removed are returned.  The path of the slot does not change.
    """
    source, path = tmp_path / "game.asm", tmp_path / "0.state"
    source.write_text(SOURCE)
    machine = Machine(source, preset="ideal")
    machine.run_frames(400)
    counted = machine.read("count")[0]
    assert counted > 5
    save_states.save(path, machine, PICTURE)
    source.write_text(SOURCE.replace("count           rmb", "first rmb 3\ncount rmb")
                      .replace("sta     seen", "sta     saw ").replace("seen     ", "saw      "))
    edited = Machine(source)
    assert save_states.path_of(edited, 0) == save_states.path_of(machine, 0)
    assert edited.address("count") != machine.address("count")
    assert save_states.load(path, edited) == ["seen"]
    assert edited.read("count")[0] == counted
    edited.run_frames(10)
    assert edited.read("count")[0] > counted
    assert save_states.load(path, machine) == []


def test_an_edit_that_changes_too_much_is_told(tmp_path: Path) -> None:
    """An edit of the running code is refused with the line."""
    source, path = tmp_path / "game.asm", tmp_path / "0.state"
    source.write_text(SOURCE)
    machine = Machine(source, preset="ideal")
    machine.run_frames(400)
    machine.run_to("deeper")
    save_states.save(path, machine, PICTURE)
    source.write_text(SOURCE.replace("jsr     deeper", "nop\n jsr     deeper"))
    edited = Machine(source)
    before = edited.snapshot()
    with pytest.raises(VecxError, match=r"cannot be used: the calling code at .*game.asm:14"):
        save_states.load(path, edited)
    assert edited.snapshot() == before


def test_a_state_whose_program_is_damaged_is_refused(tmp_path: Path) -> None:
    """A state with a damaged program gives one message."""
    source, path = tmp_path / "game.asm", tmp_path / "0.state"
    source.write_text(SOURCE)
    machine = Machine(source)
    snapshot = machine.snapshot()
    source.write_text(SOURCE + " fcb 1\n")
    edited = Machine(source)
    for program in (b"x", zlib.compress(b"[]"), zlib.compress(b"{}"), zlib.compress(bytes(1 << 26)),
                    zlib.compress(b'{"image": "%%", "symbols": ""}'),
                    zlib.compress(b'{"image": "", "symbols": "{}"}')):
        body = PICTURE + snapshot + program
        head = {"format": save_states.FORMAT, "picture": len(PICTURE), "snapshot": len(snapshot),
                "program": len(program), "sha256": hashlib.sha256(body).hexdigest()}
        path.write_bytes(json.dumps(head).encode() + b"\n" + body)
        with pytest.raises(VecxError, match="the state is damaged or cut short"):
            save_states.load(path, edited)


def test_a_state_of_the_version_before_is_read(tmp_path: Path) -> None:
    """A state of the previous version, without a program, is read."""
    machine, path = Machine("connect4"), tmp_path / "0.state"
    machine.run_frames(20)
    save_states.save(path, machine, PICTURE)
    data = path.read_bytes().replace(b"vecx-state/2", b"vecx-state/1", 1)
    path.write_bytes(data.replace(b' "program": 0,', b"", 1))
    other = Machine("connect4")
    assert save_states.load(path, other) == [] and other.snapshot() == machine.snapshot()
