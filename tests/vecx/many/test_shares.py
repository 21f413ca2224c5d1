"""Work over executors: order, errors, cancellation, workers that die."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from vecx import UsageError, VecxError
from vecx.many import Cancelled, WorkerDied, run_shares
from vecx.many.shares import check_sendable

SPAWN = get_context("spawn")        # a forked process would share locks that threads hold
needs_signals = pytest.mark.skipif(os.name != "posix", reason="kills with a signal")


def square(number):
    return number * number


def die_once(share):
    """Kill this worker, if a file does not exist yet."""
    number, flag = share
    if flag and not os.path.exists(flag):
        with open(flag, "w"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(_):
    os._exit(3)


@pytest.fixture(scope="module")
def processes():
    """Return a pool of two processes."""
    with ProcessPoolExecutor(2, mp_context=SPAWN) as pool:
        yield pool


def test_results_come_in_order(processes):
    """Results are in the order of the shares, and progress counts to the end."""
    seen = []
    for executor in (None, processes):
        assert run_shares(square, range(20), executor, progress=lambda *at: seen.append(at)) == \
            [number * number for number in range(20)]
        assert seen[-1] == (20, 20) and seen == sorted(seen)
        seen.clear()
    assert run_shares(square, [], processes) == []


def test_an_error_of_the_work_is_raised():
    """The first exception ends the run."""
    with pytest.raises(ZeroDivisionError):
        run_shares(lambda number: 1 // number, [1, 0, 2])


def test_a_closed_executor_is_refused():
    """A closed executor is refused with a remedy."""
    pool = ThreadPoolExecutor()
    pool.shutdown()
    with pytest.raises(UsageError, match="the executor is closed; create another one"):
        run_shares(square, [1], pool)
    with pytest.raises(UsageError, match=r"must be a concurrent\.futures executor, not 2"):
        run_shares(square, [1], 2)


@pytest.mark.slow
def test_cancelling():
    """A cancelled run raises Cancelled, and waiting shares do not run."""
    cancel, ran = threading.Event(), []

    def work(number):
        ran.append(number)
        cancel.set()

    with ThreadPoolExecutor(1) as pool, pytest.raises(Cancelled, match="shares have not finished"):
        run_shares(work, range(1000), pool, cancel=cancel)
    assert len(ran) < 1000


@pytest.mark.slow
@needs_signals
def test_a_dead_worker_is_named_and_its_share_runs_again(tmp_path):
    """After a worker's death, the results are complete."""
    shares = [(number, str(tmp_path / "flag") if number == 3 else "") for number in range(8)]
    pool = ProcessPoolExecutor(2, mp_context=SPAWN)
    with pytest.warns(WorkerDied, match=r"worker process \d+ died \(by signal 9\); its share runs"):
        assert run_shares(die_once, shares, pool) == [number * number for number in range(8)]
    with pytest.raises(UsageError, match="the executor is broken"):
        run_shares(square, [1], pool)


@pytest.mark.slow
def test_workers_that_always_die_end_the_run(monkeypatch):
    """A share that kills each worker is an error after some tries."""
    monkeypatch.setattr("vecx.many.shares.TRIES_MAX", 2)
    with ProcessPoolExecutor(1, mp_context=SPAWN) as pool, \
            pytest.warns(WorkerDied, match="exit status 3"), \
            pytest.raises(VecxError, match=r"exit status 3\); this happened 2 times"):
        run_shares(die, [1], pool)


@pytest.mark.slow
def test_what_cannot_be_sent_is_named():
    """A function that cannot be pickled is refused with its name."""
    check_sendable("the function `then`", square)
    with pytest.raises(UsageError, match=r"`then` `.*<lambda>` cannot be sent to another process"):
        check_sendable("the function `then`", lambda: 1)
