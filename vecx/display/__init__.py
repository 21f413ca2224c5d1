"""The picture: segments to light, light to a window or a file."""

import os

# pygame prints a line when it is imported, in whichever module that happens first.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
