"""Connect-4: two controllers, the audible events, and the time while the computer thinks.

Goal: a stick that was already held counts only after it was centred, each controller has its own
state, every event is audible, and the computer's shortest and longest searches keep the frame time.
"""

import random

import numpy as np
import pytest

from tests.games.connect4_controls import think
from tests.games.connect4_player import MENU, PLAYING, WON_X, Player
from vecx.sound.mixer import Mixer

EMPTY, X, O = 0, 1, 2   # noqa: E741
MOVE, DROP, REFUSED, WIN, TIE, LOSE, START, PAUSE_EVENT, EDGE, FALL = range(1, 11)
LOCKED_FRAMES = 35
AMPLITUDES = (8, 9, 10)


def wait_for_turn(player: Player) -> None:
    """Wait until the token has landed."""
    while player.byte("v_phase") != 0:
        player.run(1)


def test_stick_held_over_the_turn_does_not_move_the_other_cursor(player: Player) -> None:
    """A stick held by X when O's turn begins does not move O's cursor until it is released."""
    player.start()
    player.m.stick(1, 0)
    player.run(4)
    player.press(4)
    wait_for_turn(player)
    column = player.byte("cursor_col")
    player.run(60)
    assert (player.byte("cursor_col"), player.byte("current_player")) == (column, O)
    player.m.stick(0, 0)
    player.run(2)
    player.push(-1, 0)
    assert player.byte("cursor_col") == column - 1


def test_a_held_controller_does_not_block_the_other(player: Player) -> None:
    """While controller 1 is held, controller 2 moves O's cursor."""
    player.start()
    player.m.stick(1, 0)
    player.run(4)
    player.press(4)
    wait_for_turn(player)
    column = player.byte("cursor_col")
    for step in (1, 2):
        player.push(-1, 0, player=2)
        assert player.byte("cursor_col") == column - step


def test_buttons_rest_after_the_end(player: Player) -> None:
    """Button 4 does nothing for 0.7 s after the last token, then begins the next game."""
    player.start()
    for column in (0, 1, 0, 1, 0, 1):
        player.drop(column)
    player.drop(0)
    assert player.byte("game_state") == WON_X
    while player.byte("v_state_frames") < LOCKED_FRAMES - 6:
        player.press(4)
        assert player.byte("game_state") == WON_X
    player.run(10)
    player.press(4)
    assert player.byte("game_state") == PLAYING


def heard(player: Player, frames: int) -> int:
    """Return the highest amplitude written to the sound chip within some frames."""
    player.m.take_sound()
    player.run(frames)
    return max((value & 15 for register, value in player_writes(player) if register in AMPLITUDES),
               default=0)


def player_writes(player: Player) -> list[tuple[int, int]]:
    """Return register and value of the writes to the sound chip."""
    return [(int(row[1]), int(row[2])) for row in player.m.take_sound().tolist()]


def test_every_event_is_heard(player: Player) -> None:
    """Start, tick, edge, fall, landing, refusal and pause reach an amplitude of at least 8."""
    player.start()
    assert player.byte("sound_event") == START and heard(player, 6) >= 8
    player.run(40)
    player.m.stick(1, 0)
    player.run(1)
    assert heard(player, 6) >= 8 and player.byte("sound_event") == MOVE
    player.run(60)
    assert player.byte("cursor_col") == 6 and player.byte("sound_event") == EDGE
    assert heard(player, 12) >= 8
    player.m.stick(0, 0)
    player.run(30)
    player.m.press(4)
    player.run(2)
    player.m.release(4)
    assert player.byte("sound_event") == FALL and heard(player, 8) >= 8
    wait_for_turn(player)
    assert player.byte("sound_event") == DROP and heard(player, 6) >= 8
    player.run(30)
    player.press(1)
    assert player.byte("sound_event") == PAUSE_EVENT and heard(player, 6) >= 8


def loudest(player: Player, frames: int) -> float:
    """Return the level of the loudest fiftieth of a second within some frames, in dB."""
    mixer, heard_now = Mixer(), []
    player.m.take_sound()
    for _ in range(frames):
        player.run(1)
        samples = mixer.samples(player.m.take_sound(), player.m.cycles)
        heard_now.append(np.sqrt((samples ** 2).mean()))
    return float(20 * np.log10(max(heard_now)))


def test_refusal_is_as_loud_whenever_it_comes(player: Player) -> None:
    """The two voices of a refused move do not cancel, whatever the chip's counters are."""
    player.start()
    player.lay([0] * 6 + [1] + ([0] * 6 + [2] + [0] * 6 + [1]) * 2 + [0] * 6 + [2])
    player.m.write("cursor_col", 6)
    levels = []
    for wait in range(70, 78):
        player.run(wait)
        player.m.press(4)
        levels.append(loudest(player, 16))
        player.m.release(4)
        assert player.byte("sound_event") == REFUSED
    assert min(levels) > -20.5 and max(levels) - min(levels) < 2


