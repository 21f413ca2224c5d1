"""Symbols, source lines, routines and variables of the programs in a machine.

Variables are named as in `Machine.__getitem__`: by name, index and kind.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Protocol

from asm.output.debuginfo import LABEL, DebugInfo, DebugSymbol, Where
from asm.vectrex import CARTRIDGE_END

from ..chips import bus
from ..errors import UsageError, VecxError, check_int, shown, to_bytes

Key = str | int | tuple[str | int, int] | tuple[str | int, str] | tuple[str | int, int, str]
KINDS = {"u8": (1, False), "s8": (1, True), "u16": (2, False), "s16": (2, True)}


class Memory(Protocol):
    """Memory that contains variables."""

    def read(self, addr: int | str, count: int = 1) -> bytes: ...
    def write(self, addr: int | str, data: bytes | int) -> None: ...


class Variable(NamedTuple):
    """A variable in memory; `kind` is empty for a block of bytes."""

    name: str
    address: int
    size: int
    kind: str

    def get(self, memory: Memory) -> int | bytes:
        """Return the value: a number, or bytes."""
        data = memory.read(self.address, self.size)
        if not self.kind:
            return data
        return int.from_bytes(data, "big", signed=KINDS[self.kind][1])

    def set(self, memory: Memory, value: int | bytes) -> None:
        """Set the value.  Errors: UsageError for a value that does not fit"""
        if self.kind:
            size, signed = KINDS[self.kind]
            least = -(1 << 8 * size - 1) if signed else 0
            number = check_int(self.name, value, least, least + (1 << 8 * size) - 1)
            memory.write(self.address, number.to_bytes(size, "big", signed=signed))
            return
        data = to_bytes(self.name, value)
        if len(data) != self.size:
            raise UsageError(f"{self.name} has {self.size} bytes, not {len(data)}; to set only one "
                             "element, give its index")
        memory.write(self.address, data)


def variable(key: Key, address: int, symbol: DebugSymbol | None) -> Variable:
    """Return the variable that a key such as `"score"` or `("table", 5)` names.

    Args:   address, symbol  of the first part of the key
    Errors: UsageError for an invalid key, an index outside the variable, an unknown kind
    """
    first, *rest = key if isinstance(key, tuple) else (key,)
    name = first if isinstance(first, str) else f"${address:04X}"
    size = symbol.size if symbol is not None and symbol.kind == LABEL else 0
    kind = str(rest.pop()) if rest and isinstance(rest[-1], str) else ""
    index = rest.pop() if rest else None
    if rest or isinstance(index, str) or (kind and kind not in KINDS):
        raise UsageError(f"{shown(key)} is not a variable; use a name or an address; for a table, "
                         "add an index; for values other than bytes, add a kind: "
                         f'{", ".join(KINDS)}')
    if index is None:
        if kind:
            return Variable(name, address, KINDS[kind][0], kind)
        plain = {0: "u8", 1: "u8", 2: "u16"}.get(size, "")
        return Variable(name, address, size if not plain else KINDS[plain][0], plain)
    kind = kind or "u8"
    step = KINDS[kind][0]
    most = size // step - 1 if size else (0xFFFF - address) // step
    index = check_int(f"the index of {name}", index, 0, max(0, most))
    return Variable(f"{name}[{index}]", address + index * step, step, kind)


def picklable(debug: DebugInfo) -> DebugInfo:
    """Return an equal copy with plain dictionaries, which can be pickled.

    >>> import pickle
    >>> from vecx.console.roms import load_bios
    >>> known = load_bios(None).debug
    >>> pickle.loads(pickle.dumps(picklable(known))) == known
    True
    """
    return replace(debug, symbols=dict(debug.symbols), contracts=dict(debug.contracts),
                   inputs=dict(debug.inputs), types=dict(debug.types),
                   others=tuple(map(picklable, debug.others)))


class Names:
    """The symbols and source lines of a cartridge and an executive ROM.

    debug    debug information of the cartridge; bios  of the executive ROM
    symbols  values of the cartridge's symbols, for `address`

    Args: visible  returns the visible bank of a cartridge with two; None for one bank

    Addresses below $8000 belong to a bank: the one given, otherwise the visible one.

    >>> from vecx.console.roms import load_bios, load_cartridge
    >>> names = Names(load_cartridge("connect4")[1], load_bios(None).debug)
    >>> names.where("board_draw").routine, names.variable(("game_board", 3)).size
    ('board_draw', 1)
    """

    def __init__(self, debug: DebugInfo, bios: DebugInfo,
                 visible: Callable[[], int] | None = None) -> None:
        self.debug, self.bios, self._visible = debug, bios, visible
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
        """Return the size of a symbol in bytes; 1 for an address or an unknown size."""
        symbol = self.symbol(where) if isinstance(where, str) else None
        return max(1, symbol.size if symbol else 1)

    def symbol(self, name: str) -> DebugSymbol | None:
        """Return a symbol of the cartridge, from the bank that defines it as a label."""
        return self._known_in(name).symbols.get(name)

    def bank(self, place: int | str, bank: int = -1) -> int:
        """Return the bank of an address or a symbol; -1 if all banks have the same memory there."""
        if self._visible is None or self.address(place) >= CARTRIDGE_END:
            return -1
        if bank < 0 and isinstance(place, str):
            bank = self.bank_of(place)
        return bank if bank >= 0 else self._visible()

    def bank_of(self, name: str) -> int:
        """Return the bank of a label; -1 for symbols that do not belong to one bank."""
        known = self._known_in(name)
        symbol = known.symbols.get(name)
        return known.bank if self._visible and symbol and symbol.kind == LABEL \
            and symbol.value < CARTRIDGE_END else -1

    def _known_in(self, name: str) -> DebugInfo:
        for known in self.debug.others:
            symbol = known.symbols.get(name)
            if symbol and symbol.kind == LABEL and symbol.value < CARTRIDGE_END:
                return known
        return self.debug

    def of(self, address: int, bank: int = -1) -> DebugInfo:
        """Return the debug information of the program at an address."""
        if address >= bus.ROM:
            return self.bios
        bank = self.bank(address, bank)
        return self.debug if bank < 0 else self.debug.of_bank(bank)

    def where(self, place: int | str, bank: int = -1) -> Where:
        """Return file, line, routine and offset of an address or a symbol.  Errors: as `address`"""
        at, bank = self.address(place), self.bank(place, bank)
        return self.of(at, bank).where(at)._replace(bank=bank)

    def variable(self, key: Key) -> Variable:
        """Return the variable that a key of `Machine.__getitem__` names.

        Errors: VecxError for an unknown name; UsageError for an invalid index or kind
        """
        name = key[0] if isinstance(key, tuple) else key
        return variable(key, self.address(name), self.symbol(str(name)))
