"""Segments as an SVG drawing: what a notebook shows of a Frame or a Call, and files hold.

A stroke is a line whose opacity is its brightness, a dot a line without length and a round end.
"""

import numpy as np

HALF_W, HALF_H = 18_000, 22_500     # p, half the screen of the preset `hardware`
WIDTH = 300                         # of the drawing as a notebook shows it, px
LINE = 130                          # width of a stroke, p: a screen unit
GROUND, LIGHT = "#04080a", "#9fe8ff"


def drawing(segments: np.ndarray, half_w: float = HALF_W, half_h: float = HALF_H,
            title: str = "") -> str:
    """Return an SVG document.

    Args: segments  float32[n, 7] as in a Frame
          half_w, half_h  half the screen, p
          title  what a reader of screens is told
    """
    rows = [f'<path d="M{x0:.0f} {-y0:.0f}L{x1:.0f} {-y1:.0f}" opacity="{max(0.15, z):.2f}"/>'
            for x0, y0, x1, y1, z in np.asarray(segments)[:, :5].tolist()]
    box = f"{-half_w:.0f} {-half_h:.0f} {2 * half_w:.0f} {2 * half_h:.0f}"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDTH}" '
            f'height="{WIDTH * half_h / half_w:.0f}"><title>{title}</title>'
            f'<rect x="{-half_w:.0f}" y="{-half_h:.0f}" width="100%" height="100%" '
            f'fill="{GROUND}"/><g stroke="{LIGHT}" stroke-width="{LINE}" '
            f'stroke-linecap="round">{"".join(rows)}</g></svg>')
