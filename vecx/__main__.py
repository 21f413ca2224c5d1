"""The command `vecx`, also as `python -m vecx`."""

import sys


def _end(number: int, _: object) -> None:
    """End the process as a signal would, but remove drafts of files on the way."""
    sys.exit(128 + number)


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
        import os

        # An asm.py in the working folder must not hide the assembler.
        sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
        from vecx.cli import run_command

        return run_command(argv)
    except KeyboardInterrupt:       # during imports
        return 130


if __name__ == "__main__":
    sys.exit(main())
