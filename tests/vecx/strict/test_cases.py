"""Sources with the expected findings of the strict machine in comments.

The rule NAME reports each line that ends in `;! NAME`, and no other line.  tests/cases/strict
has a program for each rule, and a similar one, `_ok`, without findings.  tests/cases/broken has
cartridges like those of beginners, whose mistake is the first finding.  tests/cases/innocent has
programs that look wrong but are not.
"""

from pathlib import Path

import pytest

from vecx.machine import Machine
from vecx.strict.rules import LEVELS, NAMES, RULES, Rule

CASES = Path(__file__).parents[2] / "cases"
PAGE = CASES.parents[1] / "docs" / "generated" / "strict-rules.md"
STRICT = sorted((CASES / "strict").glob("*.asm"))
INNOCENT = sorted((CASES / "innocent").glob("*.asm"))
BROKEN = sorted((CASES / "broken").glob("*.asm"))
FRAMES = 146            # a button ends the power-on screen; the title of a cartridge takes 124 more
HABIT_FRAMES = 80       # more, for rules about what a program does in each frame
Places = set[tuple[str, int]]


def marked(path: Path) -> Places:
    """Return rule and line of each mark."""
    return {(text.partition(";!")[2].strip(), number)
            for number, text in enumerate(path.read_text().splitlines(), 1) if ";!" in text}


def run(path: Path, preset: str = "worn", more: int = 0) -> Machine:
    """Run a case until after the title, and some frames more."""
    machine = Machine(path, preset=preset, strict=True)
    machine.press(1)
    machine.run_frames(8)
    machine.release(1)
    machine.run_frames(FRAMES + more)
    return machine


@pytest.mark.sample(16, slow=50)
@pytest.mark.parametrize("path", STRICT, ids=lambda path: path.stem)
def test_rule(path: Path) -> None:
    """Exactly the marked lines are reported; the neighbour is clean."""
    expected = marked(path)
    found = {(f.rule.name, f.where.line if f.where.file == str(path) else -1)
             for f in run(path, more=HABIT_FRAMES).findings}
    assert expected <= found
    rules = {rule for rule, _ in expected}
    assert {one for one in found if one[0] in rules or not rules} == expected


def test_every_rule_has_its_cases() -> None:
    """Each rule has a program that triggers it, and a similar one that does not."""
    names = {path.stem.replace("_", "-") for path in STRICT}
    assert names == {*NAMES, *(f"{name}-ok" for name in NAMES)}
    assert all({rule for rule, _ in marked(path)} == {path.stem.replace("_", "-")}
               for path in STRICT if not path.stem.endswith("_ok"))


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_every_rule_is_complete(rule: Rule) -> None:
    """Each rule has a level, a description, its effect on hardware, and a fix."""
    assert rule.level in LEVELS
    assert all(len(text) > 10 and text[-1] != "." for text in (rule.what, rule.hardware, rule.fix))


def test_the_page_has_a_row_for_every_rule() -> None:
    """The page names each rule."""
    written = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in written for name in NAMES)


@pytest.mark.sample(0, slow=4)
@pytest.mark.parametrize("path", [path for path in STRICT if path.stem.endswith("_ok")],
                         ids=lambda path: path.stem)
def test_neighbours_are_clean_in_other_presets(path: Path) -> None:
    """The correct programs are clean in the other presets."""
    for preset in ("ideal", "hardware"):
        assert run(path, preset, HABIT_FRAMES).findings == []


@pytest.mark.sample(5, slow=4)
@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_cartridge(path: Path) -> None:
    """The mistake is the first finding, at its line."""
    findings = run(path).findings
    first = findings[0]
    assert (first.rule.name, first.where.line) in marked(path)
    assert marked(path) <= {(f.rule.name, f.where.line) for f in findings}


def test_there_are_ten_broken_cartridges() -> None:
    """There are at least ten broken cartridges."""
    assert len(BROKEN) >= 10


@pytest.mark.sample(6, slow=14)
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
@pytest.mark.parametrize("path", INNOCENT, ids=lambda path: path.stem)
def test_the_innocent_are_not_accused(path: Path, preset: str) -> None:
    """Correct programs with unusual techniques give no findings.

    Among them are jumps by RTS, a stack that is cleared, a return address that is overwritten with
    its own value, interrupts after any instruction, and scratch bytes below S.
    """
    machine = run(path, preset)
    assert machine.findings == []
    assert len(machine.run_frames(50)) == 50 and machine.findings == []
