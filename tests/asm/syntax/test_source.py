"""Reading source files."""

from pathlib import Path

import pytest

from asm import assemble, assemble_file
from asm.syntax.diagnostics import Fault
from asm.syntax.source import Files, decode, lines_of, not_text


def test_line_ends() -> None:
    """LF, CR LF and CR end lines; ^Z ends the text."""
    assert [place.text for place in lines_of("a\nb\r\nc\rd\x1ae", "f")] == ["a", "b", "c", "d"]
    assert [place.line for place in lines_of("a\n\nb", "f")] == [1, 2, 3]


def test_page_breaks() -> None:
    """A form feed before a label leaves it in column 1; a vertical tab or a NUL is a blank."""
    assert assemble("\fone nop\n\f\n\v\0bra\0one\n").image == b"\x12\x20\xfd"


def test_decode() -> None:
    """UTF-8 with or without mark is read; other bytes are Latin-1."""
    assert decode(b"\xef\xbb\xbfa") == "a" and decode("é".encode()) == "é" == decode(b"\xe9")


def test_find(tmp_path: Path) -> None:
    """Exact names are preferred, then other case; backslashes separate folders."""
    (tmp_path / "Sub").mkdir()
    (tmp_path / "Sub" / "A.i").write_text("upper")
    (tmp_path / "main.asm").write_text("")
    files = Files([])
    main = str(tmp_path / "main.asm")
    assert files.find("Sub/A.i", main, 0, 1) == (str(tmp_path / "Sub/A.i"), True)
    assert files.find("sub\\a.I", main, 0, 1) == (str(tmp_path / "Sub/A.i"), False)
    with pytest.raises(Fault) as caught:
        files.find("sub/b.i", main, 2, 5)
    assert caught.value.code == "E033" and str(tmp_path) in caught.value.hints[-1]
    with pytest.raises(Fault) as caught:
        files.find("mian.asm", main, 2, 5)
    assert caught.value.hints[0] == "did you mean main.asm?"


def test_read_once(tmp_path: Path) -> None:
    """A file is read once, and its digest is kept."""
    path = tmp_path / "x"
    path.write_bytes(b"1")
    files = Files([])
    assert files.read(str(path)) == b"1"
    path.write_bytes(b"2")
    assert files.read(str(path)) == b"1" and list(files.inputs) == [str(path)]


def test_what_is_no_text(tmp_path: Path) -> None:
    """An image or UTF-16 text as a source is one error; old texts are accepted."""
    image = bytes(range(256)) * 4
    assert not_text(image).endswith("looks like an image")
    assert "save it as UTF-8" in not_text(" nop".encode("utf-16"))
    assert not_text(b"\x1a" + image) and not_text(image[:40] + b"\x1a" + image)
    for text in (b"", b" nop\n" * 40 + b"\x1a" + bytes(range(127)),
                 b" nop ; caf\xe9 \x01\x02\r\n", b" nop\n\x1a" + b"\0" * 100,
                 b" nop\n" + b"\0" * 60, b" nop\n" + b"\x1a" * 60,
                 (" nop ; " + "\x07" * 9 + "a" * 300).encode(),
                 "\ufeff nop ; ™\n".encode()):
        assert not_text(text) == ""
    (tmp_path / "image").write_bytes(image)
    main = tmp_path / "main.asm"
    main.write_text(" include image\n lda\n")
    assert [(error.line, error.code) for error in assemble_file(main).errors] == [
        (1, "E033"), (2, "E002")]
    program = assemble_file(tmp_path / "image")
    assert program.image is None and program.messages() == (
        f"{tmp_path / 'image'}:1:1: error[E033]: `{tmp_path / 'image'}` is not text; it looks "
        "like an image\n1 error")
