"""A page of one frame's wires on an axis of cycles, and opening it in a browser."""

import tempfile
import webbrowser
from pathlib import Path

from ... import files
from ...console.frame import Frame
from ...errors import VecxError
from ...wires.page import Pages, Strokes, html
from ..session import Session


def frame_page(session: Session, frame: Frame | None) -> str:
    """Return the page of a frame that has ended; None: of the current frame so far.

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
        raise VecxError("the frame has only just begun; run further, or use an earlier one: "
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
