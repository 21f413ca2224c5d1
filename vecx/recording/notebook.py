"""Shows runs in notebooks: as a film, and as a table of budgets.

A frame shows itself as SVG and a budget as a table; these classes do the same for a run.  The
documents contain no script, so that they also move on pages that show notebooks.
"""

from collections.abc import Sequence
from html import escape

from ..console.frame import GROUND, HALF_H, HALF_W, LIGHT, LINE, WIDTH, Frame
from ..errors import UsageError, check_float, check_int
from ..measure.budget.limits import number
from ..measure.budget.tables import SHOWN

FILM_FRAMES_MAX = 120       # more would make a notebook slow


class Film:
    """Frames as a moving SVG, which repeats forever.

    Args: frames  of a run
          step    show every step-th frame; None: as many frames as FILM_FRAMES_MAX allows
          hz      frames of the run per second

    >>> from vecx.recording.notebook import Film
    >>> film = Film(Machine("connect4").run_frames(240)[-40:], step=4)
    >>> film._repr_svg_().count("<animate"), film.seconds
    (10, 0.8)
    """

    def __init__(self, frames: Sequence[Frame], step: int | None = None, hz: float = 50.0) -> None:
        if not frames:
            raise UsageError("a film needs at least one frame")
        least = -(-len(frames) // FILM_FRAMES_MAX)
        step = least if step is None else check_int("step", step, 1)
        if len(frames) / step > FILM_FRAMES_MAX:
            raise UsageError(f"a film can show at most {FILM_FRAMES_MAX} frames, not "
                             f"{len(frames):,}: use step={least} or more")
        self.frames = list(frames[::step])
        self.seconds = len(frames) / check_float("hz", hz, 0.1, 1000)

    def __repr__(self) -> str:
        return f"<Film of {len(self.frames)} frames, {self.seconds:.1f} s>"

    def _repr_svg_(self) -> str:
        count = len(self.frames)
        parts = []
        for at, frame in enumerate(self.frames):
            rows = "".join(f"M{x0:.0f} {-y0:.0f}L{x1:.0f} {-y1:.0f}"
                           for x0, y0, x1, y1 in frame.segments[:, :4].tolist())
            # Hidden, visible and hidden again, without the parts that take no time.
            phases = [("hidden", 0.0), ("visible", at / count), ("hidden", (at + 1) / count)]
            shown = [phase for number, phase in enumerate(phases)
                     if phase[1] < 1 and (number != 0 or at > 0)]
            values = ";".join(value for value, _ in shown)
            times = ";".join(f"{time:.5g}" for _, time in shown)
            parts.append(f'<path d="{rows}" visibility="{"hidden" if at else "visible"}">'
                         f'<animate attributeName="visibility" calcMode="discrete" '
                         f'values="{values}" keyTimes="{times}" dur="{self.seconds:.5g}s" '
                         f'repeatCount="indefinite"/></path>')
        box = f"{-HALF_W} {-HALF_H} {2 * HALF_W} {2 * HALF_H}"
        first, last = self.frames[0].index, self.frames[-1].index
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDTH}" '
                f'height="{WIDTH * HALF_H // HALF_W}"><title>frames {first} to {last}</title>'
                f'<rect x="{-HALF_W}" y="{-HALF_H}" width="100%" height="100%" fill="{GROUND}"/>'
                f'<g stroke="{LIGHT}" stroke-width="{LINE}" stroke-linecap="round" fill="none">'
                f'{"".join(parts)}</g></svg>')


class Budgets:
    """The budgets of a run as a table: minimum, mean and maximum of each figure.

    Args: frames   of a run
          figures  names of the budget's figures; docs/budget.md lists them

    >>> from vecx.recording.notebook import Budgets
    >>> Budgets(Machine("connect4").run_frames(240), ["vectors"])._repr_html_()
    '<table>...<td>vectors</td>...
    """

    def __init__(self, frames: Sequence[Frame], figures: Sequence[str] = SHOWN) -> None:
        self.frames, self.figures = [frame for frame in frames if frame.index > 0], list(figures)
        if not self.frames:
            raise UsageError("a table of budgets needs at least one frame other than frame 0")
        unknown = [name for name in figures if not hasattr(self.frames[0].budget, name)]
        if unknown:
            raise UsageError(f"the budget has no figure {unknown[0]!r}; `vecx help budget.md` "
                             "lists them")

    def __repr__(self) -> str:
        return f"<Budgets of {len(self.frames)} frames>"

    def _repr_html_(self) -> str:
        rows = []
        for name in self.figures:
            values = [frame.budget[name] for frame in self.frames]
            most = self.frames[values.index(max(values))].index
            cells = (name, number(min(values)), f"{sum(values) / len(values):,.1f}",
                     number(max(values)), f"{most:,}")
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        head = "".join(f"<th>{title}</th>" for title in ("", "least", "mean", "most", "in frame"))
        return f"<table><tr>{head}</tr>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"
