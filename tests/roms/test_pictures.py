"""The screens of the ROM's own programs show exactly the expected strokes."""

import math

import pytest

from tests.roms.screens import (
    DIM,
    FULL,
    MENU,
    MOVE_SCALE,
    SYMBOLS,
    Stroke,
    assert_shows,
    drawn,
    open_menu,
    open_screen,
    path,
    push,
    square,
    stroke,
    tap,
    text,
)
from vecx.console.frame import Frame
from vecx.machine import Machine

TURN = 64                               # angles per turn


# --- at power-on --------------------------------------------------------------------------------

NAME_LETTERS = (            # x, y from the lower left corner of each letter
    ([(0, 40), (12, 0), (24, 40)],),                                        # V
    ([(24, 40), (0, 40), (0, 20), (18, 20)], [(0, 20), (0, 0), (24, 0)]),   # E
    ([(24, 0), (0, 0), (0, 40), (24, 40)],),                                # C
    ([(0, 40), (24, 0)], [(0, 0), (24, 40)]),                               # X
)
NAME_LEFT, NAME_FOOT, NAME_PITCH = -66, -76, 36
STAR_POINTS, STAR_RADIUS, STAR_EDGE, STAR_Y = 8, 56, 104, 34
STAR_SCALE_LEAST, STAR_SCALE_MAX = 6, 96
TO_NEXT_POINT = 3 * TURN // 8


def name(intensity: int) -> list[Stroke]:
    """Return VECX in letters of 24 by 40 units, 36 apart."""
    return [one for number, letter in enumerate(NAME_LETTERS) for line in letter
            for one in path(line, MOVE_SCALE, ((NAME_LEFT + number * NAME_PITCH) * MOVE_SCALE,
                                               NAME_FOOT * MOVE_SCALE), intensity)]


