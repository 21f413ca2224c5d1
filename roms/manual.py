"""Writes docs/generated/exec-rom.md, the reference of the executive ROM, from the contract blocks.

Run as ``python -m roms.manual``; tests/test_generated.py checks that the page is up to date.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from roms import contracts, purposes
from roms.build import DATA, ROOT

PAGE = ROOT / "docs" / "generated" / "exec-rom.md"
RECIPES = Path(__file__).parent / "recipes"
INTRODUCTION = """\
# The executive ROM

What the executive ROM of vecx does, and the reference of its entries: by name, by purpose, with
recipes, then chapter by chapter.

`roms/exec.asm` is our own system ROM: 8 KiB at $E000-$FFFF, built into every machine that vecx
creates. It was written clean room, from a description of the inputs, outputs and hardware effects
of each entry, never from the original's code. Cartridges that rely on this interface run
unchanged. Fonts, tunes, envelopes and screens are our own. `--bios FILE` runs your own copy of
the original instead.

`python -m roms.manual` generates this page from the contract blocks in the sources. [BIOS] is the
description of the interface and its cases ([sources](../sources.md)).

## What it does at power-on

1. Reset initialises RAM, VIA and sound chip. If $CBFE contains $7321, this is a warm start: the
   high score is kept, and the title is shown immediately. Otherwise the start screen of our ROM
   is shown for 2.4 seconds; any button skips it.
2. The header at $0000 is compared with `g GCE ` (six bytes), any four bytes, $80. If it matches,
   the copyright line, the high score (after a warm start) and the title list are shown with the
   cartridge's tune, for at least 126 frames and as long as the tune plays. Then the cartridge is
   entered at the byte after the list, with DP = $D0 and S = $CBEA. If the header does not match,
   the service program runs instead.
3. The service program is a menu of test screens. CARD: a square, a circle and three stars of
   diagonals that should look alike. DRIFT: a square drawn ten times without zeroing the beam, and
   one with zeroing. TEXT: how far long and short lines of text lean. LINES: how many lines fit
   into a frame. STICKS: both sticks and the eight buttons. SOUND: the thirteen tunes, an
   explosion, and the volume of each channel as a bar. The stick or buttons 2 and 3 select, button
   4 starts, button 1 leaves (STICKS: 1 and 4 together).

## The character set

Print_Str and the other text routines print the characters $20 to $6F; $80 ends a text. There are
no lower-case letters: `a` to `o` ($61 to $6F) print symbols. The assembler warns about lower-case
text.

![Characters $20 to $6F, sixteen in a row](../images/characters.png)

## Conventions

Registers not listed under "changes" are preserved. Of the flags, I and F are always preserved; the
others have the value that "flags" or "out" states, and are undefined otherwise. "leaves" lists the
VIA registers that differ afterwards: with their value, with a register of the caller ("T1L = B"),
or as "kept" if they may be unchanged; a "free" one contains the value written last. T1L and T2L are
the timers' latches. "RAM" lists the cells that may change. Everything else is unchanged, except RAM
below the stack within the depth given by "stack". Lists of lines end with Check0Ref: port B is then
$01 and PCR $CC if Vec_0Ref_Enable is not 0. Cycles run from the first cycle of the routine to the
end of its return; a JSR adds 8 (extended). "each" means per line, character or byte; in a list of
texts every text except the first counts as seven more characters, and a text of no or one character
as 59 more. Stack is the number of bytes below the return address.

Port B after a move, a line or a dot: bits 5 to 7 contain the levels of their pins, because port B
was read, modified and written. Bit 7 is set, because T1's output is high. Bit 6 is set if PB6 is an
input, which floats high, and clear if a program drives it (DDRB = $DF): no entry switches the bank
of a 64 KiB cartridge. Bit 5 is the comparator, set if the pot selected last is above the DAC. The
blocks write this as "$C1 or $E1". All other entries that use port B leave $01 in it.

General rules: coordinates are signed bytes, y first. The count of a list is the number of lines
minus one for Draw_VL*, and the number of lines for Mov_Draw_VL* (after one move). Vec_Misc_Count is
0 between calls. Interrupts stay masked.

## Behaviour that may surprise

The entries behave as on the original also where this is inconvenient, so that a program that runs
here runs there.

- A text of no or one character takes 13,824 cycles more than its length suggests, and its rows 1 to
  6 lie far outside the screen: the way back of a row of n characters takes 54 + 18 ((n - 2) modulo
  128) cycles, the row itself 18 (n + 1). Print two characters, for example a blank first. A text of
  130 or more characters leans the other way.
- Joy_Analog never returns if an axis is enabled and Vec_Joy_Resltn is not 0, 1, 2, 4, 8, $10, $20
  or $40. This also applies to Joy_Digital if Vec_Misc_Count is $80 or more.
- Print_Ships stores its text below the stack pointer. An interrupt during the call overwrites it.
- Draw_Pat_* ends without Check0Ref at scales 0 to 3, so the beam is not returned to zero.
- Clear_x_d clears one byte if D is above $8000, and half of the address space if D is $8000.

## Intended differences from the original

A program that runs here cannot fail on the original because of these:

- The start screen is short, and a button skips it. Cartridges are started after it, in the state
  that the reference's boot cases state; they cannot tell how long it took.
