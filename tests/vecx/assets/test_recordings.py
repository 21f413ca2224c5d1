"""Recordings, effects and samples: the sound chip receives what the file contains."""

import gzip
import io
import struct
import sys
import wave
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asm import assemble
from asm.assembler.conversion import Asset, ConversionError
from tests.vecx.assets.playing import period, registers
from vecx.assets import effects, listening, recordings, samples
from vecx.assets.effects import Frame
from vecx.assets.result import Result
from vecx.console.includes import include_folders
from vecx.errors import install


def convert(data: bytes, file: str, **options: str) -> Result:
    module = {"wav": samples, "afx": effects, "sfx": effects}.get(file[-3:], recordings)
    made: Result = module.convert(Asset(file, data, "sound", options, lambda _: b""), {})
    return made


# Recordings ---------------------------------------------------------------------------------------

def vgm(commands: bytes, clock: int = 1_500_000, loop: int = 0) -> bytes:
    """Return a VGM file of version 1.51 with commands from $80 on."""
    head = bytearray(0x80)
    head[:4] = b"Vgm "
    struct.pack_into("<I", head, 8, 0x151)
    struct.pack_into("<I", head, 0x1C, 0x80 + loop - 0x1C if loop else 0)
    struct.pack_into("<I", head, 0x34, 0x80 - 0x34)
    struct.pack_into("<I", head, 0x74, clock)
    return bytes(head) + commands


def ay(register: int, value: int) -> bytes:
    return bytes((0xA0, register, value))


NEXT = b"\x63"              # the next frame
SOME = ay(0, 0x34) + ay(1, 2) + ay(7, 0x3E) + ay(8, 15) + NEXT + ay(8, 9) + NEXT * 3 + ay(13, 9) \
    + ay(12, 4) + NEXT + b"\x61\xE4\x06" + b"\x66"


def test_a_recording_plays_its_registers() -> None:
    """A recording plays frame by frame, including unchanged ones, and ends in silence."""
    for data in (vgm(SOME), gzip.compress(vgm(SOME))):
        found = recordings.read_vgm(data)
        rows = convert(data, "a.vgm").conversion.lines
        played = list(registers(rows, "sound", listening.REGISTERS, 9))
        assert len(found.frames) == 7
        assert [now[8] for now in played[:5]] == [15, 9, 9, 9, 9]
        assert period(played[0], 0) == 0x234 and played[0][7] == 0x3E
        assert (played[4][13], played[4][12]) == (9, 4)
        assert played[8][8:11] == [0, 0, 0] and played[8][7] == 0x3F


def test_clocks_are_converted() -> None:
    """Tones, noise and envelope keep their frequencies; the error is reported."""
    data = vgm(ay(0, 200) + ay(6, 20) + ay(11, 100) + ay(7, 0x36) + ay(8, 15) + NEXT + b"\x66",
               1_773_400)
    now = next(registers(convert(data, "a.vgm").conversion.lines, "sound", listening.REGISTERS, 1))
    ratio = 1_500_000 / 1_773_400
    assert (period(now, 0), now[6], now[11]) == (round(200 * ratio), round(20 * ratio),
                                                 round(100 * ratio))
    assert "pitch error at most" in convert(data, "a.vgm").report()
    assert next(registers(convert(data, "a.vgm", clock="3000000").conversion.lines, "sound",
                          listening.REGISTERS, 1))[0] == 100


@settings(max_examples=8)
@given(st.lists(st.lists(st.integers(0, 255), min_size=14, max_size=14), min_size=1, max_size=12),
       st.integers(0, 11))
def test_any_recording_plays_and_repeats(frames: list[list[int]], loop: int) -> None:
    """Each frame has the recorded registers; after the last, the loop repeats."""
    made, _ = recordings.converted(frames, recordings.CLOCK)
    start = loop if loop < len(made) else 0
    rows = recordings.lines(made, start, "sound")
    found = list(registers(rows, "sound", listening.REGISTERS, 2 * len(made)))
    masks = [255, 15] * 3 + [31, 63, 31, 31, 31, 255, 255, 15]
    for number, now in enumerate(found):
        at = number if number < len(made) else start + (number - start) % (len(made) - start)
        assert [value & mask for value, mask in zip(now, masks, strict=True)] == made[at]


def test_a_frame_with_all_registers_is_as_short_as_stated() -> None:
    """A frame with all registers takes at most 800 cycles."""
    frames = [[value] * 13 + [value] for value in (1, 2, 3, 4)]
    rows = recordings.lines(frames, 0, "sound")
    worst = listening.worst_frame(rows, "sound", 8, player=listening.REGISTERS)
    assert 600 < worst <= 800


