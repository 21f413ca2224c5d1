"""Every command that takes a source accepts the same options for assembling."""

import io
import json

import pytest

from vecx import Machine
from vecx.cli import run_command
from vecx.cli.arguments import _brief_if_shown
from vecx.errors import UsageError, VecxError

# BRA over 200 bytes: only the dialect vide, which changes it to LBRA, accepts this.
SOURCE = """\
        include "vectrex.inc"
        db "g GCE 2026",$80
        dw Music_1
        db $F8,$50,$20,-$50,"FAR",$80,0
main    lda #LOOPS
        jsr Wait_Recal
        bra far
        ds 200
far     bra main
"""


@pytest.fixture
def source(tmp_path, monkeypatch):
    """Return a source for VIDE that needs -D LOOPS=1, in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "far.asm").write_text(SOURCE)
    return "far.asm"


OPTIONS = ["--dialect", "vide", "-D", "LOOPS=1"]


@pytest.mark.parametrize("words", [
    ["run", "--headless", "--frames", "2"], ["budget", "--frames", "2"],
    ["profile", "--frames", "2"], ["trace", "--frames", "1"], ["info"],
    ["export", "-o", "far.html"], ["mutate", "--list"]], ids=lambda words: words[0])
def test_every_command_takes_the_dialect_and_definitions(source, words, capsys):
    """A source for another assembler works everywhere, with the same options as for `asm`."""
    assert run_command([words[0], source, *OPTIONS, *words[1:]]) == 0
    capsys.readouterr()
    assert run_command([words[0], source, *words[1:]]) == 1
    assert "LOOPS" in capsys.readouterr().err


def test_the_debugger_takes_them(source, capsys, monkeypatch):
    """`vecx debug` accepts the same options."""
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run_command(["debug", source, *OPTIONS]) == 0


def test_machine_takes_them(source):
    """`Machine` has the same arguments, and names an invalid one."""
    assert Machine(source, dialect="vide", defines={"LOOPS": 1}).symbols["main"] > 0
    with pytest.raises(VecxError, match="not assembled"):
        Machine(source, defines={"LOOPS": 1})
    with pytest.raises(UsageError, match="unknown dialect 'VIDE'"):
        Machine(source, dialect="VIDE")


def test_they_need_a_source(capsys):
    """For an image the options are refused, because they would have no effect."""
    assert run_command(["info", "connect4", "--dialect", "vide"]) == 2
    assert "connect4 is not an .asm source" in capsys.readouterr().err


def test_a_first_line_that_disagrees_is_named(source, tmp_path, capsys):
    """The first line takes precedence, with a warning."""
    (tmp_path / "far.asm").write_text(";! dialect=vide opt=on\n" + SOURCE)
    assert run_command(["info", source, "-D", "LOOPS=1"]) == 0
    assert "dialect-line" not in capsys.readouterr().err
    assert run_command(["run", source, "-D", "LOOPS=1", "--dialect", "vecx", "--no-opt",
                        "--headless", "--frames", "1"]) == 0
    printed = capsys.readouterr().err
    assert "dialect=vide in the first line overrides the requested dialect vecx" in printed
    assert "opt=on in the first line overrides the requested opt off" in printed


def test_the_same_warnings_again_are_one_line_in_a_terminal(tmp_path, monkeypatch):
    """In a terminal, repeated warnings of a source are only counted."""
    monkeypatch.setattr("vecx.play.recent.place", lambda name="recent.json": tmp_path / name)
    text = "a.asm:1: warning\n2 warnings"
    assert _brief_if_shown(text, "a.asm", False) == text
    assert _brief_if_shown(text, "a.asm", True) == text
    assert _brief_if_shown(text, "a.asm", True) == \
        "vecx: a.asm: 2 warnings as before; `vecx asm a.asm` shows them"
    assert _brief_if_shown(text, "b.asm", True) == text
    assert _brief_if_shown(text + "!", "a.asm", True) == text + "!"
    (tmp_path / "warnings.json").write_text(json.dumps([1]))
    assert _brief_if_shown(text, "b.asm", True) == text
