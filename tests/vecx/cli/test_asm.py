"""The asm and dis commands."""

import json
from pathlib import Path

import pytest

from vecx.cli import run_command

ROOT = Path(__file__).parents[3]


def run(*words: str) -> int:
    """Run a command line of vecx."""
    return run_command([*words])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a small valid source."""
    path = tmp_path / "a.asm"
    path.write_text(" org $C000\nstart lda #value\n bra start\nvalue equ 5\n")
    return path


def test_all_outputs(source: Path, tmp_path: Path) -> None:
    """The image and all other outputs are written, with status 0."""
    out = {name: str(tmp_path / name) for name in ("bin", "list", "json", "map", "cnt")}
    assert run("asm", str(source), "-o", out["bin"], "--list", out["list"], "--symbols",
               out["json"], "--map", out["map"], "--cnt", out["cnt"]) == 0
    assert Path(out["bin"]).read_bytes() == b"\x86\x05\x20\xfc"
    content = json.loads(Path(out["json"]).read_text())
    assert content["inputs"][0]["path"] == str(source) and len(
        content["inputs"][0]["sha256"]) == 64
    assert "start" in Path(out["list"]).read_text() and "start" in Path(out["map"]).read_text()


def test_macros_in_the_listing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--list-macros lists the expansions of macros; without --list it is wrong usage."""
    source, out = tmp_path / "m.asm", tmp_path / "m.lst"
    source.write_text("m macro\n lda #\\1\n endm\n m 5\n")
    assert run("asm", str(source), "--list", str(out)) == 0
    assert " lda #5" not in out.read_text()
    assert run("asm", str(source), "--list", str(out), "--list-macros") == 0
    assert " lda #5" in out.read_text()
    assert run("asm", str(source), "--list-macros") == 2
    assert "--list-macros needs --list" in capsys.readouterr().err


def test_formats_and_padding(source: Path, tmp_path: Path) -> None:
    """Intel hex and S-records are written, and the image is padded."""
    out = tmp_path / "o"
    assert run("asm", str(source), "-o", str(out), "--format", "ihex") == 0
    assert out.read_text().startswith(":04C00000")
    assert run("asm", str(source), "-o", str(out), "--format", "srec") == 0
    assert out.read_text().startswith("S107C000")
    assert run("asm", str(source), "-o", str(out), "--pad", "8", "--fill", "$FF") == 0
    assert out.read_bytes() == b"\x86\x05\x20\xfc\xff\xff\xff\xff"
    assert run("asm", str(source), "-o", str(out), "--pad", "2") == 1


