"""Run Python in separate processes that need not load and compile the machine again.

They are forked from a process that has done so.  Tests of the start itself (modules read, early
signals, closed standard streams) need a new process: use subprocess.run.
"""

import multiprocessing
import os
import sys
import traceback
from multiprocessing.context import BaseContext
from pathlib import Path
from subprocess import CompletedProcess

PATIENCE = 240          # seconds after which a process is considered to hang


def _context() -> BaseContext:
    """Return the way to start processes: forking if available, otherwise spawning."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.warm"])
    return context


CONTEXT = _context()


def _execute(program: str | list[str], cwd: Path, env: dict[str, str]) -> None:
    """Run a program or a vecx command with its standard streams in files next to the folder."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    for number, name in ((1, "stdout"), (2, "stderr")):
        target = os.open(_stream(cwd, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(target, number)
        os.close(target)
        setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
    try:
        if isinstance(program, str):
            exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})
        else:
            from vecx.__main__ import main

            sys.exit(main(program))
    except Exception:
        traceback.print_exc()
        sys.exit(1)


def _stream(cwd: Path, name: str) -> Path:
    """Return the file of a standard stream, which is outside the folder."""
    return cwd.parent / f"{cwd.name}.{name}"


def run(program: str | list[str], cwd: Path,
        env: dict[str, str] | None = None) -> CompletedProcess[str]:
    """Run Python source, or `vecx` with these arguments, in a folder.

    env: the whole environment; None means that of this process
    Errors: TimeoutError
    """
    environment = dict(os.environ) if env is None else env
    process = CONTEXT.Process(target=_execute, args=(program, cwd, environment))
    process.start()
    process.join(PATIENCE)
    if process.exitcode is None:
        process.kill()
        raise TimeoutError(f"{program!r} runs on and on")
    streams = [_stream(cwd, name) for name in ("stdout", "stderr")]
    texts = [path.read_text("utf-8") for path in streams]
    for path in streams:
        path.unlink()
    return CompletedProcess(program, process.exitcode, *texts)
