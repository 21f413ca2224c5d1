"""The limits of the record's fields: at each limit and one beyond."""

import numpy as np
import pytest

from vecx.chips.state import FIELDS, NEVER, RECORD
from vecx.chips.state_range import EARLY_MAX, LATE_MAX, UNKNOWN, limits, misfit
from vecx.chips.state_record import new_state, pack

CLOCK = 1_000_000


def record(**changes: object) -> np.void:
    """Return a record at power-on, moved to a clock, with fields set."""
    row = np.frombuffer(bytearray(pack(new_state())), RECORD)[0]
    row["clock"], row["frame_cut"], row["ay_tick"] = CLOCK, CLOCK + 5, CLOCK // 8
    for name, value in changes.items():
        row[name] = value
    return row


@pytest.mark.parametrize("name, least, most", [
    ("a", 0, 255), ("w_dac", -128, 127), ("psg_latch", 0, 16), ("noise", 1, 2147483646),
    ("vx", -2048.0, 2048.0), ("z_t", UNKNOWN, CLOCK + EARLY_MAX),
    ("frame_cut", CLOCK - LATE_MAX, CLOCK + 120_000), ("sr_due", CLOCK - LATE_MAX, NEVER),
    ("dots_due", UNKNOWN, NEVER),
    ("ay_tick", (CLOCK - LATE_MAX) // 8, CLOCK // 8)])
def test_limits(name: str, least: float, most: float) -> None:
    """Every kind of limit in the table accepts its limit, and refuses one beyond."""
    for value in (least, most):
        assert misfit(record(**{name: value})) == ""
    for value in (least - 1, most + 1):
        assert misfit(record(**{name: value})) == name


def test_what_is_no_number_does_not_fit() -> None:
    """NaN and infinity are refused in every float and array."""
    for f in FIELDS:
        if f.is_float:
            for value in (np.nan, np.inf, -np.inf):
                row = record()
                np.atleast_1d(row[f.name])[-1:] = value
                if not f.length:
                    row[f.name] = value
                assert misfit(row) == f.name


def test_a_queue_is_in_order_and_nothing_is_behind_it() -> None:
    """A queue has as many entries as it counts, in order."""
    times = np.zeros(36)
    times[:3] = CLOCK + 1, CLOCK + 2, CLOCK + 2
    assert misfit(record(edge_count=3, edge_t=times)) == ""
    assert misfit(record(edge_count=2, edge_t=times)) == "edge_t"
    assert misfit(record(edge_count=3, edge_t=times[[1, 0, 2, *range(3, 36)]])) == "edge_t"
    writes = np.zeros(36, np.int64)
    writes[:3] = CLOCK - 1, CLOCK - 5, CLOCK - 2
    assert misfit(record(edge_count=3, edge_t=times, edge_at=writes)) == ""


@pytest.mark.parametrize("timer", [
    {"t1_armed": 1, "t1_at": 10, "t1_n": 100}, {"t2_armed": 1, "t2_at": 10, "t2_n": 100},
    {"t2_mode": 2, "t2_at": 10, "t2_n": 100}])
def test_a_timer_that_runs_has_its_event_ahead(timer: dict[str, int]) -> None:
    """A running timer whose event is long past is refused."""
    assert misfit(record(**timer)) == "via_due"
    later = {name: CLOCK - 50 if name.endswith("_at") else value for name, value in timer.items()}
    assert misfit(record(**later)) == ""


def test_every_relation_of_the_table_is_known() -> None:
    """The table contains only known relations."""
    for f in FIELDS:
        least, most = limits(f, f.holds.partition("[")[0], CLOCK)
        assert least < most
