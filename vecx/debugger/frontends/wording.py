"""Texts for stops and breakpoints, shared by all front ends."""

from asm.output.debuginfo import address_text

from ..breakpoints import MARKS, Breakpoint, Kind
from ..session import Session
from ..stops import Reason, Stop

REASONS = {Reason.ENTRY: "entry", Reason.STEP: "step", Reason.STEP_OUT: "step out",
           Reason.STEP_BACK: "step back", Reason.ARRIVED: "arrived", Reason.CYCLE: "cycle",
           Reason.FRAME: "frame", Reason.WRITE: "write", Reason.BEGINNING: "begin",
           Reason.GOTO: "goto", Reason.PAUSE: "pause", Reason.HALTED: "halted",
           Reason.FRAME_LIMIT: "limit", Reason.UNFINISHED: "unfinished"}


def heading(stop: Stop, session: Session) -> str:
    """Return why the program has stopped, such as `breakpoint 1: main`."""
    why = f"breakpoint {stop.breakpoint.number}" if stop.breakpoint else REASONS[stop.reason]
    what = details(stop, session)
    return f"{why}: {what}" if what else why


def details(stop: Stop, session: Session) -> str:
    """Return further details of a stop, without the reason that `heading` gives; may be empty."""
    if stop.fault:
        return stop.fault
    if stop.finding:
        return str(stop.finding)
    if stop.breakpoint and stop.breakpoint.kind is Kind.REGISTER:
        name = stop.breakpoint.where
        return f"{name.upper()} is now ${getattr(session.machine.registers, name):02X}"
    if stop.breakpoint:
        return event(stop) if stop.values else place(stop.breakpoint)
    match stop.reason:
        case Reason.BEGINNING:
            return "the session began here"
        case Reason.HALTED:
            return "an undocumented opcode has halted the CPU"
        case Reason.WRITE:
            pc, address, value = stop.values
            name = session.inspector.tracer.names.get(address) or f"${address:04X}"
            return f"${pc:04X} is about to write ${value:02X} to {name}"
        case Reason.FRAME_LIMIT:
            frames = stop.values[0]
            return f"no breakpoint hit in {frames:,} frame{'s' * (frames != 1)}"
    return ""


def event(stop: Stop) -> str:
    frame, value = stop.values
    match stop.breakpoint.event if stop.breakpoint else "":
        case "overrun":
            return f"frame {frame} overran: {value:,} cycles of work"
        case "vectors":
            return f"frame {frame} has {value} vectors"
    return f"the beam enters the rectangle with stroke {value} of frame {frame}"


def moved(point: Breakpoint) -> str:
    """Return a note if a breakpoint was moved because its line has no code; else ""."""
    line = point.line
    return f"moved from line {line.asked}, which has no code" \
        if line and line.line != line.asked else ""


def place(point: Breakpoint) -> str:
    """Return the place, the condition or the event of a breakpoint."""
    if point.kind is Kind.IF:
        return point.condition
    if point.line is None:
        return point.where
    note = moved(point)
    return f"{point.line.file}:{point.line.line}" + (f" ({note})" if note else "")


def breakpoint_line(point: Breakpoint, session: Session) -> str:
    """Return a breakpoint with all its options and its number of hits."""
    hits = session.breakpoints.hits(point)
    more = [f"if {point.condition}"] if point.condition and point.kind is not Kind.IF else []
    if point.count_is != ">=":
        more += [f"hits {point.count_is} {point.after}"]
    elif point.after > 1:
        more += [f"after {point.after}"]
    more += ["once"] if point.once else []
    more += [f"log {point.message}"] if point.message else []
    more += [f"({hits} hit{'s' * (hits != 1)})"] if hits else []
    return " ".join([f"{point.number}: {point.kind.value}", place(point), *more])


def added(point: Breakpoint, session: Session) -> str:
    at = f" at {address_text(point.first, point.bank)}" if point.kind in MARKS else ""
    return f"breakpoint {breakpoint_line(point, session)}{at}"
