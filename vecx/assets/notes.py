"""A tune as notes: the common form of MML and MIDI files, before conversion to a player's format.

Times are in frames of 1/50 s.  Pitches are MIDI numbers, 60 is C4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from asm.assembler.conversion import ConversionError

VOICES = 3
FRAMES_PER_SECOND = 50
FRAMES_MAX = 30_000         # of a tune: ten minutes
NOTES_MAX = 20_000
CLOCK = 1_500_000           # Hz of the sound chip
LEVEL_MAX = 15
DECAY = (15, 14, 13, 12, 11, 10, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4)


class Sequence(NamedTuple):
    """One value for each frame of a note; after the last value the sequence continues at `loop`."""

    values: tuple[int, ...]
    loop: int

    def at(self, frame: int) -> int:
        """Return the value for a frame of the note, counted from 0.

        >>> [Sequence((9, 5, 4), 1).at(frame) for frame in range(6)]
        [9, 5, 4, 5, 4, 5]
        """
        count = len(self.values)
        if frame < count:
            return self.values[frame]
        return self.values[self.loop + (frame - self.loop) % (count - self.loop)]


class Instrument(NamedTuple):
    """How a note sounds: levels 0 to 15, an arpeggio in semitones, vibrato added to the period."""

    levels: Sequence
    arpeggio: Sequence = Sequence((0,), 0)
    vibrato: Sequence = Sequence((0,), 0)


PLAIN = Instrument(Sequence(DECAY, len(DECAY) - 1))
DRUM = Instrument(Sequence((15, 12, 9, 6, 4, 2, 1, 0), 7))


class Note(NamedTuple):
    """A note of a voice.

    start, length  frames
    pitch          MIDI number; of noise: its period, 0 to 31
    source         its line in the file
    """

    start: int
    length: int
    pitch: int
    instrument: Instrument = PLAIN
    volume: int = LEVEL_MAX
    noise: bool = False
    source: int = 1


@dataclass
class Tune:
    """The voices of a tune.  Each voice is a list of notes in order of time; notes do not overlap.

    length  frames until it ends or begins again
    loop    frame from which it is repeated; None: it ends
    bar     frames of a bar, which the player's patterns follow
    lines   whether the notes have lines in the file
    """

    voices: list[list[Note]]
    length: int
    loop: int | None = None
    bar: int = 100
    notes: list[str] = field(default_factory=list)
    lines: bool = True

    def place(self, note: Note) -> str:
        """Return where a note is, as words: its line, or its time."""
        return f"a note in line {note.source}" if self.lines \
            else f"the note at {note.start / FRAMES_PER_SECOND:.2f} s"


def period(pitch: float) -> int:
    """Return the period of a tone for the sound chip.

    >>> period(69)          # A4, 440 Hz
    213
    """
    return max(1, min(4095, round(CLOCK / 16 / (440 * 2 ** ((pitch - 69) / 12)))))


def cents(pitch: float) -> float:
    """Return the difference between the chip's nearest tone and a pitch, in cents.

    >>> round(cents(69), 1)
    0.5
    """
    heard = CLOCK / 16 / period(pitch)
    return 1200 * math.log2(heard / (440 * 2 ** ((pitch - 69) / 12)))


def check(tune: Tune) -> None:
    """Refuse tunes that are empty or too long.  Errors: ConversionError"""
    if not any(tune.voices):
        raise ConversionError("the file has no notes")
    if tune.length > FRAMES_MAX:
        raise ConversionError(f"the tune has {tune.length:,} frames; the maximum is "
                              f"{FRAMES_MAX:,}, ten minutes")
    if sum(map(len, tune.voices)) > NOTES_MAX:
        raise ConversionError(f"the tune has more than {NOTES_MAX:,} notes")
