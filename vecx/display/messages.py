"""Messages to the user during a game: on standard error, and over the picture.

A notice is shown along the lower edge for some seconds, above it the standing messages, one line
for each topic.  The state of time (paused, fast, ...) is shown along the upper edge.  Over the
picture files are named without their folders; on standard error with their paths.
"""

import re
import time
from collections.abc import Callable, Sequence

from .screen import Line, Screen, Words

NOTICE_SECONDS = 3.0
_FOLDERS = re.compile(r"[^\s'\"(]*[/\\](?=[^\s/\\])")


class Messages:
    """The messages that are shown now.

    Args: clock  seconds
    """

    def __init__(self, screen: Screen, clock: Callable[[], float] = time.perf_counter) -> None:
        self._screen, self._clock = screen, clock
        self._notice, self._ends = "", 0.0
        self._standing: dict[str, str] = {}

    def say(self, words: str, seconds: float = NOTICE_SECONDS) -> None:
        """Print a message to standard error and show it for a while."""
        self._screen.tell(f"vecx: {words}")
        self.show(words, seconds)

    def tell(self, text: str) -> None:
        """Print a text to standard error only."""
        self._screen.tell(text)

    def show(self, words: str, seconds: float = NOTICE_SECONDS) -> None:
        """Show a message for a while without printing it."""
        self._notice, self._ends = words, self._clock() + seconds

    def stand(self, topic: str, words: str) -> None:
        """Show a message until another one on the same topic replaces it; "" clears it."""
        self._standing.pop(topic, None)
        if words:
            self._standing[topic] = words

    def words(self, head: Sequence[str] = (), lines: Sequence[Line] = (),
              foot: Sequence[str] = ()) -> Words:
        """Return the text to show over the picture.

        Args: head   lines along the upper edge
              lines  over the middle
              foot   along the lower edge, above the messages
        """
        if self._clock() >= self._ends:
            self._notice = ""
        messages = [*self._standing.values(), *filter(None, [self._notice])]
        return Words(tuple(head), tuple(lines), (*foot, *map(short, messages)))


def short(words: str) -> str:
    """Return a message with the folders of files removed.

    >>> short("games/arcade/ship.asm:12: error: no operand")
    'ship.asm:12: error: no operand'
    """
    return _FOLDERS.sub("", words)
