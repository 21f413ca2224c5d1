"""Movies: replay, and the first frame that differs."""

import random
import re
import tracemalloc
import zlib
from pathlib import Path

import pytest

from vecx import Machine
from vecx.errors import VecxError
from vecx.play import movie


def recorded(cart: str, frames: int, seed: int = 5, preset: str = "hardware",
             before: int = 0) -> movie.Movie:
    """Play at random, in frames as a window cuts them, and record a movie."""
    machine, chance = Machine(cart, preset=preset, seed=seed), random.Random(seed)
    machine.run_frames(before)
    recorder = movie.Recorder(machine)
    count = 0
    while count < frames:
        for _ in range(chance.randrange(3)):
            act(machine, chance)
        for frame in machine.run_to_frame(chance.choice((1000, 45_000))):
            recorder.frame(frame.index)
            count += 1
        if chance.random() < 0.1:
            machine.press(4, at=machine.cycles + chance.randrange(50_000))
    return recorder.stop()


def act(machine: Machine, chance: random.Random) -> None:
    """Send a random input."""
    choice = chance.randrange(3)
    if choice == 0:
        machine.press(chance.randint(1, 4), chance.randint(1, 2))
    elif choice == 1:
        machine.release(chance.randint(1, 4), chance.randint(1, 2))
    else:
        machine.stick(chance.uniform(-1, 1), chance.uniform(-1, 1), chance.randint(1, 2))


@pytest.mark.sample(2)
@pytest.mark.parametrize("cart", ["connect4", "reversi"])
@pytest.mark.parametrize("before", [0, 230])
def test_a_movie_played_again_is_the_same_game(cart: str, before: int, tmp_path: Path) -> None:
    """A replay has the recorded state in every frame, also from a file."""
    made = recorded(cart, 400, before=before)
    assert len(made.inputs) > 100 and len(made.hashes) >= 7
    made.save(tmp_path / "m.movie")
    again = movie.load(tmp_path / "m.movie")
    assert again.text() == made.text()
    frames = list(movie.replay(again, again.machine()))
    assert len(frames) == len(made.frames) >= 400


def test_a_divergence_is_reported_at_its_first_frame() -> None:
    """After a change in RAM, the first different frame is named."""
    made = recorded("connect4", 120)
    machine = made.machine()
    seen = []
    with pytest.raises(movie.Diverged, match="diverges in frame 71") as caught:
        for frame in movie.replay(made, machine):
            seen.append(frame.index)
            if frame.index == 70:
                machine.write(0xC8FF, bytes([machine.read(0xC8FF)[0] ^ 1]))
    assert caught.value.frame == 71 and seen[-1] == 70


def test_an_input_more_or_less_is_found() -> None:
    """A movie with changed inputs does not match its frames."""
    made = recorded("connect4", 200)
    cycle, what, value = made.inputs[40]
    made.inputs[40] = cycle, what, value ^ 0x41 if what > 1 else value ^ 0x0F
    with pytest.raises(movie.Diverged):
        list(movie.replay(made, made.machine()))


def test_other_machines_are_refused() -> None:
    """Another cartridge, preset, seed or a used machine is refused."""
    made = recorded("connect4", 5)
    for machine, words in ((Machine("reversi", seed=5), "another cartridge .connect4."),
                           (Machine("connect4", seed=4), "seed 5, but this machine has 4"),
                           (Machine("connect4", preset="worn", seed=5), "preset hardware")):
        with pytest.raises(VecxError, match=words):
            next(movie.replay(made, machine))
    machine = made.machine()
    machine.run_frames(1)
    with pytest.raises(VecxError, match="begins at power-on"):
        next(movie.replay(made, machine))


def test_going_back_forgets_what_came_later() -> None:
    """After a rewind, the movie contains the new game."""
    machine = Machine("connect4", seed=5)
    recorder = movie.Recorder(machine)
    for i in range(300):
        if i == 200:
            kept = machine.keep()
        if i % 7 == 0:
            machine.press(i % 4 + 1)
        recorder.frame(machine.run_frames(1)[0].index)
    machine.restore(kept)
    recorder.cut()
    for _ in range(50):
        recorder.frame(machine.run_frames(1)[0].index)
    made = recorder.stop()
    assert len(list(movie.replay(made, made.machine()))) == 250


def other_version(text: str) -> str:
    """Return a movie of a version whose record had other fields."""
    text = re.sub(r"^table .*$", "table 0123456789abcdef", text, flags=re.M)
    text = re.sub(r"^hash (\d+) .*$", lambda row: f"hash {row[1]} {'0' * 64}", text, flags=re.M)
    return re.sub(r"^(frame \d+ \d+) .*$", r"\1 00000000", text, flags=re.M)


