"""Read tunes in MML, the music macro language.

    #tempo 140                      settings: tempo, bar (quarter notes), loop yes
    @lead levels 15 13 12 | 11      an instrument; the part after | repeats
    @lead vibrato 0 0 0 | 0 1 2 1 0 -1 -2 -1
    @chord levels 12 10 8 arpeggio | 0 4 7
    A @lead o5 l8 c d e f+ g2 r4 [c e]2
    B @chord v12 o4 c1 & c1
    C @drum n8 r8 n20 r8            noise with a period

A line with a voice, A B C, continues that voice.  `;` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from asm.assembler.conversion import ConversionError

from ..errors import shown
from .notes import (
    DRUM,
    FRAMES_MAX,
    LEVEL_MAX,
    NOTES_MAX,
    PLAIN,
    VOICES,
    Instrument,
    Note,
    Sequence,
    Tune,
    check,
)

FRAMES_PER_MINUTE = 3000
BYTES_MAX = 1 << 18
DEPTH_MAX = 8               # of loops
TIMES_MAX = 255
SEQUENCE_MAX = 31           # values
_TOKEN = re.compile(r"""\s*(?:
    (?P<note>[a-g])(?P<sharp>[+\#-]*)(?P<length>\d*)(?P<dots>\.*) |
    (?P<rest>r)(?P<rlength>\d*)(?P<rdots>\.*) |
    (?P<noise>n)(?P<period>\d+)(?:,(?P<nlength>\d+))?(?P<ndots>\.*) |
    (?P<set>[olvtq])(?P<value>\d+)(?P<sdots>\.*) |
    @(?P<instrument>\w+) |
    (?P<sign>[<>&|L\[]) |
    \](?P<times>\d*))""", re.VERBOSE)
_SEMITONE = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
_SIGNS = {"+": 1, "#": 1, "-": -1}
_LIMITS = {"o": (0, 8), "l": (1, 192), "v": (0, LEVEL_MAX), "t": (20, 600), "q": (1, 8)}
_VALUES = {"levels": (0, LEVEL_MAX), "arpeggio": (-36, 36), "vibrato": (-60, 60)}


class _Token(NamedTuple):
    match: re.Match[str]
    line: int


def read(data: bytes) -> Tune:
    """Read a tune.  Errors: ConversionError names the line"""
    instruments: dict[str, dict[str, Sequence]] = {}
    texts: list[list[tuple[int, str]]] = [[] for _ in range(VOICES)]
    settings = {"tempo": 120, "bar": 4, "loop": 0}
    if len(data) > BYTES_MAX:
        raise ConversionError(f"the file has {len(data):,} bytes; the maximum is {BYTES_MAX:,}")
    for number, raw in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        text = raw.partition(";")[0].strip()
        if not text:
            continue
        if text[0] == "#":
            _setting(text, number, settings)
        elif text[0] == "@":
            _instrument(text, number, instruments)
        elif text[0].upper() in "ABC" and (len(text) == 1 or text[1] in " \t"):
            texts["ABC".index(text[0].upper())].append((number, text[1:]))
        else:
            raise _fault(number, f"{shown(text[:40])} does not begin with a voice (A, B or C), @ "
                                 "or #")
    made = {name: Instrument(parts.get("levels", PLAIN.levels), *(
        parts.get(part, Sequence((0,), 0)) for part in ("arpeggio", "vibrato")))
        for name, parts in instruments.items()}
    made = {"drum": DRUM, "plain": PLAIN} | made
    tempo = [settings["tempo"]]
    voices = [_Voice(made, tempo[0]) for _ in texts]
    for voice, lines in zip(voices, texts, strict=True):
        voice.play(_unrolled([token for number, text in lines for token in _tokens(number, text)]))
    length = max(round(voice.time) for voice in voices)
    loops = [voice.loop for voice in voices if voice.loop is not None]
    tune = Tune([voice.notes for voice in voices], length,
                round(loops[0]) if loops else 0 if settings["loop"] else None,
                max(1, round(FRAMES_PER_MINUTE / tempo[0] * settings["bar"])))
    check(tune)
    return tune


def _fault(line: int, text: str) -> ConversionError:
    return ConversionError(f"line {line}: {text}")


def _setting(text: str, number: int, settings: dict[str, int]) -> None:
    words = text[1:].split()
    name = words[0].lower() if words else ""
    limits = {"tempo": (20, 600), "bar": (1, 16)}
    if name in ("title", "composer", "artist"):
        return
    if name == "loop" and words[1:] in (["yes"], ["no"]):
        settings["loop"] = words[1] == "yes"
    elif name in limits and len(words) == 2 and words[1].isdecimal() \
            and limits[name][0] <= int(words[1][:9]) <= limits[name][1]:
        settings[name] = int(words[1])
    else:
        raise _fault(number, f"{shown(text[:40])} is not a setting; use #tempo 20 to 600, #bar 1 "
                             "to 16, or #loop yes")


def _instrument(text: str, number: int, found: dict[str, dict[str, Sequence]]) -> None:
    words = text[1:].replace("|", " | ").split()
    name = words.pop(0).lower() if words else ""
    parts = found.setdefault(name, {})
    if not words or words[0] not in _VALUES:
        raise _fault(number, f"an instrument needs {', '.join(_VALUES)}, each followed by values")
    while words:
        kind = words.pop(0)
        if kind not in _VALUES:
            raise _fault(number, f"{shown(kind)} is not {', '.join(_VALUES)}, or a number")
        least, most = _VALUES[kind]
        values, loop = list[int](), -1
        while words and words[0] not in _VALUES:
            word = words.pop(0)
            if word == "|":
                loop = len(values)
                continue
            value = int(word) if re.fullmatch(r"[+-]?\d{1,4}", word) else most + 1
            if not least <= value <= most:
                raise _fault(number, f"{shown(word)}: {kind} must be {least} to {most}")
            values.append(value)
        if not values or len(values) > SEQUENCE_MAX:
            raise _fault(number, f"{kind} needs 1 to {SEQUENCE_MAX} values, not {len(values)}")
        parts[kind] = Sequence(tuple(values), loop if 0 <= loop < len(values) else len(values) - 1)


def _tokens(number: int, text: str) -> Iterator[_Token]:
    text = text.rstrip()
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _fault(number, f"{shown(text[at:at + 20].strip())} is not a note or a command")
        yield _Token(match, number)
        at = match.end()


def _unrolled(tokens: list[_Token]) -> list[_Token]:
    """Return the tokens with their loops written out.  Errors: ConversionError"""
    stack: list[list[_Token]] = [[]]
    for token in tokens:
        sign, times = token.match["sign"], token.match["times"]
        if sign == "[":
            if len(stack) > DEPTH_MAX:
                raise _fault(token.line, f"loops are nested more than {DEPTH_MAX} deep")
            stack.append([])
        elif times is not None:
            if len(stack) == 1:
                raise _fault(token.line, "] without [")
            count = int(times[:9] or 2)
            body = stack.pop()
            if not 1 <= count <= TIMES_MAX or len(body) * count > 4 * NOTES_MAX:
                raise _fault(token.line, f"a loop must be repeated 1 to {TIMES_MAX} times and "
                                         f"have at most {4 * NOTES_MAX:,} commands in all")
            stack[-1] += body * count
        else:
            stack[-1].append(token)
        if len(stack[-1]) > 4 * NOTES_MAX:
            raise _fault(token.line, f"a voice has more than {4 * NOTES_MAX:,} commands")
    if len(stack) > 1:
        raise _fault(tokens[-1].line, "[ without ]")
    return stack[0]


class _Voice:
    """Executes the commands of a voice; times are not rounded, so that rounding errors do not add
    up."""

    def __init__(self, instruments: dict[str, Instrument], tempo: int) -> None:
        self.notes: list[Note] = []
        self.time = 0.0
        self.loop: float | None = None
        self._instruments = instruments
        self._set = {"o": 4.0, "l": 4.0, "v": float(LEVEL_MAX), "t": float(tempo), "q": 8.0}
        self._instrument = PLAIN
        self._tied = False

    def play(self, tokens: list[_Token]) -> None:
        for token in tokens:
            match, line = token
            if match["note"]:
                pitch = 12 * (int(self._set["o"]) + 1) + _SEMITONE[match["note"]] + sum(
                    _SIGNS[sign] for sign in match["sharp"])
                self._note(pitch, self._frames(match["length"], match["dots"], line), line,
                           noise=False)
            elif match["rest"]:
                self.time += self._frames(match["rlength"], match["rdots"], line)
                self._tied = False
            elif match["noise"]:
                if int(match["period"][:9]) > 31:
                    raise _fault(line, "the noise period must be 0 to 31, not "
                                 + match["period"][:9])
                self._note(int(match["period"]),
                           self._frames(match["nlength"] or "", match["ndots"], line), line,
                           noise=True)
            elif match["set"]:
                self._change(match["set"], match["value"], match["sdots"], line)
            elif match["instrument"]:
                name = match["instrument"].lower()
                if name not in self._instruments:
                    raise _fault(line, f"there is no instrument @{name[:40]}; the instruments are "
                                 + ", ".join(f"@{known}" for known in self._instruments))
                self._instrument = self._instruments[name]
            elif match["sign"]:
                self._sign(match["sign"], line)
            if self.time > FRAMES_MAX:
                raise _fault(line, f"the tune is longer than {FRAMES_MAX:,} frames")

    def _sign(self, sign: str, line: int) -> None:
        if sign in "<>":
            self._set["o"] += 1 if sign == ">" else -1
            if not 0 <= self._set["o"] <= 8:
                raise _fault(line, "the octave must be 0 to 8")
        elif sign == "&":
            self._tied = True
        elif sign == "L":
            self.loop = self.time

    def _change(self, name: str, value: str, dots: str, line: int) -> None:
        least, most = _LIMITS[name]
        number = int(value[:9])
        if not least <= number <= most:
            raise _fault(line, f"{name}{value[:9]}: the value must be {least} to {most}")
        self._set[name] = number / (2 - 0.5 ** len(dots)) if name == "l" and dots else float(number)

    def _frames(self, length: str, dots: str, line: int) -> float:
        """Return the length of a note: `4` is a quarter, `4.` a dotted quarter."""
        number = float(int(length[:9])) if length else self._set["l"]
        if not 0 < number <= 192:
            raise _fault(line, f"the length {length[:9]} is not 1 to 192")
        whole = 4 * FRAMES_PER_MINUTE / self._set["t"] / number
        return whole * (2 - 0.5 ** len(dots[:4]))

    def _note(self, pitch: int, frames: float, line: int, *, noise: bool) -> None:
        start = round(self.time)
        self.time += frames
        end = round(self.time)
        if not noise and not 24 <= pitch <= 119:
            raise _fault(line, "the note is below C1 or above B8")
        heard = max(1, round((end - start) * self._set["q"] / 8))
        if self._tied and self.notes and self.notes[-1].pitch == pitch:
            last = self.notes[-1]
            self.notes[-1] = last._replace(length=end - last.start)
        elif end > start:
            self.notes.append(Note(start, heard, pitch, self._instrument, int(self._set["v"]),
                                   noise, line))
        self._tied = False
