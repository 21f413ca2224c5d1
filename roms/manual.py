"""Write docs/exec-rom.md: the routines of the executive ROM, from their contracts.

Run as ``python -m roms.manual``; tests/roms/test_manual.py proves the page fresh.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from roms import contracts, purposes
from roms.build import DATA, ROOT

PAGE = ROOT / "docs" / "exec-rom.md"
COPY = DATA / "exec-rom.md"  # for `vecx info --rom NAME`
RECIPES = Path(__file__).parent / "recipes"
INTRODUCTION = """\
# The executive ROM

`roms/exec.asm` is our own system ROM: 8 KiB at $E000-$FFFF, in every Vectrex that vecx makes. It
was written clean room: from a description of what each entry takes, returns and does to the
hardware, never from the original's code. Cartridges cannot tell the difference where they rely on
the interface; fonts, tunes, envelopes and screens are our own. The user's own copy of the original
runs with `--bios FILE`.

This page is made by `python -m roms.manual` from the contract blocks in the sources. [BIOS] is
the description of the interface and its cases (docs/sources.md).

## What it does at power-on

1. Reset sets up RAM, VIA and sound chip. Where $CBFE holds $7321 the machine was on before: the
   high score is kept and the title comes at once. Otherwise our own screen shows for 2.4 seconds;
   any button ends it.
2. The header at $0000 is compared: `g GCE ` (six bytes), any four, $80. If it fits, the cartridge's
   own line, the high score (after a warm start) and the title list are shown with the cartridge's
   tune, for at least 126 frames and as long as the tune plays; then the cartridge is entered at the
   byte after the list, with DP = $D0 and S = $CBEA. A header that does not fit is refused: the
   service program takes its place.
3. The service program: a menu of test screens. CARD: a square, a circle and three stars of
   diagonals that should look alike. DRIFT: a square drawn ten times without returning to zero,
   beside one with. TEXT: how far long and short lines of text lean. LINES: how many lines fit into
   a frame. STICKS: both sticks and the eight buttons. SOUND: the thirteen tunes, an explosion, and
   a bar for the loudness of each voice. Stick or buttons 2 and 3 choose, button 4 begins, button 1
   leaves (STICKS: 1 and 4 together).

## Conventions

Registers not named under "changes" survive; of the flags, I and F always do, the others hold
what "out" says and are free where it says nothing. "leaves" names the registers of the VIA that
differ afterwards, with their value, a register of the caller ("T1L = B"), or "kept" where it may
be as before; a free one holds whatever was written last. T1L and T2L are the timers' latches. "RAM"
names the cells that may differ. What neither names, and RAM below the stack by more than "stack",
is as it was. Lists of lines end with Check0Ref: port B is then $01 and PCR $CC where
Vec_0Ref_Enable is not 0. Cycles run from the first cycle of the routine to the
end of its return; a JSR adds 8 (extended). "each" counts lines, characters or bytes; in a list
of texts every text but the first counts for seven characters more. Stack is what lies below the
return address.

Port B after a move, a line or a dot: bits 5 to 7 hold what their pins showed, read, changed and
written. Bit 7 is then set, because T1's output is high; bit 6 is set where PB6 is an input, which
floats high, and clear where a program drives it (DDRB = $DF): no entry switches the bank of a
cartridge of 64 KiB; bit 5 is the comparator, set where the pot that was selected last is above the
DAC. Blocks write that as "$C1 or $E1". Everything else that uses port B leaves it at $01.

Rules that hold everywhere: coordinates are signed bytes, y first; a list's count is lines
minus one for Draw_VL*, lines for Mov_Draw_VL* (one move before them); Vec_Misc_Count is 0 between
calls; interrupts stay masked.

## What differs from the original on purpose

- Our screen at power-on is short and can be skipped.
- Text of one character takes as long as it should.
- Joy_Analog ends for every Vec_Joy_Resltn.
- Print_Ships reserves room on the stack, so that an interrupt does no harm.
- Scores and explosions take fewer cycles; reading the sticks finely takes
  more, so that the comparator settles on worn machines as well.
