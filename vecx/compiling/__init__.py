"""Compiles Python to machine code: the decorators, and changes to how numba compiles."""
