"""Reads the operand of an instruction, and returns its statement."""

from __future__ import annotations

import re

from asm.assembler import encode
from asm.assembler.branches import STRATEGIES, any_length_candidates
from asm.assembler.encode import (
    BYTES,
    Byte,
    Candidates,
    Fixed,
    FixedSize,
    Nops,
    Statement,
    immediate_of,
    instruction_of,
)
from asm.assembler.line import Resolve
from asm.assembler.pass_state import Run
from asm.cpu import isa
from asm.cpu.isa import Op
from asm.syntax import parser
from asm.syntax.diagnostics import Fault
from asm.syntax.dialects import ALL_RAW, AS_WRITTEN, NEVER, PAGE_0, RAW, Dialect
from asm.syntax.expr import Expr, Name, Number
from asm.syntax.lexer import Scanner, Slip, pattern
from asm.syntax.linked import ByteOfAll, in_word
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


# What `pragma 6809conv`, `pragma 6800compat` and asxxxx add: for each word its bytes, or the
# instruction that it is another name of.
CONVENIENCE: dict[str, dict[str, str]] = {
    "6809conv": {"asrd": "4756", "clrd": "4f5f", "comd": "4353", "lsld": "5849", "asld": "5849",
                 "lsrd": "4456", "rold": "5949", "rord": "4656", "negd": "435383ffff",
                 "incd": "c30001", "decd": "830001"},
    "6800compat": {"aba": "3404abe0", "sba": "3404a0e0", "cba": "3404a1e0", "clc": "1cfe",
                   "sec": "1a01", "cli": "1cef", "sei": "1a10", "clv": "1cfd", "sev": "1a02",
                   "inx": "3001", "dex": "301f", "ins": "3261", "des": "327f",
                   "tab": "1f894d", "tba": "1f984d", "tap": "1f8a", "tpa": "1fa8", "tsx": "1f41",
                   "txs": "1f14", "wai": "3cff"},
    "as6809": {"tba": "1f985d", "psha": "3402", "pshb": "3404", "pula": "3502", "pulb": "3504",
               "ldaa": "lda", "ldab": "ldb", "ldad": "ldd", "staa": "sta", "stab": "stb",
               "stad": "std", "oraa": "ora", "orab": "orb", "cpx": "cmpx"},
}


def convenience(word: str, scan: Scanner) -> Statement | Resolve | None:
    """Read an instruction that a dialect or a PRAGMA adds; return None for any other word."""
    made = next((CONVENIENCE[name][word] for name in scan.dialect.added_instructions
                 if word in CONVENIENCE[name]), "")
    if made in OPERATIONS:
        return read_operation(OPERATIONS[made], scan)
    return Fixed(bytes.fromhex(made)) if made else None


def read_operation(operation: Operation, scan: Scanner) -> Statement | Resolve:
    """Read the operand of an instruction.

    Returns: the statement, or a function that makes it if it also depends on the state of the run
    Errors:  Fault
    """
    kind, name, modes = operation
    if kind == "memory":
        return instruction(scan, name, modes, parser.parse_operand(scan))
    if kind == _FLAGS_KIND:
        return _flags(name, modes, scan)
    if kind == isa.INHERENT:
        return _inherent(name, modes[isa.INHERENT], scan)
    if kind in (isa.RELATIVE8, isa.RELATIVE16):
        return branch(scan.dialect, name, *parser.parse_branch_target(scan))
    if kind == isa.REGISTER:
        return _transfer(modes[kind], scan)
    listed = parser.parse_stack_list(scan, name)
    op = modes[isa.STACK]
    if isinstance(listed, int):
        return Fixed(op.opcode_bytes + BYTES[listed])
    return FixedSize(name, listed, (Byte(op.opcode_bytes, 1),))


def _flags(name: str, modes: dict[str, Op], scan: Scanner) -> Statement | Resolve:
    """Read the operand of ORCC, ANDCC or CWAI: a mask, or flag letters if the dialect accepts
    them."""
    flags = _FLAGS.match(scan.text, scan.pos) if scan.dialect.flag_letters else None
    if flags is None:
        return instruction(scan, name, modes, parser.parse_operand(scan))
    letters = set(flags.group(1).lower()) - set(", \t")
    mask = sum(_FLAG_BITS[letter] for letter in letters)
    return Fixed(modes[isa.IMMEDIATE8].opcode_bytes + BYTES[mask])


