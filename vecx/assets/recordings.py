"""Recordings of a sound chip of the AY family: [VGM] and [YM] files, for lib/registers.asm.

Periods are converted from the clock of the recording to 1.5 MHz.  Frames are 1/50 s.
"""

from __future__ import annotations

import io
import math
import os
import struct
from typing import NamedTuple

from asm.assembler.conversion import Asset, Conversion, ConversionError

from ..errors import install
from . import listening
from .labels import Labels
from .notes import CLOCK, FRAMES_MAX
from .options import Options
from .packed import UNPACKED_MAX, unpacked
from .result import Result
from .source import Row, data_rows, equate, size_of, statement

REGISTERS = 14
SHAPE = 13                  # register of the envelope's shape: each write starts it
UNTOUCHED = -1
BYTES_MAX = 0x8000
SAMPLES_PER_FRAME = 882     # of VGM, 44,100 in a second
WAIT_MAX = 126
# Operands of VGM commands in bytes, by the first and last command of a range.
_OPERANDS = ((0x30, 0x3F, 1), (0x40, 0x4E, 2), (0x4F, 0x50, 1), (0x51, 0x5F, 2), (0xA0, 0xBF, 2),
             (0xC0, 0xDF, 3), (0xE0, 0xFF, 4), (0x68, 0x68, 11), (0x90, 0x91, 4), (0x92, 0x92, 5),
             (0x93, 0x93, 10), (0x94, 0x94, 1), (0x95, 0x95, 4))
_SIZES = [1 + next((count for first, last, count in _OPERANDS if first <= command <= last), 0)
          for command in range(256)]

Frame = list[int]           # value of each register; of SHAPE UNTOUCHED if it was not written


class Recording(NamedTuple):
    """The registers in each frame, the frame where the loop begins (None without a loop), and the
    clock in Hz."""

    frames: list[Frame]
    loop: int | None
    clock: int


def convert(asset: Asset, others: dict[str, bytes]) -> Result:
    """Convert a recording.  Errors: ConversionError"""
    options = Options(asset.options)
    clock = options.whole("clock", 0, 0, 8_000_000)
    repeats = options.word("loop", "file", ("file", "yes", "no"))
    options.text("more")
    options.finish()
    labels = Labels()
    label = asset.label or labels.label(os.path.splitext(os.path.basename(asset.path))[0], "tune")
    found = read_ym(asset.data) if asset.path.lower().endswith(".ym") else read_vgm(asset.data)
    frames, worst = converted(found.frames, clock or found.clock)
    loop = {"file": found.loop, "yes": found.loop or 0, "no": None}[repeats]
    rows = lines(frames, loop, label)
    size = size_of(rows)
    if size > BYTES_MAX:
        raise ConversionError(f"the recording needs {size:,} bytes; a bank has {BYTES_MAX:,}",
                              hints=("shorten it in the tracker",))
    head = (f"; {label}, from {os.path.basename(asset.path)}: {len(frames):,} frames, {size:,} "
            f"bytes, recorded at {clock or found.clock:,} Hz")
    rows.insert(0, (1, head))

    def report() -> str:
        cycles = listening.worst_frame(rows, label, len(frames), player=listening.REGISTERS)
        return (f"{head[2:]}\nworst frame {cycles:,} cycles\n"
                f"pitch error at most {worst:.1f} cents")

    return Result(Conversion(tuple(rows), tuple(labels.notes)), report, None,
                  lambda: listening.preview(rows, label, len(frames), player=listening.REGISTERS))


