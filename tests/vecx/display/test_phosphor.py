"""Light: position, energy, spread, decay and colour.

Energy is compared with the physics in closed form: current times dwell, a Gaussian spot, two
exponentials.  The picture is compared with itself at other sizes, with strokes divided
differently, and without tiles.
"""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.pictures import light_of
from vecx.chips.state import FRAME_CYCLES
from vecx.console import analog
from vecx.display.light import GAMMA, TILE
from vecx.display.look import COLOURS, Look, colour_of
from vecx.display.phosphor import (
    LINE_SPEED,
    SECONDS,
    SLOW_SHARE,
    SPOT,
    Phosphor,
    make_palette,
    sizes_within,
)

IDEAL = analog.preset("ideal")


class Drawing:
    """A frame with given lines."""

    start_cycle = 0
    cycles = FRAME_CYCLES

    def __init__(self, *lines):
        self.segments = np.array(lines, np.float32).reshape(-1, 7)


def lit_by(*lines, size=(210, 262), preset=IDEAL):
    """Return the light of lines, with both components, and the screen."""
    screen = Phosphor(*size, preset)
    screen.draw([Drawing(*lines)])
    return screen.light.sum(axis=0).astype(float), screen


def test_a_line_lights_the_pixels_under_it():
    """The brightest pixels of a line are on it, from end to end."""
    light, screen = lit_by([-8000, 10000, 8000, 10000, 1, 0, 126])
    x0, y0, x1, _, _ = screen.lines([(-8000, 10000, 8000, 10000, 1, 0, 126)])[0]
    row = int(np.argmax(light.sum(1)))
    assert row == pytest.approx(y0, abs=1)
    assert row < 131
    lit = np.flatnonzero(light[row] > light[row].max() / 2)
    assert (lit[0], lit[-1]) == pytest.approx((x0, x1), abs=2)


@pytest.mark.parametrize("z", [0.2, 0.5, 1.0])
@pytest.mark.parametrize("dwell", [1, 40, 700])
@pytest.mark.parametrize("way", [(5000, 0), (0, 5000), (3536, 3536), (-300, 80), (10, 4), (0, 0)])
def test_energy_is_current_times_dwell(z, dwell, way):
    """The light of a stroke or dot depends only on brightness and duration."""
    light, screen = lit_by([100, 30, 100 + way[0], 30 + way[1], z, 5, 5 + dwell], size=(420, 525))
    spot = SPOT * IDEAL.half_h * screen.scale
    expected = z ** GAMMA * dwell * LINE_SPEED * screen.scale * spot * math.sqrt(2 * math.pi)
    assert light.sum() == pytest.approx(expected, rel=0.02)


def test_a_slow_stroke_is_brighter():
    """A line's brightness is inversely proportional to its speed."""
    middles = []
    for speed in (LINE_SPEED, LINE_SPEED / 2, LINE_SPEED * 3):
        light, screen = lit_by([-8000, 0, 8000, 0, 1, 0, 16000 / speed], size=(1001, 1251))
        middles.append(light[:, 500].max() * screen.sigma / screen.spot)
    assert middles[0] == pytest.approx(1, rel=0.05)
    assert middles[1] == pytest.approx(2 * middles[0], rel=0.01)
    assert middles[2] == pytest.approx(middles[0] / 3, rel=0.01)


def test_a_spot_is_gaussian():
    """A dot is a Gaussian whose width is a fraction of the screen."""
    light, screen = lit_by([0, 0, 0, 0, 1, 0, 10], size=(1501, 1875))
    y, x = np.indices(light.shape)
    middle = [(axis * light).sum() / light.sum() for axis in (y, x)]
    assert middle == pytest.approx([937, 750], abs=0.01)
    variance = ((x - 750) ** 2 * light).sum() / light.sum()
    spot = SPOT * IDEAL.half_h * screen.scale
    assert variance == pytest.approx(spot ** 2 + 1 / 12, rel=0.02)
    at = light[937, 750 + round(2 * screen.sigma)] / light.max()
    assert at == pytest.approx(math.exp(-0.5 * (round(2 * screen.sigma) / screen.sigma) ** 2),
                               rel=0.02)


