"""Finding and loading images, and the messages about them."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from vecx import Machine, VecxError
from vecx.cli import run_command
from vecx.console import roms
from vecx.console.cartridge import Cartridge, header_fault, header_lines
from vecx.console.roms import load_cartridge
from vecx.errors import AssemblyError

HEADER = b"g GCE 2026\x80\xfd\x0d\xf8\x50\x20\xaaHELLO WORLD\x80\x00"


def zipped(method: int = zipfile.ZIP_STORED, /, **files: bytes) -> bytes:
    """Return a zip archive."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return room.getvalue()


def test_images_come_plain_gzipped_and_zipped(tmp_path):
    """The same cartridge loads plain, gzipped and zipped."""
    for name, data in (("a.bin", HEADER), ("a.vec", HEADER), ("a.bin.gz", gzip.compress(HEADER)),
                       ("a.zip", zipped(readme_txt=b"x", game_vec=HEADER))):
        path = tmp_path / name
        path.write_bytes(data)
        cart, _ = roms.load_cartridge(path)
        assert cart is not None
        assert cart.image == HEADER
        assert cart.title == "HELLO WORLD"


@pytest.mark.parametrize(("name", "data", "words"), [
    ("empty.bin", b"", "empty"), ("one.bin", b"g", "1 byte cannot be"),
    ("big.bin", bytes(70 * 1024), "71,680 bytes"), ("bad.gz", b"\x1f\x8b\x08hello", "damaged"),
    ("bad.zip", b"PK\x03\x04hello", "damaged"), ("two.zip", zipped(a_bin=b"x", b_vec=b"y"), "2 im"),
    ("none.zip", zipped(a_txt=b"x"), "0 images"), ("empty.zip", zipped(), "0 images"),
    ("zip.zip", zipped(a_bin=zipped(b_bin=HEADER)), "contains another archive"),
    ("zip.gz", gzip.compress(zipped(b_bin=HEADER), mtime=0), "contains another archive"),
    ("bomb.gz", gzip.compress(bytes(65_537), mtime=0), "more than 65,536"),
    ("bomb.zip", zipped(a_bin=bytes(65_537)), "more than 65,536"),
    ("lzma.zip", zipped(zipfile.ZIP_LZMA, a_bin=HEADER), "unsupported compression"),
    ("bzip2.zip", zipped(zipfile.ZIP_BZIP2, a_bin=HEADER), "unsupported compression"),
    ("secret.zip", zipped(a_bin=HEADER).replace(
        b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1"),
     "encrypted"),
    ("name.zip", zipped(a_bin=HEADER).replace(b"a.bin", b"\xff.bin").replace(
        b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\0\x08"), "damaged")])
def test_what_cannot_be_a_cartridge_is_refused(tmp_path, name, data, words):
    """Each invalid file gives one message with file and reason."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(VecxError, match=words) as error:
        roms.load_cartridge(path)
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_files_and_directories(tmp_path):
    """A missing file lists the bundled cartridges; a directory is refused as such."""
    with pytest.raises(VecxError, match="no such file; the bundled cartridges are accuracy"):
        roms.load_cartridge(tmp_path / "no.bin")
    with pytest.raises(VecxError, match="a directory"):
        roms.load_cartridge(tmp_path)
    with pytest.raises(VecxError, match="no such file"):
        roms.load_cartridge(tmp_path / "no.asm")


@pytest.mark.parametrize("given, meant", [
    ("game", "game/game.asm"), ("game/gmae.asm", "game/game.asm"), ("other.rim", "other.rom"),
    ("game/x.asm", None), ("empty", None), ("nowhere/game.asm", None)])
def test_a_path_that_is_nearly_right_gets_a_hint(tmp_path, monkeypatch, given, meant):
    """A folder with one source, and a misspelt name, get a hint."""
    monkeypatch.chdir(tmp_path)
    for folder in ("game", "empty"):
        (tmp_path / folder).mkdir()
    for name in ("game/game.asm", "game/notes.txt", "other.rom"):
        (tmp_path / name).write_bytes(b"")
    with pytest.raises(VecxError) as caught:
        load_cartridge(given)
    assert ("did you mean" in str(caught.value)) == (meant is not None)
    assert meant is None or str(caught.value).endswith(f"did you mean {Path(meant)}?")


def test_sources_are_assembled_on_the_fly(tmp_path, capsys):
    """An .asm file runs with its symbols; one with errors is refused."""
    path = tmp_path / "game.asm"
    path.write_text(' org 0\n fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\nmain bra main\n')
    assert Machine(path, preset="ideal").symbols["main"] == 14
    path.write_text(" org 0\n ldq #1\n")
    with pytest.raises(AssemblyError, match="not assembled") as caught:
        roms.load_cartridge(path)
    assert "game.asm:2:" in caught.value.messages and "game.asm:2:" in str(caught.value)
    assert caught.value.summary == f"{path}: not assembled"
    assert capsys.readouterr() == ("", "")


def test_warnings_wait_to_be_asked_for(tmp_path, capsys):
    """Python code prints no warnings; the command does.
    """
    path = tmp_path / "game.asm"
    path.write_text(" org 0\n fcc \"g GCE 2026\"\n fcb $80\n fdb $FD0D\n fcb 0\nmain tfr a,x\n"
                    " bra main\n")
    machine = Machine(path, preset="ideal")
    assert "warning[-Wtransfer-size]" in machine.messages and not Machine().messages
    assert capsys.readouterr() == ("", "")
    assert run_command(["run", str(path), "--headless", "--frames", "1"]) == 0
    assert machine.messages in capsys.readouterr().err
    path.write_text(" org 0\n ldq #1\n")
    assert run_command(["run", str(path), "--headless", "--frames", "1"]) == 1
    said = capsys.readouterr().err
    assert "game.asm:2:" in said and said.endswith(f"vecx: {path}: not assembled\n")


def test_executive_roms_have_8_kib(tmp_path):
    """A ROM must have 8 KiB, or be the upper half."""
    with pytest.raises(VecxError, match="an executive ROM has 8,192"):
        roms.load_bios(bytes(100))
    half = bytes(range(256)) * 16
    assert roms.load_bios(half)[0][4096:] == half
    assert len(roms.load_bios(None)[0]) == 8192


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "vecx-symbols/2"}',
                                  '{"format": "vecx-symbols/1", "symbols": {}}',
                                  '{"format": "vecx-symbols/2", "symbols": {"a": 1}}',
                                  '{"format": "other/1", "symbols": {}}'])
def test_damaged_symbol_files_are_refused(tmp_path, text):
    """An invalid symbol file is refused with its name."""
    path = tmp_path / "s.json"
    path.write_text(text)
    with pytest.raises(VecxError, match=r"s\.json"):
        roms.load_debug(path)


def test_what_is_known_of_a_source(tmp_path):
    """Bundled images, ROM and sources have debug information."""
    cart, debug = roms.load_cartridge("connect4")
    assert debug.size == len(cart.image) and debug.contracts["game_reset"].stack == 4
    assert str(debug.where(debug.address_of("game_reset") + 1)).split()[1:] == [
        "game_reset+1", f"games/connect4.asm:{debug.symbols['game_reset'].line}"]
    rom = roms.load_bios(None).debug
    assert rom.where(0xF192).routine == "Wait_Recal" and rom.origin == 0xE000
    assert not roms.load_bios(bytes(8192)).debug and not roms.load_cartridge(HEADER)[1]
    path = tmp_path / "game.asm"
    path.write_text(' org 0\n fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb 0\nmain bra main\n')
    _, debug = roms.load_cartridge(path)
    assert (debug.where(15).line, debug.where(15).routine) == (6, "main")
    machine = Machine(path, preset="ideal")
    assert machine.debug == debug and machine.bios_debug == rom


def test_a_folder_does_not_hide_a_bundled_game(tmp_path, monkeypatch):
    """A bundled name takes precedence over a folder of the same name."""
    (tmp_path / "connect4").mkdir()
    monkeypatch.chdir(tmp_path)
    cart, _ = roms.load_cartridge("connect4")
    assert cart.name == "connect4"


def test_the_header_of_two_banks_is_in_the_second(tmp_path, capsys):
    """With two banks, only the header of bank 1 is checked."""
    image = bytes(0x8000) + HEADER.ljust(0x8000, b"\0")
    assert Cartridge(image, "two").header_fault is None
    assert Cartridge(image[0x8000:] + bytes(0x8000), "two").header_fault is not None
    (tmp_path / "two.bin").write_bytes(image)
    assert run_command(["run", str(tmp_path / "two.bin"), "--headless", "--frames", "1"]) == 0
    assert capsys.readouterr().err == ""


def test_headers():
    """The lines of a header are read, and mistakes reported."""
    assert header_fault(HEADER) is None
    assert header_lines(HEADER) == ["HELLO WORLD"]
    assert "not \"g GCE\"" in (header_fault(b"G GCE 1982\x80") or "")
    assert "does not end" in (header_fault(b"g GCE 1982 and so on and on") or "")
    assert header_lines(b"g GCE 1982\x80") == []
