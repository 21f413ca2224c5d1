"""Any cartridge as a Gymnasium environment.

Observations, actions, rewards and the end of an episode are chosen by arguments; rewards and ends
are expressions on the machine (docs/expressions.md).  An episode begins with a state that is made
once: at the first frame of the program, after scripted inputs, or from a snapshot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..console.expression import Expression, Previous
from ..console.frame import Frame
from ..console.snapshot import Kept
from ..errors import UsageError, check_float, check_int, check_type, shown
from ..fuzzing.plays import UNKNOWN, enter
from ..fuzzing.solve import moves_of
from ..machine import Machine
from ..play.headless import Course, Run, skip_title
from ..play.script import Step
from .picture import Grey, Window, colours_of

RAM, STROKES, PICTURE = OBSERVATIONS = "ram", "strokes", "picture"
ACTIONS = "wait,left,right,up,down,4"
NEVER = "0"         # the condition of an end that never comes
STROKES_MAX = 512
IDLE_MAX = 30       # frames, as the no-ops of the Arcade Learning Environment
SIDE_MAX = 2000     # pixels of a picture
STROKE_RANGE = 40_000.0             # p
EPISODE = "_steps", "_last", "_entered", "_frames"      # attributes of a running episode
SHOWN_FRAMES = 4                    # that `render` shows: what the phosphor still holds
SEEN_FRAMES = 2                     # that an observation shows, for games that draw by turns


@dataclass(frozen=True)
class Moment:
    """A moment of an episode: what determines its future, and the frames that are seen."""

    machine: Kept
    expressions: tuple[tuple[Expression, dict[Previous, int]], ...]
    chance: dict[str, Any]
    rest: dict[str, Any]


class CartridgeEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A cartridge as an environment.

    Args: cart         as of Machine; further options of Machine by name
          observation  ram: uint8 of all RAM, or of `variables`; strokes: float32[n, 5], the lit
                       lines of the last frame, x0 y0 x1 y1 from -1 to 1 and brightness, padded
                       with zeros; picture: uint8[height, width], the last two frames in grey
          actions      comma-separated gestures: 1 to 4, left, right, up, down, wait, `4+right`,
                       `2:left` of player 2; or a list of gestures
          reward       an expression, evaluated after each step: "[score] - prev([score])"
          terminated   an expression that ends the episode, tested after each frame
          length       steps after which an episode is truncated
          frame_skip   frames of a step
          sticky       probability that a step repeats the last action instead
          idle_max     largest number of frames without input at the beginning; the seed chooses it
          start        steps as `vecx.play.script` reads them, before each episode; or a snapshot
          variables    names of the variables of `ram`
          info         expressions by name, whose values `info` has after each step
          size         width and height of `picture`;  strokes_max  rows of `strokes`
          render_mode  rgb_array, human or None
    Errors: UsageError, VecxError for an invalid argument or expression

    >>> from vecx.learning import CartridgeEnv
    >>> env = CartridgeEnv("connect4", reward="[move_count] - prev([move_count])",
    ...                    terminated="[game_state] > 1", variables=["game_board", "move_count"])
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(env.action_space.n)
    ((43,), 6)
    >>> observation, reward, terminated, truncated, info = env.step(5)
    >>> reward, truncated, env.render(), env.close()
    (0.0, False, None, None)
    """

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 50}   # noqa: RUF012

    def __init__(self, cart: str | Path | bytes = "connect4", *, observation: str = RAM,
                 actions: str | Sequence[str] = ACTIONS, reward: str = "0", terminated: str = NEVER,
                 length: int | None = 3000, frame_skip: int = 4, sticky: float = 0.0,
                 idle_max: int = IDLE_MAX, start: Sequence[Step] | bytes = (),
                 variables: Sequence[str] = (), info: Mapping[str, str] | None = None,
                 size: tuple[int, int] = (84, 105),
                 strokes_max: int = STROKES_MAX, render_mode: str | None = None,
                 **machine: Any) -> None:
        if observation not in OBSERVATIONS:
            raise UsageError(f"observation must be one of {', '.join(OBSERVATIONS)}, not "
                             f"{observation!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UsageError(f"render_mode must be rgb_array, human or None, not {render_mode!r}")
        self.render_mode, self._kind = render_mode, observation
        self._skip = check_int("frame_skip", frame_skip, 1)
        self._sticky = check_float("sticky", sticky, 0.0, 1.0)
        self._idle_max = check_int("idle_max", idle_max, 0)
        self._length = None if length is None else check_int("length", length, 1)
        _check_start(start)
        _check_names("variables", variables)
        self._size = _size(size)
        seen = observation != RAM or render_mode is not None
        self.machine = Machine(cart, picture=seen, sound=False, **machine)
        self._texts = reward, terminated, dict(info or {})
        self._compile()
        if not isinstance(actions, str):
            _check_names("actions", actions)
        moves = moves_of(actions if isinstance(actions, str) else ",".join(actions))
        self._pads = [move.steps[0][1] for move in moves]
        self.actions = [move.name for move in moves]
        self._steps = -1        # reset has not been called
        self._begin(start)
        self._places = self._places_of(variables)
        self._strokes_max = check_int("strokes_max", strokes_max, 1)
        self.action_space = spaces.Discrete(len(self._pads))
        self.observation_space = self._space()
        self._frames: list[Frame] = []
        self._grey = Grey(*self._size, self.machine.analog) if observation == PICTURE else None
        self._window = Window()

    def _begin(self, start: Sequence[Step] | bytes) -> None:
        """Create the state in which episodes begin."""
        machine = self.machine
        if isinstance(start, bytes):
            machine.restore(start)
        else:
            if machine.cartridge is None:
                raise UsageError("there is no cartridge to play: give CART")
            skip_title(machine)
            last = max((step.frame for step in start), default=machine.frames)
            Run(machine, Course(start, begin=last + 1)).begin()
        self._start = machine.keep()

    def _places_of(self, variables: Sequence[str]) -> np.ndarray:
        if not variables:
            return np.arange(1024)
        places: list[int] = []
        for name in variables:
            first = self.machine.address(name) - 0xC800
            if not 0 <= first < 1024:
                raise UsageError(f"{name} is not in RAM")
            places += range(first, first + self.machine.names.size(name))
        return np.array(places)

    def _space(self) -> spaces.Box:
        if self._kind == RAM:
            return spaces.Box(0, 255, (len(self._places),), np.uint8)
        if self._kind == PICTURE:
            return spaces.Box(0, 255, self._size[::-1], np.uint8)
        return spaces.Box(-STROKE_RANGE, STROKE_RANGE, (self._strokes_max, 5), np.float32)

    # --- episodes --------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; equal seeds and actions give equal episodes."""
        super().reset(seed=seed)
        self.machine.restore(self._start)
        self._compile()         # without the values that prev() remembers
        self._last, self._entered, self._steps = 0, UNKNOWN, 0
        idle = int(self.np_random.integers(self._idle_max + 1)) if self._idle_max else 0
        self._frames = self.machine.run_frames(1 + idle)[-SHOWN_FRAMES:]
        self._reward()      # prev() begins here
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Hold the pads of an action for `frame_skip` frames.

        Errors: gymnasium's ResetNeeded before the first `reset`
        """
        self._prepare(int(action))
        self._play()
        return self._result()

    def keep(self) -> Moment:
        """Return this moment of the episode, for `restore`: to search ahead, as `cloneState` of the
        Arcade Learning Environment.

        Errors: gymnasium's ResetNeeded before the first `reset`

        >>> from vecx.learning import CartridgeEnv
        >>> env = CartridgeEnv("connect4")
        >>> _ = env.reset(seed=1)
        >>> moment = env.keep()
        >>> tried = [env.step(action)[4]["frame"] for action in (1, 2)]
        >>> env.restore(moment)
        >>> [env.step(action)[4]["frame"] for action in (1, 2)] == tried
        True
        """
        self._check_reset()
        return Moment(self.machine.keep(),
                      tuple((each, each.keep()) for each in self._expressions()),
                      dict(self.np_random.bit_generator.state),
                      {name: getattr(self, name) for name in EPISODE})

    def restore(self, moment: Moment) -> None:
        """Continue from a moment that `keep` of this environment returned.

        Errors: UsageError if it is something else, or of another environment
        """
        check_type("a moment", moment, Moment, "a result of `keep`")
        self._check_reset()
        if [each.text for each, _ in moment.expressions] != \
                [each.text for each in self._expressions()]:
            raise UsageError("the moment belongs to another environment")
        self.machine.restore(moment.machine)
        for own, (_, seen) in zip(self._expressions(), moment.expressions, strict=True):
            own.restore(seen)
        self.np_random.bit_generator.state = moment.chance
        for name, value in moment.rest.items():
            setattr(self, name, value)

    def _check_reset(self) -> None:
        if self._steps < 0:
            raise gymnasium.error.ResetNeeded("call reset() before the first step()")

    def _expressions(self) -> list[Expression]:
        return [self._reward, self._terminated, *self._shown.values()]

    def _prepare(self, action: int) -> None:
        """Enter an action; with the probability `sticky`, enter the previous action again
        instead."""
        self._check_reset()
        if self._sticky and self._steps and self.np_random.random() < self._sticky:
            action = self._last
        if not 0 <= action < len(self._pads):
            raise UsageError(f"there is no action {action}; use 0 to {len(self._pads) - 1}")
        self._last = action
        enter(self.machine, self._pads[action], self._entered)
        self._entered = self._pads[action]
        self.ended = False

    def _play(self) -> None:
        """Run the frames of a step."""
        at_once = self._skip if self._texts[1] == NEVER else 1
        for _ in range(0, self._skip, at_once):
            self._frames = [*self._frames, *self.machine.run_frames(at_once)][-SHOWN_FRAMES:]
            self.ended = bool(self._terminated()) or self.machine.halted
            if self.ended:
                return

    def _result(self) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """End a step, and return the result for `step`."""
        self._steps += 1
        if self.render_mode == "human":
            self.render()
        truncated = self._length is not None and self._steps >= self._length
        return self._observe(), float(self._reward()), self.ended, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        return {"frame": self.machine.frames, "cycle": self.machine.cycles,
                **{name: expression() for name, expression in self._shown.items()}}

    def _compile(self) -> None:
        """Compile the expressions.  Errors: UsageError, VecxError"""
        reward, terminated, info = self._texts
        self._reward = self._expression("reward", reward)
        self._terminated = self._expression("terminated", terminated, condition=True)
        self._shown = {name: self._expression(name, text) for name, text in info.items()}

    def _expression(self, name: str, text: object, *, condition: bool = False) -> Expression:
        """Return the expression of an argument.

        Errors: UsageError if it is only the address of a variable
        """
        if not isinstance(text, str):
            raise UsageError(f"{name} must be an expression as text, not {shown(str(text))}")
        made = Expression(text, self.machine, condition=condition)
        if made.variable() is not None:
            raise UsageError(f"{name}: `{text}` is an address; write [{text}] for the value there")
        return made

    # --- observations ----------------------------------------------------------------------------

    def _observe(self) -> np.ndarray:
        """Return the present observation."""
        if self._kind == RAM:
            return np.frombuffer(self.machine.ram, np.uint8)[self._places]
        if self._kind == PICTURE:
            assert self._grey
            return self._grey.of(self._frames[-SEEN_FRAMES:])
        rows = np.zeros((self._strokes_max, 5), np.float32)
        lit = self._frames[-1].segments[:self._strokes_max, :5]
        analog = self.machine.analog
        rows[:len(lit)] = lit / (analog.half_w, analog.half_h, analog.half_w, analog.half_h, 1)
        return rows

    def render(self) -> Any:
        """Return the picture as uint8[height, width, 3], or show it in a window."""
        if self.render_mode is None:
            return None
        colours = colours_of(self._frames, self.machine.analog)
        return colours if self.render_mode == "rgb_array" else self._window.show(colours)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()


def _check_start(start: object) -> None:
    """Raise UsageError if `start` is neither a snapshot nor a sequence of steps."""
    if not isinstance(start, bytes) and (
            isinstance(start, str) or not isinstance(start, Sequence)
            or not all(isinstance(step, Step) for step in start)):
        raise UsageError("start must be a snapshot or a list of steps, such as "
                         f"vecx.play.script.press('300:4'), not {shown(str(start))}")


def _check_names(what: str, names: object) -> None:
    if isinstance(names, str) or not isinstance(names, Sequence) \
            or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{what} must be a list of names, not {shown(str(names))}")


def _size(size: object) -> tuple[int, int]:
    """Return the width and the height of a picture.  Errors: UsageError"""
    if isinstance(size, str) or not isinstance(size, Sequence) or len(size) != 2:
        raise UsageError(f"size must be a width and a height, not {shown(str(size))}")
    width, height = (check_int("a side of size", side, 1, SIDE_MAX) for side in size)
    return width, height
