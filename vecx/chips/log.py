"""What happened, where, and who asked: marks on addresses, and one log of rows with a place.

A row is cycle, pc, kind, a, b.  Mistakes that hardware does not forgive are always logged, with the
PC of the instruction that made them; instructions and accesses only where their address is marked.
A row that somebody waits for ends the run at the next instruction head.  Whatever the record holds,
nothing is written behind the end of a log: where a row has no room it is dropped, and the run ends
with NO_ROOM.

    kind        a                           b
    rom_write   address                     value
    sr_stall    cycles since the last write of SR
    overrun     cycle of T2's time-out
    y_wait      cycles that the Y hold had
    short_zero  p that was left, rounded
    interrupt   which, index of decode.py
    exec        X, Y, U as 16 bits each     A, B, S, DP, CC as 8 8 16 8 8 bits
    fetch       address                     value
    read        address                     value
    write       address                     value
    wires       the wires to the beam from the next cycle on, bits W_...
    frame_end   frames ever ended           1 where it was cut
    drift       p that drift alone had taken the lit beam, the first since zero beyond the bound
    edge        x and y, p, of a lit piece's end beyond the bounds

Rows of the last four kinds come where they are asked for as a whole.  Addresses are where the byte
lives: RAM at C800-CBFF and the VIA at D000-D00F, not their mirrors.  An access to D800-DFFF, where
both answer, is two rows.
"""

from ..compiling.jit import inner, integers
from .state import AT_ONCE, LOG_ROWS

KINDS = ("rom_write", "sr_stall", "overrun", "y_wait", "short_zero", "interrupt", "exec", "fetch",
         "read", "write", "wires", "frame_end", "drift", "edge")
(ROM_WRITE, SR_STALL, OVERRUN, Y_WAIT, SHORT_ZERO, INTERRUPT, EXEC, FETCH, READ, WRITE, WIRES,
 FRAME_END, DRIFT, EDGE) = integers(*range(14))
# Rows that come when the beam is drawn, not when the CPU runs.
BEAM_KINDS = 1 << 3 | 1 << 4 | 1 << 12 | 1 << 13

# What a row of wires holds: /RAMP, /BLANK, /ZERO as the record's w_ramp, w_lit, w_zero, a bit each;
# above them the multiplexer's channel, 3 bits, and the DAC, 8 bits.
W_RAMP, W_LIT, W_ZERO = integers(1, 2, 4)
W_MUX_SHIFT, W_DAC_SHIFT = integers(3, 6)

# Bits of a mark.  BREAK ends the run before the instruction there; COVERED is set by the CPU.
(MARK_BREAK, MARK_EXEC, MARK_COVER, MARK_COVERED, MARK_FETCH, MARK_READ, MARK_WRITE, MARK_STOP) = \
    integers(*(1 << bit for bit in range(8)))

# Bits of `observed`: instruction heads are looked at, data accesses are, wires are logged.
OBSERVE_HEADS, OBSERVE_ACCESSES, OBSERVE_WIRES = integers(1, 2, 4)

# Why `advance` ended, bits of `reason`.
(CYCLE, FRAME, AT_MARK, ACCESS, HAPPENED, HALTED, RESET_DUE, FULL, NO_ROOM) = \
    integers(*(1 << bit for bit in range(9)))


@inner
def next_row(m, board, used, room):
    """Return where the next row of a log goes: after those used, and never behind its end."""
    if used >= room:
        end_run(m, board, NO_ROOM)
        return room - 1
    return used


@inner
def log_row(m, board, cycle, pc, kind, a, b):
    """Append a row; end the run where somebody waits for its kind."""
    at = next_row(m, board, board.log_rows, LOG_ROWS)
    row = board.log[at]
    board.log_rows = at + 1
    row.cycle = cycle
    row.pc = pc
    row.kind = kind
    row.a = a
    row.b = b
    if board.ask_kinds >> kind & 1:
        end_run(m, board, HAPPENED)


@inner
def end_run(m, board, reason):
    """Let `advance` end at the next instruction head."""
    board.reason |= reason
    m.slice_end = AT_ONCE
    m.stop = AT_ONCE


@inner
def log_access(m, board, place, kind, value):
    """Log an access of the CPU in the cycle m.clock, where the mark at its place asks for it.

    Reading the byte just before PC is a fetch: PC has moved past it.
    """
    mark = board.marks[place]
    asked = MARK_WRITE
    if kind == READ:
        asked = MARK_READ
        if place + 1 & 0xFFFF == m.pc:
            kind = FETCH
            asked = MARK_FETCH
    if mark & asked:
        log_row(m, board, m.clock, m.op_pc, kind, place, value)
        if mark & MARK_STOP:
            end_run(m, board, ACCESS)


@inner
def log_head(m, board, mark):
    """An instruction at an address with a mark is about to run."""
    if mark & MARK_EXEC:
        log_row(m, board, m.clock, m.pc, EXEC, m.x << 32 | m.y << 16 | m.u,
                m.a << 40 | m.b << 32 | m.s << 16 | m.dp << 8 | m.cc)
    if mark & MARK_COVER:
        board.marks[m.pc] = mark | MARK_COVERED
    if m.s < board.s_low:
        board.s_low = m.s
