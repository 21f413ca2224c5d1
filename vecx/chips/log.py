"""Marks on addresses, and the log of what happened: rows with cycle, PC, kind and two values.

A row is cycle, pc, kind, a, b.  Mistakes that fail on hardware are always logged, with the PC of
the instruction at fault; instructions and accesses only if their address is marked.  A row of a
requested kind ends the run at the next instruction head.  Rows beyond the end of a log are dropped,
and end the run with NO_ROOM.

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

Rows of the last four kinds are logged on request, without marks.  Addresses are those of the byte
itself: RAM at C800-CBFF and the VIA at D000-D00F, not their mirrors.  An access to D800-DFFF, where
both answer, gives two rows.
"""

from ..compiling.jit import inner, integers
from .state import AT_ONCE, LOG_ROWS

KINDS = ("rom_write", "sr_stall", "overrun", "y_wait", "short_zero", "interrupt", "exec", "fetch",
         "read", "write", "wires", "frame_end", "drift", "edge")
(ROM_WRITE, SR_STALL, OVERRUN, Y_WAIT, SHORT_ZERO, INTERRUPT, EXEC, FETCH, READ, WRITE, WIRES,
 FRAME_END, DRIFT, EDGE) = integers(*range(14))
# Rows logged when the beam is drawn, not when the CPU runs.
BEAM_KINDS = 1 << 3 | 1 << 4 | 1 << 12 | 1 << 13

# Value of a row of wires: /RAMP, /BLANK, /ZERO as the record's w_ramp, w_lit, w_zero, a bit each;
# above them the multiplexer's channel, 3 bits, and the DAC, 8 bits.
W_RAMP, W_LIT, W_ZERO = integers(1, 2, 4)
W_MUX_SHIFT, W_DAC_SHIFT = integers(3, 6)

# Bits of a mark.  BREAK ends the run before the instruction there; COVERED is set by the CPU.
(MARK_BREAK, MARK_EXEC, MARK_COVER, MARK_COVERED, MARK_FETCH, MARK_READ, MARK_WRITE, MARK_STOP) = \
    integers(*(1 << bit for bit in range(8)))

# Bits of `observed`: instruction heads, data accesses, wires.
OBSERVE_HEADS, OBSERVE_ACCESSES, OBSERVE_WIRES = integers(1, 2, 4)

# Why `advance` ended, bits of `reason`.
(CYCLE, FRAME, AT_MARK, ACCESS, HAPPENED, HALTED, RESET_DUE, FULL, NO_ROOM) = \
    integers(*(1 << bit for bit in range(9)))


@inner
def next_row(m, board, used, room):
    """Return the index of a log's next row; if the log is full, end the run."""
    if used >= room:
        end_run(m, board, NO_ROOM)
        return room - 1
    return used


@inner
def log_row(m, board, cycle, pc, kind, a, b):
    """Append a row to the log; end the run if the caller asked to stop at rows of this kind."""
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
    """End `advance` before the next instruction."""
    board.reason |= reason
    m.slice_end = AT_ONCE
    m.stop = AT_ONCE


@inner
def log_access(m, board, place, kind, value):
    """Log an access in cycle m.clock, if its address is marked for that.

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
    """Log an instruction that is about to run at a marked address."""
    if mark & MARK_EXEC:
        log_row(m, board, m.clock, m.pc, EXEC, m.x << 32 | m.y << 16 | m.u,
                m.a << 40 | m.b << 32 | m.s << 16 | m.dp << 8 | m.cc)
    if mark & MARK_COVER:
        board.marks[m.pc] = mark | MARK_COVERED
    if m.s < board.s_low:
        board.s_low = m.s
