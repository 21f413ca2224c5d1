"""A Vectrex: MC6809, 6522, beam, AY-3-8912 and the tools around them."""

from typing import TYPE_CHECKING

from .errors import UsageError, VecxError

if TYPE_CHECKING:
    from .frame import Frame
    from .machine import Machine

__all__ = ["Frame", "Machine", "UsageError", "VecxError"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import the machine when it is first asked for: it brings NumPy and numba with it."""
    if name == "Machine":
        from .machine import Machine

        return Machine
    if name == "Frame":
        from .frame import Frame

        return Frame
    raise AttributeError(f"module 'vecx' has no attribute '{name}'")
