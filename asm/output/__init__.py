"""The result of an assembly: program, listing, cycles, checks, debug info."""
