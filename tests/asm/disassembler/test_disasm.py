"""Decoding: the round trip with the encoder, over every form."""

import json
import random
from pathlib import Path

import pytest

from asm import assemble
from asm.cpu import isa
from asm.cpu.decoding import decode
from asm.disassembler.data import list_pieces
from asm.disassembler.disasm import cartridge_entry, disassemble, vectors
from asm.vectrex import COUNTED, COUNTED_SCALED, PACKETS, SCALED_PACKETS


def back(decoded_text: str, address: int) -> bytes | None:
    """Assemble one line at an address."""
    return assemble(f" org ${address:04X}\n {decoded_text}\n", warnings=["none"]).image


@pytest.mark.slow
def test_round_trip_of_every_opcode_and_postbyte() -> None:
    """Every opcode with every operand form decodes to text that assembles to the same bytes."""
    random.seed(6809)
    forms = 0
    for op in isa.OPS:
        seconds = range(256) if op.mode in (isa.INDEXED, isa.REGISTER, isa.STACK) else (0, 1, 0xFF)
        if op.mode == isa.INDEXED and op.mnemonic not in ("LDA", "LEAX", "CMPY", "JMP"):
            seconds = random.sample(range(256), 24)
        for second in seconds:
            for tail in (b"\x00\x00", b"\x05\x7f", b"\xff\xf0"):
                data = op.opcode_bytes + bytes((second,)) + tail
                decoded = decode(data, 0, 0x4000)
                if decoded is None:
                    assert op.mode in (isa.INDEXED, isa.REGISTER)
                    continue
                assert back(decoded.text(), 0x4000) == data[:decoded.size], decoded.text()
                forms += 1
    assert forms > 5000


def test_cycles_count_postbyte_and_stacked_registers() -> None:
    """Cycles include what the post-byte and the register list add."""
    def cycles(text: str) -> tuple[int, int]:
        data = assemble(text).image
        assert data is not None
        decoded = decode(data, 0, 0)
        assert decoded is not None
        return decoded.cycles, decoded.cycles_most
    assert cycles(" lda [$1234]") == (9, 9)
    assert cycles(" pshs d,x,y,u,pc,dp,cc") == (17, 17)
    assert cycles(" lbne *") == (5, 6)
    assert cycles(" rti") == (6, 15)
    assert cycles(" leax ,x++") == (7, 7)


def test_undocumented_codes_are_data() -> None:
    """Bytes that no source generates are not decoded, so the round trip always holds."""
    for data in (b"\x01\x00", b"\xa6\x87", b"\xa6\xac\x00", b"\x1f\x66", b"\x10\x12", b"\x8e\x00"):
        assert decode(data, 0, 0) is None
    assert decode(b"\x10", 0, 0) is None


