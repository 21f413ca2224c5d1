"""Plants mistakes in working programs, and checks whether the strict machine reports them.

    python -m tests.planted --seed 1 --count 100

Method: a seed selects edits of one line, each of a kind that beginners make (KINDS), in the sources
of the games, the examples and the innocent cases.  The programs with and without the mistake run on
three consoles, which differ in contents of RAM, seed and preset, with the same buttons and sticks.
A mistake counts if a picture or the sound differs.  Of these mistakes the strict machine should
report MOST, and AT_LINE_MOST near the mistake: at the planted line, the one above or the two below,
in its routine, at a line that names this routine or this data, or by the variable that it sets.
Not part of the test run: 100 edits take some minutes.

Exit status: 0 if that many are reported, 1 if not, 2 for wrong usage.
"""

import argparse
import functools
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vecx.console.frame import Frame
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.strict.finding import Finding
from vecx.strict.witness import alike

ROOT = Path(__file__).parent.parent
FRAMES = 330
MOST, AT_LINE_MOST = 0.95, 0.80
CONSOLES = (("hardware", 0, "zero"), ("hardware", 1, "random"), ("worn", 2, "ff"))
PROGRAMS = (*(f"games/examples/{name}.asm" for name in
              ("beam", "frame", "letters", "menu", "slice", "sound", "stick", "text")),
            "games/connect4.asm", "games/reversi.asm",
            *(f"tests/cases/innocent/{name}.asm" for name in
              ("interrupts", "jump_by_rts", "scratch_below_s", "small_game", "thinks_long")))
FOLDERS = ("games", "tests/cases/innocent", "tests/cases/strict")
LOOP = "a loop's count one more"        # of a register that a following line counts down
PAIR = "a pair of a list left out"      # next to other pairs: not the position of a text
FIRST_OF_ALL = "an initialising store left out"     # before the frame loop
Edit = Callable[[str], str | None]


def dropped(op: str, operand: str = "") -> Edit:
    """Return an edit that removes an instruction but keeps its label."""
    def edit(line: str) -> str | None:
        found = re.match(rf"^(\S*)\s+({op})\b\s*({operand})", line, re.I) \
            if not line.startswith((";", "*")) else None
        return f"{found[1]}" if found else None
    return edit


def changed(pattern: str, by: str | Callable[[re.Match[str]], str]) -> Edit:
    """Return an edit that replaces a pattern in a line's code."""
    def edit(line: str) -> str | None:
        if line.startswith((";", "*")):
            return None
        code, mark, comment = line.partition(";")
        new, count = re.subn(pattern, by, code, count=1, flags=re.I)
        return new + mark + comment if count and new != code else None
    return edit


def one_more(match: re.Match[str]) -> str:
    """Return a number increased by one, with its original prefix."""
    return f"{match[1]}{int(match[2]) + 1}"


def one_less(match: re.Match[str]) -> str:
    """Return a number decreased by one; 0 stays."""
    return f"{match[1]}{max(0, int(match[2]) - 1)}"


