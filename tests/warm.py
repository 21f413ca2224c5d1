"""Imports the modules for playing, and plays a little, before processes are forked."""

from vecx.display.look import Look
from vecx.display.phosphor import Phosphor
from vecx.machine import Machine
from vecx.sound.mixer import Mixer

machine = Machine()
phosphor = Phosphor(60, 75, machine.analog, Look(glass=True))
phosphor.draw(machine.run_frames(3))
phosphor.image()
Mixer().samples(machine.take_sound(), machine.cycles)
