"""Sound: the chip's level changes to samples, samples to a device."""
