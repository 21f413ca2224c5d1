"""The command `vecx`, which is also available as `python -m vecx`."""

import sys
from typing import Any

AGAIN_SECONDS = 0.01


class _Ended(SystemExit):
    """Raised when a signal ends the process, so that drafts of unfinished files are removed."""

    code: int


def _end(number: int, _: object) -> None:
    """Raise `_Ended` for a signal."""
    raise _Ended(128 + number)


def _deliver_again(lost: Any) -> None:
    """Resend a signal that arrived inside a destructor, where Python ignores exceptions."""
    if issubclass(lost.exc_type, (KeyboardInterrupt, _Ended)):
        import signal
        import threading

        ended = isinstance(lost.exc_value, _Ended)
        number = signal.Signals(lost.exc_value.code - 128) if ended else signal.SIGINT
        threading.Timer(AGAIN_SECONDS, _send, (number,)).start()
    else:
        sys.__unraisablehook__(lost)


def _send(number: Any) -> None:
    """Send a signal to the main thread as soon as it is not in `_deliver_again`, where it would be
    lost once more."""
    import _thread
    import signal
    import threading
    import time

    main_thread = threading.main_thread().ident or 0
    while _is_in(_deliver_again, sys._current_frames().get(main_thread)):
        time.sleep(AGAIN_SECONDS)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread, number)        # interrupts a wait, too
    else:
        _thread.interrupt_main(number)


def _is_in(function: Any, frame: Any) -> bool:
    """Return whether a stack, given by its innermost frame, contains a call of a function."""
    while frame is not None:
        if frame.f_code is function.__code__:
            return True
        frame = frame.f_back
    return False


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _end)
        sys.unraisablehook = _deliver_again
        import os

        # An asm.py in the working folder must not hide the assembler.
        sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
        from vecx.cli import run_command

        return run_command(argv)
    except KeyboardInterrupt:       # during imports
        return 130
    except RuntimeError as fault:   # Python's form of either during a class statement
        if isinstance(fault.__cause__, _Ended):
            return fault.__cause__.code
        if isinstance(fault.__cause__, KeyboardInterrupt):
            return 130
        raise


if __name__ == "__main__":
    sys.exit(main())
