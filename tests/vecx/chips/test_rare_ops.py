"""Each operation is implemented once: in the CPU's loop, in rare_ops or, BRANCH, in usual.py."""

import ast
from pathlib import Path

from vecx.chips import cpu, decode, rare_ops


def actions_in(module):
    """Return the names of decode.py that a module compares with an action."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    return {side.attr for node in ast.walk(tree) if isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Name) and node.left.id == "action"
            for side in node.comparators if isinstance(side, ast.Attribute)}


def test_every_action_has_one_place():
    """Every action in the tables is implemented exactly once."""
    often, rest = actions_in(cpu), actions_in(rare_ops)
    assert not often & rest
    assert often | rest == set(decode.ACTIONS) - {"BRANCH"}


def test_interrupts_wait_on_the_stack(program):
    """CWAI pushes all registers and SYNC none; both end with an interrupt."""
    for wait, pushed in (("cwai #$EF", 12), ("sync", 0)):
        m = program(f" lds #$CBEA\nhere {wait}\nthere nop\n bra there\n")
        m.run_to("here")
        m.step()
        assert 0xCBEA - m.registers.s == pushed
