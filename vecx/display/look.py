"""How the user wants the picture: what the knobs of the tube and of the window say."""

from dataclasses import dataclass, replace

BRIGHTNESS_MIN, BRIGHTNESS_MAX = 0.25, 4.0
GLOW_MAX = 4.0
STEP = 2 ** 0.25        # of the brightness
GLOW_STEP = 0.25
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True)
class Look:
    """The picture's settings.

    brightness  BRIGHTNESS_MIN to BRIGHTNESS_MAX, 1 = as it is meant
    glow        0 to GLOW_MAX: of the light around bright places, 1 = as it is meant
    glass       the tube's glass: a veil of light within, a face that is not quite black
    turn        degrees clockwise, one of TURNS
    """

    brightness: float = 1.0
    glow: float = 1.0
    glass: bool = False
    turn: int = 0

    def brighter(self, steps: int) -> "Look":
        """Return a look that is brighter by some steps, or darker, as far as it goes."""
        wanted = self.brightness * STEP ** steps
        return replace(self, brightness=max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, wanted)))

    def more_glow(self, steps: int) -> "Look":
        """Return a look that glows more by some steps, or less, as far as it goes."""
        wanted = self.glow + GLOW_STEP * steps
        return replace(self, glow=max(0.0, min(GLOW_MAX, wanted)))

    def glazed(self) -> "Look":
        """Return a look with glass, or without where it has some."""
        return replace(self, glass=not self.glass)

    def turned(self) -> "Look":
        """Return a look turned by a quarter, clockwise."""
        return replace(self, turn=TURNS[(TURNS.index(self.turn) + 1) % len(TURNS)])
