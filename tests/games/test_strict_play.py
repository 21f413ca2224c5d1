"""Random play of both games on strict machines gives no findings.

Goal: the strict machine finds nothing in whatever random players reach in 20 to 60 seconds, not
only in menus and first moves.  Method: seeded random inputs of both controllers start and leave
games, with each preset; the work and the vectors of every frame are limited.  Reversi's computer
searches positions of every stage, with every skill.
"""

import random

import pytest

from tests.games import reversi_model
from tests.games.reversi_tournament import SKILLS, Cartridge
from vecx.machine import Machine

HOLD_FRAMES = 6
WORK_MOST, VECTORS_MOST = 29_900, 300
BUTTONS = (4, 4, 4, 4, 4, 4, 1, 2, 3)


def play_at_random(machine: Machine, frames: int, seed: int) -> tuple[int, int]:
    """Play at random; return the most work cycles and vectors of a frame."""
    chance = random.Random(seed)
    work = vectors = 0
    for _ in range(frames // (2 * HOLD_FRAMES)):
        hand, button = chance.choice((1, 1, 2)), chance.choice(BUTTONS)
        machine.stick(chance.choice((-1, 0, 0, 1)), chance.choice((-1, 0, 0, 1)), hand)
        if chance.random() < 0.6:
            machine.press(button, hand)
        played = machine.run_frames(HOLD_FRAMES)
        machine.release(button, hand)
        played += machine.run_frames(HOLD_FRAMES)
        machine.take_sound()
        work = max(work, *(frame.budget.work_cycles for frame in played))
        vectors = max(vectors, *(frame.budget.vectors for frame in played))
    return work, vectors


@pytest.mark.sample(0, slow=2)
@pytest.mark.parametrize("preset, frames", [("ideal", 500), ("hardware", 1500), ("worn", 500)])
@pytest.mark.parametrize("cart", ["connect4", "reversi"])
def test_random_play_is_clean(cart: str, preset: str, frames: int) -> None:
    """Random play gives no finding and no long frame."""
    machine = Machine(cart, preset=preset, strict=True, seed=7)
    machine.run_frames(260)
    work, vectors = play_at_random(machine, frames, seed=len(preset))
    assert [str(finding) for finding in machine.findings] == []
    assert work <= WORK_MOST and vectors <= VECTORS_MOST


@pytest.mark.sample(1, slow=1)
@pytest.mark.parametrize("skill", SKILLS)
def test_thoughts_are_clean(skill: str) -> None:
    """The search of every skill gives no finding, at any stage of a game."""
    cartridge = Cartridge(strict=True)
    for plies in (4, 20, 40, 46, 52, 54):
        board, player = reversi_model.opening(random.Random(plies), plies)
        cartridge.choose(board, player, skill)
    assert [str(finding) for finding in cartridge.m.findings] == []


@pytest.mark.sample(1, slow=3)
@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
@pytest.mark.parametrize(("cells", "column"), [
    ((0, 1, 2), 3), ((0, 7, 14), 0), ((0, 8, 16), 3), ((3, 9, 15), 0)])
def test_wins_are_clean_from_their_first_frame(preset: str, cells: tuple[int, ...],
                                               column: int) -> None:
    """The line over the winning four gives no finding, in any direction."""
    machine = Machine("connect4", preset=preset, strict=True, seed=7)
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    machine.tap(4)
    machine.run_frames(20)
    board = [0] * 42
    for cell in cells:
        board[cell] = 1
        for below in range(cell - 7, -1, -7):
            board[below] = board[below] or 2
    height = next(row for row in range(6) if not board[7 * row + column])
    while height * 7 + column not in {cells[-1] + cells[-1] - cells[-2], *cells}:
        board[height * 7 + column] = 2
        height += 1
    machine.write("game_board", bytes(board))
    machine.write("move_count", sum(cell != 0 for cell in board))
    machine.write("cursor_col", column)
    machine.tap(4)
    machine.run_frames(120)
    assert machine.read("game_state")[0] == 2
    assert [str(finding) for finding in machine.findings] == []


@pytest.mark.parametrize("cart", ["connect4", "reversi"])
def test_button_held_at_power_on_starts_nothing(cart: str) -> None:
    """Button 4 held since power-on has no effect in the menu until it is pressed again."""
    machine = Machine(cart)
    machine.press(4)
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    machine.run_frames(60)
    assert machine.read("game_state")[0] == 0
    machine.release(4)
    machine.run_frames(5)
    machine.write("v_menu", 0)
    machine.tap(4)
    machine.run_frames(5)
    assert machine.read("game_state")[0] != 0
