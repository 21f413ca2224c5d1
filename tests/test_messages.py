"""`python -m tests.messages` names the tests and pages of a message."""

import pytest

from tests import messages
from tests.messages import Text

SOURCE = '''"""Not a message, because it describes."""
def refuse(name):
    """Nor this one."""
    raise ValueError(f"the file {name} is longer   than"
                     f" 64 KiB; choose another", "short")
'''


def test_texts_are_pieces_of_strings() -> None:
    """Pieces of f-strings are separate; single words are left out, and docstrings of tests."""
    assert list(messages.texts(SOURCE, "tests/a.py")) == [
        Text("tests/a.py", 4, "the file"),
        Text("tests/a.py", 4, "is longer than 64 KiB; choose another")]
    assert Text("a.py", 3, "Nor this one") in messages.texts(SOURCE, "a.py")


def test_tests_and_pages_of_a_message_are_named(monkeypatch: pytest.MonkeyPatch,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    """A test that has part of the text is named, and the command that runs it."""
    monkeypatch.setattr(messages, "messages", lambda: tuple(messages.texts(SOURCE, "a.py")))
    monkeypatch.setattr(messages, "mentions", lambda: (
        Text("tests/test_a.py", 7, "64 KiB; choose another"),
        Text("tests/test_a.py", 9, "no other file"),
        Text("docs/a.md", 3, "vecx: the file x is longer than 64 KiB; choose another, it says")))
    assert messages.main(["longer than 64"]) == 0
    printed = capsys.readouterr().out
    assert "a.py:4: is longer" in printed and "tests/test_a.py:7: 64 KiB" in printed
    assert "docs/a.md:3:" in printed and ":9:" not in printed
    assert printed.endswith("python -m pytest tests/test_a.py\n")
    assert messages.main(["nobody says this"]) == 1


@pytest.mark.slow
def test_the_real_texts_are_found() -> None:
    """A text of the strict rules is found in its source, in a page and in a test."""
    (rule,) = [text for text in messages.messages() if text.words.startswith("Writes to ROM")]
    assert rule.path == "vecx/strict/rules.py"
    (refusal,) = [text for text in messages.messages()
                  if text.words == "no such file; --write-baseline creates it"]
    assert {"tests/vecx/strict/test_baseline.py"} & {
        text.path for text in messages.mentioning(refusal.words)}


def test_single_words_are_refused() -> None:
    """One word, or a commit that does not exist, is refused as wrong usage."""
    for words in (["lines"], ["--changed", "no-such-commit"]):
        with pytest.raises(SystemExit) as refused:
            messages.main(words)
        assert refused.value.code == 2
