"""Tunes from MML and MIDI files: the sound chip plays what the file contains."""

import io
import time
import wave
from itertools import pairwise
from pathlib import Path

import mido
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm.assembler.conversion import Asset, ConversionError
from tests.vecx.assets.playing import period, registers
from vecx.assets import listening, midi, mml, notes, player_tune, rom_tune, tunes
from vecx.assets.notes import Instrument, Note, Sequence, Tune
from vecx.assets.result import Result

WORST_MAX = 1_200           # cycles of lib/music.asm in a frame


def convert(data: bytes, file: str = "tune.mml", **options: str) -> Result:
    return tunes.convert(Asset(file, data, "tune", options, lambda _: b""), {})


# MML ----------------------------------------------------------------------------------------------

def test_the_commands_of_mml() -> None:
    """Lengths, dots, octaves, accidentals, ties, loops, gates and volumes; time is exact."""
    tune = mml.read(b"#tempo 150\n#bar 2\nA v9 l8 c > c+ < b- r e4. q4 e4 q8 [c d]3 c&c\n"
                    b"B r2 n7 n12,2\n")
    first = [(note.start, note.length, note.pitch) for note in tune.voices[0]]
    assert first[:3] == [(0, 10, 60), (10, 10, 73), (20, 10, 70)]
    assert first[3:5] == [(40, 30, 64), (70, 10, 64)]
    assert [pitch for _, _, pitch in first[5:11]] == [60, 62] * 3
    assert first[11] == (150, 20, 60)
    assert all(note.volume == 9 for note in tune.voices[0])
    assert [(note.start, note.length, note.pitch, note.noise) for note in tune.voices[1]] == [
        (40, 20, 7, True), (60, 40, 12, True)]
    assert (tune.length, tune.bar, tune.loop) == (170, 40, None)


def test_rounding_does_not_add_up() -> None:
    """Each of 99 triplets starts within half a frame of its exact time."""
    tune = mml.read(b"#tempo 137\nA l12 [c d e]33\n")
    each = 3000 / 137 * 4 / 12
    assert max(abs(note.start - number * each)
               for number, note in enumerate(tune.voices[0])) <= 0.5


@pytest.mark.parametrize(("text", "message"), [
    ("A c d x", "line 1: 'x' is not a note"), ("D c", "line 1: 'D c' does not begin with a voice"),
    ("A [c d", "line 1: [ without ]"), ("A c ]2", "line 1: ] without ["),
    ("A [c]999", "a loop must be repeated 1 to 255"), ("A @none c", "there is no instrument @none"),
    ("A c256", "the length 256 is not"), ("A o9 c", "o9: the value must be 0 to 8"),
    ("A o0 c", "below C1"), ("A n32", "must be 0 to 31, not 32"), ("#tempo 5", "is not a setting"),
    ("@x level 3", "an instrument needs levels"), ("@x levels 16", "'16': levels must be 0 to 15"),
    ("@x levels", "levels needs 1 to 31 values"), ("; nothing", "the file has no notes"),
    ("A " + "[" * 9 + "c" + "]" * 9, "nested more than 8 deep"),
    ("A [[[[c]255]255]255]255", "a loop must be repeated 1 to 255 times"),
    ("A t20 [c1]60", "longer than 30,000 frames"), ("A " + "<" * 9, "the octave")])
def test_mml_that_is_refused(text: str, message: str) -> None:
    """Invalid MML is refused with the line, in bounded time."""
    begun = time.process_time()
    with pytest.raises(ConversionError) as fault:
        mml.read(text.encode())
    assert message in str(fault.value)
    assert time.process_time() - begun < 2


# The player ---------------------------------------------------------------------------------------

LEVELS = st.builds(lambda values: Sequence(tuple(values), len(values) - 1),
                   st.lists(st.integers(1, 15), min_size=1, max_size=5))
LOOPED = st.builds(lambda values: Sequence(tuple(values), 0),
                   st.lists(st.integers(-7, 12), min_size=1, max_size=4))
INSTRUMENT = st.builds(Instrument, LEVELS, LOOPED, LOOPED)


