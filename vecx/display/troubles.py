"""What is wrong with the program that plays, told as it happens: by the lookout, by --strict."""

from textwrap import wrap

from ..chips.state import CYCLES_PER_SECOND
from ..console.frame import Frame
from ..machine import Machine
from ..play.lookout import Lookout
from ..strict.finding import Finding, counted
from .messages import Messages
from .screen import Line

FINDING_SECONDS = 6.0
LISTED_MAX, COLUMNS = 8, 40     # findings of a list, letters of a row's second part


class Troubles:
    """Follows the machine that plays; `follow` takes another."""

    def __init__(self, machine: Machine, messages: Messages) -> None:
        self._messages = messages
        self.follow(machine)

    def follow(self, machine: Machine) -> None:
        """Another machine plays from now on."""
        self._machine = machine
        self._lookout = Lookout(machine)
        self._kind = self._count = ""
        self._noted = 0
        self._told: set[tuple[str, str, str]] = set()
        self._messages.stand("program", "")

    def forget(self) -> None:
        """The machine has gone to another time."""
        self._lookout.forget()

    def look(self, frames: list[Frame]) -> None:
        """Tell what has become known.

        Args: frames  that have ended since the last call
        """
        trouble = self._lookout.look(frames)
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
            self._tell_findings(strict.findings)

    def _tell_findings(self, findings: list[Finding]) -> None:
        """Tell those that are new; count them all."""
        new = [one for one in findings if (one.rule.name, one.place, one.inside) not in self._told]
        self._told |= {(one.rule.name, one.place, one.inside) for one in new}
        self._count = counted(findings) if findings else ""
        for one in new:
            self._messages.tell(f"strict: {headline(one)}")
        if new:
            last = max(new, key=lambda one: one.cycle)
            self._messages.show(headline(last), FINDING_SECONDS)

    @property
    def count(self) -> str:
        """How many errors and warnings --strict has found, in words; empty where there are none."""
        return self._count

    def verdict(self) -> str:
        """Return what --strict says of the program so far; nothing where it was not asked."""
        return "" if self._machine.strict is None else f"strict: {self._count or 'clean'}"

    def rows(self) -> list[Line]:
        """Return what --strict has found as rows: place, and what is wrong there."""
        findings = self._machine.findings
        if self._machine.strict is None:
            return ["nothing is looked for: --strict does"]
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
    """Return a finding in a line."""
    return str(finding).partition("\n")[0]
