"""`vecx editor`: the .vsix file, and the command of the editor that installs it."""

import io
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from vecx.cli import run_command
from vecx.editors import vsix


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the extension is written, in a folder of its own."""
    made = tmp_path / "data" / "vecx.vsix"
    monkeypatch.setattr(vsix, "place", lambda: made)
    return made


def members(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_the_package_is_complete() -> None:
    """All files that the manifest and the scripts name are in the package, which works offline."""
    found = members(vsix.package())
    manifest = json.loads(found["extension/package.json"])
    contributes = manifest["contributes"]
    named = [manifest["main"], contributes["grammars"][0]["path"],
             contributes["languages"][0]["configuration"], contributes["snippets"][0]["path"]]
    for name in named:
        assert f"extension/{name.removeprefix('./')}" in found
    for name, text in found.items():
        if name.endswith(".js") and "languageclient" not in name:
            for part in text.split('require("./')[1:]:
                assert f"extension/{part.partition(chr(34))[0]}.js" in found
    assert "Microsoft" in found["extension/languageclient.LICENCES.txt"]
    assert 'Version="' + manifest["version"] in found["extension.vsixmanifest"]
    assert vsix.package() == vsix.package()


def test_it_is_written_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`write` names no interpreter, because the file may go to another computer."""
    path = tmp_path / "vecx.vsix"
    assert run_command(["editor", "write", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    assert "extension/origin.json" not in members(path.read_bytes())
    assert run_command(["editor", "write", str(tmp_path / "none" / "vecx.vsix")]) == 1


def test_it_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """`write` without a file is wrong usage."""
    with pytest.raises(SystemExit) as ended:
        run_command(["editor", "write"])
    assert ended.value.code == 2 and "write needs a FILE" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="the command is a script of the shell")
@pytest.mark.parametrize("status", [0, 3])
def test_the_editor_installs_it(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                capsys: pytest.CaptureFixture[str], status: int) -> None:
    """The command gets the file; if it fails, the message says where the file is."""
    (tmp_path / "codium").write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/given\necho no room >&2\nexit {status}\n')
    (tmp_path / "codium").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin{os.pathsep}/usr/bin")
    assert run_command(["editor", "install", "codium"]) == min(status, 1)
    assert (tmp_path / "given").read_text() == f"--install-extension {place} --force\n"
    assert json.loads(members(place.read_bytes())["extension/origin.json"]) == {
        "python": sys.executable}
    said = capsys.readouterr()
    if status:
        assert "refused the extension: no room" in said.err and f"choose {place}" in said.err
    else:
        assert "press F5" in said.out


def test_without_the_command_the_message_says_what_to_do(
        place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    """The file is written nevertheless."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run_command(["editor", "install"]) == 1
    assert place.exists()
    words = capsys.readouterr().err
    assert "no command code on PATH" in words and "Install from VSIX" in words
    assert str(place) in words
