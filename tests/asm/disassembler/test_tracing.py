"""The fraction of code that the tracer finds, and the fraction of data that it takes for code."""

import random
from pathlib import Path

import pytest

from asm import Program, assemble, assemble_file
from asm.assembler.encode import Fixed, Instruction
from asm.disassembler.disasm import cartridge_entry, disassemble, entry_points
from asm.disassembler.tracing import trace

ROOT = Path(__file__).parents[3]
HEADER = ' org 0\n fcc "g GCE 2026"\n fcb $80\n fdb $FD0D\n fcb $F8,$50,$20,$D0\n' \
         ' fcc "TEST"\n fcb $80,0\n'


def code_bytes(program: Program) -> set[int]:
    """Return the addresses of the bytes of instructions."""
    return {address + offset for address, data, item in program.chunks
            if isinstance(item.statement, Fixed | Instruction) for offset in range(len(data))}


def traced(program: Program, starts: list[int],
           seen: list[tuple[int, int]] | None = None) -> set[int]:
    """Return the addresses of the bytes that the tracer takes for code."""
    assert program.image is not None, program.messages()
    code = trace(program.image, program.origin, starts, seen or []).code
    return {address + offset for address, decoded in code.items()
            for offset in range(decoded.size)}


def found(source: str) -> str:
    """Return the labels of a small cartridge that the tracer reaches."""
    program = assemble(HEADER + source, warnings=["none"])
    assert program.image is not None, program.messages()
    reached = traced(program, [cartridge_entry(program.image) or 0])
    return " ".join(name for name, symbol in program.symbols.items()
                    if symbol.kind == "label" and symbol.value in reached)


@pytest.mark.parametrize(("source", "reached"), [
    ("m jmp [t]\nt fdb f\nf rts", "m f"),
    ("m ldx #f\n stx $C880\n jsr [$C880]\n rts\n fcb 1\nf lda #1\n rts", "m f"),
    ("m ldx #t\n jsr [a,x]\n rts\nt fdb f,g,h\nf rts\ng nop\n rts\nh rts", "m f g h"),
    ("m ldu #t\n jsr [,u]\n rts\nt fdb f\nf rts", "m f"),
    ("m ldu #t\n jsr [,u++]\n bra m2\nm2 rts\nt fdb f\nf rts", "m m2 f"),
    ("m ldx #t\n ldx b,x\n jmp ,x\nt fdb f,g\nf rts\ng rts", "m f g"),
    ("m ldx #t\n leax d,x\n jmp [,x]\nt fdb f,g\nf rts\ng rts", "m f g"),
    ("m ldy #t\n abx\n ldd a,y\n tfr d,pc\nt fdb f,g\nf rts\ng rts", "m f g"),
    ("m ldx #t\nl ldu ,x++\n beq e\n jsr ,u\n bra l\ne rts\nt fdb f,g,0\nf rts\ng rts",
     "m l e f g"),
    ("m ldx #f\n bsr s\n jmp [$C890]\ns stx $C890\n rts\nf rts", "m s f"),
    ("m ldd #f\n pshs d\n rts\nt fcb 1,2,3\nf rts", "m f"),
    ("m lda #2\n ldx #t\n jmp [a,x]\nt fdb 1,f,2\nf rts", "m f"),
    ("m lda #$C8\n tfr a,dp\n ldx #f\n stx <$80\n jsr [$C880]\n rts\nt fcb 1\nf rts", "m f"),
    ("m ldx #f\n stx <$80\n jsr [$C880]\n rts\nt fcb 1\nf rts", "m f"),
    ("m ldx #t\n stx $C880\n ldx $C880\n jsr [b,x]\n rts\nt fdb f,g\nf rts\ng rts", "m f g"),
    ("m ldu #t\n bsr s\n jsr [a,u]\n rts\ns ldb #1\n rts\nt fdb f,g\nf rts\ng rts", "m s f g"),
    ("m ldu #t\n bsr s\n jsr [a,u]\n rts\ns pshs u\n ldu #1\n puls u,pc\nt fdb f,g\nf rts\ng rts",
     "m s f g"),
    ("m ldd #t+1\n ldy #t+3\n std ,y\n lda $C890\n ldx #t\n jsr [a,x]\n rts\n"
     "t fdb f,g\nf rts\ng rts", "m f g"),
    ("m ldx #d\n lda ,x\n brn d\n rts\nd fcb $8E,1,2,$39", "m"),
    ("m ldx #d\n jsr $F37F\n jmp m\nd fcb $12,$12,$39", "m"),
])
def test_jumps_through_registers_ram_and_tables(source: str, reached: str) -> None:
    """Jumps through stored addresses are followed; addresses that are only read are data."""
    assert found(source + "\n") == reached


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["games/connect4.asm", "games/reversi.asm", "roms/exec.asm"])
def test_the_projects_images(name: str) -> None:
    """In our images, at least 85 % of the code is found, and no data is taken for code."""
    program = assemble_file(ROOT / name, include_dirs=[ROOT / "roms" / "include"])
    assert program.image is not None
    starts = entry_points(program.image, program.origin)
    if program.origin:
        names = (ROOT / "roms" / "include" / "vectrex.inc").read_text()
        entries = names.partition("ROM tables")[0]
        starts += [symbol.value for symbol in assemble(entries + " endif\n").symbols.values()
                   if symbol.value is not None and 0xE000 <= symbol.value < 0xFFF2]
    code, reached = code_bytes(program), traced(program, starts)
    assert len(reached - code) * 10_000 < len(reached)
    assert len(reached & code) >= 0.85 * len(code)


