"""From a mnemonic and its operand to an item: which parser and encoder serve an instruction."""

from __future__ import annotations

import re

from asm.assembler import operands
from asm.assembler.encode import Byte, Fixed, FixedSize, Item, Nops, immediate_rungs
from asm.assembler.pass_state import Run
from asm.cpu import isa
from asm.cpu.isa import Op
from asm.syntax import parser
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.lexer import Scanner

NOP_COUNT_MAX = 65535

# ORCC, ANDCC and CWAI with flags by letter: the bits of CC, from the lowest.
_FLAG_OPERATIONS = ("ORCC", "ANDCC", "CWAI")
_FLAG_BITS = {letter: 1 << bit for bit, letter in enumerate("cvznihfe")}
_FLAGS = re.compile(r"[ \t]*([cvznihfe](?:[ \t]*,[ \t]*[cvznihfe])*)[ \t]*(?:;|$)", re.IGNORECASE)

# lower-case mnemonic -> (kind of operand, upper-case mnemonic, opcodes by mode)
Operation = tuple[str, str, dict[str, Op]]
OPERATIONS: dict[str, Operation] = {}

_FLAGS_KIND = "flags"
_KINDS = (isa.INHERENT, isa.RELATIVE8, isa.RELATIVE16, isa.REGISTER, isa.STACK)
for _name, _modes in isa.BY_MNEMONIC.items():
    _kind = next((mode for mode in _KINDS if mode in _modes), "memory")
    OPERATIONS[_name.lower()] = (_FLAGS_KIND if _name in _FLAG_OPERATIONS else _kind, _name, _modes)


def assemble_operation(run: Run, place: Place, operation: Operation, scan: Scanner) -> Item:
    """Read the operand of an instruction and make its item.  Errors: Fault."""
    kind, name, modes = operation
    if kind == "memory":
        if scan.peek() == "#" and not scan.dialect.hash_ignored:
            op = modes.get(isa.IMMEDIATE8) or modes.get(isa.IMMEDIATE16)
            if op is not None:
                scan.pos += 1
                expr = parser.parse_expression(scan)
                scan.finish()
                return FixedSize(place, name, expr, immediate_rungs(op))
        return operands.instruction(run, place, name, modes, parser.parse_operand(scan))
    if kind == _FLAGS_KIND:
        return _flags(run, place, name, modes, scan)
    if kind == isa.INHERENT:
        return _inherent(place, name, modes[isa.INHERENT], scan)
    if kind in (isa.RELATIVE8, isa.RELATIVE16):
        return operands.branch(run, place, name, parser.parse_branch_target(scan))
    if kind == isa.REGISTER:
        byte, source, target, start, end = parser.parse_transfer(scan)
        return operands.transfer(run, place, modes[kind], byte, source, target, start, end)
    listed = parser.parse_stack_list(scan, name)
    op = modes[isa.STACK]
    if isinstance(listed, int):
        return Fixed(place, op.opcode_bytes + bytes((listed,)))
    return FixedSize(place, name, listed, (Byte(op.opcode_bytes, 1),))


def _flags(run: Run, place: Place, name: str, modes: dict[str, Op], scan: Scanner) -> Item:
    """Make the item of ORCC, ANDCC or CWAI: a mask, or where the dialect has it flags by letter."""
    flags = _FLAGS.match(scan.text, scan.pos) if scan.dialect.flag_letters else None
    if flags is None:
        return operands.instruction(run, place, name, modes, parser.parse_operand(scan))
    letters = set(flags.group(1).lower()) - set(", \t")
    mask = sum(_FLAG_BITS[letter] for letter in letters)
    return Fixed(place, modes[isa.IMMEDIATE8].opcode_bytes + bytes((mask,)))


def _inherent(place: Place, name: str, op: Op, scan: Scanner) -> Item:
    """Make the item of an instruction without operand; NOP and SWI may have a count after them."""
    character = scan.peek()
    if not character or (character not in "#," and not character.isdecimal()):
        return Fixed(place, op.opcode_bytes)
    start = scan.pos
    if character.isdecimal() and name in scan.dialect.counted:
        try:
            count = parser.parse_expressions(scan, 1, 1)[0]
        except Fault:
            if not scan.dialect.inherent_comment:
                raise
            count = None
        if isinstance(count, parser.Number):
            if name == "NOP" and 0 <= count.number <= NOP_COUNT_MAX:
                return Nops(place, count.number)
            if name == "SWI" and 1 <= count.number <= 3:
                named = "SWI" if count.number == 1 else f"SWI{count.number}"
                return Fixed(place, isa.BY_MNEMONIC[named][isa.INHERENT].opcode_bytes)
    limit = {"NOP": f"the count must be 0 to {NOP_COUNT_MAX}",
             "SWI": "there are SWI, SWI2 and SWI3"}
    if scan.dialect.inherent_comment:
        scan.remark = start
        return Fixed(place, op.opcode_bytes)
    rest = scan.text[start:].partition(";")[0].rstrip()
    hints = [limit[name]] if name in limit and character.isdecimal() else []
    raise Fault("E014", f"{name} takes no operand", start, start + len(rest), hints=hints)