def test_image_round_trip() -> None:
    """Any image disassembles to a source that assembles to the image."""
    random.seed(1)
    for size in (1, 2, 50, 4096):
        for origin in (0, 0xC000, 0xF000):
            if origin + size > 0x10000:
                continue
            image = random.randbytes(size)
            text = disassemble(image, origin, [origin, origin + size // 2])
            program = assemble(text, warnings=["none"])
            assert (program.image, program.origin) == (image, origin), program.messages()


def test_program_with_names() -> None:
    """Names of the symbol file appear as labels and operands."""
    program = assemble(" org $E000\nmain jsr sub\n jmp out\nsub rts\ntext fcc \"HELLO THERE\"\n"
                       "out equ $F000\n")
    assert program.image is not None
    names = {0xE000: "main", 0xE006: "sub", 0xF000: "out"}
    text = disassemble(program.image, 0xE000, [0xE000], names)
    assert "main            jsr     >sub" in text and "jmp     >out" in text
    assert "out             equ     $F000" in text and 'fcc     "HELLO THERE"' in text
    again = assemble(text)
    assert again.image == program.image


def test_long_names_stand_on_their_own_line() -> None:
    """A label that fills its column works for code and for data."""
    names = {0: "a_rather_long_name_for_a_routine", 1: "a_rather_long_name_for_a_table"}
    text = disassemble(b"\x39\x01\x02", 0, [0], names)
    again = assemble(text)
    assert again.image == b"\x39\x01\x02", again.messages()
    assert {name: symbol.value for name, symbol in again.symbols.items()} == {
        name: address for address, name in names.items()}


@pytest.mark.slow
def test_bundled_images_round_trip() -> None:
    """The ROM and the cartridges assemble back from their disassembly, with names."""
    data = Path(__file__).parents[3] / "vecx" / "data"
    images = sorted(data.glob("*.bin"))
    assert images
    for path in images:
        content = json.loads(path.with_suffix(".symbols.json").read_text("utf-8"))
        names = {row["value"]: name for name, row in content["symbols"].items()
                 if "." not in name and row["kind"] == "label"}
        image, origin = path.read_bytes(), content["image"]["origin"]
        again = assemble(disassemble(image, origin, [], names), warnings=["none"])
        assert (again.image, again.origin) == (image, origin), path


def test_cartridge_header_is_skipped() -> None:
    """A Vectrex header is data; the program begins after its last zero."""
    header = b"g GCE 1983\x80\xfd\x0d\xf8\x50\x20\x80GAME\x80\x00"
    assert cartridge_entry(header + b"\x12\x39") == len(header)
    assert cartridge_entry(b"\x12\x39") is None
    text = disassemble(header + b"\x12\x39")
    assert "L0017           nop" in text.replace(f"L{len(header):04X}", "L0017")
    assert assemble(text, warnings=["none"]).image == header + b"\x12\x39"


def test_case_sources_survive_the_disassembler() -> None:
    """The images of the good cases assemble back from their disassembly."""
    cases = Path(__file__).parents[2] / "cases" / "asm"
    checked = 0
    for path in sorted(cases.glob("*/ok_*.asm")):
        program = assemble(path.read_text("utf-8"), warnings=["none"])
        if not program.image:
            continue
        text = disassemble(program.image, program.origin)
        assert assemble(text, warnings=["none"]).image == program.image, path
        checked += 1
    assert checked >= 8


def test_a_system_rom_is_followed_from_its_vectors() -> None:
    """An image that ends at $FFFF is followed from its vectors, not from its first byte."""
    source = (" org $FF00\n fcb $12,$39\nreset lda #1\n bra reset\nirq rti\n org $FFF2\n"
              " fdb irq,irq,$1000,irq,irq,irq,reset\n")
    program = assemble(source)
    assert program.image is not None
    text = disassemble(program.image, 0xFF00)
    assert "fcb     $12,$39" in text and "LFF02           lda     #$01" in text
    assert "LFF06           rti" in text
    assert assemble(text).image == program.image
    assert vectors(program.image[:-1], 0xFF00) == [] == vectors(b"\x12", 0xFFFF)


def test_code_that_overlaps_is_taken_once() -> None:
    """If an entry is inside an instruction, the first decoding is kept."""
    image = bytes((0x8E, 0x12, 0x39, 0x39))          # ldx #$1239, rts; from 1: nop, rts
    for entries in ([0, 1], [1, 0]):
        text = disassemble(image, 0x1000, [0x1000 + entry for entry in entries])
        assert assemble(text).image == image
    assert "ldx     #$1239" in disassemble(image, 0x1000, [0x1001, 0x1000])
    assert "nop" in disassemble(image, 0x1000, [0x1000, 0x1001])


LISTS = """        org     0
        fcc     "g GCE 2026"
        fcb     $80
        fdb     $FD0D
        fcb     $F8,$50,$20,$D0
        fcc     "TEST"
        fcb     $80,0
start   jsr     $F1AF
        lda     <$24
        ldx     #shape
        jsr     $F3CE
        ldx     #packets
        jsr     $F410
        ldu     #table
        pulu    pc
one     ldx     #words
        jmp     [a,x]
two     ldu     #text
        jsr     $F373
        bra     two
table   fdb     one
words   fdb     one,two,one
shape   fcb     2,10,-20,0,30,-10,5
packets fcb     $FF,1,2,0,-3,4,1
text    fcc     "SCORE"
        fcb     $80
        fcb     1,2
"""


def test_data_is_written_as_what_it_is() -> None:
    """Tables of words, lists for the ROM and text are recognised, each with a label."""
    image = assemble(LISTS, warnings=["none"]).image
    assert image is not None
    text = disassemble(image, names={0xC824: "Vec_0Ref_Enable"})
    assert assemble(text, warnings=["none"]).image == image
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for line in ("lda <Vec_0Ref_Enable", "setdp $C8", "fcb 2 ; Draw_VLc: 3 pairs of y, x",
                 "fcb 10,-20", "fcb 0,30", "fcb -10,5", "fcb 0,-3,4", "fcb 1 ; end",
                 'fcc "SCORE",$80'):
        assert any(found.endswith(line) for found in lines), line
    assert any(found.endswith("fcb -1,1,2 ; Draw_VLp: mode, y, x") for found in lines)
    assert sum("fdb" in line.split() for line in lines) == 4


def test_an_edited_listing_still_works() -> None:
    """After an inserted instruction, all following code and references move correctly."""
    image = assemble(LISTS, warnings=["none"]).image
    assert image is not None
    edited = assemble(LISTS.replace("start   jsr", "start   nop\n        jsr"), warnings=["none"])
    head, mark, rest = disassemble(image).partition("jsr     >LF1AF")
    label = head.rpartition("\n")[2].strip()
    head = head.removesuffix(head.rpartition("\n")[2])
    text = f"{head}{label:16}nop\n{'':16}{mark}{rest}"
    assert mark and assemble(text, warnings=["none"]).image == edited.image


def test_addresses_and_bytes_in_the_comments() -> None:
    """Each comment contains address and bytes, and the source still assembles."""
    image = assemble(LISTS, warnings=["none"]).image
    assert image is not None
    text = disassemble(image, addresses=True)
    assert assemble(text, warnings=["none"]).image == image
    assert any(line.split(" ; ")[-1] == "001A 96 24" for line in text.splitlines())
    shown = [line.rsplit(" ; ", 1)[1].split() for line in text.splitlines()
             if " ; " in line and line.startswith(("L", "D", " "))]
    assert b"".join(bytes.fromhex("".join(words[1:])) for words in shown) == image


@pytest.mark.parametrize("data", [
    b"\x05\1\2", b"", b"\x80"])
def test_what_is_no_list_is_not_written_as_one(data: bytes) -> None:
    """A count beyond the data and packets without an end remain plain bytes."""
    assert list_pieces(data, COUNTED, "Draw_VLc") == []
    assert list_pieces(data, COUNTED_SCALED, "Draw_VLcs") == []
    assert list_pieces(data, PACKETS, "Draw_VLp") == []
    assert list_pieces(b"\x7f\0\1\2\1", SCALED_PACKETS, "Draw_VLp_scale") != []