def polar(length: int, angle: int) -> tuple[int, int]:
    """Return x, y of a length along an angle, rounded as by Rise_Run_Y."""
    def part(turned: int) -> int:
        share = min(255, round(256 * math.sin(math.pi * (turned % 32) / 32)))
        size = length if turned % 32 == 16 else (length * share + 128) // 256
        return -size if turned & 32 else size
    return -part(angle % TURN), part((angle + TURN // 4) % TURN)


def star(frame: int) -> list[Stroke]:
    """Return an eight-pointed star that turns and grows."""
    scale = min(STAR_SCALE_MAX, STAR_SCALE_LEAST + 2 * frame)
    strokes = []
    for number in range(STAR_POINTS):
        angle = frame + number * TO_NEXT_POINT
        point, edge = polar(STAR_RADIUS, angle), polar(STAR_EDGE, angle + 28)
        target = polar(STAR_RADIUS, angle + TO_NEXT_POINT)
        end = point[0] + edge[0], point[1] + edge[1]
        assert math.dist(end, target) < 2
        strokes += path([point, end], scale, (0, STAR_Y * MOVE_SCALE), intensity=0)
    return strokes


POWER_FRAMES, LIGHT_FRAMES = 117, 24


def test_power_on() -> None:
    """The name brightens within 24 frames, the star turns and grows; then all is dark."""
    _, _, *frames, dark = Machine(preset="ideal").run_frames(2 + POWER_FRAMES + 1)
    for count, frame in enumerate(frames, 1):
        intensity = 5 * min(LIGHT_FRAMES, count)
        assert_shows(frame, name(intensity), [(*one[:4], intensity) for one in star(count)])
    assert_shows(dark)


def title(m: Machine) -> Frame:
    """Skip the screen at power-on; return a frame of the title."""
    m.press(1)
    m.run_frames(4)
    m.release(1)
    return m.run_frames(30)[-1]


OWN_TITLE = (text("g VECX 2026", -64, -64, intensity=FULL),
             text("VECX", 44, -32, -16, 0x60, FULL),
             text("SERVICE PROGRAM", -10, -84, -8, 0x48, FULL))


def test_title() -> None:
    """Without a cartridge the title names the service program; no high score after power-on."""
    assert_shows(title(Machine(preset="ideal")), *OWN_TITLE)


def test_title_after_a_reset() -> None:
    """After a reset the title shows the high score as well."""
    m = Machine(preset="ideal")
    title(m)
    m.reset()
    frame = m.run_frames(30)[-1]
    assert_shows(frame, *OWN_TITLE, text("     0", 104, -48, intensity=FULL))


ASKING = (b"g GCE 2026\x80" + SYMBOLS["Music_7"].to_bytes(2, "big") + b"\xf8\x50\0\0ASK\x80\0"
          + b"\xcc\x08\x09\xbd" + SYMBOLS["Select_Game"].to_bytes(2, "big") + b"\x20\xfe")


def test_select_game() -> None:
    """Select_Game shows a line with its number for players and for game."""
    m = Machine(ASKING, preset="ideal")
    title(m)
    m.run_frames(240)
    for button, players, game in ((1, 2, 1), (2, 2, 2), (2, 2, 3), (3, 2, 2), (1, 3, 2)):
        m.press(button)
        m.run_frames(4)
        m.release(button)
        frame = m.run_frames(20)[-1]
        assert_shows(frame,
                     text("PLAYERS", 32, -64, -8, 0x50, FULL),
                     text(f"{players:6}", 32, -16, -8, 0x50, FULL),
                     text("GAME", -8, -64, -8, 0x50, FULL),
                     text(f"{game:6}", -8, -16, -8, 0x50, FULL))


# --- the menu -----------------------------------------------------------------------------------

def menu(choice: int) -> list[Stroke]:
    """Return the heading, six lines with the chosen one bright, and the line about buttons."""
    strokes = text("SERVICE", 78, -58, -12, 0x60)
    for number, line in enumerate(MENU):
        strokes += text(line.upper(), 40 - 18 * number, -56,
                        intensity=FULL if number == choice else DIM)
    return strokes + text("4 BEGINS  1 LEAVES", -82, -79, -8, 0x38, DIM)


def test_menu() -> None:
    """The chosen line is bright and the others dim, at every position."""
    m = open_menu()
    for choice in (0, 1, 2, 3, 4, 5, 0):
        assert_shows(m.run_frames(2)[-1], menu(choice))
        push(m, 0, -1)


# --- the screens --------------------------------------------------------------------------------

CORNERS = 32
CIRCLE_RADIUS = 80
STARS = ((-44, 16, 127), (0, 64, 32), (44, 254, 8))     # x of the centre, scale, length


def test_card() -> None:
    """The card shows a square, a circle of 32 corners and three stars at three scales."""
    turn = [math.tau * i / CORNERS for i in range(CORNERS + 1)]
    circle = path([(round(CIRCLE_RADIUS * math.cos(a)), round(CIRCLE_RADIUS * math.sin(a)))
                   for a in turn], MOVE_SCALE)
    rays = []
    for x, scale, length in STARS:
        for right, up in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            there = path([(0, 0), (right * length, up * length)], scale, (x * MOVE_SCALE, 0))
            rays += there + there
    widths = [ray[2] - ray[0] for ray in rays]
    assert max(widths) < 1.01 * min(widths)
    assert_shows(open_screen("card").run_frames(1)[-1],
                 square(-96 * MOVE_SCALE, -96 * MOVE_SCALE, 95 * 255), circle, rays)


def test_drift() -> None:
    """DRIFT shows two squares drawn ten times each, with their names."""
    side = 99 * 0x40
    assert_shows(open_screen("drift").run_frames(1)[-1],
                 square(-70 * MOVE_SCALE, -20 * MOVE_SCALE, side) * 10,
                 square(20 * MOVE_SCALE, -20 * MOVE_SCALE, side) * 10,
                 text("FREE", -50, -72), text("ZERO", -50, 17))


def test_text() -> None:
    """TEXT shows a long, a wide and a short text between two vertical strokes."""
    posts = [stroke((x * MOVE_SCALE, 50 * MOVE_SCALE), (x * MOVE_SCALE, -50 * MOVE_SCALE))
             for x in (-80, 80)]
    assert_shows(open_screen("text").run_frames(1)[-1], posts,
                 text("SLANT OF TWENTYFIVE SIGNS", 36, -77, -8, 0x28),
                 text("FIVE!", 8, -43, -16, 0x60), text("SHORT", -26, -19, -8, 0x28))


def zigzag(lines: int) -> list[Stroke]:
    """Return rows of twelve lines up and down, each row 8 units lower."""
    strokes = []
    for row in range(0, lines, 12):
        corners = [(63 * i, 30 * (i & 1)) for i in range(min(12, lines - row) + 1)]
        strokes += path(corners, 0x20, (-96 * MOVE_SCALE, (60 - 8 * (row // 12)) * MOVE_SCALE))
    return strokes


def lines_in(frame: Frame, shown: int) -> int:
    """Return the number of lines in a frame, without those of the number."""
    return len(drawn(frame)) - len(text(f"{shown:3} LINES", 88, -54))


def test_lines() -> None:
    """LINES draws as many lines as fit, and shows the previous frame's number."""
    m = open_menu()
    for _ in range(MENU.index("lines")):
        push(m, 0, -1)
    m.press(4)
    frames = m.run_frames(8)
    first = next(i for i, frame in enumerate(frames) if frame.budget.draws > 100)
    shown = 0
    for frame in frames[first:]:
        lines = lines_in(frame, shown)
        assert_shows(frame, text(f"{shown:3} LINES", 88, -54), zigzag(lines))
        assert 29_500 < frame.budget.work_cycles <= 30_000
        shown = lines
    assert 150 <= shown <= 180


# --- sticks -------------------------------------------------------------------------------------

BOX_SCALE, BOX_HALF, ARM = 0x28, 127, 16


def stick_and_buttons(x: int, pots: tuple[int, int], buttons: str) -> list[Stroke]:
    """Return a box with a cross at the stick's position and the buttons below."""
    centre = (x * MOVE_SCALE, 0)
    half = BOX_HALF
    box = path([(0, half), (-half, half), (-half, 0), (-half, -half), (0, -half), (half, -half),
                (half, 0), (half, half), (0, half)], BOX_SCALE, centre)
    right, up = (max(0, pot - 1) - 128 for pot in pots)
    cross = path([(right - ARM, up), (right + ARM, up)], BOX_SCALE, centre) \
        + path([(right, up - ARM), (right, up + ARM)], BOX_SCALE, centre)
    return box + cross + text(buttons, -60, x - 28)


@pytest.mark.parametrize("pots", [(128, 128, 128, 128), (1, 255, 77, 128), (128, 200, 255, 0)])
def test_sticks(pots: tuple[int, int, int, int]) -> None:
    """Each cross is at its stick's position, with right and up positive."""
    m = open_screen("sticks")
    m.chips.state.stick[:] = pots
    assert_shows(m.run_frames(3)[-1], text("1+4 LEAVES", 90, -62),
                 stick_and_buttons(-60, pots[:2], "----"), stick_and_buttons(60, pots[2:], "----"))


def test_buttons() -> None:
    """A held button shows its number below its player's box; others show a dash."""
    m = open_screen("sticks")
    for player in (1, 2):
        for button in (1, 2, 3, 4):
            m.press(button, player)
            frame = m.run_frames(3)[-1]
            shown = "-" * (button - 1) + str(button) + "-" * (4 - button)
            below = (shown, "----") if player == 1 else ("----", shown)
            assert_shows(frame, text("1+4 LEAVES", 90, -62),
                         stick_and_buttons(-60, (128, 128), below[0]),
                         stick_and_buttons(60, (128, 128), below[1]))
            m.release(button, player)


# --- sound --------------------------------------------------------------------------------------

def sound(choice: str, loudness: bytes) -> list[Stroke]:
    """Return heading, tune, a bar for each voice, and the line about button 4."""
    strokes = text("SOUND", 74, -32) + text(choice, 32, -58) + text("4 PLAYS", -74, -42)
    for voice, level in enumerate(loudness):
        foot = ((-40 + 32 * voice) * MOVE_SCALE, -46 * MOVE_SCALE)
        high = 8 * (level & 15)
        corners = [(0, 0), (32, 0), (32, high), (0, high), (0, 0)]
        strokes += path(corners if high else corners[:2], 0x40, foot)
    return strokes


def test_sound() -> None:
    """SOUND shows the number of the tune, 1 to 13, then BOOM, with silent voices."""
    m = open_screen("sound")
    for choice in [f"{number:>6}" for number in range(1, 14)] + ["  BOOM", "     1"]:
        assert_shows(m.run_frames(2)[-1], sound(choice, bytes(3)))
        tap(m, 3)


@pytest.mark.parametrize("steps", [1, 13])
def test_sound_bars(steps: int) -> None:
    """Each bar is as high as the amplitude of its voice."""
    m = open_screen("sound")
    for _ in range(steps):
        tap(m, 3)
    m.take_sound()
    tap(m, 4)
    choice = "  BOOM" if steps == 13 else f"{steps + 1:>6}"
    frames = m.run_frames(40)
    log = [row for row in m.take_sound().tolist() if 8 <= row[1] <= 10]
    shown = set()
    for frame in frames:
        loudness = bytearray(3)
        for cycle, register, value in log:
            if cycle < frame.start_cycle + frame.cycles:
                loudness[register - 8] = value
        assert_shows(frame, sound(choice, bytes(loudness)))
        shown.add(bytes(loudness))
    assert len(shown) > 8
