"""Support for playing: inputs, movies, rewind and save states."""
