"""Browsers for the tests of pages, where a worker's tests share one process; Dask clusters."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

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


@pytest.fixture
def dask_client(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Give a function that starts a Dask cluster on this machine and returns a client of it."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", os.getcwd())       # its processes import the tests
    with ExitStack() as stack:

        def start(workers: int, *, processes: bool = False) -> Any:
            cluster = stack.enter_context(distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=processes,
                dashboard_address=None))
            return stack.enter_context(distributed.Client(cluster))

        yield start