@st.composite
def voices(draw: st.DrawFn) -> list[Note]:
    """Return notes and rests of a voice, some longer than the longest event."""
    at, found = draw(st.integers(0, 3)), []
    for _ in range(draw(st.integers(1, 5))):
        length = draw(st.one_of(st.integers(2, 12), st.just(150)))
        noise = draw(st.booleans()) and draw(st.booleans())
        pitch = draw(st.integers(0, 31)) if noise else draw(st.integers(36, 100))
        found.append(Note(at, length, pitch, draw(INSTRUMENT), draw(st.integers(0, 15)), noise))
        at += length + draw(st.integers(0, 4))
    return found


@settings(max_examples=8)
@given(st.lists(voices(), min_size=1, max_size=2), st.integers(5, 60))
def test_the_player_plays_every_frame(parts: list[list[Note]], bar: int) -> None:
    """Period, level and mixer of two voices are correct in each frame."""
    length = max(note.start + note.length for part in parts for note in part)
    rows = list(player_tune.lines(Tune(parts, length, None, bar), "tune"))
    played = list(registers(rows, "tune", listening.PLAYER, min(length, 300)))
    for voice, part in enumerate(parts):
        for note in part:
            tool = note.instrument
            for frame in range(min(note.length, 300 - note.start)):
                now = played[note.start + frame]
                level = max(0, tool.levels.at(frame) + note.volume - 15)
                assert now[8 + voice] == level, (note, frame)
                assert now[7] >> (voice + 3 * note.noise) & 1 == 0
                if note.noise:
                    continue
                bend = tool.vibrato.at(frame - 1) if frame else 0
                tone = notes.period(note.pitch + tool.arpeggio.at(frame)) + bend
                assert period(now, voice) == tone, (note, frame)
        for before, after in pairwise([*part, Note(length, 0, 0)]):
            for frame in range(before.start + before.length, min(after.start, 300)):
                assert played[frame][8 + voice] == 0


def test_three_voices_stay_together() -> None:
    """If three notes start at once, one is one frame late, and catches up."""
    part = b"l16 [c d e f g a b > c < ]20"
    tune = convert(b"#tempo 300\n@x levels 15 14 13\n" + b"".join(
        b"%c @x o%d %s\n" % (voice, 3 + number, part) for number, voice in enumerate(b"ABC")),
        form="player")
    rows = tune.conversion.lines
    played = list(registers(rows, "tune", listening.PLAYER, 300))
    found = mml.read(b"#tempo 300\nA o3 " + part).voices[0]
    for note in found[4:110]:
        for voice in range(3):
            late = note.start + 1
            assert period(played[late], voice) == notes.period(note.pitch + 12 * voice)


def test_a_tune_repeats_from_its_loop() -> None:
    """The repetition has the same registers, and all voices begin it together."""
    rows = convert(b"#tempo 150\nA c8 L d8 e8\nB o5 e8 L f4\nC r8 L n5,4\n").conversion.lines
    played = list(registers(rows, "tune", listening.PLAYER, 31 + 4 * 20))
    assert played[11:50] == played[51:90]
    assert period(played[12], 0) != period(played[2], 0)


WORST = """
tune    fdb     tools,one,two,three
tools   fdb     wave,chord,chord
wave    fcb     15,MUSIC_HOLD
chord   fcb     MUSIC_BIAS,MUSIC_HOLD
one     fdb     bar,MUSIC_ORDER_END,one
two     fdb     bar,MUSIC_ORDER_END,two
three   fdb     bar,MUSIC_ORDER_END,three
bar     fcb     {begin}{note},MUSIC_PATTERN_END
"""
EFFECT = "effect  fcb 1\n rept 60\n fcb $6F,1,2,5\n endr\n fcb $D0,EFFECT_END\n"


@pytest.mark.sample(8)
@pytest.mark.parametrize("note", ["36", "$85", "MUSIC_REST", "MUSIC_KEEP"])
@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("effect", [False, True])
def test_no_frame_takes_longer_than_stated(note: str, length: int, effect: bool) -> None:
    """The player's worst frame stays within WORST_MAX, even in the worst tune.

    In that tune, each voice ends its order, a pattern and a note as often as it can.  The converter
    gives an instrument to notes only.
    """
    begin = listening.PLAYER[1] + " ldx #effect\n jsr effect_start\n" * effect
    start = f"{length}," if note == "MUSIC_KEEP" else f"$80+{length},0,3,"
    rows = [(1, line) for line in (WORST.format(begin=start, note=note) + EFFECT).splitlines()]
    worst = listening.worst_frame(rows, "tune", 40, player=(listening.PLAYER[0], begin,
                                                            listening.PLAYER[2]))
    assert 900 < worst <= WORST_MAX