def test_files_of_ym() -> None:
    """YM files of version 3 with a loop and of version 6 with drums and another rate are read."""
    columns = bytes(range(14)) * 2
    old = b"YM3b" + b"".join(columns[at:at + 1] * 2 for at in range(14)) + struct.pack(">I", 1)
    assert recordings.read_ym(old).loop == 1
    assert recordings.read_ym(old).frames[0] == list(range(14))
    head = b"YM6!LeOnArD!" + struct.pack(">IIHIHIH", 4, 1, 1, 2_000_000, 100, 2, 0)
    new = head + struct.pack(">I", 3) + b"abc" + b"title\0me\0\0" + bytes(
        at for at in range(16) for _ in range(4)) + b"End!"
    found = recordings.read_ym(new)
    assert len(found.frames) == 2 and found.frames[1] == list(range(14)) and found.loop == 1
    for end in range(len(new) - 5):
        with pytest.raises(ConversionError):
            recordings.read_ym(new[:end])


@pytest.mark.parametrize(("data", "message"), [
    (b"", "not a VGM file"), (vgm(SOME, clock=0), "no music for a chip"),
    (vgm(b"\x66"), "plays nothing"), (vgm(NEXT * 30_001 + b"\x66"), "more than 30,000 frames"),
    (vgm(b"\x67\x66\x00\xff\xff\xff\x7f"), "incomplete"),
    (b"\x1f\x8b" + b"\0" * 60, "cannot be unpacked"),
    (gzip.compress(b"Vgm " + bytes(9 << 20), mtime=0),
     "unpacked file has more than 8,388,608 bytes")])
def test_vgm_files_that_are_refused(data: bytes, message: str) -> None:
    """Invalid VGM files are refused with one message."""
    with pytest.raises(ConversionError) as fault:
        recordings.read_vgm(data)
    assert message in str(fault.value)


def test_a_vgm_file_cut_anywhere() -> None:
    """A VGM file truncated anywhere is refused as incomplete."""
    data = vgm(SOME)
    for end in range(len(data)):
        with pytest.raises(ConversionError):
            recordings.read_vgm(data[:end])


PACKED = (Path(__file__).parent / "packed.ym").read_bytes()      # 200 frames, -lh5- by jlha


def test_packed_ym_files() -> None:
    """Packed files are unpacked; damaged and huge ones are refused with one message."""
    frames = recordings.read_ym(PACKED).frames
    assert len(frames) == 200 and len({tuple(frame) for frame in frames}) > 10
    for place in range(len(PACKED)):
        with suppress(ConversionError):
            recordings.read_ym(PACKED[:place] + bytes([PACKED[place] ^ 0x55]) + PACKED[place + 1:])
        with pytest.raises(ConversionError):
            recordings.read_ym(PACKED[:min(place, len(PACKED) - 2)])
    huge = bytearray(PACKED)
    huge[11:15] = (9 << 20).to_bytes(4, "little")       # the size of the packed file
    huge[1] = sum(huge[2:2 + huge[0]]) & 0xFF           # the header's checksum
    with pytest.raises(ConversionError, match="unpacked file has more than 8,388,608 bytes"):
        recordings.read_ym(bytes(huge))


