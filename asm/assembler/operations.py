"""Translates a mnemonic and its operand to the form of an instruction, and this form to a
statement."""

from __future__ import annotations

import re

from asm.assembler import encode
from asm.assembler.branches import STRATEGIES, any_length_candidates
from asm.assembler.encode import (
    Byte,
    Candidates,
    Fixed,
    FixedSize,
    Form,
    Instruction,
    Item,
    Nops,
    instruction_of,
)
from asm.assembler.pass_state import Run
from asm.cpu import isa
from asm.cpu.isa import Op
from asm.syntax import parser
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.dialects import AS_WRITTEN, NEVER, PAGE_0, RAW, Dialect
from asm.syntax.expr import Expr, Name, Number
from asm.syntax.lexer import Scanner, pattern
from asm.syntax.parser import Operand

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
        return plain_form(scan.dialect, name, modes, operand) or (
            instruction, (name, modes, operand), True)
    if kind == _FLAGS_KIND:
        return _flags(name, modes, scan)
    if kind == isa.INHERENT:
        return _inherent(name, modes[isa.INHERENT], scan)
    if kind in (isa.RELATIVE8, isa.RELATIVE16):
        return branch, (name, *parser.parse_branch_target(scan)), True
    if kind == isa.REGISTER:
        return transfer, (modes[kind], *parser.parse_transfer(scan)), True
    listed = parser.parse_stack_list(scan, name)
    op = modes[isa.STACK]
    if isinstance(listed, int):
        return Fixed, (op.opcode_bytes + bytes((listed,)),), False
    return FixedSize, (name, listed, (Byte(op.opcode_bytes, 1),)), False


def _flags(name: str, modes: dict[str, Op], scan: Scanner) -> Form:
    """Read the operand of ORCC, ANDCC or CWAI: a mask, or flag letters if the dialect accepts
    them."""
    flags = _FLAGS.match(scan.text, scan.pos) if scan.dialect.flag_letters else None
    if flags is None:
        return instruction, (name, modes, parser.parse_operand(scan)), True
    letters = set(flags.group(1).lower()) - set(", \t")
    mask = sum(_FLAG_BITS[letter] for letter in letters)
    return Fixed, (modes[isa.IMMEDIATE8].opcode_bytes + bytes((mask,)),), False


def _inherent(name: str, op: Op, scan: Scanner) -> Form:
    """Read an instruction without an operand; NOP and SWI may have a count after them."""
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
             "SWI": "use SWI, SWI2 or SWI3"}
    if scan.dialect.inherent_comment:
        scan.remark = start
        return itself
    rest = scan.text[start:].partition(";")[0].rstrip()
    hints = [limit[name]] if name in limit and character.isdecimal() else []
    raise Fault("E014", f"{name} takes no operand", start, start + len(rest), hints=hints)


# From an operand to a statement -------------------------------------------------------------------

_JUMPS = ("JMP", "JSR")


def branch(run: Run, place: Place, name: str, expr: Expr, prefix: str = "") -> Item:
    """Return the item for a branch, rewritten as the dialect, OPT and PRAGMA require.

    Args: prefix  the size that the source requests, used only after a PRAGMA
    """
    if run.any_length:
        return instruction_of(place, name, expr, any_length_candidates(name, prefix))
    if run.dialect.branch_number_raw and type(expr) is Number:
        modes = isa.BY_MNEMONIC[name]
        op = modes.get(isa.RELATIVE8) or modes[isa.RELATIVE16]
        return instruction_of(place, name, expr, encode.raw_branch_candidates(op))
    return instruction_of(place, name, expr,
                          STRATEGIES[run.dialect.rewriting].branch(run, name, expr))


def instruction(run: Run, place: Place, name: str, modes: dict[str, Op], operand: Operand) -> Item:
    """Return the item for an instruction that addresses memory or takes an immediate.

    Args:    name  upper case; modes  its opcodes by mode
    Errors:  Fault E011 lists the available modes
    """
    form, expr = operand.form, operand.expr
    if form == parser.BARE_REGISTER:
        form = _bare_register(run, operand)
    if form == parser.ADDRESS:
        assert expr is not None
        if isa.EXTENDED in modes:
            return instruction_of(place, name, expr, _memory_candidates(run, name, modes, operand),
                                  _forward_long(run, name))
        raise _mode_fault(name, modes, operand)
    if form == parser.IMMEDIATE:
        op = modes.get(isa.IMMEDIATE8) or modes.get(isa.IMMEDIATE16)
        assert expr is not None
        if op is None and run.dialect.hash_ignored and isa.EXTENDED in modes:
            run.report.warn(place, "hash-ignored", f"{name} has no immediate mode: the `#` is "
                            "ignored", operand.start, operand.start + 1)
            candidates = _memory_candidates(run, name, modes, operand)
            return instruction_of(place, name, expr, candidates)
        if op is None:
            raise _mode_fault(name, modes, operand)
        return instruction_of(place, name, expr, encode.immediate_candidates(op))
    op = modes.get(isa.INDEXED)
    if op is None:
        raise _mode_fault(name, modes, operand)
    return _indexed(run, place, name, op, operand, form)


