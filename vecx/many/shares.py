"""Distributes work over an executor, with results in order, progress, cancellation, and replacement
of dead workers.

Any `concurrent.futures` executor works.  Two kinds are known more closely, to name a worker that
has died and to continue without it: `ProcessPoolExecutor`, which a dead worker breaks and which is
replaced then, and the executor of a Dask client, whose scheduler runs the work again by itself.
"""

import multiprocessing
import pickle
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from ..errors import UsageError, VecxError, check_type

Share = TypeVar("Share")
Result = TypeVar("Result")
TRIES_MAX = 3               # times that the pool breaks without any result in between
TICK_SECONDS = 0.2          # between two looks at `cancel`
DEATH_SECONDS = 1.0         # to wait for the exit status of workers
IN_FLIGHT = 256             # shares that are submitted at a time: they take memory


class Cancelled(VecxError):
    """`run_many` or `run_shares` was cancelled before all shares were done."""


class WorkerDied(RuntimeWarning):
    """A worker died, and its share runs again; or a cluster has no worker.  The message says which.
    """


def run_shares(work: Callable[[Share], Result], shares: Sequence[Share],
               executor: Executor | None = None, *,
               progress: Callable[[int, int], object] | None = None,
               cancel: threading.Event | None = None) -> list[Result]:
    """Call `work(share)` for each share; return the results in order.

    Args:   executor  None: threads, one per core
            progress  called with the number of shares that are done, and of all
            cancel    set it, from a thread or in `progress`, to end early
    Errors: UsageError for a closed executor, or work that cannot be sent to it; VecxError if
            workers die again and again; Cancelled; the first error of `work`
    Warns:  WorkerDied, with the name of a worker that died

    >>> from vecx.many import run_shares
    >>> run_shares(str.upper, ["one", "two"])
    ['ONE', 'TWO']
    """
    check_type("executor", executor, (Executor, type(None)), "a concurrent.futures executor")
    if executor is None:
        with ThreadPoolExecutor() as own:
            return run_shares(work, shares, own, progress=progress, cancel=cancel)
    results: dict[int, Result] = {}
    pool = _Pool(executor)
    tries = 0
    try:
        while len(results) < len(shares):
            try:
                for at, result in pool.run(work, shares, set(results), cancel):
                    results[at] = result
                    tries = 0
                    if progress:
                        progress(len(results), len(shares))
            except BrokenProcessPool:
                tries += 1
                pool.replace(tries)
    finally:
        pool.close()
    return [results[at] for at in range(len(shares))]


class _Pool:
    """An executor, which is replaced by another one after a worker died."""

    def __init__(self, executor: Executor) -> None:
        self._given, self._executor = executor, executor
        self._processes: dict[int, Any] = {}
        self._workers: dict[str, Any] | None = None     # None: not the executor of a Dask client
        self._workers = self._dask_workers()
        self._alone = False                     # the cluster has no worker; that was said

    def run(self, work: Callable[[Share], Result], shares: Sequence[Share], done: set[int],
            cancel: threading.Event | None) -> Iterator[tuple[int, Result]]:
        """Run all shares that are not done yet; yield the number and the result of each share as it
        ends."""
        waiting = iter([at for at in range(len(shares)) if at not in done])
        count, running = len(shares) - len(done), dict[Future[Result], int]()
        try:
            while True:
                for at in islice(waiting, IN_FLIGHT - len(running)):
                    running[self._submit(work, shares[at])] = at
                if not running:
                    return
                if cancel and cancel.is_set():
                    raise Cancelled(f"cancelled: {count} of {len(shares)} shares have not finished")
                ended, _ = wait(running, TICK_SECONDS, FIRST_COMPLETED)
                self._name_dask_workers()
                for future in sorted(ended, key=running.__getitem__):
                    at, count = running.pop(future), count - 1
                    yield at, _result(future)
        finally:
            for future in running:
                future.cancel()

    def _submit(self, work: Callable[[Share], Result], share: Share) -> Future[Result]:
        try:
            future = self._executor.submit(work, share)
        except BrokenProcessPool:
            if self._processes:
                raise
            raise UsageError("the executor is broken, because one of its workers died earlier; "
                             "create another one") from None
        except RuntimeError as fault:
            if "shutdown" not in str(fault) and "closed" not in str(fault).lower():
                raise
            raise UsageError("the executor is closed; create another one, or leave `executor` "
                             "out") from None
        self._processes |= getattr(self._executor, "_processes", None) or {}
        return future

    def replace(self, tries: int) -> None:
        """Warn which worker broke the pool of processes, and continue with another pool.

        Errors: VecxError after TRIES_MAX of them
        """
        name = _dead(self._processes)
        if tries >= TRIES_MAX:
            raise VecxError(f"{name}; this happened {tries} times without any progress") from None
        warnings.warn(f"{name}; its share runs again", WorkerDied, stacklevel=4)
        old = self._executor
        count = getattr(old, "_max_workers", None)
        context = getattr(old, "_mp_context", None) or multiprocessing.get_context()
        self.close()
        self._processes = {}
        self._executor = ProcessPoolExecutor(count, mp_context=context)

    def close(self) -> None:
        """Shut down the replacement, if there is one."""
        if self._executor is not self._given:
            self._executor.shutdown(wait=True, cancel_futures=True)

    def _dask_workers(self) -> dict[str, Any] | None:
        """Return the workers of a Dask client by address, the last known ones if it has lost its
        scheduler; None for other kinds of executors.

        This asks the scheduler.  `Client.scheduler_info` shares its answer with a question that the
        client repeats every two seconds, whose answer names no workers.
        """
        client = getattr(self._executor, "_client", None)
        scheduler = getattr(client, "scheduler", None)
        if client is None or scheduler is None:
            return self._workers
        try:
            return dict(client.sync(scheduler.identity)["workers"])
        except OSError:
            return self._workers

    def _name_dask_workers(self) -> None:
        if self._workers is None:
            return
        now = self._dask_workers() or {}
        for address, worker in self._workers.items():
            if address not in now:
                warnings.warn(f"worker {worker.get('name', '')} at {address} ended; its share "
                              "runs again", WorkerDied, stacklevel=5)
        if not now and not self._alone:
            warnings.warn("the cluster has no worker; the run waits until one connects: start "
                          "`dask worker` with the scheduler's address", WorkerDied, stacklevel=5)
        self._workers, self._alone = now, not now


def _dead(processes: dict[int, Any]) -> str:
    """Return a sentence about the worker process that died first.

    The pool ends the others with SIGTERM.
    """
    end = time.monotonic() + DEATH_SECONDS
    # The pool's own thread waits for the processes too.  A process that it has waited for has no
    # exit status until that thread has stored it, so one look is not enough.
    while None in (codes := {number: process.exitcode for number, process in processes.items()}
                   ).values() and time.monotonic() < end:
        time.sleep(0.01)
    for number, code in codes.items():
        if code not in (None, 0, -int(signal.SIGTERM)):
            how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
            return f"worker process {number} died ({how})"
    return "a worker process died"


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except CancelledError:
        raise UsageError("the executor was closed while it ran") from None


def check_sendable(what: str, value: Any) -> None:
    """Check that a function can be sent to another process.

    Errors: UsageError names it
    """
    try:
        pickle.dumps(value)
    except Exception as fault:
        name = getattr(value, "__qualname__", repr(value))
        raise UsageError(f"{what} `{name}` cannot be sent to another process ({fault}); define it "
                         "at the top level of a module, or use threads") from None
