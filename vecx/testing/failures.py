"""What a failing test says of its machines, in words of the assembler."""

import re
from pathlib import Path

from .. import files
from ..chips import bus
from .machine import MachineUnderTest

FLAGS = "EFHINZVC"


def said_of(machine: MachineUnderTest) -> str:
    """Return where the program stands, its registers, and the last instructions.

    >>> m = MachineUnderTest("connect4", preset="ideal")
    >>> _ = m.run_frames(300)
    >>> text = said_of(m)
    >>> text.splitlines()[1].split()[0], "asm:" in text, "frame 299" in text
    ('A', True, True)
    """
    r = machine.registers
    flags = "".join(letter if r.cc >> 7 - bit & 1 else "." for bit, letter in enumerate(FLAGS))
    lines = [f"PC is {machine.where(r.pc)}" + (", halted" if machine.halted else ""),
             f"A ${r.a:02X}  B ${r.b:02X}  X ${r.x:04X}  Y ${r.y:04X}  U ${r.u:04X}  S ${r.s:04X}  "
             f"DP ${r.dp:02X}  CC ${r.cc:02X} {flags}",
             f"cycle {machine.cycles:,}, frame {max(0, machine.frames - 1)} ended last, "
             f"preset {machine.preset}, seed {machine.seed}"]
    callers = [where for where in callers_of(machine) if where]
    if callers:
        lines.append("called from " + ", ".join(callers))
    history = machine.last_instructions()
    if history:
        lines += ["", f"the last {len(history)} instructions, registers before each:", *history]
    return "\n".join(lines)


def callers_of(machine: MachineUnderTest, most: int = 4) -> list[str]:
    """Return the places behind calls that words at the top of the stack lead back to."""
    found, s = [], machine.registers.s
    if not bus.RAM <= s < bus.RAM_END:
        return []
    for at in range(s, min(s + 32, int(bus.RAM_END) - 1)):
        back = int.from_bytes(machine.read(at, 2), "big")
        code = machine.read(back - 3 & 0xFFFF, 3)
        if code[0] in (0xBD, 0x17) or code[1] in (0x8D, 0x9D, 0xAD):
            where = machine.where(back - 1 & 0xFFFF)
            if where.file:
                found.append(f"{where.routine} ({where.file}:{where.line})")
    return found[:most]


def save_picture(machine: MachineUnderTest, folder: Path, test: str) -> Path | None:
    """Write the last frame that a test took as a drawing; return where, None where there is none.

    Args: test  its name, of which the file's name is made
    """
    if machine.picture is None:
        return None
    name = re.sub(r"[^\w.-]+", "-", test).strip("-")[-120:]
    path = folder / f"{name}.svg"
    files.write(path, machine.picture._repr_svg_())
    return path
