"""The output forms of a drawing: the drawing routine, limits, bytes and cycles of each.

All cycles are those of a call on the preset `ideal`; tests/vecx/assets/test_forms.py measures them.
A drawing is a list of steps; a form turns them into rows of bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .curves import DAC_MAX, split
from .order import Line, Stroke, Vertex

COUNT_MAX = 128             # vectors of one list of the ROM
LIGHT_MIN = 2               # of lib/drawing.asm: 0 and 1 are its commands
ZERO_CYCLES = 290           # of lib/drawing.asm: zero the beam, go back to the drawing's place
LIGHT_CYCLES = 75
MOVE_CYCLES = 75            # besides the scale, to compare orders
# Drift on the preset `worn`, from console/analog.py: p for each cycle while the beam stands, and
# the part of it that remains while it moves.
DRIFT, DRIFT_MOVING = 0.6, 0.2
DRIFTS = {"ideal": 0.0, "hardware": 0.09 / 0.6, "worn": 1.0}     # of the presets, as parts of it
START_DRIFT = 42.0          # p on `worn` from zeroing the beam up to the first move or line
UNIT = 127                  # p in a screen unit


class Step(NamedTuple):
    """The next action of the beam: a move or a line by `dx` and `dy`, or a command.

    kind    MOVE, LINE, LIGHT or ZERO
    value   of LIGHT: the intensity
    name, source  the element that a line comes from, and its line in the file
    """

    kind: str
    dx: int = 0
    dy: int = 0
    value: int = 0
    name: str = ""
    source: int = 1


MOVE, LINE, LIGHT, ZERO = "move", "line", "light", "zero"
# What rows without vectors say about themselves; others have the name of an element.
COMMENTS = ("", "move", "end", "scale", "vectors", "vectors, less one", "vectors, scale",
            "vectors, move", "zero the beam", "intensity")
Row = tuple[str, str, int]      # operand of FCB, comment, line in the file


class Form(NamedTuple):
    """An output form: a drawing routine and the format of its lists.

    name     as in the option `form`
    routine  that draws it
    overhead cycles of a line in addition to its scale
    moving   cycles of a move in addition to its scale
    fixed    cycles of a call without lines
    single   draws one stroke only
    inside   it contains its scale
    rows     turns steps into bytes
    """

    name: str
    routine: str
    overhead: int
    moving: int
    fixed: int
    single: bool
    inside: bool
    rows: Callable[[list[Step], int], Iterator[Row]]

    def cycles(self, steps: list[Step], scale: int) -> int:
        """Return the estimated cycles of a call."""
        each = {ZERO: ZERO_CYCLES, LIGHT: LIGHT_CYCLES, MOVE: self.moving + scale,
                LINE: self.overhead + scale}
        kinds = [step.kind for step in steps]
        added = 0       # moves of length 0, which a list needs before its lines
        if self.name in ("mov", "movs"):
            added = kinds[:1] != [MOVE]
        elif self.name == "lists":
            added = sum(kind == LINE and last not in (LINE, MOVE)
                        for last, kind in zip(["", *kinds], kinds, strict=False))
        return self.fixed + sum(each[kind] for kind in kinds) + added * each[MOVE]

    def fault(self, steps: list[Step]) -> str:
        """Return why this form cannot draw these steps, or an empty string."""
        kinds = [step.kind for step in steps]
        moves = sum(kind == MOVE for kind in kinds)
        if self.name == "lists":
            return ""
        if LIGHT in kinds:
            return "its parts differ in brightness"
        if not self.single:
            return ""
        if self.name == "vlc" and moves:
            return "it does not begin at its origin"
        if moves > 1 or (moves and kinds[0] != MOVE):
            return "it has several strokes, or begins too far from its origin"
        if len(kinds) - moves > COUNT_MAX - 1:
            return f"it has more than {COUNT_MAX - 1} vectors"
        return ""


def steps_of(strokes: list[Stroke], scale: int, form: Form, drift: float,
             lights: set[int]) -> list[Step]:
    """Return the actions of the beam: strokes, moves between them, changes of brightness, zeroing.

    A stroke that is longer than the drift allows is drawn in several parts.

    Args: drift   units that the beam may drift on `worn` before it is zeroed; 0: never
          lights  all intensities of the file; if there are several, each list sets its own first
    """
    found: list[Step] = []
    at: Vertex = (0, 0)
    light, since = 0, START_DRIFT
    if form.name != "lists":
        lights = {stroke.lines[0].light for stroke in strokes}
    limit = drift * UNIT if drift and form.inside and form.name == "lists" else 0

    def add(step: Step) -> None:
        nonlocal at, since
        since = _drift_after(since, step, found[-1:], form, scale)
        at = (0, 0) if step.kind == ZERO else (at[0] + step.dx, at[1] + step.dy)
        found.append(step)

    def move(to: Vertex, line: Line) -> None:
        for dx, dy in split(to[0] - at[0], to[1] - at[1]) if to != at else []:
            add(Step(MOVE, dx, dy, 0, line.name, line.source))

    for stroke in strokes:
        first = stroke.lines[0]
        length = sum(len(split(line.end[0] - line.start[0], line.end[1] - line.start[1]))
                     for line in stroke.lines)
        way = len(split(stroke.start[0] - at[0], stroke.start[1] - at[1]))
        needed = DRIFT * (way * form.moving + length * form.overhead
                          + (way + length) * DRIFT_MOVING * scale)
        if len(lights) > 1 and first.light != light:
            needed += DRIFT * LIGHT_CYCLES
        if limit and since > START_DRIFT and since + needed > limit:
            add(Step(ZERO, source=first.source))
        if len(lights) > 1 and first.light != light:
            light = first.light
            add(Step(LIGHT, value=max(LIGHT_MIN, light), source=first.source))
        move(stroke.start, first)
        for line in stroke.lines:
            for dx, dy in split(line.end[0] - line.start[0], line.end[1] - line.start[1]):
                step = Step(LINE, dx, dy, 0, line.name, line.source)
                if limit and found and found[-1].kind == LINE and _drift_after(
                        since, step, found[-1:], form, scale) > limit:
                    before = at
                    add(Step(ZERO, source=line.source))
                    move(before, line)
                add(step)
    return found


def _drift_after(since: float, step: Step, before: list[Step], form: Form, scale: int) -> float:
    """Return the drift after a step, in p.

    Args: since   the drift before it
          before  the step before it, if there is one
    """
    if step.kind == ZERO:
        return START_DRIFT
    if step.kind == LIGHT:
        return since + DRIFT * LIGHT_CYCLES
    moving = DRIFT * (form.moving + DRIFT_MOVING * scale)
    if step.kind == MOVE:
        return since + moving
    # Some lists need a move, of length 0, before their lines.
    last = before[0].kind if before else ""
    added = (form.name in ("mov", "movs") and not last) or (
        form.name == "lists" and last not in (LINE, MOVE))
    return since + added * moving + DRIFT * (form.overhead + DRIFT_MOVING * scale)


def drift_of(steps: list[Step], scale: int, form: Form) -> tuple[float, Step | None]:
    """Return the largest drift on the preset `worn`, in screen units, and where it is reached."""
    most, where, since, before = 0.0, None, START_DRIFT, list[Step]()
    for step in steps:
        since, before = _drift_after(since, step, before, form, scale), [step]
        if since > most and step.kind == LINE:
            most, where = since, step
    return most / UNIT, where


def move_cost(scale: int) -> Callable[[Vertex, Vertex], float]:
    """Return a function that computes the cost of a dark move: the cycles of its vectors, plus a
    small amount that grows with its length.

    The forms differ by a few cycles a move, which hardly ever changes the best order.
    """
    each = MOVE_CYCLES + scale

    def cost(a: Vertex, b: Vertex) -> float:
        reach = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
        return -(-reach // DAC_MAX) * each + reach / 100

    return cost


# The rows of each form ----------------------------------------------------------------------------

def _pair(step: Step) -> str:
    return f"{step.dy},{step.dx}"


def _move_first(steps: list[Step]) -> tuple[Step, list[Step]]:
    """Return the first move, which may be of length 0, and the other steps."""
    if steps and steps[0].kind == MOVE:
        return steps[0], steps[1:]
    return Step(MOVE, 0, 0, 0, steps[0].name, steps[0].source), steps


def _moved(move: Step, lines: list[Step]) -> Iterator[Row]:
    """Yield the bytes of a move and the vectors after it."""
    yield _pair(move), "move", move.source
    for step in lines:
        yield _pair(step), step.name, step.source


def _vlc(steps: list[Step], scale: int) -> Iterator[Row]:
    """Yield a list for Draw_VLc: the number of vectors less one, and the vectors."""
    yield f"{len(steps) - 1}", "vectors, less one", steps[0].source
    for step in steps:
        yield _pair(step), step.name, step.source


def _mov(steps: list[Step], scale: int) -> Iterator[Row]:
    """Yield a list for Mov_Draw_VLc_a: the number of vectors, a move, and the vectors."""
    move, lines = _move_first(steps)
    yield f"{len(lines)}", "vectors", move.source
    yield from _moved(move, lines)


def _movs(steps: list[Step], scale: int) -> Iterator[Row]:
    """Yield a list for Mov_Draw_VLcs: the number of vectors, the scale, a move, and the vectors."""
    move, lines = _move_first(steps)
    yield f"{len(lines)},{scale}", "vectors, scale", move.source
    yield from _moved(move, lines)


def _vlp(steps: list[Step], scale: int) -> Iterator[Row]:
    """Yield a list for Draw_VLp: a pattern before each vector (0 for a move), and 1 at the end."""
    for step in steps:
        yield f"{'$FF' if step.kind == LINE else '0'},{_pair(step)}", \
            step.name if step.kind == LINE else "move", step.source
    yield "1", "end", steps[-1].source


def _mode(steps: list[Step], scale: int) -> Iterator[Row]:
    """Yield a list for Draw_VL_mode: 2 before each line, 0 before each move, and 1 at the end."""
    for step in steps:
        yield f"{'2' if step.kind == LINE else '0'},{_pair(step)}", \
            step.name if step.kind == LINE else "move", step.source
    yield "1", "end", steps[-1].source


def _lists(steps: list[Step], scale: int) -> Iterator[Row]:
    """Yield a list for drawing_draw of lib/drawing.asm."""
    yield f"{scale}", "scale", steps[0].source
    at = 0
    while at < len(steps):
        step = steps[at]
        at += 1
        if step.kind == ZERO:
            yield f"DRAWING_ZERO,{scale}", "zero the beam", step.source
        elif step.kind == LIGHT:
            yield f"DRAWING_LIGHT+{step.value}", "intensity", step.source
        elif step.kind == MOVE and at < len(steps) and steps[at].kind == MOVE:
            yield f"0,{_pair(step)}", "move", step.source
        else:
            move, lines = (step, []) if step.kind == MOVE else (
                Step(MOVE, 0, 0, 0, step.name, step.source), [step])
            while at < len(steps) and steps[at].kind == LINE and len(lines) < DAC_MAX:
                lines.append(steps[at])
                at += 1
            yield f"{len(lines)},{_pair(move)}", "vectors, move", move.source
            for line in lines:
                yield _pair(line), line.name, line.source
    yield "DRAWING_END", "", steps[-1].source


FORMS = {form.name: form for form in (
    Form("vlc", "Draw_VLc", 72, 72, 282, True, False, _vlc),
    Form("mov", "Mov_Draw_VLc_a", 72, 72, 282, True, False, _mov),
    Form("movs", "Mov_Draw_VLcs", 72, 72, 279, True, True, _movs),
    Form("vlp", "Draw_VLp", 67, 67, 264, False, False, _vlp),
    Form("mode", "Draw_VL_mode", 112, 112, 312, False, False, _mode),
    Form("lists", "drawing_draw", 54, 78, 300, False, True, _lists))}
