"""What an author says about a game on its page, and what its players may do there."""

import re
from dataclasses import dataclass, field
from typing import Any

from ..display.look import COLOURS, Colour
from ..errors import VecxError

CONTROLS = "stick", "1", "2", "3", "4"
FRAME = 960, 720        # pixels: the picture with the controls beside it
COVER = 630, 500        # pixels, as itch.io recommends


@dataclass(frozen=True)
class About:
    """Texts and settings of a page; the defaults are those of a page about which nothing is said.

    title        instead of the cartridge's
    description  and credits: a few sentences each
    controls     what the stick and the buttons do, keyed by "stick" and "1" to "4"
    cover        a PNG or JPEG that replaces the title picture
    volume       at the start, 0.05 to 1;  brightness  0.25 to 4;  colour  of the phosphor
    cartridges   players may load other cartridges, overlays and movies
    movies       players may save movies
    """

    title: str = ""
    description: str = ""
    credits: str = ""
    controls: dict[str, str] = field(default_factory=dict)
    cover: bytes | None = None
    volume: float = 1.0
    brightness: float = 1.0
    colour: Colour = COLOURS["bluish"]
    cartridges: bool = True
    movies: bool = True

    def row(self) -> dict[str, Any]:
        """Return what the page's script needs."""
        return {"title": self.title, "description": self.description, "credits": self.credits,
                "controls": self.controls, "volume": self.volume, "brightness": self.brightness,
                "colour": self.colour,
                "cartridges": self.cartridges, "movies": self.movies}


def controls_of(text: str) -> dict[str, str]:
    """Return the controls in a text such as "stick=move, 1=pause, 4=fire".

    Errors: VecxError

    >>> from vecx.web.about import controls_of
    >>> controls_of("stick=move, 4=fire")
    {'stick': 'move', '4': 'fire'}
    """
    found = {}
    for part in re.split(r",\s*(?=(?:stick|[1-4])\s*=)", text):
        name, sign, words = (each.strip() for each in part.partition("="))
        if name not in CONTROLS or not sign or not words or name in found:
            raise VecxError(f"--controls: `{part.strip()}` must be one of stick=..., 1=..., 2=..., "
                            "3=... and 4=..., each at most once, with commas between them")
        found[name] = words
    return found
