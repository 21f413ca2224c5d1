"""A front end for tests: libretro.py with what the tests read from the core."""

import contextlib
import ctypes
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from libretro import Core, Session, SessionBuilder
from libretro.api import PixelFormat
from libretro.api.input import AnalogState, JoypadState, Pointer, PointerState
from libretro.drivers import ArrayAudioDriver, ArrayVideoDriver, LoggerMessageInterface
from libretro.drivers.input.iterable import PortState
from libretro.drivers.vfs import StandardFileSystemInterface
from libretro.drivers.video import FrameBufferSpecial
from libretro.h import RETRO_MEMORY_SYSTEM_RAM

from vecx.chips.bus import RAM_BYTES
from vecx.chips.state import FRAME_CYCLES, RECORD
from vecx.machine import Machine

HEAD_BYTES = 56             # of a state, before the record
PADS = "b", "a", "y", "x"   # for buttons 1 to 4
MOST = 0x7FFF               # of an axis


class Hands(NamedTuple):
    """What both players hold: buttons 1 to 4, and the stick; the pen, -1 to 1 of the picture."""

    buttons: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    sticks: tuple[tuple[float, float], tuple[float, float]] = ((0, 0), (0, 0))
    pen: tuple[float, float] | None = None

    def ports(self) -> list[PortState]:
        pointer = PointerState([Pointer(round(MOST * self.pen[0]), round(MOST * self.pen[1]), True)]
                               if self.pen else [])
        return [PortState(joypad=JoypadState(**{PADS[button - 1]: 1 for button in buttons}),
                          analog=AnalogState(lstick=(round(MOST * x), round(-MOST * y))),
                          pointer=pointer)
                for buttons, (x, y) in zip(self.buttons, self.sticks, strict=True)]

    def hold(self, machine: Machine) -> None:
        """Let a machine's controllers be held like this."""
        state = machine.chips.state
        for player in (1, 2):
            for button in (1, 2, 3, 4):
                down = button in self.buttons[player - 1]
                if down != (not state.buttons >> button - 1 + 4 * (player - 1) & 1):
                    (machine.press if down else machine.release)(button, player)
            machine.stick(*self.sticks[player - 1], player)


class Screen(ArrayVideoDriver):
    """Keeps the last picture: uint8[height, width, 4], blue, green, red, unused.

    The library's own driver reserves and converts pictures pixel by pixel, in up to a second.
    """

    shown: np.ndarray

    def reinit(self) -> None:
        self._frame = array("B")

    def refresh(self, data: memoryview | FrameBufferSpecial, width: int, height: int,
                pitch: int) -> None:
        if data is not FrameBufferSpecial.DUPE:
            rows = np.frombuffer(data, np.uint8, height * pitch).reshape(height, pitch)
            self.shown = rows[:, :4 * width].reshape(height, width, 4).copy()


class Front:
    """A running core."""

    session: Session

    def __init__(self) -> None:
        self.message_log = LoggerMessageInterface(0)
        self.hands = Hands()

    @property
    def core(self) -> Core:
        return self.session.core

    def inputs(self) -> Iterator[list[PortState]]:
        while True:
            yield self.hands.ports()

    def run(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.session.run()

    @property
    def messages(self) -> list[str]:
        return [bytes(message.msg).decode() for message in self.message_log.messages]

    def picture(self) -> np.ndarray:
        """Return the last picture: int[height, width, 3], red, green, blue."""
        screen = self.session.video
        assert screen.pixel_format == PixelFormat.XRGB8888 and not screen.rotation
        return screen.shown[:, :, 2::-1].astype(int)

    def sound(self) -> np.ndarray:
        """Return all sound: int16[n, 2]."""
        return np.array(self.session.audio.buffer, np.int16).reshape(-1, 2)

    def save(self) -> bytes:
        data = bytearray(self.core.serialize_size())
        assert self.core.serialize(data)
        return bytes(data)

    def load(self, data: bytes) -> bool:
        return bool(self.core.unserialize(data))

    def record(self) -> np.void:
        return np.frombuffer(self.save(), RECORD, 1, HEAD_BYTES)[0]

    def ram(self) -> bytes:
        begin = HEAD_BYTES + RECORD.itemsize
        return self.save()[begin:begin + RAM_BYTES]

    def system_ram(self) -> bytes:
        """Return RAM as the front end reads it, for cheats and achievements."""
        size = self.core.get_memory_size(RETRO_MEMORY_SYSTEM_RAM)
        return ctypes.string_at(self.core.get_memory_data(RETRO_MEMORY_SYSTEM_RAM), size)


@contextlib.contextmanager
def playing(core: Path, content: Path | None = None,
            options: Mapping[str, str] | None = None,
            front: Front | None = None) -> Iterator[Front]:
    """Start a core with content, as a front end does.

    Errors: RuntimeError if the core refuses the content
    """
    front = front or Front()
    front.session = (
        SessionBuilder.defaults(str(core))
        .with_content(content and str(content))
        .with_options({f"vecx_{name}": value for name, value in (options or {}).items()})
        .with_input(front.inputs).with_message(front.message_log)
        .with_audio(ArrayAudioDriver).with_video(Screen).with_paths(None)
        .with_vfs(StandardFileSystemInterface).build())
    with front.session:
        yield front


def run_to(machine: Machine, frames: int) -> None:
    """Run a machine to the cycle at which the core has run a number of frames."""
    machine.console.run(frames * FRAME_CYCLES)


def differences(front: Front, machine: Machine) -> Sequence[str]:
    """Return the names of the fields in which the core's record differs from a machine's."""
    theirs = front.record()
    ours = np.frombuffer(machine.chips.packed(), RECORD)[0]
    return [name for name in RECORD.names or () if not np.array_equal(theirs[name], ours[name])]
