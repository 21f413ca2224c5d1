"""The picture: segments to light, light to a window or a file."""
