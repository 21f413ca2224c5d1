"""Run tests in separate processes, with or without a change; their output is dropped.

Where processes can be forked, a server collects the tests once and forks a process for each change:
imports, compiled code and collected tests are shared.  Machines that a test file makes while it is
imported do not get the change then.
"""

import contextlib
import importlib.util
import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from itertools import zip_longest
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NoReturn, Protocol

from ...machine import Machine

PLUGIN = "vecx.testing.plugin"
PASSED, FAILED, INTERRUPTED, INTERNAL_FAULT, WRONG_USAGE = range(5)
TURN = 0.01             # seconds between two looks at ended processes
PARENT_SECONDS = 0.5    # between two looks at the parent
# pytest warns that it cannot rewrite modules that `warm_up` has imported.
IMPORTED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")


class Noting:
    """A plug-in that records the time and the result of each test."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def write(self, path: str) -> None:
        if path:
            Path(path).write_text(json.dumps({"seconds": self.seconds, "failed": self.failed}))

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
    """End this process soon after its parent has ended."""
    parent = os.getppid()

    def wait() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_SECONDS)
        os._exit(INTERRUPTED)

    threading.Thread(target=wait, daemon=True).start()


def run(words: Sequence[str], notes: str, said: str, plugins: Sequence[object] = ()) -> None:
    """The main function of a process: run pytest, write the notes, and exit with pytest's
    status."""
    import pytest

    end_with_parent()
    out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(out, 1)
    os.dup2(out, 2)
    noting = Noting()
    with open(1, "w", closefd=False) as sys.stdout, open(2, "w", closefd=False) as sys.stderr:
        status = int(pytest.main(list(words), plugins=[noting, *plugins]))
    noting.write(notes)
    os._exit(status)


def warm_up() -> None:
    """Before forking, import and compile the code that every process needs."""
    import pytest  # noqa: F401

    from .. import machine  # noqa: F401

    for strict in (False, True):
        Machine("connect4", preset="ideal", strict=strict).run_frames(3)


def start(words: Sequence[str], notes: str = "", said: str = os.devnull,
          plugins: Sequence[object] = ()) -> BaseProcess:
    """Start a process that runs pytest; its `exitcode` is pytest's status."""
    way = "fork" if can_fork() else "spawn"
    process: BaseProcess = multiprocessing.get_context(way).Process(  # type: ignore[attr-defined]
        target=run, args=(list(words), notes, said, plugins), daemon=True)
    process.start()
    return process


def can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


class Trial(Protocol):
    """A run of tests with a change."""

    def status(self) -> int | None:
        """Return pytest's exit status; None while the tests run."""

    def kill(self) -> None: ...


class Starter(Protocol):
    """Starts trials."""

    def start(self, spec: str, tests: Sequence[str], notes: str) -> Trial: ...
    def close(self) -> None: ...


class Separate:
    """Starts a new pytest for each change."""

    def start(self, spec: str, tests: Sequence[str], notes: str) -> Trial:
        return _Process(start(arguments("-x", f"--asm-mutant={spec}", "-p", "no:randomly",
                                        *tests), notes))

    def close(self) -> None: ...


class _Process:
    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    def status(self) -> int | None:
        if self._process.is_alive():
            return None
        self._process.join()
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


class Forking:
    """Starts a server that has collected the tests; it forks a process for each change.

    Args: tests  arguments of pytest
    """

    def __init__(self, tests: Sequence[str]) -> None:
        self._connection, theirs = multiprocessing.Pipe()
        self._process = start(arguments("-p", "no:randomly", *tests), plugins=[Serving(theirs)])
        theirs.close()
        self._started = 0
        self.statuses: dict[int, int] = {}

    def start(self, spec: str, tests: Sequence[str], notes: str) -> Trial:
        self._started += 1
        self._send((self._started, spec, list(tests), notes))
        return _Forked(self, self._started)

    def status(self, number: int) -> int | None:
        """Return the exit status of a trial, or that of the server if it has ended."""
        try:
            while number not in self.statuses and self._connection.poll():
                ended, status = self._connection.recv()
                self.statuses[ended] = status
        except (EOFError, OSError):
            self._process.join()
            return self._process.exitcode or INTERNAL_FAULT
        return self.statuses.get(number)

    def kill(self, number: int) -> None:
        self._send((number, "", [], ""))

    def _send(self, message: tuple[int, str, list[str], str]) -> None:
        with contextlib.suppress(OSError):      # `status` reports that the server has ended
            self._connection.send(message)

    def close(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.join()


class _Forked:
    def __init__(self, server: Forking, number: int) -> None:
        self._server, self._number = server, number

    def status(self) -> int | None:
        return self._server.status(self._number)

    def kill(self) -> None:
        self._server.kill(self._number)


class Serving:
    """The plug-in of the server: runs trials in place of the collected tests."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._children: dict[int, int] = {}         # process by number of the trial

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        with contextlib.suppress(EOFError, OSError):
            while True:
                if self._connection.poll(TURN):
                    number, spec, tests, notes = self._connection.recv()
                    if not spec:
                        os.kill(self._children[number], signal.SIGKILL)
                    else:
                        self._children[number] = child = os.fork()
                        if not child:
                            self._run([items.get(test) for test in tests], spec, notes, session)
                self._report_ended()
        return True

    def _report_ended(self) -> None:
        for number, child in list(self._children.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                del self._children[number]
                self._connection.send((number, os.waitstatus_to_exitcode(status)))

    def _run(self, items: list[Any], spec: str, notes: str, session: Any) -> NoReturn:
        """Run tests with a change until one fails, then end the process."""
        from ..everywhere import change_of, each_machine

        status = WRONG_USAGE
        try:
            end_with_parent()
            noting = Noting()
            session.config.pluginmanager.register(noting)
            session.config.option.maxfail = 1
            if None not in items:
                with each_machine(change_of(spec)):
                    for item, following in zip_longest(items, items[1:]):
                        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
                        if session.shouldfail:
                            break
                status = FAILED if session.testsfailed else PASSED
                noting.write(notes)
        finally:
            os._exit(status)


def starter(tests: Sequence[str]) -> Starter:
    """Return the starter of trials for this platform.  Args: tests  arguments of pytest"""
    return Forking(tests) if can_fork() else Separate()
