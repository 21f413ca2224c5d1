"""The contract block before each routine of a cartridge holds.

Goal: what a block promises is so: registers outside `changes` survive, S is back, cycles, lit
strokes and stack stay within the limits.  Method: read the blocks, call every routine many times
on a machine in the middle of a game, with random boards and random registers wherever `in` names
none, and follow it instruction by instruction.
"""

import random
from pathlib import Path

import pytest

from asm.contracts import Contract, find
from vecx.chips import beam
from vecx.machine import Machine

ROOT = Path(__file__).parents[2]
FILES = sorted([ROOT / "games" / "connect4.asm", *(ROOT / "games" / "connect4").glob("*.asm"),
                *(ROOT / "games" / "lib").glob("*.asm")])
REGISTERS = ("a", "b", "x", "y", "u", "dp")
ALL = {name.upper() for name in REGISTERS} | {"S", "CC"}
RETURN = 0x7FF0
# These leave by another stack than they came by; the games against the computer run them.
COROUTINES = {"think_frame", "slice_run", "slice_pause", "think_some", "time_check", "search",
              "think_deeper", "think_simple", "winning_column", "tactics"}


def read_contracts() -> list[Contract]:
    """Read all blocks."""
    return find((path.name, number, text) for path in FILES
                for number, text in enumerate(path.read_text("utf-8").splitlines(), 1))


CONTRACTS = read_contracts()


@pytest.fixture(scope="module")
def game() -> tuple[Machine, bytes]:
    """A machine in a game of two, and a snapshot to come back to."""
    m = Machine("connect4")
    m.run_to(0, 0xC000, max_cycles=60_000_000)
    m.run_cycles(60_000)
    while m.read("v_state_frames")[0] < 5:
        m.run_frames(1)
    m.press(4)
    m.run_frames(2)
    m.release(4)
    m.run_frames(10)
    return m, m.snapshot()


def lay(m: Machine, draw: random.Random) -> None:
    """Put a random position on the board, and random values where any are allowed."""
    board = [0] * 42
    for column in range(7):
        for row in range(draw.randrange(7)):
            board[row * 7 + column] = draw.choice((1, 2))
    m.write("game_board", bytes(board))
    m.write("cursor_col", draw.randrange(7))
    m.write("current_player", draw.choice((1, 2)))
    m.write("last_row", draw.randrange(6))
    m.write("last_col", draw.randrange(7))
    m.write("temp_type", draw.choice((1, 2)))
    m.write("v_fall_type", draw.choice((1, 2)))
    m.write("v_fall_y", draw.randrange(-41, 61) & 255)
    m.write("v_fall_look", m.symbols["tbl_directions"].to_bytes(2, "big"))
    m.write("frame_counter", draw.randrange(256))
    m.write("v_menu", draw.randrange(4))
    m.write("win_cells", bytes(draw.sample(range(42), 4)))
    m.write("game_state", draw.choice((1, 1, 2, 4)))
    m.write("v_hint_timer", draw.randrange(1, 60))
    m.write("v_phase", draw.randrange(4))


def inputs(m: Machine, name: str, draw: random.Random) -> dict[str, int]:
    """Registers that a routine takes."""
    at = m.symbols
    byte = draw.randrange(256)
    signed = draw.randrange(-100, 101) & 0xFF
    board = at["v_think_board"]
    return {
        "state_enter": {"a": draw.randrange(6)},
        "stick_step": {"a": draw.choice((0, 0x40, 0xC0))},
        "cell_read": {"a": byte, "b": draw.randrange(256)},
        "check_direction": {"y": at["tbl_directions"] + 2 * draw.randrange(4)},
        "beam_place": {"a": signed, "b": draw.randrange(-100, 101) & 0xFF},
        "beam_draw": {"a": signed, "b": 0}, "beam_skip": {"a": 0, "b": at["TOKEN_SPEED"]},
        "token_draw": {"a": draw.randrange(-41, 64) & 0xFF, "b": draw.randrange(7)},
        "text_draw": {"u": at[draw.choice(("str_tie", "str_hint", "str_wins_1"))]},
        "sound_event_play": {"a": draw.randrange(1, 7)},
        "sound_play": {"x": at["tune_win"]},
        "slice_begin": {"u": at["think_body"], "x": at["v_think_start"]},
        "menu_draw": {"u": at["str_menu"]},
        "multiply": {"a": draw.randrange(6), "b": draw.randrange(-25, 26) & 0xFF},
        "column_play": {"b": draw.randrange(7)}, "column_undo": {"b": draw.randrange(7)},
        "line_there": {"x": board + draw.randrange(6) * 8 + draw.randrange(7)},
    }.get(name, {})


def call(m: Machine, name: str, given: dict[str, int]) -> tuple[dict[str, int], int, int, int]:
    """Call a routine; return its registers after it, cycles, lit ramps, and bytes of stack."""
    drawn = float(m.m.account[beam.A_DRAWS])
    result = m.call(name, max_cycles=100_000, **given)
    return (result.registers._asdict(), result.cycles,
            int(m.m.account[beam.A_DRAWS] - drawn), result.stack)


def test_blocks_name_every_register_once() -> None:
    """A register is changed or kept, never both, never neither."""
    assert len(CONTRACTS) >= 40
    for contract in CONTRACTS:
        changes, keeps = contract.changes, contract.keeps
        assert changes | keeps == ALL and not changes & keeps, contract.name
        assert "stack" in contract.fields, contract.name


@pytest.mark.parametrize("contract", [contract for contract in CONTRACTS
                                      if contract.name not in COROUTINES],
                         ids=lambda contract: contract.name)
def test_contract_holds(game: tuple[Machine, bytes], contract: Contract) -> None:
    """Registers survive, and cycles, strokes and stack are within the block's limits."""
    m, snapshot = game
    draw = random.Random(contract.name)
    deepest = 0
    for _ in range(40):
        m.restore(snapshot)
        lay(m, draw)
        m.call("beam_place", a=0, b=0, dp=0xD0)
        m.call("Reset0Ref", dp=0xD0)
        if contract.name in ("column_play", "column_undo", "line_there", "column_any"):
            m.call("think_start")
            if contract.name == "column_undo":
                m.write("v_think_height", bytes(8 + column for column in range(7)))
        given = {register: draw.randrange(1 << (16 if register in "xyu" else 8))
                 for register in REGISTERS if register != "dp"}
        given |= {"dp": 0xD0, "cc": 0x50} | inputs(m, contract.name, draw)
        after, cycles, drawn, depth = call(m, contract.name, given)
        for register in contract.keeps - {"S", "CC"}:
            assert after[register.lower()] == given[register.lower()], register
        for what, found in (("cycles", cycles), ("vectors", drawn)):
            limit = contract.limit(what)
            assert limit is None or found <= limit, what
        deepest = max(deepest, depth)
    assert contract.stack is not None and deepest <= contract.stack, deepest
