"""The user's interrupt: who has it, and where libraries cannot be interrupted."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import Any

Handler = Callable[[int, Any], Any] | signal.Handlers


@contextlib.contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Let the user's interrupt end the process at once.

    NumPy and numba, interrupted while they are being read, turn it into errors of their own; LLVM,
    interrupted while it compiles, prints a traceback and goes on.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    with interrupts_go_to(signal.SIG_DFL):
        yield


@contextlib.contextmanager
def interrupts_go_to(handler: Handler) -> Iterator[None]:
    """Let a handler have the user's interrupts; in another thread than the main one, which alone
    gets them, nothing changes."""
    try:
        before = signal.signal(signal.SIGINT, handler)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