def test_whistle_falls_until_the_token_lands(player: Player) -> None:
    """The pitch falls until the token lands, even in the longest fall."""
    player.start()
    player.run(40)
    player.m.take_sound()
    player.m.press(4)
    player.run(2)
    player.m.release(4)
    periods = []
    while player.byte("v_phase") != 0:
        player.run(1)
        fine = player.m.chips.state.psg[0] | player.m.chips.state.psg[1] << 8
        if player.byte("sound_event") == FALL:
            periods.append(int(fine))
    assert len(periods) > 15
    falling = periods[4:]
    assert falling == sorted(falling) and falling[-1] > 1.5 * falling[0]


def test_title_tune_begins_again(player: Player) -> None:
    """The title tune repeats in the menu."""
    assert player.byte("game_state") == MENU
    silent = 0
    for _ in range(700):
        player.run(1)
        silent = silent + 1 if player.byte("Vec_Music_Flag") == 0 else 0
        assert silent < 3


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("free", [1, 2])
def test_thinking_keeps_the_frame_on_nearly_full_boards(player: Player, level: int,
                                                        free: int) -> None:
    """With one or two columns left, every frame of the search keeps its limit."""
    player.start(1 + level)
    chance = random.Random(10 * level + free)
    for _ in range(6):
        columns = chance.sample(range(7), free)
        board = [1 + (i % 7 // 2 + i // 7) % 2 for i in range(42)]
        for column in columns:
            for row in range(6 - chance.randrange(1, 4), 6):
                board[row * 7 + column] = EMPTY
        player.lay(board)
        player.m.write("current_player", O)
        player.m.write("Vec_Random_Seed", chance.randbytes(3))
        think(player.m)
        player.run(1)
        player.frames.pop()             # the call itself took time of this frame
        for _ in range(230):
            player.run(1)
            if player.byte("v_think_done"):
                break
        assert player.byte("v_think_best") in columns


def test_column_any_takes_any_free_column_and_no_other(player: Player) -> None:
    """column_any returns each free column and no full one, within its cycles."""
    player.start(1)
    m = player.m
    chance = random.Random(3)
    for free in ([0], [6], [3], [1, 5], list(range(7))):
        player.lay([EMPTY] * 35 + [EMPTY if c in free else X for c in range(7)])
        seen = set()
        for _ in range(120):
            m.write("Vec_Random_Seed", chance.randbytes(3))
            call = m.call("column_any")
            assert call.cycles <= 380
            seen.add(call.registers.b)
        assert seen == set(free)
    player.frames = []


def test_a_win_is_heard_as_one_and_a_loss_as_a_loss(player: Player) -> None:
    """A loss against the computer plays the tune of a loss; with two players a win is played."""
    menu = player.m.keep()
    for line, winner, event in ((0, X, WIN), (0, O, WIN), (1, X, WIN), (1, O, LOSE)):
        player.m.restore(menu)
        player.start(line)
        player.run(20)
        player.lay([winner] * 3 + [EMPTY] * 39)
        player.m.write("current_player", X if line else winner)
        player.drop(6 if line and winner == O else 3)
        while player.byte("game_state") == PLAYING:
            player.run(1)
        assert player.byte("game_state") == WON_X + winner - X
        assert player.byte("sound_event") == event


def test_column_any_ends_on_a_full_board(player: Player) -> None:
    """On a full board column_any still ends, with some column."""
    player.start(1)
    player.lay([X] * 42)
    assert player.m.call("column_any").registers.b < 7
    player.frames = []


def test_stick_pushed_during_the_fall_waits_for_a_rest(player: Player) -> None:
    """A stick pushed while X's token falls does not move O's cursor until it is released."""
    player.start()
    player.press(4)
    assert player.byte("v_phase") == 1
    player.run(6)
    player.m.stick(-1, 0)
    wait_for_turn(player)
    player.run(60)
    assert (player.byte("cursor_col"), player.byte("current_player")) == (3, O)


def test_second_stick_held_over_the_turn_waits_for_a_rest(player: Player) -> None:
    """O's stick held while X's token falls has no effect until it is released."""
    player.start()
    player.m.stick(-1, 0, 2)
    player.press(4)
    wait_for_turn(player)
    player.run(60)
    assert (player.byte("cursor_col"), player.byte("current_player")) == (3, O)
    player.m.stick(0, 0, 2)
    player.run(2)
    player.push(-1, 0, player=2)
    assert player.byte("cursor_col") == 2


def test_buttons_rest_for_35_frames(player: Player) -> None:
    """A press within 0.7 s of the end is ignored; one frame later a press begins a game."""
    player.start()
    player.lay([1] * 3 + [EMPTY] * 39)
    player.press(4)
    while player.byte("game_state") != WON_X:
        player.run(1)
    over = player.m.keep()
    begun = []
    for frame in range(30, 40):
        player.m.restore(over)
        while player.byte("v_state_frames") < frame:
            player.run(1)
        player.m.press(4)
        player.run(2)
        player.m.release(4)
        begun.append(player.byte("game_state") == PLAYING)
    assert begun == [frame >= LOCKED_FRAMES for frame in range(30, 40)]


def test_when_the_player_moves_decides_the_computers_luck(player: Player) -> None:
    """A press one frame later leads to a different seed."""
    player.start(3)
    begun, seeds = player.m.keep(), set()
    for wait in range(8):
        player.m.restore(begun)
        player.run(wait + 1)
        player.press(4)
        while player.byte("v_phase") != 2:
            player.run(1)
        seeds.add(bytes(player.m.read("Vec_Random_Seed", 3)))
    assert len(seeds) == 8


@pytest.mark.parametrize("controller", [1, 2])
def test_hint_moves_the_cursor_and_plays_nothing(player: Player, controller: int) -> None:
    """Button 3 moves the cursor to the winning column within 2.5 seconds, without a move."""
    player.start()
    if controller == 2:
        player.drop(6)
    board = player.board
    own = X if controller == 1 else O
    board[0] = board[7] = board[14] = own
    player.lay(board)
    player.press(3, controller)
    assert player.byte("v_phase") in (2, 3)
    player.run(125)
    assert [player.byte(name) for name in ("v_phase", "cursor_col", "v_hinting")] == [0, 0, 0]
    assert player.board == board and player.byte("current_player") == own
    player.press(4, controller)
    player.run(100)
    assert player.byte("game_state") == WON_X + (controller == 2)


@pytest.mark.parametrize("controller", [1, 2])
@pytest.mark.parametrize("hint", [False, True])
def test_button_4_ends_the_search(player: Player, controller: int, *, hint: bool) -> None:
    """Button 4 plays the best column so far, or shows it as a hint, well before the time is up."""
    player.start(4)
    player.lay([EMPTY] * 3 + [O, X, X, O] + [EMPTY] * 35)
    player.m.write("current_player", X if hint else O)
    if hint:
        player.press(3)
    else:
        think(player.m)
    player.run(40)
    assert player.byte("v_phase") == 2 and player.byte("v_think_frames") < 190
    player.press(4, controller)
    assert player.byte("v_phase") != 2, "the cursor is on its way, or there"
    column = player.byte("v_think_best")
    player.run(25)
    assert player.byte("cursor_col") == column
    assert player.byte("move_count") == (4 if hint else 5)


def test_button_4_too_early_is_no_end(player: Player) -> None:
    """Within half a second, button 4 is ignored: it may have been meant for the player's token."""
    player.start(4)
    player.lay([EMPTY] * 3 + [O, X, X, O] + [EMPTY] * 35)
    player.m.write("current_player", O)
    think(player.m)
    player.run(15)
    player.press(4)
    assert player.byte("v_phase") == 2 and not player.byte("v_think_done")


def text_below(player: Player) -> bool:
    """Return whether there is text below the board in the last frame."""
    lit = player.frames[-1].segments
    return bool((lit[lit[:, 4] > 0.5][:, 1] < -57 * 258).sum() > 10)


def test_thinking_is_shown_steadily(player: Player) -> None:
    """With up to 30 tokens, THINKING is shown in every frame of the search."""
    player.start(4)
    for tokens in (4, 30):
        board = [1 + (i % 7 // 2 + i // 7) % 2 if i < tokens else EMPTY for i in range(42)]
        player.lay(board)
        player.m.write("current_player", O)
        think(player.m)
        player.run(1)
        shown = 0
        for _ in range(20):
            player.run(1)
            shown += text_below(player)
        assert shown == 20 and player.byte("v_phase") == 2


def test_attract_text_is_shown_steadily(player: Player) -> None:
    """The text is shown in nearly every frame of the first half of a demonstration."""
    player.run(1010)
    assert player.byte("v_attract")
    frames = shown = 0
    while player.byte("move_count") < 20 and player.byte("game_state") == PLAYING:
        player.run(1)
        frames += 1
        shown += text_below(player)
    assert frames > 500 and shown > 0.97 * frames


def test_last_token_is_marked(player: Player) -> None:
    """The last X has a bar that is wider than its strokes are apart."""
    player.start()
    player.drop(2)
    player.run(3)
    lit = player.frames[-1].segments
    level = lit[(np.abs(lit[:, 1] - lit[:, 3]) < 60) & (np.abs(lit[:, 0] - lit[:, 2]) > 8 * 258)
                & (lit[:, 4] > 0.9)]
    assert any(abs(row[1] / 258 + 41) < 1 and abs((row[0] + row[2]) / 516 + 17) < 1.5
               for row in level)