def _inherent(name: str, op: Op, scan: Scanner) -> Statement:
    """Read an instruction without an operand; NOP and SWI may have a count after them."""
    itself = Fixed(op.opcode_bytes)
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
                return Nops(count.number)
            if name == "SWI" and 1 <= count.number <= 3:
                named = "SWI" if count.number == 1 else f"SWI{count.number}"
                return Fixed(isa.BY_MNEMONIC[named][isa.INHERENT].opcode_bytes)
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


class _Branch:
    """A branch; the dialect, OPT and PRAGMA decide at each line how it may be encoded.

    prefix, forward_long  the size that the source requests, and whether a branch to a later label
                          is long: used only after a PRAGMA
    """

    __slots__ = ("_made", "expr", "forward_long", "name", "prefix")

    def __init__(self, name: str, expr: Expr, prefix: str, forward_long: bool) -> None:
        self.name = name
        self.forward_long = forward_long
        self.expr = expr
        self.prefix = prefix
        self._made: dict[Candidates, Statement] = {}

    def __call__(self, run: Run) -> Statement:
        if run.any_length:
            return instruction_of(self.name, self.expr, any_length_candidates(
                self.name, self.prefix), self.forward_long)
        candidates = STRATEGIES[run.dialect.rewriting].branch(run, self.name, self.expr)
        made = self._made.get(candidates)
        if made is None:
            made = self._made[candidates] = instruction_of(self.name, self.expr, candidates)
        return made


def branch(dialect: Dialect, name: str, expr: Expr, prefix: str = "") -> Statement | Resolve:
    """Return the statement of a branch to an address.

    Args: prefix  the size that the source requests
    """
    if isinstance(expr, ByteOfAll):
        expr = expr.operand         # `<` and `>` have no effect on a distance
    if dialect.branch_number_raw and type(expr) is Number:
        modes = isa.BY_MNEMONIC[name]
        op = modes.get(isa.RELATIVE8) or modes[isa.RELATIVE16]
        return instruction_of(name, expr, encode.raw_branch_candidates(op))
    return _Branch(name, expr, prefix, dialect.forward_index_is_long)


def instruction(scan: Scanner, name: str, modes: dict[str, Op],
                operand: Operand) -> Statement | Resolve:
    """Return the statement of an instruction that addresses memory or takes an immediate.

    Args:    name  upper case; modes  its opcodes by mode
    Errors:  Fault E011 lists the available modes
    """
    form, expr, dialect = operand.form, operand.expr, scan.dialect
    if isinstance(expr, ByteOfAll) and form != parser.PC_OFFSET and not (
            operand.prefix or (form == parser.IMMEDIATE and isa.IMMEDIATE8 in modes)):
        expr = in_word(expr)
        operand = operand._replace(expr=expr)
    if form == parser.BARE_REGISTER:
        return _bare_register(scan, name, modes, operand)
    if form == parser.ADDRESS:
        assert expr is not None
        if isa.EXTENDED not in modes:
            raise _mode_fault(name, modes, operand)
        return _address(dialect, name, modes, expr, operand.prefix)
    if form == parser.IMMEDIATE:
        op = modes.get(isa.IMMEDIATE8) or modes.get(isa.IMMEDIATE16)
        assert expr is not None
        if op is not None:
            return immediate_of(name, expr, encode.immediate_candidates(op))
        if not dialect.hash_ignored or isa.EXTENDED not in modes:
            raise _mode_fault(name, modes, operand)
        scan.slips.append(Slip("hash-ignored", f"{name} has no immediate mode: the `#` is ignored",
                               operand.start, operand.start + 1))
        return _address(dialect, name, modes, expr, "", hash_ignored=True)
    op = modes.get(isa.INDEXED)
    if op is None:
        raise _mode_fault(name, modes, operand)
    return _indexed(scan, name, op, operand)


def _address(dialect: Dialect, name: str, modes: dict[str, Op], expr: Expr, prefix: str, *,
             hash_ignored: bool = False) -> Statement | Resolve:
    """Return the statement of an instruction with an address; the dialect may rewrite JMP and
    JSR.

    Args: hash_ignored  a `#` before the address was ignored, which the original assembler does
                        only where it looks for the shortest form
    """
    forward = dialect.forward_direct
    if name in _JUMPS and dialect.rewriting != AS_WRITTEN:
        strategy = STRATEGIES[dialect.rewriting]
        return lambda run: instruction_of(name, expr, strategy.jump(run, name, modes, expr, prefix))
    if dialect.star_is_direct and not hash_ignored:
        prefix = prefix or ">"
    candidates = encode.address_candidates(modes[isa.DIRECT], modes[isa.EXTENDED], prefix)
    if forward == PAGE_0 and not hash_ignored:
        return lambda run: instruction_of(name, expr, candidates, run.dp != 0)
    return instruction_of(name, expr, candidates, forward == NEVER and not hash_ignored)


