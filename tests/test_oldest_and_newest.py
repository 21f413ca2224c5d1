"""The environments of oldest_and_newest.py have every package that the tests need."""

import tomllib

import pytest
from packaging.requirements import Requirement

from tests import oldest_and_newest


@pytest.mark.parametrize("which", ["oldest", "newest"])
def test_every_requirement_is_installed(which: str) -> None:
    """The oldest of each package is its lower bound; the newest has no bound."""
    text = (oldest_and_newest.ROOT / "pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["project"]
    asked = [Requirement(line) for line in (*project["dependencies"],
                                            *project["optional-dependencies"]["test"])]
    made = [Requirement(line) for line in oldest_and_newest.requirements(which)]
    assert [(one.name, str(one.marker)) for one in made] == \
        [(one.name, str(one.marker)) for one in asked]
    assert [str(one.specifier) for one in made] == \
        [str(one.specifier).replace(">=", "==") if which == "oldest" else "" for one in asked]
