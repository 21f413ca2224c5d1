"""Reading source files."""

from pathlib import Path

import pytest

from asm.diagnostics import Fault
from asm.source import Files, decode, lines_of


def test_line_ends() -> None:
    """LF, CR LF and CR end lines; ^Z ends the text."""
    assert [place.text for place in lines_of("a\nb\r\nc\rd\x1ae", "f")] == ["a", "b", "c", "d"]
    assert [place.line for place in lines_of("a\n\nb", "f")] == [1, 2, 3]


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
    """A file is read once and its hash remembered."""
    path = tmp_path / "x"
    path.write_bytes(b"1")
    files = Files([])
    assert files.read(str(path)) == b"1"
    path.write_bytes(b"2")
    assert files.read(str(path)) == b"1" and list(files.inputs) == [str(path)]
