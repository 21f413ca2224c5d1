"""The fmt command."""

import argparse
from pathlib import Path

import pytest

from vecx.cli import fmt


def run(*words: str) -> int:
    """Parse a command line and execute it."""
    parser = argparse.ArgumentParser(prog="vecx")
    fmt.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["fmt", *words])
    return args.execute(args)


def test_in_place_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files are formatted in place; --check changes nothing and tells by its status."""
    path = tmp_path / "a.asm"
    path.write_bytes(b"foo LDA #1\r\n")
    assert run("--check", str(path)) == 1
    assert path.read_bytes() == b"foo LDA #1\r\n" and "not formatted" in capsys.readouterr().err
    assert run(str(path)) == 0
    assert path.read_bytes() == b"foo             lda     #1\n"
    assert run("--check", str(path)) == 0
    assert run(str(tmp_path / "none.asm")) == 1
    assert [found.name for found in tmp_path.iterdir()] == ["a.asm"]


def test_encoding_is_kept(tmp_path: Path) -> None:
    """A Latin-1 source is written back as Latin-1, a UTF-8 one as UTF-8."""
    for data in (b" nop ; \xe9\n", " nop ; é\n".encode()):
        path = tmp_path / "a.asm"
        path.write_bytes(data)
        assert run(str(path)) == 0
        assert path.read_bytes().endswith(data[-4:].lstrip()) and b"     nop  " in path.read_bytes()
