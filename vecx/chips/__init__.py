"""Pure hardware: no files, no screen, no wall clock, no randomness."""
