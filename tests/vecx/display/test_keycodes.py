"""Key sequences of terminals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vecx.display.keycodes import FINAL, NAMED, TILDE, Key, read_keys
from vecx.play.inputs import NAMED_KEYS


@pytest.mark.parametrize("text, name", [
    ("a", "a"), ("A", "a"), (" ", "space"), ("\r", "return"), ("\t", "tab"), ("\x7f", "backspace"),
    ("\x1b", "escape"), ("\x1b[A", "up"), ("\x1bOB", "down"), ("\x1b[C", "right"),
    ("\x1b[D", "left"), ("\x1bOP", "f1"), ("\x1b[11~", "f1"), ("\x1b[15~", "f5"),
    ("\x1b[24~", "f12"), ("\x1b[1;2A", "up"), ("\x03", "ctrl c"), ("\x1a", "ctrl z"),
    ("\x1b[5~", "page up"),
])
def test_keys_of_plain_terminals(text: str, name: str) -> None:
    """In a plain terminal, a character or a sequence is a key press without a release."""
    assert read_keys(text) == ([Key(name)], "")


@pytest.mark.parametrize("text, key", [
    ("\x1b[97u", Key("a", True, True)), ("\x1b[97;1:1u", Key("a", True, True)),
    ("\x1b[97;1:3u", Key("a", False, True)), ("\x1b[1;1:3D", Key("left", False, True)),
    ("\x1b[97:65;2:2u", Key("a", True, True)), ("\x1b[99;5u", Key("ctrl c", True, True)),
    ("\x1b[27;1:1u", Key("escape", True, True)), ("\x1b[15;1:3~", Key("f5", False, True)),
    ("\x1b[1;1:1P", Key("f1", True, True)), ("\x1b[57403;1:1u", Key("[4]", True, True)),
    ("\x1b[57413;1:3u", Key("[+]", False, True)), ("\x1b[57414;1:1u", Key("enter", True, True)),
])
def test_keys_of_the_kitty_protocol(text: str, key: Key) -> None:
    """Presses, repeats and releases are distinguished."""
    assert read_keys(text) == ([key], "")


def test_several_keys_and_a_sequence_cut_short() -> None:
    """Keys are in order; an incomplete sequence waits for its end."""
    keys, rest = read_keys("af\x1b[Az\x1b[1;1")
    assert [key.name for key in keys] == ["a", "f", "up", "z"]
    assert rest == "\x1b[1;1"
    assert read_keys(rest + ":3B") == ([Key("down", False, True)], "")


def test_what_is_no_key_is_passed_over() -> None:
    """Sequences that are not keys are ignored."""
    assert read_keys("\x1b[?1u\x1b[I\x1b[99~a") == ([Key("a")], "")


@given(st.text(alphabet="\x1b[O;:?0123456789uA~aZ\x03é", max_size=40))
def test_anything_can_be_read(text: str) -> None:
    """Any text is accepted, and gives the same keys wherever it is cut."""
    keys, rest = read_keys(text)
    again = read_keys(rest)
    assert again[1] == rest
    assert all(key.name for key in keys)


def test_keys_are_called_as_in_a_window() -> None:
    """Terminal keys have names that the settings know."""
    assert {*FINAL.values(), *TILDE.values(), *NAMED.values()} <= NAMED_KEYS