def generated(seed: int) -> str:
    """Return a random cartridge: routines reached in every way, with data between them."""
    rng = random.Random(seed)
    count = rng.randrange(12, 40)
    names = [f"r{n}" for n in range(count)]
    ways = {name: rng.choice(("call", "call", "call", "table", "stored", "list", "jump", "push",
                              "indexed")) for name in names[1:]}
    tables: dict[str, list[str]] = {}
    lines: dict[str, list[str]] = {}
    for name in names:
        lines[name] = [rng.choice((
            "lda #{b}", "ldb $C8{b:02x}", "addd #{b}", "leax 3,x", "std ,u", "pshs a,b\n puls a,b",
            "clr $C8{b:02x}", "jsr $F2AB", "jsr $F192", "asla", "cmpa #{b}", "stb <$00",
            "ldx #d{d}\n lda a,x", "ldu #d{d}\n jsr $F372", "tst ,x+", "lsr $C8{b:02x}"))
            .format(b=rng.randrange(128, 256), d=rng.randrange(8))
            for _ in range(rng.randrange(1, 14))]
    for number, (name, way) in enumerate(ways.items()):
        caller = lines[names[rng.randrange(number + 1)]]
        cell = 0xC880 + 2 * number
        if way == "table":
            tables[f"t{number}"] = [name]
            caller += [f"ldx #t{number}", "jsr [a,x]"]
        elif way == "list":
            tables[f"t{number}"] = [name]
            caller += [f"ldu #t{number}", "ldx a,u", "jsr ,x"]
        else:
            caller += {"call": [f"jsr {name}"], "stored": [f"ldx #{name}", f"stx ${cell:04X}",
                                                          f"jsr [${cell:04X}]"],
                       "jump": [f"beq *+5\n jmp {name}"], "push": [f"ldx #{name}", "bsr *+4",
                                                                  "bra *+4", "pshs x\n rts"],
                       "indexed": [f"ldy #{name}", "jsr ,y"]}[way]
    for table in tables.values():
        table += rng.choices(names[1:], k=rng.randrange(1, 6))
    text = [HEADER]
    data = [f"d{n}" for n in range(8)]
    for name in names:
        text += [f"{name} nop", *(f" {line}" for line in lines[name]),
                 rng.choice((" rts", " rts", f" bra {name}"))]
        if data and rng.random() < 0.5:
            kind = rng.choice(("bytes", "vectors", "text", "zeros"))
            values = {"bytes": [rng.randrange(256) for _ in range(40)], "zeros": [0] * 40,
                      "vectors": [rng.choice((0, 255, rng.randrange(-40, 40) & 255))
                                  for _ in range(40)], "text": [*b"HELLO WORLD, PRESS A BUTTON"]}
            text.append(f"{data.pop()} fcb " + ",".join(map(str, values[kind])))
        if tables and rng.random() < 0.4:
            table, targets = tables.popitem()
            text.append(f"{table} fdb " + ",".join(targets))
    text += [f"{table} fdb {','.join(targets)}" for table, targets in tables.items()]
    text += [f"{name} fcb {rng.randrange(256)},{rng.randrange(256)},$39" for name in data]
    return "\n".join(text) + "\n"


