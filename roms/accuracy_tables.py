"""Writes the tables of the accuracy cartridges, roms/accuracy/tables/*.asm.

Run as ``python -m roms.accuracy_tables`` from the root of the sources.  The tables of cpu-cycles
and cpu-flags come from the reference tables of opcodes and from accuracy_flags.py, those of the
other topics from the comments before their tests:

    ;@test NUMBER GRADE EXPECTED "SENTENCE" SOURCE

Cards for the eye and the ear have no table, but such comments too:

    ;@card NUMBER "NAME" WHAT IS SEEN

tests/test_generated.py checks that the written files are up to date.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from roms import accuracy_flags as flags
from roms.build import ROOT

FOLDER = ROOT / "roms" / "accuracy"
TABLES = FOLDER / "tables"
REFERENCE = ROOT / "tests" / "reference" / "cpu"
WRITTEN = ("cpu-cycles", "cpu-flags", "cpu-undocumented")
TOPICS = (*WRITTEN, "cpu-bus", "via-timers", "via-ports", "via-shift", "memory", "psg",
          "joystick", "frame")
CARDS = ("beam", "sound")
GRADES = ("required", "silicon", "board", "analog", "unconfirmed")
CARD_COMMENT = re.compile(r';@card (\d+) "([^"]+)" (.+)')
COMMENT = re.compile(r';@test (\d+) (\w+) (\S+) "([^"]+)" (.+)')
IRQ, SHORT = 1, 2               # conditions of cpu-cycles, as in cpu.asm
OTHER_STACK, IS_BRANCH = 1, 2   # conditions of cpu-flags
MASKED, CLEAR = 0x50, 0x00
JMP = 4
MANUAL = "[MC6809E], programming card"


@dataclass(frozen=True)
class Test:
    """A test of an accuracy cartridge: its data are those of the runner, or a routine's name."""

    number: int
    grade: str
    expected: int
    sentence: str
    source: str
    data: tuple[int, ...] = ()


def _operand(mnemonic: str, mode: str) -> list[int]:
    """Return the bytes after an opcode that lead it to RAM, or to the next instruction."""
    jumps = mnemonic in ("JMP", "JSR")
    if mode == "direct":
        return [0xCA if jumps else 0x60]
    if mode == "extended":
        return [0xCA, 0xCA if jumps else 0x60]
    if mode == "indexed":
        return [0xA4 if jumps else 0x84]
    if mode == "register":
        return [0x12]
    return {"immediate8": [0xFF], "immediate16": [0xCA, 0x80], "relative8": [0],
            "relative16": [0, 0]}.get(mode, [])


MODES = {"immediate8": " #N", "immediate16": " #NN", "direct": " <N", "extended": " >NN",
         "indexed": " ,R", "register": " X,Y"}
SPECIAL = {     # opcode: rows of sentence, condition, CC, cycles to subtract, bytes, cycles
    "3B": [("RTI, E SET", 0, MASKED, 0, [0x3B], 15), ("RTI, E CLEAR", SHORT, MASKED, 0, [0x3B], 6)],
    "3C": [("CWAI, IRQ WAITING", IRQ, MASKED, JMP, [0x3C, 0xEF], 20)],
    "13": [("SYNC, IRQ MASKED", IRQ, MASKED, 0, [0x13], 4)],
    "3F": [("SWI", 0, MASKED, JMP, [0x3F], 19)],
    "103F": [("SWI2", 0, MASKED, JMP, [0x10, 0x3F], 20)],
    "113F": [("SWI3", 0, MASKED, JMP, [0x11, 0x3F], 20)],
    "1C": [("ANDCC #N", 0, MASKED, 0, [0x1C, 0xFF], 3),
           ("IRQ AFTER ANDCC", IRQ, MASKED, JMP, [0x1C, 0xEF], 22)],
    **{code: [(f"{name}, NOTHING", 0, MASKED, 0, [int(code, 16), 0], 5),
              (f"{name} A", 0, MASKED, 0, [int(code, 16), 2], 6),
              (f"{name} X,Y", 0, MASKED, 0, [int(code, 16), 0x30], 9),
              (f"{name}, ALL", 0, MASKED, 0, [int(code, 16), 0xFF], 17)]
       for code, name in (("34", "PSHS"), ("35", "PULS"), ("36", "PSHU"), ("37", "PULU"))}}


