"""Profiler, budget, `vecx trace` and debugger agree about calls and costs."""

import pytest

from vecx import Machine
from vecx.debugger.session import Session
from vecx.measure.budget.profile import Profile
from vecx.measure.profiling.report import report_of
from vecx.measure.trace import CallTree, Node, Tracer

FRAMES = 6


def sums(root: Node) -> dict[str, tuple[int, int]]:
    """Return calls and own cycles of each routine of a tree."""
    found: dict[str, tuple[int, int]] = {}
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        calls, own = found.get(node.name, (0, 0))
        found[node.name] = calls + node.calls, own + node.own
        open_nodes += node.below.values()
    return found


@pytest.fixture(scope="module", params=["connect4", "reversi"])
def begun(request) -> Machine:
    """Return a machine on which a game has begun."""
    machine = Machine(request.param, preset="ideal", strict=True)
    machine.run_frames(400)
    machine.tap(4)
    machine.run_frames(60)
    return machine


@pytest.mark.slow
def test_all_tools_count_the_same(begun):
    """Calls, cycles and strokes of every routine are equal in all tools."""
    start = begun.snapshot()
    profile = Profile(begun)
    frames = begun.run_frames(FRAMES)
    costs = {cost.name: cost for cost in profile.routines(frames)}
    report = report_of(begun, profile, frames).routines()

    begun.restore(start)
    tracer = Tracer(begun)
    tree = CallTree(tracer)
    for _ in range(FRAMES):
        tree.add(tracer.frame())
    traced = sums(tree.end())
    assert {name for name, (_, own) in traced.items() if own} \
        == {name for name, cost in costs.items() if cost.own_cycles}
    for name, (calls, own) in traced.items():
        assert (calls, own) == (costs[name].calls, costs[name].own_cycles), name
        assert report[name]["cycles"] == costs[name].cycles
        assert report[name]["strokes"] == costs[name].strokes
    assert sum(cost.own_strokes for cost in costs.values()) \
        == sum(len(frame.segments) for frame in frames)

    begun.restore(start)
    session = Session(begun)
    session.run_to_frame(frames[0].index + FRAMES + 1)
    drawn = dict.fromkeys(costs, 0)
    for frame in list(session.timeline.frames):
        if frame.index > frames[-1].index:
            break
        log = session.strokes.log(frame)
        for name, cost in costs.items():
            if cost.where.address:
                drawn[name] += len(log.drawn_by_routine(cost.where.address))
    session.timeline.close()
    drawn.pop("program", None)
    assert drawn == {name: costs[name].strokes for name in drawn}
