"""A finding of the strict machine: where, what, what led to it, and what hardware does."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from asm.output.debuginfo import Where

from .rules import LEVELS, Rule


@dataclass(frozen=True)
class Finding:
    """A mistake at one place of the program.

    frame, cycle  when it first happened
    pc            the instruction at fault; `where` says where in the source, for a mistake inside
                  the executive ROM that of the call; `inside` is the ROM's routine, or empty
    what, count   what the program does there, and how many times it has
    steps         what led to it, and where
    bank          the bank of the instruction in a cartridge of two banks, else -1
    witness       how another console differs, if the mistake depends on a random value

    >>> from pathlib import Path
    >>> lines = [" org 0", ' fcc "g GCE 2026"', " fcb $80", " fdb $FD0D", " fcb 0",
    ...          "main sta $100", " bra main"]
    >>> _ = Path("game.asm").write_text("\\n".join(lines))
    >>> m = Machine("game.asm", preset="ideal", strict=True)
    >>> _ = m.run_cycles(12_000_000)
    >>> found = m.findings[0]
    >>> found.place, found.rule.name, found.count > 1
    ('game.asm:6', 'rom-write', True)
    >>> print(str(found).splitlines()[0])
    game.asm:6: error: writes $00 to ROM at $0100 [rom-write]
    >>> found.history           # nothing led to it but the instruction itself
    ''
    """

    rule: Rule
    frame: int
    cycle: int
    pc: int
    where: Where
    inside: str
    what: str
    count: int
    steps: tuple[tuple[str, Where], ...] = ()
    witness: str = ""
    bank: int = -1

    @property
    def place(self) -> str:
        """File and line, or the address; the bank of a cartridge of two banks."""
        return place_of(self.where) + (f" (bank {self.bank})" if self.bank >= 0 else "")

    @property
    def history(self) -> str:
        """The steps on one line."""
        return ", ".join(f"{what} at {place_of(where)}" for what, where in self.steps)

    def __str__(self) -> str:
        routine = f" in {self.where.routine}" if self.where.routine else ""
        inside = f" (inside {self.inside})" if self.inside else ""
        times = f", {self.count:,} times" if self.count > 1 else ""
        more = "".join(f"    {title}: {text}\n" for title, text in
                       (("history", self.history), ("witness", self.witness)) if text)
        return (f"{self.place}: {self.rule.level}: {self.what} [{self.rule.name}]\n"
                f"    frame {self.frame}, cycle {self.cycle:,}, ${self.pc:04X}{routine}{inside}"
                f"{times}\n{more}"
                f"    on hardware: {self.rule.hardware}\n"
                f"    to fix: {self.rule.fix}")


def place_of(where: Where) -> str:
    """Return file and line, or the address."""
    return f"{where.file}:{where.line}" if where.file else f"${where.address:04X}"


def counted(findings: Iterable[Finding]) -> str:
    """Return the numbers of errors, warnings and pieces of advice as text."""
    levels = Counter(finding.rule.level for finding in findings)
    return ", ".join(f"{levels[level]} {level if levels[level] == 1 else many}"
                     for level, many in LEVELS.items() if levels[level] or level != "advice")
