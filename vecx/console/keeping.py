"""Keeping a machine: everything that decides its future, in memory or for a file, and back."""

from ..chips.state_record import pack, unpack
from ..errors import check_type
from . import analog, snapshot
from .core import NOT_ASTRAY, NOWHERE
from .looking import Looking
from .snapshot import Kept


class Keeping(Looking):
    """A machine that can go back to what it was."""

    def keep(self) -> Kept:
        """Return everything that decides the machine's future, in memory, for `restore`.

        >>> m = Machine("connect4", preset="ideal")
        >>> kept = m.keep()
        >>> first = m.run_frames(50)
        >>> m.restore(kept)
        >>> m.run_frames(50) == first
        True
        """
        self._inputs.feed()
        segments, causes = self.pending.segments()
        return Kept(pack(self.m), self.all_ram, segments.copy(), causes.copy(),
                    self.pending.frames().copy(), self._poked, self._inputs.later, self.preset,
                    self.analog)

    def snapshot(self) -> bytes:
        """Return everything that decides the machine's future, in the form for files.

        >>> m = Machine("connect4", preset="ideal")
        >>> data = m.snapshot()
        >>> data[:31]
        b'{"format": "vecx-snapshot/3", "'
        """
        return snapshot.dump(self.keep(), self.bios, self._cart, self.cart_ram)

    def restore(self, data: bytes | Kept) -> None:
        """Go on from a snapshot of a machine with the same cartridge and executive ROM.

        Who looks on stays; what waited in the logs of sound and of what happened is forgotten.

        Errors: VecxError for anything but an intact snapshot of this version; nothing is changed

        >>> m = Machine("connect4", preset="ideal")
        >>> data = m.snapshot()
        >>> other = Machine("connect4", preset="ideal")
        >>> other.restore(data)
        >>> other.restore(b"anything else")
        Traceback (most recent call last):
        ...
        vecx.errors.VecxError: this is not a snapshot of vecx, or its beginning is damaged
        """
        check_type("a snapshot", data, (Kept, bytes, bytearray), "what `snapshot` or `keep` gave")
        kept = data if isinstance(data, Kept) else \
            snapshot.load(data, self.bios, self._cart, self.cart_ram)
        seed = self.m.p_seed
        unpack(self.m, kept.record)
        if self.analog is not kept.analog or seed != self.m.p_seed:
            analog.lay_out(self.m, self.board)
        self._fill_ram(kept.ram)
        if kept.poked != self._poked or self.slot.banks > 1:
            self.slot.lay(self.m.bank, kept.poked)
        if kept.poked != self._poked:
            self._poked = kept.poked
            self._forget_decoded()
        self._inputs.later = kept.later
        self.preset, self.analog = kept.preset, kept.analog
        self._passed = NOWHERE
        self.board.astray_at = NOT_ASTRAY
        self.observer.forget_due()
        self.pending.forget()
        self.pending.put_back(kept.segments, kept.causes, kept.frames)
        for watcher in self._watchers:
            watcher.restored()
