"""Sound: convert level changes of the chip to samples, and send samples to a device."""

DECIBELS_MIN = -42      # the softest volume; the loudest is 0
