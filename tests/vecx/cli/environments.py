"""Environments for commands in separate processes."""

import os


def environment() -> dict[str, str]:
    """Return the environment, without a display."""
    return {k: v for k, v in os.environ.items()
            if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