def _bare_register(scan: Scanner, name: str, modes: dict[str, Op],
                   operand: Operand) -> Statement | Resolve:
    """Return the statement for a lone `x` or `x+`, which is an index register or a symbol."""
    symbol = operand.expr
    assert isinstance(symbol, Name)
    forms = {form: Operand(form, symbol, "", operand.register, operand.syntax, operand.indirect,
                           operand.start, operand.end)
             for form in (parser.NO_OFFSET, parser.ADDRESS, parser.EXTENDED_INDIRECT)}
    address = forms[parser.EXTENDED_INDIRECT if operand.indirect else parser.ADDRESS]
    if operand.syntax != ",R":
        return instruction(scan, name, modes, forms[parser.NO_OFFSET])
    if not scan.dialect.bare_register:
        return instruction(scan, name, modes, address)

    def resolve(run: Run) -> Statement:
        chosen = address if symbol.name in run.symbols else forms[parser.NO_OFFSET]
        made = instruction(scan, name, modes, chosen)
        return made if isinstance(made, Statement) else made(run)

    return resolve


def _indexed(scan: Scanner, name: str, op: Op, operand: Operand) -> Statement:
    form, expr, prefix, indirect = operand.form, operand.expr, operand.prefix, operand.indirect
    forward_long = scan.dialect.forward_index_is_long
    dialect = scan.dialect
    if form == parser.OFFSET:
        assert expr is not None
        candidates = encode.offset_candidates(op, operand.register, prefix, indirect)
        if dialect.label_offset_long:
            return encode.LinkedOffset(name, expr, candidates)
        if dialect.literal_zero_kept and not prefix and scan.text[expr.start:expr.end] == "0":
            candidates = candidates[1:]
        return instruction_of(name, expr, candidates, forward_long)
    if form == parser.PC_OFFSET:
        assert expr is not None
        constant = operand.register == "PC" and not expr.names("") and not expr.has_here()
        raw = RAW if constant else ALL_RAW
        if operand.register == "PC" and dialect.pc_constant in (raw, ALL_RAW):
            return instruction_of(name, expr, encode.pc_candidates(op, prefix, indirect, True),
                                  forward_long)
        if constant:
            scan.slips.append(Slip("pc-constant", "a number before `,pc` is an address, not an "
                                   "offset", expr.start, expr.end,
                                   "write `,pcr`, or `*+n` for a distance"))
        expr = expr.operand if isinstance(expr, ByteOfAll) else expr
        candidates = encode.pc_candidates(op, prefix, indirect, False, dialect.near_pcr_most)
        if dialect.label_offset_long:
            return encode.LinkedOffset(name, expr, candidates)
        return instruction_of(name, expr, candidates, forward_long)
    if form == parser.EXTENDED_INDIRECT:
        assert expr is not None
        return instruction_of(name, expr, encode.extended_indirect_candidates(op))
    code = _NO_OFFSET_CODES[operand.syntax] | encode.INDEX_CODE[operand.register]
    if indirect:
        code |= 0x10
        if operand.syntax in (",R+", ",-R"):
            shown = operand.syntax.replace("R", operand.register)
            scan.slips.append(Slip("indirect-increment", f"`[{shown}]` is not a documented "
                                   "addressing mode", operand.start, operand.end,
                                   "an address is two bytes: use ++ or --"))
    return Fixed(op.opcode_bytes + BYTES[code])


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


def _transfer(op: Op, scan: Scanner) -> Statement:
    """Read the registers of TFR or EXG; registers of different size get a warning."""
    byte, source, target, start, end = parser.parse_transfer(scan)
    sizes = {name: 8 * isa.REGISTER_BYTES[name] for name in (source, target)}
    if sizes[source] != sizes[target]:
        scan.slips.append(Slip("transfer-size", f"{source} has {sizes[source]} bits and {target} "
                               f"has {sizes[target]}: the result is not documented", start, end))
    return Fixed(op.opcode_bytes + BYTES[byte])