def older_form(text: str) -> str:
    """Return a movie in the previous format."""
    return text.replace("movie/3", "movie/2", 1).replace("device none", "imager no")


def test_a_movie_of_another_version_is_replayed_by_its_inputs(tmp_path: Path) -> None:
    """A movie of another version is replayed by its inputs, with a warning."""
    made = recorded("connect4", 120)
    path = tmp_path / "m.movie"
    path.write_text(older_form(other_version(made.text())))
    film = movie.load(path)
    assert not made.doubt and "another version of vecx" in film.doubt
    assert list(movie.replay(film, film.machine())) == list(movie.replay(made, made.machine()))
    film.frames[70] = (film.frames[70][0], film.frames[70][1] + 1, 0)
    with pytest.raises(movie.Diverged, match="in frame 70"):
        list(movie.replay(film, film.machine()))


def test_the_form_before_this_one_is_read(tmp_path: Path) -> None:
    """The previous format, with `imager`, is read."""
    made = recorded("connect4", 5)
    path = tmp_path / "m.movie"
    path.write_text(older_form(made.text()))
    assert movie.load(path) == made
    path.write_text(older_form(made.text()).replace("imager no", "imager yes"))
    assert movie.load(path).head["device"] == "imager"
    path.write_text(older_form(made.text()).replace("imager no", "imager perhaps"))
    with pytest.raises(VecxError, match="damaged"):
        movie.load(path)


@pytest.mark.parametrize("change, words", [
    (lambda text: "", "not a movie"), (lambda text: "GIF89a", "not a movie"),
    (lambda text: text.replace("movie/3", "movie/9", 1), "format vecx-movie/9"),
    (lambda text: text.replace("seed 5", "seed x"), "damaged"),
    (lambda text: text.replace("device none", "device toaster"), "damaged"),
    (lambda text: text.replace("\nram ", "\nram2 "), ":8: the movie is damaged"),
    (lambda text: text.replace("\nframe 3 ", "\nframe -3 "), "damaged"),
    (lambda text: text + "in 5 1 1\n", "damaged"), (lambda text: text + "out\n", "damaged"),
    (lambda text: text[:200], "damaged"),
])
def test_what_is_no_movie_is_refused(change, words, tmp_path: Path) -> None:
    """An invalid movie gives one message with file and line."""
    path = tmp_path / "m.movie"
    path.write_text(change(recorded("connect4", 5).text()))
    with pytest.raises(VecxError, match=words):
        movie.load(path)


def test_a_recording_ends_where_a_movie_is_full(monkeypatch, tmp_path):
    """A recording ends at the limit, and can be replayed."""
    monkeypatch.setattr(movie, "ROWS_MAX", 5)
    m = Machine("connect4", preset="ideal")
    recorder = movie.Recorder(m)
    for index in range(9):
        m.press(1 + index % 2)
        assert recorder.full == (index >= 4)
        recorder.frame(m.run_frames(1)[0].index)
    made = recorder.stop()
    made.save(tmp_path / "full.movie")
    assert movie.load(tmp_path / "full.movie") == made
    assert len(list(movie.replay(made, made.machine()))) == 4 and len(made.inputs) == 5
    monkeypatch.setattr(movie, "ROWS_MAX", 4)
    with pytest.raises(VecxError, match="damaged or cut short here"):
        movie.load(tmp_path / "full.movie")


def test_a_row_takes_little():
    """A recorded frame takes less than 60 bytes."""
    m = Machine("connect4", preset="ideal")
    recorder = movie.Recorder(m)
    frame = m.run_frames(1)[0].index
    tracemalloc.start()
    for index in range(20_000):
        recorder.frame(frame + index)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 60 * 20_000


def test_a_movie_begins_with_the_next_frame_that_ends() -> None:
    """A recording begins with the next frame that ends."""
    m = Machine("connect4", preset="ideal")
    m.run_frames(20)
    for _ in range(4):
        m.run_to("Wait_Recal")
    waiting = m.snapshot()
    recorder = movie.Recorder(m)
    for _ in range(3):
        recorder.frame(m.run_frames(1)[0].index)
    made = recorder.stop()
    assert made.frames[0][0] == 23
    assert [frame.index for frame in movie.replay(made, made.machine())] == [23, 24, 25]
    older = movie.Movie(made.head, waiting)
    again = older.machine()
    again.restore(waiting)
    for _ in range(4):
        frame = again.console.run_frames(1)[0]
        older.frames.append((frame.index, again.cycles, zlib.crc32(movie.state_bytes(again))))
    assert [frame.index for frame in movie.replay(older, older.machine())] == [20, 21, 22, 23]
