"""The feature probes on which other assemblers were measured, assembled by ours.

tests/reference/asm/probes.tsv contains the bytes that each probe should give (`expected`) and the
results of five other assemblers.  The sources here were written for these tests, from the names of
the probes.
"""

import csv
from pathlib import Path

import pytest

from asm import assemble_file

TABLE = Path(__file__).parents[1] / "reference" / "asm" / "probes.tsv"

SOURCES: dict[str, str] = {
    "upper-case mnemonics": " LDA #1",
    "CRLF line ends": " lda #1\r\n rts\r\n",
    "label with colon": "a1: nop\n bra a1",
    "comment by ; anywhere": " lda #1;comment",
    "comment by whitespace only": " lda #1 a comment",
    "spaces in operand list": " fcb 1 , 2 , 3",
    "spaces around operators": " lda #1 + 2",
    "* full-line comment": "* comment\n nop",
    "indented * comment": "   * comment\n nop",
    "label alone on line, indented op": "a1\n bra a1",
    "^Z at end of file": " nop\n\x1a",
    "non-ASCII char in comment": " nop ; é",
    "$1F hex": " fcb $1F",
    "0x1F hex": " fcb 0x1F",
    "1Fh hex suffix": " fcb 1Fh",
    "%1010 binary": " fcb %1010",
    "%10_10 / %10101010": " fcb %1010_1010",
    "0b1010": " fcb 0b1010",
    "1010b suffix": " fcb 1010b",
    "16#ff base": " fcb 16#ff",
    "@17 octal": " fcb @17",
    "'A char": " fcb 'A",
    "'A' char": " fcb 'A'",
    '"A" char immediate': ' lda #"A"',
    "#'A'": " lda #'A'",
    "+ - * /": " fdb 2+3*4-6/2",
    "left-to-right? 2+3*4": " fcb 2+3*4",
    "( )": " fcb (2+3)*4",
    "<< >>": " fdb 1<<8",
    "& |": " fcb $30&$3C|1",
    "^ xor": " fcb 5^10",
    "~ not": " fcb ~$F0&$FF",
    "! as or (Motorola)": " fcb 1!2",
    "% mod": " fcb 12%5",
    "&& ||": " fcb 1&&1||0",
    "? :": " fcb 1?5:6",
    "* = location": " org $10\n fdb *",
    "$ = location": " org $10\n fdb $",
    "hi()/lo() words": " fcb hi($1234),lo($1234)",
    "hi lo in immediate": " lda #lo $1234",
    "hi lo: >$1234 <$1234": " fcb >$1234,<$1234",
    "-1 as byte": " fcb -1",
    "forward equ": " lda #v\nv equ 5",
    "FCB": " fcb 1,2",
    "FDB": " fdb $1234",
    'FCC "..."': ' fcc "AB"',
    "FCC /../": " fcc /AB/",
    "FCC with bytes after": ' fcc "AB",$80',
    "FCB with string": ' fcb "AB",$80',
    "FCN": ' fcn "AB"',
    "FCS": ' fcs "AB"',
    "DB": " db 1,2",
    "DB with string": ' db "AB",$80',
    "DW": " dw $1234",
    "DS": " db 1\n ds 2\n db 2",
    "RMB": " fcb 1\n rmb 2\n fcb 2",
    "DS n,fill": " ds 2,$FF",
    "ZMB": " zmb 2",
    "BSZ": " bsz 2",
    "FILL v,n": " fill 5,2",
    "ALIGN n": " fcb 1\n align 4\n fcb 2",
    "FQB": " fqb 1",
    "FCW": " fcw $1234",
    ".byte/.word": " .byte 1\n .word 2",
    ".ascii": ' .ascii "AB"',
    "EQU": "v equ 5\n lda #v",
    "= (equ)": "v = 5\n lda #v",
    "f=5 no spaces": "f=5\n lda #f",
    "SET": "v set 5\nv set v+1\n lda #v",
    "redefine with =": "v = 5\nv = v+1\n lda #v",
    "local label 1$": " nop\n1$ nop\n bra 1$",
    "local label @x": " nop\n@x nop\n bra @x",
    "local label x@": " nop\nx@ nop\n bra x@",
    "local label .x (scoped)": "a1 nop\n.x nop\n bra .x\nb1 nop\n.x nop\n bra .x",
    "numeric 1 / 1B 1F": "1 nop\n bra 1B",
    "label x,y,a (register name)": "x equ 5\n lda #x",
    "label with . inside": "a.b equ 5\n lda #a.b",
    "auto direct after DIRECT $C8": " direct $C8\n lda $C812",
    "auto direct after DIRECT -1": " direct 0\n direct -1\n lda $12",
    "auto direct after SETDP $C8": " setdp $C8\n lda $C812",
    "SETDP $C800": " setdp $C800\n lda $C812",
    "force <": " lda <$12",
    "force >": " lda >$12",
    "< in mismatching page $C812": " lda <$C812",
    "0,x -> ,x": " lda 0,x",
    "[0,x] -> [,x]": " lda [0,x]",
    "<0,x 8-bit": " lda <0,x",
    "<<5,x 5-bit": " lda <<5,x",
    ">5,x 16-bit": " lda >5,x",
    "fwd equ 5,x": " lda v,x\nv equ 5",
    "fwd equ direct": " setdp 0\n lda v\nv equ 5",
    "label,pcr fwd short": " lda v,pcr\n nop\nv nop",
    "label,pc = PC-relative address?": "v lda v,pc",
    "[label]": " jmp [$1234]",
    "! with < >": "! nop\n bra <",
    "pshs #$06": " pshs #$06",
    "bra foo+1": " bra v+1\nv nop\n nop",
    "IF/ELSE/ENDIF": " if 1\n nop\n else\n rts\n endif",
    "IF a=b (single =)": "a1 equ 1\n if a1=1\n nop\n endif",
    "IF a==b": "a1 equ 1\n if a1==1\n nop\n endif",
    "IFDEF": "a1 equ 0\n ifdef a1\n rts\n endif",
    "IFNDEF": " ifndef a1\n nop\n endif",
    "ENDC": " if 1\n nop\n endc",
    "IFEQ/IFNE": " ifeq 0\n nop\n endif",
    "ELSEIF/ELSIF": " if 0\n nop\n elsif 1\n rts\n endif",
    "IF on undefined symbol = 0": " if nosuch\n nop\n else\n rts\n endif",
    "name MACRO \\1": "m macro\n lda #\\1\n endm\n m 5",
    "macro named args": "m macro v\n lda #v\n endm\n m 5",
    "MACRO name (name after)": " macro m\n lda #\\1\n endm\n m 5",
    "\\0 / {1} / &1": "m macro\n lda #{1}\n endm\n m 5",
    "\\? unique labels": "m macro\nl\\? nop\n bra l\\?\n endm\n m\n m",
    "LOCAL in macro": "m macro\n local l\nl nop\n bra l\n endm\n m\n m",
    "\\@ unique": "m macro\nl\\@ nop\n bra l\\@\n endm\n m\n m",
    "EXITM": "m macro\n nop\n exitm\n rts\n endm\n m",
    "REPT n": " rept 3\n nop\n endr",
    "nested macro call": "m macro\n nop\n endm\nn macro\n m\n m\n endm\n n",
    "STRUCT (AS09 form)": " struct s\n db s1\n dw s2\n end struct\n lda #s2\n ldb #s",
    "STRUCT (lwasm form)": "s struct\na1 rmb 3\nb1 rmb 1\n ends\n ldb #b1",
    "BSS/CODE": " bss\n org $C880\nv rmb 1\n code\n lda v",
    "ORG in RAM then ORG 0: output only code": " org $C880\nv rmb 1\n org 0\n lda v",
    "NOOPT / OPT": " noopt\n opt\n nop",
    'INCLUDE "f" quoted': ' include "inc.i"',
    "INCLUDE f unquoted": " include inc.i",
    "USE f": " use inc.i",
    "INCLUDE case-insensitive name": ' include "INC.I"',
    "INCLUDE sub\\f backslash": ' include "sub\\inc.i"',
    "INCLUDEBIN": ' includebin "two.bin"',
    "INCBIN": ' incbin "two.bin"',
    "END": " nop\n end\n rts",
    "TITLE/PAGE/LIST": ' title "x"\n page\n list\n nop',
    "CMAP": ' cmap\n fcc "AB"',
    "PRAGMA/OPT x": " pragma x\n nop",
    "NAM/TTL/SPC": " nam x\n ttl y\n spc 2\n nop",
    "NOP 3": " nop 3",
    "SWI 2": " swi 2",
    "gap by second ORG is filled": " nop\n org 4\n nop",
}

