"""Support for playing: inputs, movies, rewind, save states."""
