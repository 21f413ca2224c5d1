"""The registers of the sound chip while a converted tune or effect plays."""

from collections.abc import Iterator, Sequence

from vecx.assets import listening
from vecx.assets.source import Row


def registers(rows: Sequence[Row], label: str, player: listening.Player, frames: int
              ) -> Iterator[list[int]]:
    """Yield the 14 registers after each frame."""
    machine, routine = listening.machine_with(rows, label, player)
    for _ in range(frames):
        machine.call(routine, s=0xCBEA, dp=0xD0)
        yield [int(value) for value in machine.chips.state.psg[:14]]


def period(values: Sequence[int], voice: int) -> int:
    return values[2 * voice] | values[2 * voice + 1] << 8
