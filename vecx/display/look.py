"""The picture's settings: the knobs of the tube and of the window."""

import re
from dataclasses import dataclass, replace

BRIGHTNESS_MIN, BRIGHTNESS_MAX = 0.25, 4.0
GLOW_MAX = 4.0
STEP = 2 ** 0.25        # of the brightness
GLOW_STEP = 0.25
TURNS = (0, 90, 180, 270)
Colour = tuple[float, float, float]     # linear red, green and blue; the largest is 1
# Of a phosphor, by name; the first is the default.
COLOURS: dict[str, Colour] = {
    "bluish": (0.50, 0.72, 1.0), "white": (1.0, 1.0, 1.0),
    "green": (0.15, 1.0, 0.28), "amber": (1.0, 0.50, 0.05)}
COLOURS_KNOWN = f"{', '.join(COLOURS)} or a colour such as #33FF66"     # for messages


def colour_of(text: str) -> Colour | None:
    """Return the colour with a name of COLOURS, or with a code such as `#33FF66`; None for another
    text, and for black."""
    if text in COLOURS:
        return COLOURS[text]
    if not re.fullmatch("#[0-9A-Fa-f]{6}", text) or text == "#000000":
        return None
    coded = [int(text[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in coded]
    red, green, blue = (part / max(linear) for part in linear)
    return red, green, blue


@dataclass(frozen=True)
class Look:
    """The picture's settings.

    brightness  BRIGHTNESS_MIN to BRIGHTNESS_MAX, 1 = normal
    glow        0 to GLOW_MAX: strength of the light around bright places, 1 = normal
    glass       show the tube's glass: light scatters in it, and its face is not quite black
    turn        degrees clockwise, one of TURNS
    colour      of the phosphor
    """

    brightness: float = 1.0
    glow: float = 1.0
    glass: bool = False
    turn: int = 0
    colour: Colour = COLOURS["bluish"]

    def brighter(self, steps: int) -> "Look":
        """Return a look that is brighter (or darker) by a number of steps, within the limits."""
        brightness = self.brightness * STEP ** steps
        return replace(self, brightness=max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, brightness)))

    def more_glow(self, steps: int) -> "Look":
        """Return a look whose glow is stronger (or weaker) by a number of steps, within the
        limits."""
        glow = self.glow + GLOW_STEP * steps
        return replace(self, glow=max(0.0, min(GLOW_MAX, glow)))

    def glazed(self) -> "Look":
        return replace(self, glass=not self.glass)

    def turned(self) -> "Look":
        return replace(self, turn=TURNS[(TURNS.index(self.turn) + 1) % len(TURNS)])
