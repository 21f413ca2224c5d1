"""Shows a period of time as lanes on an axis of cycles; some lanes are derived from the wires.

A lane is a list of edges, cycle and value; its kind says how it looks:

    names   coloured spans; a value is the number of a word
    bit     a line, low or high, as on the board
    level   a step function, signed, -128 to 127
    bus     spans with their value, -1 for nothing
    marks   moments, each with the number of a word

The level of a sample/hold is that of the DAC while the multiplexer selects it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...chips import log
from ...chips.bus import VIA_BASE
from ...console.registers import VIA_NAMES
from ...strict.finding import Finding
from ..trace import INTERRUPTS
from .waves import Edges, Stretch, Timer, waves_of

CHANNELS = ("Y hold", "zero", "Z hold", "sound", "off")
MUX_OFF, MUX_Y, MUX_Z = 4, 0, 2
T1_HIGH, T1_LATCH_LOW, T1_LATCH_HIGH, T2_LOW, T2_HIGH, SR, ACR = 5, 6, 7, 8, 9, 10, 11
FREE_RUN, PULSES = 0x40, 0x20      # of ACR: T1 reloads by itself; T2 counts pulses of PB6
LATE = 2                            # a timer of N times out N + 2 cycles after its load
NOTHING = -1


class Lane(NamedTuple):
    """A lane.  In lanes of names and marks, the values are indices into `words`."""

    name: str
    kind: str
    edges: Edges
    words: Sequence[str] = ()


def lanes_of(stretch: Stretch, routine_of: Callable[[int], str],
             findings: list[Finding]) -> list[Lane]:
    """Return the lanes of a stretch, from top to bottom.

    Args: routine_of  returns the name of the routine that contains a place
    """
    edges = waves_of(stretch).edges
    t1, t2, sr = _timers(stretch)
    return [
        _named("routine", ((cycle, routine_of(place)) for cycle, place in _run(stretch))),
        Lane("/RAMP", "bit", edges["ramp_n"]), Lane("/ZERO", "bit", edges["zero_n"]),
        Lane("/BLANK", "bit", edges["blank_n"]), Lane("DAC", "level", _signed(edges["dac"])),
        _named("multiplexer", ((cycle, CHANNELS[min(channel, MUX_OFF)])
                               for cycle, channel in edges["mux"])),
        Lane("Y hold", "level", _held(stretch, edges, "y_hold", MUX_Y)),
        Lane("Z hold", "level", _held(stretch, edges, "z_hold", MUX_Z)),
        Lane("SR", "bus", sr), Lane("T1", "bus", t1), Lane("T2", "bus", t2),
        _marks("IRQ", ((cycle, INTERRUPTS.get(a, "interrupt"))
                       for cycle, _, kind, a, _ in stretch.events.tolist()
                       if kind == log.INTERRUPT)),
        _marks("VIA writes", ((cycle, f"{VIA_NAMES[a & 15]}=${value:02X}")
                              for cycle, a, value in _via_writes(stretch))),
        _marks("sound", ((cycle, f"R{register}=${value:02X}")
                         for cycle, register, value in stretch.sound.tolist() if register < 16)),
        _marks("findings", ((one.cycle, str(one).splitlines()[0]) for one in findings
                            if stretch.begin <= one.cycle < stretch.end))]


def _run(stretch: Stretch) -> Iterator[tuple[int, int]]:
    """Yield the cycle and the place of each instruction."""
    runs = stretch.events["kind"] == log.EXEC
    return zip(stretch.events["cycle"][runs].tolist(), stretch.places[runs].tolist(), strict=True)


def _named(name: str, values: Iterator[tuple[int, str]]) -> Lane:
    return _worded(name, "names", values, again=False)


def _marks(name: str, values: Iterator[tuple[int, str]]) -> Lane:
    return _worded(name, "marks", values, again=True)


def _worded(name: str, kind: str, values: Iterator[tuple[int, str]], *, again: bool) -> Lane:
    """Return a lane of words.  If `again` is false, a word that repeats the previous one is left
    out."""
    numbers: dict[str, int] = {}
    edges: Edges = []
    for cycle, word in values:
        number = numbers.setdefault(word, len(numbers))
        if again or not edges or edges[-1][1] != number:
            edges.append((cycle, number))
    return Lane(name, kind, edges, tuple(numbers))


def _signed(edges: Edges) -> Edges:
    return [(cycle, value - 256 if value > 127 else value) for cycle, value in edges]


def _held(stretch: Stretch, edges: dict[str, Edges], name: str, channel: int) -> Edges:
    """Return the input of a sample-and-hold: the DAC's level while the multiplexer selects this
    hold."""
    dac, mux = _signed(edges["dac"]), edges["mux"]
    held = [(stretch.begin, stretch.levels[name])]
    for cycle in sorted({cycle for cycle, _ in (*dac, *mux)}):
        if _at(mux, cycle) == channel and _at(dac, cycle) != held[-1][1]:
            held.append((cycle, _at(dac, cycle)))
    return held


def _at(edges: Edges, cycle: int) -> int:
    return edges[max(0, bisect_right(edges, (cycle, 1 << 16)) - 1)][1]


def _via_writes(stretch: Stretch) -> Iterator[tuple[int, int, int]]:
    for cycle, _, kind, a, value in stretch.events.tolist():
        if kind == log.WRITE and a >> 4 == VIA_BASE >> 4:
            yield cycle, a & 15, value


def _timers(stretch: Stretch) -> tuple[Edges, Edges, Edges]:
    """Return the lanes of T1, T2 and SR: the start values while a timer runs, and the values of
    SR."""
    levels = stretch.levels
    t1l, t2l, acr = levels["t1l"], levels["t2l"], levels["acr"]
    runs: dict[str, list[tuple[Timer, bool]]] = {"t1": [], "t2": []}
    for name, timer in stretch.timers.items():
        runs[name].append((timer, name == "t1" and bool(acr & FREE_RUN)))
    shifts = [(stretch.begin, levels["sr"])]
    for cycle, register, value in _via_writes(stretch):
        if register in (T1_HIGH - 1, T1_LATCH_LOW):
            t1l = t1l & 0xFF00 | value
        elif register in (T1_HIGH, T1_LATCH_HIGH):
            t1l = t1l & 0xFF | value << 8
            if register == T1_HIGH:
                runs["t1"].append((Timer(t1l, cycle), bool(acr & FREE_RUN)))
        elif register == T2_LOW:
            t2l = value
        elif register == T2_HIGH and not acr & PULSES:
            runs["t2"].append((Timer(value << 8 | t2l, cycle), False))
        elif register == SR:
            shifts.append((cycle + 1, value))
        elif register == ACR:
            acr = value
    return _counting(stretch, runs["t1"]), _counting(stretch, runs["t2"]), shifts


def _counting(stretch: Stretch, runs: list[tuple[Timer, bool]]) -> Edges:
    """Return when a timer counts, and from which value; in free-run mode it counts until the next
    load."""
    edges: Edges = [(stretch.begin, NOTHING)]
    for number, (timer, free) in enumerate(runs):
        next_load = runs[number + 1][0].loaded if number + 1 < len(runs) else stretch.end
        begin, end = timer.loaded + 1, timer.loaded + LATE + timer.value
        if begin <= stretch.begin:
            edges.clear()
        edges.append((max(begin, stretch.begin), timer.value))
        if not free and end <= next_load:
            edges.append((end, NOTHING))
    return edges
