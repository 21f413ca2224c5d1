"""The cartridges for devices: the light pen sketch and the wheel of the imager."""

import math

import pytest

from vecx import Machine, VecxError
from vecx.cli import run_command
from vecx.play import movie

SKETCH, WHEEL = "games/devices/sketch.asm", "games/devices/wheel.asm"
SEARCHED = 72           # frames: rows and columns, 48 lines each, 14 per frame; and a reserve
WANTED = 60_000         # cycles per revolution in wheel.asm


def signed(byte: int) -> int:
    """Return a byte as -128..127."""
    return byte - 256 * (byte > 127)


def pen_of(m: Machine) -> tuple[int, int]:
    """Return the position of the pen as the program computes it, x and y."""
    y, x = m.read("pen_y", 2)
    return signed(x), signed(y)


def sketching(preset: str, seed: int = 0, **options: object) -> Machine:
    """Return a machine whose program has begun to search for the pen."""
    m = Machine(SKETCH, preset=preset, seed=seed, **options)
    assert m.run_to("frame", max_cycles=30_000_000)
    m.run_cycles(0)         # drops the frames so far
    return m


@pytest.mark.parametrize("preset, near", [("ideal", 2), ("hardware", 3), ("worn", 5)])
def test_the_pen_is_found_and_followed(preset, near):
    """The program finds the pen anywhere, follows it on a curve, and stores points."""
    m = sketching(preset)
    for place in ((0, 0), (55, 33), (-97, -101), (110, -20), (-60, 111)):
        m.pen(*place)
        m.run_frames(SEARCHED)
        assert m.read("pen_seen")[0] > 0
        assert math.dist(pen_of(m), place) <= near, place
        m.pen_away()
        m.run_frames(8)
        assert m.read("pen_seen")[0] == 0
    m.pen(50, 0)
    m.run_frames(SEARCHED)
    points = m.read("v_points")[0]
    for step in range(60):
        place = 50 * math.cos(step / 25), 50 * math.sin(step / 25)
        m.pen(*place)
        m.run_frames(1)
        assert math.dist(pen_of(m), place) <= near + 4
    assert m.read("v_points")[0] > points + 15


def test_button_4_clears_the_sketch():
    """Button 4 deletes all points; with button 1 held the pen draws none."""
    m = sketching("ideal")
    m.pen(20, 20)
    m.run_frames(SEARCHED)
    assert m.read("v_points")[0] == 1
    m.pen_away()
    m.press(4)
    m.run_frames(10)
    m.release(4)
    assert m.read("v_points")[0] == 0
    m.press(1)
    m.pen(20, 20)
    m.run_frames(SEARCHED)
    assert m.read("v_points")[0] == 0 and m.read("pen_seen")[0]


def test_a_full_sketch_stays_in_its_frame():
    """A full sketch keeps the frame's limit, and accepts no more points."""
    m = sketching("hardware")
    m.pen(0, 0)
    m.run_frames(SEARCHED)
    for step in range(400):
        m.pen(70 * math.sin(step / 40), 70 * math.sin(step / 27))
        frame = m.run_frames(1)[0]
        assert frame.budget.work_cycles < 30_000
    assert m.read("v_points")[0] == 50


@pytest.mark.parametrize("preset", ["ideal", "hardware", "worn"])
def test_the_wheel_comes_to_its_speed(preset):
    """Nine seconds after the title a frame is a revolution, and each eye has its cube."""
    m = Machine(WHEEL, preset=preset, device="imager")
    m.run_cycles(21_000_000)        # the title takes 7,300,000
    frames = m.run_frames(50)
    assert all(abs(frame.cycles - WANTED) < 400 for frame in frames)
    assert abs(int.from_bytes(m.read("revolution", 2), "big") - WANTED) < 400
    frame = frames[-1]
    times = frame.segments[:, 5]
    halves = frame.segments[times < WANTED / 2], frame.segments[times >= WANTED / 2]
    assert len(halves[0]) == len(halves[1]) == len(frame.segments) / 2
    left = [half[:, 0].min() for half in halves]
    assert left[1] - left[0] > 2 * 5 * 80       # the near side; EYE_SHIFT 6, scale $50


def test_without_the_imager_the_program_waits():
    """Without the imager the program draws and drives, but counts no revolution."""
    m = Machine(WHEEL)
    m.run_cycles(12_000_000)
    assert m.read("turns", 2) == b"\0\0" and m.read("revolution", 2) == b"\xff\xff"
    assert len(m.run_frames(2)[-1].segments) > 20


@pytest.mark.parametrize("cart, options", [(SKETCH, {}), (WHEEL, {"device": "imager"})])
def test_a_movie_has_pen_and_wheel(cart, options, tmp_path):
    """A replayed movie with pen or wheel ends each frame in the recorded state."""
    m = Machine(cart, seed=3, **options)
    recorder = movie.Recorder(m)
    for step in range(300):
        if not options and step > 260:
            m.pen(step - 250, 10)
        recorder.frame(m.run_frames(1)[0].index)
    path = tmp_path / "devices.movie"
    recorder.stop().save(path)
    film = movie.load(path)
    assert bool(film.inputs) == (not options)
    assert len(list(movie.replay(film, film.machine(cart)))) == 300
    if options:
        with pytest.raises(VecxError, match="--imager"):
            film.check(Machine(cart, seed=3))


def test_one_eye_sees_half(tmp_path, capsys):
    """`--eye` shows one half of a revolution; both halves together are the frame."""
    m = Machine(WHEEL, preset="ideal", device="imager")
    m.run_cycles(50_000_000)
    frame = m.run_frames(1)[0]
    left, right = (m.seen_by(frame, eye) for eye in ("left", "right"))
    assert len(left.segments) == len(right.segments) == len(frame.segments) / 2
    assert {*map(tuple, left.segments.tolist()), *map(tuple, right.segments.tolist())} \
        == {*map(tuple, frame.segments.tolist())}
    assert max(right.segments[:, 6]) < WANTED / 2 <= min(left.segments[:, 5])
    pictures = [tmp_path / f"{eye}.png" for eye in ("left", "right")]
    for path in pictures:
        assert run_command(["run", WHEEL, "--imager", "--eye", path.stem, "--headless", "--frames",
                            "320", "-o", str(path), "--scale", "0.2"]) == 0
    assert pictures[0].read_bytes() != pictures[1].read_bytes()
    for words, printed in ((["--eye", "left"], "--eye needs --imager"),
                        (["--imager", "--pen"], "cannot be a light pen while the imager"),
                        (["--pen", "--screen", "terminal"], "--pen needs a window")):
        assert run_command(["run", WHEEL, "--frames", "1", *words]) == 2
        assert printed in capsys.readouterr().err


@pytest.mark.sample(1)
@pytest.mark.parametrize("cart, options", [(SKETCH, {}), (WHEEL, {"device": "imager"})])
def test_hardware_forgives_them_all(cart, options):
    """The strict machine finds nothing in either program."""
    m = Machine(cart, strict=True, **options)
    m.run_cycles(9_000_000)
    if not options:
        m.pen(30, 30)
    m.run_cycles(9_000_000)
    assert [str(finding) for finding in m.findings] == []
