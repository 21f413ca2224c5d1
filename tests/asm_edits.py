"""Compare assemblies after random edits with assemblies from scratch.

    python -m tests.asm_edits --count 20000

Three generators make small programs: lines of all kinds, symbols and macros that depend on one
another, and instructions in several forms.  Each program is edited again and again, assembled with
the memory of its previous assemblies, and assembled from scratch.  Everything that a program shows
must be equal: image, symbols, messages, rows, statements, listing.  Not part of the test run;
tests/asm/assembler/test_parse.py makes a few hundred of these comparisons.

Exit status: 0 if there is no difference, 1 if there is one, which is printed.
"""

import argparse
import random
import sys
from collections.abc import Callable
from typing import Any

from asm import Memory, Program, assemble
from asm.syntax.diagnostics import render
from asm.syntax.dialects import DIALECTS

EDITS_PER_PROGRAM = 25
LINES = """\
 if foo
 if *>$20
 endif
 else
 ifndef start
x set 1
x set 2
foo equ 5
foo equ bar
bar equ *
start
 setdp $d0
 org $100
 rept 3
 endr
m macro
 endm
lab m 4
 bss
 code
 bank 1
 opt branch
 cmap "A",1
 fcc "ABC",$80
 fdb start,*
1 nop
 bra 1b
 struct s
 end struct
 rmb foo
 align 16
 lda foo
 lda <foo
 lda start,pcr
 bra start
.loop nop
 bne .loop
 ld
 lda
 ;@cycles <= 5
 lda #300
 end
 include "part.asm"
lda macro""".split("\n")
# With three numbers for {}: programs of many symbols and macros that depend on one another.
SYMBOLS = [line.replace("|", "\n") for line in """\
size{} equ {}
size{} equ *-start
size{} equ size{}+1
size{} = lab{}-*
lab{} lda #size{}
lab{} ldb lab{}
.loc{} equ {}
 lda .loc{}
v{} set {}
 fcb v{}
 fcb size{},lab{}
 org size{}
 setdp size{}
mac{} macro|size{} equ \\1|.loc{} lda #\\1| endm
mac{} macro a,b| ldb a| ldx #b+{}| mac{} a| endm
mac{} macro| local x|x fcb \\1| endm
mac{} macro|u\\? fcb \\1| endm
mac{} macro| ldb #\\1| endm
 mac{} size{},lab{}
 mac{} {},{}
 mac{} {},{} ; text
lab{} MAC{} {}
 mac{} v\\?
""".split("\n")]
PARTS = ("part nop\n lda foo\n.loop bne .loop\n",
         "foo equ 9\n fcb 1,2\n", " if foo\n nop\n endif\n")
OPERATION_LINES = (
    "l{n} lda #{m}", " ldb l{m}", "l{n}: jsr >l{m}", " ldx #l{m}+{k}", " std {k},x  ; a comment",
    " leau l{m},pcr", "l{n}", " bne l{m}", " lbra l{m}", " fcb {m},{k}, $1F", " fdb l{m},*",
    ' fcc "A{k}"', "l{n} equ {m}+{k}", " rmb {k}", " setdp {k}", " lda 0,x", " pshs a,b,x",
    "l{n} macro v\\n lda #v\\n bne .s\\?\\n.s\\? rts\\n endm", " l{m} {k}", " if l{m}<{k}", " endc",
    " noopt", " opt", " tfr a,x", "* nothing", "", " lda l{m}", " jmp l{m}", ".a bra .a", " bra .a",
    ' cmap "A",{k}', " clr l{m},pc", " lda {k},pc", " lda , l{m}", " lad #1", " org ${k}00",
    " fdb {k} 5", " lda #{k} x", " inca", "inca macro\\n fcb 1\\n endm", " stx #{k}")


def view(program: Program) -> tuple[Any, ...]:
    """Return everything that an editor, the listing or the debugger can see of a program."""
    return (
        program.image, program.origin, [render(found) for found in program.found],
        [(name, symbol.value, symbol.kind, symbol.line, symbol.definitions)
         for name, symbol in program.symbols.items()],
        [(place.file, place.line, place.text, first) for place, first in program.rows],
        [(type(item.statement), item.address, item.size, item.place.line, item.value)
         for item in program.items],
        [(address, data, item.place.line) for address, data, item in program.chunks],
        program.limits, dict(program.inputs), [other.image for other in program.others])


def edited(chance: random.Random, lines: list[str], others: list[str]) -> list[str]:
    """Return the lines after a random edit."""
    lines = lines or [""]
    at, count = chance.randrange(len(lines)), chance.choice((0, 1, 1, 1, 20))
    new = chance.choice((
        [], [chance.choice(LINES)], [chance.choice(others)], lines[at + 1:at + 15],
        [lines[at][:5] + chance.choice(" ;.:,*5al") + lines[at][5:]]))
    return [*lines[:at], *new, *lines[at + count:]]


def numbers(chance: random.Random) -> list[int]:
    """Return three numbers below 12."""
    return [chance.randrange(12) for _ in range(3)]


def operation(chance: random.Random) -> str:
    """Return a line with an instruction, as text."""
    m, n, k = numbers(chance)
    return chance.choice(OPERATION_LINES).format(m=m, n=n, k=k % 9).replace("\\n", "\n")


GENERATORS: dict[str, Callable[[random.Random], str]] = {
    "lines": lambda chance: chance.choice(LINES),
    "symbols": lambda chance: chance.choice(SYMBOLS).format(*numbers(chance)),
    "operations": operation,
}


def compare(name: str, count: int, seed: int) -> int:
    """Compare a number of assemblies; return the number of differences."""
    line, different, done = GENERATORS[name], 0, 0
    while done < count:
        chance = random.Random(f"{name} {seed} {done}")
        memory, dialect = Memory(), chance.choice(list(DIALECTS))
        lines = [line(chance) for _ in range(chance.choice((5, 20, 60)))]
        for _ in range(EDITS_PER_PROGRAM):
            lines = edited(chance, lines, [line(chance) for _ in range(5)])
            text, part = "\n".join(lines), chance.choice(PARTS)
            made, fresh = (view(assemble(
                text, name="/nowhere/a.asm", texts={"/nowhere/part.asm": part}, dialect=dialect,
                advise=False, memory=used)) for used in (memory, Memory()))
            done += 1
            if made != fresh:
                different += 1
                print(f"{name}, {dialect}:\n{text}\n", file=sys.stderr)
    print(f"{name}: {done:,} comparisons, {different} differences")
    return different


def main() -> int:
    """Compare with each generator."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="comparisons, all together")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    share = -(-given.count // len(GENERATORS))
    return int(sum(compare(name, share, given.seed) for name in GENERATORS) > 0)


if __name__ == "__main__":
    sys.exit(main())
