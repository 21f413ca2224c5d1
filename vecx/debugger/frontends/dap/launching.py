"""The requests that create the machine: launch, and restart."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from ....console.roms import bundled
from ....errors import UsageError
from ....machine import Machine
from ....play import movie, save_states, script
from ...session import Session
from .editor import Editor
from .requests import Attach, Launch


class Host(Protocol):
    """Supplies the machine that an editor debugs.

    stop_on_entry  stop before the first instruction, or "program": that of the program
    in_window      a window runs the program, in pieces, while `Adapter.playing`
    capabilities   differences from the adapter's capabilities
    """

    in_window: bool
    capabilities: Mapping[str, bool]

    @property
    def stop_on_entry(self) -> bool | str: ...
    def launch(self, asked: Launch) -> None: ...
    def attach(self, asked: Attach) -> None: ...
    def restart(self) -> None: ...


class Launcher:
    """Makes a machine from a launch configuration."""

    in_window = False
    capabilities: Mapping[str, bool] = {}

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._asked = Launch()
        self._at_power_on = True

    @property
    def stop_on_entry(self) -> bool | str:
        """A run that begins later than at power-on has passed the program's first instruction."""
        asked = self._asked
        if asked.noDebug or asked.stopOnEntry != "program":
            return asked.stopOnEntry is True and not asked.noDebug
        return "program" if self._at_power_on else True

    def launch(self, asked: Launch) -> None:
        """Make the machine.  Errors: UsageError, VecxError."""
        if self._editor.session_now is not None:
            raise UsageError("a program is already running: use `restart` to start it again")
        if asked.program is None:
            raise UsageError("the launch configuration has no \"program\": set it to an .asm "
                             "source, an image or a bundled name")
        self._asked = asked
        self._open()

    def attach(self, asked: Attach) -> None:
        """Refuse, and explain how to attach to a window."""
        raise UsageError("there is no window to attach to: start one with `vecx run GAME "
                         "--debug-port N` and attach to its port, or use \"request\": \"launch\"")

    def restart(self) -> None:
        """Assemble again and start at power-on.  Errors: UsageError, VecxError."""
        self._editor.session  # noqa: B018
        self._open()

    def _open(self) -> None:
        asked, cart = self._asked, self._asked.program
        assert cart is not None
        recorded = self._movie()
        settings: dict[str, Any] = recorded.settings if recorded else {
            "preset": asked.preset, "seed": asked.seed}
        machine = Machine(cart if cart in bundled() else Path(cart), asked.bios,
                          strict=asked.strict, symbols=asked.symbols, include_dirs=asked.include,
                          dialect=asked.dialect, defines=asked.defines, optimise=asked.optimise,
                          more_sources=asked.sources,
                          **settings)
        if machine.messages:
            self._editor.say(f"{machine.messages}\n", "stderr")
        if asked.state is not None:
            lost = save_states.load(Path(asked.state), machine)
            if lost:
                self._editor.say(f"the program no longer has {', '.join(lost)}\n", "stderr")
        elif recorded and recorded.start:
            machine.restore(recorded.start)
        session = Session(machine)
        if recorded:
            session.record_ahead(movie.replay(recorded, machine))
        if asked.inputs is not None:
            session.record_ahead(script.played(script.load(Path(asked.inputs)), machine))
        if asked.frame > machine.frames:
            session.run_to_frame(asked.frame)
        self._at_power_on = machine.frames == 0
        self._editor.debugs = not asked.noDebug
        self._editor.open(session)

    def _movie(self) -> movie.Movie | None:
        """Read the configuration's movie, if any.  Errors: UsageError, VecxError."""
        asked = self._asked
        if asked.movie is None:
            return None
        others = [word for word in ("inputs", "state") if getattr(asked, word) is not None]
        if others:
            raise UsageError(f"the launch configuration has \"movie\" and \"{others[0]}\": remove "
                             "one, because a movie contains its own start and inputs")
        recorded = movie.load(asked.movie)
        if recorded.doubt:
            self._editor.say(f"{asked.movie}: {recorded.doubt}\n", "stderr")
        return recorded
