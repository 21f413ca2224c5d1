"""Context managers that set what Ctrl-C does."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import Any

Handler = Callable[[int, Any], Any] | signal.Handlers


@contextlib.contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Let the user's interrupt end the process at once.

    NumPy and numba convert an interrupt during their import to other errors; LLVM, interrupted
    while it compiles, prints a traceback and continues.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    with interrupts_go_to(signal.SIG_DFL):
        yield


@contextlib.contextmanager
def interrupts_go_to(handler: Handler) -> Iterator[None]:
    """Call a handler on Ctrl-C inside this context; no effect outside the main thread."""
    try:
        before = signal.signal(signal.SIGINT, handler)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
