"""Keys of the controllers; no press is too short for the game to see."""

from hypothesis import given
from hypothesis import strategies as st

from vecx.machine import Machine
from vecx.play.inputs import (
    BUTTONS,
    HOLD_FRAMES,
    PEN,
    STICKS,
    KeyBindings,
    Keyboard,
    keys_in_a_line,
)


class Recorder:
    """A machine that records its inputs."""

    def __init__(self) -> None:
        self.buttons: set[tuple[int, int]] = set()
        self.sticks = {1: (0.0, 0.0), 2: (0.0, 0.0)}
        self.glass: list[tuple[float, float] | None] = []

    def press(self, button: int, player: int = 1) -> None:
        """Record a button press."""
        self.buttons.add((button, player))

    def release(self, button: int, player: int = 1) -> None:
        """Record a button release."""
        self.buttons.discard((button, player))

    def stick(self, x: float, y: float, player: int = 1) -> None:
        """Record a stick."""
        self.sticks[player] = (x, y)

    def pen(self, x: float, y: float) -> None:
        """Record the light pen."""
        self.glass = [*self.glass, (x, y)]

    def pen_away(self) -> None:
        """Record that the pen is away."""
        self.glass = [*self.glass, None]


def wait(keys, m):
    """Run the frames for which a change lasts."""
    for _ in range(HOLD_FRAMES):
        keys.frame(m)


def let_go(keys, key, m):
    """Release a key that the game has seen."""
    wait(keys, m)
    keys.release(key, m)
    wait(keys, m)


def test_the_mouse_is_a_pen_while_its_button_is_down():
    """The pen touches at the pointer while the button is down."""
    m, keys = Recorder(), Keyboard(KeyBindings(mouse=PEN))
    for axis, value in (("pen x", 30.0), ("pen y", -7.5), ("mouse x", 1.0), ("mouse y", 1.0)):
        keys.move(axis, value, m)
    assert m.glass == []
    keys.press("mouse left", m)
    keys.move("pen x", 31.0, m)
    keys.move("pen y", 400.0, m)
    assert m.glass == [(30.0, -7.5), (31.0, -7.5), (31.0, 255.0)]
    keys.renew(m)
    keys.release("mouse left", m)
    keys.renew(m)
    assert m.glass[3:] == [(31.0, 255.0), None, None]
    keys.press("mouse left", m)
    keys.release_all(m)
    keys.release("mouse left", m)
    assert m.glass[6:] == [(31.0, 255.0), None]
    assert m.buttons == set() and m.sticks[1] == (0.0, 0.0)


def test_a_mouse_that_is_no_pen_touches_nothing():
    """With another use of the mouse, no pen is used."""
    for mouse in (0, 1, 2):
        m, keys = Recorder(), Keyboard(KeyBindings(mouse=mouse))
        keys.move("pen x", 1.0, m)
        keys.press("mouse left", m)
        keys.renew(m)
        keys.release_all(m)
        assert m.glass == []
        assert (m.sticks[1], m.sticks[2]) == ((0.0, 0.0), (0.0, 0.0))


def test_arrows_and_letters_are_the_two_controllers():
    """Every key in the README's table works."""
    m, keys = Recorder(), Keyboard()
    for key, button in zip("asdf", (1, 2, 3, 4), strict=True):
        keys.press(key, m)
        assert m.buttons == {(button, 1)}
        let_go(keys, key, m)
    for key, button in zip("zxcv", (1, 2, 3, 4), strict=True):
        keys.press(key, m)
        assert m.buttons == {(button, 2)}
        let_go(keys, key, m)
    for key, want in (("left", (-1, 0)), ("right", (1, 0)), ("up", (0, 1)), ("down", (0, -1))):
        keys.press(key, m)
        assert m.sticks[1] == want
        let_go(keys, key, m)
    for key, want in (("j", (-1, 0)), ("l", (1, 0)), ("i", (0, 1)), ("k", (0, -1))):
        keys.press(key, m)
        assert m.sticks[2] == want
        let_go(keys, key, m)


def test_opposite_keys_cancel_and_the_last_one_stays():
    """Left and right together are the centre; releasing one leaves the other."""
    m, keys = Recorder(), Keyboard()
    keys.press("left", m)
    keys.press("right", m)
    assert m.sticks[1] == (0, 0)
    let_go(keys, "left", m)
    assert m.sticks[1] == (1, 0)


def test_losing_the_keyboard_lets_everything_go():
    """Losing the focus releases all keys."""
    m, keys = Recorder(), Keyboard()
    keys.press("a", m)
    keys.press("up", m)
    keys.release("a", m)
    keys.press("a", m)      # is pending, and is discarded
    keys.release_all(m)
    wait(keys, m)
    assert m.buttons == set()
    assert m.sticks[1] == (0, 0)
    wait(keys, m)
    assert m.buttons == set()


def test_a_tap_lasts_until_a_frame_has_seen_it():
    """A short tap is held for HOLD_FRAMES frames, and then released as long."""
    m, keys = Recorder(), Keyboard()
    for _ in range(3):
        keys.press("f", m)
        keys.release("f", m)
    seen = []
    for _ in range(7 * HOLD_FRAMES):
        seen.append((4, 1) in m.buttons)
        keys.frame(m)
    tap = [True] * HOLD_FRAMES + [False] * HOLD_FRAMES
    assert seen == 3 * tap + [False] * HOLD_FRAMES


@given(st.lists(st.tuples(st.sampled_from([*BUTTONS, *STICKS]), st.booleans(),
                          st.integers(0, 3)), max_size=60))