# Probes that are not compared with `expected`, each with the reason.
OTHERWISE: dict[str, str] = {
    "pshs all": "accepted as AS09 does; the probe has no expected bytes, the cases have",
    "mixed-case label refs": "symbols are case-sensitive",
    "// comment": "no assembler takes it; / divides",
    "opcode at column 0": "column 1 is for labels; a warning says so",
    "017 octal": "AS09 and VIDE read it as decimal",
    "== !=": "the probe has no expected bytes; the cases have",
    "< >": "the probe has no expected bytes; the cases have",
    "default DP for $12": "DP is unknown until SETDP",
    "[,x+] rejected? (bytes if accepted)": "accepted with a warning",
    "leax $1234 rejected?": "rejected; tests/cases has it",
    "lda x (bare index reg)": "a symbol, except in vide",
    "lda [x]": "a symbol, except in vide",
    "tfr a,x (mixed size)": "accepted with a warning",
    "tfr 0,dp": "6309 only",
    "6309 by default (ldw)": "not a 6809 instruction",
    "6800 compat (ldaa, inx)": "not 6809 instructions",
    "out-of-range bra auto-lengthened": "an error, or --relax",
    "lbra shortened when near": "instructions are as written",
    "jmp/jsr shortened": "instructions are as written",
    "macro used before its definition": "an error",
    "SECTION": "code, data and bss only",
    "ERROR \"x\" stops": "an error; tests/cases has it",
}