def plain_form(dialect: Dialect, name: str, modes: dict[str, Op],
               operand: Operand) -> Form | None:
    """Return the form of an operand, or None if the form depends on the state of the run.

    The first two of its arguments are the name and the number, if it has one.
    """
    form, expr = operand.form, operand.expr
    if form == parser.IMMEDIATE:
        op = modes.get(isa.IMMEDIATE8) or modes.get(isa.IMMEDIATE16)
        return None if op is None else (
            FixedSize, (name, expr, encode.immediate_candidates(op)), False)
    if form == parser.ADDRESS and isa.EXTENDED in modes and dialect.forward_direct != PAGE_0 and (
            name not in _JUMPS or dialect.rewriting == AS_WRITTEN):
        prefix = operand.prefix or (">" if dialect.star_is_direct else "")
        candidates = encode.address_candidates(modes[isa.DIRECT], modes[isa.EXTENDED], prefix)
        never = dialect.forward_direct == NEVER
        kind = Instruction if len(candidates) > 1 else FixedSize
        return kind, (name, expr, candidates, never), False
    op = modes.get(isa.INDEXED)
    if form == parser.OFFSET and op is not None:
        candidates = encode.offset_candidates(op, operand.register, operand.prefix,
                                              operand.indirect)
        kind = Instruction if len(candidates) > 1 else FixedSize
        return kind, (name, expr, candidates, dialect.forward_index_is_long), False
    if form == parser.NO_OFFSET and op is not None and not operand.indirect:
        code = _NO_OFFSET_CODES[operand.syntax] | encode.INDEX_CODE[operand.register]
        return Fixed, (op.opcode_bytes + bytes((code,)),), False
    return None


def _bare_register(run: Run, operand: Operand) -> str:
    """Decide whether a lone `x` or `x+` is an index register or a symbol."""
    assert isinstance(operand.expr, Name)
    if operand.syntax != ",R" or (run.dialect.bare_register
                                  and operand.expr.name not in run.symbols):
        return parser.NO_OFFSET
    return parser.EXTENDED_INDIRECT if operand.indirect else parser.ADDRESS


def _memory_candidates(run: Run, name: str, modes: dict[str, Op], operand: Operand) -> Candidates:
    """Return the candidates of an address operand; the dialect may rewrite JMP and JSR."""
    if name in _JUMPS:
        assert operand.expr is not None
        return STRATEGIES[run.dialect.rewriting].jump(run, name, modes, operand.expr,
                                                      operand.prefix)
    return encode.address_candidates(modes[isa.DIRECT], modes[isa.EXTENDED], operand.prefix)


def _forward_long(run: Run, name: str) -> bool:
    """Return whether an operand whose address is not yet known is encoded in its longest form."""
    if name in _JUMPS and STRATEGIES[run.dialect.rewriting].rewrites_jumps:
        return False
    direct = run.dialect.forward_direct
    return direct == NEVER or (direct == PAGE_0 and run.dp != 0)


def _indexed(run: Run, place: Place, name: str, op: Op, operand: Operand, form: str) -> Item:
    expr, prefix, indirect = operand.expr, operand.prefix, operand.indirect
    forward_long = run.dialect.forward_index_is_long
    if form == parser.OFFSET:
        assert expr is not None
        return instruction_of(place, name, expr,
                              encode.offset_candidates(op, operand.register, prefix, indirect),
                              forward_long)
    if form == parser.PC_OFFSET:
        assert expr is not None
        constant = operand.register == "PC" and not expr.names("") and not expr.has_here()
        if constant and run.dialect.pc_constant == RAW:
            candidates = encode.pc_candidates(op, prefix, indirect, True)
            return instruction_of(place, name, expr, candidates)
        if constant:
            run.report.warn(place, "pc-constant", "a number before `,pc` is an address, not an "
                            "offset", expr.start, expr.end,
                            hints=["write `,pcr`, or `*+n` for a distance"])
        return instruction_of(place, name, expr, encode.pc_candidates(op, prefix, indirect, False),
                              forward_long)
    if form == parser.EXTENDED_INDIRECT:
        assert expr is not None
        return instruction_of(place, name, expr, encode.extended_indirect_candidates(op))
    code = _NO_OFFSET_CODES[operand.syntax] | encode.INDEX_CODE[operand.register]
    if indirect:
        code |= 0x10
        if operand.syntax in (",R+", ",-R"):
            run.report.warn(place, "indirect-increment", "`["
                            f"{operand.syntax.replace('R', operand.register)}]` is not a "
                            "documented addressing mode",
                            operand.start, operand.end,
                            hints=["an address is two bytes: use ++ or --"])
    return Fixed(place, op.opcode_bytes + bytes((code,)))


_NO_OFFSET_CODES = {form.syntax: form.code for form in isa.POSTBYTES
                    if not form.indirect and "n" not in form.syntax}


_MODE_WORDS = {
    isa.IMMEDIATE8: "#n", isa.IMMEDIATE16: "#n", isa.DIRECT: "<n", isa.EXTENDED: "n",
    isa.INDEXED: "n,R",
}


def _mode_fault(name: str, modes: dict[str, Op], operand: Operand) -> Fault:
    what = {parser.IMMEDIATE: "an immediate value", parser.ADDRESS: "an address"}.get(
        operand.form, "an indexed operand")
    known = [word for mode, word in _MODE_WORDS.items() if mode in modes]
    hint = f"{name} takes {', '.join(dict.fromkeys(known))}"
    if operand.form == parser.IMMEDIATE and name[:2] == "ST":
        hint = f"a store needs an address: {hint}"
    if operand.form == parser.ADDRESS and name[:3] == "LEA":
        hint += "; to load the address itself use LD" + name[3] + " #n"
    return Fault("E011", f"{name} cannot take {what}", operand.start, operand.end, hints=[hint])


def transfer(run: Run, place: Place, op: Op, byte: int, source: str, target: str, start: int,
             end: int) -> Item:
    """Return the item for TFR or EXG; registers of different size get a warning."""
    sizes = isa.REGISTER_BYTES
    if sizes[source] != sizes[target]:
        run.report.warn(place, "transfer-size", f"{source} has {8 * sizes[source]} "
                                                f"bits and {target} has "
                                                f"{8 * sizes[target]}: the result is "
                                                "not documented", start, end)
    return Fixed(place, op.opcode_bytes + bytes((byte,)))
