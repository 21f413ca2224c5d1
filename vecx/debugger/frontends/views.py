"""A session's state as lines of text: place, source, instructions, stack, memory, picture."""

import tempfile
import webbrowser
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from asm.output.debuginfo import DebugInfo, address_text

from ... import files
from ...chips import bus
from ...chips.beam import SCREEN_UNIT
from ...console.frame import Frame
from ...errors import VecxError
from ...files import Sources
from ...measure.wires.page import Pages, Strokes, html
from ..session import Session
from ..strokes import FrameLog, Origin

BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
SHORT = 0.05            # screen units: a shorter stroke is a point
HALF_W, HALF_H = 18_000, 24_000     # p, half the picture


def where_lines(session: Session) -> list[str]:
    """Return the next instruction with its place, and the registers."""
    pc = session.machine.registers.pc
    return [f"{session.machine.where(pc)}  {session.inspector.instruction(pc)[1]}",
            registers_line(session)]


def registers_line(session: Session) -> str:
    r = session.machine.registers
    flags = "".join(name if r.cc >> 7 - at & 1 else "-" for at, name in enumerate("EFHINZVC"))
    return (f"  A {r.a:02X} B {r.b:02X} X {r.x:04X} Y {r.y:04X} U {r.u:04X} S {r.s:04X} "
            f"DP {r.dp:02X} CC {flags}")


def source_lines(session: Session, sources: Sources, around: int = 5) -> list[str]:
    """Return the source lines around the next instruction; none if they are unknown."""
    at = session.inspector.here()
    lines = sources.lines(at.file) if at.file else []
    first, last = max(1, at.line - around), min(len(lines), at.line + around)
    return [f"{'>' if number == at.line else ' '}{number:5}  {lines[number - 1].expandtabs()}"
            for number in range(first, last + 1)]


def instruction_lines(session: Session, address: int, count: int, bank: int = -1) -> list[str]:
    """Return `count` instructions from an address on, with labels."""
    machine, tracer, lines = session.machine, session.inspector.tracer, list[str]()
    running = machine.where(machine.registers.pc)
    for _ in range(count):
        label, of = tracer.names_of(bank).get(address, ""), machine.names.bank(address, bank)
        if label and not bus.RAM <= address < bus.ROM:
            lines.append(f"{label}:")
        data, found, text = tracer.decoded(address, bank)
        mark = ">" if (address, of) == (running.address, running.bank) else " "
        lines.append(f"{mark}{address_text(address, of)}  {data.hex().upper():10}  {text}")
        address = address + (found.size if found else 1) & 0xFFFF
    return lines


def stack_lines(session: Session) -> list[str]:
    """Return the active routines, innermost first, with their purposes; each of the others with the
    line of its call."""
    lines = list[str]()
    for number, (pc, bank) in enumerate(session.inspector.stack()):
        contract = session.inspector.debug_at(pc, bank).contract_at(pc)
        purpose = f"  ; {contract.purpose}" if contract and contract.purpose else ""
        at = session.machine.where(pc, bank)
        if number:      # the call is on the line before the address to which it returns
            call = session.machine.where(pc - 1 & 0xFFFF, bank)
            at = at._replace(file=call.file, line=call.line, calls=call.calls)
        lines.append(f"{' ' if number else '>'}{at}{purpose}")
    return lines


def memory_lines(session: Session, address: int, count: int, bank: int = -1) -> list[str]:
    lines, machine = [], session.machine
    for begin in range(address, address + count, 16):
        at = begin & 0xFFFF
        data = machine.memory.read(at, min(16, address + count - begin), bank)
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)
        shown = address_text(at, machine.names.bank(at, bank))
        lines.append(f"{shown}  {data.hex(' ').upper():47}  {text}")
    return lines


def picture_lines(segments: np.ndarray, beam: tuple[float, float] | None, columns: int = 60,
                  rows: int = 30) -> list[str]:
    """Return strokes as a picture in braille; a cross marks the beam.

    Args: segments  float[n, 4 or more]: x0 y0 x1 y1 in p
          beam      x, y in screen units
    """
    grid = np.zeros((rows * 4, columns * 2), bool)
    for x0, y0, x1, y1 in segments[:, :4].tolist():
        length = int(max(abs(x1 - x0) / HALF_W * columns, abs(y1 - y0) / HALF_H * rows * 2)) + 1
        along = np.linspace(0, 1, length + 1)
        _mark(grid, x0 + (x1 - x0) * along, y0 + (y1 - y0) * along)
    cells = [[chr(BRAILLE + sum(DOTS[y][x] for y in range(4) for x in range(2)
                                if grid[4 * row + y, 2 * column + x]))
              for column in range(columns)] for row in range(rows)]
    if beam:
        column = int((beam[0] * SCREEN_UNIT / HALF_W + 1) * columns / 2)
        row = int((1 - beam[1] * SCREEN_UNIT / HALF_H) * rows / 2)
        if 0 <= row < rows and 0 <= column < columns:
            cells[row][column] = "+"
    return ["".join(line) for line in cells]


