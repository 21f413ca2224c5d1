"""The command `vecx`, also as `python -m vecx`."""

import gc
import sys
from pathlib import Path


def main(argv: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    # A folder that holds an asm.py of its own must not hide the assembler.
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    # Compiling makes millions of objects: looking for garbage less often saves 4 % of it.
    gc.set_threshold(100_000, 50, 100)
    from vecx.cli import run_command

    return run_command(argv)


if __name__ == "__main__":
    sys.exit(main())