SIGNED = {"hi": "gt", "hs": "ge", "lo": "lt", "ls": "le"}       # by unsigned condition
KINDS: dict[str, Edit] = {
    "an initialising store left out": dropped("clr|sta|stb|std", r"[a-z]\w*_\w+"),
    "Intensity left out": dropped("jsr", r"Intensity_\w+"),
    "Reset0Ref left out": dropped("jsr", "Reset0Ref"),
    "Wait_Recal left out": dropped("jsr", "Wait_Recal"),
    "DP_to_D0 left out": dropped("jsr", "DP_to_D0"),
    "DP_to_C8 left out": dropped("jsr", "DP_to_C8"),
    "# forgotten": changed(r"(\s(?:ld[abd]|add[ab]|cmp[ab]|and[ab])\s+)#(\d)", r"\1\2"),
    "RTS left out": dropped("rts"),
    "PSHS left out": dropped("pshs"),
    "PULS left out": dropped("puls", "(?!.*pc)"),
    "X and Y confused": changed(r"(\sld)x(\s+#)", r"\1y\2"),
    "U and X confused": changed(r"(\sld)u(\s+#)", r"\1x\2"),
    "the end of a text left out": dropped("fcb", r"\$80\s*$"),
    "a list's count one more": changed(r"(\w+\s+fcb\s+)(\d+)\s*$", one_more),
    LOOP: changed(r"(\sld[ab]\s+#)(\d+)\s*$", one_more),
    "the wait for T1 left out": dropped("jsr|ramp_wait", r"(Wait_T1|$)"),
    "the shift register left on": dropped("clr", "<?VIA_shift_reg"),
    "a wait shortened": dropped("nop"),
    "the multiplexer left on": dropped("inc|sta|stb", "<?VIA_port_b"),
    "another register pulled": changed(r"(\spuls\s+)([ab])\b", r"\1dp"),
    "a jump to a subroutine instead": changed(r"(\s)(?:bra|jmp)(\s+[a-z]\w*_\w+)", r"\1jsr\2"),
    "a variable in ROM": changed(r"(\sorg\s+)\$C880", r"\1$0880"),
    "SETDP that lies": changed(r"(\ssetdp\s+)\$D0", r"\1$C8"),
    "the sticks read behind the intensity": changed(
        r"(\s)(jsr\s+Intensity_\w+)", r"\1\2\n                jsr Joy_Digital"),
    PAIR: dropped("fcb", r"-?\d+,-?\d+\s*$"),
    "more pulled than was pushed": changed(r"(\s)rts\b", r"\1puls a,pc"),
    "the stack moved": changed(r"^(\S*\s+)(rts)\b", r"\1leas 1,s\n                \2"),
    "the stack in the variables": changed(r"^(main\s+)(\w+.*)",
                                          r"\1lds #$C888\n                \2"),
    "a pointer before RAM": changed(r"(\sld[xyu]\s+#)(v_\w+)\s*$", r"\1\2-$800"),
    "a long computation": changed(r"(\s)(jsr\s+Wait_Recal)",
                                  r"\1\2\n                ldx #5000\nplanted leax -1,x"
                                  r"\n                bne planted"),
    "DP clobbered": changed(r"(\s)(jsr\s+Wait_Recal)", r"\1\2\n                clra\n"
                            r"                tfr a,dp"),
    "too many lines without zero": changed(r"(\s)jsr(\s+Reset0Ref\s*)$", r"\1brn\2"),
    "unsigned values compared as signed": changed(
        r"(\s)b(?:hi|hs|lo|ls)(\s)", lambda match: f"{match[1]}b{SIGNED[match[0][2:4]]}{match[2]}"),
    "LEA instead of LD": changed(r"(\s)ld([xyu]\s+-?\w*,[xyu]\s*)$", r"\1lea\2"),
    "the scale left out": dropped("sta|stb", "<?VIA_t1_cnt_lo"),
    "Do_Sound left out": dropped("jsr", "Do_Sound"),
    "a line instead of a move": changed(r"(\sjsr\s+)Moveto_d\w*", r"\1Draw_Line_d"),
    "the sticks not read": dropped("jsr", r"Joy_\w+"),
    "the buttons not read": dropped("jsr", r"Read_Btns\w*"),
    "the buttons read twice": changed(r"(\s)(jsr\s+Read_Btns)\b",
                                      r"\1\2\n                jsr Read_Btns"),
    "Wait_Recal twice": changed(r"(\s)(jsr\s+Wait_Recal)", r"\1\2\n                jsr Wait_Recal"),
    "a text of one character": changed(r"(\sfcc\s+\")(.)[^\"]+\"", r'\1\2"'),
    "small letters": changed(r"(\sfcc\s+\"[A-Z])([A-Z][^\"]+)\"",
                             lambda match: f'{match[1]}{match[2].lower()}"'),
    "a brightness of $80": changed(r"(\s)jsr\s+Intensity_\dF",
                                   r"\1lda #$80\n                jsr Intensity_a"),
    "SYNC as a wait": changed(r"(\s)(jsr\s+Wait_Recal)", r"\1\2\n                sync"),
    "a list's count one less": changed(r"(\w+\s+fcb\s+)(\d+)\s*$", one_less),
    "a coordinate above 127": changed(r"(\sfcb\s+)-?\d+(,-?\d+\s*)$", r"\g<1>190\2"),
    "a resolution that never ends": changed(
        r"(\s)jsr\s+Joy_\w+", r"\1lda #$80\n                sta >$C81A\n"
        r"                jsr Joy_Analog"),
    "an even multiplexer value": changed(
        r"(\s)(jsr\s+Joy_\w+)", r"\1lda #2\n                sta >$C81F\n                \2"),
    "variables among those of the ROM": changed(r"(\sorg\s+)\$C880", r"\1$C80F"),
    "a header without its space": changed("(g GCE) (2026)", r"\1\2"),
    "the word of the tune left out": dropped("fdb", r"(\$F\w+|Music_\w+)\s*$"),
}


# Kinds whose line is not an instruction: their effect appears where the program uses it.
OF_NO_LINE = {"a variable in ROM": "rom-write", "SETDP that lies": "setdp",
              "variables among those of the ROM": "rom-variable",
              "a header without its space": "not-started",
              "the word of the tune left out": "not-started"}


