"""Any cartridge as an environment."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from vecx import Machine, UsageError, VecxError
from vecx.learning import CartridgeEnv
from vecx.play import script

GAME = {"cart": "connect4", "reward": "[move_count] - prev([move_count])",
        "terminated": "[game_state] > 1", "variables": ["game_board", "move_count"]}


def checked(env):
    """Run Gymnasium's checker; only its advice about spaces is allowed."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(env, skip_render_check=env.render_mode is None)
    assert all("Box observation space" in str(warning.message) or "not wrapped" in
               str(warning.message) or "render" in str(warning.message) for warning in said), \
        [str(warning.message) for warning in said]


@pytest.mark.parametrize("options", [
    {}, {"observation": "strokes", "strokes_max": 64}, {"observation": "picture", "size": (40, 50)},
    {"render_mode": "rgb_array", "sticky": 0.25, "idle_max": 9}])
def test_the_checker_passes(options):
    """Each kind of observation passes Gymnasium's checker."""
    env = CartridgeEnv(**GAME, **options)
    checked(env)
    observation, _ = env.reset(seed=3)
    assert env.observation_space.contains(observation) and observation.any()
    env.close()


def test_rewards_and_the_end():
    """A move gives 1; the episode is terminated by the expression and truncated by length."""
    env = CartridgeEnv(**GAME | {"terminated": "[move_count] == 2", "actions": "4,wait"}, length=90)
    env.reset(seed=1)
    total, steps, over, cut = 0.0, 0, False, False
    while not (over or cut):
        _, reward, over, cut, _ = env.step(steps % 2)
        total, steps = total + reward, steps + 1
    assert (total, over, cut) == (2.0, True, False)
    observation, _ = env.reset(seed=1)
    assert observation[42] != 2 and env.step(1)[1] == 0.0
    for _ in range(89):
        *_, cut, _ = env.step(1)
    assert cut


def test_equal_seeds_give_equal_episodes():
    """Sticky actions and the beginning depend only on the seed."""
    def episode(seed):
        env = CartridgeEnv(**GAME, sticky=0.5, idle_max=50)
        seen = [env.reset(seed=seed)[1]["cycle"]]
        for step in range(40):
            seen.append(env.step(step % 6)[0].tolist())
        return seen, env.machine.ram

    assert episode(1) == episode(1) != episode(2)


def test_the_beginning():
    """An episode can begin with scripted steps or a snapshot.
    """
    env = CartridgeEnv("connect4", start=script.press("260:4"), variables=["game_state"])
    assert env.reset()[0].tolist() == [1] and env.machine.frames > 264
    machine = Machine("connect4")
    machine.run_frames(300)
    env = CartridgeEnv("connect4", start=machine.snapshot(), idle_max=0)
    env.reset()
    assert env.machine.frames == 301


def test_pictures():
    """The picture is grey and lit; rgb_array is the screen in colour."""
    env = CartridgeEnv("connect4", observation="picture", size=(40, 50), render_mode="rgb_array")
    picture, _ = env.reset()
    assert picture.shape == (50, 40) and picture.max() > 60
    shown = env.render()
    assert shown.shape == (375, 300, 3) and shown.dtype == np.uint8 and shown.max() > 60


def test_an_end_that_never_comes_changes_nothing():
    """Without a condition, the frames of a step run at once, with the same results."""
    def results(terminated):
        env = CartridgeEnv("connect4", observation="picture", terminated=terminated,
                           reward="[cursor_col] - prev([cursor_col])")
        env.reset(seed=2)
        return [(*map(str, env.step(step % 6)),) for step in range(60)]

    assert results("0") == results("1 == 2")


