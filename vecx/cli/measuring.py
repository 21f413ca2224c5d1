"""What the system counts of a process: CPU time and memory, of this one and of others it starts."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import UsageError, VecxError, reason

PROBE = "connect4"      # the cartridge that is measured where none is named


def user_seconds() -> float:
    """Return the CPU time this process has spent in user mode."""
    try:
        import resource
    except ImportError:     # Windows: user and system time together
        return time.process_time()
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def peak_mib(peak: int | None = None) -> float | None:
    """Return the most memory this process has used, or None where the system does not say.

    Args: peak  as the system counted it, another process's
    """
    try:
        import resource
    except ImportError:
        return None
    peak = peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def check_counted() -> None:
    """Errors: UsageError on a system that does not count what other programs use."""
    if not hasattr(os, "wait4"):
        raise UsageError("this system does not count the CPU time of other programs")


def run_program(words: Sequence[str], name: str, folder: Path,
                environment: Mapping[str, str] | None = None) -> tuple[float, float]:
    """Run another program in a folder and wait for its end.

    Args:    words        the command
             name         of the program, for messages
             environment  what is set besides what this process has
    Returns: seconds of user CPU with those of its children, and MiB at most, of this process where
             that has more
    Errors:  VecxError where it cannot be started, or fails; UsageError as `check_counted`
    """
    check_counted()
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=said,
                                       stderr=said, env={**os.environ, **(environment or {})})
        except OSError as error:
            raise VecxError(f"{name}: {reason(error)}") from None
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            lines = said.read().decode(errors="replace").strip().splitlines()
            raise VecxError(f"{name} ended with status {process.returncode}"
                            + (f": {lines[-1]}" if lines else ""))
    return used.ru_utime, peak_mib(used.ru_maxrss) or 0.0