def test_packed_ym_files_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra to install."""
    monkeypatch.setitem(sys.modules, "lhafile", None)
    with pytest.raises(ConversionError, match="lhafile") as fault:
        recordings.read_ym(PACKED)
    assert fault.value.hints == (install("music"),)


# Effects ------------------------------------------------------------------------------------------

SHOT = b"""priority 5
tone 400 level 15 noise -
tone 300
tone - level 12 noise 8
level 3
"""


def test_effects_in_text_and_in_bytes() -> None:
    """Omitted values stay; AYFX files are read with their clock."""
    frames, priority = effects.read_text(SHOT)
    assert priority == 5
    assert [frame[:3] for frame in frames] == [(400, 15, None), (300, 15, None), (None, 12, 8),
                                               (None, 3, 8)]
    afx = bytes((0xAF, 0x90, 0x01, 0x8F, 0x5C, 8, 0xD0, 0x20))
    assert [frame[:3] for frame in effects.read_ayfx(afx, 1_500_000)] == [
        (400, 15, None), (400, 15, None), (None, 12, 8)]
    assert effects.read_ayfx(afx, 3_000_000)[0].tone == 200


@settings(max_examples=8)
@given(st.lists(st.builds(Frame, st.none() | st.integers(1, 4095), st.integers(0, 15),
                          st.none() | st.integers(0, 31)), min_size=1, max_size=12))
def test_the_player_plays_an_effect(frames: list[Frame]) -> None:
    """An effect plays on voice 3, which is silent afterwards."""
    played = list(registers(effects.lines(frames, "sound", 1), "sound", listening.EFFECT,
                            len(frames) + 2))
    for frame, now in zip(frames, played, strict=False):
        assert now[10] == frame.level
        assert now[7] >> 2 & 1 == (frame.tone is None)
        assert now[7] >> 5 & 1 == (frame.noise is None)
        assert frame.tone is None or period(now, 2) == frame.tone
        assert frame.noise is None or now[6] == frame.noise
    assert played[-1][10] == 0


def test_priorities() -> None:
    """An effect replaces only effects of the same or lower priority; the tune continues."""
    rows = [*effects.lines([Frame(100, 15, None)] * 9, "low", 3),
            *effects.lines([Frame(200, 15, None)] * 3, "high", 4)]
    machine, routine = listening.machine_with(rows, "low", listening.EFFECT)
    head, begin, frame = (part.format(label="low") for part in listening.EFFECT)
    text = listening._PROGRAM.format(head=head, begin=begin.strip(), frame=frame) + "".join(
        f"{line}\n" for _, line in rows)
    symbols = assemble(text, include_dirs=include_folders()).symbols
    program = {name: symbols[name].value or 0 for name in ("low", "high", "effect_start")}

    def tone() -> int:
        machine.call(routine, s=0xCBEA, dp=0xD0)
        return period([int(value) for value in machine.chips.state.psg[:14]], 2)

    assert tone() == 100
    machine.call(program["effect_start"], s=0xCBEA, dp=0xD0, x=program["high"])
    assert tone() == 200
    machine.call(program["effect_start"], s=0xCBEA, dp=0xD0, x=program["low"])
    assert tone() == 200
    for _ in range(3):
        tone()
    machine.call(program["effect_start"], s=0xCBEA, dp=0xD0, x=program["low"])
    assert tone() == 100


@pytest.mark.parametrize(("data", "file", "message"), [
    (b"tone 5000", "a.sfx", "line 1: tone must be 1 to 4095"),
    (b"loud 3", "a.sfx", "line 1: expected tone, level or noise, followed by a value"),
    (b"priority 300", "a.sfx", "0 to 255"), (b"", "a.sfx", "no frames"),
    (b"level 1\n" * 1001, "a.sfx", "longer than 1,000 frames"),
    (b"\xAF\x90", "a.afx", "frame 1 is incomplete"), (b"\x8f" * 9, "a.afx", "without an end mark"),
    (b"\xd0\x20", "a.afx", "no frames"), (b"\x8f" * 2000, "a.afx", "longer than 1,000 frames")])
def test_effects_that_are_refused(data: bytes, file: str, message: str) -> None:
    """Invalid effects are refused with the line or the frame."""
    with pytest.raises(ConversionError) as fault:
        convert(data, file)
    assert message in str(fault.value)


# Samples ------------------------------------------------------------------------------------------

def chunked(values: np.ndarray, kind: str, *, extensible: bool, size: int | None = None) -> bytes:
    """Return a WAV file whose samples have a kind of NumPy, `i3` for 24 bits; with another chunk
    before the samples."""
    if kind == "i3":
        raw = b"".join(int(value * 8_388_607).to_bytes(3, "little", signed=True)
                       for value in values)
    else:
        scaled = values * (2 ** (8 * int(kind[1:]) - 1) - 1) if kind[0] == "i" else values
        raw = scaled.astype(f"<{kind}").tobytes()
    width, tag = int(kind[1:]), 1 if kind[0] == "i" else 3
    form = struct.pack("<HHIIHH", 0xFFFE if extensible else tag, 1, 8_000, 8_000 * width, width,
                       8 * width)
    if extensible:
        form += struct.pack("<HHIH", 22, 8 * width, 4, tag) \
            + bytes.fromhex("000000001000800000aa00389b71")
    chunks = b"".join(name + struct.pack("<I", len(part)) + part for name, part in (
        (b"fmt ", form), (b"LIST", b"abcd")))
    return (b"RIFF\0\0\0\0WAVE" + chunks + b"data"
            + struct.pack("<I", len(raw) if size is None else size) + raw)


def wav(values: np.ndarray, rate: int = 8_000, width: int = 2, channels: int = 1) -> bytes:
    """Return a WAV file with values from -1 to 1."""
    room = io.BytesIO()
    whole = np.rint(np.repeat(values, channels) * ((1 << 8 * width - 1) - 1)).astype("<i4")
    raw = (whole + 128).astype(np.uint8).tobytes() if width == 1 else \
        whole.view(np.uint8).reshape(-1, 4)[:, :width].tobytes()
    with wave.open(room, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(raw)
    return room.getvalue()


def tone(rate: int, seconds: float = 0.1, hz: float = 440) -> np.ndarray:
    return np.sin(2 * np.pi * hz * np.arange(int(rate * seconds)) / rate) * 0.5


@pytest.mark.parametrize(("rate", "width", "channels"), [
    (8_000, 1, 1), (44_100, 2, 2), (192_000, 3, 2), (11_025, 4, 1)])
def test_every_width_and_rate(rate: int, width: int, channels: int) -> None:
    """The tone has the same length, frequency and level for every width and rate."""
    sound, found = samples.read(wav(tone(rate), rate, width, channels))
    assert found == rate
    values = samples.resampled(sound, rate, 8_000)
    assert abs(len(values) - 800) <= 1
    strongest = np.abs(np.fft.rfft(values)).argmax()
    assert strongest == 44
    data = np.frombuffer(samples.as_dac(values), np.int8)
    assert 115 <= data.max() <= 121 and -121 <= data.min() <= -115


@pytest.mark.parametrize("bits", [4, 8])
def test_the_machine_plays_a_sample_in_the_stated_time(bits: int) -> None:
    """A sample takes the reported cycles within 2 %, and is audible."""
    made = convert(wav(tone(8_000)), "a.wav", bits=str(bits), rate="6000")
    cost = made.report()
    each = int(cost.partition(" s, ")[2].partition(" ")[0])
    player = ("", "        nop\n", "frame   ldx #sound\n        jmp sample_play\n")
    machine, routine = listening.machine_with(made.conversion.lines, "sound", player)
    machine.take_sound()
    done = machine.call(routine, s=0xCBEA, dp=0xD0)
    count = int(0.1 * 1_500_000 / each)
    assert done.cycles == pytest.approx(count * each, rel=0.02)
    log = machine.take_sound()
    edges = log.edges[:, 1].cumsum()
    assert np.ptp(edges) > 0.3
    assert made.preview is not None and made.preview()[:4] == b"RIFF"


@pytest.mark.parametrize("extensible", [False, True])
@pytest.mark.parametrize("kind", ["i2", "i3", "i4", "f4", "f8"])
def test_wide_samples_and_the_extensible_header(kind: str, extensible: bool) -> None:
    """Samples of 24 and 32 bits, and fractions, are read in all supported versions of Python."""
    sound, rate = samples.read(chunked(tone(8_000), kind, extensible=extensible))
    assert rate == 8_000
    assert np.abs(sound - tone(8_000)).max() < 1e-4
    assert len(samples.read(chunked(tone(8_000), kind, extensible=extensible,
                                    size=0xFFFFFFFF))[0]) == len(sound)


@pytest.mark.parametrize(("change", "message"), [
    ((20, b"\x06\x00"), r"its samples are coded \(format \$0006\)"),
    ((32, b"\x05\x00"), "1 channels of 32 bits at 8,000 Hz cannot be read"),
    ((22, b"\x00\x00"), "0 channels"), ((32, b"\x00\x00"), "cannot be read"),
    ((56, b"\x00\x00\xc0\x7f"), "samples that are not numbers")])
def test_wide_samples_that_are_refused(change: tuple[int, bytes], message: str) -> None:
    """Coded samples, and formats that contradict themselves."""
    data = bytearray(chunked(tone(8_000), "f4", extensible=False))
    data[change[0]:change[0] + len(change[1])] = change[1]
    with pytest.raises(ConversionError, match=message):
        samples.read(bytes(data))


@pytest.mark.parametrize(("data", "message"), [
    (b"", "not a WAV file"), (b"RIFF", "not a WAV file"), (wav(tone(8_000))[:600], "incomplete"),
    (wav(tone(8_000))[:20], "not a WAV file"), (wav(tone(500, 1), rate=500), "500 Hz cannot be"),
    (wav(np.zeros(0)), "no samples"), (wav(tone(8_000, 5)), "the maximum is 28,672")])
def test_samples_that_are_refused(data: bytes, message: str) -> None:
    """Invalid samples are refused with one message."""
    with pytest.raises(ConversionError) as fault:
        convert(data, "a.wav")
    assert message in str(fault.value)


def test_silence_is_a_sample() -> None:
    """A silent sample consists of the values of silence."""
    assert set(samples.as_dac(np.zeros(20))) == {0}
