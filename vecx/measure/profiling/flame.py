"""The call tree as a flame graph, a self-contained SVG.

A click on a routine zooms to it, a click on the background zooms out.  The width of a bar is the
figure of a routine including its calls; its caller is below it.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from .report import Report

WIDTH, ROW, EDGE, HEAD = 1200, 19, 10, 54      # px
LETTER = 6.6                                   # px of a letter of the bars' text
LEAST = 0.3                                    # px: narrower bars are left out


def flame(report: Report, figure: str = "cycles") -> str:
    """Return the flame graph of one figure as SVG.

    >>> from vecx.measure.budget.profile import Profile
    >>> from vecx.measure.profiling.report import report_of
    >>> m = Machine("connect4", preset="ideal", strict=True)
    >>> profile = Profile(m)
    >>> flame(report_of(m, profile, m.run_frames(60)))[:4]
    '<svg'
    """
    whole = report.whole(figure)
    total = whole[0] or 1.0
    depth = [len(report.path(at)) - 1 for at in range(len(report.nodes))]
    shown = [at for at in range(len(whole)) if whole[at] / total * WIDTH >= LEAST]
    height = HEAD + (max((depth[at] for at in shown), default=0) + 1) * ROW + EDGE
    said = f"{report.frames:,} frames, {total / report.frames:,.1f} {figure} per frame; " \
           "click a routine to zoom in, the background to zoom out"
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" data-edge="{EDGE}" data-letter="{LETTER}">',
            f"<style>{read('flame.css')}</style>",
            '<rect width="100%" height="100%" fill="#10161b"/>',
            f'<text class="head" x="{EDGE}" y="22">{escape(report.name)}: {figure} by routine'
            "</text>",
            f'<text class="said" id="said" x="{EDGE}" y="42">{escape(said)}</text>']
    begins = _begins(report, whole)
    for at in shown:
        rows += _bar(report, figure, at, begins[at] / total, whole[at] / total, whole[at],
                     height - EDGE - (depth[at] + 1) * ROW)
    return "\n".join([*rows, f"<script><![CDATA[\n{read('flame.js')}]]></script>", "</svg>", ""])


def read(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _begins(report: Report, whole: list[float]) -> list[float]:
    """Return where each bar begins.  The bars of the routines that a routine calls are side by
    side, ordered by name."""
    below: dict[int, list[int]] = {}
    for at, node in enumerate(report.nodes):
        below.setdefault(node.parent, []).append(at)
    begins = [0.0] * len(whole)
    for at in range(len(whole)):                # a parent comes before what is below it
        place = begins[at]
        for child in sorted(below.get(at, ()), key=lambda i: report.nodes[i].name):
            begins[child] = place
            place += whole[child]
    return begins


def _bar(report: Report, figure: str, at: int, begin: float, share: float,
         whole: float, y: float) -> Iterator[str]:
    """Yield the SVG of a bar: its title, its rectangle, and its name, which is cut to the width of
    the bar."""
    node = report.nodes[at]
    x, width = EDGE + begin * (WIDTH - 2 * EDGE), share * (WIDTH - 2 * EDGE)
    room = int((width - 8) / LETTER)
    name = node.name if len(node.name) <= room else node.name[:room - 1] + "…" if room > 2 else ""
    place = f", {node.where.file}:{node.where.line}" if node.where.file else ""
    own = getattr(node, figure) / report.frames
    title = (f"{node.name}: {100 * share:.1f} %, {whole / report.frames:,.1f} {figure} per frame, "
             f"{own:,.1f} of its own, {node.calls:,} calls{place}")
    yield (f'<g class="bar" data-x="{begin:.7f}" data-w="{share:.7f}" data-n="{escape(node.name)}">'
           f"<title>{escape(title)}</title>"
           f'<rect x="{x:.2f}" y="{y:.1f}" width="{max(width, 0.2):.2f}" height="{ROW - 1}" '
           f'fill="{colour(node.name, node.where.address)}"/>'
           f'<text x="{x + 4:.2f}" y="{y + 13:.1f}">{escape(name)}</text></g>')


def colour(name: str, address: int) -> str:
    """Return a routine's colour, which is the same in every graph: warm for the program, cool for
    the ROM."""
    chance = sum((i + 3) * ord(letter) for i, letter in enumerate(name)) % 997 / 997
    hue = 185 + 40 * chance if address >= 0xE000 else 18 + 38 * chance
    return f"hsl({hue:.0f} {68 + 14 * (chance * 7 % 1):.0f}% {62 + 10 * (chance * 3 % 1):.0f}%)"