def test_a_moment_is_kept_and_restored():
    """From a kept moment, an episode continues with the same chances, rewards and pictures, also
    after another reset."""
    env = CartridgeEnv("connect4", observation="picture", sticky=0.4,
                       reward="[cursor_col] - prev([cursor_col])", length=70,
                       info={"column": "[cursor_col]"})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.keep()
    env.reset(seed=5)
    for step in range(30):
        env.step(step % 6)
    moment = env.keep()

    def future():
        return [[str(each) for each in env.step(step % 6)] for step in range(40)]

    first = future()
    assert first[-1][3] == "True" and len({row[1] for row in first}) > 1
    env.reset(seed=9)
    env.restore(moment)
    assert future() == first
    with pytest.raises(UsageError, match="another environment"):
        other = CartridgeEnv("connect4")
        other.reset()
        other.restore(moment)
    with pytest.raises(UsageError, match="a result of `keep`"):
        env.restore(b"state")


@pytest.mark.parametrize(("options", "message"), [
    ({"observation": "smell"}, "observation must be one of ram, strokes, picture, not 'smell'"),
    ({"render_mode": "ascii"}, "render_mode must be rgb_array, human or None, not 'ascii'"),
    ({"actions": "jump"}, "'jump' is not a gesture"), ({"sticky": 2}, "sticky must be 0 to 1"),
    ({"reward": "[scor]"}, "no symbol 'scor'"), ({"variables": ["main"]}, "main is not in RAM"),
    ({"frame_skip": 0}, "frame_skip must be 1 or more"),
    ({"reward": "move_count"}, r"`move_count` is an address; write \[move_count\]"),
    ({"terminated": "game_state"}, "game_state"),
    ({"info": {"state": "game_state"}}, r"write \[game_state\]"),
    ({"info": {"state": 3}}, "state must be an expression as text"),
    ({"reward": 1.0}, "reward must be an expression as text"),
    ({"start": "press 300:4"}, "start must be a snapshot or a list of steps"),
    ({"start": [4]}, "start must be a snapshot or a list of steps"),
    ({"variables": "game_board"}, "variables must be a list of names"),
    ({"actions": ["left", 4]}, "actions must be a list of names"),
    ({"actions": 4}, "actions must be a list of names"),
    ({"observation": "picture", "size": (0, 0)}, "a side of size must be 1 to 2,000"),
    ({"size": "84"}, "size must be a width and a height"), ({"size": 84}, "size must be"),
    ({"length": 0}, "length must be 1 or more"), ({"length": "x"}, "length must be")])
def test_bad_arguments(options, message):
    """Invalid arguments are refused with their names."""
    with pytest.raises(VecxError, match=message):
        CartridgeEnv("connect4", **options)


def test_seeds_make_different_beginnings():
    """By default the seed chooses how long an episode waits at its beginning."""
    env = CartridgeEnv("connect4")
    frames = {env.reset(seed=seed)[1]["frame"] for seed in range(20)}
    assert len(frames) > 5
    again = [env.reset(seed=3)[1]["frame"] for _ in range(2)]
    assert again[0] == again[1]


def test_info_has_what_was_asked():
    """`info` has the values of the expressions, after a reset and after each step."""
    env = CartridgeEnv(**GAME, info={"moves": "[move_count]", "twice": "2 * [move_count]"})
    _, info = env.reset(seed=1)
    assert info["moves"] == info["twice"] == 0
    while not info["moves"]:
        *_, info = env.step(env.actions.index("4"))
        *_, info = env.step(env.actions.index("wait"))
    assert info["twice"] == 2 * info["moves"] == 2 * env.machine["move_count"]


def test_info_does_not_replace_the_reward():
    """An entry of `info` may be called reward or terminated."""
    env = CartridgeEnv("connect4", reward="7", terminated="0",
                       info={"reward": "3", "terminated": "1"})
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["reward"], info["terminated"]) == (7.0, False, 3, 1)


def test_actions_can_be_a_list():
    """A list of gestures is like the same gestures in a text."""
    assert CartridgeEnv("connect4", actions=["left", "4+right"]).actions \
        == CartridgeEnv("connect4", actions="left,4+right").actions


def test_a_step_needs_a_reset():
    """A step before the first reset is refused as Gymnasium's own environments do."""
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        CartridgeEnv("connect4").step(0)


def test_an_action_that_does_not_exist():
    """An unknown action is refused with the known ones."""
    env = CartridgeEnv("connect4")
    env.reset()
    with pytest.raises(UsageError, match="there is no action 9; use 0 to 5"):
        env.step(9)
