"""Convert WAV files for lib/sample.asm: to values of the DAC, or to levels of the sound chip."""

from __future__ import annotations

import io
import os
import struct
import wave

import numpy as np

from asm.assembler.conversion import Asset, Conversion, ConversionError

from ..chips.psg import LEVEL
from .labels import Labels
from .options import Options
from .result import Result
from .source import Row, data_rows, equate, size_of, statement

CYCLES_PER_SECOND, CYCLES_PER_FRAME = 1_500_000, 30_000
BYTES_MAX = 0x7000
PCM, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE       # formats of a WAV file
FORMAT_BYTES, SUBFORMAT = 16, 24            # size of the format; place of that of EXTENSIBLE
STREAMED = 0xFFFFFFFF       # size of samples that were written without knowing their number
EXPORT = "export it as 16-bit PCM"
DAC_PEAK = 120              # of 127: rounding never overflows
# Cycles of a sample besides 5 for each turn of the delay, by kind; lib/sample.asm.
DAC_CYCLES, LEVEL_CYCLES = 22, 46
TURN_CYCLES = 5
LEVELS = np.array(LEVEL)


def convert(asset: Asset, others: dict[str, bytes]) -> Result:
    """Convert a sample.  Errors: ConversionError"""
    options = Options(asset.options)
    bits = options.whole("bits", 8, 4, 8)
    rate = options.whole("rate", 8_000, 1_000, 22_050)
    options.text("more")
    options.finish()
    if bits not in (4, 8):
        raise ConversionError("bits must be 4 or 8", option="bits")
    fixed = DAC_CYCLES if bits == 8 else LEVEL_CYCLES
    turns = max(1, min(255, round((CYCLES_PER_SECOND / rate - fixed) / TURN_CYCLES)))
    each = fixed + TURN_CYCLES * turns
    sound = resampled(*read(asset.data), CYCLES_PER_SECOND / each)
    if len(sound) * bits // 8 > BYTES_MAX:
        raise ConversionError(
            f"the sample has {len(sound):,} values at {CYCLES_PER_SECOND / each:,.0f} Hz, which "
            f"need {len(sound) * bits // 8:,} bytes; the maximum is {BYTES_MAX:,}", option="rate",
            hints=("shorten it, choose a lower rate, or use bits=4",))
    labels = Labels()
    label = asset.label or labels.label(os.path.splitext(os.path.basename(asset.path))[0], "sample")
    data = as_dac(sound) if bits == 8 else as_levels(sound)
    rows = _rows(label, data, turns, bits)
    cycles = len(sound) * each
    head = (f"; {label}, from {os.path.basename(asset.path)}: {size_of(rows):,} bytes, {bits} bits "
            f"at {CYCLES_PER_SECOND / each:,.0f} Hz")
    rows.insert(0, (1, head))
    cost = (f"{len(sound) / CYCLES_PER_SECOND * each:.2f} s, {each} cycles for each value: takes "
            f"all {CYCLES_PER_FRAME:,} cycles of {-(-cycles // CYCLES_PER_FRAME):,} frames, in "
            "which nothing is drawn")
    return Result(Conversion(tuple(rows), tuple(labels.notes)), lambda: f"{head[2:]}\n{cost}", None,
                  lambda: _wav(data, bits, round(CYCLES_PER_SECOND / each)))


def _rows(label: str, data: bytes, turns: int, bits: int) -> list[Row]:
    kind = "SAMPLE_DAC" if bits == 8 else "SAMPLE_LEVELS"
    return [(1, "        ifndef  sample_play"), (1, '        include "lib/sample.asm"'),
            (1, "        endif"), (1, equate(f"{label}_play", "sample_play")),
            (1, statement(label, "fcb", f"{turns},{kind}")),
            (1, statement("", "fdb", f"{len(data)}")), *data_rows("", data)]


