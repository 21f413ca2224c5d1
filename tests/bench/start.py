"""`python -m tests.bench start`: the cost of the first and of later starts.

Each command runs in a separate process, alternately; the system counts its CPU time and memory.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from vecx.cli.bench import PROBE, check_counted, run_program

COMMANDS = {
    "first frame": ("run", PROBE, "--headless", "--frames", "1"),
    "asm --help": ("asm", "--help"),
}


def start_figures(runs: int) -> dict[str, dict[str, Any]]:
    """Run each command `runs` times; return seconds of user CPU and MiB.

    Errors: UsageError on a system that does not count them, VecxError if a command fails
    """
    check_counted()
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
    """Run a vecx command in a folder, with a separate cache.

    Returns: seconds of user CPU, and peak MiB (of this process, if that is more)
    """
    own = {"XDG_CACHE_HOME": str(cache), "SDL_VIDEODRIVER": "dummy"}
    if sys.platform == "darwin":        # where caches are below the home folder
        own["HOME"] = str(cache)
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    return run_program([sys.executable, "-m", "vecx", *words], f"vecx {' '.join(words)}", folder,
                       {**own, "PYTHONPATH": path})


def table(figures: dict[str, dict[str, Any]]) -> str:
    """Return the figures as text."""
    return "\n".join(
        f"{name:<14} user CPU minimum {each['minimum']:.3f} s, median {each['median']:.3f} s, "
        f"maximum {each['maximum']:.3f} s; {each['peak_mib']} MiB"
        for name, each in figures.items())
