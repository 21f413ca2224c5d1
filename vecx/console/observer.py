"""Who looks at a machine from outside: marks on addresses, and callbacks.

A mark is one byte an address, on the board (chips/log.py); the CPU looks at it only while somebody
observes.  An observed machine does exactly what an unobserved one does.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..chips import log
from ..chips.bus import (
    HOLE,
    MEMORY_MAP,
    RAM,
    RAM_AND_VIA,
    RAM_END,
    RAM_MIRROR,
    READABLE,
    VIA,
    VIA_BASE,
    WATCHED,
)
from ..chips.state_record import Board, memory_of
from ..errors import UsageError

AT_HEADS = log.MARK_BREAK | log.MARK_EXEC | log.MARK_COVER
AT_ACCESSES = log.MARK_FETCH | log.MARK_READ | log.MARK_WRITE
MARK_OF = {log.FETCH: log.MARK_FETCH, log.READ: log.MARK_READ, log.WRITE: log.MARK_WRITE}
AT_PC = ((log.EXEC, log.MARK_EXEC), (log.INTERRUPT, log.MARK_EXEC))
MISTAKES = ("rom_write", "sr_stall", "overrun", "y_wait", "short_zero")
UNASKED = np.array([kind in MISTAKES for kind in log.KINDS])    # rows that come without a mark
COVERED = np.uint8(log.MARK_COVERED)
RAM_PAGE, VIA_PAGE = int(RAM) >> 10, int(VIA_BASE) >> 10
# Pages whose bytes appear in others: all pages where they do.
MIRRORS = {home: tuple(page for page, kind in enumerate(MEMORY_MAP)
                       if page == home or kind in kinds)
           for home, kinds in ((RAM_PAGE, (RAM_MIRROR, RAM_AND_VIA)),
                               (VIA_PAGE, (VIA, RAM_AND_VIA)))}
Callback = Callable[..., object]


@dataclass(eq=False)
class Handle:
    """One who observes some addresses; `remove` ends that.

    own    the machine's own: what it logs is for no one else
    wires  whether it wants the wires to the beam logged

    >>> m = Machine("connect4", preset="ideal")
    >>> handle = m.on_write("game_board", print)
    >>> handle.remove()
    """

    observer: "Observer"
    first: int
    count: int
    marks: int
    call: Callback | None = None
    own: bool = False
    wires: bool = False

    def remove(self) -> None:
        """Observe no more; harmless where it has been removed already."""
        self.observer.remove(self)


class Observer:
    """The marks of one machine, and who is called for them."""

    def __init__(self, board: Board, rom_watched: Callable[[], object]) -> None:
        """Args: rom_watched is called where other pages of ROM are watched than before."""
        self._board = board
        self._rom_watched = rom_watched
        self._marks = memory_of(board.marks)
        self._handles: list[Handle] = []
        self._due: deque[Callable[[], object]] = deque()
        self._wires = 0

    def __bool__(self) -> bool:
        return bool(self._handles or self._due)

    def add(self, first: int, count: int, marks: int, call: Callback | None = None, *,
            own: bool = False) -> Handle:
        """Mark addresses; return the handle that takes the marks away again.

        Args:   own  for a watcher alone: `take_log` does not give these rows
        Errors: UsageError for a call that is none
        """
        if call is not None and not callable(call):
            raise UsageError(f"what is to be called is {call!r}; it can be a function")
        handle = Handle(self, first, count, marks, call, own)
        self._handles.append(handle)
        self._lay_marks(handle)
        return handle

    def follow(self, image_end: int, ram: range) -> None:
        """Log for the machine itself all that happens, but what ROM and cartridge only give out.

        Args: image_end  first address behind the cartridge's image
              ram        addresses of RAM in the cartridge
        """
        accesses = log.MARK_READ | log.MARK_WRITE
        self._wires = int(log.OBSERVE_WIRES)
        for first, end, marks in ((0, 0x10000, log.MARK_EXEC), (int(HOLE), int(RAM_END), accesses),
                                  (int(VIA_BASE), int(VIA_BASE) + 16, accesses),
                                  (image_end, max(image_end, ram.start), accesses),
                                  (max(image_end, ram.stop), int(HOLE), accesses)):
            if first < end:
                self.add(first, end - first, int(marks), own=True)

    def follow_wires(self) -> Handle:
        """Log the wires to the beam as well, until the handle is removed."""
        handle = Handle(self, 0, 0, 0, wires=True)
        self._handles.append(handle)
        self._lay_marks(handle)
        return handle

    def remove(self, handle: Handle) -> None:
        """Take a handle's marks away, unless another one asks for the same."""
        if handle in self._handles:
            self._handles.remove(handle)
            self._lay_marks(handle)

    def _lay_marks(self, changed: Handle) -> None:
        """Lay the marks anew where a handle has come or gone, and say what there is to look at."""
        begin, end = changed.first, changed.first + changed.count
        self._marks[begin:end] &= COVERED
        for handle in self._handles:
            first, last = max(begin, handle.first), min(end, handle.first + handle.count)
            if first < last:
                self._marks[first:last] |= np.uint8(handle.marks)
        if changed.marks & AT_ACCESSES:
            self._watch_pages(begin >> 10, (end - 1 >> 10) + 1)
        asked, wires = 0, self._wires
        for handle in self._handles:
            asked |= handle.marks
            wires |= int(log.OBSERVE_WIRES) if handle.wires else 0
        self._board.observed = (log.OBSERVE_HEADS if asked & AT_HEADS else 0) \
            | (log.OBSERVE_ACCESSES if asked & AT_ACCESSES else 0) | wires

    def _watch_pages(self, first: int, end: int) -> None:
        """Watch the pages through which a marked byte of some pages can be accessed, or do not."""
        page = self._board.page
        before = list(page)
        for home in range(first, end):
            watched = bool((self._marks[home << 10:home + 1 << 10] & AT_ACCESSES).any())
            for mirror in MIRRORS.get(home, (home,)):
                others = (other for other, pages in MIRRORS.items()
                          if mirror in pages and other != home)
                seen = watched or any((self._marks[other << 10:other + 1 << 10] & AT_ACCESSES).any()
                                      for other in others)
                page[mirror] = int(page[mirror]) & ~WATCHED | (WATCHED if seen else 0)
        if any(new != old and new & ~WATCHED == READABLE
               for new, old in zip(page, before, strict=True)):
            self._rom_watched()

    # --- callbacks -------------------------------------------------------------------------------

    def note_head(self, pc: int, machine: object) -> None:
        """The marked instruction at PC is about to run: its callbacks are due."""
        for handle in self._handles:
            if handle.call and handle.marks & log.MARK_BREAK \
                    and handle.first <= pc < handle.first + handle.count:
                self._due.append(partial(handle.call, machine))

    def note_accesses(self, events: np.ndarray, machine: object) -> None:
        """Rows of the log are new: the callbacks of the accesses among them are due."""
        listening = [h for h in self._handles if h.call and h.marks & AT_ACCESSES]
        if not listening or not len(events):
            return
        for cycle, _, kind, place, value in events.tolist():
            mark = MARK_OF.get(kind, 0)
            for handle in listening:
                if handle.call and handle.marks & mark \
                        and handle.first <= place < handle.first + handle.count:
                    self._due.append(partial(handle.call, machine, value, cycle))

    def call_due(self) -> None:
        """Make the calls that are due; one that raises leaves those behind it for the next time."""
        while self._due:
            self._due.popleft()()

    def forget_due(self) -> None:
        """The machine is another one now: what was due is not."""
        self._due.clear()

    # --- what was asked --------------------------------------------------------------------------

    def asked(self, events: np.ndarray) -> np.ndarray:
        """Return bool[n]: the rows that somebody who looks on now asks for, and all mistakes."""
        wanted = UNASKED[events["kind"]]
        for handle in self._handles:
            if handle.own:
                continue
            for kind, mark in (*MARK_OF.items(), *AT_PC):
                if handle.marks & mark:
                    place = events["pc"] if mark == log.MARK_EXEC else events["a"]
                    wanted |= (events["kind"] == kind) & (place >= handle.first) \
                        & (place < handle.first + handle.count)
        return wanted

    def covered(self) -> list[int]:
        """Return the addresses at which marked instructions have begun."""
        return [int(at) for at in np.flatnonzero(self._marks & COVERED)]
