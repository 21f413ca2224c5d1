"""The messages over the picture, and how long they are shown."""

from tests.vecx.display.blind import Blind
from vecx.display.messages import NOTICE_SECONDS, Messages, short
from vecx.display.screen import Words


def test_a_notice_goes_and_what_stands_stays() -> None:
    """Each topic has one line; a notice is below them, and on standard error."""
    now = [0.0]
    messages = Messages(screen := Blind(), lambda: now[0])
    messages.stand("program", "hangs")
    messages.stand("source", "/home/me/game.asm:3: error")
    messages.say("muted")
    assert messages.words(["PAUSED"]) == Words(("PAUSED",), (),
                                               ("hangs", "game.asm:3: error", "muted"))
    messages.stand("program", "hangs more")
    now[0] = NOTICE_SECONDS
    assert messages.words().foot == ("game.asm:3: error", "hangs more")
    messages.stand("source", "")
    messages.stand("program", "")
    assert not any(messages.words())
    assert screen.printed == ["vecx: muted"]


def test_files_go_by_their_names_alone() -> None:
    """In the picture, files are shown without their folders."""
    assert short("/a/b.asm:1: error: no") == "b.asm:1: error: no"
    assert short(r"C:\games\b.asm:1") == "b.asm:1"
    assert short("'/a/b.png': no such file (/x/y)") == "'b.png': no such file (y)"
    assert short("10 % / 3, a and b") == "10 % / 3, a and b"
