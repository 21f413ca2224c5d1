"""The search for the fewest presses."""

import pytest

from vecx import Machine, UsageError, VecxError
from vecx.fuzzing.plays import enter, presses_of
from vecx.fuzzing.solve import check_score, moves_of, solve
from vecx.fuzzing.target import Target, recipe_of
from vecx.learning.boards import Reversi

WIN_IN_REVERSI = ("right,right,down,4@60,up,4@60,left,left,up,4@60,down,down,down,4@60,down,4@60,"
                  "right,up,up,up,up,4@60,right,4@60,right,4@60,right,up,4@60,left")


@pytest.fixture(scope="module")
def quiet(faulty):
    return recipe_of(Machine(faulty), strict=False)


def test_fewest_presses(quiet, target):
    """The result has the fewest presses, and reaches the state."""
    found = solve(quiet, "[sum] == 3 && [code] == 1", moves_of("1,4,wait"), frames_max=300)
    assert found.presses == 4 == presses_of(found.play)
    target.run((*found.play, (1, 0)))
    assert target.machine["sum"] == 3 and target.machine["code"] == 1
    assert found.nodes > 4 and found.rate > 0


def test_no_solution(quiet):
    """An exhausted search proves that there is no solution; a limit does not."""
    relevant = ["sum"]
    none = solve(quiet, "[sum] == 3", moves_of("1,wait"), relevant=relevant)
    assert none.play is None and none.closed
    assert not solve(quiet, "[sum] == 90", moves_of("4"), nodes_max=5).closed
    assert not solve(quiet, "[sum] == 90", moves_of("4"), frames_max=50).closed
    assert solve(quiet, "[sum] == 0", moves_of("4")).play == ()


def test_a_beam(quiet):
    """A beam of one state with a score finds the state directly."""
    found = solve(quiet, "[sum] == 9", moves_of("1,4,wait"), beam=1, score="[sum]")
    assert found.presses == 9 and found.nodes < 40
    assert solve(quiet, "[sum] == 90", moves_of("4"), beam=2, frames_max=50).play is None


def test_the_goal_may_be_true_at_the_beginning(quiet):
    """If the goal is true at the beginning, the solution is empty."""
    assert Target(quiet).title_frames > 100
    assert solve(quiet, "[sum] == 0", moves_of("4"), beam=1).presses == 0


def test_what_is_refused(quiet):
    """Invalid gestures, variables and scores are refused."""
    for text, message in (("jump", "'jump' is not a gesture"), ("3:left", "there is no player 3"),
                          ("", "contains no gesture")):
        with pytest.raises(UsageError, match=message):
            moves_of(text)
    with pytest.raises(UsageError, match="'4@x' has no number of frames after @"):
        moves_of("4@x")
    assert moves_of("4@60")[0].steps == ((3, 8), (60, 0))
    assert moves_of("2:4+left")[0].steps == ((3, 1 << 7 | 1 << 12), (5, 0))
    with pytest.raises(UsageError, match="main is not in RAM"):
        solve(quiet, "[sum] == 1", moves_of("4"), relevant=["main"])
    with pytest.raises(VecxError, match="did you mean sum"):
        solve(quiet, "[sun] == 1", moves_of("4"))
    with pytest.raises(VecxError, match="--score needs --beam"):
        check_score(0, "[sum]")


def test_the_win_in_reversi():
    """The 30 presses of docs/fuzzing.md leave White without discs."""
    game = Reversi(Machine("reversi", picture=False, sound=False), None)
    game.start()
    presses = 0
    for move in moves_of(WIN_IN_REVERSI):
        presses += presses_of(move.steps)
        for frames, pads in move.steps:
            enter(game.machine, pads)
            game.machine.run_frames(frames)
    assert presses == 30
    game.machine.run_frames(60)
    assert (game.byte("game_state"), game.byte("white_count")) == (game.OVER, 0)