@pytest.mark.parametrize("pieces", [2, 3, 10, 37])
@pytest.mark.parametrize("angle", [0, 20, 45, 90, 130])
def test_a_line_cut_into_strokes_has_no_joints(angle, pieces):
    """A line drawn in pieces is as bright everywhere as in one piece."""
    turn = np.deg2rad(angle)
    ends = np.array([np.cos(turn), np.sin(turn)]) * 7000
    cuts = np.sort(np.append(np.random.default_rng(pieces).uniform(0.05, 0.95, pieces - 1),
                             [0, 1]))
    places = [(*(-ends + 2 * ends * cut), 120 * cut) for cut in cuts]
    whole, _ = lit_by([*(-ends), *ends, 1, 0, 120])
    cut, _ = lit_by(*([*a[:2], *b[:2], 1, a[2], b[2]] for a, b in pairwise(places)))
    assert np.abs(cut - whole).max() < 0.03 * whole.max()
    assert cut.sum() == pytest.approx(whole.sum(), rel=0.01)


@pytest.mark.parametrize("size", [(160, 200), (600, 750), (1600, 2000)])
@pytest.mark.parametrize("angle", [1, 7, 30, 44, 62, 88])
def test_lines_have_no_steps(angle, size):
    """The light across a line is the same along it, for any slope and size."""
    turn = np.deg2rad(angle)
    x, y = 7000 * np.cos(turn), 7000 * np.sin(turn)
    light, screen = lit_by([-x, -y, x, y, 1, 0, 120], size=size)
    middle = np.array([-x, -y, x, y, 0, 0, 0]) * 0.9
    ends = screen.lines([middle])[0, :4].reshape(2, 2).T
    along = 0 if angle < 45 else 1              # its main direction: x or y
    begin, end = sorted(ends[along].astype(int))
    across = light.sum(axis=along)[begin:end]
    assert across.max() / across.min() < 1.01
    # The brightest pixel of each row or column; at worst, the line passes between two pixels.
    brightest = light.max(axis=along)[begin:end]
    least = math.exp(-0.5 * (0.5 / screen.sigma) ** 2)
    assert brightest.min() > 0.97 * least * brightest.max()


def test_lines_outside_are_harmless():
    """Segments far outside the screen have no effect."""
    light, screen = lit_by([0, 0, 0, 0, 1, 0, 10], [1e6, 1e6, 2e6, -1e6, 1, 0, 9],
                           [-1e7, 3, -1e7, 3, 1, 0, 5], [-1e7, 1e5, 1e7, 1e5, 1, 0, 9])
    assert np.unravel_index(light.argmax(), light.shape) in ((130, 104), (131, 105), (130, 105),
                                                             (131, 104))
    assert np.isfinite(screen.image()).all()