def test_every_change_reaches_the_controllers(script):
    """In the end the controllers equal the keys, and each press was seen."""
    m, keys = Recorder(), Keyboard()
    hand: set[str] = set()
    presses = dict.fromkeys(BUTTONS, 0)
    seen = dict.fromkeys(BUTTONS, 0)
    before: set[tuple[int, int]] = set()

    def frames(count: int) -> None:
        nonlocal before
        for _ in range(count):
            keys.frame(m)
            for key, button in BUTTONS.items():
                seen[key] += button in m.buttons - before
            before = set(m.buttons)

    for key, down, pause in script:
        if down and key not in hand and key in presses:
            presses[key] += 1
        (hand.add if down else hand.discard)(key)
        at_once = set(m.buttons)
        (keys.press if down else keys.release)(key, m)
        for name, button in BUTTONS.items():
            seen[name] += button in m.buttons - at_once
        before |= m.buttons
        frames(pause)
    frames(60 * HOLD_FRAMES)
    assert m.buttons == {BUTTONS[key] for key in hand if key in BUTTONS}
    for player in (1, 2):
        held = [STICKS[key][1:] for key in hand if key in STICKS and STICKS[key][0] == player]
        assert m.sticks[player] == (sum(x for x, _ in held), sum(y for _, y in held))
    if all(count <= 8 for count in presses.values()):
        assert seen == presses


def test_three_quick_taps_move_the_cursor_of_a_game_three_columns():
    """Three quick taps move Connect-4's cursor three columns."""
    m = Machine("connect4", preset="ideal")
    keys = Keyboard()

    def play(frames: int) -> None:
        for _ in range(frames):
            m.run_to_frame()
            m.take_sound()
            keys.frame(m)

    play(400)
    keys.press("f", m)
    keys.release("f", m)
    play(60)
    assert m.read("game_state")[0] == 1
    column = m.read("cursor_col")[0]
    for _ in range(3):
        keys.press("left", m)
        keys.release("left", m)
        play(1)
    play(30)
    assert m.read("cursor_col")[0] == column - 3


def test_the_keys_are_named():
    """Each controller key is in the line that --help and F1 show."""
    line = keys_in_a_line().lower()
    letters = {key for keys, _ in KeyBindings().rows()
               for key in keys.lower().replace(",", "").split()}
    assert {key for key in (*BUTTONS, *STICKS) if len(key) == 1} <= letters
    for key in ("arrows", "f1", "f5", "f12", "esc", "pause"):
        assert key in line


LEFTY = KeyBindings(buttons={"space": (1, 1), "return": (1, 1), "g": (4, 2)},
              sticks={"w": (1, 0, 1), "h": (1, 0, 1), "q": (2, -1, 0)}, mouse=2,
              mouse_buttons={"left": 4, "right": 2, "middle": 3, "side": 1})


def test_other_hands_work_the_controllers_and_the_usual_keys_do_not():
    """Configured keys replace the default ones."""
    m, keys = Recorder(), Keyboard(LEFTY)
    for key in ("a", "left", "q", "space", "g", "pad1 3"):
        keys.press(key, m)
    assert m.buttons == {(1, 1), (4, 2), (3, 1)}
    assert m.sticks == {1: (0.0, 0.0), 2: (-1, 0)}


def test_a_button_with_two_keys_is_up_when_both_are():
    """A button with two keys is released when both keys are."""
    m, keys = Recorder(), Keyboard(LEFTY)
    for key in ("space", "return", "w", "h"):
        keys.press(key, m)
    assert m.sticks[1] == (0, 1)
    let_go(keys, "space", m)
    let_go(keys, "w", m)
    assert m.buttons == {(1, 1)} and m.sticks[1] == (0, 1)
    let_go(keys, "return", m)
    let_go(keys, "h", m)
    assert m.buttons == set() and m.sticks[1] == (0, 0)


def test_the_mouse_is_the_stick_and_the_buttons_of_its_controller():
    """The mouse moves its controller's stick, unless keys do."""
    m, keys = Recorder(), Keyboard(LEFTY)
    keys.move("mouse x", 0.5, m)
    keys.move("mouse y", -0.05, m)
    keys.press("mouse left", m)
    assert m.sticks == {1: (0.0, 0.0), 2: (0.5, 0.0)} and m.buttons == {(4, 2)}
    keys.press("q", m)
    assert m.sticks[2] == (-1, 0.0)
    let_go(keys, "q", m)
    assert m.sticks[2] == (0.5, 0.0)
    keys.release_all(m)
    assert m.sticks[2] == (0.0, 0.0) and m.buttons == set()


def test_a_mouse_that_is_off_works_nothing():
    """By default the mouse controls nothing."""
    m, keys = Recorder(), Keyboard()
    keys.move("mouse x", 1.0, m)
    keys.press("mouse left", m)
    assert m.sticks == {1: (0.0, 0.0), 2: (0.0, 0.0)} and m.buttons == set()


def test_the_rows_are_those_of_the_hands():
    """F1 shows the configured keys, and the mouse if it is used."""
    rows = LEFTY.rows()
    assert rows[:3] == [("W/H, none, none, none", "stick"),
                        ("Space/Return, none, none, none", "buttons 1 to 4"),
                        ("mouse", "controller 2")]
    assert dict(LEFTY.groups())["Controller 2"] == [("none, Q, none, none", "stick"),
                                                    ("none, none, none, G", "buttons 1 to 4")]
    assert KeyBindings().rows()[:2] == [("arrows", "stick"), ("A S D F", "buttons 1 to 4")]
    assert dict(KeyBindings().groups())["Controller 2"] == [("I J K L", "stick"),
                                                            ("Z X C V", "buttons 1 to 4")]
