"""Creates the record and the board from the tables of state.py, in two forms.

Compiled functions pass records to each other, because a record is one pointer and an array would be
seven arguments; Python passes arrays of one record (`array`), which takes a fortieth of the time.
If the chips run as plain Python (VECX_JIT=0), both are objects with the same fields as attributes.

state_record.pyi is the type of both, written by `python -m vecx.chips.state_record`.
"""

import contextlib
import mmap
from typing import Any

import numpy as np

from ..compiling.jit import JIT
from .state import BOARD, DECODED, FIELDS, PAGES, RECORD

LARGE = 1 << 22         # bytes


class Compiled:
    """A record for compiled code, whose fields Python code uses as attributes."""

    __slots__ = ("__weakref__", "array", "raw", "views")

    def __init__(self, dtype: np.dtype, count: int = 1) -> None:
        self.array = zeros(dtype) if count == 1 else np.zeros(count, dtype)
        self.raw = memoryview(self.array.view(np.uint8))
        self.views = {name: self.array[name] for name in dtype.names or ()}


def zeros(dtype: np.dtype) -> np.ndarray:
    """Return an array of one record of zeros.  It uses memory only for pages that are written.

    NumPy requests pages of 2 MiB, of which a board's logs would use one or two each.
    """
    if dtype.itemsize < LARGE or not hasattr(mmap, "MADV_NOHUGEPAGE"):
        return np.zeros(1, dtype)
    room = mmap.mmap(-1, dtype.itemsize, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):      # a kernel that has only small pages
        room.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(room, dtype, 1)


def _compiled_type(name: str, dtype: np.dtype) -> type:
    """Return a subclass of Compiled with a property for each field; arrays are writable views."""

    def scalar(field: str) -> property:
        def write(self: Any, value: float) -> None:
            self.views[field][0] = value

        return property(lambda self: self.views[field].item(), write)

    def array(field: str) -> property:
        return property(lambda self: self.views[field][0])

    fields = {field: (array if dtype[field].shape else scalar)(field)
              for field in dtype.names or ()}
    return type(name, (Compiled,), {"__slots__": (), **fields})


CompiledState = _compiled_type("CompiledState", RECORD)
CompiledBoard = _compiled_type("CompiledBoard", BOARD)
CompiledDecoded = _compiled_type("CompiledDecoded", DECODED)


class PlainState:
    """The record for plain Python: the same fields, arrays as lists."""

    __slots__ = (*(f.name for f in FIELDS), "array")


class PlainBoard:
    """The board for plain Python: memory and marks as byte arrays."""

    __slots__ = (*(BOARD.names or ()), "array")


class PlainDecoded:
    """Cached instructions, for plain Python."""

    __slots__ = (*(DECODED.names or ()), "array", "__weakref__")


State: Any = CompiledState if JIT else PlainState
Board: Any = CompiledBoard if JIT else PlainBoard
Decoded: Any = CompiledDecoded if JIT else PlainDecoded


def new_state() -> Any:
    """Return a record at power-on."""
    state = CompiledState(RECORD) if JIT else PlainState()
    if not JIT:
        state.array = [state]
    for f in FIELDS:
        value = f.power_on if f.is_float else int(f.power_on)
        if not f.length:
            setattr(state, f.name, value)
        elif JIT:
            getattr(state, f.name)[:] = value
        else:
            setattr(state, f.name, [value] * f.length)
    return state


def new_board() -> Any:
    """Return a board without memory contents or marks, its logs empty."""
    if JIT:
        return CompiledBoard(BOARD)
    board: Any = PlainBoard()
    room = np.zeros(1, BOARD)
    for name in BOARD.names or ():
        setattr(board, name, room[name][0] if BOARD[name].shape else 0)
    board.mem, board.marks = bytearray(0x10000), bytearray(0x10000)
    board.page, board.banks = [0] * PAGES, bytearray(0x10000)
    board.log = room["log"][0].view(np.recarray)
    board.array = [board]
    return board


def new_decoded(banks: int = 1) -> Any:
    """Return an empty cache of decoded instructions for each bank."""
    if JIT:
        return CompiledDecoded(DECODED, banks)
    decoded: Any = PlainDecoded()
    decoded.array = [decoded, *(PlainDecoded() for _ in range(banks - 1))]
    for bank in decoded.array:
        bank.words = [0] * 0x10000
    return decoded


def memory_of(field: Any) -> np.ndarray:
    """Return a board's memory or marks as a writable array of bytes."""
    return np.frombuffer(memoryview(field), np.uint8)


def pack(state: Any) -> bytes:
    """Return the record's bytes, the same for both kinds of state."""
    if JIT:
        return bytes(state.raw)
    row = np.zeros(1, RECORD)
    for f in FIELDS:
        row[f.name][0] = getattr(state, f.name)
    return row.tobytes()


def unpack(state: Any, data: bytes) -> None:
    """Set every field from the bytes that `pack` returned."""
    if JIT:
        state.raw[:] = data
        return
    row = np.frombuffer(data, RECORD)
    for f in FIELDS:
        setattr(state, f.name, row[f.name][0].tolist())


_PLAIN = {"i": "int", "f": "float", "u": "int"}


def stub() -> str:
    """Return state_record.pyi: the type of the record and of the board."""

    def attributes(dtype: np.dtype) -> list[str]:
        lines = []
        for name in dtype.names or ():
            kind = "np.ndarray" if dtype[name].shape else _PLAIN[dtype[name].kind]
            lines.append(f"    {name}: {kind}")
        return lines

    return "\n".join([
        '"""Written by `python -m vecx.chips.state_record` from the tables of state.py."""', "",
        "import numpy as np", "",
        "class State:", "    array: np.ndarray", *attributes(RECORD), "",
        "class Board:", "    array: np.ndarray", *attributes(BOARD), "",
        "class Decoded:", "    array: np.ndarray", *attributes(DECODED), "",
        "def new_state() -> State: ...",
        "def new_board() -> Board: ...",
        "def new_decoded(banks: int = 1) -> Decoded: ...",
        "def memory_of(field: np.ndarray) -> np.ndarray: ...",
        "def pack(state: State) -> bytes: ...",
        "def unpack(state: State, data: bytes) -> None: ...",
        "def zeros(dtype: np.dtype) -> np.ndarray: ...",
        "def stub() -> str: ...", ""])


if __name__ == "__main__":
    from pathlib import Path

    Path(__file__).with_suffix(".pyi").write_text(stub(), encoding="utf-8")