@pytest.mark.parametrize("count", [pytest.param(20, marks=pytest.mark.slow),
                                   pytest.param(100, marks=pytest.mark.nightly)])
def test_generated_images(count: int) -> None:
    """In many cartridges, 85 % of the code is found; 1 byte in 10,000 is wrong."""
    total = right = wrong = 0
    for seed in range(count):
        program = assemble(generated(seed), warnings=["none"])
        assert program.image is not None, program.messages()
        code = code_bytes(program)
        reached = traced(program, [cartridge_entry(program.image) or 0])
        total, right, wrong = (total + len(code), right + len(reached & code),
                               wrong + len(reached - code))
        again = assemble(disassemble(program.image), warnings=["none"])
        assert again.image == program.image, seed
    assert right >= 0.85 * total, right / total
    assert wrong * 10_000 <= right, (wrong, right)


def test_what_ran_is_code() -> None:
    """An address that is known to have run is code, and is followed."""
    program = assemble(HEADER + "m jmp ,x\n fcb 1,2\nf lda #1\n bra g\n fcb 0,0,0\n"
                       "g neg <0\n rts\n")
    assert program.image is not None
    labels = {name: symbol.value or 0 for name, symbol in program.symbols.items()}
    start = cartridge_entry(program.image) or 0
    assert traced(program, [start]) == {labels["m"], labels["m"] + 1}
    assert traced(program, [start], [(labels["f"], labels["f"])]) == code_bytes(program)
    everything = [(labels["f"], labels["f"] + 3), (labels["g"], labels["g"] + 2)]
    assert traced(program, [start], everything) == code_bytes(program)
    assert traced(program, [start], [(0xF000, 0xFFFF)]) == traced(program, [start])


def test_pc_is_pulled_from_a_table() -> None:
    """`ldu #T` and `pulu ...,pc` lead to the words of the table at T."""
    source = """start ldu #table
 pulu d,pc
one inca
 pulu pc
two incb
 pulu x,pc
three rts
not fcb 1,2,3
table fdb 5,one,two,7,three
"""
    assert found(source) == "start one two three"
    assert found(source.replace("ldu #table", "ldu >table")) == "start"


@pytest.mark.parametrize("way", [
    " ldx #table\n abx\n abx\n jmp [,x]", " ldx #table\n leax a,x\n jsr [,x]\n rts",
    " ldd #table\n addb 5,u\n adca #0\n tfr d,x\n jmp [,x]",
    " ldx #table\n ldx a,x\n jmp ,x", " ldy #table\n ldd b,y\n tfr d,pc"])
def test_a_computed_table(way: str) -> None:
    """The words of a table are followed however the index is added."""
    source = f"start nop\n{way}\none rts\ntwo inca\n rts\ntable fdb one,two,one\n"
    assert found(source) == "start one two"


def test_dp_is_known_behind_routines_of_the_rom() -> None:
    """DP and X are known after ROM routines that set or preserve them."""
    program = assemble(HEADER + "start jsr $F1AF\n lda <$24\n jsr $F192\n sta <1\n jsr $F511\n"
                       " sta <2\n rts\n", warnings=["none"])
    assert program.image is not None
    start = cartridge_entry(program.image) or 0
    pages = trace(program.image, 0, [start]).pages
    assert [pages.get(start + at) for at in (0, 3, 5, 8, 10, 13)] == [
        None, 0xC8, 0xC8, 0xD0, 0xD0, 0xD0]
