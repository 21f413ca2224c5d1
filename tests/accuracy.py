"""Results of the accuracy cartridges, as they are in the RAM of any emulator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from roms.accuracy_tables import FOLDER, TOPICS, Test, topic_tests
from roms.build import DATA
from vecx import Machine

RESULT, RESULT_BYTES = 0xC880, 0x0E + 12 * 7 + 64
MARK, DONE = b"VXAC", ord("D")
MAIN, INITIALISED = 0x0020, 100_000     # where a cartridge begins; cycles until the ROM is ready
# Frames of 20 ms that a topic may take, from power-on; about a fifth more than it takes.
FRAMES_MOST = {"cpu-cycles": 1500, "cpu-flags": 1100}
FRAMES_OTHERS = 400


@dataclass(frozen=True)
class Result:
    """What a cartridge with one topic reports; `running` is the test that did not end, or 0."""

    tests: int
    passed: int
    failing: tuple[int, ...]
    running: int
    values: dict[int, tuple[int, int]]

    def names(self, topic: str) -> list[str]:
        """Return the sentences of the tests that failed."""
        return [topic_tests(topic)[number - 1].sentence for number in self.failing]


def result(ram: bytes) -> Result:
    """Return the result in a copy of the RAM from $C880 on.

    Errors: ValueError if the cartridge has not begun
    """
    if ram[:4] != MARK:
        raise ValueError("the signature VXAC is not at $C880: the cartridge has not begun")

    def word(at: int) -> int:
        return ram[at] << 8 | ram[at + 1]

    bits = ram[0x0E + 12 * 7:0x0E + 12 * 7 + 64]
    failing = tuple(8 * at + bit + 1 for at, byte in enumerate(bits) for bit in range(8)
                    if byte & 0x80 >> bit)
    kept = range(0x0E, 0x0E + 7 * ram[0x0D], 7)
    return Result(word(9), word(11), failing, 0 if ram[5] == DONE else word(7),
                  {word(at + 1): (word(at + 3), word(at + 5)) for at in kept})


def frames_most(topic: str) -> int:
    """Return how many frames a topic may take from power-on."""
    return FRAMES_MOST.get(topic, FRAMES_OTHERS)


def image(topic: str) -> bytes:
    """Return the built cartridge of a topic."""
    return (DATA / "accuracy" / f"accuracy-{topic}.bin").read_bytes()


def run(topic: str, prepare: Callable[[Machine], object] = lambda _: None,
        source: bool = False, title: bool = True) -> Result:
    """Run a topic on our machine until it is done, or for as long as it may take.

    Args: prepare  changes the machine when the cartridge begins
          source   assemble the source, so that the labels are known
          title    if false, skip the ROM's title, which takes most of a short topic's time
    """
    name = str(FOLDER / f"accuracy-{topic}.asm") if source else f"accuracy-{topic}"
    machine = Machine(name, preset="ideal", picture=False, sound=False)
    if title:
        machine.run_cycles(1_500_000)
    else:
        machine.run_cycles(INITIALISED)
        machine.set_registers(pc=MAIN)
    prepare(machine)
    for _ in range(frames_most(topic) // 10):
        machine.run_cycles(300_000)
        if machine.read(RESULT, 4) == MARK and machine.read(RESULT + 5)[0] == DONE:
            break
    return result(machine.read(RESULT, RESULT_BYTES))


__all__ = ["TOPICS", "Result", "Test", "frames_most", "image", "result", "run", "topic_tests"]
