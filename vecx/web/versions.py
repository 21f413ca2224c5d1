"""A program that is edited while a browser plays it; after each save it is reassembled and checked.

Versions are numbered, newest last.  Pages poll for them; one that plays an older version sends its
state, and gets it converted for the newest version (play/reload.py).
"""

import base64
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import pages
from ..chips.state import FRAME_CYCLES
from ..console.roms import Ready
from ..errors import AssemblyError, VecxError
from ..machine import Machine
from ..measure.budget.outputs import finding_data
from ..play import reload

LOOK_SECONDS, SETTLE_SECONDS = 0.25, 0.1
JUDGED_FRAMES = 600         # checked of a new program, from power-on
PLAYED_FRAMES = 50          # checked from a page's state
PROGRAMS_KEPT = 8
NEWS_SECONDS = 20.0         # longest wait of a request for news


class Versions:
    """The versions of a program; the strict machine checks the newest one.

    Args:   make   makes a machine with the current program, strict or not
            watch  the source, or None for an image, which does not change
    Errors: VecxError if the first version cannot be loaded
    """

    def __init__(self, make: Callable[[bool], Machine], watch: Path | None) -> None:
        self._make, self._watch = make, watch
        self._changed = threading.Condition()
        self._working = threading.Lock()        # one machine runs at a time
        self.run = base64.urlsafe_b64encode(time.time_ns().to_bytes(8, "big")).decode()
        self.programs = {1: make(False)}
        self.newest, self.version, self.fault = 1, 1, ""
        self.findings: dict[tuple[str, str, str], dict[str, Any]] = {}
        self._seen = self._stamps()

    # --- the source -------------------------------------------------------------------------------

    @property
    def machine(self) -> Machine:
        """The newest program, at power-on."""
        return self.programs[self.newest]

    def _stamps(self) -> reload.Stamps:
        return reload.stamps({str(self._watch), *self.machine.debug.inputs} if self._watch else ())

    def follow(self, end: threading.Event) -> None:
        """Check the program, and reassemble it after every save, until the event is set."""
        self.judge_newest()
        while not end.wait(LOOK_SECONDS):
            stamps = self._stamps()
            if stamps == self._seen:
                continue
            while not end.wait(SETTLE_SECONDS) and (later := self._stamps()) != stamps:
                stamps = later          # editors write in pieces
            self._seen = stamps
            self.assemble()

    def assemble(self) -> None:
        """Assemble the program; if it has errors, keep the previous version."""
        before = self._stamps()
        try:
            with self._working:
                machine = self._make(False)
        except VecxError as fault:
            words = fault.messages if isinstance(fault, AssemblyError) else str(fault)
            self._publish(fault=f"{words}\nThe previous program keeps running.")
            return
        with self._changed:
            self.newest += 1
            self.programs[self.newest] = machine
            self.programs.pop(self.newest - PROGRAMS_KEPT, None)
            self.findings = {}
        self._publish(fault=machine.messages)
        self._seen = self._stamps() | before    # a save during the assembly is noticed next time
        self.judge_newest()

    def _publish(self, fault: str | None = None) -> None:
        with self._changed:
            self.version += 1
            if fault is not None:
                self.fault = fault
            self._changed.notify_all()

    # --- checking ---------------------------------------------------------------------------------

    def judge_newest(self) -> None:
        """Run the newest program on the strict machine, from power-on."""
        self._judge(None, JUDGED_FRAMES, self.newest)

    def judge(self, program: int, state: bytes) -> None:
        """Continue from a page's state on the strict machine.  Errors: VecxError if the state is
        invalid"""
        if program == self.newest:
            self._judge(state, PLAYED_FRAMES, program)

    def _judge(self, state: bytes | None, frames: int, program: int) -> None:
        with self._working:
            try:
                machine = self._make(True)
            except VecxError:           # saved again meanwhile, with errors or incomplete
                return
            if state is not None:
                machine.restore(state)
            machine.run_cycles(frames * FRAME_CYCLES)
            found = machine.findings
        with self._changed:
            if program != self.newest:
                return
            before = set(self.findings)
            for one in found:
                self.findings.setdefault((one.rule.name, one.place, one.inside), finding_data(one))
            new = set(self.findings) != before
        if new or state is None:
            self._publish()

    # --- requests of pages ------------------------------------------------------------------------

    def news(self, have: int) -> dict[str, Any]:
        """Wait until there is a version other than the page's, or time is up; return the newest
        data."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != have, NEWS_SECONDS)
            return {"run": self.run, "version": self.version, "program": self.newest,
                    "fault": self.fault, "findings": list(self.findings.values())}

    def carried(self, program: int, state: bytes) -> dict[str, Any]:
        """Return the newest program, and a page's state converted for this program.

        Args:   program  the number of the version that the page runs
                state    the page's save state of that version
        Errors: VecxError if the state does not belong to that version
        """
        with self._working:
            newest, machine = self.newest, self.machine
            cart = machine.cartridge
            answer = {"program": newest, "state": "", "message": "assembled; restarted",
                      "cart": {"image": pages.packed(cart.image if cart else b""),
                               "name": cart.name if cart else "none"}}
            if program not in self.programs:
                return answer
            old, new = _like(self.programs[program]), _like(machine)
            old.restore(state)
            why = reload.carry(old, new)
            if why is not None:
                return {**answer, "message": f"assembled; restarted: {why}"}
            return {**answer, "state": base64.b64encode(new.snapshot()).decode(),
                    "message": "assembled; continues"}


def _like(machine: Machine) -> Machine:
    """Return a new machine with the same program and symbols."""
    return Machine(Ready(machine.cartridge, machine.debug), machine.bios, machine.preset,
                   machine.seed, ram=machine.ram_fill, cart_ram=reload.ram_of(machine.cart_ram))
