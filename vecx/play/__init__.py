"""What a player does with a machine over time: inputs, movies, rewind, save states."""
