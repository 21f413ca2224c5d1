"""Sound effects for lib/music.asm: AYFX files, and a text form.

An AYFX file (.afx) has for each frame a byte: bits 0-3 the level, bit 4 tone off, bit 5 a period of
the tone follows (low byte first), bit 6 a period of the noise follows, bit 7 noise off.  A noise
period of $20 ends the effect [AYFX].  lib/music.asm plays the same bytes, but with the high byte of
a period first.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from asm.assembler.conversion import Asset, Conversion, ConversionError

from ..errors import shown
from . import listening
from .labels import Labels
from .notes import CLOCK
from .options import Options
from .result import Result
from .source import Row, equate, size_of, statement

FRAMES_MAX = 1_000
AYFX_CLOCK = 1_773_400      # Hz: the sound chip of a ZX Spectrum, for which AYFX files are made
TONE_OFF, HAS_TONE, HAS_NOISE, NOISE_OFF = 0x10, 0x20, 0x40, 0x80
END_NOISE = 0x20
_WORDS = re.compile(r"(tone|level|noise)\s+(-|\d+)\s*")


class Frame(NamedTuple):
    """A frame of a sound effect.

    tone, noise  periods; None: off
    """

    tone: int | None
    level: int
    noise: int | None
    source: int = 1


def convert(asset: Asset, others: dict[str, bytes]) -> Result:
    """Convert an effect.  Errors: ConversionError"""
    options = Options(asset.options)
    clock = options.whole("clock", AYFX_CLOCK, 100_000, 8_000_000)
    priority = options.whole("priority", 0, 0, 255)
    options.text("more")
    options.finish()
    labels = Labels()
    label = asset.label or labels.label(os.path.splitext(os.path.basename(asset.path))[0], "effect")
    if asset.path.lower().endswith(".afx"):
        frames, own = read_ayfx(asset.data, clock), 0
    else:
        frames, own = read_text(asset.data)
    rows = list(lines(frames, label, priority or own))
    head = (f"; {label}, from {os.path.basename(asset.path)}: {len(frames)} frames, "
            f"{size_of(rows)} bytes, priority {priority or own}")
    rows.insert(0, (1, head))

    def report() -> str:
        worst = listening.worst_frame(rows, label, len(frames), player=listening.EFFECT)
        return f"{head[2:]}\nworst frame {worst:,} cycles, with a silent tune"

    return Result(Conversion(tuple(rows), tuple(labels.notes)), report, None,
                  lambda: listening.preview(rows, label, len(frames), player=listening.EFFECT))


def read_ayfx(data: bytes, clock: int) -> list[Frame]:
    """Read an .afx file.

    Args:   clock  of the chip that it was made for, Hz
    Errors: ConversionError if it ends early or is too long
    """
    frames: list[Frame] = []
    tone, noise, at = 1, 1, 0
    ratio = CLOCK / clock
    while True:
        if at >= len(data):
            raise ConversionError(f"the effect ends after {len(frames)} frames without an "
                                  "end mark",
                                  hints=("it may be incomplete, or not an AYFX file",))
        flags = data[at]
        at += 1
        need = 2 * bool(flags & HAS_TONE) + bool(flags & HAS_NOISE)
        if at + need > len(data):
            raise ConversionError(f"frame {len(frames) + 1} is incomplete")
        if flags & HAS_TONE:
            tone = max(1, min(4095, round((data[at] | data[at + 1] << 8) * ratio)))
            at += 2
        if flags & HAS_NOISE:
            if data[at] >= END_NOISE:
                break
            noise = max(0, min(31, round(data[at] * ratio)))
            at += 1
        frames.append(Frame(None if flags & TONE_OFF else tone, flags & 15,
                            None if flags & NOISE_OFF else noise))
        if len(frames) > FRAMES_MAX:
            raise ConversionError(f"the effect is longer than {FRAMES_MAX:,} frames")
    if not frames:
        raise ConversionError("the effect has no frames")
    return frames


def read_text(data: bytes) -> tuple[list[Frame], int]:
    """Read the text form; return the frames and the priority.  Errors: ConversionError"""
    frames: list[Frame] = []
    priority = 0
    for number, raw in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        text = raw.partition(";")[0].strip().lower()
        if not text:
            continue
        if found := re.fullmatch(r"priority\s+(\d{1,3})", text):
            priority = int(found[1])
            if priority > 255:
                raise ConversionError(f"line {number}: the priority must be 0 to 255")
            continue
        last = frames[-1] if frames else Frame(None, 0, None)
        values: dict[str, int | None] = {"tone": last.tone, "level": last.level,
                                         "noise": last.noise}
        at = 0
        while at < len(text):
            word = _WORDS.match(text, at)
            if word is None:
                raise ConversionError(f"line {number}: expected tone, level or noise, followed by "
                                      f"a value, not {shown(text[at:at + 40])}")
            name, value = word[1], None if word[2] == "-" else int(word[2][:9])
            least, most = {"tone": (1, 4095), "level": (0, 15), "noise": (0, 31)}[name]
            if value is None and name == "level":
                value = 0
            if value is not None and not least <= value <= most:
                raise ConversionError(f"line {number}: {name} must be {least} to {most}, not "
                                      f"{value}")
            values[name] = value
            at = word.end()
        frames.append(Frame(values["tone"], values["level"] or 0, values["noise"], number))
        if len(frames) > FRAMES_MAX:
            raise ConversionError(f"the effect is longer than {FRAMES_MAX:,} frames")
    if not frames:
        raise ConversionError("the effect has no frames")
    return frames, priority


def lines(frames: list[Frame], label: str, priority: int) -> list[Row]:
    """Return the source of an effect."""
    rows = [(1, "        ifndef  music_frame"), (1, '        include "lib/music.asm"'),
            (1, "        endif"), (1, equate(f"{label}_play", "effect_start")),
            (1, statement(label, "fcb", f"{priority}", "priority"))]
    tone: int | None = None
    noise: int | None = None
    for frame in frames:
        flags, values = frame.level, list[str]()
        if frame.tone is None:
            flags |= TONE_OFF
        elif frame.tone != tone:
            tone = frame.tone
            flags |= HAS_TONE
            values += [f"{tone >> 8}", f"{tone & 0xFF}"]
        if frame.noise is None:
            flags |= NOISE_OFF
        elif frame.noise != noise:
            noise = frame.noise
            flags |= HAS_NOISE
            values.append(f"{noise}")
        rows.append((frame.source, statement("", "fcb", ",".join([f"${flags:02X}", *values]))))
    rows.append((frames[-1].source, statement("", "fcb", "$D0,EFFECT_END")))
    return rows
