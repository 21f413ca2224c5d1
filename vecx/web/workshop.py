"""A program that is worked on while a browser plays it: assembled anew when it is saved, judged.

A workshop numbers the programs that it has seen, newest last.  Pages ask it what is new; one that
plays an older program gives its state, and gets it as the newest program has it (play/reload.py).
"""

import base64
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..budget.outputs import finding_data
from ..console.roms import Ready
from ..errors import AssemblyError, VecxError
from ..machine import Machine
from ..play import reload
from .export import packed

LOOK_SECONDS, SETTLE_SECONDS = 0.25, 0.1
JUDGED_FRAMES = 600         # of a new program, from power-on
PLAYED_FRAMES = 50          # of what a page plays, from the state that it gives
PROGRAMS_KEPT = 8
NEWS_SECONDS = 20.0         # a page that asks for news waits so long at most


class Workshop:
    """Programs, the newest of them judged by the strict machine.

    Args:   make  a machine with the program as it is now, strict or not
            watch  the source, or None for an image, which does not change
    Errors: VecxError where the program cannot be had at first
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

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """Return when each source was written, and its length; one that is gone has none."""
        found = {}
        for name in {str(self._watch), *self.machine.debug.inputs} if self._watch else ():
            try:
                status = Path(name).stat()
            except OSError:
                continue
            found[name] = status.st_mtime_ns, status.st_size
        return found

    def follow(self, end: threading.Event) -> None:
        """Judge the program, and again whenever it has been saved, until the event comes."""
        self.judge_anew()
        while not end.wait(LOOK_SECONDS):
            stamps = self._stamps()
            if stamps == self._seen:
                continue
            while not end.wait(SETTLE_SECONDS) and (later := self._stamps()) != stamps:
                stamps = later          # an editor writes in pieces
            self._seen = stamps
            self.assemble()

    def assemble(self) -> None:
        """Take the program as it is now; where it has errors the one before goes on."""
        before = self._stamps()
        try:
            with self._working:
                machine = self._make(False)
        except VecxError as fault:
            words = fault.messages if isinstance(fault, AssemblyError) else str(fault)
            self._tell(fault=f"{words}\nThe program before goes on.")
            return
        with self._changed:
            self.newest += 1
            self.programs[self.newest] = machine
            self.programs.pop(self.newest - PROGRAMS_KEPT, None)
            self.findings = {}
        self._tell(fault=machine.messages)
        self._seen = self._stamps() | before    # what is saved while it was read is seen next
        self.judge_anew()

    def _tell(self, fault: str | None = None) -> None:
        with self._changed:
            self.version += 1
            if fault is not None:
                self.fault = fault
            self._changed.notify_all()

    # --- judging ----------------------------------------------------------------------------------

    def judge_anew(self) -> None:
        """Run the newest program from power-on under the strict machine."""
        self._judge(None, JUDGED_FRAMES, self.newest)

    def judge(self, program: int, state: bytes) -> None:
        """Run what a page plays a little further.  Errors: VecxError for what is no state of it"""
        if program == self.newest:
            self._judge(state, PLAYED_FRAMES, program)

    def _judge(self, state: bytes | None, frames: int, program: int) -> None:
        with self._working:
            try:
                machine = self._make(True)
            except VecxError:           # saved again meanwhile, with errors or not yet whole
                return
            if state is not None:
                machine.restore(state)
            machine.run_cycles(frames * 30_000)
            found = machine.findings
        with self._changed:
            if program != self.newest:
                return
            before = set(self.findings)
            for one in found:
                self.findings.setdefault((one.rule.name, one.place, one.inside), finding_data(one))
            new = set(self.findings) != before
        if new or state is None:
            self._tell()

    # --- what pages ask ---------------------------------------------------------------------------

    def news(self, have: int) -> dict[str, Any]:
        """Return what there is to tell, as soon as it is another version than a page has."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != have, NEWS_SECONDS)
            return {"run": self.run, "version": self.version, "program": self.newest,
                    "fault": self.fault, "findings": list(self.findings.values())}

    def carried(self, program: int, state: bytes) -> dict[str, Any]:
        """Return the newest program, and a state of an older one as that one has it.

        Errors: VecxError for what is no state of that program
        """
        with self._working:
            newest, machine = self.newest, self.machine
            cart = machine.cartridge
            answer = {"program": newest, "state": "", "told": "assembled; begun anew",
                      "cart": {"image": packed(cart.image if cart else b""),
                               "name": cart.name if cart else "none"}}
            if program not in self.programs:
                return answer
            old, new = _like(self.programs[program]), _like(machine)
            old.restore(state)
            why = reload.carry(old, new)
            if why is not None:
                return {**answer, "told": f"assembled; begun anew, for {why}"}
            return {**answer, "state": base64.b64encode(new.snapshot()).decode(),
                    "told": "assembled; it goes on where it was"}


def _like(machine: Machine) -> Machine:
    """Return a machine of the same program, with what is known of its source."""
    return Machine(Ready(machine.cartridge, machine.debug), machine.bios, machine.preset,
                   machine.seed, ram=machine.ram_fill, cart_ram=reload.ram_of(machine.cart_ram))
