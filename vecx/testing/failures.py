"""The state of the machine in the report of a failing test: registers, instructions and the
picture."""

import re
from pathlib import Path

from .. import files
from ..measure.trace import Tracer
from .machine import MachineUnderTest

FLAGS = "EFHINZVC"
CALLERS_SHOWN = 4


def state_text(machine: MachineUnderTest) -> str:
    """Return the PC's place, the registers, and the last instructions, as text.

    >>> m = MachineUnderTest("connect4", preset="ideal")
    >>> _ = m.run_frames(300)
    >>> text = state_text(m)
    >>> text.splitlines()[1].split()[0], "asm:" in text, "frame 299" in text
    ('A', True, True)
    """
    r = machine.registers
    flags = "".join(letter if r.cc >> 7 - bit & 1 else "." for bit, letter in enumerate(FLAGS))
    lines = [f"PC is {machine.where(r.pc)}" + (", halted" if machine.halted else ""),
             f"A ${r.a:02X}  B ${r.b:02X}  X ${r.x:04X}  Y ${r.y:04X}  U ${r.u:04X}  S ${r.s:04X}  "
             f"DP ${r.dp:02X}  CC ${r.cc:02X} {flags}",
             f"cycle {machine.cycles:,}, last complete frame {max(0, machine.frames - 1)}, "
             f"preset {machine.preset}, seed {machine.seed}"]
    calls = [machine.where(back - 1 & 0xFFFF, back >> 16)
             for _, _, back in Tracer(machine, watch=False).callers()[:CALLERS_SHOWN]]
    callers = [f"{where.routine} ({where.file}:{where.line})" for where in calls if where.file]
    if callers:
        lines.append("called from " + ", ".join(dict.fromkeys(callers)))
    history = machine.last_instructions()
    if history:
        lines += ["", "the last instructions, registers before each:", *history]
    return "\n".join(lines)


def save_picture(machine: MachineUnderTest, folder: Path, test: str) -> Path | None:
    """Write the last frame of a test as a drawing; return the file, or None without a frame.

    Args: test  its name, from which the file name is made
    """
    if machine.picture is None:
        return None
    name = re.sub(r"[^\w.-]+", "-", test).strip("-")[-120:]
    path = folder / f"{name}.svg"
    files.write(path, machine.picture._repr_svg_())
    return path
