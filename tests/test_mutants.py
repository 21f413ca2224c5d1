"""The mutation test of the chips: its changes, and how survivors are recognised."""

from pathlib import Path

import pytest

from tests import mutants

SOURCE = """def f(a, b):
    a += 3
    return a <= b & 7
"""


def test_every_kind_of_change_is_made() -> None:
    """Constants change by one or one bit; operators are replaced by similar ones."""
    made = {m.apply(SOURCE) for m in mutants.mutants_of("f.py", SOURCE)}
    for old, new in (("3", "(4)"), ("3", "(2)"), ("3", "(131)"), ("7", "(3)"), ("<=", "<"),
                     ("&", "|"), ("+=", "-=")):
        assert SOURCE.replace(old, new) in made
    assert SOURCE not in made
    for text in made:
        compile(text, "f.py", "exec")


def test_a_change_is_shown_on_its_line() -> None:
    """A change is shown with file and line, before and after."""
    first = next(m for m in mutants.mutants_of("f.py", SOURCE) if m.new == "<")
    assert first.show(SOURCE) == "f.py:3\n    - return a <= b & 7\n    + return a < b & 7"


def test_a_seed_draws_the_same_changes() -> None:
    """A seed always draws the same changes; another seed draws different ones."""
    drawn = mutants.draw(3, 50)
    assert drawn == mutants.draw(3, 50) != mutants.draw(4, 50)
    assert len({(m.path, m.start) for m in drawn}) == 50
    for mutant in drawn:
        text = (mutants.ROOT / mutant.path).read_text("utf-8")
        compile(mutant.apply(text), mutant.path, "exec")


@pytest.mark.sample(0, slow=1)
@pytest.mark.parametrize("expected, survives", [(3, False), (None, True)])
def test_a_survivor_is_one_that_no_test_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                expected: int | None, survives: bool) -> None:
    """A change is a survivor only if no test fails."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "f.py").write_text("VALUE = 3\n")
    check = "True" if expected is None else f"f.VALUE == {expected}"
    test = f"import f\n\ndef test_f():\n    assert {check}\n"
    (tmp_path / "tests" / "test_f.py").write_text(test)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "TREE", ("f.py", "tests", "pyproject.toml"))
    monkeypatch.setattr(mutants, "TESTS", ("tests/test_f.py",))
    made = list(mutants.mutants_of("f.py", "VALUE = 3\n"))[:1]
    assert list(mutants.survivors(made, 1, 60)) == (made if survives else [])
