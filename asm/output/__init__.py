"""What an assembly has made, and who reads it: program, listing, cycles, checks, debug info."""
