"""Pause, rewind, speed, states and movies in the player."""

import random
import time
from pathlib import Path

import pytest

from vecx import Machine
from vecx.display.overlay import PNG
from vecx.display.timing import FAST, SLOW, Timing
from vecx.play import movie, save_states
from vecx.play.inputs import Keyboard


class Messages:
    """Stores messages."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def say(self, words: str) -> None:
        """Store the message."""
        self.words.append(words)


class Hand:
    """A game with inputs, in its own folders."""

    def __init__(self, film: movie.Movie | None = None, seed: int = 3) -> None:
        self.machine, self.keyboard = Machine("connect4", seed=seed), Keyboard()
        self.printed = Messages()
        self.time = Timing(self.machine, self.keyboard, self.printed, film)

    def play(self, frames: int, chance: random.Random | None = None) -> list:
        """Play some frames, with random keys if `chance` is given."""
        seen = []
        for _ in range(frames):
            if chance and chance.random() < 0.3:
                key = chance.choice(["a", "f", "left", "right", "down", "z"])
                work = self.keyboard.press if chance.random() < 0.6 else self.keyboard.release
                work(key, self.machine)
            seen += self.time.frame()
            if not self.time.rewinding:
                self.keyboard.frame(self.machine)
        return seen


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use temporary folders for states and movies."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(save_states, "folder_of", lambda *_: tmp_path / "data" / "states")
    monkeypatch.chdir(tmp_path)


def test_rewound_and_played_on_the_movie_is_what_was_played(tmp_path: Path) -> None:
    """After rewinding and playing on, the movie contains what was played."""
    hand, chance = Hand(), random.Random(8)
    for _ in range(4):
        seen = hand.play(150, chance)
        hand.time.rewind(True)
        back = hand.play(60, chance)
        assert [frame.index for frame in back] == [frame.index for frame in seen[-2:-62:-1]]
        assert back == seen[-2:-62:-1]
        hand.time.rewind(False)
    hand.play(100, chance)
    hand.time.save_movie()
    assert hand.printed.words == [f"{tmp_path / 'connect4.movie'} written"]
    film = movie.load(tmp_path / "connect4.movie")
    assert len(film.inputs) > 30
    assert len(list(movie.replay(film, film.machine()))) == 4 * 90 + 100


def test_after_a_rewind_the_controllers_are_as_the_hands_are() -> None:
    """After a rewind, held keys are down and others up."""
    hand = Hand()
    hand.play(60)
    hand.keyboard.press("a", hand.machine)
    hand.keyboard.press("left", hand.machine)
    hand.play(10)
    assert hand.machine.chips.state.buttons == 0xFE
    hand.time.rewind(True)
    hand.play(40)
    assert hand.machine.chips.state.buttons == 0xFF
    hand.time.rewind(False)
    assert hand.machine.chips.state.buttons == 0xFE and hand.machine.chips.state.stick[0] == 1


def test_the_beginning_ends_a_rewind() -> None:
    """At the first known frame, a rewind pauses with a message."""
    hand = Hand()
    hand.play(5)
    hand.time.rewind(True)
    hand.play(9)
    assert hand.time.paused and not hand.time.rewinding
    assert hand.printed.words == ["rewound to the oldest frame kept"]


def test_standing_stepping_fast_and_slow() -> None:
    """Pause, single step, fast and slow change which frames are due."""
    time = Hand().time
    time.pause()
    assert time.standing
    time.step()
    assert not time.standing
    time.frame()
    assert time.standing
    time.pause()
    assert not time.standing and time.tempo == 1
    time.slowly()
    assert time.tempo == SLOW
    time.fast = True
    assert time.tempo == FAST


def test_states_are_saved_loaded_and_shown() -> None:
    """A slot stores a state with a picture; game and movie continue from it."""
    hand, chance = Hand(), random.Random(1)
    hand.play(300, chance)
    hand.time.save()
    there = hand.machine.cycles
    hand.play(100, chance)
    hand.time.load()
    assert hand.machine.cycles == there
    hand.play(80, chance)
    hand.time.save_movie()
    film = movie.load("connect4.movie")
    assert film.start and len(list(movie.replay(film, Machine("connect4")))) == 80
    for _ in range(save_states.SLOTS):
        hand.time.next_slot()
        rows = hand.time.slots()
        assert rows[-1] == f"> {hand.time.slot}  empty <" if hand.time.slot else len(rows) == 1
    assert hand.time.inset.startswith(b"\x89PNG") and hand.time.choosing
    assert int.from_bytes(hand.time.inset[16:20], "big") >= 240         # pixels wide
    assert rows[0].startswith(f"> 0  {time.strftime('%Y-')}")
    hand.play(200)
    assert not hand.time.inset and not hand.time.choosing


def png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG of this size, without pixels."""
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return PNG + size + b"\x08\x02\0\0\0" + bytes(64)


