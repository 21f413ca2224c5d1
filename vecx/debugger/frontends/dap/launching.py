"""Requests that make the machine: launch, and restart."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from ....console.roms import bundled
from ....errors import UsageError, check_int
from ....machine import Machine
from ...session import Session
from .editor import Editor
from .protocol import Message

LAUNCH_WORDS = ("program", "preset", "seed", "strict", "stopOnEntry", "include", "bios", "frame",
                "symbols")


class Host(Protocol):
    """Where an editor's machine comes from, and who runs it.

    asked         the configuration that the editor has given
    in_window     a window runs the program, in pieces, while `Adapter.playing`
    capabilities  what differs from what the adapter can do
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
            raise UsageError("a program runs already: `restart` begins it anew")
        if not isinstance(asked.get("program"), str):
            raise UsageError("the launch configuration has no \"program\": give an .asm source, an "
                             "image or a bundled name")
        self.asked = {word: asked[word] for word in LAUNCH_WORDS if word in asked}
        self._open()

    def attach(self, asked: Message) -> None:
        """Say what can be done instead."""
        raise UsageError("no window runs here to attach to: begin one with `vecx run GAME "
                         "--debug-port N` and attach to that port, or use \"request\": \"launch\"")

    def restart(self) -> None:
        """Assemble anew and begin at power-on.  Errors: UsageError, VecxError."""
        self._editor.session  # noqa: B018
        self._open()

    def _open(self) -> None:
        asked = self.asked
        strict = asked.get("strict", False)
        cart = asked["program"]
        machine = Machine(cart if cart in bundled() else Path(cart), asked.get("bios"),
                          asked.get("preset", "hardware"), asked.get("seed", 0), strict=strict,
                          symbols=asked.get("symbols"),
                          include_dirs=asked.get("include", []))
        if machine.messages:
            self._editor.say(f"{machine.messages}\n", "stderr")
        session = Session(machine)
        frame = check_int("frame", asked.get("frame", 0), 0)
        if frame:
            session.run_to_frame(frame)
        self._editor.open(session)
