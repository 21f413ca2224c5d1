"""Work between two instructions: events, inputs, interrupts, and the end of a run.

`attend` is called at an instruction head when the clock has reached `m.stop`, and always while
instructions are observed.  It serves, in this order: the cut of an endless frame, the VIA's events,
inputs, the end of the slice, interrupts, the waits of SYNC, CWAI and HALT, marks.  Then it sets the
next `m.stop`.

Sources: [MC6809E] for the interrupts; docs/cpu.md for the choices where it is silent.
"""

from ..compiling.jit import inner, no_inline
from . import log
from .alu import F, I
from .bus import CUT, bus_advance, bus_frame, bus_inputs, bus_interrupt_due, bus_irq
from .decode import ENTRY_FIRQ, ENTRY_IRQ, ENTRY_NMI, PSEUDO, PSEUDO_WAKE
from .line import line_follow
from .maths import minimum
from .state import AT_ONCE, FRAME_ROWS, LOG_ROWS, OBSERVING, PSG_ROWS, ROWS, SLICE_MAX

RUNNING, WAIT_SYNC, WAIT_CWAI, HALTED = range(4)
GO_ON, RETURN, LOOK_AGAIN = 0, -1, -2


@no_inline
def attend(m, board):
    """Serve everything due between two instructions.

    Returns: GO_ON, RETURN, LOOK_AGAIN, or the index of a pseudo-opcode to run: an interrupt
    """
    if m.stop == OBSERVING and m.clock < board.stop:
        return look(m, board)
    if m.clock >= m.frame_cut:
        bus_advance(m, board, m.frame_cut)
        bus_frame(m, board, m.frame_cut, CUT)
    bus_advance(m, board, m.clock - 1)
    if m.clock >= m.input_due:
        bus_inputs(m, board)
    if m.clock >= m.slice_end:
        return RETURN
    line_follow(m, m.clock)
    if m.nmi != m.nmi_last:
        m.nmi_last = m.nmi
        if m.nmi and m.nmi_armed:
            m.nmi_edge = 1
    irq = bus_irq(m)
    entry = -1
    if m.nmi_edge:
        entry = ENTRY_NMI
    elif m.firq and not m.cc & F:
        entry = ENTRY_FIRQ
    elif irq and not m.cc & I:
        entry = ENTRY_IRQ
    due = bus_interrupt_due(m)
    m.stop = minimum(minimum(m.slice_end, m.frame_cut), minimum(m.input_due, due + 1))
    if m.wait == HALTED:
        if board.ask & log.HALTED:
            log.end_run(m, board, log.HALTED)
            return RETURN
        m.clock = m.stop
        return LOOK_AGAIN
    if m.wait == WAIT_SYNC:
        if not (m.nmi_edge or m.firq or irq):
            m.clock = m.stop
            return LOOK_AGAIN
        m.wait = RUNNING
        m.clock += 2
    elif m.wait == WAIT_CWAI:
        if entry < 0:
            m.clock = m.stop
            return LOOK_AGAIN
        m.wait = RUNNING
        m.nmi_edge = 0 if entry == ENTRY_NMI else m.nmi_edge
        return PSEUDO_WAKE + entry
    if entry < 0:
        if board.observed & log.OBSERVE_HEADS:
            board.stop = m.stop
            m.stop = OBSERVING
            return look(m, board)
        return GO_ON
    if board.marks[m.pc] & log.MARK_EXEC:
        log.log_row(m, board, m.clock, m.pc, log.INTERRUPT, entry, GO_ON)
    m.nmi_edge = 0 if entry == ENTRY_NMI else m.nmi_edge
    return PSEUDO + entry


@inner
def look(m, board):
    """Stop at a breakpoint, or log the instruction that is about to run; return GO_ON or RETURN."""
    mark = board.marks[m.pc]
    if mark & log.MARK_BREAK and m.clock != board.pass_at:
        bus_advance(m, board, m.clock - 1)
        log.end_run(m, board, log.AT_MARK)
        return RETURN
    log.log_head(m, board, mark)
    return GO_ON


@inner
def slice_begin(m, board, until):
    """Start another slice of the run, unless there is a reason to end the run.

    One reason is that a log of the board is half full: the caller empties the logs and calls again.
    """
    if m.clock >= until:
        board.reason |= log.CYCLE
    if board.segment_rows > ROWS // 2 or board.log_rows > LOG_ROWS // 2 \
            or board.psg_rows > PSG_ROWS // 2 or board.frame_rows > FRAME_ROWS // 2:
        board.reason |= log.FULL
    m.stop = m.slice_end = AT_ONCE
    if not board.reason:
        m.slice_end = minimum(until, m.clock + (1 if board.ask_kinds & log.BEAM_KINDS
                                                 else SLICE_MAX))