- Glyphs, tunes, envelopes, vibrato tables and texts are our own. They are at the original's
  addresses and have its sizes, and every tune ends, so a program that prints or plays them works
  with either. Characters outside $20 to $6F are rubbish on both.
- Ranpos and Rnd_Cone return other random numbers of the same ranges.
- Read_Btns, Joy_Digital and Joy_Analog take the original's time, but switch the sound chip's bus
  and the multiplexer at other cycles within it, so that the comparator also settles on worn
  consoles. What they return and store is the same.
- Rise_Run_Angle leaves other values in its scratch cells $C834 and $C835, which the next call
  overwrites.

Two differences cannot be avoided, because the original's code and its game are not ours to copy. Do
not depend on them:

- The bytes of code differ. A program that reads them as data, for example as noise or for a
  checksum, reads other values.
- Without a cartridge the service program runs, from the header at $E000, instead of a game. Below
  $F000 there are only the routines of the library described here; the other addresses contain
  returns, where the original continues in its game. The game's data are missing, too: $EDE0-$EE1F,
  to which the pointers of Set_Tables lead, $EC17 and the tune at $ED77. $FF01 within a tune
  returns.

## How it is tested

`vecx conform bios` replays behavioural cases. It compares registers, RAM, sound registers, and the
effects of the VIA writes in their order: ramps with what they draw, light, zeroing, reference and
intensity samples, text, sound, and the frame timer. It does not compare the bits of glyphs, writes
that repeat a value, ramps with nothing on the DACs, ramps that are interrupted and resumed, and
scratch RAM. Delays must be exact. Drawing must be within 5 % or 10 cycles per line, light within 3
cycles. Text must take 18 cycles per character, with each pulse of its ramps exact to one cycle, and
its total within 2 %. Everything else may be a quarter slower. A case in which the original does not
return passes if the routine has not returned after 100,000 cycles.

The tests are stricter: every case must take exactly the original's cycles and leave all registers
and flags as the original does, also those that the contract does not mention. All effects must be
in the same cycles, except within the reading of buttons and sticks. For random inputs, registers
and flags must agree with `tests/reference/bios/left_behind.csv`, and the times of text, sticks,
scores, angles and tunes with formulas that fit all cases. The tests also call every routine with
random values in the other registers and check its contract. The pictures of the service program are
compared stroke by stroke with the expected ones, and a minute of it with MAME ([the
6522](../via.md)). `python -m tests.rom_mutants` checks that the tests notice changed bytes of code.
"""
# file: its theme, and the subject of the interface description it was written from
THEMES = {
    "library.asm": ("Library below the executive", "the $E000 area"),
    "boot.asm": ("Boot", "boot, header, state at entry; RAM map"),
    "frame.asm": ("Initialisation and frames", "the VIA's use; frame; RAM map"),
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
    "cards.asm": (
        "Private: test cards of the service program",
        "our own; no cartridge calls these, their addresses change",
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
    if contract.flags:
        rows.insert(-1, f"- flags: {contract.flags}")
    if contract.leaves:
        rows.append(f"- leaves: {contract.leaves}")
    if contract.ram:
        rows.append(f"- RAM: {contract.ram}")
    if contract.quirks:
        rows.append(f"- quirk: {contract.quirks}")
    return "\n".join(rows) + "\n"


def purpose_tables(symbols: dict[str, int]) -> str:
    """Return the entries by purpose, one per line, with examples of a call."""
    by_name = {contract.name: contract for contract in contracts.read_all()}
    parts = [
        "## Entries by purpose\n\nOne line per entry, with an example to copy. The chapters below "
        "have the details. If an entry expects a\ndifferent DP, call DP_to_D0 or DP_to_C8 first. "
        "The examples use this data:\n\n```asm\n" + purposes.DATA + "```\n"
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
    parts.append(f"Entered by jumps or from other routines, and described below: {inside}.\n")
    return "\n".join(parts)


def index(symbols: dict[str, int]) -> str:
    """Return links to all entries in the order of their names."""
    names = sorted((contract.name for file in THEMES
                    for contract in contracts.read_file(contracts.HERE / file)), key=str.lower)
    links = (f"[{name}](#{name.lower()}-{symbols[name]:04x})" for name in names)
    return "## Entries by name\n\n" + ",\n".join(links) + ".\n"


def recipes() -> str:
    """Return the recipes, each with its explanation and its program."""
    parts = [
        "## Recipes\n\nComplete cartridges, in `roms/recipes`, which the tests run. Start one with "
        "`vecx run FILE.asm`.\n"
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
        "## System RAM\n\nA number before a colon is the size in bytes, if it is not one. The "
        "second uses of some cells are\nlisted last.\n\n| address | name | meaning |\n"
        f"|---|---|---|\n{rows}\n"
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
        "## The entries, chapter by chapter\n\nCartridges can call all of these except those in "
        "the last chapter.\n",
    ]
    for file, (theme, subject) in THEMES.items():
        parts.append(f"## {theme}\n\n`roms/{file}`; written from [BIOS]: {subject}\n")
        parts += [routine(c, symbols[c.name]) for c in contracts.read_file(contracts.HERE / file)]
    parts += [tables(symbols), cells()]
    return "\n".join(parts)


def made() -> dict[Path, str]:
    """Return the contents of the file."""
    return {PAGE: page()}


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
