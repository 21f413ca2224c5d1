"""Frames: their figures; frames and results of calls display themselves in notebooks."""

from dataclasses import fields
from xml.etree import ElementTree

from vecx.chips.account import COUNTED, FIGURES
from vecx.console.frame import Budget
from vecx.machine import Machine


def test_frame_and_call_draw_themselves():
    """The drawing is valid SVG with a line per stroke, upright, with a title."""
    machine = Machine(preset="ideal")
    frame = machine.run_frames(10)[-1]
    root = ElementTree.fromstring(frame._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    paths = root.findall(f".//{space}path")
    assert len(paths) == frame.budget.strokes > 10
    x0, y0, x1, y1 = (round(float(value)) for value in frame.segments[0, :4])
    assert paths[0].get("d") == f"M{x0} {-y0}L{x1} {-y1}"
    title = root.find(f"{space}title")
    assert title is not None and title.text is not None
    assert title.text.startswith("frame 9: ")
    call = machine.call(0xF2C3, a=20, b=20, dp=0xD0)        # Dot_d
    assert ElementTree.fromstring(call._repr_svg_()).findall(f".//{space}path")


def test_the_account_has_a_field_for_each_figure():
    """Budget has the figures of chips/account.py, in their order and with their types."""
    kinds = {"overrun": bool, "hz": float,
             **{column.name: float if column.kind == "f" else int for column in COUNTED}}
    assert [(field.name, field.type) for field in fields(Budget)] == [
        (name, kinds.get(name, int)) for name in FIGURES]