def converted(frames: list[Frame], clock: int) -> tuple[list[Frame], float]:
    """Convert the periods to the clock of a Vectrex; also return the largest error in cents.

    The error comes from rounding the periods of audible tones; periods that are too long are cut.
    """
    if clock <= 0:
        raise ConversionError("the file does not name the clock of its sound chip", hints=(
            "add it as an option, such as clock=1773400",), option="clock")
    ratio, worst, made = CLOCK / clock, 0.0, []
    for frame in frames:
        new = [value & 0xFF for value in frame[:REGISTERS]]
        for at in (0, 2, 4):
            period = (frame[at] | frame[at + 1] << 8) & 0xFFF
            exact = period * ratio
            scaled = max(1, min(0xFFF, round(exact))) if period else 0
            audible = not frame[7] >> (at // 2) & 1 and frame[8 + at // 2] & 0x1F
            if period and audible:
                worst = max(worst, abs(1200 * math.log2(scaled / exact)))
            new[at], new[at + 1] = scaled & 0xFF, scaled >> 8
        new[6] = min(31, round((frame[6] & 31) * ratio))
        new[7] = frame[7] & 0x3F        # both ports of the chip are inputs
        for at in (8, 9, 10):
            new[at] = frame[at] & 0x1F
        envelope = min(0xFFFF, round((frame[11] | frame[12] << 8) * ratio))
        new[11], new[12] = envelope & 0xFF, envelope >> 8
        new[SHAPE] = UNTOUCHED if frame[SHAPE] == UNTOUCHED else frame[SHAPE] & 15
        made.append(new)
    return made, worst


def lines(frames: list[Frame], loop: int | None, label: str) -> list[Row]:
    """Return the source of a recording: the registers that change from frame to frame."""
    rows: list[Row] = [(1, "        ifndef  registers_frame"),
                       (1, '        include "lib/registers.asm"'), (1, "        endif"),
                       (1, equate(f"{label}_play", "registers_start"))]
    data, waiting = bytearray(), 0
    known: list[int] = [UNTOUCHED] * REGISTERS
    name = label

    def flush() -> None:
        nonlocal waiting
        while waiting:
            data.append(0x80 + min(waiting, WAIT_MAX))
            waiting -= min(waiting, WAIT_MAX)

    for number, frame in enumerate(frames):
        if number == loop and number:
            flush()
            rows += data_rows(name, bytes(data))
            name, known = f"{label}_loop", [UNTOUCHED] * REGISTERS
            data.clear()
        pairs = [(register, value) for register, value in enumerate(frame)
                 if value not in (UNTOUCHED, known[register]) or (
                     register == SHAPE and value != UNTOUCHED)]
        known = [old if value == UNTOUCHED else value for old, value
                 in zip(known, frame, strict=True)]
        if pairs:
            flush()
            data += bytes([len(pairs), *(byte for pair in pairs for byte in pair)])
        else:
            waiting += 1
    flush()
    if loop is None:
        data += bytes([4, 8, 0, 9, 0, 10, 0, 7, 0x3F])
    rows += data_rows(name, bytes(data))
    if loop is None:
        rows.append((1, statement(f"{label}_end", "fcb",
                                  f"REGISTERS_WAIT+{WAIT_MAX},REGISTERS_JUMP")))
        rows.append((1, statement("", "fdb", f"{label}_end")))
    else:
        rows.append((1, statement("", "fcb", "REGISTERS_JUMP")))
        rows.append((1, statement("", "fdb", f"{label}_loop" if loop else label)))
    return rows


# VGM ----------------------------------------------------------------------------------------------

# Samples that a command waits, besides $61.
_WAITS = {0x62: 735, 0x63: 882, **{0x70 + count: count + 1 for count in range(16)},
          **{0x80 + count: count for count in range(16)}}


def read_vgm(data: bytes) -> Recording:
    """Read a VGM file, or one packed with gzip.  Errors: ConversionError"""
    data = unpacked(data)
    if data[:4] != b"Vgm " or len(data) < 0x40:
        raise ConversionError("not a VGM file")
    version, = struct.unpack_from("<I", data, 8)
    loop_at, = struct.unpack_from("<I", data, 0x1C)
    start, = struct.unpack_from("<I", data, 0x34) if version >= 0x150 else (0,)
    start = 0x34 + start if start else 0x40
    clock = struct.unpack_from("<I", data, 0x74)[0] & 0x3FFFFFFF \
        if version >= 0x151 and start >= 0x78 and len(data) >= 0x78 else 0
    if not clock:
        raise ConversionError("the file has no music for a chip of the AY family")
    return _run(data, start, loop_at + 0x1C if loop_at else 0, clock)


def _run(data: bytes, at: int, loop_at: int, clock: int) -> Recording:
    """Execute the commands of a VGM file and return what they record.  Errors: ConversionError"""
    registers: Frame = [0] * REGISTERS
    registers[7], registers[SHAPE] = 0x3F, UNTOUCHED
    frames: list[Frame] = []
    time, loop = 0, None
    while True:
        if at >= len(data):
            raise ConversionError(f"the file is incomplete: it ends after {len(frames):,} frames "
                                  "without an end mark")
        if at == loop_at and loop_at:
            loop = len(frames)
        command = data[at]
        size = 3 if command == 0x61 else _SIZES[command]
        if command == 0x67:
            size = 7 + int.from_bytes(data[at + 3:at + 7], "little")
        if at + size > len(data):
            raise ConversionError("the file is incomplete: it ends within the command "
                                  f"${command:02X} at offset {at:,}")
        if command == 0x66:
            break
        if command == 0xA0 and data[at + 1] < REGISTERS:
            registers[data[at + 1]] = data[at + 2]
        elif command == 0x61:
            time += int.from_bytes(data[at + 1:at + 3], "little")
        else:
            time += _WAITS.get(command, 0)
        at += size
        while time >= (len(frames) + 1) * SAMPLES_PER_FRAME:
            frames.append(list(registers))
            registers[SHAPE] = UNTOUCHED
            if len(frames) > FRAMES_MAX:
                raise ConversionError(f"the file has more than {FRAMES_MAX:,} frames")
    if not frames:
        raise ConversionError("the file plays nothing")
    return Recording(frames, loop if loop is None or loop < len(frames) else None, clock)


# YM -----------------------------------------------------------------------------------------------

def _unpacked(data: bytes) -> bytes:
    """Return the first file of an LHA archive.  Errors: ConversionError"""
    try:
        import lhafile
    except ImportError:
        raise ConversionError("the file is packed with LHA, and vecx needs lhafile to read it",
                              hints=(install("music"),)) from None
    try:
        archive = lhafile.LhaFile(io.BytesIO(data))
        first = archive.infolist()[0]
        if first.file_size > UNPACKED_MAX:
            raise ConversionError(f"the unpacked file has more than {UNPACKED_MAX:,} bytes")
        unpacked: bytes = archive.read(first.filename)
    except ConversionError:
        raise
    except Exception as error:      # the library's errors have a dozen classes
        raise ConversionError(f"the LHA archive is damaged ({error})") from None
    return unpacked


def read_ym(data: bytes) -> Recording:
    """Read a YM file (versions 2 to 6), which may be packed with LHA.  Errors: ConversionError"""
    if data[2:5] == b"-lh":
        data = _unpacked(data)
    kind = data[:4]
    if kind in (b"YM2!", b"YM3!", b"YM3b"):
        body = data[4:len(data) - 4 * (kind == b"YM3b")]
        count = len(body) // REGISTERS
        loop = struct.unpack(">I", data[-4:])[0] if kind == b"YM3b" and len(data) > 8 else None
        frames = [[body[register * count + at] for register in range(REGISTERS)]
                  for at in range(min(count, FRAMES_MAX + 1))]
        return _ym(frames, loop, 2_000_000, 50)
    if kind not in (b"YM5!", b"YM6!") or data[4:12] != b"LeOnArD!":
        raise ConversionError("not a YM file of version 2, 3, 5 or 6")
    try:
        count, attributes, drums, clock, rate, loop, extra = struct.unpack_from(
            ">IIHIHIH", data, 12)
        file = io.BytesIO(data)
        file.seek(34 + extra)
        for _ in range(drums):
            size, = struct.unpack(">I", file.read(4))
            file.seek(size, os.SEEK_CUR)
        for _ in range(3):
            while (byte := file.read(1)) != b"\0":
                if not byte:
                    raise ConversionError("the file is incomplete: it ends in its title")
        body = file.read(16 * min(count, FRAMES_MAX + 1))
    except struct.error:
        raise ConversionError("the file is incomplete: it ends in its header") from None
    if count > FRAMES_MAX:
        raise ConversionError(f"the file has {count:,} frames; the maximum is {FRAMES_MAX:,}")
    if len(body) < 16 * count:
        raise ConversionError(f"the file is incomplete: it has {len(body) // 16:,} of {count:,} "
                              "frames")
    frames = [[body[register * count + at] if attributes & 1 else body[16 * at + register]
               for register in range(REGISTERS)] for at in range(count)]
    return _ym(frames, loop, clock, rate)


def _ym(frames: list[Frame], loop: int | None, clock: int, rate: int) -> Recording:
    """Convert frames to a rate of 50 per second; a shape of $FF means that the register was not
    written."""
    if not frames or len(frames) > FRAMES_MAX:
        raise ConversionError(f"the file has {len(frames):,} frames; it must have 1 to "
                              f"{FRAMES_MAX:,}")
    if not 10 <= rate <= 1000:
        raise ConversionError(f"the file has {rate} frames a second; it must have 10 to 1,000")
    for frame in frames:
        if frame[SHAPE] == 0xFF:
            frame[SHAPE] = UNTOUCHED
    count = max(1, len(frames) * 50 // rate)
    chosen = [frames[min(len(frames) - 1, at * rate // 50)] for at in range(count)]
    return Recording(chosen, loop * 50 // rate if loop is not None and loop < len(frames) else None,
                     clock)