# The ROM ------------------------------------------------------------------------------------------

BELL = b"@bell levels 15 12 9 6 3 0\nA @bell o4 l8 c d e f g a b > c\n"


def test_a_tune_for_the_rom() -> None:
    """The ROM plays the notes of the file on three voices in turn, and then is silent."""
    made = convert(BELL, form="rom")
    assert made.conversion.lines == convert(BELL).conversion.lines
    tune = mml.read(BELL)
    played = list(registers(made.conversion.lines, "tune", listening.ROM, tune.length + 3))
    for number, note in enumerate(tune.voices[0]):
        voice = (0, 2, 1)[number % 3]
        assert period(played[note.start + 1], voice) == pytest.approx(notes.period(note.pitch),
                                                                      abs=1)
        assert played[note.start + 1][8 + voice] >= 9
    assert played[-1][8:11] == [0, 0, 0]


@pytest.mark.parametrize(("text", "reason"), [
    (b"#loop yes\n" + BELL, "it is repeated"), (b"A c @drum c", "several instruments"),
    (b"@a levels 9 0 arpeggio 0 4 7\nA @a c", "an arpeggio or a vibrato"),
    (b"A v9 c", "a note in line 1 is not at full volume"),
    (b"A o1 c", "a note in line 1 is below G2"),
    (b"A c d", "a note in line 1 is one that the ROM cannot end"),
    (b"@b levels 9 0\nA @b r4 c", "begins with a rest"),
    (b"@b levels 9 0\nA @b t20 c1 c", "64 frames or more")])
def test_where_the_rom_is_not_sufficient(text: bytes, reason: str) -> None:
    """`form=rom` reports the reason; `form=auto` uses lib/music.asm."""
    with pytest.raises(ConversionError, match="the ROM's format cannot represent") as fault:
        convert(text, form="rom")
    assert reason in str(fault.value)
    assert any("lib/music.asm" in line for _, line in convert(text).conversion.lines)
    assert reason in rom_tune.fault(mml.read(text))


def test_the_report_and_the_preview() -> None:
    """The report has bytes, worst frame and pitch error; the preview is audible."""
    made = convert(b"A l8 c e g\nB o3 c2\n")
    text = made.report()
    assert "bytes" in text and "cycles" in text and "cents" in text
    assert int(text.partition("worst frame ")[2].partition(" ")[0].replace(",", "")) <= WORST_MAX
    assert made.preview is not None
    with wave.open(io.BytesIO(made.preview())) as file:
        data = file.readframes(file.getnframes())
    assert len(data) > 20_000 and max(data[1::2]) > 5


@pytest.mark.slow
def test_the_preview_is_the_whole_tune() -> None:
    """A tune of more than a minute is heard to its end, and all its frames are measured."""
    made = convert(b"A t60 l1 " + b"c " * 20 + b"\n")
    assert "80.0 s" in made.report()
    assert made.preview is not None
    with wave.open(io.BytesIO(made.preview())) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(80.2, abs=0.3)


# MIDI ---------------------------------------------------------------------------------------------

def midi_file(*tracks: list[mido.Message], ticks: int = 100) -> bytes:
    """Return a file with ticks of 5 ms."""
    file = mido.MidiFile(ticks_per_beat=ticks)
    for messages in tracks:
        file.tracks.append(mido.MidiTrack(messages))
    room = io.BytesIO()
    file.save(file=room)
    return room.getvalue()


def played(pitch: int, start: int, length: int, channel: int = 0, velocity: int = 127
           ) -> list[mido.Message]:
    return [mido.Message("note_on", note=pitch, time=start, channel=channel, velocity=velocity),
            mido.Message("note_off", note=pitch, time=length, channel=channel)]


SMPTE = midi_file(played(60, 0, 40))[:12] + b"\xe7\x28" + midi_file(played(60, 0, 40))[14:]


def test_midi_notes_become_voices() -> None:
    """Channels keep their voices, channel 10 is noise, velocity is volume."""
    tune = midi.read(midi_file(played(60, 0, 40) + played(62, 0, 40, velocity=64),
                               played(48, 0, 80, channel=1), played(36, 0, 20, channel=9),
                               played(5, 120, 40, channel=2)))
    assert [(note.start, note.length, note.pitch) for note in tune.voices[0]] == [
        (0, 10, 60), (10, 10, 62), (30, 10, 29)]
    assert tune.voices[0][1].volume == 8
    assert [note.pitch for note in tune.voices[1]] == [48]
    assert [(note.pitch, note.noise) for note in tune.voices[2]] == [(31, True)]
    assert tune.notes == ["1 note is moved by octaves, into the range of the sound chip",
                          "1 note is played as noise: drums"]