@pytest.mark.parametrize("picture", [b"GIF89a", b"\x89PNG", png(120, 150), png(32_000, 32_000)])
def test_a_slot_whose_picture_is_damaged_is_not_shown(picture: bytes) -> None:
    """A damaged picture is reported; the state can still be loaded."""
    hand = Hand()
    hand.play(60)
    hand.time.slot = 1
    save_states.save(hand.time._path_of(1), hand.machine, picture)
    hand.time.slot = 0
    hand.time.next_slot()
    assert hand.time.slot == 1 and hand.time.inset == b""
    assert hand.printed.words[-1] == "the picture of slot 1 is damaged; F4 may still load its state"
    there = hand.machine.cycles
    hand.play(10)
    hand.time.load()
    assert hand.machine.cycles == there


def test_what_time_does_is_told() -> None:
    """Pause and rewind are shown over the picture."""
    hand = Hand()
    hand.play(100)
    assert hand.time.status_lines() == []
    hand.time.pause()
    m = hand.machine.chips.state
    assert hand.time.status_lines() == [f"PAUSED frame 100 cycle {m.clock:,}"] and hand.time.waits
    hand.time.step()
    hand.play(1)
    assert hand.time.status_lines() == [f"PAUSED frame 101 cycle {m.clock:,}"]
    assert not hand.time.waits
    hand.time.pause()
    hand.time.rewind(True)
    hand.play(80)
    back = hand.time.status_lines()
    assert back[0].startswith("REWIND ") and back[0] in ("REWIND 1 s back", "REWIND 2 s back")
    hand.time.rewind(False)
    hand.time.fast = True
    assert hand.time.status_lines() == ["FAST"]


def test_a_damaged_state_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """A damaged state is reported, and the machine is unchanged."""
    hand = Hand()
    hand.play(10)
    path = save_states.path_of(hand.machine, 0)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not this")
    before = hand.machine.cycles
    hand.time.load()
    assert "not a vecx save state" in hand.printed.words[0]
    assert hand.machine.cycles == before
    hand.play(3)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A state or movie that cannot be written is reported."""
    hand = Hand()
    hand.play(3)
    (tmp_path / "data").write_text("a file where the folder should be")
    hand.time.save()
    (tmp_path / "gone").mkdir()
    import os

    os.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    hand.time.save_movie()
    assert len(hand.printed.words) == 2 and str(tmp_path / "data") in hand.printed.words[0]
    os.chdir(tmp_path)


def test_a_movie_plays_instead_of_the_hands() -> None:
    """A movie plays to its end and pauses; then the user plays on."""
    first = Hand()
    seen = first.play(200, random.Random(2))
    first.time.save_movie()
    film = movie.load("connect4.movie")
    hand = Hand(film)
    assert hand.play(200) == seen
    hand.time.rewind(True)
    assert not hand.time.rewinding
    hand.time.load()
    hand.play(1)
    assert hand.time.paused
    assert [words.split(";")[0] for words in hand.printed.words] == [
        "a movie cannot be rewound", "a state cannot be loaded while a movie is being replayed",
        "the movie has ended"]
    hand.time.pause()
    assert len(hand.play(5)) == 5


def test_a_movie_that_diverges_says_where() -> None:
    """The first frame that differs is named, and the game pauses."""
    first = Hand()
    first.play(50)
    first.time.save_movie()
    hand = Hand(movie.load("connect4.movie"))
    hand.play(20)
    hand.machine.write(0xC8FE, bytes([hand.machine.read(0xC8FE)[0] ^ 4]))
    hand.play(1)
    assert "diverges in frame 20" in hand.printed.words[0]
    assert hand.time.paused
