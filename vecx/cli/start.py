"""`vecx bench --start`: what it takes to begin, for the first time and later.

Each command runs in a process of its own, by turns; what the system counted for it is the figure.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ..errors import UsageError, VecxError
from .bench import PROBE, peak_mib

COMMANDS = {
    "first compile": ("warmup",),
    "first frame": ("run", PROBE, "--headless", "--frames", "1"),
    "asm --help": ("asm", "--help"),
}


def start_figures(runs: int) -> dict[str, dict[str, Any]]:
    """Run each command so often; return seconds of user CPU and MiB.

    Errors: UsageError on a system that does not count them, VecxError where a command fails
    """
    if not hasattr(os, "wait4"):
        raise UsageError("this system does not count the CPU time of other programs")
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    peaks = dict.fromkeys(COMMANDS, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(runs):
            cache = Path(folder) / str(turn)
            for name, words in COMMANDS.items():
                spent, peak = spend(words, cache, Path(folder))
                seconds[name].append(spent)
                peaks[name] = max(peaks[name], peak)
    return {name: {"minimum": round(min(each), 3), "median": round(statistics.median(each), 3),
                   "maximum": round(max(each), 3), "peak_mib": peaks[name]}
            for name, each in seconds.items()}


def spend(words: tuple[str, ...], cache: Path, folder: Path) -> tuple[float, float]:
    """Run a command of ours in a folder, with a cache of its own.

    Returns: seconds of user CPU, and MiB at most, of this process where that has more
    """
    own = {"XDG_CACHE_HOME": str(cache), "SDL_VIDEODRIVER": "dummy"}
    if sys.platform == "darwin":        # where caches are below the home folder
        own["HOME"] = str(cache)
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", "vecx", *words], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, **own, "PYTHONPATH": path})
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise VecxError(f"vecx {' '.join(words)} ended with status {process.returncode}")
    return used.ru_utime, peak_mib(used.ru_maxrss) or 0.0


def table(figures: dict[str, dict[str, Any]]) -> str:
    """Return the figures as text."""
    return "\n".join(
        f"{name:<14} user CPU minimum {each['minimum']:.3f} s, median {each['median']:.3f} s, "
        f"maximum {each['maximum']:.3f} s; {each['peak_mib']} MiB"
        for name, each in figures.items())
