"""The requests that create the machine: launch, and restart."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from ....console.roms import bundled
from ....errors import UsageError, check_int
from ....machine import Machine
from ....play import movie, save_states, script
from ...session import Session
from .editor import Editor
from .protocol import Message

LAUNCH_WORDS = ("program", "preset", "seed", "strict", "stopOnEntry", "include", "bios", "frame",
                "symbols", "dialect", "defines", "optimise", "inputs", "movie", "state")


class Host(Protocol):
    """Supplies the machine that an editor debugs.

    asked         the configuration from the editor
    in_window     a window runs the program, in pieces, while `Adapter.playing`
    capabilities  differences from the adapter's capabilities
    """

    asked: dict[str, Any]
    in_window: bool
    capabilities: Mapping[str, bool]

    def launch(self, asked: Message) -> None: ...
    def attach(self, asked: Message) -> None: ...
    def restart(self) -> None: ...


class Launcher:
    """Makes a machine from a launch configuration."""

    in_window = False
    capabilities: Mapping[str, bool] = {}

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self.asked: dict[str, Any] = {}

    def launch(self, asked: Message) -> None:
        """Make the machine.  Errors: UsageError, VecxError."""
        if self._editor.session_now is not None:
            raise UsageError("a program is already running: use `restart` to start it again")
        if not isinstance(asked.get("program"), str):
            raise UsageError("the launch configuration has no \"program\": set it to an .asm "
                             "source, an image or a bundled name")
        self.asked = {word: asked[word] for word in LAUNCH_WORDS if word in asked}
        self._open()

    def attach(self, asked: Message) -> None:
        """Refuse, and explain how to attach to a window."""
        raise UsageError("there is no window to attach to: start one with `vecx run GAME "
                         "--debug-port N` and attach to its port, or use \"request\": \"launch\"")

    def restart(self) -> None:
        """Assemble again and start at power-on.  Errors: UsageError, VecxError."""
        self._editor.session  # noqa: B018
        self._open()

    def _open(self) -> None:
        asked = self.asked
        strict = asked.get("strict", False)
        cart = asked["program"]
        recorded = self._movie()
        settings: dict[str, Any] = recorded.settings if recorded else {
            "preset": asked.get("preset", "hardware"), "seed": asked.get("seed", 0)}
        machine = Machine(cart if cart in bundled() else Path(cart), asked.get("bios"),
                          strict=strict, symbols=asked.get("symbols"),
                          include_dirs=asked.get("include", []), dialect=asked.get("dialect"),
                          defines=asked.get("defines"), optimise=asked.get("optimise", True),
                          **settings)
        if machine.messages:
            self._editor.say(f"{machine.messages}\n", "stderr")
        if "state" in asked:
            lost = save_states.load(Path(asked["state"]), machine)
            if lost:
                self._editor.say(f"the program no longer has {', '.join(lost)}\n", "stderr")
        elif recorded and recorded.start:
            machine.restore(recorded.start)
        session = Session(machine)
        if recorded:
            session.record_ahead(movie.replay(recorded, machine))
        if "inputs" in asked:
            session.record_ahead(script.played(script.load(Path(asked["inputs"])), machine))
        frame = check_int("frame", asked.get("frame", 0), 0)
        if frame > machine.frames:
            session.run_to_frame(frame)
        self._editor.open(session)

    def _movie(self) -> movie.Movie | None:
        """Read the configuration's movie, if any.  Errors: UsageError, VecxError."""
        asked = self.asked
        if "movie" not in asked:
            return None
        others = [word for word in ("inputs", "state") if word in asked]
        if others:
            raise UsageError(f"the launch configuration has \"movie\" and \"{others[0]}\": remove "
                             "one, because a movie contains its own start and inputs")
        recorded = movie.load(asked["movie"])
        if recorded.doubt:
            self._editor.say(f"{asked['movie']}: {recorded.doubt}\n", "stderr")
        return recorded