def test_errors_go_to_standard_error_and_nothing_is_overwritten(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A source with errors gives messages and status 1, and keeps an old image."""
    bad = tmp_path / "bad.asm"
    bad.write_text(" lda #nosuch\n")
    out = tmp_path / "out.bin"
    out.write_bytes(b"old")
    assert run("asm", str(bad), "-o", str(out)) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and f"{bad}:1:7: error[E020]" in captured.err
    assert out.read_bytes() == b"old"


def test_options_reach_the_assembler(tmp_path: Path) -> None:
    """-I, -D, --dialect, --relax and -W take effect."""
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "i.i").write_text(" fcb debug\n")
    source = tmp_path / "m.asm"
    source.write_text(" include \"i.i\"\n bra far\n rmb 200\nfar fdb *\n")
    out = tmp_path / "o"
    words = ("asm", str(source), "-o", str(out), "-I", str(tmp_path / "inc"), "-D", "debug=$7")
    assert run(*words) == 1
    assert run(*words, "--relax") == 0
    assert out.read_bytes()[:2] == b"\x07\x16"
    assert run(*words, "--dialect", "vide") == 0
    assert out.read_bytes()[1] == 0x7E
    source.write_text(" lda #256\n")
    assert run("asm", str(source), "-Werror") == 1
    assert run("asm", str(source), "-Wnone") == 0
    assert run("asm", str(source), "-Wnosuch") == 2


@pytest.mark.parametrize("words", [
    ("asm",), ("asm", "x", "--fill", "256"), ("asm", "x", "--format", "elf"),
    ("asm", "x", "-D", "1a=2"), ("asm", "x", "--dialect", "masm"), ("dis",),
    ("dis", "x", "--origin", "zz"),
])
def test_wrong_usage(words: tuple[str, ...]) -> None:
    """Wrong usage ends with status 2."""
    with pytest.raises(SystemExit) as caught:
        run(*words)
    assert caught.value.code == 2


def test_no_output_overwrites_a_source_or_another_output(
        source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An output with the name of a source, an include or another output is refused."""
    text = source.read_text()
    assert run("asm", str(source), "-o", str(source)) == 2
    out = tmp_path / "o"
    assert run("asm", str(source), "-o", str(out), "--list", str(tmp_path / "." / "o")) == 2
    (tmp_path / "i.i").write_text(" nop\n")
    main = tmp_path / "m.asm"
    main.write_text(' include "i.i"\n')
    assert run("asm", str(main), "--map", str(tmp_path / "i.i")) == 2
    assert source.read_text() == text and not out.exists()
    assert (tmp_path / "i.i").read_text() == " nop\n"
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_missing_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is missing or cannot be written is one line and status 1."""
    assert run("asm", str(tmp_path / "none.asm")) == 1
    assert run("dis", str(tmp_path / "none.bin")) == 1
    (tmp_path / "a.asm").write_text(" nop\n")
    assert run("asm", str(tmp_path / "a.asm"), "-o", str(tmp_path / "no" / "dir")) == 1
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_format_source_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--format-source rewrites the file, keeps its bytes, and leaves no other file."""
    path = tmp_path / "a.asm"
    path.write_bytes(b"foo LDA #1\r\n")
    before, after = tmp_path / "before", tmp_path / "after"
    assert run("asm", str(path), "-o", str(before)) == 0
    assert run("asm", "--format-source", str(path)) == 0
    assert path.read_bytes() == b"foo             lda     #1\n"
    assert run("asm", str(path), "-o", str(after)) == 0
    assert after.read_bytes() == before.read_bytes()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a.asm", "after", "before"]
    assert run("asm", "--format-source", str(tmp_path / "none.asm")) == 1
    assert "none.asm: no such file" in capsys.readouterr().err
    assert run("asm", "--format-source", str(path), "--list", "x") == 2


def test_format_source_elsewhere(tmp_path: Path) -> None:
    """With -o, the source file is unchanged."""
    path, out = tmp_path / "a.asm", tmp_path / "b.asm"
    path.write_bytes(b"foo LDA #1\n")
    assert run("asm", "--format-source", str(path), "-o", str(out)) == 0
    assert path.read_bytes() == b"foo LDA #1\n"
    assert out.read_bytes() == b"foo             lda     #1\n"


def test_format_source_keeps_the_encoding(tmp_path: Path) -> None:
    """A Latin-1 source is written back as Latin-1, a UTF-8 one as UTF-8."""
    for data in (b" nop ; \xe9\n", " nop ; é\n".encode()):
        path = tmp_path / "a.asm"
        path.write_bytes(data)
        assert run("asm", "--format-source", str(path)) == 0
        assert path.read_bytes().endswith(data[-4:].lstrip()) and b"     nop  " in path.read_bytes()


def test_format_source_leaves_an_image_alone(tmp_path: Path,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    """--format-source refuses a file that is not text, and does not change it."""
    path = tmp_path / "game.bin"
    data = bytes(range(256)) * 4
    path.write_bytes(data)
    assert run("asm", "--format-source", str(path)) == 1
    assert path.read_bytes() == data and "is not text" in capsys.readouterr().err


def test_no_opt_begins_without_rewriting(tmp_path: Path) -> None:
    """`--no-opt` acts like NOOPT in the first line."""
    path = tmp_path / "a.asm"
    path.write_text("back nop\n lbra back\n")
    words = ("asm", str(path), "--dialect", "vide", "-o", str(tmp_path / "a.bin"))
    assert run(*words, "--no-opt") == 0
    assert (tmp_path / "a.bin").read_bytes() == b"\x12\x16\xff\xfc"
    assert run(*words, "--opt") == 0
    assert (tmp_path / "a.bin").read_bytes() == b"\x12\x20\xfd"


@pytest.mark.parametrize(("form", "suffix"), [("srec", "s19"), ("ihex", "hex")])
def test_records_hold_only_what_was_written(form: str, suffix: str, tmp_path: Path) -> None:
    """A gap between two ORGs is in the binary image, but in no record."""
    path, out = tmp_path / "a.asm", tmp_path / f"a.{suffix}"
    path.write_text(" org $1000\n lda #1\n org $F000\n rts\n")
    assert run("asm", str(path), "--format", form, "-o", str(out)) == 0
    lines = out.read_text().splitlines()
    assert len(lines) == 3 and "8601" in lines[0] and "F000" in lines[1] and "39" in lines[1]


def test_the_listing_leaves_out_what_comes_with_vecx(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """vectrex.inc and lib/ are omitted, but not the user's own files."""
    source, out = tmp_path / "a.asm", tmp_path / "l"
    (tmp_path / "mine.i").write_text("mine equ 7\n")
    source.write_text(' include "vectrex.inc"\n include "mine.i"\n include "lib/slice.asm"\n'
                      "SLICE_LEAST equ 2\nmain bra main\n")
    root = Path(__file__).parents[3]
    for more in ([], ["-I", str(root / "roms" / "include")]):
        assert run("asm", str(source), "--list", str(out), *more) == 0
        text = out.read_text()
        assert "mine equ 7" in text and "vectrex.inc: not listed" in text
        assert "VIA_port_b  " not in text and "slice_begin" not in text
        assert len(text.splitlines()) < 20
    assert run("asm", str(source), "--list", str(out), "--list-all") == 0
    assert "VIA_port_b  " in out.read_text() and "slice_begin" in out.read_text()
    assert run("asm", str(source), "--list-all") == 2
    assert "--list-all needs --list" in capsys.readouterr().err
    game = root / "games" / "connect4.asm"
    assert run("asm", str(game), "--list", str(out)) == 0
    assert "slice_begin     stx" in out.read_text() and "beam_place      sta" in out.read_text()


@pytest.mark.parametrize("text", ["", "; nothing\n", "n equ 5\n", " org 5\n"])
def test_a_source_without_a_byte_makes_no_image(text: str, tmp_path: Path,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    """A source without bytes is reported, and only its symbols can be written."""
    source = tmp_path / "a.asm"
    source.write_text(text)
    for more in ([], ["-o", str(tmp_path / "o")], ["--format", "ihex"]):
        assert run("asm", str(source), *more) == 1
        assert "the source generates no bytes" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["a.asm"]
    assert run("asm", str(source), "--symbols", str(tmp_path / "s")) == 0
    assert run("asm", str(source), "-o", str(tmp_path / "o"), "--pad", "16") == 0
    assert (tmp_path / "o").read_bytes() == bytes(16)
