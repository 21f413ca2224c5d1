"""Both games play a demonstration if the menu is idle, until a button is pressed.

Goal: it starts after 20 seconds, not before; the computer plays both sides to the end; the players'
choices and the score do not change; any press returns to the menu, and starts nothing.
Method: run the bundled cartridges under the executive ROM, frame by frame.
"""

import pytest

from vecx.machine import Machine

ALONE = 1_000           # frames
MENU = 0
PLAYING = {"connect4": {1}, "reversi": {2, 3, 4}}
OVER = {"connect4": {2, 3, 4}, "reversi": {5}}
KEPT = {"connect4": ("v_menu", "v_scores"),
        "reversi": ("v_menu", "v_scores", "skill", "human_side", "first_player")}
BOARD = {"connect4": "game_board", "reversi": "board"}
GAME_MOST = 12_000      # frames: four minutes
SHOWN_LEAST = 200       # frames in which the end is visible: 4 seconds
CYCLES_MOST = 30_000


def in_menu(game: str) -> Machine:
    """Return a cartridge that has just reached its menu."""
    machine = Machine(game)
    machine.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
    return machine


def state(machine: Machine) -> int:
    """The state of the game."""
    return int(machine.read("game_state")[0])


def run(machine: Machine, frames: int) -> None:
    """Run some frames, and check the time of each."""
    for frame in machine.run_frames(frames):
        assert frame.budget.work_cycles <= CYCLES_MOST


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "reversi"])
def test_game_begins_when_the_menu_is_left_alone(game: str) -> None:
    """The demonstration starts after 20 seconds; stick or button restart the count."""
    machine = in_menu(game)
    run(machine, ALONE - 100)
    machine.stick(0, -1)
    run(machine, 3)
    machine.stick(0, 0)
    run(machine, ALONE - 100)
    machine.tap(3)
    run(machine, ALONE - 100)
    assert state(machine) == MENU and machine.read("v_attract")[0] == 0
    run(machine, 130)
    assert state(machine) in PLAYING[game] and machine.read("v_attract")[0]


@pytest.mark.sample(4)
@pytest.mark.parametrize("button", [1, 2, 3, 4])
@pytest.mark.parametrize("game", ["connect4", "reversi"])
def test_any_button_goes_to_the_menu(game: str, button: int) -> None:
    """Any button of either controller returns to the menu and changes no setting."""
    machine = in_menu(game)
    kept = [machine.read(name, 10 if name == "v_scores" else 1) for name in KEPT[game]]
    run(machine, ALONE + 60 + 37 * button)
    assert state(machine) in PLAYING[game]
    machine.press(button, 1 + button % 2)
    run(machine, 3)
    machine.release(button, 1 + button % 2)
    run(machine, 10)
    assert state(machine) == MENU and machine.read("v_attract")[0] == 0
    assert kept == [machine.read(name, 10 if name == "v_scores" else 1) for name in KEPT[game]]


@pytest.mark.parametrize("game", ["connect4", pytest.param("reversi", marks=pytest.mark.slow)])
def test_game_is_played_to_its_end(game: str) -> None:
    """Both sides move, the end is shown, the menu returns; the game is not scored."""
    machine = in_menu(game)
    run(machine, ALONE + 30)
    movers, seen, shown = set(), set(), 0
    for _ in range(GAME_MOST):
        run(machine, 1)
        seen.add(state(machine))
        shown += state(machine) in OVER[game]
        if state(machine) in PLAYING[game]:
            movers.add(int(machine.read("current_player")[0]))
        if state(machine) == MENU:
            break
    assert state(machine) == MENU and seen & OVER[game] and len(movers) == 2
    assert shown >= SHOWN_LEAST
    if game == "connect4":
        said = machine.read("v_result", 17)[2:].partition(b"\x80")[0].decode()
        assert said in ("X WINS", "O WINS", "TIE GAME"), "a demonstration has no score"
    assert not any(machine.read("v_scores", 10))
    run(machine, ALONE + 40)
    assert state(machine) in PLAYING[game], "and again"


def test_reversi_says_what_it_is_about() -> None:
    """Title, rules and buttons are shown in turn below the board, and nothing else."""
    machine = in_menu("reversi")
    about = machine.read("str_attract", 400).partition(b"\x80")[0]
    parts = [about[at:at + 12] for at in range(0, len(about), 12)]
    run(machine, ALONE + 60)
    assert state(machine) in PLAYING["reversi"]
    status, seen = machine.symbols["v_status"], []
    for _ in range(60 * len(parts)):
        run(machine, 1)
        seen.append(machine.read(status + 4, 12))
    assert {*seen} == {*parts} and len(parts) > 5
