"""`python -m tests.bench scenes`: the cost of frames of each kind, and the work of each part.

Units are measured by programs that repeat one operation; the cost of their instructions is
subtracted.  Scenes are counted on a machine with observers, and timed on one without.
"""

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from vecx.machine import Machine

HEADER = """ fcc "g GCE 2026"
 fcb $80
 fdb $FD0D
 fcb $F8,$50,$20,-$30
 fcc "SCENE"
 fcb $80,0
"""
SCENES = {
    "idle": "next jsr Wait_Recal\n bra next\n",
    "title": "",            # the menu of Connect-4
    "dense": "",            # the LINES card of the service program
    "text": """
next jsr Wait_Recal
 jsr Intensity_5F
 ldx #lines
line ldd ,x++
 beq next
 ldu #words
 pshs x
 jsr Print_Str_d
 puls x
 bra line
lines fdb $6080,$5080,$4080,$3080,$2080,$1080,$F080,$E080,$D080,$C080,0
words fcc "BLACK QUARTZ"
 fcb $80
""",
}
ONE, TWO = " adda #3\n ldb #7\n leax 1,x\n tfr a,b\n std $C880\n inc $C882\n", " sta <$D006\n"
# The lines that are repeated, how often, and the numbers of units in one repetition.
UNITS = {
    "instruction": (ONE, 8, {"instruction": 6}),
    "access": (TWO, 32, {"instruction": 1, "access": 1}),
    "edge": (" sta <$D001\n stb <$D001\n", 16, {"instruction": 2, "access": 2, "edge": 2}),
    "piece": (" lda #$AA\n sta <$D00A\n mul\n mul\n", 8,
              {"instruction": 4, "access": 1, "edge": 8, "piece": 4}),
}
PLURAL = {"instruction": "instructions", "access": "accesses", "edge": "edges", "piece": "pieces"}
UNIT_SETUP = """ lda #$D0
 tfr a,dp
 setdp $D0
 lda #$18               ; PB7 from ORB: the ramp stays on, so that each edge moves the beam
 sta <$D00B
 lda #$CE
 sta <$D00C
 ldd #$9FFF
 std <$D002
 lda #$84
 sta <$D000
 lda #$7F
 sta <$D001
 lda #$01
 sta <$D000
 ldd #$40C0
"""
WARM = 300              # frames: past the ROM's title
FRAMES = 50
CALL_CYCLES = 120_000
UNIT_CYCLES = 5 * CALL_CYCLES
BEST_OF = 9


def assembled(body: str) -> bytes:
    """Return a cartridge with this code, assembled with the names of the ROM's routines."""
    from asm import assemble
    from vecx.console import roms

    names = roms.load_bios(None).debug.values
    known = "".join(f"{name} equ {value}\n" for name, value in names.items()
                    if name in body and "." not in name)
    program = assemble(known + " org 0\n" + HEADER + body)
    assert program.image is not None, program.messages()
    return program.image


def scene_cart(name: str) -> str | bytes:
    """Return the cartridge that shows a scene."""
    if name == "title":
        return "connect4"
    if name == "dense":
        clear = " ldx #$C880\nzero clr ,x+\n cmpx #$CB80\n bne zero\n"
        return assembled(clear + "next jsr sv_begin\n jsr sv_stress\n bra next\n")
    return assembled(SCENES[name])


def seconds_of(run: Any) -> float:
    """Return the least CPU time of several calls.

    A millisecond is too short for the system's count of user time.
    """
    times = []
    for _ in range(BEST_OF):
        begin = time.process_time()
        for _ in range(4):
            run()
        times.append((time.process_time() - begin) / 4)
    return min(times)


