"""Faults that a machine shows while it is played."""

from collections.abc import Sequence
from typing import NamedTuple

from ..chips.state import F_OVERRUN
from ..console.expression import Expression
from ..console.frame import Frame
from ..machine import Machine
from ..measure.hang_detector import HangDetector
from ..strict.rules import ADVICE

CRASH, HANG, OVERRUN, STATE, LASTS, STRICT, SCREEN = KINDS = (
    "crash", "hang", "overrun", "state", "lasts", "strict", "screen")
STRICT_KINDS = STRICT, SCREEN       # of the strict machine
SCREEN_RULE = "saturation"


class Fault(NamedTuple):
    """A fault of a program, found while it was played.

    kind  of KINDS;  key  distinguishes faults of one kind;  text  describes it
    """

    kind: str
    key: str
    text: str


class Judge:
    """Detects faults of a machine; call `look` after every few frames.

    Args: conditions  expressions that must not become true
          lasting     pairs of a number of frames and an expression that must not be true for
                      that many frames in a row
    """

    def __init__(self, machine: Machine, conditions: Sequence[str],
                 lasting: Sequence[tuple[int, str]]) -> None:
        self._conditions = [(text, Expression(text, machine, condition=True))
                            for text in conditions]
        self._lasting = [(most, text, Expression(text, machine, condition=True))
                         for most, text in lasting]
        self._detector = HangDetector(machine)
        self.lasted = (0,) * len(lasting)   # frames for which each has been true

    def begin(self, lasted: tuple[int, ...]) -> None:
        """Continue from another state; `lasted` is the number of frames for which each expression
        has been true."""
        self._detector.forget()
        self.lasted = lasted

    def look(self, ended: list[Frame], faults: list[Fault]) -> bool:
        """Add the faults of frames that have just ended; return True if the program has crashed or
        hangs."""
        if any(frame.account[F_OVERRUN] for frame in ended):
            _note(faults, Fault(OVERRUN, "", "a frame took longer than 20 ms"))
        for text, holds in self._conditions:
            if holds():
                _note(faults, Fault(STATE, text, f"`{text}` is true"))
        if self._lasting:
            self.lasted = tuple(count + len(ended) if holds() else 0 for count, (_, _, holds)
                                in zip(self.lasted, self._lasting, strict=True))
            for count, (most, text, _) in zip(self.lasted, self._lasting, strict=True):
                if count >= most:
                    _note(faults, Fault(LASTS, f"{most}:{text}",
                                        f"`{text}` has been true for {most} frames"))
        trouble = self._detector.look(ended)
        if trouble is None:
            return False
        kind = CRASH if trouble.kind in ("astray", "halted") else HANG
        _note(faults, Fault(kind, trouble.what, trouble.what))
        return True


def _note(faults: list[Fault], fault: Fault) -> None:
    if fault not in faults:
        faults.append(fault)


def strict_faults(machine: Machine) -> list[Fault]:
    """Return a strict machine's findings as faults, except those that another kind of fault
    covers."""
    return [Fault(SCREEN if finding.rule.name == SCREEN_RULE else STRICT,
                  f"{finding.rule.name} {finding.place}", str(finding).splitlines()[0])
            for finding in machine.findings
            if finding.rule.level != ADVICE and finding.rule.name != OVERRUN]
