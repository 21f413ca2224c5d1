"""Which bank of a two-bank cartridge was visible at each row of a log.

A place is an address, of code in bank 1 of a cartridge with two $10000 higher.
"""

import numpy as np

from asm.vectrex import CARTRIDGE_END

from ...chips import bus, log
from ...machine import Machine

ORB, DDRB = int(bus.VIA_BASE), int(bus.VIA_BASE) + 2


def places_of(addresses: np.ndarray, banks: np.ndarray) -> np.ndarray:
    """Return int64[n]: the addresses, with $10000 added to addresses of the cartridge in bank 1.

    >>> places_of(np.array([0x200, 0xC880, 0x200]), np.array([1, 1, 0])).tolist()
    [66048, 51328, 512]
    """
    addresses = addresses.astype(np.int64)
    return np.where((addresses < CARTRIDGE_END) & (banks > 0), addresses | 1 << 16, addresses)


class Banks:
    """Follows the visible bank of a machine through the rows of its log.

    The log needs the writes to VIA port B.  The rows must follow each other, up to the machine's
    present state; call `mark` after a jump, as when a snapshot was restored.

    >>> m = Machine("connect4", preset="ideal")
    >>> handle = m.watch(ORB, 3, writes=True)
    >>> banks = Banks(m)
    >>> _ = m.run_frames(1)
    >>> bool(banks.of(m.take_log()).all())      # PB6 is not driven low
    True
    """

    def __init__(self, machine: Machine) -> None:
        self._m = machine.chips.state
        self.mark()

    def mark(self) -> None:
        """Note which bank is visible now, before the next rows are logged."""
        self._orb, self._ddrb = int(self._m.orb), int(self._m.ddrb)

    def of(self, events: np.ndarray) -> np.ndarray:
        """Return int64[n]: the bank that was visible when each row was logged."""
        place = events["a"]
        at = np.flatnonzero((events["kind"] == log.WRITE) & ((place == ORB) | (place == DDRB)))
        ports = []
        for port, before in ((ORB, self._orb), (DDRB, self._ddrb)):
            last = np.maximum.accumulate(np.where(place[at] == port, np.arange(len(at)), -1))
            value = np.where(last >= 0, events["b"][at[last]], before) if len(at) else last
            ports.append(np.concatenate([[before], value]).astype(np.int64))
        self.mark()
        banks = (ports[0] | ~ports[1]) >> 6 & 1
        return np.asarray(banks[np.searchsorted(at, np.arange(len(events)))])
