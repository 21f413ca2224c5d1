"""What playing does over time: inputs, movies, rewind, save states."""
