"""From a mnemonic and its operand to the form of an instruction."""

from __future__ import annotations

import re

from asm.assembler import operands
from asm.assembler.encode import Byte, Fixed, FixedSize, Form, Nops
from asm.cpu import isa
from asm.cpu.isa import Op
from asm.syntax import parser
from asm.syntax.diagnostics import Fault
from asm.syntax.lexer import Scanner, pattern

NOP_COUNT_MAX = 65535

# ORCC, ANDCC and CWAI with flags by letter: the bits of CC, from the lowest.
_FLAG_OPERATIONS = ("ORCC", "ANDCC", "CWAI")
_FLAG_BITS = {letter: 1 << bit for bit, letter in enumerate("cvznihfe")}
_FLAGS = pattern(r"[ \t]*([cvznihfe](?:[ \t]*,[ \t]*[cvznihfe])*)[ \t]*(?:;|$)", re.IGNORECASE)

# lower-case mnemonic -> (kind of operand, upper-case mnemonic, opcodes by mode)
Operation = tuple[str, str, dict[str, Op]]
OPERATIONS: dict[str, Operation] = {}

_FLAGS_KIND = "flags"
_KINDS = (isa.INHERENT, isa.RELATIVE8, isa.RELATIVE16, isa.REGISTER, isa.STACK)
for _name, _modes in isa.BY_MNEMONIC.items():
    _kind = next((mode for mode in _KINDS if mode in _modes), "memory")
    OPERATIONS[_name.lower()] = (_FLAGS_KIND if _name in _FLAG_OPERATIONS else _kind, _name, _modes)


def read_operation(operation: Operation, scan: Scanner) -> Form:
    """Read the operand of an instruction.

    The form depends only on the text and the dialect, so it is valid for every line with this text.
    Errors: Fault
    """
    kind, name, modes = operation
    if kind == "memory":
        operand = parser.parse_operand(scan)
        return operands.plain_form(scan.dialect, name, modes, operand) or (
            operands.instruction, (name, modes, operand), True)
    if kind == _FLAGS_KIND:
        return _flags(name, modes, scan)
    if kind == isa.INHERENT:
        return _inherent(name, modes[isa.INHERENT], scan)
    if kind in (isa.RELATIVE8, isa.RELATIVE16):
        return operands.branch, (name, *parser.parse_branch_target(scan)), True
    if kind == isa.REGISTER:
        return operands.transfer, (modes[kind], *parser.parse_transfer(scan)), True
    listed = parser.parse_stack_list(scan, name)
    op = modes[isa.STACK]
    if isinstance(listed, int):
        return Fixed, (op.opcode_bytes + bytes((listed,)),), False
    return FixedSize, (name, listed, (Byte(op.opcode_bytes, 1),)), False


def _flags(name: str, modes: dict[str, Op], scan: Scanner) -> Form:
    """Read ORCC, ANDCC or CWAI: a mask, or flags by letter if the dialect has them."""
    flags = _FLAGS.match(scan.text, scan.pos) if scan.dialect.flag_letters else None
    if flags is None:
        return operands.instruction, (name, modes, parser.parse_operand(scan)), True
    letters = set(flags.group(1).lower()) - set(", \t")
    mask = sum(_FLAG_BITS[letter] for letter in letters)
    return Fixed, (modes[isa.IMMEDIATE8].opcode_bytes + bytes((mask,)),), False


def _inherent(name: str, op: Op, scan: Scanner) -> Form:
    """Read an instruction without operand; NOP and SWI may have a count after them."""
    itself: Form = Fixed, (op.opcode_bytes,), False
    character = scan.peek()
    if not character or (character not in "#," and not character.isdecimal()):
        return itself
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
                return Nops, (count.number,), False
            if name == "SWI" and 1 <= count.number <= 3:
                named = "SWI" if count.number == 1 else f"SWI{count.number}"
                return Fixed, (isa.BY_MNEMONIC[named][isa.INHERENT].opcode_bytes,), False
    limit = {"NOP": f"the count must be 0 to {NOP_COUNT_MAX}",
             "SWI": "there are SWI, SWI2 and SWI3"}
    if scan.dialect.inherent_comment:
        scan.remark = start
        return itself
    rest = scan.text[start:].partition(";")[0].rstrip()
    hints = [limit[name]] if name in limit and character.isdecimal() else []
    raise Fault("E014", f"{name} takes no operand", start, start + len(rest), hints=hints)
