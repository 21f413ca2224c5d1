"""The pending output of one console: frames, segments, sound, log rows.

The chips write it into logs of fixed size on the board; rows that would not fit are copied to here.
Frames and segments wait until they are taken, and are part of snapshots.  Sound and log rows are
not; when there are too many, the oldest are dropped.
"""

import threading
from collections import deque

import numpy as np

from ..chips.psg import LEVEL, NO_EDGES, TICK, psg_render
from ..chips.state import EVENT, F_SEGMENTS, PSG_ROWS
from ..chips.state_record import Board, State
from ..errors import UsageError, VecxError
from .frame import Frame

RENDER_CYCLES_MAX = 524_288     # between two calls to `take_in`; limits the level changes
SOUND_ROWS_MAX = 1 << 20        # pending rows of either kind
LOG_ROWS_MAX = 1 << 20
NO_SEGMENTS, NO_CAUSES = np.zeros((0, 7), np.float32), np.zeros((0, 2), np.int64)
NO_EVENTS = np.zeros(0, EVENT)


class SoundLog(np.ndarray):
    """The writes to the sound chip: int64[n, 3], cycle, register (16: the DAC's sound), value.

    edges   float64[k, 2]: cycle and change of the audible level (1.0 = a channel at full)
    begin, end  first and last cycle of the log
    level   in cycle `begin`
    """

    edges: np.ndarray
    begin: int
    end: int
    level: float


class Rows:
    """Chunks of pending rows, oldest first, with a limit for the total number of rows."""

    def __init__(self, empty: np.ndarray, most: int) -> None:
        self._empty, self._most = empty, most
        self.clear()

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        self._chunks: deque[np.ndarray] = deque()
        self._count = 0

    def add(self, rows: np.ndarray) -> list[np.ndarray]:
        """Append rows; return the old chunks that were dropped to keep the limit."""
        self._chunks.append(rows)
        self._count += len(rows)
        gone = []
        while self._count > self._most and len(self._chunks) > 1:
            gone.append(self._chunks.popleft())
            self._count -= len(gone[-1])
        return gone

    def take(self) -> np.ndarray:
        """Return all rows, and remove them."""
        if not self._chunks:
            return self._empty.copy()
        rows = np.concatenate(self._chunks)
        self.clear()
        return rows


