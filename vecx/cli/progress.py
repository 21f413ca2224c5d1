"""The progress of long work: a line on standard error that overwrites itself, on terminals only."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

QUIET_SECONDS = 0.5         # shorter work shows no line
TURN_SECONDS = 0.1          # between two updates
SECONDS = "s"               # the unit of `ticking`
BAR = 24                    # characters


class Progress:
    """A progress line on standard error, if that is a terminal; a context manager.

    Args:    doing  first word of the line: "recording"
             unit   the counted things: "frames"
             total  their number; None if it is unknown
             stream instead of standard error
    """

    def __init__(self, doing: str, unit: str, total: int | None = None,
                 stream: TextIO | None = None) -> None:
        self._doing, self._unit, self._total = doing, unit, total
        own: TextIO = getattr(sys.stderr, "terminal", sys.stderr)
        self._stream = stream or own
        self._on = self._stream.isatty()
        self._begun = time.perf_counter()
        self._due = self._begun + QUIET_SECONDS
        self._wide = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *fault: object) -> None:
        self.clear()

    def to(self, done: int) -> None:
        """Update the line: `done` units are done."""
        if not self._on or (now := time.perf_counter()) < self._due:
            return
        self._due = now + TURN_SECONDS
        line = self.line(done, now - self._begun)
        self._stream.write("\r" + line.ljust(self._wide))
        self._stream.flush()
        self._wide = len(line)

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Show the seconds that have passed, until the `with` block ends."""
        over = threading.Event()

        def tick() -> None:
            while not over.wait(TURN_SECONDS):
                self.to(round(time.perf_counter() - self._begun))

        thread = threading.Thread(target=tick, daemon=True)
        if self._on:
            thread.start()
        try:
            yield
        finally:
            over.set()
            if self._on:
                thread.join()
            self.clear()

    def line(self, done: int, seconds: float) -> str:
        if self._unit == SECONDS:
            return f"{self._doing}: {done:,} s"
        if not self._total:
            return f"{self._doing}: {done:,} {self._unit}, {seconds:.0f} s"
        share = min(1.0, done / self._total)
        left = f", {seconds * (1 - share) / share:.0f} s left" if share else ""
        bar = "#" * round(share * BAR)
        return (f"{self._doing} [{bar:-<{BAR}}] {done:,} of {self._total:,} {self._unit}, "
                f"{100 * share:.0f} %{left}")

    def clear(self) -> None:
        """Erase the line, before other output."""
        if self._wide:
            self._stream.write("\r" + " " * self._wide + "\r")
            self._stream.flush()
            self._wide = 0
