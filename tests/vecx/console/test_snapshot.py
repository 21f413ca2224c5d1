"""Snapshots: tied to the table of fields, checked, and fast in memory."""

import json
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.older_states import joined, older, parts, with_schema
from vecx import Machine, SnapshotMismatch, VecxError
from vecx.chips.account import COLUMNS
from vecx.chips.state import FIELDS, INPUTS_MAX, RECORD
from vecx.console.snapshot import BYTES_MAX, SCHEMA, Kept
from vecx.sound.mixer import Mixer


@pytest.fixture(scope="module")
def machine() -> Machine:
    """Return a machine in the middle of a frame of the title."""
    m = Machine("connect4", preset="worn", seed=4)
    m.run_frames(250)
    m.run_cycles(11_111)
    return m


def assert_refused(machine: Machine, data: bytes) -> None:
    """Check that a snapshot is refused and nothing changes."""
    before = machine.snapshot()
    with pytest.raises(VecxError, match="snapshot"):
        machine.restore(data)
    assert machine.snapshot() == before


@pytest.mark.parametrize("change", [
    {"sizes": [1, 2]}, {"sizes": "many"}, {"sizes": [-1, 0, 0, 0, 0, 0]}, {"sizes": None},
    {"analog": None}, {"analog": {}}, {"analog": {"half_w": "wide"}}, {"preset": 5},
    {"poked": [[1]]}, {"poked": [[70000, 1]]}, {"poked": [[1, "x"]]}, {"later": [[1, 2]]},
    {"later": [[1, 99, 0]]}, {"later": 7}, {"format": 5}, {"bios": None},
    {"cart": "x"}])
def test_crafted_heads_are_refused(machine, change):
    """Any invalid head raises VecxError, and leaves the machine unchanged."""
    head, body = parts(machine.snapshot())
    assert_refused(machine, joined({**head, **change}, body))