class Room(threading.local):
    """A buffer that holds level changes until they are copied; all machines of a thread share it.
    """

    def __init__(self) -> None:
        self.edges = np.empty((4 * (RENDER_CYCLES_MAX // TICK + 2 + PSG_ROWS), 2))


ROOM = Room()


class Output:
    """The pending output of one console.

    >>> from vecx.chips.state_record import new_board, new_state
    >>> output = Output(new_state(), new_board())
    >>> output.take_frames(), len(output.segments()[0]), len(output.take_events())
    ([], 0, 0)
    """

    def __init__(self, state: State, board: Board) -> None:
        self._m, self._board = state, board
        self._segments, self._causes = board.segments, board.causes
        self._frames, self._psg, self._log = board.frames, board.psg, board.log
        self._writes = Rows(np.zeros((0, 3), np.int64), SOUND_ROWS_MAX)
        self._edges = Rows(np.zeros((0, 2)), SOUND_ROWS_MAX)
        self._events = Rows(NO_EVENTS, LOG_ROWS_MAX)
        self.forget()

    def forget(self) -> None:
        """Drop all output, and start the sound log again at the present cycle."""
        board = self._board
        board.segment_rows = board.frame_rows = board.psg_rows = board.log_rows = 0
        self._kept_segments: list[tuple[np.ndarray, np.ndarray]] = []
        self._kept_frames: list[np.ndarray] = []
        for rows in (self._writes, self._edges, self._events):
            if rows:
                rows.clear()
        self._begin_sound()

    def _begin_sound(self) -> None:
        self._sound_from = self._sound_to = self._m.clock
        self._sound_level = level_of(self._m)
        self._sound_gone = 0.0

    # --- after each run --------------------------------------------------------------------------

    def take_in(self) -> np.ndarray:
        """Collect the output of the chips; return the new rows of the log, for `add_events`.

        They are views of the board, valid until it runs again.
        """
        board = self._board
        self._take_sound_in()
        count = board.log_rows
        events = self._log[:count]
        if count:
            board.log_rows = 0
        if board.segment_rows > len(self._segments) // 2:
            self._set_segments_aside()
        if board.frame_rows > len(self._frames) // 2:
            self._kept_frames.append(self._frames[:board.frame_rows].copy())
            board.frame_rows = 0
        return events

    def _take_sound_in(self) -> None:
        m, board = self._m, self._board
        if board.no_sound:
            return
        rows = board.psg_rows
        if rows:
            self._writes.add(self._psg[:rows].copy())
            board.psg_rows = 0
        room = ROOM.edges
        count = psg_render(m.array, self._psg, rows, m.clock, room)
        if count == NO_EDGES:
            raise no_room()
        if count:
            for chunk in self._edges.add(room[:count].copy()):
                self._sound_gone += float(chunk[:, 1].sum())
                self._sound_from = int(chunk[-1, 0])
        self._sound_to = m.clock

    def _set_segments_aside(self) -> None:
        rows = self._board.segment_rows
        self._kept_segments.append((self._segments[:rows].copy(), self._causes[:rows].copy()))
        self._board.segment_rows = 0

    # --- taking the output -----------------------------------------------------------------------

    def take_frames(self, limit: int | None = None) -> list[Frame]:
        """Return and remove ended frames, oldest first, at most `limit`."""
        accounts = self.frames()
        count = len(accounts) if limit is None else min(limit, len(accounts))
        if count == 0:
            return []
        segments, causes = self.segments()
        index = self._m.frames - len(accounts)
        if not len(segments):
            rows = accounts[:count].copy()
            self.put_back(segments, causes, accounts[count:])
            return [Frame(index + i, NO_SEGMENTS, NO_CAUSES, row) for i, row in enumerate(rows)]
        first = self._m.segments - len(segments)
        ends = (accounts[:count, F_SEGMENTS].astype(np.int64) - first).tolist()
        rows, drawn = accounts[:count].copy(), segments[:ends[-1]].copy()
        drawn_by = causes[:ends[-1]].copy()
        frames = [Frame(index + i, drawn[begin:end], drawn_by[begin:end], row)
                  for i, (row, begin, end) in enumerate(zip(rows, [0, *ends], ends, strict=False))]
        self.put_back(segments[ends[-1]:], causes[ends[-1]:], accounts[count:])
        return frames

    def return_frames(self, frames: list[Frame]) -> None:
        """Take back frames that `take_frames` has just returned."""
        if frames:
            segments, causes = self.segments()
            self.put_back(np.concatenate([*(frame.segments for frame in frames), segments]),
                          np.concatenate([*(frame.causes for frame in frames), causes]),
                          np.concatenate([[frame.account for frame in frames], self.frames()]))

    def segments(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the pending segments and their causes; the last ones belong to the current frame.
        """
        rows = self._board.segment_rows
        segments, causes = self._segments[:rows], self._causes[:rows]
        if not self._kept_segments:
            return segments, causes
        return (np.concatenate([*(kept for kept, _ in self._kept_segments), segments]),
                np.concatenate([*(kept for _, kept in self._kept_segments), causes]))

    def frames(self) -> np.ndarray:
        """Return the budgets of the frames that have not been taken yet."""
        used = self._frames[:self._board.frame_rows]
        return np.concatenate([*self._kept_frames, used]) if self._kept_frames else used

    def restore(self, segments: np.ndarray, causes: np.ndarray, frames: np.ndarray) -> None:
        """Replace all output with the rows of a snapshot."""
        self.forget()
        self.put_back(segments, causes, frames)

    def put_back(self, segments: np.ndarray, causes: np.ndarray, frames: np.ndarray) -> None:
        """Set the pending rows.  They are stored in the board's logs unless they would fill more
        than half of a log."""
        board = self._board
        self._kept_segments, self._kept_frames = [], []
        if not len(segments) and not len(frames):
            board.segment_rows = board.frame_rows = 0
            return
        if len(segments) > len(self._segments) // 2:
            self._kept_segments = [(segments.copy(), causes.copy())]
            segments, causes = segments[:0], causes[:0]
        if len(frames) > len(self._frames) // 2:
            self._kept_frames, frames = [frames.copy()], frames[:0]
        board.segment_rows, board.frame_rows = len(segments), len(frames)
        self._segments[:len(segments)] = segments
        self._causes[:len(causes)] = causes
        self._frames[:len(frames)] = frames

    def take_sound(self) -> SoundLog:
        """Return the writes to the sound chip and the level changes since the last call.

        Errors: UsageError for a machine without sound
        """
        if self._board.no_sound:
            raise UsageError("this machine has no sound: remove sound=False")
        log = self._writes.take().view(SoundLog)
        log.edges = self._edges.take()
        log.begin, log.end = self._sound_from, self._sound_to
        log.level = self._sound_level + self._sound_gone
        self._begin_sound()
        return log

    def add_events(self, events: np.ndarray) -> None:
        """Append a copy of rows of the log."""
        if len(events):
            self._events.add(events.copy())

    def take_events(self) -> np.ndarray:
        return self._events.take()

    def divert_events(self) -> Rows:
        """Start a separate log; return the user's log, for `rejoin_events`."""
        old, self._events = self._events, Rows(NO_EVENTS, LOG_ROWS_MAX)
        return old

    def rejoin_events(self, old: Rows, events: np.ndarray = NO_EVENTS) -> None:
        """Continue the user's log `old`, and append rows to it."""
        self._events = old
        if len(events):
            old.add(events)


def no_room() -> VecxError:
    return VecxError("one of the machine's logs is full, because its state is damaged; restore "
                     "another state, or start again")


def level_of(m: State) -> float:
    """Return the sum of the levels of the sound chip's channels and of the DAC."""
    return sum([LEVEL[level] for level in m.ay_level]) + m.ay_dac_heard / 128.0