@dataclass(frozen=True)
class Planted:
    """A mistake: its kind, the program, the file and line, and the replacement."""

    kind: str
    program: str
    file: str
    line: int
    text: str


@dataclass(frozen=True)
class Verdict:
    """The result for a mistake: `changes` anything, is `named`, `at_line`; and the findings."""

    changes: bool
    named: bool
    at_line: bool
    said: str = ""


@functools.cache
def candidates(program: str) -> tuple[Planted, ...]:
    """Return every possible mistake of every kind in a program."""
    return tuple(_candidates(program))


def _candidates(program: str) -> Iterator[Planted]:
    for path in sources(ROOT / program):
        lines = path.read_text().splitlines()
        loop = next((number for number, line in enumerate(lines, 1)
                     if "Wait_Recal" in line.partition(";")[0]), 0)
        for number, line in enumerate(lines, 1):
            for kind, edit in KINDS.items():
                new = edit(line)
                if new is not None and _fits(kind, lines, number, loop):
                    yield Planted(kind, program, str(path.relative_to(ROOT)), number, new)


def _fits(kind: str, lines: list[str], number: int, loop: int) -> bool:
    """Return whether a kind can be planted in a line, considering the lines around it."""
    if kind == FIRST_OF_ALL:
        return number < loop
    if kind == LOOP:
        return counts_down(lines[number - 1], lines[number:])
    return kind != PAIR or any(KINDS[PAIR](near) is not None
                               for near in lines[number - 2:number + 1:2])


def counts_down(line: str, following: list[str]) -> bool:
    """Return whether a line loads the counter of a loop that has a body."""
    register = line.partition("ld")[2][:1]
    if register not in ("a", "b"):
        return False
    codes = [text.partition(";")[0] for text in following[:40]]
    stored = re.match(rf"\s+st{register}\s+(\S+)", codes[0]) if codes else None
    if stored:
        return any(re.search(rf"\sdec\s+{re.escape(stored[1])}\s*$", code) for code in codes[1:])
    for number, code in enumerate(codes):
        if re.search(rf"\sdec{register}\b", code, re.I):
            return number > 0
        if re.search(rf"\s(?:ld|puls|clr)\s*[{register}d]\b", code, re.I):
            return False
    return False


def sources(path: Path) -> Iterator[Path]:
    """Return a source and its includes, without the definitions of the ROM."""
    yield path
    for match in re.finditer(r'^\s+include\s+"([^"]+\.asm)"', path.read_text(), re.M):
        for folder in (path.parent, ROOT / "games"):
            if (folder / match[1]).is_file():
                yield from sources(folder / match[1])
                break


def drawn(seed: int, count: int, kinds: Collection[str] | None = None) -> list[Planted]:
    """Return this many mistakes, with the kinds in turn."""
    draw = random.Random(seed)
    of_kind: dict[str, list[Planted]] = {kind: [] for kind in kinds or KINDS}
    for program in PROGRAMS:
        for one in candidates(program):
            if one.kind in of_kind:
                of_kind[one.kind].append(one)
    for those in of_kind.values():
        draw.shuffle(those)
    found: list[Planted] = []
    while len(found) < count and any(of_kind.values()):
        for those in of_kind.values():
            if those and len(found) < count:
                found.append(those.pop())
    return found


