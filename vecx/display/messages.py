"""What the user is told while a game plays: on standard error, and in the picture.

All that stands over the picture comes from here.  A notice stands along the lower edge for some
seconds; above it what is so for as long as it is so, a topic a line; what time does stands along
the upper edge.  In the picture files go by their names alone, on standard error by their paths.
"""

import re
import time
from collections.abc import Callable, Sequence

from .screen import Line, Screen, Words

NOTICE_SECONDS = 3.0
_FOLDERS = re.compile(r"[^\s'\"(]*[/\\](?=[^\s/\\])")


class Messages:
    """What is told now.

    Args: clock  seconds
    """

    def __init__(self, screen: Screen, clock: Callable[[], float] = time.perf_counter) -> None:
        self._screen, self._clock = screen, clock
        self._notice, self._ends = "", 0.0
        self._standing: dict[str, str] = {}

    def say(self, words: str, seconds: float = NOTICE_SECONDS) -> None:
        """Tell something, and show it for a while."""
        self._screen.tell(f"vecx: {words}")
        self.show(words, seconds)

    def tell(self, text: str) -> None:
        """Bring a text to standard error alone."""
        self._screen.tell(text)

    def show(self, words: str, seconds: float = NOTICE_SECONDS) -> None:
        """Show something for a while that standard error has at length."""
        self._notice, self._ends = words, self._clock() + seconds

    def stand(self, topic: str, words: str) -> None:
        """Show something from now on; empty: no longer."""
        self._standing.pop(topic, None)
        if words:
            self._standing[topic] = words

    def words(self, head: Sequence[str] = (), lines: Sequence[Line] = (),
              foot: Sequence[str] = ()) -> Words:
        """Return what stands over the picture.

        Args: head   lines along the upper edge
              lines  over the middle
              foot   along the lower edge, above what is told
        """
        if self._clock() >= self._ends:
            self._notice = ""
        told = [*self._standing.values(), *filter(None, [self._notice])]
        return Words(tuple(head), tuple(lines), (*foot, *map(short, told)))


def short(words: str) -> str:
    """Return a message in which files go by their names alone.

    >>> short("games/arcade/ship.asm:12: error: no operand")
    'ship.asm:12: error: no operand'
    """
    return _FOLDERS.sub("", words)
