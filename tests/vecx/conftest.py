"""Browsers for the tests of pages; a worker's tests share one process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vecx.web.browser import CHROMIUM, WITH_GL, WITHOUT_GL, Browser, Chromium
from tests.vecx.web.firefox import MARIONETTE, Firefox, Page


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


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Give a Firefox."""
    made = Firefox(tmp_path_factory.mktemp("firefox"))
    yield made
    made.close()


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Iterator[Browser | Page]:
    """Give an empty page in each browser; the tests of a module share it."""
    if not (CHROMIUM if request.param == "chromium" else MARIONETTE):
        pytest.skip(f"{request.param} cannot be driven here")
    process = request.getfixturevalue(request.param)
    page = Browser(process) if request.param == "chromium" else Page(process)
    yield page
    page.close()
    if request.param == "firefox":
        process.forget()