def play(machine: Machine, frames: int) -> list[Frame | bytes]:
    """Play a machine with fixed inputs; return everything that it showed."""
    shown: list[Frame | bytes] = []
    machine.press(1)
    for step in range(frames // 10):
        found = machine.run_frames(10)
        shown += found
        if step == 0:
            machine.release(1)
        if step > 13:
            machine.stick((-1, 0, 1)[step % 3], (0, 1, 0, -1)[step % 4])
            (machine.press if step % 2 else machine.release)((4, 3, 4, 2)[step // 2 % 4])
    shown.append(machine.take_sound()[:, 1:].tobytes())
    return shown


def differ(one: list[Frame | bytes], other: list[Frame | bytes]) -> bool:
    """Return whether picture or sound of two runs differ."""
    return len(one) != len(other) or not all(
        alike(mine, theirs) if isinstance(mine, Frame) and isinstance(theirs, Frame)
        else mine == theirs for mine, theirs in zip(one, other, strict=True))


def consoles(assembled: dict[str, Any]) -> list[list[Frame | bytes]]:
    """Return the output of a program on three consoles."""
    return [play(Machine(**assembled | {"preset": preset, "seed": seed, "ram": ram}), FRAMES)
            for preset, seed, ram in CONSOLES]


@functools.cache
def without_mistake(program: str) -> tuple[list[list[Frame | bytes]], set[tuple[str, str]]]:
    """Return the output of a program on three consoles, and the rules and routines of its
    findings."""
    assembled = Machine(ROOT / program).portable_arguments()
    return consoles(assembled), {(f.rule.name, f.where.routine) for f in _findings(assembled)}


def judged(one: Planted) -> Verdict:
    """Plant one mistake, run the program, and return the verdict."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, tree / folder)
        program, file = tree / one.program, tree / one.file
        usual, known = without_mistake(one.program)
        lines = file.read_text().splitlines()
        lines[one.line - 1] = one.text
        file.write_text("\n".join(lines) + "\n")
        try:
            assembled = Machine(program).portable_arguments()
            changes = any(differ(mine, theirs) for mine, theirs in
                          zip(consoles(assembled), usual, strict=True))
            if not changes:
                return Verdict(False, False, False)
            found = [f for f in _findings(assembled)
                     if (f.rule.name, f.where.routine) not in known]
        except VecxError as fault:      # the assembler reports the mistake
            return Verdict(False, False, False, str(fault))
        added = one.text.count("\n")
        at_line = any(f.rule.name == OF_NO_LINE.get(one.kind)
                      or _at(f, one, file, added) for f in found)
        return Verdict(True, bool(found), at_line,
                       "; ".join(f"{f.rule.name} {Path(f.where.file).name}:{f.where.line}"
                                 for f in found))


def _findings(assembled: dict[str, Any]) -> list[Finding]:
    machine = Machine(**assembled | {"preset": "worn", "strict": True})
    play(machine, FRAMES)
    return machine.findings


def _at(finding: Finding, planted: Planted, file: Path, added: int) -> bool:
    """Return whether a finding or a step of its history is at the mistake, as defined above."""
    line, own = planted.line, file.read_text().splitlines()
    routine = _label(own, line)
    names = _users(routine, file.parent) if routine else set()
    before = (ROOT / planted.file).read_text().splitlines()[line - 1]
    variable = re.search(r"\b([a-z]\w*_\w+)", before.partition(";")[0].partition(" ")[2])
    if variable and variable[1] in finding.what:
        return True
    for where in (finding.where, *(where for _, where in finding.steps)):
        for name, number in ((where.file, where.line), *where.calls):
            if name == str(file) and (line - 1 <= number <= line + added + 2
                                      or _label(own, number) == routine):
                return True
            text = Path(name).read_text().splitlines()[max(0, number - 3):number] \
                if routine and Path(name).is_file() else []
            if any(re.search(rf"\b{re.escape(name)}\b", code.partition(";")[0])
                   for code in text for name in names):
                return True
    return False


def _label(lines: list[str], number: int) -> str:
    """Return the routine, data or macro that contains a line."""
    return next((match[1] for text in reversed(lines[:number])
                 if (match := re.match(r"([A-Za-z_]\w*)", text))), "")


def _users(name: str, folder: Path) -> set[str]:
    """Return the name of a routine or macro, and the names of macros that use it."""
    names = {name}
    for path in folder.glob("*.asm"):
        for macro in re.finditer(r"^(\w+)\s+macro\b(.*?)^\s+endm", path.read_text(), re.M | re.S):
            if any(re.search(rf"\b{re.escape(known)}\b", macro[2]) for known in tuple(names)):
                names.add(macro[1])
    return names


def main() -> int:
    """Plant, run, and report."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.planted",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--kind", action="append", help="plant only this kind; can be repeated")
    args = parser.parse_args()
    mistakes = drawn(args.seed, args.count, args.kind)
    totals: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as pool:
        for one, verdict in zip(mistakes, pool.map(judged, mistakes), strict=True):
            if not verdict.changes:
                totals["no change"] += 1
                continue
            totals["changes"] += 1
            totals["named"] += verdict.named
            totals["at the line"] += verdict.at_line
            mark = "ok    " if verdict.at_line else "named " if verdict.named else "MISSED"
            print(f"{mark} {one.kind}: {one.program} {one.file}:{one.line}  {verdict.said[:150]}",
                  flush=True)
    changes = max(1, totals["changes"])
    print(f"{len(mistakes)} mistakes, {totals['changes']} change something; named "
          f"{totals['named'] / changes:.0%}, at the line {totals['at the line'] / changes:.0%}")
    return int(totals["named"] < MOST * changes or totals["at the line"] < AT_LINE_MOST * changes)


if __name__ == "__main__":
    sys.exit(main())
