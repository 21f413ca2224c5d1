"""The compiled pass that counts cycles and strokes by routine, from an observed machine's log.

The routines that have not returned are a path in a tree: a node is a routine as reached by one path
of calls.  Cycles, vectors and calls are counted at the node where they happen; each change of the
path is logged, because the beam draws later.

Routines are address ranges of the symbol files.  A jump into another one is a call that returns to
the caller's caller; where nothing was called, it replaces the last of the path.  In code without
names, a routine is what was called, and is numbered UNNAMED + its address.
"""

import numpy as np

from ...chips.log import EXEC, FRAME_END, INTERRUPT, READ, W_LIT, W_RAMP, WIRES
from ...chips.state import EVENT
from ...compiling.jit import Array, inner, integers, jit

NODES_MAX = 16384
DEPTH_MAX = 256
PATHS_MAX = 65536       # rows of one pass
UNNAMED = 65536
DOT_CYCLES = 16         # as in chips/beam.py: closer to a RAMP pulse, a lit interval is not a dot

TALLY = np.dtype([
    ("routine", "i8", (65536,)),        # number of the routine that contains an address, or 0
    ("entry", "i8", (65536,)),          # 1 = a routine begins there
    ("call", "i8", (65536,)),           # 1 = the instruction there calls
    ("waits", "i8", (UNNAMED * 2,)),    # 1 = the routine of that number ends frames: it waits
    ("own", "i8", (65536,)),            # cycles of the instructions at an address
    ("line", "i8", (65536,)),           # cycles, including calls
    ("rom", "i8"),                      # start of the called library
    ("nodes", "i8"), ("parent", "i8", (NODES_MAX,)), ("of", "i8", (NODES_MAX,)),
    ("child", "i8", (NODES_MAX,)), ("next", "i8", (NODES_MAX,)),
    ("cycles", "i8", (NODES_MAX,)), ("calls", "i8", (NODES_MAX,)), ("vectors", "i8", (NODES_MAX,)),
    ("depth", "i8"), ("stack_s", "i8", (DEPTH_MAX,)), ("stack_node", "i8", (DEPTH_MAX,)),
    ("now", "i8"), ("site", "i8"), ("pc", "i8"), ("s", "i8"), ("cycle", "i8"),
    ("begun", "i8"), ("interrupt", "i8"), ("polled", "i8"),
    ("path_rows", "i8"), ("path", "i8", (PATHS_MAX, 3)),        # cycle, node, address of the line
    ("wires", "i8"), ("ramp_lit", "i8"), ("ramp_end", "i8"), ("lone", "i8"),
    ("dot_at", "i8"), ("dot_node", "i8"), ("lit_node", "i8"),
])
(ROOT,) = integers(0)           # the root of the tree
NO_NODE = -1
IFR = 0xD00D


@jit(Array(EVENT), Array(TALLY))
def tally(rows, tallies):
    """Process rows of the log.

    Args:    rows     EVENT[n], at most PATHS_MAX, with instructions and wires
             tallies  TALLY[1], changed in place; `path` has `path_rows` new rows
    """
    t = tallies[0]
    t.path_rows = 0
    for i in range(len(rows)):
        row = rows[i]
        kind = row.kind
        if kind == EXEC:
            step(t, row.cycle, row.pc, row.b >> 16 & 0xFFFF)
        elif kind == WIRES:
            draw(t, row.cycle, row.a)
        elif kind == INTERRUPT:
            t.interrupt = 1
        elif kind == FRAME_END and row.b == 0:
            t.waits[t.of[t.polled]] = 1
        elif kind == READ and row.a == IFR:
            t.polled = t.now


@inner
def step(t, cycle, pc, s):
    """An instruction is about to run: count the cycles of the previous one."""
    if t.begun:
        spent = cycle - t.cycle
        t.own[t.pc] += spent
        t.line[t.site] += spent
        t.cycles[t.now] += spent
    before, site = t.now, t.site
    if t.begun and (t.call[t.pc] or t.interrupt) and s < t.s and t.depth < DEPTH_MAX:
        t.stack_s[t.depth] = t.s
        t.stack_node[t.depth] = t.now
        t.depth += 1
        t.now = below(t, t.now, t.routine[pc] or UNNAMED + pc)
        t.calls[t.now] += 1
    else:
        jumped = t.routine[pc] or (t.begun and t.routine[t.pc])
        while t.depth > 0 and s >= t.stack_s[t.depth - 1]:
            t.depth -= 1
            t.now = t.stack_node[t.depth]
            jumped = t.routine[pc]
        if jumped and t.of[t.now] != t.routine[pc]:
            jump(t, pc)
    if pc < t.rom or not t.begun:
        t.site = pc
    t.interrupt = 0
    t.begun = 1
    t.pc, t.s, t.cycle = pc, s, cycle
    if (t.now != before or t.site != site) and t.path_rows < PATHS_MAX:
        row = t.path_rows
        t.path_rows += 1
        t.path[row, 0] = cycle
        t.path[row, 1] = t.now
        t.path[row, 2] = t.site


@inner
def jump(t, pc):
    """Switch to the routine at `pc`, entered by a jump, or back to the routine that had jumped."""
    routine = t.routine[pc] or UNNAMED + pc
    if t.depth == 0:
        t.now = below(t, t.parent[t.now] if t.now else ROOT, routine)
        return
    caller = t.stack_node[t.depth - 1]
    at = t.now
    while at != caller and at != ROOT:
        if t.of[at] == routine:
            t.now = at
            return
        at = t.parent[at]
    t.now = below(t, t.now, routine)
    if t.entry[pc] or routine >= UNNAMED:
        t.calls[t.now] += 1


@inner
def below(t, node, routine):
    """Return the node of a routine called from a node; if the tree is full, the caller's node."""
    at = t.child[node]
    while at:
        if t.of[at] == routine:
            return at
        at = t.next[at]
    if t.nodes == NODES_MAX:
        return node
    at = t.nodes
    t.nodes += 1
    t.parent[at] = node
    t.of[at] = routine
    t.next[at] = t.child[node]
    t.child[node] = at
    return at


@inner
def draw(t, cycle, wires):
    """Count lit RAMP pulses and dots at a change of the wires, as beam.py does."""
    last = t.wires
    t.wires = wires
    dots(t, cycle)
    if wires & W_RAMP and not last & W_RAMP:
        t.dot_at = NO_NODE
        t.lone = 0
        t.ramp_lit = 0
    if wires & W_LIT and not last & W_LIT:
        t.lone = not wires & W_RAMP and cycle - t.ramp_end > DOT_CYCLES
        t.lit_node = t.now
    elif last & W_LIT and not wires & W_LIT and t.lone:
        t.dot_at = cycle
        t.dot_node = t.lit_node
        t.lone = 0
    if (wires & W_RAMP or last & W_RAMP) and (wires & W_LIT or last & W_LIT):
        t.ramp_lit = 1
    if last & W_RAMP and not wires & W_RAMP:
        t.ramp_end = cycle
        if t.ramp_lit:
            t.vectors[t.now] += 1


@inner
def dots(t, cycle):
    if t.dot_at >= 0 and cycle > t.dot_at + DOT_CYCLES:
        t.vectors[t.dot_node] += 1
        t.dot_at = NO_NODE