def _mark(grid: np.ndarray, x: np.ndarray, y: np.ndarray) -> None:
    height, width = grid.shape
    column = ((x / HALF_W + 1) * width / 2).astype(int)
    row = ((1 - y / HALF_H) * height / 2).astype(int)
    there = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    grid[row[there], column[there]] = True


def stroke_lines(log: FrameLog, numbers: Iterable[int], session: Session) -> list[str]:
    """Return a line of text for each stroke: number, end points in screen units, brightness and
    source line.

    Points (dots, and pauses of the lit beam) are only counted.
    """
    lines, asking, points = [], log.asking(), 0
    for number in numbers:
        x0, y0, x1, y1 = (log.segments[number, :4] / SCREEN_UNIT).tolist()
        if max(abs(x1 - x0), abs(y1 - y0)) < SHORT:
            points += 1
            continue
        lines.append(f"{number:4}  {x0:7.1f},{y0:7.1f} to {x1:7.1f},{y1:7.1f}  "
                     f"{log.segments[number, 4]:4.2f}  {asking[number]}")
    return lines + [f"and {points} points"] * (points > 0)


def origin_lines(origin: Origin, session: Session) -> list[str]:
    """Return the origin of a stroke as lines of text: the instruction that began it, and the steps
    by which its values reached the DAC."""
    x0, y0, x1, y1 = origin.line
    machine = session.machine

    def place(place: int) -> str:
        at = session.inspector.split(place)
        return f"{machine.where(*at)}  {session.inspector.instruction(*at)[1]}"

    lines = [f"stroke {origin.number} of frame {origin.frame}: {x0:.1f},{y0:.1f} to "
             f"{x1:.1f},{y1:.1f}, started in cycle {origin.cycle:,} by", f"  {place(origin.pc)}"]
    if origin.caller is not None:
        lines += ["called by", f"  {place(origin.caller)}"]
    for value in origin.values:
        lines += [f"{value.what} = {value.value} was written to the DAC by", f"  {place(value.pc)}"]
        for cell in value.cells:
            lines += [f"  read from {_cell_name(session, cell.address)} by",
                      f"    {place(cell.reader)}", "  where it was stored by",
                      f"    {place(cell.writer)}"]
        if value.source >= 0:
            lines += [f"  read from {_cell_name(session, value.source)} by",
                      f"    {place(value.reader)}"]
        elif value.reader >= 0:
            lines += ["  calculated by", f"    {place(value.reader)}"]
    return lines


def _cell_name(session: Session, place: int) -> str:
    """Return an address with its symbol and source line, if known."""
    address, bank = session.inspector.split(place)
    debug = session.inspector.debug_at(address, bank)
    row = debug.row_at(address)
    name = _local_name(debug, address) or debug.cell(address)
    return " ".join(filter(None, [address_text(address, bank), name,
                                  f"{row.file}:{row.line}" if row else ""]))


def _local_name(debug: DebugInfo, address: int) -> str:
    """Return the last local label before an address, with the offset; empty if there is none.

    The elements of a drawing have local labels in its list.
    """
    around = debug.label_at(address)
    if around is None:
        return ""
    value, name = max(((symbol.value, name) for name, symbol in debug.symbols.items()
                       if name.startswith(f"{around[0]}.") and symbol.value <= address),
                      default=(0, ""))
    return f"{name}+{address - value}" if name and address > value else name


def frame_numbered(session: Session, number: int | None) -> Frame | None:
    """Return one of the last frames by number, or the last frame if the number is None.  Return
    None if the frame is not available."""
    frames = session.timeline.frames
    if number is None:
        return frames[-1] if frames else None
    return next((frame for frame in frames if frame.index == number), None)


def frame_page(session: Session, frame: Frame | None) -> str:
    """Return the page of a frame, or of the current frame so far if `frame` is None.

    Errors: VecxError if the frame, or the session, has only just begun
    """
    machine = session.machine
    now = machine.cycles
    if frame:
        title, drawn = f"frame {frame.index}", Strokes.of(frame)
        start, end = frame.start_cycle, frame.start_cycle + frame.cycles
    else:
        segments, causes = machine.output.segments()
        title = f"frame {machine.frames} so far"
        start, end = machine.chips.frame_begin, now
        drawn = Strokes(start, segments.copy(), causes.copy())
    begin = max(start, session.timeline.begin)
    if begin >= end:
        raise VecxError("the frame has only just begun; run further, or show an earlier frame: "
                        f"wires {max(0, machine.frames - 1)}")
    try:
        stretch = session.replay.wires(begin, end)
    finally:
        session.timeline.go(now)
    names = session.inspector.tracer.names
    packed = Pages(machine, names).packed(stretch, title, begin, end, [drawn])
    return html(machine.cartridge.name if machine.cartridge else "no cartridge", packed)


def opened(page: str) -> Path:
    """Write a page to a temporary folder and open it in a browser; return its path."""
    path = Path(tempfile.mkdtemp(prefix="vecx-")) / "wires.html"
    files.write(path, page)
    webbrowser.open(path.as_uri())
    return path
