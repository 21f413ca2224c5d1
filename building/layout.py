"""The layout of the web machine's memory, and the constants that its web page needs.

The page has no description of the hardware itself: offsets, kinds of pages, bits of reasons,
presets and the phosphor's constants come from the tables that the native machine uses.
"""

from typing import Any

import numpy as np

from vecx.chips import beam, bus, log, pen, psg, state
from vecx.chips.account import BEAM_COLUMNS, COLUMNS
from vecx.console import analog, cartridge_slot, console, snapshot
from vecx.console.cartridge import CARTRIDGE_BYTES_MAX, HALF, SPACE

PRESETS = analog.NAMES


def fields_of(kind: np.dtype) -> dict[str, list[Any]]:
    """Return for each field its offset in bytes, type and length."""
    fields: Any = kind.fields
    found = {}
    for name in kind.names or ():
        of, at = fields[name][:2]
        base, shape = of.subdtype or (of, ())
        found[name] = [at, base.kind + str(base.itemsize), int(np.prod(shape)) if shape else 0]
    return found


def layout() -> dict[str, Any]:
    """Return the layout as plain data."""
    from vecx.display.timing import FAST, SLOW
    from vecx.machine import FRAME_WAIT_MAX
    from vecx.play.inputs import STICK_DEAD
    from vecx.play.movie import DRIVEN

    numbers = {
        "cyclesPerSecond": state.CYCLES_PER_SECOND, "never": state.NEVER, "rows": state.ROWS,
        "ramAt": bus.RAM, "ramEnd": bus.RAM_END, "ramBytes": bus.RAM_BYTES, "romAt": bus.ROM,
        "viaAt": bus.VIA_BASE,
        "space": SPACE, "half": HALF, "cartridgeBytesMax": CARTRIDGE_BYTES_MAX,
        "advanceMax": console.ADVANCE_MAX, "frame": log.FRAME, "happened": log.HAPPENED,
        "halted": log.HALTED, "noRoom": log.NO_ROOM, "inReset": bus.IN_RESET,
        "inButtons": bus.IN_BUTTONS, "inPot": bus.IN_POT, "inPen": bus.IN_PEN,
        "inputKinds": bus.INPUT_KINDS, "inputsMax": state.INPUTS_MAX,
        "penAway": pen.PEN_AWAY, "penMiddle": pen.PEN_MIDDLE, "penSteps": pen.PEN_STEPS,
        "frameColumns": len(COLUMNS), "start": state.F_START, "end": state.F_END,
        "work": state.F_WORK, "cut": state.F_CUT, "drawn": state.F_SEGMENTS,
        "beamColumns": BEAM_COLUMNS, "screenUnit": beam.SCREEN_UNIT, "tick": psg.TICK,
        "noEdges": psg.NO_EDGES, "bankAfterReset": cartridge_slot.BANK_AFTER_RESET,
        "standingMax": console.STANDING_MAX, "frameWaitMax": FRAME_WAIT_MAX,
        "stickDead": STICK_DEAD, "fast": FAST, "slow": SLOW}
    return {
        "record": fields_of(state.RECORD), "recordBytes": state.RECORD.itemsize,
        "board": fields_of(state.BOARD), "boardBytes": state.BOARD.itemsize,
        "decodedBytes": state.DECODED.itemsize,
        "number": {name: float(value) if isinstance(value, float) else int(value)
                   for name, value in numbers.items()},
        "mirrored": list(cartridge_slot.MIRRORED),
        "memoryMap": [int(kind) for kind in bus.MEMORY_MAP],
        "columns": [column.name for column in COLUMNS],
        "level": list(psg.LEVEL), "driven": sorted(DRIVEN), "table": snapshot.DIGEST}
