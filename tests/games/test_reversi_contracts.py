"""The contract block before each routine of Reversi holds.

Method: as tests/games/test_contracts.py, on a machine in the middle of a two-player game.
"""

import random
from functools import partial
from pathlib import Path

import pytest

from asm.output.contracts import Contract
from tests.games import reversi_model as model
from tests.games.reversi_tournament import Cartridge
from tests.games.variables import left
from vecx.console.roms import load_cartridge
from vecx.console.snapshot import Kept
from vecx.machine import Machine
from vecx.testing.contracts import check_blocks, check_call, random_registers
from vecx.testing.golden import Golden

ROOT = Path(__file__).parents[2]
# These return with a different stack, or run for seconds; tests of games against the computer run
# them.
COROUTINES = {"slice_run", "slice_pause", "think_frame", "think_some", "think_ready",
              "think_novice", "think_expert", "think_deeper", "think_master", "think_end",
              "worth_all", "worth_over", "worths_make", "near_fill", "search_mid",
              "search_end"}


@pytest.fixture(scope="module")
def game() -> tuple[Machine, Kept]:
    """Return a machine in a two-player game, and a state to restore."""
    m = Cartridge().m
    m.run_frames(10)
    return m, m.keep()


def lay(m: Machine, draw: random.Random) -> tuple[list[int], int]:
    """Put a random position into RAM, and random values where they are allowed."""
    board, player = model.opening(draw, draw.randrange(2, 56))
    m.write("board", bytes(board))
    m.write("current_player", player)
    legal = model.moves(board, player)
    m.write("legal_moves", bytes(legal))
    for name, most in (("cursor_row", 8), ("cursor_col", 8), ("v_find_at", 15), ("message", 10),
                       ("v_part_timer", 60), ("v_timer", 60)):
        m.write(name, draw.randint(1, most))
    for name, values in (("legal_count", (len(legal),)), ("game_state", (1, 1, 2, 3, 5)),
                         ("skill", range(4)), ("game_mode", (0, 1)), ("human_side", (2, 3)),
                         ("first_player", (2, 3)), ("v_phase", (0, 1)), ("v_menu", range(5)),
                         ("v_stale", range(7)), ("v_status_stale", (0, 1)),
                         ("black_count", range(64)), ("white_count", range(64)),
                         ("v_number", range(64)), ("v_part", (0, 1)),
                         ("v_counted", range(9)), ("v_pause_item", range(4)),
                         ("v_match", range(4)), ("v_match_won", range(4)),
                         ("v_starter", (2, 3)), ("move_count", range(50)),
                         ("v_move", range(50))):
        m.write(name, draw.choice(list(values)))
    return board, player


def inputs(m: Machine, name: str, draw: random.Random, legal: list[int]) -> dict[str, int]:
    """Return the registers that a routine reads."""
    at = m.symbols
    square = draw.choice(model.SQUARES)
    return {
        "state_enter": {"a": draw.randrange(8)},
        "near_free": {"x": at["v_tboard"] + square},
        "end_of_flip": {"x": at["board"] + square, "a": draw.choice(model.STEPS) & 0xFF},
        "check_move": {"a": square}, "cell_of": {"a": square},
        "execute_move": {"a": draw.choice(legal)}, "move_make": {"a": draw.choice(legal)},
        "move_play": {"a": draw.choice(legal), "b": 2},
        "turns_mark": {"a": draw.choice(legal), "y": at["tbl_steps"]},
        "turns_if": {"y": at["tbl_steps"] + 4},
        "disc_turn": {"u": at["board"] + square, "y": at["v_flips"]},
        "square_place": {"a": square // 10, "b": square % 10},
        "choice_write": {"b": draw.randrange(5), "u": at["str_two"]},
        "choice_light": {"b": draw.randrange(5), "u": at["str_two"]},
        "melody_event_play": {"a": draw.randrange(1, 13)}, "melody_play": {"x": at["tune_title"]},
        "letters_draw_near": {"u": at["str_two"]}, "menu_draw": {"u": at["str_beginner"]},
        "message_show": {"a": draw.randrange(1, 11)},
        "message_begin": {"a": draw.randrange(1, 12)},
        "mine_mark": {"a": draw.choice((2, 3)), "u": at["v_status"]},
        "line_sweep": {"u": at["str_starts"]}, "shapes_draw": {"x": at["tbl_shapes_heaps"]},
        "history_at": {"a": draw.randrange(60)}, "history_add": {"a": draw.choice(legal)},
        "move_colour": {"x": at["v_order"] + 60},
        "two_digits": {"a": draw.randrange(100), "u": at["v_status"]},
        "cursor_steer": {"u": 0xC81B, "y": at["v_stick_1"], "x": at["v_stick_1y"]},
        "pause_choose": {"a": draw.choice((0, 0x40, 0xC0)), "x": at["v_stick_1y"]},
        "wrap": {"a": draw.randrange(10)},
        "disc_sound": {"b": draw.randrange(80)},
        "reply_begin": {"u": at["v_order"]},
        "human_buttons": {"x": 0xC812}, "menu_change": {"a": draw.choice((1, 255))},
    }.get(name, {})


def prepared(game: tuple[Machine, Kept], name: str, draw: random.Random) -> dict[str, int]:
    """Prepare a state in which a routine may be called; return its registers."""
    m, begun = game
    m.restore(begun)
    board, player = lay(m, draw)
    m.call("picture_make", dp=0xD0)
    m.call("beam_place", a=0, b=0, dp=0xD0)
    if name == "about_frame":
        m.write("v_about_page", draw.randrange(m.symbols["ABOUT_PAGES"]))
    given = random_registers(draw, 0xD0)
    return given | inputs(m, name, draw, model.moves(board, player))


def test_blocks_name_every_register_once() -> None:
    """Each register is either in `changes` or in `keeps`."""
    contracts = load_cartridge(ROOT / "games/reversi.asm")[1].contracts.values()
    assert len(contracts) >= 50
    check_blocks(contracts)


@pytest.mark.sample(30, slow=30)
@pytest.mark.cartridge("reversi")
@pytest.mark.contracts(leave_out=COROUTINES)
def test_contract_holds(game: tuple[Machine, Kept], contract: Contract) -> None:
    """Registers are preserved, and cycles, strokes and stack are within the limits."""
    draw = random.Random(contract.name)
    deepest = 0
    for _ in range(12):
        given = prepared(game, contract.name, draw)
        deepest = max(deepest, check_call(game[0], contract, given))
    assert contract.stack is not None and deepest <= contract.stack, deepest


@pytest.mark.slow
def test_routines_leave_what_they_left(game: tuple[Machine, Kept], golden: Golden) -> None:
    """The effects of each routine equal the golden text: cycles, VIA writes, variables."""
    names = set(load_cartridge("reversi")[1].contracts) - COROUTINES
    golden.text(left(game[0], names, partial(prepared, game)), "reversi-routines")
