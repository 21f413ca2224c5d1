"""The parts of a console, individually: memory, hooks, output, chips, watchers."""

import doctest

import numpy as np
import pytest

from vecx import Machine
from vecx.chips import log
from vecx.chips.bus import READABLE, WATCHED
from vecx.chips.state import BOARD
from vecx.chips.state_record import new_board, new_state
from vecx.console import analog, chips, console, hooks, inputs, names, output, snapshot, watcher
from vecx.console import memory as memory_part
from vecx.console.chips import Chips
from vecx.console.hooks import Hooks
from vecx.console.memory import Memory, home
from vecx.console.output import Output

BIOS = bytes(range(256)) * 32


@pytest.mark.parametrize("part", [chips, console, hooks, inputs, memory_part, names, output,
                                  snapshot, watcher], ids=lambda part: part.__name__)
def test_the_examples_of_a_part_run(part) -> None:
    """The docstring examples of each part are correct."""
    found = doctest.testmod(part, extraglobs={"Machine": Machine}, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0 and found.failed == 0


def memory(image: bytes, cart_ram: tuple[int, int] | None = None) -> Memory:
    """Return a memory without other parts."""
    return Memory(new_state(), new_board(), image, BIOS, cart_ram)


def test_memory_goes_back_to_what_it_held() -> None:
    """RAM, cartridge RAM and bytes over ROM are restored, and code is decoded again."""
    m = memory(b"g GCE", (0x6000, 0x63FF))
    m.power_on("random", 7)
    contents, poked, decoded = m.contents, m.poked, m.decoded
    m.write(0xC880, b"\1\2")
    m.write(0x6000, b"\3")
    assert m.decoded is decoded, "RAM is not decoded"
    m.write(0xF000, b"\4")
    assert m.poked == {0xF000: 4} and m.decoded is not decoded
    assert (m.read(0xCC80, 2), m.read(0x6000), m.read(0xF000)) == (b"\1\2", b"\3", b"\4")
    m.restore(contents, poked)
    assert m.contents == contents and m.read(0xF000) == BIOS[0x1000:0x1001]
    assert m.decoded is decoded


@pytest.mark.parametrize("cart_ram", [None, (0x4000, 0x47FF)])
@pytest.mark.parametrize("border", [0, 0x4000, 0x8000, 0xC800, 0xCC00, 0xD000, 0xFFFF])
def test_bytes_together_are_the_bytes_one_by_one(border, cart_ram) -> None:
    """At each border of a region, many bytes are read and written as single ones are."""
    together, single = (Memory(new_state(), new_board(), b"g GCE" * 5000, BIOS, cart_ram)
                        for _ in range(2))
    for address in {max(border - 3, 0), max(border - 1, 0), border}:
        for count in 0, 1, 5, *[1024, 1025] * (border in (0xC800, 0xCC00)):
            data = bytes((address + 7 * i) & 255 for i in range(count))
            together.write(address, data)
            for i, byte in enumerate(data):
                single.write(address + i & 0xFFFF, bytes([byte]))
            assert together.read(address, count) == b"".join(
                single.read(address + i & 0xFFFF) for i in range(count))
            assert together.contents == single.contents
            assert np.array_equal(together._bytes, single._bytes)


def test_what_is_written_over_a_bank_stays_with_it() -> None:
    """Bytes written over a bank stay in this bank."""
    state = new_state()
    m = Memory(state, new_board(), bytes(0x8000) + b"\xff" * 0x8000, BIOS)
    m.reset()
    assert (m.banks, state.bank, m.read(0)) == (2, 1, b"\xff")
    m.write(0x10, b"\5")
    assert m.poked == {0x10010: 5}


def test_home_is_the_place_that_a_mark_is_at() -> None:
    """Mirrors of RAM and VIA have one home address."""
    assert all(home(address) == address for address in (*range(0xC000), *range(0xE000, 0x10000)))
    assert {home(address) for address in range(0xC800, 0xD000)} == set(range(0xC800, 0xCC00))
    assert {home(address) for address in range(0xD000, 0xE000)} == set(range(0xD000, 0xD010))


def test_a_hook_on_rom_tells_memory_and_takes_its_marks_away() -> None:
    """A page of ROM is watched as long as a handle on it exists."""
    board, printed = new_board(), list[bool]()
    board.page[60] = READABLE
    hooks = Hooks(new_state(), board, lambda: printed.append(bool(board.page[60] & WATCHED)))
    one, two = (hooks.add(0xF000, 4, int(log.MARK_READ)) for _ in range(2))
    assert printed == [True] and board.observed == log.OBSERVE_ACCESSES
    one.remove()
    assert printed == [True] and board.page[60] & WATCHED
    two.remove()
    assert printed == [True, False] and board.observed == 0 and not hooks


def test_the_users_log_goes_on_after_one_of_ones_own() -> None:
    """Internal log rows do not appear in the user's log."""
    output = Output(new_state(), new_board())
    rows = np.zeros(3, BOARD["log"].subdtype[0])
    rows["cycle"] = 1, 2, 3
    output.add_events(rows[:1])
    users = output.divert_events()
    output.add_events(rows[1:])
    own = output.take_events()
    output.rejoin_events(users, own[own["cycle"] == 3])
    assert own["cycle"].tolist() == [2, 3] and output.take_events()["cycle"].tolist() == [1, 3]


def test_chips_restore_the_tables_of_their_parameters() -> None:
    """The DAC errors are restored from the record's seed and parameters."""
    chips = Chips("worn", analog.load("worn"), 3)
    record, dac = chips.packed(), list(chips.board.dac)
    chips.set_analog(analog.load("ideal"), 0)
    assert list(chips.board.dac) != dac
    chips.restore(record, "worn", analog.load("worn"))
    assert list(chips.board.dac) == dac and chips.preset == "worn"
