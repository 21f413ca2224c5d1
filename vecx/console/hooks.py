"""The hooks of one console: marked addresses, the log rows that they cause, and callbacks.

The marks of an address are one byte on the board (chips/log.py); the CPU reads it only while there
are hooks.  Hooks do not change what a console does.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..chips import bus, log
from ..chips.state_record import Board, State, memory_of
from ..errors import UsageError

AT_HEADS = log.MARK_BREAK | log.MARK_EXEC | log.MARK_COVER
AT_ACCESSES = log.MARK_FETCH | log.MARK_READ | log.MARK_WRITE
MARK_OF = {log.FETCH: log.MARK_FETCH, log.READ: log.MARK_READ, log.WRITE: log.MARK_WRITE}
AT_PC = ((log.EXEC, log.MARK_EXEC), (log.INTERRUPT, log.MARK_EXEC))
MISTAKES = ("rom_write", "sr_stall", "overrun", "y_wait", "short_zero")
UNASKED = np.array([kind in MISTAKES for kind in log.KINDS])    # rows that come without a mark
COVERED = np.uint8(log.MARK_COVERED)
RAM_PAGE, VIA_PAGE = int(bus.RAM) >> 10, int(bus.VIA_BASE) >> 10
# For pages that have mirrors: all pages in which their bytes appear.
MIRRORS = {home: tuple(page for page, kind in enumerate(bus.MEMORY_MAP)
                       if page == home or kind in kinds)
           for home, kinds in ((RAM_PAGE, (bus.RAM_MIRROR, bus.RAM_AND_VIA)),
                               (VIA_PAGE, (bus.VIA, bus.RAM_AND_VIA)))}
NOWHERE = -1, -1
Callback = Callable[..., object]


@dataclass(eq=False)
class Handle:
    """Keeps some addresses marked until `remove` is called.

    own    for a watcher only: `take_log` does not return its rows
    wires  whether the wires to the beam are logged

    >>> m = Machine("connect4", preset="ideal")
    >>> handle = m.on_write("game_board", print)
    >>> handle.remove()
    """

    hooks: "Hooks"
    first: int
    count: int
    marks: int
    call: Callback | None = None
    own: bool = False
    wires: bool = False

    def remove(self) -> None:
        """Remove the marks; does nothing if they have been removed already."""
        self.hooks.remove(self)


class Hooks:
    """The addresses at which one console stops for callbacks, and these callbacks.

    Args: state, board  of the same console
          rom_watched   is called when the set of watched ROM pages changes

    >>> from vecx.chips.state_record import new_board, new_state
    >>> hooks = Hooks(new_state(), new_board(), lambda: None)
    >>> handle = hooks.add(0xC880, 1, int(log.MARK_WRITE))
    >>> bool(hooks), handle.remove(), bool(hooks)
    (True, None, False)
    """

    def __init__(self, state: State, board: Board, rom_watched: Callable[[], object]) -> None:
        self._m, self._board = state, board
        self._rom_watched = rom_watched
        self._marks = memory_of(board.marks)
        self._handles: list[Handle] = []
        self._due: deque[Callable[[], object]] = deque()
        self._served = NOWHERE      # cycle and PC of the last marked instruction that was served
        self._wires = 0

    def __bool__(self) -> bool:
        return bool(self._handles or self._due)

    def add(self, first: int, count: int, marks: int, call: Callback | None = None, *,
            own: bool = False) -> Handle:
        """Mark addresses; return the handle that removes the marks.

        Args: marks  bits of chips/log.py
              call   without arguments for MARK_BREAK, with value and cycle for accesses
              own    for a watcher only: `take_log` does not return these rows
        """
        handle = Handle(self, first, count, marks, call, own)
        self._handles.append(handle)
        self._lay_marks(handle)
        return handle

    def follow(self, image_end: int, ram: range) -> None:
        """Log everything for a watcher, except reads of ROM and cartridge.

        Args: image_end  first address after the cartridge's image
              ram        addresses of RAM in the cartridge
        """
        accesses = log.MARK_READ | log.MARK_WRITE
        self._wires = int(log.OBSERVE_WIRES)
        hole, via = int(bus.HOLE), int(bus.VIA_BASE)
        self.add(0, 0x10000, int(log.MARK_EXEC), own=True)
        for first, end in ((hole, int(bus.RAM_END)), (via, via + 16),
                           (image_end, max(image_end, ram.start)),
                           (max(image_end, ram.stop), hole)):
            if first < end:
                self.add(first, end - first, int(accesses), own=True)

    def follow_wires(self) -> Handle:
        """Log the wires to the beam too, until the handle is removed.

        Errors: UsageError for a machine without picture
        """
        if self._board.no_picture:
            raise UsageError("the wires to the beam need the machine's picture: remove "
                             "picture=False")
        handle = Handle(self, 0, 0, 0, wires=True)
        self._handles.append(handle)
        self._lay_marks(handle)
        return handle

    def remove(self, handle: Handle) -> None:
        """Remove a handle's marks, except those that another handle also has."""
        if handle in self._handles:
            self._handles.remove(handle)
            self._lay_marks(handle)

    def _lay_marks(self, changed: Handle) -> None:
        """Recompute the marks at the addresses of a handle that was added or removed, and the
        events that the chips log."""
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
        """Recompute which of these pages and their mirrors are watched: those through which marked
        bytes can be accessed."""
        page = self._board.page
        before = list(page)
        for home in range(first, end):
            watched = bool((self._marks[home << 10:home + 1 << 10] & AT_ACCESSES).any())
            for mirror in MIRRORS.get(home, (home,)):
                others = (other for other, pages in MIRRORS.items()
                          if mirror in pages and other != home)
                seen = watched or any((self._marks[other << 10:other + 1 << 10] & AT_ACCESSES).any()
                                      for other in others)
                page[mirror] = int(page[mirror]) & ~bus.WATCHED | (bus.WATCHED if seen else 0)
        if any(new != old and new & ~bus.WATCHED == bus.READABLE
               for new, old in zip(page, before, strict=True)):
            self._rom_watched()

    # --- callbacks -------------------------------------------------------------------------------

    def before_run(self) -> None:
        """Call the callbacks that are due, and do not stop again at the instruction where the last
        run stopped."""
        self._call_due()
        m = self._m
        self._board.pass_at = m.clock if self._served == (m.clock, m.pc) else -1

    def after_run(self, events: np.ndarray, at_mark: bool) -> None:
        """Call the callbacks for new log rows, and for the marked instruction that is about to
        run."""
        self._note_accesses(events)
        if at_mark:
            self._served = self._m.clock, self._m.pc
            for handle in self._handles:
                if handle.call and handle.marks & log.MARK_BREAK \
                        and handle.first <= self._m.pc < handle.first + handle.count:
                    self._due.append(handle.call)
        self._call_due()

    def _note_accesses(self, events: np.ndarray) -> None:
        listening = [h for h in self._handles if h.call and h.marks & AT_ACCESSES]
        if not listening or not len(events):
            return
        for cycle, _, kind, place, value in events.tolist():
            mark = MARK_OF.get(kind, 0)
            for handle in listening:
                if handle.call and handle.marks & mark \
                        and handle.first <= place < handle.first + handle.count:
                    self._due.append(partial(handle.call, value, cycle))

    def _call_due(self) -> None:
        """Call the callbacks that are due; if one raises an error, the others are called before the
        next run."""
        while self._due:
            self._due.popleft()()

    def forget(self) -> None:
        """Drop the callbacks that are due, because the console was restored."""
        self._due.clear()
        self._served = NOWHERE

    # --- reading the log -------------------------------------------------------------------------

    def asked(self, events: np.ndarray) -> np.ndarray:
        """Return bool[n]: whether each row was requested through a user's handle.  Rows about
        mistakes are always included."""
        chosen = UNASKED[events["kind"]]
        for handle in self._handles:
            if handle.own:
                continue
            for kind, mark in (*MARK_OF.items(), *AT_PC):
                if handle.marks & mark:
                    place = events["pc"] if mark == log.MARK_EXEC else events["a"]
                    chosen |= (events["kind"] == kind) & (place >= handle.first) \
                        & (place < handle.first + handle.count)
        return chosen

    def take_covered(self) -> np.ndarray:
        """Return bool[65536]: at which addresses marked instructions have begun since the last
        call."""
        found = (self._marks & COVERED) != 0
        self._marks &= ~COVERED
        return found

    def covered(self) -> list[int]:
        """Return the addresses at which marked instructions have begun."""
        return [int(at) for at in np.flatnonzero(self._marks & COVERED)]
