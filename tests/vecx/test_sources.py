"""Lines of source files that a symbol file names."""

import os

import pytest

from vecx.files import SOURCE_BYTES_MAX, Sources


def test_a_line_of_a_file(tmp_path):
    """A line beyond the end is empty; the file is read again only after `forget`."""
    path, sources = tmp_path / "a.asm", Sources()
    path.write_text("one\ntwo\n")
    assert [sources.line(str(path), number) for number in (0, 1, 2, 3)] == ["", "one", "two", ""]
    path.write_text("three\n")
    assert sources.line(str(path), 1) == "one"
    sources.forget()
    assert sources.line(str(path), 1) == "three"


def test_what_is_not_a_regular_file_has_no_lines(tmp_path):
    """Devices, FIFOs, folders and impossible names have no lines."""
    os.mkfifo(tmp_path / "fifo")
    for name in ("/dev/zero", str(tmp_path / "fifo"), str(tmp_path), "a\0b", "\ud800", "none.asm"):
        assert Sources().lines(name) == []


def test_a_huge_file_is_cut(tmp_path):
    """Of a sparse file of 4 GB, 4 MiB are read."""
    path = tmp_path / "huge.asm"
    with open(path, "wb") as file:
        file.write(b"first\n")
        try:
            file.truncate(4 << 30)
        except OSError:
            pytest.skip("no room for a sparse file")
    lines = Sources().lines(str(path))
    assert lines[0] == "first" and sum(map(len, lines)) <= SOURCE_BYTES_MAX
