"""Tunes for lib/music.asm: instruments, patterns of one bar, and their order in each voice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from asm.assembler.conversion import ConversionError

from .notes import LEVEL_MAX, PLAIN, VOICES, Instrument, Note, Sequence, Tune
from .source import Row, equate, statement

PITCH_MIN, PITCH_MAX = 24, 119      # C1 to B8
LENGTH_MAX = 127            # frames of an event
INSTRUMENTS_MAX = 21
INSTRUMENT_BYTES = 6
BIAS = 64                   # of arpeggios and vibratos
REST, KEEP = "MUSIC_REST", "MUSIC_KEEP"

Event = tuple[int, str, int, int, int]      # length, note, instrument or -1, volume, source
Pattern = list[Event]


def lines(tune: Tune, label: str) -> Iterator[Row]:
    """Yield the source of a tune.

    Errors: ConversionError for notes that the player cannot play, or too many instruments
    """
    tools = list(dict.fromkeys(note.instrument for voice in tune.voices for note in voice)) or [
        PLAIN]
    if len(tools) > INSTRUMENTS_MAX:
        raise ConversionError(f"the tune has {len(tools)} instruments; lib/music.asm "
                              f"allows at most {INSTRUMENTS_MAX}")
    _check_pitches(tune)
    yield 1, "        ifndef  music_frame"
    yield 1, '        include "lib/music.asm"'
    yield 1, "        endif"
    yield 1, equate(f"{label}_play", "music_start")
    yield 1, statement(label, "fdb", f"{label}_tools,{label}_voice1,{label}_voice2,{label}_voice3")
    yield from _tools(tools, label)
    patterns: dict[tuple[Event, ...], str] = {}
    orders = []
    for number in range(VOICES):
        voice = tune.voices[number] if number < len(tune.voices) else []
        names, loop = [], 0
        for at, pattern in _patterns(voice, tune, tools):
            key = tuple(pattern)
            names.append(patterns.setdefault(key, f"{label}_bar{len(patterns) + 1}"))
            loop += at < (tune.loop or 0)
        orders.append((number + 1, names, loop))
    for number, names, loop in orders:
        yield from _order(f"{label}_voice{number}", names, loop if tune.loop is not None else -1)
    for key, name in patterns.items():
        yield from _pattern(name, key)


def _check_pitches(tune: Tune) -> None:
    for voice in tune.voices:
        for note in voice:
            chord = note.instrument.arpeggio.values
            if not note.noise and not (note.pitch + min(chord) >= PITCH_MIN
                                       and note.pitch + max(chord) <= PITCH_MAX):
                raise ConversionError(f"line {note.source}: a note, or its arpeggio, is below C1 "
                                      "or above B8")


def _tools(tools: list[Instrument], label: str) -> Iterator[Row]:
    """Yield the source of the instruments, and of each different sequence once."""
    sequences: dict[tuple[Sequence, int], str] = {}

    def name(sequence: Sequence, bias: int) -> str:
        return sequences.setdefault((sequence, bias), f"{label}_wave{len(sequences) + 1}")

    for number, tool in enumerate(tools):
        parts = (name(tool.levels, 0), name(tool.arpeggio, BIAS), name(tool.vibrato, BIAS))
        yield 1, statement("" if number else f"{label}_tools", "fdb", ",".join(parts))
    for (sequence, bias), known in sequences.items():
        back = sequence.loop - len(sequence.values) - 1
        yield 1, statement(known, "fcb", ",".join(
            [*(str(value + bias) for value in sequence.values), str(back)]))


def _patterns(voice: list[Note], tune: Tune, tools: list[Instrument]
              ) -> Iterator[tuple[int, Pattern]]:
    """Yield the patterns of a voice, each with its first frame; a pattern has the events of a
    bar."""
    marks = [at for at in (tune.loop or 0, tune.length) if at]
    pattern: Pattern = []
    begin, bar_end, state = 0, tune.bar, (-1, -1)
    for at, length, note, begins in _spans(voice, tune.length, marks):
        if pattern and (at >= bar_end or at in marks):
            yield begin, pattern
            pattern, begin, state = [], at, (-1, -1)
        while bar_end <= at:
            bar_end += tune.bar
        for first, part in _parts(length):
            if note is None:
                pattern.append((part, REST, -1, 0, 1))
            elif not (begins and first):
                pattern.append((part, KEEP, -1, 0, note.source))
            else:
                tool = tools.index(note.instrument)
                same = (tool, note.volume) == state
                state = (tool, note.volume)
                value = str(0x80 + note.pitch) if note.noise else str(note.pitch - PITCH_MIN)
                pattern.append((part, value, -1 if same else tool, note.volume, note.source))
    if pattern:
        yield begin, pattern


def _spans(voice: list[Note], end: int, marks: list[int]
           ) -> Iterator[tuple[int, int, Note | None, bool]]:
    """Yield the notes and rests of a voice without gaps, cut at the frames in `marks`.  Each has a
    start, a length, a note or None, and whether the note begins there."""
    at = 0
    spans: list[tuple[int, int, Note | None]] = []
    for note in voice:
        if note.start > at:
            spans.append((at, note.start, None))
        spans.append((note.start, note.start + note.length, note))
        at = note.start + note.length
    if at < end:
        spans.append((at, end, None))
    for start, stop, owner in spans:
        cuts = [start, *(mark for mark in sorted(set(marks)) if start < mark < stop), stop]
        for first, last in pairwise(cuts):
            if last > first:
                yield first, last - first, owner, first == start


def _parts(length: int) -> Iterator[tuple[bool, int]]:
    first = True
    while length > 0:
        yield first, min(length, LENGTH_MAX)
        length -= LENGTH_MAX
        first = False


def _order(name: str, patterns: list[str], loop: int) -> Iterator[Row]:
    for number, pattern in enumerate(patterns):
        if number == loop:
            yield 1, f"{name}_loop"
        yield 1, statement("" if number else name, "fdb", pattern)
    known = 0 <= loop < len(patterns)
    target = f"{name}_loop" if known else "music_silence"
    yield 1, statement("" if patterns else name, "fdb", f"MUSIC_ORDER_END,{target}")


def _pattern(name: str, events: tuple[Event, ...]) -> Iterator[Row]:
    for number, (length, note, tool, volume, source) in enumerate(events):
        operand = f"{length},{note}" if tool < 0 else \
            f"$80+{length},{INSTRUMENT_BYTES * tool},{LEVEL_MAX - volume},{note}"
        yield source, statement("" if number else name, "fcb", operand)
    yield 1, statement("" if events else name, "fcb", "MUSIC_PATTERN_END")
