"""run_many gives the same machines with each executor."""

import os
import signal
import threading
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from vecx import Machine, UsageError
from vecx.compiling.jit import JIT
from vecx.many import Cancelled, WorkerDied, run_many, run_shares, shares
from vecx.play import script

FRAMES = 100 if JIT else 3
BARE = {"picture": False, "sound": False}


def wander(machine, index):
    """Send inputs that differ for each machine."""
    step = machine.frames * (index + 3) // 7
    (machine.press if step % 2 else machine.release)(step % 4 + 1, 1 + index % 2)
    machine.stick(step % 3 - 1, step // 3 % 3 - 1, 1 + index % 2)


def wander_and_die(machine, index):
    """As `wander`, but machine 2 kills its process once."""
    flag = os.environ["VECX_TEST_FLAG"]
    if index == 2 and machine.frames == FRAMES // 2 and not os.path.exists(flag):
        with open(flag, "w"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    wander(machine, index)


def score(machine):
    return machine.frames, machine.seed, bytes(machine["game_board"]).hex()


def made(game, count=3, **options):
    """Return machines with different seeds, with and without picture."""
    return [Machine(game, preset="worn", seed=seed, picture=seed % 3 != 1, **options)
            for seed in range(count)]


@pytest.fixture(scope="module")
def alone():
    """Return the machines of each game after a run one by one."""
    found = {}
    for game in ("connect4", "reversi"):
        machines = made(game)
        for index, machine in enumerate(machines):
            for _ in range(FRAMES):
                wander(machine, index)
                machine.run_frames(1)
        found[game] = machines
    return found



def same(machines, expected):
    """Return whether machines have the same record, memory and seed as others."""
    return [(m.keep().record, m.all_ram, m.seed) for m in machines] == \
        [(m.keep().record, m.all_ram, m.seed) for m in expected]


@pytest.mark.parametrize("game", ["connect4", "reversi"])
def test_threads(alone, game):
    """Machines in threads equal those run one by one; results are in order."""
    machines = made(game)
    seen = []
    done = run_many(machines, FRAMES, wander, then=lambda m: (m.seed, m.frames),
                    progress=lambda *at: seen.append(at))
    assert done == [(seed, FRAMES) for seed in range(3)]
    assert same(machines, alone[game])
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills with a signal")
def test_processes_of_which_one_dies(alone, tmp_path, monkeypatch):
    """Two processes, one of which is killed, give identical results."""
    monkeypatch.setenv("VECX_TEST_FLAG", str(tmp_path / "flag"))
    games = {game: made(game) for game in alone}
    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with pytest.warns(WorkerDied, match="by signal 9"):
        done = run_many(games["connect4"], FRAMES, wander_and_die, pool, then=score)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        run_many(games["reversi"], FRAMES, wander_and_die, pool)
    assert done == [score(machine) for machine in alone["connect4"]]
    for game, machines in games.items():
        assert same(machines, alone[game])


def test_steps_for_each_machine():
    """Scripted inputs are entered at their frames for each machine."""
    machines = [Machine("connect4", **BARE) for _ in range(2)]
    run_many(machines, 6, [None, [*script.press("2-50:4")]])
    assert [m.chips.state.buttons for m in machines] == [0xFF, 0xF7]
    with pytest.raises(UsageError, match="`inputs` has 1 entries for 2 machines"):
        run_many(machines, 6, [None])


def test_what_is_refused():
    """Mixed cartridges, duplicate machines and unpicklable parts are refused."""
    one, other = Machine("connect4"), Machine("reversi")
    with pytest.raises(UsageError, match="machine 0 has connect4 and machine 1 has reversi: call"):
        run_many([one, other], 1)
    with pytest.raises(UsageError, match=r"the same machine occurs twice; use copy\.copy"):
        run_many([one, one], 1)
    with pytest.raises(UsageError, match=r"machine 1 is not a Machine, but 'connect4'"):
        run_many([one, "connect4"], 1)
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(UsageError, match=r"`inputs` `.*<lambda>` cannot be sent"):
            run_many([one], 1, lambda m, index: None, pool)
        with pytest.raises(UsageError, match=r"`then` `.*<lambda>` cannot be sent"):
            run_many([one], 1, None, pool, then=lambda m: None)
        with pytest.raises(UsageError, match="machine 0 is strict, so it cannot be sent"):
            run_many([Machine("connect4", strict=True)], 1, None, pool)
        one.on_pc("Wait_Recal", print)
        with pytest.raises(UsageError, match="machine 0 has callbacks or watchers"):
            run_many([one], 1, None, pool)


def test_cancelling():
    """A cancelled run leaves each machine at the end of a frame."""
    machines = [Machine("connect4", **BARE) for _ in range(3)]
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        run_many(machines, 1_000_000, lambda m, index: m.frames > 3 and cancel.set(),
                 cancel=cancel)
    assert all(0 <= machine.frames < 1000 for machine in machines)


@pytest.mark.nightly
@pytest.mark.filterwarnings("default")      # of distributed and its event loop
def test_a_dask_cluster_of_which_a_worker_dies(alone, tmp_path, monkeypatch, dask_client):
    """Two worker processes of a Dask cluster, one killed half-way: the same results."""
    monkeypatch.setenv("VECX_TEST_FLAG", str(tmp_path / "flag"))
    games = {game: made(game) for game in alone}
    executor = dask_client(2, processes=True).get_executor()
    with pytest.warns(WorkerDied, match=r"worker \d at tcp://127.0.0.1:\d+ ended"):
        done = run_many(games["connect4"], FRAMES, wander_and_die, executor, then=score)
        run_many(games["reversi"], FRAMES, wander, executor)
    assert done == [score(machine) for machine in alone["connect4"]]
    assert all(same(machines, alone[game]) for game, machines in games.items())


@pytest.mark.slow
@pytest.mark.filterwarnings("default")      # of distributed and its event loop
def test_a_dask_cluster_whose_worker_lives(dask_client):
    """No worker is said to have ended, though the client keeps asking the scheduler itself."""
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.client.scheduler-info-interval": "1ms"}):
        executor = dask_client(1).get_executor(pure=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error", WorkerDied)
        assert run_shares(abs, range(300), executor) == list(range(300))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")      # of distributed and its event loop
@pytest.mark.parametrize("what", ["client", "cluster"])
def test_a_dask_cluster_that_ends(what, dask_client):
    """A client or a cluster that is closed in the middle ends the run with a message."""
    client = dask_client(1)
    ending = {"client": client, "cluster": client.cluster}[what]
    with pytest.raises(UsageError, match="the executor was closed while it ran"):
        run_shares(time.sleep, [0.1] * 50, client.get_executor(pure=False),
                   progress=lambda *_: ending.close())


@pytest.mark.slow
@pytest.mark.filterwarnings("default")      # of distributed and its event loop
def test_a_dask_cluster_without_a_worker(monkeypatch, dask_client):
    """Without a worker, the run says so once, and goes on when one connects."""
    said = []
    machine = Machine("connect4", **BARE)
    client = dask_client(0, processes=True)

    def warn(message, category=None, **_):
        if category is WorkerDied:
            said.append(message)
            client.cluster.scale(1)

    with monkeypatch.context() as patch:
        patch.setattr(shares.warnings, "warn", warn)
        run_many([machine], 5, executor=client.get_executor())
    assert machine.frames == 5
    assert len(said) == 1 and said[0].startswith("the cluster has no worker; the run waits")