def unit_costs() -> dict[str, float]:
    """Return the cost in ns of an instruction, a VIA access, an edge and a lit piece."""
    from vecx.machine import Machine

    costs: dict[str, float] = {}
    for unit, (body, times, parts) in UNITS.items():
        machine = Machine(assembled(UNIT_SETUP + "next\n" + body * times + " lbra next\n"))
        machine.run_frames(WARM)
        marks = machine.watch(0, 0x8000, runs=True)
        before = machine.cycles
        machine.run_cycles(3000)
        ran, cycles = len(machine.take_log()), machine.cycles - before
        marks.remove()
        repeated = UNIT_CYCLES * ran / cycles / parts["instruction"]

        def run(machine: Machine = machine) -> None:
            for _ in range(UNIT_CYCLES // CALL_CYCLES):
                machine.run_cycles(CALL_CYCLES)
            machine.take_sound()

        known = sum(costs[part] * count for part, count in parts.items() if part != unit)
        costs[unit] = (1e9 * seconds_of(run) / repeated - known) / parts[unit]
    return costs


def counted(machine: "Machine") -> dict[str, float]:
    """Return the instructions, VIA accesses, edges and lit pieces of a frame."""
    from vecx.chips import log

    marks = [machine.watch(0, 0x10000, runs=True),
             machine.watch(0xD000, 16, reads=True, writes=True), machine.hooks.follow_wires()]
    machine.take_log()
    pieces = sum(len(frame.segments) for frame in machine.run_frames(FRAMES))
    rows = machine.take_log()
    for mark in marks:
        mark.remove()
    kind = rows["kind"]
    polls = skipped_polls(rows["pc"][kind == log.EXEC], machine)
    count = {"instruction": (kind == log.EXEC).sum() - 2 * polls,
             "access": ((kind == log.READ) | (kind == log.WRITE)).sum() - polls,
             "edge": (kind == log.WIRES).sum(), "piece": pieces}
    return {name: round(float(value) / FRAMES, 1) for name, value in count.items()}


def skipped_polls(pcs: "np.ndarray", machine: "Machine") -> int:
    """Return the number of skipped iterations of `BITA IFR; BEQ *`."""
    from vecx.chips.bus import BITA_DIRECT, BITA_EXTENDED, BITB_DIRECT, BITB_EXTENDED

    bits = (BITA_DIRECT, BITA_EXTENDED, BITB_DIRECT, BITB_EXTENDED)
    if len(pcs) < 3:
        return 0
    again = pcs[2:] == pcs[:-2]
    return sum(machine.read(pc)[0] in bits for pc in pcs[2:][again].tolist())


def scene_figures() -> dict[str, Any]:
    """Return the unit costs in ns, and counts and microseconds per frame of each scene."""
    from vecx.machine import Machine

    figures: dict[str, Any] = {"units_ns": unit_costs(), "scenes": {}}
    for name in SCENES:
        machine = Machine(scene_cart(name))
        machine.run_frames(WARM)

        def run(machine: Machine = machine) -> None:
            machine.run_frames(FRAMES)
            machine.take_sound()

        spent = 1e6 * seconds_of(run) / FRAMES
        figures["scenes"][name] = {**counted(machine), "us_a_frame": round(spent, 1),
                                   "times_real_time": round(20_000 / spent)}
    return figures


def table(figures: dict[str, Any]) -> str:
    """Return the figures as text: each scene, the cost of its parts, and the rest."""
    units = figures["units_ns"]
    lines = ["a unit, ns:  " + "  ".join(f"{name} {cost:.1f}" for name, cost in units.items()),
             f"{'scene':<8}{'us/frame':>9}{'x real':>8}" + "".join(
                 f"{PLURAL[name]:>14}{'us':>7}" for name in units) + f"{'rest':>8}"]
    for name, scene in figures["scenes"].items():
        parts = {unit: scene[unit] * units[unit] / 1000 for unit in units}
        lines.append(f"{name:<8}{scene['us_a_frame']:>9.1f}{scene['times_real_time']:>8}" + "".join(
            f"{scene[unit]:>14.0f}{parts[unit]:>7.1f}" for unit in units)
            + f"{scene['us_a_frame'] - sum(parts.values()):>8.1f}")
    return "\n".join(lines)
