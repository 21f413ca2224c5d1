"""The dis command."""

from pathlib import Path

import pytest

from asm import assemble
from asm.output import formats
from vecx.cli import run_command


def run(*words: str) -> int:
    """Run `vecx dis`."""
    return run_command(["dis", *words])


def test_round_trip_with_symbols(tmp_path: Path) -> None:
    """With a symbol file, names return, and the text assembles to the same bytes."""
    program = assemble(" org $E000\nmain jsr sub\n bra main\nsub rts\n")
    assert program.image is not None
    image, symbols, text = (tmp_path / name for name in ("i", "s", "t"))
    image.write_bytes(program.image)
    symbols.write_text(formats.symbols_text(program))
    assert run(str(image), "--symbols", str(symbols), "-o", str(text)) == 0
    assert "main" in text.read_text() and ">sub" in text.read_text()
    again = assemble(text.read_text())
    assert (again.image, again.origin) == (program.image, 0xE000)


def test_the_machine_is_named(tmp_path: Path) -> None:
    """ROM routines, system RAM and VIA have names; those of the symbol file take precedence."""
    program = assemble(' fcc "g GCE 2026"\n fcb $80,$FD,$0D,0\nmain jsr $F192\n lda $C811\n'
                       ' sta $D001\n ldb $C890\n bra main\nours equ $C811\n')
    assert program.image is not None
    image, symbols, text = (tmp_path / name for name in ("i", "s", "t"))
    image.write_bytes(program.image)
    assert run(str(image), "-o", str(text)) == 0
    for operand in (">Wait_Recal", ">Vec_Buttons", ">VIA_port_a", ">$C890"):
        assert operand in text.read_text()
    assert assemble(text.read_text()).image == program.image
    symbols.write_text(formats.symbols_text(program))
    assert run(str(image), "--symbols", str(symbols), "-o", str(text)) == 0
    assert ">ours" in text.read_text() and ">Wait_Recal" in text.read_text()
    assert assemble(text.read_text()).image == program.image


def test_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without -o the text is printed."""
    image = tmp_path / "i"
    image.write_bytes(b"\x12\x39")
    assert run(str(image), "--origin", "$1000") == 0
    assert "org     $1000" in capsys.readouterr().out


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid image or symbol file is one line and status 1."""
    image, symbols = tmp_path / "i", tmp_path / "s"
    image.write_bytes(bytes(70000))
    assert run(str(image)) == 1
    image.write_bytes(b"\x12")
    assert len(capsys.readouterr().err.splitlines()) == 1
    for text in ("[1, 2]", "not json", '{"format": "vecx-symbols/1", "symbols": {}}',
                 '{"format": "vecx-budget/1"}'):
        symbols.write_text(text)
        assert run(str(image), "--symbols", str(symbols)) == 1
        line, = capsys.readouterr().err.splitlines()
        assert "/s: not a symbol file" in line or "vecx-symbols/2" in line
    assert run(str(image), "--symbols", str(tmp_path / "none")) == 1
    assert "no such file" in capsys.readouterr().err


def test_an_empty_image(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty image is reported as empty, for any origin."""
    image = tmp_path / "i"
    image.write_bytes(b"")
    assert run(str(image)) == 1
    assert capsys.readouterr().err == f"vecx: {image}: the file is empty\n"


def test_what_ran_is_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--seen names further instructions; a mistake in its file is one line."""
    image, seen = tmp_path / "i", tmp_path / "seen"
    image.write_bytes(b"\x6e\x84\x86\x05\x39\x12\x12\x39")      # jmp ,x; then unreachable code
    assert run(str(image)) == 0
    assert "lda" not in capsys.readouterr().out
    for text in ("2\n", "$0002\n; a comment\n\n", "0x2-0x4 ; a stretch\n", "0000 - 0003"):
        seen.write_text(text)
        assert run(str(image), "--seen", str(seen)) == 0
        out = capsys.readouterr().out
        assert "lda     #$05" in out and assemble(out).image == image.read_bytes()
    for text in ("zz", "12345", "4-2", "2 3", "2-", "F000 0x"):
        seen.write_text(f"2\n{text}\n")
        assert run(str(image), "--seen", str(seen)) == 1
        line, = capsys.readouterr().err.splitlines()
        assert f"{seen}:2: `{text}` is not an address" in line
    assert run(str(image), "--seen", str(tmp_path / "none")) == 1
    assert "none: no such file" in capsys.readouterr().err
    seen.write_bytes(b"\xff\xfe")
    assert run(str(image), "--seen", str(seen)) == 1


def test_the_executive_rom(capsys: pytest.CaptureFixture[str]) -> None:
    """A ROM image is followed from its published entries."""
    rom = Path(__file__).parents[3] / "vecx" / "data" / "exec.bin"
    assert run(str(rom), "--origin", "$E000") == 0
    text = capsys.readouterr().out
    assert assemble(text, warnings=["none"]).image == rom.read_bytes()
    assert text.count(" jsr ") > 110 and "Wait_Recal" in text


def test_routines_of_the_symbol_file_are_code(tmp_path: Path,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    """The routines of the symbol file are followed."""
    program = assemble(" org 0\nmain jmp ,x\n fcb 1,2,3\n; f: a routine\n;   in       none\n"
                       "f ldd #$1234\n rts\n")
    assert program.image is not None
    (tmp_path / "i").write_bytes(program.image)
    (tmp_path / "s").write_text(formats.symbols_text(program))
    assert run(str(tmp_path / "i"), "--symbols", str(tmp_path / "s")) == 0
    assert "ldd     #$1234" in capsys.readouterr().out


def test_addresses_in_the_comments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--addresses` adds addresses; cells after `<` have names where DP is known."""
    image = tmp_path / "a.bin"
    image.write_bytes(bytes.fromhex("bdf1af 9624 39"))
    assert run(str(image), "--addresses") == 0
    text = capsys.readouterr().out
    assert assemble(text, warnings=["none"]).image == image.read_bytes()
    line = next(line for line in text.splitlines() if "lda" in line)
    assert line.split() == ["lda", "<Vec_0Ref_Enable", ";", "0003", "96", "24"]
