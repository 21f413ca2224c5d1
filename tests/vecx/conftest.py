"""Browsers for the tests of pages; a worker's tests share one process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vecx.web.browser import WITH_GL, WITHOUT_GL, Browser, Chromium


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Give a browser with WebGL."""
    made = Chromium(tmp_path_factory.mktemp("chromium"), WITH_GL)
    yield made
    made.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """Give an empty page in a browser with WebGL."""
    made = Browser(chromium)
    yield made
    made.close()


@pytest.fixture
def browser_without_gl(tmp_path: Path) -> Iterator[Browser]:
    """Give an empty page in a browser without WebGL."""
    process = Chromium(tmp_path / "profile", WITHOUT_GL)
    made = Browser(process)
    yield made
    process.close()
