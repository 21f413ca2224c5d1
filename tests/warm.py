"""Importing this compiles the machine, the screen and the sound, for the processes forked after."""

from vecx.display import warm

for _ in warm.steps():
    pass
