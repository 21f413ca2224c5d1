"""The possible changes to a program.  Each changes one instruction of a source line, at every place
where the line generates it.

    branch      the opposite condition: BEQ for BNE
    bound       the bound of a comparison: BHI for BHS, BLT for BLE
    constant    plus one: LDA #5 becomes LDA #6
    comparison  plus one in CMP
    call        removed: JSR, BSR, LBSR become NOPs
    store       removed: ST_, and CLR, INC, DEC of memory
    arithmetic  the opposite: ADD for SUB, ADC for SBC, AND for OR, INC for DEC, shifts to the
                other side; ABX, MUL and LEA_ removed
    transfer    removed: TFR and EXG
    stack       removed: PSH_, and PUL_ without PC
    data        plus one in the last byte of a line of data: a vector list, a tune, a table; not in
                the cartridge's header
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from asm.cpu import isa
from asm.cpu.decoding import Decoded, decode
from asm.output.debuginfo import EQUATES_FROM, DebugInfo
from asm.vectrex import CARTRIDGE_END

from ...console.cartridge import title_end
from ...measure.coverage.listing import code_rows, condition_of, instructions
from ..everywhere import spec_of

DATA = "data"
KINDS = ("branch", "bound", "constant", "comparison", "call", "store", "arithmetic", "transfer",
         "stack", DATA)
OPPOSITE = {pair[at]: pair[1 - at] for pair in (
    ("ADDA", "SUBA"), ("ADDB", "SUBB"), ("ADDD", "SUBD"), ("ADCA", "SBCA"), ("ADCB", "SBCB"),
    ("ANDA", "ORA"), ("ANDB", "ORB"), ("INCA", "DECA"), ("INCB", "DECB"), ("INC", "DEC"),
    *((f"{left}{of}", f"{right}{of}") for left, right in (("ASL", "LSR"), ("ROL", "ROR"))
      for of in ("A", "B", ""))) for at in (0, 1)}
REMOVED = {**dict.fromkeys(("ABX", "MUL", "LEAX", "LEAY", "LEAS", "LEAU"), "arithmetic"),
           "TFR": "transfer", "EXG": "transfer", "PSHS": "stack", "PSHU": "stack", "PULS": "stack",
           "PULU": "stack"}
PULLS_PC = 0x80
BOUNDS = {2: 4, 4: 2, 3: 5, 5: 3, 0xC: 0xE, 0xE: 0xC, 0xD: 0xF, 0xF: 0xD}
NOP = 0x12
STORES = ("STA", "STB", "STD", "STX", "STY", "STU", "STS", "CLR", "INC", "DEC")
IMMEDIATE = {isa.IMMEDIATE8: 1, isa.IMMEDIATE16: 2}


@dataclass(frozen=True)
class Mutant:
    """A change to a program.

    what   the change as source: `beq -> bne`
    spec   its bytes, as text of testing/everywhere.py
    """

    file: str
    line: int
    kind: str
    what: str
    spec: str


def mutants(debug: DebugInfo, image: bytes) -> list[Mutant]:
    """Return the changes of a program, in the order of its lines.

    >>> from asm import assemble
    >>> from asm.output.debugging import debug_info
    >>> program = assemble("main lda #5\\n beq main\\n jsr main\\n rts\\n", name="game.asm")
    >>> for mutant in mutants(debug_info(program), program.image):
    ...     print(mutant.line, mutant.kind, mutant.what)
    1 constant lda     #$05 -> lda     #$06
    2 branch beq     main -> bne     main
    3 call jsr     >main -> left out
    """
    found: defaultdict[tuple[str, int, int, str], list[tuple[int, bytes, str]]] = defaultdict(list)
    for known in (debug, *debug.others):
        own = image[known.bank * CARTRIDGE_END:]
        code, header = code_rows(known), title_end(own)
        for row in sorted(set(known.source_map).difference(code)):
            last = row.address + row.size - 1
            for old in own[last:last + 1] if last >= header else b"":
                found[row.file, row.line, last - row.address, DATA].append(
                    (last | known.bank << 16, bytes([old + 1 & 0xFF]),
                     f"${old:02X} -> ${old + 1 & 0xFF:02X} in the last byte"))
        for row in code:
            for address, one in instructions(row, own, 0):
                data = own[address:address + one.size]
                for kind, changed in changes(one, data):
                    key = row.file, row.line, address - row.address, kind
                    found[key].append((address | known.bank << 16, changed,
                                       words(known, address, data, changed)))
    return [Mutant(file, line, kind, places[0][2],
                   spec_of(image, [(address, data) for address, data, _ in places]))
            for (file, line, _, kind), places in sorted(found.items())]


def changes(one: Decoded, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each possible change of an instruction: its kind, and the new bytes."""
    at = len(one.op.opcode_bytes) - 1       # of the byte after a prefix
    code, name = data[at], one.op.mnemonic
    condition = condition_of(one)
    if condition is not None:
        yield "branch", data[:at] + bytes([code ^ 1]) + data[at + 1:]
        if condition in BOUNDS:
            yield "bound", data[:at] + bytes([code & 0xF0 | BOUNDS[condition]]) + data[at + 1:]
    size = IMMEDIATE.get(one.op.mode, 0)
    if size:
        value = int.from_bytes(data[-size:], "big") + 1 & (1 << 8 * size) - 1
        yield ("comparison" if name.startswith("CMP") else "constant"), \
            data[:-size] + value.to_bytes(size, "big")
    if one.effect.then == isa.CALL and not name.startswith("SWI"):
        yield "call", bytes([NOP]) * len(data)
    if name in STORES:
        yield "store", bytes([NOP]) * len(data)
    if name in OPPOSITE:
        other = isa.BY_MNEMONIC[OPPOSITE[name]][one.op.mode]
        yield "arithmetic", other.opcode_bytes + data[len(one.op.opcode_bytes):]
    if name in REMOVED and not (name.startswith("PUL") and data[-1] & PULLS_PC):
        yield REMOVED[name], bytes([NOP]) * len(data)


def words(debug: DebugInfo, address: int, old: bytes, new: bytes) -> str:
    def text(data: bytes) -> str:
        one = decode(data, 0, address)
        if one is None:
            return data.hex()
        at = one.target
        if at is None:
            return one.text()
        near = debug.cell(at) if at >= EQUATES_FROM else ""     # lower numbers may be constants
        return one.text(debug.names.get(at) or near)

    return f"{text(old)} -> " + ("left out" if set(new) == {NOP} else text(new))
