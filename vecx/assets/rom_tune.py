"""Convert simple tunes to the format of the executive ROM, for Init_Music_chk.

All notes share an envelope of 32 levels.  A note goes to the next of three voices in turn, and
sounds until its voice is needed again or the envelope has ended.  [BIOS] spec, section on music
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .notes import LEVEL_MAX, VOICES, Note, Tune
from .source import Row, statement

PITCH_MIN = 43              # G2, note 0 of the ROM's table
NOTES = 64
STEPS = 32                  # of the envelope
FRAMES_MAX = 63             # of a duration
SLACK = 1                   # frames that a note may be longer or shorter


def fault(tune: Tune) -> str:
    """Return why the ROM's format cannot represent a tune, or an empty string."""
    notes = sorted(note for voice in tune.voices for note in voice)
    if tune.loop is not None:
        return "it is repeated"
    if len({note.instrument for note in notes}) > 1:
        return "it has several instruments"
    tool = notes[0].instrument
    if any(tool.vibrato.values) or any(tool.arpeggio.values):
        return "it has an arpeggio or a vibrato"
    if len({tool.levels.at(frame) for frame in range(STEPS - 1, 3 * STEPS)}) > 1:
        return f"its envelope changes after {STEPS} frames"
    for note in notes:
        if note.volume != LEVEL_MAX:
            return f"{tune.place(note)} is not at full volume"
        if not note.noise and not PITCH_MIN <= note.pitch < PITCH_MIN + NOTES:
            return f"{tune.place(note)} is below G2 or above A#7"
    return _lengths_fault(tune, notes)


def _lengths_fault(tune: Tune, notes: list[Note]) -> str:
    """Return why the ROM cannot play notes of these lengths, or an empty string."""
    levels = notes[0].instrument.levels
    starts = [note.start for note in notes]
    for number, note in enumerate(notes):
        end = note.start + note.length
        taken = starts[number + VOICES] if number + VOICES < len(notes) else tune.length
        heard = next((frame for frame in range(STEPS + 1)
                      if not any(levels.at(later) for later in range(frame, STEPS + 1))), STEPS + 1)
        silent = note.start + heard if heard <= STEPS else taken
        if abs(min(taken, silent) - end) > SLACK and not end >= silent:
            return f"{tune.place(note)} is one that the ROM cannot end at the right time"
        if min(taken, silent, end) < min(end, silent) - SLACK:
            return f"more than {VOICES} notes sound at a time with {tune.place(note)}"
    times = [*dict.fromkeys(starts), tune.length]
    if times[0] > 0:
        return "it begins with a rest"
    if any(b - a > FRAMES_MAX for a, b in pairwise(times)):
        return f"it has {FRAMES_MAX + 1} frames or more between two notes"
    chords = [starts.count(time) for time in dict.fromkeys(starts)]
    return f"it has more than {VOICES} notes at a time" if max(chords) > VOICES else ""


def lines(tune: Tune, label: str) -> Iterator[Row]:
    """Yield the source of a tune for which `fault` returned an empty string."""
    notes = sorted(note for voice in tune.voices for note in voice)
    levels = notes[0].instrument.levels
    yield 1, statement(label, "fdb", f"{label}_levels,{label}_vibrato")
    times = list(dict.fromkeys(note.start for note in notes))
    for time, after in zip(times, [*times[1:], tune.length], strict=True):
        chord = [note for note in notes if note.start == time]
        values = [(0x40 + note.pitch if note.noise else note.pitch - PITCH_MIN)
                  + (0x80 if note is not chord[-1] else 0) for note in chord]
        yield chord[0].source, statement("", "fcb", ",".join(
            [*(f"${value:02X}" for value in values), str(max(1, after - time))]))
    yield 1, statement("", "fcb", "0,$80", "end")
    yield 1, statement(f"{label}_levels", "fcb", ",".join(
        f"${levels.at(2 * step) << 4 | levels.at(2 * step + 1):02X}" for step in range(STEPS // 2)))
    yield 1, statement(f"{label}_vibrato", "fcb", "0,0,0,0,0,0,0,0")