def _rows(name: str) -> list[dict[str, str]]:
    with (REFERENCE / name).open(encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


def _code(text: str) -> list[int]:
    return list(bytes.fromhex(text))


def _long_branches(name: str, code: list[int]) -> list[tuple[str, int, int, int, list[int], int]]:
    """Return a conditional long branch taken and not taken."""
    taken = flags.BRANCHES[name[2:].replace("HS", "CC").replace("LO", "CS")]
    found = []
    for want, words, cycles in ((True, "TAKEN", 6), (False, "NOT TAKEN", 5)):
        cc = next((f for f in range(16) if bool(taken(f)) == want), None)
        if cc is not None:
            found.append((f"{name}, {words}", 0, MASKED | cc, 0, [*code, 0, 0], cycles))
    return found


def _plain_cycles() -> list[tuple[str, int, int, int, list[int], int]]:
    """Return sentence, condition, CC, cycles to subtract, bytes and cycles of every opcode."""
    found = []
    for row in _rows("opcodes.csv"):
        code, name, mode = row["opcode"], row["mnemonic"], row["mode"]
        if code in SPECIAL:
            found += SPECIAL[code]
        elif mode == "relative16" and name not in ("LBRA", "LBSR"):
            found += _long_branches(name, _code(code))
        else:
            bytes_ = [*_code(code), *_operand(name, mode)]
            found.append((name + MODES.get(mode, ""), 0, MASKED, 0, bytes_, int(row["cycles"])))
    return found


def _indexed_cycles() -> list[tuple[str, int, int, int, list[int], int]]:
    """Return the same for LDA with every indexed form: all with X, and four with each register."""
    base = 4
    found: list[tuple[str, int, int, int, list[int], int]] = []
    for row in _rows("indexed_postbytes.csv"):
        post, form = int(row["postbyte"], 16), row["syntax"]
        if row["documented"] != "yes" or (post < 0x80 and post not in (0x01, 0x1F, 0x24, 0x45)):
            continue
        if post >= 0xA0 and form[0] != "[" and post & 15 not in (1, 4):
            continue
        if post >= 0xA0 and form[0] == "[" and post & 15 not in (4, 15):
            continue
        extra = {"0": [], "1": [0], "2": [0, 0]}[row["extra_bytes"]]
        if form == "[n16]":
            extra = [0xCA, 0x60]
        found.append((f"LDA {form.upper().replace('PC', 'PCR')}", 0, MASKED, 0,
                      [0xA6, post, *extra], base + int(row["extra_cycles"])))
    return found


def cycles_tests() -> list[Test]:
    """Return the tests of cpu-cycles."""
    rows = [*_plain_cycles(), *_indexed_cycles()]
    return [Test(number, "required", cycles, sentence, MANUAL,
                 (condition, cc, less, len(code), *code))
            for number, (sentence, condition, cc, less, code, cycles) in enumerate(rows, 1)]


def flags_tests() -> list[Test]:
    """Return the tests of cpu-flags: all documented operations, and H and V as on silicon."""
    codes: dict[str, list[int]] = {name: _code(code) for name, code in flags.SPECIAL.items()}
    long: dict[str, list[int]] = {}
    for row in _rows("opcodes.csv"):
        name, mode, code = row["mnemonic"], row["mode"], _code(row["opcode"])
        if mode == "extended" and name not in ("JMP", "JSR"):
            codes[f"{name} M"] = [*code, 0xCA, 0x60]
        elif mode == "inherent" and name[:-1] in flags.UNARY:
            codes[name] = code
        elif mode.startswith("relative") and not name.endswith("BSR"):
            long[name] = code
    found: list[Test] = []
    for silicon in (False, True):
        for name, code in codes.items():
            unknown = flags.undefined(name)
            if silicon and (not unknown or name in ("DAA", "SEX")):
                continue
            mask = flags.ALL if silicon else flags.ALL & ~unknown
            condition = OTHER_STACK if name in ("LDU M", "CMPU M", "STU M", "LEAU -1,X") else 0
            found.append(Test(len(found) + 1, "silicon" if silicon else "required",
                              flags.checksum(name, mask), name + (", H KEPT" if silicon else ""),
                              "[CPU 5]" if silicon else MANUAL,
                              (condition, mask, 0, len(code), *code)))
    for name, code in long.items():
        condition_name = name.removeprefix("L")[1:].replace("HS", "CC").replace("LO", "CS")
        zeros = [0] * (1 if len(name) == 3 else 2)
        zeros[-1] = 3
        found.append(Test(len(found) + 1, "required", flags.branch_mask(condition_name),
                          f"{name}, BY N Z V C", MANUAL,
                          (IS_BRANCH, 0, 0, len(code) + len(zeros), *code, *zeros)))
    return found


def undocumented_tests() -> list[Test]:
    """Return the tests of cpu-undocumented: opcodes that work like documented ones, or nearly."""
    return [Test(number, "silicon", flags.checksum(like, flags.ALL & ~flags.undefined(like), more),
                 sentence, "[CPU], undocumented behaviour",
                 (0, flags.ALL & ~flags.undefined(like), 0, len(bytes.fromhex(code)),
                  *bytes.fromhex(code)))
            for number, (code, sentence, like, more) in enumerate(flags.UNDOCUMENTED, 1)]


@cache
def topic_tests(topic: str) -> tuple[Test, ...]:
    """Return the tests of a topic in their order.

    Errors: ValueError for a comment that is not as it should be

    >>> topic_tests("cpu-cycles")[0].sentence
    'NEG <N'
    """
    if topic in WRITTEN:
        return tuple({"cpu-cycles": cycles_tests, "cpu-flags": flags_tests,
                      "cpu-undocumented": undocumented_tests}[topic]())
    found: list[Test] = []
    for line in (FOLDER / f"{topic}.asm").read_text(encoding="ascii").splitlines():
        if not line.startswith(";@test"):
            continue
        match = COMMENT.fullmatch(line)
        if not match or match[2] not in GRADES or int(match[1]) != len(found) + 1:
            raise ValueError(f"{topic}.asm: {line}: write number, grade, expected value, sentence "
                             "and source; numbers follow each other")
        found.append(Test(int(match[1]), match[2], int(match[3].lstrip("$"), 16), match[4],
                          match[5]))
    return tuple(found)


@cache
def cards(topic: str) -> tuple[tuple[str, str], ...]:
    """Return the name of each card of a topic, and what is seen or heard.

    Errors: ValueError for a comment that is not as it should be

    >>> cards("sound")[3]
    ('NOISE', 'an even hiss without a pitch: period 16')
    """
    found: list[tuple[str, str]] = []
    for line in (FOLDER / f"{topic}.asm").read_text(encoding="ascii").splitlines():
        if line.startswith(";@card"):
            match = CARD_COMMENT.fullmatch(line)
            if not match or int(match[1]) != len(found) + 1:
                raise ValueError(f"{topic}.asm: {line}: write number, name and what is seen; "
                                 "numbers follow each other")
            found.append((match[2], match[3]))
    return tuple(found)


def table_text(topic: str) -> str:
    """Return the source of a topic's table."""
    tests, name = topic_tests(topic), topic.replace("-", "_")
    runner = {"cpu-cycles": "cycles_run", "cpu-flags": "flags_run",
              "cpu-undocumented": "flags_run"}.get(topic, "test_call")
    lines = [f"; {topic}.asm: the tests of the topic {topic}", ";",
             "; written by python -m roms.accuracy_tables", "",
             f"topic_{name}", f"                fdb     .name,{runner},.table,{len(tests)}",
             f'.name           fcc     "{topic.upper()}"', "                fcb     $80",
             f".table          fdb     .d1,${tests[0].expected:04X},.s1" if tests[0].data else
             f".table          fdb     {name}_1,${tests[0].expected:04X},.s1"]
    for test in tests[1:]:
        where = f".d{test.number}" if test.data else f"{name}_{test.number}"
        lines.append(f"                fdb     {where},${test.expected:04X},.s{test.number}")
    for test in tests:
        if test.data:
            data = ",".join(f"${byte:02X}" for byte in test.data)
            lines.append(f"{f'.d{test.number}':<15} fcb     {data}")
        lines += [f'{f".s{test.number}":<15} fcc     "{test.sentence}"',
                  "                fcb     $80"]
    return "\n".join(lines) + "\n"


def made() -> dict[Path, str]:
    """Return the contents of all tables."""
    return {TABLES / f"{topic}.asm": table_text(topic) for topic in TOPICS}


def main() -> None:
    """Write all tables."""
    TABLES.mkdir(exist_ok=True)
    for path, text in made().items():
        path.write_text(text, encoding="ascii")
        print(f"{path.stem}: {len(topic_tests(path.stem))} tests")


if __name__ == "__main__":
    main()
