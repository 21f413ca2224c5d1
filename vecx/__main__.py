"""The command `vecx`, also as `python -m vecx`."""

import sys


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        import os

        # An asm.py in the working folder must not hide the assembler.
        sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
        from vecx.cli import run_command

        return run_command(argv)
    except KeyboardInterrupt:       # during imports
        return 130


if __name__ == "__main__":
    sys.exit(main())
