"""The user's interrupt, where libraries cannot be interrupted."""

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Let the user's interrupt end the process at once.

    NumPy and numba, interrupted while they are being read, turn it into errors of their own; LLVM,
    interrupted while it compiles, prints a traceback and goes on.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:      # in another thread than the main one, which alone gets the interrupt
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
