"""A Vectrex emulator (MC6809, 6522, beam, AY-3-8912) and the tools around it."""

import sys
from typing import TYPE_CHECKING

from .console.includes import CONVERTERS
from .errors import AssemblyError, SnapshotMismatch, UsageError, VecxError

if TYPE_CHECKING:
    from asm.assembler.conversion import Asset, Conversion

    from .console.frame import Frame
    from .machine import Machine

_AS_COMMAND = sys.argv[:1] == ["-m"] and "vecx" in sys.orig_argv    # `python -m vecx` is starting
if _AS_COMMAND:
    import signal

    # Until main() can catch it, the user's interrupt ends the process without a message.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

__all__ = ["AssemblyError", "Frame", "Machine", "SnapshotMismatch", "UsageError", "VecxError"]
__version__ = "0.1.0"


def _check_assembler() -> None:
    """Raise ImportError if the package named `asm` is not the assembler of vecx.

    `python -m vecx` puts vecx's own folder first in the search path; in other programs a different
    package can hide it.
    Errors: ImportError names the file that hides it
    """
    import importlib.util
    import os

    found = sys.modules.get("asm") or importlib.util.find_spec("asm")
    where = getattr(found, "__file__", None) or getattr(found, "origin", None)
    ours = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "asm")
    if where is not None and os.path.dirname(os.path.realpath(where)) != ours:
        raise ImportError(f"{where} hides vecx's own package `asm`: give it another name, or start "
                          "Python in another folder")


if not _AS_COMMAND:
    _check_assembler()


def _convert(asset: "Asset") -> "Conversion":
    """Convert the file of an ASSET line; the converters are imported at the first call.

    They are imported by name, because otherwise every package of vecx would depend on them.
    """
    import importlib

    made: Conversion = importlib.import_module(".assets.convert", __name__).convert(asset)
    return made


# The module of vecx.assets that converts files with each suffix.
ASSETS = {".svg": "drawings", ".svgz": "drawings", ".obj": "drawings", ".mml": "tunes",
          ".mid": "tunes", ".midi": "tunes", ".vgm": "recordings", ".vgz": "recordings",
          ".ym": "recordings", ".afx": "effects", ".sfx": "effects", ".wav": "samples"}
CONVERTERS.update(dict.fromkeys(ASSETS, _convert))


def __getattr__(name: str) -> object:
    """Import the machine only when it is first used, because it imports NumPy."""
    if name == "Machine":
        from .machine import Machine

        return Machine
    if name == "Frame":
        from .console.frame import Frame

        return Frame
    raise AttributeError(f"module 'vecx' has no attribute '{name}'")