def test_ten_thousand_notes_at_once() -> None:
    """Three notes play, and a note counts the others, in bounded time."""
    begun = time.process_time()
    tune = midi.read(midi_file(*([mido.Message("note_on", note=number % 100 + 20, time=0,
                                               channel=number % 9, velocity=1 + number % 127)
                                  for number in range(2_000)] for _ in range(5))))
    assert sum(map(len, tune.voices)) == 3
    assert "9,997 notes are not played" in tune.notes[0]
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(("data", "message"), [
    (b"", "not a MIDI file"), (b"MThd", "not a MIDI file"), (b"RIFF" * 10, "not a MIDI file"),
    (midi_file(played(60, 0, 40))[:-9], "not a MIDI file, or damaged"),
    (midi_file([]), "no notes"), (SMPTE, "SMPTE"),
    (midi_file(played(60, 0, 900_000)), "longer than 10 minutes")])
def test_midi_files_that_are_refused(data: bytes, message: str) -> None:
    """Invalid MIDI files are refused with one message."""
    with pytest.raises(ConversionError) as fault:
        midi.read(data)
    assert message in str(fault.value)


def test_notes_of_a_midi_file_are_named_by_their_time() -> None:
    """A MIDI file has no lines."""
    data = midi_file([*played(60, 0, 100), *played(62, 0, 100, velocity=50)])
    report = convert(data, "a.mid").report()
    assert "cannot represent it: the note at 0.50 s is not at full volume" in report


def test_a_file_exported_by_musescore() -> None:
    """A chord of four notes, a triplet, a change of the tempo, and drums.

    The file was made in MuseScore 3.2: two bars, the first at 120, the second at 80 quarters a
    minute.
    """
    tune = midi.read((Path(__file__).parent / "musescore.mid").read_bytes())
    found = sorted((note.start, note.pitch) for voice in tune.voices for note in voice
                   if not note.noise)
    assert found[-7:] == [(25, 62), (33, 64), (42, 65), (50, 68), (75, 69), (100, 71), (175, 72)]
    assert {start for start, _ in found[:-7]} == {0} and tune.length == 250
    assert sum("not played" in text or "as noise" in text for text in tune.notes) == 2


def test_each_note_has_its_pitch_and_time() -> None:
    """With tempo changes and triplets, each note begins within half a frame of the file's time."""
    track = []
    for bar, tempo in enumerate((500_000, 731_000, 312_345)):
        track.append(mido.MetaMessage("set_tempo", tempo=tempo))
        for number in range(12):
            track += played(50 + number + bar, 0, (320, 160, 480)[number % 3])
    data = midi_file(track, ticks=480)
    expected, seconds = [], 0.0
    for message in mido.MidiFile(file=io.BytesIO(data)):
        seconds += message.time
        if message.type == "note_on":
            expected.append((seconds, message.note))
    found = sorted((note.start, note.pitch) for voice in midi.read(data).voices for note in voice)
    assert [pitch for _, pitch in found] == [pitch for _, pitch in expected]
    assert max(abs(start / 50 - time) for (start, _), (time, _) in zip(
        found, expected, strict=True)) <= 0.01001


def test_what_is_left_out_of_a_midi_file_is_said() -> None:
    """Chords of more than three notes, voices that are taken over, controllers and bends."""
    chord = [mido.Message("note_on", note=60 + at, velocity=127) for at in range(4)]
    more = [mido.Message("note_on", note=80, time=50, velocity=127),
            *(mido.Message("note_off", note=note, time=50 * (note == 60))
              for note in (60, 61, 62, 63, 80))]
    other = [mido.Message("pitchwheel", pitch=5), mido.Message("pitchwheel", pitch=0),
             mido.Message("control_change", control=64, value=127),
             mido.Message("control_change", control=7, value=100),
             mido.Message("control_change", control=7, value=90)]
    notes = midi.read(midi_file([*chord, *other, *more])).notes
    assert notes == ["1 note is not played: at most 3 can sound at a time",
                     "1 note is shorter than in the file, because a later one needs the voice",
                     "left out: pitch bends, the sustain pedal, channel volume"]
