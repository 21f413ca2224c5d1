"""The picture: convert segments to light, and show the light in a window or write it to a file."""

import os

# pygame prints a line when it is imported, in whichever module that happens first.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
