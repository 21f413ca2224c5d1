"""Another program in the machine while one plays: a file that is dropped, a source that changes."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from ..errors import AssemblyError, VecxError
from ..machine import Machine
from ..play import reload
from .messages import Messages
from .troubles import Troubles

SOURCE = "source"       # the topic of what the assembler says
LOOK_SECONDS = 0.25     # between two looks at the sources
SETTLE_SECONDS = 0.1    # a source is read when it has stayed so long: an editor writes in pieces


class Playing(Protocol):
    """Who plays a machine, and tells the user something."""

    machine: Machine
    messages: Messages
    troubles: Troubles

    def say(self, words: str) -> None:
        """Tell it."""

    def tell(self, text: str) -> None:
        """Bring a longer text to standard error."""

    def begin(self, machine: Machine, name: Path | None = None) -> None:
        """Play another machine; name: its file, if it is another cartridge's."""


class Exchange:
    """Puts other programs into the machine.

    Args:    make   a machine with a cartridge, as the one that plays
             watch  a source to assemble anew whenever it, or what it includes, is saved
             clock  seconds
    """

    def __init__(self, player: Playing, make: Callable[[str], Machine] | None,
                 watch: Path | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        self._player, self._make, self._watch, self._clock = player, make, watch, clock
        self._seen = self._stamps() if watch else {}
        self._changed_at: float | None = None
        self._due = clock() + LOOK_SECONDS

    def insert(self, name: str) -> None:
        """Play the cartridge in a file; where that cannot be, say why and go on."""
        path = Path(name)
        if self._make is None:
            self._player.say("no cartridge can be changed here")
            return
        try:
            machine = self._make(name)
        except VecxError as fault:
            self._player.say(self._summary(fault))
            return
        self._watch = None
        self._built(machine)
        self._player.begin(machine, path)
        self._player.say(f"{path.name} loaded")

    def _summary(self, fault: VecxError) -> str:
        """Return in one line what is at fault; what the assembler says is told at length."""
        if not isinstance(fault, AssemblyError):
            return str(fault)
        self._player.tell(fault.messages)
        return fault.summary

    def _built(self, machine: Machine) -> None:
        """A program is there without errors: tell of what the assembler warns of."""
        self._player.messages.stand(SOURCE, "")
        if machine.messages:
            self._player.tell(machine.messages)

    def look(self) -> None:
        """Look whether the watched source has changed; then assemble it and go on with it."""
        now = self._clock()
        if self._watch is None or now < self._due:
            return
        self._due = now + LOOK_SECONDS
        stamps = self._stamps()
        if stamps != self._seen:
            self._seen, self._changed_at = stamps, now
        elif self._changed_at is not None and now - self._changed_at >= SETTLE_SECONDS:
            self._changed_at = None
            self._assemble(self._watch)

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """Return when each source was written, and its length; one that is gone has none."""
        found = {}
        for name in {str(self._watch), *self._player.machine.debug.inputs}:
            try:
                status = Path(name).stat()
            except OSError:
                continue
            found[name] = status.st_mtime_ns, status.st_size
        return found

    def _assemble(self, path: Path) -> None:
        assert self._make is not None
        try:
            machine = self._make(str(path))
        except VecxError as fault:
            self._player.say(f"{self._summary(fault)}; the program before goes on")
            if isinstance(fault, AssemblyError):
                self._player.messages.stand(SOURCE, fault.first)
            return
        self._built(machine)
        verdict = self._player.troubles.verdict()
        why = reload.carry(self._player.machine, machine)
        self._player.begin(machine)
        self._seen = self._stamps()
        self._player.say((f"{path.name} assembled, begins anew: {why}" if why
                          else f"{path.name} assembled, goes on")
                         + (f"; before, {verdict}" if verdict else ""))
