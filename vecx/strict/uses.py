"""Checks of registers: whether routines keep them, whether loads are lost, and whether pointers
leave their data.  Also checks for execution that runs into the next routine."""

from ..chips import decode
from ..compiling.jit import inner
from . import numbers
from .facts import F_LOADS, F_POINTS, F_READS, F_SIZE, F_WRITES
from .instructions import indexed_place, value_in, word_at
from .shadow import NEVER, UNUSED, add, add_at, blame, placed

ALWAYS = 0              # the condition of BRA, in a word of chips/decode.py


@inner
def kept(sh, cycle, callee, a, b):
    """Check that a routine has preserved the registers that its contract block lists as kept."""
    keeps = sh.keeps[sh.routine[placed(sh, callee)]]
    before_a, before_b = sh.call_a[sh.depth], sh.call_b[sh.depth]
    for bit in range(5):
        if keeps >> bit & 1 and value_in(before_a, before_b, bit) != value_in(a, b, bit):
            add(sh, numbers.CONTRACT, callee, cycle, bit, UNUSED)


@inner
def check_fallthrough(sh, cycle, from_pc, pc, word):
    """Check whether execution runs on into the next instruction, which begins a routine with a
    contract block."""
    behind = from_pc + (sh.of[placed(sh, from_pc)] >> F_SIZE & 7)
    if pc == behind and sh.routine[placed(sh, pc)]:
        always = word >> decode.ACTION & 63 == decode.JMP \
            or (word >> decode.ACTION & 63 == decode.BRANCH and word >> decode.REG & 15 == ALWAYS)
        if not always:
            add(sh, numbers.FALLS, from_pc, cycle, pc, UNUSED)


@inner
def carry(sh, cycle, pc, did, a, b):
    """Follow what an instruction did to loaded registers and to pointers to data."""
    reads, writes = did >> F_READS & 31, did >> F_WRITES & 31
    if pc < sh.rom:
        word = word_at(sh, pc)
        access = word >> decode.ACCESS & 3
        if word >> decode.MODE & 15 == decode.INDEXED \
                and (access == decode.READ8 or access == decode.READ16):
            check_code_read(sh, cycle, pc, word)
        if sh.block[0] | sh.block[1] | sh.block[2]:
            inside(sh, cycle, pc, writes, a, b)
    for bit in range(5):
        if not (reads | writes) >> bit & 1:
            continue
        if reads >> bit & 1 and sh.load_pc[bit] >= 0:
            if sh.load_lost[bit] >= 0 and sh.depth <= sh.load_depth[bit] \
                    and value_in(sh.row_a, sh.row_b, bit) != sh.load_value[bit]:
                add_at(sh, numbers.LOST, sh.load_pc[bit], sh.load_pc[bit], cycle, bit,
                       sh.load_lost[bit], blame(sh, pc, cycle))
            if sh.load_lost[bit] < 0 or sh.depth <= sh.load_depth[bit]:
                sh.load_pc[bit] = NEVER
        if writes >> bit & 1:
            if sh.load_pc[bit] >= 0 and sh.depth > sh.load_depth[bit] and pc < sh.rom:
                if sh.routine[placed(sh, sh.call_to[sh.load_depth[bit]])]:
                    sh.load_pc[bit] = NEVER        # its block states its inputs and results
                elif sh.load_lost[bit] < 0:
                    sh.load_lost[bit] = pc
            elif sh.depth <= sh.load_depth[bit] or sh.load_pc[bit] < 0:
                sh.load_pc[bit] = NEVER
                if did & F_LOADS and pc < sh.rom:
                    sh.load_pc[bit], sh.load_depth[bit] = pc, sh.depth
                    sh.load_lost[bit] = NEVER
                    sh.load_value[bit] = value_in(a, b, bit)
    if did & F_POINTS and pc < sh.rom:
        address = word_at(sh, pc) & 0xFFFF
        at = 0 if writes & 4 else 1 if writes & 8 else 2
        end = sh.end_of[placed(sh, address)]
        sh.block[at], sh.block_end[at] = (address, end) if end else (0, 0)
        sh.to_code[at] = sh.code[placed(sh, address)]


@inner
def inside(sh, cycle, pc, writes, a, b):
    """Check an instruction that ran while a register pointed into a block of data."""
    word = word_at(sh, pc)
    action = word >> decode.ACTION & 63
    for at in range(3):
        if sh.block[at] == 0:
            continue
        base = decode.POSTBYTES[word >> decode.POSTBYTE & 0xFF] >> decode.PB_BASE & 15
        if word >> decode.MODE & 15 == decode.INDEXED and base == at + 1 \
                and action != decode.LEA and action != decode.LEAZ and pc < sh.rom:
            place = indexed_place(sh, word)
            if place >= sh.block_end[at] and past(sh, place, action):
                add(sh, numbers.PAST_END, pc, cycle, place, sh.block[at])
        if writes >> at + 2 & 1 and pc < sh.rom and action != decode.LEAZ and action != decode.LEA \
                and action != decode.ABX and word >> decode.MODE & 15 != decode.INDEXED \
                and not sh.block[at] <= value_in(a, b, at + 2) <= sh.block_end[at]:
            sh.block[at] = 0


@inner
def check_code_read(sh, cycle, pc, word):
    """Report an instruction that reads code as data through a pointer, if the pointer was never set
    to an address of code."""
    how = decode.POSTBYTES[word >> decode.POSTBYTE & 0xFF]
    base = how >> decode.PB_BASE & 15
    if base < 1 or base > 3 or how >> decode.PB_INDIRECT & 1 or sh.to_code[base - 1]:
        return
    place = indexed_place(sh, word)
    if sh.code[placed(sh, place)] == 1 and not sh.block[base - 1]:
        add(sh, numbers.READS_CODE, pc, cycle, place, UNUSED)


@inner
def past(sh, place, action):
    """Return whether an instruction works on the code after a block of data. Jumps and calls may do
    that."""
    return sh.code[placed(sh, place)] == 1 and action != decode.JMP and action != decode.JSR