def shrunk(light, times):
    """Return the means of squares of this many pixels."""
    height, width = light.shape
    return light.reshape(height // times, times, width // times, times).mean(axis=(1, 3))


def test_a_picture_is_the_same_at_every_size():
    """A screen with three times as many pixels, reduced, has the same light."""
    lines = np.random.default_rng(4).uniform(-14000, 14000, (20, 7))
    lines[:, 4:] = 0.8, 0, 90
    lines[::4, 2:4] = lines[::4, :2]
    small, large = (Phosphor(600 * n, 750 * n, IDEAL) for n in (1, 3))
    for screen in (small, large):
        screen.draw([Drawing(*lines)])
        screen.settle()
    one, other = small.seen(), shrunk(large.seen(), 3)
    assert one.sum() == pytest.approx(other.sum(), rel=0.005)
    # Details below a pixel cannot agree, so compare the light within some pixels.
    one, other = shrunk(one[:, :], 15), shrunk(other, 15)
    assert np.abs(one - other).max() < 0.03 * other.max()


def test_the_halo_is_the_same_at_every_size():
    """The halo falls off equally at 300 and 1500 rows."""
    seen = []
    for n in (1, 4):
        screen = Phosphor(300 * n, 375 * n, IDEAL)
        screen.draw([Drawing([-9000, 0, 9000, 0, 1, 0, 600])])
        screen.settle()
        light, middle = light_of(screen.image())[:, 150 * n], 187.5 * n
        rows = [middle + n * pixels for pixels in (4, 6, 9)]    # at n = 4 between two pixels
        seen.append([light[int(row - 0.5)] / 2 + light[int(row)] / 2 if row % 1 == 0
                     else light[int(row)] for row in rows])
    assert seen[0] == pytest.approx(seen[1], rel=0.15)
    assert seen[0][0] > 0.01 and seen[0][0] > seen[0][1] > seen[0][2]


def test_light_fades_in_two_parts():
    """The decay is the sum of two exponentials, and no light is lost."""
    screen = Phosphor(60, 75, IDEAL)
    screen.draw([Drawing([-5000, 0, 5000, 0, 1, 0, 80])])
    before = float(screen.light.sum())
    cycles = np.array([7000, 30000, 1, 250000])
    seen = 0.0
    for some in cycles:
        seen += float(screen.seen(some).sum()) * some / FRAME_CYCLES
        screen.fade(some)
    seconds = cycles.sum() / 1.5e6
    left = ((1 - SLOW_SHARE) * math.exp(-seconds / SECONDS[0])
            + SLOW_SHARE * math.exp(-seconds / SECONDS[1]))
    assert float(screen.light.sum()) == pytest.approx(left * before, rel=1e-3)
    assert seen == pytest.approx((1 - left) * before, rel=1e-3)


def test_a_picture_fades_as_light_does():
    """`image` and `fade` leave the same light."""
    one, other = (Phosphor(60, 75, IDEAL) for _ in range(2))
    for screen in (one, other):
        screen.draw([Drawing([-5000, 0, 5000, 0, 1, 0, 80])])
    one.image(40000)
    other.fade(40000)
    assert np.allclose(one.light, other.light, atol=1e-6)
    assert (one.image() != 0).any() and steps_apart(one.picture, other.image()) <= 1


def test_a_settled_picture_is_as_bright_as_one_that_stands():
    """Drawing a line fifty times a second reaches the light that `settle` gives immediately.

    A program that draws half as often is half as bright.
    """
    line = Drawing([-5000, 0, 5000, 0, 1, 0, 80])
    once, often, seldom = (Phosphor(60, 75, IDEAL) for _ in range(3))
    once.draw([line])
    once.settle()
    for _ in range(40):
        often.fade()
        often.draw([line])
        seldom.fade(2 * FRAME_CYCLES)
        seldom.draw([line])
    assert np.allclose(once.seen(), often.seen(), rtol=1e-3)
    assert float(seldom.seen(2 * FRAME_CYCLES).sum()) == pytest.approx(
        float(often.seen().sum()) / 2, rel=1e-3)


def test_a_dot_burns():
    """A dot is brighter than any line, and visible wider and longer."""
    pictures = {}
    for name, end in (("line", 9000), ("dot", 0)):
        screen = Phosphor(1200, 1500, IDEAL)
        screen.draw([Drawing([0, 0, end, 0, 1, 0, 100])])
        pictures[name] = [screen.image().copy() for _ in range(12)]
    bright = {name: [int((p & 0xFF00 > 0x6000).sum(0).max()) for p in some]
              for name, some in pictures.items()}
    assert bright["dot"][0] > 1.5 * bright["line"][0]
    assert bright["line"][6] == 0 < bright["dot"][6]


def test_black_is_black_and_light_has_colour():
    """The palette increases in every colour from black; blue is never below red."""
    palette = make_palette()
    colours = [palette >> shift & 0xFF for shift in (16, 8, 0)]
    for colour in colours:
        assert (np.diff(colour.astype(int)) >= 0).all()
    assert palette[0] == 0
    assert (colours[2] >= colours[0]).all() and colours[0][-1] > 240


@pytest.mark.parametrize("name", COLOURS)
def test_a_phosphor_has_its_colour(name):
    """Faint light has the phosphor's colour, and brighter light is whiter."""
    palette = make_palette(COLOURS[name])
    colours = np.stack([palette >> shift & 0xFF for shift in (16, 8, 0)], axis=1).astype(int)
    assert (np.diff(colours, axis=0) >= 0).all()
    order = np.argsort(COLOURS[name], kind="stable")
    some = colours[600]
    assert (np.diff(some[order]) >= 0).all() and some.max() > 40
    if min(COLOURS[name]) < 1:
        share = colours[[600, -1]].min(axis=1) / colours[[600, -1]].max(axis=1)
        assert share[0] < share[1]
    else:
        assert (colours == colours[:, :1]).all()


def test_a_colour_has_a_name_or_a_code():
    """Names of COLOURS and codes of sRGB are colours whose largest part is 1; others are none."""
    assert colour_of("green") == COLOURS["green"]
    assert colour_of("#800000") == (1, 0, 0)
    assert colour_of("#ffffff") == (1, 1, 1)
    assert colour_of("#FF8000")[1] == pytest.approx(0.2159, abs=1e-4)     # sRGB's curve
    for other in ("", "red", "Green", "#000000", "#12345", "#1234567", "112233", "#ggaa00"):
        assert colour_of(other) is None


def test_light_is_read_back_from_a_picture():
    """`light_of` is the inverse of the palette."""
    light = np.linspace(0, math.sqrt(6.0), 4096) ** 2
    part = light < 1.8
    assert np.abs(light_of(make_palette()) - light)[part].max() < 0.03


def test_brightness_and_glow_do_what_they_say():
    """Brightness changes the visible light; without glow there is no halo."""
    def picture(look):
        screen = Phosphor(300, 375, IDEAL, look)
        screen.draw([Drawing([-9000, 0, 9000, 0, 0.3, 0, 400])])
        return light_of(screen.image())

    usual, bright, plain = (picture(look) for look in (Look(), Look(brightness=2), Look(glow=0)))
    assert bright[187, 150] == pytest.approx(2 * usual[187, 150], rel=0.06)
    assert usual[193, 150] > 0.0005 and plain[193, 150] == 0
    assert plain[187, 150] > 0.8 * usual[187, 150]


def test_glass_lifts_the_dark_and_carries_light():
    """Behind glass, a dark screen is not black, least of all near bright figures."""
    screen = Phosphor(300, 375, IDEAL, Look(glass=True))
    dark = screen.image()[10, 150] & 0xFF
    far = screen.image().copy()
    assert 0 < dark < 60
    for x in range(-4000, 4000, 400):
        screen.draw([Drawing([x, -4000, x, 4000, 1, 0, 60])])
    near = screen.image()
    assert (near[120, 150] & 0xFF) > (far[120, 150] & 0xFF)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_picture_turns_clockwise(turn):
    """Each quarter turn rotates the picture clockwise."""
    lines = [[-9000, 3000, 8000, 12000, 1, 0, 100], [100, 50, 7000, 50, 1, 0, 30]]
    upright = Phosphor(210, 262, IDEAL)
    size = (210, 262) if turn in (0, 180) else (262, 210)
    turned = Phosphor(*size, IDEAL, Look(turn=turn))
    for screen in (upright, turned):
        screen.draw([Drawing(*lines)])
    one, other = np.rot90(upright.image(), -turn // 90), turned.image()
    assert np.abs((one & 0xFF).astype(int) - (other & 0xFF)).max() <= 3


@pytest.mark.parametrize("room", [(1920, 1080), (300, 1000), (7, 7), (1, 1)])
def test_a_picture_keeps_its_shape_in_any_window(room):
    """The picture is the largest with the tube's shape that fits."""
    for turn in (0, 90):
        width, height = sizes_within(*room, IDEAL, turn)
        assert (width == room[0] or height == room[1]) and width <= room[0] and height <= room[1]
        if min(room) > 100:
            shape = IDEAL.half_w / IDEAL.half_h
            assert width / height == pytest.approx(shape if turn == 0 else 1 / shape, rel=0.01)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_pixel_is_found_where_its_place_is(turn):
    """`unit_at` is the inverse of `lines`, in every rotation."""
    phosphor = Phosphor(400, 500, replace(IDEAL, mains_amp=0.0, sat_x=0.0, sat_y=0.0),
                        Look(turn=turn))
    for x, y in ((0, 0), (90, 20), (-33, 101)):
        right, down = phosphor.lines([(127 * x, 127 * y, 0, 0, 0, 0, 0)])[0, :2]
        assert phosphor.unit_at(right, down) == pytest.approx((x, y))


def test_deflection_is_compressed_at_the_edges():
    """Beyond the limit, the deflection has the slope of the parameter."""
    u = np.array([-2.0, -0.5, 0.0, 0.9, 1.0, 2.0])
    screen = Phosphor(400, 500, replace(IDEAL, sat_x=1.0, sat_k=0.2))
    segments = np.zeros((len(u), 7))
    segments[:, 0] = u * IDEAL.half_w
    deflected = (screen.lines(segments)[:, 0] - 200) / IDEAL.half_w / screen.scale
    assert deflected.tolist() == pytest.approx([-1.2, -0.5, 0, 0.9, 1, 1.2])


def steps_apart(one: np.ndarray, other: np.ndarray) -> int:
    """Return the largest difference of two pictures, in steps of a colour."""
    return max(int(np.abs((one >> shift & 0xFF).astype(int) - (other >> shift & 0xFF)).max())
               for shift in (16, 8, 0))


def test_light_that_has_faded_is_none():
    """A faded line leaves no light in pixels or cells, even if its tile stays lit.

    It is drawn once, next to a line in the same tile that is drawn in every frame.
    """
    screen, other = (Phosphor(32, 40, IDEAL) for _ in range(2))
    screen.draw([Drawing([-15000, -15000, -15000, 15000, 1, 0, 900])])
    for _ in range(400):
        for some in (screen, other):
            some.draw([Drawing([15000, -15000, 15000, 15000, 1, 0, 600])])
            some.image()
    assert screen.lit.all()
    for one, none in ((screen.light, other.light), (screen._cells, other._cells)):
        assert not one[none == 0].any()
        assert not ((one > 0) & (one < 1e-20)).any()


def test_where_nothing_changes_nothing_is_drawn():
    """If a line behind glass changes only slightly, only its own tiles change after a while.

    The glass spreads its light over more than half of the picture.
    """
    screen = Phosphor(420, 525, IDEAL, Look(glass=True))
    for turn in range(60):
        screen.draw([Drawing([-5000, 0, 5000, 0, 1, 0, 600 + turn % 2])])
        screen.image()
    assert (light_of(screen.picture) > 0.002).mean() > 0.5
    assert ((screen.lit > 0) >= (screen.changed > 0)).all() and 0 < screen.changed.mean() < 0.25


@pytest.mark.sample(3, slow=4)
@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize("glass", [False, True])
@pytest.mark.parametrize("size", [(210, 262), (64, 64), (33, 97), (1, 1)])
def test_tiles_change_nothing(size, covered, glass):
    """Skipping dark and unchanged tiles alters no pixel by more than one step of a colour.

    Lines come and go; pixels change only in the tiles that are marked as changed.
    """
    chance = np.random.default_rng(size[0])
    tiled, whole = (Phosphor(*size, IDEAL, Look(glass=glass)) for _ in range(2))
    if covered:
        overlay = chance.integers(0, 256, (size[1], size[0], 4), np.uint8)
        tiled.cover(overlay)
        whole.cover(overlay)
    before = tiled.picture.copy()
    for turn in range(160):
        if turn % 80 < 3:
            lines = chance.uniform(-16000, 16000, (4, 7)).astype(np.float32)
            lines[:, 4:] = 1, 0, chance.uniform(10, 300)
            tiled.draw([Drawing(*lines)])
            whole.draw([Drawing(*lines)])
        whole.lit[:] = whole.halo[:] = 1e9
        picture = tiled.image().copy()
        other = whole.image()
        assert steps_apart(picture, other) <= 1
        shown = np.kron(tiled.changed, np.ones((TILE, TILE), np.uint8))[:size[1], :size[0]]
        assert not ((picture != before) & (shown == 0)).any()
        before = picture
    assert not tiled.lit.any()


def test_an_overlay_colours_what_passes():
    """A clear overlay changes nothing, a red one passes red, a dark one nothing."""
    screen = Phosphor(210, 262, IDEAL)
    screen.draw([Drawing([-14000, 0, 14000, 0, 1, 0, 600])])
    screen.settle()
    plain = screen.image().copy()
    overlay = np.zeros((262, 210, 4), np.uint8)
    overlay[:, 70:140] = 255, 0, 0, 255
    overlay[:, 140:] = 0, 0, 0, 255
    screen.cover(overlay)
    screen.draw([Drawing([-14000, 0, 14000, 0, 1, 0, 600])])
    screen.light[:] = 0
    screen.draw([Drawing([-14000, 0, 14000, 0, 1, 0, 600])])
    screen._cells[:] = 0
    screen.settle()
    row = screen.image()[131]
    assert (row[40] & 0xFF) == pytest.approx(plain[131, 40] & 0xFF, abs=25)
    assert row[100] >> 16 > 120 and row[100] & 0xFFFF == 0
    assert row[180] == 0
    assert 150 < screen.picture[5, 100] >> 16 < 180 and screen.picture[5, 30] == 0
