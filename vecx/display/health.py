"""Reports problems of the running program: hangs, findings of --strict, and an imager that is not
locked."""

from textwrap import wrap

from ..chips.state import CYCLES_PER_SECOND
from ..console.frame import Frame
from ..machine import Machine
from ..measure.hang_detector import HangDetector
from ..strict.finding import Finding, counted
from .messages import Messages
from .screen import Line

FINDING_SECONDS = 6.0
LISTED_MAX, COLUMNS = 8, 40     # findings of a list, letters of a row's second part
NEAR = 0.02             # revolutions: tolerance of a frame's whole turns
LOCKED_FRAMES = 25      # frames in a row


class HealthMonitor:
    """Reports hangs and findings of the machine that is being played."""

    def __init__(self, machine: Machine, messages: Messages) -> None:
        self._messages = messages
        self.follow(machine)

    def follow(self, machine: Machine) -> None:
        """Monitor another machine from now on."""
        self._machine = machine
        self._detector = HangDetector(machine)
        self._kind = self._count = ""
        self._noted = 0
        self._reported: set[tuple[str, str, str]] = set()
        self._messages.stand("program", "")

    def forget(self) -> None:
        """Discard what was observed, because the machine has jumped to another point in time."""
        self._detector.forget()

    def look(self, frames: list[Frame]) -> None:
        """Report new problems.

        Args: frames  that have ended since the last call
        """
        trouble = self._detector.look(frames)
        kind = trouble.kind if trouble else ""
        if trouble and kind != self._kind:
            self._messages.tell(f"vecx: {trouble}")
        if trouble or self._kind:
            self._messages.stand("program", "" if trouble is None else
                                 f"{trouble.what}, for "
                                 f"{(self._machine.cycles - trouble.since) // CYCLES_PER_SECOND} s")
        self._kind = kind
        strict = self._machine.strict
        if strict and strict.noted != self._noted:
            self._noted = strict.noted
            self._report_findings(strict.findings)

    def _report_findings(self, findings: list[Finding]) -> None:
        new = [one for one in findings
               if (one.rule.name, one.place, one.inside) not in self._reported]
        self._reported |= {(one.rule.name, one.place, one.inside) for one in new}
        self._count = counted(findings) if findings else ""
        for one in new:
            self._messages.tell(f"strict: {headline(one)}")
        if new:
            last = max(new, key=lambda one: one.cycle)
            self._messages.show(headline(last), FINDING_SECONDS)

    @property
    def count(self) -> str:
        """The numbers of errors and warnings of --strict as text; empty if there are none."""
        return self._count

    def verdict(self) -> str:
        """Return the verdict of --strict so far; empty without --strict."""
        return "" if self._machine.strict is None else f"strict: {self._count or 'clean'}"

    def rows(self) -> list[Line]:
        """Return the findings of --strict as rows: place, and what is wrong there."""
        findings = self._machine.findings
        if self._machine.strict is None:
            return ["findings need the strict machine: start vecx with --strict"]
        if not findings:
            return ["strict: clean so far"]
        rows: list[Line] = [f"strict: {counted(findings)}"]
        for one in findings[:LISTED_MAX]:
            times = f", {one.count:,} times" if one.count > 1 else ""
            first, *more = wrap(f"{one.what} [{one.rule.name}]{times}", COLUMNS)
            rows += [(one.place.rpartition("/")[2], first), *(("", line) for line in more)]
        if len(findings) > LISTED_MAX:
            rows.append(f"and {len(findings) - LISTED_MAX} more")
        return rows


def headline(finding: Finding) -> str:
    return str(finding).partition("\n")[0]


class Lock:
    """Monitors the speed of the imager's wheel; call `look` whenever the machine has run."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._steady = 0

    def look(self, frames: list[Frame]) -> None:
        """Use the frames that have just ended to check whether the wheel is locked."""
        m = self._machine.chips.state
        for frame in frames:
            turned = float(m.wheel_speed) * frame.cycles
            near = turned > NEAR and abs(turned - round(turned)) < NEAR
            self._steady = self._steady + 1 if near else 0

    @property
    def locked(self) -> bool:
        """True if the wheel made a whole number of revolutions in each of the last frames."""
        return self._steady >= LOCKED_FRAMES

    def status_lines(self) -> list[str]:
        """Return the wheel's speed until it has locked; empty after that."""
        if self.locked:
            return []
        seconds = float(self._machine.chips.state.wheel_speed) * CYCLES_PER_SECOND
        return [f"IMAGER locking, {seconds:.0f} turns a second"]