- Patterned lines at scale 3 end with Check0Ref, as at every higher scale.
- Text of no character ends before its first row.
- Below $F000 only the library named below is there. What cartridges call besides, the drawing of
  the built-in game's scores at $EAB4 and $EACF, and $FF01 within a tune, returns at once.
- Wait_Bound draws no score: where the built-in game kept it is not known. $EB0D within it, entered
  by a jump with the caller's DP and a return address on the stack, does the four counters alone;
  $EB1D is where the first counter's routine comes back to.
- Sound_Step sends sound registers 0 and 2 what their shadows hold; the data that it once stepped
  over is not known.
- Without a cartridge the service program runs, from the header at $E000.

## How it is held to this

`vecx conform bios` replays behavioural cases: registers, RAM, sound registers, and the effects of
the VIA writes in their order: ramps with what they draw, light, zeroing, reference and intensity
samples, text, sound, the frame timer. Not compared are the bits of glyphs, equal values written
again, a ramp with nothing on the DACs, one interrupted and gone on with, and scratch RAM. Times:
delays are exact; drawing lies within 5 % or 10 cycles a line, light within 3 cycles; text takes 18
cycles a character, and each pulse of its ramps is exact to one; anything else may be a quarter
slower. The tests ask more of moves, lines, dots, text, the frame and the writing of sound
registers: the same effects in the same cycles; and of most others that they come within 6 % of
their time. They also call every routine with other registers random, and hold it to its contract.
The pictures of the service program are compared stroke by stroke with what they should show, a
minute of it with MAME (docs/via.md), and `python -m tests.rom_mutants` asks whether a changed byte
of code would be noticed.
"""
# file: its theme, and the subject of the interface description it was written from
THEMES = {
    "library.asm": ("Library below the executive", "the $E000 area"),
    "boot.asm": ("Boot", "boot, header, state at entry; RAM map"),
    "frame.asm": ("Setting up, and the beat of the frame", "the VIA's use; frame; RAM map"),
    "input.asm": ("Buttons and joysticks", "buttons and joysticks"),
    "sound.asm": ("Sound chip", "sound chip"),
    "beam.asm": ("Intensity, dots, moves, zero", "intensity, dots; moves, zero reference"),
    "text.asm": ("Text: positions and lists", "text"),
    "raster.asm": ("Text: the raster", "text, its order and timing"),
    "vectors.asm": ("Lists of lines", "vector lists"),
    "memory.asm": ("Random numbers, memory, counters, delays, bits", "the routines of those names"),
    "maths.asm": ("Angles, rotation, block moves", "angles, rotation"),
    "music.asm": ("Tunes", "music"),
    "options.asm": ("Players and games", "game selection"),
    "score.asm": ("Scores", "scores"),
    "hits.asm": ("Hits", "hits"),
    "explosion.asm": ("Explosions", "explosion"),
    "grid.asm": ("Grid", "grid, and its cases"),
    "service.asm": (
        "Private: power-on screen and service program",
        "our own; the header's form; no cartridge calls these, their addresses change",
    ),
}


def routine(contract: contracts.Contract, address: int) -> str:
    """Return the entry of a routine."""
    order = contracts.REGISTERS
    changes = " ".join(r for r in order if r in contract.changes) or "none"
    rows = [
        f"### {contract.name} ${address:04X}",
        "",
        contract.purpose[0].upper() + contract.purpose[1:] + ".",
        "",
        f"- in: {contract.takes}",
        f"- out: {contract.returns}",
        f"- changes: {changes}",
        f"- cycles: {contract.cycles}; stack: {contract.stack}",
    ]
    if contract.leaves:
        rows.append(f"- leaves: {contract.leaves}")
    if contract.ram:
        rows.append(f"- RAM: {contract.ram}")
    if contract.quirks:
        rows.append(f"- quirk: {contract.quirks}")
    return "\n".join(rows) + "\n"


def purpose_tables(symbols: dict[str, int]) -> str:
    """Return the entries by purpose, a line each, with the lines that call them."""
    by_name = {contract.name: contract for contract in contracts.read_all()}
    parts = [
        "## Entries by purpose\n\nA line for each, with an example to copy; the chapters below say "
        "more. Where an entry wants another\nDP than the program has, call DP_to_D0 or DP_to_C8 "
        "first. The examples point to this:\n\n```asm\n" + purposes.DATA + "```\n"
    ]
    for group in purposes.GROUPS:
        parts.append(f"### {group.title}\n" + (f"\n{group.remark}\n" if group.remark else ""))
        rows = ["| entry | what | in | out | cycles | example |", "|---|---|---|---|---|---|"]
        for name, before in group.examples.items():
            contract = by_name[name]
            lines = "<br>".join(f"`{line}`" for line in purposes.example(name, before))
            rows.append(
                f"| {name} ${symbols[name]:04X} | {contract.purpose} | {contract.takes} | "
                f"{contract.returns} | {contract.cycles} | {lines} |"
            )
        parts.append("\n".join(rows) + "\n")
    inside = ", ".join(f"{name} (${symbols[name]:04X})" for name in sorted(purposes.INSIDE))
    parts.append(f"Entered by jumps or from within, described below: {inside}.\n")
    return "\n".join(parts)


def index(symbols: dict[str, int]) -> str:
    """Return links to all entries in the order of their names."""
    names = sorted((contract.name for file in THEMES
                    for contract in contracts.read_file(contracts.HERE / file)), key=str.lower)
    links = (f"[{name}](#{name.lower()}-{symbols[name]:04x})" for name in names)
    return "## Entries by name\n\n" + ",\n".join(links) + ".\n"


def recipes() -> str:
    """Return the recipes: what each says, and its program."""
    parts = [
        "## Recipes\n\nWhole cartridges, in `roms/recipes`; the tests run each of them. "
        "`vecx run FILE.asm` does, too.\n"
    ]
    for path in sorted(RECIPES.glob("*.asm")):
        head, _, program = path.read_text().partition("\n\n")
        title, *prose = [line[1:].strip() for line in head.splitlines()]
        text = "\n".join(prose).strip()
        title = title.partition(": ")[2]
        parts.append(f"### {title}\n\n{text}\n\n```asm\n{program.strip(chr(10))}\n```\n")
    return "\n".join(parts)


def tables(symbols: dict[str, int]) -> str:
    """Return the list of the tables that cartridges may read."""
    text = (ROOT / "roms" / "include" / "vectrex.inc").read_text()
    names = re.findall(r"^(\w+)\s+equ", text[text.index("ROM tables"):], re.M)
    rows = "\n".join(f"| ${symbols[name]:04X} | {name} |" for name in names)
    return f"## Tables\n\n| address | name |\n|---|---|\n{rows}\n"


def cells() -> str:
    """Return the list of the system's RAM cells, from the include file."""
    text = (ROOT / "roms" / "include" / "vectrex.inc").read_text()
    found = re.findall(r"^(Vec_\w+)\s+equ\s+(\$[0-9A-F]{4})(?:\s+; (.*))?", text, re.M)
    rows = "\n".join(f"| {address} | {name} | {meaning} |" for name, address, meaning in found)
    return (
        "## System RAM\n\nNumbers before a colon are bytes, where there are several. Some cells "
        f"have a second use,\nlisted last.\n\n| address | name | meaning |\n|---|---|---|\n{rows}\n"
    )


def page() -> str:
    """Return the whole page."""
    data = json.loads((DATA / "exec.symbols.json").read_text())
    symbols = {name: int(entry["value"]) for name, entry in data["symbols"].items()}
    parts = [
        INTRODUCTION,
        index(symbols),
        purpose_tables(symbols),
        recipes(),
        "# The entries, chapter by chapter\n\nAll of these but the last chapter are there for "
        "cartridges to call.\n",
    ]
    for file, (theme, subject) in THEMES.items():
        parts.append(f"## {theme}\n\n`roms/{file}`; written from [BIOS]: {subject}\n")
        parts += [routine(c, symbols[c.name]) for c in contracts.read_file(contracts.HERE / file)]
    parts += [tables(symbols), cells()]
    return "\n".join(parts)


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
    COPY.write_text(page())


if __name__ == "__main__":
    main()
