"""Programs in C on a machine: symbols, lines and errors of their files."""

import shutil
from pathlib import Path

import pytest

from vecx.cli import run_command
from vecx.console.roms import load_symbols, ram_rows
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.measure.coverage.listing import listing
from vecx.testing.cartridges import ready

C = Path(__file__).parents[2] / "reference" / "c"


@pytest.fixture
def drift(tmp_path):
    """Return a folder with a copy of the files of the game drift."""
    shutil.copytree(C / "drift", tmp_path / "game")
    return tmp_path / "game"


def test_a_machine_knows_the_lines_of_c():
    """Variables have their C names and sizes, and the source is found beside the map."""
    machine = Machine(C / "drift" / "drift.bin", preset="ideal", symbols=C / "drift" / "drift.map")
    assert machine.messages == f"{C / 'drift/drift.c'}:25: warning: lives does not have its " \
        "initial value, which nothing copies to RAM in a cartridge; assign the value in main(), " \
        "or make it const"
    machine.run_to("update", max_cycles=20_000_000)
    place = machine.where(machine.registers.pc)
    assert (place.routine, place.file, place.line) == ("update", str(C / "drift/drift.c"), 110)
    machine["score"] = 1000
    assert machine["_score"] == 1000 and machine["lives"] == machine[0xC880]


def test_coverage_and_tests_use_the_lines_of_c():
    """The instructions are known, with their lines and branches; the files are of this image."""
    debug = ready(str(C / "drift" / "drift.bin"), str(C / "drift" / "drift.map")).debug
    found = listing(debug, (C / "drift" / "drift.bin").read_bytes())
    lines, ways = found.sources().plain()[str(C / "drift" / "drift.c")]
    assert {34, 115, 179} <= set(lines) and (34, 35) in ways


def test_a_map_without_listings_is_a_warning(drift):
    """The machine has names, and says which listing is missing."""
    (drift / "drift.lst").unlink()
    machine = Machine(drift / "drift.bin", preset="ideal", symbols=drift / "drift.map")
    assert machine.symbols["update"] == 0x058C
    assert machine.messages.splitlines()[0].endswith(
        "drift.map: no listing of drift.o in this folder: only names are known, no lines (cmoc "
        "keeps its listings with -i)")


def test_several_files_are_joined():
    """Listings of a linked program can be given one by one."""
    gcc = C / "gcc"
    machine = Machine(gcc / "drift.bin", preset="ideal",
                      symbols=[gcc / "crt0.rst", gcc / "drift.rst"])
    assert machine.where(0x00AF).line == 39 and machine.where(0x0020).line == 18
    assert machine.symbols["update"] == 0x0099


def test_files_that_do_not_fit_are_refused(drift):
    """Each error is one sentence that begins with the file."""
    image = bytearray((drift / "drift.bin").read_bytes())
    with pytest.raises(VecxError, match=r"drift\.lst: this listing is relocatable: give the map"):
        load_symbols([drift / "drift.lst"], bytes(image))
    image[0x05A6] ^= 1
    with pytest.raises(VecxError, match=r"/drift\.lst: made for another image: at \$05A6"):
        load_symbols([drift / "drift.map"], bytes(image))
    (drift / "a.json").write_text('{"format": "vecx-symbols/2"}')
    with pytest.raises(VecxError, match=r"a\.json: .* remove the other --symbols"):
        load_symbols([drift / "a.json", drift / "drift.map"])
    with (drift / "big.map").open("w") as file:
        file.write("Symbol: a (b.o) = 0001\n" * 400_000)
    with pytest.raises(VecxError, match=r"big\.map: larger than"):
        load_symbols([drift / "big.map"])


def test_a_large_map_is_read_quickly(drift):
    """A map of 5 MB is read in a few seconds."""
    text = (drift / "drift.map").read_text()
    lines = "".join(f"Symbol: name_{at:06} (other.o) = 0379\n" for at in range(120_000))
    (drift / "drift.map").write_text(text + lines)
    info, _ = load_symbols([drift / "drift.map"], (drift / "drift.bin").read_bytes())
    assert "name_000000" not in info.symbols and info.where(0x05A6).line == 115


def test_variables_that_reach_the_stack_are_an_error(drift):
    """The end of the variables is that of the last section in RAM."""
    text = (drift / "drift.map").read_text()

    def load(size: str) -> list[str]:
        (drift / "drift.map").write_text(text.replace("at C890, length 001D",
                                                      f"at C890, length {size}"))
        return ram_rows(load_symbols([drift / "drift.map"])[0])

    assert load("0359")[-1].split() == ["$CBE9-$CBE9", "1", "byte", "room", "for", "the", "stack"]
    with pytest.raises(VecxError, match=r"drift\.map: .* end at \$CBE9 \(section bss of drift\.o\)"
                                        ", and leave no room for the stack"):
        load("035A")


def test_info_shows_the_ram(drift, capsys):
    """The sections of RAM are listed, with the room for the stack."""
    assert run_command(["info", str(drift / "drift.bin"), "--symbols",
                        str(drift / "drift.map")]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "ram       $C880-$C880      1 byte   rwdata drift.o",
        "          $C881-$C88F     15 bytes  bss crt.vec_o",
        "          $C890-$C8AC     29 bytes  bss drift.o",
        "          $C8AD-$CBE9    829 bytes  room for the stack"]
    gcc = C / "gcc"
    rows = ram_rows(load_symbols([gcc / "drift.map"])[0])
    assert [row.split()[-5:] for row in rows] == [
        ["ram", "$C880-$C892", "19", "bytes", ".bss"], ["bytes", "room", "for", "the", "stack"]]
    assert ram_rows(load_symbols([gcc / "drift.rst"])[0]) == []


def test_a_function_is_called_with_its_arguments():
    """Arguments are words on the stack, and the result is in B."""
    machine = Machine(C / "drift" / "drift.bin", preset="ideal", symbols=C / "drift" / "drift.map")
    assert machine.run_to("main", max_cycles=20_000_000)
    for arguments, expected in (((10, 10, 15, 15), 1), ((10, 10, 60, 15), 0), ((-9, 0, 2, 11), 1)):
        words = b"".join((one & 0xFFFF).to_bytes(2, "big") for one in arguments)
        stack = machine.registers.s - len(words)
        machine.write(stack, words)
        assert machine.call("near_by", s=stack).registers.b == expected


def test_names_with_blanks(drift):
    """Folders and files may have blanks in their names."""
    folder = drift.rename(drift.parent / "my game")
    for name in ("drift.map", "drift.bin"):
        (folder / name).rename(folder / f"my {name}")
    machine = Machine(folder / "my drift.bin", preset="ideal", symbols=folder / "my drift.map")
    assert machine.where(0x05A6).file == str(folder / "drift.c")
    text = (folder / "my drift.map").read_text()
    (folder / "my drift.map").write_text(text.replace("(drift.o)", "(my drift.o)"))
    (folder / "drift.lst").rename(folder / "my drift.lst")
    assert load_symbols([folder / "my drift.map"])[0].where(0x05A6).line == 115
