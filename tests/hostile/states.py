"""Crafted states: every field of the record at its extremes, with a correct checksum.

    python -m tests.hostile.states [--seed N] [--pairs N] [--frames N] [--fields N]

Goal: a state is refused, or the machine continues from it, without a crash, an endless loop or an
access out of bounds.  Method: take states of several machines, and set one field, then two, to
values at, within and beyond the limits of the table; states that are accepted run for some frames,
with picture and sound.  With NUMBA_BOUNDSCHECK=1 and a separate cache, every index is checked.
A watchdog ends the process if it hangs; the names of the fields are on standard error.
"""

import argparse
import faulthandler
import json
import random
import sys
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tests.vecx.chance_code import image_of
from vecx import Machine, VecxError
from vecx.chips.state import FIELDS, RECORD, Field
from vecx.chips.state_range import limits
from vecx.console.snapshot import SCHEMA
from vecx.display.look import Look
from vecx.display.phosphor import Phosphor
from vecx.sound.mixer import Mixer

PATIENCE = 60           # the maximum of seconds for one state
WHOLE = (-(1 << 63), -(1 << 40), -(1 << 31), -129, -1, 0, 1, 2, 7, 255, 4096, 65_535, 1 << 31,
         1 << 40, 1 << 52, (1 << 59) + 1, 1 << 60, (1 << 63) - 1)
BROKEN = (np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324, -0.0, 0.5, -1.0, 3.0, 1e9, -1e9, 2.0**31,
          2.0**53, -2.0**55, 2.0**60, 1e30, -1e30)


class Count(NamedTuple):
    """The number of states tried, refused at load, and refused later by the machine."""

    tried: int
    refused: int
    stopped: int


class Base:
    """A machine, and one of its states as a template."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.state = machine, machine.snapshot()
        line, _, body = self.state.partition(b"\n")
        self._head, self._body = json.loads(line), zlib.decompress(body)
        self.clock = machine.cycles

    def crafted(self, changes: dict[str, tuple[int, float]]) -> bytes:
        """Return the state with fields set, each given by name and element."""
        body = bytearray(self._body)
        row = np.frombuffer(body, RECORD, 1, len(SCHEMA))
        for name, (index, value) in changes.items():
            row[name].reshape(-1)[index] = value
        head = {**self._head, "crc": zlib.crc32(body)}
        return json.dumps(head).encode() + b"\n" + zlib.compress(bytes(body), 1)


def bases() -> list[Base]:
    """Return states in the middle of programs: with lines, text, sound, pen and imager."""
    machines = [Machine("connect4", preset="worn", seed=4), Machine(preset="ideal"),
                Machine("reversi", device="imager"), Machine("connect4"),
                *(Machine(None, image_of(seed), preset="worn", seed=seed) for seed in (3, 8, 11))]
    for number, machine in enumerate(machines):
        machine.run_frames(20 if machine.cartridge is None else 250)
        machine.run_cycles(11_111 + 777 * number)
    machines[3].pen(0.0, 0.0)
    machines[3].run_frames(2)
    machines[3].run_cycles(7_654)
    return [Base(machine) for machine in machines]


def extremes(f: Field, clock: int) -> list[float]:
    """Return about twenty values for a field: at its limits, beyond them, and special numbers."""
    if f.holds.partition("[")[0] == f.holds.partition("..")[0] and f.is_float:
        least, most = limits(f, f.holds, clock)
        return [least, most, most / 2, *BROKEN]
    least, most = limits(f, f.holds.partition("[")[0], clock)
    edges = {least, most, least - 1, most + 1, least + 1, most - 1, (least + most) // 2,
             clock, clock + 1, clock - 65}
    return sorted({*WHOLE, *edges} if not f.is_float else {*map(float, edges), *BROKEN},
                  key=lambda value: (value != value, value))


def goes_on(base: Base, changes: dict[str, tuple[int, float]], frames: int) -> str:
    """Continue from a crafted state; return "", or the part that refused it."""
    machine = base.machine
    print(changes, file=sys.stderr, flush=True)
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    try:
        machine.restore(base.crafted(changes))
    except VecxError:
        return "check"
    try:
        drawn = machine.run_frames(frames)
    except VecxError:
        return "machine"
    screen = Phosphor(60, 75, machine.analog, Look())
    screen.draw(drawn[-3:])
    screen.image()
    samples = Mixer().samples(machine.take_sound(), machine.cycles)
    assert np.isfinite(samples).all(), changes
    return ""


def alone(places: list[Base], chance: random.Random) -> Iterator[tuple[Base, dict]]:
    """Yield each field at each extreme, in a randomly chosen machine."""
    for f in FIELDS:
        for base in chance.choices(places):
            for value in extremes(f, base.clock):
                yield base, {f.name: (chance.randrange(max(1, f.length)), fitted(f, value))}


def paired(places: list[Base], chance: random.Random, count: int) -> Iterator[tuple[Base, dict]]:
    """Yield this many states with two fields set, a third of them to likely valid values."""
    for _ in range(count):
        base = chance.choice(places)
        changes = {}
        for f in chance.sample(FIELDS, 2):
            value = chance.choice(extremes(f, base.clock))
            if chance.random() < 0.6:
                least, most = limits(f, f.holds.partition("[")[0], base.clock)
                value = chance.choice([least, most, chance.uniform(least, most)])
            changes[f.name] = chance.randrange(max(1, f.length)), fitted(f, value)
        yield base, changes


def fitted(f: Field, value: float) -> float:
    """Return a value that the record can hold: 64 bits, or a float."""
    return float(value) if f.is_float else max(-(1 << 63), min((1 << 63) - 1, int(value)))


def survive(seed: int, pairs: int, frames: int, every: int = 1) -> Count:
    """Try each field alone (or one in `every` of these states), then pairs of fields."""
    chance = random.Random(seed)
    places = bases()
    results = []
    for number, (base, changes) in enumerate(alone(places, chance)):
        if number % every == seed % every:
            results.append(goes_on(base, changes, frames))
    results += [goes_on(base, changes, frames) for base, changes in paired(places, chance, pairs)]
    return Count(len(results), results.count("check"), results.count("machine"))


def main() -> int:
    """Try states according to the command line; print the results."""
    parser = argparse.ArgumentParser(description="states that no machine wrote")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--every", type=int, default=1, help="of the fields alone, one in so many")
    given = parser.parse_args()
    print(survive(given.seed, given.pairs, given.frames, given.every))
    return 0


if __name__ == "__main__":
    sys.exit(main())
