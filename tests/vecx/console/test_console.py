"""A console works without a Machine, and equal setups give equal consoles."""

import pytest

from vecx.chips import log
from vecx.console import analog, roms
from vecx.console.console import Console, Setup
from vecx.console.inputs import RESET_INPUT, button_input
from vecx.console.watcher import Watcher
from vecx.errors import SnapshotMismatch, VecxError
from vecx.machine import Machine

BIOS = roms.load_bios(None).image


def setup(cart: str = "connect4", preset: str = "worn", seed: int = 5) -> Setup:
    """Return a setup with a bundled cartridge."""
    found, _ = roms.load_cartridge(cart)
    assert found
    return Setup(BIOS, found.image, preset, analog.load(preset), seed)


def test_equal_setups_are_the_machine() -> None:
    """A machine and a console with the same setup draw the same."""
    machine = Machine("connect4", preset="worn", seed=5)
    frames = machine.run_frames(30)
    for console in (Console(machine.console.setup), Console(setup())):
        assert console.run_frames(30) == frames
        assert console.chips.packed() == machine.chips.packed()
    assert Console(setup(seed=6)).chips.packed() != Console(setup()).chips.packed()


def test_a_snapshot_of_other_images_is_refused() -> None:
    """A snapshot of other images is refused, and the console is unchanged."""
    one, other = Console(setup()), Console(setup("reversi"))
    other.run_frames(3)
    before = one.chips.packed()
    with pytest.raises(SnapshotMismatch, match="another cartridge"):
        one.restore(other.keep())
    assert one.chips.packed() == before
    again = Console(setup())
    again.restore(one.keep())
    assert again.chips.packed() == before


def test_a_watcher_that_raises_ends_the_run() -> None:
    """An exception in a watcher reaches the caller, and the console can continue."""
    class Refusing(Watcher):
        def look(self, events) -> None:
            raise VecxError("no further")

    console, watcher = Console(setup()), Refusing()
    console.watchers.append(watcher)
    with pytest.raises(VecxError, match="no further"):
        console.run_frames(1)
    console.watchers.remove(watcher)
    assert console.run_frames(1)[0].index == 0


def test_inputs_reach_listeners_watchers_and_the_record_in_this_order() -> None:
    """Listeners, watchers and record receive each input once, in order."""
    console, printed = Console(setup()), list[tuple]()

    class Noting(Watcher):
        def entered(self, cycle: int, what: int, value: int) -> None:
            printed.append(("watcher", cycle))

    console.watchers.append(Noting())
    console.inputs.listeners.append(lambda cycle, what, value: printed.append(("listener", cycle)))
    down = [button_input(4, 1, down=True)]
    console.enter(down, 1000)
    with console.inputs.muted():
        console.enter(down, 2000)
    assert printed == [("listener", 1000), ("watcher", 1000), ("watcher", 2000)]
    console.run(1500)
    assert console.chips.state.buttons == 0xF7


def test_a_callback_that_raises_leaves_the_others_for_the_next_run() -> None:
    """After an exception, the remaining callbacks are called in the next run."""
    console, called = Console(setup()), list[int]()

    def refuse() -> None:
        first.remove()
        raise VecxError("stop")

    entry = int.from_bytes(console.memory.read(0xFFFE, 2), "big")
    first = console.hooks.add(entry, 1, int(log.MARK_BREAK), refuse)
    console.hooks.add(entry, 1, int(log.MARK_BREAK), lambda: called.append(console.cycles))
    with pytest.raises(VecxError, match="stop"):
        console.run(100)
    assert called == []
    console.run(100)
    assert called == [2]


def test_watchers_are_called_in_their_order() -> None:
    """Watchers are called in the order of attachment."""
    called = list[tuple[str, int]]()

    class Noting(Watcher):
        def __init__(self, number: int) -> None:
            for name in ("look", "reset", "entered", "wrote", "registers_set", "restored"):
                setattr(self, name, lambda *_, name=name: called.append((name, number)))

    console = Console(setup())
    console.watchers += [Noting(1), Noting(2)]
    for name, act in (("look", lambda: console.run(console.cycles + 1)),
                      ("reset", lambda: console.enter([RESET_INPUT])),
                      ("entered", lambda: console.enter([button_input(4, 1, down=True)])),
                      ("wrote", lambda: console.write(0xC880, b"1")),
                      ("registers_set", lambda: console.set_registers(a=1)),
                      ("restored", lambda: console.restore(console.keep()))):
        called.clear()
        act()
        assert [number for method, number in called if method == name] == [1, 2]
