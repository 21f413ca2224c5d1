"""A user's program, which .ci/run checks with mypy where vecx is installed from the wheel.

mypy reports each `type: ignore` that is not needed, so the marked lines have to be errors.
"""

from pathlib import Path
from typing import assert_type

from asm import Program, assemble, assemble_file
from vecx import Frame, Machine, UsageError

program = assemble(" org $C880\nlives rmb 1\n")
assert_type(program, Program)
assert_type(program.image, bytes | None)
assert_type(program.symbols["lives"].value, int | None)
assemble_file(Path("game.asm"), dialect="as09")
assemble(5)  # type: ignore[arg-type]

machine = Machine("connect4", preset="worn", strict=True)
frames = machine.run_frames(3)
assert_type(frames, list[Frame])
assert_type(frames[0].budget.work_cycles, int)
assert_type(machine.read("game_board"), bytes)
assert_type([finding.what for finding in machine.findings], list[str])
machine.stick(1.0, 0.0)
machine.run_frames("3")  # type: ignore[arg-type]
machine.nothing()  # type: ignore[attr-defined]


def run(cartridge: str) -> int:
    """Return the cycles of a cartridge's first 100 frames; 0 if there is no such cartridge."""
    try:
        with_sound = Machine(cartridge)
    except UsageError:
        return 0
    with_sound.run_frames(100)
    return with_sound.cycles
