"""The module that reads and writes Value Change Dumps, for the commands that need it."""

from types import ModuleType


def waveform() -> ModuleType:
    """Return vecx.waveform.  Errors: VecxError where pyvcd is not installed."""
    from ..errors import VecxError

    try:
        import vcd  # noqa: F401
    except ImportError:
        raise VecxError("Value Change Dumps need pyvcd: pip install 'vecx-toolchain[vcd]'") \
            from None
    from .. import waveform

    return waveform