# Probes for which our bytes differ from those of the dialect's assembler, each with the reason.
DIALECT_OTHERWISE: dict[tuple[str, str], str] = {
    ("as09", "gap by second ORG is filled"): "measured with a switch for zeros; without it $FF",
    ("as09", "label,pc = PC-relative address?"): "another line: 8 bits where the label is above",
    ("vide", "ALIGN n"): "measured again: there is a gap",
    ("vide", "fwd equ direct"): "measured again: direct where DP is 0",
    ("vide", "label,pc = PC-relative address?"): "a label is an address; the original is wrong",
    ("vide", "label,pcr fwd short"): "a label is an address; the original is wrong",
    ("lwasm", "label,pc = PC-relative address?"): "a label is an address",
    ("lwasm", "RMB"): "space lies in the image",
    ("lwasm", "gap by second ORG is filled"): "gaps lie in the image",
    ("lwasm", "numeric 1 / 1B 1F"): "the grammar is one for all: `1B` is a reference",
    ("lwasm", "ELSEIF/ELSIF"): "the grammar is one for all",
    ("lwasm", "fwd equ 5,x"): "another line: encodings_diff.jsonl has 16 bits",
}
SHOWN = 20      # hexadecimal digits of an image in the table
COLUMNS = {"as09": "as09", "vide": "assi", "lwasm": "lwasm"}


def rows() -> list[dict[str, str]]:
    """Return the rows of the table."""
    with open(TABLE, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def lay_out(folder: Path) -> None:
    """Write the files that the probes include into a folder."""
    (folder / "sub").mkdir()
    for place in (folder, folder / "sub"):
        (place / "inc.i").write_text(" nop\n")
    (folder / "two.bin").write_bytes(b"\1\2")


def test_every_probe_is_answered() -> None:
    """Each probe of the table has a source here, or a reason for a difference."""
    names = {row["probe"] for row in rows()}
    assert names == set(SOURCES) | set(OTHERWISE)
    assert not set(SOURCES) & set(OTHERWISE)


@pytest.mark.parametrize("row", [row for row in rows() if row["probe"] in SOURCES],
                         ids=lambda row: row["probe"])
def test_probe(row: dict[str, str], tmp_path: Path) -> None:
    """The probe assembles to the expected bytes."""
    lay_out(tmp_path)
    source = tmp_path / "probe.asm"
    source.write_bytes(SOURCES[row["probe"]].encode("utf-8"))
    program = assemble_file(source)
    assert program.image is not None, program.messages()
    assert program.image.hex() == row["expected"]


@pytest.mark.parametrize("dialect", COLUMNS)
def test_dialect_makes_what_its_assembler_made(dialect: str, tmp_path: Path) -> None:
    """The dialect gives the bytes of its assembler for each probe, or a reason is listed."""
    lay_out(tmp_path)
    source, otherwise = tmp_path / "probe.asm", set()
    for row in rows():
        made = row[COLUMNS[dialect]]
        if row["probe"] not in SOURCES or made == "-":
            continue
        source.write_bytes(SOURCES[row["probe"]].encode("utf-8"))
        program = assemble_file(source, dialect=dialect, warnings=["none"])
        wanted = row["expected"] if made == "yes" else made.removeprefix("=")
        if program.image is None or program.image.hex()[:SHOWN] != wanted:
            otherwise.add((dialect, row["probe"]))
    assert otherwise == {key for key in DIALECT_OTHERWISE if key[0] == dialect}
