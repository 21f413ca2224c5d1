"""Sound: the chip's level changes to samples, samples to a device."""

DECIBELS_MIN = -42      # the softest volume; the loudest is 0
