"""Record MAME running our ROM and our games, for test_peer.py and test_peer_pictures.py.

    python tests/reference/mame/record.py [path of mame]

Method: a minute is played on our own machine first, to learn in which frame a button or a stick
moves; then MAME plays it by the same script, through its controller fields.  record.lua writes down
every write to the VIA with its cycle, and what the controllers read.

Files: game.npz, a minute and more of Connect-4 for two; reversi.npz, moves of a game for two;
service.npz, a minute and more of a walk through the service program; idle.npz, 20 seconds without a
cartridge and without input.
    registers, values   uint8[n]: what each write wrote, in order
    gaps     uint32[n]: cycles since the write before, the first since power-on
    inputs   int64[k, 6]: frame, buttons (active low), x1 y1 x2 y2 as pots; a frame begins with a
             write of T2's high byte
    looks    int64[j]: frames in which MAME's screen was photographed
    names    str[j]: the pictures, NAME.png, 600 x 750
    ram      uint8[1024]: RAM at power-on
    version  of MAME
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from vecx import Machine

HERE = Path(__file__).parent
DATA = HERE.parent.parent.parent / "vecx" / "data"
FRAMES = 3000           # a minute
IDLE_SECONDS = 20
CYCLES_PER_SECOND = 1_500_000
COLUMNS = (4, 2, 5, 2, 6, 5, 6, 5, 5, 4, 0, 6, 3)      # dropped by turns; X wins
HELD, PAUSE = 4, 6                                          # frames
MENU_FRAMES_MAX = 900
FALL_FRAMES_MAX = 200
STATE_PLAYING = 1
AFTER_FRAMES = 100
LOOK_WAIT = 6           # frames a screen stands still for its photograph
LOOK_TURN = 8           # of a game
REVERSI_TURNS = 16
DISC_TURNS, DISC_RESTS = 128, 64        # frames from turn to turn of the menu's disc
GAME_TITLE_FRAME = 240
SIZE = "600x750"
# MAME shows where a light gun would point for the first seconds.
NO_CROSSHAIR = """<?xml version="1.0"?><mameconfig version="10"><system name="vectrex"><crosshairs>
<crosshair player="0" mode="0" /></crosshairs></system></mameconfig>"""
SCREENS = ("card", "drift", "text", "lines", "sticks", "sound")
SCREEN, CHOICE = 0xC880, 0xC881         # of the service program
TITLE_FRAMES, LOOK_FRAMES, TUNE_FRAMES = 140, 130, 90


class Hand:
    """The inputs to our machine, recorded as they are made."""

    def __init__(self, cart: str | None) -> None:
        self.m = Machine(cart, preset="ideal")
        self.frame = 0
        self.events: list[str] = []
        self.looks: dict[str, int] = {}

    def wait(self, frames: int) -> None:
        """Run some frames."""
        self.m.run_frames(frames)
        self.frame += frames

    def do(self, field: str, value: int, rest: int) -> None:
        """Move a control in MAME and here, then wait; b14 is button 4 of player 1, x1 its stick.

        value: 1 pressed, 0 not; of a stick the pot, 0 to 255
        """
        self.events.append(f"{self.frame} {field} {value}")
        player = int(field[1])
        if field[0] == "b":
            (self.m.press if value else self.m.release)(int(field[2]), player)
        else:
            self.m.chips.state.stick[2 * (player - 1) + "xy".index(field[0])] = value
        self.wait(rest)

    def push(self, field: str, value: int, rest: int) -> None:
        """Move a control and release it."""
        self.do(field, value, HELD)
        self.do(field, rest, PAUSE)

    def look(self, name: str) -> None:
        """Take a picture of MAME's screen; nothing may move for some frames after this."""
        if name not in self.looks:
            self.looks[name] = self.frame
            self.events.append(f"{self.frame} look 0")
            self.wait(LOOK_WAIT)

    def play_games(self) -> None:
        """Play games from the menu until the time is over."""
        while self.m.read("v_state_frames")[0] < PAUSE:
            self.wait(1)
            if self.frame == GAME_TITLE_FRAME:
                self.look("connect4-title")
            if self.frame > MENU_FRAMES_MAX:
                raise SystemExit("record: the menu does not come")
        self.wait(AFTER_FRAMES)
        self.look("connect4-menu")
        while True:
            self.push("b14", 1, 0)
            self.wait(PAUSE)
            self.play_game()
            print("game ends in state", self.m.read("game_state")[0])
            self.wait(AFTER_FRAMES)
            self.look("connect4-won")
            if self.frame >= FRAMES:
                return

    def play_game(self) -> None:
        """Play one game with two players."""
        for turn, column in enumerate(COLUMNS):
            if self.m.read("game_state")[0] != STATE_PLAYING:
                break
            player = self.m.read("current_player")[0]
            while (cursor := self.m.read("cursor_col")[0]) != column:
                self.push(f"x{player}", 255 if cursor < column else 0, 128)
            count = self.m.read("move_count")[0]
            self.push(f"b{player}4", 1, 0)
            for _ in range(FALL_FRAMES_MAX):
                if self.m.read("move_count")[0] > count and self.m.read("v_phase")[0] != 1:
                    break
                self.wait(1)
            self.wait(PAUSE)
            if turn == LOOK_TURN:
                self.look("connect4-board")
                self.push("b11", 1, 0)
                self.wait(4 * PAUSE)
                self.look("connect4-pause")
                self.push("b11", 1, 0)

    def play_reversi(self) -> None:
        """Play some moves with two players, always the first legal one."""
        while self.m.read("v_state_frames")[0] < PAUSE:
            self.wait(1)
            if self.frame > MENU_FRAMES_MAX:
                raise SystemExit("record: the menu does not come")
        self.wait(AFTER_FRAMES)
        self.push("y1", 0, 128)
        while self.m.read("frame_counter")[0] % DISC_TURNS != DISC_RESTS:
            self.wait(1)
        self.look("reversi-menu")
        self.push("b14", 1, 0)
        for turn in range(REVERSI_TURNS):
            for _ in range(FALL_FRAMES_MAX):
                if self.m.read("game_state")[0] == STATE_PLAYING:
                    break
                self.wait(1)
            self.wait(PAUSE)
            if self.m.read("game_state")[0] != STATE_PLAYING:
                raise SystemExit(f"record: state {self.m.read('game_state')[0]} at turn {turn}")
            if turn == REVERSI_TURNS - 1:       # the cursor is on a disc, so none sways
                self.wait(4 * PAUSE)
                self.look("reversi-board")
                self.push("b11", 1, 0)
                self.wait(4 * PAUSE)
                self.look("reversi-pause")
                self.push("b11", 1, 0)
                self.wait(PAUSE)
            row, column = divmod(self.m.read("legal_moves")[0], 10)
            while (at := self.m.read("cursor_row")[0]) != row:
                self.push("y1", 255 if at > row else 0, 128)
            while (at := self.m.read("cursor_col")[0]) != column:
                self.push("x1", 255 if at < column else 0, 128)
            self.wait(4 * PAUSE)
            self.push("b14", 1, 0)
        self.wait(AFTER_FRAMES)

    def walk(self) -> None:
        """Walk through the service program except LINES, which depends on when T2 is read."""
        self.wait(60)
        self.push("b12", 1, 0)
        self.wait(TITLE_FRAMES // 2)
        self.look("service-title")
        self.wait(TITLE_FRAMES // 2 - LOOK_WAIT)
        self.look("service-menu")
        for number in range(2):
            for name in ("card", "drift", "text", "sticks", "sound"):
                self.open(name, by_stick=number == 0)
                self.look(f"service-{name}")
                if name == "sticks":
                    self.move_everything()
                elif name == "sound":
                    self.play_tunes()
                else:
                    self.wait(LOOK_FRAMES)
                self.leave(name)
        self.wait(AFTER_FRAMES)

    def open(self, name: str, by_stick: bool) -> None:
        """Go to a line of the menu, and open its screen."""
        choice = SCREENS.index(name)
        while (at := self.m.read(CHOICE)[0]) != choice:
            if by_stick:
                self.push("y1", 0 if at < choice else 255, 128)
            else:
                self.push("b13" if at < choice else "b12", 1, 0)
        self.push("b14", 1, 0)
        self.expect(1 + choice)

    def leave(self, name: str) -> None:
        """Return to the menu."""
        if name == "sticks":
            self.do("b14", 1, 1)
        self.push("b11", 1, 0)
        self.do("b14", 0, PAUSE)
        self.expect(0)

    def expect(self, screen: int) -> None:
        """Errors: SystemExit where another screen shows than the script thinks."""
        if self.m.read(SCREEN)[0] != screen:
            raise SystemExit(f"record: screen {self.m.read(SCREEN)[0]}, not {screen}")

    def move_everything(self) -> None:
        """On the screen STICKS, use all eight buttons and four axes."""
        for player in (1, 2):
            for button in (1, 2, 3, 4):
                self.push(f"b{player}{button}", 1, 0)
            for axis in "xy":
                for pot in (0, 37, 100, 127, 200, 255):
                    self.push(f"{axis}{player}", pot, 128)

    def play_tunes(self) -> None:
        """Play three tunes and the explosion, and leave the screen during a tune."""
        for steps in (1, 2, -4, 3):
            for _ in range(abs(steps)):
                self.push("b13" if steps > 0 else "b12", 1, 0)
            self.push("b14", 1, 0)
            self.wait(TUNE_FRAMES)


def run_mame(mame: str, cart: Path | None, hand: Hand | None, seconds: int) -> list[str]:
    """Run MAME with our ROM; store its pictures, and return the lines of record.lua.

    Errors: SystemExit where it wrote none
    """
    with tempfile.TemporaryDirectory() as room:
        roms = Path(room) / "vectrex"
        roms.mkdir()
        (roms / "exec_rom.bin").write_bytes((DATA / "exec.bin").read_bytes())
        (Path(room) / "vectrex.cfg").write_text(NO_CROSSHAIR)
        script, out = Path(room) / "events", Path(room) / "out"
        script.write_text("".join(f"{event}\n" for event in hand.events) if hand else "")
        command = [mame, "vectrex", "-bios", "0", "-rompath", room, "-video", "none", "-sound",
                   "none", "-nothrottle", "-seconds_to_run", str(seconds), "-skip_gameinfo",
                   "-autoboot_script", str(HERE / "record.lua"), "-autoboot_delay", "0",
                   "-cfg_directory", room, "-snapshot_directory", room, "-snapname", "look%i",
                   "-snapsize", SIZE]
        if cart:
            command += ["-cart", str(cart)]
        environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "VECX_EVENTS": str(script),
                                    "VECX_OUT": str(out)}
        subprocess.run(command, cwd=room, env=environment, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not out.exists():
            raise SystemExit("record: MAME wrote nothing")
        for number, name in enumerate(hand.looks if hand else ()):
            picture = (Path(room) / f"look{number:04d}.png").read_bytes()
            (HERE / f"{name}.png").write_bytes(picture)
        return out.read_text().splitlines()


def save(name: str, lines: list[str], version: str, looks: dict[str, int]) -> None:
    """Write the lines of a run to a file."""
    ram = bytes.fromhex(lines[0].removeprefix("r "))
    rows = [line.split() for line in lines[1:]]
    writes = np.array([row[1:] for row in rows if row[0] == "w"], np.int64)
    inputs = np.array([row[1:] for row in rows if row[0] == "i"], np.int64).reshape(-1, 6)
    # Gaps repeat from frame to frame, clocks do not: they are packed as gaps.
    gaps = np.diff(writes[:, 0], prepend=0).astype(np.uint32)
    np.savez_compressed(HERE / f"{name}.npz", registers=writes[:, 1].astype(np.uint8),
                        values=writes[:, 2].astype(np.uint8), gaps=gaps, inputs=inputs,
                        looks=np.array(list(looks.values()), np.int64),
                        names=np.array(list(looks), np.str_),
                        ram=np.frombuffer(ram, np.uint8), version=np.array(version))
    print(f"{name}: {len(writes):,} writes, {(HERE / f'{name}.npz').stat().st_size:,} bytes")


def main() -> None:
    """Record, and store the images that were used."""
    mame = sys.argv[1] if len(sys.argv) > 1 else "mame"
    version = subprocess.run([mame, "-version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    for name in ("exec.bin", "connect4.bin", "reversi.bin"):
        (HERE / name).write_bytes((DATA / name).read_bytes())
    hand = Hand("connect4")
    hand.play_games()
    seconds = hand.m.cycles // CYCLES_PER_SECOND
    save("game", run_mame(mame, HERE / "connect4.bin", hand, seconds), version, hand.looks)
    hand = Hand("reversi")
    hand.play_reversi()
    seconds = hand.m.cycles // CYCLES_PER_SECOND
    save("reversi", run_mame(mame, HERE / "reversi.bin", hand, seconds), version, hand.looks)
    hand = Hand(None)
    hand.walk()
    seconds = hand.m.cycles // CYCLES_PER_SECOND
    save("service", run_mame(mame, None, hand, seconds), version, hand.looks)
    save("idle", run_mame(mame, None, None, IDLE_SECONDS), version, {})


if __name__ == "__main__":
    main()
