"""The picture's settings: the knobs of the tube and of the window."""

from dataclasses import dataclass, replace

BRIGHTNESS_MIN, BRIGHTNESS_MAX = 0.25, 4.0
GLOW_MAX = 4.0
STEP = 2 ** 0.25        # of the brightness
GLOW_STEP = 0.25
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True)
class Look:
    """The picture's settings.

    brightness  BRIGHTNESS_MIN to BRIGHTNESS_MAX, 1 = normal
    glow        0 to GLOW_MAX: strength of the light around bright places, 1 = normal
    glass       show the tube's glass: light scatters in it, and its face is not quite black
    turn        degrees clockwise, one of TURNS
    """

    brightness: float = 1.0
    glow: float = 1.0
    glass: bool = False
    turn: int = 0

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