def read(data: bytes) -> tuple[np.ndarray, int]:
    """Return the samples of a WAV file (-1 to 1, with all channels mixed), and the sampling rate.

    Integers of 8 to 32 bits and fractions of 32 or 64 bits are read, also with the extensible
    header that tools write for more than 16 bits.

    Errors: ConversionError for other formats, or an incomplete file
    """
    form, raw, size = _chunks(data)
    tag, channels, rate, _, align, bits = struct.unpack_from("<HHIIHH", form)
    if tag == EXTENSIBLE and len(form) >= SUBFORMAT + 2:
        tag, = struct.unpack_from("<H", form, SUBFORMAT)
    width = align // channels if channels and align % channels == 0 else 0
    is_known = (tag == PCM and width in (1, 2, 3, 4) and bits > 8 * (width - 1)) or (
        tag == FLOAT and width in (4, 8))
    if tag not in (PCM, FLOAT):
        raise _not_pcm(f"its samples are coded (format ${tag:04X})")
    if not 1_000 <= rate <= 400_000 or not is_known:
        raise ConversionError(f"{channels} channels of {bits} bits at {rate:,} Hz cannot be read",
                              hints=(EXPORT,))
    whole = len(raw) // align
    if whole < size // align:
        raise ConversionError(f"the file is incomplete: it has {whole:,} of {size // align:,} "
                              "samples")
    if not whole:
        raise ConversionError("the file has no samples")
    raw = raw[:whole * align]
    parts = np.frombuffer(raw, np.uint8).reshape(whole, channels, width)
    if tag == FLOAT:
        values = np.frombuffer(raw, f"<f{width}").reshape(whole, channels).astype(float)
        if not np.isfinite(values).all():
            raise ConversionError("the file has samples that are not numbers", hints=(EXPORT,))
    elif width == 1:
        values = parts[:, :, 0].astype(float) / 128 - 1
    else:
        padded = np.zeros((whole, channels, 4), np.uint8)
        padded[:, :, 4 - width:] = parts
        values = padded.view("<i4")[:, :, 0] / float(1 << 31)
    return values.mean(axis=1), rate


def _chunks(data: bytes) -> tuple[bytes, bytes, int]:
    """Return the format and the samples of a WAV file, and the stated size of the samples.

    Errors: ConversionError
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise _not_pcm("it does not begin with RIFF and WAVE")
    at, form = 12, b""
    while at + 8 <= len(data):
        name, size = data[at:at + 4], int.from_bytes(data[at + 4:at + 8], "little")
        content = data[at + 8:at + 8 + size]
        if name == b"fmt " and len(content) >= FORMAT_BYTES:
            form = content
        if name == b"data" and form:
            return form, content, len(content) if size == STREAMED else size
        at += 8 + size + size % 2
    raise _not_pcm("it ends early")


def _not_pcm(why: str) -> ConversionError:
    return ConversionError(f"not a WAV file with PCM samples: {why}", hints=(EXPORT,))


def resampled(sound: np.ndarray, rate: int, wanted: float) -> np.ndarray:
    """Return samples at another rate.  For a lower rate, each is the mean of an interval, so that
    tones that are too high are removed."""
    total = np.concatenate(([0.0], np.cumsum(sound)))
    edges = np.arange(max(1, int(len(sound) * wanted / rate)) + 1) * (rate / wanted)
    width = rate / wanted
    if width < 1:           # a higher rate: straight lines between the samples
        return np.interp(edges[:-1], np.arange(len(sound)), sound)
    sums = np.interp(np.minimum(edges, len(sound)), np.arange(len(sound) + 1), total)
    return np.diff(sums) / width


def _scaled(sound: np.ndarray) -> np.ndarray:
    """Remove the DC offset of samples, and scale them so that the largest amplitude is 1."""
    centred = sound - sound.mean()
    peak = float(np.abs(centred).max())
    return centred / peak if peak > 1e-6 else centred * 0


def as_dac(sound: np.ndarray) -> bytes:
    return np.rint(_scaled(sound) * DAC_PEAK).astype(np.int8).tobytes()


def as_levels(sound: np.ndarray) -> bytes:
    """Return the levels nearest to the samples, two in each byte."""
    wanted = (_scaled(sound) + 1) / 2
    levels = np.abs(wanted[:, None] - LEVELS).argmin(axis=1).astype(np.uint8)
    if len(levels) % 2:
        levels = np.append(levels, levels[-1:])
    return (levels[::2] << 4 | levels[1::2]).astype(np.uint8).tobytes()


def _wav(data: bytes, bits: int, rate: int) -> bytes:
    """Return a WAV file of the sound that the player will produce."""
    raw = np.frombuffer(data, np.uint8)
    if bits == 8:
        values = raw.view(np.int8).astype(float) / 128
    else:
        values = LEVELS[np.stack((raw >> 4, raw & 15), axis=1).ravel()] * 1.6 - 0.8
    room = io.BytesIO()
    with wave.open(room, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((values * 30_000).astype("<i2").tobytes())
    return room.getvalue()
