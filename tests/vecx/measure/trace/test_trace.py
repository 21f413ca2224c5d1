"""Traces: rows of instructions, and the tree of routines."""

import pytest

from tests.vecx.debugger.programs import HEADER
from vecx import Machine
from vecx.measure.trace import COLUMNS, CallTree, Node, Tracer, tree_text

SOURCE = """
 lds #$CBEA
 lda #$D0
 tfr a,dp
 ldd #$3075
frame std <$08
 jsr outer
 ldd #$3075
 bra frame
outer bsr inner
 bsr inner
 nop
 rts
inner ldb <$01
 stb <$0A
 rts
"""


@pytest.fixture
def tracer(program) -> Tracer:
    """Return a tracer of a program of two routines, after one frame."""
    machine = program(SOURCE)
    machine.run_frames(2)
    names = {address: name for name, address in machine.symbols.items()}
    return Tracer(machine, names)


def rows(tracer: Tracer) -> list[dict[str, str]]:
    """Return the rows of a frame by column."""
    return [dict(zip(COLUMNS, line.split("\t"), strict=True))
            for line in tracer.lines(tracer.frame())]


def test_rows_are_what_stepping_shows(tracer, program):
    """Each row has the registers and cycle of single steps."""
    other = program(SOURCE)
    other.restore(tracer.machine.snapshot())
    found = rows(tracer)
    assert len(found) == 14
    for row in found:
        registers = other.registers
        assert int(row["cycle"]) == other.cycles
        for name in ("pc", "a", "b", "x", "y", "u", "s", "dp", "cc"):
            assert int(row[name], 16) == getattr(registers, name), name
        other.step()


def test_rows_have_names_bytes_and_accesses(tracer):
    """Targets have names; accesses to the VIA have their registers."""
    found = {row["instruction"]: row for row in rows(tracer)}
    call = found["jsr     >outer"]
    assert call["op"] == f"BD{tracer.machine.symbols['outer']:04X}"
    assert found["ldb     <$01"]["via"].startswith("ORA=$")
    assert found["stb     <$0A"]["via"] == "SR<$" + found["ldb     <$01"]["via"][-2:]


def test_the_tree_has_calls_and_cycles(tracer):
    """A routine is below its caller, with calls and cycles up to its return."""
    tree = CallTree(tracer)
    for _ in range(3):
        tree.add(tracer.frame())
    root = tree.end()
    [outer] = root.below.values()
    [inner] = outer.below.values()
    assert (outer.name, outer.calls, inner.name, inner.calls) == ("outer", 3, "inner", 6)
    assert inner.cycles == 6 * (4 + 4 + 5)
    assert outer.own == 3 * (7 + 7 + 2 + 5)
    assert outer.cycles == outer.own + inner.cycles
    text = tree_text(root, 3)
    assert text.splitlines()[0].endswith("in 3 frames")
    assert text.splitlines()[-1].split()[-2:] == ["6", "inner"]


def test_a_traced_game_is_the_same_game():
    """The tree adds up to the frame, and tracing changes nothing."""
    free, traced = Machine("connect4"), Machine("connect4")
    tree = CallTree(Tracer(traced))
    free.run_frames(10)
    traced.run_frames(10)
    tracer = Tracer(traced)
    for _ in range(5):
        tree.add(tracer.frame())
    assert traced.run_frames(1) == free.run_frames(6)[-1:]
    root = tree.end()
    assert 4 * 30_000 < root.cycles < 5 * 31_000
    assert sum(node.cycles for node in root.below.values()) + root.own == root.cycles


OWN_LOOP = """
 include "vectrex.inc"
 fcb "g GCE 1982",$80
 fdb $fd0d
 fcb $f8,$50,$20,-$56,"TEST",$80,0
main bsr around
 jsr draw
 bra main
around pshs a,b,x
 jsr Wait_Recal
 puls a,b,x,pc
draw jsr Intensity_5F
 lda #40
 ldb #40
 jmp Draw_Line_d
"""


def played(path, frames: int) -> Node:
    """Return the tree of some frames of a cartridge after the title."""
    machine = Machine(path, preset="ideal")
    machine.run_frames(300)
    tracer = Tracer(machine)
    tree = CallTree(tracer)
    for _ in range(frames):
        tree.add(tracer.frame())
    return tree.end()