def test_nested_heads_and_bombs_are_refused(machine):
    """Deeply nested heads and oversized bodies are refused in the same way."""
    assert_refused(machine, b"[" * 100_000 + b"\n")
    head, _ = parts(machine.snapshot())
    packer = zlib.compressobj()
    blocks = [packer.compress(bytes(1 << 20)) for _ in range(BYTES_MAX // (1 << 20) + 1)]
    body = b"".join([*blocks, packer.flush()])
    assert_refused(machine, json.dumps(head).encode() + b"\n" + body)


@pytest.mark.parametrize("later", [
    [[10 ** 9, 0, 0]],                              # the record has room for it
    [[10 ** 9, 0, 0], [10 ** 9 - 1, 0, 0]], [[3, 0, 0]]])
def test_inputs_that_wait_out_of_order_are_refused(machine, later):
    """Waiting inputs that are out of order are refused."""
    m = Machine("connect4", preset="worn", seed=4)
    m.restore(machine.snapshot())
    for at in range(INPUTS_MAX + 1 if len(later) > 1 or later[0][0] < 10 else 1):
        m.press(1, at=m.cycles + 1000 + at)
    head, body = parts(m.snapshot())
    assert_refused(machine, joined({**head, "later": later}, body))


def test_a_state_without_progress_is_an_error(machine):
    """A state without progress ends with an error, not in an endless loop."""
    m = Machine("connect4", preset="worn", seed=4)
    m.chips.state.inputs = INPUTS_MAX
    m.chips.state.input_at[:] = [1 << 60] * (INPUTS_MAX - 1) + [1]
    m.inputs.restore(((1, 0, 0),))
    with pytest.raises(VecxError, match="no progress at cycle"):
        m.run_frames(1)


def test_frames_of_an_older_schema_stay_within_the_limit(machine):
    """The limit holds for frames after the conversion from an older schema."""
    def widened(schema, record, frames):
        lines, _, _ = schema.partition("\n\n")
        column = COLUMNS[0].name
        count = BYTES_MAX // 8 // len(COLUMNS) + 1
        return f"{lines}\n\n{column}".encode(), record, bytes(8 * count)

    assert_refused(machine, with_schema(machine.snapshot(), widened))


@settings(max_examples=150)
@given(st.sampled_from([f for f in FIELDS if not f.is_float]),
       st.sampled_from([-(1 << 62), -300, 1 << 61, (1 << 62) + 5]), st.integers(0, 300))
def test_values_out_of_range_are_refused(machine, field, value, index):
    """Integers outside the range of their field are refused."""
    head, body = parts(machine.snapshot())
    row = np.frombuffer(body, RECORD, 1, len(SCHEMA))
    row[field.name].reshape(-1)[index % max(1, field.length)] = value
    assert_refused(machine, joined(head, body))


@pytest.mark.parametrize("field", [f.name for f in FIELDS if f.is_float])
def test_numbers_that_are_none_are_refused(machine, field):
    """NaN and infinity are refused as positions and times."""
    head, body = parts(machine.snapshot())
    for value in (np.nan, np.inf):
        np.frombuffer(body, RECORD, 1, len(SCHEMA))[field].reshape(-1)[0] = value
        assert_refused(machine, joined(head, body))


def test_a_changed_comment_changes_nothing():
    """The schema that versions are compared by contains name, type, length and power-on value.

    The description of a field is not part of it, nor is its range, which is checked on reading.
    """
    for field in FIELDS:
        assert field.meaning == "." or field.meaning not in SCHEMA
        length = "A" if field.name == "account" else field.length
        assert f"{field.name} {'f' if field.is_float else 'i'} {length} " in SCHEMA


@pytest.mark.parametrize("line, other", [
    ("\nirq i 0 0\n", "\nirq f 0 0\n"), ("\nirq i 0 0\n", "\nirq i 4 0\n"),
    ("\nirq i 0 0\n", "\nirq i 0 1\n"), ("\nirq i 0 0\n", "\nirq_n i 0 0\n"),
    ("\nmoves", "\nmovements")])
def test_other_fields_are_another_version(machine, line, other):
    """A field that is missing or defined differently makes another version."""
    assert SCHEMA.count(line) == 1
    data = with_schema(machine.snapshot(), lambda schema, record, frames:
                       (schema.replace(line, other).encode(), record, frames))
    with pytest.raises(VecxError, match="another version of vecx"):
        machine.restore(data)


def test_a_state_from_before_a_field_was_added_goes_on(machine):
    """A state without a newer field uses its power-on value."""
    m = Machine("connect4", preset="worn", seed=4)
    m.restore(machine.snapshot())
    m.run_cycles(40_000)
    m.output.put_back(*m.output.segments(), m.output.frames())
    data = with_schema(m.snapshot(), older)
    other = Machine("connect4", preset="worn", seed=4)
    other.restore(data)
    assert other.snapshot() == m.snapshot()
    assert other.run_frames(3) == m.run_frames(3)


@pytest.mark.parametrize("damage", [
    lambda schema, record, frames: (older(schema, record, frames)[0], record, frames),
    lambda schema, record, frames: (b"clock i 0 60 0\n" + schema.encode(), record, frames),
    lambda schema, record, frames: (schema.encode()[:40], record, frames),
    lambda schema, record, frames: (b"\xff\xfe", record, frames),
    lambda schema, record, frames: (b"", record, frames)])
def test_a_schema_that_is_not_of_its_record_is_refused(machine, damage):
    """A schema that does not fit the record is refused."""
    assert_refused(machine, with_schema(machine.snapshot(), damage))


def test_the_raw_form_is_as_good(machine):
    """A machine continues equally from `keep` and from `snapshot`."""
    one, two = (Machine("connect4", preset="ideal") for _ in range(2))
    kept = machine.keep()
    assert isinstance(kept, Kept)
    one.restore(kept)
    two.restore(machine.snapshot())
    assert one.run_frames(3) == two.run_frames(3)
    assert one.snapshot() == two.snapshot()


def test_a_snapshot_of_another_cartridge_is_refused_in_both_forms():
    """Both forms refuse another cartridge, and leave the machine unchanged."""
    one, other = Machine("connect4", preset="ideal"), Machine("reversi", preset="ideal")
    other.run_frames(5)
    before = one.snapshot()
    for data in (other.keep(), other.snapshot()):
        with pytest.raises(SnapshotMismatch, match="another cartridge"):
            one.restore(data)
        assert one.snapshot() == before


def test_a_restored_machine_draws_as_its_record_says(machine):
    """Preset and analog parameters are restored with the snapshot."""
    other = Machine("connect4", preset="ideal")
    other.restore(machine.snapshot())
    assert (other.preset, other.analog) == ("worn", machine.analog)


def test_bytes_written_over_rom_come_and_go():
    """Bytes written over ROM are restored, and later ones undone."""
    m = Machine("connect4", preset="ideal")
    clean = m.snapshot()
    m.write(0xE123, 0xAB)
    m.write(0x0100, b"\1\2\3")
    poked = m.snapshot()
    rom = Machine("connect4", preset="ideal").read(0xE123)
    m.restore(clean)
    assert m.read(0xE123) == rom
    m.restore(poked)
    assert (m.read(0xE123), m.read(0x0100, 3)) == (b"\xab", b"\1\2\3")


def test_sound_goes_on_after_a_restore():
    """Sound continues after a restore; equal machines sound equal."""
    m = Machine("connect4", preset="ideal")
    m.run_frames(230)       # the title tune plays
    mixer = Mixer()
    mixer.samples(m.take_sound(), m.cycles)
    data = m.snapshot()
    m.run_frames(20)
    mixer.samples(m.take_sound(), m.cycles)
    m.restore(data)
    m.run_frames(20)
    first = mixer.samples(m.take_sound(), m.cycles)
    other = Machine("connect4", preset="ideal")
    other.restore(data)
    other.run_frames(20)
    second = Mixer().samples(other.take_sound(), other.cycles)
    assert np.abs(first).max() > 0.01
    assert np.array_equal(first, second)


@pytest.mark.parametrize("cycles", [1, 777, 30_011, 123_456])
def test_equal_records_mean_equal_futures(machine, cycles):
    """Machines with equal record and RAM have equal pictures, samples and logs."""
    one, two = Machine("connect4", seed=1), Machine("connect4", preset="ideal", seed=2)
    one.run_frames(3)
    two.cover()
    two.run_cycles(54_321)
    for m in (one, two):
        m.restore(machine.keep())
    futures = []
    for m in (one, two):
        frames = m.run_cycles(cycles) + m.run_frames(4)
        samples = Mixer().samples(m.take_sound(), m.cycles)
        futures.append((frames, samples.tobytes(), m.take_log().tobytes(), m.snapshot()))
    assert futures[0] == futures[1]
