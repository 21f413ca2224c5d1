"""Reads MIDI files: notes become up to three voices, and drums become noise.

The rules: channel 10 is drums, and becomes noise.  Notes go to the voice that last played their
channel if it is free, then to any free voice.  If all three are busy, the note replaces the one
that started first; of notes that start together, the three loudest are played.  The level follows
the velocity.
"""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

from asm.assembler.conversion import ConversionError

from ..errors import brief, install
from .notes import (
    DRUM,
    FRAMES_MAX,
    FRAMES_PER_SECOND,
    LEVEL_MAX,
    NOTES_MAX,
    PLAIN,
    VOICES,
    Note,
    Tune,
    check,
)

EVENTS_MAX = 200_000
BYTES_MAX = 1 << 20
DRUM_CHANNEL = 9            # counted from 0
PITCH_MIN, PITCH_MAX = 24, 119
SHORT = 2                   # frames of the shortest note
# Noise periods of General MIDI's drums: deep ones have long periods.
DRUMS = {35: 31, 36: 31, 38: 14, 40: 12, 41: 28, 43: 26, 45: 24, 47: 22, 48: 20, 50: 18,
         42: 2, 44: 3, 46: 1, 49: 4, 51: 5, 57: 4}

# What a file may contain besides notes, by type of message or number of the controller.
IGNORED = {"pitchwheel": "pitch bends", "polytouch": "aftertouch", "aftertouch": "aftertouch",
           1: "modulation", 7: "channel volume", 11: "expression", 64: "the sustain pedal"}
DEFAULTS = {7: (100, 127), 11: (127,), 64: (0,), 1: (0,)}     # values that change nothing
SAID = {"dropped": "{} not played: at most 3 can sound at a time",
        "cut": "{} shorter than in the file, because a later one needs the voice",
        "moved": "{} moved by octaves, into the range of the sound chip",
        "drums": "{} played as noise: drums"}
Raw = tuple[int, int, int, int, int]        # start, end, channel, pitch, velocity


def read(data: bytes) -> Tune:
    """Read a file.  Errors: ConversionError"""
    try:
        import mido
    except ImportError:
        raise ConversionError("MIDI files need mido", hints=(install("music"),)) from None
    if len(data) > BYTES_MAX:
        raise ConversionError(f"the file has {len(data):,} bytes; the maximum is {BYTES_MAX:,}")
    try:
        file = mido.MidiFile(file=io.BytesIO(data), clip=True)
        if file.type == 2:
            raise ConversionError("the tracks of a MIDI file of type 2 are separate tunes; export "
                                  "type 0 or 1")
        if not 0 < file.ticks_per_beat < 0x8000:
            raise ConversionError("the file counts time in SMPTE frames; export it with ticks per "
                                  "beat")
        raw, beats, length, ignored = _notes(file)
    except ConversionError:
        raise
    except (EOFError, OSError, ValueError, IndexError, KeyError, TypeError, AttributeError,
            LookupError, OverflowError, mido.KeySignatureError) as error:
        raise ConversionError(f"not a MIDI file, or damaged: {brief(error) or 'it ends early'}"
                              ) from None
    voices, counts = _voices(raw)
    tune = Tune(voices, max([length, *(note.start + note.length for voice in voices
                                       for note in voice)]), None, max(1, beats), lines=False)
    tune.notes += [text.format(_number(counts[kind])) for kind, text in SAID.items()
                   if counts[kind]]
    if ignored:
        tune.notes.append(f"left out: {', '.join(ignored)}")
    check(tune)
    return tune


def _number(count: int) -> str:
    return f"{count:,} notes are" if count != 1 else "1 note is"


def _notes(file: Any) -> tuple[list[Raw], int, int, list[str]]:
    """Return the notes, the length of a bar, the length of the file, and what is left out.  All
    times are in frames.

    Errors: ConversionError for too many events or too long a file
    """
    import mido

    if sum(map(len, file.tracks)) > EVENTS_MAX:
        raise ConversionError(f"the file has more than {EVENTS_MAX:,} events")
    tempo, beats, seconds = 500_000, 4.0, 0.0
    open_notes: dict[tuple[int, int], list[tuple[int, int]]] = {}
    found: list[Raw] = []
    bar, ignored = 0, dict[str, None]()
    for message in mido.merge_tracks(file.tracks):
        seconds += mido.tick2second(message.time, file.ticks_per_beat, tempo)
        if not seconds * FRAMES_PER_SECOND <= FRAMES_MAX:
            raise ConversionError(f"the file is longer than {FRAMES_MAX / 50 / 60:.0f} minutes")
        frame = round(seconds * FRAMES_PER_SECOND)
        if message.type == "set_tempo":
            tempo = message.tempo
        elif message.type == "time_signature":
            beats = message.numerator * 4 / message.denominator
        elif message.type in ("note_on", "note_off"):
            key = (message.channel, message.note)
            if message.type == "note_on" and message.velocity:
                open_notes.setdefault(key, []).append((frame, message.velocity))
            elif open_notes.get(key):
                start, velocity = open_notes[key].pop(0)
                found.append((start, max(frame, start + SHORT), *key, velocity))
            bar = bar or round(tempo / 1e6 * FRAMES_PER_SECOND * beats)
        elif message.type in IGNORED:
            if message.type != "pitchwheel" or message.pitch:
                ignored[IGNORED[message.type]] = None
        elif message.type == "control_change" and message.control in IGNORED \
                and message.value not in DEFAULTS[message.control]:
            ignored[IGNORED[message.control]] = None
    end = round(seconds * FRAMES_PER_SECOND)
    found += [(start, max(end, start + SHORT), *key, velocity)
              for key, waiting in open_notes.items() for start, velocity in waiting]
    if len(found) > NOTES_MAX:
        raise ConversionError(f"the file has {len(found):,} notes; the maximum is {NOTES_MAX:,}")
    return sorted(found, key=lambda note: (note[0], -note[4], -note[3])), bar, end, [*ignored]


def _voices(raw: list[Raw]) -> tuple[list[list[Note]], Counter[str]]:
    """Distribute the notes to voices; return the voices, and how many notes were changed, by the
    keys of SAID."""
    voices: list[list[Note]] = [[] for _ in range(VOICES)]
    channels = [-1] * VOICES
    counts = Counter[str]()
    for start, end, channel, pitch, velocity in raw:
        busy = [bool(voice) and voice[-1].start + voice[-1].length > start for voice in voices]
        free = [at for at in range(VOICES) if not busy[at]]
        chosen = next((at for at in free if channels[at] == channel), None)
        if chosen is None and free:
            chosen = free[-1] if channel == DRUM_CHANNEL else free[0]
        if chosen is None:
            older = [at for at in range(VOICES) if voices[at][-1].start < start]
            if not older:
                counts["dropped"] += 1
                continue
            chosen = min(older, key=lambda at: voices[at][-1].start)
            last = voices[chosen][-1]
            voices[chosen][-1] = last._replace(length=start - last.start)
            counts["cut"] += 1
        drums = channel == DRUM_CHANNEL
        counts["drums"] += drums
        counts["moved"] += not drums and not PITCH_MIN <= pitch <= PITCH_MAX
        while not drums and not PITCH_MIN <= pitch <= PITCH_MAX:
            pitch += 12 if pitch < PITCH_MIN else -12
        voices[chosen].append(Note(
            start, end - start, DRUMS.get(pitch, 10) if drums else pitch,
            DRUM if drums else PLAIN, max(1, round(velocity * LEVEL_MAX / 127)), drums))
        channels[chosen] = channel
    return voices, counts