def test_a_jump_into_a_routine_is_a_call_that_returns_to_the_callers_caller(tmp_path):
    """A jump into a routine counts as a call by the routine that jumps.

    A jump back is not a call, and code that was never called is replaced by the target of its jump.
    """
    (tmp_path / "a.asm").write_text(OWN_LOOP.replace("draw jsr", "draw bra shape\nshape jsr")
                                    .replace(" bra main", " bra again\nagain jmp main")
                                    + "never_run jsr shape\n jsr again\n")
    root = played(tmp_path / "a.asm", 20)
    assert {"main", "again"} == set(root.below) and root.below["again"].cycles == 4 * 20
    [shape] = root.below["main"].below["draw"].below.values()
    assert shape.name == "shape" and shape.calls == 20 and shape.below["Draw_Line_d"].calls == 20
    assert root.below["main"].below["draw"].own == 3 * 20


def test_loops_between_routines_do_not_grow_the_tree(tmp_path):
    """Two routines that jump to each other are one path."""
    source = OWN_LOOP[:OWN_LOOP.index("draw jsr")] + """
draw lda #9
ping bra pong
pong deca
 bne ping
 rts
never_run jsr ping
 jsr pong
"""
    (tmp_path / "a.asm").write_text(source)
    ping = played(tmp_path / "a.asm", 5).below["main"].below["draw"].below["ping"]
    assert ping.calls == 5 and ping.own == 5 * 9 * 3
    assert ping.below["pong"].cycles == 5 * (9 * (2 + 3) + 5) and not ping.below["pong"].below


def test_the_tree_begins_inside_what_has_been_called(tmp_path):
    """A trace that begins inside nested calls finds the calling routines on the stack.

    Frames end inside the ROM, whose costs belong to its own routines.  Return addresses are found
    even below registers that a routine has pushed.
    """
    (tmp_path / "a.asm").write_text(OWN_LOOP)
    machine = Machine(tmp_path / "a.asm", preset="ideal")
    machine.run_frames(300)
    tracer = Tracer(machine)
    tree = CallTree(tracer)
    tree.add(tracer.frame())
    root = tree.end()
    [main] = root.below.values()
    assert main.name == "main" and set(main.below) == {"around", "draw"} and main.own < 100
    around, draw = main.below["around"], main.below["draw"]
    assert set(around.below) == {"Wait_Recal"} and around.calls == 1
    recalibrate = around.below["Wait_Recal"].below["Set_Refresh"].below["Recalibrate"]
    assert {"Moveto_ix_FF", "Reset0Int"} <= set(recalibrate.below)
    assert root.cycles > 29_000 and around.cycles + draw.cycles > root.cycles - 100


def test_operands_have_names(tmp_path):
    """Operands have the names of cells, also in the direct page if DP is known."""
    path = tmp_path / "game.asm"
    path.write_text(""" include "vectrex.inc"
 org $C880
lives rmb 1
""" + HEADER + """\
main ldx >Vec_Loop_Count
 lda >lives
bare sta <$01
 setdp $D0
 sta <VIA_port_a
 setdp $C8
 inc <lives
 inc <$C8A0
 bra main
""")
    machine = Machine(path, preset="ideal")
    assert machine.run_to("main", max_cycles=10_000_000)
    tracer, at, texts = Tracer(machine), machine.address("main"), []
    for _ in range(7):
        data, _, text = tracer.decoded(at)
        texts.append(" ".join(text.split()))
        at += len(data)
    assert texts == ["ldx >Vec_Loop_Count", "lda >lives", "sta <$01", "sta <VIA_port_a",
                     "inc <lives", "inc <$A0", "bra main"]
    bare = machine.address("bare")
    assert tracer.decoded(bare, page=0xD0)[2].split() == ["sta", "<VIA_port_a"]
    machine.set_registers(pc=bare, dp=0xD0)
    assert tracer.decoded(bare)[2].split() == ["sta", "<VIA_port_a"]
    machine.watch(0, 0x8000, runs=True)
    machine.step()
    assert "\tsta     <VIA_port_a\t" in next(tracer.lines(machine.take_log()))
