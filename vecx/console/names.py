"""Symbols, source lines, routines and variables of the programs in a machine."""

from dataclasses import replace

from asm.output.debuginfo import DebugInfo, Where

from ..chips import bus
from ..errors import VecxError, check_int
from .variables import Key, Variable, variable


def picklable(debug: DebugInfo) -> DebugInfo:
    """Return an equal copy with plain dictionaries, which can be pickled.

    >>> import pickle
    >>> from vecx.console.roms import load_bios
    >>> known = load_bios(None).debug
    >>> pickle.loads(pickle.dumps(picklable(known))) == known
    True
    """
    return replace(debug, symbols=dict(debug.symbols), contracts=dict(debug.contracts),
                   inputs=dict(debug.inputs), others=tuple(map(picklable, debug.others)))


class Names:
    """The symbols and source lines of a cartridge and an executive ROM.

    debug    debug information of the cartridge; bios  of the executive ROM
    symbols  values of the cartridge's symbols, for `address`

    >>> from vecx.console.roms import load_bios, load_cartridge
    >>> names = Names(load_cartridge("connect4")[1], load_bios(None).debug)
    >>> names.where("board_draw").routine, names.variable(("game_board", 3)).size
    ('board_draw', 1)
    """

    def __init__(self, debug: DebugInfo, bios: DebugInfo) -> None:
        self.debug, self.bios = debug, bios
        self.symbols = dict(debug.values)

    def address(self, where: int | str) -> int:
        """Return an address, or the value of a symbol.

        Errors: VecxError for an unknown symbol or an address outside $0000-$FFFF
        """
        if isinstance(where, str):
            if where not in self.symbols:
                raise VecxError(self.debug.unknown(where, "cartridge"))
            return check_int(where, self.symbols[where], 0, 0xFFFF)
        return check_int("an address", where, 0, 0xFFFF)

    def size(self, where: int | str) -> int:
        """Return the number of bytes that a symbol names; 1 for an address or an unknown size."""
        symbol = self.debug.symbols.get(where) if isinstance(where, str) else None
        return max(1, symbol.size if symbol else 1)

    def where(self, place: int | str) -> Where:
        """Return file, line, routine and offset of an address or a symbol.  Errors: as `address`"""
        at = self.address(place)
        return (self.bios if at >= bus.ROM else self.debug).where(at)

    def variable(self, key: Key) -> Variable:
        """Return the variable that a key of `Machine.__getitem__` names.

        Errors: VecxError for an unknown name; UsageError for an invalid index or kind
        """
        name = key[0] if isinstance(key, tuple) else key
        return variable(key, self.address(name), self.debug.symbols.get(str(name)))
