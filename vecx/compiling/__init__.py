"""How Python becomes machine code: the decorators, and what they change in numba."""
