"""Compiling what playing needs, by doing each thing once."""

from collections.abc import Iterator


def steps() -> Iterator[str]:
    """Compile; before each part yield what it is."""
    from ..machine import Machine
    from ..sound.mixer import Mixer
    from .look import Look
    from .phosphor import Phosphor

    yield "the machine"
    machine = Machine()
    frames = machine.run_frames(3)      # the first two draw nothing
    yield "the screen"
    phosphor = Phosphor(60, 75, machine.analog, Look(glass=True))
    phosphor.draw(frames)
    phosphor.image()
    yield "the sound"
    Mixer().samples(machine.take_sound(), machine.cycles)
