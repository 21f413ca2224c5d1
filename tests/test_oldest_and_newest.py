"""The environments of oldest_and_newest.py have every package that the tests need."""

import tomllib

import pytest
from packaging.requirements import Requirement

from tests import oldest_and_newest

PROJECT = tomllib.loads((oldest_and_newest.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


@pytest.mark.parametrize("which", ["oldest", "newest"])
def test_every_requirement_is_installed(which: str) -> None:
    """The oldest of each package is its lower bound; the newest has its upper bound only."""
    asked = [Requirement(line) for line in (*PROJECT["dependencies"], *EXTRAS["test"])]
    made = [Requirement(line) for line in oldest_and_newest.requirements(which)]
    assert [(one.name, str(one.marker)) for one in made] == \
        [(one.name, str(one.marker)) for one in asked]
    lower, upper = (">=", "<")
    kept = lower if which == "oldest" else upper
    assert [[(bound.operator.replace("==", lower), bound.version) for bound in one.specifier]
            for one in made] == \
        [[(bound.operator, bound.version) for bound in one.specifier if bound.operator == kept]
         for one in asked]


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - {"test", "build"}))
def test_the_lower_bound_of_each_extra_is_the_tested_one(extra: str) -> None:
    """Packages of extras have the bounds of the extra `test`; those of `build` are exact."""
    assert set(EXTRAS[extra]) <= set(EXTRAS["test"])
