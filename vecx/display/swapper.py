"""Replaces the program while playing: with a dropped file, or with the source that was edited."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from .. import files
from ..errors import AssemblyError, VecxError
from ..machine import Machine
from ..play import reload
from .health import HealthMonitor
from .messages import Messages

SOURCE = "source"       # the topic of the assembler's messages
LOOK_SECONDS = 0.25     # between two checks of the sources
SETTLE_SECONDS = 0.1    # a source unchanged for this long is read: editors write in pieces


class Playing(Protocol):
    """The part of a player that the swapper uses."""

    machine: Machine
    messages: Messages
    health: HealthMonitor

    def begin(self, machine: Machine, name: Path | None = None) -> None:
        """Play another machine.  Give the cartridge's file as `name` if the cartridge has
        changed."""


class CartridgeSwapper:
    """Loads other programs into the player and keeps the settings of the machine.

    Args:    make   makes a machine with another cartridge, set up like the current one
             watch  a source to reassemble whenever it, or a file that it includes, is saved
             clock  seconds
    """

    def __init__(self, player: Playing, make: Callable[[str], Machine] | None,
                 watch: Path | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        self._player, self._make, self._watch, self._clock = player, make, watch, clock
        self._seen = self._stamps() if watch else {}
        self._changed_at: float | None = None
        self._due = clock() + LOOK_SECONDS

    def insert(self, name: str) -> None:
        """Load the cartridge in a file and play it; if there is an error, report the error and
        continue."""
        path = Path(name)
        if self._make is None:
            self._player.messages.say("the cartridge cannot be changed in this session")
            return
        try:
            machine = self._make(name)
        except VecxError as fault:
            self._player.messages.say(self._summary(fault))
            return
        self._watch = None
        self._built(machine)
        self._player.begin(machine, path)
        self._player.messages.say(f"{path.name} loaded")

    def _summary(self, fault: VecxError) -> str:
        """Return a fault in one line; the assembler's full output goes to standard error."""
        if not isinstance(fault, AssemblyError):
            return str(fault)
        self._player.messages.tell(fault.messages)
        return fault.summary

    def _built(self, machine: Machine) -> None:
        """Print the assembler's warnings for a program that was built without errors."""
        self._player.messages.stand(SOURCE, "")
        if machine.messages:
            self._player.messages.tell(machine.messages)

    def look(self) -> None:
        """Reassemble the watched source if it changed, and continue with it."""
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

    def _stamps(self) -> reload.Stamps:
        return reload.stamps({str(self._watch), *self._player.machine.debug.inputs})

    def _assemble(self, path: Path) -> None:
        assert self._make is not None
        try:
            machine = self._make(str(path))
        except VecxError as fault:
            self._player.messages.say(f"{self._summary(fault)}; the previous program keeps running")
            if isinstance(fault, AssemblyError):
                self._player.messages.stand(SOURCE, fault.first)
            return
        self._built(machine)
        verdict = self._player.health.verdict()
        why = reload.carry(self._player.machine, machine)
        self._player.begin(machine)
        self._seen = self._stamps()
        result = f"restarted: {why}" if why else "continues"
        before = f"; the previous program: {verdict}" if verdict else ""
        made = "compiled" if path.suffix.lower() in files.C_SUFFIXES else "assembled"
        self._player.messages.say(f"{path.name} {made}, {result}{before}")
