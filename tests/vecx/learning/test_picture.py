"""Pictures of environments."""

from vecx import Machine
from vecx.learning.picture import SIZE, Window, colours_of


def test_pictures_and_windows(monkeypatch):
    """A picture has the size of the window, which opens once and closes."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    machine = Machine("connect4")
    colours = colours_of(machine.run_frames(200)[-4:], machine.analog)
    assert colours.shape == (*SIZE[::-1], 3) and colours.max() > 60
    window = Window()
    for _ in range(2):
        window.show(colours)
    window.close()
    window.close()
