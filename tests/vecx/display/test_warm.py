"""Compiling before playing leaves nothing to compile while one plays."""

from vecx.display import phosphor, warm
from vecx.sound import mixer

BY_PICTURES = ("deposit", "scatter", "develop")


def test_each_function_of_picture_and_sound_has_been_called(monkeypatch):
    """The frames that are drawn have lines, and the halo is made of them."""
    called = set()

    def note(owner, name):
        function = getattr(owner, name)

        def call(*arguments):
            called.add(name)
            return function(*arguments)

        monkeypatch.setattr(owner, name, call)

    for name in BY_PICTURES:
        note(phosphor, name)
    for name in ("add_steps", "integrate"):
        note(mixer, name)
    assert list(warm.steps()) == ["the machine", "the screen", "the sound"]
    assert called == {*BY_PICTURES, "add_steps", "integrate"}
