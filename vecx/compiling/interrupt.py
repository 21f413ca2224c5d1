"""The user's interrupt, where libraries cannot be interrupted."""

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Let the user's interrupt end the process at once.

    NumPy and numba, interrupted while they are being read, turn it into errors of their own; LLVM,
    interrupted while it compiles, prints a traceback and goes on.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or \
            threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
