"""What enters a machine: buttons, sticks, the light pen, /RESET, each now or at a cycle to come."""

from dataclasses import replace

import numpy as np

from ..chips.state import IMAGER
from ..errors import UsageError
from .controllers import (
    PEN_AWAY_INPUT,
    RESET_INPUT,
    button_input,
    pen_inputs,
    stick_inputs,
)
from .core import Core
from .frame import Frame


class Entering(Core):
    """A machine that is played."""

    def press(self, button: int, player: int = 1, at: int | None = None) -> None:
        """Hold down a button, 1 to 4, now or from the cycle `at` on.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(400)       # past the title
        >>> m.press(4)
        >>> _ = m.run_frames(2)
        >>> m.read("Vec_Btn_State")[0]
        8
        >>> m.press(1, at=m.cycles + 50_000)
        """
        self._enter([button_input(button, player, down=True)], at)

    def release(self, button: int, player: int = 1, at: int | None = None) -> None:
        """Let go of a button, 1 to 4, now or from the cycle `at` on.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.press(4)
        >>> m.release(4, at=m.cycles + 60_000)
        """
        self._enter([button_input(button, player, down=False)], at)

    def stick(self, x: float, y: float, player: int = 1, at: int | None = None) -> None:
        """Hold the joystick at x, y, each -1..1, now or from the cycle `at` on.

        Right and up are positive; what lies beyond 1 is 1.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.stick(-1, 0)              # left
        >>> m.stick(0, 0.5, player=2)
        """
        self._enter(stick_inputs(x, y, player), at)

    def pen(self, x: float, y: float, at: int | None = None) -> None:
        """Hold a light pen on the glass at x, y, screen units, now or from the cycle `at` on.

        Errors: UsageError for a place outside -255..255, and where the imager is plugged in

        >>> m = Machine("connect4", preset="ideal")
        >>> m.pen(0, 0)                 # in the middle of the glass
        >>> m.pen_away()
        """
        self._no_imager()
        self._enter(pen_inputs(x, y), at)

    def pen_away(self, at: int | None = None) -> None:
        """Take the light pen from the glass, now or in the cycle `at`.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.pen_away()
        """
        self._no_imager()
        self._enter([PEN_AWAY_INPUT], at)

    def _no_imager(self) -> None:
        if self.imager:
            raise UsageError("the 3D imager is plugged in where a light pen would be")

    @property
    def imager(self) -> bool:
        """True where the 3D imager is plugged in.

        >>> m = Machine("connect4", preset="ideal")
        >>> m.imager, Machine(device="imager").imager
        (False, True)
        """
        return bool(self.m.device == IMAGER)

    def imager_turned(self, cycle: np.ndarray) -> np.ndarray:
        """Return where the imager's wheel stood at moments not long ago.

        Returns: revolutions since the hole came, 0..1

        >>> import numpy as np
        >>> m = Machine(device="imager")
        >>> m.imager_turned(np.array([m.cycles])).tolist()      # nothing drives the motor yet
        [0.0]
        """
        m = self.m
        return (m.wheel_at + m.wheel_speed * (cycle - m.wheel_t)) % 1.0

    def seen_by(self, frame: Frame, eye: str | None) -> Frame:
        """Return of a frame that has just ended what an eye sees of it through the imager.

        Args: eye  right, which sees while the first half of a revolution passes, or left; None
                   for who looks at the screen itself

        >>> m = Machine("connect4", device="imager")
        >>> frame = m.run_frames(250)[-1]
        >>> both = len(frame.segments)
        >>> len(m.seen_by(frame, "left").segments) + len(m.seen_by(frame, "right").segments) == both
        True
        """
        if eye is None:
            return frame
        turned = self.imager_turned(frame.start_cycle + frame.segments[:, 5].astype(float))
        seen = (turned < 0.5) == (eye == "right")
        return replace(frame, segments=frame.segments[seen], causes=frame.causes[seen])

    def reset(self, at: int | None = None) -> None:
        """Assert /RESET, as the button on the console does, now or in the cycle `at`.

        CPU and VIA begin anew, and the sound chip's registers are cleared; RAM keeps its contents.

        >>> m = Machine("connect4", preset="ideal")
        >>> _ = m.run_frames(10)
        >>> m.reset()
        >>> m.registers.pc == int.from_bytes(m.read(0xFFFE, 2), "big")
        True
        """
        self._enter([RESET_INPUT], at)

    def enter(self, what: int, value: int, at: int | None = None) -> None:
        """Let an input of the record's own kind enter: input_what and input_value, now or `at`.

        >>> m = Machine("connect4", preset="ideal")
        >>> from vecx.chips.bus import IN_BUTTONS
        >>> m.enter(int(IN_BUTTONS), 0x0800)        # button 4 of player 1 goes down
        >>> f"{m.m.buttons:02X}"
        'F7'
        """
        self._enter([(what, value)], at)

    def _enter(self, inputs: list[tuple[int, int]], at: int | None) -> None:
        now = self.m.clock
        due = self._inputs.enter(inputs, at)
        if self.on_input:
            for what, value in inputs:
                self.on_input(now if at is None else at, what, value)
        for watcher in self._watchers:
            for what, value in inputs:
                watcher.entered(now if at is None else at, what, value)
        if due:
            self._run(now)
