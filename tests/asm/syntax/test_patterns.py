"""Patterns that are compiled when they are first used."""

import re

import pytest

from asm.syntax.patterns import pattern


def test_a_pattern_does_what_the_compiled_one_does() -> None:
    """Its methods and attributes are those of the expression, flags included."""
    made = pattern(r"(a+)b", re.IGNORECASE)
    found = made.match("xAAb", 1)
    assert found is not None and found.group(1) == "AA"
    assert made.sub("-", "ab aab") == "- -" and made.pattern == "(a+)b"


def test_it_is_compiled_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making it compiles nothing, and the first use compiles once."""
    compiled = []
    original = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given) or original(*given))
    made = pattern("x")
    assert not compiled
    assert made.match("x") and made.match("x")
    assert len(compiled) == 1
