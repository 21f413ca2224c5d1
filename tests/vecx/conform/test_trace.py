"""Whole programs compared with traces of other emulators, and two probes."""

import gzip
import shutil

import numpy as np
import pytest

from vecx import Machine
from vecx.conform import trace


@pytest.mark.slow
def test_every_row_of_the_traces_agrees(reference):
    """Registers, PC and cycle of 47,270 instructions agree with three emulators."""
    passed, failures = trace.replay(reference / "traces")
    assert failures == []
    assert passed == 47_270


def test_falsified_rows_are_counted(reference, tmp_path):
    """A trace with three changed rows fails in exactly these rows."""
    for name in ("exer_bios.bin", "exer1.bin.gz"):
        shutil.copy(reference / "traces" / name, tmp_path / name)
    columns = dict(np.load(reference / "traces" / "exer1_trace.npz"))
    for row, name in ((10, "a"), (500, "cc_mame"), (9000, "cyc")):
        columns[name][row] ^= 1
    np.savez(tmp_path / "exer1_trace.npz", **columns)
    passed, failures = trace.replay(tmp_path)
    assert [line.split(",")[0] for line in failures] == \
        ["exer1: row 10", "exer1: row 500", "exer1: row 9000"]
    assert passed == len(columns["a"]) - 3


def test_damaged_traces_are_errors(reference, tmp_path):
    """A missing ROM or an invalid trace is named."""
    with pytest.raises(FileNotFoundError):
        trace.replay(tmp_path)
    shutil.copy(reference / "traces" / "exer_bios.bin", tmp_path)
    (tmp_path / "exer1.bin.gz").write_bytes(gzip.compress(bytes(32768)))
    (tmp_path / "exer1_trace.npz").write_bytes(b"PK\x03\x04nothing")
    with pytest.raises(ValueError, match="exer1_trace"):
        trace.replay(tmp_path)


def test_rti_takes_the_pulled_e(reference):
    """rti_probe: RTI pulls 3 or 12 bytes, according to the stacked E [CPU 1]."""
    m = Machine(None, reference / "traces" / "rti_probe.bin", "ideal")
    taken = []
    while len(taken) < 2:
        at = m.registers
        cycles = m.step()
        if m.read(at.pc) == b"\x3b":
            taken.append((cycles, m.registers.s - at.s))
    assert taken == [(6, 3), (15, 12)]


def test_t1_flag_comes_when_the_data_sheet_says(reference):
    """timer_probe: the first poll that sees T1's flag starts 42 cycles after the store, N = 40."""
    m = Machine(None, reference / "traces" / "timer_probe.bin", "ideal")
    store, seen = None, {}
    for _ in range(3000):
        at, start = m.registers, m.cycles
        code = m.read(at.pc, 2)
        m.step()
        if code == b"\xd7\x05":
            store = start
        elif code == b"\xd5\x0d" and store is not None:
            seen[start - store] = not m.registers.cc & 4
    polls = sorted(gap for gap in seen if gap < 70)
    assert min(gap for gap in polls if seen[gap]) == 42
    assert not any(seen[gap] for gap in polls if gap < 42)
    assert len(polls) > 15
