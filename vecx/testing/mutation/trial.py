"""Run tests in a separate process, forked if possible: imports and compiled code are shared.

The output of the tests is dropped.
"""

import importlib.util
import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from ...machine import Machine

PLUGIN = "vecx.testing.plugin"
PASSED, FAILED, INTERRUPTED = 0, 1, 2
# pytest warns that it cannot rewrite modules that `warm_up` has imported.
IMPORTED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")


class Noting:
    """A plug-in that records the time and the result of each test."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)


def arguments(*more: str) -> list[str]:
    """Return pytest's arguments for a run in the current process."""
    alone = ["-n", "0"] if importlib.util.find_spec("xdist") else []
    if importlib.util.find_spec("hypothesis"):
        alone.append("--hypothesis-seed=0")     # the same examples for every change
    return ["-p", PLUGIN, "-p", "no:cacheprovider", "-q", "--no-header", *IMPORTED, *alone, *more]


def end_with_parent() -> None:
    """End this process as soon as its parent ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(INTERRUPTED)

    threading.Thread(target=wait, daemon=True).start()


def run(words: Sequence[str], notes: str, said: str) -> None:
    """The main function of the process: run pytest, write the notes, exit with its status."""
    import pytest

    end_with_parent()
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(out, 1)
    os.dup2(out, 2)
    noting = Noting()
    with open(1, "w", closefd=False) as sys.stdout, open(2, "w", closefd=False) as sys.stderr:
        status = int(pytest.main(list(words), plugins=[noting]))
    if notes:
        Path(notes).write_text(json.dumps({"seconds": noting.seconds, "failed": noting.failed}))
    os._exit(status)


def warm_up() -> None:
    """Import and compile before forking what every process needs."""
    import pytest  # noqa: F401

    from .. import machine  # noqa: F401

    for strict in (False, True):
        Machine("connect4", preset="ideal", strict=strict).run_frames(3)


def start(words: Sequence[str], notes: str = "", said: str = os.devnull) -> BaseProcess:
    """Start a process that runs pytest; its `exitcode` is pytest's status."""
    way = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    process: BaseProcess = multiprocessing.get_context(way).Process(  # type: ignore[attr-defined]
        target=run, args=(list(words), notes, said), daemon=True)
    process.start()
    return process
