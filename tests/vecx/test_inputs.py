"""Keys work the controllers."""

from vecx.inputs import Keyboard


class Recorder:
    """A machine that remembers what its controllers did."""

    def __init__(self) -> None:
        self.buttons: set[tuple[int, int]] = set()
        self.sticks = {1: (0.0, 0.0), 2: (0.0, 0.0)}

    def press(self, button: int, player: int = 1) -> None:
        """Remember a button."""
        self.buttons.add((button, player))

    def release(self, button: int, player: int = 1) -> None:
        """Forget a button."""
        self.buttons.discard((button, player))

    def stick(self, x: float, y: float, player: int = 1) -> None:
        """Remember a stick."""
        self.sticks[player] = (x, y)


def test_arrows_and_letters_are_the_two_controllers():
    """Every key of the README's table does what it says."""
    m, keys = Recorder(), Keyboard()
    for key, button in zip("asdf", (1, 2, 3, 4), strict=True):
        keys.press(key, m)
        assert m.buttons == {(button, 1)}
        keys.release(key, m)
    for key, button in zip("zxcv", (1, 2, 3, 4), strict=True):
        keys.press(key, m)
        assert m.buttons == {(button, 2)}
        keys.release(key, m)
    for key, want in (("left", (-1, 0)), ("right", (1, 0)), ("up", (0, 1)), ("down", (0, -1))):
        keys.press(key, m)
        assert m.sticks[1] == want
        keys.release(key, m)
    for key, want in (("j", (-1, 0)), ("l", (1, 0)), ("i", (0, 1)), ("k", (0, -1))):
        keys.press(key, m)
        assert m.sticks[2] == want
        keys.release(key, m)


def test_opposite_keys_cancel_and_the_last_one_stays():
    """Left and right together are the centre; letting go of one leaves the other."""
    m, keys = Recorder(), Keyboard()
    keys.press("left", m)
    keys.press("right", m)
    assert m.sticks[1] == (0, 0)
    keys.release("left", m)
    assert m.sticks[1] == (1, 0)


def test_losing_the_keyboard_lets_everything_go():
    """A window that loses the focus holds nothing down."""
    m, keys = Recorder(), Keyboard()
    keys.press("a", m)
    keys.press("up", m)
    keys.release_all(m)
    assert m.buttons == set()
    assert m.sticks[1] == (0, 0)
